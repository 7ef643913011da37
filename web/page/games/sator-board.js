// @ts-check
// The drawing of Sator's board, and of everything on it.
import { starPath } from '../shared/sigil.js';
import { el, h } from '../shared/view.js';
import { beside, laying, placeOf, startOf, WAYS } from './sator-cells.js';

/** @import { Board as Laid, Cell, Lore, Piece, Point, Step, Way } from './sator-cells.js' */

/**
 * A bridge as it would lie.
 * @typedef {object} Ghost
 * @property {string} type
 * @property {Cell[]} cells
 * @property {boolean} [solid] it is drawn as a bridge, not only as an outline
 * @property {boolean} [ill] it may not lie there
 * @property {string} [label]
 * @property {Cell} [tip] the cell with the label
 * @property {{kind: Kind, colour: string, cell: Cell}[]} [riders] what it carries
 *
 * @typedef {'book'|'acolyte'|'gargoyle'} Kind
 *
 * @typedef {{way: Way, cell: Cell, open: boolean}} Arrow a bridge may be shifted that way, if it is open
 *
 * The choice so far, and the possibilities.
 * @typedef {object} Scene
 * @property {string} [chosen] a bridge
 * @property {Set<string>|null} [open] bridges that may be chosen; the others are dim
 * @property {boolean} [due] books without a bridge below them are pointed out
 * @property {Cell[]} [room] where a bridge may be placed
 * @property {Iterable<[Cell, {n: number, kind?: string}]>} [lit] cells that can be reached, with the number of steps
 * @property {{cell: Cell, colour: string}[]} [books] that are to be placed
 * @property {string} [who] the seat whose Acolyte is pointed out
 * @property {Cell[]} [path]
 * @property {Cell} [target]
 * @property {Ghost[]} [ghosts]
 * @property {Cell[]} [pivots] about which a bridge may be turned
 * @property {Cell} [pivot] the one that was chosen
 * @property {Cell[]} [marks] cells that are the reason why something is not possible
 * @property {Arrow[]} [arrows]
 */

const CELL = 40;
const EDGE = 38; // around the grid, where the start places are

/**
 * The size of the drawing, in its own units.
 * @param {Lore} lore
 * @return {[width: number, height: number]}
 */
export const sizeOf = ({ columns, rows }) => [columns * CELL + 2 * EDGE, rows * CELL + 2 * EDGE];

/**
 * How large a cell is if the drawing is so wide.
 * @param {Lore} lore
 * @param {number} width
 */
export const cellSize = (lore, width) => width / sizeOf(lore)[0] * CELL;

/**
 * @param {Lore} lore
 * @param {Cell} cell
 * @return {[x: number, y: number]}
 */
function xy({ rows }, cell) {
  const [x, y] = placeOf(cell);
  return [x * CELL, (rows - 1 - y) * CELL];
}

/**
 * @param {Lore} lore
 * @param {Cell} cell
 */
const middle = (lore, cell) => xy(lore, cell).map((n) => n + CELL / 2);

/**
 * The point of the board at a point of the drawing, in fractions of its size.
 * @param {Lore} lore
 * @param {number} left
 * @param {number} top
 * @return {Point}
 */
export function pointAt(lore, left, top) {
  const [w, height] = sizeOf(lore);
  return { x: (left * w - EDGE) / CELL - 0.5, y: lore.rows - 0.5 - (top * height - EDGE) / CELL };
}

/**
 * The box around some cells, as fractions of the drawing.
 * @param {Lore} lore
 * @param {Cell[]} cells
 * @param {number} [more] cells on each side
 * @return {[left: number, top: number, width: number, height: number]}
 */
export function boxOf(lore, cells, more = 0) {
  const [w, height] = sizeOf(lore);
  const [xs, ys] = [cells.map((c) => xy(lore, c)[0]), cells.map((c) => xy(lore, c)[1])];
  const [left, top] = [Math.min(...xs) - more * CELL, Math.min(...ys) - more * CELL];
  const [right, bottom] = [Math.max(...xs) + (1 + more) * CELL, Math.max(...ys) + (1 + more) * CELL];
  return [(left + EDGE) / w, (top + EDGE) / height, (right - left) / w, (bottom - top) / height];
}

// Figures

/** @type {{[colour: string]: string|undefined}} */
const SIGNS = {
  crimson: 'M0-10L8.500 0L0 10L-8.500 0Z', azure: 'M0-8.500A8.500 8.500 0 0 1 0 8.500A8.500 8.500 0 0 1 0-8.500Z',
  jade: 'M0-9.500L9.500 7.500H-9.500Z', amber: 'M-7.500-7.500H7.500V7.500H-7.500Z',
};

