// @ts-check
// The bench of the virtual table: people put cards on readers and press buttons, and see and hear the devices.
import '../shared/polyfills.js';
import { Keys, Lamps, Readers, Readout } from './bench.js';
import { makeBuzzer } from './buzzer.js';
import { plainFace } from '../shared/cards.js';
import { Connection } from '../shared/connection.js';
import { follow, keepDeal, keptDeal, put, shuffle } from './deal.js';
import { openDeal } from './dealing.js';
import { makeDraggable } from './drag.js';
import { blank, showPictureOf } from '../shared/picture.js';
import { confirm } from '../shared/sheet.js';
import { makeStore } from '../shared/store.js';
import { lyingOpen, named } from './tags.js';
import { renewed } from '../shared/token.js';
import { Answers, Fan, Piles, Saying, Tools } from './tray.js';
import { makeVerdicts } from '../shared/verdict.js';
import { el, h, render } from '../shared/view.js';
import { language, learn, t } from '../shared/lang.js';

/** @import { BenchActions } from './bench.js' */
/** @import { Deck } from '../shared/cards.js' */
/** @import { LineState } from '../shared/connection.js' */
/** @import { Context } from '../shared/context.js' */
/** @import { Deal } from './deal.js' */
/** @import { Picture } from '../games/contract.js' */
/** @import { Verdicts } from '../shared/verdict.js' */
/** @import { Store } from '../shared/store.js' */
/** @import { TrayActions, TrayView } from './tray.js' */
/** @import { Answer, BenchRequest, BenchState, Names, Snapshot } from '../../types/protocol' */

/**
 * Everything that the page of the bench knows.
 * @typedef {Pick<TrayView, 'picked'|'deal'|'place'|'order'|'text'|'stay'> & BenchPage} State
 *
 * @typedef {object} BenchPage
 * @property {LineState} line
 * @property {BenchState|null} bench
 * @property {Names|null} names
 * @property {Snapshot|null} snapshot
 * @property {Picture} picture
 * @property {string} pictureOf the game that it is of
 * @property {string} game the id of the game under way
 * @property {boolean} mute
 *
 * @typedef {BenchActions & TrayActions & {drop: (tag: number, reader: string) => void}} Acts
 */

const TOKEN = 'familiar.bench';

/**
 * An element of the page's HTML file.
 * @param {string} id
 */
const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

function begin() {
  translate();
  const store = makeStore(/** @type {State} */ ({
    line: 'opening', bench: null, names: null, snapshot: null, picture: blank, pictureOf: '', game: '', picked: null,
    stay: false, text: '', order: 'list', place: 'all', deal: keptDeal(), mute: true,
  }));
  const verdicts = makeVerdicts($('refusal'), $('toasts'));
  const buzzer = makeBuzzer();
  const bench = new Connection({ path: '/virtual/ws', probe: { type: 'lift', tag: -1 } });
  bench.listen({
    line: (line) => store.set({ line }),
    message(m) {
      if (m.type !== 'bench') return;
      buzzer.sound(m.buzzer?.hz ?? 0);
      store.set({ bench: m });
    },
  });
  const phone = openPhone(store, verdicts);
  const act = makeActs(store, verdicts, bench, phone);
  makeDraggable($('cards'), act.drop);
  $('sound').addEventListener('click', () => {
    const mute = !store.get().mute;
    buzzer.unlock();
    buzzer.mute(mute);
    store.set({ mute });
  });
  addEventListener('keydown', (e) => {
    if (e.key === 'Escape' && !document.querySelector('dialog')) store.set({ picked: null });
  });
  store.watch((state) => show(state, act));
  bench.open();
  phone.open();
}

/**
 * Opens a second connection, as a watcher: for the names of the cards, the questions and the refusals.
 * @param {Store<State>} store
 * @param {Verdicts} verdicts
 */
function openPhone(store, verdicts) {
  const phone = new Connection({
    path: '/ws',
    hello: () => ({
      type: 'hello', protocol: 1, token: sessionStorage.getItem(TOKEN) || undefined, revision: 0, language: language(),
    }),
    probe: { type: 'check', verb: '', args: [] },
  });
  const take = makeTaker(store, verdicts);
  phone.listen({
    line: () => {},
    message(m) {
      if (m.type === 'welcome') {
        if (!renewed(m.page)) sessionStorage.setItem(TOKEN, m.token ?? '');
      } else if (m.type === 'refused') {
        phone.stop();
        if (m.code === 'protocol') renewed(m.code);
      } else if (m.type === 'names') store.set({ names: m });
      else if (m.type === 'snapshot') take(m);
    },
  });
  return phone;
}

