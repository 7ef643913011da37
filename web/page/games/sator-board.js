// The board of Sator: its geometry and its drawing.
import { s } from '../dom.js';
import { wordsOf } from '../store.js';
import { starPath } from '../sigil.js';

const CELL = 40;
const EDGE = 38; // around the grid, where the start places are

/** The direction of a step: to the east, to the north. */
export const WAYS = { north: [0, 1], east: [1, 0], south: [0, -1], west: [-1, 0] };

/** The names of clockwise turns. */
export const ANGLES = { 90: '↻ 90°', 180: '180°', 270: '↺ 90°' };

// Cells

export const cellAt = (x, y) => `${String.fromCharCode(97 + x)}${y + 1}`;
export const placeOf = (cell) => [cell.charCodeAt(0) - 97, Number(cell.slice(1)) - 1];
export const isCell = (w) => /^[a-z]\d+$/.test(w);
export const beside = (cell, [e, n]) => { const [x, y] = placeOf(cell); return cellAt(x + e, y + n); };
export const neighbours = (cell) => Object.values(WAYS).map((way) => beside(cell, way));
export const byPlace = (a, b) => { const [x, y] = placeOf(a); const [v, w] = placeOf(b); return x - v || y - w; };

const turned = ([e, n], quarters) => (quarters ? turned([n, -e], quarters - 1) : [e, n]);

/** The cells of a bridge that is turned clockwise about one of its cells. */
export function turn(cells, pivot, angle) {
  const [x, y] = placeOf(pivot);
  return cells.map((c) => { const [u, v] = placeOf(c); const [e, n] = turned([u - x, v - y], angle / 90); return cellAt(x + e, y + n); }).sort(byPlace);
}

/** The cells of a shape that is placed. */
export function laying(shape, anchor, orientation) {
  const [x, y] = placeOf(anchor);
  return shape.cells.map((step) => { const [e, n] = turned(step, Number(orientation.slice(1)) / 90); return cellAt(x + e, y + n); }).sort(byPlace);
}

// Reading the names

const told = new WeakMap();
const pairs = (text) => text.split(', ').map(wordsOf);

/** The names' description of the board: its size, quadrants, colours, shapes and bridges. */
export function loreOf(names) {
  if (!names) return { columns: 14, rows: 14, quadrants: [], colours: [], shapes: new Map(), types: [], pieces: new Map(), placements: [] };
  if (!told.has(names)) told.set(names, read(names.names));
  return told.get(names);
}

const place = (colour) => (Object.keys(SIGNS).indexOf(colour) + 9) % 9; // those with a sign first

function read(names) {
  const all = Object.entries(names).filter(([, n]) => n.traits).map(([word, n]) => ({ word, sort: n.sort, title: n.title, ...n.traits }));
  const pieces = new Map(all.filter((n) => n.sort === 'thing' && n.shape && n.type).map((n) => [n.word, n]));
  return {
    columns: Number(names.board?.traits?.columns ?? 14),
    rows: Number(names.board?.traits?.rows ?? 14),
    quadrants: all.filter((n) => n.from && n.to),
    colours: all.filter((n) => n.start && n.quadrant).sort((a, b) => place(a.word) - place(b.word)),
    shapes: new Map(all.filter((n) => n.orientations).map((n) => [n.word, { ...n, cells: pairs(n.cells).map((p) => p.map(Number)), orientations: wordsOf(n.orientations) }])),
    types: [...new Set([...pieces.values()].map((p) => p.type))],
    pieces,
    placements: all.filter((n) => n.sort === 'card' && n.colour && n.cells).map((n) => ({ ...n, cells: Object.fromEntries(pairs(n.cells)) })).sort((a, b) => a.word.localeCompare(b.word, 'en', { numeric: true })),
  };
}

/** Everything on the board, from the facts. */
export function boardOf({ facts, seats }, lore) {
  const bridges = new Map();
  const cover = new Map();
  for (const word of lore.pieces.keys()) {
    const cells = wordsOf(facts[`bridge.${word}`]);
    if (cells.length) bridges.set(word, cells);
    for (const c of cells) cover.set(c, word);
  }
  const books = [];
  const figures = [];
  const gargoyles = [];
  for (const seat of seats) {
    const fact = (path) => facts[`${seat.word}.${path}`];
    const colour = fact('colour');
    if (!colour) continue;
    for (const q of lore.quadrants) if (fact(`book.${q.word}`)) books.push({ seat, colour, cell: fact(`book.${q.word}`) });
    figures.push({ seat, colour, cell: fact('at') ?? 'start' });
    if (isCell(fact('gargoyle') ?? '')) gargoyles.push({ seat, colour, cell: fact('gargoyle') });
  }
  return { lore, bridges, cover, books, figures, gargoyles, inside: (c) => { const [x, y] = placeOf(c); return x >= 0 && y >= 0 && x < lore.columns && y < lore.rows; } };
}

