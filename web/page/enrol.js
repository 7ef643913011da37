// Enrolment: teaching the table which tag is which card.
import { openSheet } from './sheet.js';
import { cardChoice } from './moves.js';
import { h } from './dom.js';
import { card } from './cards.js';
import { rule } from './ornaments.js';
import { t } from './lang.js';

/**
 * The enrolment under way.
 * @param {Object} enrol
 * @param {Object} ctx
 */
export function enrolView(enrol, ctx) {
  const act = (action, words, cls, off) => h(`button.${cls}`, { type: 'button', key: action, disabled: off, onclick: () => ctx.actions.ask({ type: 'enrol', action, game: enrol.game }) }, words);
  const over = !enrol.next;
  return h(
    'section.enrol', null,
    h('h1', null, t`Enrol the tags`),
    rule(),
    h('progress', { max: enrol.total || 1, value: enrol.done, 'aria-label': t`Tags enrolled` }),
    h('p.quiet', null, t`${enrol.done} of ${enrol.total}`),
    over
      ? h('p.next-card', { role: 'status' }, enrol.bare === 0 ? t`No tag is missing.` : enrol.bare === 1 ? t`One card is left without a tag.` : t`${enrol.bare} cards are left without a tag.`)
      : h('div.next', { role: 'status' }, h('p', null, enrol.optional ? t`Tap this on any reader if it has a tag. It needs none: stop here if you like.` : t`Tap this card on any reader`), card(enrol.next, { names: { names: { [enrol.next]: { title: enrol.title, sort: 'card', ...ctx.names?.names?.[enrol.next] } } }, face: ctx.face }, { size: 'l' }),
          h('p.next-card', null, enrol.title), enrol.copy > 1 && h('p.quiet', null, t`copy ${enrol.copy}`)),
    enrol.text && h('p.said', { role: 'status' }, enrol.text),
    h('div.row.center', null, !over && act('skip', t`Skip`, 'plain'), act('redo', t`Redo the last`, 'plain', enrol.done === 0), act('stop', over || enrol.optional ? t`Done` : t`Stop`, over || enrol.optional ? 'gold' : 'plain')),
  );
}

/**
 * The sheet on which somebody names a tag that the table does not know.
 * @param {function(): Object} now
 */
export function openNaming(now) {
  openSheet({
    title: t`What is this tag?`,
    kind: 'builder',
    build(body, close) {
      const ctx = now();
      const words = Object.keys(ctx.names?.names ?? {});
      const cards = words.filter((w) => ctx.names.names[w].sort === 'card');
      const things = words.filter((w) => ctx.names.names[w].sort === 'thing');
      const tap = async (word) => (await ctx.actions.ask({ type: 'enrol', action: 'name', args: [word] })) && close();
      body.append(h('p', null, t`Tap the card on which the tag is stuck. From now on the tag stands for it.`), ...cardChoice({ ...ctx, seen: [] }, cards, { tap }),
        things.length > 0 && h('section', null, h('h3', null, t`It is no card`), h('div.choices', null, things.map((w) => h('button.plain', { type: 'button', onclick: () => tap(w) }, ctx.names.names[w].title)))));
    },
  });
}
