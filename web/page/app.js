// The page of a phone: it keeps the connection to the table and shows what arrives.
import './floor.js';
import { h, draw } from './dom.js';
import { lastOf } from './list.js';
import { makeStore, unfolded } from './store.js';
import { line, own, token } from './call.js';
import { drawCover } from './cover.js';
import { drawLobby } from './lobby.js';
import { keepGame, lastGame } from './players.js';
import { StartForm } from './start.js';
import { h as component, render } from './view.js';
import { enrolView, openNaming } from './enrol.js';
import { makeTable } from './table.js';
import { makeVerdicts } from './verdict.js';
import { openMenu, noticesView, knockedView } from './menu.js';
import { openHold, openCard } from './hand.js';
import { openMove, offersWith, seenHand } from './moves.js';
import { openHints } from './hint.js';
import { openSheet } from './sheet.js';
import { watchPause } from './pause.js';
import { learn, t } from './lang.js';
import { takeCode, takeLink, renewed } from './token.js';
import { load } from './load.js';
import { onPrefer, setSize } from './prefs.js';
import { makeBell } from './bell.js';
import { showPictureOf, blank } from './picture.js';

const $ = (id) => document.getElementById(id);

/** Starts the page: one store, one connection. */
function begin() {
  // The texts in the page's HTML file are English.
  document.querySelector('.skip').textContent = t`To the table`;
  $('rules').textContent = t`Rules`;
  $('menu').textContent = t`Menu`;
  const store = makeStore({ line: 'opening', refused: null, waits: null, welcome: null, names: null, snapshot: null, hint: null, laid: null, came: 0, watching: false, picture: blank, pictureOf: '' });
  const verdicts = makeVerdicts($('refusal'), $('toasts'));
  let heard = null; // the last verdict
  let returned = false; // no snapshot has come yet on a new connection
  let undrawn = false; // the picture was not loaded when the connection was lost

  const hears = {
    line: (state) => store.set({ line: state }),
    message(m) {
      if (m.type === 'welcome') {
        if (renewed(m.page)) return;
        // Another page of this phone has joined meanwhile: both are one phone.
        if (token.load() !== own.token && token.load() !== m.token) return line.again();
        token.save(m.token);
        own.code = own.link = '';
        returned = true;
        // A new connection has no search for hints.
        const { hint, picture, pictureOf: game } = store.get();
        undrawn = Boolean(game && !picture.style);
        store.set({ welcome: m, refused: null, waits: null, hint: hint?.state === 'running' ? { ...hint, state: 'cancelled' } : hint });
        readRules();
      } else if (m.type === 'refused') {
        line.stop();
        if (m.code === 'protocol' && renewed(m.code)) return;
        // It may no longer see what it saw before.
        own.revision = 0;
        own.link = '';
        if ((m.code === 'left' || m.code === 'ended') && token.load() === own.token) token.save('');
        store.set({ line: 'refused', waits: null, refused: m, welcome: null, snapshot: null, hint: null, laid: null });
        closeAll();
      } else if (m.type === 'wait') {
        if (!m.token) return store.set({ waits: m });
        token.save(m.token);
        line.again();
      } else if (m.type === 'names') store.set({ names: m });
      else if (m.type === 'snapshot') take(unfolded(m));
      else if (m.type === 'hint') store.set({ hint: m });
      else if (m.type === 'laid') store.set({ laid: m });
      else if (m.type === 'code') store.set({ welcome: { ...store.get().welcome, code: m.code, joinURL: m.joinURL, qr: m.qr } });
    },
  };

  const closeAll = (which = '') => document.querySelectorAll(`dialog${which}`).forEach((sheet) => sheet.close());

  // The rules of the game under way must be readable without the table, so they are loaded once the page has been drawn.
  function readRules() {
    const id = store.get().snapshot?.game?.game;
    if (id) (window.requestIdleCallback ?? setTimeout)(() => load('./rules.js').then((m) => m.rulesOf(id)).catch(() => {}));
  }

  function take(snapshot) {
    const before = store.get();
    const sameGame = before.snapshot?.game?.id === snapshot.game?.id;
    // Sheets about one game mean nothing in the next one, and its refusals are over.
    if (before.snapshot?.game && !sameGame) closeAll(':is(.builder, .amends, .small)');
    if (!sameGame) verdicts.dismiss();
    own.revision = snapshot.revision;
    store.set({ snapshot, came: Date.now(), watching: sameGame && before.watching });
    const game = snapshot.game;
    if (game) keepGame(game.game);
    if (game && (game.game !== before.pictureOf || undrawn)) {
      showPictureOf(store, game.game, undrawn);
      undrawn = false;
      readRules();
    }
    const v = game?.verdict;
    if (heard !== null && v && v.n !== heard) {
      if (v.ok) (verdicts.dismiss(), verdicts.toast(v.text, true));
      // A question with the same words makes the refusal above it unnecessary.
      else if (game.gesture?.text !== v.words) verdicts.refuse(v, context());
    }
    // After a restart the table counts from the beginning.
    heard = v?.n ?? (returned ? 0 : heard ?? 0);
    returned = false;
  }

  // Opens a sheet whose module is loaded at its first use.
  const open = async (module, how) => {
    const loaded = await load(module).catch(() => verdicts.toast(t`The table is out of reach.`));
    if (loaded) await how(loaded);
  };

  const actions = {
    /** Sends a request, and shows why it is refused. */
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
    /** Throws in a card while the clock runs: there is no time for questions with only one answer. */
    throwIn: (offer, word) => openMove(context, offer, [word], offer.label, true),
    openCard: (word) => openCard(context(), word, offersWith(context(), word)),
    openHold: () => openHold(context),
    openNaming: () => openNaming(context),
    openAmend: () => open('./amend.js', (m) => m.openAmend(context)),
    openHints: () => openHints(context),
    /** Ends all other pages that are in as this phone. */
    async endOthers() {
      const answer = await actions.query({ type: 'leave', others: true });
      if (answer.token) token.save((own.token = answer.token));
      if (!answer.ok) verdicts.toast(answer.text);
      return answer.ok;
    },
    /** Ends this phone's token. The connection may be closed before the answer comes. */
    async leave() {
      const answer = await actions.query({ type: 'leave' });
      if (!answer.ok && store.get().welcome) verdicts.refuse({ text: answer.text }, context());
    },
    /** Sends a request to the table whose answer is shown where it was made. */
    query: (request) => line.ask(request).catch((err) => ({ ok: false, text: err.message })),
    openGames: () => open('./past.js', (m) => m.openGames(context)),
    openBox: () => open('./box.js', (m) => m.openBox(context)),
    openHost: () => open('./host.js', (m) => m.openHost(context)),
    openUndo: () => open('./past.js', (m) => m.openUndo(context)),
    openMay: (move) => open('./may.js', (m) => m.openMay(context, move)),
    /** Asks the table to search for what the viewer could reach, or cancels that. */
    askHint(on) {
      if (on) store.set({ hint: null });
      return actions.ask({ type: 'hint', on });
    },
    /** Opens the rules of a game: of the one under way, or else of the one played last. */
    openRules(id, game) {
      const { snapshot, names, welcome } = store.get();
      const played = snapshot?.game?.game;
      const games = welcome?.games ?? [];
      const which = game ?? played ?? games.find((g) => g.id === lastGame())?.id ?? games[0]?.id;
      if (which) open('./rules.js', (m) => m.openRules({ game: which, id, games, names: which === played ? names : null }));
    },
    openSecure: () => open('./secure.js', (m) => m.openSecure(context())),
    openSettings: () => open('./settings.js', (m) => m.openSettings(actions)),
    watchOnly: () => store.set({ watching: true }),
    seatAgain: () => (store.set({ watching: false }), scrollTo({ top: 0 })),
    another() {
      const { welcome, snapshot } = store.get();
      openSheet({
        title: t`Another game`,
        build(body, close) {
          const start = async (request) => {
            // The finished game is put away first.
            await line.ask({ type: 'end' }).catch(() => null);
            const ok = await actions.start(request);
            if (ok) close();
            return ok;
          };
          const { seats = [] } = snapshot.game ?? {};
          render(component(StartForm, { welcome, actions: { ...actions, start }, players: seats.map((x) => x.title), had: seats.map((x) => x.colour) }), body);
        },
      });
    },
    /** Calls f after every change, until the returned function is called. */
    onChange(f) {
      watchers.add(f);
      return () => watchers.delete(f);
    },
  };
  const watchers = new Set();

  function context() {
    const { snapshot, names, hint, laid, welcome, picture, watching, line: state } = store.get();
    const game = snapshot?.game;
    return {
      snapshot, game, names, hint, laid, welcome, picture, watching, actions,
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
      own.code = typed;
      store.set({ refused: null, line: 'opening' });
      line.open();
    });
    for (const f of [...watchers]) f();
  });
  watchPause(context);
  $('menu').addEventListener('click', () => openMenu(context()));
  makeBell($('bell'), context, actions.onChange);
  let hush = null; // ends the spoken mode
  onPrefer(({ text, spoken }) => {
    setSize({ text });
    if (spoken === Boolean(hush)) return;
    hush?.();
    hush = spoken ? () => {} : null;
    if (!spoken) return;
    open('./speech.js', (m) => hush && (hush = m.startSpeech(context, actions.onChange)));
  });
  $('rules').addEventListener('click', () => actions.openRules());
  const toRule = () => {
    const [, game, id] = /^#rule=([a-z0-9-]+)\/([a-z0-9.-]+)$/.exec(location.hash) ?? [];
    if (!game) return;
    history.replaceState(null, '', location.pathname + location.search);
    actions.openRules(id, game);
  };
  addEventListener('hashchange', () => {
    toRule();
    const link = takeLink();
    if (link) {
      own.link = link;
      line.again();
    }
    const fresh = takeCode();
    const { welcome, line: state } = store.get();
    if (!fresh || (welcome && state === 'open')) return;
    own.code = fresh;
    line.open();
  });
  token.watch(() => token.load() !== own.token && line.again());
  store.set({});
  line.listen(hears);
  toRule();
}

