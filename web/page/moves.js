// Builds moves from the tree of legal ones: a verb, then one argument after the other.
import { h, draw } from './dom.js';
import { lastOf } from './list.js';
import { nameOf, wordsOf } from './store.js';
import { borderOf, card, byFace } from './cards.js';
import { openSheet } from './sheet.js';
import { t } from './lang.js';
import { seatDot } from './ornaments.js';

/** Reports whether a move may end at this level of the tree. */
export const ends = (tree) => '' in tree || Object.keys(tree).length === 0;

/**
 * The words that may come next. If the move may end here, an unseen card needs no mention.
 * @param {Object} tree
 * @return {Array<string>}
 */
export const choices = (tree) => Object.keys(tree).filter((w) => w !== '' && !(w === '?' && '' in tree));

/** A word of a move as people read it: some games add something to its title. */
export const textOf = (ctx, word, verb) => ctx.picture?.optionText?.(word, ctx, verb) ?? nameOf(ctx.names, word).title;

/**
 * Words as they are offered: in the game's order, seats clockwise from the viewer's own.
 * @param {Object} ctx
 * @param {Array<string>} words
 */
export function inOrder({ game, snapshot, picture }, words) {
  const list = [...game.seats.keys()].map((i) => game.seats[(Math.max(0, snapshot.you.seat) + i) % game.seats.length].word).concat(picture?.words ?? []);
  const place = (w) => (list.includes(w) ? list.indexOf(w) : list.length);
  return [...words].sort((a, b) => place(a) - place(b));
}

/** The level of a tree below some words, undefined if there is none. */
export const below = (tree, words) => words.reduce((t, w) => t?.[w], tree);

/**
 * The moves of the viewer and of the table, in the order in which they are offered.
 * @param {Object} ctx
 * @return {Array<{verb: string, table: boolean, label: string, plain: boolean}>}
 */
export function offers({ game, names, picture }) {
  const order = picture.order ?? [];
  const place = (o) => {
    const i = order.indexOf(o.verb);
    return i >= 0 ? i : order.length + (o.plain ? 1 : 0);
  };
  const list = (tree, table) =>
    Object.keys(tree ?? {}).map((verb) => ({ verb, table, label: names?.verbs?.[verb] ?? nameOf(null, verb).title, plain: choices(tree[verb]).length === 0 }));
  const own = list(game.moves, false).filter((o) => o.verb !== 'hold');
  // People must not make the clock's own move before it runs out.
  const clocked = game.timer ? picture.clocked ?? [] : [];
  const others = list(game.tableMoves, true).filter((o) => o.verb !== 'amend' && !clocked.includes(o.verb));
  return [...own, ...others].sort((a, b) => place(a) - place(b) || a.label.localeCompare(b.label));
}

/** A move in words. */
export function sentence(ctx, label, words, verb) {
  const texts = words.map((w) => textOf(ctx, w, verb));
  const told = ctx.picture?.phrases?.[verb]?.(...texts);
  if (told) return told;
  return words.length ? t`${label}: ${texts.join(' → ')}` : label;
}

/**
 * Plays a move that needs no more words, or opens the sheet on which they are chosen.
 * @param {function(): Object} now gives the table as it is at the moment
 * @param {{verb: string, table: boolean, label: string}} offer
 * @param {Array<string>=} words the words that are chosen already
 * @param {string=} title
 * @param {boolean=} hasty plays at once if there is no choice left
 */
export function openMove(now, offer, words = [], title = offer.label, hasty = false) {
  const treeOf = (ctx) => (offer.table ? ctx.game.tableMoves : ctx.game.moves)?.[offer.verb];
  const first = treeOf(now());
  if (first && words.length === 0 && choices(first).length === 0) {
    now().actions.move(offer.verb, [], offer.table);
    return;
  }
  const only = hasty && first && onlyWay(below(first, words));
  if (only) {
    now().actions.move(offer.verb, [...words, ...only], offer.table);
    return;
  }
  let path = [...words];
  let typed = '';
  let unwatch = () => {};
  const sheet = openSheet({
    title,
    kind: 'builder',
    build(body, close) {
      const play = (args) => {
        close();
        now().actions.move(offer.verb, args, offer.table);
      };
      const refresh = () => {
        const ctx = now();
        const tree = ctx.game && treeOf(ctx);
        if (!tree) {
          close();
          ctx.actions.toast(t`${offer.label}: the table has moved on.`);
          return;
        }
        while (path.length && !below(tree, path)) path.pop();
        const settled = [...path];
        let level = below(tree, settled);
        // A single alternative needs no tap.
        for (let next = choices(level); next.length === 1 && !ends(level); next = choices(level)) {
          settled.push(next[0]);
          level = level[next[0]];
        }
        const drew = draw(body, [settled, choices(level), ends(level), ctx.seen], () => [
          crumbs(ctx, offer, settled, path, (p) => ((path = p), (typed = ''), refresh())),
          step(ctx, offer, settled, level, play, (w) => ((path = [...settled, w]), (typed = ''), refresh()), () => typed, (t) => (typed = t)),
        ]);
        if (drew && path.length > words.length) focusStep(body);
      };
      unwatch = now().actions.onChange(refresh);
      refresh();
    },
    closed: () => unwatch(),
  });
  if (typing()) sheet.body.querySelector('.search')?.focus();
  return sheet;
}

