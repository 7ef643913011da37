// The picture of Pantacle: flames on the points of the star, the Favors with their Keepers, and a Sanctuary for each player.
import { h, s, draw } from '../dom.js';
import { lastOf } from '../list.js';
import { nameOf, wordsOf } from '../store.js';
import { back, card } from '../made.js';
import { starPath } from '../sigil.js';
import { and, many, or, t } from '../lang.js';

export const style = new URL('./pantacle.css', import.meta.url).href;

/** The order in which verbs are offered: those that continue before those that end the question. */
export const order = ['flame', 'bar', 'peek', 'reach', 'keep', 'curse', 'absorb', 'flip', 'favor', 'bribe', 'add', 'moon', 'done', 'pass'];

/** The verbs that light a flame. */
export const bright = ['flame'];

const FAVORS = ['bewitchment', 'hunt', 'protection', 'enslavement', 'recruitment', 'conversion', 'indoctrination'];
const PHASES = ['new', 'waxing', 'full', 'waning'];

// The points of the star by their effects, clockwise from the upper left one, so that Demonic Discard is at the lower right.
const LOCATIONS = {
  'influence-per-flame': { turn: -2, label: t`3 cubes for\neach own flame`, text: t`3 cubes for each of your flames` },
  adepts: { turn: -1, label: t`2 Adepts`, text: t`2 Adepts` },
  influence: { turn: 0, label: t`2 cubes`, text: t`2 cubes` },
  demonic: { turn: 1, label: t`Demonic\nDiscard`, text: t`The Power Demonic Discard` },
  'extra-turn': { turn: 2, label: t`Another\nturn`, text: t`Another turn` },
};
// The texts for a disc: one for choosing it, one for the list of discs that are left.
const DISCS = {
  top: [t`Top disc, not cursed`, t`top, not cursed`],
  'upper-right': [t`Upper right disc, cursed`, t`upper right`],
  'lower-right': [t`Lower right disc, cursed`, t`lower right`],
  'lower-left': [t`Lower left disc, cursed`, t`lower left`],
  'upper-left': [t`Upper left disc, cursed`, t`upper left`],
};

const BENEFITS = {
  bewitchment: t`look at a hand in Preparation`,
  hunt: t`one more cube at each gain`,
  protection: t`one curse lies face down`,
  enslavement: t`a hand of four blades`,
  demonic: t`discard several blades at the Moon`,
  recruitment: t`gain 1 Adept`,
  conversion: t`take a cube from everybody else`,
  indoctrination: t`gain 2 Adepts`,
};

// Moons and Keepers that the page has words for; a card list may have others.
const MOONS = { new: [t`new`, t`new moon`], waxing: [t`waxing`, t`waxing moon`], full: [t`full`, t`full moon`], waning: [t`waning`, t`waning moon`] };
const KEEPERS = { oracle: t`Oracle`, hound: t`Hound`, weaver: t`Weaver`, ferryman: t`Ferryman`, mason: t`Mason`, beekeeper: t`Beekeeper`, lamplighter: t`Lamplighter`, sexton: t`Sexton` };

/** The order in which words are offered. */
export const words = ['powers', ...Object.keys(DISCS), ...Object.keys(LOCATIONS), ...FAVORS];

/** The rule variants that a table may choose, in words. */
export const readings = {
  preparation: { title: t`Who begins without a Preparation`, round: t`Everybody, in the first turn of his own`, turn: t`Only who has the very first turn` },
  'curse-draw': { title: t`More than one curse`, stepwise: t`Each is looked at before the next is paid`, declared: t`Their number is said and paid first` },
  'powers-limit': { title: t`Places for Powers`, 4: t`Four: a fifth token is not taken`, 5: t`Five` },
  'late-protection': { title: t`Protection won without a curse`, yes: t`It turns over the next curse that is kept`, no: t`It never turns one over` },
  'hound-pairs': { title: t`Hounds in a bribe`, both: t`Two pairs may replace both blades`, one: t`One pair at most` },
};

const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('-', ' ');
const keeperTitle = (k) => KEEPERS[k] ?? capital(k);
const phaseTitle = (phase) => MOONS[phase]?.[0] ?? phase;
const moonTitle = (phase) => MOONS[phase]?.[1] ?? t`${phase} moon`;
const cubes = (n) => many(n, t`${n} cube`, t`${n} cubes`);

