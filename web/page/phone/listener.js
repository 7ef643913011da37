// @ts-check
// What the page of a phone makes of the table's messages.
import { line, own, token } from './phoneconnection.js';
import { load } from '../shared/load.js';
import { showPictureOf } from '../shared/picture.js';
import { keepGame } from './players.js';
import { unfolded } from '../shared/store.js';
import { renewed } from '../shared/token.js';

/** @import { Heard, Listener } from '../shared/connection.js' */
/** @import { Context, State } from '../shared/context.js' */
/** @import { Store } from '../shared/store.js' */
/** @import { Verdicts } from '../shared/verdict.js' */
/** @import { Game, Refused, Snapshot, Wait, Welcome } from '../../types/protocol' */

/** @typedef {{store: Store<State>, verdicts: Verdicts, now: () => Context}} Page */

/** Closes the open sheets, or some of them. */
export const closeSheets = (which = '') =>
  /** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll(`dialog${which}`)).forEach((d) => d.close());

/**
 * The rules of the game under way must be readable without the table, so they are loaded once the page has been drawn.
 * @param {Game|undefined} game
 */
function readRules(game) {
  if (!game) return;
  const read = async () => {
    await load('phone/rules.js');
    const { rulesOf } = /** @type {typeof import('./books.js')} */ (await load('phone/books.js'));
    await rulesOf(game.game);
  };
  (window.requestIdleCallback ?? setTimeout)(() => read().catch(() => {}));
}

/**
 * Makes the listener for the messages on the phone's connection.
 * @param {Page} page
 * @return {Listener}
 */
export function makeListener(page) {
  const { store } = page;
  const take = makeTaker(page);
  return {
    line: (state) => store.set({ line: state }),
    /** @param {Heard} m */
    message(m) {
      switch (m.type) {
        case 'welcome':
          if (welcomed(store, m)) take.returned();
          break;
        case 'refused':
          refused(store, m);
          break;
        case 'wait':
          waits(store, m);
          break;
        case 'names':
          store.set({ names: m });
          break;
        case 'snapshot':
          take.snapshot(unfolded(m));
          break;
        case 'hint':
          store.set({ hint: m });
          break;
        case 'laid':
          store.set({ laid: m });
          break;
        case 'code': {
          const { welcome } = store.get();
          if (welcome) store.set({ welcome: { ...welcome, code: m.code, joinURL: m.joinURL, qr: m.qr } });
          break;
        }
        default: // a message for another kind of page
      }
    },
  };
}

/**
 * The phone is in.
 * @param {Store<State>} store
 * @param {Welcome} m
 */
function welcomed(store, m) {
  if (renewed(m.page)) return false;
  // Another page of this phone has joined meanwhile: both are one phone.
  if (token.load() !== own.token && token.load() !== m.token) {
    line.again();
    return false;
  }
  token.save(m.token);
  own.code = own.link = '';
  // A new connection has no search for hints.
  const { hint, snapshot } = store.get();
  store.set({
    welcome: m, refused: null, waits: null, hint: hint?.state === 'running' ? { ...hint, state: 'cancelled' } : hint,
  });
  readRules(snapshot?.game);
  return true;
}

/**
 * The phone is not let in, or no more.
 * @param {Store<State>} store
 * @param {Refused} m
 */
function refused(store, m) {
  line.stop();
  if (m.code === 'protocol' && renewed(m.code)) return;
  // It may no longer see what it saw before.
  own.revision = 0;
  own.link = '';
  if ((m.code === 'left' || m.code === 'ended') && token.load() === own.token) token.save('');
  store.set({ line: 'refused', waits: null, refused: m, welcome: null, snapshot: null, hint: null, laid: null });
  closeSheets();
}

/**
 * A host has to let the phone in, or has done so.
 * @param {Store<State>} store
 * @param {Wait} m
 */
function waits(store, m) {
  if (!m.token) {
    store.set({ waits: m });
    return;
  }
  token.save(m.token);
  line.again();
}

/**
 * Makes what takes snapshots: it loads the picture of a new game, and shows the verdicts.
 * @param {Page} page
 */
function makeTaker({ store, verdicts, now }) {
  /** @type {number|null} */
  let heard = null; // the last verdict
  let fresh = false; // no snapshot has come yet on a new connection
  let undrawn = false; // the picture was not loaded when the connection was lost

  /**
   * @param {Game|undefined} game
   * @param {boolean} anew the table was started anew
   */
  function announce(game, anew) {
    const v = game?.verdict;
    if (anew && heard !== null) heard = 0; // it counts verdicts from the beginning
    if (heard !== null && v && v.n !== heard) {
      if (v.ok) {
        verdicts.dismiss();
        verdicts.toast(v.text, true);
        // A question with the same words makes the refusal above it unnecessary.
      } else if (game?.gesture?.text !== v.words) verdicts.refuse(v, now());
    }
    // On a new connection a table without a verdict may have been started anew, too.
    heard = v?.n ?? (fresh ? 0 : heard ?? 0);
    fresh = false;
  }

  return {
    /** There is a new connection. */
    returned() {
      fresh = true;
      const { picture, pictureOf } = store.get();
      undrawn = Boolean(pictureOf && !picture.style);
    },
    /** @param {Snapshot} snapshot */
    snapshot(snapshot) {
      const before = store.get();
      const { game } = snapshot;
      const sameGame = before.snapshot?.game?.id === game?.id;
      // Sheets about one game mean nothing in the next one, and its refusals are over.
      if (before.snapshot?.game && !sameGame) closeSheets(':is(.builder, .amends, .small)');
      if (!sameGame) verdicts.dismiss();
      const anew = snapshot.revision < own.revision;
      own.revision = snapshot.revision;
      store.set({ snapshot, came: Date.now(), watching: sameGame && before.watching });
      if (game) keepGame(game.game);
      if (game && (game.game !== before.pictureOf || undrawn)) {
        showPictureOf(store, game.game, undrawn);
        undrawn = false;
        readRules(game);
      }
      announce(game, anew);
    },
  };
}
