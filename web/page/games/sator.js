// @ts-check
// The picture of Sator: the labyrinth as a drawing, on which players turn, shift and place bridges and move Acolytes.
import { lastOf } from '../shared/list.js';
import { nameOf, wordsOf } from '../shared/store.js';
import { capital } from '../shared/words.js';
import { el, h } from '../shared/view.js';
import { many, t } from '../shared/lang.js';
import { Board, Miniature, Sign, Swatch, Token } from './sator-board.js';
import { isCell, loreOf, placeOf } from './sator-cells.js';
import { isTurn, Players, Standing } from './sator-players.js';
import { seenOf } from './sator-table.js';
import { cells as cellsText, lower, points as pointsText } from './sator-tool.js';
import { Labyrinth } from './sator-view.js';

/** @import { ComponentChildren } from '../../types/vendor/preact' */
/** @import { Picture, TableProps, Way } from './contract.js' */
/** @import { GameContext } from '../shared/context.js' */
/** @import { Names } from '../../types/protocol' */
/** @import { Lore } from './sator-cells.js' */

export const style = new URL('./sator.css', import.meta.url).href;

export const order = ['colour', 'draft', 'spend', 'as', 'discard', 'draw', 'play', 'swap', 'pray', 'done', 'rest'];

export const words = [
  'rotas', 'moves', 'draw', 'search', 'incertus', 'fidei', 'north', 'east', 'south', 'west', 'r0', 'r90', 'r180',
  'r270',
];

/** @type {Picture['readings']} */
export const readings = {
  turns: {
    title: t`Whose turn comes next`, clockwise: t`The next player clockwise`,
    counter: t`The next player counter-clockwise`,
  },
  gather: {
    title: t`An Acolyte takes its books`, any: t`With every step of its own`, walk: t`Only in the walk`,
  },
  pray: { title: t`Where an Acolyte prays at a Gargoyle`, anywhere: t`Anywhere`, beside: t`Beside the Gargoyle` },
  jolly: { title: t`Jolly cards among the Incertus cards`, 0: t`None` },
  blank: { title: t`Cards of your own among the Incertus cards`, 0: t`None` },
};

/** @type {Picture['phrases']} */
export const phrases = {
  play: (card) => card && t`Play ${card}`,
  discard: (card) => card && t`Discard ${card}`,
  draw: (pile, card) => pile && (card ? t`${card} was drawn: ${lower(pile)}` : t`Draw: ${lower(pile)}`),
  swap: (way) => way,
  pray: (seat) => seat && t`Send the Gargoyle of ${seat} home`,
};

/** @type {Picture['questions']} */
export const questions = {
  swap: [t`What for?`],
  draw: [t`From which pile?`, t`Which card was it, if it was shown?`],
  pray: [t`Whose Gargoyle goes home?`],
  play: [t`Which card?`],
};

/**
 * @param {Names|null} names
 * @param {string} w
 * @return {{[trait: string]: string|undefined}}
 */
const traits = (names, w) => nameOf(names, w).traits ?? {};

/** @type {Picture['optionText']} */
export function optionText(word, { names, game: { facts } }, verb) {
  if (verb === 'swap' && word === 'draw') return t`Discard two cards, draw one: 1 point`;
  if (verb === 'swap' && word === 'search') {
    return t`Discard two, one of them a prayer; look through a pile for one: 2 points`;
  }
  if (verb !== 'spend') return undefined;
  const levels = (traits(names, facts.card ?? '').levels ?? '').split(', ').map(wordsOf);
  const [, pawns, cells = ''] = levels.find(([points]) => points === word) ?? [];
  if (!pawns) return pointsText(word);
  return t`${pointsText(word)}: ${many(pawns, t`${pawns} Acolyte`, t`${pawns} Acolytes`)}, ${cellsText(cells)}`;
}

// Moves that are made on the board need no button below it.
const DRAWN = [
  'place', 'piece', 'turn', 'slide', 'push', 'gargoyle', 'step', 'lay', 'leap', 'shift', 'spin', 'walk', 'free',
  'placement',
];

/** @param {string} n */
const cellsLeft = (n) => many(n, t`Done, ${n} cell left`, t`Done, ${n} cells left`);
/** @param {string} n */
const turnsLeft = (n) => many(n, t`Done, ${n} turn left`, t`Done, ${n} turns left`);
/** @param {string} n */
const actionsLeft = (n) => many(n, t`Done, ${n} action left`, t`Done, ${n} actions left`);

