// @ts-check
// The Oracle's goods, the bag of adventurers, and the hours of the players.
import { Button } from '../shared/button.js';
import { SeatDot } from '../shared/ornaments.js';
import { wordsOf } from '../shared/store.js';
import { capital } from '../shared/words.js';
import { el, h, useRef } from '../shared/view.js';
import { and, many, t } from '../shared/lang.js';
import { Glyph, Good, Sign } from './oracle-signs.js';
import { coloursOf, goodText, lower, minus, Part, Said, title, traits } from './oracle-table.js';

/** @import { SeatView } from '../../types/protocol' */
/** @import { PartProps } from './oracle-table.js' */

// The goods

/** @param {PartProps} props */
export function Shelf({ ctx }) {
  const { facts, moves } = ctx;
  const note = moves.sell ? t`tap what is sold` : moves.good ? t`tap what is taken` : t`hollow: in the supply`;
  return h(
    Part, { ctx, of: 'shelf', name: t`Goods`, note },
    el('ul', { class: 'stall' }, coloursOf(facts, 'supply.charms.').map((colour) => el(
      'li', { key: colour },
      el('small', null, title(ctx, colour)),
      h(Stand, { ctx, kind: 'charm', colour }), h(Stand, { ctx, kind: 'talisman', colour }),
    ))),
    h(Prices, { ctx }),
  );
}

/**
 * The goods of a kind and colour. What is sold is chosen first, then its price.
 * @param {PartProps & {kind: string, colour: string}} props
 */
function Stand({ ctx, kind, colour }) {
  const { facts, own, moves, play, chosen, pick } = ctx;
  const have = Number(own(`${kind}s.${colour}`) ?? 0);
  const left = Number(facts[`supply.${kind}s.${colour}`] ?? 0);
  const text = capital(goodText(ctx, kind, colour));
  const inner = [
    Array.from({ length: have + left }, (_, i) => h(Good, { kind, colour, look: i < have ? '' : 'away' })),
    h(Said, { text: t`${text}: ${have} on the stall, ${left} in the supply` }),
  ];
  if (moves.good?.[colour] && facts.ask?.replace('good ', '') === kind) {
    return h(Button, { look: 'stand', name: `good-${colour}`, act: () => play('good', [colour]) }, inner);
  }
  if (!moves.sell?.[kind]?.[colour]) return el('span', { class: 'stand' }, inner);
  const what = `${kind} ${colour}`;
  return h(
    Button,
    { look: 'stand', name: `sell-${kind}-${colour}`, pressed: chosen('good') === what, act: () => pick('good', what) },
    inner,
  );
}

/** @param {PartProps} props */
function Prices({ ctx }) {
  const { moves, play, chosen } = ctx;
  const [kind = '', colour = ''] = chosen('good').split(' ');
  const prices = Object.keys(moves.sell?.[kind]?.[colour] ?? {}).sort((a, b) => Number(a) - Number(b));
  if (prices.length === 0) return null;
  return el(
    'div', { class: 'prices', role: 'group', 'aria-label': t`For how much gold?` },
    el(
      'p', null, h(Good, { kind, colour }), t`${capital(goodText(ctx, kind, colour))}: sold for how much gold?`,
    ),
    prices.map((n) => h(
      Button, { key: n, look: 'gold', name: `price-${n}`, act: () => play('sell', [kind, colour, n]) },
      n, h(Said, { text: t`gold` }),
    )),
  );
}

// The bag

/**
 * The bag. Two adventurers that are drawn at once are told by two taps.
 * @param {PartProps} props
 */
export function Bag({ ctx }) {
  const { facts, table, play, pick, chosen, kind } = ctx;
  const tree = table.adventurer ?? {};
  const pair = Object.values(tree).some((second) => Object.keys(second).some(Boolean));
  const two = pair && (kind === 'pair' || (kind !== 'single' && facts.ask === 'adventurers 2'));
  const one = two ? chosen('pair') : '';
  /** @param {string} c */
  const draw = (c) => (two && !one ? pick('pair', c) : play('adventurer', one ? [one, c] : [c], true));
  return h(
    Part, { ctx, of: 'bag', name: t`The bag`, note: Object.keys(tree).length > 0 && t`tap who is drawn` },
    pair && el(
      'div', { class: 'toggle', role: 'group', 'aria-label': t`How many are drawn at once` },
      h(Button, { look: '', name: 'pair-false', pressed: !two, act: () => pick('single', '') }, t`One`),
      h(Button, { look: '', name: 'pair-true', pressed: two, act: () => pick('pair', '') }, t`Two at once`),
    ),
    el('ul', { class: 'drawn' }, coloursOf(facts, 'bag.').map((c) => {
      const inner = [
        h(Sign, { of: c }), el('span', { class: 'sr' }, t`${title(ctx, c)}, in the bag:`),
        el('b', null, facts[`bag.${c}`]), el('small', null, ' ', t`${facts[`out.${c}`]} out`),
      ];
      const may = one ? tree[one]?.[c] : tree[c];
      return el('li', { key: c }, may
        ? h(Button, { look: '', name: `bag-${c}`, pressed: two ? one === c : undefined, act: () => draw(c) }, inner)
        : el('span', null, inner));
    })),
    one && el(
      'div', { class: 'answers' },
      el('p', null, t`${title(ctx, one)} and …`),
      h(Button, { name: 'only', act: () => play('adventurer', [one], true) }, t`Only ${lower(title(ctx, one))}`),
    ),
  );
}

