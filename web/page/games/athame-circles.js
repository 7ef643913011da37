// @ts-check
// The ritual circles of Athame, and what their players hold.
import { Button } from '../shared/button.js';
import { SeatDot } from '../shared/ornaments.js';
import { factOf, nameOf, wordsOf } from '../shared/store.js';
import { el, h } from '../shared/view.js';
import { many, t } from '../shared/lang.js';
import { isJoker, lower, needText, needsOf, plainly, rulesIn, tally, wordsWith } from './athame-rules.js';
import { GEM, Token, shapeOf } from './athame-shapes.js';

/** @import { TableProps } from './contract.js' */
/** @import { Rules } from './athame-rules.js' */
/** @import { Names, SeatView } from '../../types/protocol' */

/**
 * A kind of resource that a ritual needs: how many, how many it has, and how many of these are crystals.
 * @typedef {{kind: string, n: number, have: number, jokers: number}} Need
 *
 * @typedef {TableProps & {rules: Rules, seat: SeatView}} SeatProps
 */

/**
 * The viewer's own circle first, then clockwise.
 * @param {TableProps & {rules: Rules}} props
 */
export function Circles(props) {
  const { game, snapshot: { you } } = props;
  const { seats, facts: { phase } } = game;
  const own = Math.max(0, you.seat);
  const chosen = seats.some((x) => factOf(game, x, 'ritual'));
  return [
    phase === 'ritual' && h(Choice, props),
    (chosen || !['setup', 'ritual'].includes(phase)) && el(
      'div', { class: `circles of-${seats.length}` },
      [...seats.slice(own), ...seats.slice(0, own)].map((seat) => h(Circle, { key: seat.word, ...props, seat })),
    ),
  ];
}

/**
 * The circles that nobody has yet; a tap takes one.
 * @param {TableProps} props
 */
function Choice({ game, names, actions }) {
  const taken = game.seats.map((x) => factOf(game, x, 'ritual'));
  const free = wordsWith(names, 'ritual').filter((w) => !taken.includes(w)).sort();
  return el('ul', { class: 'rituals', 'aria-label': t`Ritual circles that nobody has` }, free.map((w) => {
    const inner = [
      h(Ring, { names, needs: needsOf(names, w).map(([kind, n]) => ({ kind, n, have: 0, jokers: 0 })) }),
      el('b', null, nameOf(names, w).title), el('small', null, needText(names, w)),
    ];
    const act = () => actions.move('ritual', [w]);
    return el(
      'li', { key: w },
      game.moves.ritual?.[w] ? h(Button, { look: 'choice', name: `ring-${w}`, act }, inner) : el('div', null, inner),
    );
  }));
}

/** @param {SeatProps} props */
function Circle(props) {
  const { game, snapshot: { you }, names, seat, rules } = props;
  const own = seat === game.seats[you.seat];
  const ritual = factOf(game, seat, 'ritual');
  const hand = factOf(game, seat, 'hand') ?? '0';
  const asked = game.ask.open && seat === game.seats[game.ask.seat] && game.facts.phase !== 'over';
  const needs = needsAt(props, ritual ?? '');
  const cls = [
    'seat-circle', seat === game.seats[game.turn] && 'turn', own && 'own', !own && you.seat >= 0 && 'other',
  ];
  return el(
    'section',
    {
      'data-word': seat.word, class: cls.filter(Boolean).join(' '), 'aria-label': t`${seat.title}’s ritual circle`,
    },
    el(
      'h3', null,
      h(SeatDot, { colour: seat.colour }), el('span', null, seat.title, own && el('small', null, ' ', t`you`)),
      asked && el('span', { class: 'asked' }, t`is asked`),
    ),
    ritual ? h(RingPart, { ...props, ritual, needs }) : el('p', { class: 'quiet' }, t`No ritual circle yet`),
    el(
      'div', { class: 'told' },
      el('p', { class: 'in-hand' }, many(hand, t`${hand} card in hand`, t`${hand} cards in hand`)),
      ritual && el('ul', { class: 'needs', 'aria-hidden': true }, needs.map(({ kind, n, have }) => el(
        'li', { class: have >= n ? 'full' : '' }, h(Token, { shape: shapeOf(names, kind) }), `${have}/${n}`,
      ))),
      h(Held, { ...props, where: 'spells', title: t`Spells held` }),
      h(Held, {
        ...props, where: 'built',
        title: rules.has('free-cast') ? t`Built this turn, free to cast` : t`Built this turn, 1 more to cast`,
      }),
      fateOf(props).map((text) => el('p', { class: 'fate' }, text)),
    ),
  );
}

/**
 * What the ritual of a seat needs, and has.
 * @param {SeatProps} props
 * @param {string} ritual
 * @return {Need[]}
 */
function needsAt({ game, names, seat }, ritual) {
  const crystals = wordsWith(names, 'artifice').filter((w) => isJoker(names, w));
  const standFor = crystals.flatMap((w) => wordsOf(factOf(game, seat, `allotted.${w}`)));
  return needsOf(names, ritual).map(([kind, n]) => ({
    kind, n, have: Number(factOf(game, seat, `allotted.${kind}`) ?? 0),
    jokers: standFor.filter((w) => w === kind).length,
  }));
}

