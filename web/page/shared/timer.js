// @ts-check
// A running clock: a star with a candle at each point, one for each second, which go out one by one. It covers the page
// until the viewer wants the table.
import { Button } from './button.js';
import { Card } from './cards.js';
import { still } from './motion.js';
import { SeatDot } from './ornaments.js';
import { starPath } from './sigil.js';
import { nameOf } from './store.js';
import { el, h, useEffect, useLayoutEffect, useRef, useState } from './view.js';
import { t } from './lang.js';

/** @import { GameContext } from './context.js' */
/** @import { TimeView } from '../../types/protocol' */

const R = 40;

/**
 * The clock, if one is running.
 * @param {object} props
 * @param {GameContext} props.ctx
 * @param {number} props.came when its snapshot came
 * @param {boolean} [props.covers] it covers the page
 */
export function Clock({ ctx, came, covers = true }) {
  const [small, setSmall] = useState(0); // the run of the clock that does not cover the table
  const place = useRef(/** @type {HTMLElement|null} */ (null));
  const { timer: time, gesture, paused } = ctx.game;
  // A question about a card that was thrown in comes before the clock, and in a pause the table is visible.
  const may = Boolean(time && covers && !gesture && !paused);
  const full = may && small !== time?.run;
  useCover(place, full);
  useEffect(() => {
    if (!full || !time) return undefined;
    /** @param {KeyboardEvent} e */
    const press = (e) => {
      if (e.key === 'Escape' && !document.querySelector('dialog')) setSmall(time.run);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [full, time?.run]);
  if (!time) return null;
  const size = full
    ? h(Button, { name: 'small', act: () => setSmall(time.run) }, t`Show the table`)
    : h(Button, { name: 'large', look: 'plain small', act: () => setSmall(0) }, t`Large clock`);
  return el(
    'section', { class: full ? 'timer full' : 'timer', 'aria-label': t`The clock`, ref: place, tabIndex: -1 },
    h(Ring, { time, came }),
    h(Words, { ctx, time }),
    may && size,
  );
}

/**
 * While a clock covers the page, nothing that is covered can get the focus.
 * @param {{current: HTMLElement|null}} place
 * @param {boolean} full
 */
function useCover(place, full) {
  useLayoutEffect(() => {
    const root = place.current;
    if (!full || !root) return undefined;
    const before = /** @type {HTMLElement|null} */ (document.activeElement);
    const { parentElement } = root;
    document.documentElement.classList.add('covered');
    root.focus({ preventScroll: true });
    return () => {
      document.documentElement.classList.remove('covered');
      for (const part of beside(parentElement)) part.inert = false;
      const at = document.activeElement;
      if (before?.isConnected && (at === document.body || root.contains(at))) before.focus({ preventScroll: true });
    };
  }, [full]);
  useLayoutEffect(() => {
    const root = place.current;
    if (full && root) for (const part of beside(root.parentElement)) part.inert = part !== root;
  });
}

/**
 * The head of the page, and the parts of the table.
 * @param {HTMLElement|null} table
 */
const beside = (table) =>
  /** @type {HTMLElement[]} */ ([document.getElementById('head'), ...(table?.children ?? [])].filter(Boolean));

/**
 * How much time is left, counted on from the snapshot, ms.
 * @param {TimeView} time
 * @param {number} came
 */
const leftOf = ({ left, paused }, came) =>
  // Of all clocks in a page only this one goes on while the phone sleeps.
  (paused ? left : Math.max(0, Math.min(left, left - (Date.now() - came))));

/** @param {{time: TimeView, came: number}} props */
function Ring({ time, came }) {
  const [, setFrame] = useState(0);
  const left = leftOf(time, came);
  const runs = !time.paused && left > 0;
  useEffect(() => {
    if (!runs) return undefined;
    let frame = 0;
    const tick = () => {
      setFrame((n) => n + 1);
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [runs]);
  const n = Math.min(12, Math.max(3, Math.round(time.total / 1000)));
  const share = time.total ? left / time.total : 0;
  const seconds = Math.ceil(left / 1000);
  const lit = Math.ceil(share * n - 1e-6);
  const gone = 1 - (still() ? seconds / Math.ceil(time.total / 1000) : share);
  return el(
    'div', { class: 'ring' },
    el(
      'svg', { viewBox: '-50 -50 100 100', class: 'clock', 'aria-hidden': true },
      el('circle', { r: 47, class: 'track' }),
      el('circle', {
        r: 47, class: 'arc', pathLength: 1, 'stroke-dasharray': '1 1', 'stroke-dashoffset': gone,
        transform: 'rotate(-90)',
      }),
      el('circle', { r: R, class: 'thin' }),
      el('path', { d: starPath(n, n > 4 ? 2 : 1, R), class: 'star' }),
      el('circle', { r: 17, class: 'ground' }),
      Array.from({ length: n }, (_, i) => h(Point, { i, of: n, lit: i < lit })),
    ),
    el('span', { class: 'digits', role: 'timer', 'aria-label': t`seconds left` }, seconds),
  );
}

/**
 * A candle at a point of the star.
 * @param {{i: number, of: number, lit: boolean}} props
 */
function Point({ i, of, lit }) {
  const a = (2 * Math.PI * i) / of - Math.PI / 2;
  const at = `translate(${(R * Math.cos(a)).toFixed(2)} ${(R * Math.sin(a)).toFixed(2)})`;
  return el(
    'g', { class: lit ? 'point' : 'point out', transform: at },
    el('circle', { r: 5, class: 'halo' }), el('circle', { r: 2.6, class: 'cup' }),
    el('path', { d: 'M0 1.500C-2.500 -.5 -2 -3.500 0 -7C2 -3.500 2.500 -.5 0 1.500Z', class: 'flame' }),
  );
}

/**
 * Cards of the viewer's own hand that may be played while the clock runs, each with its verb.
 * @param {GameContext} ctx
 */
const throwIns = ({ game, names, seen }) =>
  Object.entries(game.moves).flatMap(([verb, tree]) =>
    [...new Set(seen)].filter((w) => tree[w] && nameOf(names, w).sort === 'card').map((word) => ({ verb, word })));

/** @param {{ctx: GameContext, time: TimeView}} props */
function Words({ ctx, time }) {
  const { game, names, picture, snapshot, actions } = ctx;
  const seat = game.seats[time.seat];
  const { title, text } = picture.timerWords(snapshot, names);
  const cards = throwIns(ctx);
  return el(
    'div', { class: 'timer-words' },
    el('h2', null, seat && h(SeatDot, { colour: seat.colour }), title),
    text && el('p', null, text),
    time.paused && el(
      'p', { class: 'quiet' },
      game.paused
        ? t`The clock stands still until the game goes on.`
        : t`The clock stands still until the question is answered.`,
    ),
    cards.length > 0 && el('h3', null, t`Throw in`),
    cards.length > 0 && el('div', { class: 'cards center' }, cards.map(({ verb, word }) => {
      const label = names?.verbs[verb] ?? verb;
      return h(Card, {
        key: `${verb}-${word}`, word, deck: ctx, name: `throw-${verb}-${word}`,
        tap: () => actions.throwIn({ verb, table: false, label }, word), label: `${label} ${nameOf(names, word).title}`,
      });
    })),
  );
}
