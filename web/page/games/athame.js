// The picture of Athame: ritual circles that fill up, the market, and the costs of the spells.
import { h, s, draw } from '../dom.js';
import { nameOf, wordsOf } from '../store.js';
import { back, card, seatDot } from '../made.js';
import { starPath } from '../sigil.js';
import { openSheet } from '../sheet.js';
import { and, many, t } from '../lang.js';

export const style = new URL('./athame.css', import.meta.url).href;

/** The order in which verbs are offered: those of most turns first. */
export const order = ['reveal', 'ritual', 'allot', 'pay', 'take', 'discard', 'give', 'steal', 'pick', 'salvage', 'release', 'build', 'cast', 'draw', 'use', 'none', 'pass', 'done', 'end'];

/** The verbs that light a flame. */
export const bright = ['cast'];

const KNOWN = ['triangle', 'circle', 'line', 'square'];

/** The order in which words are offered. */
export const words = ['bank', 'market', 'none', ...KNOWN];

/** Every decision depends on the viewer's own hand. */
export const handFirst = true;

/** The rule variants that a table may choose, in words. */
export const readings = {
  seal: { title: t`A Seal that has stopped a spell`, spent: t`It goes back to its deck`, lasting: t`It stays in the hand` },
};

const lower = (text) => text.charAt(0).toLowerCase() + text.slice(1);
const kindOf = (names, w) => lower(nameOf(names, w).title);
const some = (names, n, w) => many(n, t`${n} ${kindOf(names, w)}`, t`${n} ${kindOf(names, w)}s`);
const tally = (all) => [...all.reduce((m, w) => m.set(w, (m.get(w) ?? 0) + 1), new Map())];

/** A move in words, before it is made. */
export const phrases = {
  build: (spell) => spell && t`Build ${spell}`,
  cast: (spell, seat) => spell && (seat ? t`Cast ${spell} at ${seat}` : t`Cast ${spell}`),
  use: (artifice, seat) => artifice && (seat ? t`Use ${artifice} against ${seat}` : t`Use ${artifice}`),
  allot: (one, as) => one && (as ? t`Allot ${one} as ${lower(as)}` : t`Allot ${one}`),
  release: (one, as) => one && (as ? t`${one} that stands for ${lower(as)}` : one),
  take: (one) => one && t`${one} was drawn`,
  reveal: (one) => one && t`${one} was turned up`,
  discard: (one) => one && t`Discard ${one}`,
  give: (one) => one && t`Give ${one}`,
  steal: (one) => one && t`Steal ${one}`,
  pay: (one) => one && t`Pay ${one}`,
  pick: (one) => one && t`Take ${one} from the market`,
  salvage: (one) => one && t`Take ${one} from the pile`,
};

/** The question for each argument of a verb. */
export const questions = {
  build: [t`Which spell?`],
  cast: [t`Which spell?`, t`At whom?`],
  use: [t`Which artifice?`, t`Against whom?`],
  allot: [t`Which card?`, t`What does it stand for?`],
  release: [t`Which card?`, t`What does it stand for?`],
  take: [t`Which card was drawn?`],
  reveal: [t`Which card was turned up?`],
};

// Reading the names.

const traits = (names, w) => nameOf(names, w).traits ?? {};
const isSquare = (names, w) => traits(names, w).resource === 'squares';
const isResource = (names, w) => Boolean(traits(names, w).resource);
const isJoker = (names, w) => traits(names, w).artifice === 'joker';

/** The resources: those that rituals need, then squares. */
function resourcesOf(names) {
  const at = (w) => (isSquare(names, w) ? 99 : KNOWN.includes(w) ? KNOWN.indexOf(w) : 50);
  return Object.keys(names?.names ?? {}).filter((w) => isResource(names, w)).sort((a, b) => at(a) - at(b));
}

// Pairs of a word and a number: the form of prices and needs.
const pairs = (text) => wordsOf(text).flatMap((w, i, all) => (i % 2 ? [] : [[w, Number(all[i + 1])]]));

// What a ritual needs, in the order of the resources.
function needsOf(names, ritual) {
  const at = resourcesOf(names);
  return pairs(traits(names, ritual).ritual).sort(([a], [b]) => at.indexOf(a) - at.indexOf(b));
}

const RULES = {
  'allot-limit': (n) => (n ? many(n, t`At most ${n} resource allotted in a turn`, t`At most ${n} resources allotted in a turn`) : t`Nothing is allotted`),
  'bank-more': (n) => many(n, t`The bank gives ${n} card more`, t`The bank gives ${n} cards more`),
  surcharge: (n) => many(n, t`Building costs ${n} resource more`, t`Building costs ${n} resources more`),
  'no-bank': () => t`Nothing is drawn from the bank`,
  'no-market': () => t`Nothing is taken from the market`,
  'no-build': () => t`No spell is built`,
  'no-cast': () => t`No spell is cast`,
  'free-cast': () => t`Casting what was just built costs nothing extra`,
};