/** A move in words, before it is made. */
export const phrases = {
  peek: (seat) => seat && t`Look at ${seat}’s hand`,
  bar: (kind) => kind,
  flame: (disc, point) => point && t`${disc} → ${point}`,
  reach: (cards) => cards && t`Turn up ${cards}`,
  curse: (curse) => curse && t`${curse} was turned up`,
  keep: (curse) => curse && t`Keep ${curse}`,
  absorb: (curse) => curse && t`${curse} swallows it`,
  flip: (curse) => curse && t`Turn ${curse} face down`,
  favor: (favor) => favor && t`Announce ${favor}`,
  bribe: (...blades) => blades.length > 1 && t`Bribe with ${and(blades)}`,
  add: (blade) => blade && t`Also discard ${blade}`,
  moon: (blade) => blade && t`Discard ${blade}`,
};

/** The question for each argument of a verb. */
export const questions = {
  peek: [t`Whose hand do you look at?`],
  bar: [t`Which Sacrifice is not done this turn?`],
  flame: [t`Which disc leaves your Sanctuary?`, t`To which point of the Pantacle?`],
  reach: [t`How many cards in all?`],
  curse: [t`Which card was turned up?`],
  keep: [t`Which one stays with you?`],
  absorb: [t`Which curse swallows it?`],
  flip: [t`Which curse is turned face down?`],
  favor: [t`Which Favor do you announce?`],
  bribe: [t`Which blade first?`, t`Which blade with it?`, t`Which blade besides?`, t`Which blade besides?`],
  add: [t`Which blade more?`],
  moon: [t`Which blade is discarded?`],
};

/** A word of a move, if its title is not enough. */
export function optionText(word, { game, snapshot }, verb) {
  if (verb === 'bar') return { powers: t`No Sacrifice of Powers`, adepts: t`No Sacrifice of Adepts` }[word];
  if (verb === 'reach') return word > 1 ? t`${word} cards, ${cubes((word - 1) ** 2)} in all` : t`${word} card, for nothing`;
  if (verb === 'peek') return t`${game.seats.find((x) => x.word === word)?.title}’s hand`;
  if (verb !== 'flame') return undefined;
  if (DISCS[word]) return DISCS[word][0];
  if (word !== 'influence-per-flame') return LOCATIONS[word]?.text;
  const flames = wordsOf(game.facts[`${game.seats[snapshot.you.seat]?.word}.flames`]).length + 1;
  return t`3 cubes for each flame: 3 × ${flames}`;
}

/** Favors are announced on the drawing, or on a sheet: seven buttons would hide the table. */
export function look({ verb }, { game }) {
  if (verb === 'pass' && game.ask.key === 'look') return { label: t`Look at none` };
  return verb === 'favor' ? { folded: true } : {};
}

const keeperOf = (names, w) => nameOf(names, w).traits?.keeper ?? '';
const keepersOf = (names, favor) => wordsOf(nameOf(names, favor).traits?.keepers);

/** If the hand is not seen, blades are grouped by what makes them worth discarding; curses are grouped by their kind. */
export function groups(verb, all, { game, names, seen }) {
  const trait = (name, value) => all.filter((w) => nameOf(names, w).traits?.[name] === value);
  if (verb === 'curse' || verb === 'keep') return [[t`Permanent`, trait('curse', 'permanent')], [t`Exhaustion`, trait('curse', 'exhaustion')]].filter(([, l]) => l.length);
  if (verb === 'bribe' && !all.some((w) => seen.includes(w))) return [...new Set(all.map((w) => keeperOf(names, w)))].sort().map((k) => [keeperTitle(k), trait('keeper', k)]);
  const phase = nameOf(names, game.facts.ongoing ?? '').traits?.phase;
  if (verb !== 'moon' || game.ask.key.endsWith('/none') || all.some((w) => seen.includes(w)) || !trait('phase', phase).length) return null;
  return [[capital(moonTitle(phase)), trait('phase', phase)], [t`Any other`, all.filter((w) => nameOf(names, w).traits?.phase !== phase)]];
}

/** The cards turned up from the curse pile, for the player who chooses among them. */
export const beside = ({ game }) => wordsOf(game.facts['curses.drawn']);

// What Hounds can do besides paying for themselves.
function hounds(names, favor, options) {
  const keepers = keepersOf(names, favor);
  const other = keepers.find((k) => !isHound(names, k));
  if (keepers.some((k) => isHound(names, k))) return t`Two more Hounds replace the ${keeperTitle(other)}.`;
  return options?.['hound-pairs'] === 'one' ? t`Two Hounds replace either of them.` : t`Two Hounds replace either, four both.`;
}

