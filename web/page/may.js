// May I …? The viewer composes any move of any player, legal now or not, and the table answers whether it is allowed. Nothing is played.
import { h, draw } from './dom.js';
import { lastOf } from './list.js';
import { nameOf } from './store.js';
import { openSheet } from './sheet.js';
import { card } from './cards.js';
import { cardChoice, wordChoice, inOrder, textOf } from './moves.js';
import { portrait } from './picture.js';
import { capital } from './words.js';
import { t } from './lang.js';
import { seatDot } from './ornaments.js';

const TABLE = 'table';
const MINUTE = 60000; // ms

/**
 * Opens the sheet for the question.
 * @param {function(): Object} now gives the table as it is at the moment
 * @param {Object=} first the move to begin with: seat, verb, args
 */
export function openMay(now, first = {}) {
  const { actions, game, me } = now();
  let asked = { seat: first.seat ?? me?.word ?? game.seats[Math.max(0, game.ask.seat)].word, suppose: false, verb: first.verb ?? '', args: first.args ?? [] };
  let held = ''; // the word of a card on a reader, while no argument takes it
  let heard = now().laid;
  let may = null;
  let problem = '';
  let seen = ''; // the state of the game that the answer is about
  let typed = '';
  let unwatch = () => {};
  let asking = 0; // the timer that keeps asking for cards on readers
  let wanted = 0;

  const ask = async (change = {}) => {
    asked = { ...asked, ...change };
    typed = '';
    const n = ++wanted;
    seen = stateOf(now().game);
    const answer = await actions.query({ type: 'may', ...asked });
    if (n !== wanted) return;
    problem = answer.ok ? '' : answer.text;
    may = answer.may ?? null;
    // A card on the reader fills an argument once it fits.
    if (held && asked.verb && may?.ways?.some((w) => w.word === held)) {
      const word = held;
      held = '';
      await ask({ args: [...asked.args, word] });
      return;
    }
    refresh(true);
  };
  let body;
  let shut = () => {};
  const refresh = (fresh = false) => {
    const ctx = now();
    if (!ctx.game) return shut();
    if (ctx.laid && ctx.laid !== heard) {
      heard = ctx.laid;
      held = ctx.laid.word ?? '';
      problem = ctx.laid.text ?? '';
      if (held && asked.verb && may?.ways?.some((w) => w.word === held)) return void ask();
    }
    if (!fresh && stateOf(ctx.game) !== seen) return void ask();
    const drew = draw(body, [asked, may, problem, held, ctx.lost, ctx.mark], () => view(ctx, { asked, may, problem, held, typed, type: (text) => (typed = text) }, ask));
    if (drew && fresh) body.querySelector('.verdict-of, .question')?.focus({ preventScroll: true });
  };
  openSheet({
    title: t`May I …?`,
    kind: 'may',
    build(el, close) {
      [body, shut] = [el, close];
      body.append(h('p.quiet', { role: 'status' }, t`Asking …`));
      unwatch = actions.onChange(() => refresh());
      actions.query({ type: 'lay', on: true });
      asking = setInterval(() => !document.hidden && actions.query({ type: 'lay', on: true }), MINUTE);
      ask();
    },
    closed() {
      unwatch();
      clearInterval(asking);
      wanted++;
      actions.query({ type: 'lay', on: false });
    },
  });
}

const stateOf = (game) => JSON.stringify([game?.id, game?.undoable, game?.ask, lastOf(game?.log)?.n]);

function view(ctx, { asked, may, problem, held, typed, type }, ask) {
  const title = (w) => (w === TABLE ? t`The table` : ctx.game.seats.find((x) => x.word === w)?.title ?? w);
  const label = (verb) => ctx.names?.verbs?.[verb] ?? nameOf(null, verb).title;
  return [
    h('div.choices.whose', { role: 'group', 'aria-label': t`Whose move` }, [...inOrder(ctx, ctx.game.seats.map((x) => x.word)), TABLE].map((w) => h('button.choice', { type: 'button', key: `seat-${w}`, 'aria-pressed': String(asked.seat === w), onclick: () => ask({ seat: w, suppose: asked.suppose && w !== TABLE, verb: '', args: [] }) },
      w !== TABLE && seatDot(ctx.game.seats.find((x) => x.word === w).colour), h('b', null, title(w))))),
    asked.seat !== TABLE && h('label.radio', null, h('input', { type: 'checkbox', key: 'suppose', checked: asked.suppose, onchange: (e) => ask({ suppose: e.target.checked }) }), h('span', null, h('b', null, t`As if ${title(asked.seat)}’s turn began now`))),
    (asked.verb || held) && h('ol.crumbs', { 'aria-label': t`Chosen so far` },
      asked.verb && crumb(label(asked.verb), () => ask({ verb: '', args: [] })),
      asked.args.map((w, i) => crumb(textOf(ctx, w, asked.verb), () => ask({ args: asked.args.slice(0, i) }))),
      held && h('li', null, h('span.crumb', null, t`On the reader: ${textOf(ctx, held)}`))),
    problem && h('p.refusal', { role: 'alert' }, problem),
    may?.whole && verdict(ctx, may, asked, ask),
    may && next(ctx, may, asked, ask, label, typed, type),
    !asked.verb && h('p.quiet', null, t`You can also lay a card on the reader.`),
  ];
}

