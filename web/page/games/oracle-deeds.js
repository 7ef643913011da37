// @ts-check
// The actions of the Oracle's turn: what each gives now with this bowl, and what it would give with black destiny
// boxes.
import { Button } from '../shared/button.js';
import { openSheet } from '../shared/sheet.js';
import { nameOf, wordsOf } from '../shared/store.js';
import { capital } from '../shared/words.js';
import { el, h } from '../shared/view.js';
import { and, many, t } from '../shared/lang.js';
import { slotsOf, Townsfolk } from './oracle-staff.js';
import { Sign } from './oracle-signs.js';
import { allows, icons, inTurn, lies, RUNES, Said, SIDES, THE, title } from './oracle-table.js';

/** @import { ComponentChildren, VNode } from '../../types/vendor/preact' */
/** @import { OracleTable, PartProps } from './oracle-table.js' */

/** @typedef {PartProps & {verb: string}} DeedProps */

/** @type {{[verb: string]: number}} */
const HOURS = { 'read-stars': 2, predict: 1, horoscope: 2, influence: 1, staff: 2 };

/** What the bowl lacks for an action. @type {{[verb: string]: string}} */
const NEEDS = {
  'read-stars': t`needs Bone with a die`,
  predict: t`needs Voodoo pawn with a die`,
  horoscope: t`needs a die`,
  influence: t`needs Coin with a die, Bone or Voodoo pawn`,
  recruit: t`needs somebody to recruit`,
  staff: t`needs somebody in a slot`,
};

/** What influence makes. @type {{[word: string]: string}} */
const MADE = { nudge: t`blacken two +1/−1`, shift: t`blacken two Move 1`, x: t`write an X` };

/** A result of an action in words. @type {{[verb: string]: (result: string) => string}} */
const RESULTS = {
  'read-stars': (n) => many(n, t`${n} line`, t`${n} lines`),
  predict: icons,
  influence: (w) => MADE[w] ?? w,
  horoscope: (values) => and(values.split(/[ .]/)),
};

/**
 * @param {string} verb
 * @param {string} result
 */
const resultText = (verb, result) => RESULTS[verb]?.(result) ?? result;

/** @param {PartProps} props */
export function Deeds({ ctx }) {
  const { facts } = ctx;
  if (facts.phase !== 'turn' || facts.turn !== facts.oracle || facts.ask) return null;
  return el(
    'ul', { class: 'deeds', 'aria-label': t`Actions` },
    ['read-stars', 'predict', 'horoscope', 'influence', 'recruit', 'staff'].map((verb) =>
      h(Deed, { key: verb, ctx, verb })),
    Object.keys(facts).some((p) => p.startsWith('could.'))
      && el('li', { class: 'quiet' }, t`■ for each destiny box that it takes`),
  );
}

/** @param {DeedProps} props */
function Deed({ ctx, verb }) {
  const { names, own } = ctx;
  const here = own('figure') === verb;
  const ways = waysOf(ctx, verb);
  const hours = HOURS[verb];
  return el(
    'li', { 'data-key': `deed-${verb}`, class: [here && 'here', ways.length === 0 && 'not'].filter(Boolean).join(' ') },
    el(
      'p', null,
      el('b', null, names?.verbs?.[verb] ?? nameOf(null, verb).title),
      el('small', null, ' ', hours ? t`${hours} h` : t`hours of the card`),
      here && el('small', { class: 'figure' }, ' ', t`her figure stands here`),
    ),
    ways.length > 0
      ? el('div', { class: 'ways' }, ways)
      : !here && el('p', { class: 'quiet' }, lackOf(ctx, verb)),
    !here && h(Coulds, { ctx, verb }),
  );
}

/**
 * Why the bowl does not allow an action. If the rune lies with a die, the reason is that the strip has no room.
 * @param {OracleTable} ctx
 * @param {string} verb
 */
function lackOf(ctx, verb) {
  const { side } = lies(ctx, 'voodoo');
  if (verb !== 'predict' || !RUNES.some((w) => w.startsWith('die-') && lies(ctx, w).side === side)) return NEEDS[verb];
  const left = ctx.own('strip.left') ?? '0';
  return many(left, t`only ${left} icon left on the strip`, t`only ${left} icons left on the strip`);
}

/**
 * The buttons of an action; for viewers who may not press them, what it gives.
 * @param {OracleTable} ctx
 * @param {string} verb
 * @return {VNode[]}
 */
function waysOf(ctx, verb) {
  const { facts, own, moves, play, names } = ctx;
  const tree = moves[verb];
  const can = facts[`can.${verb}`];
  /**
   * @param {string[]} path
   * @param {...ComponentChildren} inner
   */
  const offer = (path, ...inner) => {
    const name = [verb, ...path].join('-');
    return allows(moves, [verb, ...path])
      ? h(Button, { key: name, look: 'gold', name, act: () => play(verb, path) }, inner)
      : el('span', { key: name, class: 'told' }, inner);
  };
  switch (verb) {
    case 'read-stars':
      return can ? [offer([], resultText(verb, can))] : [];
    case 'predict':
      if (!can) return [];
      return [
        el('span', { key: 'told', class: 'told' }, resultText(verb, can)),
        ...inTurn(Object.keys(tree ?? {})).map((c) => offer([c], h(Sign, { of: c }), h(Said, { text: title(ctx, c) }))),
      ];
    case 'horoscope':
      return SIDES.filter((side) => facts[`can.horoscope.${side}`]).map((side) => {
        const text = resultText(verb, facts[`can.horoscope.${side}`] ?? '');
        return offer([side], side === 'left' ? t`Left: ${text}` : t`Right: ${text}`);
      });
    case 'influence':
      return wordsOf(can).map((w) => offer([w], capital(resultText(verb, w))));
    case 'staff':
      return tree || slotsOf(names).some((w) => own(`staff.${w}`)) ? [offer([], t`Use their abilities`)] : [];
    default:
      return recruitWays(ctx);
  }
}

