// The picture of Sator: the labyrinth as a drawing, on which players turn, shift and place bridges and move Acolytes.
import { h, s, draw } from '../dom.js';
import { lastOf } from '../list.js';
import { nameOf, wordsOf } from '../store.js';
import { makeZoom } from '../zoom.js';
import { capital } from '../words.js';
import { many, t } from '../lang.js';
import { loreOf, boardOf, drawBoard, sizeOf, boxOf, cellUnder, placeOf, miniature, swatch, token, acolyte, book, sign } from './sator-board.js';
import { toolOf, points as pointsOf, cells as cellsOf, bridges as bridgesOf, steps as stepsOf, lower } from './sator-tools.js';
import { seatDot } from '../made.js';

export const style = new URL('./sator.css', import.meta.url).href;

/** The order in which verbs are offered: those that continue before those that end something. */
export const order = ['colour', 'draft', 'spend', 'as', 'discard', 'draw', 'play', 'swap', 'pray', 'done', 'rest'];

/** The order in which words are offered. */
export const words = ['rotas', 'moves', 'draw', 'search', 'incertus', 'fidei', 'north', 'east', 'south', 'west', 'r0', 'r90', 'r180', 'r270'];

/** The rule variants that a table may choose, in words. */
export const readings = {
  turns: { title: t`Whose turn comes next`, clockwise: t`The next player clockwise`, counter: t`The next player counter-clockwise` },
  gather: { title: t`An Acolyte takes its books`, any: t`With every step of its own`, walk: t`Only in the walk` },
  pray: { title: t`Where an Acolyte prays at a Gargoyle`, anywhere: t`Anywhere`, beside: t`Beside the Gargoyle` },
  jolly: { title: t`Jolly cards among the Incertus cards`, 0: t`None` },
  blank: { title: t`Cards of your own among the Incertus cards`, 0: t`None` },
};

const traits = (names, w) => nameOf(names, w).traits ?? {};
const title = (names, w) => nameOf(names, w).title;

/** A move in words, before it is made. */
export const phrases = {
  play: (card) => card && t`Play ${card}`,
  discard: (card) => card && t`Discard ${card}`,
  draw: (pile, card) => pile && (card ? t`${card} was drawn: ${lower(pile)}` : t`Draw: ${lower(pile)}`),
  swap: (way) => way,
  pray: (seat) => seat && t`Send the Gargoyle of ${seat} home`,
};

/** The question for each argument of a verb. */
export const questions = { swap: [t`What for?`], draw: [t`From which pile?`, t`Which card was it, if it was shown?`], pray: [t`Whose Gargoyle goes home?`], play: [t`Which card?`] };

/** A word of a move, if its title is not enough. */
export function optionText(word, { names, game }, verb) {
  if (verb === 'swap') return { draw: t`Discard two cards, draw one: 1 point`, search: t`Discard two, one of them a prayer; look through a pile for one: 2 points` }[word];
  if (verb !== 'spend') return undefined;
  const [, pawns, cells] = (traits(names, game.facts.card).levels ?? '').split(', ').map(wordsOf).find(([points]) => points === word) ?? [];
  if (!pawns) return pointsOf(word);
  return t`${pointsOf(word)}: ${many(pawns, t`${pawns} Acolyte`, t`${pawns} Acolytes`)}, ${cellsOf(cells)}`;
}

// Moves that are made on the board need no button below it.
const DRAWN = ['place', 'piece', 'turn', 'slide', 'push', 'gargoyle', 'step', 'lay', 'leap', 'shift', 'spin', 'walk', 'free', 'placement'];

// How much an open card has left, by the verb that it allows.
const cellsLeft = (n) => many(n, t`Done, ${n} cell left`, t`Done, ${n} cells left`);
const actionsLeft = (n) => many(n, t`Done, ${n} action left`, t`Done, ${n} actions left`);
const LEFT = { turn: (n) => many(n, t`Done, ${n} turn left`, t`Done, ${n} turns left`), slide: cellsLeft, push: cellsLeft, step: cellsLeft, shift: actionsLeft, spin: actionsLeft };