// Shows one of the pages; head and ribbon are always there.
function show(state, ctx, actions, table, enter) {
  const { snapshot, welcome, refused } = state;
  const page = refused ? 'cover' : !welcome || !snapshot ? 'cover' : snapshot.enrol ? 'enrol' : snapshot.game ? 'table' : 'lobby';
  const turned = $(page).hidden;
  for (const id of ['cover', 'enrol', 'lobby', 'table']) $(id).hidden = id !== page;
  if (turned && document.activeElement === document.body) $('main').focus({ preventScroll: true });
  $('head').hidden = page === 'cover';
  $('rules').hidden = !ctx.game && !welcome?.games?.length;
  $('title').textContent = ctx.game?.title ?? 'Familiar';
  document.title = titleOf(ctx);
  document.body.classList.toggle('lost', state.line === 'lost' || state.line === 'opening');
  draw($('ribbon'), [state.line, Boolean(snapshot)], () => (snapshot && (state.line === 'lost' || state.line === 'opening') ? h('p', null, t`Reconnecting … what you see may be old.`) : null));
  if (page === 'cover') drawCover($('cover'), state, enter);
  if (page === 'lobby') drawLobby($('lobby'), { welcome, snapshot, actions });
  if (page === 'enrol') draw($('enrol'), [snapshot.enrol, ctx.mark], () => enrolView(snapshot.enrol, ctx));
  table(page === 'table' ? ctx : null, state.came);
  say(ctx);
}

function titleOf({ game, snapshot, me }) {
  if (!game) return 'Familiar';
  return me && snapshot.phase === 'game' && game.ask.seat === snapshot.you.seat ? `● ${game.ask.text}` : `${game.title} – Familiar`;
}

// The text for people who do not see the screen.
function say({ game, snapshot }) {
  if (!game) return;
  const winner = game.seats[game.winner];
  const last = lastOf(game.log);
  const text = [last && [last.text, ...(last.also ?? [])].join(' '), snapshot.phase === 'over' ? winner && t`${winner.title} wins.` : game.ask.text, game.gesture?.text].filter(Boolean).join(' ');
  if ($('live').textContent !== text) $('live').textContent = text;
}

learn().then(begin);