// Special rules from facts; a rule may end in a number. Of several limits the lowest counts, other numbers are added.
function rulesIn(text) {
  const rules = new Map();
  for (const w of wordsOf(text)) {
    const [, rule, digits] = /^(.*?)(?:-(\d+))?$/.exec(w);
    const n = Number(digits ?? 0);
    const before = rules.get(rule);
    rules.set(rule, before === undefined ? n : rule === 'allot-limit' ? Math.min(before, n) : before + n);
  }
  return rules;
}

const plainly = (rules) => [...rules].map(([rule, n]) => RULES[rule]?.(n) ?? rule);

// The costs of spells.

const PARTS = {
  square: (n) => many(n, t`${n} square`, t`${n} squares`),
  other: (n) => t`${n} other than squares`,
  same: (n) => t`${n} alike`,
  any: (n) => t`${n} of any kind`,
};

const placesOf = (price) => pairs(price).flatMap(([part, n]) => Array(n).fill(part));
const priceText = (places) => and(tally(places).map(([part, n]) => PARTS[part](n)));

// What a price still needs. Cards that must be alike are named after the one that is paid already.
function dueText(names, places, laid) {
  const alike = laid.find((w, i) => places[i] === 'same' && w && !isJoker(names, w));
  const more = (n) => many(n, t`${n} more ${kindOf(names, alike)}`, t`${n} more ${kindOf(names, alike)}s`);
  return and(tally(places.filter((_, i) => !laid[i])).map(([part, n]) => (part === 'same' && alike ? more(n) : PARTS[part](n))));
}

/** Puts cards on as many places of a price as possible, crystals last: an array parallel to the places. */
function fill(names, places, cards) {
  let best = { laid: places.map(() => null), worth: -1 };
  for (const kind of new Set(['', ...cards.filter((w) => isResource(names, w))])) {
    const left = [...cards];
    const laid = places.map(() => null);
    const lay = (part, fits) => places.forEach((p, i) => {
      const at = laid[i] || (part && p !== part) ? -1 : left.findIndex(fits);
      if (at >= 0) [laid[i]] = left.splice(at, 1);
    });
    lay('same', (w) => w === kind);
    lay('square', (w) => isSquare(names, w));
    lay('other', (w) => isResource(names, w) && !isSquare(names, w));
    lay('any', (w) => isResource(names, w));
    lay('', (w) => isJoker(names, w)); // fits everywhere
    const filled = laid.filter(Boolean);
    const worth = 100 * filled.length - filled.filter((w) => isJoker(names, w)).length;
    if (worth > best.worth) best = { laid, worth };
  }
  return best.laid;
}

/** Reports whether the viewer can pay a price: which cards go where, and how certain that is. */
function afford({ names, snapshot }, places) {
  const { game, you } = snapshot;
  const me = game.seats[you.seat];
  if (!me || !Number(game.facts[`${me.word}.hand`])) return null;
  const seen = wordsOf(game.facts[`${me.word}.hand.seen`]);
  const unseen = Math.max(0, Number(game.facts[`${me.word}.hand`] ?? 0) - seen.length);
  const laid = fill(names, places, seen);
  const missing = laid.filter((w) => !w).length;
  const told = dueText(names, places, laid);
  if (!missing) return { laid, state: 'sure', text: t`You can pay it` };
  if (missing <= unseen) return { laid, state: 'perhaps', text: many(unseen, t`Perhaps, with ${told} among your ${unseen} card not told`, t`Perhaps, with ${told} among your ${unseen} cards not told`) };
  return { laid, state: 'short', text: t`Missing: ${told}` };
}

const costOf = (names, spell, surcharge = 0) => [...placesOf(traits(names, spell).cost), ...Array(surcharge).fill('any')];

/** Spells are grouped by how certainly the viewer can pay them. */
export function groups(verb, all, ctx) {
  if (verb !== 'build' || !ctx.me) return null;
  const more = rulesIn(ctx.game.facts.rules).get('surcharge');
  const sure = all.filter((w) => afford(ctx, costOf(ctx.names, w, more))?.state === 'sure');
  return [[t`With the cards that are told`, sure], [t`Perhaps, with others`, all.filter((w) => !sure.includes(w))]].filter(([, l]) => l.length);
}