const a = (k) => (/^[aeiou]/i.test(k) ? t`an ${keeperTitle(k)}` : t`a ${keeperTitle(k)}`);

/** What helps with the answer. */
export function hint({ game, snapshot, names }) {
  const { key, seat } = game.ask;
  const asked = game.seats[seat];
  const fact = (name) => game.facts[`${asked?.word}.${name}`];
  const favor = game.facts.ongoing;
  const phase = nameOf(names, favor ?? '').traits?.phase;
  const drawn = wordsOf(game.facts['curses.drawn']).length;
  const hints = {
    flame: t`The price is paid. Every disc but the top one brings a curse; two flames of one player never burn on one point.`,
    curse: game.options?.['curse-draw'] !== 'declared' && t`The first one costs nothing.`,
    'curse/more': game.moves?.curse && !game.moves.keep ? t`More cards are paid for: turn up the next one.` : drawn && drawn < 5 && game.options?.['curse-draw'] !== 'declared' ? t`One card is kept. Another one to choose from costs ${cubes(2 * drawn - 1)}.` : t`One card is kept, the others go to the bottom of the pile.`,
    absorb: t`You do not get it: one of those that lie on the curse goes into the reserve.`,
    flip: t`What is face down does nothing while Protection lies on the Sanctuary.`,
    favor: seat === snapshot.you.seat && (favor ? t`Not ${nameOf(names, favor).title}, where the tracker stands; nor one whose Power you have.` : t`Not one whose Power you have.`),
    bribe: favor && [t`The price is ${and(keepersOf(names, favor).map(a))} blade.`, hounds(names, favor, game.options), Number(fact('resolve')) === 2 && t`The second step of the Resolve track counts as one Hound.`].filter(Boolean).join(' '),
    moon: favor && PHASES.includes(phase) && t`${nameOf(names, favor).title} shows the ${moonTitle(phase)}.`,
  };
  // If no moon brings a cube, the question is enough.
  return hints[key === 'moon/more' ? 'moon' : key];
}

// Drawing.

const thin = { fill: 'none', stroke: 'currentColor', 'stroke-width': 1 };
const icon = (cls, box, ...children) => s('svg', { viewBox: box, class: cls, 'aria-hidden': 'true' }, children);

const stroke = { fill: 'none', stroke: 'currentColor', 'stroke-width': 1.4 };
const LIT = { waxing: 'M0-8A8 8 0 0 1 0 8A11 11 0 0 0 0-8Z', full: 'M0-8A8 8 0 0 1 0 8A8 8 0 0 1 0-8Z', waning: 'M0-8A8 8 0 0 0 0 8A11 11 0 0 1 0-8Z' };

/** A moon in its phase; nothing if the phase has no picture. */
function moon(phase) {
  return PHASES.includes(phase) ? icon('moon', '-10 -10 20 20', s('circle', { r: 8.4, class: 'sky' }), LIT[phase] && s('path', { d: LIT[phase], class: 'lit' })) : null;
}

