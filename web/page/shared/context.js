// @ts-check
// What the parts of a phone's page are given: the table as it is at the moment, and what can be done.
import { wordsOf } from './store.js';
import { useEffect, useState } from './view.js';

/** @import { Deck } from './cards.js' */
/** @import { Picture } from '../games/contract.js' */
/** @import { Offer } from './moves.js' */
/** @import { LineState } from './connection.js' */
/** @import { Answer, Game, Hint, Names, ProbedCard, Refused, Request } from '../../types/protocol' */
/** @import { SeatView, Snapshot, StartRequest, Wait, Welcome } from '../../types/protocol' */

/**
 * Everything that the page of a phone knows.
 * @typedef {object} State
 * @property {LineState|'refused'} line
 * @property {Refused|null} refused
 * @property {Wait|null} waits
 * @property {Welcome|null} welcome
 * @property {Names|null} names
 * @property {Snapshot|null} snapshot
 * @property {Hint|null} hint
 * @property {ProbedCard|null} laid
 * @property {number} came when the snapshot came, as Date.now says
 * @property {boolean} watching the viewer has said that it only watches
 * @property {Picture} picture
 * @property {string} pictureOf the game that it is of
 * @property {{
 *   enrol?: typeof import('../phone/enrol.js'), lobby?: typeof import('../phone/lobby.js'),
 *   table?: typeof import('../phone/play.js'),
 * }} parts the modules that draw the parts of the page, as far as they are loaded
 *
 * What a phone that is in knows of the table. Cards are drawn with it.
 * @typedef {Deck & TableContext} Context
 *
 * @typedef {object} TableContext
 * @property {Snapshot} snapshot
 * @property {Welcome} welcome
 * @property {Game} [game]
 * @property {SeatView} [me] the viewer's seat
 * @property {string[]} seen the cards that the table has seen in the viewer's hand, with copies
 * @property {Hint|null} hint
 * @property {ProbedCard|null} laid
 * @property {Picture} picture
 * @property {boolean} watching
 * @property {boolean} lost there is no connection
 * @property {Actions} actions
 *
 * The same during a game.
 * @typedef {Context & {game: Game}} GameContext
 *
 * @typedef {{seat?: string, verb?: string, args?: string[]}} AskedMove a move about which somebody asks
 *
 * @typedef {object} Refusal why something was not done
 * @property {string} [rule]
 * @property {string} [text]
 * @property {string} [words]
 * @property {string[]} [names]
 *
 * What can be done on the page. Requests are shown to be refused, but for those of `query` and `check`.
 * @typedef {object} Actions
 * @property {(request: Request) => Promise<boolean>} ask sends a request, and reports whether it was carried out
 * @property {(request: Request) => Promise<Partial<Answer>>} query asks for something that is shown where it was asked
 * @property {(verb: string, args: string[], table?: boolean) => Promise<Partial<Answer>>} check would a move be legal?
 * @property {(verb: string, args: string[], table?: boolean, times?: number) => Promise<boolean>} move
 * @property {(request: StartRequest) => Promise<boolean>} start
 * @property {(text: string) => void} toast shows a short text
 * @property {(offer: Offer, words: string[], title?: string) => void} openOffer
 * @property {(offer: Offer, word: string) => void} throwIn plays a card while the clock runs
 * @property {(word: string) => void} openCard
 * @property {() => void} openHold
 * @property {() => void} openNaming
 * @property {() => void} openAmend
 * @property {() => void} openHints
 * @property {() => void} openGames
 * @property {() => void} openBox
 * @property {() => void} openHost
 * @property {() => void} openUndo
 * @property {(move?: AskedMove) => void} openMay
 * @property {(rule?: string, game?: string) => void} openRules
 * @property {() => void} openSecure
 * @property {() => void} openMenu
 * @property {() => void} openSettings
 * @property {() => Promise<boolean|undefined>} endOthers ends all other pages that are in as this phone
 * @property {() => void} leave ends this phone's token
 * @property {(on: boolean) => Promise<boolean>} askHint has the table search, or cancels that
 * @property {() => void} watchOnly
 * @property {() => void} seatAgain shows the choice of seats again
 * @property {() => void} another begins another game
 * @property {(f: () => void) => (() => void)} onChange calls f after every change, until the returned function is
 *   called
 */

/**
 * The cards that the table has seen in the viewer's own hand.
 * @param {Snapshot} snapshot
 * @param {Picture} picture
 */
export function seenHand({ game, you }, { hand }) {
  const me = game?.seats[you.seat];
  return me ? wordsOf(game?.facts[`${me.word}.${hand.fact}.seen`]) : [];
}

/**
 * @param {State & {snapshot: Snapshot, welcome: Welcome}} state
 * @param {Actions} actions
 * @return {Context}
 */
export function contextOf({ snapshot, names, hint, laid, welcome, picture, watching, line }, actions) {
  const { game, you } = snapshot;
  return {
    snapshot, game, names, hint, laid, welcome, picture, watching, actions,
    me: game?.seats[you.seat],
    seen: seenHand(snapshot, picture),
    face: picture.face,
    lost: line !== 'open',
  };
}

/**
 * The table as it is at the moment, for a component that is not given it: it is drawn again after every change.
 * @param {() => Context} now
 */
export function useNow(now) {
  const [, setTurn] = useState(0);
  useEffect(() => now().actions.onChange(() => setTurn((n) => n + 1)), []);
  return now();
}
