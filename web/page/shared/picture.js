// @ts-check
// The pictures of the games: what each game's page says, and its stylesheet.
import { defaults } from '../games/contract.js';
import { lastOf } from './list.js';
import { load } from './load.js';
import { el, h, useLayoutEffect, useRef } from './view.js';

/** @import { Store } from './store.js' */
/** @import { Actions } from './context.js' */
/** @import { Picture } from '../games/contract.js' */
/** @import { Game, Names, Snapshot } from '../../types/protocol' */

/** An empty picture, until the game's picture is loaded. @type {Picture} */
export const blank = { ...defaults, Table: () => null, mayHint: () => false };

/**
 * Loads the page that comes with a game. It is empty for a game that has none.
 * @param {string} game the engine's id
 * @param {boolean=} anew it was requested before and did not come
 * @return {Promise<Partial<Picture>>}
 */
async function pageOf(game, anew) {
  if (!/^[a-z0-9-]+$/.test(game)) return {};
  return /** @type {Promise<Partial<Picture>>} */ (load(`games/${game}.js`, anew)).catch(() => ({}));
}

/**
 * Loads the picture that comes with a game, or else returns the general one.
 * @param {string} game the engine's id
 * @param {boolean=} anew it was requested before and did not come
 * @return {Promise<Picture>}
 */
export async function pictureOf(game, anew) {
  const own = await pageOf(game, anew);
  if (own.style && !(await stylesheet(own.style))) return defaults;
  dressed();
  return { ...defaults, ...own };
}

/**
 * Loads how the variants of a game's rules are called. The game's stylesheet is not needed for that.
 * @param {string} game the engine's id
 */
export const readingsOf = async (game) => (await pageOf(game)).readings ?? {};

/** Actions without effect. */
export const idle = /** @type {Actions} */ (new Proxy({}, { get: () => () => {} }));

/**
 * A table only for looking at: in the past, or after an undo.
 * @param {object} props
 * @param {Picture} props.picture
 * @param {Snapshot & {game: Game}} props.snapshot
 * @param {Names|null} props.names
 * @param {string[]} [props.lit] the words that are pointed out
 */
export function Portrait({ picture: { Table, style }, snapshot, names, lit = [] }) {
  const place = useRef(/** @type {HTMLElement|null} */ (null));
  useLayoutEffect(() => {
    /** @type {NodeListOf<HTMLElement>|undefined} */
    const words = place.current?.querySelectorAll('[data-word]');
    for (const drawn of words ?? []) drawn.classList.toggle('pointed-out', lit.includes(drawn.dataset.word ?? ''));
  });
  return el(
    'section', { class: 'picture portrait', inert: true, ref: place },
    h(Table, { key: style, snapshot, game: snapshot.game, names, actions: idle, looks: true, lit }),
  );
}

const games = new URL('../games/', import.meta.url).href;
let table = ''; // the stylesheet of the game on the table
/** @type {{style: string}[]} */
const sheets = []; // the pictures in open sheets, the topmost one last

/** Games may use the same classes, so only one game's stylesheet is active. */
function dressed() {
  const style = lastOf(sheets)?.style || table;
  for (const x of document.styleSheets) if (style && x.href?.startsWith(games)) x.disabled = x.href !== style;
}

/**
 * Shows the picture of a game on the page: sets `picture` in the store, which is blank until the picture is loaded, and
 * `pictureOf` to the game.
 * @template {{picture: Picture, pictureOf: string}} State
 * @param {Store<State>} store
 * @param {string} game the engine's id
 * @param {boolean=} anew it was requested before and did not come
 */
export async function showPictureOf(store, game, anew) {
  /** @param {Picture} picture */
  const set = (picture) => store.set(/** @type {Partial<State>} */ ({ pictureOf: game, picture }));
  set(blank);
  const picture = await pictureOf(game, anew);
  if (store.get().pictureOf !== game) return;
  table = picture.style;
  dressed();
  set(picture);
}

/**
 * Activates the stylesheet of a picture in a sheet, whose game may be another one.
 * @param {Picture} picture
 * @return {() => void} call it when the sheet is closed
 */
export function dressSheet({ style }) {
  const sheet = { style };
  sheets.push(sheet);
  dressed();
  return () => {
    if (sheets.includes(sheet)) sheets.splice(sheets.indexOf(sheet), 1);
    dressed();
  };
}

/**
 * Loads a stylesheet once, and reports whether it was loaded.
 * @param {string} href
 * @return {Promise<boolean>}
 */
export function stylesheet(href) {
  if ([...document.styleSheets].some((x) => x.href === href)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = () => resolve(true);
    link.onerror = () => {
      link.remove();
      resolve(false);
    };
    document.head.append(link);
  });
}
