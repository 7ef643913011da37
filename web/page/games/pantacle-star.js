// @ts-check
// The Pantacle: flames on the points of the star.
import { starPath } from '../shared/sigil.js';
import { wordsOf } from '../shared/store.js';
import { el, h, useEarlier } from '../shared/view.js';
import { and, t } from '../shared/lang.js';
import { AdeptPaths, CubePaths, FLAME, letterOf, thin } from './pantacle-pieces.js';
import { LOCATIONS } from './pantacle-words.js';

/** @import { ComponentType } from '../../types/vendor/preact' */
/** @import { TableProps } from './contract.js' */
/** @import { Game } from '../../types/protocol' */

const RADIUS = 116;

/** @param {TableProps} props */
export function Star({ game }) {
  const before = useEarlier(game.facts);
  const told = Object.entries(LOCATIONS).map(([word, { text }]) => {
    const here = game.seats.filter((seat) => burns(game, seat.word, word));
    return t`${text}: ${here.length > 0 ? and(here.map((seat) => seat.title)) : t`nobody`}.`;
  });
  /** @param {number} r */
  const line = (r) => el('circle', { r, ...thin, 'stroke-width': r === RADIUS ? 1 : 0.5 });
  return el('figure', { class: 'pantacle' }, el(
    'svg', { viewBox: '-172 -184 344 346', role: 'img', 'aria-label': t`The Pantacle. ${told.join(' ')}` },
    el(
      'g', { class: 'lines' },
      line(RADIUS), line(RADIUS + 6), line(RADIUS - 11),
      el('path', { d: starPath(5, 2, RADIUS), ...thin, 'stroke-width': 1.4 }),
      el('path', { d: starPath(5, 2, RADIUS - 10), ...thin, 'stroke-width': 0.5 }),
      line(40), el('path', { d: starPath(5, 1, 40, Math.PI), ...thin, 'stroke-width': 0.5 }),
    ),
    el('g', { class: 'heart' }, el('path', { d: FLAME, transform: 'translate(-1 17) scale(1.15)' })),
    Object.keys(LOCATIONS).map((word, i) => h(Point, { key: word, game, before, word, i })),
  ));
}

/**
 * Reports whether a seat has a flame on a location.
 * @param {Pick<Game, 'facts'>} game
 * @param {string} seat
 * @param {string} word
 */
const burns = ({ facts }, seat, word) => wordsOf(facts[`${seat}.flames`]).includes(word);

/**
 * A point of the star; each player has a place on its rim.
 * @param {{game: Game, before: Game['facts']|undefined, word: string, i: number}} props
 */
function Point({ game, before, word, i }) {
  const a = (i - 1) * 2 * Math.PI / 5 - Math.PI / 2;
  const burning = game.seats.some((seat) => burns(game, seat.word, word));
  return el(
    'g',
    { transform: placeAt(RADIUS, a), class: burning ? 'point burning' : 'point' },
    el('circle', { r: 27, class: 'seat' }), el('circle', { r: 23.5, ...thin, 'stroke-width': 0.6 }),
    h(EFFECTS[word] ?? ExtraTurn, {}),
    game.seats.map((seat, n) => {
      const transform = placeAt(34, Math.PI * (0.24 * (n - (game.seats.length - 1) / 2) - 0.5));
      if (!burns(game, seat.word, word)) return el('circle', { r: 2.2, class: 'wick', transform });
      const fresh = before && !burns({ facts: before }, seat.word, word);
      return el('g', { transform }, el(
        'g', { class: fresh ? 'arrive' : '' },
        el('path', { d: FLAME, class: 'soul', style: { '--seat': seat.colour }, transform: 'translate(0 6)' }),
        el('text', { y: 2, class: 'letter' }, letterOf(game.seats, seat)),
      ));
    }),
    LOCATIONS[word]?.label.split('\n').map((line, n) => el('text', { y: 43 + 15 * n, class: 'label' }, line)),
  );
}

/**
 * @param {number} r
 * @param {number} a in radians
 */
const placeAt = (r, a) => `translate(${(r * Math.cos(a)).toFixed(1)} ${(r * Math.sin(a)).toFixed(1)})`;

// The effects of the locations, as engravings.

/** @param {{x: number, y?: number, size?: number, piece: ComponentType<{}>}} props */
const Put = ({ x, y = 0, size = 0.95, piece }) =>
  el('g', { transform: `translate(${x} ${y}) scale(${size})` }, h(piece, {}));

const BLADE = 'M-5-14H5V4L0 9L-5 4Z';

/** @type {{[word: string]: ComponentType<{}>}} */
const EFFECTS = {
  'influence-per-flame': () => [
    h(Put, { x: -9, y: -4, size: 0.72, piece: CubePaths }), h(Put, { x: 4, y: -4, size: 0.72, piece: CubePaths }),
    h(Put, { x: -2.5, y: 8, size: 0.72, piece: CubePaths }),
    el('path', { d: FLAME, class: 'spark', transform: 'translate(14 13) scale(.42)' }),
  ],
  adepts: () => [h(Put, { x: -8, y: 1, piece: AdeptPaths }), h(Put, { x: 8, y: 1, piece: AdeptPaths })],
  influence: () => [h(Put, { x: -8.5, piece: CubePaths }), h(Put, { x: 8.5, piece: CubePaths })],
  demonic: () => el('g', { ...thin, 'stroke-width': 1.6 }, [-24, 0, 24].map((a) =>
    el('path', { d: BLADE, class: 'leaf-blade', transform: `translate(0 8) rotate(${a}) translate(0-8)` }))),
};

const ExtraTurn = () =>
  el(
    'g', { ...thin, 'stroke-width': 2.4 },
    el('path', { d: 'M12-6A13 13 0 1 0 13 4' }), el('path', { d: 'M14-13V-5H6' }),
    el('path', { d: 'M0-6V1L5 4', 'stroke-width': 1.6 }),
  );