/** Most moves are made on the board; the short answers are below it. */
export function look({ verb }, ctx) {
  const { game, names, seen } = ctx;
  if (DRAWN.includes(verb)) return { ways: [] };
  const tree = game.moves?.[verb] ?? {};
  if (verb === 'colour' || verb === 'draft') return { ways: Object.keys(tree).map((w) => ({ words: [w], text: capital(title(names, w)), icon: w, cls: 'gold' })) };
  if (verb === 'rest') return { label: game.facts.phase === 'walk' ? t`End the walk` : t`End the turn`, cls: 'plain' };
  if (verb === 'swap') return { label: t`Exchange` };
  if (verb === 'done' && game.facts.left) {
    const what = Object.keys(LEFT).find((v) => game.moves[v]);
    return { label: LEFT[what]?.(game.facts.left) ?? t`Done` };
  }
  if (verb === 'draw') {
    // When the last card of the pile is drawn the discards are shuffled, and this must be recorded before anybody draws on.
    const n = Math.min(game.ask.n ?? 0, Number(game.facts.pile));
    const ways = Object.keys(tree).flatMap((w) => [{ words: [w], text: capital(title(names, w)), label: t`Draw one: ${title(names, w)}`, cls: 'gold' }, ...(w === 'incertus' && n > 1 ? [{ words: [w], times: n, text: n < game.ask.n ? t`The last ${n}: ${lower(title(names, w))}` : t`All ${n}: ${lower(title(names, w))}`, cls: 'gold' }] : [])]);
    return { ways, rest: { label: t`One that was shown`, words: [] } };
  }
  if (verb === 'discard') {
    const own = [...new Set(seen)].filter((w) => tree[w]);
    return own.length ? { ways: own.map((w) => ({ words: [w], text: title(names, w), label: t`Discard ${title(names, w)}`, icon: w, cls: 'gold' })), rest: Object.keys(tree).length > own.length && { label: t`Another card`, words: [] } } : {};
  }
  return {};
}

/** The picture of a word on a button. */
export function icon(word, { names }) {
  const lore = loreOf(names);
  const of = traits(names, word);
  if (lore.shapes.has(of.shape ?? word)) return miniature(lore, lore.shapes.get(of.shape ?? word).cells);
  if (lore.types.includes(of.type)) return swatch(lore, of.type);
  if (lore.colours.some((c) => c.word === word)) return token(acolyte, word);
  return null;
}

/** Books can be reached during turns, not while the board is set up. */
export const mayHint = ({ facts }) => facts.phase in TURN;

/** What helps with the answer. */
export function hint({ game, names, snapshot }) {
  know(names);
  const { facts, ask } = game;
  if (facts.card) return nameOf(names, facts.card).text;
  const own = ask.seat === snapshot.you.seat;
  if (ask.key === 'place' && own) return t`Choose one of your bridges, then tap where it lies.`;
  if (ask.key === 'pass' && own) return t`Nobody stops on the book of another: tap where your Acolyte goes on.`;
  return undefined;
}

// Cards, bridges and figures

// The names that came last: a card's face shows the shape that the card turns.
let lore = loreOf(null);
const know = (names) => names && (lore = loreOf(names));

// The materials of bridges that the page has words for.
const TYPES = { oak: t`oak`, iron: t`iron`, stone: t`stone`, rope: t`rope` };

const TURNED = 'M-30 10A32 32 0 1 1 6 32M-42-2L-30 10L-17-1';
const CROSS = 'M-42 0H42M0-42V42M-42 0l9-8M-42 0l9 8M42 0l-9-8M42 0l-9 8M0-42l-8 9M0-42l8 9M0 42l-8-9M0 42l8-9';
const art = (mark, inner) => () => h('span.both', null, s('svg', { viewBox: '-50 -50 100 100', class: 'around' }, s('path', { d: mark })), inner?.());

/**
 * What a card looks like, or another thing that lies on a reader.
 * @param {Object} view
 * @param {string} word
 */
