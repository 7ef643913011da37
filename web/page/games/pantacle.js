// @ts-check
// The picture of Pantacle: flames on the points of the star, the Favors with their Keepers, and a Sanctuary for each
// player.
import { factOf, nameOf, wordsOf } from '../shared/store.js';
import { el, h } from '../shared/view.js';
import { and, t } from '../shared/lang.js';
import { Favors, Standing } from './pantacle-favors.js';
import { Chain, Hourglass, HoundSeal, Moon } from './pantacle-pieces.js';
import { Reserve } from './pantacle-reserve.js';
import { Sanctuary } from './pantacle-sanctuary.js';
import { Star } from './pantacle-star.js';
import {
  DISCS, FAVORS, LOCATIONS, PHASES, capital, cubes, isHound, keeperTitle, keepersOf, moonTitle, phaseTitle,
} from './pantacle-words.js';

/** @import { Face } from '../shared/cards.js' */
/** @import { Picture, TableProps } from './contract.js' */
/** @import { Game, Names } from '../../types/protocol' */

export const style = new URL('./pantacle.css', import.meta.url).href;

/** Those that continue come before those that end the question. */
export const order = [
  'flame', 'bar', 'peek', 'reach', 'keep', 'curse', 'absorb', 'flip', 'favor', 'bribe', 'add', 'moon', 'done', 'pass',
];

export const bright = ['flame'];

export const words = ['powers', ...Object.keys(DISCS), ...Object.keys(LOCATIONS), ...FAVORS];

/** @type {Picture['readings']} */
export const readings = {
  preparation: {
    title: t`Who begins without a Preparation`, round: t`Everybody, in the first turn of his own`,
    turn: t`Only who has the very first turn`,
  },
  'curse-draw': {
    title: t`More than one curse`, stepwise: t`Each is looked at before the next is paid`,
    declared: t`Their number is said and paid first`,
  },
  'powers-limit': { title: t`Places for Powers`, 4: t`Four: a fifth token is not taken`, 5: t`Five` },
  'late-protection': {
    title: t`Protection won without a curse`, yes: t`It turns over the next curse that is kept`,
    no: t`It never turns one over`,
  },
  'hound-pairs': { title: t`Hounds in a bribe`, both: t`Two pairs may replace both blades`, one: t`One pair at most` },
};

/** @type {Picture['phrases']} */
export const phrases = {
  peek: (seat) => seat && t`Look at ${seat}’s hand`,
  bar: (kind) => kind,
  flame: (disc, point) => point && t`${disc} → ${point}`,
  reach: (cards) => cards && t`Turn up ${cards}`,
  curse: (curse) => curse && t`${curse} was turned up`,
  keep: (curse) => curse && t`Keep ${curse}`,
  absorb: (curse) => curse && t`${curse} swallows it`,
  flip: (curse) => curse && t`Turn ${curse} face down`,
  favor: (favor) => favor && t`Announce ${favor}`,
  bribe: (...blades) => blades.length > 1 && t`Bribe with ${and(blades)}`,
  add: (blade) => blade && t`Also discard ${blade}`,
  moon: (blade) => blade && t`Discard ${blade}`,
};

/** @type {Picture['questions']} */
export const questions = {
  peek: [t`Whose hand do you look at?`],
  bar: [t`Which Sacrifice is not done this turn?`],
  flame: [t`Which disc leaves your Sanctuary?`, t`To which point of the Pantacle?`],
  reach: [t`How many cards in all?`],
  curse: [t`Which card was turned up?`],
  keep: [t`Which one stays with you?`],
  absorb: [t`Which curse swallows it?`],
  flip: [t`Which curse is turned face down?`],
  favor: [t`Which Favor do you announce?`],
  bribe: [t`Which blade first?`, t`Which blade with it?`, t`Which blade besides?`, t`Which blade besides?`],
  add: [t`Which blade more?`],
  moon: [t`Which blade is discarded?`],
};

