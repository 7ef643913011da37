// @ts-check
// The Oracle's sky map: its lines are drawn here.
import { Button } from '../shared/button.js';
import { lastOf } from '../shared/list.js';
import { wordsOf } from '../shared/store.js';
import { capital } from '../shared/words.js';
import { el, h } from '../shared/view.js';
import { and, many, t } from '../shared/lang.js';
import { Glyph, Good, SignPath } from './oracle-signs.js';
import { goodText, lower, Part, title, traits } from './oracle-table.js';

/** @import { Names, Tree } from '../../types/protocol' */
/** @import { OracleTable, PartProps } from './oracle-table.js' */

/** @typedef {string[]} Line the two points that it joins */

/**
 * An area that a line closes.
 * @typedef {object} Area
 * @property {string} kind of the goods that it gives
 * @property {string} colour
 * @property {string[]} cells
 * @property {boolean} cross it lies at the Corruption cross
 */

const CELL = 60;
const EDGE = CELL / 2;
const STAR = 'M0-6L1.500-1.500L6 0L1.500 1.500L0 6L-1.500 1.500L-6 0L-1.500-1.500Z';

/** @param {string} w */
const isPoint = (w) => /^[a-z]\d+$/.test(w);

/**
 * @param {string} w a point
 * @return {[x: number, y: number]}
 */
const xy = (w) => [w.charCodeAt(0) - 97, Number(w.slice(1)) - 1];

/**
 * Where a point is drawn.
 * @param {string} w
 */
const at = (w) => xy(w).map((n) => n * CELL);

/** @param {Line} line */
const keyOf = (line) => line.join('.');

/** @param {Line} line */
const pathOf = (line) => `M${line.map(at).join('L')}`;

/** @param {Line} line */
const spoken = ([p = '', q = '']) => t`${p.toUpperCase()} to ${q.toUpperCase()}`;

/** @param {Names|null} names */
const cellsOf = (names) => Object.keys(names?.names ?? {}).filter((w) => isPoint(w) && traits(names, w).cell);

/**
 * The legal lines, each once, in the order in which one reads them.
 * @param {Tree|undefined} tree
 * @return {Line[]}
 */
function linesOf(tree = {}) {
  return Object.entries(tree)
    .flatMap(([p, ends]) => Object.keys(ends).map((q) => ({ p, q, from: xy(p), to: xy(q) })))
    .filter(({ from, to }) => from[0] + from[1] < to[0] + to[1])
    .sort((a, b) => a.from[1] - b.from[1] || a.from[0] - b.from[0])
    .map(({ p, q }) => [p, q]);
}

/**
 * The areas that a line closes.
 * @param {OracleTable} ctx
 * @param {Line} [line]
 * @return {Area[]}
 */
function areasOf({ facts }, line = []) {
  const fact = facts[`closes.${keyOf(line)}`];
  return (fact ? fact.split(' / ') : []).map((text) => {
    const [kind = '', ...rest] = text.split(' ');
    const colour = kind === 'nothing' ? '' : rest[0] ?? '';
    return { kind, colour, cells: rest.filter(isPoint), cross: lastOf(rest) === 'cross' };
  });
}

/**
 * @param {OracleTable} ctx
 * @param {Area} area
 */
function areaText(ctx, { kind, colour, cells, cross }) {
  const what = kind === 'nothing' ? t`an area of ${cells.length} that gives nothing` : goodText(ctx, kind, colour);
  return cross ? t`${what}, and a Corruption card` : what;
}

/** @param {PartProps} props */
export function Sky({ ctx }) {
  const { facts, moves, names, chosen } = ctx;
  const cells = cellsOf(names);
  if (cells.length === 0) return null;
  const legal = linesOf(moves.line);
  const line = legal.find((l) => keyOf(l) === chosen('line'));
  const black = cells.filter((w) => facts[`cell.${w}`]);
  const [, left = ''] = wordsOf(facts.ask);
  const note = legal.length > 0
    ? many(left, t`${left} line left`, t`${left} lines left`)
    : black.length > 0 && t`${black.length} of ${cells.length} black`;
  return h(
    Part, { ctx, of: 'sky', name: t`Sky map`, note },
    el('div', { class: 'sky-scroll' }, h(SkyMap, { ctx, cells, black, legal, line })),
    legal.length > 0 && el(
      'div', { class: 'confirm' },
      line ? h(Chosen, { ctx, line }) : el('p', { class: 'quiet' }, t`Tap a line.`),
    ),
  );
}

