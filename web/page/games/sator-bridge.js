// @ts-check
// How bridges are turned and shifted on the board of Sator.
import { Button } from '../shared/button.js';
import { lastOf } from '../shared/list.js';
import { nameOf, wordsOf } from '../shared/store.js';
import { el, h } from '../shared/view.js';
import { and, many, t } from '../shared/lang.js';
import { Miniature } from './sator-board.js';
import { beside, clash, turn, ways, WAYS } from './sator-cells.js';
import {
  arrowsOf, arrowSpot, barred, BROKEN, cells as cellsText, farthest, Head, nearest, points, Refusal, twoLines, under,
  why,
} from './sator-tool.js';

/** @import { Tree } from '../../types/protocol' */
/** @import { Arrow, Ghost, Scene } from './sator-board.js' */
/** @import { Board, Cell, Point, Way } from './sator-cells.js' */
/** @import { Move, Plan, SatorTable, Tool, Verdict } from './sator-tool.js' */

/** @type {{[angle: string]: string}} */
const ANGLES = { 90: '↻ 90°', 180: '180°', 270: '↺ 90°' };

/** @type {{[angle: string]: string}} */
const BY = { 90: t`90° clockwise`, 180: '180°', 270: t`90° counter-clockwise` };

const SIGNS = { north: '↑', east: '→', south: '↓', west: '←' };

/**
 * What a bridge can do.
 * @typedef {object} Abilities
 * @property {Set<string>} [turns] pivots with angles: `c4 90`
 * @property {Set<string>} [slides] the ways of the first step
 * @property {number} most steps
 *
 * The plan for a bridge: it is turned, or shifted by some steps.
 * @typedef {{turned?: [pivot: Cell, angle: string], path: Way[]}} Motion
 */

/** @param {Tree|undefined} tree */
const pairs = (tree = {}) =>
  new Set(Object.entries(tree).flatMap(([cell, angles]) => Object.keys(angles).map((angle) => `${cell} ${angle}`)));

/**
 * What a bridge can do: for the open question, or else as far as the board allows.
 * @param {SatorTable} ctx
 * @param {string} piece
 * @return {Abilities}
 */
function abilitiesOf({ moves, facts, mine, used }, piece) {
  const left = Number(facts.left ?? 1);
  if (mine && (moves.turn || moves.slide)) {
    if (piece !== facts.piece) return { most: 0 };
    const each = used.effect === 'haul' ? 0 : Number(used['cell-cost'] ?? used.cost ?? 0);
    return {
      turns: moves.turn && pairs(moves.turn), slides: moves.slide && new Set(Object.keys(moves.slide)),
      most: each > 0 ? Math.min(left, Math.floor(Number(facts.points ?? 0) / each)) : left,
    };
  }
  if (mine && (moves.shift || moves.spin)) {
    return { turns: pairs(moves.spin?.[piece]), slides: new Set(Object.keys(moves.shift?.[piece] ?? {})), most: left };
  }
  if (!facts.points || (facts.phase === 'draw' && !moves.free)) return { most: 0 };
  const turns = new Set((facts[`can.turn.${piece}`] ?? '').split(' / ').filter(Boolean));
  const slides = new Set(wordsOf(facts[`can.slide.${piece}`]));
  if (!facts.card) return { turns, slides, most: 5 };
  const as = facts.as ?? used.effect;
  return {
    turns: as === 'rotas' ? turns : undefined, slides: as === 'moves' || as === 'haul' ? slides : undefined, most: left,
  };
}

/**
 * A bridge that was tapped: its possibilities, and the plan so far.
 * @typedef {object} Work
 * @property {SatorTable} ctx
 * @property {string} piece
 * @property {string} type
 * @property {Cell[]} cells
 * @property {Abilities} can
 * @property {Cell[]} pivots about which it can be turned
 * @property {Cell} pivot the one that was chosen, or empty
 * @property {{angle: string, cells: Cell[], open: boolean}[]} turns about the pivot
 * @property {Motion} motion
 * @property {Cell[]|undefined} planned where it would lie
 * @property {Verdict|undefined} reason why it may not lie there
 * @property {boolean} fits it may, or the table would allow it
 * @property {Arrow[]} arrows
 * @property {boolean} held by a Gargoyle
 * @property {number} toll
 */

/**
 * @param {Cell[]} cells
 * @param {Way} way
 */
const shifted = (cells, way) => cells.map((c) => beside(c, WAYS[way]));

/**
 * @param {SatorTable} ctx
 * @param {string} piece
 * @return {Work}
 */
