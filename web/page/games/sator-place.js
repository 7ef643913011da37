// @ts-check
// How books and bridges are placed on the board of Sator.
import { Button } from '../shared/button.js';
import { lastOf } from '../shared/list.js';
import { wordsOf } from '../shared/store.js';
import { capital } from '../shared/words.js';
import { el, h } from '../shared/view.js';
import { and, many, t } from '../shared/lang.js';
import { Miniature, Token } from './sator-board.js';
import { beside, clash, laying, WAYS } from './sator-cells.js';
import { arrowsOf, arrowSpot, Head, lower, nearest, Refusal, twoLines, under, why } from './sator-tool.js';

/** @import { Tree } from '../../types/protocol' */
/** @import { Cell, Shape, Way } from './sator-cells.js' */
/** @import { Move, Plan, SatorTable, Tool } from './sator-tool.js' */

/**
 * Tells which placement card lies open.
 * @param {SatorTable} ctx
 * @return {Tool}
 */
export function placing(ctx) {
  const { game, facts, table, lore, picked, pick, carry, title } = ctx;
  const legal = lore.placements.filter((p) => table.placement?.[p.word]);
  const chosen = legal.find((p) => p.word === picked.card);
  const played = new Set(game.seats.map((x) => facts[`${x.word}.colour`]));
  const books = Object.entries(chosen?.cells ?? {}).filter(([colour]) => played.has(colour))
    .map(([colour, cell]) => ({ colour, cell }));
  const told = and(books.map(({ colour, cell }) => `${lower(title(colour))} ${cell}`));
  return {
    scene: { books },
    before: lore.colours.map(({ word: colour }) =>
      h(Placements, { key: colour, ctx, colour, cards: legal.filter((p) => p.colour === colour).map((p) => p.word) })),
    focus: chosen && books.map((b) => b.cell),
    panel: chosen && [
      h(Head, { close: () => pick({}) }, twoLines(title(chosen.word), t`Books: ${told}`)),
      el('div', { class: 'ways' }, h(
        Button, { look: 'gold', name: 'confirm', act: () => carry([['placement', chosen.word]]) },
        t`This card lies open`,
      )),
    ],
  };
}

/** @param {{ctx: SatorTable, colour: string, cards: string[]}} props */
function Placements({ ctx: { facts, picked, pick, title }, colour, cards }) {
  const done = facts[`placement.${colour}`];
  return el(
    'div', { class: 'placements', role: 'group', 'aria-label': title(colour) },
    el(
      'p', null, h(Token, { kind: 'acolyte', colour }), el('b', null, capital(title(colour))),
      el('small', null, done ? t`${title(done)} lies open` : t`which card was turned up?`),
    ),
    cards.length > 0 && el('div', { class: 'numbers' }, cards.map((card) => {
      const pressed = card === picked.card;
      const act = () => pick(pressed ? {} : { card });
      return h(
        Button, { key: card, look: '', name: `card-${card}`, label: title(card), pressed, act },
        lastOf(card.split('-')),
      );
    })),
  );
}

/**
 * Places a bridge of the viewer's own, or lays one again.
 * @param {SatorTable} ctx
 * @param {'place'|'lay'} verb
 * @return {Tool}
 */
export function layer(ctx, verb) {
  const { moves, facts, game, lore, picked } = ctx;
  const lifted = facts.piece ?? '';
  const own = verb === 'lay' ? [lifted] : Object.keys(moves.place ?? {});
  const shown = verb === 'lay' ? lifted : (game.gesture?.words ?? []).find((w) => own.includes(w));
  const piece = picked.stock && own.includes(picked.stock) ? picked.stock : shown;
  const { shape: word = '', type = '' } = lore.pieces.get(piece ?? '') ?? {};
  const shape = lore.shapes.get(word);
  if (!piece || !shape) return { large: true, scene: { due: true }, panel: h(Stock, { ctx, own }) };
  const tree = (verb === 'lay' ? moves.lay : moves.place?.[piece]) ?? {};
  return laid(ctx, { verb, piece, type, shape, tree });
}

/**
 * The bridges that are left.
 * @param {{ctx: SatorTable, own: string[]}} props
 */
function Stock({ ctx: { facts, lore, board, me, title, pick }, own }) {
  const left = wordsOf(facts[`${me?.word}.bridges`]).length;
  const bare = board.books.filter((b) => !board.cover.has(b.cell)).length;
  const text = [
    many(left, t`${left} bridge left to lay`, t`${left} bridges left to lay`),
    bare > 0 && many(bare, t`${bare} book over the void`, t`${bare} books over the void`),
  ].filter(Boolean).join(', ');
  const pieces = own.map((word) => ({ word, ...lore.pieces.get(word) }));
  const shapes = [...lore.shapes].filter(([word]) => pieces.some((p) => p.shape === word));
  return [
    h(Head, {}, twoLines(t`Which bridge do you lay?`, text)),
    el('div', { class: 'stock-of', style: { '--columns': shapes.length } }, lore.types.map((type) =>
      shapes.map(([word, shape]) => {
        const piece = pieces.find((p) => p.shape === word && p.type === type)?.word;
        const key = `${word}-${type}`;
        if (!piece) return el('span', { key, class: 'gone', 'aria-hidden': true });
        return h(
          Button,
          {
            key, look: '', name: `stock-${piece}`, label: title(piece), pressed: false,
            act: () => pick({ stock: piece }),
          },
          h(Miniature, { lore, shape: shape.cells, type }),
        );
      }))),
  ];
}

