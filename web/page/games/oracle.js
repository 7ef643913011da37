// The picture of the Oracle. It replaces her board, which is wiped clean after the game, so players tap lines, boxes and icons here.
import { h, s, draw } from '../dom.js';
import { lastOf } from '../list.js';
import { nameOf, wordsOf } from '../store.js';
import { starPath } from '../sigil.js';
import { openSheet } from '../sheet.js';
import { and, many, t } from '../lang.js';
import { seatDot } from '../made.js';

export const style = new URL('./oracle.css', import.meta.url).href;

/** The order in which verbs are offered: those that continue before those that end the question. */
export const order = ['no-adventurer', 'x', 'use', 'done', 'dawn', 'end-day', 'return'];

const RUNES = ['die-a', 'die-b', 'coin', 'bone', 'voodoo'];
const SIDES = ['left', 'right'];
const COLOURS = ['red', 'green', 'blue', 'yellow', 'grey'];
const ROWS = ['top', 'bottom'];

/** The order in which words are offered. */
export const words = [...RUNES, ...SIDES, ...COLOURS, 'talisman', 'charm', 'icon', 'x', ...ROWS];

/** Only Corruption cards are held in secret. */
export const hand = { fact: 'corruption', title: t`Your Corruption` };

/** The rule variants that a table may choose, in words. */
export const readings = {
  oracle: { title: t`Who plays the Oracle`, 1: t`The first player`, 2: t`The second player`, 3: t`The third player`, 4: t`The fourth player` },
  'prediction-dice': { title: t`Two dice beside the Voodoo pawn`, higher: t`The higher one counts`, sum: t`Both are added up` },
  'nudge-rune': { title: t`What blackens boxes of +1 or −1`, bone: t`Coin and Bone; Coin and Voodoo pawn blacken boxes of Move 1`, voodoo: t`Coin and Voodoo pawn; Coin and Bone blacken boxes of Move 1` },
  border: { title: t`The edge of the sky map`, open: t`It is open until it is drawn`, drawn: t`Its lines are printed` },
  cross: { title: t`An area at the Corruption cross`, any: t`It brings a card whatever it gives`, goods: t`Only one that gives goods brings a card` },
};

const icons = (n) => many(n, t`${n} icon`, t`${n} icons`);
const lines = (n) => many(n, t`${n} line`, t`${n} lines`);
const lower = (text) => text.charAt(0).toLowerCase() + text.slice(1);
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The question for each argument of a verb. */
export const questions = { recruit: [t`Who is recruited?`, t`Under which ability?`] };

const traits = (names, w) => nameOf(names, w).traits ?? {};
const title = ({ names }, w) => capital(nameOf(names, w).title);

// Names of runes inside a sentence.
const THE = { 'die-a': t`the first die`, 'die-b': t`the second die`, coin: t`the coin`, bone: t`the bone`, voodoo: t`the voodoo pawn` };

// The colours of a kind of facts, those with a sign first.
const coloursOf = (facts, path) => Object.keys(facts).filter((p) => p.startsWith(path)).map((p) => p.slice(path.length)).sort((a, b) => (COLOURS.indexOf(a) + 9) % 9 - (COLOURS.indexOf(b) + 9) % 9);

/** A word of a move, if its title is not enough: the use of a slot, and who leaves it. */
export function optionText(word, ctx, verb) {
  const { facts } = ctx.game;
  if (verb !== 'recruit' || nameOf(ctx.names, word).sort !== 'place') return undefined;
  const there = facts[`${facts.oracle}.staff.${word}`];
  const text = lower(nameOf(ctx.names, word).text);
  return there ? t`${title(ctx, word)}: ${text} (${title(ctx, there)} goes.)` : t`${title(ctx, word)}: ${text}`;
}

// Words that players tap on the picture need no button below it; short answers have a button each.
const DRAWN = ['rune', 'adventurer', 'corruption', 'nudge', 'shift', 'read-stars', 'predict', 'horoscope', 'influence', 'recruit', 'staff', 'line', 'write', 'sell', 'total'];
const SHORT = ['good', 'x', 'icon', 'discard', 'bonus', 'mark', 'use', 'first', 'sponsor', 'reveal', 'act'];

/** Most moves are made on the picture; the short answers are below it. */
export function look({ verb }, ctx) {
  const { game } = ctx;
  if (DRAWN.includes(verb)) return { ways: [] };
  if (verb === 'return') return { ways: [], rest: { words: [] } };
  if (verb === 'done' && game.ask.key === 'lines') {
    const [, n] = wordsOf(game.facts.ask);
    return { label: many(n, t`Done, ${n} line left`, t`Done, ${n} lines left`) };
  }
  if (!SHORT.includes(verb)) return {};
  const text = (w) => (verb === 'act' ? many(w, t`${w} hour`, t`${w} hours`) : [title(ctx, w), traits(ctx.names, w).cost && `−${traits(ctx.names, w).cost}`].filter(Boolean).join(' '));
  return { ways: inTurn(Object.keys(game.moves?.[verb] ?? {})).map((w) => ({ words: [w], text: text(w), icon: SIGNS[w] && w, cls: 'gold' })) };
}

const inTurn = (all) => all.sort((a, b) => (words.indexOf(a) + 99) % 99 - (words.indexOf(b) + 99) % 99);

/** The picture of a word on a button. */
export const icon = (word) => sign(word);

/** What helps with the answer. */
export function hint({ game, snapshot }) {
  return {
    lines: game.ask.seat === snapshot.you.seat && t`Tap a line of the sky map to see what it closes; tap it again to draw it.`,
    adventurers: game.facts.ask === 'adventurers 2' && t`If only one was drawn, tell that one.`,
  }[game.ask.key];
}

// The names that came last: a card's face shows the title of its clan.
let known = null;

/**
 * What a card looks like, or another thing that lies on a reader.
 * @param {Object} view
 * @param {string} word
 */
export function face({ title: name, traits: of = {} }, word) {
  if (RUNES.includes(word)) return { tone: 'night', art: () => rune(word), order: String(RUNES.indexOf(word)) };
  if (SIGNS[word]) return { tone: 'night', art: () => sign(word), name: capital(name) };
  if (of.cost) return { tone: 'night', note: t`−${of.cost} gold`, order: `${of.cost} ${name}`, about: t`costs ${of.cost} gold at the end` };
  const note = [of.hours && t`${of.hours} h`, of.clan && title({ names: known }, of.clan)].filter(Boolean).join(' · ');
  return { tone: 'day', note, about: note };
}

