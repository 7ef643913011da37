// @ts-check
// The page of a phone: it keeps the connection to the table and shows what arrives.
import '../shared/polyfills.js';
import { makeActions } from './actions.js';
import { line, offeredLink, own, token } from './phoneconnection.js';
import { contextOf } from '../shared/context.js';
import { drawCover } from '../shared/cover.js';
import { lastOf } from '../shared/list.js';
import { makeListener } from './listener.js';
import { load } from '../shared/load.js';
import { blank } from '../shared/picture.js';
import { onPrefer, setSize } from './prefs.js';
import { confirm } from '../shared/sheet.js';
import { makeStore } from '../shared/store.js';
import { takeCode, takeLink } from '../shared/token.js';
import { makeVerdicts } from '../shared/verdict.js';
import { el, h, render } from '../shared/view.js';
import { learn, t } from '../shared/lang.js';

/** @import { Actions, Context, State } from '../shared/context.js' */
/** @import { Page } from './listener.js' */
/** @import { Snapshot } from '../../types/protocol' */

/** The modules that draw the parts of the page. The one that is shown first is in the page's HTML file, too. */
const MODULES = { enrol: 'phone/enrol.js', lobby: 'phone/lobby.js', table: 'phone/play.js' };
const PARTS = ['cover', 'enrol', 'lobby', 'table'];
const SHEETS = ['phone/menu.js', 'phone/builder.js', 'phone/hold.js'];
const FLASH = 400; // ms for which the cover is not shown: most phones are in before, and it would only flash
const LATER = 1000; // ms after which the page no longer waits until the browser is idle

/**
 * An element of the page's HTML file.
 * @param {string} id
 */
const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @return {State} */
const opening = () => ({
  line: 'opening', refused: null, waits: null, welcome: null, names: null, snapshot: null, hint: null, laid: null,
  came: 0, watching: false, picture: blank, pictureOf: '', parts: {},
});

/** Starts the page: one store, one connection. */
function begin() {
  // The texts in the page's HTML file are English.
  /** @type {HTMLElement} */ (document.querySelector('.skip')).textContent = t`To the table`;
  $('rules').textContent = t`Rules`;
  $('menu').textContent = t`Menu`;
  const store = makeStore(opening());
  const verdicts = makeVerdicts($('refusal'), $('toasts'));
  /** @type {Context|null} */
  let known = null; // while the phone is out, its sheets that still close see what was there before
  const now = () => {
    const { snapshot, welcome, ...rest } = store.get();
    if (snapshot && welcome) known = contextOf({ snapshot, welcome, ...rest }, actions);
    return /** @type {Context} */ (known);
  };
  const page = { store, verdicts, now };
  const actions = makeActions(page);
  /** @type {((ctx: Context|null) => void)[]|undefined} */
  let watchers;
  let slow = false;
  setTimeout(() => {
    slow = true;
    store.set({});
  }, FLASH);
  store.watch((state) => {
    const ctx = state.snapshot && state.welcome ? now() : null;
    if (ctx || slow || state.refused || state.waits) show(page, ctx);
    const { table } = state.parts;
    if (table) watchers ??= [table.makeBell($('bell')), table.makePauses()];
    for (const f of watchers ?? []) f(ctx);
  });
  $('menu').addEventListener('click', () => actions.openMenu());
  $('rules').addEventListener('click', () => actions.openRules());
  followParts(page);
  followPrefs(page, actions);
  followAddress(page, actions);
  token.watch(() => token.load() !== own.token && line.again());
  line.listen(makeListener(page));
}

/**
 * Loads the modules of the parts: at once of the part that is to be shown, then of the others, and of sheets that are
 * often opened. If the part to be shown does not come although the table can be reached, the page is loaded again.
 * @param {Page} page
 */
function followParts({ store }) {
  const parts = /** @type {(keyof State['parts'])[]} */ (Object.keys(MODULES));
  /** @type {Set<keyof State['parts']>} */
  const loading = new Set();
  const shown = () => partOf(store.get().snapshot);
  let lost = false; // the page is about to be loaded again
  addEventListener('lost', () => { lost = true; });
  /** @param {keyof State['parts']} part */
  const read = async (part) => {
    if (lost || loading.has(part) || store.get().parts[part]) return;
    loading.add(part);
    const loaded = await load(MODULES[part]).catch(() => null);
    loading.delete(part);
    if (loaded) store.set({ parts: { ...store.get().parts, [part]: loaded } });
    else if (store.get().line === 'open' && shown() === part) dispatchEvent(new Event('lost'));
  };
  const readAll = () => {
    for (const part of parts) read(part);
    for (const sheet of SHEETS) load(sheet).catch(() => {});
  };
  for (const part of parts) if (document.querySelector(`script[src$="${MODULES[part]}"]`)) read(part);
  let all = false;
  store.watch(() => {
    const part = shown();
    if (part === 'cover') return;
    read(part);
    if (!all) (window.requestIdleCallback ?? setTimeout)(readAll, { timeout: LATER });
    all = true;
  });
}

