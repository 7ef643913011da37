// The bench of the virtual table: people put cards on readers and press buttons, and see and hear the devices.
import './floor.js';
import { h, draw } from './dom.js';
import { makeStore, nameOf, wordsOf } from './store.js';
import { Connection } from './connection.js';
import { drawReaders, drawLamps, drawKeys } from './bench.js';
import { makeDraggable } from './drag.js';
import { makeBuzzer } from './buzzer.js';
import { makeVerdicts } from './verdict.js';
import { deal, follow, keepDeal, keptDeal, put, shuffle } from './deal.js';
import { plainFace } from './cards.js';
import { back, card, seatDot } from './made.js';
import { showPictureOf, blank } from './picture.js';
import { openSheet, confirm } from './sheet.js';
import { capital } from './words.js';
import { language, learn, many, t } from './lang.js';
import { renewed } from './token.js';

const TOKEN = 'familiar.bench';
const EACH = 5; // cards that most deals give
const $ = (id) => document.getElementById(id);

function begin() {
  translate();
  const store = makeStore({ line: 'opening', bench: null, names: null, snapshot: null, picture: blank, pictureOf: '', game: '', picked: null, stay: false, text: '', order: 'list', place: 'all', deal: keptDeal(), mute: true });
  const verdicts = makeVerdicts($('refusal'), $('toasts'));
  const buzzer = makeBuzzer();
  let heard = null;

  const bench = new Connection({
    path: '/virtual/ws',
    probe: { type: 'lift', tag: -1 },
  });
  bench.listen({
    line: (line) => store.set({ line }),
    message(m) {
      if (m.type !== 'bench') return;
      buzzer.sound(m.buzzer?.hz ?? 0);
      store.set({ bench: m });
    },
  });
  // A second connection, as a watcher: for the names of the cards, the questions and the refusals.
  const phone = new Connection({
    path: '/ws',
    hello: () => ({ type: 'hello', protocol: 1, token: sessionStorage.getItem(TOKEN) || undefined, revision: 0, language: language() }),
    probe: { type: 'check', verb: '', args: [] },
  });
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

  function take(snapshot) {
    const { snapshot: before, pictureOf: pictured, deal: d } = store.get();
    store.set({ snapshot });
    if (snapshot.game) store.set({ game: snapshot.game.id });
    if (snapshot.game && snapshot.game.game !== pictured) showPictureOf(store, snapshot.game.game);
    // A refusal is over with its game.
    if (before?.game?.id !== snapshot.game?.id) verdicts.dismiss();
    const v = snapshot.game?.verdict;
    if (heard !== null && v && v.n !== heard) {
      if (v.ok) (verdicts.dismiss(), verdicts.toast(v.text));
      else if (snapshot.game.gesture?.text !== v.words) verdicts.refuse(v, lookOf(store.get()));
    }
    heard = v?.n ?? heard ?? 0;
    // Hands for another game are not used in this one.
    if (d && (d.game ?? '') !== (snapshot.game?.id ?? '')) (setDeal(null), store.set({ place: 'all', picked: null }));
    else if (d && snapshot.game) setDeal(follow(d, openWords(snapshot.game, store.get().names), wordOf));
  }

  const wordOf = (id) => store.get().bench?.tags.find((t) => t.id === id)?.word ?? '';
  const setDeal = (d) => {
    if (JSON.stringify(d) === JSON.stringify(store.get().deal)) return;
    keepDeal(d);
    store.set({ deal: d });
  };
  const ask = (request) =>
    bench.ask(request).then((a) => !a.ok && verdicts.toast(a.text), (err) => verdicts.toast(err.message));

  const act = {
    pick: (tag) => store.set({ picked: store.get().picked?.id === tag?.id ? null : tag }),
    reader(name) {
      const { picked } = store.get();
      if (picked) act.drop(picked.id, name);
      else verdicts.toast(t`Pick a card first, or drag one here.`);
    },
    drop(tag, reader) {
      ask({ type: store.get().stay ? 'lay' : 'tap', tag, reader });
      store.set({ picked: null });
    },
    lift: (tag) => ask({ type: 'lift', tag }),
    press: (button, long) => ask({ type: 'press', button, long }),
    turn: (knob, clicks) => ask({ type: 'turn', knob, clicks }),
    answer: (request) => phone.ask(request).then((a) => !a.ok && verdicts.toast(a.text), (err) => verdicts.toast(err.message)),
    fault: (reader, broken) => ask({ type: 'fault', reader, fault: broken ? 'unplug' : 'none' }),
    set: (change) => store.set(change),
    put(id, to) {
      setDeal(put(store.get().deal, id, to));
      store.set({ picked: null });
    },
    reshuffle(ids) {
      const d = store.get().deal;
      setDeal({ ...d, table: d.table.filter((t) => !ids.includes(t)), pile: shuffle([...d.pile, ...ids]) });
    },
    deal: () => openDeal(store, (d) => (setDeal(d), store.set({ place: d.hands.length ? 0 : 'pile' }))),
    async gather() {
      if (await confirm({ title: t`Gather the cards?`, text: t`The pile and the hands are forgotten. The table keeps its game.`, yes: t`Gather them` })) (setDeal(null), store.set({ place: 'all' }));
    },
  };

  makeDraggable($('cards'), act.drop);
  $('sound').addEventListener('click', () => {
    const mute = !store.get().mute;
    buzzer.unlock();
    buzzer.mute(mute);
    store.set({ mute });
  });
  addEventListener('keydown', (e) => e.key === 'Escape' && !document.querySelector('dialog') && store.set({ picked: null }));
  store.watch((state) => show(state, act));
  bench.open();
  phone.open();
}