// With a keyboard, letters can be typed at once; on a phone, a screen keyboard would hide the cards.
const typing = () => matchMedia('(hover: hover) and (pointer: fine)').matches;

function focusStep(body) {
  const next = body.querySelector('[data-key=play]') || (typing() && body.querySelector('.search'));
  (next || body.querySelector('.question'))?.focus({ preventScroll: true });
}

// The words on the only path through a tree; null if there are several.
function onlyWay(tree) {
  const words = [];
  for (let t = tree; t; t = t[lastOf(words)]) {
    const next = choices(t);
    if (next.length === 0) return words;
    if (next.length > 1 || ends(t)) return null;
    words.push(next[0]);
  }
  return null;
}

function crumbs(ctx, offer, settled, path, go) {
  if (settled.length === 0) return null;
  return h(
    'ol.crumbs', { 'aria-label': t`Chosen so far` },
    settled.map((w, i) => {
      const text = textOf(ctx, w, offer.verb);
      return h('li', null, i < path.length
        ? h('button.crumb', { type: 'button', 'aria-label': t`${text}: choose again`, onclick: () => go(path.slice(0, i)) }, text, h('span', { 'aria-hidden': 'true' }, ' ×'))
        : h('span.crumb', null, text));
    }),
  );
}

function step(ctx, offer, settled, level, play, choose, typed, type) {
  const next = choices(level);
  const whole = (words) => sentence(ctx, offer.label, words, offer.verb);
  const end = ends(level) && h('button.gold.wide', { type: 'button', key: 'play', autofocus: next.length === 0, onclick: () => play(settled) }, '?' in level ? t`${whole(settled)} – unseen` : whole(settled));
  if (next.length === 0) {
    const cards = settled.filter((w) => nameOf(ctx.names, w).sort === 'card');
    return [cards.length > 0 && h('div.cards.center', null, cards.map((w) => card(w, ctx, { size: 'm' }))), end];
  }
  const last = next.every((w) => choices(level[w]).length === 0 && ends(level[w]));
  const cards = next.filter((w) => nameOf(ctx.names, w).sort === 'card');
  const others = next.filter((w) => nameOf(ctx.names, w).sort !== 'card');
  const pick = (w) => (last && nameOf(ctx.names, w).sort !== 'card' ? play([...settled, w]) : choose(w));
  return [
    end,
    h('p.question', { tabindex: -1 }, end ? t`or ${lower(question(ctx, offer, settled.length, next))}` : question(ctx, offer, settled.length, next)),
    others.length > 0 && wordChoice(ctx, inOrder(ctx, others), pick, offer.verb),
    cards.length > 0 && cardChoice(ctx, cards, { tap: pick, typed: typed(), type, groups: settled.length === 0 ? ctx.picture.groups?.(offer.verb, cards, ctx) : null }),
  ];
}

const lower = (text) => text.charAt(0).toLowerCase() + text.slice(1);

function question({ game, names, picture }, offer, at, next) {
  // The card's own words are the question, unless one answer takes several steps.
  if (at === 0 && game.ask.open && !picture.questions?.[offer.verb]) return game.ask.text;
  const told = picture.questions?.[offer.verb]?.[at];
  if (told) return told;
  const sort = nameOf(names, next[0]).sort;
  return { card: t`Which card?`, seat: t`Which player?`, place: t`Where?` }[sort] ?? t`Which?`;
}