// Drawing. A colour is recognized by its sign; the colouring itself only helps.

const SIGNS = {
  red: 'M0 10C-8 10-9 3-6-2C-5 1-3.500 1-2.500-.5C-3.500-5-1-9 3.500-11C2.500-6 8-4 8 3C8 7 5 10 0 10Z',
  green: 'M-8 9C-11-2-4-10 9-10C10 3 4 10-5 7.500L4-3.500L-6.500 6Z',
  blue: 'M0-11C5-4 8-.5 8 3A8 8 0 0 1-8 3C-8-.5-5-4 0-11Z',
  yellow: starPath(8, 3, 10.5),
  grey: 'M-10-5C-5-7.500 5-7.500 10-5C10 3 6 7 2.500 4L0 2L-2.500 4C-6 7-10 3-10-5ZM-6-2.500A2.300 1.500 0 0 0-2-1.500A2.300 1.500 0 0 0-6-2.500ZM6-2.500A2.300 1.500 0 0 1 2-1.500A2.300 1.500 0 0 1 6-2.500Z',
};
const GOODS = { charm: 'M0-11A3 3 0 0 1 2-6A8.500 8.500 0 1 1-2-6A3 3 0 0 1 0-11Z', talisman: 'M0-11.500L9.500-6V5L0 11.500L-9.500 5V-6Z' };
const GLYPHS = {
  x: 'M-7-7L7 7M7-7L-7 7',
  icon: 'M0-9V8M-6 8H6M-9-6H9M-9-6L-11 1H-7ZM9-6L7 1H11Z',
  discard: 'M-5-9H6V9H-6V-9M-10 6L10-6',
  corruption: 'M-6-9H6V9H-6ZM-2.500-2.500L2.500 2.500M2.500-2.500L-2.500 2.500',
  lines: 'M-9 6L-2-5L9 2',
  adventurers: 'M0-9A3.500 3.500 0 0 1 0-2A3.500 3.500 0 0 1 0-9M-6 9C-6 1 6 1 6 9Z',
  sponsor: 'M-7-9H7V8L0 3L-7 8Z',
  manual: 'M-6-4H6M-6 1H6M-6 6H2M-9-9H9V10H-9Z',
  marks: 'M-7-7H7V7H-7ZM-3-3H3V3H-3Z', nudge: 'M-7-7H7V7H-7ZM0-4V2M-3-1H3M-3 4.500H3', shift: 'M-8-4H7L3-8M8 4H-7L-3 8',
  tree: 'M0 10V-2M0-10C6-8 7-1 0 2C-7-1-6-8 0-10M0 4L4 1', skull: 'M-4 10V5C-12 1-9-10 0-10C9-10 12 1 4 5V10ZM-5.500-2.500H-2.500M2.500-2.500H5.500M0 6V10',
  bone: 'M-8 2A3 3 0 0 0-5 8A3 3 0 0 0 1 5L5 1A3 3 0 0 0 8-5A3 3 0 0 0 2-8A3 3 0 0 0-1-5L-5-1A3 3 0 0 0-8 2Z',
  voodoo: 'M0-11A4 4 0 0 1 0-3A4 4 0 0 1 0-11M-10-1H10M0-3V4L-6 11M0 4L6 11M-2 1H2',
};

const svg = (cls, ...children) => s('svg', { viewBox: '-13 -13 26 26', class: cls, 'aria-hidden': 'true' }, children);
const pathOf = (w) => SIGNS[w] ?? starPath(5 + w.length % 3, 1, 10);
const signPath = (w, props) => s('path', { d: pathOf(w), class: `sign is-${w}`, 'fill-rule': 'evenodd', ...props });
const sign = (w) => svg('token', signPath(w));
const glyph = (w, cls = '') => svg(`token glyph ${cls}`, s('path', { d: GLYPHS[w] ?? starPath(6, 2, 9) }));
const good = (kind, colour, cls = '') => svg(`token good ${kind} ${cls}`, s('path', { d: GOODS[kind], class: `body is-${colour}` }), signPath(colour, { transform: kind === 'charm' ? 'translate(0 1.500) scale(.5)' : 'scale(.62)', class: 'sign stamp' }));

// A rune in the bowl: a die or the Coin shows its face.
function rune(w, face) {
  const die = w.startsWith('die-');
  return svg(`token rune ${w}`,
    die && [s('rect', { x: -11, y: -11, width: 22, height: 22, rx: 4, class: 'body' }), s('text', { y: 6, class: 'pips' }, face ?? '')],
    w === 'coin' && [s('circle', { r: 12, class: 'body' }), s('path', { d: GLYPHS[face] ?? '', class: 'mark', transform: 'scale(.75)' })],
    !die && w !== 'coin' && s('path', { d: GLYPHS[w] ?? starPath(6, 2, 9), class: 'body' }));
}

const sideOf = (facts, w) => wordsOf(facts[`bowl.${w}`])[0];
const faceOf = (facts, w) => wordsOf(facts[`bowl.${w}`])[1];
const faceText = ({ names }, face) => (/^\D/.test(face ?? '') ? lower(nameOf(names, face).title) : face);

// What the player has tapped so far, for moves that take two taps. It is dropped where it is drawn, once the table no longer allows it.
let picked = { what: '', at: '' };
let again = () => {};

const chosen = (what) => (picked.what === what ? picked.at : '');

function pick(what, at) {
  picked = { what, at };
  again();
}

/**
 * Draws the table.
 * @param {HTMLElement} root
 * @param {Object} snapshot
 * @param {Object} names
 * @param {Object} actions
 */