/** What helps with the answer. */
export function hint({ game, snapshot, names }) {
  const { key, seat } = game.ask;
  if (key === 'act') return forbidden(game);
  const { price, paid } = game.facts;
  if (!key.startsWith('pay') || !price) return undefined;
  if (seat === snapshot.you.seat && !game.moves?.pay) return t`What was told of your hand cannot pay the rest. Undo what was wrong.`;
  const places = placesOf(price);
  return key === 'pay' ? t`Still to pay: ${dueText(names, places, fill(names, places, wordsOf(paid)))}.` : undefined;
}

// What the rules forbid in the step of building and casting.
function forbidden({ facts, seats, turn }) {
  const rules = rulesIn(facts.rules);
  const who = seats[turn]?.title;
  if (rules.has('no-build') && rules.has('no-cast')) return t`${who}, no spell can be built or cast now: end your turn.`;
  if (rules.has('no-build')) return t`${who}, no spell can be built now: cast or end your turn.`;
  return rules.has('no-cast') ? t`${who}, no spell can be cast now: build or end your turn.` : undefined;
}

// How moves are offered.

const NONE = { square: t`No squares`, other: t`None but squares`, artifice: t`No artifices`, spell: t`No spells` };

// All paths through a tree, as lists of words.
function paths(tree) {
  const words = Object.keys(tree).filter((w) => !(w === '?' && '' in tree)); // an unseen card needs no mention
  return words.length ? words.flatMap((w) => (w === '' ? [[]] : paths(tree[w]).map((p) => [w, ...p]))) : [[]];
}

const ONE_TAP = ['draw', 'allot', 'pay', 'take', 'reveal', 'discard', 'give', 'steal', 'pick', 'salvage', 'release'];
const FROM_HAND = ['allot', 'pay', 'discard', 'give'];
const FEW = 5;

/** Every card takes one tap: likely ones have a button of their own, the others are on a sheet. */
export function look({ verb, table }, ctx) {
  const { game, names, seen } = ctx;
  if (verb === 'ritual') return { folded: true }; // the circles themselves offer them
  if (verb === 'none') return { label: NONE[game.ask.key.split('/')[1]] };
  if (!ONE_TAP.includes(verb)) return {};
  const all = paths((table ? game.tableMoves : game.moves)[verb]);
  const own = FROM_HAND.includes(verb) && !game.ask.key.endsWith('/rival');
  const likely = ([w]) => w === undefined || nameOf(names, w).sort !== 'card' || isResource(names, w) || traits(names, w).cost || (own && seen.includes(w));
  const ways = all.length <= FEW ? all : all.filter(likely);
  if (!ways.length) return {};
  // Cards seen in the hand come first, then those with a shape.
  const places = [undefined, '?', ...resourcesOf(names), ...words];
  const at = (w) => (own && !seen.includes(w) ? 100 : 0) + (places.includes(w) ? places.indexOf(w) : 50);
  ways.sort(([a], [b]) => at(a) - at(b));
  const buttons = ways.map((path) => ({ words: path, ...wayText(path, verb, ctx, own), icon: path[0], cls: own && !seen.includes(path[0]) && !nameOf(names, path[0]).traits?.cost ? 'plain' : 'gold' }));
  const rest = [...new Set(all.filter((p) => !ways.includes(p)).map(([w]) => w))];
  return { ways: buttons, rest: rest.length === 1 ? { label: nameOf(names, rest[0]).title, words: rest } : rest.length > 1 && { label: t`Another card`, words: [] } };
}

// The text of a button, and its label for people who do not see its place.
function wayText([word, as], verb, { game, names, seen }, own) {
  const more = rulesIn(game.facts.rules).get('bank-more') ?? 0;
  if (verb === 'draw') return { text: { bank: t`Draw ${4 + more} from the bank`, market: t`Take the market (${wordsOf(game.facts.market).length})`, none: t`No card to draw` }[word] };
  const { title } = nameOf(names, word ?? '?');
  const n = own ? seen.filter((w) => w === word).length : 0;
  const text = word === undefined || word === '?' ? t`1 unseen` : as ? t`As ${kindOf(names, as)}` : n > 1 ? `${title} ×${n}` : title;
  return { text, label: t`${names?.verbs?.[verb] ?? verb}: ${as ? t`${title} as ${kindOf(names, as)}` : text}` };
}

/** The picture of a card on a button, if it has one. */
export function icon(word, { names }) {
  return isResource(names, word) || isJoker(names, word) ? token(names, word) : null;
}

const needText = (names, ritual) => needsOf(names, ritual).map(([kind, n]) => some(names, n, kind)).join(', ');

