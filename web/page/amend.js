// The players are right: putting right what the table got wrong.
import { h } from './dom.js';
import { nameOf, wordsOf } from './store.js';
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
        section(ctx, close, 'A card lies elsewhere', [['Card', ['?', ...cards]], ['lies, as the table believes, in', places], ['but really in', places]], (w) => placeOf(ctx, w, places)),
        section(ctx, close, 'A count is wrong', [['Count', counts], ['is really', digits]]),
        section(ctx, close, 'Something else', [['What', set], ['is really', [...others, ...digits]]]),
      );
    },
  });
}

const titleOf = (ctx, word) => nameOf(ctx.names, word).title;

// Where the table sees a card lie, empty if it does not.
const placeOf = ({ game }, word, places) => places.find((p) => wordsOf(game.facts[p]).includes(word) || wordsOf(game.facts[`${p}.seen`]).includes(word)) ?? '';

/**
 * @param {Object} ctx
 * @param {function(): void} close
 * @param {string} title
 * @param {Array<Array>} fields
 * @param {function(string): string=} guess of the second field, from the first
 */
function section(ctx, close, title, fields, guess) {
  if (fields.some(([, words]) => words.length === 0)) return '';
  const selects = fields.map(([, words]) => h('select', null, h('option', { value: '' }, '…'), words.map((w) => h('option', { value: w }, titleOf(ctx, w)))));
  const labelled = selects.map((x, i) => h('label.field', null, h('span', null, fields[i][0]), x));
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
  if (guess) selects[0].addEventListener('change', () => (selects[1].value = guess(selects[0].value) || selects[1].value));
  for (const x of selects) x.addEventListener('change', check);
  return h('section.leaf', null, h('h3', null, title), h('div.amend', null, labelled, go), said);
}