export function render(root, snapshot, names, actions) {
  if (!root.inert) again = () => render(root, snapshot, names, actions);
  known = names ?? known;
  const { game, you } = snapshot;
  draw(root, [game.facts, game.seats, game.ask, game.winner, game.options, game.moves, game.tableMoves, you, picked, Boolean(names)], () => {
    const { facts } = game;
    const may = you.seat >= 0 || you.host;
    const ctx = {
      snapshot, game, names, actions, facts, own: (path) => facts[`${facts.oracle}.${path}`],
      moves: game.moves ?? {}, table: (may && game.tableMoves) || {},
      play(verb, args, table) {
        picked = { what: '', at: '' };
        return actions.move(verb, args, table);
      },
    };
    const parts = { sky, bowl, rows, strip, destiny, shelf, clans, staff, bag, clock };
    const first = firstOf(game);
    const column = (keys) => h('div.column', null, keys.map((key) => {
      const el = parts[key](ctx);
      if (el && key === first) el.classList.add('first');
      return el;
    }));
    return [standing(ctx), h('div.board', null, column(['sky', 'rows', 'strip', 'destiny', 'shelf', 'clock']), column(['bowl', 'clans', 'staff', 'bag']))];
  });
}

const FIRST = { lines: 'sky', write: 'rows', x: 'rows', good: 'shelf', icon: 'clans', sponsor: 'clans', mark: 'destiny', use: 'staff', adventurers: 'bag', arrival: 'bag', first: 'strip', bonus: 'strip', market: 'shelf', scoring: 'clock', reveal: 'clock', discard: 'clock', over: 'clock', act: 'clock' };

// The part of the question comes first.
const firstOf = ({ ask, facts }) => FIRST[(facts.ask ?? ask.key).split(/[ /]/)[0]] ?? FIRST[facts.phase] ?? 'bowl';

const part = (cls, name, note, ...inner) => h(`section.part.${cls}`, { 'aria-label': name }, h('div.part-head', null, h('h2', null, name), note && h('span.quiet', null, note)), inner);
const tap = (cls, key, act, ...inner) => h(`button.${cls}`, { type: 'button', key, onclick: act }, inner);
const said = (text) => h('span.sr', null, ` ${text}`);

const minus = (n) => n.replace('-', '−');

// Where the day stands

const STEPS = { arrival: t`Arrival`, turn: t`Turns`, market: t`Market` };

function standing({ facts, own }) {
  // The throw of the set-up comes before the first arrival; all other throws are part of the turns.
  const setup = facts.day === '1' && own('hours') === '0';
  const phase = facts.phase === 'throw' && !setup ? 'turn' : facts.phase;
  return h('section.standing.foremost', { 'aria-label': t`Where the day stands` },
    h('b', null, t`Day ${facts.day}`),
    h('ol.steps', null, Object.entries(STEPS).map(([key, text]) => h('li', { 'aria-current': key === phase ? 'step' : null }, text))),
    h('b.gold-of', null, minus(own('gold') ?? '0'), h('small', null, ' ', t`gold`)));
}

// The sky map

const CELL = 60;
const EDGE = CELL / 2;

const xy = (w) => [w.charCodeAt(0) - 97, Number(w.slice(1)) - 1];
const lineOf = (l) => l.map((w) => w.toUpperCase()).join('–');
const spoken = ([p, q]) => t`${p.toUpperCase()} to ${q.toUpperCase()}`;
const isPoint = (w) => /^[a-z]\d+$/.test(w);

// The areas that a line closes, from a fact.
const areasOf = (fact) => (fact ? fact.split(' / ').map((text) => {
  const [kind, ...rest] = text.split(' ');
  return { kind, colour: kind === 'nothing' ? '' : rest[0], cells: rest.filter(isPoint), cross: lastOf(rest) === 'cross' };
}) : []);

const goodText = (ctx, kind, colour) => (kind === 'charm' ? t`${lower(title(ctx, colour))} Charm` : t`${lower(title(ctx, colour))} Talisman`);

function areaText(ctx, { kind, colour, cells, cross }) {
  const what = kind === 'nothing' ? t`an area of ${cells.length} that gives nothing` : goodText(ctx, kind, colour);
  return cross ? t`${what}, and a Corruption card` : what;
}