/** @type {{[sacrifice: string]: string}} */
const BARS = { powers: t`No Sacrifice of Powers`, adepts: t`No Sacrifice of Adepts` };

/** @type {Picture['optionText']} */
export function optionText(word, { game, snapshot }, verb) {
  if (verb === 'bar') return BARS[word];
  if (verb === 'reach') {
    const n = Number(word);
    return n > 1 ? t`${word} cards, ${cubes((n - 1) ** 2)} in all` : t`${word} card, for nothing`;
  }
  if (verb === 'peek') return t`${game.seats.find((x) => x.word === word)?.title}’s hand`;
  if (verb !== 'flame') return undefined;
  if (DISCS[word]) return DISCS[word][0];
  if (word !== 'influence-per-flame') return LOCATIONS[word]?.text;
  const flames = wordsOf(game.facts[`${game.seats[snapshot.you.seat]?.word}.flames`]).length + 1;
  return t`3 cubes for each flame: 3 × ${flames}`;
}

/** Favors are announced on the drawing, or on a sheet: seven buttons would hide the table. @type {Picture['look']} */
export function look({ verb }, { game }) {
  if (verb === 'pass' && game.ask.key === 'look') return { label: t`Look at none` };
  return verb === 'favor' ? { folded: true } : {};
}

/**
 * Curses are grouped by their kind. If the hand is not seen, blades are grouped by what makes them worth discarding.
 * @type {Picture['groups']}
 */
export function groups(verb, all, { game, names, seen }) {
  /**
   * @param {string} name
   * @param {string} value
   */
  const having = (name, value) => all.filter((w) => nameOf(names, w).traits?.[name] === value);
  if (verb === 'curse' || verb === 'keep') {
    /** @type {[heading: string, words: string[]][]} */
    const both = [[t`Permanent`, having('curse', 'permanent')], [t`Exhaustion`, having('curse', 'exhaustion')]];
    return both.filter(([, list]) => list.length > 0);
  }
  if (all.some((w) => seen.includes(w))) return null;
  if (verb === 'bribe') {
    const keepers = new Set(all.map((w) => nameOf(names, w).traits?.keeper ?? ''));
    return [...keepers].sort().map((k) => [keeperTitle(k), having('keeper', k)]);
  }
  const phase = nameOf(names, game.facts.ongoing ?? '').traits?.phase;
  if (verb !== 'moon' || game.ask.key.endsWith('/none') || !phase) return null;
  const shining = having('phase', phase);
  if (shining.length === 0) return null;
  return [[capital(moonTitle(phase)), shining], [t`Any other`, all.filter((w) => !shining.includes(w))]];
}

/** The cards turned up from the curse pile, for the player who chooses among them. @type {Picture['beside']} */
export const beside = ({ game }) => wordsOf(game?.facts['curses.drawn']);

/** @type {Picture['hint']} */
export function hint({ game, snapshot, names }) {
  const { key, seat } = game.ask;
  const favor = game.facts.ongoing;
  const declared = game.options?.['curse-draw'] === 'declared';
  if (key === 'flame') {
    return t`The price is paid. Every disc but the top one brings a curse; two flames of one player never burn on one
      point.`;
  }
  if (key === 'curse') return declared ? undefined : t`The first one costs nothing.`;
  if (key === 'curse/more') return hintOnCurses(game, declared);
  if (key === 'absorb') return t`You do not get it: one of those that lie on the curse goes into the reserve.`;
  if (key === 'flip') return t`What is face down does nothing while Protection lies on the Sanctuary.`;
  if (key === 'favor' && seat === snapshot.you.seat) {
    return favor
      ? t`Not ${nameOf(names, favor).title}, where the tracker stands; nor one whose Power you have.`
      : t`Not one whose Power you have.`;
  }
  if (!favor) return undefined;
  if (key === 'bribe') return hintOnBribe(game, names, favor);
  const { title, traits: { phase = '' } = {} } = nameOf(names, favor);
  // If no moon brings a cube, the question is enough.
  if (!['moon', 'moon/more'].includes(key) || !PHASES.includes(phase)) return undefined;
  return t`${title} shows the ${moonTitle(phase)}.`;
}