/** Why a bridge may not lie on some cells: those outside the grid, and those that other bridges cover. */
export function clash(board, piece, cells) {
  const outside = cells.filter((c) => !board.inside(c));
  const taken = cells.filter((c) => board.cover.has(c) && board.cover.get(c) !== piece);
  return { cells: [...outside, ...taken], rule: outside.length ? 'piece.grid' : taken.length ? 'piece.overlap' : '' };
}

/**
 * How far an Acolyte can walk over bridges: for each cell the path to it. It may not stop on a book of another colour.
 * @param {Object} board
 * @param {Object} figure
 * @param {number} most steps
 * @param {function(string): boolean} first whether the first step may enter a cell
 * @return {Map<string, Array<string>>}
 */
export function walks(board, figure, most, first) {
  const barred = new Set([...board.figures.filter((f) => f !== figure), ...board.gargoyles].map((f) => f.cell));
  const paths = new Map();
  let edge = [[figure.cell, []]];
  for (let step = 1; step <= most && edge.length; step++) {
    edge = edge.flatMap(([from, path]) => {
      const next = step === 1 ? [...board.cover.keys()].filter(first) : neighbours(from).filter((c) => board.cover.has(c) && !barred.has(c));
      return next.filter((c) => !paths.has(c) && c !== figure.cell).map((c) => (paths.set(c, [...path, c]), [c, paths.get(c)]));
    });
  }
  return paths;
}

// The place outside the grid where a colour starts, as a cell.
const startOf = (colour) => beside(colour.start, WAYS[colour.side] ?? [0, 0]);

/** The cell of an Acolyte, or of its start place. */
export const standOf = ({ lore }, { cell, colour }) => (cell === 'start' ? startOf(lore.colours.find((c) => c.word === colour)) : cell);

/** Reports whether a book of another colour lies on the cell. */
export const foreign = (board, colour, cell) => board.books.some((b) => b.cell === cell && b.colour !== colour);

// Drawing

/** The size of the drawing, in its own units. */
export const sizeOf = ({ columns, rows }) => [columns * CELL + 2 * EDGE, rows * CELL + 2 * EDGE];
const xy = ({ rows }, cell) => { const [x, y] = placeOf(cell); return [x * CELL, (rows - 1 - y) * CELL]; };
const middle = (lore, cell) => xy(lore, cell).map((n) => n + CELL / 2);

/** The cell at a point of the drawing, in fractions of its size. It may be outside the grid. */
export function cellUnder(lore, fx, fy) {
  const [w, h] = sizeOf(lore);
  return { x: (fx * w - EDGE) / CELL - 0.5, y: lore.rows - 0.5 - (fy * h - EDGE) / CELL };
}

/** The box around some cells, as fractions of the drawing. */
export function boxOf(lore, cells, more = 0) {
  const [w, h] = sizeOf(lore);
  const all = cells.map((c) => xy(lore, c));
  const [left, top] = [0, 1].map((i) => Math.min(...all.map((p) => p[i])) - more * CELL);
  const [right, bottom] = [0, 1].map((i) => Math.max(...all.map((p) => p[i])) + (1 + more) * CELL);
  return [(left + EDGE) / w, (top + EDGE) / h, (right - left) / w, (bottom - top) / h];
}

const SIGNS = { crimson: 'M0-10L8.500 0L0 10L-8.500 0Z', azure: 'M0-8.500A8.500 8.500 0 0 1 0 8.500A8.500 8.500 0 0 1 0-8.500Z', jade: 'M0-9.500L9.500 7.500H-9.500Z', amber: 'M-7.500-7.500H7.500V7.500H-7.500Z' };

/** The path of a colour's sign; an unknown colour gets a star. */
export const signOf = (colour) => SIGNS[colour] ?? starPath(5 + (colour?.length ?? 0) % 4, 2, 10);

const BOOK = 'M-11-13H9Q12-13 12-10V13H-9Q-12 13-12 10V-12Q-12-13-11-13Z';
const HOOD = 'M0-19C6-19 8-14 7.500-8C13-3 14 9 14.500 17H-14.500C-14 9-13-3-7.500-8C-8-14-6-19 0-19Z';
const WINGS = 'M0-6L-4-15L-6-7C-10-9-15-7-18-11C-19-3-17 6-11 9L-9 5L-6 13H6L9 5L11 9C17 6 19-3 18-11C15-7 10-9 6-7L4-15Z';