function sky(ctx) {
  const { facts, names, moves } = ctx;
  const cells = Object.keys(names?.names ?? {}).filter((w) => isPoint(w) && traits(names, w).cell);
  if (!cells.length) return null;
  const columns = Math.max(...cells.map((w) => xy(w)[0])) + 1;
  const rows = Math.max(...cells.map((w) => xy(w)[1])) + 1;
  const size = [columns * CELL + 2 * EDGE, rows * CELL + 2 * EDGE];
  const legal = Object.entries(moves.line ?? {}).flatMap(([p, ends]) => Object.keys(ends).map((q) => [p, q])).filter(([p, q]) => xy(p)[0] + xy(p)[1] < xy(q)[0] + xy(q)[1]).sort(([p], [q]) => xy(p)[1] - xy(q)[1] || xy(p)[0] - xy(q)[0]);
  const at = legal.some((l) => l.join('.') === chosen('line')) ? chosen('line') : '';
  const lit = areasOf(facts[`closes.${at}`]);
  const drawn = Object.keys(facts).filter((p) => p.startsWith('line.')).map((p) => [p.slice(5).split('.'), facts[p]]);
  const place = (w) => xy(w).map((n) => n * CELL);
  const d = ([p, q]) => `M${place(p)}L${place(q)}`;
  const all = (kind) => drawn.filter(([, x]) => x === kind).map(([l]) => d(l)).join('');
  const points = [...new Set(cells.flatMap((w) => { const [x, y] = xy(w); return [[0, 0], [1, 0], [0, 1], [1, 1]].map(([i, j]) => `${x + i} ${y + j}`); }))];
  const black = cells.filter((w) => facts[`cell.${w}`]);
  const ours = drawn.filter(([, x]) => x === 'drawn').map(([l]) => spoken(l));
  const told = [ours.length ? t`Lines drawn: ${ours.join(', ')}.` : t`Lines drawn: none.`, black.length > 0 && t`Black: ${black.map((w) => `${title(ctx, w)} ${lower(title(ctx, traits(names, w).cell))}`).join(', ')}.`].filter(Boolean).join(' ');
  const picture = s('svg', { viewBox: `${-EDGE} ${-EDGE} ${size.join(' ')}`, role: legal.length ? null : 'img', 'aria-hidden': legal.length ? 'true' : null, 'aria-label': legal.length ? null : t`The sky map. ${told}` },
    cells.map((w) => {
      const colour = traits(names, w).cell;
      const [x, y] = place(w);
      const area = lit.find((a) => a.cells.includes(w));
      return s('g', { transform: `translate(${x} ${y})`, class: ['cell', facts[`cell.${w}`] && 'black', area && (area.kind === 'nothing' ? 'lit vain' : 'lit')].filter(Boolean).join(' ') },
        s('rect', { width: CELL, height: CELL, class: `is-${colour}` }), signPath(colour, { transform: `translate(${CELL / 2} ${CELL / 2}) scale(1.35)` }));
    }),
    s('path', { d: cells.map((w) => `M${place(w)}h${CELL}v${CELL}h-${CELL}Z`).join(''), class: 'lattice' }),
    ['border', 'cross', 'drawn'].map((kind) => [s('path', { d: all(kind), class: `line is-${kind}` }), kind === 'cross' && s('path', { d: all(kind), class: 'line thorns' })]),
    at && s('path', { d: d(at.split('.')), class: 'line is-chosen' }),
    points.map((p) => s('path', { d: 'M0-6L1.500-1.500L6 0L1.500 1.500L0 6L-1.500 1.500L-6 0L-1.500-1.500Z', class: 'star', transform: `translate(${p.split(' ').map((n) => n * CELL)})` })),
    Array.from({ length: columns + 1 }, (_, i) => s('text', { x: i * CELL, y: -10, class: 'coord' }, String.fromCharCode(65 + i))),
    Array.from({ length: rows + 1 }, (_, i) => s('text', { x: -14, y: i * CELL + 5, class: 'coord' }, i + 1)));
  const map = h('div', { class: 'sky-map', '--columns': columns, role: legal.length ? 'radiogroup' : null, 'aria-label': legal.length ? t`Lines of the sky map. ${told}` : null }, picture, targets(ctx, legal, at, size));
  const [, left] = wordsOf(facts.ask);
  const note = legal.length ? many(left, t`${left} line left`, t`${left} lines left`) : black.length > 0 && t`${black.length} of ${cells.length} black`;
  return part('sky', t`Sky map`, note,
    h('div.sky-scroll', null, map),
    legal.length > 0 && h('div.confirm', null, at
      ? [h('p', null, lit.length ? lit.map((a) => h('span.gain', null, a.kind === 'nothing' ? glyph('none') : good(a.kind, a.colour), h('span', null, capital(areaText(ctx, a))), a.cross && glyph('corruption', 'ill'))) : t`Closes nothing.`),
        tap('gold', 'draw-line', () => ctx.play('line', at.split('.')), t`Draw ${lineOf(at.split('.'))}`)]
      : h('p.quiet', null, t`Tap a line.`)));
}

// The target of each legal line is a diamond: all points nearer to it than to any other line. A tap elsewhere on the map chooses the nearest line.
function targets({ facts, play, ...ctx }, legal, at, [width, height]) {
  if (!legal.length) return null;
  const middle = (l) => [0, 1].map((i) => (xy(l[0])[i] + xy(l[1])[i]) / 2 * CELL + EDGE);
  const choose = (l) => (l.join('.') === at ? play('line', l) : pick('line', l.join('.')));
  const onMap = (e) => {
    if (e.target.closest('button')) return;
    const box = e.currentTarget.getBoundingClientRect();
    const far = (l) => Math.hypot(middle(l)[0] - (e.clientX - box.x) * width / box.width, middle(l)[1] - (e.clientY - box.y) * height / box.height);
    choose(legal.reduce((a, b) => (far(b) < far(a) ? b : a)));
  };
  const onKey = (e) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
    if (!step) return;
    e.preventDefault();
    const i = legal.findIndex((l) => e.target.dataset.key === `line-${l.join('.')}`);
    const key = legal[(i + step + legal.length) % legal.length].join('.');
    pick('line', key);
    document.querySelector(`[data-key="line-${key}"]`)?.focus();
  };
  return h('div.lines', { role: 'presentation', onclick: onMap, onkeydown: onKey }, legal.map((l, i) => {
    const [key, [x, y], areas] = [l.join('.'), middle(l), areasOf(facts[`closes.${l.join('.')}`])];
    return h('button', {
      type: 'button', role: 'radio', key: `line-${key}`, 'aria-checked': String(key === at), tabindex: (at ? key === at : i === 0) ? 0 : -1, onclick: () => choose(l),
      class: [xy(l[0])[0] === xy(l[1])[0] ? 'down' : 'across', areas.some((a) => a.kind !== 'nothing') && 'gives'].filter(Boolean).join(' '),
      'aria-label': areas.length ? t`${spoken(l)}: closes ${and(areas.map((a) => areaText(ctx, a)))}` : spoken(l),
      '--x': `${100 * x / width}%`, '--y': `${100 * y / height}%`, '--w': `${100 * CELL / width}%`, '--h': `${100 * CELL / height}%`,
    });
  }));
}

// The bowl, and its possibilities

function bowl(ctx) {
  const { facts, table, moves } = ctx;
  const telling = Object.keys(table.rune ?? {}).length > 0;
  const told = RUNES.filter((w) => sideOf(facts, w));
  if (!telling && !told.length) return null;
  const runes = (side) => h('ul.lying', null, told.filter((w) => sideOf(facts, w) === side).map((w) => h('li', null, lying(ctx, w))));
  const half = (side) => h('div.half', { role: 'group', 'aria-label': title(ctx, side) }, runes(side), telling && h('div.throws', null, RUNES.filter((w) => table.rune[w]?.[side]).map((w) => throwOf(ctx, w, side))));
  const note = telling ? t`${RUNES.length - told.length} to tell` : facts.phase === 'turn' && !facts.ask && moves.shift ? t`tap a rune to use a destiny box` : '';
  return part('bowl', t`The bowl`, note, h('div.halves', null, SIDES.map(half)), bend(ctx), deeds(ctx));
}

// A rune in the bowl. If a destiny box can change it, tapping it comes first.
function lying(ctx, w) {
  const { facts, moves } = ctx;
  const face = faceOf(facts, w);
  const text = [title(ctx, w), faceText(ctx, face)].filter(Boolean).join(' ');
  const inner = [rune(w, face), h('small', null, text)];
  if (!moves.nudge?.[w] && !moves.shift?.[w]) return h('span.there', null, inner);
  return h('button.there', { type: 'button', key: `rune-${w}`, 'aria-pressed': String(chosen('rune') === w), onclick: () => pick('rune', chosen('rune') === w ? '' : w) }, inner);
}