/**
 * The path of a colour's sign; an unknown colour gets a star.
 * @param {string} colour
 */
const signOf = (colour) => SIGNS[colour] ?? starPath(5 + colour.length % 4, 2, 10);

/** @param {{colour: string}} props */
export const Sign = ({ colour }) => el('path', { d: signOf(colour), class: `sign is-${colour}` });

/** The body of each kind, where its colour's sign is, and what else is drawn on it. */
const FIGURES = {
  book: {
    body: 'M-11-13H9Q12-13 12-10V13H-9Q-12 13-12 10V-12Q-12-13-11-13Z', stamp: 'translate(1.500 -1.500) scale(.78)',
    more: { d: 'M-8-13V8.500M-12 10Q-12 8.500-9.500 8.500H12', class: 'line' },
  },
  acolyte: {
    body: 'M0-19C6-19 8-14 7.500-8C13-3 14 9 14.500 17H-14.500C-14 9-13-3-7.500-8C-8-14-6-19 0-19Z',
    stamp: 'translate(0 6.500) scale(.72)',
    more: {
      d: 'M0-15.500C3.500-15.500 4.500-12 4-8.500Q0-5.500-4-8.500C-4.500-12-3.500-15.500 0-15.500Z', class: 'face',
    },
  },
  gargoyle: {
    body: 'M0-6L-4-15L-6-7C-10-9-15-7-18-11C-19-3-17 6-11 9L-9 5L-6 13H6L9 5L11 9C17 6 19-3 18-11C15-7 10-9 6-7L4-15Z',
    stamp: 'translate(0 3) scale(.6)',
    more: { d: 'M-3.200-8.500h1.600M1.600-8.500h1.600', class: 'line' },
  },
};

/** @typedef {{kind: Kind, colour: string}} FigureProps */

/** @param {FigureProps & {transform?: string}} props */
function Figure({ kind, colour, transform }) {
  const { body, stamp, more } = FIGURES[kind];
  return el(
    'g', { class: `${kind} is-${colour}`, transform },
    el('path', { d: body, class: 'body' }), el('path', more),
    el('path', { d: signOf(colour), class: 'stamp', transform: stamp }),
  );
}

/**
 * A figure or a book by itself.
 * @param {FigureProps} props
 */
export const Token = (props) =>
  el('svg', { viewBox: '-20 -20 40 40', class: 'token', 'aria-hidden': true }, h(Figure, props));

// Bridges

/** @typedef {(cell: Cell) => [x: number, y: number]} Placed where a cell is drawn */

const ROUND = 7; // of the corners of an outline
const INSET = 2.5; // of a bridge in its cells

/**
 * The outline of connected cells, moved inwards a little.
 * @param {Cell[]} cells
 * @param {Placed} at
 * @param {number} inset
 */
function outline(cells, at, inset) {
  /** @type {Map<string, Step[]>} */
  const edges = new Map(); // from each corner to the next ones, clockwise on the screen
  /**
   * @param {Step} a
   * @param {Step} b
   */
  const add = (a, b) => edges.set(String(a), [...(edges.get(String(a)) ?? []), b]);
  for (const c of cells) {
    const [x, y] = /** @type {Step} */ (at(c).map((n) => n / CELL));
    /** @param {Way} way */
    const open = (way) => !cells.includes(beside(c, WAYS[way]));
    if (open('north')) add([x, y], [x + 1, y]);
    if (open('east')) add([x + 1, y], [x + 1, y + 1]);
    if (open('south')) add([x + 1, y + 1], [x, y + 1]);
    if (open('west')) add([x, y + 1], [x, y]);
  }
  let path = '';
  for (let [start] = edges.keys(); start !== undefined; [start] = edges.keys()) {
    path += rounded(loopFrom(edges, start), inset / CELL);
  }
  return path;
}

/**
 * Takes a loop out of the edges: its corners.
 * @param {Map<string, Step[]>} edges
 * @param {string} start
 */
function loopFrom(edges, start) {
  /** @type {Step[]} */
  const loop = [];
  let key = start;
  do {
    const next = edges.get(key)?.pop();
    if (edges.get(key)?.length === 0) edges.delete(key);
    loop.push(/** @type {Step} */ (key.split(',').map(Number)));
    key = String(next);
  } while (key !== start && edges.has(key));
  return loop;
}

/**
 * @param {Step[]} loop
 * @param {number} inset
 */