const figure = (colour, cls, body, mark, ...more) => s('g', { class: `${cls} is-${colour}` }, s('path', { d: body, class: 'body' }), more, s('path', { d: signOf(colour), class: 'stamp', transform: mark }));

export const book = (colour) => figure(colour, 'book', BOOK, 'translate(1.500 -1.500) scale(.78)', s('path', { d: 'M-8-13V8.500M-12 10Q-12 8.500-9.500 8.500H12', class: 'line' }));
export const acolyte = (colour) => figure(colour, 'acolyte', HOOD, 'translate(0 6.500) scale(.72)', s('path', { d: 'M0-15.500C3.500-15.500 4.500-12 4-8.500Q0-5.500-4-8.500C-4.500-12-3.500-15.500 0-15.500Z', class: 'face' }));
export const gargoyle = (colour) => figure(colour, 'gargoyle', WINGS, 'translate(0 3) scale(.6)', s('path', { d: 'M-3.200-8.500h1.600M1.600-8.500h1.600', class: 'line' }));

// The corners of an outline are rounded.
const ROUND = 7;

/** The outline of connected cells, moved inwards a little. */
export function outline(cells, at, inset, size = CELL) {
  const set = new Set(cells);
  const edges = new Map(); // from each corner to the next ones, clockwise on the screen
  const add = (a, b) => edges.set(`${a}`, [...(edges.get(`${a}`) ?? []), b]);
  for (const c of cells) {
    const [x, y] = at(c).map((n) => n / size);
    const open = (way) => !set.has(beside(c, WAYS[way]));
    if (open('north')) add([x, y], [x + 1, y]);
    if (open('east')) add([x + 1, y], [x + 1, y + 1]);
    if (open('south')) add([x + 1, y + 1], [x, y + 1]);
    if (open('west')) add([x, y + 1], [x, y]);
  }
  let d = '';
  while (edges.size) {
    const start = edges.keys().next().value;
    const loop = [start.split(',').map(Number)];
    for (let key = start; edges.has(key);) {
      const next = edges.get(key).pop();
      if (!edges.get(key).length) edges.delete(key);
      loop.push(next);
      key = `${next}`;
      if (key === start) break;
    }
    loop.pop();
    d += rounded(loop, inset / size, size);
  }
  return d;
}

function rounded(loop, inset, size) {
  const n = loop.length;
  const corners = loop.flatMap((p, i) => {
    const [a, b] = [loop[(i + n - 1) % n], loop[(i + 1) % n]];
    const [into, out] = [[p[0] - a[0], p[1] - a[1]], [b[0] - p[0], b[1] - p[1]]];
    if (into[0] === out[0] && into[1] === out[1]) return [];
    // The inside is to the right of both edges.
    return [{ p: [p[0] + inset * (-into[1] - out[1]), p[1] + inset * (into[0] + out[0])], into, out }];
  });
  const r = ROUND / size;
  const point = ([x, y], [dx, dy], far) => `${((x + dx * far) * size).toFixed(1)} ${((y + dy * far) * size).toFixed(1)}`;
  return `${corners.map(({ p, into, out }, i) => `${i ? 'L' : 'M'}${point(p, into, -r)}Q${point(p, into, 0)} ${point(p, out, r)}`).join('')}Z`;
}

// Each cell of a bridge shows its material: planks, a riveted grating, masonry, a net of ropes.
const GRAINS = {
  oak: { line: 'M4 12.500H36M4 20.500H36M4 28.500H36M26 4.500V12.500M13 12.500V20.500M29 20.500V28.500M16 28.500V35.500', dot: [[8, 8.500], [32, 16.500], [8, 24.500], [32, 32.500]] },
  iron: { line: 'M10 10L30 30M30 10L10 30M10 10H30V30H10Z', dot: [[10, 10], [30, 10], [10, 30], [30, 30], [20, 20]] },
  stone: { line: 'M4 14.500H36M4 25.500H36M20 4V14.500M11 14.500V25.500M29 14.500V25.500M20 25.500V36', dot: [] },
  rope: { line: 'M5 20Q12.500 16 20 5Q27.500 16 35 20Q27.500 24 20 35Q12.500 24 5 20M5 5Q16 12.500 20 20Q24 27.500 35 35M35 5Q24 12.500 20 20Q16 27.500 5 35', dot: [[20, 20]] },
};
const KNOWN = Object.keys(GRAINS);
const grainOf = (lore, type) => (GRAINS[type] ? type : KNOWN[Math.max(0, lore.types.indexOf(type)) % KNOWN.length]);