/** @param {SeatProps & {ritual: string, needs: Need[]}} props */
function RingPart({ game, names, seat, ritual, needs }) {
  const { title } = nameOf(names, ritual);
  const left = Number(factOf(game, seat, 'needs') ?? 0);
  const told = needs.map(({ kind, n, have, jokers }) => (jokers
    ? t`${nameOf(names, kind).title} ${have} of ${n}, ${jokers} by a crystal`
    : t`${nameOf(names, kind).title} ${have} of ${n}`));
  return el(
    'div', { class: 'ring-part' },
    h(Ring, { names, needs, left, label: t`${title}: ${told.join('; ')}; ${left} still needed` }),
    el('small', null, title),
  );
}

/**
 * The spells of a player; a tap on a spell shows what it does, and can cast it.
 * @param {SeatProps & {where: 'spells'|'built', title: string}} props
 */
function Held({ game, snapshot, names, actions, seat, where, title }) {
  const all = tally(wordsOf(factOf(game, seat, where)));
  if (all.length === 0) return null;
  const own = seat === game.seats[snapshot.you.seat];
  return el(
    'div', { class: `held its-${where}` },
    el('small', null, title),
    el('ul', null, all.map(([w, n]) => el('li', { key: w }, h(
      Button,
      {
        look: own && game.moves.cast?.[w] ? 'ready' : '', name: `${seat.word}-${where}-${w}`,
        act: () => actions.openCard(w),
      },
      nameOf(names, w).title, n > 1 && el('b', null, ` ×${n}`),
    )))),
  );
}

/**
 * What the player's next turn brings.
 * @param {SeatProps} props
 */
function fateOf({ game, seat }) {
  const skips = Number(factOf(game, seat, 'skips') ?? 0);
  const hexes = plainly(rulesIn(factOf(game, seat, 'hexes'))).map((rule) => t`Next turn: ${lower(rule)}`);
  if (skips <= 0) return hexes;
  return [skips === 1 ? t`Misses the next turn` : t`Misses ${skips} turns`, ...hexes];
}

const OUTER = 79;
const INNER = 56;

/**
 * A ritual circle. Each of its places is a line of the star inside: when the last place is filled the star is complete.
 * @param {{names: Names|null, needs: Need[], left?: number, label?: string}} props
 */
function Ring({ names, needs, left, label }) {
  const spots = needs.flatMap(({ kind, n, have, jokers }) => Array.from({ length: n }, (_, i) => (
    { kind, full: i < have, gem: i < have && i >= have - jokers })));
  const n = spots.length;
  /**
   * @param {number} i
   * @param {number} r
   */
  const at = (i, r) => {
    const a = 2 * Math.PI * i / n;
    return `${(r * Math.sin(a)).toFixed(1)},${(-r * Math.cos(a)).toFixed(1)}`;
  };
  const step = stepOf(n);
  /** @param {boolean} full */
  const lines = (full) =>
    spots.map((x, i) => (x.full === full ? `M${at(i, INNER)}L${at((i + step) % n, INNER)}` : '')).join('');
  const size = Math.max(0.8, Math.min(16, Math.PI * OUTER / n - 1.5));
  return el(
    'svg',
    {
      viewBox: '-100 -100 200 200', class: left === 0 ? 'ring-of whole' : 'ring-of',
      role: label ? 'img' : undefined, 'aria-label': label, 'aria-hidden': label ? undefined : true,
    },
    el('circle', { r: 98, class: 'edge' }), el('circle', { r: INNER, class: 'edge' }),
    el('path', { d: lines(false), class: 'chord' }), el('path', { d: lines(true), class: 'chord lit' }),
    spots.map(({ kind, full, gem }, i) => el(
      'g',
      {
        transform: `translate(${at(i, OUTER)}) scale(${(size / 16).toFixed(2)})`, class: full ? 'spot full' : 'spot',
      },
      el('circle', { r: 15.5, class: 'socket' }),
      full
        ? el('path', { ...shapeOf(names, kind), transform: 'scale(1.15)' })
        : el('path', { ...shapeOf(names, kind), class: 'hollow', transform: 'scale(1.05)' }),
      gem && el(
        'g', { transform: 'translate(9 9) scale(.75)', class: 'gem-mark' }, el('circle', { r: 12 }), el('path', GEM),
      ),
    )),
    left !== undefined && [
      el('circle', { r: 27, class: 'heart' }),
      el('text', { y: 5, class: 'left' }, left || '✓'),
      el('text', { y: 18, class: 'left-word' }, left ? t`to go` : t`whole`),
    ],
  );
}

/**
 * The largest step with which a star of n points can be drawn in one stroke.
 * @param {number} n
 */
function stepOf(n) {
  /**
   * @param {number} a
   * @param {number} b
   * @return {number}
   */
  const gcd = (a, b) => (b ? gcd(b, a % b) : a);
  let k = Math.max(1, Math.ceil(n / 2) - 1);
  while (k > 1 && gcd(n, k) > 1) k--;
  return k;
}
