// @ts-check
// What the parts of the Oracle's picture are drawn from, and what they share.
import { Part as PagePart } from '../shared/part.js';
import { nameOf, wordsOf } from '../shared/store.js';
import { capital } from '../shared/words.js';
import { el, h, useState } from '../shared/view.js';
import { many, t } from '../shared/lang.js';

/** @import { ComponentChildren } from '../../types/vendor/preact' */
/** @import { Actions } from '../shared/context.js' */
/** @import { TableProps } from './contract.js' */
/** @import { Game, Names, Tree } from '../../types/protocol' */

/**
 * @typedef {object} OracleTable
 * @property {Game} game
 * @property {Game['facts']} facts its facts
 * @property {Names|null} names
 * @property {Actions} actions
 * @property {Tree} moves the viewer's legal moves
 * @property {Tree} table those of the table, if the viewer may make them
 * @property {string} asked the part that the question is about
 * @property {(path: string) => string|undefined} own a fact of the player who is the Oracle
 * @property {string} kind what the viewer has tapped last, for moves that take two taps
 * @property {(what: string) => string} chosen which one of that kind
 * @property {(what: string, at: string) => void} pick
 * @property {(verb: string, args: string[], table?: boolean) => void} play makes a move; what
 *   was tapped for it is dropped then
 *
 * @typedef {{ctx: OracleTable}} PartProps
 */

export const RUNES = ['die-a', 'die-b', 'coin', 'bone', 'voodoo'];
export const SIDES = ['left', 'right'];
export const COLOURS = ['red', 'green', 'blue', 'yellow', 'grey'];
export const ROWS = ['top', 'bottom'];

/** Names of runes inside a sentence. @type {{[rune: string]: string}} */
export const THE = {
  'die-a': t`the first die`, 'die-b': t`the second die`, coin: t`the coin`, bone: t`the bone`,
  voodoo: t`the voodoo pawn`,
};

/** @type {{[word: string]: string}} */
const PARTS = {
  lines: 'sky', write: 'rows', x: 'rows', good: 'shelf', icon: 'clans', sponsor: 'clans', mark: 'destiny', use: 'staff',
  adventurers: 'bag', arrival: 'bag', first: 'strip', bonus: 'strip', market: 'shelf', scoring: 'clock',
  reveal: 'clock', discard: 'clock', over: 'clock', act: 'clock',
};

/** @param {Game} game */
const partOf = ({ ask, facts }) =>
  PARTS[(facts.ask ?? ask.key).split(/[ /]/)[0] ?? ''] ?? PARTS[facts.phase ?? ''] ?? 'bowl';

const NOTHING = { what: '', at: '' };

/**
 * What has been tapped is not drawn any more once the table no longer allows it.
 * @param {TableProps} props
 * @return {OracleTable}
 */
export function useTable({ game, snapshot: { you }, names, actions, looks }) {
  const [picked, setPicked] = useState(NOTHING);
  const { facts } = game;
  const may = you.seat >= 0 || you.host;
  return {
    game, facts, names, actions,
    moves: looks ? {} : game.moves,
    table: may && !looks ? game.tableMoves : {},
    asked: partOf(game),
    own: (path) => facts[`${facts.oracle}.${path}`],
    kind: picked.what,
    chosen: (what) => (picked.what === what ? picked.at : ''),
    pick: (what, at) => setPicked({ what, at }),
    async play(verb, args, table) {
      await actions.move(verb, args, table);
      setPicked((now) => (now === picked ? NOTHING : now));
    },
  };
}

// Words

/** @param {string} text */
export const lower = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/** @param {string} n */
export const minus = (n) => n.replace('-', '−');

/** @param {number|string} n */
export const icons = (n) => many(n, t`${n} icon`, t`${n} icons`);

/**
 * @param {Names|null} names
 * @param {string} w
 * @return {{[trait: string]: string|undefined}}
 */
export const traits = (names, w) => nameOf(names, w).traits ?? {};

/**
 * @param {{names?: Names|null}} ctx
 * @param {string} w
 */
export const title = ({ names }, w) => capital(nameOf(names, w).title);

/**
 * @param {OracleTable} ctx
 * @param {string} kind
 * @param {string} colour
 */
export function goodText(ctx, kind, colour) {
  const of = lower(title(ctx, colour));
  return kind === 'charm' ? t`${of} Charm` : t`${of} Talisman`;
}

/** The order in which words are offered. */
export const WORDS = [...RUNES, ...SIDES, ...COLOURS, 'talisman', 'charm', 'icon', 'x', ...ROWS];

/** @param {string} w */
const place = (w) => (WORDS.includes(w) ? WORDS.indexOf(w) : WORDS.length);

/** @param {string[]} all */
export const inTurn = (all) => all.sort((a, b) => place(a) - place(b));

/**
 * The colours of a kind of facts, those with a sign first.
 * @param {Game['facts']} facts
 * @param {string} path
 */
export const coloursOf = (facts, path) =>
  inTurn(Object.keys(facts).filter((p) => p.startsWith(path)).map((p) => p.slice(path.length)));

// The bowl and the horoscopes

/**
 * Where a rune lies, and the face that it shows.
 * @param {OracleTable} ctx
 * @param {string} w
 */
export function lies({ facts }, w) {
  const [side, face] = wordsOf(facts[`bowl.${w}`]);
  return { side, face };
}

/**
 * The value after or before another: 1 comes after 4.
 * @param {number} n
 * @param {boolean} up
 */
export const next = (n, up) => (up ? n % 4 + 1 : (n + 2) % 4 + 1);

/**
 * Reports whether a move is legal.
 * @param {Tree|undefined} tree
 * @param {string[]} words of the move
 * @return {boolean}
 */
export const allows = (tree, [w, ...rest]) => (w === undefined ? tree !== undefined : allows(tree?.[w], rest));

// Elements

/**
 * A part of the picture. The one that the question is about comes first.
 * @param {object} props
 * @param {OracleTable} props.ctx
 * @param {string} props.of the part's own word, which `asked` may name
 * @param {string} [props.look] its class, if not that
 * @param {string} props.name
 * @param {string|false} [props.note]
 * @param {ComponentChildren} [props.children]
 */
export const Part = ({ ctx, of, look = of, name, note, children }) =>
  h(
    PagePart, { class: ctx.asked === of ? `part ${look} first` : `part ${look}`, label: name },
    el('div', { class: 'part-head' }, el('h2', null, name), note && el('span', { class: 'quiet' }, note)),
    children,
  );

/**
 * Words for people who do not see the drawing.
 * @param {{text: string}} props
 */
export const Said = ({ text }) => el('span', { class: 'sr' }, ` ${text}`);