/**
 * What the line that was tapped closes.
 * @param {PartProps & {line: Line}} props
 */
function Chosen({ ctx, line }) {
  const areas = areasOf(ctx, line);
  const text = line.map((w) => w.toUpperCase()).join('–');
  return [
    el('p', null, areas.length === 0 && t`Closes nothing.`, areas.map((a) => el(
      'span', { class: 'gain' },
      a.kind === 'nothing' ? h(Glyph, { of: 'none' }) : h(Good, a),
      el('span', null, capital(areaText(ctx, a))),
      a.cross && h(Glyph, { of: 'corruption', look: 'ill' }),
    ))),
    h(Button, { look: 'gold', name: 'draw-line', act: () => ctx.play('line', line) }, t`Draw ${text}`),
  ];
}

/**
 * @typedef {object} MapProps
 * @property {OracleTable} ctx
 * @property {string[]} cells
 * @property {string[]} black those that are black
 * @property {Line[]} legal
 * @property {Line} [line] the one that was tapped
 */

/** @param {MapProps} props */
function SkyMap(props) {
  const { ctx, cells, black, legal, line } = props;
  const { facts, names } = ctx;
  const columns = Math.max(...cells.map((w) => xy(w)[0])) + 1;
  const rows = Math.max(...cells.map((w) => xy(w)[1])) + 1;
  const [width, height] = [columns * CELL + 2 * EDGE, rows * CELL + 2 * EDGE];
  const drawn = Object.keys(facts).filter((p) => p.startsWith('line.'))
    .map((p) => ({ kind: facts[p], line: p.slice('line.'.length).split('.') }));
  const ours = drawn.filter((l) => l.kind === 'drawn').map((l) => spoken(l.line));
  const blackened = black.map((w) => `${title(ctx, w)} ${lower(title(ctx, traits(names, w).cell ?? ''))}`);
  const told = [
    ours.length > 0 ? t`Lines drawn: ${ours.join(', ')}.` : t`Lines drawn: none.`,
    blackened.length > 0 && t`Black: ${blackened.join(', ')}.`,
  ].filter(Boolean).join(' ');
  const open = legal.length > 0;
  /** @param {string} kind */
  const all = (kind) => drawn.filter((l) => l.kind === kind).map((l) => pathOf(l.line)).join('');
  return el(
    'div',
    {
      class: 'sky-map', style: { '--columns': columns }, role: open ? 'radiogroup' : undefined,
      'aria-label': open ? t`Lines of the sky map. ${told}` : undefined,
    },
    el(
      'svg',
      {
        viewBox: `${-EDGE} ${-EDGE} ${width} ${height}`, ...(open ? { 'aria-hidden': true } : { role: 'img' }),
        'aria-label': open ? undefined : t`The sky map. ${told}`,
      },
      h(Cells, props),
      ['border', 'cross', 'drawn'].map((kind) => [
        el('path', { d: all(kind), class: `line is-${kind}` }),
        kind === 'cross' && el('path', { d: all(kind), class: 'line thorns' }),
      ]),
      line && el('path', { d: pathOf(line), class: 'line is-chosen' }),
      starsOf(cells).map((p) => el('path', { d: STAR, class: 'star', transform: `translate(${p})` })),
      Array.from({ length: columns + 1 }, (_, i) =>
        el('text', { x: i * CELL, y: -10, class: 'coord' }, String.fromCharCode(65 + i))),
      Array.from({ length: rows + 1 }, (_, i) => el('text', { x: -14, y: i * CELL + 5, class: 'coord' }, i + 1)),
    ),
    open && h(Targets, { ctx, legal, line, width, height }),
  );
}

/**
 * The corners of all cells.
 * @param {string[]} cells
 */
