// @ts-check
// The board of Sator as its names and facts describe it: cells, bridges and figures.
import { nameOf, wordsOf } from '../shared/store.js';

/** @import { Game, Names, SeatView } from '../../types/protocol' */

/** @typedef {string} Cell `a1` is in the south-west; a cell may be outside the grid */
/** @typedef {'north'|'east'|'south'|'west'} Way */
/** @typedef {[east: number, north: number]} Step */
/** @typedef {{x: number, y: number}} Point of the board: cells have their middle on whole numbers */

/**
 * A colour of players.
 * @typedef {object} Colour
 * @property {string} word
 * @property {string} title
 * @property {Cell} start the cell beside its start place
 * @property {Way} side the side of that cell where the start place is
 * @property {string} quadrant
 *
 * A shape of bridges.
 * @typedef {object} Shape
 * @property {string} title
 * @property {Step[]} cells
 * @property {string[]} orientations
 *
 * What the names say about the board.
 * @typedef {object} Lore
 * @property {number} columns
 * @property {number} rows
 * @property {{word: string, from: Cell, to: Cell}[]} quadrants from the south-west to the north-east
 * @property {Colour[]} colours
 * @property {Map<string, Shape>} shapes
 * @property {string[]} types materials
 * @property {Map<string, {shape: string, type: string}>} pieces bridges
 * @property {{word: string, colour: string, cells: {[colour: string]: Cell}}[]} placements cards that place books
 *
 * @typedef {{seat: SeatView, colour: string, cell: Cell}} Piece a book, an Acolyte or a Gargoyle
 *
 * Everything on the board.
 * @typedef {object} Board
 * @property {Lore} lore
 * @property {Map<string, Cell[]>} bridges
 * @property {Map<Cell, string>} cover the bridge on a cell
 * @property {Piece[]} books
 * @property {Piece[]} figures Acolytes; those on their start places are on the cell `start`
 * @property {Piece[]} gargoyles
 * @property {(cell: Cell) => boolean} inside reports whether a cell is in the grid
 */

/** @type {{[way in Way]: Step}} */
export const WAYS = { north: [0, 1], east: [1, 0], south: [0, -1], west: [-1, 0] };

export const ways = /** @type {Way[]} */ (Object.keys(WAYS));

/**
 * @param {number} x
 * @param {number} y
 * @return {Cell}
 */
export const cellAt = (x, y) => `${String.fromCharCode(97 + x)}${y + 1}`;

/**
 * @param {Cell} cell
 * @return {[x: number, y: number]}
 */
export const placeOf = (cell) => [cell.charCodeAt(0) - 97, Number(cell.slice(1)) - 1];

/** @param {string} w */
export const isCell = (w) => /^[a-z]\d+$/.test(w);

/**
 * @param {Cell} cell
 * @param {Step} step
 */
export function beside(cell, [e, n]) {
  const [x, y] = placeOf(cell);
  return cellAt(x + e, y + n);
}

/** @param {Cell} cell */
export const neighbours = (cell) => ways.map((way) => beside(cell, WAYS[way]));

/**
 * @param {Cell} a
 * @param {Cell} b
 */
export function byPlace(a, b) {
  const [x, y] = placeOf(a);
  const [v, w] = placeOf(b);
  return x - v || y - w;
}

/**
 * How far two cells are from each other.
 * @param {Cell} a
 * @param {Cell} b
 */
export function apart(a, b) {
  const [x, y] = placeOf(a);
  const [v, w] = placeOf(b);
  return Math.hypot(x - v, y - w);
}

/**
 * @param {Step} step
 * @param {number} quarters clockwise
 * @return {Step}
 */
const turned = ([e, n], quarters) => (quarters > 0 ? turned([n, -e], quarters - 1) : [e, n]);

/**
 * The cells of a bridge that is turned clockwise about one of its cells.
 * @param {Cell[]} cells
 * @param {Cell} pivot
 * @param {number} angle
 */
export function turn(cells, pivot, angle) {
  const [x, y] = placeOf(pivot);
  return cells.map((c) => {
    const [u, v] = placeOf(c);
    return beside(pivot, turned([u - x, v - y], angle / 90));
  }).sort(byPlace);
}

/**
 * The cells of a shape that is placed.
 * @param {Step[]} shape
 * @param {Cell} anchor
 * @param {string} orientation
 */
export const laying = (shape, anchor, orientation) =>
  shape.map((step) => beside(anchor, turned(step, Number(orientation.slice(1)) / 90))).sort(byPlace);

// The names

/** @param {string} [text] */
const pairs = (text = '') => text.split(', ').map(wordsOf);

const KNOWN = ['crimson', 'azure', 'jade', 'amber'];

/** Those with a sign first. @param {{word: string}} colour */
const rank = ({ word }) => (KNOWN.includes(word) ? KNOWN.indexOf(word) : KNOWN.length);

/** @type {WeakMap<Names, Lore>} */
const read = new WeakMap();

/**
 * @param {Names|null|undefined} names
 * @return {Lore}
 */
export function loreOf(names) {
  if (!names) {
    return {
      columns: 14, rows: 14, quadrants: [], colours: [], shapes: new Map(), types: [], pieces: new Map(),
      placements: [],
    };
  }
  const lore = read.get(names) ?? loreIn(names);
  read.set(names, lore);
  return lore;
}

