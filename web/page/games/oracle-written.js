// @ts-check
// What is written on the Oracle's board: horoscopes, predictions and destiny boxes.
import { Button } from '../shared/button.js';
import { lastOf } from '../shared/list.js';
import { openSheet } from '../shared/sheet.js';
import { nameOf, wordsOf } from '../shared/store.js';
import { el, h } from '../shared/view.js';
import { many, t } from '../shared/lang.js';
import { Glyph, Good, isGood, Rune, Sign } from './oracle-signs.js';
import { icons, lies, next, Part, ROWS, Said, THE, title, traits } from './oracle-table.js';

/** @import { Names } from '../../types/protocol' */
/** @import { OracleTable, PartProps } from './oracle-table.js' */

/** @typedef {PartProps & {row: string}} RowProps */

const SHOWN = 12; // boxes beside one another

// Horoscopes

/**
 * The boxes of a horoscope, and their numbers.
 * @param {Names|null} names
 * @param {string} row
 */
const boxesOf = (names, row) => Object.keys(names?.names ?? {})
  .filter((w) => w.startsWith(`${row}.`) && /^\d+$/.test(w.slice(row.length + 1)))
  .map((word) => ({ word, n: Number(word.slice(row.length + 1)), text: nameOf(names, word).text }))
  .sort((a, b) => a.n - b.n);

/** @param {PartProps} props */
export const Rows = ({ ctx }) =>
  h(
    Part, { ctx, of: 'rows', name: t`Horoscopes` },
    ROWS.map((row) => h(Horoscope, { key: row, ctx, row })),
    h(Button, { look: 'link', name: 'boxes', act: () => openBoxes(ctx.names) }, t`What the boxes give`),
  );

/** @param {Names|null} names */
function openBoxes(names) {
  openSheet({
    title: t`What the boxes give`,
    view: () => el('dl', { class: 'facts' }, ROWS.map((row) => boxesOf(names, row).filter((b) => b.text).map((b) => [
      el('dt', null, row === 'top' ? t`Top ${b.n}` : t`Bottom ${b.n}`), el('dd', null, b.text),
    ]))),
  });
}

/** @param {RowProps} props */
function Horoscope({ ctx, row }) {
  const { names, own, moves } = ctx;
  const boxes = boxesOf(names, row);
  const written = wordsOf(own(row));
  const last = Number(lastOf(written)); // after an X any value may follow
  const due = last ? next(last, row === 'top') : '';
  const dice = Object.keys(moves.write ?? {}).filter((die) => moves.write?.[die]?.[row]);
  const open = dice.length > 0 || moves.x?.[row] !== undefined;
  const follows = due ? t`next: ${due}` : t`next: any`;
  return el(
    'div', { class: open ? 'horoscope open' : 'horoscope' },
    el(
      'p', null,
      el('b', null, row === 'top' ? t`Top: one more each time` : t`Bottom: one less each time`),
      el('small', null, ' ', written.length >= boxes.length ? t`full` : follows),
    ),
    el('ol', { class: 'boxes', style: { '--n': Math.min(boxes.length, SHOWN) } }, boxes.map(({ word, text }, i) => {
      const value = written[i]?.toUpperCase();
      const isDue = i === written.length;
      return el(
        'li', { key: word, class: value ? 'full' : isDue ? 'due' : '' },
        el('b', { 'aria-hidden': true }, value ?? (isDue && (due || '·'))),
        el('span', { class: 'bonus', 'aria-hidden': true }, h(Bonus, { names, word })),
        el('span', { class: 'sr' }, `${value ?? t`free`}. ${text ?? ''}`),
      );
    })),
    open && h(Answers, { ctx, row, dice }),
  );
}

/**
 * The icons of a bonus, from the card list.
 * @param {{names: Names|null, word: string}} props
 */
function Bonus({ names, word }) {
  const { effect } = traits(names, word);
  if (!effect) return nameOf(names, word).text ? h(Glyph, { of: 'any' }) : null;
  return effect.split(', ').map((text) => {
    const [what = '', ...rest] = text.split(' ');
    return isGood(what)
      ? [
        h(Good, { kind: what }),
        el('span', { class: 'of' }, rest.filter((c) => c !== 'any').map((c) => h(Sign, { of: c }))),
      ]
      : [h(Glyph, { of: what }), /^\d+$/.test(rest[0] ?? '') && el('b', null, rest[0])];
  });
}

