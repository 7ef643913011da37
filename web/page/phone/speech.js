// @ts-check
// The spoken mode: a voice reads questions, the moves of others, refusals and the viewer's cards. It is for people who
// do not see the screen well and have no screen reader; a screen reader reads all of this itself.
import { Button } from '../shared/button.js';
import { byFace, number } from '../shared/cards.js';
import { unseenOf } from './hand.js';
import { nameOf } from '../shared/store.js';
import { makeVoice } from './voice.js';
import { el, h, made } from '../shared/view.js';
import { many, t } from '../shared/lang.js';

/** @import { Actions, Context, GameContext } from '../shared/context.js' */
/** @import { Say } from './voice.js' */
/** @import { TimeView } from '../../types/protocol' */

/**
 * What was told of the table.
 * @typedef {{id: string, n: number, prompt: string, gesture: string, clock: string, hand: string[]}} Told
 */

/**
 * Begins to speak.
 * @param {() => Context} now gives the table as it is at the moment
 * @param {Actions['onChange']} onChange
 * @return {() => void} ends the spoken mode
 */
export function startSpeech(now, onChange) {
  const { say, hush } = makeVoice();
  const heard = listenToPage(say);
  const bar = made(h(Bar, {
    prompt: () => say('prompt', promptOf(now()), true), hand: () => say('hand', handOf(now()), true), hush,
  }));
  document.getElementById('head')?.append(bar);
  const change = makeTeller(say);
  const unwatch = onChange(() => change(now()));
  change(now());
  // Browsers do not speak before the page was touched.
  const touched = () => {
    removeEventListener('pointerup', touched);
    removeEventListener('keydown', touched);
    say('prompt', promptOf(now()));
  };
  if (navigator.userActivation?.hasBeenActive === false) {
    for (const touch of ['pointerup', 'keydown']) addEventListener(touch, touched);
  }
  return () => {
    unwatch();
    removeEventListener('pointerup', touched);
    removeEventListener('keydown', touched);
    heard.disconnect();
    hush();
    bar.remove();
  };
}

/** @param {{prompt: () => void, hand: () => void, hush: () => void}} props */
const Bar = ({ prompt, hand, hush }) =>
  el(
    'div', { class: 'voice', role: 'group', 'aria-label': t`Spoken mode` },
    h(Button, { look: 'plain small', act: prompt }, t`What is asked`),
    h(Button, { look: 'plain small', act: hand }, t`My hand`),
    h(Button, { look: 'plain small', act: hush }, t`Hush`),
  );

/**
 * Reads texts of the page besides the game: refusals, search results, a lost connection.
 * @param {Say} say
 */
function listenToPage(say) {
  /** @param {MutationRecord} change */
  const placeOf = ({ target }) =>
    (target instanceof Element ? target : target.parentElement)?.closest('[role=status], [role=alert]');
  const heard = new MutationObserver((changes) => {
    for (const place of new Set(changes.map(placeOf))) {
      if (!place?.isConnected || place.id === 'live' || place.closest('[hidden]')) continue;
      if (place.firstElementChild?.getAttribute('aria-hidden') === 'true') continue;
      const text = (place.querySelector('.refused-words') ?? place).textContent ?? '';
      say(place.id || 'page', text, place.getAttribute('role') === 'alert');
    }
  });
  heard.observe(document.body, { subtree: true, childList: true, characterData: true });
  return heard;
}

/**
 * Makes what tells the changes of the table.
 * @param {Say} say
 * @return {(ctx: Context|null) => void}
 */
function makeTeller(say) {
  /** @type {Told|null} */
  let told = null;
  return (ctx) => {
    const { game } = ctx ?? {};
    if (!ctx || !game) {
      told = null;
      return;
    }
    const on = { ...ctx, game };
    const same = told?.id === game.id ? told : null;
    tellMoves(on, same ? same.n : game.undoable, say);
    const next = {
      id: game.id, n: game.undoable, prompt: promptOf(ctx), gesture: game.gesture?.text ?? '', clock: clockOf(on),
      hand: [...ctx.seen].sort(),
    };
    if (next.clock && next.clock !== told?.clock) say('clock', next.clock, true);
    if (next.prompt !== told?.prompt) say('prompt', next.prompt);
    if (next.gesture && next.gesture !== told?.gesture) {
      say('gesture', [next.gesture, ...(game.gesture?.options ?? []).map((o) => o.text)].join('. '));
    }
    if (same && next.hand.join() !== same.hand.join()) tellHand(on, same.hand, say);
    told = next;
  };
}