// The texts in the page's HTML file are English.
function translate() {
  document.title = t`The bench – Familiar`;
  document.querySelector('.skip').textContent = t`To the cards`;
  document.querySelector('#head .brand').textContent = t`The bench`;
  document.querySelector('#head a').textContent = t`Phone page`;
  $('board').setAttribute('aria-label', t`The table: readers, ring and panel`);
  $('keys').setAttribute('aria-label', t`Buttons`);
  $('cards').setAttribute('aria-label', t`Cards with tags`);
  $('panel').querySelector('img').alt = t`What the panel shows`;
}

// How many copies of each card lie open on the table.
function openWords(game, names) {
  const open = new Map();
  for (const [path, fact] of Object.entries(game.facts)) {
    const words = wordsOf(fact);
    if (path.includes('hand') || path.startsWith('pending') || !words.length || !words.every((w) => names?.names?.[w]?.sort === 'card')) continue;
    for (const w of words) open.set(w, (open.get(w) ?? 0) + 1);
  }
  return open;
}

function show(state, act) {
  const { bench, snapshot, names, picture, picked, mute } = state;
  document.body.classList.toggle('lost', state.line !== 'open');
  draw($('ribbon'), [state.line, Boolean(bench)], () => (bench && state.line !== 'open' ? h('p', null, t`Reconnecting … what you see may be old.`) : null));
  draw($('sound'), mute, () => (mute ? t`Sound off` : t`Sound on`));
  $('sound').setAttribute('aria-pressed', String(!mute));
  if (!bench) return;
  const ctx = lookOf(state);
  const tags = named(state);
  const mark = `${names?.game ?? ''}/${picture === blank ? '' : state.pictureOf}`;
  const enrol = snapshot?.enrol;
  const prompt = enrol ? (enrol.next ? t`The tags are enrolled: lay ${enrol.title} on any reader.` : t`The tags are enrolled: no tag is missing.`) : snapshot?.game?.ask.text ?? (bench.knobs?.length ? t`No game is under way: begin one with the knob, or on the phone page.` : t`No game is under way: begin one on the phone page.`);
  const gesture = snapshot?.game?.gesture;
  draw($('saying'), [picked?.id, prompt, gesture], () => (picked ? t`${picked.title} is in your hand: tap a reader.` : gesture ? [h('b', null, capital((gesture.shown ?? []).join(', '))), ' ', gesture.text] : prompt));
  draw($('asked'), [gesture, snapshot?.game?.seats], () => gesture && answersTo(gesture, snapshot.game, act));
  drawReaders($('readers'), { readers: bench.readers, tags, seats: snapshot?.game?.seats ?? [], picked, ctx, act, mark });
  drawLamps($('lamps'), bench.lamps ?? [], bench.shape, bench.buzzer?.hz ?? 0);
  drawKeys($('keys'), bench.buttons ?? [], bench.knobs ?? [], act);
  showPanel(bench.panel);
  drawPiles($('piles'), state, tags, act);
  drawTools($('tools'), state, tags.some((t) => !Number.isNaN(valueOf(t, ctx))), act);
  drawFan($('fan'), state, tags, ctx, act, mark);
}

