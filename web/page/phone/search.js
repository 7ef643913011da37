// @ts-check
// Finds words in visible text, whatever their case, accents and kind of quotes.
import { lastOf } from '../shared/list.js';
import { el } from '../shared/view.js';

/** @import { ComponentChildren } from '../../types/vendor/preact' */

/** @type {{[letter: string]: string}} */
const LIKE = { '‘': "'", '’': "'", '“': '"', '”': '"', '−': '-', ' ': ' ' };
const MIN_LETTERS = 2; // letters that a word needs to be marked: single letters are everywhere

/**
 * Folds a text for comparisons: without case and accents. The result usually has the same length, letter by letter.
 * @param {string} text
 */
export const folded = (text) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[‘’“”− ]/g, (c) => LIKE[c] ?? c);

/**
 * The words of what was typed, folded.
 * @param {string} typed
 */
export const wordsTyped = (typed) => folded(typed).split(/\s+/).filter(Boolean);

/**
 * The words of a search that are marked where they are found.
 * @param {string[]} words folded
 */
export const markable = (words) => words.filter((w) => w.length >= MIN_LETTERS);

/**
 * A text in which words are marked.
 * @param {string} text
 * @param {string[]} words folded
 * @return {ComponentChildren}
 */
export function marked(text, words) {
  const found = places(text, markable(words));
  if (found.length === 0) return text;
  let at = 0;
  const parts = found.flatMap(([from, to]) => {
    const before = text.slice(at, from);
    at = to;
    return [before, el('mark', null, text.slice(from, to))];
  });
  return [...parts, text.slice(at)];
}

/**
 * The positions of words in a text: from where to where, in order; words that touch are joined.
 * @param {string} text
 * @param {string[]} words
 * @return {[from: number, to: number][]}
 */
function places(text, words) {
  const { letters, from } = spelled(text);
  /** @type {[number, number][]} */
  const found = [];
  for (const w of words) {
    for (let i = letters.indexOf(w); i >= 0; i = letters.indexOf(w, i + 1)) found.push([from(i), from(i + w.length)]);
  }
  /** @type {[number, number][]} */
  const joined = [];
  for (const [a, b] of found.sort((x, y) => x[0] - y[0])) {
    const last = lastOf(joined);
    if (last && a <= last[1]) last[1] = Math.max(last[1], b);
    else joined.push([a, b]);
  }
  return joined;
}

/**
 * A folded text, and a function from positions in it to positions in the text itself.
 * @param {string} text
 */
function spelled(text) {
  const letters = folded(text);
  if (letters.length === text.length) return { letters, from: (/** @type {number} */ i) => i };
  /** @type {number[]} */
  const at = [];
  for (let i = 0; i < text.length; i++) for (let n = folded(text[i] ?? '').length; n > 0; n--) at.push(i);
  return { letters, from: (/** @type {number} */ i) => at[i] ?? text.length };
}
