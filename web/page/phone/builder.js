// @ts-check
// The sheet on which a move is put together, word by word.
import { Button } from '../shared/button.js';
import { Card } from '../shared/cards.js';
import { CardChoice, hasKeyboard, WordChoice } from './choice.js';
import { useNow } from '../shared/context.js';
import { below, choices, ends, inOrder, onlyWay, sentence, textOf, treeOf } from '../shared/moves.js';
import { openSheet } from '../shared/sheet.js';
import { nameOf } from '../shared/store.js';
import { el, h, useLayoutEffect, useRef, useState } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { Context, GameContext } from '../shared/context.js' */
/** @import { Offer } from '../shared/moves.js' */
/** @import { Tree } from '../../types/protocol' */

/**
 * Plays a move that needs no more words, or opens the sheet on which they are chosen.
 * @param {() => Context} now gives the table as it is at the moment
 * @param {Offer} offer
 * @param {object} [o]
 * @param {string[]} [o.words] that are chosen already
 * @param {string} [o.title]
 * @param {boolean} [o.hasty] plays at once if there is no choice left
 */
export function openMove(now, offer, { words = [], title = offer.label, hasty = false } = {}) {
  const { game, actions } = now();
  const tree = game && treeOf(game, offer);
  const rest = hasty ? onlyWay(below(tree, words)) : null;
  if (tree && (rest || (words.length === 0 && choices(tree).length === 0))) {
    actions.move(offer.verb, [...words, ...(rest ?? [])], offer.table);
    return;
  }
  if (!tree) {
    actions.toast(t`${offer.label}: the table has moved on.`);
    return;
  }
  const view = (/** @type {() => boolean} */ close) => h(Builder, { now, offer, given: words, close });
  const { body } = openSheet({ title, kind: 'builder', view });
  if (hasKeyboard()) /** @type {HTMLElement|null} */ (body.querySelector('.search'))?.focus();
}

/**
 * The word that must come next; undefined if there are several, or if the move may end here.
 * @param {Tree} level
 */
function only(level) {
  const next = choices(level);
  return next.length === 1 && !ends(level) ? next[0] : undefined;
}

/**
 * The words that are chosen, and what may come next. A single alternative needs no tap.
 * @param {Tree} tree
 * @param {string[]} path
 */
function settle(tree, path) {
  const kept = [...path];
  while (kept.length > 0 && !below(tree, kept)) kept.pop();
  const settled = [...kept];
  let level = below(tree, settled) ?? {};
  for (let next = only(level); next; next = only(level)) {
    settled.push(next);
    level = level[next] ?? {};
  }
  return { kept, settled, level };
}

/** @param {{now: () => Context, offer: Offer, given: string[], close: () => boolean}} props */
function Builder({ now, offer, given, close }) {
  const ctx = useNow(now);
  const [path, setPath] = useState(given);
  const place = useRef(/** @type {HTMLDivElement|null} */ (null));
  const { game } = ctx;
  const tree = game && treeOf(game, offer);
  const { kept, settled, level } = settle(tree ?? {}, path);
  const step = settled.join(' ');
  useLayoutEffect(() => {
    if (!tree && close()) ctx.actions.toast(t`${offer.label}: the table has moved on.`);
  }, [!tree]);
  useLayoutEffect(() => {
    const root = place.current;
    const search = hasKeyboard() ? root?.querySelector('.search') : null;
    const next = kept.length > given.length
      ? root?.querySelector('[data-key=play]') ?? search ?? root?.querySelector('.question')
      : search;
    /** @type {HTMLElement|null|undefined} */ (next)?.focus({ preventScroll: true });
  }, [step]);
  if (!game || !tree) return null;
  const play = (/** @type {string[]} */ words) => {
    close();
    now().actions.move(offer.verb, words, offer.table);
  };
  return el(
    'div', { ref: place },
    settled.length > 0 && h(Crumbs, {
      texts: settled.map((w) => textOf({ ...ctx, game }, w, offer.verb)), open: kept.length,
      go: (n) => setPath(kept.slice(0, n)),
    }),
    h(Step, { key: step, ctx: { ...ctx, game }, offer, settled, level, play, choose: (w) => setPath([...settled, w]) }),
  );
}

/**
 * The words chosen so far. A tap on one of the first `open` words goes back to choosing it.
 * @param {{texts: string[], open: number, go: (n: number) => void}} props
 */
const Crumbs = ({ texts, open, go }) =>
  el('ol', { class: 'crumbs', 'aria-label': t`Chosen so far` }, texts.map((text, i) =>
    el('li', null, i < open ? h(Crumb, { text, act: () => go(i) }) : el('span', { class: 'crumb' }, text))));

/**
 * A word that can be chosen again.
 * @param {{text: string, act: () => void}} props
 */
export const Crumb = ({ text, act }) =>
  h(Button, { look: 'crumb', label: t`${text}: choose again`, act }, text, el('span', { 'aria-hidden': true }, ' ×'));

/**
 * One step of a move: the words that may come next, and the move as it is if it may end here.
 * @param {object} props
 * @param {GameContext} props.ctx
 * @param {Offer} props.offer
 * @param {string[]} props.settled
 * @param {Tree} props.level
 * @param {(words: string[]) => void} props.play
 * @param {(word: string) => void} props.choose
 */
function Step({ ctx, offer, settled, level, play, choose }) {
  const { names, picture } = ctx;
  const next = choices(level);
  const whole = sentence(ctx, offer, settled);
  const end = ends(level) && h(
    Button, { look: 'gold wide', name: 'play', first: next.length === 0, act: () => play(settled) },
    '?' in level ? t`${whole} – unseen` : whole,
  );
  /** @param {string} w */
  const isCard = (w) => nameOf(names, w).sort === 'card';
  if (next.length === 0) {
    const cards = settled.filter(isCard);
    return [
      cards.length > 0
        && el('div', { class: 'cards center' }, cards.map((word) => h(Card, { word, deck: ctx, size: 'm' }))),
      end,
    ];
  }
  const last = next.every((w) => level[w] && choices(level[w]).length === 0 && ends(level[w]));
  /** @param {string} w */
  const pick = (w) => (last && !isCard(w) ? play([...settled, w]) : choose(w));
  const cards = next.filter(isCard);
  const others = next.filter((w) => !isCard(w));
  const asked = question(ctx, offer, settled.length, next[0] ?? '');
  return [
    end,
    el('p', { class: 'question', tabIndex: -1 }, end ? t`or ${lower(asked)}` : asked),
    others.length > 0 && h(WordChoice, { ctx, words: inOrder(ctx, others), pick, verb: offer.verb }),
    cards.length > 0 && h(CardChoice, {
      deck: ctx, words: cards, tap: pick, groups: settled.length === 0 ? picture.groups(offer.verb, cards, ctx) : null,
    }),
  ];
}

/** @param {string} text */
const lower = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/**
 * @param {GameContext} ctx
 * @param {Offer} offer
 * @param {number} at which word is asked for
 * @param {string} example one that may come next
 */
function question({ game, names, picture }, { verb }, at, example) {
  const told = picture.questions[verb];
  // The card's own words are the question, unless one answer takes several steps.
  if (at === 0 && game.ask.open && !told) return game.ask.text;
  /** @type {{[sort: string]: string}} */
  const usual = { card: t`Which card?`, seat: t`Which player?`, place: t`Where?` };
  return told?.[at] ?? usual[nameOf(names, example).sort] ?? t`Which?`;
}
