// @ts-check
// Moves, read from the tree of legal ones: a verb, then one word after the other.
import { lastOf } from './list.js';
import { nameOf } from './store.js';
import { t } from './lang.js';

/** @import { GameContext } from './context.js' */
/** @import { Game, Tree } from '../../types/protocol' */

/**
 * A verb that the viewer may begin a move with.
 * @typedef {object} Offer
 * @property {string} verb
 * @property {boolean} table it is a move of the table
 * @property {string} label
 * @property {boolean} [plain] it needs no more words
 */

/**
 * Reports whether a move may end at this level of the tree.
 * @param {Tree} tree
 */
export const ends = (tree) => '' in tree || Object.keys(tree).length === 0;

/**
 * The words that may come next. If the move may end here, an unseen card needs no mention.
 * @param {Tree} tree
 */
export const choices = (tree) => Object.keys(tree).filter((w) => w !== '' && !(w === '?' && '' in tree));

/**
 * The level of a tree below some words, undefined if there is none.
 * @param {Tree|undefined} tree
 * @param {string[]} words
 */
export const below = (tree, words) => words.reduce((/** @type {Tree|undefined} */ at, w) => at?.[w], tree);

/**
 * The legal moves with a verb; undefined if there are none.
 * @param {Game} game
 * @param {Pick<Offer, 'verb'|'table'>} offer
 * @return {Tree|undefined}
 */
export const treeOf = (game, { verb, table }) => (table ? game.tableMoves : game.moves)[verb];

/**
 * The words on the only path through a tree; null if there are several.
 * @param {Tree|undefined} tree
 */
export function onlyWay(tree) {
  /** @type {string[]} */
  const words = [];
  for (let at = tree; at; at = at[lastOf(words) ?? '']) {
    const [next, ...others] = choices(at);
    if (next === undefined) return words;
    if (others.length > 0 || ends(at)) return null;
    words.push(next);
  }
  return null;
}

/**
 * A word of a move as people read it: some games add something to its title.
 * @param {GameContext} ctx
 * @param {string} word
 * @param {string=} verb
 */
export const textOf = (ctx, word, verb) => ctx.picture.optionText(word, ctx, verb) ?? nameOf(ctx.names, word).title;

/**
 * A move in words.
 * @param {GameContext} ctx
 * @param {Offer} offer
 * @param {string[]} words
 */
export function sentence(ctx, { verb, label }, words) {
  const texts = words.map((w) => textOf(ctx, w, verb));
  const told = ctx.picture.phrases[verb]?.(...texts);
  if (told) return told;
  return words.length > 0 ? t`${label}: ${texts.join(' → ')}` : label;
}

/**
 * Words as they are offered: in the game's order, seats clockwise from the viewer's own.
 * @param {GameContext} ctx
 * @param {string[]} words
 */
export function inOrder({ game: { seats }, snapshot, picture }, words) {
  const first = Math.max(0, snapshot.you.seat);
  const list = [...seats.slice(first), ...seats.slice(0, first)].map((x) => x.word).concat(picture.words);
  /** @param {string} w */
  const place = (w) => (list.includes(w) ? list.indexOf(w) : list.length);
  return [...words].sort((a, b) => place(a) - place(b));
}

/**
 * The moves of the viewer and of the table, in the order in which they are offered.
 * @param {GameContext} ctx
 * @return {Offer[]}
 */
export function offers({ game, names, picture: { order, clocked } }) {
  /** @param {Offer} o */
  const place = (o) => {
    const i = order.indexOf(o.verb);
    return i >= 0 ? i : order.length + (o.plain ? 1 : 0);
  };
  /**
   * @param {Tree} tree
   * @param {boolean} table
   */
  const list = (tree, table) =>
    Object.entries(tree).map(([verb, after]) => {
      const label = names?.verbs[verb] ?? nameOf(null, verb).title;
      return { verb, table, label, plain: choices(after).length === 0 };
    });
  const own = list(game.moves, false).filter((o) => o.verb !== 'hold');
  // People must not make the clock's own move before it runs out.
  const clock = game.timer ? clocked : [];
  const others = list(game.tableMoves, true).filter((o) => o.verb !== 'amend' && !clock.includes(o.verb));
  return [...own, ...others].sort((a, b) => place(a) - place(b) || a.label.localeCompare(b.label));
}

/**
 * The moves of the viewer that begin with this card.
 * @param {GameContext} ctx
 * @param {string} word
 */
export const offersWith = (ctx, word) => offers(ctx).filter((o) => treeOf(ctx.game, o)?.[word]);