/** A bridge at its present or planned place. */
export function bridge(lore, type, cells, at, cls = '') {
  const kind = grainOf(lore, type);
  const body = outline(cells, at, 2.5);
  return s('g', { class: `bridge is-${kind} ${cls}` },
    s('path', { d: body, class: 'body' }),
    cells.map((c) => s('g', { transform: `translate(${at(c).join(' ')})` }, s('path', { d: GRAINS[kind].line, class: 'grain' }), GRAINS[kind].dot.length > 0 && s('path', { d: GRAINS[kind].dot.map(([x, y]) => `M${x} ${y}h0`).join(''), class: 'knot' }))),
    s('path', { d: body, class: 'rail' }));
}

/** A bridge or a shape by itself, before it is turned. */
export function miniature(lore, shape, type, quarters = 0) {
  const cells = laying({ cells: shape }, 'h8', `r${quarters * 90}`);
  const at = (c) => { const [x, y] = placeOf(c); return [x * CELL, -y * CELL]; };
  const all = cells.map(at);
  const [x, y] = [0, 1].map((i) => Math.min(...all.map((p) => p[i])));
  const [w, h] = [0, 1].map((i) => Math.max(...all.map((p) => p[i])) + CELL - [x, y][i]);
  const side = Math.max(w, h, 3 * CELL);
  return s('svg', { viewBox: `${x - (side - w) / 2 - 3} ${y - (side - h) / 2 - 3} ${side + 6} ${side + 6}`, class: 'miniature', 'aria-hidden': 'true' },
    type ? bridge(lore, type, cells, at) : s('path', { d: outline(cells, at, 2.5), class: 'plainly' }));
}

/** The material of a type of bridges. */
export const swatch = (lore, type) => s('svg', { viewBox: '-3 -3 86 86', class: 'swatch', 'aria-hidden': 'true' }, bridge(lore, type, ['a1', 'b1', 'a2', 'b2'], (c) => { const [x, y] = placeOf(c); return [x * CELL, (1 - y) * CELL]; }));

/** A figure, a book or a colour's sign by itself. */
export const token = (draw, colour) => s('svg', { viewBox: '-20 -20 40 40', class: 'token', 'aria-hidden': 'true' }, draw(colour));
export const sign = (colour) => s('path', { d: signOf(colour), class: `sign is-${colour}` });

const ARROW = 'M-9 4L0-7L9 4';
const POINTS = { north: 0, east: 90, south: 180, west: 270 };

/**
 * The whole board.
 * @param {Object} board
 * @param {Object} scene the choice so far and the possibilities
 */
