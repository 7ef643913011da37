// @ts-check
// The table on a television: for everybody to look at, without controls. It shows what a watcher sees.
import '../shared/polyfills.js';
import { Board, Waits } from './tv-board.js';
import { Connection } from '../shared/connection.js';
import { contextOf } from '../shared/context.js';
import { drawCover } from '../shared/cover.js';
import { idle, blank, showPictureOf } from '../shared/picture.js';
import { makeStore } from '../shared/store.js';
import { keeper, renewed, takeCode } from '../shared/token.js';
import { el, h, render } from '../shared/view.js';
import { language, learn, t } from '../shared/lang.js';

/** @import { State } from '../shared/context.js' */
/** @import { Heard } from '../shared/connection.js' */
/** @import { Store } from '../shared/store.js' */
/** @import { Snapshot } from '../../types/protocol' */

const token = keeper('familiar.tv'); // its own token: a phone in the same browser may have a seat
const AGAIN = 8000; // ms after which a page with another version than the table is loaded again
const PARTS = ['cover', 'wait', 'board'];

/**
 * An element of the page's HTML file.
 * @param {string} id
 */
const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Starts the page: one store, one connection. */
function begin() {
  const store = makeStore(/** @type {State} */ ({
    line: 'opening', refused: null, waits: null, welcome: null, names: null, snapshot: null, hint: null, laid: null,
    came: 0, watching: true, picture: blank, pictureOf: '',
  }));
  let code = takeCode();
  const line = new Connection({
    path: '/ws',
    hello: () => ({
      type: 'hello', protocol: 1, token: token.load() || undefined, code: code || undefined, revision: 0,
      language: language(),
    }),
    probe: { type: 'check', verb: '', args: [] },
  });
  const message = makeListener(store, line);
  line.listen({
    line: (state) => store.set({ line: state }),
    message(m) {
      if (m.type === 'welcome') code = '';
      message(m);
    },
  });
  /** @param {string} typed */
  const enter = (typed) => {
    code = typed;
    store.set({ refused: null, line: 'opening' });
    line.open();
  };
  addEventListener('hashchange', () => {
    const fresh = takeCode();
    if (fresh && !store.get().welcome) enter(fresh);
  });
  store.watch((state) => show(state, enter));
  store.set({});
  line.open();
  stayAwake();
}

/**
 * Makes what takes the messages of the table.
 * @param {Store<State>} store
 * @param {Connection} line
 */
function makeListener(store, line) {
  let undrawn = false; // the picture was not loaded when the connection was lost
  /** @param {Heard} m */
  return (m) => {
    if (m.type === 'welcome') {
      if (renewed(m.page)) return;
      token.save(m.token);
      const { picture, pictureOf } = store.get();
      undrawn = Boolean(pictureOf && !picture.style);
      store.set({ welcome: m, refused: null, waits: null });
    } else if (m.type === 'refused') {
      line.stop();
      store.set({ line: 'refused', waits: null, refused: m, welcome: null });
      if (m.code === 'protocol') setTimeout(() => location.reload(), AGAIN);
    } else if (m.type === 'wait' && m.token) {
      token.save(m.token);
      line.again();
    } else if (m.type === 'wait') store.set({ waits: m });
    else if (m.type === 'names') store.set({ names: m });
    else if (m.type === 'snapshot') {
      store.set({ snapshot: watched(m), came: Date.now() });
      const game = m.game?.game;
      if (!game || (game === store.get().pictureOf && !undrawn)) return;
      showPictureOf(store, game, undrawn);
      undrawn = false;
    }
  };
}

/**
 * A browser on the table's own machine is a host and gets a host's moves. A television has no moves.
 * @param {Snapshot} snapshot
 * @return {Snapshot}
 */
function watched(snapshot) {
  const { game } = snapshot;
  return { ...snapshot, you: { seat: -1, host: false }, game: game && { ...game, moves: {}, tableMoves: {} } };
}

/**
 * @param {State} state
 * @param {(code: string) => void} enter
 */
function show(state, enter) {
  const { snapshot, welcome, line, came } = state;
  const ctx = snapshot && welcome ? contextOf({ ...state, snapshot, welcome }, idle) : null;
  const game = snapshot?.enrol ? undefined : ctx?.game;
  const shown = game ? 'board' : 'wait';
  const part = ctx ? shown : 'cover';
  for (const id of PARTS) $(id).hidden = id !== part;
  const lost = line === 'lost' || line === 'opening';
  document.body.classList.toggle('lost', lost);
  $('ribbon').hidden = !lost || !snapshot;
  render(lost && snapshot ? el('p', null, t`Reconnecting … what you see may be old.`) : null, $('ribbon'));
  document.title = snapshot?.game?.title ?? 'Familiar';
  if (!ctx) drawCover($('cover'), state, enter);
  render(ctx && !game ? h(Waits, ctx) : null, $('wait'));
  render(ctx && game ? h(Board, { ctx: { ...ctx, game }, came }) : null, $('board'));
}

/** A screen that nobody touches would go dark. If the browser cannot prevent that, the television's settings decide. */
function stayAwake() {
  const hold = () => {
    if (document.visibilityState === 'visible') navigator.wakeLock?.request('screen').catch(() => {});
  };
  document.addEventListener('visibilitychange', hold);
  hold();
}

learn().then(begin);
