// @ts-check
// The picture of Sacrilege: altars with their sums in wax, Favours as candles, the Necronomicon and the Graveyard.
import { Button } from '../shared/button.js';
import { Back, Card, number } from '../shared/cards.js';
import { Candle, SeatDot, waxPath } from '../shared/ornaments.js';
import { openSheet } from '../shared/sheet.js';
import { nameOf, wordsOf } from '../shared/store.js';
import { el, h, useEarlier } from '../shared/view.js';
import { many, or, t } from '../shared/lang.js';

/** @import { Picture, TableProps } from './contract.js' */
/** @import { Names, SeatView } from '../../types/protocol' */

export const style = new URL('./sacrilege.css', import.meta.url).href;

export const order = [
  'pray', 'sacrifice', 'invoke', 'draw', 'purge', 'accept', 'choose', 'move', 'take', 'destroy', 'raze', 'swap',
  'raise', 'discard', 'drop', 'give', 'reveal', 'amen', 'done', 'skip', 'end',
];

export const bright = ['pray', 'amen'];

export const clocked = ['amen'];

/** @type {Picture['readings']} */
export const readings = {
  chain: {
    title: t`A reward sacrifices another card`, queue: t`Its reward comes last`, stack: t`Its reward comes first`,
  },
  disrupt: {
    title: t`Green cards during a prayer`, reach: t`Only those that can change the altar`, any: t`All of them`,
  },
  swing: { title: t`An altar that swings from 6 to −6 in a prayer`, yes: t`The ritual succeeds`, no: t`It fails` },
};

/** @type {Picture['phrases']} */
export const phrases = {
  sacrifice: (card, altar) => altar && t`Sacrifice ${card} on ${altar}’s altar`,
  invoke: (card) => card && t`Invoke ${card}`,
  reveal: (card) => card && t`${card} was turned up`,
  move: (card, from, to) => to && t`Move ${card} from ${from} to ${to}`,
  take: (card, from) => from && t`Take ${card} from ${from}`,
  destroy: (card, from) => from && t`Send ${card} of ${from} to the Graveyard`,
  swap: (a, of, b, other) => other && t`Swap ${a} of ${of} with ${b} of ${other}`,
  raise: (card, altar) => card && (altar ? t`Raise ${card} onto ${altar}’s altar` : t`Raise ${card}`),
};

/** @type {Picture['questions']} */
export const questions = {
  sacrifice: [t`Which card?`, t`On whose altar?`],
  invoke: [t`Which card was turned up?`],
  draw: [t`Which card was it?`],
  reveal: [t`Which card was turned up?`],
  drop: [t`Which card was drawn blindly?`],
  discard: [t`Which card goes?`],
  give: [t`Which card is handed over?`],
  move: [t`Which card moves?`, t`From whose altar?`, t`To whose altar?`],
  take: [t`Which card?`, t`From whose altar?`],
  destroy: [t`Which card?`, t`On whose altar?`],
  raze: [t`Whose altar?`],
  swap: [t`Which card?`, t`From whose altar?`, t`For which card?`, t`From whose altar?`],
  raise: [t`Which card from the Graveyard?`, t`Onto whose altar?`],
};

/** Plus is printed black on parchment, minus white on black. @type {Picture['face']} */
export function face({ traits = {} }) {
  const value = Number(traits.value ?? 0);
  const signed = value < 0 ? 'night' : 'day';
  return {
    corner: traits.value, tone: value === 0 ? 'dusk' : signed, edge: traits.green === 'true' ? 'green' : undefined,
  };
}

/**
 * Out of the viewer's turn, or after the turn's own sacrifice, only green cards can be played.
 * @type {Picture['look']}
 */
export function look(offer, { game, names, snapshot }) {
  if (offer.verb !== 'sacrifice' || offer.table || game.ask.open) return {};
  const green = Object.keys(game.moves.sacrifice ?? {}).every((w) => nameOf(names, w).traits?.green === 'true');
  if (!green) return {};
  return { label: t`Green card`, cls: game.turn === snapshot.you.seat ? 'gold.green' : 'plain.green' };
}

