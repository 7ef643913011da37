// @ts-check
// The viewer's own hand: what the table has seen of it, and one of its cards by itself.
import { Button } from '../shared/button.js';
import { Back, borderOf, byFace, Card, number } from '../shared/cards.js';
import { offersWith } from '../shared/moves.js';
import { openSheet } from '../shared/sheet.js';
import { nameOf } from '../shared/store.js';
import { el, h } from '../shared/view.js';
import { many, t } from '../shared/lang.js';

/** @import { GameContext } from '../shared/context.js' */

const MAX_SINGLE = 9; // cards that are shown one by one

/**
 * How many cards the viewer's seat holds; undefined: it has none.
 * @param {GameContext} ctx
 */
const heldBy = ({ game, me, picture }) => game.facts[`${me?.word}.${picture.hand.fact}`];

/**
 * How many cards of the viewer's hand the table has not seen.
 * @param {GameContext} ctx
 */
export const unseenOf = (ctx) => Math.max(0, Number(heldBy(ctx) ?? 0) - ctx.seen.length);

/**
 * The hand as a fan, and the number of cards in it that the table has not seen.
 * @param {{ctx: GameContext}} props
 */
export function HandOfCards({ ctx }) {
  const { seen, picture, actions } = ctx;
  const unseen = unseenOf(ctx);
  // In a large hand, or in little room, the copies of a card lie on one another.
  const stacked = seen.length > MAX_SINGLE || picture.handFirst;
  const sorted = (stacked ? [...new Set(seen)] : [...seen]).sort(byFace(ctx));
  const label = many(
    unseen, t`${unseen} card that the table has not seen: say which it is`,
    t`${unseen} cards that the table has not seen: say which they are`,
  );
  return [
    el(
      'div', { class: 'part-head' }, el('h2', null, picture.hand.title),
      el('span', { class: 'quiet' }, unseen ? t`${unseen} not told` : seen.length > 0 ? t`all told` : t`empty`),
    ),
    el(
      'div', { class: 'cards fan' },
      sorted.map((word, i) => h(Card, {
        key: `${word}-${i}`, word, deck: ctx, name: `hand-${word}-${i}`, tap: () => actions.openCard(word),
        copies: stacked ? seen.filter((x) => x === word).length : 1,
      })),
      unseen > 0 && h(Back, { key: 'hold', count: unseen, label, name: 'hold', tap: () => actions.openHold() }),
    ),
  ];
}

/**
 * Reports whether the viewer's seat can have a hand of cards.
 * @param {GameContext} ctx
 */
export const hasHand = (ctx) => ctx.me !== undefined && (heldBy(ctx) !== undefined || ctx.seen.length > 0);

/**
 * Opens a card by itself: its picture, its text, and the moves with it.
 * @param {GameContext} ctx
 * @param {string} word
 */
export function openCard(ctx, word) {
  const view = nameOf(ctx.names, word);
  openSheet({ title: view.title, kind: 'small', view: (close) => h(OneCard, { ctx, word, close }) });
}

/** @param {{ctx: GameContext, word: string, close: () => void}} props */
function OneCard({ ctx, word, close }) {
  const view = nameOf(ctx.names, word);
  const face = ctx.face(view, word, ctx.names);
  const copies = view.copies ?? 1;
  const about = [
    face.about, face.corner !== undefined && t`value ${number(face.corner)}`, borderOf(face),
    copies > 1 && t`${copies} copies`,
  ];
  return [
    el('div', { class: 'cards center' }, h(Card, { word, deck: ctx, size: 'l' })),
    (view.text || !face.about) && el('p', { class: 'card-text' }, view.text || t`There is nothing written on it.`),
    el('p', { class: 'quiet center' }, about.filter(Boolean).join(' · ')),
    el('div', { class: 'choices' }, offersWith(ctx, word).map((offer) => {
      const act = () => {
        close();
        ctx.actions.openOffer(offer, [word]);
      };
      return h(Button, { look: 'gold', act }, offer.label);
    })),
  ];
}