/** Buttons for names that are not cards; seats have their colour. */
export function wordChoice(ctx, words, pick, verb) {
  const buttons = words.map((w) => {
    const seat = ctx.game?.seats.find((x) => x.word === w);
    return h(
      'button.choice', { type: 'button', key: `w-${w}`, onclick: () => pick(w) },
      seat && seatDot(seat.colour),
      h('b', null, textOf(ctx, w, verb)),
    );
  });
  return words.length > 24 ? [filterBox(buttons, words.map((w) => textOf(ctx, w, verb))), h('div.choices', { class: words.every((w) => w.length < 4) ? 'choices short' : 'choices' }, buttons)] : h('div.choices', null, buttons);
}

/**
 * A chooser of cards: those seen in the viewer's own hand first, the others below; typing filters them.
 * @param {Object} ctx
 * @param {Array<string>} words
 * @param {Object} o
 * @param {function(string): void} o.tap
 * @param {function(string): boolean=} o.pressed
 * @param {string=} o.typed
 * @param {function(string): void=} o.type
 * @param {Array<Array>=} o.groups headings, each with its words, instead of these two groups
 * @return {Array<Node>}
 */
export function cardChoice(ctx, words, o) {
  const face = (w) => ctx.face(nameOf(ctx.names, w), w);
  const title = (w) => nameOf(ctx.names, w).title;
  const sorted = [...words].sort(byFace(ctx));
  const mine = sorted.filter((w) => ctx.seen.includes(w));
  const rest = sorted.filter((w) => !ctx.seen.includes(w));
  const items = new Map();
  const make = (w) => {
    const el = card(w, ctx, { size: 'm', key: `c-${w}`, tap: () => o.tap(w), pressed: o.pressed?.(w) });
    items.set(el, `${title(w)} ${w} ${face(w).corner ?? ''} ${borderOf(face(w))} ${(face(w).marks ?? []).join(' ')} ${face(w).note ?? ''}`);
    return el;
  };
  const group = (heading, list) => list.length > 0 && h('section', null, heading && h('h3', null, heading), h('div.cards', null, list.map(make)));
  const groups = o.groups?.length > 1
    ? o.groups.map(([heading, list]) => group(heading, sorted.filter((w) => list.includes(w))))
    : [group(rest.length ? t`In your hand` : '', mine), group(mine.length ? t`Any other` : '', rest)];
  const valued = words.some((w) => face(w).corner !== undefined);
  return [words.length > 9 && filterBox([...items.keys()], [...items.values()], { typed: o.typed, type: o.type, valued }), ...groups].filter(Boolean);
}

/** A search box that hides elements without the letters typed; where cards have values, a single digit is a value. */
function filterBox(elements, texts, { typed = '', type = () => {}, valued = false } = {}) {
  const found = texts.map((t) => t.toLowerCase().replaceAll('−', '-'));
  const count = h('span.sr', { role: 'status' });
  const apply = (text) => {
    const parts = text.toLowerCase().replaceAll('−', '-').split(/\s+/).filter(Boolean);
    let shown = 0;
    elements.forEach((el, i) => {
      el.hidden = !parts.every((p) => (valued && /^-?\d$/.test(p) ? found[i].split(' ').includes(p) : found[i].includes(p)));
      if (!el.hidden) shown++;
    });
    // A heading without cards is hidden.
    for (const group of new Set(elements.map((el) => el.closest('section')))) if (group) group.hidden = ![...group.querySelectorAll('button')].some((el) => !el.hidden);
    if (text) count.textContent = t`${shown} found`;
  };
  const box = h('input.search', {
    type: 'search', key: 'search', placeholder: valued ? t`Type a name or a value` : t`Type a name`, 'aria-label': t`Search`, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', value: typed,
    oninput: (e) => (type(e.target.value), apply(e.target.value)),
    onkeydown: (e) => {
      const shown = elements.filter((el) => !el.hidden);
      if (e.key === 'Enter' && shown.length > 0 && e.target.value) (e.preventDefault(), shown[0].click());
      if (e.key === 'Escape' && e.target.value) (e.preventDefault(), (e.target.value = ''), type(''), apply(''));
    },
  });
  apply(typed);
  return h('div.searching', null, box, count);
}

/**
 * The moves of the viewer that begin with this card.
 * @param {Object} ctx
 * @param {string} word
 */
export const offersWith = (ctx, word) => offers(ctx).filter((o) => (o.table ? ctx.game.tableMoves : ctx.game.moves)[o.verb]?.[word]);

/**
 * The cards that the table has seen in the viewer's own hand.
 * @param {Object} snapshot
 * @param {Object} picture
 */
export function seenHand(snapshot, { hand }) {
  const me = snapshot.game?.seats[snapshot.you.seat];
  return me ? wordsOf(snapshot.game.facts[`${me.word}.${hand.fact}.seen`]) : [];
}
