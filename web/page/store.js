// The one store: the last state of the table, and the state of the connection.
import { t } from './lang.js';

/**
 * @typedef {Object} State
 * @property {string} line 'opening', 'open', 'lost' or 'refused'
 * @property {Object|null} refused the refusal of the hello
 * @property {Object|null} welcome
 * @property {Object|null} names the names of the game under way
 * @property {Object|null} snapshot
 * @property {Object|null} hint what the viewer could reach, once the viewer has asked
 * @property {Object|null} laid the card on a reader for the viewer's question
 * @property {number} came when the snapshot arrived, in Date.now()
 * @property {boolean} watching the viewer chose to watch instead of taking a seat
 */

/**
 * @param {State} state
 * @return {{get: function(): State, set: function(Object): void, watch: function(function(State): void): void}}
 */
export function makeStore(state) {
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
    watch: (w) => watchers.add(w),
  };
}

/**
 * The entry of a word. Words without an entry get one, too: a number, an unseen card.
 * @param {Object|null} names
 * @param {string} word
 */
export function nameOf(names, word) {
  const n = names?.names?.[word];
  if (n) return n;
  if (word === '?') return { title: t`an unseen card`, sort: 'word' };
  const title = word.replaceAll('-', ' ');
  return { title: title.charAt(0).toUpperCase() + title.slice(1), sort: 'word' };
}

/**
 * A tree of moves with a key for each word. In messages, words with the same continuation share a key, parted by |; here they share the subtree. Each
 * level is in the order of its words.
 * @param {Object} tree
 * @return {Object}
 */
export function unfold(tree) {
  const level = Object.entries(tree).flatMap(([words, below]) => {
    const shared = unfold(below);
    return words.split('|').map((w) => [w, shared]);
  });
  return Object.fromEntries(level.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A snapshot whose moves are plain trees. */
export function unfolded(snapshot) {
  const { game } = snapshot;
  return game ? { ...snapshot, game: { ...game, moves: unfold(game.moves), tableMoves: unfold(game.tableMoves) } } : snapshot;
}

/** The words of a fact, none if it is absent. */
export const wordsOf = (fact) => (fact ? fact.split(' ').filter(Boolean) : []);
