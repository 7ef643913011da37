// The table on a television: for everybody to look at, without controls. It shows what a watcher sees.
import './floor.js';
import { h, draw } from './dom.js';
import { makeStore, nameOf, wordsOf } from './store.js';
import { Connection } from './connection.js';
import { drawCover } from './cover.js';
import { qrView } from './join.js';
import { noticesView } from './menu.js';
import { showPictureOf, portrait, blank } from './picture.js';
import { number } from './cards.js';
import { makeTimer } from './timer.js';
import { flame, seal, seatDot } from './ornaments.js';
import { takeCode, keeper, renewed } from './token.js';
import { language, learn, t } from './lang.js';
import { fitted } from './fit.js';
import { logLines } from './snapshot.js';

const token = keeper('familiar.tv'); // its own token: a phone in the same browser may have a seat
const AGAIN = 8000; // ms after which a page with another version than the table is loaded again
const LINES = 5; // of the last moves

const $ = (id) => document.getElementById(id);

/** Starts the page: one store, one connection. */
function begin() {
  const store = makeStore({ line: 'opening', refused: null, welcome: null, names: null, snapshot: null, came: 0, picture: blank, pictureOf: '' });
  let code = takeCode();
  let undrawn = false; // the picture was not loaded when the connection was lost
  const line = new Connection({
    path: '/ws',
    hello: () => ({ type: 'hello', protocol: 1, token: token.load() || undefined, code: code || undefined, revision: 0, language: language() }),
    probe: { type: 'check', verb: '', args: [] },
  });
  line.listen({
    line: (state) => store.set({ line: state }),
    message(m) {
      if (m.type === 'welcome') {
        if (renewed(m.page)) return;
        token.save(m.token);
        code = '';
        const { picture, pictureOf: game } = store.get();
        undrawn = Boolean(game && !picture.style);
        store.set({ welcome: m, refused: null, waits: null });
      } else if (m.type === 'refused') {
        line.stop();
        store.set({ line: 'refused', waits: null, refused: m, welcome: null });
        if (m.code === 'protocol') setTimeout(() => location.reload(), AGAIN);
      } else if (m.type === 'wait') {
        if (!m.token) return store.set({ waits: m });
        token.save(m.token);
        line.again();
      } else if (m.type === 'names') store.set({ names: m });
      else if (m.type === 'snapshot') take(m);
    },
  });

  function take(snapshot) {
    store.set({ snapshot: watched(snapshot), came: Date.now() });
    const game = snapshot.game?.game;
    if (!game || (game === store.get().pictureOf && !undrawn)) return;
    showPictureOf(store, game, undrawn);
    undrawn = false;
  }

  const enter = (typed) => {
    code = typed;
    store.set({ refused: null, line: 'opening' });
    line.open();
  };
  addEventListener('hashchange', () => {
    const fresh = takeCode();
    if (fresh && !store.get().welcome) enter(fresh);
  });
  const board = makeBoard($('board'));
  store.watch((state) => show(state, board, enter));
  store.set({});
  line.open();
  stayAwake();
}

// A browser on the table's own machine is a host and gets a host's moves. A television has no moves.
function watched(snapshot) {
  const { game } = snapshot;
  return { ...snapshot, you: { seat: -1, host: false }, game: game && { ...game, moves: {}, tableMoves: {} } };
}

function show(state, board, enter) {
  const { snapshot, welcome, refused, names, picture, line } = state;
  const page = refused || !welcome || !snapshot ? 'cover' : snapshot.game && !snapshot.enrol ? 'board' : 'wait';
  for (const id of ['cover', 'wait', 'board']) $(id).hidden = id !== page;
  const lost = line === 'lost' || line === 'opening';
  document.body.classList.toggle('lost', lost);
  draw($('ribbon'), [lost && Boolean(snapshot)], () => lost && snapshot && h('p', null, t`Reconnecting … what you see may be old.`));
  document.title = snapshot?.game?.title ?? 'Familiar';
  if (page === 'cover') drawCover($('cover'), state, enter);
  if (page === 'wait') draw($('wait'), [welcome.qr, welcome.code, snapshot.enrol, snapshot.notices], () => waitView(welcome, snapshot));
  if (page !== 'board') return;
  const game = snapshot.game;
  board({ snapshot, game, names, picture, welcome, seen: [], actions: {}, face: picture.face, lost, mark: `${names?.game ?? ''}/${picture === blank ? '' : game.game}` }, state.came);
}

function waitView(welcome, { enrol, notices }) {
  return [
    h('div.cover-seal', null, seal(6, 2), flame()),
    h('h1', null, enrol ? t`The tags of ${enrol.of} are told.` : t`The table is ready.`),
    enrol ? h('p.big', null, enrol.next ? t`Next: ${enrol.title}` : enrol.text) : h('p.big', null, t`Begin a game on a phone.`),
    noticesView(notices),
    comeView(welcome),
  ];
}

