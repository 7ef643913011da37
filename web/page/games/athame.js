// @ts-check
// The picture of Athame: ritual circles that fill up, the market, and the costs of the spells.
import { treeOf } from '../shared/moves.js';
import { nameOf, wordsOf } from '../shared/store.js';
import { h } from '../shared/view.js';
import { t } from '../shared/lang.js';
import { Circles } from './athame-circles.js';
import { Market } from './athame-market.js';
import {
  KNOWN, afford, costOf, dueText, fill, isJoker, isResource, kindOf, lower, needText, placesOf, priceText, resourcesOf,
  rulesIn, traits,
} from './athame-rules.js';
import { GEM, PriceArt, Token, resourceShape, shapeOf } from './athame-shapes.js';
import { Spells } from './athame-spells.js';
import { InForce, Standing } from './athame-standing.js';

/** @import { GameContext } from '../shared/context.js' */
/** @import { Picture, TableProps } from './contract.js' */
/** @import { Game, Tree } from '../../types/protocol' */

export const style = new URL('./athame.css', import.meta.url).href;

export const order = [
  'reveal', 'ritual', 'allot', 'pay', 'take', 'discard', 'give', 'steal', 'pick', 'salvage', 'release', 'build', 'cast',
  'draw', 'use', 'none', 'pass', 'done', 'end',
];

export const bright = ['cast'];

export const words = ['bank', 'market', 'none', ...KNOWN];

/** Every decision depends on the viewer's own hand. */
export const handFirst = true;

/** @type {Picture['readings']} */
export const readings = {
  seal: {
    title: t`A Seal that has stopped a spell`, spent: t`It goes back to its deck`, lasting: t`It stays in the hand`,
  },
};

/** @type {Picture['phrases']} */
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

/** @type {Picture['questions']} */
export const questions = {
  build: [t`Which spell?`],
  cast: [t`Which spell?`, t`At whom?`],
  use: [t`Which artifice?`, t`Against whom?`],
  allot: [t`Which card?`, t`What does it stand for?`],
  release: [t`Which card?`, t`What does it stand for?`],
  take: [t`Which card was drawn?`],
  reveal: [t`Which card was turned up?`],
};

/** Spells are grouped by how certainly the viewer can pay them. @type {Picture['groups']} */
export function groups(verb, all, ctx) {
  if (verb !== 'build' || !ctx.me) return null;
  const more = rulesIn(ctx.game.facts.rules).get('surcharge');
  const sure = all.filter((w) => afford(ctx, costOf(ctx.names, w, more))?.state === 'sure');
  const others = all.filter((w) => !sure.includes(w));
  /** @type {[heading: string, words: string[]][]} */
  const both = [[t`With the cards that are told`, sure], [t`Perhaps, with others`, others]];
  return both.filter(([, list]) => list.length > 0);
}

/** @type {Picture['hint']} */
export function hint({ game, snapshot, names }) {
  const { key, seat } = game.ask;
  if (key === 'act') return forbidden(game);
  const { price, paid } = game.facts;
  if (!key.startsWith('pay') || !price) return undefined;
  if (seat === snapshot.you.seat && !game.moves.pay) {
    return t`What was told of your hand cannot pay the rest. Undo what was wrong.`;
  }
  if (key !== 'pay') return undefined;
  const places = placesOf(price);
  return t`Still to pay: ${dueText(names, places, fill(names, places, wordsOf(paid)))}.`;
}

/**
 * What the rules forbid in the step of building and casting.
 * @param {Game} game
 */
function forbidden({ facts, seats, turn }) {
  const rules = rulesIn(facts.rules);
  const who = seats[turn]?.title;
  if (rules.has('no-build')) {
    return rules.has('no-cast')
      ? t`${who}, no spell can be built or cast now: end your turn.`
      : t`${who}, no spell can be built now: cast or end your turn.`;
  }
  return rules.has('no-cast') ? t`${who}, no spell can be cast now: build or end your turn.` : undefined;
}

/** @type {{[kind: string]: string}} */
const NONE = { square: t`No squares`, other: t`None but squares`, artifice: t`No artifices`, spell: t`No spells` };

/**
 * All paths through a tree, as lists of words.
 * @param {Tree} tree
 * @return {string[][]}
 */
function paths(tree) {
  const next = Object.keys(tree).filter((w) => !(w === '?' && '' in tree)); // an unseen card needs no mention
  if (next.length === 0) return [[]];
  return next.flatMap((w) => (w === '' ? [[]] : paths(tree[w]).map((path) => [w, ...path])));
}

const ONE_TAP = [
  'draw', 'allot', 'pay', 'take', 'reveal', 'discard', 'give', 'steal', 'pick', 'salvage', 'release',
];
const FROM_HAND = ['allot', 'pay', 'discard', 'give'];
const FEW = 5;

/**
 * Every card takes one tap: likely ones have a button of their own, the others are on a sheet.
 * @type {Picture['look']}
 */