const cubePaths = () => [s('path', { d: 'M0-9L8-4.500V4.500L0 9L-8 4.500V-4.500Z', class: 'cube-side' }), s('path', { d: 'M0-9L8-4.500L0 0L-8-4.500Z', class: 'cube-top' }), s('path', { d: 'M0-9L8-4.500V4.500L0 9L-8 4.500V-4.500ZM-8-4.500L0 0L8-4.500M0 0V9', class: 'cube-line' })];
const adeptPaths = () => [s('path', { d: 'M0-10C4-9 5-5 4-2C7 1 8 5 8 10H-8C-8 5-7 1-4-2C-5-5-4-9 0-10Z', class: 'adept' }), s('path', { d: 'M0-6.500C2-6 2.500-3.500 2-2C1-.5-1-.5-2-2C-2.500-3.500-2-6 0-6.500Z', class: 'hood' })];
const cube = () => icon('piece', '-10 -11 20 22', cubePaths());
const adept = () => icon('piece', '-10 -11 20 22', adeptPaths());
const HOUND = 'M-24 30L-20 4L-26-26L-10-12C-3-15 6-13 11-8L30 2C33 4 33 8 31 11L27 15L13 14C12 20 16 26 20 30Z';
const hound = () => icon('sigil', '-50 -50 100 100', s('circle', { r: 47, ...thin, 'stroke-width': 1.600 }), s('circle', { r: 43.500, ...thin, 'stroke-width': .7 }), s('path', { d: HOUND, fill: 'currentColor' }), s('circle', { cx: 6, cy: -1, r: 2.800, class: 'eye' }));
const hourglass = () => icon('sign', '-10 -10 20 20', s('path', { d: 'M-6-9H6M-6 9H6M-5-9C-5-3 5 3 5 9M5-9C5-3-5 3-5 9', ...stroke }), s('path', { d: 'M-3.500 8C-2 4 2 4 3.500 8Z', fill: 'currentColor' }));
const chain = () => icon('sign', '-10 -10 20 20', s('path', { d: 'M-1-3L-3-5A3.500 3.500 0 0 0-8 0L-4 4A3.500 3.500 0 0 0 1 3M1 3L3 5A3.500 3.500 0 0 0 8 0L4-4A3.500 3.500 0 0 0-1-3', ...stroke }));
const FLAME = 'M0 0C-9-1-12-9-7-16C-4-20-2-23-2-28C5-24 13-15 10-7C8-2 4 0 0 0Z';

/**
 * What a card looks like: blades of one Keeper have the same seal, Hounds their head, curses are dark.
 * @param {Object} view
 */
export function face({ title, traits = {} }) {
  const { keeper, phase, curse } = traits;
  if (curse) return { tone: curse === 'permanent' ? 'night' : 'dusk', sign: curse === 'permanent' ? chain : hourglass, note: curse === 'permanent' ? t`permanent` : t`exhaustion`, about: curse === 'permanent' ? t`permanent: it works while it lies face up` : t`exhaustion: it takes what you gain until it is empty` };
  if (!keeper) return { tone: 'day' };
  const beast = traits.hound === 'true';
  return {
    tone: beast ? 'dusk' : 'day', sign: moon(phase) ? () => moon(phase) : undefined, seal: `keeper ${keeper}`, art: beast ? hound : undefined,
    name: keeperTitle(keeper), note: capital(phaseTitle(phase)), order: `${keeper} ${PHASES.indexOf(phase)} ${title}`, about: `${beast ? t`two Hounds replace any blade of a bribe` : t`pays the Keeper ${keeperTitle(keeper)}`} · ${moonTitle(phase)}`,
  };
}

const lay = new WeakMap(); // the flames at the last drawing of the table

/**
 * Draws the table.
 * @param {HTMLElement} root
 * @param {Object} snapshot
 * @param {Object} names
 * @param {Object} actions
 */
export function render(root, snapshot, names, actions) {
  const { game, you } = snapshot;
  draw(root, [game.facts, game.seats, game.ask, game.winner, game.options, game.moves?.favor, lastOf(game.log)?.also, you.seat, Boolean(names)], () => {
    const ctx = { snapshot, game, names, actions, face, letters: letters(game.seats), fact: (seat, name) => game.facts[`${seat.word}.${name}`] };
    const star = pantacle(ctx, lay.get(root));
    lay.set(root, new Set(game.seats.flatMap((x) => wordsOf(ctx.fact(x, 'flames')).map((w) => `${x.word} ${w}`))));
    // The part of the present phase comes first.
    const board = ['favor', 'bribery', 'moon'].includes(game.facts.phase) ? [favors(ctx), star] : [star, favors(ctx)];
    return [standing(ctx), h('div.board', null, board), h('div.sanctuaries', null, clockwise(game, Math.max(0, you.seat)).map((x) => sanctuary(ctx, x))), reserve(ctx)];
  });
}

// All seats, clockwise from one of them.
const clockwise = ({ seats }, from) => seats.map((_, i) => seats[(from + i) % seats.length]);

// What distinguishes the seats without their colours: the shortest beginning of each name that no other name has.
function letters(seats) {
  const short = (x, n) => x.title.slice(0, n);
  return new Map(seats.map((x) => {
    let n = 1;
    while (n < 3 && seats.some((y) => y !== x && short(y, n) === short(x, n))) n++;
    return [x.word, short(x, n)];
  }));
}

const dot = ({ letters: l }, seat) => h('span.dot', { '--seat': seat.colour, 'aria-hidden': 'true' }, l.get(seat.word));

// Where the turn stands

