// @ts-check
// The picture of a table for a game that has no picture of its own. It needs the game's names and facts only.
import { Card, number, plainFace } from './cards.js';
import { nameOf, wordsOf } from './store.js';
import { SeatDot } from './ornaments.js';
import { el, h } from './view.js';
import { t } from './lang.js';

/** @import { Actions } from './context.js' */
/** @import { TableProps } from '../games/contract.js' */
/** @import { CountView, Names } from '../../types/protocol' */

/** @typedef {[name: string, value: string|undefined]} Fact */

const OWN = new Set(['turn', 'over', 'winner']); // facts that the page shows elsewhere

/**
 * @param {Map<string, string>} facts
 * @param {string} path
 */
function take(facts, path) {
  const value = facts.get(path);
  facts.delete(path);
  return value;
}

/**
 * The value of a count. A list is counted, and stays among the facts to be shown.
 * @param {Map<string, string>} facts
 * @param {CountView} count
 * @param {string} path
 * @return {Fact}
 */
const countOf = (facts, { label, list }, path) =>
  [label, list ? String(wordsOf(facts.get(path)).length) : take(facts, path)];

/**
 * What stands above a fact: the label of a list that is counted, too, otherwise its path.
 * @param {CountView[]} counts
 * @param {string} path
 */
const headingOf = (counts, path) => counts.find((c) => c.list && c.fact === path)?.label ?? path;

/**
 * The facts of a seat: its counts, and the others, by the part of their path after the seat. They are taken out.
 * @param {Map<string, string>} facts
 * @param {string} seat
 * @param {CountView[]} counts
 * @return {{counts: Fact[], rest: Fact[]}}
 */
function factsOf(facts, seat, counts) {
  const counted = counts.map((c) => countOf(facts, c, `${seat}.${c.fact}`));
  take(facts, `${seat}.hand.seen`);
  const paths = [...facts.keys()].filter((path) => path.startsWith(`${seat}.`));
  const rest = paths.map((path) => /** @type {Fact} */ (
    [headingOf(counts, path.slice(seat.length + 1)), take(facts, path)]));
  return { counts: counted, rest };
}

/**
 * For each seat its counts and the cards in front of it, then what all share.
 * @param {TableProps} props
 */
export function AllFacts({ game, names, actions }) {
  const facts = new Map(Object.entries(game.facts).filter(([path]) => !OWN.has(path)));
  const seats = game.seats.map((seat, i) => {
    const turn = game.turn === i;
    return el(
      'section', { class: turn ? 'leaf plain-seat turn' : 'leaf plain-seat', style: { '--seat': seat.colour } },
      el('h3', null, h(SeatDot, { colour: seat.colour }), seat.title, turn && el('small', null, ' ', t`has the turn`)),
      h(Facts, { ...factsOf(facts, seat.word, names?.counts ?? []), names, actions }),
    );
  });
  const shared = (names?.shared ?? []).map((c) => countOf(facts, c, c.fact));
  const rest = [...facts].map(([path, v]) => /** @type {Fact} */ ([headingOf(names?.shared ?? [], path), v]));
  return [
    el('div', { class: 'plain-seats' }, seats),
    el(
      'section', { class: 'leaf' },
      el('h3', null, t`The table`), h(Facts, { counts: shared, rest, names, actions }),
    ),
  ];
}

/**
 * Facts that list cards are drawn as cards, the others as a list of words.
 * @param {{counts: Fact[], rest: Fact[], names: Names|null, actions: Actions}} props
 */
function Facts({ counts, rest, names, actions }) {
  /** @param {Fact} fact */
  const isCards = ([, v]) => wordsOf(v).length > 0 && wordsOf(v).every((w) => names?.names[w]?.sort === 'card');
  /** @param {string} path */
  const title = (path) => path.split('.').map((w) => nameOf(names, w).title).join(', ');
  const numbers = counts.filter((f) => !isCards(f));
  const others = rest.filter((f) => !isCards(f)).map(([path, v]) => /** @type {Fact} */ ([title(path), v]));
  const cards = [...counts, ...rest].filter(isCards);
  const deck = { names, face: plainFace };
  return [
    numbers.length > 0 && h(FactList, { facts: numbers, names, look: 'facts large' }),
    cards.map(([path, v]) => [
      el('h4', null, title(path)),
      el('div', { class: 'cards' }, wordsOf(v).map((word, i) =>
        h(Card, { word, deck, name: `${path}-${word}-${i}`, tap: () => actions.openCard(word) }))),
    ]),
    others.length > 0 && el(
      'details', null, el('summary', null, t`More`),
      h(FactList, { facts: others, names, look: 'facts' }),
    ),
  ];
}

/** @param {{facts: Fact[], names: Names|null, look: string}} props */
function FactList({ facts, names, look }) {
  /** @param {string} w */
  const said = (w) => (/^-?\d/.test(w) ? number(w) : nameOf(names, w).title);
  return el('dl', { class: look }, facts.map(([label, v]) => [
    el('dt', null, label), el('dd', null, v === undefined ? '–' : wordsOf(v).map(said).join(', ')),
  ]));
}
