// The fields of a card list as menus, built from the game's description of its lists.
import { h } from './dom.js';
import { nameWord } from './players.js';
import { capital } from './words.js';
import { t } from './lang.js';

const plain = (word) => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('-', ' ');

/** The name that people use for a part of a list: that of `who.others`, or else that of `others`. */
export const called = (words, part) => words[part] ?? words[part.slice(part.indexOf('.') + 1)] ?? plain(part.slice(part.indexOf('.') + 1));

/** Reports whether the other fields' values allow this field. */
export const holding = (f, values) => (f.when ?? []).every((g) => g.is.includes(String(values[g.field] ?? '')));

/** The words in a menu: those that the game defines, then those in the list. */
export function wordsFor(v, { list }) {
  const own = (v.of ?? []).flatMap((of) => {
    const [table, field] = of.includes('.') ? of.split('.') : ['', of];
    return (list?.tables?.[table] ?? []).flatMap((r) => r.values[field] ?? []);
  });
  return [...new Set([...(v.words ?? []), ...own.filter((w) => !v.except?.includes(w))])];
}

/** The value of a new field. */
export function fresh(v, ctx, of) {
  switch (v.kind) {
    case 'name': return wordsFor(v, ctx)[0] ?? 'new';
    case 'number': return Math.max(v.least ?? 0, Math.min(1, v.most ?? 1));
    case 'flag': return false;
    case 'word': return wordsFor(v, ctx)[0] ?? '';
    case 'many': return Array.from({ length: v.least ?? 0 }, () => fresh(v.each, ctx, of));
    case 'map': {
      const [key] = wordsFor(v.keys, ctx);
      return key === undefined ? {} : { [key]: fresh(v.each, ctx, of) };
    }
    case 'step': {
      const steps = v.steps ?? ctx.steps;
      return steps.empty ? { [steps.lead]: '' } : freshStep(steps, steps.words[0].word, {}, ctx);
    }
    default: return '…';
  }
}

// With a new word, an effect keeps the fields that fit.
function freshStep(steps, word, had, ctx) {
  const step = { [steps.lead]: word };
  for (const a of steps.words.find((w) => w.word === word)?.args ?? []) {
    if (!holding(a, step)) continue;
    if (fits(a, had[a.name], ctx)) step[a.name] = had[a.name];
    else if (a.need) step[a.name] = fresh(a, ctx);
  }
  return step;
}

function fits(a, x, ctx) {
  switch (a.kind) {
    case 'number': return (typeof x === 'number' && x >= (a.least ?? 0) && x <= (a.most ?? 0)) || a.words?.includes(x);
    case 'flag': return typeof x === 'boolean';
    case 'word': return wordsFor(a, ctx).includes(x);
    case 'many': return Array.isArray(x);
    default: return typeof x === 'string';
  }
}

/**
 * A field.
 * @param {Object} v the values that are possible
 * @param {*} x the value
 * @param {function(*): void} set takes the new value; null removes it
 * @param {Object} o
 * @param {Object} o.words the names that people use
 * @param {Object} o.list the card list
 * @param {string} o.label
 * @param {string} o.key
 * @param {string} o.field the name of the field, for the words of its menus
 * @param {boolean=} o.need it may not be left out
 * @param {Array<string>=} o.said effects in plain words
 * @param {string=} o.about the id of the message about a fault in it
 * @return {HTMLElement}
 */
export function valueView(v, x, set, o) {
  const make = { number: numberView, flag: flagView, word: wordView, many: manyView, map: mapView, step: stepView }[v.kind] ?? textView;
  return make(v, x, set, o);
}

const field = (o, control) => (o.bare ? control : h('label.field', null, h('span', null, o.label, !o.need && o.top && h('small', null, ' ', t`(may be left out)`)), control));
const props = (o, more) => ({ key: o.key, 'aria-label': o.bare ? o.label : null, 'aria-describedby': o.about, 'aria-invalid': o.about ? 'true' : null, ...more });