/** What the seat whose turn it is may do. @type {Picture['hint']} */
export function hint({ game, snapshot }) {
  if (game.ask.open) return undefined;
  const left = Number(game.facts['actions.left'] ?? 0);
  if (game.turn !== snapshot.you.seat) return hintToOthers(left);
  if (left === 0) return t`Both actions are done. Green cards are free; then end the turn.`;
  const used = wordsOf(game.facts[`${game.seats[game.turn]?.word}.actions`]);
  const free = Object.entries({
    sacrifice: t`sacrifice a card`, invoke: t`invoke the top card`, draw: t`draw`, purge: t`purge your altar`,
  });
  const may = free.filter(([verb]) => !used.includes(verb) && (verb === 'sacrifice' || game.moves[verb]));
  const list = or(may.map(([, words]) => words)) || t`green cards are free`;
  if (left === 1) return t`One more action: ${list}.`;
  return left === 2 ? t`Two different actions: ${list}.` : t`${left} different actions: ${list}.`;
}

/** @param {number} left how many actions */
function hintToOthers(left) {
  if (left === 0) return t`No action is left in this turn.`;
  if (left === 1) return t`One action is left.`;
  return left === 2 ? t`Two actions are left.` : t`${left} actions are left.`;
}

/** What an option of a card is. @type {Picture['optionText']} */
export const optionText = (word, { game }, verb) =>
  (verb === 'choose' ? game.ask.options?.[Number(word) - 1] : undefined);

/** Cards on altars are grouped by altar. @type {Picture['groups']} */
export function groups(verb, words, { game }) {
  if (!['move', 'take', 'destroy', 'swap'].includes(verb)) return null;
  return game.seats.flatMap((x) => {
    const lying = wordsOf(game.facts[`${x.word}.altar`]).filter((w) => words.includes(w));
    return lying.length > 0 ? [[t`On ${x.title}’s altar`, lying]] : [];
  });
}

/** The card whose reward asks the question. @type {Picture['beside']} */
export const beside = ({ game }) => wordsOf(game?.facts['pending.reward']);

/** @type {Picture['timerWords']} */
export function timerWords({ game }) {
  const seat = game?.seats.find((x) => x.word === game.facts.ritual);
  if (!seat) return { title: t`The Dark Ritual`, text: '' };
  const value = number(game?.facts[`${seat.word}.altar.value`] ?? '0');
  return {
    title: t`${seat.title} prays`, text: t`The altar stands at ${value}. Only green cards may disturb it.`,
  };
}

/**
 * Altars, the viewer's own first, then clockwise from the left; and what all share.
 * @param {TableProps} props
 */
export function Table(props) {
  const { game, snapshot: { you } } = props;
  const before = useEarlier(Object.fromEntries(game.seats.map((x) => [x.word, game.facts[`${x.word}.altar`] ?? ''])));
  const own = Math.max(0, you.seat);
  const seats = game.seats.map((_, i) => (own + i) % game.seats.length);
  return [
    el('div', { class: 'altars' }, seats.map((i) => {
      const seat = game.seats[i];
      return seat && h(Altar, { key: seat.word, ...props, i, seat, before: before?.[seat.word] });
    })),
    h(Piles, props),
  ];
}

/**
 * For each word of a list, reports whether it is new: not in the list `before`. Without that list none is new.
 * @param {string[]} words
 * @param {string=} before
 */
