// @ts-check
// Woodcuts: rules, moons, candles and stars, all in the current colour.
import { starPath } from './sigil.js';
import { el, h } from './view.js';

/**
 * A dot in the colour of a seat, before the player's name.
 * @param {{colour?: string}} props
 */
export const SeatDot = ({ colour = 'transparent' }) =>
  el('span', { class: 'seat-dot', style: { '--seat': colour }, 'aria-hidden': true });

const line = { fill: 'none', stroke: 'currentColor', 'stroke-width': 1 };

/** A rule across the page: a star between the phases of the moon. */
export const Rule = () =>
  el(
    'svg',
    { viewBox: '0 0 320 24', class: 'rule', 'aria-hidden': true, preserveAspectRatio: 'xMidYMid meet' },
    el('path', { d: 'M0 12H96M224 12H320M20 9H84M236 9H300', ...line, 'stroke-width': 0.8 }),
    h(Moon, { x: 106, d: CRESCENT }), h(Moon, { x: 124, d: HALF }),
    el('path', { d: starPath(6, 2, 9), ...line, transform: 'translate(160 12)' }),
    el('circle', { cx: 160, cy: 12, r: 2, fill: 'currentColor' }),
    el('g', { transform: 'translate(196 0) scale(-1 1)' }, h(Moon, { x: 0, d: HALF })),
    el('g', { transform: 'translate(214 0) scale(-1 1)' }, h(Moon, { x: 0, d: CRESCENT })),
    el('circle', { cx: 142, cy: 12, r: 1.4, fill: 'currentColor' }),
    el('circle', { cx: 178, cy: 12, r: 1.4, fill: 'currentColor' }),
  );

const CRESCENT = 'M0 -5A5 5 0 0 1 0 5A7 7 0 0 0 0 -5Z';
const HALF = 'M0 -5A5 5 0 0 1 0 5Z';

/** @param {{x: number, d: string}} props */
const Moon = ({ x, d }) => el('path', { d, transform: `translate(${x} 12)`, fill: 'currentColor' });

/**
 * A star polygon in its circles, as large as its place.
 * @param {{points?: number}} props
 */
export const Seal = ({ points = 6 }) =>
  el(
    'svg',
    { viewBox: '-50 -50 100 100', class: 'great-seal', 'aria-hidden': true },
    el('circle', { r: 48.5, ...line, 'stroke-width': 0.7 }), el('circle', { r: 45, ...line, 'stroke-width': 0.4 }),
    el('path', { d: starPath(points, 2, 45), ...line, 'stroke-width': 0.7 }),
    el('path', { d: starPath(points, 2, 41.5), ...line, 'stroke-width': 0.3 }),
    el('circle', { r: 12, ...line, 'stroke-width': 0.5 }),
  );

const FLAME = 'M0 0C-5 -4 -5 -9 -1 -14C0 -16 0 -18 -0.5 -20C5 -15 7 -8 4 -3C3 -1 1.5 0 0 0Z';
const burning = () => [
  el('path', { d: FLAME, class: 'flame' }),
  el('path', { d: FLAME, class: 'flame-core', transform: 'translate(0 -1) scale(.45)' }),
];

/** @param {{lit: boolean}} props */
export const Candle = ({ lit }) =>
  el(
    'svg',
    { viewBox: '-9 -24 18 48', class: lit ? 'candle lit' : 'candle', 'aria-hidden': true },
    lit && burning(),
    el('path', { d: 'M0 5V0', ...line, 'stroke-width': 1.2 }),
    el('path', { d: 'M-5 4.500Q0 3 5 4.500V22H-5Z', class: 'wax' }),
    el('path', { d: 'M-2 6V20M1.500 8V21', ...line, 'stroke-width': 0.6, opacity: 0.6 }),
    el('path', { d: 'M-8 22.500H8', ...line, 'stroke-width': 1.6 }),
  );

/** A flame alone. */
export const Flame = () =>
  el('svg', { viewBox: '-9 -22 18 24', class: 'only-flame', 'aria-hidden': true }, burning());

/** The scalloped outline of a wax seal with n lobes and radius 46. */
export function waxPath(n = 14) {
  let d = '';
  for (let i = 0; i <= n; i++) {
    const a = (2 * Math.PI * i) / n;
    const p = `${(46 * Math.cos(a)).toFixed(1)} ${(46 * Math.sin(a)).toFixed(1)}`;
    d += i === 0 ? `M${p}` : `A11.5 11.5 0 0 1 ${p}`;
  }
  return `${d}Z`;
}