const starsOf = (cells) => [...new Set(cells.map(at).flatMap(([x = 0, y = 0]) =>
  [[0, 0], [1, 0], [0, 1], [1, 1]].map(([i = 0, j = 0]) => `${x + i * CELL},${y + j * CELL}`)))];

/** @param {MapProps} props */
function Cells({ ctx, cells, black, line }) {
  const lit = areasOf(ctx, line);
  return [
    cells.map((w) => {
      const colour = traits(ctx.names, w).cell ?? '';
      const area = lit.find((a) => a.cells.includes(w));
      const look = ['cell', black.includes(w) && 'black', area && 'lit', area?.kind === 'nothing' && 'vain'];
      return el(
        'g', { transform: `translate(${at(w).join(' ')})`, class: look.filter(Boolean).join(' ') },
        el('rect', { width: CELL, height: CELL, class: `is-${colour}` }),
        h(SignPath, { of: colour, transform: `translate(${EDGE} ${EDGE}) scale(1.35)` }),
      );
    }),
    el('path', { d: cells.map((w) => `M${at(w)}h${CELL}v${CELL}h-${CELL}Z`).join(''), class: 'lattice' }),
  ];
}

/** @type {{[key: string]: number}} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * The target of each legal line is a diamond: all points nearer to it than to any other line. A tap elsewhere on the
 * map chooses the nearest line.
 * @param {{ctx: OracleTable, legal: Line[], line: Line|undefined, width: number, height: number}} props
 */
function Targets({ ctx, legal, line, width, height }) {
  /**
   * The middle of a line, as fractions of the map.
   * @param {Line} l
   */
  const middle = ([p = '', q = '']) => {
    const [[a, b], [c, d]] = [xy(p), xy(q)];
    return { x: ((a + c) / 2 * CELL + EDGE) / width, y: ((b + d) / 2 * CELL + EDGE) / height };
  };
  /** @param {Line} l */
  const choose = (l) => (l === line ? ctx.play('line', l) : ctx.pick('line', keyOf(l)));
  /** @param {MouseEvent & {currentTarget: Element}} e */
  const onMap = (e) => {
    if (e.target !== e.currentTarget) return;
    const box = e.currentTarget.getBoundingClientRect();
    const [left, top] = [(e.clientX - box.x) / box.width, (e.clientY - box.y) / box.height];
    /** @param {Line} l */
    const far = (l) => Math.hypot((middle(l).x - left) * width, (middle(l).y - top) * height);
    choose(legal.reduce((a, b) => (far(b) < far(a) ? b : a)));
  };
  /** @param {KeyboardEvent & {currentTarget: Element}} e */
  const onKey = (e) => {
    const step = STEPS[e.key];
    const buttons = [...e.currentTarget.querySelectorAll('button')];
    const from = buttons.findIndex((b) => b === e.target);
    if (!step || from < 0) return;
    e.preventDefault();
    const to = (from + step + legal.length) % legal.length;
    ctx.pick('line', keyOf(/** @type {Line} */ (legal[to])));
    buttons[to]?.focus();
  };
  return el(
    'div', { class: 'lines', role: 'presentation', onClick: onMap, onKeyDown: onKey },
    legal.map((l, i) => {
      const { x, y } = middle(l);
      const areas = areasOf(ctx, l);
      const [p = '', q = ''] = l;
      const look = [xy(p)[0] === xy(q)[0] ? 'down' : 'across', areas.some((a) => a.kind !== 'nothing') && 'gives'];
      return el('button', {
        key: keyOf(l), type: 'button', role: 'radio', 'data-key': `line-${keyOf(l)}`, 'aria-checked': l === line,
        tabIndex: (line ? l === line : i === 0) ? 0 : -1, onClick: () => choose(l),
        class: look.filter(Boolean).join(' '),
        'aria-label': areas.length > 0 ? t`${spoken(l)}: closes ${and(areas.map((a) => areaText(ctx, a)))}` : spoken(l),
        style: {
          '--x': `${100 * x}%`, '--y': `${100 * y}%`, '--w': `${100 * CELL / width}%`, '--h': `${100 * CELL / height}%`,
        },
      });
    }),
  );
}
