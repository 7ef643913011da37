// Telling the table which tag is which card.
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
  return h(
    'section.enrol', null,
    h('h1', null, 'Enrol the tags'),
    rule(),
    h('progress', { max: enrol.total || 1, value: enrol.done, 'aria-label': 'Tags enrolled' }),
    h('p.quiet', null, `${enrol.done} of ${enrol.total}`),
    over
      ? h('p.next-card', { role: 'status' }, 'Every card has its tag.')
      : h('div.next', { role: 'status' }, h('p', null, 'Tap this card on any reader'), card(enrol.next, { names: { names: { [enrol.next]: { title: enrol.title, sort: 'card', ...ctx.names?.names?.[enrol.next] } } }, face: ctx.face }, { size: 'l' }),
          h('p.next-card', null, enrol.title), enrol.copy > 1 && h('p.quiet', null, `copy ${enrol.copy}`)),
    enrol.text && h('p.said', { role: 'status' }, enrol.text),
    h('div.row.center', null, !over && act('skip', 'Skip', 'plain'), act('redo', 'One back', 'plain', enrol.done === 0), act('stop', over ? 'Done' : 'Stop', over ? 'gold' : 'plain')),
  );
}
