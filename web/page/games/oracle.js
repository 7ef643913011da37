// @ts-check
// The picture of the Oracle. It replaces her board, which is wiped clean after the game, so players tap lines, boxes
// and icons here.
import { nameOf, wordsOf } from '../shared/store.js';
import { capital } from '../shared/words.js';
import { el, h } from '../shared/view.js';
import { many, t } from '../shared/lang.js';
import { Bowl } from './oracle-bowl.js';
import { Bag, Clock, Shelf } from './oracle-hours.js';
import { Rune, Sign, SIGNS } from './oracle-signs.js';
import { Sky } from './oracle-sky.js';
import { Clans, Staff } from './oracle-staff.js';
import { inTurn, lower, minus, RUNES, title, traits, useTable, WORDS } from './oracle-table.js';
import { Destiny, Rows, Strip } from './oracle-written.js';

/** @import { Picture, TableProps } from './contract.js' */
/** @import { PartProps } from './oracle-table.js' */

export const style = new URL('./oracle.css', import.meta.url).href;

export const order = ['no-adventurer', 'x', 'use', 'done', 'dawn', 'end-day', 'return'];

export const words = WORDS;

/** Only Corruption cards are held in secret. */
export const hand = { fact: 'corruption', title: t`Your Corruption` };

/** @type {Picture['readings']} */
export const readings = {
  oracle: {
    title: t`Who plays the Oracle`, 1: t`The first player`, 2: t`The second player`, 3: t`The third player`,
    4: t`The fourth player`,
  },
  'prediction-dice': {
    title: t`Two dice beside the Voodoo pawn`, higher: t`The higher one counts`, sum: t`Both are added up`,
  },
  'nudge-rune': {
    title: t`What blackens boxes of +1 or −1`,
    bone: t`Coin and Bone; Coin and Voodoo pawn blacken boxes of Move 1`,
    voodoo: t`Coin and Voodoo pawn; Coin and Bone blacken boxes of Move 1`,
  },
  border: { title: t`The edge of the sky map`, open: t`It is open until it is drawn`, drawn: t`Its lines are printed` },
  cross: {
    title: t`An area at the Corruption cross`, any: t`It brings a card whatever it gives`,
    goods: t`Only one that gives goods brings a card`,
  },
};

/** @type {Picture['questions']} */
export const questions = { recruit: [t`Who is recruited?`, t`Under which ability?`] };

/** The use of a slot, and who leaves it. @type {Picture['optionText']} */
export function optionText(word, ctx, verb) {
  const { names, game: { facts } } = ctx;
  const { sort, text = '' } = nameOf(names, word);
  if (verb !== 'recruit' || sort !== 'place') return undefined;
  const there = facts[`${facts.oracle}.staff.${word}`];
  return there
    ? t`${title(ctx, word)}: ${lower(text)} (${title(ctx, there)} goes.)`
    : t`${title(ctx, word)}: ${lower(text)}`;
}

// Words that players tap on the picture need no button below it; short answers have a button each.
const DRAWN = [
  'rune', 'adventurer', 'corruption', 'nudge', 'shift', 'read-stars', 'predict', 'horoscope', 'influence', 'recruit',
  'staff', 'line', 'write', 'sell', 'total',
];
const SHORT = ['good', 'x', 'icon', 'discard', 'bonus', 'mark', 'use', 'first', 'sponsor', 'reveal', 'act'];

/** @type {Picture['look']} */
export function look({ verb }, { game, names }) {
  if (DRAWN.includes(verb)) return { ways: [] };
  if (verb === 'return') return { ways: [], rest: { words: [] } };
  if (verb === 'done' && game.ask.key === 'lines') {
    const [, n = ''] = wordsOf(game.facts.ask);
    return { label: many(n, t`Done, ${n} line left`, t`Done, ${n} lines left`) };
  }
  if (!SHORT.includes(verb)) return {};
  /** @param {string} w */
  const text = (w) => {
    if (verb === 'act') return many(w, t`${w} hour`, t`${w} hours`);
    const { cost } = traits(names, w);
    return [title({ names }, w), cost && `−${cost}`].filter(Boolean).join(' ');
  };
  const all = inTurn(Object.keys(game.moves[verb] ?? {}));
  return { ways: all.map((w) => ({ words: [w], text: text(w), icon: SIGNS[w] && w, cls: 'gold' })) };
}

/** @type {Picture['icon']} */
export const icon = (word) => h(Sign, { of: word });

/** @type {Picture['hint']} */
export function hint({ game: { ask, facts }, snapshot }) {
  if (ask.key === 'lines' && ask.seat === snapshot.you.seat) {
    return t`Tap a line of the sky map to see what it closes; tap it again to draw it.`;
  }
  if (ask.key === 'adventurers' && facts.ask === 'adventurers 2') return t`If only one was drawn, tell that one.`;
  return undefined;
}

/** A card, or another thing that lies on a reader. @type {Picture['face']} */
export function face({ title: name, traits: { cost, hours, clan } = {} }, word, names) {
  if (RUNES.includes(word)) {
    return { tone: 'night', art: () => h(Rune, { of: word }), order: String(RUNES.indexOf(word)) };
  }
  if (SIGNS[word]) return { tone: 'night', art: () => h(Sign, { of: word }), name: capital(name) };
  if (cost) {
    return { tone: 'night', note: t`−${cost} gold`, order: `${cost} ${name}`, about: t`costs ${cost} gold at the end` };
  }
  const note = [hours && t`${hours} h`, clan && title({ names }, clan)].filter(Boolean).join(' · ');
  return { tone: 'day', note, about: note };
}

/** @param {TableProps} props */
export function Table(props) {
  const ctx = useTable(props);
  const part = { ctx };
  return [
    h(Standing, part),
    el(
      'div', { class: 'board' },
      el(
        'div', { class: 'column' },
        h(Sky, part), h(Rows, part), h(Strip, part), h(Destiny, part), h(Shelf, part), h(Clock, part),
      ),
      el('div', { class: 'column' }, h(Bowl, part), h(Clans, part), h(Staff, part), h(Bag, part)),
    ),
  ];
}

const STEPS = { arrival: t`Arrival`, turn: t`Turns`, market: t`Market` };

/**
 * Where the day stands.
 * @param {PartProps} props
 */
function Standing({ ctx: { facts, own } }) {
  // The throw of the set-up comes before the first arrival; all other throws are part of the turns.
  const setup = facts.day === '1' && own('hours') === '0';
  const phase = facts.phase === 'throw' && !setup ? 'turn' : facts.phase;
  return el(
    'section', { class: 'standing foremost', 'aria-label': t`Where the day stands` },
    el('b', null, t`Day ${facts.day}`),
    el('ol', { class: 'steps' }, Object.entries(STEPS).map(([key, text]) =>
      el('li', { 'aria-current': key === phase ? 'step' : undefined }, text))),
    el('b', { class: 'gold-of' }, minus(own('gold') ?? '0'), el('small', null, ' ', t`gold`)),
  );
}