/**
 * @param {Names} names
 * @return {Lore}
 */
function loreIn(names) {
  const all = Object.entries(names.names)
    .map(([word, { sort, title, traits = {} }]) => ({ word, sort, title, of: traits }));
  const pieces = new Map(all.flatMap(({ word, sort, of: { shape, type } }) =>
    (sort === 'thing' && shape && type ? [[word, { shape, type }]] : [])));
  const { columns = 14, rows = 14 } = nameOf(names, 'board').traits ?? {};
  return {
    columns: Number(columns),
    rows: Number(rows),
    quadrants: all.flatMap(({ word, of: { from, to } }) => (from && to ? [{ word, from, to }] : [])),
    colours: all.flatMap(({ word, title, of: { start, side, quadrant } }) =>
      (start && quadrant ? [{ word, title, start, side: /** @type {Way} */ (side), quadrant }] : []))
      .sort((a, b) => rank(a) - rank(b)),
    shapes: new Map(all.flatMap(({ word, title, of: { orientations, cells } }) => (orientations
      ? [[word, { title, cells: pairs(cells).map(stepOf), orientations: wordsOf(orientations) }]]
      : []))),
    types: [...new Set([...pieces.values()].map((p) => p.type))],
    pieces,
    placements: all.flatMap(({ word, sort, of: { colour, cells } }) =>
      (sort === 'card' && colour && cells ? [{ word, colour, cells: Object.fromEntries(pairs(cells)) }] : []))
      .sort((a, b) => a.word.localeCompare(b.word, 'en', { numeric: true })),
  };
}

/**
 * @param {string[]} pair
 * @return {Step}
 */
const stepOf = ([e, n]) => [Number(e), Number(n)];

// The facts

/**
 * @param {Game} game
 * @param {Lore} lore
 * @return {Board}
 */
export function boardOf({ facts, seats }, lore) {
  /** @type {Board} */
  const board = {
    lore, bridges: new Map(), cover: new Map(), books: [], figures: [], gargoyles: [],
    inside(cell) {
      const [x, y] = placeOf(cell);
      return x >= 0 && y >= 0 && x < lore.columns && y < lore.rows;
    },
  };
  for (const word of lore.pieces.keys()) {
    const cells = wordsOf(facts[`bridge.${word}`]);
    if (cells.length > 0) board.bridges.set(word, cells);
    for (const c of cells) board.cover.set(c, word);
  }
  for (const seat of seats) {
    /** @param {string} path */
    const fact = (path) => facts[`${seat.word}.${path}`];
    const colour = fact('colour');
    if (!colour) continue;
    for (const { word } of lore.quadrants) {
      const cell = fact(`book.${word}`);
      if (cell) board.books.push({ seat, colour, cell });
    }
    board.figures.push({ seat, colour, cell: fact('at') ?? 'start' });
    const cell = fact('gargoyle') ?? '';
    if (isCell(cell)) board.gargoyles.push({ seat, colour, cell });
  }
  return board;
}

/**
 * Why a bridge may not lie on some cells: those outside the grid, and those that other bridges cover.
 * @param {Board} board
 * @param {string} piece
 * @param {Cell[]} cells
 */
export function clash(board, piece, cells) {
  const outside = cells.filter((c) => !board.inside(c));
  const taken = cells.filter((c) => board.cover.has(c) && board.cover.get(c) !== piece);
  const overlap = taken.length > 0 ? 'piece.overlap' : '';
  return { cells: [...outside, ...taken], rule: outside.length > 0 ? 'piece.grid' : overlap };
}

/**
 * How far an Acolyte can walk over bridges: for each cell the path to it. It may not stop on a book of another colour.
 * @param {Board} board
 * @param {Piece} figure
 * @param {number} most steps
 * @param {(cell: Cell) => unknown} enters whether the first step may enter a cell
 * @return {Map<Cell, Cell[]>}
 */
export function walks(board, figure, most, enters) {
  const barred = new Set([...board.figures.filter((f) => f !== figure), ...board.gargoyles].map((f) => f.cell));
  /** @type {Map<Cell, Cell[]>} */
  const paths = new Map();
  let edge = [figure.cell];
  for (let step = 1; step <= most && edge.length > 0; step++) {
    edge = edge.flatMap((from) => {
      const next = step === 1
        ? [...board.cover.keys()].filter(enters)
        : neighbours(from).filter((c) => board.cover.has(c) && !barred.has(c));
      const fresh = next.filter((c) => !paths.has(c) && c !== figure.cell);
      for (const c of fresh) paths.set(c, [...paths.get(from) ?? [], c]);
      return fresh;
    });
  }
  return paths;
}

/**
 * The place outside the grid where a colour starts, as a cell.
 * @param {Colour} colour
 */
export const startOf = ({ start, side }) => beside(start, WAYS[side] ?? [0, 0]);

/**
 * The cell of an Acolyte, or of its start place.
 * @param {Board} board
 * @param {Piece} figure
 */
export function standOf({ lore }, { cell, colour }) {
  const own = lore.colours.find((c) => c.word === colour);
  return cell === 'start' && own ? startOf(own) : cell;
}

/**
 * Reports whether a book of another colour lies on the cell.
 * @param {Board} board
 * @param {string} colour
 * @param {Cell} cell
 */
export const foreign = (board, colour, cell) => board.books.some((b) => b.cell === cell && b.colour !== colour);
