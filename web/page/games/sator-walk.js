// @ts-check
// Looking at bridges on the board of Sator, and moving Acolytes and Gargoyles.
import { Button } from '../shared/button.js';
import { wordsOf } from '../shared/store.js';
import { el, h } from '../shared/view.js';
import { many, t } from '../shared/lang.js';
import { Token } from './sator-board.js';
import { bridgeTool, price } from './sator-bridge.js';
import { foreign, neighbours, placeOf, standOf, walks } from './sator-cells.js';
import { cells, Head, lower, nearest, Refusal, steps, twoLines, under } from './sator-tool.js';

/** @import { SeatView } from '../../types/protocol' */
/** @import { Cell, Piece, Point } from './sator-cells.js' */
/** @import { Plan, SatorTable, Tool } from './sator-tool.js' */

/**
 * A cell that an Acolyte or a Gargoyle may go to.
 * @typedef {object} Goal
 * @property {string} verb
 * @property {number} n how far it is
 * @property {Cell[]} [path]
 * @property {string} [kind] how it is drawn
 * @property {boolean} [over] a book of another lies there
 *
 * @typedef {Map<Cell, Goal>} Goals
 */

/** @type {{[verb: string]: (cell: Cell) => string}} */
const GO = {
  walk: (c) => t`Walk to ${c}`, step: (c) => t`Go to ${c}`, push: (c) => t`Push to ${c}`,
  free: (c) => t`Free action: step to ${c}`, leap: (c) => t`Leap to ${c}`, gargoyle: (c) => t`Set the Gargoyle to ${c}`,
};

/**
 * @param {string} verb
 * @param {Cell} cell
 */
const goTo = (verb, cell) => GO[verb]?.(cell) ?? '';

/**
 * @param {Cell} cell
 * @param {Goal} goal
 */
function goalLabel(cell, { verb, n, over }) {
  const leap = verb === 'leap' && many(n, t`over ${n} empty cell`, t`over ${n} empty cells`);
  const far = leap || (n > 1 && steps(n));
  return [goTo(verb, cell), far, over && t`only to pass over the book`].filter(Boolean).join(', ');
}

/**
 * The text of the button that moves there.
 * @param {SatorTable} ctx
 * @param {Cell} cell
 * @param {Goal} goal
 */
function goText({ used }, cell, { verb, n }) {
  if (verb === 'gargoyle') return t`Set it here`;
  if (verb !== 'leap') return t`${goTo(verb, cell)}: ${verb === 'push' ? cells(n) : steps(n)}`;
  const cost = price(used, n);
  return many(n, t`Leap to ${cell} over ${n} empty cell, ${cost}`, t`Leap to ${cell} over ${n} empty cells, ${cost}`);
}

/**
 * The player whose Acolyte is pushed.
 * @param {SatorTable} ctx
 */
function pushed({ moves, picked, game }) {
  const may = Object.keys(moves.push ?? {});
  const word = may.length === 1 ? may[0] : may.find((w) => w === picked.seat);
  return game.seats.find((x) => x.word === word);
}

/**
 * @param {SatorTable} ctx
 * @return {Goals}
 */
function goalsOf(ctx) {
  const { moves, board, mine, actor } = ctx;
  const goals = walksOf(ctx);
  if (!mine) return goals;
  const figure = board.figures.find((f) => f.seat === actor);
  for (const c of Object.keys(moves.free?.walk ?? {})) {
    if (!goals.has(c)) goals.set(c, { verb: 'free', kind: 'free', n: 0 });
  }
  const [x, y] = figure ? placeOf(standOf(board, figure)) : [0, 0];
  for (const c of Object.keys(moves.leap ?? {})) {
    const [u, v] = placeOf(c);
    goals.set(c, { verb: 'leap', n: Math.abs(u - x) + Math.abs(v - y) - 1 });
  }
  for (const c of Object.keys(moves.gargoyle ?? {})) goals.set(c, { verb: 'gargoyle', n: 0, kind: 'site' });
  return goals;
}

