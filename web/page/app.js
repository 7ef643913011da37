// The page of a phone: it holds the line to the table and shows what comes.
import { h, draw } from './dom.js';
import { makeStore, unfolded } from './store.js';
import { Connection } from './connection.js';
import { joinView, openingView } from './join.js';
import { keepGame, lastGame, lobbyView, startForm } from './lobby.js';
import { enrolView, openNaming } from './enrol.js';
import { makeTable } from './table.js';
import { makeVerdicts } from './verdict.js';
import { openMenu, noticesView } from './menu.js';
import { openRules } from './rules.js';
import { openHold, openCard } from './hand.js';
import { openAmend } from './amend.js';
import { openMove, offersWith, seenHand } from './moves.js';
import { openHints } from './hint.js';
import { openSheet } from './sheet.js';
import { pictureOf, blank } from './picture.js';

const TOKEN = 'familiar.token';
const $ = (id) => document.getElementById(id);

/** Begins: one store, one line, one page. */
function begin() {
  const store = makeStore({ line: 'opening', refused: null, welcome: null, names: null, snapshot: null, hint: null, came: 0, watching: false, picture: blank, pictureOf: '' });
  const verdicts = makeVerdicts($('refusal'), $('toasts'));
  let code = takeCode();
  let heard = null; // the last verdict

  const line = new Connection({
    path: '/ws',
    hello: () => ({ type: 'hello', protocol: 1, token: load() || undefined, code: code || undefined, revision: store.get().snapshot?.revision ?? 0 }),
    probe: { type: 'check', verb: '', args: [] },
    line: (state) => store.set({ line: state }),
    message(m) {
      if (m.type === 'welcome') {
        if (m.token) save(m.token);
        code = '';
        // On a new line nothing is looked for.
        const { hint } = store.get();
        store.set({ welcome: m, refused: null, hint: hint?.state === 'running' ? { ...hint, state: 'cancelled' } : hint });
      } else if (m.type === 'refused') {
        line.stop();
        store.set({ line: 'refused', refused: m, welcome: null });
      } else if (m.type === 'names') store.set({ names: m });
      else if (m.type === 'snapshot') take(unfolded(m));
      else if (m.type === 'hint') store.set({ hint: m });
    },
  });

  function take(snapshot) {
    const before = store.get();
    const sameGame = before.snapshot?.game?.id === snapshot.game?.id;
    store.set({ snapshot, came: performance.now(), watching: sameGame && before.watching });
    const game = snapshot.game;
    if (game) keepGame(game.game);
    if (game && game.game !== before.pictureOf) {
      store.set({ pictureOf: game.game, picture: blank });
      pictureOf(game.game).then((picture) => store.get().pictureOf === game.game && store.set({ picture }));
    }
    const v = game?.verdict;
    if (heard !== null && v && v.n !== heard) {
      if (v.ok) (verdicts.dismiss(), verdicts.toast(v.text, true));
      // A question that says the same already needs no refusal above it.
      else if (game.gesture?.text !== v.words) verdicts.refuse(v, context());
    }
    heard = v?.n ?? heard ?? 0;
  }

  const actions = {
    /** Asks the table for something, and shows why not. */
    async ask(request) {
      try {
        const answer = await line.ask(request);
        if (!answer.ok) verdicts.refuse({ rule: answer.rule, text: answer.text, names: answer.names }, context());
        return answer.ok;
      } catch (err) {
        verdicts.toast(err.message);
        return false;
      }
    },
    move: (verb, args, table, times) => actions.ask({ type: 'move', verb, args, seat: table ? 'table' : undefined, times }),
    check: (verb, args, table) => line.ask({ type: 'check', verb, args, seat: table ? 'table' : undefined }).catch((err) => ({ ok: false, text: err.message })),
    start: (request) => actions.ask(request),
    toast: verdicts.toast,
    openOffer: (offer, words, title) => openMove(context, offer, words, title),
    /** Lays a card while the clock runs: there is no time for a question that has one answer. */
    throwIn: (offer, word) => openMove(context, offer, [word], offer.label, true),
    openCard: (word) => openCard(context(), word, offersWith(context(), word)),
    openHold: () => openHold(context),
    openNaming: () => openNaming(context),
    openAmend: () => openAmend(context),
    openHints: () => openHints(context),
    /** Has the table look for what the viewer could reach, or cancels that. */
    askHint(on) {
      if (on) store.set({ hint: null });
      return actions.ask({ type: 'hint', on });
    },
    openRules: (id) => openRules(store.get().snapshot.game.game, id),
    watchOnly: () => store.set({ watching: true }),
    seatAgain: () => (store.set({ watching: false }), scrollTo({ top: 0 })),
    another() {
      const { welcome, snapshot } = store.get();
      openSheet({
        title: 'Another game',
        build: (body, close) => body.append(startForm(welcome, async (request) => {
          // The finished game is put away first.
          await line.ask({ type: 'end' }).catch(() => null);
          const ok = await actions.start(request);
          if (ok) close();
          return ok;
        }, snapshot.game?.seats.map((x) => x.title))),
      });
    },
    /** Calls back after every change, until the returned function is called. */
    onChange(f) {
      watchers.add(f);
      return () => watchers.delete(f);
    },
  };
  const watchers = new Set();

  function context() {
    const { snapshot, names, hint, welcome, picture, watching, line: state } = store.get();
    const game = snapshot?.game;
    return {
      snapshot, game, names, hint, welcome, picture, watching, actions,
      me: game?.seats[snapshot.you.seat],
      seen: snapshot ? seenHand(snapshot, picture) : [],
      face: picture.face,
      lost: state !== 'open',
      mark: `${names?.game ?? ''}/${picture === blank ? '' : game?.game}`,
    };
  }

  const table = makeTable($('table'));
  store.watch((state) => {
    show(state, context(), actions, table, (typed) => {
      code = typed;
      forget();
      store.set({ refused: null, line: 'opening' });
      line.open();
    });
    for (const f of [...watchers]) f();
  });
  $('menu').addEventListener('click', () => openMenu(context()));
  $('rules').addEventListener('click', () => actions.openRules());
  addEventListener('hashchange', () => {
    const fresh = takeCode();
    if (!fresh || store.get().welcome) return;
    code = fresh;
    line.open();
  });
  store.set({});
  line.open();
}