function workOf(ctx, piece) {
  const { board, picked, facts, lore, mine } = ctx;
  const cells = board.bridges.get(piece) ?? [];
  const can = abilitiesOf(ctx, piece);
  const { turns: all, slides } = can;
  const pivot = all && picked.pivot && cells.includes(picked.pivot) ? picked.pivot : '';
  const angle = pivot && picked.angle ? picked.angle : '';
  const path = !angle && slides ? picked.path ?? [] : [];
  const frames = path.reduce((done, way) => [...done, shifted(lastOf(done) ?? [], way)], [cells]);
  const now = lastOf(frames) ?? cells;
  const turns = pivot
    ? Object.keys(ANGLES).map((a) =>
      ({ angle: a, cells: turn(cells, pivot, Number(a)), open: all?.has(`${pivot} ${a}`) === true }))
    : [];
  const turned = turns.find((x) => x.angle === angle);
  const planned = turned?.cells ?? (path.length > 0 ? now : undefined);
  const clashes = (turned ? [turned.cells] : frames.slice(1)).map((f) => clash(board, piece, f));
  const here = clashes.find((x) => x.rule) ?? { cells: [], rule: '' };
  const starts = path.length > 1 || slides?.has(path[0] ?? '');
  const ok = turned ? turned.open : !here.rule && Boolean(starts) && path.length <= can.most;
  const held = board.gargoyles.some((g) => cells.includes(g.cell));
  /** @type {Motion} */
  const motion = { turned: turned && [pivot, angle], path };
  const reason = planned && !ok ? whyNot(ctx, piece, motion, here, held && !mine) : undefined;
  /** @param {Way} way */
  const open = (way) => (path.length > 0
    ? path.length < can.most && !clash(board, piece, shifted(now, way)).rule
    : slides?.has(way) === true);
  return {
    ctx, piece, cells, can, pivot, turns, motion, planned, reason, held,
    type: lore.pieces.get(piece)?.type ?? '',
    pivots: cells.filter((c) => [...all ?? []].some((x) => x.startsWith(`${c} `))),
    fits: ok || reason?.ok === true,
    arrows: slides && !angle ? arrowsOf(now, open) : [],
    toll: Number(facts[`toll.${piece}`] ?? 0),
  };
}

/**
 * @param {SatorTable} ctx
 * @param {string} piece
 * @param {Motion} motion
 * @param {{cells: Cell[], rule: string}} here
 * @param {boolean} held
 * @return {Verdict}
 */
function whyNot(ctx, piece, motion, here, held) {
  if (held) return { ok: false, cells: here.cells, rule: 'gargoyle.holds', text: BROKEN['gargoyle.holds'] };
  return why(ctx, here, questionOf(ctx, piece, motion));
}

/**
 * The question to the table about a plan that is not legal.
 * @param {SatorTable} ctx
 * @param {string} piece
 * @param {Motion} motion
 * @return {Move|null}
 */
function questionOf({ moves, mine, board }, piece, { turned, path }) {
  if (!mine || path.length > 1) return null;
  if (moves.turn || moves.slide) {
    if (turned) return moves.turn ? ['turn', ...turned] : null;
    return moves.slide ? ['slide', ...path] : null;
  }
  if (moves.shift || moves.spin) return turned ? ['spin', piece, ...turned] : ['shift', piece, ...path];
  // With a rider, a free action is always refused, but a card is not.
  const ridden = board.figures.some((f) => board.bridges.get(piece)?.includes(f.cell));
  if (!moves.free || ridden) return null;
  return turned ? ['free', 'turn', piece, ...turned] : ['free', 'slide', piece, ...path];
}

/**
 * The tool for a bridge.
 * @param {SatorTable} ctx
 * @param {string} piece
 * @return {Omit<Tool, 'tap'> & {tap: (at: Point) => boolean, head: Tool['panel']}} `tap` reports whether it has an
 *   effect
 */
