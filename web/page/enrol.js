// Telling the table which tag is which card.
import { openSheet } from './sheet.js';
import { cardChoice } from './moves.js';
import { h } from './dom.js';
import { card } from './cards.js';
import { rule } from './ornaments.js';

/**
 * The enrolment under way.
 * @param {Object} enrol
 * @param {Object} ctx
 */
export function enrolView(enrol, ctx) {
  const act = (action, words, cls, off) => h(`button.${cls}`, { type: 'button', key: action, disabled: off, onclick: () => ctx.actions.ask({ type: 'enrol', action, game: enrol.game }) }, words);
  const over = !enrol.next;
  const missing = enrol.total - enrol.done;
  return h(
    'section.enrol', null,
    h('h1', null, 'Enrol the tags'),
    rule(),
    h('progress', { max: enrol.total || 1, value: enrol.done, 'aria-label': 'Tags enrolled' }),
    h('p.quiet', null, `${enrol.done} of ${enrol.total}`),
    over
      ? h('p.next-card', { role: 'status' }, missing === 0 ? 'Every card has its tag.' : missing === 1 ? 'One card is left without a tag.' : `${missing} cards are left without a tag.`)
      : h('div.next', { role: 'status' }, h('p', null, 'Tap this card on any reader'), card(enrol.next, { names: { names: { [enrol.next]: { title: enrol.title, sort: 'card', ...ctx.names?.names?.[enrol.next] } } }, face: ctx.face }, { size: 'l' }),
          h('p.next-card', null, enrol.title), enrol.copy > 1 && h('p.quiet', null, `copy ${enrol.copy}`)),
    enrol.text && h('p.said', { role: 'status' }, enrol.text),
    h('div.row.center', null, !over && act('skip', 'Skip', 'plain'), act('redo', 'Redo the last', 'plain', enrol.done === 0), act('stop', over ? 'Done' : 'Stop', over ? 'gold' : 'plain')),
  );
}

/**
 * The sheet on which somebody says what a tag is that the table does not know.
 * @param {function(): Object} now
 */
export function openNaming(now) {
  openSheet({
    title: 'What is this tag?',
    kind: 'builder',
    build(body, close) {
      const ctx = now();
      const cards = Object.keys(ctx.names?.names ?? {}).filter((w) => ctx.names.names[w].sort === 'card');
      const tap = async (word) => (await ctx.actions.ask({ type: 'enrol', action: 'name', args: [word] })) && close();
      body.append(h('p', null, 'Tap the card on which the tag is stuck. From now on the tag stands for it.'), ...cardChoice({ ...ctx, seen: [] }, cards, { tap }));
    },
  });
}
