// @ts-check
// May I …? The viewer puts any move of any player together, legal now or not, and the table answers whether it is
// allowed. Nothing is played.
import { Crumb } from './builder.js';
import { Button, RuleButton } from '../shared/button.js';
import { Card } from '../shared/cards.js';
import { CardChoice, WordChoice } from './choice.js';
import { useNow } from '../shared/context.js';
import { lastOf } from '../shared/list.js';
import { inOrder, textOf } from '../shared/moves.js';
import { SeatDot } from '../shared/ornaments.js';
import { Portrait } from '../shared/picture.js';
import { openSheet } from '../shared/sheet.js';
import { nameOf } from '../shared/store.js';
import { capital } from '../shared/words.js';
import { el, h, useEffect, useLayoutEffect, useRef, useState } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { AskedMove, Context, GameContext } from '../shared/context.js' */
/** @import { Game, May } from '../../types/protocol' */

/**
 * @typedef {{seat: string, verb: string, args: string[], suppose: boolean}} Asked
 * @typedef {{may: May|null, problem: string, to: Asked|null}} Got an answer, and to which question
 */

const TABLE = 'table';
const MINUTE = 60000; // ms
const MOST_CARDS = 4; // that stand in the way and are shown

/**
 * Opens the sheet for the question.
 * @param {() => Context} now gives the table as it is at the moment
 * @param {AskedMove=} first the move to begin with
 */
export const openMay = (now, first = {}) =>
  openSheet({ title: t`May I …?`, kind: 'may', view: (close) => h(Question, { now, first, close }) });

/**
 * @param {Game|undefined} game
 */
const stateOf = (game) => JSON.stringify([game?.id, game?.undoable, game?.ask, lastOf(game?.log)?.n]);

/**
 * The table's answer to a question, which is asked again when the game has gone on.
 * @param {Context} ctx
 * @param {Asked} asked
 */
function useAnswer({ actions, game }, asked) {
  const [got, setGot] = useState(/** @type {Got} */ ({ may: null, problem: '', to: null }));
  useEffect(() => {
    let wanted = true;
    actions.query({ type: 'may', ...asked }).then(({ ok, text = '', may = null }) => {
      if (wanted) setGot({ may, problem: ok ? '' : text, to: asked });
    });
    return () => {
      wanted = false;
    };
  }, [asked, stateOf(game)]);
  return got;
}

/**
 * The card on a reader, while no word of the move takes it, and what is wrong with it. While the sheet is open, cards
 * are laid for the question.
 * @param {Context} ctx
 */
function useLaid({ actions, laid }) {
  const before = useRef(laid); // a card from before was not laid for this question
  const [used, setUsed] = useState(before.current);
  useEffect(() => {
    const listen = () => actions.query({ type: 'lay', on: true });
    listen();
    const timer = setInterval(() => !document.hidden && listen(), MINUTE);
    return () => {
      clearInterval(timer);
      actions.query({ type: 'lay', on: false });
    };
  }, []);
  const fresh = laid && laid !== before.current && laid !== used ? laid : null;
  return { held: fresh?.word ?? '', problem: fresh?.text ?? '', taken: () => setUsed(laid) };
}

/** @param {{now: () => Context, first: AskedMove, close: () => void}} props */
function Question({ now, first, close }) {
  const ctx = useNow(now);
  const { game } = ctx;
  const [asked, setAsked] = useState(() => firstQuestion(ctx, first));
  const { may, problem, to } = useAnswer(ctx, asked);
  const laid = useLaid(ctx);
  const place = useRef(/** @type {HTMLDivElement|null} */ (null));
  const current = to === asked ? may : null;
  useLayoutEffect(() => {
    if (!game) close();
  }, [!game]);
  useEffect(() => {
    // A card on the reader becomes a word of the move once it fits.
    if (!laid.held || !asked.verb || !current?.ways?.some((w) => w.word === laid.held)) return;
    laid.taken();
    setAsked({ ...asked, args: [...asked.args, laid.held] });
  }, [laid.held, current]);
  useLayoutEffect(() => {
    const next = to && place.current?.querySelector('.verdict-of, .question');
    /** @type {HTMLElement|null} */ (next)?.focus({ preventScroll: true });
  }, [to]);
  if (!game) return null;
  if (!to) return el('p', { class: 'quiet', role: 'status' }, t`Asking …`);
  /** @param {Partial<Asked>} change */
  const ask = (change) => setAsked({ ...asked, ...change });
  const on = { ...ctx, game };
  const wrong = laid.problem || problem;
  return el(
    'div', { ref: place },
    h(Whose, { ctx: on, asked, ask }),
    (asked.verb || laid.held) && h(Chosen, { ctx: on, asked, held: laid.held, ask }),
    wrong && el('p', { class: 'refusal', role: 'alert' }, wrong),
    may?.whole && h(Answer, { ctx: on, may, asked, ask }),
    may && h(Next, { key: [asked.seat, asked.verb, ...asked.args].join(' '), ctx: on, may, asked, ask }),
    !asked.verb && el('p', { class: 'quiet' }, t`You can also lay a card on the reader.`),
  );
}