function textView(v, x, set, o) {
  const options = v.kind === 'name' && v.of ? wordsFor(v, o) : [];
  const put = (e) => {
    const text = v.kind === 'name' ? nameWord(e.target.value) : e.target.value.trim();
    if (text !== (x ?? '')) set(text === '' && !o.need ? null : text);
    else e.target.value = text;
  };
  const own = typeof x === 'string' ? x : x === undefined ? '' : JSON.stringify(x);
  if (v.kind === 'text' && o.field === 'text') return field(o, h('textarea', props(o, { rows: 2, value: own, onchange: put })));
  const list = options.length > 0 && h('datalist', { id: `${o.key}-words` }, options.map((w) => h('option', { value: w })));
  return [field(o, h('input', props(o, { type: 'text', value: own, list: list ? list.id : null, autocomplete: 'off', autocapitalize: v.kind === 'name' ? 'none' : null, spellcheck: v.kind === 'name' ? 'false' : null, onchange: put }))), list];
}

function numberView(v, x, set, o) {
  const put = (e) => {
    const text = e.target.value.trim();
    if (text === '' ? !o.need : Number.isInteger(Number(text))) set(text === '' ? null : Number(text));
  };
  const word = v.words?.includes(x);
  const input = h('input', props(o, { type: 'number', inputmode: 'numeric', step: 1, min: v.least ?? 0, max: v.most ?? 0, value: word ? '' : x ?? '', placeholder: v.usual, disabled: word, onchange: put }));
  if (!v.words) return field(o, input);
  return [field(o, input), v.words.map((w) => check(called(o.words, `${o.field}.${w}`), x === w, `${o.key}-${w}`, (on) => set(on ? w : fresh(v, o))))];
}

const check = (text, on, key, change) => h('label.radio', null, h('input', { type: 'checkbox', key, checked: on, onchange: (e) => change(e.target.checked) }), h('span', null, h('b', null, text)));

function flagView(v, x, set, o) {
  return check(o.label, x === true, o.key, (on) => set(on ? true : null));
}

function wordView(v, x, set, o) {
  const words = wordsFor(v, o);
  const title = (w) => (v.words?.includes(w) ? called(o.words, `${o.field}.${w}`) : o.names?.[w]?.title ?? plain(w));
  const choose = (e) => set(e.target.value === '' ? null : e.target.value);
  return field(o, h('select', props(o, { onchange: choose }),
    (!o.need || !words.includes(x)) && h('option', { value: '', selected: x === undefined || x === '' }, o.need ? t`Choose …` : v.usual ? t`as usual: ${title(v.usual)}` : t`no matter`),
    x !== undefined && x !== '' && !words.includes(x) && h('option', { value: x, selected: true }, t`${x} (there is no such one)`),
    words.map((w) => h('option', { value: w, selected: w === x }, title(w)))));
}

const small = (label, text, act, key, off) => h('button.icon', { type: 'button', 'aria-label': label, key, disabled: off, onclick: act }, text);