/**
 * @param {Game} game
 * @param {boolean} declared the number of curses is said first
 */
function hintOnCurses({ facts, moves }, declared) {
  if (moves.curse && !moves.keep) return t`More cards are paid for: turn up the next one.`;
  const drawn = wordsOf(facts['curses.drawn']).length;
  return drawn > 0 && drawn < 5 && !declared
    ? t`One card is kept. Another one to choose from costs ${cubes(2 * drawn - 1)}.`
    : t`One card is kept, the others go to the bottom of the pile.`;
}

/** @param {string} keeper */
const a = (keeper) => (/^[aeiou]/i.test(keeper) ? t`an ${keeperTitle(keeper)}` : t`a ${keeperTitle(keeper)}`);

/**
 * What a Favor costs, and what Hounds can do besides paying for themselves.
 * @param {Game} game
 * @param {Names|null} names
 * @param {string} favor
 */
function hintOnBribe(game, names, favor) {
  const keepers = keepersOf(names, favor);
  const asked = game.seats[game.ask.seat];
  const other = keepers.find((k) => !isHound(names, k));
  let hounds = t`Two Hounds replace either, four both.`;
  if (game.options?.['hound-pairs'] === 'one') hounds = t`Two Hounds replace either of them.`;
  if (keepers.some((k) => isHound(names, k))) hounds = t`Two more Hounds replace the ${keeperTitle(other ?? '')}.`;
  return [
    t`The price is ${and(keepers.map(a))} blade.`,
    hounds,
    asked && factOf(game, asked, 'resolve') === '2' && t`The second step of the Resolve track counts as one Hound.`,
  ].filter(Boolean).join(' ');
}

/** Blades of one Keeper have the same seal, Hounds their head; curses are dark. @type {Picture['face']} */
export function face({ title, traits: { keeper, phase, curse, hound } = {} }) {
  if (curse) return faceOfCurse(curse === 'permanent');
  if (!keeper) return { tone: 'day' };
  const beast = hound === 'true';
  const worth = beast ? t`two Hounds replace any blade of a bribe` : t`pays the Keeper ${keeperTitle(keeper)}`;
  return {
    tone: beast ? 'dusk' : 'day', sign: PHASES.includes(phase) ? () => h(Moon, { phase }) : undefined,
    seal: `keeper ${keeper}`, art: beast ? () => h(HoundSeal, {}) : undefined, name: keeperTitle(keeper),
    note: capital(phaseTitle(phase)), order: `${keeper} ${PHASES.indexOf(phase)} ${title}`,
    about: `${worth} · ${moonTitle(phase)}`,
  };
}

/**
 * @param {boolean} permanent
 * @return {Face}
 */
const faceOfCurse = (permanent) => (permanent
  ? {
    tone: 'night', sign: () => h(Chain, {}), note: t`permanent`,
    about: t`permanent: it works while it lies face up`,
  }
  : {
    tone: 'dusk', sign: () => h(Hourglass, {}), note: t`exhaustion`,
    about: t`exhaustion: it takes what you gain until it is empty`,
  });

/** @param {TableProps} props */
export function Table(props) {
  const { game, snapshot: { you }, names } = props;
  const { seats } = game;
  const own = Math.max(0, you.seat);
  const parts = { ...props, deck: { names, face } };
  const board = [h(Star, { key: 'star', ...props }), h(Favors, { key: 'favors', ...props })];
  return [
    h(Standing, parts),
    // The part of the present phase comes first.
    el('div', { class: 'board' }, ['favor', 'bribery', 'moon'].includes(game.facts.phase) ? board.reverse() : board),
    el(
      'div', { class: 'sanctuaries' },
      [...seats.slice(own), ...seats.slice(0, own)].map((seat) => h(Sanctuary, { key: seat.word, ...parts, seat })),
    ),
    h(Reserve, parts),
  ];
}
