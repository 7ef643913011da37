// The picture of Sacrilege: altars with their sums in wax, Favours as candles, the Necronomicon and the Graveyard.
import { h, s, draw } from '../dom.js';
import { nameOf, wordsOf } from '../store.js';
import { number } from '../cards.js';
import { back, candle, card, seatDot } from '../made.js';
import { waxPath } from '../ornaments.js';
import { openSheet } from '../sheet.js';
import { many, or, t } from '../lang.js';

export const style = new URL('./sacrilege.css', import.meta.url).href;

/** The order in which verbs are offered: those of most turns first. */
export const order = ['pray', 'sacrifice', 'invoke', 'draw', 'purge', 'accept', 'choose', 'move', 'take', 'destroy', 'raze', 'swap', 'raise', 'discard', 'drop', 'give', 'reveal', 'amen', 'done', 'skip', 'end'];

/** The verbs that light a candle. */
export const bright = ['pray', 'amen'];

/** Moves that the clock makes by itself. */
export const clocked = ['amen'];

/** The rule variants that a table may choose, in words. */
export const readings = {
  chain: { title: t`A reward sacrifices another card`, queue: t`Its reward comes last`, stack: t`Its reward comes first` },
  disrupt: { title: t`Green cards during a prayer`, reach: t`Only those that can change the altar`, any: t`All of them` },
  swing: { title: t`An altar that swings from 6 to −6 in a prayer`, yes: t`The ritual succeeds`, no: t`It fails` },
};

/** A move in words, before it is made. */
export const phrases = {
  sacrifice: (card, altar) => altar && t`Sacrifice ${card} on ${altar}’s altar`,
  invoke: (card) => card && t`Invoke ${card}`,
  reveal: (card) => card && t`${card} was turned up`,
  move: (card, from, to) => to && t`Move ${card} from ${from} to ${to}`,
  take: (card, from) => from && t`Take ${card} from ${from}`,
  destroy: (card, from) => from && t`Send ${card} of ${from} to the Graveyard`,
  swap: (a, of, b, with_) => with_ && t`Swap ${a} of ${of} with ${b} of ${with_}`,
  raise: (card, altar) => card && (altar ? t`Raise ${card} onto ${altar}’s altar` : t`Raise ${card}`),
};

/** The question for each argument of a verb. */
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

/**
 * What a card looks like: minus is printed white on black, plus black on parchment.
 * @param {Object} view
 */
export function face({ traits = {} }) {
  const value = Number(traits.value ?? 0);
  return { corner: traits.value, tone: value < 0 ? 'night' : value > 0 ? 'day' : 'dusk', edge: traits.green === 'true' ? 'green' : undefined };
}

/**
 * The look of a move's button: out of the viewer's turn, or after the turn's own sacrifice, only green cards can be played.
 * @param {{verb: string, table: boolean}} offer
 * @param {Object} ctx
 */
export function look(offer, { game, names, snapshot }) {
  if (offer.verb !== 'sacrifice' || offer.table || game.ask.open) return {};
  const green = Object.keys(game.moves.sacrifice ?? {}).every((w) => nameOf(names, w).traits?.green === 'true');
  return green ? { label: t`Green card`, cls: game.turn === snapshot.you.seat ? 'gold.green' : 'plain.green' } : {};
}

/**
 * What the seat whose turn it is may do.
 * @param {Object} ctx
 */
export function hint({ game, snapshot }) {
  if (game.ask.open) return undefined;
  const left = Number(game.facts['actions.left'] ?? 0);
  const own = game.turn === snapshot.you.seat;
  if (left === 0) return own ? t`Both actions are done. Green cards are free; then end the turn.` : t`No action is left in this turn.`;
  if (!own) return left === 1 ? t`One action is left.` : left === 2 ? t`Two actions are left.` : t`${left} actions are left.`;
  const used = wordsOf(game.facts[`${game.seats[game.turn].word}.actions`]);
  const free = [['sacrifice', t`sacrifice a card`], ['invoke', t`invoke the top card`], ['draw', t`draw`], ['purge', t`purge your altar`]];
  const may = free.filter(([verb]) => !used.includes(verb) && (verb === 'sacrifice' || game.moves[verb])).map(([, words]) => words);
  const list = or(may) || t`green cards are free`;
  return left === 1 ? t`One more action: ${list}.` : left === 2 ? t`Two different actions: ${list}.` : t`${left} different actions: ${list}.`;
}