/** A word of a move, if its title is not enough. */
export function optionText(word, { names }, verb) {
  if (verb !== 'ritual') return undefined;
  return t`${nameOf(names, word).title}: ${needText(names, word)}`;
}

// Drawing.

const PATHS = {
  triangle: 'M0-8.5L9 7H-9Z',
  circle: 'M0-8A8 8 0 0 1 0 8A8 8 0 0 1 0-8Z',
  line: 'M-9 5L5-9L9-5L-5 9Z',
  square: 'M-7.5-7.5H7.5V7.5H-7.5Z',
};
const GEM = 'M-5-8H5L9-3L0 9L-9-3ZM-9-3H9M-5-8L-3-3L0 9L3-3L5-8M-3-3L0-8L3-3';

// The shape of a resource, always in its colour on the same dark ground. Unknown resources get a polygon.
const pathOf = (names, w) => PATHS[w] ?? starPath(5 + resourcesOf(names).filter((x) => !PATHS[x]).indexOf(w), 1, 9);
const shape = (names, w, props) => (isJoker(names, w) ? s('path', { d: GEM, class: 'shape gem', ...props }) : s('path', { d: pathOf(names, w), class: `shape is-${w}`, ...props }));
const svg = (cls, box, ...children) => s('svg', { viewBox: box, class: cls, 'aria-hidden': 'true' }, children);
const token = (names, w) => svg('token', '-12 -12 24 24', s('circle', { r: 12, class: 'ground' }), shape(names, w, { transform: 'scale(.9)' }));

const mini = (names, kinds, at) => kinds.map((w, i) => shape(names, w, { transform: `translate(${at[i]}) scale(.4)` }));
const CORNERS = { 3: ['0 -4.2', '-4.6 3.6', '4.6 3.6'], 4: ['-4.2 -4.2', '4.2 -4.2', '-4.2 4.2', '4.2 4.2'] };

// A place of a price: an empty one shows what fits, a filled one shows the card.
function place(names, part, laid) {
  const open = () => {
    if (part === 'square') return s('path', { d: pathOf(names, 'square'), class: 'hollow' });
    if (part === 'same') return s('path', { d: 'M-5-2.5H5M-5 2.5H5', class: 'hollow' });
    return mini(names, part === 'any' ? KNOWN : KNOWN.slice(0, 3), CORNERS[part === 'any' ? 4 : 3]);
  };
  return svg(`token place ${laid ? 'laid' : 'due'}`, '-13 -13 26 26', s('circle', { r: 12, class: 'socket' }), laid ? shape(names, laid) : open());
}

const places = (names, all, laid) => h('span.places', { 'aria-hidden': 'true' }, all.map((part, i) => place(names, part, laid?.[i])));

// The price drawn on a spell: its places.
function priceArt(names, cost) {
  const all = placesOf(cost);
  const row = Math.ceil(all.length / (all.length > 3 ? 2 : 1));
  return svg('price-art', '-45 -45 90 90', all.map((part, i) => {
    const lines = Math.ceil(all.length / row);
    const line = Math.floor(i / row);
    const here = Math.min(row, all.length - line * row);
    const g = s('g', { transform: `translate(${(i % row - (here - 1) / 2) * 29} ${(line - (lines - 1) / 2) * 30})` });
    g.append(...place(names, part).childNodes);
    return g;
  }));
}

const SORTS = { group: t`an event for everybody`, individual: t`an event for who draws it`, round: t`an event for a round` };
const WHEN = {
  'own-turn': t`an artifice, in your turn`, 'rival-turn': t`an artifice, in another’s turn`, targeted: t`an artifice, against a spell`, event: t`an artifice, against an event`,
  joker: t`an artifice, any resource`,
};

/**
 * What a card looks like: resources show their shape, spells their price, events are dark.
 * @param {Object} view
 * @param {string} word
 */
export function face({ title, traits: of = {} }, word) {
  const names = { names: Object.fromEntries([...KNOWN, word].map((w) => [w, { traits: w === word ? of : { resource: w === 'square' ? 'squares' : 'general' } }])) };
  if (of.resource) return { tone: 'day', art: () => token(names, word), order: `0 ${KNOWN.indexOf(word)}` };
  if (of.cost) return { tone: 'dusk', art: () => priceArt(names, of.cost), order: `2 ${title}`, about: [t`costs ${priceText(placesOf(of.cost))}`, of.seal === 'true' && t`it works by itself`].filter(Boolean).join(' · ') };
  if (of.event) return { tone: 'night', note: t`event`, order: `3 ${title}`, about: SORTS[of.event] };
  if (of.artifice) return { tone: 'day', art: of.artifice === 'joker' ? () => token(names, word) : undefined, note: of.artifice === 'joker' ? t`any` : t`artifice`, order: `1 ${title}`, about: WHEN[of.artifice] };
  return { tone: 'day' };
}

