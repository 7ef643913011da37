// @ts-check
// What the names and facts of Athame mean: resources, special rules, prices.
import { factOf, nameOf, wordsOf } from '../shared/store.js';
import { and, many, t } from '../shared/lang.js';

/** @import { TableProps } from './contract.js' */
/** @import { Names } from '../../types/protocol' */

/** The resources that the page has shapes for, in their order. */
export const KNOWN = ['triangle', 'circle', 'line', 'square'];

/** @param {string} text */
export const lower = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/**
 * @param {Names|null} names
 * @param {string} w
 */
export const kindOf = (names, w) => lower(nameOf(names, w).title);

/**
 * @param {Names|null} names
 * @param {number} n
 * @param {string} w
 */
export const some = (names, n, w) => many(n, t`${n} ${kindOf(names, w)}`, t`${n} ${kindOf(names, w)}s`);

/**
 * Each of some words once, and how often it occurs.
 * @param {string[]} all
 */
export function tally(all) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const w of all) counts.set(w, (counts.get(w) ?? 0) + 1);
  return [...counts];
}

/**
 * @param {Names|null} names
 * @param {string} w
 */
export const traits = (names, w) => nameOf(names, w).traits ?? {};

/**
 * The words with a trait.
 * @param {Names|null} names
 * @param {string} trait
 */
export const wordsWith = (names, trait) => Object.keys(names?.names ?? {}).filter((w) => traits(names, w)[trait]);

/**
 * @param {Names|null} names
 * @param {string} w
 */
export const isSquare = (names, w) => traits(names, w).resource === 'squares';

/**
 * @param {Names|null} names
 * @param {string} w
 */
export const isResource = (names, w) => Boolean(traits(names, w).resource);

/**
 * Reports whether a card is a crystal, which stands for any resource.
 * @param {Names|null} names
 * @param {string} w
 */
export const isJoker = (names, w) => traits(names, w).artifice === 'joker';

/**
 * The resources: those that rituals need, then squares.
 * @param {Names|null} names
 */
export function resourcesOf(names) {
  /** @param {string} w */
  const at = (w) => {
    if (isSquare(names, w)) return 99;
    return KNOWN.includes(w) ? KNOWN.indexOf(w) : 50;
  };
  return wordsWith(names, 'resource').sort((a, b) => at(a) - at(b));
}

/**
 * Pairs of a word and a number: the form of prices and needs.
 * @param {string|undefined} text
 * @return {[word: string, n: number][]}
 */
const pairs = (text) => wordsOf(text).flatMap((w, i, all) => (i % 2 ? [] : [[w, Number(all[i + 1])]]));

/**
 * What a ritual needs, in the order of the resources.
 * @param {Names|null} names
 * @param {string} ritual
 */
export function needsOf(names, ritual) {
  const at = resourcesOf(names);
  return pairs(traits(names, ritual).ritual).sort(([a], [b]) => at.indexOf(a) - at.indexOf(b));
}

/**
 * @param {Names|null} names
 * @param {string} ritual
 */
export const needText = (names, ritual) => needsOf(names, ritual).map(([kind, n]) => some(names, n, kind)).join(', ');

// Special rules

/** @typedef {Map<string, number>} Rules each with its number, 0 if it has none */

/** @type {{[rule: string]: (n: number) => string}} */
const RULES = {
  'allot-limit': (n) => (n
    ? many(n, t`At most ${n} resource allotted in a turn`, t`At most ${n} resources allotted in a turn`)
    : t`Nothing is allotted`),
  'bank-more': (n) => many(n, t`The bank gives ${n} card more`, t`The bank gives ${n} cards more`),
  surcharge: (n) => many(n, t`Building costs ${n} resource more`, t`Building costs ${n} resources more`),
  'no-bank': () => t`Nothing is drawn from the bank`,
  'no-market': () => t`Nothing is taken from the market`,
  'no-build': () => t`No spell is built`,
  'no-cast': () => t`No spell is cast`,
  'free-cast': () => t`Casting what was just built costs nothing extra`,
};

/**
 * Special rules from facts; a rule may end in a number. Of several limits the lowest counts, other numbers are added.
 * @param {string|undefined} text
 */
export function rulesIn(text) {
  /** @type {Rules} */
  const rules = new Map();
  for (const w of wordsOf(text)) {
    const [, rule = '', digits = 0] = /^(.*?)(?:-(\d+))?$/.exec(w) ?? [];
    const n = Number(digits);
    const before = rules.get(rule);
    if (before === undefined) rules.set(rule, n);
    else rules.set(rule, rule === 'allot-limit' ? Math.min(before, n) : before + n);
  }
  return rules;
}