export function look(offer, ctx) {
  const { game, names, seen } = ctx;
  const { verb } = offer;
  if (verb === 'ritual') return { folded: true }; // the circles themselves offer them
  if (verb === 'none') return { label: NONE[game.ask.key.split('/')[1]] };
  if (!ONE_TAP.includes(verb)) return {};
  const all = paths(treeOf(game, offer) ?? {});
  const own = FROM_HAND.includes(verb) && !game.ask.key.endsWith('/rival');
  /** @param {string[]} path */
  const likely = ([w]) => w === undefined || nameOf(names, w).sort !== 'card' || isResource(names, w)
    || traits(names, w).cost || (own && seen.includes(w));
  const ways = all.length <= FEW ? all : all.filter(likely);
  if (ways.length === 0) return {};
  // Cards seen in the hand come first, then those with a shape.
  const places = [undefined, '?', ...resourcesOf(names), ...words];
  /** @param {string} w */
  const at = (w) => (own && !seen.includes(w) ? 100 : 0) + (places.includes(w) ? places.indexOf(w) : 50);
  ways.sort(([a], [b]) => at(a) - at(b));
  const rest = [...new Set(all.filter((path) => !ways.includes(path)).map(([w]) => w))];
  return {
    ways: ways.map((path) => ({
      words: path, ...wayText(path, verb, ctx, own), icon: path[0],
      cls: own && !seen.includes(path[0]) && !traits(names, path[0] ?? '?').cost ? 'plain' : 'gold',
    })),
    rest: rest.length === 1
      ? { label: nameOf(names, rest[0]).title, words: rest }
      : rest.length > 1 && { label: t`Another card`, words: [] },
  };
}

/**
 * The text of a button, and its label for people who do not see its place.
 * @param {string[]} path
 * @param {string} verb
 * @param {GameContext} ctx
 * @param {boolean} own it is a card of the viewer's hand
 * @return {{text: string, label?: string}}
 */
function wayText([word, as], verb, { game, names, seen }, own) {
  if (verb === 'draw') {
    const n = 4 + (rulesIn(game.facts.rules).get('bank-more') ?? 0);
    /** @type {{[place: string]: string}} */
    const texts = {
      bank: t`Draw ${n} from the bank`, market: t`Take the market (${wordsOf(game.facts.market).length})`,
      none: t`No card to draw`,
    };
    return { text: texts[word] };
  }
  const { title } = nameOf(names, word ?? '?');
  const n = own ? seen.filter((w) => w === word).length : 0;
  let text = n > 1 ? `${title} ×${n}` : title;
  if (as) text = t`As ${kindOf(names, as)}`;
  if (word === undefined || word === '?') text = t`1 unseen`;
  return { text, label: t`${names?.verbs[verb] ?? verb}: ${as ? t`${title} as ${kindOf(names, as)}` : text}` };
}

/** @type {Picture['icon']} */
export const icon = (word, { names }) =>
  (isResource(names, word) || isJoker(names, word) ? h(Token, { shape: shapeOf(names, word) }) : null);

/** @type {Picture['optionText']} */
export function optionText(word, { names }, verb) {
  if (verb !== 'ritual') return undefined;
  return t`${nameOf(names, word).title}: ${needText(names, word)}`;
}

/** @type {{[event: string]: string}} */
const EVENTS = {
  group: t`an event for everybody`, individual: t`an event for who draws it`, round: t`an event for a round`,
};

/** @type {{[artifice: string]: string}} */
const ARTIFICES = {
  'own-turn': t`an artifice, in your turn`, 'rival-turn': t`an artifice, in another’s turn`,
  targeted: t`an artifice, against a spell`, event: t`an artifice, against an event`,
  joker: t`an artifice, any resource`,
};

/** Resources show their shape, spells their price, events are dark. @type {Picture['face']} */
export function face({ title, traits: { resource, cost, seal, event, artifice } = {} }, word) {
  if (resource) {
    const art = () => h(Token, { shape: resourceShape(word) });
    return { tone: 'day', art, order: `0 ${KNOWN.indexOf(word)}` };
  }
  if (cost) {
    const about = [t`costs ${priceText(placesOf(cost))}`, seal === 'true' && t`it works by itself`];
    return {
      tone: 'dusk', art: () => h(PriceArt, { cost }), order: `2 ${title}`, about: about.filter(Boolean).join(' · '),
    };
  }
  if (event) return { tone: 'night', note: t`event`, order: `3 ${title}`, about: EVENTS[event] };
  if (!artifice) return { tone: 'day' };
  const joker = artifice === 'joker';
  return {
    tone: 'day', art: joker ? () => h(Token, { shape: GEM }) : undefined, note: joker ? t`any` : t`artifice`,
    order: `1 ${title}`, about: ARTIFICES[artifice],
  };
}

/** The part of the table that each question is about, or else each step. @type {{[ask: string]: string}} */
const PARTS = { place: 'circles', release: 'circles', pick: 'market', salvage: 'market', act: 'spells' };

/** @type {{[phase: string]: string}} */
const PARTS_OF_STEPS = { draw: 'market', setup: 'market' };

/** @param {TableProps} props */
export function Table(props) {
  const { game, names } = props;
  const first = PARTS[game.ask.key.split('/')[0]] ?? PARTS_OF_STEPS[game.facts.phase];
  const parts = { ...props, rules: rulesIn(game.facts.rules), deck: { names, face } };
  const both = [
    h(Market, { key: 'market', ...parts, first: first === 'market' }),
    h(Spells, { key: 'spells', ...parts, first: first === 'spells' }),
  ];
  return [
    h(Standing, parts), h(Circles, parts), h(InForce, parts), first === 'spells' ? both.reverse() : both,
  ];
}