/**
 * Draws the table.
 * @param {HTMLElement} root
 * @param {Object} snapshot
 * @param {Object} names
 * @param {Object} actions
 */
export function render(root, snapshot, names, actions) {
  const { game, you } = snapshot;
  draw(root, [game.facts, game.seats, game.ask, game.winner, game.options, game.moves?.build, game.moves?.cast, game.moves?.ritual, you.seat, Boolean(names)], () => {
    const ctx = { snapshot, game, names, actions, face, rules: rulesIn(game.facts.rules), fact: (seat, name) => game.facts[`${seat.word}.${name}`] };
    const parts = { market: market(ctx), spells: spells(ctx) };
    // The part of the question comes first, or else that of the present step.
    const first = { place: 'circles', release: 'circles', pick: 'market', salvage: 'market', act: 'spells' }[game.ask.key.split('/')[0]] ?? { draw: 'market', setup: 'market' }[game.facts.phase] ?? 'circles';
    const at = Object.keys(parts).indexOf(first);
    parts[first]?.classList.add('first');
    return [standing(ctx), circles(ctx), inPlay(ctx), at === 1 ? [parts.spells, parts.market] : [parts.market, parts.spells]];
  });
}

const seatOf = ({ game }, word) => game.seats.find((x) => x.word === word);

// Where the turn stands

const STEPS = { allot: t`Allot`, draw: t`Draw`, act: t`Build and cast` };

function standing(ctx) {
  const { game, names } = ctx;
  const { phase, allots } = game.facts;
  const limit = Math.min(4, ctx.rules.get('allot-limit') ?? 4);
  return h(
    'section.standing.foremost', { 'aria-label': t`Where the turn stands` },
    STEPS[phase] && h('ol.steps', null, Object.entries(STEPS).map(([key, title]) => h('li', { 'aria-current': key === phase ? 'step' : null }, title, key === 'allot' && phase === 'allot' && h('small', null, ' ', t`${allots ?? 0} of ${limit}`)))),
    underWay(ctx),
    // Some questions come from these events.
    events(ctx, lying(ctx).filter((x) => !x.round)),
    paying(ctx));
}

// The events in front of the players.
const lying = ({ game, names, fact }) => game.seats.flatMap((seat) => wordsOf(fact(seat, 'events')).map((w) => ({ seat, w, round: traits(names, w).event === 'round' })));

// The round events, and the special rules that come from no event.
function inPlay(ctx) {
  const { game, names } = ctx;
  const rounds = lying(ctx).filter((x) => x.round);
  const others = wordsOf(game.facts.rules);
  for (const rule of rounds.flatMap(({ w }) => wordsOf(traits(names, w).rules))) if (others.includes(rule)) others.splice(others.indexOf(rule), 1);
  if (!rounds.length && !others.length) return null;
  return h('section.in-play', { 'aria-label': t`In force` },
    others.length > 0 && h('ul.in-force', null, plainly(rulesIn(others.join(' '))).map((rule) => h('li', null, rule))),
    events(ctx, rounds));
}

function events(ctx, list) {
  const { names } = ctx;
  return list.length > 0 && h('ul.events', { 'aria-label': t`Events in play` }, list.map(({ seat, w, round }, i) => h('li', null, h('button', { type: 'button', key: `event-${seat.word}-${w}-${i}`, class: round ? '' : 'now', onclick: () => ctx.actions.openCard(w) },
      h('span', null, h('b', null, nameOf(names, w).title), ' ', nameOf(names, w).text),
      h('small', null, seatDot(seat.colour), round ? t`until ${seat.title}’s next turn` : t`drawn by ${seat.title}, being carried out`)))));
}

// The spell that was cast, its caster and its target.
function underWay(ctx) {
  const [w, by, at] = wordsOf(ctx.game.facts.spell);
  if (!w) return null;
  const [caster, target] = [seatOf(ctx, by), seatOf(ctx, at)];
  return h('div.under-way', null, card(w, ctx, { key: 'under-way', tap: () => ctx.actions.openCard(w) }),
    h('div', null,
      h('p.who', null, caster && [seatDot(caster.colour), h('b', null, caster.title)], target && [h('span.arrow', { 'aria-hidden': 'true' }, '→'), h('span.sr', null, ' ', t`casts it at`, ' '), seatDot(target.colour), h('b', null, target.title)]),
      h('p', null, h('b', null, nameOf(ctx.names, w).title), ' ', nameOf(ctx.names, w).text)));
}

