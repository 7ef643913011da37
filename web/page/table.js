// The table during a game: questions, gestures, possible moves. The picture of the table comes from the game.
import { h, draw, still } from './dom.js';
import { lastOf } from './list.js';
import { nameOf } from './store.js';
import { card } from './cards.js';
import { choices, ends, inOrder, offers } from './moves.js';
import { handView } from './hand.js';
import { mayAsk } from './hint.js';
import { makeTimer } from './timer.js';
import { logView, followedView, undo } from './log.js';
import { seatView } from './join.js';
import { noticesView, knockedView } from './menu.js';
import { pausedView } from './pause.js';
import { candle, rule, seal, seatDot } from './ornaments.js';
import { capital } from './words.js';
import { t } from './lang.js';

/**
 * Makes the table's page.
 * @param {HTMLElement} root
 * @return {function(?Object, number): void} takes the table, null if it is not visible, and the time at which its snapshot arrived
 */
export function makeTable(root) {
  const part = (cls, label) => h(`section.${cls}`, { 'aria-label': label, hidden: true });
  const parts = {
    notices: part('notices', t`Notices`), gesture: part('gesture', t`What was shown`), timer: part('timer', t`The clock`), ask: part('ask', t`What is asked`),
    sit: part('sit', t`Seats`), dock: h('nav.dock', { 'aria-label': t`Your moves`, hidden: true }), hand: part('hand', t`Your hand`), log: part('log-part', t`The last moves`),
  };
  const pictureRoot = h('section.picture', { 'aria-label': t`The table` });
  root.append(parts.notices, parts.gesture, parts.timer, h('div.side', null, parts.ask, parts.sit, parts.dock, parts.hand, parts.log), pictureRoot);
  const timer = makeTimer(parts.timer);
  // On phones the dock covers the end of the page, so the page ends higher.
  new ResizeObserver(() => document.documentElement.style.setProperty('--dock', `${parts.dock.offsetHeight}px`)).observe(parts.dock);
  let running = 0;
  let shown = 0; // the id of the gesture
  let question; // the question to the viewer, empty if it is for somebody else
  const scrolls = watchScrolling();
  const toDoOf = watchToDo();
  return (table, came) => {
    if (!table) {
      timer(null);
      return;
    }
    const ctx = { ...table, toDo: toDoOf(table.game) };
    const { game, snapshot } = ctx;
    const ill = snapshot.devices?.filter((d) => !d.ok) ?? [];
    draw(parts.notices, [snapshot.notices, ill, snapshot.knocks, snapshot.waiting, game.paused, game.seats, snapshot.you], () => [pausedView(ctx), ...noticesView(snapshot.notices), knockedView(ctx), ...ill.map((d) => h('p.notice.warning', null, h('b', null, d.name), ` – ${inShort(d.text) || t`does not work`}`))]);
    timer(ctx, came);
    // A clock does not wait, a gesture waits for a finger: both are at the top of the page.
    const urgent = (game.timer && game.timer.run !== running) || (game.gesture && game.gesture.id !== shown);
    if (urgent && !document.querySelector('dialog')) scrollTo({ top: 0, behavior: still() ? 'auto' : 'smooth' });
    running = game.timer?.run ?? 0;
    shown = game.gesture?.id ?? 0;
    document.body.classList.toggle('shown', Boolean(game.gesture));
    root.classList.toggle('hand-first', Boolean(ctx.picture.handFirst));
    draw(parts.ask, [snapshot.phase, game.ask, ctx.toDo, lastOf(game.log)?.also, game.turn, game.winner, snapshot.you, game.seats, ctx.picture.beside?.(snapshot), ctx.picture.hint?.(ctx), teaches(ctx), mayAsk(ctx), ctx.watching, ctx.mark], () => askView(ctx));
    parts.ask.classList.toggle('mine', snapshot.phase === 'game' && snapshot.you.seat >= 0 && game.ask.seat === snapshot.you.seat);
    parts.ask.classList.toggle('won', snapshot.phase === 'over');
    draw(parts.gesture, [game.gesture, ctx.mark], () => game.gesture && gestureView(ctx));
    draw(parts.sit, [snapshot.you.seat, ctx.watching, game.seats], () => (snapshot.you.seat < 0 && !ctx.watching ? seatView(ctx) : null));
    const buttons = buttonsOf(ctx);
    draw(parts.dock, [buttons, game.undoable, ctx.me?.word, ctx.lost, game.paused, snapshot.you.host, snapshot.phase, ctx.mark], () => dockView(ctx, buttons));
    draw(parts.hand, [ctx.seen, ctx.me && game.facts[`${ctx.me.word}.${ctx.picture.hand.fact}`], ctx.mark], () => ctx.me && handView(ctx));
    ctx.picture.render(pictureRoot, snapshot, ctx.names, ctx.actions);
    draw(parts.log, [game.log, game.notes, game.seats, game.undoable > 1, ctx.me?.word, snapshot.you.host], () => logView(ctx));
    // A viewer with a new question gets to see it, wherever the page was scrolled to.
    const asked = snapshot.phase === 'game' && ctx.me && game.ask.seat === snapshot.you.seat ? `${game.id} ${game.ask.key} ${game.ask.text}` : '';
    if (asked && question !== undefined && asked !== question && !urgent && !scrolls() && !document.querySelector('dialog')) {
      parts.ask.querySelector('.kicker')?.scrollIntoView({ block: 'nearest', behavior: still() ? 'auto' : 'smooth' });
    }
    question = asked;
  };
}

