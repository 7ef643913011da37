// The spoken mode: a voice reads questions, the moves of others, refusals and the viewer's cards. It is for people who do not see the screen well and have
// no screen reader; a screen reader reads all of this itself.
import { h } from './dom.js';
import { nameOf } from './store.js';
import { byFace, number } from './cards.js';
import { unseenOf } from './hand.js';
import { prefs } from './prefs.js';
import { language, many, t } from './lang.js';

const MAX_WAITING = 3; // moves that wait to be read; older ones are dropped

/** Reports whether this browser can speak at all. */
export const canSpeak = () => 'speechSynthesis' in window && 'SpeechSynthesisUtterance' in window;

/** A voice of the page's language, if the browser has one. */
export function voice() {
  const fits = speechSynthesis.getVoices().filter((v) => v.lang.toLowerCase().startsWith(language()));
  return fits.find((v) => v.default) ?? fits.find((v) => v.localService) ?? fits[0] ?? null;
}

/**
 * A queue of sentences that drops outdated ones.
 * @return {{say: function(string, string, boolean=): void, hush: function(): void}} `say` takes a topic, of which only the newest text waits, the text, and whether it
 *   is read at once, before all others
 */
export function makeVoice() {
  let waiting = []; // of [topic, text]
  let now = null;
  const next = () => {
    const first = waiting.shift();
    if (!first) return;
    const said = new SpeechSynthesisUtterance(first[1]);
    said.lang = language();
    said.voice = voice();
    said.rate = prefs().rate;
    now = said;
    said.onend = said.onerror = () => {
      if (now !== said) return;
      now = null;
      next();
    };
    speechSynthesis.speak(said);
  };
  const hush = () => {
    waiting = [];
    now = null;
    speechSynthesis.cancel();
  };
  return {
    hush,
    say(topic, text, atOnce = false) {
      const words = text.replaceAll('·', ',').replaceAll('→', ',').replace(/\s+/g, ' ').trim();
      if (!words) return;
      waiting = waiting.filter(([of]) => of !== topic);
      if (atOnce) {
        now = null;
        speechSynthesis.cancel();
        waiting.unshift([topic, words]);
      } else waiting.push([topic, words]);
      const moves = waiting.filter(([of]) => of.startsWith('move'));
      if (moves.length > MAX_WAITING) waiting = waiting.filter((w) => !moves.slice(0, -MAX_WAITING).includes(w));
      if (!now) next();
    },
  };
}

/**
 * Begins to speak.
 * @param {function(): Object} now gives the table as it is at the moment
 * @param {function(function(): void): function(): void} onChange
 * @return {function(): void} ends the spoken mode
 */
export function startSpeech(now, onChange) {
  const { say, hush } = makeVoice();
  let told = {};
  const change = () => {
    const ctx = now();
    const { game } = ctx;
    if (!game) {
      told = {};
      return;
    }
    const same = told.id === game.id;
    tellMoves(ctx, same ? told.n : game.undoable, say);
    const next = { id: game.id, n: game.undoable, prompt: promptOf(ctx), gesture: game.gesture?.text ?? '', clock: clockOf(ctx), hand: [...ctx.seen].sort() };
    if (next.clock && next.clock !== told.clock) say('clock', next.clock, true);
    if (next.prompt !== told.prompt) say('prompt', next.prompt);
    if (next.gesture && next.gesture !== told.gesture) say('gesture', [next.gesture, ...(game.gesture.options ?? []).map((o) => o.text)].join('. '));
    if (same && next.hand.join() !== told.hand.join()) tellHand(ctx, told.hand, say);
    told = next;
  };
  // Texts of the page besides the game: refusals, search results, a lost connection.
  const heard = new MutationObserver((changes) => {
    const places = new Set(changes.map((c) => (c.target instanceof Element ? c.target : c.target.parentElement)?.closest('[role=status], [role=alert]')));
    for (const place of places) {
      if (!place?.isConnected || place.id === 'live' || place.closest('[hidden]') || place.firstElementChild?.getAttribute('aria-hidden') === 'true') continue;
      say(place.id || 'page', (place.querySelector('.refused-words') ?? place).textContent, place.getAttribute('role') === 'alert');
    }
  });
  heard.observe(document.body, { subtree: true, childList: true, characterData: true });
  const bar = h('div.voice', { role: 'group', 'aria-label': t`Spoken mode` },
    h('button.plain.small', { type: 'button', onclick: () => say('prompt', promptOf(now()), true) }, t`What is asked`),
    h('button.plain.small', { type: 'button', onclick: () => say('hand', handOf(now()), true) }, t`My hand`),
    h('button.plain.small', { type: 'button', onclick: hush }, t`Hush`));
  document.getElementById('head').append(bar);
  const unwatch = onChange(change);
  change();
  // Browsers do not speak before the page was touched.
  const touched = () => {
    removeEventListener('pointerup', touched);
    removeEventListener('keydown', touched);
    say('prompt', promptOf(now()));
  };
  if (navigator.userActivation?.hasBeenActive === false) for (const touch of ['pointerup', 'keydown']) addEventListener(touch, touched);
  return () => {
    unwatch();
    removeEventListener('pointerup', touched);
    removeEventListener('keydown', touched);
    heard.disconnect();
    hush();
    bar.remove();
  };
}