// How another phone can join.
const comeView = (welcome) => h('div.come', null,
  welcome.qr?.length > 0 && qrView(welcome.qr),
  h('div', null, h('p', null, t`To join, point a phone’s camera here, or type the code:`), h('p.big-code', null, welcome.code ?? ''), welcome.joinURL && h('p.address', null, welcome.joinURL.replace(/#.*/, ''))));

function makeBoard(root) {
  const part = (cls, label) => h(`section.${cls}`, { 'aria-label': label });
  const parts = { clock: h('section.timer', { 'aria-label': t`The clock`, hidden: true }), turn: part('turn-part', t`What is asked`), told: part('told-part', t`What the table says`), seats: part('seats-part', t`The players`), log: part('log-part', t`The last moves`), come: part('come-part', t`Join`) };
  const frame = h('div.frame-of');
  root.append(frame, h('div.tv-side', null, Object.values(parts)));
  const fit = fitted(frame);
  const timer = makeTimer(parts.clock, { covers: false });
  return (ctx, came) => {
    const { game, snapshot, names, picture, welcome, mark } = ctx;
    draw(parts.turn, [snapshot.phase, game.ask, game.turn, game.winner, game.seats, game.paused, game.gesture?.text, picture.hint?.(ctx), mark], () => turnView(ctx));
    timer(ctx, came);
    const verdict = game.verdict && !game.verdict.ok ? game.verdict : null;
    draw(parts.told, [verdict, snapshot.notices, snapshot.devices], () => [
      verdict && h('p.refusal', null, verdict.text && h('i', null, verdict.text, ' '), verdict.words),
      ...noticesView(snapshot.notices),
      (snapshot.devices ?? []).filter((d) => !d.ok).map((d) => h('p.notice.warning', null, h('b', null, d.name), ' – ', d.text || t`does not work`)),
    ]);
    draw(parts.seats, [game.seats, game.turn, snapshot.phase, names?.counts, names?.counts.map((c) => game.seats.map((x) => game.facts[`${x.word}.${c.fact}`]))], () => seatsView(ctx));
    draw(parts.log, [game.log, game.notes], () => logView(game));
    draw(parts.come, [welcome.qr, welcome.code], () => comeView(welcome));
    portrait(picture, fit.sheet, snapshot, names);
    fit.again();
  };
}

function turnView(ctx) {
  const { game, snapshot, picture } = ctx;
  if (snapshot.phase === 'over') {
    const winner = game.seats[game.winner];
    return [h('h1', null, winner && seatDot(winner.colour), winner ? t`${winner.title} wins` : t`The game is over`), !winner && h('p.prompt', null, game.ask.text)];
  }
  const turn = game.seats[game.turn];
  const asked = game.seats[game.ask.seat];
  const apart = game.ask.open && game.ask.seat !== game.turn;
  const who = apart ? asked : turn;
  const hint = !game.ask.open && picture.hint?.(ctx);
  return [
    h('h1', null, who && seatDot(who.colour), apart ? (asked ? t`${asked.title} is asked` : t`Any of you`) : turn ? t`${turn.title}’s turn` : game.title),
    h('p.prompt', null, game.paused ? t`The game rests.` : game.gesture?.text || hint || game.ask.text),
  ];
}

function seatsView({ game, names, snapshot }) {
  const counts = names?.counts ?? [];
  const value = (x, c) => {
    const fact = game.facts[`${x.word}.${c.fact}`];
    return c.list ? String(wordsOf(fact).length) : fact === undefined ? '–' : wordsOf(fact).map((w) => (/^-?\d/.test(w) ? number(w) : nameOf(names, w).title)).join(' ');
  };
  const at = snapshot.phase === 'game' ? game.turn : game.winner;
  return h('table', null,
    h('thead', null, h('tr', null, h('td'), counts.map((c) => h('th', { scope: 'col' }, c.label)))),
    h('tbody', null, game.seats.map((x, i) => h('tr', { class: i === at ? 'turn' : '' },
      h('th', { scope: 'row' }, h('span.turn-mark', { 'aria-hidden': 'true' }, i === at ? '▶' : ''), seatDot(x.colour), x.title),
      counts.map((c) => h('td', null, value(x, c)))))));
}

function logView(game) {
  const lines = logLines(game).slice(-LINES).reverse();
  return h('ol.log', null, lines.map((l) => h('li', null,
    seatDot(game.seats[l.seat]?.colour),
    h('div', null, h('p', null, l.text, l.again > 0 && ` (${t`${l.again + 1} times`})`), (l.also ?? []).map((a) => h('p.also', null, a))))));
}

// A screen that nobody touches would go dark. If the browser cannot prevent that, the television's own settings decide.
function stayAwake() {
  const hold = () => document.visibilityState === 'visible' && navigator.wakeLock?.request('screen').catch(() => {});
  document.addEventListener('visibilitychange', hold);
  hold();
}

learn().then(begin);