// The price that is being paid: its places, filled one by one.
function paying({ game, names }) {
  const { paying: w, price, paid } = game.facts;
  if (!w || !price) return null;
  const all = placesOf(price);
  const laid = fill(names, all, wordsOf(paid));
  const due = laid.filter((w) => !w).length;
  const told = [t`The price of ${nameOf(names, w).title}.`, paid && t`Paid: ${wordsOf(paid).map((x) => nameOf(names, x).title).join(', ')}.`, due > 0 && t`Still to be paid: ${dueText(names, all, laid)}.`].filter(Boolean).join(' ');
  return h('div.paying', { role: 'img', 'aria-label': told },
    h('p', null, h('b', null, nameOf(names, w).title), h('small', null, ' ', t`${all.length - due} of ${all.length} paid`)), places(names, all, laid));
}

// The ritual circles

function circles(ctx) {
  const { game, snapshot, names } = ctx;
  const from = Math.max(0, snapshot.you.seat);
  const seats = game.seats.map((_, i) => game.seats[(from + i) % game.seats.length]);
  const chosen = seats.filter((x) => ctx.fact(x, 'ritual'));
  return [
    game.facts.phase === 'ritual' && choice(ctx),
    (chosen.length > 0 || !['setup', 'ritual'].includes(game.facts.phase)) && h('div.circles', { class: `circles of-${seats.length}` }, seats.map((x) => circleOf(ctx, x))),
  ];
}

// The circles that nobody has yet; a tap takes one.
function choice({ game, names, actions, fact }) {
  const taken = new Map(game.seats.map((x) => [fact(x, 'ritual'), x]));
  const all = Object.keys(names?.names ?? {}).filter((w) => traits(names, w).ritual && !taken.has(w)).sort();
  return h('ul.rituals', { 'aria-label': t`Ritual circles that nobody has` }, all.map((w) => {
    const inner = [ring(names, needsOf(names, w).map(([kind, n]) => ({ kind, n, have: 0, jokers: 0 }))), h('b', null, nameOf(names, w).title), h('small', null, needText(names, w))];
    return h('li', null, game.moves?.ritual?.[w] ? h('button.choice', { type: 'button', key: `ring-${w}`, onclick: () => actions.move('ritual', [w]) }, inner) : h('div', null, inner));
  }));
}

const toldNeed = (names, { kind, n, have, jokers }) => (jokers ? t`${nameOf(names, kind).title} ${have} of ${n}, ${jokers} by a crystal` : t`${nameOf(names, kind).title} ${have} of ${n}`);

function circleOf(ctx, seat) {
  const { game, snapshot, names, fact } = ctx;
  const own = seat === game.seats[snapshot.you.seat];
  const ritual = fact(seat, 'ritual');
  const hand = Number(fact(seat, 'hand') ?? 0);
  const asked = game.ask.open && game.ask.seat >= 0 && seat === game.seats[game.ask.seat] && game.facts.phase !== 'over';
  const stands = Object.keys(names?.names ?? {}).filter((w) => isJoker(names, w)).flatMap((w) => wordsOf(fact(seat, `allotted.${w}`)));
  const needs = needsOf(names, ritual ?? '').map(([kind, n]) => ({ kind, n, have: Number(fact(seat, `allotted.${kind}`) ?? 0), jokers: stands.filter((w) => w === kind).length }));
  const left = Number(fact(seat, 'needs') ?? 0);
  return h(
    'section.seat-circle', { 'data-word': seat.word, class: ['seat-circle', seat === game.seats[game.turn] && 'turn', own ? 'own' : snapshot.you.seat >= 0 && 'other'].filter(Boolean).join(' '), 'aria-label': t`${seat.title}’s ritual circle` },
    h('h3', null, seatDot(seat.colour), h('span', null, seat.title, own && h('small', null, ' ', t`you`)), asked && h('span.asked', null, t`is asked`)),
    ritual ? h('div.ring-part', null,
      ring(names, needs, left, t`${nameOf(names, ritual).title}: ${needs.map((x) => toldNeed(names, x)).join('; ')}; ${left} still needed`),
      h('small', null, nameOf(names, ritual).title)) : h('p.quiet', null, t`No ritual circle yet`),
    h('div.told', null,
      h('p.in-hand', null, many(hand, t`${hand} card in hand`, t`${hand} cards in hand`)),
      ritual && h('ul.needs', { 'aria-hidden': 'true' }, needs.map((x) => h('li', { class: x.have >= x.n ? 'full' : '' }, token(names, x.kind), `${x.have}/${x.n}`))),
      spellsOf(ctx, seat, 'spells', t`Spells held`),
      spellsOf(ctx, seat, 'built', ctx.rules.has('free-cast') ? t`Built this turn, free to cast` : t`Built this turn, 1 more to cast`),
      fate(ctx, seat)),
  );
}

