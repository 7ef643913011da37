// @ts-check
// What the bench knows of its tags.
import { nameOf, wordsOf } from '../shared/store.js';

/** @import { Deck } from '../shared/cards.js' */
/** @import { BenchTag, Game, Names } from '../../types/protocol' */

/**
 * The seat that a tag stands for, from 1; NaN if it stands for none.
 * @param {BenchTag} tag
 */
export const seatOf = ({ word }) => Number(/^seat-(\d+)$/.exec(word)?.[1] ?? NaN);

/**
 * The tags with their titles in the game under way: a seat's tag has the player's name.
 * @param {BenchTag[]} tags
 * @param {Game|undefined} game
 * @param {Names|null} names
 */
export const named = (tags, game, names) =>
  tags.map((tag) => {
    const thing = game?.game === tag.game ? names?.names[tag.word] : undefined;
    const called = tag.game ? thing : game?.seats[seatOf(tag) - 1];
    return called ? { ...tag, title: called.title } : tag;
  });

/**
 * The tags for the tray. During a game these are only the ones that the game knows: its names, and its players.
 * @param {BenchTag[]} tags
 * @param {Game|undefined} game
 * @param {Names|null} names
 */
export function inPlay(tags, game, names) {
  if (!game || !names) return tags;
  return tags.filter((tag) => {
    const seat = seatOf(tag);
    return seat > 0 ? seat <= game.seats.length : tag.game === game.game && names.names[tag.word];
  });
}

/**
 * How many copies of each card lie open on the table.
 * @param {Game} game
 * @param {Names|null} names
 * @return {Map<string, number>}
 */
export function lyingOpen(game, names) {
  const open = new Map();
  for (const [path, fact] of Object.entries(game.facts)) {
    const words = wordsOf(fact);
    const hidden = path.includes('hand') || path.startsWith('pending');
    if (hidden || !words.every((w) => names?.names[w]?.sort === 'card')) continue;
    for (const w of words) open.set(w, (open.get(w) ?? 0) + 1);
  }
  return open;
}

/**
 * The number on a card; NaN if it has none.
 * @param {BenchTag} tag
 * @param {Deck} deck
 */
export const valueOf = ({ word }, { names, face }) =>
  (names ? Number(face(nameOf(names, word), word, names).corner ?? NaN) : NaN);

/**
 * Reports whether a tag is meant by what was typed: all parts of it are in its title or word, or are its value.
 * @param {BenchTag} tag
 * @param {string} typed
 * @param {Deck} deck
 */
export function matches(tag, typed, deck) {
  const value = valueOf(tag, deck);
  const text = `${tag.title} ${tag.word}`.toLowerCase();
  return typed.toLowerCase().replaceAll('−', '-').split(/\s+/).filter(Boolean).every((part) =>
    (/^-?\d$/.test(part) && !Number.isNaN(value) ? value === Number(part) : text.includes(part)));
}

/** @typedef {'list'|'name'|'value'} Order */

/**
 * Cards of the game under way come before its other things and the seats, and these before everything of other games.
 * Tokens are used all the time, so they come first.
 * @param {BenchTag[]} tags
 * @param {Order} order
 * @param {Deck} deck
 */
export function sorted(tags, order, deck) {
  /** @param {BenchTag} tag */
  const rank = (tag) => {
    const name = deck.names?.names[tag.word];
    if (name?.token) return -1;
    if (name?.sort === 'card') return 0;
    return name || seatOf(tag) > 0 ? 1 : 2;
  };
  /** @type {{[order: string]: (a: BenchTag, b: BenchTag) => number}} */
  const by = {
    list: () => 0,
    name: (a, b) => a.title.localeCompare(b.title),
    value: (a, b) => (valueOf(a, deck) || 0) - (valueOf(b, deck) || 0),
  };
  return [...tags].sort((a, b) => rank(a) - rank(b) || (by[order]?.(a, b) ?? 0));
}