export function bridgeTool(ctx, piece) {
  const { board, picked, pick } = ctx;
  const work = workOf(ctx, piece);
  const { cells, can, pivot, pivots, turns, motion: { path }, planned, arrows } = work;
  /** @param {Plan} next */
  const plan = (next) => pick({ piece, cell: picked.cell, pivot: picked.pivot, ...next });
  /** @param {Way} way */
  const shift = (way) => plan({ path: way === backOf(lastOf(path)) ? path.slice(0, -1) : [...path, way] });
  const open = turns.filter((x) => x.open);
  const tips = open.map((x) => {
    const others = open.filter((o) => o !== x).map((o) => o.cells);
    return { ...x, cell: tipOf(board, x.cells, cells, others) };
  });
  /** A tap on a cell that only one turn would cover chooses that turn. @param {Cell} cell */
  const turnAt = (cell) => {
    const over = board.cover.has(cell) || cells.includes(cell) ? [] : open.filter((x) => x.cells.includes(cell));
    return over.length === 1 ? over[0] : undefined;
  };
  return {
    focus: [...cells, ...planned ?? []].filter(board.inside),
    scene: sceneOf(work, tips),
    spots: [
      ...(can.turns ? cells : []).map((c) => ({
        cell: c, name: `pivot-${c}`, pressed: c === pivot, act: () => plan({ cell: c, pivot: c }),
        label: pivots.includes(c) ? t`Turn about ${c}` : t`Turn about ${c}, which no turn allows`,
      })),
      ...arrows.map((a) => arrowSpot(a, () => shift(a.way))),
    ],
    tap(at) {
      const arrow = nearest(at, arrows.filter((a) => a.open || path.length > 0), 0.7) ?? nearest(at, arrows, 0.5);
      const cell = under(at);
      const meant = planned ? undefined : nearest(at, tips, 0.5) ?? turnAt(cell);
      const free = can.slides && !board.cover.has(cell) && board.inside(cell);
      const slide = !arrow && !meant && free ? slideTo(board, piece, cells, cell, can.most) : null;
      if (arrow) shift(arrow.way);
      else if (meant) plan({ angle: meant.angle });
      else if (cells.includes(cell)) plan({ cell, pivot: cell });
      else if (slide) plan({ path: slide });
      else return false;
      return true;
    },
    head: h(BridgeHead, { work }),
    panel: h(BridgePanel, { work, plan }),
  };
}

/** @param {Way} [way] */
const backOf = (way) => (way && { north: 'south', east: 'west', south: 'north', west: 'east' }[way]);

/**
 * The cell of a turned bridge for its label: one that only this turn covers, as far as possible from where it was.
 * @param {Board} board
 * @param {Cell[]} turned
 * @param {Cell[]} cells where it is
 * @param {Cell[][]} others where other turns would bring it
 */
function tipOf(board, turned, cells, others) {
  const free = turned.filter((c) => !cells.includes(c));
  const alone = free.filter((c) => !others.some((o) => o.includes(c)));
  const best = [alone, free, turned].find((list) => list.length > 0) ?? [];
  return farthest(best, cells).find(board.inside) ?? turned[0] ?? '';
}

/**
 * @param {Work} work
 * @param {{angle: string, cells: Cell[], cell: Cell}[]} tips the turns that are possible, and the cells for their
 *   labels
 * @return {Scene}
 */
function sceneOf({ ctx: { board }, type, cells, pivot, pivots, motion, planned, reason, fits, arrows }, tips) {
  const { turned, path } = motion;
  /** @param {Cell} c */
  const carried = (c) => (turned
    ? turn([c], turned[0], Number(turned[1]))[0] ?? c
    : path.reduce((at, way) => beside(at, WAYS[way]), c));
  const pieces = [
    ...board.books.map((x) => ({ kind: /** @type {const} */ ('book'), ...x })),
    ...board.gargoyles.map((x) => ({ kind: /** @type {const} */ ('gargoyle'), ...x })),
    ...board.figures.map((x) => ({ kind: /** @type {const} */ ('acolyte'), ...x })),
  ];
  const riders = pieces.filter((x) => cells.includes(x.cell)).map((x) => ({ ...x, cell: carried(x.cell) }));
  /** @type {Ghost[]} */
  const ghosts = planned
    ? [{ type, cells: planned, solid: true, ill: !fits, riders }]
    : tips.map((x) => ({
      type, cells: x.cells, label: ANGLES[x.angle]?.replace(' 90°', ''),
      tip: arrows.some((a) => a.cell === x.cell) ? '' : x.cell,
    }));
  return {
    ghosts, arrows, pivot, marks: reason?.cells ?? [], pivots: planned ? [] : pivots.filter((c) => c !== pivot),
  };
}

/**
 * The shortest way of a bridge to a position that covers a cell, without crossing another bridge.
 * @param {Board} board
 * @param {string} piece
 * @param {Cell[]} cells
 * @param {Cell} goal
 * @param {number} most steps
 */