/** How much an open card has left, by the verb that it allows. @type {{[verb: string]: (n: string) => string}} */
const LEFT = {
  turn: turnsLeft, slide: cellsLeft, push: cellsLeft, step: cellsLeft, shift: actionsLeft, spin: actionsLeft,
};

/** Most moves are made on the board; the short answers are below it. @type {Picture['look']} */
export function look({ verb }, ctx) {
  const { game: { moves, facts }, names } = ctx;
  if (DRAWN.includes(verb)) return { ways: [] };
  switch (verb) {
    case 'colour':
    case 'draft': {
      const all = Object.keys(moves[verb] ?? {});
      return { ways: all.map((w) => ({ words: [w], text: capital(nameOf(names, w).title), icon: w, cls: 'gold' })) };
    }
    case 'rest':
      return { label: facts.phase === 'walk' ? t`End the walk` : t`End the turn`, cls: 'plain' };
    case 'swap':
      return { label: t`Exchange` };
    case 'done': {
      const left = Object.keys(LEFT).find((v) => moves[v]);
      return facts.left ? { label: LEFT[left ?? '']?.(facts.left) ?? t`Done` } : {};
    }
    case 'draw':
      return { ways: drawWays(ctx), rest: { label: t`One that was shown`, words: [] } };
    case 'discard':
      return discardLook(ctx);
    default:
      return {};
  }
}

/**
 * When the last card of the pile is drawn the discards are shuffled, and this must be recorded before anybody draws on.
 * @param {GameContext} ctx
 * @return {Way[]}
 */
function drawWays({ game: { moves: { draw = {} }, facts, ask }, names }) {
  const wanted = ask.n ?? 0;
  const n = Math.min(wanted, Number(facts.pile));
  return Object.keys(draw).flatMap((w) => {
    const { title } = nameOf(names, w);
    const one = { words: [w], text: capital(title), label: t`Draw one: ${title}`, cls: 'gold' };
    const text = n < wanted ? t`The last ${n}: ${lower(title)}` : t`All ${n}: ${lower(title)}`;
    return w === 'incertus' && n > 1 ? [one, { words: [w], times: n, text, cls: 'gold' }] : [one];
  });
}

/** @param {GameContext} ctx */
function discardLook({ game: { moves }, names, seen }) {
  const all = Object.keys(moves.discard ?? {});
  const own = [...new Set(seen)].filter((w) => all.includes(w));
  if (own.length === 0) return {};
  const ways = own.map((w) => {
    const { title } = nameOf(names, w);
    return { words: [w], text: title, label: t`Discard ${title}`, icon: w, cls: 'gold' };
  });
  return { ways, rest: all.length > own.length && { label: t`Another card`, words: [] } };
}

/** @type {Picture['icon']} */
export function icon(word, { names }) {
  const lore = loreOf(names);
  const { shape: of = word, type = '' } = traits(names, word);
  const shape = lore.shapes.get(of);
  if (shape) return h(Miniature, { lore, shape: shape.cells });
  if (lore.types.includes(type)) return h(Swatch, { lore, type });
  return lore.colours.some((c) => c.word === word) ? h(Token, { kind: 'acolyte', colour: word }) : null;
}

/** Books can be reached during turns, not while the board is set up. @type {Picture['mayHint']} */
export const mayHint = ({ facts }) => isTurn(facts.phase);

/** @type {Picture['hint']} */
export function hint({ game: { facts, ask }, names, snapshot }) {
  if (facts.card) return nameOf(names, facts.card).text;
  if (ask.seat !== snapshot.you.seat) return undefined;
  if (ask.key === 'place') return t`Choose one of your bridges, then tap where it lies.`;
  if (ask.key === 'pass') return t`Nobody stops on the book of another: tap where your Acolyte goes on.`;
  return undefined;
}

// Cards

/** The materials of bridges that the page has words for. @type {{[type: string]: string|undefined}} */
const TYPES = { oak: t`oak`, iron: t`iron`, stone: t`stone`, rope: t`rope` };

const TURNED = 'M-30 10A32 32 0 1 1 6 32M-42-2L-30 10L-17-1';
const CROSS = 'M-42 0H42M0-42V42M-42 0l9-8M-42 0l9 8M42 0l-9-8M42 0l-9 8M0-42l-8 9M0-42l8 9M0 42l-8-9M0 42l8-9';

