// @ts-check
// The Oracle's bowl: the runes in it are told, and changed with destiny boxes.
import { Button } from '../shared/button.js';
import { el, h } from '../shared/view.js';
import { t } from '../shared/lang.js';
import { nameOf } from '../shared/store.js';
import { Deeds } from './oracle-deeds.js';
import { Rune } from './oracle-signs.js';
import { lies, lower, next, Part, RUNES, Said, SIDES, THE, title } from './oracle-table.js';

/** @import { OracleTable, PartProps } from './oracle-table.js' */

/**
 * @param {OracleTable} ctx
 * @param {string} w a rune
 * @param {string} [face]
 */
function textOf(ctx, w, face = '') {
  const shown = /^\D/.test(face) ? lower(nameOf(ctx.names, face).title) : face;
  return [title(ctx, w), shown].filter(Boolean).join(' ');
}

/** @param {PartProps} props */
export function Bowl({ ctx }) {
  const { facts, table, moves } = ctx;
  const thrown = Object.keys(table.rune ?? {}).length > 0;
  const told = RUNES.filter((w) => lies(ctx, w).side);
  if (!thrown && told.length === 0) return null;
  const bends = facts.phase === 'turn' && !facts.ask && moves.shift;
  const note = thrown ? t`${RUNES.length - told.length} to tell` : bends && t`tap a rune to use a destiny box`;
  return h(
    Part, { ctx, of: 'bowl', name: t`The bowl`, note },
    el('div', { class: 'halves' }, SIDES.map((side) => el(
      'div', { class: 'half', role: 'group', 'aria-label': title(ctx, side) },
      el('ul', { class: 'lying' }, told.filter((w) => lies(ctx, w).side === side).map((w) =>
        el('li', { key: w }, h(Lying, { ctx, w })))),
      thrown && el('div', { class: 'throws' }, RUNES.filter((w) => table.rune?.[w]?.[side]).map((w) =>
        h(Throw, { key: w, ctx, w, side }))),
    ))),
    h(Bend, { ctx }),
    h(Deeds, { ctx }),
  );
}

/** @typedef {PartProps & {w: string}} RuneProps */

/**
 * A rune in the bowl. If a destiny box can change it, tapping it comes first.
 * @param {RuneProps} props
 */
function Lying({ ctx, w }) {
  const { moves, chosen, pick } = ctx;
  const { face } = lies(ctx, w);
  const inner = [h(Rune, { of: w, face }), el('small', null, textOf(ctx, w, face))];
  if (!moves.nudge?.[w] && !moves.shift?.[w]) return el('span', { class: 'there' }, inner);
  const pressed = chosen('rune') === w;
  return h(Button, { look: 'there', name: `rune-${w}`, pressed, act: () => pick('rune', pressed ? '' : w) }, inner);
}

/**
 * The faces that a rune may show in one half: one tap enters the face.
 * @param {RuneProps & {side: string}} props
 */
function Throw({ ctx, w, side }) {
  const faces = Object.keys(ctx.table.rune?.[w]?.[side] ?? {}).filter(Boolean);
  return el(
    'div', { class: `throw ${w}`, role: 'group', 'aria-label': title(ctx, w) },
    (faces.length > 0 ? faces : ['']).map((face) => h(
      Button,
      {
        key: face, look: '', name: `throw-${w}-${side}-${face}`,
        label: `${textOf(ctx, w, face)}, ${lower(title(ctx, side))}`,
        act: () => ctx.play('rune', [w, side, face].filter(Boolean), true),
      },
      h(Rune, { of: w, face }),
    )),
  );
}

/**
 * The rune that was tapped, and the changes that are possible.
 * @param {PartProps} props
 */
function Bend({ ctx }) {
  const { moves, play, chosen } = ctx;
  const w = chosen('rune');
  const { side, face } = lies(ctx, w);
  if (!moves.nudge?.[w] && !moves.shift?.[w]) return null;
  return el(
    'div', { class: 'bend', role: 'group', 'aria-label': title(ctx, w) },
    ['down', 'up'].filter((way) => moves.nudge?.[w]?.[way]).map((way) => {
      const to = next(Number(face), way === 'up');
      return h(
        Button, { key: way, look: 'gold', name: `nudge-${way}`, act: () => play('nudge', [w, way]) },
        way === 'up' ? '+1' : '−1', h(Rune, { of: w, face: to }), h(Said, { text: t`${THE[w]} becomes ${to}` }),
      );
    }),
    moves.shift?.[w] && h(
      Button, { look: 'gold', name: 'shift', act: () => play('shift', [w]) },
      side === 'left' ? t`To the right` : t`To the left`,
    ),
  );
}