// The hours

/** What comes at a marked hour. @type {{[mark: string]: string}} */
const MARKS = { adventurer: t`an adventurer`, pair: t`two adventurers`, corruption: t`a Corruption card` };

/** @param {{mark: string|undefined}} props */
const Mark = ({ mark }) => [
  (mark === 'adventurer' || mark === 'pair') && h(Glyph, { of: 'adventurers' }),
  mark === 'pair' && h(Glyph, { of: 'adventurers' }),
  mark === 'corruption' && h(Glyph, { of: 'corruption', look: 'ill' }),
];

/** @param {PartProps} props */
export function Clock({ ctx }) {
  const { game, names, facts } = ctx;
  const { hours = '12', marks = '' } = traits(names, 'clock');
  const ended = ['scoring', 'over'].includes(facts.phase ?? '');
  const { deck = '0' } = facts;
  const discarded = wordsOf(facts['discard.seen']);
  return h(
    Part,
    {
      ctx, of: 'clock', look: 'hours-part', name: ended ? t`Final gold` : t`The clock`,
      note: many(deck, t`${deck} Corruption card left`, t`${deck} Corruption cards left`),
    },
    !ended && h(Hours, { ctx, hours: Number(hours), marks: marks ? marks.split(', ').map((m) => m.split(' ')) : [] }),
    el('ul', { class: 'seats-of' }, game.seats.map((seat) => h(Player, { key: seat.word, ctx, seat, hours, ended }))),
    discarded.length > 0
      && el('p', { class: 'quiet' }, t`Discarded Corruption: ${and(discarded.map((w) => title(ctx, w)))}`),
  );
}

/**
 * The shortest beginning of a name that no other player has: it distinguishes the seats without their colours.
 * @param {SeatView[]} seats
 * @param {SeatView} seat
 */
function letters(seats, seat) {
  let n = 1;
  while (n < 3 && seats.some((y) => y !== seat && y.title.slice(0, n) === seat.title.slice(0, n))) n++;
  return seat.title.slice(0, n);
}

/**
 * The clock, with its marks and the pieces of the players.
 * @param {PartProps & {hours: number, marks: string[][]}} props `marks` are hours, and what comes then
 */
function Hours({ ctx: { game, facts }, hours, marks }) {
  const told = marks.map(([hour, mark = '']) => t`Hour ${hour}: ${MARKS[mark] ?? mark}`).join('. ');
  return el(
    'div', { class: 'hours', role: 'img', 'aria-label': t`The clock. ${told}.` },
    Array.from({ length: hours + 1 }, (_, i) => el(
      'div', null,
      el('span', { class: 'at' }, marks.map(([hour, mark]) => Number(hour) === i && h(Mark, { mark }))),
      el('b', null, i),
      game.seats.filter(({ word }) => Number(facts[`${word}.hours`] ?? 0) === i).map((seat) =>
        el('span', { class: 'piece', style: { '--seat': seat.colour } }, letters(game.seats, seat))),
    )),
  );
}

/** @param {PartProps & {seat: SeatView, hours: string, ended: boolean}} props */
function Player({ ctx, seat, hours, ended }) {
  const { facts, table, play } = ctx;
  const { word } = seat;
  const total = facts[`${word}.total`];
  const cards = facts[`${word}.corruption`] ?? '0';
  const counts = [
    total && t`${minus(total)} gold at the end`,
    !ended && t`${Number(facts[`${word}.hours`] ?? 0)} of ${hours} h`,
    many(cards, t`${cards} Corruption card`, t`${cards} Corruption cards`),
  ];
  return el(
    'li', { 'data-word': word, class: word === facts.turn && facts.phase !== 'over' ? 'turn' : '' },
    el(
      'p', null, h(SeatDot, { colour: seat.colour }), el('b', null, seat.title),
      word === facts.oracle && el('small', null, t`the Oracle`),
    ),
    el('p', { class: 'quiet' }, counts.filter(Boolean).join(' · ')),
    table.corruption?.[word] && h(
      Button, { name: `corruption-${word}`, act: () => play('corruption', [word], true) },
      h(Glyph, { of: 'corruption', look: 'ill' }), '+1', h(Said, { text: t`Corruption card for ${seat.title}` }),
    ),
    table.total?.[word] && h(Total, { ctx, seat }),
  );
}

/**
 * Takes the final gold of a player.
 * @param {PartProps & {seat: SeatView}} props
 */
function Total({ ctx: { table, play }, seat: { word, title: name } }) {
  const box = useRef(/** @type {HTMLInputElement|null} */ (null));
  const most = Math.max(...Object.keys(table.total?.[word] ?? {}).map(Number));
  /** @param {Event} e */
  const send = (e) => {
    e.preventDefault();
    const n = box.current?.valueAsNumber;
    if (Number.isInteger(n)) play('total', [word, String(n)], true);
  };
  return el(
    'form', { class: 'total', onSubmit: send },
    el('input', {
      type: 'number', name: 'gold', 'data-key': `gold-${word}`, inputMode: 'numeric', min: 0, max: most, required: true,
      'aria-label': t`Final gold of ${name}`, ref: box,
    }),
    el('button', { class: 'gold', type: 'submit' }, t`Tell`),
  );
}