// One of four pages is shown; the head and the ribbon are always there.
function show(state, ctx, actions, table, enter) {
  const { snapshot, welcome, refused } = state;
  const page = refused ? 'cover' : !welcome || !snapshot ? 'cover' : snapshot.enrol ? 'enrol' : snapshot.game ? 'table' : 'lobby';
  const turned = $(page).hidden;
  for (const id of ['cover', 'enrol', 'lobby', 'table']) $(id).hidden = id !== page;
  if (turned && document.activeElement === document.body) $('main').focus({ preventScroll: true });
  $('head').hidden = page === 'cover';
  $('rules').hidden = !ctx.game;
  $('title').textContent = ctx.game?.title ?? 'Familiar';
  document.title = titleOf(ctx);
  document.body.classList.toggle('lost', state.line === 'lost' || state.line === 'opening');
  draw($('ribbon'), [state.line, Boolean(snapshot)], () => (snapshot && (state.line === 'lost' || state.line === 'opening') ? h('p', null, 'Reconnecting … what you see may be old.') : null));
  if (page === 'cover') {
    const typing = document.activeElement?.id === 'code' || document.activeElement === document.body;
    if (draw($('cover'), [refused], () => (refused ? joinView(refused, enter) : openingView())) && refused && typing) $('code')?.focus();
  }
  if (page === 'lobby') {
    draw($('lobby'), [welcome.code, welcome.games, lastGame(), snapshot.notices, welcome.virtual], () => [h('div.notices', null, noticesView(snapshot.notices)), ...lobbyView({ welcome, actions })]);
  }
  if (page === 'enrol') draw($('enrol'), [snapshot.enrol, ctx.mark], () => enrolView(snapshot.enrol, ctx));
  if (page === 'table') table(ctx, state.came);
  say(ctx);
}

function titleOf({ game, snapshot, me }) {
  if (!game) return 'Familiar';
  return me && snapshot.phase === 'game' && game.ask.seat === snapshot.you.seat ? `● ${game.ask.text}` : `${game.title} – Familiar`;
}

// What a person who does not see the screen is told.
function say({ game, snapshot }) {
  if (!game) return;
  const winner = game.seats[game.winner];
  const last = game.log?.at(-1);
  const text = [last && [last.text, ...(last.also ?? [])].join(' '), snapshot.phase === 'over' ? winner && `${winner.title} wins.` : game.ask.text, game.gesture?.text].filter(Boolean).join(' ');
  if ($('live').textContent !== text) $('live').textContent = text;
}

// The code in the address is used once and does not stay in the history.
function takeCode() {
  const found = /[#&]join=([^&]+)/.exec(location.hash);
  if (!found) return '';
  history.replaceState(null, '', location.pathname + location.search);
  try {
    return decodeURIComponent(found[1]);
  } catch {
    return '';
  }
}

function load() {
  try {
    return localStorage.getItem(TOKEN) ?? '';
  } catch {
    return '';
  }
}

function save(token) {
  try {
    localStorage.setItem(TOKEN, token);
  } catch {
    // Without storage the code is asked for at each visit.
  }
}

function forget() {
  try {
    localStorage.removeItem(TOKEN);
  } catch {
    // Nothing was kept.
  }
}

begin();
