// Woodcuts: rules, moons, candles and stars, all in the current colour.
import { h, s } from './dom.js';
import { starPath } from './sigil.js';

/** A dot in the colour of a seat, before the player's name. */
export const seatDot = (colour = 'transparent') => h('span.seat-dot', { '--seat': colour, 'aria-hidden': 'true' });

const line = { fill: 'none', stroke: 'currentColor', 'stroke-width': 1 };

/**
 * A rule across the page: a star between the phases of the moon.
 * @template N
 * @param {(tag: 'svg'|'circle'|'path'|'g', props: object, ...children: N[]) => N} make makes its elements
 */
export function rule(make = s) {
  const moon = (x, d) => make('path', { d, transform: `translate(${x} 12)`, fill: 'currentColor' });
  const crescent = 'M0 -5A5 5 0 0 1 0 5A7 7 0 0 0 0 -5Z';
  const half = 'M0 -5A5 5 0 0 1 0 5Z';
  return make(
    'svg',
    { viewBox: '0 0 320 24', class: 'rule', 'aria-hidden': 'true', preserveAspectRatio: 'xMidYMid meet' },
    make('path', { d: 'M0 12H96M224 12H320M20 9H84M236 9H300', ...line, 'stroke-width': 0.8 }),
    moon(106, crescent), moon(124, half),
    make('path', { d: starPath(6, 2, 9), ...line, transform: 'translate(160 12)' }),
    make('circle', { cx: 160, cy: 12, r: 2, fill: 'currentColor' }),
    make('g', { transform: 'translate(196 0) scale(-1 1)' }, moon(0, half)),
    make('g', { transform: 'translate(214 0) scale(-1 1)' }, moon(0, crescent)),
    make('circle', { cx: 142, cy: 12, r: 1.4, fill: 'currentColor' }), make('circle', { cx: 178, cy: 12, r: 1.4, fill: 'currentColor' }),
  );
}

/**
 * A star polygon in its circles, as large as its place.
 * @template N
 * @param {number} n
 * @param {number} k
 * @param {(tag: 'svg'|'circle'|'path', props: object, ...children: N[]) => N} make makes its elements
 */
export function seal(n = 6, k = 2, make = s) {
  return make(
    'svg',
    { viewBox: '-50 -50 100 100', class: 'great-seal', 'aria-hidden': 'true' },
    make('circle', { r: 48.5, ...line, 'stroke-width': 0.7 }), make('circle', { r: 45, ...line, 'stroke-width': 0.4 }),
    make('path', { d: starPath(n, k, 45), ...line, 'stroke-width': 0.7 }), make('path', { d: starPath(n, k, 41.5), ...line, 'stroke-width': 0.3 }),
    make('circle', { r: 12, ...line, 'stroke-width': 0.5 }),
  );
}

const FLAME = 'M0 0C-5 -4 -5 -9 -1 -14C0 -16 0 -18 -0.5 -20C5 -15 7 -8 4 -3C3 -1 1.5 0 0 0Z';

/**
 * A candle.
 * @param {boolean} lit
 */
export function candle(lit) {
  return s(
    'svg',
    { viewBox: '-9 -24 18 48', class: lit ? 'candle lit' : 'candle', 'aria-hidden': 'true' },
    lit && s('path', { d: FLAME, class: 'flame' }), lit && s('path', { d: FLAME, class: 'flame-core', transform: 'translate(0 -1) scale(.45)' }),
    s('path', { d: 'M0 5V0', ...line, 'stroke-width': 1.2 }),
    s('path', { d: 'M-5 4.500Q0 3 5 4.500V22H-5Z', class: 'wax' }),
    s('path', { d: 'M-2 6V20M1.500 8V21', ...line, 'stroke-width': 0.6, opacity: 0.6 }),
    s('path', { d: 'M-8 22.500H8', ...line, 'stroke-width': 1.6 }),
  );
}

/**
 * A flame alone.
 * @template N
 * @param {(tag: 'svg'|'path', props: object, ...children: N[]) => N} make makes its elements
 */
export function flame(make = s) {
  return make(
    'svg', { viewBox: '-9 -22 18 24', class: 'only-flame', 'aria-hidden': 'true' },
    make('path', { d: FLAME, class: 'flame' }), make('path', { d: FLAME, class: 'flame-core', transform: 'translate(0 -1) scale(.45)' }),
  );
}

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