/**
 * Follows the settings of this phone: the size of the text, and the spoken mode.
 * @param {Page} page
 * @param {Actions} actions
 */
function followPrefs({ now, verdicts }, actions) {
  /** @type {(() => void)|null} */
  let hush = null; // ends the spoken mode
  onPrefer(async ({ text, spoken }) => {
    setSize({ text });
    if (spoken === Boolean(hush)) return;
    hush?.();
    hush = spoken ? () => {} : null;
    if (!spoken) return;
    const loaded = await load('phone/speech.js').catch(() => verdicts.toast(t`The table is out of reach.`));
    const { startSpeech } = /** @type {typeof import('./speech.js')} */ (loaded ?? {});
    if (hush && startSpeech) hush = startSpeech(now, actions.onChange);
  });
}

/**
 * Follows the address of the page: to a rule, with a join code, or with the link of a phone that goes on here.
 * @param {Page} page
 * @param {Actions} actions
 */
function followAddress({ store }, actions) {
  /** @param {string} link */
  const follow = async (link) => {
    const go = !token.load() || (await confirm({
      title: t`Go on as another phone?`,
      text: t`A link was opened that would make this browser another phone of the table. What this phone has, such as
        its seat, it would lose. If you did not open the link yourself, stay.`,
      yes: t`Go on as that phone`,
      grave: true,
    }));
    if (!go) return;
    own.link = link;
    line.again();
  };
  const toRule = () => {
    const [, game, id] = /^#rule=([a-z0-9-]+)\/([a-z0-9.-]+)$/.exec(location.hash) ?? [];
    if (!game) return;
    history.replaceState(null, '', location.pathname + location.search);
    actions.openRules(id, game);
  };
  addEventListener('hashchange', () => {
    toRule();
    const link = takeLink();
    if (link) follow(link);
    const fresh = takeCode();
    const { welcome, line: state } = store.get();
    if (!fresh || (welcome && state === 'open')) return;
    own.code = fresh;
    line.open();
  });
  toRule();
  if (offeredLink) follow(offeredLink);
}

/**
 * Shows one of the parts of the page; head and ribbon are always there.
 * @param {Page} page
 * @param {Context|null} ctx null: the phone is not in
 */
function show({ store }, ctx) {
  const state = store.get();
  const { parts, snapshot } = state;
  const part = partOf(ctx?.snapshot);
  const turned = $(part).hidden;
  for (const id of PARTS) $(id).hidden = id !== part;
  if (turned && document.activeElement === document.body) $('main').focus({ preventScroll: true });
  $('head').hidden = part === 'cover';
  $('rules').hidden = !ctx?.game && !state.welcome?.games.length;
  $('title').textContent = ctx?.game?.title ?? 'Familiar';
  document.title = titleOf(ctx);
  document.body.classList.remove('bare');
  const lost = state.line === 'lost' || state.line === 'opening';
  document.body.classList.toggle('lost', lost);
  $('ribbon').hidden = !lost || !snapshot;
  render(lost && snapshot ? el('p', null, t`Reconnecting … what you see may be old.`) : null, $('ribbon'));
  /** @param {string} code */
  const enter = (code) => {
    own.code = code;
    store.set({ refused: null, line: 'opening' });
    line.open();
  };
  if (!ctx) drawCover($('cover'), state, enter);
  if (ctx && part === 'lobby') parts.lobby?.drawLobby($('lobby'), ctx);
  const enrol = part === 'enrol' ? snapshot?.enrol : undefined;
  render(ctx && enrol && parts.enrol ? h(parts.enrol.Enrolment, { enrol, ctx }) : null, $('enrol'));
  const game = part === 'table' ? ctx?.game : undefined;
  const drawn = parts.table?.Table;
  render(ctx && game && drawn ? h(drawn, { ctx: { ...ctx, game }, came: state.came }) : null, $('table'));
  say(ctx);
}

/** @param {Snapshot|null|undefined} snapshot none: the phone is not in */
function partOf(snapshot) {
  if (!snapshot) return 'cover';
  if (snapshot.enrol) return 'enrol';
  return snapshot.game ? 'table' : 'lobby';
}

/** @param {Context|null} ctx */
function titleOf(ctx) {
  if (!ctx?.game) return 'Familiar';
  const { game, snapshot, me } = ctx;
  const asked = me && snapshot.phase === 'game' && game.ask.seat === snapshot.you.seat;
  return asked ? `● ${game.ask.text}` : `${game.title} – Familiar`;
}

/**
 * The text for people who do not see the screen.
 * @param {Context|null} ctx
 */
function say(ctx) {
  if (!ctx?.game) return;
  const { game, snapshot } = ctx;
  const winner = game.seats[game.winner];
  const last = lastOf(game.log);
  const text = [
    last && [last.text, ...(last.also ?? [])].join(' '),
    snapshot.phase === 'over' ? winner && t`${winner.title} wins.` : game.ask.text,
    game.gesture?.text,
  ].filter(Boolean).join(' ');
  if ($('live').textContent !== text) $('live').textContent = text;
}

learn().then(begin);