const STEPS = { preparation: t`Preparation`, favor: t`Favor`, bribery: t`Bribery`, moon: t`Moon` };

function standing(ctx) {
  const { game, names, fact } = ctx;
  const { phase, ongoing, barred } = game.facts;
  const active = game.seats[game.turn];
  const shown = !game.ask.key.endsWith('/none') && nameOf(names, ongoing ?? '').traits?.phase;
  if (phase === 'over' || !active) return null;
  const ready = game.seats.filter((x) => wordsOf(fact(x, 'flames')).length === 5);
  const told = [
    game.facts.extra === 'true' && t`${active.title} has one more turn after this one.`,
    phase === 'preparation' && { powers: t`No Sacrifice of Powers in this turn.`, adepts: t`No Sacrifice of Adepts in this turn.` }[barred],
    ready.length > 0 && t`${or(ready.map((x) => x.title))} wins with the next Favor received.`,
  ].filter((text) => text && !lastOf(game.log)?.also?.includes(text)); // the last move's text above says these already
  return h(
    'section.standing', { 'aria-label': t`Where the turn stands` },
    h('ol.phases', null, Object.entries(STEPS).map(([key, title]) => h('li', { 'aria-current': key === phase ? 'step' : null }, h('span', null, title)))),
    phase === 'bribery' && ongoing && h('div.bribery', null,
      h('p', null, h('b', null, nameOf(names, ongoing).title), nameOf(names, ongoing).traits?.power === 'true' ? t`Power: ${BENEFITS[ongoing]}` : BENEFITS[ongoing]),
      h('div.price', { role: 'group', 'aria-label': t`The price` }, keepersOf(names, ongoing).map((k, i) => [i > 0 && h('span', { 'aria-hidden': 'true' }, '+'), keeper(names, k)]))),
    phase === 'bribery' && round(ctx),
    phase === 'moon' && moon(shown) && h('div.bribery', null, moon(shown), h('p', null, h('b', null, capital(moonTitle(shown))), t`earns a cube`)),
    told.map((text) => h('p.told-on', null, text)),
  );
}

// Whether a Keeper's blades are Hounds, as the card list says.
const isHound = (names, k) => Object.values(names?.names ?? {}).some((x) => x.traits?.keeper === k && x.traits.hound === 'true');

// A blade of a Keeper, whatever its moon.
const keeper = (names, k) => card(k, { names: { names: { [k]: { title: keeperTitle(k), traits: { keeper: k, phase: '', hound: String(isHound(names, k)) } } } }, face }, { label: keeperTitle(k) });

// Who has passed, who must answer and who comes later, until the round is back at its start.
function round(ctx) {
  const { game } = ctx;
  const { key, seat } = game.ask;
  if (key !== 'bribe' && key !== 'add') return null;
  const [active, ...others] = clockwise(game, game.turn);
  const at = others.indexOf(game.seats[seat]);
  const state = (i) => (i < at ? t`passed` : i > at ? (key === 'bribe' ? t`asked later` : t`not asked`) : key === 'bribe' ? t`is asked` : t`bribes`);
  const row = (x, text, now) => h('li', { 'aria-current': now ? 'true' : null }, dot(ctx, x), h('span', null, x.title, h('small', null, text)));
  return h('ol.round', { 'aria-label': t`The round of bribes` }, row(active, t`announced it`), others.map((x, i) => row(x, state(i), i === at)), key === 'bribe' && row(active, t`has it if all pass`));
}

// The Pantacle

const STAR = 116;

