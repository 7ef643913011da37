// The general picture of a table, for a game of which only names and facts are known.
import { h, draw } from './dom.js';
import { lastOf } from './list.js';
import { nameOf, wordsOf } from './store.js';
import { card, plainFace, number } from './cards.js';
import { load } from './load.js';
import { t } from './lang.js';
import { seatDot } from './ornaments.js';

const OWN = new Set(['turn', 'over', 'winner']);

/**
 * Loads the picture that comes with a game, or else returns this general one.
 * @param {string} game the engine's id
 * @param {boolean=} anew it was requested before and did not come
 * @return {Promise<Object>}
 */
export async function pictureOf(game, anew) {
  if (!/^[a-z0-9-]+$/.test(game)) return plain;
  try {
    const own = await load(`./games/${game}.js`, anew);
    if (own.style && !(await stylesheet(own.style))) return plain;
    dressed();
    return { ...plain, ...own };
  } catch {
    return plain;
  }
}

const HAND = {
  fact: 'hand',
  get title() {
    return t`Your hand`;
  },
};

/** An empty picture, until the game's picture is loaded. */
export const blank = { render: () => {}, face: plainFace, hand: HAND, mayHint: () => false };

/**
 * The picture for a game without one of its own. `handFirst` puts the viewer's own hand above the picture on narrow screens; only elements
 * of the class `foremost` are higher. `hand` has the fact that counts the secret cards of a seat, and their heading;
 * `mayHint` says whether anything can be reached in the present state.
 */
export const plain = { render, face: plainFace, handFirst: false, hand: HAND, mayHint: () => true };

const idle = new Proxy({}, { get: () => () => {} }); // actions without effect

/**
 * Draws a table only for looking at: in the past, or after an undo. A picture that remembers taps has a `portrait` of its own.
 * @param {Object} picture
 * @param {HTMLElement} root
 * @param {Object} snapshot
 * @param {Object} names
 * @param {Array<string>=} lit the words to highlight
 */
export function portrait(picture, root, snapshot, names, lit = []) {
  root.inert = true;
  root.classList.add('picture', 'portrait');
  (picture.portrait ?? picture.render)(root, snapshot, names, idle, lit);
  for (const el of root.querySelectorAll('[data-word]')) el.classList.toggle('pointed-out', lit.includes(el.dataset.word));
}

const games = new URL('./games/', import.meta.url).href;
let table; // the stylesheet of the game on the table
const sheets = []; // the pictures in open sheets, the topmost one last

// Games may use the same classes, so only one game's stylesheet is active.
function dressed() {
  const style = lastOf(sheets)?.style ?? table;
  for (const x of document.styleSheets) if (style && x.href?.startsWith(games)) x.disabled = x.href !== style;
}

// Activates the stylesheet of the table's game.
function dress({ style }) {
  table = style;
  dressed();
}

/**
 * Shows the picture of a game on the page: sets `picture` in the store, which is blank until the picture is loaded, and `pictureOf` to the game.
 * @param {{get: function(): Object, set: function(Object): void}} store
 * @param {string} game the engine's id
 * @param {boolean=} anew it was requested before and did not come
 */
export function showPictureOf(store, game, anew) {
  store.set({ pictureOf: game, picture: blank });
  pictureOf(game, anew).then((picture) => store.get().pictureOf === game && (dress(picture), store.set({ picture })));
}

/**
 * Activates the stylesheet of a picture in a sheet, whose game may be another one.
 * @param {{style: (string|undefined)}} picture
 * @return {function(): void} call it when the sheet is closed
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

/** Loads a stylesheet once, and reports whether it was loaded. */
export function stylesheet(href) {
  if ([...document.styleSheets].some((x) => x.href === href)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const link = h('link', { rel: 'stylesheet', href, onload: () => resolve(true), onerror: () => (link.remove(), resolve(false)) });
    document.head.append(link);
  });
}

/**
 * Draws the table: for each seat its counts and the cards in front of it, then what all share.
 * @param {HTMLElement} root
 * @param {Object} snapshot
 * @param {Object} names
 * @param {Object} actions
 */
export function render(root, snapshot, names, actions) {
  const { game } = snapshot;
  draw(root, [game.facts, game.seats, game.turn, Boolean(names)], () => {
    const left = new Map(Object.entries(game.facts).filter(([path]) => !OWN.has(path)));
    const seats = game.seats.map((x, i) => seatView(game, x, i, names, actions, left));
    return [h('div.plain-seats', null, seats), sharedView(names, actions, left)];
  });
}

function take(facts, path) {
  const value = facts.get(path);
  facts.delete(path);
  return value;
}

// The value of a count. A list is counted, and stays among the facts to be shown.
const countOf = (facts, c, path) => [c.label, c.list ? String(wordsOf(facts.get(path)).length) : take(facts, path)];

function seatView(game, seat, i, names, actions, facts) {
  const counts = (names?.counts ?? []).map((c) => countOf(facts, c, `${seat.word}.${c.fact}`));
  take(facts, `${seat.word}.hand.seen`);
  const rest = [...facts.keys()].filter((path) => path.startsWith(`${seat.word}.`)).map((path) => [path.slice(seat.word.length + 1), take(facts, path)]);
  return h(
    'section.leaf.plain-seat', { '--seat': seat.colour, class: game.turn === i ? 'leaf plain-seat turn' : 'leaf plain-seat' },
    h('h3', null, seatDot(seat.colour), seat.title, game.turn === i && h('small', null, ' ', t`has the turn`)),
    factsView(counts, rest, names, actions),
  );
}

function sharedView(names, actions, facts) {
  const counts = (names?.shared ?? []).map((c) => countOf(facts, c, c.fact));
  const rest = [...facts].map(([path, value]) => [path, value]);
  return h('section.leaf', null, h('h3', null, t`The table`), factsView(counts, rest, names, actions));
}

// Facts that list cards are drawn as cards, the others as a list of words.
function factsView(counts, rest, names, actions) {
  const isCards = ([, v]) => wordsOf(v).length > 0 && wordsOf(v).every((w) => names?.names?.[w]?.sort === 'card');
  const title = (path) => path.split('.').map((w) => nameOf(names, w).title).join(', ');
  const cell = (v) => (v === undefined ? '–' : wordsOf(v).map((w) => (/^-?\d/.test(w) ? number(w) : nameOf(names, w).title)).join(', '));
  const numbers = counts.filter((f) => !isCards(f));
  const others = rest.filter((f) => !isCards(f));
  return [
    numbers.length > 0 && h('dl.facts.large', null, numbers.flatMap(([label, v]) => [h('dt', null, label), h('dd', null, cell(v))])),
    [...counts.filter(isCards), ...rest.filter(isCards)].map(([path, v]) => [h('h4', null, title(path)), h('div.cards', null, wordsOf(v).map((w, i) => card(w, { names, face: plainFace }, { key: `${path}-${w}-${i}`, tap: () => actions.openCard(w) })))]),
    others.length > 0 && h('details', null, h('summary', null, t`More`), h('dl.facts', null, others.flatMap(([path, v]) => [h('dt', null, title(path)), h('dd', null, cell(v))]))),
  ];
}