// The spells of a player; a tap on a spell shows what it does, and can cast it.
function spellsOf(ctx, seat, path, title) {
  const all = tally(wordsOf(ctx.fact(seat, path)));
  if (!all.length) return null;
  const own = seat === ctx.game.seats[ctx.snapshot.you.seat];
  return h(`div.held.its-${path}`, null, h('small', null, title),
    h('ul', null, all.map(([w, n]) => h('li', null, h('button', { type: 'button', key: `${seat.word}-${path}-${w}`, class: own && ctx.game.moves?.cast?.[w] ? 'ready' : '', onclick: () => ctx.actions.openCard(w) }, nameOf(ctx.names, w).title, n > 1 && h('b', null, ` ×${n}`))))));
}

// What the player's next turn brings.
function fate({ fact }, seat) {
  const skips = Number(fact(seat, 'skips') ?? 0);
  const told = [skips > 0 && (skips === 1 ? t`Misses the next turn` : t`Misses ${skips} turns`), ...plainly(rulesIn(fact(seat, 'hexes'))).map((rule) => t`Next turn: ${lower(rule)}`)].filter(Boolean);
  return told.map((text) => h('p.fate', null, text));
}

const OUTER = 79;
const INNER = 56;

// Each place of the circle is a line of the star inside: when the last place is filled the star is complete.
function ring(names, needs, left, label) {
  const all = needs.flatMap(({ kind, n, have, jokers }) => Array.from({ length: n }, (_, i) => ({ kind, full: i < have, gem: i < have && i >= have - jokers })));
  const n = all.length;
  const at = (i, r) => [r * Math.sin(2 * Math.PI * i / n), -r * Math.cos(2 * Math.PI * i / n)].map((x) => x.toFixed(1));
  const step = stepOf(n);
  const size = Math.max(0.8, Math.min(16, Math.PI * OUTER / n - 1.5));
  const chord = (i) => `M${at(i, INNER)}L${at((i + step) % n, INNER)}`;
  const lines = (full) => all.map((x, i) => (x.full === full ? chord(i) : '')).join('');
  return s(
    'svg', { viewBox: '-100 -100 200 200', class: left === 0 ? 'ring-of whole' : 'ring-of', role: label ? 'img' : null, 'aria-label': label, 'aria-hidden': label ? null : 'true' },
    s('circle', { r: 98, class: 'edge' }), s('circle', { r: INNER, class: 'edge' }),
    s('path', { d: lines(false), class: 'chord' }), s('path', { d: lines(true), class: 'chord lit' }),
    all.map(({ kind, full, gem }, i) => s('g', { transform: `translate(${at(i, OUTER)}) scale(${(size / 16).toFixed(2)})`, class: full ? 'spot full' : 'spot' },
      s('circle', { r: 15.5, class: 'socket' }), shape(names, kind, full ? { transform: 'scale(1.15)' } : { class: 'hollow', transform: 'scale(1.05)' }),
      gem && s('g', { transform: 'translate(9 9) scale(.75)', class: 'gem-mark' }, s('circle', { r: 12 }), s('path', { d: GEM, class: 'shape gem' })))),
    label && [s('circle', { r: 27, class: 'heart' }), s('text', { y: 5, class: 'left' }, left || '✓'), s('text', { y: 18, class: 'left-word' }, left ? t`to go` : t`whole`)],
  );
}

// The largest step with which the star can be drawn in one stroke.
function stepOf(n) {
  const gcd = (a, b) => (b ? gcd(b, a % b) : a);
  let k = Math.max(1, Math.ceil(n / 2) - 1);
  while (k > 1 && gcd(n, k) > 1) k--;
  return k;
}

// The market, the bank and the discard piles

const MARKET = 4;