/**
 * The question, and who must answer.
 * @param {Context|null} ctx
 */
function promptOf(ctx) {
  if (!ctx?.game) return t`No game is under way.`;
  const { game, snapshot, me, picture } = ctx;
  if (snapshot.phase === 'over') {
    const winner = game.seats[game.winner];
    if (winner && winner === me) return t`You win.`;
    return winner ? t`${winner.title} wins.` : game.ask.text;
  }
  const turn = game.seats[game.turn];
  const own = game.turn === snapshot.you.seat ? t`Your turn.` : t`You are asked.`;
  const whose = me && game.ask.seat === snapshot.you.seat ? own : turn && t`${turn.title}’s turn.`;
  const hint = game.ask.open ? undefined : picture.hint({ ...ctx, game });
  return [whose, hint || game.ask.text].filter(Boolean).join(' ');
}

/** @param {GameContext} ctx */
function clockOf({ game, picture, snapshot, names }) {
  if (!game.timer) return '';
  const words = picture.timerWords(snapshot, names);
  return `${words.title}. ${secondsOf(game.timer)}. ${words.text}`;
}

/** @param {TimeView} time */
const secondsOf = ({ total }) => {
  const n = Math.round(total / 1000);
  return many(n, t`${n} second`, t`${n} seconds`);
};

/**
 * Reads the moves of others since the last one read. If there are fewer than before, something was undone.
 * @param {GameContext} ctx
 * @param {number} from
 * @param {Say} say
 */
function tellMoves({ game, snapshot, me }, from, say) {
  if (game.undoable < from) say('move', t`Taken back.`);
  for (const line of game.log ?? []) {
    if (line.n <= from) continue;
    const own = me && line.seat === snapshot.you.seat;
    say(`move ${line.n}`, [!own && line.text, ...(line.also ?? [])].filter(Boolean).join(' '));
  }
}

/**
 * @param {Context} ctx
 * @param {string} w
 */
const titleOf = (ctx, w) => {
  const view = nameOf(ctx.names, w);
  const { corner } = ctx.face(view, w, ctx.names);
  return corner === undefined ? view.title : `${view.title} ${number(corner)}`;
};

/**
 * A list without the words of another one, each as often as it is there.
 * @param {string[]} list
 * @param {string[]} other
 */
function without(list, other) {
  const rest = [...list];
  for (const w of other) if (rest.includes(w)) rest.splice(rest.indexOf(w), 1);
  return rest;
}

/**
 * @param {GameContext} ctx
 * @param {string[]} before
 * @param {Say} say
 */
function tellHand(ctx, before, say) {
  const came = without(ctx.seen, before);
  const went = without(before, ctx.seen);
  /** @param {string[]} words */
  const list = (words) => words.map((w) => titleOf(ctx, w)).join(', ');
  const words = [
    came.length > 0 && t`Into your hand: ${list(came)}.`, went.length > 0 && t`Out of your hand: ${list(went)}.`,
  ];
  say('hand', words.filter(Boolean).join(' '));
}

/** @param {Context|null} ctx */
function handOf(ctx) {
  if (!ctx?.game || !ctx.me) return t`You have no seat.`;
  const unseen = unseenOf({ ...ctx, game: ctx.game });
  const cards = [...ctx.seen].sort(byFace(ctx)).map((w) => titleOf(ctx, w));
  if (cards.length === 0 && unseen === 0) return t`Your hand is empty.`;
  const rest = many(
    unseen, t`${unseen} card was not told to the table.`, t`${unseen} cards were not told to the table.`,
  );
  return [cards.length > 0 && t`You hold: ${cards.join(', ')}.`, unseen > 0 && rest].filter(Boolean).join(' ');
}
