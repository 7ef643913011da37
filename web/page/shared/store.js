// @ts-check
// The state of a page: what the table has told it, and how the connection is.
import { t } from './lang.js';

/** @import { Game, NameView, Names, SeatView, Snapshot, Tree } from '../../types/protocol' */

/**
 * The one store of a page: its state, which changes by whole fields. Watchers are called after a change, once for
 * several changes that come together.
 * @template {object} State
 * @typedef {object} Store
 * @property {() => State} get
 * @property {(change: Partial<State>) => void} set
 * @property {(watcher: (state: State) => void) => () => void} watch until the returned function is called
 */

/**
 * @template {object} State
 * @param {State} state
 * @return {Store<State>}
 */
export function makeStore(state) {
  /** @type {Set<(state: State) => void>} */
  const watchers = new Set();
  let due = false;
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      if (due) return;
      due = true;
      // Several messages that arrive together are drawn once.
      queueMicrotask(() => {
        due = false;
        for (const w of watchers) w(state);
      });
    },
    watch(w) {
      watchers.add(w);
      return () => {
        watchers.delete(w);
      };
    },
  };
}

/**
 * The entry of a word. Words without an entry get one, too: a number, an unseen card.
 * @param {Names|null|undefined} names
 * @param {string} word
 * @return {NameView}
 */
export function nameOf(names, word) {
  const n = names?.names?.[word];
  if (n) return n;
  if (word === '?') return { title: t`an unseen card`, sort: 'word' };
  const title = word.replaceAll('-', ' ');
  return { title: title.charAt(0).toUpperCase() + title.slice(1), sort: 'word' };
}

/**
 * A tree of moves with a key for each word. In messages, words with the same continuation share a key, parted by |;
 * here they share the subtree. Each level is in the order of its words.
 * @param {Tree} tree
 * @return {Tree}
 */
export function unfold(tree) {
  const level = Object.entries(tree).flatMap(([words, below]) => {
    const shared = unfold(below);
    return words.split('|').map((w) => /** @type {[string, Tree]} */ ([w, shared]));
  });
  return Object.fromEntries(level.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * A snapshot whose moves are plain trees.
 * @param {Snapshot} snapshot
 * @return {Snapshot}
 */
export function unfolded(snapshot) {
  const { game } = snapshot;
  if (!game) return snapshot;
  return { ...snapshot, game: { ...game, moves: unfold(game.moves), tableMoves: unfold(game.tableMoves) } };
}

/**
 * The words of a fact, none if it is absent.
 * @param {string|undefined} fact
 */
export const wordsOf = (fact) => (fact ? fact.split(' ').filter(Boolean) : []);

/**
 * A fact of a seat, undefined if it is absent.
 * @param {Game} game
 * @param {SeatView} seat
 * @param {string} name
 * @return {string|undefined}
 */
export const factOf = ({ facts }, seat, name) => facts[`${seat.word}.${name}`];