// The faces that a rune may show in one half: one tap enters the face.
function throwOf({ table, play, ...ctx }, w, side) {
  const faces = Object.keys(table.rune[w][side]).filter(Boolean);
  return h('div', { class: `throw ${w}`, role: 'group', 'aria-label': title(ctx, w) }, (faces.length ? faces : ['']).map((f) => h('button', {
    type: 'button', key: `throw-${w}-${side}-${f}`, 'aria-label': `${`${title(ctx, w)} ${faceText(ctx, f)}`.trim()}, ${lower(title(ctx, side))}`, onclick: () => play('rune', [w, side, f].filter(Boolean), true) }, rune(w, f))));
}

// The value after or before another: 1 comes after 4.
const next = (n, up) => (up ? n % 4 + 1 : (n + 2) % 4 + 1);

// The effect of a destiny box on a rune, in words.
function stepText([verb, w, way]) {
  if (verb === 'shift') return t`move ${THE[w]} to the other half`;
  return way === 'up' ? t`+1 on ${THE[w]}` : t`−1 on ${THE[w]}`;
}

const allows = (tree, [w, ...rest]) => w === undefined || Boolean(tree?.[w] && allows(tree[w], rest));

// The rune that was tapped, and the changes that are possible.
function bend(ctx) {
  const { facts, moves, play } = ctx;
  const w = chosen('rune');
  if (!moves.nudge?.[w] && !moves.shift?.[w]) return null;
  const face = Number(faceOf(facts, w));
  const to = (way) => next(face, way === 'up');
  return h('div.bend', { role: 'group', 'aria-label': title(ctx, w) },
    ['down', 'up'].filter((way) => moves.nudge?.[w]?.[way]).map((way) => tap('gold', `nudge-${way}`, () => play('nudge', [w, way]), way === 'up' ? '+1' : '−1', rune(w, to(way)), said(t`${THE[w]} becomes ${to(way)}`))),
    moves.shift?.[w] && tap('gold', 'shift', () => play('shift', [w]), sideOf(facts, w) === 'left' ? t`To the right` : t`To the left`));
}

const HOURS = { 'read-stars': 2, predict: 1, horoscope: 2, influence: 1, staff: 2 };
const NEEDS = {
  'read-stars': t`needs Bone with a die`, predict: t`needs Voodoo pawn with a die`, horoscope: t`needs a die`, influence: t`needs Coin with a die, Bone or Voodoo pawn`,
  recruit: t`needs somebody to recruit`, staff: t`needs somebody in a slot`,
};
const MADE = { nudge: t`blacken two +1/−1`, shift: t`blacken two Move 1`, x: t`write an X` };
const EACH = { 'read-stars': lines, predict: icons, influence: (w) => MADE[w] ?? w, horoscope: (values) => and(values.split(/[ .]/)) };

// The actions of her turn: what each gives now with this bowl, and what it would give with black destiny boxes.
function deeds(ctx) {
  const { facts, own } = ctx;
  if (facts.phase !== 'turn' || facts.turn !== facts.oracle || facts.ask) return null;
  return h('ul.deeds', { 'aria-label': t`Actions` }, ['read-stars', 'predict', 'horoscope', 'influence', 'recruit', 'staff'].map((verb) => {
    const here = own('figure') === verb;
    const now = ways(ctx, verb);
    const name = ctx.names?.verbs?.[verb] ?? nameOf(null, verb).title;
    return h('li', { key: `deed-${verb}`, class: [here && 'here', !now.length && 'not'].filter(Boolean).join(' ') },
      h('p', null, h('b', null, name), h('small', null, ' ', HOURS[verb] ? t`${HOURS[verb]} h` : t`hours of the card`), here && h('small.figure', null, ' ', t`her figure stands here`)),
      now.length > 0 ? h('div.ways', null, now) : !here && h('p.quiet', null, lackOf(ctx, verb)),
      !here && coulds(ctx, verb));
  }), Object.keys(facts).some((p) => p.startsWith('could.')) && h('li.quiet', null, t`■ for each destiny box that it takes`));
}

// Why the bowl does not allow an action. If the rune lies with a die, the reason is that the strip has no room.
function lackOf({ facts, own }, verb) {
  const full = verb === 'predict' && RUNES.some((w) => w.startsWith('die-') && sideOf(facts, w) === sideOf(facts, 'voodoo'));
  const left = own('strip.left') ?? '0';
  return full ? many(left, t`only ${left} icon left on the strip`, t`only ${left} icons left on the strip`) : NEEDS[verb];
}

const atSide = (side, text) => (side === 'left' ? t`Left: ${text}` : t`Right: ${text}`);

// The buttons of an action; for viewers who may not press them, what it gives.
function ways(ctx, verb) {
  const { facts, own, moves, play, names } = ctx;
  const tree = moves[verb];
  const can = facts[`can.${verb}`];
  const offer = (path, ...inner) => (allows(moves, [verb, ...path]) ? tap('gold', [verb, ...path].join('-'), () => play(verb, path), inner) : h('span.told', null, inner));
  if (verb === 'read-stars') return can ? [offer([], EACH[verb](can))] : [];
  if (verb === 'predict') return can ? [h('span.told', null, EACH[verb](can)), ...inTurn(Object.keys(tree ?? {})).map((c) => offer([c], sign(c), said(title(ctx, c))))] : [];
  if (verb === 'horoscope') return SIDES.filter((side) => facts[`can.horoscope.${side}`]).map((side) => offer([side], atSide(side, EACH[verb](facts[`can.horoscope.${side}`]))));
  if (verb === 'influence') return wordsOf(can).map((w) => offer([w], capital(MADE[w] ?? w)));
  if (verb === 'staff') return tree || slotsOf(names).some((w) => own(`staff.${w}`)) ? [offer([], t`Use their abilities`)] : [];
  if (tree) return [tap('gold', 'recruit', () => openRecruit(ctx), names?.verbs?.recruit ?? t`Recruit`, ' …')];
  return Object.keys(facts).some((p) => p.startsWith('townsfolk.') && facts[p] > 0) ? [h('span.told', null, t`Anybody of the town square`)] : [];
}