function fresh(words, before) {
  const rest = before === undefined ? [...words] : wordsOf(before);
  return words.map((w) => {
    const at = rest.indexOf(w);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

/**
 * @param {Names|null} names
 * @param {string} w
 */
const valueOf = (names, w) => Number(nameOf(names, w).traits?.value ?? 0);

/** @typedef {TableProps & {i: number, seat: SeatView}} SeatProps */

/** @param {SeatProps & {before: string|undefined}} props */
function Altar(props) {
  const { game, snapshot: { you }, names, actions, i, seat, before } = props;
  const words = wordsOf(game.facts[`${seat.word}.altar`])
    .sort((a, b) => valueOf(names, b) - valueOf(names, a) || a.localeCompare(b));
  const news = fresh(words, before);
  const value = game.facts[`${seat.word}.altar.value`] ?? '0';
  const praying = game.facts.ritual === seat.word;
  const cls = ['altar', game.turn === i && 'turn', praying && 'praying', i === you.seat && 'own'];
  return el(
    'section',
    {
      class: cls.filter(Boolean).join(' '), 'data-word': seat.word, style: { '--seat': seat.colour },
      'aria-label': t`${seat.title}’s altar, worth ${number(value)}`,
    },
    el(
      'div', { class: 'altar-head' },
      el(
        'div', { class: 'who' },
        el(
          'h3', null, h(SeatDot, { colour: seat.colour }), seat.title,
          i === you.seat && el('small', null, ' ', t`you`),
        ),
        el('p', { class: 'counts' }, countsOf(props)),
      ),
      h(Favours, { seat, lit: Number(game.facts[`${seat.word}.favours`] ?? 0) }),
      h(Sum, { value, praying }),
    ),
    words.length > 0
      ? el('div', { class: 'cards' }, words.map((word, n) => h(Card, {
        key: `${word}-${n}`, word, deck: { names, face }, name: `${seat.word}-${word}-${n}`,
        look: news[n] ? 'arrive' : '', tap: () => actions.openCard(word),
      })))
      : el('p', { class: 'empty' }, t`nothing lies here`),
  );
}

/** @param {SeatProps} props */
function countsOf({ game, i, seat }) {
  const skips = Number(game.facts[`${seat.word}.skips`] ?? 0);
  const hand = game.facts[`${seat.word}.hand`] ?? '0';
  const left = Number(game.facts['actions.left'] ?? 0);
  return [
    t`${hand} in hand`,
    game.turn === i && game.winner < 0 && many(left, t`${left} action left`, t`${left} actions left`),
    skips > 0 && (skips === 1 ? t`misses a turn` : t`misses ${skips} turns`),
    game.facts.ritual === seat.word && t`prays`,
  ].filter(Boolean).join(' · ');
}

/** @param {{seat: SeatView, lit: number}} props */
const Favours = ({ seat, lit }) =>
  el(
    'div', { class: 'favours', role: 'img', 'aria-label': t`${seat.title} has ${lit} of 3 Favours` },
    [0, 1, 2].map((n) => h(Candle, { lit: n < lit })),
  );

/**
 * What the cards on an altar are worth together, in wax.
 * @param {{value: string, praying: boolean}} props
 */
function Sum({ value, praying }) {
  const ripe = Math.abs(Number(value)) === 6;
  const label = ripe ? t`worth ${number(value)}, ripe for a ritual` : t`worth ${number(value)}`;
  return el(
    'div', { class: ripe || praying ? 'sum ripe' : 'sum', role: 'img', 'aria-label': label },
    el(
      'svg', { viewBox: '-58 -58 116 116', 'aria-hidden': true },
      el('path', { d: waxPath(), class: 'wax-body' }), el('circle', { r: 36, class: 'wax-ring' }),
    ),
    el('span', { 'aria-hidden': true }, number(value)),
  );
}

/** @param {TableProps} props */
function Piles({ game, names, actions }) {
  const deck = game.facts.deck ?? '0';
  const left = game.facts.favours ?? '0';
  const grave = wordsOf(game.facts.grave)
    .sort((a, b) => valueOf(names, a) - valueOf(names, b) || a.localeCompare(b));
  return el(
    'div', { class: 'piles' },
    el(
      'figure', null,
      h(Back, { count: deck, label: many(deck, t`Necronomicon, ${deck} card`, t`Necronomicon, ${deck} cards`) }),
      el('figcaption', null, t`Necronomicon`),
    ),
    el(
      'figure', null,
      grave.length > 0
        ? h(Grave, { cards: grave, names, open: actions.openCard })
        : el('div', { class: 'card vacant', 'data-size': 's' }),
      el('figcaption', null, t`Graveyard`),
    ),
    el(
      'figure', null,
      el(
        'div',
        { class: 'supply', role: 'img', 'aria-label': many(left, t`${left} Favour left`, t`${left} Favours left`) },
        h(Candle, { lit: true }), el('span', { class: 'tally' }, left),
      ),
      el('figcaption', null, t`Favours left`),
    ),
  );
}

/** @param {{cards: string[], names: Names|null, open: (word: string) => void}} props */
function Grave({ cards, names, open }) {
  const deck = { names, face };
  const n = cards.length;
  const look = () => openSheet({
    title: t`The Graveyard`,
    kind: 'builder',
    view: () => [
      el('p', { class: 'quiet' }, t`Its order means nothing to the rules.`),
      el('div', { class: 'cards' }, cards.map((word) => h(Card, { word, deck, size: 'm', tap: () => open(word) }))),
    ],
  });
  return el(
    'div', { class: 'heap' },
    cards.slice(-3).map((word) => h(Card, { word, deck })),
    h(
      Button,
      {
        look: 'heap-open', name: 'grave', act: look,
        label: many(n, t`Graveyard, ${n} card: look through`, t`Graveyard, ${n} cards: look through`),
      },
      el('span', { class: 'tally' }, n),
    ),
  );
}
