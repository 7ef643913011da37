// @ts-check
// The rulebooks of the games. A book stays in memory once it was opened, so that it can be read without a connection to
// the table.
import { pictureOf } from '../shared/picture.js';
import { printed } from '../shared/words.js';
import { language, t } from '../shared/lang.js';

/** @import { Picture } from '../games/contract.js' */
/** @import { NameView } from '../../types/protocol' */

/**
 * @typedef {object} Rule
 * @property {string} id
 * @property {string} part the part of the book that it is in
 * @property {string} plain in plain words
 * @property {string} html the exact rule
 *
 * @typedef {NameView & {word: string, rules?: string[]}} BookCard
 *
 * @typedef {{title: string, rules: Rule[], cards?: BookCard[], picture: Picture}} Book
 */

const LOAD_TIMEOUT = 10000; // for a book, ms

/** @type {Map<string, Promise<Book>>} */
const books = new Map(); // by game

/**
 * The rules of a game, and the cards of the list that comes with it.
 * @param {string} game
 * @return {Promise<Book>}
 */
export function rulesOf(game) {
  const known = books.get(game);
  if (known) return known;
  const book = read(game);
  book.catch(() => books.delete(game));
  books.set(game, book);
  return book;
}

/**
 * @param {string} game
 * @return {Promise<Book>}
 */
async function read(game) {
  const late = new AbortController();
  setTimeout(() => late.abort(), LOAD_TIMEOUT);
  const folder = language() === 'en' ? '' : `${language()}/`;
  const answer = await fetch(`/rules/${folder}${encodeURIComponent(game)}.json`, { signal: late.signal }).catch(() => {
    throw new Error(t`The table is out of reach, and this phone has not read these rules before.`);
  });
  if (!answer.ok) throw new Error(t`The rules did not come (${answer.status}).`);
  return { ...JSON.parse(await answer.text(), printed), picture: await pictureOf(game) };
}
