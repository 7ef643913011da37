// @ts-check
// What can be done on the page of a phone.
import { line, own, token } from './phoneconnection.js';
import { load } from '../shared/load.js';
import { lastGame } from './players.js';
import { t } from '../shared/lang.js';

/** @import { Actions, GameContext } from '../shared/context.js' */
/** @import { AskedMove } from '../shared/context.js' */
/** @import { Offer } from '../shared/moves.js' */
/** @import { Page } from './listener.js' */
/** @import { Answer, Request } from '../../types/protocol' */

/**
 * Sends a request. What goes wrong on the way is an answer, too.
 * @param {Request} request
 * @return {Promise<Partial<Answer>>}
 */
const query = (request) => line.ask(request).catch((err) => ({ ok: false, text: err.message }));

/** @param {boolean=} table the move is the table's */
const seatOf = (table) => (table ? 'table' : undefined);

/**
 * Makes the actions of a page.
 * @param {Page} page
 * @return {Actions}
 */
export function makeActions(page) {
  const { store, verdicts, now } = page;
  /** @type {Set<() => void>} */
  const watchers = new Set();
  store.watch(() => [...watchers].forEach((f) => f()));
  /** @param {Request} request */
  const ask = async (request) => {
    try {
      const answer = await line.ask(request);
      if (!answer.ok) verdicts.refuse({ rule: answer.rule, text: answer.text, names: answer.names }, now());
      return answer.ok;
    } catch (err) {
      verdicts.toast(/** @type {Error} */ (err).message);
      return false;
    }
  };
  return {
    ask,
    query,
    move: (verb, args, table, times) => ask({ type: 'move', verb, args, seat: seatOf(table), times }),
    check: (verb, args, table) => query({ type: 'check', verb, args, seat: seatOf(table) }),
    start: ask,
    toast: verdicts.toast,
    ...sheets(page),
    ...connections(page),
    askHint(on) {
      if (on) store.set({ hint: null });
      return ask({ type: 'hint', on });
    },
    watchOnly: () => store.set({ watching: true }),
    seatAgain() {
      store.set({ watching: false });
      scrollTo({ top: 0 });
    },
    onChange(f) {
      watchers.add(f);
      return () => {
        watchers.delete(f);
      };
    },
  };
}

/**
 * The modules that are loaded when something of them is opened.
 * @typedef {{
 *   'phone/amend.js': typeof import('./amend.js'), 'phone/another.js': typeof import('./another.js'),
 *   'phone/cardlists.js': typeof import('./cardlists.js'), 'phone/builder.js': typeof import('./builder.js'),
 *   'phone/enrol.js': typeof import('./enrol.js'), 'phone/hand.js': typeof import('./hand.js'),
 *   'phone/hint.js': typeof import('./hint.js'), 'phone/hold.js': typeof import('./hold.js'),
 *   'phone/host.js': typeof import('./host.js'), 'phone/may.js': typeof import('./may.js'),
 *   'phone/menu.js': typeof import('./menu.js'), 'phone/past.js': typeof import('./past.js'),
 *   'phone/rules.js': typeof import('./rules.js'), 'phone/secure.js': typeof import('./secure.js'),
 *   'phone/settings.js': typeof import('./settings.js'), 'phone/undo.js': typeof import('./undo.js'),
 * }} Modules
 */

/**
 * Opens sheets, whose modules are loaded at their first use or before. If a module does not come although the table can
 * be reached, the page is loaded again.
 * @param {Page} page
 */
function sheets({ store, verdicts, now }) {
  /**
   * @template {keyof Modules} Name
   * @param {Name} module
   * @param {(loaded: Modules[Name]) => unknown} how
   */
  const open = async (module, how) => {
    const loaded = await load(module).catch(() => {
      if (store.get().line === 'open') dispatchEvent(new Event('lost'));
      else verdicts.toast(t`The table is out of reach.`);
    });
    if (loaded) how(/** @type {Modules[Name]} */ (loaded));
  };
  const onTable = () => /** @type {GameContext} */ (now());
  return {
    openOffer: (/** @type {Offer} */ offer, /** @type {string[]} */ words, /** @type {string|undefined} */ title) =>
      open('phone/builder.js', (m) => m.openMove(now, offer, { words, title })),
    // There is no time for questions with only one answer.
    throwIn: (/** @type {Offer} */ offer, /** @type {string} */ word) =>
      open('phone/builder.js', (m) => m.openMove(now, offer, { words: [word], hasty: true })),
    openCard: (/** @type {string} */ word) => open('phone/hand.js', (m) => m.openCard(onTable(), word)),
    openHold: () => open('phone/hold.js', (m) => m.openHold(onTable)),
    openNaming: () => open('phone/enrol.js', (m) => m.openNaming(onTable)),
    openHints: () => open('phone/hint.js', (m) => m.openHints(now)),
    another: () => open('phone/another.js', (m) => m.openAnother(now)),
    openAmend: () => open('phone/amend.js', (m) => m.openAmend(now)),
    openGames: () => open('phone/past.js', (m) => m.openGames(now)),
    openUndo: () => open('phone/undo.js', (m) => m.openUndo(now)),
    openBox: () => open('phone/cardlists.js', (m) => m.openBox(now)),
    openHost: () => open('phone/host.js', (m) => m.openHost(now)),
    openMay: (/** @type {AskedMove|undefined} */ move) => open('phone/may.js', (m) => m.openMay(now, move)),
    openSecure: () => open('phone/secure.js', (m) => m.openSecure(now())),
    openMenu: () => open('phone/menu.js', (m) => m.openMenu(now)),
    openSettings: () => open('phone/settings.js', (m) => m.openSettings(now().actions)),
    /**
     * Opens the rules of a game: of the one under way, or else of the one played last.
     * @param {string=} id of a rule
     * @param {string=} game
     */
    openRules(id, game) {
      const { snapshot, names, welcome } = store.get();
      const played = snapshot?.game?.game;
      const games = welcome?.games ?? [];
      const which = game ?? played ?? games.find((g) => g.id === lastGame())?.id ?? games[0]?.id;
      if (!which) return;
      open('phone/rules.js', (m) => m.openRules({ game: which, id, games, names: which === played ? names : null }));
    },
  };
}

/**
 * What ends this phone's connections.
 * @param {Page} page
 */
const connections = ({ store, verdicts, now }) => ({
  async endOthers() {
    const answer = await query({ type: 'leave', others: true });
    if (answer.token) token.save((own.token = answer.token));
    if (!answer.ok) verdicts.toast(answer.text);
    return answer.ok;
  },
  async leave() {
    const answer = await query({ type: 'leave' });
    // The connection may be closed before the answer comes.
    if (!answer.ok && store.get().welcome) verdicts.refuse({ text: answer.text }, now());
  },
});