/** @param {{mark: string, children?: ComponentChildren}} props */
const Art = ({ mark, children }) =>
  el(
    'span', { class: 'both' },
    el('svg', { viewBox: '-50 -50 100 100', class: 'around' }, el('path', { d: mark })), children,
  );

/** A card, or another thing that lies on a reader. @type {Picture['face']} */
export function face({ title: name, traits: of = {} }, word, names) {
  const lore = loreOf(names);
  const shape = lore.shapes.get(of.orientations ? word : of.shape ?? '');
  if (of.orientations || lore.pieces.has(word)) {
    return { tone: 'night', art: () => h(Miniature, { lore, shape: shape?.cells ?? [[0, 0]], type: of.type }) };
  }
  if (of.start) return { tone: 'night', art: () => h(Token, { kind: 'acolyte', colour: word }) };
  if (of.cells && of.colour) return placementFace(lore, word, of.cells, of.colour);
  if (of.deck === 'fidei') {
    return { tone: 'night', note: t`prayer`, order: `2 ${name}`, about: t`a prayer: it gives no step` };
  }
  const { effect = '', type } = of;
  const card = { tone: 'day', about: t`an Incertus card: it gives one step for the walk` };
  if (effect === 'rotas') {
    const place = [...lore.shapes.keys()].indexOf(of.shape ?? '') + 10;
    return {
      ...card, name: 'ROTAS', note: shape?.title ?? t`any bridge`, order: `0 ${place}`,
      art: () => h(Art, { mark: TURNED }, shape && h(Miniature, { lore, shape: shape.cells })),
    };
  }
  if (effect === 'moves') {
    return {
      ...card, name: 'MOVES', note: type ? TYPES[type] ?? type : t`any bridge`, order: `1 ${type}`,
      art: () => h(Art, { mark: CROSS }, type && h(Swatch, { lore, type })),
    };
  }
  const either = effect === 'either' ? () => h(Art, { mark: TURNED + CROSS }) : undefined;
  return { ...card, order: `1 ~${name}`, art: either };
}

/**
 * A placement card.
 * @param {Lore} lore
 * @param {string} word
 * @param {string} cells
 * @param {string} colour
 */
function placementFace(lore, word, cells, colour) {
  const own = lore.colours.find((c) => c.word === colour);
  return {
    tone: 'dusk', art: () => h(Square, { lore, cells, quadrant: own?.quadrant ?? '' }),
    name: capital(own?.title ?? colour),
    note: t`number ${lastOf(word.split('-'))}`, order: word.replace(/\d+/, (n) => n.padStart(2, '0')),
  };
}

/**
 * The square of a placement card with the four books.
 * @param {{lore: Lore, cells: string, quadrant: string}} props
 */
function Square({ lore, cells, quadrant }) {
  const { from, to } = lore.quadrants.find((q) => q.word === quadrant) ?? { from: 'a1', to: 'g7' };
  const [[left, bottom], [right, top]] = [placeOf(from), placeOf(to)];
  const size = 100 / (Math.max(right - left, top - bottom) + 1);
  return el(
    'svg', { viewBox: '-2 -2 104 104', class: 'plan' },
    Array.from({ length: Math.round(100 / size) + 1 }, (_, i) =>
      el('path', { d: `M${i * size} 0V100M0 ${i * size}H100`, class: 'grid' })),
    cells.split(', ').map(wordsOf).map(([colour = '', cell = '']) => {
      const [x, y] = placeOf(cell);
      const place = [(x - left + 0.5) * size, 100 - (y - bottom + 0.5) * size];
      return el('g', { transform: `translate(${place.join(' ')}) scale(.68)` }, h(Sign, { colour }));
    }),
  );
}

// The table

/** @param {TableProps} props */
export const Table = (props) => h(props.looks ? Portrait : Labyrinth, props);

/**
 * The table to be looked at, with some cells, bridges and players highlighted.
 * @param {TableProps} props
 */
function Portrait(props) {
  const ctx = seenOf(props);
  const { board } = ctx;
  const marks = (props.lit ?? []).flatMap((w) => {
    if (isCell(w)) return [w];
    const figures = board.figures.filter((f) => f.seat.word === w && f.cell !== 'start');
    return board.bridges.get(w) ?? figures.map((f) => f.cell);
  });
  return [
    ctx.facts.phase !== 'over' && h(Standing, { ctx }),
    el('div', { class: 'board-part' }, h(Board, { board, scene: { marks }, label: t`The board` })),
    el('section', { class: 'players-part' }, h(Players, { ctx })),
  ];
}