function pantacle(ctx, before) {
  const { game, fact } = ctx;
  const told = [];
  const points = Object.entries(LOCATIONS).map(([word, location]) => {
    const a = -Math.PI / 2 + (location.turn + 1) * (2 * Math.PI / 5);
    const [x, y] = [STAR * Math.cos(a), STAR * Math.sin(a)];
    const here = game.seats.filter((seat) => wordsOf(fact(seat, 'flames')).includes(word));
    told.push(t`${location.text}: ${here.length ? and(here.map((seat) => seat.title)) : t`nobody`}.`);
    return s(
      'g', { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, class: here.length ? 'point burning' : 'point' },
      s('circle', { r: 27, class: 'seat' }), s('circle', { r: 23.500, ...thin, 'stroke-width': .6 }),
      effect(word),
      game.seats.map((seat, i) => {
        // Each player has a place on the rim.
        const at = Math.PI * (-0.5 + 0.24 * (i - (game.seats.length - 1) / 2));
        const place = `translate(${(34 * Math.cos(at)).toFixed(1)} ${(34 * Math.sin(at)).toFixed(1)})`;
        if (!here.includes(seat)) return s('circle', { r: 2.200, class: 'wick', transform: place });
        const fresh = before && !before.has(`${seat.word} ${word}`);
        return s('g', { transform: place }, s('g', { class: fresh ? 'arrive' : '' },
          s('path', { d: FLAME, class: 'soul', '--seat': seat.colour, transform: 'translate(0 6)' }),
          s('text', { y: 2, class: 'letter' }, ctx.letters.get(seat.word))));
      }),
      location.label.split('\n').map((line, i) => s('text', { y: 43 + 15 * i, class: 'label' }, line)),
    );
  });
  return h(
    'figure.pantacle', null,
    s('svg', { viewBox: '-172 -184 344 346', role: 'img', 'aria-label': t`The Pantacle. ${told.join(' ')}` },
      s('g', { class: 'lines' },
        s('circle', { r: STAR, ...thin }), s('circle', { r: STAR + 6, ...thin, 'stroke-width': .5 }), s('circle', { r: STAR - 11, ...thin, 'stroke-width': .5 }),
        s('path', { d: starPath(5, 2, STAR), ...thin, 'stroke-width': 1.400 }), s('path', { d: starPath(5, 2, STAR - 10), ...thin, 'stroke-width': .5 }),
        s('circle', { r: 40, ...thin, 'stroke-width': .5 }), s('path', { d: starPath(5, 1, 40, Math.PI), ...thin, 'stroke-width': .5 })),
      s('g', { class: 'heart' }, s('path', { d: FLAME, transform: 'translate(-1 17) scale(1.15)' })),
      points),
  );
}

// The effect of a location, as an engraving.
function effect(word) {
  const put = (x, y, k, paths) => s('g', { transform: `translate(${x} ${y}) scale(${k})` }, paths);
  if (word === 'influence-per-flame') return [put(-9, -4, .72, cubePaths()), put(4, -4, .72, cubePaths()), put(-2.500, 8, .72, cubePaths()), s('path', { d: FLAME, class: 'spark', transform: 'translate(14 13) scale(.42)' })];
  if (word === 'adepts') return [put(-8, 1, .95, adeptPaths()), put(8, 1, .95, adeptPaths())];
  if (word === 'influence') return [put(-8.500, 0, .95, cubePaths()), put(8.500, 0, .95, cubePaths())];
  if (word === 'demonic') return s('g', { ...thin, 'stroke-width': 1.600 }, [-24, 0, 24].map((a) => s('path', { d: 'M-5-14H5V4L0 9L-5 4Z', class: 'leaf-blade', transform: `translate(0 8) rotate(${a}) translate(0-8)` })));
  return s('g', { ...thin, 'stroke-width': 2.400 }, s('path', { d: 'M12-6A13 13 0 1 0 13 4' }), s('path', { d: 'M14-13V-5H6' }), s('path', { d: 'M0-6V1L5 4', 'stroke-width': 1.600 }));
}

// The Favors

function favors(ctx) {
  const { game, actions } = ctx;
  const may = game.moves?.favor ?? {};
  const offer = { verb: 'favor', table: false, label: ctx.names?.verbs?.favor ?? t`Favor` };
  return h('section.favors', { 'aria-label': t`The Favors` }, h('ul', null, FAVORS.map((f) => {
    const inner = favor(ctx, f, Boolean(may[f]));
    const cls = [f === game.facts.ongoing && 'ongoing', may[f] && 'open'].filter(Boolean).join(' ');
    return h('li', { class: cls }, may[f] ? h('button', { type: 'button', key: `favor-${f}`, onclick: () => actions.openOffer(offer, [f]) }, inner) : h('div', null, inner));
  })));
}

