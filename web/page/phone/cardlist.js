// @ts-check
// What a card list is called, and what is said of it among others.
import { capital } from '../shared/words.js';
import { t } from '../shared/lang.js';

/** @import { ListView } from '../../types/protocol' */

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
 * How many of some card lists were not read yet.
 * @param {ListView[]} lists
 */
export const unreadOf = (lists) => lists.filter((l) => l.unread).length;
