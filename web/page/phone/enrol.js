// @ts-check
// Enrolment: teaching the table which tag is which card.
import { Button } from '../shared/button.js';
import { Card } from '../shared/cards.js';
import { CardChoice } from './choice.js';
import { Rule } from '../shared/ornaments.js';
import { openSheet } from '../shared/sheet.js';
import { el, h } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { Context, GameContext } from '../shared/context.js' */
/** @import { Enrol, Names } from '../../types/protocol' */

/**
 * The enrolment under way.
 * @param {{enrol: Enrol, ctx: Context}} props
 */
export function Enrolment({ enrol, ctx }) {
  /** @param {string} action */
  const act = (action) => () => ctx.actions.ask({ type: 'enrol', action, game: enrol.game });
  const over = !enrol.next;
  const may = over || enrol.optional;
  return el(
    'section', { class: 'enrol' },
    el('h1', null, t`Enrol the tags`),
    h(Rule, {}),
    el('progress', { max: enrol.total || 1, value: enrol.done, 'aria-label': t`Tags enrolled` }),
    el('p', { class: 'quiet' }, t`${enrol.done} of ${enrol.total}`),
    over ? el('p', { class: 'next-card', role: 'status' }, left(enrol.bare)) : h(Next, { enrol, ctx }),
    enrol.text && el('p', { class: 'said', role: 'status' }, enrol.text),
    el(
      'div', { class: 'row center' },
      !over && h(Button, { key: 'skip', name: 'skip', act: act('skip') }, t`Skip`),
      h(Button, { key: 'redo', name: 'redo', act: act('redo'), off: enrol.done === 0 }, t`Redo the last`),
      h(Button, { key: 'stop', name: 'stop', look: may ? 'gold' : 'plain', act: act('stop') }, may ? t`Done` : t`Stop`),
    ),
  );
}

/** @param {number} bare how many cards have no tag */
function left(bare) {
  if (bare === 0) return t`No tag is missing.`;
  return bare === 1 ? t`One card is left without a tag.` : t`${bare} cards are left without a tag.`;
}

/**
 * The card whose tag is awaited.
 * @param {{enrol: Enrol, ctx: Context}} props
 */
function Next({ enrol: { next, title, copy, optional }, ctx }) {
  const view = { title, sort: 'card', ...ctx.names?.names[next] };
  const names = /** @type {Names} */ ({ names: { [next]: view } });
  return el(
    'div', { class: 'next', role: 'status' },
    el('p', null, optional
      ? t`Tap this on any reader if it has a tag. It needs none: stop here if you like.`
      : t`Tap this card on any reader`),
    h(Card, { key: next, word: next, deck: { names, face: ctx.face }, size: 'l' }),
    el('p', { class: 'next-card' }, title),
    copy > 1 && el('p', { class: 'quiet' }, t`copy ${copy}`),
  );
}

/**
 * Opens the sheet on which somebody names a tag that the table does not know.
 * @param {() => GameContext} now
 */
export function openNaming(now) {
  const ctx = now();
  const names = ctx.names?.names ?? {};
  const words = Object.keys(names);
  openSheet({
    title: t`What is this tag?`,
    kind: 'builder',
    view(close) {
      /** @param {string} word */
      const tap = async (word) => {
        if (await ctx.actions.ask({ type: 'enrol', action: 'name', args: [word] })) close();
      };
      const things = words.filter((w) => names[w]?.sort === 'thing');
      return [
        el('p', null, t`Tap the card on which the tag is stuck. From now on the tag stands for it.`),
        h(CardChoice, { deck: { ...ctx, seen: [] }, words: words.filter((w) => names[w]?.sort === 'card'), tap }),
        things.length > 0 && el(
          'section', null, el('h3', null, t`It is no card`),
          el('div', { class: 'choices' }, things.map((w) => h(Button, { act: () => tap(w) }, names[w]?.title))),
        ),
      ];
    },
  });
}
