// @ts-check
// The pieces of Pantacle, drawn: moons, cubes, Adepts, flames, and the signs of cards.
import { el, h } from '../shared/view.js';
import { PHASES } from './pantacle-words.js';

/** @import { ComponentChildren } from '../../types/vendor/preact' */
/** @import { SeatView } from '../../types/protocol' */

export const FLAME = 'M0 0C-9-1-12-9-7-16C-4-20-2-23-2-28C5-24 13-15 10-7C8-2 4 0 0 0Z';
export const HOUND = 'M-24 30L-20 4L-26-26L-10-12C-3-15 6-13 11-8L30 2C33 4 33 8 31 11L27 15L13 14C12 20 16 26 20 30Z';

export const thin = { fill: 'none', stroke: 'currentColor', 'stroke-width': 1 };

/**
 * @param {string} look classes
 * @param {string} viewBox
 * @param {...ComponentChildren} children
 */
const icon = (look, viewBox, ...children) => el('svg', { viewBox, class: look, 'aria-hidden': true }, children);

/** @type {{[phase: string]: string}} */
const LIT = {
  waxing: 'M0-8A8 8 0 0 1 0 8A11 11 0 0 0 0-8Z', full: 'M0-8A8 8 0 0 1 0 8A8 8 0 0 1 0-8Z',
  waning: 'M0-8A8 8 0 0 0 0 8A11 11 0 0 1 0-8Z',
};

/**
 * A moon in its phase; nothing if the phase has no picture.
 * @param {{phase: string}} props
 */
export const Moon = ({ phase }) => (PHASES.includes(phase)
  ? icon(
    'moon', '-10 -10 20 20',
    el('circle', { r: 8.4, class: 'sky' }), LIT[phase] && el('path', { d: LIT[phase], class: 'lit' }),
  )
  : null);

export const CubePaths = () => [
  el('path', { d: 'M0-9L8-4.500V4.500L0 9L-8 4.500V-4.500Z', class: 'cube-side' }),
  el('path', { d: 'M0-9L8-4.500L0 0L-8-4.500Z', class: 'cube-top' }),
  el('path', { d: 'M0-9L8-4.500V4.500L0 9L-8 4.500V-4.500ZM-8-4.500L0 0L8-4.500M0 0V9', class: 'cube-line' }),
];

export const AdeptPaths = () => [
  el('path', { d: 'M0-10C4-9 5-5 4-2C7 1 8 5 8 10H-8C-8 5-7 1-4-2C-5-5-4-9 0-10Z', class: 'adept' }),
  el('path', { d: 'M0-6.500C2-6 2.500-3.500 2-2C1-.5-1-.5-2-2C-2.500-3.500-2-6 0-6.500Z', class: 'hood' }),
];

export const Cube = () => icon('piece', '-10 -11 20 22', h(CubePaths, {}));
export const Adept = () => icon('piece', '-10 -11 20 22', h(AdeptPaths, {}));

/** The head of a Hound, small. */
export const HoundHead = () => icon('', '-30 -30 64 64', el('path', { d: HOUND, fill: 'currentColor' }));

/** The seal of a Hound's blade. */
export const HoundSeal = () =>
  icon(
    'sigil', '-50 -50 100 100',
    el('circle', { r: 47, ...thin, 'stroke-width': 1.6 }), el('circle', { r: 43.5, ...thin, 'stroke-width': 0.7 }),
    el('path', { d: HOUND, fill: 'currentColor' }), el('circle', { cx: 6, cy: -1, r: 2.8, class: 'eye' }),
  );

/** The sign of a curse that ends. */
export const Hourglass = () =>
  icon(
    'sign', '-10 -10 20 20',
    el('path', { d: 'M-6-9H6M-6 9H6M-5-9C-5-3 5 3 5 9M5-9C5-3-5 3-5 9', ...thin, 'stroke-width': 1.4 }),
    el('path', { d: 'M-3.500 8C-2 4 2 4 3.500 8Z', fill: 'currentColor' }),
  );

const LINKS = 'M-1-3L-3-5A3.500 3.500 0 0 0-8 0L-4 4A3.500 3.500 0 0 0 1 3'
  + 'M1 3L3 5A3.500 3.500 0 0 0 8 0L4-4A3.500 3.500 0 0 0-1-3';

/** The sign of a curse that stays. */
export const Chain = () => icon('sign', '-10 -10 20 20', el('path', { d: LINKS, ...thin, 'stroke-width': 1.4 }));

/**
 * What distinguishes a seat without its colour: the shortest beginning of its name that no other name has.
 * @param {SeatView[]} seats
 * @param {SeatView} seat
 */
export function letterOf(seats, seat) {
  let n = 1;
  while (n < 3 && seats.some((x) => x !== seat && x.title.slice(0, n) === seat.title.slice(0, n))) n++;
  return seat.title.slice(0, n);
}

/** @param {{seats: SeatView[], seat: SeatView}} props */
export const Dot = ({ seats, seat }) =>
  el('span', { class: 'dot', style: { '--seat': seat.colour }, 'aria-hidden': true }, letterOf(seats, seat));
