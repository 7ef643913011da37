// @ts-check
// A game at one position after the other.
import { Card } from '../shared/cards.js';
import { SeatDot } from '../shared/ornaments.js';
import { Portrait } from '../shared/picture.js';
import { wordsOf } from '../shared/store.js';
import { el, h } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { Picture } from '../games/contract.js' */
/** @import { Context } from '../shared/context.js' */
/** @import { Answer, LogLine, Names, Past, PastRequest } from '../../types/protocol' */

const REQUEST_INTERVAL = 100; // ms between two requests: a slider moves faster than the table should have to answer

/**
 * Requests a game at one position after the other, and skips positions that the slider has left already.
 * @param {() => Context} now
 * @param {() => Partial<PastRequest>} request
 * @param {(answer: Partial<Answer>, last: boolean) => void} show takes an answer, and whether no newer position is
 *   wanted
 */
export function makePositions(now, request, show) {
  /** @type {number|null} */
  let wanted = null;
  let busy = false;
  let stopped = false;
  async function work() {
    busy = true;
    while (wanted !== null && !stopped) {
      const at = wanted;
      wanted = null;
      const answer = await now().actions.query({ type: 'past', ...request(), at });
      if (!stopped) show(answer, wanted === null);
      await new Promise((done) => setTimeout(done, REQUEST_INTERVAL));
    }
    busy = false;
  }
  return {
    /** @param {number} at */
    to(at) {
      wanted = at;
      if (!busy) work();
    },
    stop() {
      stopped = true;
    },
  };
}

/**
 * A move and its consequences, in words.
 * @param {LogLine} line
 */
export const toldOf = ({ text, also = [] }) => [text, ...also].join(' ');

/**
 * The picture of a game at one position, and the known cards of hands.
 * @param {{picture: Picture, past: Past, names: Names|null, seat: number}} props `seat` is the viewer's
 */
export function PastBoard({ picture, past: { at, phase, game }, names, seat }) {
  const snapshot = {
    type: /** @type {const} */ ('snapshot'), revision: at, you: { seat, host: false }, phase, devices: [],
    game: { ...game, log: game.log ?? [] },
  };
  return el(
    'div', { class: 'past-board' },
    h(Portrait, { picture, snapshot, names }),
    el('div', null, game.seats.map((x) => {
      const held = wordsOf(game.facts[`${x.word}.${picture.hand.fact}.seen`]);
      if (held.length === 0) return null;
      return el(
        'section', { key: x.word },
        el('h3', null, h(SeatDot, { colour: x.colour }), t`In the hand of ${x.title}`),
        el('div', { class: 'cards' }, [...new Set(held)].map((word) => h(Card, {
          key: word, word, deck: { names, face: picture.face }, copies: held.filter((w) => w === word).length,
        }))),
      );
    })),
  );
}