const NTH = [t`The first way`, t`The second way`, t`The third way`, t`The fourth way`, t`The fifth way`, t`The sixth way`, t`The seventh way`, t`The eighth way`, t`The ninth way`];

// The words before and between the options in a card's text, in the languages of the cards.
const BEFORE = /^(?:either|au choix\s*:)\s+/i;
const BETWEEN = [/,?\s+or\s+/i, /\s*[,;]\s+(?:ou\s+)?|\s+ou\s+/i];

/**
 * The words of one of the options of a card, if the card's text can be divided into options: “Either this, or that.”
 * @param {string} word the number of the option
 * @param {Object} ctx
 */
export function optionText(word, { game, names }) {
  const tree = game.moves.choose ?? {};
  const card = wordsOf(game.facts['pending.reward'])[0];
  if (!/^[1-9]$/.test(word) || !card || !tree[word]) return undefined;
  const told = nameOf(names, card).text?.replace(BEFORE, '').replace(/\.\s*$/, '') ?? '';
  const text = BETWEEN.map((by) => told.split(by)).find((ways) => ways.length === Object.keys(tree).length)?.[Number(word) - 1];
  return text ? text.charAt(0).toUpperCase() + text.slice(1) : NTH[Number(word) - 1];
}

/**
 * Cards on altars are grouped by altar.
 * @param {string} verb
 * @param {Array<string>} words
 * @param {Object} ctx
 */
export function groups(verb, words, { game }) {
  if (!['move', 'take', 'destroy', 'swap'].includes(verb)) return null;
  return game.seats.map((x) => [t`On ${x.title}’s altar`, wordsOf(game.facts[`${x.word}.altar`]).filter((w) => words.includes(w))]).filter(([, list]) => list.length > 0);
}

/** The card whose reward asks the question. */
export const beside = ({ game }) => wordsOf(game.facts['pending.reward']);

/** The text beside the clock. */
export function timerWords({ game }) {
  const seat = game.seats.find((x) => x.word === game.facts.ritual);
  if (!seat) return { title: t`The Dark Ritual`, text: '' };
  return { title: t`${seat.title} prays`, text: t`The altar stands at ${number(game.facts[`${seat.word}.altar.value`] ?? '0')}. Only green cards may disturb it.` };
}

const lay = new WeakMap(); // the cards on the altars at their last drawing

/**
 * Draws the table.
 * @param {HTMLElement} root
 * @param {Object} snapshot
 * @param {Object} names
 * @param {Object} actions
 */
export function render(root, snapshot, names, actions) {
  const { game, you } = snapshot;
  const mayPray = Boolean(game.moves?.pray);
  draw(root, [game.facts, game.seats, game.turn, game.winner, you.seat, mayPray, Boolean(names)], () => {
    const before = lay.get(root);
    const own = Math.max(0, you.seat);
    // The viewer's own altar first, then clockwise from the left.
    const seats = game.seats.map((_, i) => (own + i) % game.seats.length);
    const view = [h('div.altars', null, seats.map((i) => altar(snapshot, names, actions, i, before?.get(game.seats[i].word)))), piles(game, names, actions)];
    lay.set(root, new Map(game.seats.map((x) => [x.word, wordsOf(game.facts[`${x.word}.altar`])])));
    return view;
  });
}

const fresh = (words, before) => {
  const rest = [...(before ?? words)];
  return words.map((w) => {
    const at = rest.indexOf(w);
    if (at >= 0) rest.splice(at, 1);
    return before && at < 0;
  });
};

const valueOf = (names, w) => Number(nameOf(names, w).traits?.value ?? 0);

