// @ts-check
// Asking for card lists and records, which a slow table reads only in part for each answer.

/** @import { Answer } from '../../types/protocol' */

/**
 * Asks, and asks again as long as the table has read more for each answer.
 * @param {() => Promise<Partial<Answer>>} ask
 * @param {(answer: Partial<Answer>) => number} show takes an answer, and returns how much is unread; 0 ends the asking
 */
export async function readOn(ask, show) {
  for (let before = Infinity; ;) {
    const unread = show(await ask());
    if (unread === 0 || unread >= before) return;
    before = unread;
  }
}