export function face({ title: name, traits: of = {} }, word) {
  const shape = lore.shapes.get(of.shape);
  const at = [...lore.shapes.keys()].indexOf(of.shape) + 10;
  if (of.orientations || lore.pieces.has(word)) return { tone: 'night', art: () => miniature(lore, (lore.shapes.get(word) ?? shape).cells, of.type) };
  if (of.start) return { tone: 'night', art: () => token(acolyte, word) };
  if (of.cells && of.colour) return { tone: 'dusk', art: () => plan(of), name: capital(lore.colours.find((c) => c.word === of.colour)?.title ?? of.colour), note: t`number ${lastOf(word.split('-'))}`, order: word.replace(/\d+/, (n) => n.padStart(2, '0')) };
  if (of.deck === 'fidei') return { tone: 'night', note: t`prayer`, order: `2 ${name}`, about: t`a prayer: it gives no step` };
  const about = t`an Incertus card: it gives one step for the walk`;
  if (of.effect === 'rotas') return { tone: 'day', art: art(TURNED, shape && (() => miniature(lore, shape.cells))), name: 'ROTAS', note: shape?.title ?? t`any bridge`, order: `0 ${at}`, about };
  if (of.effect === 'moves') return { tone: 'day', art: art(CROSS, of.type && (() => swatch(lore, of.type))), name: 'MOVES', note: of.type ? TYPES[of.type] ?? of.type : t`any bridge`, order: `1 ${of.type}`, about };
  return { tone: 'day', art: of.effect === 'either' ? art(`${TURNED}${CROSS}`) : undefined, order: `1 ~${name}`, about };
}

// A placement card: its square with the four books.
function plan(t) {
  const cells = t.cells.split(', ').map(wordsOf);
  const q = lore.quadrants.find((x) => x.word === lore.colours.find((c) => c.word === t.colour)?.quadrant);
  const [[x0, y0], [x1, y1]] = [q?.from ?? 'a1', q?.to ?? 'g7'].map(placeOf);
  const n = Math.max(x1 - x0, y1 - y0) + 1;
  return s('svg', { viewBox: '-2 -2 104 104', class: 'plan' }, Array.from({ length: n + 1 }, (_, i) => s('path', { d: `M${i * 100 / n} 0V100M0 ${i * 100 / n}H100`, class: 'grid' })),
    cells.map(([colour, cell]) => { const [x, y] = placeOf(cell); return s('g', { transform: `translate(${(x - x0 + 0.5) * 100 / n} ${100 - (y - y0 + 0.5) * 100 / n}) scale(.68)` }, sign(colour)); }));
}

// What the player has tapped on the board and planned so far. It is dropped where it is drawn, once the table no longer allows it.
let picked = {};
let about = ''; // the question at that time
let again = () => {};
let heard = 0; // the verdict that the next tap puts away
let lastUse = ''; // the last card, and the bridge it moved: never both twice in a row
let carrying = false; // several moves are being sent
let answers = new Map(); // the table's answers to the page's questions
let answered = ''; // the state that they are about

let parts; // of the page
let zoom;
let near = false; // zoomed in automatically
let looked = ''; // what was zoomed to

/**
 * Draws the table.
 * @param {HTMLElement} root
 * @param {Object} snapshot
 * @param {Object} names
 * @param {Object} actions
 */
export function render(root, snapshot, names, actions) {
  again = () => render(root, snapshot, names, actions);
  know(names);
  const { game, you } = snapshot;
  draw(root, [game.id, Boolean(names)], build);
  // For another question, forget the plan.
  const matter = [game.id, game.turn, game.ask.key, game.facts.card, game.facts.piece].join();
  if (matter !== about) [about, picked] = [matter, {}];
  const ctx = contextOf(snapshot, names, actions);
  const tool = toolOf(ctx);
  parts.tap = tool.tap;
  const mark = [snapshot.revision, game.facts, you, picked, [...answers]];
  draw(parts.standing, mark, () => standing(ctx));
  draw(parts.cards, mark, () => tool.before);
  draw(parts.sheet, mark, () => [drawBoard(ctx.board, tool.scene, tool.label), h('div.spots', null, tool.spots.map((x) => spot(ctx, x)))]);
  draw(parts.advice, tool.advice ?? '', () => tool.advice && h('p.quiet', null, tool.advice));
  draw(parts.panel, mark, () => tool.panel);
  parts.panel.classList.toggle('stock', Boolean(tool.large));
  const alone = Boolean(tool.panel) && !tool.large && Object.keys(picked).length > 0 && !game.facts.card;
  parts.panel.closest('.table')?.classList.toggle('tool-alone', alone);
  draw(parts.seats, mark, () => seats(ctx));
  lookAt(tool);
}