/** @param {Rules} rules */
export const plainly = (rules) => [...rules].map(([rule, n]) => RULES[rule]?.(n) ?? rule);

// Prices

/** @type {{[part: string]: (n: number) => string}} */
const PARTS = {
  square: (n) => many(n, t`${n} square`, t`${n} squares`),
  other: (n) => t`${n} other than squares`,
  same: (n) => t`${n} alike`,
  any: (n) => t`${n} of any kind`,
};

/**
 * The places of a price. One card is laid on each place.
 * @param {string|undefined} price
 */
export const placesOf = (price) => pairs(price).flatMap(([part, n]) => Array.from({ length: n }, () => part));

/**
 * @param {Names|null} names
 * @param {string} spell
 */
export const costOf = (names, spell, surcharge = 0) =>
  [...placesOf(traits(names, spell).cost), ...placesOf(`any ${surcharge}`)];

/** @param {string[]} places */
export const priceText = (places) => and(tally(places).map(([part, n]) => PARTS[part](n)));

/** @typedef {(string|undefined)[]} Laid the card on each place of a price */

/**
 * What a price still needs. Cards that must be alike are named after the one that is paid already.
 * @param {Names|null} names
 * @param {string[]} places
 * @param {Laid} laid
 */
export function dueText(names, places, laid) {
  const alike = laid.find((w, i) => places[i] === 'same' && w && !isJoker(names, w));
  const kind = alike && kindOf(names, alike);
  const due = tally(places.filter((_, i) => !laid[i]));
  return and(due.map(([part, n]) =>
    (part === 'same' && kind ? many(n, t`${n} more ${kind}`, t`${n} more ${kind}s`) : PARTS[part](n))));
}

/**
 * Puts cards on as many places of a price as possible, crystals last.
 * @param {Names|null} names
 * @param {string[]} places
 * @param {string[]} cards
 */
export function fill(names, places, cards) {
  let best = { laid: /** @type {Laid} */ ([]), worth: -1 };
  for (const kind of new Set(['', ...cards.filter((w) => isResource(names, w))])) {
    const left = [...cards];
    /** @type {Laid} */
    const laid = places.map(() => undefined);
    /**
     * @param {string} part
     * @param {(word: string) => boolean} fits
     */
    const lay = (part, fits) => places.forEach((p, i) => {
      const at = laid[i] || (part && p !== part) ? -1 : left.findIndex(fits);
      if (at >= 0) [laid[i]] = left.splice(at, 1);
    });
    lay('same', (w) => w === kind);
    lay('square', (w) => isSquare(names, w));
    lay('other', (w) => isResource(names, w) && !isSquare(names, w));
    lay('any', (w) => isResource(names, w));
    lay('', (w) => isJoker(names, w)); // fits everywhere
    const filled = laid.filter((w) => w !== undefined);
    const worth = 100 * filled.length - filled.filter((w) => isJoker(names, w)).length;
    if (worth > best.worth) best = { laid, worth };
  }
  return best.laid;
}

/**
 * How certainly the viewer can pay a price.
 * @typedef {object} Means
 * @property {Laid} laid which cards go where
 * @property {'sure'|'perhaps'|'short'} state
 * @property {string} text
 */

/**
 * Reports whether the viewer can pay a price; null if the viewer has no cards.
 * @param {Pick<TableProps, 'names'|'snapshot'|'game'>} table
 * @param {string[]} places
 * @return {Means|null}
 */
export function afford({ names, snapshot, game }, places) {
  const me = game.seats[snapshot.you.seat];
  const hand = Number((me && factOf(game, me, 'hand')) ?? 0);
  if (!me || !hand) return null;
  const seen = wordsOf(factOf(game, me, 'hand.seen'));
  const unseen = Math.max(0, hand - seen.length);
  const laid = fill(names, places, seen);
  const missing = laid.filter((w) => !w).length;
  if (missing === 0) return { laid, state: 'sure', text: t`You can pay it` };
  const due = dueText(names, places, laid);
  if (missing > unseen) return { laid, state: 'short', text: t`Missing: ${due}` };
  const text = many(
    unseen, t`Perhaps, with ${due} among your ${unseen} card not told`,
    t`Perhaps, with ${due} among your ${unseen} cards not told`,
  );
  return { laid, state: 'perhaps', text };
}
