// A pause: nothing can be played until somebody continues the game. It covers the page; put away, it leaves a bar.
import { h } from './dom.js';
import { openSheet } from './sheet.js';
import { t } from './lang.js';

const may = ({ me, snapshot }) => Boolean(me || snapshot.you.host);

// Who has paused the game: a player, or a host without a seat.
function whoPaused({ game }) {
  const seat = game.seats.find((x) => x.word === game.paused);
  return seat ? t`${seat.title} has paused the game.` : t`The host has paused the game.`;
}

/**
 * The button that pauses the game, or continues it.
 * @param {Object} game
 * @param {Object} actions
 * @param {function(): void=} close
 * @param {string=} on the words for continuing
 */
export function pauseButton(game, actions, close = () => {}, on = t`Let the game go on`) {
  return h(`button.${game.paused ? 'gold' : 'plain'}.wide`, { type: 'button', key: 'pause', onclick: () => (close(), actions.ask({ type: 'pause', on: !game.paused })) }, game.paused ? on : t`Pause the game`);
}

/**
 * The bar that stays on the page during a pause.
 * @param {Object} ctx
 */
export const pausedView = (ctx) => ctx.game.paused && h('div.paused', null, h('p', null, whoPaused(ctx)), may(ctx) && pauseButton(ctx.game, ctx.actions, undefined, t`Go on`));

/**
 * Shows each pause when it begins.
 * @param {function(): Object} now gives the table as it is at the moment
 */
export function watchPause(now) {
  let sheet = null;
  let seen = false; // the present pause has been shown
  now().actions.onChange(() => {
    const ctx = now();
    const paused = Boolean(ctx.game?.paused && ctx.snapshot.phase === 'game');
    if (!paused) sheet?.close();
    if (paused && !seen) sheet = openPause(ctx);
    seen = paused;
  });
}

function openPause(ctx) {
  return openSheet({
    title: t`The game is paused`,
    kind: 'pause',
    build: (body, close) => body.append(
      h('div.bars', { 'aria-hidden': 'true' }, h('span'), h('span')),
      h('p.prompt', null, whoPaused(ctx)),
      h('p.quiet', null, ctx.game.timer ? t`The clock stands still, and nothing makes a move.` : t`Nothing makes a move until it goes on.`),
      may(ctx) ? pauseButton(ctx.game, ctx.actions, close) : h('p.quiet', null, t`Whoever plays can let it go on.`),
      h('button.plain.wide', { type: 'button', onclick: close }, t`Look at the table`),
    ),
  });
}
