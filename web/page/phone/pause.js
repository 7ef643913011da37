// @ts-check
// A pause: nothing can be played until somebody continues the game. It covers the page; put away, it leaves a bar.
import { Button } from '../shared/button.js';
import { openSheet } from '../shared/sheet.js';
import { el, h } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { Actions, Context, GameContext } from '../shared/context.js' */
/** @import { Game } from '../../types/protocol' */

/** @param {GameContext} ctx */
const may = ({ me, snapshot }) => Boolean(me || snapshot.you.host);

/**
 * Who has paused the game: a player, or a host without a seat.
 * @param {Game} game
 */
function whoPaused({ seats, paused }) {
  const seat = seats.find((x) => x.word === paused);
  return seat ? t`${seat.title} has paused the game.` : t`The host has paused the game.`;
}

/**
 * The button that pauses the game, or continues it. `on` are the words for continuing.
 * @param {{game: Game, actions: Actions, close?: () => void, on?: string}} props
 */
export const PauseButton = ({ game: { paused }, actions, close = () => {}, on = t`Let the game go on` }) => {
  const act = () => {
    close();
    actions.ask({ type: 'pause', on: !paused });
  };
  return h(Button, { look: paused ? 'gold wide' : 'plain wide', name: 'pause', act }, paused ? on : t`Pause the game`);
};

/**
 * The bar that stays on the page during a pause.
 * @param {GameContext} ctx
 */
export const Paused = (ctx) =>
  ctx.game.paused
    ? el(
      'div', { class: 'paused' },
      el('p', null, whoPaused(ctx.game)),
      may(ctx) && h(PauseButton, { game: ctx.game, actions: ctx.actions, on: t`Go on` }),
    )
    : null;

/**
 * Makes a function that shows each pause when it begins. It takes the table after each change.
 * @return {(ctx: Context|null) => void}
 */
export function makePauses() {
  /** @type {{close: () => void}|null} */
  let sheet = null;
  let seen = false; // the present pause has been shown
  return (ctx) => {
    const game = ctx?.snapshot.phase === 'game' ? ctx.game : undefined;
    const paused = Boolean(game?.paused);
    if (!paused) sheet?.close();
    if (ctx && game && paused && !seen) sheet = openPause({ ...ctx, game });
    seen = paused;
  };
}

/** @param {GameContext} ctx */
function openPause(ctx) {
  return openSheet({
    title: t`The game is paused`,
    kind: 'pause',
    view: (close) => [
      el('div', { class: 'bars', 'aria-hidden': true }, el('span', null), el('span', null)),
      el('p', { class: 'prompt' }, whoPaused(ctx.game)),
      el(
        'p', { class: 'quiet' },
        ctx.game.timer
          ? t`The clock stands still, and nothing makes a move.`
          : t`Nothing makes a move until it goes on.`,
      ),
      may(ctx)
        ? h(PauseButton, { game: ctx.game, actions: ctx.actions, close })
        : el('p', { class: 'quiet' }, t`Whoever plays can let it go on.`),
      h(Button, { look: 'plain wide', act: close }, t`Look at the table`),
    ],
  });
}