/** Draws the table only for looking at, with some cells, bridges and players highlighted. */
export function portrait(root, snapshot, names, actions, lit = []) {
  know(names);
  const { game } = snapshot;
  draw(root, [game.facts, game.seats, lit, Boolean(names)], () => {
    const board = boardOf(game, lore);
    const marks = lit.flatMap((w) => (/^[a-z]\d+$/.test(w) ? [w] : board.bridges.get(w) ?? board.figures.filter((f) => f.seat.word === w && f.cell !== 'start').map((f) => f.cell)));
    const ctx = { snapshot, game, names, actions, lore, board, facts: game.facts, actor: game.seats.find((x) => x.word === game.facts.turn) };
    return [standing(ctx), h('div.board-part', null, drawBoard(board, { marks }, t`The board`)), h('section.players-part', null, seats(ctx))];
  });
}

function build() {
  const frame = h('div.frame', { tabindex: 0, role: 'group', 'aria-label': t`The board. Plus and minus zoom, the arrow keys move it.` });
  const sheet = h('div.sheet-of');
  const button = (key, label, text, act) => h('button.plain', { type: 'button', key, 'aria-label': label, onclick: act }, text);
  const tools = h('div.zoom', { role: 'group', 'aria-label': t`Zoom` }, button('zoom-out', t`Smaller`, '−', () => zoom.by(-1)), button('zoom-in', t`Larger`, '+', () => zoom.by(1)), button('zoom-whole', t`The whole board`, '⤢', () => zoom.whole()));
  frame.append(sheet);
  parts = { standing: h('section.standing.foremost', { 'aria-label': t`Where the turn stands` }), cards: h('section.cards-part', { 'aria-label': t`Placement cards` }), frame, sheet, advice: h('div'), panel: h('section.tool-panel', { 'aria-label': t`What is chosen on the board` }), seats: h('section.players-part', { 'aria-label': t`The players` }), tap: () => {} };
  zoom = makeZoom(frame, sheet, { most: 6, tap: (fx, fy) => parts.tap(cellUnder(lore, fx, fy)), changed: (k) => { if (k === 1) near = false; } });
  // Moving the focus with keys scrolls its cell into view. Under a finger nothing moves.
  sheet.addEventListener('focusin', (e) => {
    const { cell } = e.target.dataset;
    if (cell && zoom.size() > 1 && e.target.matches(':focus-visible')) zoom.show(...boxOf(lore, [cell], 0.5));
  });
  return [parts.standing, parts.cards, h('div.board-part', null, frame, h('div.below', null, parts.advice, tools)), parts.panel, parts.seats];
}

function contextOf(snapshot, names, actions) {
  const { game, you } = snapshot;
  const me = game.seats[you.seat];
  const may = you.seat >= 0 || you.host;
  const state = JSON.stringify([game.facts, game.ask, lastOf(game.log)?.n, game.undoable]);
  if (state !== answered) [answered, answers] = [state, new Map()];
  const verdict = game.verdict;
  if (game.facts.card) lastUse = `${game.facts.card} ${game.facts.piece}`;
  else if (!wordsOf(game.facts[`${game.facts.turn}.played`]).includes(lastUse.split(' ')[0])) lastUse = '';
  const ctx = {
    snapshot, game, names, actions, lore, me, picked, lastUse, facts: game.facts, used: game.facts.card ? traits(names, game.facts.card) : {}, board: boardOf(game, lore),
    moves: game.moves ?? {}, table: (may && game.tableMoves) || {},
    mine: Boolean(me) && game.ask.seat === you.seat,
    actor: game.seats.find((x) => x.word === game.facts.turn),
    seen: me ? wordsOf(game.facts[`${me.word}.hand.seen`]) : [],
    title: (w) => title(names, w),
    // The cells in the last refusal, until something else is tapped.
    refused: verdict && !verdict.ok && verdict.n !== heard ? cellsIn(verdict.names) : [],
    pick(change) {
      heard = verdict?.n ?? heard;
      picked = change;
      again();
    },
    carry: (moves) => carry(actions, moves),
    ask: (verb, args) => ask(actions, verb, args),
  };
  return ctx;
}