const SOME = 6; // results that are shown at once

// Results that need a few destiny boxes. A tap shows the way there, another tap makes its first step.
function coulds(ctx, verb) {
  const { facts, moves, play } = ctx;
  const boxes = (p) => facts[p].split(' / ').length;
  const better = (p) => verb !== 'read-stars' || p.split('.')[2] > (facts[`can.${verb}`] ?? 0); // fewer lines than without boxes are no gain
  const all = Object.keys(facts).filter((p) => p.startsWith(`could.${verb}.`) && better(p)).sort((a, b) => boxes(a) - boxes(b) || a.localeCompare(b));
  if (!all.length) return null;
  const open = all.find((p) => p === chosen('could'));
  const shown = chosen('more') === verb ? all : all.filter((p, i) => i < SOME || p === open);
  const steps = open && facts[open].split(' / ').map(wordsOf);
  const way = steps?.map(stepText).reduce((before, step) => t`${before}, then ${step}`);
  const given = (p) => EACH[verb](p.slice(`could.${verb}.`.length));
  return h('div.coulds', null,
    h('ul', { 'aria-label': t`With destiny boxes` }, shown.map((p) => h('li', null, h('button', { type: 'button', key: p, 'aria-expanded': String(p === open), onclick: () => pick('could', p === open ? '' : p) },
      given(p), h('span.cost', { role: 'img', 'aria-label': many(boxes(p), t`uses ${boxes(p)} box`, t`uses ${boxes(p)} boxes`) }, '■'.repeat(boxes(p)))))), shown.length < all.length && h('li', null, tap('plain', `more-${verb}`, () => pick('more', verb), '…', said(t`more with destiny boxes`)))),
    open && h('div.path', null, h('p', null, steps.length > 1 ? t`${capital(given(open))}: first ${way}.` : t`${capital(given(open))}: ${way}.`),
      allows(moves, steps[0]) && tap('gold', 'step', () => play(steps[0][0], steps[0].slice(1)), capital(stepText(steps[0])))));
}

function openRecruit(ctx) {
  const { moves, names, facts, actions } = ctx;
  const offer = { verb: 'recruit', table: false, label: names?.verbs?.recruit ?? t`Recruit` };
  openSheet({
    title: offer.label,
    kind: 'builder',
    build: (body, close) => body.append(h('p', null, t`Whose card is in the town square?`), h('ul.folk', null, Object.keys(moves.recruit).sort().map((w) => h('li', null,
      h('button', { type: 'button', onclick: () => (close(), actions.openOffer(offer, [w], title(ctx, w))) }, folk(ctx, w, Number(facts[`townsfolk.${w}`]) > 1 && `×${facts[`townsfolk.${w}`]}`)))))),
  });
}

function folk(ctx, w, more) {
  const { hours, clan } = traits(ctx.names, w);
  return [h('b', null, title(ctx, w), more && h('small', null, ` ${more}`)), h('small', null, [t`${hours} h`, clan && title(ctx, clan)].filter(Boolean).join(' · ')), h('span', null, nameOf(ctx.names, w).text)];
}

// The horoscopes

// The icons of a bonus, from the card list.
function bonus(names, w) {
  const { effect } = traits(names, w);
  if (!effect) return nameOf(names, w).text ? glyph('any') : null;
  return effect.split(', ').map((text) => {
    const [what, ...rest] = text.split(' ');
    if (GOODS[what]) return [svg(`token good ${what}`, s('path', { d: GOODS[what], class: 'body' })), h('span.of', null, rest.filter((c) => c !== 'any').map(sign))];
    return [glyph(what), /^\d+$/.test(rest[0]) && h('b', null, rest[0])];
  });
}

function rows(ctx) {
  const { facts, names, own, moves, play } = ctx;
  const boxes = (row) => Object.keys(names?.names ?? {}).filter((w) => w.startsWith(`${row}.`) && /^\d+$/.test(w.slice(row.length + 1))).sort((a, b) => a.slice(row.length + 1) - b.slice(row.length + 1));
  const given = ROWS.flatMap((row) => boxes(row).filter((w) => nameOf(names, w).text).map((w) => [row, w.slice(row.length + 1), nameOf(names, w).text]));
  const answers = (row) => [
    ...Object.keys(moves.write ?? {}).filter((die) => moves.write[die][row]).map((die) => tap('gold', `row-${die}-${row}`, () => play('write', [die, row]), rune(die, faceOf(facts, die)), t`here`, said(row === 'top' ? t`${faceOf(facts, die)} of ${THE[die]}, top row` : t`${faceOf(facts, die)} of ${THE[die]}, bottom row`))),
    moves.x?.[row] && tap('gold', `row-x-${row}`, () => play('x', [row]), t`X here`, said(row === 'top' ? t`top row` : t`bottom row`)),
  ].filter(Boolean);
  return part('rows', t`Horoscopes`, '', ROWS.map((row) => {
    const all = boxes(row);
    const written = wordsOf(own(row));
    const last = Number(lastOf(written)); // after an X any value may follow
    const due = last ? next(last, row === 'top') : '';
    const open = answers(row);
    return h('div', { class: open.length ? 'horoscope open' : 'horoscope' },
      h('p', null, h('b', null, row === 'top' ? t`Top: one more each time` : t`Bottom: one less each time`), h('small', null, ' ', written.length >= all.length ? t`full` : due ? t`next: ${due}` : t`next: any`)),
      h('ol.boxes', { '--n': Math.min(all.length, 12) }, all.map((w, i) => h('li', { class: i < written.length ? 'full' : i === written.length ? 'due' : '' },
        h('b', { 'aria-hidden': 'true' }, i < written.length ? written[i].toUpperCase() : i === written.length ? due || '·' : ''),
        h('span.bonus', { 'aria-hidden': 'true' }, bonus(names, w)),
        h('span.sr', null, `${i < written.length ? written[i].toUpperCase() : t`free`}. ${nameOf(names, w).text ?? ''}`)))),
      open.length > 0 && h('div.answers', null, open));
  }), tap('link', 'boxes', () => openSheet({ title: t`What the boxes give`, build: (body) => body.append(h('dl.facts', null, given.flatMap(([row, i, text]) => [h('dt', null, row === 'top' ? t`Top ${i}` : t`Bottom ${i}`), h('dd', null, text)]))) }), t`What the boxes give`));
}