// The look of names comes from their own game. The names of the next game arrive before its picture, and the previous picture cannot draw them.
const lookOf = ({ names, picture, game }) => ({ names, face: names?.game === game ? picture.face : plainFace });

// The tags with their titles in the game under way: a seat's tag has the player's name.
function named({ bench, snapshot, names }) {
  const game = snapshot?.game;
  return bench.tags.map((t) => {
    const called = t.game ? game?.game === t.game && names?.names[t.word] : game?.seats[seatOf(t) - 1];
    return called ? { ...t, title: called.title } : t;
  });
}

// The seat that a tag stands for, from 1; NaN if it stands for none.
const seatOf = (t) => Number(/^seat-(\d+)$/.exec(t.word)?.[1] ?? NaN);

// During a game, the tray has only tags that the game knows: its names, and its players.
function inPlay(tags, { names, snapshot }) {
  if (!snapshot?.game || !names) return tags;
  return tags.filter((t) => (seatOf(t) > 0 ? seatOf(t) <= snapshot.game.seats.length : t.game === snapshot.game.game && names.names[t.word]));
}

// What a phone at the table would answer, for people who play alone.
function answersTo(gesture, game, act) {
  const options = (gesture.options ?? []).map((o, i) =>
    h('button.gold.told', { type: 'button', key: `pick-${gesture.id}-${i}`, onclick: () => act.answer({ type: 'pick', gesture: gesture.id, option: i }) },
      game.seats[o.seat] && seatDot(game.seats[o.seat].colour), o.text));
  return [options, h('button.plain', { type: 'button', key: `drop-${gesture.id}`, onclick: () => act.answer({ type: 'drop', gesture: gesture.id }) }, t`Forget it`)];
}

function showPanel(n) {
  const figure = $('panel');
  const img = figure.querySelector('img');
  const src = `/virtual/panel.png?n=${n}`;
  if (!n || img.getAttribute('src') === src) return;
  // The old picture stays until the next one is loaded: e-ink does not go blank.
  const next = new Image();
  next.addEventListener('load', () => {
    img.setAttribute('src', src);
    // An OLED is small and has few pixels: it is drawn as large as e-paper.
    img.style.width = `${next.naturalWidth < 200 ? 2 * next.naturalWidth : next.naturalWidth}px`;
    figure.hidden = false;
  });
  next.src = src;
}

// The cards that are visible: all of them, or one place of the deal.
function drawPiles(root, state, tags, act) {
  const { deal: d, place } = state;
  const all = inPlay(tags, state).length;
  const laid = d ? [['pile', t`Pile`, d.pile.length], ...d.hands.map((x, i) => [i, x.title, x.tags.length]), ['table', t`Table`, d.table.length]] : [];
  draw(root, [d && laid, place, all, state.names?.game], () => [
    h('div.tabs', { role: 'group', 'aria-label': t`Which cards` },
      [['all', t`All cards`, all], ...laid].map(([id, title, n]) =>
        h('button.tab', { type: 'button', key: `tab-${id}`, 'aria-pressed': String(place === id), onclick: () => act.set({ place: id, picked: null }) }, title, ' ', h('small', null, n)))),
    // Tokens cannot be dealt.
    !Object.values(state.names?.names ?? {}).some((n) => n.token) && h('button.plain', { type: 'button', key: 'deal', onclick: d ? act.gather : act.deal }, d ? t`Gather` : t`Deal hands`),
  ]);
}

