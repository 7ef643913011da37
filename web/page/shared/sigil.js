// @ts-check
// A picture for every card: a seal drawn from its name, always the same one.
import { el } from './view.js';

/** @import { VNode } from '../../types/vendor/preact' */

/** @typedef {(n: number) => number} Roll a number from 0 to n-1 */

/** @type {Map<string, VNode>} */
const seals = new Map();

/**
 * The seal of a word, drawn in the current colour.
 * @param {string} word
 */
export function sigil(word) {
  const seal = seals.get(word) ?? engrave(word);
  seals.set(word, seal);
  return seal;
}

/**
 * The path of a star polygon: n points, each joined to the k-th next.
 * @param {number} n
 * @param {number} k
 * @param {number} r its radius
 * @param {number} turn in radians
 */
export function starPath(n, k, r, turn = 0) {
  /** @param {number} i */
  const at = (i) => {
    const a = (2 * Math.PI * i) / n - Math.PI / 2 + turn;
    return `${(r * Math.cos(a)).toFixed(1)} ${(r * Math.sin(a)).toFixed(1)}`;
  };
  let path = '';
  const seen = new Set();
  for (let start = 0; start < n; start++) {
    if (seen.has(start)) continue;
    let i = start;
    path += `M${at(i)}`;
    do {
      seen.add(i);
      i = (i + k) % n;
      path += `L${at(i)}`;
    } while (i !== start);
  }
  return `${path}Z`;
}

/**
 * mulberry32 over an FNV-1a hash: small, and the same in every browser.
 * @param {string} word
 * @return {Roll}
 */
function dice(word) {
  let a = 0x811c9dc5;
  for (const c of word) a = Math.imul(a ^ (c.codePointAt(0) ?? 0), 0x01000193);
  return (n) => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

/** @param {string} word */
function engrave(word) {
  const roll = dice(word);
  const n = 5 + roll(5);
  const k = 2 + roll(Math.floor((n - 1) / 2) - 1);
  const turn = roll(2) * (Math.PI / n);
  const half = arms(roll);
  const thin = { fill: 'none', stroke: 'currentColor', 'stroke-width': 1 };
  const bold = {
    ...thin, 'stroke-width': 3.6, 'stroke-linecap': /** @type {const} */ ('round'),
    'stroke-linejoin': /** @type {const} */ ('round'),
  };
  return el(
    'svg', { viewBox: '-50 -50 100 100', 'aria-hidden': true, class: 'sigil' },
    el('circle', { r: 47, ...thin, 'stroke-width': 1.6 }),
    el('circle', { r: 43.5, ...thin, 'stroke-width': 0.7 }),
    el('path', { d: starPath(n, k, 43, turn), ...thin, opacity: 0.5 }),
    el('circle', { r: 31, class: 'ground' }),
    el('path', { d: half, ...bold }),
    el('path', { d: half, ...bold, transform: 'scale(-1 1)' }),
    el('path', { d: heart(roll), ...bold }),
  );
}

const TOPS = [
  'M-5 -29a5 5 0 1 0 10 0a5 5 0 1 0 -10 0', 'M-7 -27H7M0 -34V-24', 'M-8 -33a8 8 0 0 0 16 0', 'M0 -35L7 -24H-7Z',
  'M-7 -33L0 -25L7 -33',
];
const FEET = [
  'M-6 24H6', 'M0 23l-6 9M0 23l6 9', 'M-5 28a5 5 0 1 0 10 0a5 5 0 1 0 -10 0', 'M-8 31a8 8 0 0 1 16 0',
  'M-6 22H6M-4 29H4',
];
const MIDDLES = [
  '', 'M-8 0a8 8 0 1 0 16 0a8 8 0 1 0 -16 0', 'M-11 0Q0 -11 11 0Q0 11 -11 0Z', 'M0 -10L9 0L0 10L-9 0Z',
  'M-6 -8Q6 0 -6 8M6 -8',
];

/**
 * The middle of the seal: a spine with an ornament at both ends, or a sign.
 * @param {Roll} roll
 */
function heart(roll) {
  return `M0 -24V23${TOPS[roll(5)]}${FEET[roll(5)]}${MIDDLES[roll(5)]}`;
}

const ENDS = [
  'm-1 0a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0', 'm0 -5v10', 'm4 -5a5.5 5.5 0 0 0 0 10', 'v-8', 'l4 -4m-4 4l4 4',
  'v7l-5 0',
];

/**
 * One side of the seal: arms that leave the spine, each with its end.
 * @param {Roll} roll
 */
function arms(roll) {
  const heights = [-17, -6, 6, 16].filter(() => roll(4) > 0);
  if (heights.length === 0) heights.push(-6, 16);
  let path = '';
  for (const y of heights) {
    const x = 11 + roll(3) * 6;
    const end = y + (roll(3) - 1) * 8;
    path += roll(2) ? `M0 ${y}L${x} ${end}` : `M0 ${y}Q${x * 0.4} ${end - 9} ${x} ${end}`;
    path += ENDS[roll(6)];
  }
  return path;
}