function rounded(loop, inset) {
  const corners = loop.flatMap((p, i) => {
    const [a, b] = [loop[(i || loop.length) - 1] ?? p, loop[(i + 1) % loop.length] ?? p];
    const [into, out] = [[p[0] - a[0], p[1] - a[1]], [b[0] - p[0], b[1] - p[1]]];
    const [[inX = 0, inY = 0], [outX = 0, outY = 0]] = [into, out];
    if (inX === outX && inY === outY) return [];
    // The inside is to the right of both edges.
    const [x, y] = [p[0] + inset * (-inY - outY), p[1] + inset * (inX + outX)];
    /**
     * A point before or behind the corner.
     * @param {number} dx
     * @param {number} dy
     */
    const point = (dx, dy) => `${(x * CELL + dx * ROUND).toFixed(1)} ${(y * CELL + dy * ROUND).toFixed(1)}`;
    return [`${point(-inX, -inY)}Q${point(0, 0)} ${point(outX, outY)}`];
  });
  return `M${corners.join('L')}Z`;
}

/**
 * Each cell of a bridge shows its material: planks, a riveted grating, masonry, a net of ropes.
 * @type {{[type: string]: {line: string, dots: [x: number, y: number][]}|undefined}}
 */
const GRAINS = {
  oak: {
    line: 'M4 12.500H36M4 20.500H36M4 28.500H36M26 4.500V12.500M13 12.500V20.500M29 20.500V28.500M16 28.500V35.500',
    dots: [[8, 8.5], [32, 16.5], [8, 24.5], [32, 32.5]],
  },
  iron: {
    line: 'M10 10L30 30M30 10L10 30M10 10H30V30H10Z', dots: [[10, 10], [30, 10], [10, 30], [30, 30], [20, 20]],
  },
  stone: { line: 'M4 14.500H36M4 25.500H36M20 4V14.500M11 14.500V25.500M29 14.500V25.500M20 25.500V36', dots: [] },
  rope: {
    line: 'M5 20Q12.500 16 20 5Q27.500 16 35 20Q27.500 24 20 35Q12.500 24 5 20M5 5Q16 12.500 20 20Q24 27.500 35 35'
      + 'M35 5Q24 12.500 20 20Q16 27.500 5 35',
    dots: [[20, 20]],
  },
};
const KNOWN = Object.keys(GRAINS);

/**
 * A bridge at its present or planned place.
 * @param {{lore: Lore, type: string, cells: Cell[], at: Placed, look?: string}} props
 */
function Bridge({ lore, type, cells, at, look = '' }) {
  const kind = GRAINS[type] ? type : KNOWN[Math.max(0, lore.types.indexOf(type)) % KNOWN.length] ?? '';
  const { line, dots } = GRAINS[kind] ?? { line: '', dots: [] };
  const body = outline(cells, at, INSET);
  return el(
    'g', { class: `bridge is-${kind} ${look}`.trim() },
    el('path', { d: body, class: 'body' }),
    cells.map((c) => el(
      'g', { transform: `translate(${at(c).join(' ')})` },
      el('path', { d: line, class: 'grain' }),
      dots.length > 0 && el('path', { d: dots.map(([x, y]) => `M${x} ${y}h0`).join(''), class: 'knot' }),
    )),
    el('path', { d: body, class: 'rail' }),
  );
}

/** @type {Placed} */
const upwards = (cell) => {
  const [x, y] = placeOf(cell);
  return [x * CELL, -y * CELL];
};

/**
 * A bridge or a shape by itself, before it is turned.
 * @param {{lore: Lore, shape: Step[], type?: string, quarters?: number}} props
 */
export function Miniature({ lore, shape, type, quarters = 0 }) {
  const cells = laying(shape, 'h8', `r${quarters * 90}`);
  const [xs, ys] = [cells.map((c) => upwards(c)[0]), cells.map((c) => upwards(c)[1])];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const [w, height] = [Math.max(...xs) + CELL - x, Math.max(...ys) + CELL - y];
  const side = Math.max(w, height, 3 * CELL);
  return el(
    'svg',
    {
      viewBox: `${x - (side - w) / 2 - 3} ${y - (side - height) / 2 - 3} ${side + 6} ${side + 6}`, class: 'miniature',
      'aria-hidden': true,
    },
    type
      ? h(Bridge, { lore, type, cells, at: upwards })
      : el('path', { d: outline(cells, upwards, INSET), class: 'plainly' }),
  );
}

/**
 * The material of a type of bridges.
 * @param {{lore: Lore, type: string}} props
 */