export function drawBoard(board, scene, label) {
  const { lore } = board;
  const [w, h] = sizeOf(lore);
  const at = (c) => xy(lore, c);
  const [gw, gh] = [lore.columns * CELL, lore.rows * CELL];
  const put = (cell, node, dx = 0, dy = 0, k = 1) => { const [x, y] = middle(lore, cell); node.setAttribute('transform', `translate(${x + dx} ${y + dy})${k === 1 ? '' : ` scale(${k})`}`); return node; };
  const square = (cell, cls, by = 2) => { const [x, y] = at(cell); return s('rect', { x: x + by, y: y + by, width: CELL - 2 * by, height: CELL - 2 * by, rx: 5, class: cls }); };
  const onto = (c) => `M${at(c).join(' ')}h${CELL}v${CELL}h-${CELL}Z`;
  const busy = new Set([...board.figures, ...board.gargoyles].map((f) => f.cell));
  const floor = [
    s('rect', { width: gw, height: gh, class: 'void' }),
    lore.quadrants.map((q) => {
      const colour = lore.colours.find((c) => c.quadrant === q.word)?.word;
      const [[x, y1], [x1, y]] = [at(q.from), at(q.to)]; // from its south-west to its north-east
      const [qw, qh] = [x1 - x + CELL, y1 - y + CELL];
      return s('g', { class: `quadrant is-${colour}` }, s('rect', { x, y, width: qw, height: qh, class: 'tint' }), s('path', { d: signOf(colour), class: 'mark', transform: `translate(${x + qw / 2} ${y + qh / 2}) scale(9)` }));
    }),
    s('path', { d: `${Array.from({ length: lore.columns - 1 }, (_, i) => `M${(i + 1) * CELL} 0V${gh}`).join('')}${Array.from({ length: lore.rows - 1 }, (_, i) => `M0 ${(i + 1) * CELL}H${gw}`).join('')}`, class: 'grid' }),
    s('rect', { width: gw, height: gh, class: 'wall' }),
    Array.from({ length: lore.columns }, (_, i) => s('text', { x: (i + 0.5) * CELL, y: gh + 20, class: 'coord' }, String.fromCharCode(97 + i))),
    Array.from({ length: lore.rows }, (_, i) => s('text', { x: -16, y: gh - (i + 0.5) * CELL + 6, class: 'coord' }, i + 1)),
  ];
  const doors = lore.colours.map((c) => {
    const [x, y] = middle(lore, startOf(c));
    const [e, n] = WAYS[c.side] ?? [0, 0];
    const seat = board.figures.find((f) => f.colour === c.word);
    const here = seat?.cell === 'start';
    return s('g', { class: `door is-${c.word}${seat ? '' : ' vacant'}`, transform: `translate(${x - e * 3} ${y + n * 3})` }, s('path', { d: 'M-17-17H17V17H-17Z', class: 'stand' }),
      here ? acolyte(c.word) : s('path', { d: signOf(c.word), class: 'mark', transform: 'scale(.9)' }));
  });
  return s('svg', { viewBox: `${-EDGE} ${-EDGE} ${w} ${h}`, role: 'img', 'aria-label': label },
    floor, doors,
    scene.room?.length > 0 && s('path', { d: scene.room.map(onto).join(''), class: 'room' }),
    [...board.bridges].map(([word, cells]) => bridge(lore, lore.pieces.get(word).type, cells, at, [scene.chosen === word && 'chosen', scene.open && (scene.open.has(word) ? 'open' : 'shut')].filter(Boolean).join(' '))),
    [...(scene.lit ?? [])].map(([cell, { n, kind }]) => s('g', { class: `lit ${kind ?? ''}` }, square(cell, 'glow', 3.5), n && !busy.has(cell) && s('text', { x: at(cell)[0] + 20, y: at(cell)[1] + 28, class: 'steps' }, n))),
    board.books.map((b) => [!board.cover.has(b.cell) && put(b.cell, s('circle', { r: 18, class: scene.due ? 'due now' : 'due' })), put(b.cell, book(b.colour), busy.has(b.cell) ? 11 : 0, busy.has(b.cell) ? 10 : 0, busy.has(b.cell) ? 0.55 : 0.92)]),
    (scene.books ?? []).map((b) => put(b.cell, s('g', { class: 'to-come' }, book(b.colour)))),
    board.gargoyles.map((g) => put(g.cell, gargoyle(g.colour))),
    board.figures.filter((f) => f.cell !== 'start').map((f) => put(f.cell, s('g', { class: scene.who === f.seat.word ? 'who' : '' }, acolyte(f.colour)))),
    scene.path?.length > 1 && s('path', { d: `M${scene.path.map((c) => middle(lore, c).join(' ')).join('L')}`, class: 'path' }),
    (scene.ghosts ?? []).map((g) => s('g', { class: `ghost ${g.cls ?? ''}` }, g.solid ? bridge(lore, g.type, g.cells, at) : s('path', { d: outline(g.cells, at, 4), class: 'trace' }), g.solid && s('path', { d: outline(g.cells, at, 1), class: 'trace' }))),
    (scene.ghosts ?? []).flatMap((g) => g.riders ?? []).map((r) => put(r.cell, s('g', { class: 'rider' }, { books: book, gargoyles: gargoyle, figures: acolyte }[r.kind](r.colour)), 0, 0, 0.8)),
    (scene.ghosts ?? []).filter((g) => g.label && g.tip).map((g) => put(g.tip, s('g', { class: 'tip' }, s('rect', { x: -18, y: -11, width: 36, height: 22, rx: 11 }), s('text', { y: 6 }, g.label)))),
    scene.target && put(scene.target, s('circle', { r: 16, class: 'target' })),
    (scene.pivots ?? []).map((c) => put(c, s('circle', { r: 14, class: 'may-pivot' }))),
    scene.pivot && put(scene.pivot, s('g', { class: 'pivot' }, s('circle', { r: 14 }), s('path', { d: 'M0 0h0' }))),
    (scene.marks ?? []).map((c) => s('g', { class: 'clash' }, square(c, 'box', 1), put(c, s('path', { d: 'M-9-9L9 9M9-9L-9 9' })))),
    (scene.arrows ?? []).map((a) => put(a.cell, s('g', { class: a.open ? 'arrow' : 'arrow shut' }, s('circle', { r: 15 }), s('path', { d: ARROW, transform: `rotate(${POINTS[a.way]})` })))),
  );
}

