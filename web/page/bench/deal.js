// @ts-check
// A deal for people who play alone: a shuffled pile and hands, which only this browser knows.

const KEPT = 'familiar.deal';

/**
 * @typedef {{title: string, tags: number[]}} DealtHand
 * @typedef {{pile: number[], hands: DealtHand[], table: number[], game: string}} Deal
 * @typedef {'pile'|'table'|number} Place a place of the deal, or the number of a hand
 */

/**
 * Shuffles the cards and deals.
 * @param {number[]} tags
 * @param {string[]} players
 * @param {number} each
 * @param {string} game the id of the game that the deal is for, empty if none is under way
 * @return {Deal}
 */
export function deal(tags, players, each, game) {
  const pile = shuffle(tags);
  return { hands: players.map((title) => ({ title, tags: pile.splice(0, each) })), pile, table: [], game };
}

/**
 * A shuffled copy.
 * @param {number[]} tags
 */
export function shuffle(tags) {
  const rest = [...tags];
  /** @type {number[]} */
  const out = [];
  while (rest.length > 0) out.push(...rest.splice(Math.floor(Math.random() * rest.length), 1));
  return out;
}

/**
 * Moves a card. On the pile it is shuffled in.
 * @param {Deal} d
 * @param {number} tag
 * @param {Place} to
 * @return {Deal}
 */
export function put(d, tag, to) {
  /** @param {number[]} list */
  const without = (list) => list.filter((t) => t !== tag);
  const next = {
    ...d, pile: without(d.pile), table: without(d.table), hands: d.hands.map((x) => ({ ...x, tags: without(x.tags) })),
  };
  if (to === 'pile') next.pile = shuffle([...next.pile, tag]);
  else if (to === 'table') next.table.push(tag);
  else next.hands[to]?.tags.push(tag);
  return next;
}

/**
 * Takes cards that the table sees lying open out of hands and pile: they have been played.
 * @param {Deal} d
 * @param {Map<string, number>} open how many of each word lie open
 * @param {(tag: number) => string} wordOf
 * @return {Deal}
 */
export function follow(d, open, wordOf) {
  let next = d;
  const lying = new Map();
  for (const t of d.table) lying.set(wordOf(t), (lying.get(wordOf(t)) ?? 0) + 1);
  for (const t of [...d.hands.flatMap((x) => x.tags), ...d.pile]) {
    const w = wordOf(t);
    if ((lying.get(w) ?? 0) >= (open.get(w) ?? 0)) continue;
    lying.set(w, (lying.get(w) ?? 0) + 1);
    next = put(next, t, 'table');
  }
  return next;
}

/**
 * The deal that was there when the page was left.
 * @return {Deal|null}
 */
export function keptDeal() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * Keeps a deal until the browser is closed; null forgets it.
 * @param {Deal|null} d
 */
export function keepDeal(d) {
  try {
    if (d) sessionStorage.setItem(KEPT, JSON.stringify(d));
    else sessionStorage.removeItem(KEPT);
  } catch {
    // Then the deal lasts as long as the page.
  }
}