/**
 * A bridge that is to be placed.
 * @typedef {object} Placing
 * @property {'place'|'lay'} verb
 * @property {string} piece
 * @property {string} type
 * @property {Shape} shape
 * @property {Tree} tree where it may lie: an anchor, then an orientation
 */

/**
 * What a tap on a cell means: the bridge's own cell, or else a position that covers the cell; if none is legal as it is
 * turned, then turned otherwise.
 * @param {Placing} placing
 * @param {string} orient as it is turned
 * @param {Cell} cell
 * @return {Plan}
 */
function aim({ piece, shape, tree }, orient, cell) {
  for (const o of [orient, ...shape.orientations.filter((x) => x !== orient)]) {
    const anchors = [cell, ...Object.keys(tree).filter((a) => laying(shape.cells, a, o).includes(cell))];
    const anchor = anchors.find((a) => tree[a]?.[o]);
    if (anchor) return { stock: piece, anchor, orient: o };
  }
  return { stock: piece, anchor: cell, orient };
}

/**
 * The tool that places a bridge.
 * @param {SatorTable} ctx
 * @param {Placing} placing
 * @return {Tool}
 */
function laid(ctx, placing) {
  const { board, picked, pick, title } = ctx;
  const { verb, piece, type, shape, tree } = placing;
  const { anchor } = picked;
  const orient = shape.orientations.find((o) => o === picked.orient) ?? shape.orientations[0] ?? '';
  const cells = anchor ? laying(shape.cells, anchor, orient) : [];
  const ok = Boolean(anchor && tree[anchor]?.[orient]);
  /** @type {Move} */
  const move = [verb, ...(verb === 'place' ? [piece] : []), anchor ?? '', orient];
  const here = clash(board, piece, cells);
  if (verb === 'place') here.rule = here.rule.replace('piece', 'place');
  // For an own cell off the table, the table could only answer that there is no such cell.
  const reason = anchor && !ok ? why(ctx, here, board.inside(anchor) && move) : undefined;
  /** @param {Cell} cell */
  const put = (cell) => pick(aim(placing, orient, cell));
  /** @param {Way} way */
  const next = (way) => beside(anchor ?? '', WAYS[way]);
  /** @param {Way} way */
  const nudge = (way) => pick({ stock: piece, orient, anchor: next(way) });
  const arrows = anchor ? arrowsOf(cells, (way) => tree[next(way)]?.[orient] !== undefined) : [];
  const room = Object.keys(tree).filter((a) => tree[a]?.[orient]);
  const text = room.length > 0 ? t`Tap the board: where does it lie?` : t`Turned like this it lies nowhere.`;
  const bare = board.books.filter((b) => !board.cover.has(b.cell));
  return {
    focus: anchor ? cells.filter(board.inside) : undefined,
    due: anchor ? '' : piece,
    scene: {
      due: true, chosen: verb === 'lay' ? piece : '', room, marks: reason?.cells, arrows,
      ghosts: anchor ? [{ type, cells, solid: true, ill: !ok }] : [],
    },
    spots: [
      ...bare.map(({ cell, colour }) => {
        const label = t`Lay it under the ${lower(title(colour))} book on ${cell}`;
        return { cell, name: `at-${cell}-${label}`, label, act: () => put(cell) };
      }),
      ...arrows.map((a) => arrowSpot(a, () => nudge(a.way))),
    ],
    tap(at) {
      const arrow = nearest(at, arrows, 0.8);
      const cell = under(at);
      if (arrow) nudge(arrow.way);
      else if (board.inside(cell)) put(cell);
    },
    panel: [
      h(
        Head, { close: verb === 'place' ? () => pick({}) : undefined },
        h(Miniature, { lore: board.lore, shape: shape.cells, type, quarters: Number(orient.slice(1)) / 90 }),
        twoLines(title(piece), anchor ? t`on ${cells.join(' ')}` : text),
      ),
      reason && !reason.ok && h(Refusal, { ctx, verdict: reason }),
      h(Laying, { ctx, placing, orient, move, ok: ok || reason?.ok === true }),
    ],
  };
}

/**
 * The buttons that turn and lay a bridge.
 * @param {{ctx: SatorTable, placing: Placing, orient: string, move: Move, ok: boolean}} props
 */
function Laying({ ctx: { picked: { anchor }, pick, carry }, placing: { piece, shape }, orient, move, ok }) {
  const all = shape.orientations;
  const turnOn = () => pick({ stock: piece, anchor, orient: all[(all.indexOf(orient) + 1) % all.length] });
  return el(
    'div', { class: 'ways' },
    all.length > 1 && h(Button, { name: 'turn-on', label: t`Turn it by 90° clockwise`, act: turnOn }, t`↻ Turn`),
    anchor && h(
      Button, { look: ok ? 'gold' : 'plain', name: 'confirm', act: () => carry([move]) },
      ok ? t`Lay it here` : t`Try it`,
    ),
  );
}