export const Swatch = ({ lore, type }) =>
  el(
    'svg', { viewBox: '-3 -3 86 86', class: 'swatch', 'aria-hidden': true },
    h(Bridge, { lore, type, cells: ['a0', 'b0', 'a1', 'b1'], at: upwards }),
  );

// The board

/** @typedef {{board: Laid, scene: Scene}} SceneProps */

/**
 * The whole board.
 * @param {SceneProps & {label: string}} props
 */
export function Board({ board, scene, label }) {
  const [w, height] = sizeOf(board.lore);
  return el(
    'svg', { viewBox: `${-EDGE} ${-EDGE} ${w} ${height}`, role: 'img', 'aria-label': label },
    h(Floor, { lore: board.lore }),
    h(Doors, { board }),
    h(Bridges, { board, scene }),
    h(Pieces, { board, scene }),
    h(Plan, { board, scene }),
    h(Handles, { board, scene }),
  );
}

/**
 * Moves what is drawn in the middle of a cell there.
 * @param {Lore} lore
 * @param {Cell} cell
 * @param {number} [scale]
 */
function onto(lore, cell, scale = 1) {
  const move = `translate(${middle(lore, cell).join(' ')})`;
  return scale === 1 ? move : `${move} scale(${scale})`;
}

/** @param {{lore: Lore, cell: Cell, look: string, inset: number}} props */
function Square({ lore, cell, look, inset }) {
  const [x, y] = xy(lore, cell);
  const side = CELL - 2 * inset;
  return el('rect', { x: x + inset, y: y + inset, width: side, height: side, rx: 5, class: look });
}

/** @param {{lore: Lore}} props */
function Floor({ lore }) {
  const [width, height] = [lore.columns * CELL, lore.rows * CELL];
  const columns = Array.from({ length: lore.columns }, (_, i) => i);
  const rows = Array.from({ length: lore.rows }, (_, i) => i);
  const lines = [
    ...columns.slice(1).map((i) => `M${i * CELL} 0V${height}`), ...rows.slice(1).map((i) => `M0 ${i * CELL}H${width}`),
  ];
  return [
    el('rect', { width, height, class: 'void' }),
    lore.quadrants.map((q) => {
      const colour = lore.colours.find((c) => c.quadrant === q.word)?.word ?? '';
      const [[x, south], [east, y]] = [xy(lore, q.from), xy(lore, q.to)];
      const [w, high] = [east - x + CELL, south - y + CELL];
      return el(
        'g', { class: `quadrant is-${colour}` },
        el('rect', { x, y, width: w, height: high, class: 'tint' }),
        el('path', {
          d: signOf(colour), class: 'mark', transform: `translate(${x + w / 2} ${y + high / 2}) scale(9)`,
        }),
      );
    }),
    el('path', { d: lines.join(''), class: 'grid' }),
    el('rect', { width, height, class: 'wall' }),
    columns.map((i) =>
      el('text', { x: (i + 0.5) * CELL, y: height + 20, class: 'coord' }, String.fromCharCode(97 + i))),
    rows.map((i) => el('text', { x: -16, y: height - (i + 0.5) * CELL + 6, class: 'coord' }, i + 1)),
  ];
}

/**
 * The start places.
 * @param {{board: Laid}} props
 */
const Doors = ({ board: { lore, figures } }) => lore.colours.map((colour) => {
  const { word, side } = colour;
  const [x = 0, y = 0] = middle(lore, startOf(colour));
  const [e, n] = WAYS[side] ?? [0, 0];
  const figure = figures.find((f) => f.colour === word);
  return el(
    'g',
    { class: figure ? `door is-${word}` : `door is-${word} vacant`, transform: `translate(${x - e * 3} ${y + n * 3})` },
    el('path', { d: 'M-17-17H17V17H-17Z', class: 'stand' }),
    figure?.cell === 'start'
      ? h(Figure, { kind: 'acolyte', colour: word })
      : el('path', { d: signOf(word), class: 'mark', transform: 'scale(.9)' }),
  );
});

/**
 * The bridges, and the marks on them. The figures are drawn over these.
 * @param {SceneProps} props
 */