function manyView(v, x, set, o) {
  const all = Array.isArray(x) ? x : [];
  const { each } = v;
  const inline = o.inline || (each.kind !== 'step' && each.kind !== 'many');
  const put = (i, y) => set(all.map((z, j) => (j === i ? y : z)));
  const swap = (i, j) => set(all.map((z, k) => (k === i ? all[j] : k === j ? all[i] : z)));
  const fixed = v.least > 0 && v.least === v.most;
  const more = !fixed && (!v.most || all.length < v.most);
  const label = (i) => t`${o.label}, ${i + 1}`;
  const item = (y, i) => {
    const key = `${o.key}-${i}`;
    const inner = { ...o, label: label(i), key, need: true, top: false, bare: true, inline: each.kind === 'many', said: undefined, about: undefined, plainly: o.said?.[i] };
    const tools = !fixed && h('span.tools', null,
      !inline && small(t`${label(i)}: up`, '↑', () => swap(i, i - 1), `${key}-up`, i === 0),
      !inline && small(t`${label(i)}: down`, '↓', () => swap(i, i + 1), `${key}-down`, i === all.length - 1),
      small(t`${label(i)}: out`, '×', () => set(all.filter((_, j) => j !== i)), `${key}-out`, all.length <= (v.least ?? 0)));
    return h('li', null, valueView(each, y, (z) => put(i, z ?? fresh(each, o)), inner), tools);
  };
  return h('fieldset.many', { class: inline ? 'many inline' : 'many' }, h('legend', o.inline && { class: 'sr' }, o.label),
    h('ol', null, all.map(item)),
    more && h('button.plain.small', { type: 'button', key: `${o.key}-add`, onclick: () => set([...all, fresh(each, o)]) }, each.kind === 'step' ? t`Another effect` : t`One more`));
}

function mapView(v, x, set, o) {
  const all = Object.entries(x ?? {});
  const keys = wordsFor(v.keys, o);
  const free = keys.filter((w) => !(w in (x ?? {})));
  const put = (entries) => set(Object.fromEntries(entries));
  return h('fieldset.many', null, h('legend', null, o.label),
    h('ol', null, all.map(([key, y], i) => h('li', null, h('div.pair', null,
      valueView(v.keys, key, (w) => w && !(w in x) && put(all.map((e, j) => (j === i ? [w, y] : e))), { ...o, label: t`${o.label}, ${i + 1}`, key: `${o.key}-${i}-key`, need: true, top: false, bare: true, field: o.field }),
      valueView(v.each, y, (z) => put(all.map((e, j) => (j === i ? [key, z ?? fresh(v.each, o)] : e))), { ...o, label: called(o.words, `${o.field}.${key}`), key: `${o.key}-${i}`, need: true, top: false, bare: true })),
    h('span.tools', null, small(t`${o.label}, ${i + 1}: out`, '×', () => put(all.filter((_, j) => j !== i)), `${o.key}-${i}-out`))))),
    free.length > 0 && h('button.plain.small', { type: 'button', key: `${o.key}-add`, onclick: () => put([...all, [free[0], fresh(v.each, o)]]) }, t`One more`));
}

function stepView(v, x, set, o) {
  const steps = v.steps ?? o.steps; // an effect within an effect has the same forms
  const step = x && typeof x === 'object' ? x : { [steps.lead]: '' };
  const word = step[steps.lead] ?? '';
  const form = steps.words.find((w) => w.word === word);
  const known = new Set();
  const args = (form?.args ?? []).filter((a) => holding(a, step) && !known.has(a.name) && known.add(a.name));
  const put = (name) => (y) => {
    const next = { ...step, [name]: y };
    if (y === null) delete next[name];
    set(freshStep(steps, word, next, o));
  };
  const choice = h('select', { key: `${o.key}-word`, 'aria-label': o.label, onchange: (e) => set(e.target.value === '' ? { [steps.lead]: '' } : freshStep(steps, e.target.value, step, o)) },
    (steps.empty || !form) && h('option', { value: '', selected: !form }, steps.empty ? t`nothing` : t`Choose …`),
    steps.words.map((w) => h('option', { value: w.word, selected: w === form }, called(o.words, `${steps.lead}.${w.word}`))));
  return h('div.step', null, typeof x === 'string' && x && h('p.fault', null, t`“${x}” is not understood.`), choice,
    o.plainly && h('p.told', null, capital(o.plainly)),
    args.length > 0 && h('div.args', null, args.map((a) => valueView(a, step[a.name], put(a.name), { ...o, steps, label: called(o.words, a.name), key: `${o.key}-${a.name}`, field: a.name, need: a.need, top: false, bare: false, inline: false, said: undefined, about: undefined, plainly: undefined }))));
}