// Verdicts have names as people write them.
const cellsIn = (all) => (all ?? []).map((w) => w.toLowerCase()).filter((w) => /^[a-z]\d+$/.test(w));

// Sends moves one after the other, until one is refused. If that is the first, the plan stays to be corrected.
async function carry(actions, moves) {
  const before = picked;
  picked = {};
  carrying = true;
  let made = 0;
  while (made < moves.length && await actions.move(moves[made][0], moves[made].slice(1), moves[made][0] === 'placement')) made++;
  carrying = false;
  if (!made) picked = before;
  again();
}

// Asks the table why something is not possible; this changes nothing.
function ask(actions, verb, args) {
  const key = [verb, ...args].join(' ');
  if (!answers.has(key)) {
    const there = answers;
    there.set(key, null);
    actions.check(verb, args, false).then((answer) => {
      there.set(key, { ok: answer.ok, text: answer.text, rule: answer.rule, cells: cellsIn(answer.names) });
      if (there === answers) again();
    });
  }
  return answers.get(key);
}

const SMALL = 32; // below this size, px, a finger misses cells

// If cells are small, zooms to the chosen ones, above the panel that covers the board's foot.
function lookAt({ focus, due }) {
  if (carrying) return;
  const key = focus?.join() ?? due ?? '';
  if (key === looked) return;
  const first = !looked;
  looked = key;
  const cell = parts.frame.clientWidth / sizeOf(lore)[0] * 40;
  const over = () => Math.max(0, parts.frame.getBoundingClientRect().bottom - parts.panel.getBoundingClientRect().top);
  if (key && cell > 0) {
    // The page scrolls the board up to its bar, to show more of it: the places to tap must be visible.
    const up = parts.frame.getBoundingClientRect().top - parts.standing.getBoundingClientRect().bottom;
    const by = up > 0 ? Math.min(up, over()) : focus ? 0 : up;
    if (first || due) scrollBy({ top: by, behavior: 'instant' });
  }
  zoom.cover(key ? over() : 0);
  if (focus && cell > 0) {
    near ||= zoom.size() === 1 && cell < SMALL;
    zoom.show(...boxOf(lore, focus, 1.2), cell < SMALL ? 44 / cell : 1);
  } else if (near) zoom.whole();
}

// A place of the board for keys and screen readers. For fingers and mice only the position counts: they choose the nearest place.
function spot({ lore: l }, { cell, label, act, pressed, key }) {
  const [x, y, w, ht] = boxOf(l, [cell]);
  return h('button', { type: 'button', key: key ?? `at-${cell}-${label}`, 'data-cell': cell, 'aria-label': label, 'aria-pressed': pressed === undefined ? null : String(pressed), '--x': `${100 * (x + w / 2)}%`, '--y': `${100 * (y + ht / 2)}%`, '--w': `${100 * w}%`, '--h': `${100 * ht}%`, onclick: (e) => e.detail === 0 && act() });
}

// Where the turn stands

const SETUP = { colours: t`Colours`, books: t`Books`, draft: t`Draft`, bridges: t`Bridges` };
const TURN = { swap: t`Exchange`, play: t`Play`, walk: t`Walk`, draw: t`Draw` };
const POINTS = 6;
const FOOT = 'M-3-8C0-9 2-6 1.500-2C1 1-3.500 1-4-2C-4.500-5-5-7.500-3-8ZM-3.500 3C-1.500 2.500 1 3 1 5.500C1 8.500-3 8.500-3.500 5.500Z';