function Bridges({ board, scene: { room = [], chosen, open, lit = [] } }) {
  const { lore, bridges, figures, gargoyles } = board;
  const busy = [...figures, ...gargoyles].map((f) => f.cell);
  /** @type {Placed} */
  const at = (c) => xy(lore, c);
  return [
    room.length > 0 && el('path', {
      d: room.map((c) => `M${at(c).join(' ')}h${CELL}v${CELL}h-${CELL}Z`).join(''), class: 'room',
    }),
    [...bridges].map(([word, cells]) => {
      const look = [chosen === word && 'chosen', open && (open.has(word) ? 'open' : 'shut')].filter(Boolean).join(' ');
      return h(Bridge, { lore, type: lore.pieces.get(word)?.type ?? '', cells, at, look });
    }),
    [...lit].map(([cell, { n, kind = '' }]) => {
      const [x, y] = at(cell);
      return el(
        'g', { class: `lit ${kind}`.trim() },
        h(Square, { lore, cell, look: 'glow', inset: 3.5 }),
        n > 0 && !busy.includes(cell) && el('text', { x: x + 20, y: y + 28, class: 'steps' }, n),
      );
    }),
  ];
}

/** @param {SceneProps} props */
function Pieces({ board, scene: { due, books = [], who } }) {
  const { lore, cover, figures, gargoyles } = board;
  const busy = [...figures, ...gargoyles].map((f) => f.cell);
  /** @param {Piece} book */
  const bookPlace = ({ cell }) => {
    if (!busy.includes(cell)) return onto(lore, cell, 0.92);
    const [x = 0, y = 0] = middle(lore, cell);
    return `translate(${x + 11} ${y + 10}) scale(0.55)`;
  };
  return [
    board.books.map((b) => [
      !cover.has(b.cell)
        && el('circle', { r: 18, class: due ? 'due now' : 'due', transform: onto(lore, b.cell) }),
      h(Figure, { kind: 'book', colour: b.colour, transform: bookPlace(b) }),
    ]),
    books.map(({ cell, colour }) =>
      el('g', { class: 'to-come', transform: onto(lore, cell) }, h(Figure, { kind: 'book', colour }))),
    gargoyles.map(({ cell, colour }) => h(Figure, { kind: 'gargoyle', colour, transform: onto(lore, cell) })),
    figures.filter((f) => f.cell !== 'start').map(({ cell, colour, seat }) => el(
      'g', { class: who === seat.word ? 'who' : '', transform: onto(lore, cell) },
      h(Figure, { kind: 'acolyte', colour }),
    )),
  ];
}

/**
 * The move that is being planned: the way of a figure, and bridges where they would lie after it.
 * @param {SceneProps} props
 */
function Plan({ board: { lore }, scene: { path = [], ghosts = [], target } }) {
  /** @type {Placed} */
  const at = (c) => xy(lore, c);
  return [
    path.length > 1 && el('path', { d: `M${path.map((c) => middle(lore, c).join(' ')).join('L')}`, class: 'path' }),
    ghosts.map(({ type, cells, solid, ill }) => el(
      'g', { class: ill ? 'ghost ill' : 'ghost' },
      solid && h(Bridge, { lore, type, cells, at }),
      el('path', { d: outline(cells, at, solid ? 1 : 4), class: 'trace' }),
    )),
    ghosts.flatMap(({ riders = [] }) => riders).map(({ cell, kind, colour }) =>
      el('g', { class: 'rider', transform: onto(lore, cell, 0.8) }, h(Figure, { kind, colour }))),
    ghosts.map(({ label, tip }) => label && tip && el(
      'g', { class: 'tip', transform: onto(lore, tip) },
      el('rect', { x: -18, y: -11, width: 36, height: 22, rx: 11 }), el('text', { y: 6 }, label),
    )),
    target && el('circle', { r: 16, class: 'target', transform: onto(lore, target) }),
  ];
}

const POINTS = { north: 0, east: 90, south: 180, west: 270 };

/**
 * What can be tapped to change the plan, and why it is not possible.
 * @param {SceneProps} props
 */
const Handles = ({ board: { lore }, scene: { pivots = [], pivot, marks = [], arrows = [] } }) => [
  pivots.map((c) => el('circle', { r: 14, class: 'may-pivot', transform: onto(lore, c) })),
  pivot && el(
    'g', { class: 'pivot', transform: onto(lore, pivot) }, el('circle', { r: 14 }), el('path', { d: 'M0 0h0' }),
  ),
  marks.map((cell) => el(
    'g', { class: 'clash' },
    h(Square, { lore, cell, look: 'box', inset: 1 }),
    el('path', { d: 'M-9-9L9 9M9-9L-9 9', transform: onto(lore, cell) }),
  )),
  arrows.map(({ cell, open, way }) => el(
    'g', { class: open ? 'arrow' : 'arrow shut', transform: onto(lore, cell) },
    el('circle', { r: 15 }), el('path', { d: 'M-9 4L0-7L9 4', transform: `rotate(${POINTS[way]})` }),
  )),
];
