// @ts-check
// The words of Pantacle: its Favors and locations, and what the page calls them.
import { nameOf, wordsOf } from '../shared/store.js';
import { many, t } from '../shared/lang.js';

/** @import { Names } from '../../types/protocol' */

export const FAVORS = [
  'bewitchment', 'hunt', 'protection', 'enslavement', 'recruitment', 'conversion', 'indoctrination',
];

/** What each Favor or Power gives. @type {{[word: string]: string}} */
export const BENEFITS = {
  bewitchment: t`look at a hand in Preparation`,
  hunt: t`one more cube at each gain`,
  protection: t`one curse lies face down`,
  enslavement: t`a hand of four blades`,
  demonic: t`discard several blades at the Moon`,
  recruitment: t`gain 1 Adept`,
  conversion: t`take a cube from everybody else`,
  indoctrination: t`gain 2 Adepts`,
};

/**
 * The points of the star by their effects, clockwise from the upper left one, so that Demonic Discard is at the lower
 * right.
 * @type {{[word: string]: {label: string, text: string}}}
 */
export const LOCATIONS = {
  'influence-per-flame': { label: t`3 cubes for\neach own flame`, text: t`3 cubes for each of your flames` },
  adepts: { label: t`2 Adepts`, text: t`2 Adepts` },
  influence: { label: t`2 cubes`, text: t`2 cubes` },
  demonic: { label: t`Demonic\nDiscard`, text: t`The Power Demonic Discard` },
  'extra-turn': { label: t`Another\nturn`, text: t`Another turn` },
};

/**
 * The discs of a Sanctuary, clockwise: the text for choosing one, and that for the list of discs that are left.
 * @type {{[word: string]: [choose: string, list: string]}}
 */
export const DISCS = {
  top: [t`Top disc, not cursed`, t`top, not cursed`],
  'upper-right': [t`Upper right disc, cursed`, t`upper right`],
  'lower-right': [t`Lower right disc, cursed`, t`lower right`],
  'lower-left': [t`Lower left disc, cursed`, t`lower left`],
  'upper-left': [t`Upper left disc, cursed`, t`upper left`],
};

// Moons and Keepers that the page has words for; a card list may have others.

/** @type {{[phase: string]: [phase: string, moon: string]}} */
const MOONS = {
  new: [t`new`, t`new moon`], waxing: [t`waxing`, t`waxing moon`], full: [t`full`, t`full moon`],
  waning: [t`waning`, t`waning moon`],
};

export const PHASES = Object.keys(MOONS);

/** @type {{[keeper: string]: string}} */
const KEEPERS = {
  oracle: t`Oracle`, hound: t`Hound`, weaver: t`Weaver`, ferryman: t`Ferryman`, mason: t`Mason`,
  beekeeper: t`Beekeeper`, lamplighter: t`Lamplighter`, sexton: t`Sexton`,
};

/** @param {string} word */
export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('-', ' ');

/** @param {string} keeper */
export const keeperTitle = (keeper) => KEEPERS[keeper] ?? capital(keeper);

/** @param {string} phase */
export const phaseTitle = (phase) => MOONS[phase]?.[0] ?? phase;

/** @param {string} phase */
export const moonTitle = (phase) => MOONS[phase]?.[1] ?? t`${phase} moon`;

/** @param {string|number} n */
export const cubes = (n) => many(n, t`${n} cube`, t`${n} cubes`);

/**
 * The Keepers whose blades are the price of a Favor.
 * @param {Names|null} names
 * @param {string} favor
 */
export const keepersOf = (names, favor) => wordsOf(nameOf(names, favor).traits?.keepers);

/**
 * Reports whether a Keeper's blades are Hounds, as the card list says.
 * @param {Names|null} names
 * @param {string} keeper
 */
export const isHound = (names, keeper) =>
  Object.values(names?.names ?? {}).some((x) => x.traits?.keeper === keeper && x.traits.hound === 'true');