/**
 * @param {Context} ctx
 * @param {AskedMove} first
 * @return {Asked}
 */
function firstQuestion({ game, me }, { seat, verb = '', args = [] }) {
  const asked = game?.seats[Math.max(0, game.ask.seat)];
  return { seat: seat ?? me?.word ?? asked?.word ?? TABLE, verb, args, suppose: false };
}

/** @typedef {{ctx: GameContext, asked: Asked, ask: (change: Partial<Asked>) => void}} StepProps */

/**
 * Whose move it would be, and whether in a turn of its own.
 * @param {StepProps} props
 */
function Whose({ ctx, asked, ask }) {
  const words = [...inOrder(ctx, ctx.game.seats.map((x) => x.word)), TABLE];
  /** @param {string} w */
  const seatOf = (w) => ctx.game.seats.find((x) => x.word === w);
  /** @param {string} w */
  const title = (w) => (w === TABLE ? t`The table` : seatOf(w)?.title ?? w);
  return [
    el('div', { class: 'choices whose', role: 'group', 'aria-label': t`Whose move` }, words.map((w) => {
      const act = () => ask({ seat: w, suppose: asked.suppose && w !== TABLE, verb: '', args: [] });
      return h(
        Button, { key: w, look: 'choice', name: `seat-${w}`, pressed: asked.seat === w, act },
        w !== TABLE && h(SeatDot, { colour: seatOf(w)?.colour }), el('b', null, title(w)),
      );
    })),
    asked.seat !== TABLE && el(
      'label', { class: 'radio' },
      el('input', {
        type: 'checkbox', 'data-key': 'suppose', checked: asked.suppose,
        onChange: (e) => ask({ suppose: e.currentTarget.checked }),
      }),
      el('span', null, el('b', null, t`As if ${title(asked.seat)}’s turn began now`)),
    ),
  ];
}

/**
 * @param {GameContext} ctx
 * @param {string} verb
 */
const labelOf = (ctx, verb) => ctx.names?.verbs[verb] ?? nameOf(null, verb).title;

/**
 * The words that are chosen: each can be chosen again.
 * @param {StepProps & {held: string}} props
 */
const Chosen = ({ ctx, asked, held, ask }) =>
  el(
    'ol', { class: 'crumbs', 'aria-label': t`Chosen so far` },
    asked.verb && el('li', null, h(Crumb, { text: labelOf(ctx, asked.verb), act: () => ask({ verb: '', args: [] }) })),
    asked.args.map((w, i) => {
      const act = () => ask({ args: asked.args.slice(0, i) });
      return el('li', null, h(Crumb, { text: textOf(ctx, w, asked.verb), act }));
    }),
    held && el('li', null, el('span', { class: 'crumb' }, t`On the reader: ${textOf(ctx, held)}`)),
  );

/**
 * What the table says to a whole move.
 * @param {StepProps & {may: May}} props
 */
function Answer({ ctx, may, asked, ask }) {
  const { names, actions } = ctx;
  const lit = may.ok ? asked.args : may.things ?? [];
  const cards = (may.things ?? []).filter((w) => nameOf(names, w).sort === 'card').slice(0, MOST_CARDS);
  const { ok, rule, names: involved = [], follows = [], near = [] } = may;
  return el(
    'section', { class: ok ? 'verdict-of yes' : 'verdict-of no', tabIndex: -1, role: 'status' },
    el('h3', null, el('span', { class: 'sign', 'aria-hidden': true }, ok ? '✓' : '✕'), ok ? t`Yes` : t`No`),
    el('p', { class: 'tried' }, may.text),
    ok && follows.length > 0 && el('ul', { 'aria-label': t`What would follow` }, follows.map((f) => el('li', null, f))),
    ok && may.ask && el('p', { class: 'quiet' }, t`Then: ${may.ask}`),
    !ok && el('p', { class: 'why' }, capital(may.words ?? '')),
    !ok && involved.length > 0 && el('p', { class: 'quiet' }, involved.join(', ')),
    cards.length > 0 && el('div', { class: 'cards' }, cards.map((word) => h(Card, { word, deck: ctx }))),
    !ok && rule && el('p', null, h(RuleButton, { look: 'link', name: 'rule', rule, open: actions.openRules })),
    (ok || lit.length > 0) && h(AsItIs, { key: may.text, ctx, may, lit }),
    near.length > 0 && [
      el('h4', null, t`What may be done instead`),
      el('div', { class: 'choices' }, near.map(({ verb, args, text }, i) =>
        h(Button, { look: 'choice', name: `near-${i}`, act: () => ask({ verb, args }) }, el('b', null, text)))),
    ],
  );
}