/**
 * Makes what takes snapshots: it loads the picture of a new game, shows the verdicts, and follows the cards of the
 * deal.
 * @param {Store<State>} store
 * @param {Verdicts} verdicts
 * @return {(snapshot: Snapshot) => void}
 */
function makeTaker(store, verdicts) {
  /** @type {number|null} */
  let heard = null; // the last verdict
  return (snapshot) => {
    const { snapshot: before, pictureOf, deal, names } = store.get();
    const { game } = snapshot;
    store.set({ snapshot });
    if (game) store.set({ game: game.id });
    if (game && game.game !== pictureOf) showPictureOf(store, game.game);
    // A refusal is over with its game.
    if (before?.game?.id !== game?.id) verdicts.dismiss();
    const v = game?.verdict;
    if (heard !== null && v && v.n !== heard) {
      if (v.ok) {
        verdicts.dismiss();
        verdicts.toast(v.text);
      } else if (game.gesture?.text !== v.words) verdicts.refuse(v, /** @type {Context} */ (deckOf(store.get())));
    }
    heard = v?.n ?? heard ?? 0;
    // Hands for another game are not used in this one.
    if (deal && deal.game !== (game?.id ?? '')) {
      setDeal(store, null);
      store.set({ place: 'all', picked: null });
    } else if (deal && game) setDeal(store, follow(deal, lyingOpen(game, names), (id) => wordOf(store, id)));
  };
}

/**
 * @param {Store<State>} store
 * @param {number} id of a tag
 */
const wordOf = (store, id) => store.get().bench?.tags.find((x) => x.id === id)?.word ?? '';

/**
 * @param {Store<State>} store
 * @param {Deal|null} deal
 */
function setDeal(store, deal) {
  if (JSON.stringify(deal) === JSON.stringify(store.get().deal)) return;
  keepDeal(deal);
  store.set({ deal });
}

/**
 * What can be done at the bench.
 * @param {Store<State>} store
 * @param {Verdicts} verdicts
 * @param {Connection} bench
 * @param {Connection} phone
 * @return {Acts}
 */
function makeActs(store, verdicts, bench, phone) {
  /** @param {Promise<Answer>} asked */
  const told = (asked) => asked.then((a) => !a.ok && verdicts.toast(a.text), (err) => verdicts.toast(err.message));
  /** @param {BenchRequest} request */
  const ask = (request) => told(bench.ask(request));
  /**
   * @param {number} tag
   * @param {string} reader
   */
  const drop = (tag, reader) => {
    ask({ type: store.get().stay ? 'lay' : 'tap', tag, reader });
    store.set({ picked: null });
  };
  return {
    ...dealActs(store),
    drop,
    pick: (tag) => store.set({ picked: store.get().picked?.id === tag.id ? null : tag }),
    reader(name) {
      const { picked } = store.get();
      if (picked) drop(picked.id, name);
      else verdicts.toast(t`Pick a card first, or drag one here.`);
    },
    lift: (tag) => ask({ type: 'lift', tag }),
    press: (button, long) => ask({ type: 'press', button, long }),
    turn: (knob, clicks) => ask({ type: 'turn', knob, clicks }),
    answer: (request) => told(phone.ask(request)),
    fault: (reader, broken) => ask({ type: 'fault', reader, fault: broken ? 'unplug' : 'none' }),
    set: ({ picked, place, order, text, stay }) => {
      const change = { picked, place, order, text, stay };
      store.set(Object.fromEntries(Object.entries(change).filter(([, v]) => v !== undefined)));
    },
  };
}

/**
 * What can be done with a deal.
 * @param {Store<State>} store
 * @return {Pick<TrayActions, 'put'|'reshuffle'|'deal'|'gather'>}
 */