/**
 * The cells that an Acolyte may walk to, or be pushed to.
 * @param {SatorTable} ctx
 * @return {Goals}
 */
function walksOf(ctx) {
  const { moves, facts, board, mine, actor } = ctx;
  const seat = mine && moves.push ? pushed(ctx) : actor;
  const figure = board.figures.find((f) => f.seat === seat);
  if (!figure) return new Map();
  /**
   * @param {string} verb
   * @param {number} most steps
   * @param {(cell: Cell) => unknown} enters
   * @param {(cell: Cell) => boolean} [keep]
   * @return {Goals}
   */
  const along = (verb, most, enters, keep = () => true) => {
    const paths = [...walks(board, figure, most, enters)].filter(([c]) => keep(c));
    return new Map(paths.map(([c, path]) => {
      const over = foreign(board, figure.colour, c);
      return [c, { verb, path, n: path.length, over, kind: over ? 'over' : '' }];
    }));
  };
  const left = Number(facts.left ?? 1);
  if (mine && moves.push) return along('push', left, (c) => moves.push?.[seat?.word ?? '']?.[c]);
  if (mine && moves.step) return along('step', left, (c) => moves.step?.[c]);
  const reach = new Map(Object.entries(facts).filter(([path]) => path.startsWith('reach.'))
    .flatMap(([path, all]) => wordsOf(all).map((c) => [c, Number(path.slice('reach.'.length))])));
  if (facts['reach.1']) {
    return along('walk', Math.max(...reach.values()), (c) => reach.get(c) === 1, (c) => reach.has(c));
  }
  if (mine && moves.walk) return along('walk', Number(facts.steps || 1), (c) => moves.walk?.[c]);
  return new Map();
}

/**
 * What was tapped, and what it means.
 * @typedef {object} Look
 * @property {SatorTable} ctx
 * @property {Goals} goals
 * @property {Cell} cell the goal that was tapped, or empty
 * @property {Goal} [goal]
 * @property {SeatView} [sent] whose Acolyte is pushed
 * @property {boolean} only the only question is for a goal: every tap chooses the nearest one
 * @property {Piece[]} candidates Acolytes that may be pushed
 * @property {ReturnType<typeof bridgeTool>} [work] the tool for the bridge that was tapped
 */

/**
 * The tool while no bridge is placed.
 * @param {SatorTable} ctx
 * @return {Tool}
 */
export function looker(ctx) {
  const { board, picked, facts, moves, mine, game } = ctx;
  const goals = goalsOf(ctx);
  const { push, step, leap, gargoyle, walk } = moves;
  const only = mine && Boolean(push || step || leap || gargoyle || (walk && game.ask.open));
  const fixed = mine && (moves.turn || moves.slide) ? facts.piece ?? '' : '';
  const piece = fixed || (picked.piece && board.bridges.has(picked.piece) ? picked.piece : '');
  const cell = picked.cell && goals.has(picked.cell) ? picked.cell : '';
  const candidates = Object.keys(moves.push ?? {}).flatMap((w) => board.figures.filter((f) => f.seat.word === w));
  const work = piece && !only && !cell ? bridgeTool(ctx, piece) : undefined;
  /** @type {Look} */
  const look = { ctx, goals, cell, goal: goals.get(cell), sent: pushed(ctx), only, candidates, work };
  const choice = mine && moves.piece ? new Set(Object.keys(moves.piece)) : null;
  const open = fixed ? new Set([fixed]) : choice;
  return {
    advice: work || cell || facts.over === 'true' ? '' : adviceOf(look, open !== null && !facts.piece),
    focus: work?.focus,
    scene: {
      chosen: piece, open, lit: goals, path: pathOf(look), target: cell, who: look.sent?.word, ...work?.scene,
    },
    spots: [...work?.spots ?? [], ...spotsOf(look), ...(only || fixed ? [] : bridgeSpots(look, piece))],
    tap: (at) => work?.tap(at) || tapped(look, at, fixed),
    panel: (look.goal || (only ? candidates.length > 0 : work)) && h(Panel, { look }),
  };
}

