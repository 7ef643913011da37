// @ts-check
// What a game's page may say. The module games/GAME.js exports some of these hooks, and nothing else; for what it does
// not export, the defaults below are used.
import { plainFace } from '../shared/cards.js';
import { AllFacts } from '../shared/facts.js';
import { t } from '../shared/lang.js';

/** @import { ComponentType, VNode } from '../../types/vendor/preact' */
/** @import { Face } from '../shared/cards.js' */
/** @import { Actions, GameContext } from '../shared/context.js' */
/** @import { Offer } from '../shared/moves.js' */
/** @import { Game, NameView, Names, Snapshot } from '../../types/protocol' */

/**
 * A variant of the rules and its values, as people read them.
 * @typedef {{[value: string]: string|undefined, title?: string}} Reading
 *
 * How a move is offered.
 * @typedef {object} Look
 * @property {string} [label] on its button, if not the verb's word
 * @property {string} [cls] the button's classes, parted by dots: `gold`, `plain.green`
 * @property {boolean} [folded] its answers have no buttons of their own
 * @property {Way[]} [ways] the likely answers, a button for each
 * @property {{label?: string, words: string[]}|false} [rest] the button for all other answers: the words chosen already
 *
 * A likely answer.
 * @typedef {object} Way
 * @property {string[]} words of the move, after its verb
 * @property {string} [text] on the button, if not the title of the first word
 * @property {string} [label] for people who do not see where the button is
 * @property {string} [icon] the word that the hook `icon` draws
 * @property {number} [times] the move is made so many times at once
 * @property {string} cls the button's class
 *
 * The viewer's own hand.
 * @typedef {object} Hand
 * @property {string} fact the fact of a seat that counts its secret cards
 * @property {string} title the heading above them
 */

/**
 * What the picture of a table is drawn from.
 * @typedef {object} TableProps
 * @property {Snapshot} snapshot
 * @property {Game} game that of the snapshot
 * @property {Names|null} names
 * @property {Actions} actions
 * @property {boolean} [looks] the table is only to be looked at: a past one, or one that would be
 * @property {string[]} [lit] of such a table, the words that are pointed out
 *
 * @typedef {object} Picture
 * @property {string} style the address of the game's stylesheet
 * @property {string[]} order the verbs in the order in which they are offered; others come behind them
 * @property {string[]} bright the verbs whose buttons burn
 * @property {string[]} clocked moves that the clock makes by itself, and no button
 * @property {string[]} words the order in which words that are no cards are offered; others come behind them
 * @property {boolean} handFirst on a narrow screen the viewer's own hand is above the picture; only elements of the
 *   class `foremost` are higher
 * @property {Hand} hand
 * @property {{[option: string]: Reading}} readings the variants of the rules that a table can choose
 * @property {{[verb: string]: (...titles: string[]) => string|undefined|false}} phrases a move in words, as far as its
 *   words are chosen; falsy: as usual
 * @property {{[verb: string]: string[]}} questions what is asked for each word of a move
 * @property {(word: string, ctx: GameContext, verb?: string) => string|undefined} optionText a word of a move, if its
 *   title is not enough
 * @property {(offer: Offer, ctx: GameContext) => Look} look how a move is offered
 * @property {(word: string, ctx: GameContext) => VNode|null} icon what stands for a word on a button
 * @property {(verb: string, words: string[], ctx: GameContext) => [heading: string, words: string[]][]|null} groups
 *   cards to choose from, under headings; null: those of the viewer's hand first
 * @property {(snapshot: Snapshot) => string[]} beside the cards that the question is about
 * @property {(ctx: GameContext) => string|undefined} hint what helps with the answer, or takes the place of the usual
 *   prompt
 * @property {(game: Game) => boolean} mayHint reports whether anything can be reached in the present state
 * @property {(snapshot: Snapshot, names: Names|null) => {title: string, text: string}} timerWords the words beside the
 *   running clock
 * @property {(view: NameView, word: string, names?: Names|null) => Face} face what a card looks like
 * @property {ComponentType<TableProps>} Table the picture of the table
 */

/** @type {Picture} */
export const defaults = {
  style: '',
  order: [],
  bright: [],
  clocked: [],
  words: [],
  handFirst: false,
  hand: {
    fact: 'hand',
    get title() {
      return t`Your hand`;
    },
  },
  readings: {},
  phrases: {},
  questions: {},
  optionText: () => undefined,
  look: () => ({}),
  icon: () => null,
  groups: () => null,
  beside: () => [],
  hint: () => undefined,
  mayHint: () => true,
  timerWords: () => ({ title: t`The clock runs`, text: '' }),
  face: plainFace,
  Table: AllFacts,
};