const dealActs = (store) => ({
  put(tag, to) {
    const { deal } = store.get();
    if (deal) setDeal(store, put(deal, tag, to));
    store.set({ picked: null });
  },
  reshuffle(tags) {
    const { deal } = store.get();
    if (!deal) return;
    const table = deal.table.filter((x) => !tags.includes(x));
    setDeal(store, { ...deal, table, pile: shuffle([...deal.pile, ...tags]) });
  },
  deal() {
    const { bench, snapshot, names } = store.get();
    openDeal({
      tags: bench?.tags ?? [], game: snapshot?.game, names,
      done(deal) {
        setDeal(store, deal);
        store.set({ place: deal.hands.length > 0 ? 0 : 'pile' });
      },
    });
  },
  async gather() {
    const yes = await confirm({
      title: t`Gather the cards?`, text: t`The pile and the hands are forgotten. The table keeps its game.`,
      yes: t`Gather them`,
    });
    if (!yes) return;
    setDeal(store, null);
    store.set({ place: 'all' });
  },
});

/** The texts in the page's HTML file are English. */
function translate() {
  /** @param {string} selector */
  const find = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));
  document.title = t`The bench – Familiar`;
  find('.skip').textContent = t`To the cards`;
  find('#head .brand').textContent = t`The bench`;
  find('#head a').textContent = t`Phone page`;
  $('board').setAttribute('aria-label', t`The table: readers, ring and panel`);
  $('keys').setAttribute('aria-label', t`Buttons`);
  $('cards').setAttribute('aria-label', t`Cards with tags`);
  find('#panel img').setAttribute('alt', t`What the panel shows`);
}

/**
 * The look of names comes from their own game. The names of the next game arrive before its picture, and the previous
 * picture cannot draw them.
 * @param {State} state
 * @return {Deck}
 */
const deckOf = ({ names, picture, game }) => ({ names, face: names?.game === game ? picture.face : plainFace });

/**
 * @param {State} state
 * @param {Acts} act
 */
function show(state, act) {
  const { bench, snapshot, names, picked, mute, line } = state;
  const lost = line !== 'open';
  document.body.classList.toggle('lost', lost);
  $('ribbon').hidden = !lost || !bench;
  render(lost && bench ? el('p', null, t`Reconnecting … what you see may be old.`) : null, $('ribbon'));
  $('sound').textContent = mute ? t`Sound off` : t`Sound on`;
  $('sound').setAttribute('aria-pressed', String(!mute));
  if (!bench) return;
  const game = snapshot?.game;
  const deck = deckOf(state);
  const tags = named(bench.tags, game, names);
  const view = { ...state, bench, deck, tags };
  render(h(Saying, { view }), $('saying'));
  $('asked').hidden = !game?.gesture && !game?.otherwise;
  render(game ? h(Answers, { game, act }) : null, $('asked'));
  render(
    h(Readers, { board: $('board'), readers: bench.readers, tags, seats: game?.seats ?? [], picked, deck, act }),
    $('readers'),
  );
  render(h(Lamps, { lamps: bench.lamps ?? [], strip: bench.shape === 'strip', hz: bench.buzzer?.hz ?? 0 }), $('lamps'));
  const keys = h(Keys, { buttons: bench.buttons ?? [], knobs: bench.knobs ?? [], act });
  render([bench.digits && h(Readout, { digits: bench.digits }), keys], $('keys'));
  showPanel(bench.panel);
  render(h(Piles, { view, act }), $('piles'));
  render(h(Tools, { view, act }), $('tools'));
  $('fan').classList.toggle('hand', typeof state.place === 'number');
  render(h(Fan, { view, act }), $('fan'));
}

const OLED = 200; // px: a panel that is narrower has few and small pixels, and is drawn as large as e-paper

/**
 * Shows a picture of the panel. The old one stays until it is loaded: e-ink does not go blank.
 * @param {number} n the number of the picture; 0: there is no panel
 */
function showPanel(n) {
  const img = /** @type {HTMLImageElement} */ ($('panel').querySelector('img'));
  const src = `/virtual/panel.png?n=${n}`;
  if (!n || img.getAttribute('src') === src) return;
  const next = new Image();
  next.addEventListener('load', () => {
    img.setAttribute('src', src);
    img.style.width = `${next.naturalWidth < OLED ? 2 * next.naturalWidth : next.naturalWidth}px`;
    $('panel').hidden = false;
  });
  next.src = src;
}

learn().then(begin);