function favor(ctx, f, open) {
  const { game, names, fact } = ctx;
  const view = nameOf(names, f);
  const { phase = 'none', power } = view.traits ?? {};
  const holders = game.seats.filter((x) => wordsOf(fact(x, 'powers')).includes(f));
  const here = f === game.facts.ongoing;
  return [
    h('span.phase', null, moon(phase), h('small', null, phase === 'none' ? t`no moon` : phaseTitle(phase))),
    h('span.words', null,
      h('span.head', null, h('b', null, view.title), here && h('span.tracker', null, t`tracker`), open && h('span.sr', null, ' ', t`may be announced`),
        holders.length > 0 && h('span.holders', null, h('span.sr', null, ' ', t`held by ${and(holders.map((x) => x.title))}`), holders.map((x) => dot(ctx, x)))),
      h('span', null, keepersOf(names, f).map(keeperTitle).join(' + ')),
      h('span.benefit', null, power === 'true' && h('i', null, t`Power:`, ' '), BENEFITS[f])),
  ];
}

// The Sanctuaries

function sanctuary(ctx, seat) {
  const { game, snapshot, fact } = ctx;
  const own = seat === game.seats[snapshot.you.seat];
  const turn = seat === game.seats[game.turn];
  const [hand, limit, flames] = [fact(seat, 'hand') ?? '0', fact(seat, 'limit') ?? '3', wordsOf(fact(seat, 'flames')).length];
  return h(
    'section.sanctuary', { class: ['sanctuary', turn && 'turn', own && 'own'].filter(Boolean).join(' '), 'data-word': seat.word, 'aria-label': t`${seat.title}’s Sanctuary` },
    h('div.sanctuary-head', null,
      h('h3', null, dot(ctx, seat), seat.title, own && h('small', null, ' ', t`you`)),
      h('p', null, many(hand, t`${hand} blade in hand, refilled to ${limit}`, t`${hand} blades in hand, refilled to ${limit}`))),
    h('div.goods', null,
      good(cube(), fact(seat, 'influence'), t`cubes`),
      good(adept(), fact(seat, 'adepts'), t`Adepts`, t`next: ${cubes(fact(seat, 'price') ?? 0)}`),
      h('div.good', null, discs(wordsOf(fact(seat, 'discs')), seat), h('small', null, many(flames, t`${flames} of 5 burns`, t`${flames} of 5 burn`))),
      resolve(Number(fact(seat, 'resolve') ?? 0))),
    powers(ctx, seat),
    // Some curses raise the cost: their cards say so.
    (own || snapshot.you.seat < 0) && h('p.cost', null, t`A Sacrifice: 3 Adepts or 3 Powers`),
    curses(ctx, seat),
  );
}

const good = (picture, n, name, note) => h('div.good', null, h('span.number', null, picture, h('b', null, n ?? '0')), h('small', null, name, note && h('span', null, note)));

// The pentagram of a Sanctuary: only the top disc is not cursed; the others have thorns.
function discs(left, seat) {
  const at = (i) => `translate(${(20 * Math.sin(i * 2 * Math.PI / 5)).toFixed(1)} ${(-20 * Math.cos(i * 2 * Math.PI / 5)).toFixed(1)})`;
  const told = left.length ? t`Discs left: ${and(left.map((w) => DISCS[w]?.[1] ?? w))}` : t`Discs left: none`;
  return s(
    'svg', { viewBox: '-30 -30 60 60', class: 'discs', role: 'img', 'aria-label': told, '--seat': seat.colour },
    s('path', { d: starPath(5, 2, 20), ...thin, 'stroke-width': .8 }), s('circle', { r: 20, ...thin, 'stroke-width': .5 }),
    Object.keys(DISCS).map((w, i) => (left.includes(w)
      ? s('g', { transform: at(i) }, w === 'top'
        ? [s('circle', { r: 8, class: 'disc' }), s('path', { d: FLAME, class: 'disc-mark', transform: 'translate(-.5 5.500) scale(.4)' })]
        : [s('path', { d: starPath(9, 3, 9.5), class: 'disc' }), s('path', { d: 'M-3.200-3.200L3.200 3.200M3.200-3.200L-3.200 3.200', class: 'cross' })])
      : s('circle', { r: 4.500, class: 'gone', transform: at(i) }))),
  );
}

function resolve(step) {
  const text = step === 2 ? t`Resolve ${step}: counts as a Hound` : t`Resolve ${step} of 2`;
  return h('div.good', null,
    h('span.resolve', { role: 'img', 'aria-label': text }, [0, 1, 2].map((i) => h('span', { class: i === step ? 'here' : '' }, i === 2 ? icon('', '-30 -30 64 64', s('path', { d: HOUND, fill: 'currentColor' })) : String(i)))),
    h('small', null, t`Resolve`, h('span', null, step === 2 ? t`a Hound` : t`step ${step}`)));
}