// The predictions

const STATES = { active: t`active`, hit: t`hit`, failed: t`failed` };

function strip(ctx) {
  const { own } = ctx;
  const fact = (i, name) => own(`prediction.${i}.${name}`);
  const all = [];
  for (let i = 1; fact(i, 'colour'); i++) all.push({ i, colour: fact(i, 'colour'), of: Number(fact(i, 'icons')), crossed: Number(fact(i, 'crossed')), state: fact(i, 'state') });
  const left = Number(own('strip.left') ?? 0);
  return part('strip', t`Predictions`, many(left, t`${left} icon left`, t`${left} icons left`),
    h('ol.predictions', null,
      all.map(({ i, colour, of, crossed, state }) => h('li', { class: state },
        h('span.icons', { 'aria-hidden': 'true' }, Array.from({ length: of }, (_, k) => h('span', { class: k < crossed ? 'crossed' : state === 'hit' ? 'circled' : '' }, sign(colour)))),
        h('small', null, h('b', null, title(ctx, colour)), ' ', STATES[state] ?? state, h('span.sr', null, ', ', t`prediction ${i}: ${icons(of)}, ${crossed} crossed out`)))),
      left > 0 && h('li.free', null, h('span.icons', { 'aria-hidden': 'true' }, Array.from({ length: left }, () => h('span'))), h('small', null, t`free`))));
}

// The destiny boxes

const BOXES = { nudge: t`+1 or −1 on a die`, shift: t`Move a rune over` };

function destiny({ own, moves, play }) {
  return part('destiny', t`Destiny boxes`, '', Object.entries(BOXES).map(([sort, text]) => {
    const [ready, used, blank] = ['ready', 'used', 'blank'].map((x) => Number(own(`${sort}.${x}`) ?? 0));
    const kinds = [...Array(used).fill('used'), ...Array(ready).fill('ready'), ...Array(blank).fill('blank')];
    return h('div.destiny-row', null, h('p', null, h('b', null, text), h('small', null, ' ', t`${ready} to use`)),
      h('span.squares', { role: 'img', 'aria-label': t`${ready} black, ${used} used, ${blank} blank` }, kinds.map((k) => h('span', { class: k }, k === 'used' ? '✓' : ''))),
      moves.mark?.[sort] && tap('gold', `mark-${sort}`, () => play('mark', [sort]), t`Blacken`, said(text)));
  }));
}

// The goods

function shelf(ctx) {
  const { facts, own, moves, play } = ctx;
  const colours = coloursOf(facts, 'supply.charms.');
  const wanted = facts.ask?.replace('good ', '');
  const [kind, colour] = chosen('good').split(' ');
  const prices = Object.keys(moves.sell?.[kind]?.[colour] ?? {}).sort((a, b) => a - b);
  const place = (what, c) => {
    const have = Number(own(`${what}s.${c}`) ?? 0);
    const left = Number(facts[`supply.${what}s.${c}`] ?? 0);
    const inner = [...[...Array(have).fill(''), ...Array(left).fill('away')].map((cls) => good(what, c, cls)), said(t`${capital(goodText(ctx, what, c))}: ${have} on the stall, ${left} in the supply`)];
    if (what === wanted && moves.good?.[c]) return tap('stand', `good-${c}`, () => play('good', [c]), inner);
    if (moves.sell?.[what]?.[c]) return h('button.stand', { type: 'button', key: `sell-${what}-${c}`, 'aria-pressed': String(kind === what && colour === c), onclick: () => pick('good', `${what} ${c}`) }, inner);
    return h('span.stand', null, inner);
  };
  return part('shelf', t`Goods`, moves.sell ? t`tap what is sold` : moves.good ? t`tap what is taken` : t`hollow: in the supply`,
    h('ul.stall', null, colours.map((c) => h('li', null, h('small', null, title(ctx, c)), place('charm', c), place('talisman', c)))),
    prices.length > 0 && h('div.prices', { role: 'group', 'aria-label': t`For how much gold?` }, h('p', null, good(kind, colour), t`${capital(goodText(ctx, kind, colour))}: sold for how much gold?`),
      prices.map((n) => tap('gold', `price-${n}`, () => play('sell', [kind, colour, n]), n, said(t`gold`)))));
}

// The clans and the staff

function clans(ctx) {
  const { names, own, facts, moves, play } = ctx;
  const all = Object.keys(names?.names ?? {}).filter((w) => traits(names, w).icons).sort();
  const marks = (n, of, icon) => Array.from({ length: of }, (_, i) => h('span', { class: i < n ? 'mark on' : 'mark' }, icon ? glyph('icon') : i < n && 'X'));
  return part('clans', t`Clans`, '', h('ul', null, all.map((w) => {
    const { boxes, icons: of, gold } = traits(names, w);
    const [x, black] = [Number(own(`clan.${w}.x`) ?? 0), Number(own(`clan.${w}.icons`) ?? 0)];
    const line = (done, of, sort, told) => h('p', null, h('span.marks-of', { role: 'img', 'aria-label': told }, marks(done, of, sort === 'market')), h('span', null, nameOf(names, `sponsor.${w}.${sort}`).text, Number(facts[`sponsor.${w}.${sort}`]) > 0 && h('small', null, ' ', t`received ${facts[`sponsor.${w}.${sort}`]}×`)));
    const answer = ['x', 'icon', 'sponsor'].find((verb) => moves[verb]?.[w]);
    return h('li', { class: answer ? 'open' : '' }, h('h3', null, title(ctx, w), h('small', null, ' ', t`${gold} gold a townsfolk`)),
      line(x, Number(boxes), 'immediate', t`X: ${x} of ${boxes}, at once:`), line(black, Number(of), 'market', t`Market icons: ${black} of ${of} black, in every market:`),
      answer && tap('gold', `clan-${w}`, () => play(answer, [w]), { x: t`X here`, icon: t`Blacken`, sponsor: t`This one` }[answer], said(title(ctx, w))));
  })));
}