function standing({ facts, actor, game }) {
  if (facts.phase === 'over') return null;
  const all = SETUP[facts.phase] ? SETUP : TURN;
  // Bridges are left to be chosen only among three players.
  const some = Object.entries(all).filter(([key]) => key !== 'draft' || game.seats.length === 3);
  const [points, steps] = [Number(facts.points ?? 0), Number(facts.steps ?? 0)];
  return [
    h('ol.steps', null, some.map(([key, text]) => h('li', { 'aria-current': key === facts.phase ? 'step' : null }, text))),
    facts.points !== undefined && h('div.purse', null,
      h('span.points', { role: 'img', 'aria-label': t`${points} of ${POINTS} action points left` }, Array.from({ length: Math.max(POINTS, points) }, (_, i) => h('span', { class: i < points ? 'on' : '' })), h('b', { 'aria-hidden': 'true' }, points)),
      h('span.stride', { role: 'img', 'aria-label': t`${stepsOf(steps)} for the walk` }, s('svg', { viewBox: '-6 -11 14 21', 'aria-hidden': 'true' }, s('path', { d: FOOT }), s('path', { d: FOOT, transform: 'translate(5 -1) scale(-1 1)' })), h('b', { 'aria-hidden': 'true' }, steps)),
      h('span', { class: `free is-${facts.free}`, role: 'img', 'aria-label': facts.free === 'used' ? t`The free action of ${actor?.title ?? t`the turn`} is used` : t`The free action of ${actor?.title ?? t`the turn`} is ready` }, h('span', { 'aria-hidden': 'true' }, facts.free === 'used' ? t`free action used` : t`free action`))),
    facts.pinned === 'true' && h('p.pinned', null, t`The Acolyte does not move by itself in this turn.`),
  ];
}

// The players

function seats(ctx) {
  const { game, snapshot, facts, names } = ctx;
  const from = Math.max(0, snapshot.you.seat);
  const list = game.seats.map((_, i) => game.seats[(from + i) % game.seats.length]);
  return [
    h('div.part-head', null, h('h2', null, t`The players`), facts.pile !== undefined && h('span.quiet', null, t`common pile ${facts.pile}, discarded ${facts.discard}`)),
    h('ul.players-of', null, list.map((seat) => player(ctx, seat))),
    facts.removed && h('p.quiet', null, t`Out of the game: ${wordsOf(facts.removed).map((w) => title(names, w)).join(', ')}`),
  ];
}

function player(ctx, seat) {
  const { facts, snapshot, game, names, actions } = ctx;
  const fact = (path) => facts[`${seat.word}.${path}`];
  const colour = fact('colour');
  const books = Number(fact('books') ?? 0);
  const hand = Number(fact('hand') ?? 0);
  const fidei = Number(fact('hand.fidei') ?? 0);
  const cards = many(hand, t`${hand} card`, t`${hand} cards`);
  const shapes = wordsOf(fact('bridges'));
  const at = fact('at');
  const lie = (path, heading) => wordsOf(fact(path)).length > 0 && h('div.lie', null, h('small', null, heading), wordsOf(fact(path)).map((w, i) => h('button', { type: 'button', key: `${seat.word}-${path}-${w}-${i}`, onclick: () => actions.openCard(w) }, title(names, w))));
  return h('li', { 'data-word': seat.word, class: [seat.word === facts.turn && facts.phase !== 'over' && 'turn', seat === game.seats[snapshot.you.seat] && 'own'].filter(Boolean).join(' ') },
    h('p.who', null, colour ? token(acolyte, colour) : seatDot(seat.colour), h('b', null, seat.title), colour && h('small', null, capital(title(names, colour))),
      colour && h('span.books', { role: 'img', 'aria-label': t`${books} of ${ctx.lore.quadrants.length} books gathered` }, ctx.lore.quadrants.map((_, i) => h('span', { class: i < books ? 'got' : '' }, token(book, colour))))),
    facts.points !== undefined && h('p.quiet', null, [fidei ? many(fidei, t`${cards}, ${fidei} prayer of them`, t`${cards}, ${fidei} prayers of them`) : cards, t`Liber Fidei ${fact('pile')}`, at && (at === 'start' ? t`Acolyte at the start place` : t`Acolyte ${at}`), fact('gargoyle') !== 'home' && t`Gargoyle ${fact('gargoyle')}`].filter(Boolean).join(' · ')),
    shapes.length > 0 && h('p.to-lay', { role: 'img', 'aria-label': t`${bridgesOf(shapes.length)} to lay: ${shapes.map((w) => lower(title(names, w))).join(', ')}` }, shapes.map((w) => ctx.lore.shapes.has(w) && miniature(ctx.lore, ctx.lore.shapes.get(w).cells))),
    lie('played', t`Played:`), lie('out', t`Used prayers:`));
}
