// @ts-check
// What is asked: whose turn it is, the question, and what helps with the answer.
import { Button } from '../shared/button.js';
import { Card } from '../shared/cards.js';
import { deeds } from './dock.js';
import { Followed } from '../shared/log.js';
import { choices, treeOf } from '../shared/moves.js';
import { Candle, Rule, Seal, SeatDot } from '../shared/ornaments.js';
import { Otherwise } from '../shared/otherwise.js';
import { nameOf } from '../shared/store.js';
import { el, h } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { GameContext } from '../shared/context.js' */
/** @import { Chore } from '../../types/protocol' */

const HINT_MOVES = 3; // moves during which a hint shows how to enter a card

/**
 * Reports whether the viewer needs the hint how to enter a card. Words that are tapped on the picture have no button,
 * and the picture explains itself.
 * @param {GameContext} ctx
 */
function teaches(ctx) {
  const { game, snapshot, me, names } = ctx;
  const others = game.ask.seat >= 0 && game.ask.seat !== snapshot.you.seat;
  if (!me || (game.log?.length ?? 0) >= HINT_MOVES || others) return false;
  return deeds(ctx).some(({ offer }) =>
    choices(treeOf(game, offer) ?? {}).some((w) => nameOf(names, w).sort === 'card'));
}

/**
 * Whom the question is for. A question out of turn goes to a player; in turn, the game just continues.
 * @param {GameContext} ctx
 */
export function askedOf({ game, snapshot, me }) {
  const turn = game.seats[game.turn];
  const asked = game.seats[game.ask.seat];
  const apart = game.ask.open && game.ask.seat !== game.turn;
  const marked = asked ?? (game.ask.open ? undefined : turn);
  if (me && game.ask.seat === snapshot.you.seat) return { marked, heading: apart ? t`You are asked` : t`Your turn` };
  if (apart) return { marked, heading: asked ? t`${asked.title} is asked` : t`Any of you` };
  return { marked, heading: turn ? t`${turn.title}’s turn` : game.title };
}

/**
 * Reports whether the viewer may ask what can be reached in the present turn. A game's picture says when nothing can.
 * @param {GameContext} ctx
 */
const mayAsk = ({ game, me, names, snapshot, picture }) =>
  Boolean(me && names?.hint && game.hints && snapshot.phase === 'game' && game.turn === snapshot.you.seat)
  && picture.mayHint(game);

/**
 * What else the last move may have been.
 * @param {GameContext} ctx
 */
const Corrections = ({ game, actions }) =>
  (game.otherwise
    ? h(Otherwise, {
      game, others: game.otherwise,
      pick: (option) => actions.ask({ type: 'pick', gesture: game.otherwise?.id, option }),
    })
    : null);

/** @param {{ctx: GameContext, toDo: Chore[]}} props */
export function Ask({ ctx, toDo }) {
  const { game, me, snapshot, picture, names, actions } = ctx;
  const { marked, heading } = askedOf(ctx);
  // The heading already says whose turn it is; below a question there is room for what helps with the answer.
  const hint = game.ask.open || game.ask.seat === game.turn ? picture.hint(ctx) : undefined;
  const prompt = (!game.ask.open && hint) || game.ask.text;
  return [
    el('div', { class: 'kicker' }, marked && h(SeatDot, { colour: marked.colour }), el('h1', null, heading)),
    prompt && el('p', { class: 'prompt' }, prompt),
    h(Followed, { ctx, toDo }),
    h(Corrections, ctx),
    game.ask.open && hint && el('p', { class: 'hint' }, hint),
    el('p', { class: 'then' }, h(Button, { look: 'link', name: 'may', act: () => actions.openMay() }, t`May I …?`)),
    mayAsk(ctx) && el(
      'p', { class: 'then' },
      h(Button, { look: 'link', name: 'reach', act: () => actions.openHints() }, names?.hint?.ask),
    ),
    teaches(ctx) && el(
      'p', { class: 'quiet' }, t`Lay the card on a reader of the table, or tell it with the buttons below.`,
    ),
    picture.beside(snapshot).map((word) => el(
      'div', { class: 'beside', key: word },
      h(Card, { word, deck: ctx, name: `beside-${word}`, tap: () => actions.openCard(word) }),
      el('p', null, nameOf(names, word).text),
    )),
    !me && ctx.watching && el(
      'p', { class: 'quiet' }, t`You watch.`, ' ',
      h(Button, { look: 'link', name: 'seat-again', act: () => actions.seatAgain() }, t`Take a seat`),
    ),
  ];
}

/**
 * The end of a game.
 * @param {{ctx: GameContext}} props
 */
export function Over({ ctx }) {
  const { game, snapshot, actions } = ctx;
  const winner = game.seats[game.winner];
  const own = winner && winner === game.seats[snapshot.you.seat];
  const result = winner ? t`${winner.title} wins` : t`The game is over`;
  return [
    el(
      'div', { class: 'crown' },
      h(Seal, {}), el('div', { class: 'candles' }, [0, 1, 2].map(() => h(Candle, { lit: Boolean(winner) }))),
    ),
    el('h1', null, own ? t`You win` : result),
    winner
      ? el(
        'div', { class: 'kicker center' },
        h(SeatDot, { colour: winner.colour }), el('p', { class: 'prompt' }, own ? winner.title : game.title),
      )
      : el('p', { class: 'prompt' }, game.ask.text),
    h(Corrections, ctx),
    h(Rule, {}),
    snapshot.you.host
      && h(Button, { look: 'gold wide', name: 'another', act: () => actions.another() }, t`Another game`),
  ];
}