/**
 * What may be written into a horoscope.
 * @param {RowProps & {dice: string[]}} props
 */
function Answers({ ctx, row, dice }) {
  const { moves, play } = ctx;
  const top = row === 'top';
  return el(
    'div', { class: 'answers' },
    dice.map((die) => {
      const { face } = lies(ctx, die);
      return h(
        Button, { key: die, look: 'gold', name: `row-${die}-${row}`, act: () => play('write', [die, row]) },
        h(Rune, { of: die, face }), t`here`,
        h(Said, { text: top ? t`${face} of ${THE[die]}, top row` : t`${face} of ${THE[die]}, bottom row` }),
      );
    }),
    moves.x?.[row] && h(
      Button, { look: 'gold', name: `row-x-${row}`, act: () => play('x', [row]) },
      t`X here`, h(Said, { text: top ? t`top row` : t`bottom row` }),
    ),
  );
}

// Predictions

/** @type {{[state: string]: string}} */
const STATES = { active: t`active`, hit: t`hit`, failed: t`failed` };

/** @param {OracleTable} ctx */
function predictionsOf({ own }) {
  const all = [];
  for (let i = 1; own(`prediction.${i}.colour`); i++) {
    /** @param {string} name */
    const fact = (name) => own(`prediction.${i}.${name}`) ?? '';
    all.push({
      i, colour: fact('colour'), of: Number(fact('icons')), crossed: Number(fact('crossed')), state: fact('state'),
    });
  }
  return all;
}

/** @param {PartProps} props */
export function Strip({ ctx }) {
  const left = Number(ctx.own('strip.left') ?? 0);
  return h(
    Part, { ctx, of: 'strip', name: t`Predictions`, note: many(left, t`${left} icon left`, t`${left} icons left`) },
    el(
      'ol', { class: 'predictions' },
      predictionsOf(ctx).map(({ i, colour, of, crossed, state }) => el(
        'li', { key: i, class: state },
        el('span', { class: 'icons', 'aria-hidden': true }, Array.from({ length: of }, (_, k) => el(
          'span', { class: k < crossed ? 'crossed' : state === 'hit' ? 'circled' : '' }, h(Sign, { of: colour }),
        ))),
        el(
          'small', null, el('b', null, title(ctx, colour)), ' ', STATES[state] ?? state,
          el('span', { class: 'sr' }, ', ', t`prediction ${i}: ${icons(of)}, ${crossed} crossed out`),
        ),
      )),
      left > 0 && el(
        'li', { class: 'free' },
        el('span', { class: 'icons', 'aria-hidden': true }, Array.from({ length: left }, () => el('span', null))),
        el('small', null, t`free`),
      ),
    ),
  );
}

// Destiny boxes

const BOXES = { nudge: t`+1 or −1 on a die`, shift: t`Move a rune over` };

/** @param {PartProps} props */
export const Destiny = ({ ctx }) =>
  h(
    Part, { ctx, of: 'destiny', name: t`Destiny boxes` },
    Object.entries(BOXES).map(([kind, text]) => h(Squares, { key: kind, ctx, kind, text })),
  );

/** @param {PartProps & {kind: string, text: string}} props */
function Squares({ ctx: { own, moves, play }, kind, text }) {
  /** @param {string} state */
  const count = (state) => Number(own(`${kind}.${state}`) ?? 0);
  const [ready, used, blank] = [count('ready'), count('used'), count('blank')];
  const all = [...Array(used).fill('used'), ...Array(ready).fill('ready'), ...Array(blank).fill('blank')];
  return el(
    'div', { class: 'destiny-row' },
    el('p', null, el('b', null, text), el('small', null, ' ', t`${ready} to use`)),
    el(
      'span', { class: 'squares', role: 'img', 'aria-label': t`${ready} black, ${used} used, ${blank} blank` },
      all.map((state) => el('span', { class: state }, state === 'used' && '✓')),
    ),
    moves.mark?.[kind] && h(
      Button, { look: 'gold', name: `mark-${kind}`, act: () => play('mark', [kind]) },
      t`Blacken`, h(Said, { text }),
    ),
  );
}
