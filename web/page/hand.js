// The viewer's own hand: what the table has seen of it, and telling it more.
import { h } from './dom.js';
import { nameOf, wordsOf } from './store.js';
import { card, back, byFace, number } from './cards.js';
import { cardChoice } from './moves.js';
import { openSheet } from './sheet.js';

const MOST = 4; // cards that one `hold` may name

/**
 * The hand as a fan, and the number of cards in it that the table has not seen.
 * @param {Object} ctx
 */
export function handView(ctx) {
  const me = ctx.me;
  const size = Number(ctx.game.facts[`${me.word}.hand`] ?? NaN);
  if (Number.isNaN(size) && ctx.seen.length === 0) return null;
  const unseen = Math.max(0, (Number.isNaN(size) ? 0 : size) - ctx.seen.length);
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

/**
 * The sheet on which a seat tells what it holds.
 * @param {function(): Object} now
 */
export function openHold(now) {
  const picked = [];
  openSheet({
    title: 'Which cards do you hold?',
    kind: 'builder',
    build(body, close) {
      const ctx = now();
      const known = Object.keys(ctx.game.moves?.hold ?? {}).filter((w) => nameOf(ctx.names, w).sort === 'card');
      const all = known.length ? known : Object.keys(ctx.names?.names ?? {}).filter((w) => ctx.names.names[w].sort === 'card');
      const open = lyingOpen(ctx);
      const likely = all.filter((w) => (open.get(w) ?? 0) < (ctx.names.names[w].copies ?? 1));
      const go = h('button.gold.wide', { type: 'button', onclick: () => (close(), now().actions.move('hold', picked, false)) });
      const told = () => {
        go.disabled = picked.length === 0;
        go.textContent = picked.length ? `I hold ${picked.map((w) => nameOf(ctx.names, w).title).join(', ')}` : 'Tap up to four cards';
      };
      const tap = (w) => {
        const at = picked.indexOf(w);
        if (at >= 0) picked.splice(at, 1);
        else if (picked.length < MOST) picked.push(w);
        body.querySelector(`[data-key="${CSS.escape(`c-${w}`)}"]`)?.setAttribute('aria-pressed', String(picked.includes(w)));
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