function drawTools(root, state, valued, act) {
  const { stay, order, place, picked, deal: d, names, snapshot } = state;
  draw(root, [stay, order, place, valued, picked?.id, d && [d.hands, d.pile.length, d.table], Boolean(names), snapshot?.game?.facts], () => {
    const lay = h('label.switch', null, h('input', { type: 'checkbox', role: 'switch', key: 'stay', checked: stay, onchange: (e) => act.set({ stay: e.target.checked }) }), h('span', null, t`Leave cards lying`));
    if (d && picked && place !== 'all') return [h('div.choices', null, moveTo(d, place, picked, act))];
    if (place === 'pile') return [h('div.choices', null, d.hands.map((x, i) => h('button.plain', { type: 'button', key: `draw-${i}`, disabled: d.pile.length === 0, onclick: () => act.put(d.pile[0], i) }, t`Draw for ${x.title}`)), h('button.plain', { type: 'button', key: 'reveal', disabled: d.pile.length === 0, onclick: () => (act.put(d.pile[0], 'table'), act.set({ place: 'table', picked: state.bench.tags.find((t) => t.id === d.pile[0]) })) }, t`Turn up the top card`)), lay];
    if (place === 'table') return [h('div.choices', null, refills(state, act)), lay];
    if (place !== 'all') return [lay];
    return [
      h('input.search', { type: 'search', key: 'search', placeholder: t`Search the cards`, 'aria-label': t`Search the cards`, autocomplete: 'off', value: state.text, oninput: (e) => act.set({ text: e.target.value }) }),
      h('select', { key: 'order', 'aria-label': t`Order`, onchange: (e) => act.set({ order: e.target.value }) }, [['list', t`By the list`], ['name', t`By name`], valued && ['value', t`By value`]].filter(Boolean).map(([v, words]) => h('option', { value: v, selected: order === v }, words))),
      lay,
    ];
  });
}

function moveTo(d, place, picked, act) {
  const to = [...d.hands.map((x, i) => [i, t`To ${x.title}’s hand`]), ['pile', t`Shuffle into the pile`], ['table', t`To the table`]];
  return to.filter(([id]) => id !== place).map(([id, words]) => h('button.plain', { type: 'button', key: `to-${id}`, onclick: () => act.put(picked.id, id) }, words));
}

// A heap that lies open may become part of the pile again.
function refills({ deal: d, names, snapshot, bench }, act) {
  const game = snapshot?.game;
  if (!game) return [];
  return Object.entries(game.facts)
    .filter(([path, v]) => names?.names?.[path]?.sort === 'place' && wordsOf(v).length > 1 && wordsOf(v).every((w) => names.names[w]?.sort === 'card'))
    .map(([path, v]) => {
      const words = wordsOf(v);
      const ids = d.table.filter((id) => {
        const at = words.indexOf(bench.tags.find((t) => t.id === id)?.word);
        return at >= 0 && words.splice(at, 1);
      });
      return h('button.plain', { type: 'button', key: `refill-${path}`, disabled: ids.length === 0, onclick: () => act.reshuffle(ids) }, t`Shuffle ${names.names[path].title} into the pile`);
    });
}

