// @ts-check
// Beside the board of Sator: where the turn stands, and the players.
import { Button } from '../shared/button.js';
import { SeatDot } from '../shared/ornaments.js';
import { wordsOf } from '../shared/store.js';
import { capital } from '../shared/words.js';
import { el, h } from '../shared/view.js';
import { many, t } from '../shared/lang.js';
import { Miniature, Token } from './sator-board.js';
import { lower, steps as stepsText } from './sator-tool.js';

/** @import { SeatView } from '../../types/protocol' */
/** @import { Seen } from './sator-tool.js' */

const SETUP = { colours: t`Colours`, books: t`Books`, draft: t`Draft`, bridges: t`Bridges` };
const TURN = { swap: t`Exchange`, play: t`Play`, walk: t`Walk`, draw: t`Draw` };

/** @param {string} [phase] */
export const isTurn = (phase = '') => phase in TURN;

/** @param {{ctx: Seen}} props */
export function Standing({ ctx: { facts, actor, game } }) {
  const { phase = '' } = facts;
  // Bridges are left to be chosen only among three players.
  const all = Object.entries(phase in SETUP ? SETUP : TURN);
  const some = all.filter(([key]) => key !== 'draft' || game.seats.length === 3);
  return [
    el('ol', { class: 'steps' }, some.map(([key, text]) =>
      el('li', { 'aria-current': key === phase ? 'step' : undefined }, text))),
    facts.points !== undefined && h(Purse, { facts, whose: actor?.title ?? t`the turn` }),
    facts.pinned === 'true' && el('p', { class: 'pinned' }, t`The Acolyte does not move by itself in this turn.`),
  ];
}

const POINTS = 6;
const FOOT = 'M-3-8C0-9 2-6 1.500-2C1 1-3.500 1-4-2C-4.500-5-5-7.500-3-8ZM-3.500 3C-1.500 2.500 1 3 1 5.500'
  + 'C1 8.500-3 8.500-3.500 5.500Z';

/**
 * What is left in the turn.
 * @param {{facts: Seen['facts'], whose: string}} props
 */
function Purse({ facts, whose }) {
  const [points, steps] = [Number(facts.points), Number(facts.steps ?? 0)];
  const used = facts.free === 'used';
  return el(
    'div', { class: 'purse' },
    el(
      'span', { class: 'points', role: 'img', 'aria-label': t`${points} of ${POINTS} action points left` },
      Array.from({ length: Math.max(POINTS, points) }, (_, i) => el('span', { class: i < points ? 'on' : '' })),
      el('b', { 'aria-hidden': true }, points),
    ),
    el(
      'span', { class: 'stride', role: 'img', 'aria-label': t`${stepsText(steps)} for the walk` },
      el(
        'svg', { viewBox: '-6 -11 14 21', 'aria-hidden': true },
        el('path', { d: FOOT }), el('path', { d: FOOT, transform: 'translate(5 -1) scale(-1 1)' }),
      ),
      el('b', { 'aria-hidden': true }, steps),
    ),
    el(
      'span',
      {
        class: `free is-${facts.free}`, role: 'img',
        'aria-label': used ? t`The free action of ${whose} is used` : t`The free action of ${whose} is ready`,
      },
      el('span', { 'aria-hidden': true }, used ? t`free action used` : t`free action`),
    ),
  );
}

/** @param {{ctx: Seen}} props */
export function Players({ ctx }) {
  const { game: { seats }, snapshot: { you }, facts, title } = ctx;
  const from = Math.max(0, you.seat);
  return [
    el(
      'div', { class: 'part-head' },
      el('h2', null, t`The players`),
      facts.pile !== undefined
        && el('span', { class: 'quiet' }, t`common pile ${facts.pile}, discarded ${facts.discard}`),
    ),
    el('ul', { class: 'players-of' }, [...seats.slice(from), ...seats.slice(0, from)].map((seat) =>
      h(Player, { key: seat.word, ctx, seat }))),
    facts.removed && el('p', { class: 'quiet' }, t`Out of the game: ${wordsOf(facts.removed).map(title).join(', ')}`),
  ];
}

/** @typedef {{ctx: Seen, seat: SeatView}} PlayerProps */

/** @param {PlayerProps} props */
function Player({ ctx, seat }) {
  const { facts, me, lore, title } = ctx;
  const shapes = wordsOf(facts[`${seat.word}.bridges`]);
  const turn = seat.word === facts.turn && facts.phase !== 'over';
  const left = many(shapes.length, t`${shapes.length} bridge`, t`${shapes.length} bridges`);
  return el(
    'li', { 'data-word': seat.word, class: [turn && 'turn', seat === me && 'own'].filter(Boolean).join(' ') },
    h(Who, { ctx, seat }),
    facts.points !== undefined && el('p', { class: 'quiet' }, countsOf(ctx, seat)),
    shapes.length > 0 && el(
      'p',
      {
        class: 'to-lay', role: 'img',
        'aria-label': t`${left} to lay: ${shapes.map((w) => lower(title(w))).join(', ')}`,
      },
      shapes.map((w) => lore.shapes.get(w)).map((shape) => shape && h(Miniature, { lore, shape: shape.cells })),
    ),
    h(Lying, { ctx, seat, path: 'played', heading: t`Played:` }),
    h(Lying, { ctx, seat, path: 'out', heading: t`Used prayers:` }),
  );
}

/** @param {PlayerProps} props */
function Who({ ctx: { facts, lore, title }, seat }) {
  const colour = facts[`${seat.word}.colour`];
  const books = Number(facts[`${seat.word}.books`] ?? 0);
  if (!colour) return el('p', { class: 'who' }, h(SeatDot, { colour: seat.colour }), el('b', null, seat.title));
  return el(
    'p', { class: 'who' },
    h(Token, { kind: 'acolyte', colour }), el('b', null, seat.title), el('small', null, capital(title(colour))),
    el(
      'span',
      { class: 'books', role: 'img', 'aria-label': t`${books} of ${lore.quadrants.length} books gathered` },
      lore.quadrants.map((_, i) => el('span', { class: i < books ? 'got' : '' }, h(Token, { kind: 'book', colour }))),
    ),
  );
}

/**
 * @param {Seen} ctx
 * @param {SeatView} seat
 */
function countsOf({ facts }, { word }) {
  const hand = Number(facts[`${word}.hand`] ?? 0);
  const fidei = Number(facts[`${word}.hand.fidei`] ?? 0);
  const at = facts[`${word}.at`];
  const gargoyle = facts[`${word}.gargoyle`];
  const cards = many(hand, t`${hand} card`, t`${hand} cards`);
  return [
    fidei > 0 ? many(fidei, t`${cards}, ${fidei} prayer of them`, t`${cards}, ${fidei} prayers of them`) : cards,
    t`Liber Fidei ${facts[`${word}.pile`]}`,
    at && (at === 'start' ? t`Acolyte at the start place` : t`Acolyte ${at}`),
    gargoyle !== 'home' && t`Gargoyle ${gargoyle}`,
  ].filter(Boolean).join(' · ');
}

/**
 * Cards that lie before a player.
 * @param {PlayerProps & {path: string, heading: string}} props
 */
function Lying({ ctx: { facts, actions, title }, seat, path, heading }) {
  const words = wordsOf(facts[`${seat.word}.${path}`]);
  if (words.length === 0) return null;
  return el('div', { class: 'lie' }, el('small', null, heading), words.map((w, i) => h(
    Button,
    { key: `${w}-${i}`, look: '', name: `${seat.word}-${path}-${w}-${i}`, act: () => actions.openCard(w) }, title(w),
  )));
}
