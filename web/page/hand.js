// The viewer's own hand: what the table has seen of it, and a sheet to enter more.
import { h } from './dom.js';
import { lastOf } from './list.js';
import { nameOf, wordsOf } from './store.js';
import { card, back, borderOf, byFace, number } from './cards.js';
import { cardChoice } from './moves.js';
import { openSheet } from './sheet.js';
import { many, t } from './lang.js';

/**
 * The hand as a fan, and the number of cards in it that the table has not seen.
 * @param {Object} ctx
 */
export function handView(ctx) {
  if (ctx.game.facts[`${ctx.me.word}.${ctx.picture.hand.fact}`] === undefined && ctx.seen.length === 0) return null;
  const unseen = unseenOf(ctx);
  // In a large hand, or in little room, the copies of a card lie on one another.
  const stacked = ctx.seen.length > MAX_SINGLE || ctx.picture.handFirst;
  const sorted = (stacked ? [...new Set(ctx.seen)] : [...ctx.seen]).sort(byFace(ctx));
  const copies = (w) => (stacked ? ctx.seen.filter((x) => x === w).length : 1);
  return [
    h('div.part-head', null, h('h2', null, ctx.picture.hand.title), h('span.quiet', null, unseen ? t`${unseen} not told` : ctx.seen.length ? t`all told` : t`empty`)),
    h(
      'div.cards.fan', null,
      sorted.map((w, i) => card(w, ctx, { size: 's', key: `hand-${w}-${i}`, copies: copies(w), tap: () => ctx.actions.openCard(w) })),
      unseen > 0 && back({ count: unseen, label: many(unseen, t`${unseen} card that the table has not seen: say which it is`, t`${unseen} cards that the table has not seen: say which they are`), key: 'hold', tap: () => ctx.actions.openHold() }),
    ),
  ];
}

const MAX_SINGLE = 9; // cards that are shown one by one

/** How many cards of the viewer's hand the table has not seen. */
export const unseenOf = ({ game, me, seen, picture }) => Math.max(0, Number(game.facts[`${me?.word}.${picture.hand.fact}`] ?? 0) - seen.length);

/**
 * The sheet on which a seat enters its hand.
 * @param {function(): Object} now
 */
export function openHold(now) {
  let picked = [];
  openSheet({
    title: t`Which cards do you hold?`,
    kind: 'builder',
    build(body, close) {
      const ctx = now();
      const { names = {}, hold = [], fits = [] } = ctx.names ?? {};
      // If a number may follow a card, one sheet is enough for the whole hand.
      const counted = hold.some((i) => fits[i]?.number);
      const most = Math.min(counted ? Infinity : hold.length, unseenOf(ctx));
      if (most === 0) {
        body.append(h('p', null, ctx.seen.length ? t`The table knows all of your cards.` : t`You hold no cards.`));
        return;
      }
      const open = lyingOpen(ctx);
      const left = (w) => (names[w]?.copies ?? 1) - (open.get(w) ?? 0);
      const likely = (fits[hold[0]]?.words ?? []).filter((w) => left(w) > 0);
      const go = h('button.gold.wide', { type: 'button', onclick: () => (close(), tell(now().actions, wordsToTell(now().seen, picked, hold.length, counted))) });
      const times = (w) => picked.filter((x) => x === w).length;
      const told = () => {
        go.disabled = picked.length === 0;
        go.textContent = picked.length ? t`I hold ${[...new Set(picked)].map((w) => nameOf(ctx.names, w).title + (times(w) > 1 ? ` ×${times(w)}` : '')).join(', ')}` : upTo(most);
      };
      const count = h('div');
      const room = (w) => Math.min(left(w), most - picked.length + times(w));
      const set = (w, n) => {
        picked = [...picked.filter((x) => x !== w), ...Array(n).fill(w)];
        const el = body.querySelector(`[data-key="${CSS.escape(`c-${w}`)}"]`);
        el?.setAttribute('aria-pressed', String(n > 0));
        el?.querySelector('.tally')?.remove();
        if (n > 1) el?.append(h('span.tally', null, h('span.sr', null, t`copies:`, ' '), n));
        told();
      };
      // Each tap adds a copy; after the last one, the next tap removes all. For many copies, typing the number is faster.
      const tap = (w) => {
        set(w, times(w) < room(w) ? times(w) + 1 : 0);
        count.replaceChildren(counted && times(w) > 0 && room(w) > 1 ? numberField(nameOf(ctx.names, w).title, times(w), room(w), (n) => set(w, n)) : '');
      };
      told();
      body.append(
        h('p', null, t`Nobody else gets to see them: only your own phone shows what you tell here. Then they lie ready to be played with a tap.`),
        ...cardChoice({ ...ctx, seen: [] }, likely, { tap, pressed: (w) => picked.includes(w) }),
        h('div.foot-bar', null, count, go),
      );
    },
  });
}

// The number of cards that may be tapped.
const upTo = (most) => [t`Tap a card`, t`Tap up to two cards`, t`Tap up to three cards`, t`Tap up to four cards`][most - 1] ?? t`Tap up to ${most} cards`;

// A field for the number of copies.
function numberField(title, n, most, set) {
  const typed = (e) => Number.isInteger(e.target.valueAsNumber) && set(Math.max(0, Math.min(most, e.target.valueAsNumber)));
  return h('label.field', null, h('span', null, t`How many: ${title}`), h('input', { type: 'number', inputmode: 'numeric', min: 0, max: most, value: String(n), onfocus: (e) => e.target.select(), oninput: typed }));
}

// The words of moves that enter these cards, at most so many in each: each card with its number, if numbers count, or else repeated. Copies that
// were entered before count, too: a move says how many the hand holds at least.
function wordsToTell(seen, cards, most, counted) {
  const moves = [[]];
  for (const w of new Set(cards)) {
    const all = [...seen, ...cards].filter((x) => x === w);
    const words = all.length > 1 && counted ? [w, String(all.length)] : all;
    if (lastOf(moves).length + words.length > most) moves.push([]);
    lastOf(moves).push(...words);
  }
  return moves.filter((words) => words.length > 0);
}

// Sends one move after the other, until one is refused.
async function tell(actions, moves) {
  for (const words of moves) if (!await actions.move('hold', words, false)) return;
}

// How many copies of each card lie open, or are in the viewer's own hand.
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
 * A card by itself: its picture, its text, and the moves with it.
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
        view.text || !face.about ? h('p.card-text', null, view.text || t`There is nothing written on it.`) : '',
        h('p.quiet.center', null, [face.about, face.corner !== undefined && t`value ${number(face.corner)}`, borderOf(face), (view.copies ?? 1) > 1 && t`${view.copies} copies`].filter(Boolean).join(' · ')),
        h('div.choices', null, offers.map((o) => h('button.gold', { type: 'button', onclick: () => (close(), ctx.actions.openOffer(o, [word])) }, o.label))),
      );
    },
  });
}