function drawFan(root, state, all, ctx, act, mark) {
  const { names, text, order, place, deal: d, picked } = state;
  const byID = new Map(all.map((t) => [t.id, t]));
  let tags;
  if (d && place !== 'all') tags = (place === 'pile' ? [] : place === 'table' ? [...d.table].reverse() : d.hands[place]?.tags ?? []).map((id) => byID.get(id)).filter(Boolean);
  else tags = sorted(inPlay(all, state).filter((t) => matches(t, text, ctx)), order, names, ctx);
  const pile = d && place === 'pile' ? d.pile.length : -1;
  root.classList.toggle('hand', typeof place === 'number');
  draw(root, [tags.map((t) => [t.id, t.word, t.title]), picked?.id, pile, mark], () => {
    if (pile >= 0) return pile > 0 ? back({ size: 'm', count: pile, label: many(pile, t`${pile} card, face down`, t`${pile} cards, face down`) }) : h('p.quiet', null, t`The pile is empty.`);
    if (tags.length === 0) return h('p.quiet', null, place === 'all' ? t`No card of that name.` : t`No cards here.`);
    return tags.map((t) => {
      const view = { ...ctx, names: names?.names?.[t.word] ? names : { names: { [t.word || t.title]: { title: t.title, sort: 'card' } } } };
      const el = card(t.word || t.title, view, { size: 'm', key: `tag-${t.id}`, pressed: picked?.id === t.id, tap: () => act.pick(t) });
      el.dataset.tag = t.id;
      return el;
    });
  });
}

const valueOf = (t, ctx) => (ctx.names ? Number(ctx.face(nameOf(ctx.names, t.word), t.word).corner ?? NaN) : NaN);

function matches(t, text, ctx) {
  const value = valueOf(t, ctx);
  return text.toLowerCase().replaceAll('−', '-').split(/\s+/).filter(Boolean).every((p) => (/^-?\d$/.test(p) && !Number.isNaN(value) ? value === Number(p) : `${t.title} ${t.word}`.toLowerCase().includes(p)));
}

// Cards of the game under way come before its other things and the seats, and these before everything of other games.
function sorted(tags, order, names, ctx) {
  // Tokens are used all the time.
  const known = (t) => (names?.names?.[t.word]?.token ? -1 : names?.names?.[t.word]?.sort === 'card' ? 0 : names?.names?.[t.word] || t.word.startsWith('seat-') ? 1 : 2);
  const by = { list: () => 0, name: (a, b) => a.title.localeCompare(b.title), value: (a, b) => (valueOf(a, ctx) || 0) - (valueOf(b, ctx) || 0) }[order];
  return [...tags].sort((a, b) => known(a) - known(b) || by(a, b));
}

function openDeal(store, done) {
  const { bench, names, snapshot } = store.get();
  const players = snapshot?.game?.seats.map((x) => x.title) ?? [t`First`, t`Second`];
  const cards = bench.tags.filter((t) => (names ? names.names[t.word]?.sort === 'card' : t.word));
  const open = snapshot?.game ? openWords(snapshot.game, names) : new Map();
  const lying = [];
  const rest = cards.filter((t) => {
    const n = open.get(t.word) ?? 0;
    if (n === 0) return true;
    open.set(t.word, n - 1);
    lying.push(t.id);
    return false;
  });
  openSheet({
    title: t`Deal hands`,
    kind: 'small',
    build(body, close) {
      const each = h('input', { type: 'number', id: 'each', min: 0, max: Math.floor(rest.length / players.length), value: Math.min(EACH, Math.floor(rest.length / players.length)) });
      body.append(
        h('p', null, t`${rest.length} cards are shuffled face down, then dealt to ${players.join(', ')}. Only this browser knows where they are; the table learns what you lay on its readers.`),
        h('label', { for: 'each' }, t`Cards for each`), each,
        h('button.gold.wide.after', { type: 'button', onclick: () => (close(), done({ ...deal(rest.map((t) => t.id), players, Math.max(0, Number(each.value) || 0), snapshot?.game?.id ?? ''), table: lying })) }, t`Shuffle and deal`),
      );
    },
  });
}

learn().then(begin);
