// The players are right: putting right what the table got wrong.
import { h } from './dom.js';
import { nameOf } from './store.js';
import { openSheet } from './sheet.js';

/**
 * The sheet on which a card is put where it really lies, a count is set, or anything else is amended.
 * @param {function(): Object} now
 */
export function openAmend(now) {
  openSheet({
    title: 'Put right',
    build(body, close) {
      const ctx = now();
      const words = Object.keys(ctx.names?.names ?? {});
      const sorted = (list) => list.sort((a, b) => titleOf(ctx, a).localeCompare(titleOf(ctx, b)));
      const cards = sorted(words.filter((w) => ctx.names.names[w].sort === 'card'));
      const places = sorted(words.filter((w) => ctx.names.names[w].sort === 'place'));
      const counts = sorted(words.filter((w) => ctx.names.names[w].sort === 'word' && /^-?\d+$/.test(ctx.game.facts[w] ?? '')));
      const set = sorted(words.filter((w) => ctx.names.names[w].sort === 'word' && w in ctx.game.facts && !counts.includes(w)));
      const others = sorted(words.filter((w) => !['card', 'place'].includes(ctx.names.names[w].sort) && !(w in ctx.names.verbs) && !w.includes('.')));
      const digits = Array.from({ length: 10 }, (_, i) => String(i));
      body.append(
        h('p', null, 'You know better than the table. It changes only what it believes; the cards stay where they are.'),
        section(ctx, close, 'A card lies elsewhere', [['Card', ['?', ...cards]], ['from', places], ['to', places]]),
        section(ctx, close, 'A count is wrong', [['Count', counts], ['is', digits]]),
        section(ctx, close, 'Something else', [['Set', set], ['to', [...others, ...digits]]]),
      );
    },
  });
}

const titleOf = (ctx, word) => nameOf(ctx.names, word).title;

function section(ctx, close, title, fields) {
  if (fields.some(([, words]) => words.length === 0)) return '';
  const selects = fields.map(([label, words]) => h('select', { 'aria-label': `${title}: ${label}` }, h('option', { value: '' }, label), words.map((w) => h('option', { value: w }, titleOf(ctx, w)))));
  const said = h('p.quiet', { role: 'status' });
  const go = h('button.gold', { type: 'button', disabled: true, onclick: () => (close(), ctx.actions.move('amend', args(), true)) }, 'Put right');
  const args = () => selects.map((x) => x.value);
  const check = async () => {
    go.disabled = true;
    said.textContent = '';
    const asked = args();
    if (asked.some((w) => !w)) return;
    const answer = await ctx.actions.check('amend', asked, true);
    if (args().join() !== asked.join()) return;
    go.disabled = !answer.ok;
    said.textContent = answer.ok ? '' : answer.text;
  };
  for (const x of selects) x.addEventListener('change', check);
  return h('section.leaf', null, h('h3', null, title), h('div.amend', null, selects, go), said);
}