/**
 * @param {Look} look
 * @param {boolean} choosing a bridge
 */
function adviceOf({ ctx: { mine, facts }, goals, only }, choosing) {
  if (!mine) return facts.points ? t`Tap a bridge to see what it can do.` : '';
  if (only) return goals.size > 0 ? t`Tap a lit cell.` : '';
  if (choosing) return t`Tap one of the lit bridges.`;
  if (goals.size > 0) return t`Tap a bridge, or a lit cell to walk.`;
  return facts.points ? t`Tap a bridge.` : '';
}

/** @param {Look} look */
function pathOf({ ctx: { board, actor }, cell, goal, sent }) {
  const figure = board.figures.find((f) => f.seat === (sent ?? actor));
  return goal && figure && goal.verb !== 'gargoyle' ? [standOf(board, figure), ...goal.path ?? [cell]] : [];
}

/**
 * What a tap on a cell chooses.
 * @param {Look} look
 * @param {Cell} cell
 * @return {Plan}
 */
function shown({ ctx: { board }, only }, cell) {
  const piece = board.cover.get(cell);
  return { cell, piece: only ? '' : piece ?? '', pivot: piece ? cell : '' };
}

/** @param {Look} look */
function spotsOf(look) {
  const { ctx: { board, pick }, goals, cell, sent, candidates } = look;
  return [
    ...[...goals].map(([c, goal]) => ({
      cell: c, name: `goal-${c}`, label: goalLabel(c, goal), pressed: c === cell,
      act: () => pick({ ...shown(look, c), seat: sent?.word }),
    })),
    ...candidates.map((f) => ({
      cell: standOf(board, f), name: `push-${f.seat.word}`, label: t`Push ${f.seat.title}’s Acolyte`,
      pressed: f.seat === sent, act: () => pick({ seat: f.seat.word }),
    })),
  ];
}

/**
 * @param {Look} look
 * @param {string} piece the bridge that was tapped
 */
const bridgeSpots = ({ ctx: { board, title, pick }, goals }, piece) =>
  [...board.bridges].filter(([word]) => word !== piece).map(([word, all]) => ({
    cell: all.find((c) => !goals.has(c)) ?? all[0] ?? '', name: `bridge-${word}`,
    label: t`${title(word)}, on ${all.join(' ')}: turn or shift`, act: () => pick({ piece: word }),
  }));

/**
 * A tap that does not concern the chosen bridge.
 * @param {Look} look
 * @param {Point} at
 * @param {string} fixed the bridge that the question is about
 */
function tapped(look, at, fixed) {
  const { ctx: { board, picked, pick }, goals, sent, only, candidates } = look;
  const cell = under(at);
  const acolyte = nearest(at, candidates.map((f) => ({ ...f, cell: standOf(board, f) })), 0.8);
  if (acolyte && acolyte.seat !== sent) return pick({ seat: acolyte.seat.word });
  const all = [...goals.keys()].map((c) => ({ cell: c }));
  const to = nearest(at, all, only ? 2 : 0.5) ?? (board.cover.has(cell) ? undefined : nearest(at, all, 0.9));
  if (to) {
    const plan = shown(look, to.cell);
    // A second tap means the bridge below the goal.
    return pick(to.cell === picked.cell && plan.piece ? { ...plan, cell: '' } : { ...plan, seat: sent?.word });
  }
  const covered = [...board.cover.keys()].map((c) => ({ cell: c }));
  const hit = board.cover.has(cell) ? cell : nearest(at, covered, 0.8)?.cell;
  if (hit && !only && !fixed) pick(shown(look, hit));
  else if (Object.keys(picked).length > 0) pick({});
}

// The panel

/** @param {{look: Look}} props */
function Panel({ look }) {
  const { ctx, goal, only, work } = look;
  if (only && !goal) return h(Push, { look });
  return [
    work ? work.head : h(GoalHead, { look }),
    goal?.over && el('p', { class: 'quiet' }, t`Another’s book lies there: the Acolyte may pass, but must go on.`),
    !goal && h(NoStep, { ctx }),
    h(Ways, { look }),
    work?.panel,
  ];
}

