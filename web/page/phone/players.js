// @ts-check
// What this phone remembers of players and games, so that the next game is begun with few words.

const PLAYERS = 'familiar.players';
const COLOURS = 'familiar.colours'; // by player
const LAST = 'familiar.game'; // the game that was played last at this table

/**
 * A name as records write it: lower case letters, digits and '-'.
 * @param {string} text
 */
export const nameWord = (text) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

/**
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @return {T}
 */
function read(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** The names of the players of the last game. */
export const keptPlayers = () => read(PLAYERS, /** @type {string[]} */ ([]));

/** The words of the colours that players have chosen, by name. */
export const keptColours = () => read(COLOURS, /** @type {{[name: string]: string}} */ ({}));

/**
 * Remembers players and their colours.
 * @param {string[]} names
 * @param {(string|undefined)[]} colours
 */
export function keepPlayers(names, colours) {
  try {
    localStorage.setItem(PLAYERS, JSON.stringify(names));
    localStorage.setItem(COLOURS, JSON.stringify(Object.fromEntries(names.map((n, i) => [n, colours[i]]))));
  } catch {
    // A private window keeps nothing: next time, the names must be typed again.
  }
}

/** The id of the game that was played last, if this phone knows it. */
export function lastGame() {
  try {
    return localStorage.getItem(LAST) ?? '';
  } catch {
    return '';
  }
}

/**
 * Remembers the game: the next one is usually the same.
 * @param {string} id
 */
export function keepGame(id) {
  try {
    if (id !== lastGame()) localStorage.setItem(LAST, id);
  } catch {
    // Then the first game of the list is selected.
  }
}
