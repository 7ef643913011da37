// @ts-check
// What a finger can do on the board of Sator, and what the tools for it share.
import { Button } from '../shared/button.js';
import { el, h } from '../shared/view.js';
import { many, t } from '../shared/lang.js';
import { apart, beside, byPlace, cellAt, placeOf, ways, WAYS } from './sator-cells.js';

/** @import { ComponentChildren } from '../../types/vendor/preact' */
/** @import { Actions } from '../shared/context.js' */
/** @import { Game, Names, SeatView, Snapshot, Tree } from '../../types/protocol' */
/** @import { Arrow, Scene } from './sator-board.js' */
/** @import { Board, Cell, Lore, Point, Way } from './sator-cells.js' */

/**
 * What the viewer has tapped on the board and planned so far.
 * @typedef {object} Plan
 * @property {string} [card] a placement card
 * @property {string} [stock] a bridge that is to be placed,
 * @property {string} [orient] turned so,
 * @property {Cell} [anchor] there
 * @property {string} [piece] a bridge on the board,
 * @property {Cell} [pivot] about which it is turned,
 * @property {string} [angle] so far,
 * @property {Way[]} [path] or the steps by which it is shifted
 * @property {Cell} [cell]
 * @property {string} [seat] whose Acolyte is pushed
 *
 * The table's answer to whether a move would be legal.
 * @typedef {{ok: boolean, rule?: string, text?: string, cells: Cell[]}} Verdict
 *
 * @typedef {string[]} Move its verb, and its words
 *
 * The table as anybody sees it.
 * @typedef {object} Seen
 * @property {Snapshot} snapshot
 * @property {Game} game
 * @property {Game['facts']} facts its facts
 * @property {Names|null} names
 * @property {Actions} actions
 * @property {Lore} lore
 * @property {Board} board
 * @property {(word: string) => string} title
 * @property {SeatView} [me]
 * @property {SeatView} [actor] whose turn it is
 *
 * The table as the viewer plays on it.
 * @typedef {Seen & Played} SatorTable
 *
 * @typedef {object} Played
 * @property {boolean} busy several moves are being sent
 * @property {boolean} mine the question is the viewer's
 * @property {Tree} moves the viewer's legal moves
 * @property {Tree} table those of the table, if the viewer may make them
 * @property {string[]} seen the cards that the table has seen in the viewer's hand
 * @property {{[trait: string]: string|undefined}} used the traits of the open card
 * @property {string} lastUse the last card, and the bridge that it moved: never both twice in a row
 * @property {Cell[]} refused the cells in the last refusal, until something else is tapped
 * @property {Plan} picked
 * @property {(plan: Plan) => void} pick
 * @property {(moves: Move[]) => void} carry makes the moves one after the other, until one is refused
 * @property {(move: Move) => Verdict|undefined} ask asks the table why something is not possible; undefined: it has not
 *   answered yet
 *
 * A place of the board that can be pressed.
 * @typedef {object} Spot
 * @property {Cell} cell
 * @property {string} name that no other has
 * @property {string} label
 * @property {boolean} [pressed]
 * @property {() => void} act
 *
 * The present use of the board.
 * @typedef {object} Tool
 * @property {Scene} scene
 * @property {Spot[]} [spots]
 * @property {(at: Point) => void} [tap]
 * @property {string} [advice] below the board
 * @property {ComponentChildren} [before] above the board
 * @property {ComponentChildren} [panel] below the board: what is chosen, and what can be done with it
 * @property {boolean} [large] the panel is large
 * @property {Cell[]} [focus] the cells that it is about
 * @property {string} [due] what a cell is needed for next
 */

// Words

/** @param {number|string} n */
export const points = (n) => many(n, t`${n} point`, t`${n} points`);
/** @param {number|string} n */
export const cells = (n) => many(n, t`${n} cell`, t`${n} cells`);
/** @param {number|string} n */
export const steps = (n) => many(n, t`${n} step`, t`${n} steps`);

/** @param {string} text */
export const lower = (text) => text.charAt(0).toLowerCase() + text.slice(1);

// Taps

/**
 * The place that is nearest to a tap, if any is near enough.
 * @template {{cell: Cell}} T
 * @param {Point} at
 * @param {T[]} all
 * @param {number} most how far it may be
 * @return {T|undefined}
 */
