// @ts-check
// What a card list is called, what is said of it among others, and how all lists are asked for.
import { capital } from '../shared/words.js';
import { t } from '../shared/lang.js';

/** @import { Answer, ListView } from '../../types/protocol' */

/**
 * A card list as people call it.
 * @param {string} name
 */
export const titleOf = (name) => (name === 'house' ? t`The stand-in cards` : capital(name.replaceAll('-', ' ')));

/**
 * How large a card list is, or why no game can begin with it.
 * @param {ListView} list
 */
export function aboutList({ unread, ok, kinds, cards }) {
  if (unread) return t`Being read`;
  return ok ? t`${kinds} kinds, ${cards} cards` : t`Not finished: no game can begin with it yet`;
}

/**
 * Asks for card lists. A slow table does not read all of them for one request: then it is asked again, as long as it
 * has read more of them.
 * @param {() => Promise<Partial<Answer>>} ask
 * @param {(answer: Partial<Answer>) => boolean} show takes an answer, and returns false if no further one is wanted
 */
export async function readLists(ask, show) {
  for (let before = Infinity; ;) {
    const answer = await ask();
    const unread = (answer.lists ?? []).filter((l) => l.unread).length;
    if (!show(answer) || unread === 0 || unread >= before) return;
    before = unread;
  }
}
