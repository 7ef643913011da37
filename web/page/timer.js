// A running clock: a star with a candle at each point, one for each second, which go out one by one. It covers the page until the viewer wants the table.
import { h, s, draw, still } from './dom.js';
import { starPath } from './sigil.js';
import { nameOf } from './store.js';
import { card } from './cards.js';
import { t } from './lang.js';
import { seatDot } from './ornaments.js';

const R = 40;

/**
 * Makes the place of the clock.
 * @param {HTMLElement} root
 * @param {Object=} o
 * @param {boolean=} o.covers whether it covers the page
 * @return {function(?Object, number): void} takes the table and the time at which its snapshot arrived
 */
export function makeTimer(root, { covers = true } = {}) {
  let frame = 0;
  let shown = null; // what the drawn clock depends on
  let small = 0; // the run of the clock that does not cover the table
  let before = null; // the element that had the focus
  // Covered elements cannot get the focus either.
  const cover = (full) => {
    if (full === root.classList.contains('full')) return;
    if (full) before = document.activeElement;
    root.classList.toggle('full', full);
    document.documentElement.classList.toggle('covered', full);
    for (const el of [document.getElementById('head'), ...root.parentElement.children]) if (el !== root) el.inert = full;
    if (full) root.focus({ preventScroll: true });
    else if (before?.isConnected && (document.activeElement === document.body || root.contains(document.activeElement))) before.focus({ preventScroll: true });
  };
  let redraw = () => {};
  const turn = (run) => ((small = run), redraw());
  addEventListener('keydown', (e) => {
    if (e.key === 'Escape' && root.classList.contains('full') && !document.querySelector('dialog')) turn(shown.time.run);
  });
  root.tabIndex = -1;
  const tick = () => {
    frame = 0;
    if (!shown) return;
    const { time, came, arc, candles, digits } = shown;
    // Of all clocks in a page only this one goes on while the phone sleeps.
    const left = time.paused ? time.left : Math.max(0, Math.min(time.left, time.left - (Date.now() - came)));
    const share = time.total ? left / time.total : 0;
    const seconds = Math.ceil(left / 1000);
    const lit = Math.ceil(share * candles.length - 1e-6);
    arc.setAttribute('stroke-dashoffset', String(1 - (still() ? seconds / Math.ceil(time.total / 1000) : share)));
    candles.forEach((c, i) => c.classList.toggle('out', i >= lit));
    if (digits.textContent !== String(seconds)) digits.textContent = String(seconds);
    if (!time.paused && left > 0) frame = requestAnimationFrame(tick);
  };
  const show = (ctx, came) => {
    redraw = () => show(ctx, came);
    const time = ctx?.game.timer;
    if (!time) {
      shown = null;
      cover(false);
      draw(root, null, () => null);
      return;
    }
    const words = ctx.picture.timerWords?.(ctx.snapshot, ctx.names) ?? { title: t`The clock runs`, text: '' };
    const throwable = throwIns(ctx);
    // A question about a card that was thrown in comes before the clock, and in a pause the table is visible.
    const may = covers && !ctx.game.gesture && !ctx.game.paused;
    const full = may && small !== time.run;
    const button = may && (full
      ? h('button.plain', { type: 'button', key: 'small', onclick: () => turn(time.run) }, t`Show the table`)
      : h('button.plain.small', { type: 'button', key: 'large', onclick: () => turn(0) }, t`Large clock`));
    draw(root, [time.run, time.total, time.paused, ctx.game.paused, words, throwable, ctx.game.seats.length, may, full, ctx.mark], () => [build(ctx, time, words, throwable), button]);
    cover(full);
    shown = { time, came, arc: root.querySelector('.arc'), digits: root.querySelector('.digits'), candles: [...root.querySelectorAll('.point')] };
    cancelAnimationFrame(frame);
    tick();
  };
  return show;
}

// Cards of the viewer's own hand that may be played while the clock runs.
function throwIns(ctx) {
  const list = [];
  for (const [verb, tree] of Object.entries(ctx.game.moves ?? {})) {
    for (const w of new Set(ctx.seen)) if (tree[w] && nameOf(ctx.names, w).sort === 'card') list.push([verb, w]);
  }
  return list;
}

function build(ctx, time, words, throwable) {
  const n = Math.min(12, Math.max(3, Math.round(time.total / 1000)));
  const points = Array.from({ length: n }, (_, i) => {
    const a = (2 * Math.PI * i) / n - Math.PI / 2;
    return s(
      'g', { class: 'point', transform: `translate(${(R * Math.cos(a)).toFixed(2)} ${(R * Math.sin(a)).toFixed(2)})` },
      s('circle', { r: 5, class: 'halo' }), s('circle', { r: 2.600, class: 'cup' }),
      s('path', { d: 'M0 1.500C-2.500 -.5 -2 -3.500 0 -7C2 -3.500 2.500 -.5 0 1.500Z', class: 'flame' }),
    );
  });
  const ring = s(
    'svg', { viewBox: '-50 -50 100 100', class: 'clock', 'aria-hidden': 'true' },
    s('circle', { r: 47, class: 'track' }),
    s('circle', { r: 47, class: 'arc', pathLength: 1, 'stroke-dasharray': '1 1', transform: 'rotate(-90)' }),
    s('circle', { r: R, class: 'thin' }),
    s('path', { d: starPath(n, n > 4 ? 2 : 1, R), class: 'star' }),
    s('circle', { r: 17, class: 'ground' }),
    points,
  );
  const seat = ctx.game.seats[time.seat];
  const verbs = new Map(throwable.map(([verb]) => [verb, ctx.names?.verbs?.[verb] ?? verb]));
  return [
    h('div.ring', null, ring, h('span.digits', { role: 'timer', 'aria-label': t`seconds left` })),
    h(
      'div.timer-words', null,
      h('h2', null, seat && seatDot(seat.colour), words.title),
      words.text && h('p', null, words.text),
      time.paused && h('p.quiet', null, ctx.game.paused ? t`The clock stands still until the game goes on.` : t`The clock stands still until the question is answered.`),
      throwable.length > 0 && h('h3', null, t`Throw in`),
      throwable.length > 0 && h('div.cards.center', null, throwable.map(([verb, w]) =>
        card(w, ctx, { key: `throw-${verb}-${w}`, tap: () => ctx.actions.throwIn({ verb, table: false, label: verbs.get(verb) }, w), label: `${verbs.get(verb)} ${nameOf(ctx.names, w).title}` }))),
    ),
  ];
}