export function nearest({ x, y }, all, most) {
  /** @param {T} one */
  const far = ({ cell }) => {
    const [u, v] = placeOf(cell);
    return Math.hypot(u - x, v - y);
  };
  const near = all.filter((one) => far(one) <= most);
  return near.length > 0 ? near.reduce((a, b) => (far(b) < far(a) ? b : a)) : undefined;
}

/** @param {Point} at */
export const under = ({ x, y }) => cellAt(Math.round(x), Math.round(y));

/**
 * Arrows around a bridge: each beside its outermost cells.
 * @param {Cell[]} all the bridge's cells
 * @param {(way: Way) => boolean} isOpen
 * @return {Arrow[]}
 */
export const arrowsOf = (all, isOpen) => ways.map((way) => {
  const [e, n] = WAYS[way];
  /** @param {Cell} c */
  const far = (c) => {
    const [x, y] = placeOf(c);
    return e * x + n * y;
  };
  const most = Math.max(...all.map(far));
  const edge = all.filter((c) => far(c) === most).sort(byPlace);
  return { way, cell: beside(edge[Math.floor(edge.length / 2)] ?? '', [e, n]), open: isOpen(way) };
});

const ONE = { north: t`One cell north`, east: t`One cell east`, south: t`One cell south`, west: t`One cell west` };

/** @param {string} text */
export const barred = (text) => t`${text}, which may not be`;

/**
 * @param {Arrow} arrow
 * @param {() => void} act
 * @return {Spot}
 */
export const arrowSpot = ({ way, cell, open }, act) =>
  ({ cell, name: `arrow-${way}`, label: open ? ONE[way] : barred(ONE[way]), act });

/**
 * The cell of several that is the farthest from some others.
 * @param {Cell[]} several
 * @param {Cell[]} others
 */
export function farthest(several, others) {
  /** @param {Cell} c */
  const far = (c) => Math.max(...others.map((d) => apart(c, d)));
  return [...several].sort((a, b) => far(b) - far(a) || byPlace(a, b));
}

// Why not

/** Rules whose violation the board shows before the table is asked. @type {{[rule: string]: string}} */
export const BROKEN = {
  'piece.grid': t`It would leave the board.`, 'piece.overlap': t`It would lie over another bridge.`,
  'gargoyle.holds': t`A Gargoyle holds it.`,
};

/**
 * Why something is not possible, and which cells are the reason. It asks the table if it can; until the answer comes,
 * the drawing's own reason is shown.
 * @param {SatorTable} ctx
 * @param {{rule: string, cells: Cell[]}} here the drawing's reason
 * @param {Move|null|false} question
 * @return {Verdict}
 */
export function why(ctx, here, question) {
  const answer = question ? ctx.ask(question) : undefined;
  if (answer?.ok) return { ok: true, cells: [] };
  const usual = question ? t`The table is asked …` : t`It is not possible.`;
  return {
    ok: false,
    rule: answer?.rule ?? here.rule,
    text: answer?.text ?? BROKEN[here.rule.replace('place.', 'piece.')] ?? usual,
    cells: [...new Set([...here.cells, ...answer?.cells ?? []])].filter(ctx.board.inside),
  };
}

/** @param {{ctx: SatorTable, verdict: Verdict}} props */
export const Refusal = ({ ctx, verdict: { rule, text } }) =>
  el(
    'p', { class: 'why-not', role: 'status' },
    el('span', null, text),
    rule && h(
      Button, { look: 'link', name: 'rule', label: t`Rule ${rule}`, act: () => ctx.actions.openRules(rule) },
      el('code', null, rule),
    ),
  );

// The panel

/**
 * What is chosen, in two lines.
 * @param {string} title
 * @param {string} text
 */
export const twoLines = (title, text) => el('div', null, el('b', null, title), el('small', null, text));

/**
 * The head of the panel.
 * @param {object} props
 * @param {() => void} [props.close] puts away what is chosen
 * @param {ComponentChildren} [props.children]
 */
export const Head = ({ close, children }) =>
  el(
    'div', { class: 'tool-head' },
    children,
    close && h(Button, { look: 'icon', name: 'put-away', label: t`Put away`, act: close }, '×'),
  );
