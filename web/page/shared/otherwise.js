// @ts-check
// What else the last move may have been, with a tap for each.
import { Button } from './button.js';
import { lastOf } from './list.js';
import { SeatDot } from './ornaments.js';
import { el, h } from './view.js';

/** @import { Game, Otherwise as Others } from '../../types/protocol' */

/**
 * @param {object} props
 * @param {Game} props.game
 * @param {Others} props.others
 * @param {(option: number) => void} props.pick corrects the last move
 */
export const Otherwise = ({ game, others: { id, text, options }, pick }) =>
  el(
    'div', { class: 'otherwise', role: 'group', 'aria-label': text },
    el('span', null, lastOf(game.log)?.text), el('span', { class: 'quiet' }, text),
    options.map((o, i) => {
      const seat = game.seats[o.seat];
      return h(
        Button, { key: `${id}-${i}`, look: 'plain', name: `otherwise-${id}-${i}`, act: () => pick(i) },
        seat && h(SeatDot, { colour: seat.colour }), o.text,
      );
    }),
  );