function altar({ game, you }, names, actions, i, before) {
  const seat = game.seats[i];
  const fact = (name) => game.facts[`${seat.word}.${name}`];
  const words = wordsOf(fact('altar')).sort((a, b) => valueOf(names, b) - valueOf(names, a) || a.localeCompare(b));
  const news = fresh(words, before);
  const value = fact('altar.value') ?? '0';
  const ripe = Math.abs(Number(value)) === 6;
  const praying = game.facts.ritual === seat.word;
  const cls = ['altar', game.turn === i && 'turn', praying && 'praying', i === you.seat && 'own'].filter(Boolean).join(' ');
  return h(
    'section', { class: cls, 'data-word': seat.word, '--seat': seat.colour, 'aria-label': t`${seat.title}’s altar, worth ${number(value)}` },
    h('div.altar-head', null,
      h('div.who', null,
        h('h3', null, seatDot(seat.colour), seat.title, i === you.seat && h('small', null, ' ', t`you`)),
        h('p.counts', null, state(game, seat, i, praying))),
      candles(Number(fact('favours') ?? 0), seat),
      sum(value, ripe, praying)),
    words.length > 0
      ? h('div.cards', null, words.map((w, n) => card(w, { names, face }, { key: `${seat.word}-${w}-${n}`, cls: news[n] ? 'arrive' : '', tap: () => actions.openCard(w) })))
      : h('p.empty', null, t`nothing lies here`),
  );
}

function state(game, seat, i, praying) {
  const skips = Number(game.facts[`${seat.word}.skips`] ?? 0);
  const hand = game.facts[`${seat.word}.hand`] ?? '0';
  const left = Number(game.facts['actions.left'] ?? 0);
  return [
    t`${hand} in hand`,
    game.turn === i && game.winner < 0 && many(left, t`${left} action left`, t`${left} actions left`),
    skips > 0 && (skips === 1 ? t`misses a turn` : t`misses ${skips} turns`),
    praying && t`prays`,
  ].filter(Boolean).join(' · ');
}

function candles(lit, seat) {
  return h('div.favours', { role: 'img', 'aria-label': t`${seat.title} has ${lit} of 3 Favours` }, [0, 1, 2].map((n) => candle(n < lit)));
}

function sum(value, ripe, praying) {
  return h(
    'div.sum', { class: ripe || praying ? 'sum ripe' : 'sum', role: 'img', 'aria-label': ripe ? t`worth ${number(value)}, ripe for a ritual` : t`worth ${number(value)}` },
    s('svg', { viewBox: '-58 -58 116 116', 'aria-hidden': 'true' }, s('path', { d: waxPath(), class: 'wax-body' }), s('circle', { r: 36, class: 'wax-ring' })),
    h('span', { 'aria-hidden': 'true' }, number(value)),
  );
}

function piles(game, names, actions) {
  const deck = game.facts.deck ?? '0';
  const grave = wordsOf(game.facts.grave).sort((a, b) => valueOf(names, a) - valueOf(names, b) || a.localeCompare(b));
  const open = () =>
    openSheet({
      title: t`The Graveyard`,
      kind: 'builder',
      build: (body) => body.append(h('p.quiet', null, t`Its order means nothing to the rules.`), h('div.cards', null, grave.map((w) => card(w, { names, face }, { size: 'm', tap: () => actions.openCard(w) })))),
    });
  return h(
    'div.piles', null,
    h('figure', null, back({ count: deck, label: many(deck, t`Necronomicon, ${deck} card`, t`Necronomicon, ${deck} cards`) }), h('figcaption', null, t`Necronomicon`)),
    h('figure', null,
      grave.length > 0
        ? h('div.heap', null, grave.slice(-3).map((w) => card(w, { names, face })), h('button.heap-open', { type: 'button', key: 'grave', onclick: open, 'aria-label': many(grave.length, t`Graveyard, ${grave.length} card: look through`, t`Graveyard, ${grave.length} cards: look through`) }, h('span.tally', null, String(grave.length))))
        : h('div.card.vacant', { 'data-size': 's' }),
      h('figcaption', null, t`Graveyard`)),
    h('figure', null, h('div.supply', { role: 'img', 'aria-label': many(game.facts.favours ?? 0, t`${game.facts.favours ?? 0} Favour left`, t`${game.facts.favours ?? 0} Favours left`) }, candle(true), h('span.tally', null, game.facts.favours ?? '0')), h('figcaption', null, t`Favours left`)),
  );
}