// The question, and who must answer.
function promptOf(ctx) {
  const { game, snapshot, me, picture } = ctx;
  if (!game) return t`No game is under way.`;
  if (snapshot.phase === 'over') {
    const winner = game.seats[game.winner];
    return winner ? (winner === me ? t`You win.` : t`${winner.title} wins.`) : game.ask.text;
  }
  const own = me && game.ask.seat === snapshot.you.seat;
  const turn = game.seats[game.turn];
  const hint = !game.ask.open && picture.hint?.(ctx);
  return [own ? (game.turn === snapshot.you.seat ? t`Your turn.` : t`You are asked.`) : turn && t`${turn.title}’s turn.`, hint || game.ask.text].filter(Boolean).join(' ');
}

function clockOf({ game, picture, snapshot, names }) {
  if (!game.timer) return '';
  const words = picture.timerWords?.(snapshot, names) ?? { title: t`The clock runs`, text: '' };
  return `${words.title}. ${secondsOf(game.timer)}. ${words.text}`;
}

const secondsOf = ({ total }) => {
  const n = Math.round(total / 1000);
  return many(n, t`${n} second`, t`${n} seconds`);
};

// Reads the moves of others since the last one read. If there are fewer than before, something was undone.
function tellMoves({ game, snapshot, me }, from, say) {
  if (game.undoable < from) say('move', t`Taken back.`);
  for (const line of game.log ?? []) {
    if (line.n <= from) continue;
    const own = me && line.seat === snapshot.you.seat;
    say(`move ${line.n}`, [!own && line.text, ...(line.also ?? [])].filter(Boolean).join(' '));
  }
}

const titleOf = (ctx, w) => {
  const { corner } = ctx.face(nameOf(ctx.names, w), w);
  return corner === undefined ? nameOf(ctx.names, w).title : `${nameOf(ctx.names, w).title} ${number(corner)}`;
};

function tellHand(ctx, before, say) {
  const without = (list, other) => other.reduce((rest, w) => (rest.includes(w) ? [...rest.slice(0, rest.indexOf(w)), ...rest.slice(rest.indexOf(w) + 1)] : rest), [...list]);
  const came = without(ctx.seen, before);
  const went = without(before, ctx.seen);
  const list = (words) => words.map((w) => titleOf(ctx, w)).join(', ');
  say('hand', [came.length > 0 && t`Into your hand: ${list(came)}.`, went.length > 0 && t`Out of your hand: ${list(went)}.`].filter(Boolean).join(' '));
}

function handOf(ctx) {
  if (!ctx.me) return t`You have no seat.`;
  const unseen = unseenOf(ctx);
  const cards = [...ctx.seen].sort(byFace(ctx)).map((w) => titleOf(ctx, w));
  if (cards.length === 0 && unseen === 0) return t`Your hand is empty.`;
  return [cards.length > 0 && t`You hold: ${cards.join(', ')}.`, unseen > 0 && many(unseen, t`${unseen} card was not told to the table.`, t`${unseen} cards were not told to the table.`)].filter(Boolean).join(' ');
}
