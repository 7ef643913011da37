// The players are right: this sheet corrects what the table got wrong.
import { h } from './dom.js';
import { lastOf } from './list.js';
import { nameOf, wordsOf } from './store.js';
import { openSheet } from './sheet.js';
import { t } from './lang.js';

/**
 * The sheet on which the players correct the table's state. The game defines what can be corrected.
 * @param {function(): Object} now
 */
export function openAmend(now) {
  openSheet({
    title: t`Fix`,
    kind: 'amends',
    build(body, close) {
      const { amends = [], fits = [] } = now().names ?? {};
      body.append(
        h('p', null, t`You know better than the table. It changes only what it believes; the real things stay where they are.`),
        ...amends.map((a, i) => section(now, close, a, fits, i === 0)),
      );
    },
  });
}

/**
 * One kind of correction. A choice in a field narrows the fields after it.
 * @param {function(): Object} now
 * @param {function(): void} close
 * @param {{title: string, labels: Array<string>, forms: Array<Array<number>>}} amend
 * @param {Array<{words: (Array<string>|undefined), number: (number|undefined)}>} fits
 * @param {boolean} open
 */
function section(now, close, { title, labels, forms }, fits, open) {
  const fields = labels.map((label, i) => field(label, forms.map((f) => fits[f[i]] ?? {})));
  const args = () => fields.map((f) => f.value());

  function offer(from) {
    for (let i = from; i < fields.length; i++) {
      const before = args().slice(0, i);
      const left = forms.map((form) => before.every((w, k) => !w || takes(fits[form[k]], w)));
      fields[i].offer(now(), left, i === from ? lastOf(before) : undefined, i === 1);
    }
  }

  const said = h('p.quiet', { role: 'status' });
  const go = h('button.gold', { disabled: true }, t`Fix`);
  async function check() {
    go.disabled = true;
    said.textContent = '';
    const asked = args();
    if (asked.some((w) => !w)) return;
    const answer = await now().actions.check('amend', asked, true);
    if (args().join() !== asked.join()) return;
    go.disabled = !answer.ok;
    const open = now().game.ask.open ? t`An open question may stand in the way: answer it first.` : '';
    said.textContent = answer.ok ? '' : [answer.text, open].filter(Boolean).join(' ');
  }

  fields.forEach((f, i) => f.input.addEventListener('input', () => (offer(i + 1), check())));
  offer(0);
  const send = (e) => (e.preventDefault(), close(), now().actions.move('amend', args(), true));
  return h('details.leaf', { name: 'amend', open }, h('summary', null, title), h('form.amend', { onsubmit: send }, fields.map((f) => f.row), go), said);
}

const takes = (fit, word) => Boolean(fit?.words?.includes(word) || (fit?.number && isNumber(word)));
const isNumber = (word) => /^\d+$/.test(word ?? '');
const wordsIn = (fits) => [...new Set(fits.flatMap((f) => f.words ?? []))];
const largest = (fits) => Math.max(...fits.map((f) => f.number ?? 0));

// A field for what each form allows as an argument: for a number if none allows words.
function field(label, fits) {
  const all = wordsIn(fits);
  return all.length === 0 ? numberField(label, largest(fits)) : wordField(label, fits, all.length > 1 || largest(fits) > 0);
}

function numberField(label, max) {
  const input = h('input', { type: 'number', inputmode: 'numeric', min: 0, max, autocomplete: 'off' });
  return {
    input, row: h('label.field', null, h('span', null, label), input),
    value: () => (Number.isInteger(input.valueAsNumber) ? String(input.valueAsNumber) : ''),
    offer({ game }, left, after) {
      if (isNumber(game.facts[after])) input.value = game.facts[after];
    },
  };
}

// A field with only one possible answer is hidden.
function wordField(label, fits, choice) {
  const input = h('select');
  return {
    input, row: h('label.field', { hidden: !choice }, h('span', null, label), input),
    value: () => input.value,
    offer(ctx, left, after, first) {
      const fitting = fits.filter((_, i) => left[i]);
      const words = inOrder(ctx, wordsIn(fitting)).concat(largest(fitting) ? DIGITS : []);
      const wanted = [after && (placeOf(ctx, after, words) ?? (first && after !== '?' ? restOf(ctx, words) : undefined)), input.value, words.length === 1 ? words[0] : ''];
      input.replaceChildren(h('option', { value: '' }, '…'), ...words.map((w) => h('option', { value: w }, nameOf(ctx.names, w).title)));
      input.value = wanted.find((w) => w && words.includes(w)) ?? '';
    },
  };
}

// The numbers that a menu of words offers.
const DIGITS = Array.from({ length: 10 }, (_, i) => String(i));

// The place where the table sees a word, if any.
const placeOf = ({ game }, word, places) => word && places.find((p) => wordsOf(game.facts[p]).includes(word) || wordsOf(game.facts[`${p}.seen`]).includes(word));

// The place of a thing that no seat has: the only place that belongs to no seat.
function restOf({ game }, places) {
  const rest = places.filter((p) => !game.seats.some((x) => p.startsWith(`${x.word}.`)));
  return rest.length === 1 ? rest[0] : undefined;
}

// Unseen cards come first, then the viewer's own places, then the others by title.
function inOrder({ names, me }, words) {
  const rank = (w) => (w === '?' ? 0 : me && (w === me.word || w.startsWith(`${me.word}.`)) ? 1 : 2);
  const titles = new Map(words.map((w) => [w, nameOf(names, w).title]));
  return [...words].sort((a, b) => rank(a) - rank(b) || titles.get(a).localeCompare(titles.get(b)));
}