function slideTo(board, piece, cells, goal, most) {
  const seen = new Set([cells[0]]);
  let edge = [{ cells, path: /** @type {Way[]} */ ([]) }];
  for (let i = 0; i < most; i++) {
    edge = edge.flatMap((x) => ways.map((way) => ({ cells: shifted(x.cells, way), path: [...x.path, way] })))
      .filter((x) => {
        const [first] = x.cells;
        const fresh = !seen.has(first) && !clash(board, piece, x.cells).rule;
        if (fresh) seen.add(first);
        return fresh;
      });
    const there = edge.find((x) => x.cells.includes(goal));
    if (there) return there.path;
  }
  return null;
}

// The panel

/** @param {{work: Work}} props */
function BridgeHead({ work: { ctx, piece, type, cells, planned, held, toll } }) {
  const { board, lore, picked, pick, title } = ctx;
  const { shape = '' } = lore.pieces.get(piece) ?? {};
  const riders = board.figures.filter((f) => cells.includes(f.cell));
  const text = [
    t`on ${cells.join(' ')}`, held && t`held by a Gargoyle`,
    riders.length > 0 && t`carries ${and(riders.map((f) => t`${f.seat.title}’s Acolyte`))}`,
    toll > 0 && t`toll by card ${points(toll)}`,
  ].filter(Boolean).join(' · ');
  return h(
    Head, { close: piece === picked.piece || planned ? () => pick({}) : undefined },
    h(Miniature, { lore, shape: lore.shapes.get(shape)?.cells ?? [[0, 0]], type }), twoLines(title(piece), text),
  );
}

/** @typedef {{work: Work, plan: (plan: Plan) => void}} PanelProps */

/** @param {PanelProps} props */
function BridgePanel({ work, plan }) {
  const { ctx, can, motion: { path }, planned, reason, fits } = work;
  return [
    can.turns && h(Angles, { work, plan }),
    can.slides && !can.turns && path.length === 0 && ctx.mine
      && el('p', { class: 'quiet' }, t`Tap an arrow, or where it should lie.`),
    path.length > 0 && el(
      'p', { class: 'route' }, path.map((w) => SIGNS[w]).join(' '), ' ', el('small', null, cellsText(path.length)),
    ),
    reason && !reason.ok && h(Refusal, { ctx, verdict: reason }),
    ctx.mine && (planned ? fits && h(Sources, { work }) : h(Choose, { work })),
  ];
}

/** @param {PanelProps} props */
function Angles({ work: { pivot, pivots, turns, motion: { turned }, held }, plan }) {
  const where = pivots.length > 0 ? t`tap the cell about which it turns` : t`It cannot be turned now.`;
  return el(
    'div', { class: 'angles', role: 'group', 'aria-label': pivot ? t`Turn about ${pivot}` : t`Turn` },
    el('small', null, pivot ? t`about ${pivot}` : held && pivots.length === 0 ? BROKEN['gargoyle.holds'] : where),
    turns.map(({ angle, open }) => {
      const pressed = angle === turned?.[1];
      const by = BY[angle] ?? '';
      return h(
        Button,
        {
          key: angle, look: open ? 'plain' : 'plain shut', name: `angle-${angle}`, pressed,
          label: open ? by : barred(by), act: () => plan({ angle: pressed ? '' : angle }),
        },
        ANGLES[angle],
      );
    }),
  );
}

/**
 * The buttons that carry out the plan.
 * @param {{work: Work}} props
 */
function Sources({ work: { ctx, piece, motion, toll } }) {
  const sources = sourcesOf(ctx, piece, motion, toll);
  return sources.length > 0
    ? el('div', { class: 'ways' }, sources.map(({ name, look, text, moves }) =>
      h(Button, { key: name, look, name, act: () => ctx.carry(moves) }, text)))
    : el('p', { class: 'quiet' }, t`No card that may be in your hand does this now.`);
}

/**
 * The button that chooses the bridge for the open card, or why the card does not allow it.
 * @param {{work: Work}} props
 */
function Choose({ work: { ctx, piece, toll } }) {
  const { moves, used: { effect = '' }, carry, ask } = ctx;
  if (!moves.piece) return null;
  if (!moves.piece[piece]) {
    const no = ask(['piece', piece]);
    return no && !no.ok ? h(Refusal, { ctx, verdict: no }) : null;
  }
  /** @type {{[effect: string]: string}} */
  const texts = { remove: t`Take it off the board`, relay: t`Lift it`, haul: t`Shift this one` };
  const word = texts[effect] ?? t`Choose this one`;
  return el('div', { class: 'ways' }, h(
    Button, { look: 'gold', name: 'choose', act: () => carry([['piece', piece]]) },
    toll > 0 && effect !== 'remove' ? t`${word}, toll ${points(toll)}` : word,
  ));
}