const GLIDE_TIME = 1000; // the page still glides for this long after the last move of a finger or wheel, ms

// Makes a function that reports whether the viewer scrolls.
function watchScrolling() {
  let last = -GLIDE_TIME;
  for (const moved of ['wheel', 'touchmove']) addEventListener(moved, () => (last = performance.now()), { passive: true });
  return () => performance.now() - last < GLIDE_TIME;
}

// Returns a function that lists the tasks left by the last moves. When the next turn begins, they have been done, or never will be.
function watchToDo() {
  let from = ''; // the move that left them
  let turn = -1; // the turn of that move
  return ({ id, log, toDo = [], turn: now }) => {
    const move = toDo.length > 0 ? lastOf(log?.filter((l) => l.also?.includes(toDo[0].text)))?.n : 0;
    const mark = JSON.stringify([id, move, toDo]);
    if (mark !== from) [from, turn] = [mark, now];
    return turn === now ? toDo : [];
  };
}

const HINT_MOVES = 3; // moves during which a hint shows how to enter a card

// Reports whether the viewer needs the hint how to enter a card. Words that are tapped on the picture have no button here, and the picture explains itself.
function teaches(ctx) {
  const { game, snapshot, me, names } = ctx;
  if (!me || (game.log?.length ?? 0) >= HINT_MOVES || (game.ask.seat >= 0 && game.ask.seat !== snapshot.you.seat)) return false;
  return buttonsOf(ctx).some(({ offer: o }) => choices((o.table ? game.tableMoves : game.moves)[o.verb]).some((w) => nameOf(names, w).sort === 'card'));
}