function powers({ game, names, fact }, seat) {
  const held = wordsOf(fact(seat, 'powers'));
  const places = Math.max(held.length, Number(game.options?.['powers-limit'] ?? 4));
  if (!held.length) return h('p.none', null, t`No Power`);
  const due = held.length >= 3;
  // Five in one row would be too narrow for their names.
  return h('ol.powers', { '--n': places > 4 ? 3 : places, 'aria-label': due ? t`Powers, the oldest first; the first three go at a Sacrifice` : t`Powers, the oldest first` },
    Array.from({ length: places }, (_, i) => h('li', { class: [held[i] ? 'held' : 'free', due && i < 3 && 'due'].filter(Boolean).join(' ') },
      held[i] ? [h('span', null, nameOf(names, held[i]).title), h('span.sr', null, `: ${BENEFITS[held[i]]}`)] : h('span.sr', null, t`free`))));
}

function curses(ctx, seat) {
  const { fact, actions } = ctx;
  const open = wordsOf(fact(seat, 'curses'));
  const down = fact(seat, 'flipped');
  if (!open.length && !down) return null;
  const load = wordsOf(fact(seat, 'load'));
  // Copies of one kind each have a load of their own, in a fixed order.
  const loadOf = (w) => {
    const i = load.indexOf(w);
    if (i < 0) return null;
    const [, cubes, adepts] = load.splice(i, 3);
    const parts = [Number(cubes) && [cubes, cube, many(cubes, t`cube lies on it`, t`cubes lie on it`)], Number(adepts) && [adepts, adept, many(adepts, t`Adept lies on it`, t`Adepts lie on it`)]].filter(Boolean);
    return h('span.load', null, parts.map(([n, picture, words]) => [picture(), h('b', null, n), h('span.sr', null, ' ', words)]));
  };
  return h('ul.curses', { 'aria-label': t`Curses` },
    open.map((w, i) => h('li', null, card(w, ctx, { key: `${seat.word}-${w}-${i}`, tap: () => actions.openCard(w) }), loadOf(w))),
    down && h('li.down', null, back({ key: `${seat.word}-down`, tap: () => actions.openCard(down), label: t`${nameOf(ctx.names, down).title}, face down under Protection` }), h('small', null, nameOf(ctx.names, down).title), loadOf(down)));
}

// What belongs to no player

function reserve(ctx) {
  const { game, names, actions } = ctx;
  const row = wordsOf(game.facts['discard.row']);
  const supply = (picture, path, name) => h('figure', null, h('span.number', null, picture, h('b', null, game.facts[path] ?? '0')), h('figcaption', null, name));
  return [
    h('section.row-part', { 'aria-label': t`The discard row` },
      h('div.part-head', null, h('h2', null, t`Discard row`), h('span.quiet', null, row.length ? t`the oldest first` : t`empty`)),
      row.length > 0 && h('ol.discards', null, row.map((w, i) => blade(names, w, i === row.length - 1)))),
    h('div.common', null,
      h('figure', null, back({ count: game.facts.deck ?? '0', label: many(game.facts.deck ?? 0, t`Draw pile, ${game.facts.deck ?? 0} blade`, t`Draw pile, ${game.facts.deck ?? 0} blades`) }), h('figcaption', null, t`Draw pile`)),
      row.length > 0 && h('figure', null, card(lastOf(row), ctx, { key: 'last', tap: () => actions.openCard(lastOf(row)) }), h('figcaption', null, t`stays when shuffled`)),
      h('figure', null, back({ count: game.facts['curses.pile'] ?? '0', label: many(game.facts['curses.pile'] ?? 0, t`Curse pile, ${game.facts['curses.pile'] ?? 0} card`, t`Curse pile, ${game.facts['curses.pile'] ?? 0} cards`) }), h('figcaption', null, t`Curse pile`)),
      h('div.supplies', null, supply(cube(), 'reserve.influence', t`cubes left`), supply(adept(), 'reserve.adepts', t`Adepts left`))),
  ];
}

function blade(names, w, last) {
  const { keeper: k = w, phase = '', hound } = nameOf(names, w).traits ?? {};
  return h('li', { class: [hound === 'true' && 'beast', last && 'last'].filter(Boolean).join(' ') }, moon(phase), h('span', null, keeperTitle(k)), h(moon(phase) ? 'span.sr' : 'small', null, ` ${phaseTitle(phase)}`));
}