function market(ctx) {
  const { game, names } = ctx;
  const lying = wordsOf(game.facts.market).sort((a, b) => words.indexOf(a) - words.indexOf(b));
  const told = lying.length ? and(tally(lying).map(([w, n]) => some(names, n, w))) : t`empty`;
  const bank = game.facts.bank ?? '0';
  const general = resourcesOf(names).map((w) => [w, game.facts[`discard.general.${w}`]]).filter(([, n]) => n);
  const squares = Object.keys(names?.names ?? {}).find((w) => isSquare(names, w)) ?? 'square';
  const arcana = wordsOf(game.facts['discard.arcana.kinds']);
  const look = () => openSheet({ title: t`Discarded events and artifices`, kind: 'builder', build: (body) => body.append(h('div.cards', null, arcana.map((w) => card(w, ctx, { size: 'm', tap: () => ctx.actions.openCard(w) })))) });
  const pile = (title, n, ...inner) => h('div.pile', null, h('small', null, title), h('b', null, n ?? '0'), inner);
  return h(
    'section.market-part', { 'aria-label': t`Market, bank and discard piles` },
    h('div.part-head', null, h('h2', null, t`Market`), h('span.quiet', null, told)),
    h('div.stalls', null,
      h('figure', null, back({ count: bank, label: many(bank, t`Bank, ${bank} card`, t`Bank, ${bank} cards`) }), h('figcaption', null, t`Bank`)),
      h('ol.stall', { 'aria-hidden': 'true' }, Array.from({ length: Math.max(MARKET, lying.length) }, (_, i) => h('li', { class: lying[i] ? 'lies' : '' }, lying[i] && token(names, lying[i]))))),
    h('div.piles', { role: 'group', 'aria-label': t`Discard piles` },
      pile(t`Squares`, game.facts['discard.squares'], token(names, squares)),
      pile(t`Other resources`, game.facts['discard.general'], h('ul.kinds', null, general.map(([w, n]) => h('li', null, token(names, w), n, h('span.sr', null, ` ${kindOf(names, w)}`))))),
      arcana.length > 0
        ? h('button.pile', { type: 'button', key: 'arcana', onclick: look }, h('small', null, t`Arcana`), h('b', null, String(arcana.length)), h('span.link', null, t`look`))
        : pile(t`Arcana`, '0')),
  );
}

// The spells

const LEGEND = { other: t`any but a square`, same: t`all alike`, any: t`any at all` };
const MARKS = { sure: ['✓', t`you can pay it`], perhaps: ['?', t`perhaps, with cards not told`], short: ['–', t`you cannot`] };

function spells(ctx) {
  const { game, names } = ctx;
  const all = Object.keys(names?.names ?? {}).filter((w) => traits(names, w).cost).sort((a, b) => placesOf(traits(names, a).cost).length - placesOf(traits(names, b).cost).length || a.localeCompare(b));
  const more = ctx.rules.get('surcharge') ?? 0;
  const me = game.seats[ctx.snapshot.you.seat];
  // Cards that are paid already still count as seen in the hand. If no card is seen, or no spell can be built, there is nothing to show.
  const asks = me && game.facts.phase !== 'over' && !game.facts.paying && !ctx.rules.has('no-build');
  const told = asks && wordsOf(ctx.fact(me, 'hand.seen')).length > 0;
  const quiet = [ctx.rules.has('no-build') ? t`none can be built now` : more > 0 && t`each costs ${more} more`, asks && !told && Number(ctx.fact(me, 'hand')) > 0 && t`tell your cards to see which you can pay`].filter(Boolean);
  return h(
    'section.spells', { 'aria-label': t`Spells` },
    h('div.part-head', null, h('h2', null, t`Spells`), h('span.quiet', null, quiet.join(' · ') || t`what they cost`)),
    h('ul', null, all.map((w) => spell(ctx, w, more, told))),
    h('p.legend', null, Object.entries(LEGEND).map(([part, text]) => h('span', null, place(names, part), text)),
      told && Object.entries(MARKS).map(([state, [mark, text]]) => h(`span.can.${state}`, { 'aria-hidden': 'true' }, h('b', null, mark), text))),
  );
}

function spell(ctx, w, more, told) {
  const { game, names, actions } = ctx;
  const cost = costOf(names, w, more);
  const left = Number(game.facts[`deck.${w}`] ?? 0);
  const can = told && left ? afford(ctx, cost) : null;
  const may = Boolean(game.moves?.build?.[w]);
  const tap = () => (may ? actions.openOffer({ verb: 'build', table: false, label: names?.verbs?.build ?? t`Build` }, [w]) : actions.openCard(w));
  return h('li', null, h('button', { type: 'button', key: `spell-${w}`, 'data-word': w, class: [may && 'open', !left && 'gone'].filter(Boolean).join(' '), onclick: tap },
    h('span.spell-head', null, can && h('span', { class: `can ${can.state}`, 'aria-hidden': 'true' }, h('b', null, MARKS[can.state][0])), h('span', null, h('b', null, nameOf(names, w).title), ' ', h('small', null, left ? t`${left}\u00a0left` : t`none\u00a0left`))),
    places(names, cost, can?.laid), h('span.sr', null, t`costs ${priceText(cost)}.`),
    h('span.spell-text', null, nameOf(names, w).text),
    (can || may) && h('span.sr', null, [can?.text, may && t`Build it`].filter(Boolean).join('. '))));
}
