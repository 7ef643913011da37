// @ts-check
// What was shown to the table and is no move yet: the question about it, with its answers.
import { Button } from '../shared/button.js';
import { Card } from '../shared/cards.js';
import { SeatDot } from '../shared/ornaments.js';
import { nameOf } from '../shared/store.js';
import { capital } from '../shared/words.js';
import { el, h } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { GameContext } from '../shared/context.js' */
/** @import { Gesture as Shown } from '../../types/protocol' */

/** @param {{ctx: GameContext, gesture: Shown}} props */
export function Gesture({ ctx, gesture: g }) {
  const { game, names, me, snapshot, actions } = ctx;
  const shown = g.words?.length > 0
    ? g.words.map((word) =>
      (nameOf(names, word).sort === 'card' ? h(Card, { word, deck: ctx }) : el('b', null, nameOf(names, word).title)))
    : (g.shown ?? []).map((text) => el('b', null, text));
  return [
    el(
      'div', { class: 'gesture-head' },
      shown.length > 0 && el('div', { class: 'cards' }, shown),
      el(
        'div', null,
        g.at && el('p', { class: 'quiet' }, g.at),
        el('p', { class: 'question', id: 'gesture-text' }, capital(g.text ?? '')),
      ),
    ),
    el(
      'div', { class: 'stack', role: 'group', 'aria-labelledby': 'gesture-text' },
      (g.options ?? []).map((o, i) => {
        const seat = game.seats[o.seat];
        const act = () => actions.ask({ type: 'pick', gesture: g.id, option: i });
        return h(
          Button, { key: `${g.id}-${i}`, look: 'gold told', name: `pick-${g.id}-${i}`, act },
          seat && h(SeatDot, { colour: seat.colour }), o.text,
        );
      }),
      g.kind === 'unknown' && !g.secret && (me || snapshot.you.host) && h(
        Button, { key: `name-${g.id}`, look: 'gold', name: `name-${g.id}`, act: () => actions.openNaming() },
        t`Say what it is`,
      ),
      h(
        Button,
        { key: `drop-${g.id}`, name: `drop-${g.id}`, act: () => actions.ask({ type: 'drop', gesture: g.id }) },
        t`Forget it`,
      ),
    ),
  ];
}