// A device's text begins with what to do; the exact error follows in brackets, which only the menu shows.
const inShort = (text) => (text ?? '').replace(/ \(.*$/s, '');

function askView(ctx) {
  const { game, snapshot, me } = ctx;
  if (snapshot.phase === 'over') return overView(ctx);
  const turn = game.seats[game.turn];
  const asked = game.ask.seat === snapshot.you.seat && me;
  const beside = ctx.picture.beside?.(snapshot) ?? [];
  const other = game.seats[game.ask.seat];
  // A question out of turn goes to a player; in turn, the game just continues.
  const apart = game.ask.open && game.ask.seat !== game.turn;
  const kicker = asked ? (apart ? t`You are asked` : t`Your turn`) : apart ? (other ? t`${other.title} is asked` : t`Any of you`) : turn ? t`${turn.title}’s turn` : game.title;
  const marked = other ?? (game.ask.open ? null : turn);
  // The heading already says whose turn it is; below a question there is room for what helps with the answer.
  const hint = (game.ask.open || game.ask.seat === game.turn) && ctx.picture.hint?.(ctx);
  const prompt = (!game.ask.open && hint) || game.ask.text;
  return [
    h('div.kicker', null, marked && seatDot(marked.colour), h('h1', null, kicker)),
    prompt && h('p.prompt', null, prompt),
    followedView(ctx),
    game.ask.open && hint && h('p.hint', null, hint),
    h('p.then', null, h('button.link', { type: 'button', key: 'may', onclick: () => ctx.actions.openMay() }, t`May I …?`)),
    mayAsk(ctx) && h('p.then', null, h('button.link', { type: 'button', key: 'reach', onclick: () => ctx.actions.openHints() }, ctx.names.hint.ask)),
    teaches(ctx) && h('p.quiet', null, t`Lay the card on a reader of the table, or tell it with the buttons below.`),
    beside.map((w) => h('div.beside', null, card(w, ctx, { key: `beside-${w}`, tap: () => ctx.actions.openCard(w) }), h('p', null, nameOf(ctx.names, w).text))),
    !me && ctx.watching && h('p.quiet', null, t`You watch.`, ' ', h('button.link', { type: 'button', key: 'seat-again', onclick: () => ctx.actions.seatAgain() }, t`Take a seat`)),
  ];
}

function overView(ctx) {
  const { game, snapshot } = ctx;
  const winner = game.seats[game.winner];
  const own = winner && winner === game.seats[snapshot.you.seat];
  return [
    h('div.crown', null, seal(6, 2), h('div.candles', null, [0, 1, 2].map(() => candle(Boolean(winner))))),
    h('h1', null, own ? t`You win` : winner ? t`${winner.title} wins` : t`The game is over`),
    winner && h('div.kicker.center', null, seatDot(winner.colour), h('p.prompt', null, own ? winner.title : game.title)),
    !winner && h('p.prompt', null, game.ask.text),
    rule(),
    snapshot.you.host && h('button.gold.wide', { type: 'button', key: 'another', onclick: () => ctx.actions.another() }, t`Another game`),
  ];
}

function gestureView(ctx) {
  const g = ctx.game.gesture;
  const shown = g.words?.length ? g.words.map((w) => (nameOf(ctx.names, w).sort === 'card' ? card(w, ctx, {}) : h('b', null, nameOf(ctx.names, w).title))) : (g.shown ?? []).map((text) => h('b', null, text));
  return [
    h('div.gesture-head', null, shown.length > 0 && h('div.cards', null, shown), h('div', null, g.at && h('p.quiet', null, g.at), h('p.question', { id: 'gesture-text' }, capital(g.text ?? '')))),
    h('div.stack', { role: 'group', 'aria-labelledby': 'gesture-text' },
      (g.options ?? []).map((o, i) => {
        const seat = ctx.game.seats[o.seat];
        return h('button.gold.told', { type: 'button', key: `pick-${g.id}-${i}`, onclick: () => ctx.actions.ask({ type: 'pick', gesture: g.id, option: i }) }, seat && seatDot(seat.colour), o.text);
      }),
      g.kind === 'unknown' && (ctx.me || ctx.snapshot.you.host) && h('button.gold', { type: 'button', key: `name-${g.id}`, onclick: () => ctx.actions.openNaming() }, t`Say what it is`),
      h('button.plain', { type: 'button', key: `drop-${g.id}`, onclick: () => ctx.actions.ask({ type: 'drop', gesture: g.id }) }, t`Forget it`)),
  ];
}

// The buttons in the dock, as plain data: each is a verb, or an answer that needs no sheet.
function buttonsOf(ctx) {
  return offers(ctx).flatMap((offer) => {
    const look = ctx.picture.look?.(offer, ctx) ?? {};
    const words = look.folded || look.ways ? null : atOnce(ctx, offer);
    if (words) return words.map((word) => ({ offer, words: [word], seat: ctx.game.seats.find((x) => x.word === word), text: ctx.picture.optionText?.(word, ctx, offer.verb), cls: 'gold' }));
    const verb = { offer, label: look.label, cls: ctx.picture.bright?.includes(offer.verb) ? 'flame' : look.cls ?? 'gold' };
    const all = unseenLeft(ctx, offer);
    const unseen = all > 1 ? [{ offer, words: ['?'], times: all, text: t`All ${all} unseen`, cls: look.ways ? 'way.gold' : 'gold' }] : [];
    if (!look.ways) return [verb, ...unseen];
    // The game says which answers are likely; the others are behind the verb's own button.
    return [...unseen, ...look.ways.map((way) => ({ offer, ...way, cls: `way.${way.cls}` })), ...(look.rest ? [{ ...verb, ...look.rest, cls: 'way.plain', sheet: true }] : [])];
  });
}

// How many cards the question asks for, if all of them may stay unseen.
function unseenLeft({ game, snapshot }, { table, verb }) {
  const tree = !table && game.ask.open && game.ask.seat === snapshot.you.seat && game.moves[verb];
  return tree?.['?'] && ends(tree['?']) ? game.ask.n ?? 0 : 0;
}

function dockView(ctx, list) {
  const may = ctx.me || ctx.snapshot.you.host;
  if (!may) return null;
  const off = ctx.lost || ctx.game.paused ? 'true' : null;
  const buttons = list.map(({ offer: o, words, times, seat, text, icon, label, cls, sheet }) => (words === undefined || sheet
    ? h(`button.${cls}`, { type: 'button', key: `${o.table ? 'table-' : ''}${o.verb}`, 'aria-disabled': off, onclick: () => ctx.actions.openOffer(o, words ?? [], label) }, label ?? o.label)
    : h(`button.${cls}${text && !cls.startsWith('way') ? '.told' : ''}`, { type: 'button', key: [o.verb, ...words, ...(times ? [times] : [])].join('-'), 'aria-label': label, 'aria-disabled': off, onclick: () => ctx.actions.move(o.verb, words, o.table, times) },
      seat && seatDot(seat.colour), icon && ctx.picture.icon?.(icon, ctx), text ?? nameOf(ctx.names, words[0]).title)));
  const last = ctx.game.undoable > 0 && ctx.game.log?.length > 0;
  return h(
    'div.verbs', null, buttons,
    ctx.me && ctx.snapshot.phase === 'game' && h('button.plain', { type: 'button', key: 'hold', onclick: () => ctx.actions.openHold() }, t`My cards`),
    last && h('button.plain', { type: 'button', key: 'undo', onclick: () => undo(ctx) }, t`Undo`),
    h('button.plain.roomy', { type: 'button', key: 'amend', onclick: () => ctx.actions.openAmend() }, t`Fix`),
  );
}

// The answers to an open question, if each is one word and they are few enough for a button each, without a sheet.
function atOnce(ctx, offer) {
  if (!ctx.game.ask.open || offer.plain) return null;
  const tree = (offer.table ? ctx.game.tableMoves : ctx.game.moves)[offer.verb];
  const words = choices(tree);
  const few = words.length <= 9 && words.every((w) => nameOf(ctx.names, w).sort !== 'card' && Object.keys(tree[w]).length === 0);
  return few && !ends(tree) ? inOrder(ctx, words) : null;
}
