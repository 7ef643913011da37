// @ts-check
// The Sanctuaries of Pantacle.
import { Back, Card } from '../shared/cards.js';
import { starPath } from '../shared/sigil.js';
import { factOf, nameOf, wordsOf } from '../shared/store.js';
import { el, h } from '../shared/view.js';
import { and, many, t } from '../shared/lang.js';
import { Adept, Cube, Dot, FLAME, HoundHead, thin } from './pantacle-pieces.js';
import { BENEFITS, DISCS, cubes } from './pantacle-words.js';

/** @import { Deck } from '../shared/cards.js' */
/** @import { ComponentChildren } from '../../types/vendor/preact' */
/** @import { TableProps } from './contract.js' */
/** @import { SeatView } from '../../types/protocol' */

/** @typedef {TableProps & {deck: Deck, seat: SeatView}} SeatProps */

/** @param {SeatProps} props */
export function Sanctuary(props) {
  const { game, snapshot: { you }, seat } = props;
  const own = seat === game.seats[you.seat];
  const [hand = '0', limit = '3'] = [factOf(game, seat, 'hand'), factOf(game, seat, 'limit')];
  const cls = ['sanctuary', seat === game.seats[game.turn] && 'turn', own && 'own'].filter(Boolean).join(' ');
  return el(
    'section', { class: cls, 'data-word': seat.word, 'aria-label': t`${seat.title}’s Sanctuary` },
    el(
      'div', { class: 'sanctuary-head' },
      el('h3', null, h(Dot, { seats: game.seats, seat }), seat.title, own && el('small', null, ' ', t`you`)),
      el('p', null, many(
        hand, t`${hand} blade in hand, refilled to ${limit}`, t`${hand} blades in hand, refilled to ${limit}`,
      )),
    ),
    h(Goods, props),
    h(Powers, props),
    // Some curses raise the cost: their cards say so.
    (own || you.seat < 0) && el('p', { class: 'cost' }, t`A Sacrifice: 3 Adepts or 3 Powers`),
    h(Curses, props),
  );
}

/** @param {SeatProps} props */
function Goods({ game, seat }) {
  const flames = wordsOf(factOf(game, seat, 'flames')).length;
  return el(
    'div', { class: 'goods' },
    h(Good, { n: factOf(game, seat, 'influence'), name: t`cubes` }, h(Cube, {})),
    h(
      Good,
      {
        n: factOf(game, seat, 'adepts'), name: t`Adepts`, note: t`next: ${cubes(factOf(game, seat, 'price') ?? 0)}`,
      },
      h(Adept, {}),
    ),
    el(
      'div', { class: 'good' },
      h(Discs, { left: wordsOf(factOf(game, seat, 'discs')), colour: seat.colour }),
      el('small', null, many(flames, t`${flames} of 5 burns`, t`${flames} of 5 burn`)),
    ),
    h(Resolve, { step: Number(factOf(game, seat, 'resolve') ?? 0) }),
  );
}

/** @param {{n?: string, name: string, note?: string, children?: ComponentChildren}} props `children`: its picture */
const Good = ({ n = '0', name, note, children }) =>
  el(
    'div', { class: 'good' },
    el('span', { class: 'number' }, children, el('b', null, n)),
    el('small', null, name, note && el('span', null, note)),
  );

/**
 * The pentagram of a Sanctuary: only the top disc is not cursed; the others have thorns.
 * @param {{left: string[], colour: string}} props
 */
function Discs({ left, colour }) {
  const told = and(left.map((w) => DISCS[w]?.[1] ?? w));
  return el(
    'svg',
    {
      viewBox: '-30 -30 60 60', class: 'discs', role: 'img', style: { '--seat': colour },
      'aria-label': left.length > 0 ? t`Discs left: ${told}` : t`Discs left: none`,
    },
    el('path', { d: starPath(5, 2, 20), ...thin, 'stroke-width': 0.8 }),
    el('circle', { r: 20, ...thin, 'stroke-width': 0.5 }),
    Object.keys(DISCS).map((w, i) => {
      const a = i * 2 * Math.PI / 5;
      const transform = `translate(${(20 * Math.sin(a)).toFixed(1)} ${(-20 * Math.cos(a)).toFixed(1)})`;
      if (!left.includes(w)) return el('circle', { r: 4.5, class: 'gone', transform });
      return el('g', { transform }, w === 'top' ? topDisc() : cursedDisc());
    }),
  );
}

