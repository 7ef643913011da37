// @ts-check
// Words about a game that was played.
import { language, t } from '../shared/lang.js';

/** @import { KeptGame } from '../../types/protocol' */

/** The format of the viewer's country, if the page is in a language of that country. */
const region = () => (navigator.language.startsWith(language()) ? navigator.language : language());

/**
 * A day and its time as people write them.
 * @param {string} at
 */
export const day = (at) => new Date(at).toLocaleString(region(), { dateStyle: 'medium', timeStyle: 'short' });

/**
 * How a game has ended.
 * @param {KeptGame} game
 */
export function resultOf({ how, winner, seats }) {
  switch (how) {
    case 'won': return t`${seats[winner]} won`;
    case 'over': return t`Nobody won`;
    case 'given up': return t`Given up`;
    case 'under way': return t`Under way`;
    case 'left': return t`Not ended`;
    default: return t`It cannot be read`;
  }
}