/**
 * The picture of the table: as it would be, or with what stands in the way. It is drawn when it is opened.
 * @param {{ctx: GameContext, may: May, lit: string[]}} props
 */
function AsItIs({ ctx: { picture, snapshot, names, game }, may, lit }) {
  const [open, setOpen] = useState(false);
  const facts = (may.ok ? may.facts : undefined) ?? game.facts;
  const { verdict, gesture, ...rest } = game;
  const seen = { ...snapshot, game: { ...rest, facts, moves: {}, tableMoves: {} } };
  return el(
    'details', { class: 'as-it-is', onToggle: (e) => setOpen(e.currentTarget.open) },
    el('summary', { 'data-key': 'look' }, may.ok ? t`The table as it would be` : t`What stands in the way`),
    open && h(Portrait, { picture, snapshot: seen, names, lit }),
  );
}

/**
 * What may come next in the move.
 * @param {StepProps & {may: May}} props
 */
function Next({ ctx, may: { ways = [], number = 0, whole }, asked, ask }) {
  const open = new Set(ways.filter((w) => w.open).map((w) => w.word));
  /** @param {string} w */
  const resting = (w) => !open.has(w);
  /**
   * Moves that are allowed now come first.
   * @param {string[]} words
   */
  const order = (words) => [...words.filter((w) => open.has(w)), ...words.filter(resting)];
  const words = ways.map((w) => w.word);
  if (!asked.verb) {
    const verbs = words.sort((a, b) => labelOf(ctx, a).localeCompare(labelOf(ctx, b)));
    return h(Verbs, { ctx, verbs: order(verbs), resting, ask });
  }
  if (ways.length === 0 && !number) return null;
  /** @param {string} w */
  const isCard = (w) => nameOf(ctx.names, w).sort === 'card';
  const cards = words.filter(isCard);
  const others = words.filter((w) => !isCard(w));
  /** @param {string} w */
  const pick = (w) => ask({ args: [...asked.args, w] });
  const question = ctx.picture.questions[asked.verb]?.[asked.args.length] ?? t`Which?`;
  return el(
    'div', null,
    el('p', { class: 'question', tabIndex: -1 }, whole ? t`or with what more?` : question),
    others.length > 0 && h(WordChoice, { ctx, words: order(inOrder(ctx, others)), pick, verb: asked.verb, resting }),
    cards.length > 0 && h(CardChoice, { deck: ctx, words: cards, tap: pick, resting }),
    number > 0 && h(NumberChoice, { most: number, pick }),
  );
}

/**
 * @param {object} props
 * @param {GameContext} props.ctx
 * @param {string[]} props.verbs
 * @param {(verb: string) => boolean} props.resting
 * @param {(change: Partial<Asked>) => void} props.ask
 */
const Verbs = ({ ctx, verbs, resting, ask }) => [
  el('p', { class: 'question', tabIndex: -1 }, t`Do what?`),
  el('div', { class: 'choices' }, verbs.map((verb) =>
    h(
      Button,
      { look: resting(verb) ? 'choice not-now' : 'choice', name: `verb-${verb}`, act: () => ask({ verb, args: [] }) },
      el('b', null, labelOf(ctx, verb)), resting(verb) && el('small', null, t`not now`),
    ))),
];

/** @param {{most: number, pick: (word: string) => void}} props */
function NumberChoice({ most, pick }) {
  const box = useRef(/** @type {HTMLInputElement|null} */ (null));
  /** @param {Event} e */
  const submit = (e) => {
    e.preventDefault();
    if (box.current?.value) pick(String(Number(box.current.value)));
  };
  return el(
    'form', { class: 'total', onSubmit: submit },
    el('input', {
      type: 'number', min: 0, max: most, inputMode: 'numeric', required: true, 'data-key': 'number', ref: box,
      'aria-label': t`A number`,
    }),
    el('button', { class: 'plain', type: 'submit' }, t`Ask`),
  );
}