const topDisc = () => [
  el('circle', { r: 8, class: 'disc' }),
  el('path', { d: FLAME, class: 'disc-mark', transform: 'translate(-.5 5.500) scale(.4)' }),
];

const cursedDisc = () => [
  el('path', { d: starPath(9, 3, 9.5), class: 'disc' }),
  el('path', { d: 'M-3.200-3.200L3.200 3.200M3.200-3.200L-3.200 3.200', class: 'cross' }),
];

/**
 * The Resolve track.
 * @param {{step: number}} props
 */
function Resolve({ step }) {
  const hound = step === 2;
  return el(
    'div', { class: 'good' },
    el(
      'span',
      {
        class: 'resolve', role: 'img',
        'aria-label': hound ? t`Resolve ${step}: counts as a Hound` : t`Resolve ${step} of 2`,
      },
      [0, 1, 2].map((i) => el('span', { class: i === step ? 'here' : '' }, i === 2 ? h(HoundHead, {}) : i)),
    ),
    el('small', null, t`Resolve`, el('span', null, hound ? t`a Hound` : t`step ${step}`)),
  );
}

/** @param {SeatProps} props */
function Powers({ game, names, seat }) {
  const held = wordsOf(factOf(game, seat, 'powers'));
  if (held.length === 0) return el('p', { class: 'none' }, t`No Power`);
  const places = Math.max(held.length, Number(game.options?.['powers-limit'] ?? 4));
  const due = held.length >= 3;
  return el(
    'ol',
    {
      class: 'powers',
      style: { '--n': places > 4 ? 3 : places }, // five in one row would be too narrow for their names
      'aria-label': due
        ? t`Powers, the oldest first; the first three go at a Sacrifice`
        : t`Powers, the oldest first`,
    },
    Array.from({ length: places }, (_, i) => {
      const power = held[i];
      return el(
        'li', { class: `${power ? 'held' : 'free'}${due && i < 3 ? ' due' : ''}` },
        power
          ? [el('span', null, nameOf(names, power).title), el('span', { class: 'sr' }, `: ${BENEFITS[power]}`)]
          : el('span', { class: 'sr' }, t`free`),
      );
    }),
  );
}

/** @param {SeatProps} props */
function Curses({ game, names, actions, deck, seat }) {
  const open = wordsOf(factOf(game, seat, 'curses'));
  const down = factOf(game, seat, 'flipped');
  if (open.length === 0 && !down) return null;
  const loads = loadsOf(down ? [...open, down] : open, factOf(game, seat, 'load'));
  const title = nameOf(names, down ?? '').title;
  return el(
    'ul', { class: 'curses', 'aria-label': t`Curses` },
    open.map((word, i) => {
      const name = `${seat.word}-${word}-${i}`;
      return el(
        'li', { key: name }, h(Card, { word, deck, name, tap: () => actions.openCard(word) }),
        h(Load, { load: loads[i] }),
      );
    }),
    down && el(
      'li', { class: 'down' },
      h(Back, {
        name: `${seat.word}-down`, label: t`${title}, face down under Protection`, tap: () => actions.openCard(down),
      }),
      el('small', null, title), h(Load, { load: loads[open.length] }),
    ),
  );
}

/**
 * What lies on each curse: its word, cubes, Adepts. Copies of one kind each have a load of their own, in a fixed order.
 * @param {string[]} curses
 * @param {string|undefined} fact
 */
function loadsOf(curses, fact) {
  const rest = wordsOf(fact);
  return curses.map((w) => (rest.includes(w) ? rest.splice(rest.indexOf(w), 3) : undefined));
}

/** @param {{load: string[]|undefined}} props */
function Load({ load }) {
  if (!load) return null;
  const [, cubesOn = '0', adeptsOn = '0'] = load;
  return el(
    'span', { class: 'load' },
    cubesOn !== '0' && [
      h(Cube, {}), el('b', null, cubesOn),
      el('span', { class: 'sr' }, ' ', many(cubesOn, t`cube lies on it`, t`cubes lie on it`)),
    ],
    adeptsOn !== '0' && [
      h(Adept, {}), el('b', null, adeptsOn),
      el('span', { class: 'sr' }, ' ', many(adeptsOn, t`Adept lies on it`, t`Adepts lie on it`)),
    ],
  );
}
