// @ts-check
// The signs of the Oracle: colours, goods, runes, and the icons on her board. A colour is recognized by its sign; the
// colouring itself only helps.
import { starPath } from '../shared/sigil.js';
import { el, h } from '../shared/view.js';

/** @import { ComponentChildren } from '../../types/vendor/preact' */

/** @typedef {{[word: string]: string|undefined}} Paths */

/** @type {Paths} */
export const SIGNS = {
  red: 'M0 10C-8 10-9 3-6-2C-5 1-3.500 1-2.500-.5C-3.500-5-1-9 3.500-11C2.500-6 8-4 8 3C8 7 5 10 0 10Z',
  green: 'M-8 9C-11-2-4-10 9-10C10 3 4 10-5 7.500L4-3.500L-6.500 6Z',
  blue: 'M0-11C5-4 8-.5 8 3A8 8 0 0 1-8 3C-8-.5-5-4 0-11Z',
  yellow: starPath(8, 3, 10.5),
  grey: 'M-10-5C-5-7.500 5-7.500 10-5C10 3 6 7 2.500 4L0 2L-2.500 4C-6 7-10 3-10-5ZM-6-2.500A2.300 1.500 0 0 0-2-1.500'
    + 'A2.300 1.500 0 0 0-6-2.500ZM6-2.500A2.300 1.500 0 0 1 2-1.500A2.300 1.500 0 0 1 6-2.500Z',
};

/** @type {Paths} */
const GOODS = {
  charm: 'M0-11A3 3 0 0 1 2-6A8.500 8.500 0 1 1-2-6A3 3 0 0 1 0-11Z',
  talisman: 'M0-11.500L9.500-6V5L0 11.500L-9.500 5V-6Z',
};

/** @type {Paths} */
const GLYPHS = {
  x: 'M-7-7L7 7M7-7L-7 7',
  icon: 'M0-9V8M-6 8H6M-9-6H9M-9-6L-11 1H-7ZM9-6L7 1H11Z',
  discard: 'M-5-9H6V9H-6V-9M-10 6L10-6',
  corruption: 'M-6-9H6V9H-6ZM-2.500-2.500L2.500 2.500M2.500-2.500L-2.500 2.500',
  lines: 'M-9 6L-2-5L9 2',
  adventurers: 'M0-9A3.500 3.500 0 0 1 0-2A3.500 3.500 0 0 1 0-9M-6 9C-6 1 6 1 6 9Z',
  sponsor: 'M-7-9H7V8L0 3L-7 8Z',
  manual: 'M-6-4H6M-6 1H6M-6 6H2M-9-9H9V10H-9Z',
  marks: 'M-7-7H7V7H-7ZM-3-3H3V3H-3Z',
  nudge: 'M-7-7H7V7H-7ZM0-4V2M-3-1H3M-3 4.500H3',
  shift: 'M-8-4H7L3-8M8 4H-7L-3 8',
  tree: 'M0 10V-2M0-10C6-8 7-1 0 2C-7-1-6-8 0-10M0 4L4 1',
  skull: 'M-4 10V5C-12 1-9-10 0-10C9-10 12 1 4 5V10ZM-5.500-2.500H-2.500M2.500-2.500H5.500M0 6V10',
  bone: 'M-8 2A3 3 0 0 0-5 8A3 3 0 0 0 1 5L5 1A3 3 0 0 0 8-5A3 3 0 0 0 2-8A3 3 0 0 0-1-5L-5-1A3 3 0 0 0-8 2Z',
  voodoo: 'M0-11A4 4 0 0 1 0-3A4 4 0 0 1 0-11M-10-1H10M0-3V4L-6 11M0 4L6 11M-2 1H2',
};

const STAR = starPath(6, 2, 9);

/** @param {{look: string, children?: ComponentChildren}} props */
const Token = ({ look, children }) =>
  el('svg', { viewBox: '-13 -13 26 26', class: `token ${look}`.trim(), 'aria-hidden': true }, children);

/**
 * The sign of a colour inside a drawing; an unknown colour gets a star.
 * @param {{of: string, look?: string, transform?: string}} props
 */
export const SignPath = ({ of, look = `sign is-${of}`, transform }) =>
  el('path', { d: SIGNS[of] ?? starPath(5 + of.length % 3, 1, 10), class: look, 'fill-rule': 'evenodd', transform });

/** @param {{of: string}} props a colour */
export const Sign = ({ of }) => h(Token, { look: '' }, h(SignPath, { of }));

/** @param {{of: string, look?: string}} props */
export const Glyph = ({ of, look = '' }) => h(Token, { look: `glyph ${look}` }, el('path', { d: GLYPHS[of] ?? STAR }));

/** @param {string} what */
export const isGood = (what) => what in GOODS;

/**
 * A Charm or a Talisman; without a colour, any.
 * @param {{kind: string, colour?: string, look?: string}} props
 */
export const Good = ({ kind, colour, look = '' }) =>
  h(
    Token, { look: `good ${kind} ${look}` },
    el('path', { d: GOODS[kind], class: colour ? `body is-${colour}` : 'body' }),
    colour && h(SignPath, {
      of: colour, look: 'sign stamp', transform: kind === 'charm' ? 'translate(0 1.500) scale(.5)' : 'scale(.62)',
    }),
  );

/**
 * A rune in the bowl: a die or the Coin shows its face.
 * @param {{of: string, face?: string|number}} props
 */
export function Rune({ of, face = '' }) {
  const die = of.startsWith('die-');
  return h(
    Token, { look: `rune ${of}` },
    die && [
      el('rect', { x: -11, y: -11, width: 22, height: 22, rx: 4, class: 'body' }),
      el('text', { y: 6, class: 'pips' }, face),
    ],
    of === 'coin' && [
      el('circle', { r: 12, class: 'body' }),
      el('path', { d: GLYPHS[face] ?? '', class: 'mark', transform: 'scale(.75)' }),
    ],
    !die && of !== 'coin' && el('path', { d: GLYPHS[of] ?? STAR, class: 'body' }),
  );
}