/** @param {{look: Look}} props */
const Push = ({ look: { ctx, sent, candidates } }) => [
  h(Head, {}, twoLines(
    sent ? t`Where is ${sent.title}’s Acolyte pushed?` : t`Whose Acolyte is pushed?`,
    sent ? t`Tap a lit cell.` : t`Tap it on the board.`,
  )),
  candidates.length > 1 && el('div', { class: 'ways' }, candidates.map(({ seat, colour }) => h(
    Button,
    {
      key: seat.word, look: seat === sent ? 'gold' : 'plain', name: `seat-${seat.word}`,
      act: () => ctx.pick({ seat: seat.word }),
    },
    h(Token, { kind: 'acolyte', colour }), seat.title,
  ))),
];

/** @param {{look: Look}} props */
function GoalHead({ look: { ctx, cell, sent } }) {
  const { board, title, pick } = ctx;
  const bridge = board.cover.get(cell);
  const text = [bridge && title(bridge), thingsOn(ctx, cell)].filter(Boolean).join(' · ');
  return h(
    Head, { close: () => pick(sent ? { seat: sent.word } : {}) },
    twoLines(sent ? t`${sent.title}’s Acolyte to ${cell}` : cell, text),
  );
}

/**
 * Everything on a cell.
 * @param {SatorTable} ctx
 * @param {Cell} cell
 */
function thingsOn({ board, title }, cell) {
  /** @param {Piece} x */
  const here = (x) => x.cell === cell;
  return [
    ...board.figures.filter(here).map((f) => t`${f.seat.title}’s Acolyte`),
    ...board.gargoyles.filter(here).map((g) => t`${g.seat.title}’s Gargoyle`),
    ...board.books.filter(here).map((b) => t`the ${lower(title(b.colour))} book`),
  ].join(', ');
}

/**
 * Why the Acolyte cannot step on the cell that was tapped.
 * @param {{ctx: SatorTable}} props
 */
function NoStep({ ctx }) {
  const { board, facts, moves, mine, actor, picked, ask } = ctx;
  const figure = board.figures.find((f) => f.seat === actor);
  const cell = picked.cell ?? '';
  if (!mine || !figure || !moves.rest || !(Number(facts.steps) > 0)) return null;
  if (!neighbours(standOf(board, figure)).includes(cell)) return null;
  const step = ask(['walk', cell]);
  return step && !step.ok ? h(Refusal, { ctx, verdict: step }) : null;
}

/**
 * The buttons for the cell that was tapped.
 * @param {{look: Look}} props
 */
function Ways({ look: { ctx, cell, goal, sent, only } }) {
  const { board, moves, mine, picked, pick, carry, title } = ctx;
  const bridge = goal && !only && board.cover.get(cell);
  const seat = board.gargoyles.find((x) => x.cell === picked.cell)?.seat;
  const go = () => {
    const { verb = '', path = [cell] } = goal ?? {};
    const whose = verb === 'push' ? [sent?.word ?? ''] : [];
    carry(path.map((c) => [verb, ...whose, c]));
  };
  const buttons = [
    mine && goal && goal.verb !== 'free' && h(Button, { look: 'gold', name: 'go', act: go }, goText(ctx, cell, goal)),
    mine && goal && moves.free?.walk?.[cell] && h(
      Button, { look: 'gold', name: 'go-free', act: () => carry([['free', 'walk', cell]]) }, goTo('free', cell),
    ),
    bridge && h(
      Button,
      {
        name: 'bridge', label: t`Turn or shift its bridge: ${title(bridge)}`,
        act: () => pick({ piece: bridge, pivot: cell }),
      },
      t`Its bridge`,
    ),
    mine && seat && moves.pray?.[seat.word] && h(
      Button, { look: 'gold', name: 'pray', act: () => carry([['pray', seat.word]]) },
      t`Discard three cards: ${seat.title}’s Gargoyle goes home`,
    ),
  ];
  return buttons.some(Boolean) ? el('div', { class: 'ways' }, buttons) : null;
}
