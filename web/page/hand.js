// The viewer's own hand: what the table has seen of it, and telling it more.
import { h } from './dom.js';
import { nameOf, wordsOf } from './store.js';
import { card, back, byFace, number } from './cards.js';
import { cardChoice } from './moves.js';
import { openSheet } from './sheet.js';

/**
 * The hand as a fan, and the number of cards in it that the table has not seen.
 * @param {Object} ctx
 */
export function handView(ctx) {
  if (ctx.game.facts[`${ctx.me.word}.hand`] === undefined && ctx.seen.length === 0) return null;
  const unseen = unseenOf(ctx);
  const sorted = [...ctx.seen].sort(byFace(ctx));
  return [
    h('div.part-head', null, h('h2', null, 'Your hand'), h('span.quiet', null, unseen ? `${unseen} not told` : ctx.seen.length ? 'all told' : 'empty')),
    h(
      'div.cards.fan', null,
      sorted.map((w, i) => card(w, ctx, { size: 's', key: `hand-${w}-${i}`, tap: () => ctx.actions.openCard(w) })),
      unseen > 0 && back({ count: unseen, label: `${unseen} cards that the table has not seen: say which they are`, key: 'hold', tap: () => ctx.actions.openHold() }),
    ),
  ];
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four'];

// How many cards of the viewer's hand the table has not seen.
const unseenOf = ({ game, me, seen }) => Math.max(0, Number(game.facts[`${me?.word}.hand`] ?? 0) - seen.length);

/**
 * The sheet on which a seat tells what it holds.
 * @param {function(): Object} now
 */
export function openHold(now) {
  let picked = [];
  openSheet({
    title: 'Which cards do you hold?',
    kind: 'builder',
    build(body, close) {
      const ctx = now();
      const { names = {}, hold = [], fits = [] } = ctx.names ?? {};
      const most = Math.min(hold.length, unseenOf(ctx));
      if (most === 0) {
        body.append(h('p', null, ctx.seen.length ? 'The table knows all cards of your hand.' : 'Your hand is empty.'));
        return;
      }
      const open = lyingOpen(ctx);
      const left = (w) => (names[w]?.copies ?? 1) - (open.get(w) ?? 0);
      const likely = (fits[hold[0]]?.words ?? []).filter((w) => left(w) > 0);
      const go = h('button.gold.wide', { type: 'button', onclick: () => (close(), now().actions.move('hold', picked, false)) });
      const told = () => {
        go.disabled = picked.length === 0;
        go.textContent = picked.length ? `I hold ${picked.map((w) => nameOf(ctx.names, w).title).join(', ')}` : most === 1 ? 'Tap a card' : `Tap up to ${NUMBERS[most] ?? most} cards`;
      };
      const times = (w) => picked.filter((x) => x === w).length;
      // Each tap tells one more copy; after the last one the next tap takes all of them back.
      const tap = (w) => {
        const n = picked.length < most && times(w) < left(w) ? times(w) + 1 : 0;
        picked = [...picked.filter((x) => x !== w), ...Array(n).fill(w)];
        const el = body.querySelector(`[data-key="${CSS.escape(`c-${w}`)}"]`);
        el?.setAttribute('aria-pressed', String(n > 0));
        el?.querySelector('.tally')?.remove();
        if (n > 1) el?.append(h('span.tally', null, h('span.sr', null, 'copies: '), n));
        told();
      };
      told();
      body.append(
        h('p', null, 'Nobody else gets to see them: only your own phone shows what you tell here. Then they lie ready to be played with a tap.'),
        ...cardChoice({ ...ctx, seen: [] }, likely, { tap, pressed: (w) => picked.includes(w) }),
        h('div.foot-bar', null, go),
      );
    },
  });
}

// How many of each card lie somewhere for all to see, or in the viewer's own hand.
function lyingOpen({ game, names }) {
  const open = new Map();
  for (const [path, fact] of Object.entries(game.facts)) {
    const words = wordsOf(fact);
    if (path.includes('pending') || words.length === 0 || !words.every((w) => names.names[w]?.sort === 'card')) continue;
    for (const w of words) open.set(w, (open.get(w) ?? 0) + 1);
  }
  return open;
}

/**
 * A card by itself: its picture, its words, and what can be done with it.
 * @param {Object} ctx
 * @param {string} word
 * @param {Array<Object>} offers
 */
export function openCard(ctx, word, offers) {
  const view = nameOf(ctx.names, word);
  openSheet({
    title: view.title,
    kind: 'small',
    build(body, close) {
      const face = ctx.face(view, word);
      body.append(
        h('div.cards.center', null, card(word, ctx, { size: 'l' })),
        (view.text || !face.about) && h('p.card-text', null, view.text || 'There is nothing written on it.'),
        h('p.quiet.center', null, [face.about, face.corner !== undefined && `value ${number(face.corner)}`, face.edge && `${face.edge} border`, (view.copies ?? 1) > 1 && `${view.copies} copies`].filter(Boolean).join(' · ')),
        h('div.choices', null, offers.map((o) => h('button.gold', { type: 'button', onclick: () => (close(), ctx.actions.openOffer(o, [word])) }, o.label))),
      );
    },
  });
}