// The slots of the staff board.
const slotsOf = (names) => Object.keys(names?.names ?? {}).filter((w) => nameOf(names, w).sort === 'place' && nameOf(names, w).text);

function staff(ctx) {
  const { names, own, moves, play } = ctx;
  const all = slotsOf(names);
  return part('staff', t`Staff`, '', h('ul', null, all.map((w) => {
    const who = own(`staff.${w}`);
    return h('li', { class: who ? 'manned' : '' }, h('h3', null, title(ctx, w)), h('p', null, nameOf(names, w).text), who ? h('p.who', null, folk(ctx, who).slice(0, 2)) : h('p.quiet', null, t`nobody`),
      moves.use?.[w] && tap('gold', `use-${w}`, () => play('use', [w]), t`Use`, said(title(ctx, w))));
  })));
}

// The bag, the hours, Corruption

function bag(ctx) {
  const { facts, table, play } = ctx;
  const colours = coloursOf(facts, 'bag.');
  const tree = table.adventurer ?? {};
  const pair = Object.values(tree).some((t) => Object.keys(t).some(Boolean));
  const two = pair && (picked.what === 'pair' || (picked.what !== 'single' && facts.ask === 'adventurers 2'));
  const one = two && chosen('pair');
  const act = (c) => (!two ? play('adventurer', [c], true) : one ? play('adventurer', [one, c], true) : pick('pair', c));
  const may = (c) => (one ? tree[one]?.[c] : tree[c]);
  return part('bag', t`The bag`, Object.keys(tree).length ? t`tap who is drawn` : '',
    pair && h('div.toggle', { role: 'group', 'aria-label': t`How many are drawn at once` }, [[t`One`, false], [t`Two at once`, true]].map(([text, on]) => h('button', { type: 'button', key: `pair-${on}`, 'aria-pressed': String(two === on), onclick: () => pick(on ? 'pair' : 'single', '') }, text))),
    h('ul.drawn', null, colours.map((c) => {
      const inner = [sign(c), h('span.sr', null, t`${title(ctx, c)}, in the bag:`), h('b', null, facts[`bag.${c}`]), h('small', null, ' ', t`${facts[`out.${c}`]} out`)];
      return h('li', null, may(c) ? h('button', { type: 'button', key: `bag-${c}`, 'aria-pressed': two ? String(one === c) : null, onclick: () => act(c) }, inner) : h('span', null, inner));
    })),
    one && h('div.answers', null, h('p', null, t`${title(ctx, one)} and …`), tap('plain', 'only', () => play('adventurer', [one], true), t`Only ${lower(title(ctx, one))}`)));
}

// The shortest beginning of a name that no other player has: it distinguishes the seats without their colours.
function letters(seats, seat) {
  const short = (x, n) => x.title.slice(0, n);
  let n = 1;
  while (n < 3 && seats.some((y) => y !== seat && short(y, n) === short(seat, n))) n++;
  return short(seat, n);
}

const MARKS = { adventurer: t`an adventurer`, pair: t`two adventurers`, corruption: t`a Corruption card` };
const corruptionCards = (n) => many(n, t`${n} Corruption card`, t`${n} Corruption cards`);

function clock(ctx) {
  const { game, names, facts, table, play } = ctx;
  const { hours = '12', marks = '' } = traits(names, 'clock');
  const given = marks ? marks.split(', ').map((m) => m.split(' ')) : [];
  const spent = (seat) => Number(facts[`${seat.word}.hours`] ?? 0);
  const sign = { adventurer: () => glyph('adventurers'), pair: () => [glyph('adventurers'), glyph('adventurers')], corruption: () => glyph('corruption', 'ill') };
  const ended = ['scoring', 'over'].includes(facts.phase);
  const { deck = '0' } = facts;
  return part('hours-part', ended ? t`Final gold` : t`The clock`, many(deck, t`${deck} Corruption card left`, t`${deck} Corruption cards left`),
    !ended && h('div.hours', { role: 'img', 'aria-label': t`The clock. ${given.map(([hour, what]) => t`Hour ${hour}: ${MARKS[what] ?? what}`).join('. ')}.` }, Array.from({ length: Number(hours) + 1 }, (_, i) => h('div', null,
      h('span.at', null, given.filter(([hour]) => Number(hour) === i).map(([, what]) => sign[what]?.())), h('b', null, i),
      game.seats.filter((seat) => spent(seat) === i).map((seat) => h('span.piece', { '--seat': seat.colour }, letters(game.seats, seat)))))),
    h('ul.seats-of', null, game.seats.map((seat) => h('li', { 'data-word': seat.word, class: seat.word === facts.turn && facts.phase !== 'over' ? 'turn' : '' },
      h('p', null, seatDot(seat.colour), h('b', null, seat.title), seat.word === facts.oracle && h('small', null, t`the Oracle`)),
      h('p.quiet', null, [facts[`${seat.word}.total`] && t`${minus(facts[`${seat.word}.total`])} gold at the end`, !ended && t`${spent(seat)} of ${hours} h`, corruptionCards(facts[`${seat.word}.corruption`] ?? 0)].filter(Boolean).join(' · ')),
      table.corruption?.[seat.word] && tap('plain', `corruption-${seat.word}`, () => play('corruption', [seat.word], true), glyph('corruption', 'ill'), '+1', said(t`Corruption card for ${seat.title}`)),
      table.total?.[seat.word] && total(ctx, seat)))),
    facts['discard.seen'] && h('p.quiet', null, t`Discarded Corruption: ${and(wordsOf(facts['discard.seen']).map((w) => title(ctx, w)))}`));
}

function total({ table, play }, seat) {
  const most = Math.max(...Object.keys(table.total[seat.word]).map(Number));
  const send = (e) => {
    e.preventDefault();
    const n = e.target.elements.gold.valueAsNumber;
    if (Number.isInteger(n)) play('total', [seat.word, String(n)], true);
  };
  return h('form.total', { onsubmit: send }, h('input', { type: 'number', name: 'gold', key: `gold-${seat.word}`, inputmode: 'numeric', min: 0, max: most, required: true, 'aria-label': t`Final gold of ${seat.title}` }), h('button.gold', { type: 'submit' }, t`Tell`));
}
