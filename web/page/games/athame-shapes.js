// @ts-check
// The shapes of Athame's resources, and the places of its prices. A resource always has its own colour on the same dark
// ground.
import { starPath } from '../shared/sigil.js';
import { el, h } from '../shared/view.js';
import { KNOWN, isJoker, placesOf, resourcesOf } from './athame-rules.js';

/** @import { Laid } from './athame-rules.js' */
/** @import { Names } from '../../types/protocol' */

/** @typedef {{d: string, class: string}} Shape a path */

/** @type {{[resource: string]: string}} */
const PATHS = {
  triangle: 'M0-8.5L9 7H-9Z',
  circle: 'M0-8A8 8 0 0 1 0 8A8 8 0 0 1 0-8Z',
  line: 'M-9 5L5-9L9-5L-5 9Z',
  square: 'M-7.5-7.5H7.5V7.5H-7.5Z',
};

/** The shape of a crystal. */
export const GEM = { d: 'M-5-8H5L9-3L0 9L-9-3ZM-9-3H9M-5-8L-3-3L0 9L3-3L5-8M-3-3L0-8L3-3', class: 'shape gem' };

/**
 * The shape of a resource. Those that the page does not know get polygons.
 * @param {string} word
 * @param {number} [nth] of those that the page does not know
 * @return {Shape}
 */
export const resourceShape = (word, nth = 0) =>
  ({ d: PATHS[word] ?? starPath(5 + nth, 1, 9), class: `shape is-${word}` });

/**
 * The shape of a card: a resource, or a crystal.
 * @param {Names|null} names
 * @param {string} word
 */
export function shapeOf(names, word) {
  if (isJoker(names, word)) return GEM;
  return resourceShape(word, PATHS[word] ? 0 : resourcesOf(names).filter((w) => !PATHS[w]).indexOf(word));
}

/** @param {{shape: Shape}} props */
export const Token = ({ shape }) =>
  el(
    'svg', { viewBox: '-12 -12 24 24', class: 'token', 'aria-hidden': true },
    el('circle', { r: 12, class: 'ground' }), el('path', { ...shape, transform: 'scale(.9)' }),
  );

const CORNERS = {
  3: ['0 -4.2', '-4.6 3.6', '4.6 3.6'],
  4: ['-4.2 -4.2', '4.2 -4.2', '-4.2 4.2', '4.2 4.2'],
};

/**
 * What fits on an empty place of a price.
 * @param {string} part
 */
function fitting(part) {
  if (part === 'square') return el('path', { d: PATHS.square, class: 'hollow' });
  if (part === 'same') return el('path', { d: 'M-5-2.5H5M-5 2.5H5', class: 'hollow' });
  return CORNERS[part === 'any' ? 4 : 3].map((at, i) =>
    el('path', { ...resourceShape(KNOWN[i]), transform: `translate(${at}) scale(.4)` }));
}

/**
 * The socket of a place: an empty one shows what fits, a filled one the card.
 * @param {{part: string, laid?: Shape}} props
 */
const Socket = ({ part, laid }) =>
  [el('circle', { r: 12, class: 'socket' }), laid ? el('path', laid) : fitting(part)];

/**
 * A place of a price.
 * @param {{part: string, laid?: Shape}} props
 */
export const Place = ({ part, laid }) =>
  el(
    'svg', { viewBox: '-13 -13 26 26', class: `token place ${laid ? 'laid' : 'due'}`, 'aria-hidden': true },
    h(Socket, { part, laid }),
  );

/**
 * The places of a price, and the cards on them.
 * @param {{names: Names|null, places: string[], laid?: Laid}} props
 */
export const Places = ({ names, places, laid = [] }) =>
  el(
    'span', { class: 'places', 'aria-hidden': true },
    places.map((part, i) => {
      const card = laid[i];
      return h(Place, { part, laid: card === undefined ? undefined : shapeOf(names, card) });
    }),
  );

/**
 * The price drawn on a spell: its places, more than three of them in two rows.
 * @param {{cost: string}} props
 */
export function PriceArt({ cost }) {
  const places = placesOf(cost);
  const lines = places.length > 3 ? 2 : 1;
  const row = Math.ceil(places.length / lines);
  return el(
    'svg', { viewBox: '-45 -45 90 90', class: 'price-art', 'aria-hidden': true },
    places.map((part, i) => {
      const line = Math.floor(i / row);
      const here = Math.min(row, places.length - line * row);
      const [x, y] = [(i % row - (here - 1) / 2) * 29, (line - (lines - 1) / 2) * 30];
      return el('g', { transform: `translate(${x} ${y})` }, h(Socket, { part }));
    }),
  );
}