const crumb = (text, act) => h('li', null, h('button.crumb', { type: 'button', 'aria-label': t`${text}: choose again`, onclick: act }, text, h('span', { 'aria-hidden': 'true' }, ' ×')));

function verdict(ctx, may, asked, ask) {
  const { picture, snapshot, names, actions, game } = ctx;
  const facts = may.ok ? may.facts : game.facts;
  const lit = may.ok ? asked.args : may.things ?? [];
  const root = h('div');
  const look = h('details.as-it-is', { ontoggle: () => look.open && !root.firstChild && portrait(picture, root, { ...snapshot, game: { ...game, facts, moves: {}, tableMoves: {}, verdict: null, gesture: null } }, names, lit) },
    h('summary', { key: 'look' }, may.ok ? t`The table as it would be` : t`What stands in the way`), root);
  const cards = (may.things ?? []).filter((w) => nameOf(names, w).sort === 'card').slice(0, 4);
  return h('section', { class: may.ok ? 'verdict-of yes' : 'verdict-of no', tabindex: -1, role: 'status' },
    h('h3', null, h('span.sign', { 'aria-hidden': 'true' }, may.ok ? '✓' : '✕'), may.ok ? t`Yes` : t`No`),
    h('p.tried', null, may.text),
    may.ok && may.follows?.length > 0 && h('ul', { 'aria-label': t`What would follow` }, may.follows.map((f) => h('li', null, f))),
    may.ok && may.ask && h('p.quiet', null, t`Then: ${may.ask}`),
    !may.ok && h('p.why', null, capital(may.words ?? '')),
    !may.ok && may.names?.length > 0 && h('p.quiet', null, may.names.join(', ')),
    cards.length > 0 && h('div.cards', null, cards.map((w) => card(w, ctx, {}))),
    !may.ok && may.rule && h('p', null, h('button.link', { type: 'button', key: 'rule', onclick: () => actions.openRules(may.rule) }, t`Rule`, ' ', h('code', null, may.rule))),
    (may.ok || lit.length > 0) && look,
    may.near?.length > 0 && [h('h4', null, t`What may be done instead`), h('div.choices', null, may.near.map((m, i) => h('button.choice', { type: 'button', key: `near-${i}`, onclick: () => ask({ verb: m.verb, args: m.args }) }, h('b', null, m.text))))]);
}

function next(ctx, may, asked, ask, label, typed, type) {
  const ways = may.ways ?? [];
  const open = new Set(ways.filter((w) => w.open).map((w) => w.word));
  // Moves that are allowed now come first.
  const order = (words) => [...words.filter((w) => open.has(w)), ...words.filter((w) => !open.has(w))];
  if (!asked.verb) {
    const verbs = order(ways.map((w) => w.word).sort((a, b) => label(a).localeCompare(label(b))));
    return [h('p.question', { tabindex: -1 }, t`Do what?`), h('div.choices', null, verbs.map((v) => h('button.choice', { type: 'button', key: `verb-${v}`, class: open.has(v) ? 'choice' : 'choice not-now', onclick: () => ask({ verb: v, args: [] }) }, h('b', null, label(v)), !open.has(v) && h('small', null, t`not now`))))];
  }
  if (ways.length === 0 && !may.number) return null;
  const words = ways.map((w) => w.word);
  const cards = words.filter((w) => nameOf(ctx.names, w).sort === 'card');
  const others = words.filter((w) => !cards.includes(w));
  const pick = (w) => ask({ args: [...asked.args, w] });
  const content = h('div', null,
    h('p.question', { tabindex: -1 }, may.whole ? t`or with what more?` : ctx.picture.questions?.[asked.verb]?.[asked.args.length] ?? t`Which?`),
    others.length > 0 && wordChoice(ctx, order(inOrder(ctx, others)), pick, asked.verb),
    cards.length > 0 && cardChoice(ctx, cards, { tap: pick, typed, type }),
    may.number > 0 && numberChoice(may.number, pick));
  for (const el of content.querySelectorAll('[data-key]')) {
    const word = /^[wc]-(.*)$/.exec(el.dataset.key)?.[1];
    if (word && !open.has(word)) {
      el.classList.add('not-now');
      el.append(h('span.sr', null, `, ${t`not now`}`));
    }
  }
  return content;
}

function numberChoice(most, pick) {
  const box = h('input', { type: 'number', min: 0, max: most, inputmode: 'numeric', required: true, key: 'number', 'aria-label': t`A number` });
  return h('form.total', { onsubmit: (e) => (e.preventDefault(), box.value !== '' && pick(String(Number(box.value)))) }, box, h('button.plain', { type: 'submit' }, t`Ask`));
}