const SOME = 3; // cards that are offered for a movement

/**
 * The price of some turns, cells or empty cells with a card; a card for both has a price for each.
 * @param {{[trait: string]: string|undefined}} card its traits
 * @param {number} n
 * @param {boolean} [turned]
 * @param {number} [toll]
 */
export const price = (card, n, turned, toll = 0) =>
  points(Number(card.cost ?? card[turned ? 'turn-cost' : 'cell-cost']) * n + toll);

/**
 * A way to carry out a plan: a button, and the moves that it makes.
 * @typedef {{name: string, look: string, text: string, moves: Move[]}} Source
 */

/**
 * How a plan can be carried out: with the open card, with a card from the hand, or as the free action.
 * @param {SatorTable} ctx
 * @param {string} piece
 * @param {Motion} motion
 * @param {number} toll
 * @return {Source[]}
 */
function sourcesOf(ctx, piece, { turned, path }, toll) {
  const { moves, used } = ctx;
  const n = turned ? 1 : path.length;
  const what = turned ? t`Turn` : many(n, t`Shift ${n} cell`, t`Shift ${n} cells`);
  /** @type {Move[]} */
  const steps = turned ? [['turn', ...turned]] : path.map((way) => ['slide', way]);
  /**
   * @param {string} text
   * @param {Move[]} all
   * @return {Source[]}
   */
  const only = (text, all) => [{ name: 'confirm', look: 'gold', text, moves: all }];
  /** @param {number} [more] */
  const priced = (more) => (used.effect === 'haul' ? what : t`${what}: ${price(used, n, Boolean(turned), more)}`);
  if (moves.turn || moves.slide) return only(priced(), steps);
  if (moves.piece) return moves.piece[piece] ? only(priced(toll), [['piece', piece], ...steps]) : [];
  if (moves.shift || moves.spin) {
    const each = turned ? [['spin', piece, ...turned]] : path.map((way) => ['shift', piece, way]);
    return only(n > 1 ? t`${what}: ${n} actions` : what, each);
  }
  /** @type {Move} */
  const free = turned ? ['turn', piece, ...turned] : ['slide', piece, ...path];
  const [verb = '', , first = '', angle = ''] = free;
  const level = moves.free?.[verb]?.[piece]?.[first];
  const may = turned ? level?.[angle] : n === 1 && level;
  const cards = cardsFor(ctx, piece, Boolean(turned)).map((word) => source(ctx, word, {
    cost: (card) => price(card, n, Boolean(turned), toll), as: turned ? 'rotas' : 'moves',
    moves: [['piece', piece], ...steps],
  }));
  return may ? [...cards, { name: 'by-free', look: 'gold', text: t`Free action`, moves: [['free', ...free]] }] : cards;
}

/**
 * Some cards that move a bridge so: those that the table has seen in the viewer's hand, or else any.
 * @param {SatorTable} ctx
 * @param {string} piece
 * @param {boolean} turned
 */
function cardsFor({ moves, lore, names, seen, lastUse }, piece, turned) {
  const { shape, type } = lore.pieces.get(piece) ?? {};
  const fits = Object.keys(moves.play ?? {}).filter((w) => {
    const of = nameOf(names, w).traits ?? {};
    const moved = turned
      ? of.effect === 'rotas' && (of.shape ?? shape) === shape
      : of.effect === 'moves' && (of.type ?? type) === type;
    return (of.effect === 'either' || moved) && lastUse !== `${w} ${piece}`;
  });
  const held = fits.filter((w) => seen.includes(w));
  return (held.length > 0 ? held : fits).slice(0, SOME);
}

/**
 * @param {SatorTable} ctx
 * @param {string} word the card
 * @param {object} o
 * @param {(card: SatorTable['used']) => string} o.cost
 * @param {string} o.as what a card for both is played as
 * @param {Move[]} o.moves after that
 * @return {Source}
 */
function source({ names, title, seen }, word, { cost, as, moves }) {
  const card = nameOf(names, word).traits ?? {};
  const sure = seen.includes(word);
  const text = sure ? title(word) : t`${title(word)}, if you hold it`;
  return {
    name: `by-${word}`, look: sure ? 'gold' : 'plain', text: t`${text}: ${cost(card)}`,
    moves: [['play', word], ...(card.effect === 'either' ? [['as', as]] : []), ...moves],
  };
}