/**
 * @param {OracleTable} ctx
 * @return {VNode[]}
 */
function recruitWays(ctx) {
  const { facts, moves, names } = ctx;
  const label = names?.verbs?.recruit ?? t`Recruit`;
  if (moves.recruit) {
    return [h(Button, { look: 'gold', name: 'recruit', act: () => openRecruit(ctx, label) }, label, ' …')];
  }
  const any = Object.keys(facts).some((p) => p.startsWith('townsfolk.') && Number(facts[p]) > 0);
  return any ? [el('span', { class: 'told' }, t`Anybody of the town square`)] : [];
}

/**
 * @param {OracleTable} ctx
 * @param {string} label
 */
function openRecruit(ctx, label) {
  const { moves, facts, actions } = ctx;
  /** @param {string} w */
  const copies = (w) => (Number(facts[`townsfolk.${w}`]) > 1 ? `×${facts[`townsfolk.${w}`]}` : '');
  openSheet({
    title: label,
    kind: 'builder',
    view(close) {
      /** @param {string} w */
      const choose = (w) => {
        close();
        actions.openOffer({ verb: 'recruit', table: false, label }, [w], title(ctx, w));
      };
      return [
        el('p', null, t`Whose card is in the town square?`),
        el('ul', { class: 'folk' }, Object.keys(moves.recruit ?? {}).sort().map((w) => el('li', null, h(
          Button, { look: '', act: () => choose(w) },
          h(Townsfolk, { ctx, w, more: copies(w) }), el('span', null, nameOf(ctx.names, w).text),
        )))),
      ];
    },
  });
}

const SOME = 6; // results that are shown at once

/**
 * The results of an action that need a few destiny boxes: for each the fact, and the steps there. Fewer lines than
 * without boxes are no gain.
 * @param {OracleTable} ctx
 * @param {string} verb
 */
function couldsOf({ facts }, verb) {
  const prefix = `could.${verb}.`;
  return Object.entries(facts)
    .filter(([path]) => path.startsWith(prefix))
    .map(([path, fact]) => ({ path, result: path.slice(prefix.length), steps: fact.split(' / ').map(wordsOf) }))
    .filter(({ result }) => verb !== 'read-stars' || Number(result) > Number(facts[`can.${verb}`] ?? 0))
    .sort((a, b) => a.steps.length - b.steps.length || a.path.localeCompare(b.path));
}

/**
 * The effect of a destiny box on a rune, in words.
 * @param {string[]} step
 */
function stepText([verb, w = '', way]) {
  if (verb === 'shift') return t`move ${THE[w]} to the other half`;
  return way === 'up' ? t`+1 on ${THE[w]}` : t`−1 on ${THE[w]}`;
}

/**
 * Results that need a few destiny boxes. A tap shows the way there, another tap makes its first step.
 * @param {DeedProps} props
 */
function Coulds({ ctx, verb }) {
  const { pick, chosen } = ctx;
  const all = couldsOf(ctx, verb);
  if (all.length === 0) return null;
  const open = all.find(({ path }) => path === chosen('could'));
  const shown = chosen('more') === verb ? all : all.filter((c, i) => i < SOME || c === open);
  return el(
    'div', { class: 'coulds' },
    el(
      'ul', { 'aria-label': t`With destiny boxes` },
      shown.map((c) => el('li', { key: c.path }, el(
        'button',
        {
          type: 'button', 'data-key': c.path, 'aria-expanded': c === open,
          onClick: () => pick('could', c === open ? '' : c.path),
        },
        resultText(verb, c.result),
        el(
          'span',
          {
            class: 'cost', role: 'img',
            'aria-label': many(c.steps.length, t`uses ${c.steps.length} box`, t`uses ${c.steps.length} boxes`),
          },
          '■'.repeat(c.steps.length),
        ),
      ))),
      shown.length < all.length && el('li', null, h(
        Button, { name: `more-${verb}`, act: () => pick('more', verb) },
        '…', h(Said, { text: t`more with destiny boxes` }),
      )),
    ),
    open && h(Path, { ctx, result: resultText(verb, open.result), steps: open.steps }),
  );
}

/** @param {PartProps & {result: string, steps: string[][]}} props */
function Path({ ctx: { moves, play }, result, steps }) {
  const way = steps.map(stepText).reduce((before, step) => t`${before}, then ${step}`);
  const [first = []] = steps;
  const [verb = '', ...args] = first;
  return el(
    'div', { class: 'path' },
    el('p', null, steps.length > 1 ? t`${capital(result)}: first ${way}.` : t`${capital(result)}: ${way}.`),
    allows(moves, first)
      && h(Button, { look: 'gold', name: 'step', act: () => play(verb, args) }, capital(stepText(first))),
  );
}
