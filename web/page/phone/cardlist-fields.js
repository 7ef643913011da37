// @ts-check
// The fields of a card list as menus, built from the game's description of its lists.
import { Button } from '../shared/button.js';
import { allowed, called, effectOf, fresh, plain, wordsFor } from './cardlist-values.js';
import { Check } from './check.js';
import { nameWord } from './players.js';
import { capital } from '../shared/words.js';
import { el, h, useState } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { ComponentChildren } from '../../types/vendor/preact' */
/** @import { Row } from './cardlist-values.js' */
/** @import { CardList, EffectForms, NameView, Value } from '../../types/protocol' */

/**
 * A field and its surroundings.
 * @typedef {object} FieldProps
 * @property {Value} of the values that are possible
 * @property {unknown} x the value
 * @property {(x: unknown) => void} set takes the new value; null removes it
 * @property {CardList|null} list
 * @property {{[part: string]: string}} words the names that people use
 * @property {{[word: string]: NameView}} names
 * @property {string} label
 * @property {string} name finds the field again
 * @property {string} field the name of the field, for the words of its menus
 * @property {string} [usual] the value that it has when it is left out
 * @property {boolean} [need] it may not be left out
 * @property {boolean} [top] it is in no other field
 * @property {boolean} [bare] its label is only read aloud
 * @property {boolean} [inline] its parts stand beside each other
 * @property {string[]} [said] effects in plain words
 * @property {string} [plainly] the effect that it is, in plain words
 * @property {string} [about] the id of the message about a fault in it
 * @property {EffectForms} [steps] the forms of an effect within an effect
 */

/**
 * A field.
 * @param {FieldProps} props
 */
export function ValueField(props) {
  switch (props.of.kind) {
    case 'number': return h(NumberField, props);
    case 'flag': return h(FlagField, props);
    case 'word': return h(WordField, props);
    case 'many': return h(ManyField, props);
    case 'map': return h(MapField, props);
    case 'step': return h(EffectField, props);
    default: return h(TextField, props);
  }
}

/** @param {FieldProps} props */
const FlagField = ({ label, x, name, set }) =>
  h(Check, { words: label, checked: x === true, name, change: (on) => set(on || null) });

/** @param {FieldProps & {children?: ComponentChildren}} props */
const Labelled = ({ bare, label, need, top, children }) =>
  (bare
    ? children
    : el(
      'label', { class: 'field' },
      el('span', null, label, !need && top && el('small', null, ' ', t`(may be left out)`)),
      children,
    ));

/**
 * The attributes of a field's control.
 * @param {FieldProps} props
 */
const control = ({ name, bare, label, about }) => ({
  'data-key': name, 'aria-label': bare ? label : undefined, 'aria-describedby': about,
  'aria-invalid': about ? /** @type {const} */ ('true') : undefined,
});

/**
 * What is typed in a field stays there until it is left, whatever the table says meanwhile.
 * @param {string} value
 * @param {(text: string) => void} put
 */
function useDraft(value, put) {
  const [draft, setDraft] = useState(/** @type {string|null} */ (null));
  return {
    value: draft ?? value,
    /** @param {{currentTarget: {value: string}}} e */
    onInput: (e) => setDraft(e.currentTarget.value),
    /** @param {{currentTarget: {value: string}}} e */
    onChange(e) {
      setDraft(null);
      put(e.currentTarget.value);
    },
  };
}

/** @param {FieldProps} props */
function TextField(props) {
  const { of, x, set, need, list, field, name } = props;
  const isName = of.kind === 'name';
  const known = x === undefined ? '' : JSON.stringify(x);
  const own = typeof x === 'string' ? x : known;
  const typed = useDraft(own, (written) => {
    const text = isName ? nameWord(written) : written.trim();
    if (text !== own) set(text === '' && !need ? null : text);
  });
  if (of.kind === 'text' && field === 'text') {
    return h(Labelled, props, el('textarea', { ...control(props), ...typed, rows: 2 }));
  }
  const options = isName && of.of ? wordsFor(of, list) : [];
  const id = `${name}-words`;
  return [
    h(Labelled, props, el('input', {
      ...control(props), ...typed, type: 'text', list: options.length > 0 ? id : undefined, autocomplete: 'off',
      autocapitalize: isName ? 'none' : undefined, spellcheck: isName ? false : undefined,
    })),
    options.length > 0 && el('datalist', { id }, options.map((w) => el('option', { value: w }))),
  ];
}

/** @param {FieldProps} props */
function NumberField(props) {
  const { of, x, set, need, list, words, field, name, usual } = props;
  const word = typeof x === 'string' && of.words?.includes(x);
  const typed = useDraft(word ? '' : String(x ?? ''), (written) => {
    const text = written.trim();
    if (text === '' ? !need : Number.isInteger(Number(text))) set(text === '' ? null : Number(text));
  });
  return [
    h(Labelled, props, el('input', {
      ...control(props), ...typed, type: 'number', inputMode: 'numeric', step: 1, min: of.least ?? 0, max: of.most ?? 0,
      placeholder: usual, disabled: word,
    })),
    of.words?.map((w) => h(Check, {
      words: called(words, `${field}.${w}`), checked: x === w, name: `${name}-${w}`,
      change: (on) => set(on ? w : fresh(of, list)),
    })),
  ];
}

/** @param {FieldProps} props */
function WordField(props) {
  const { of, x, set, need, list, words, names, field, usual } = props;
  const all = wordsFor(of, list);
  const value = x === undefined || x === '' ? '' : String(x);
  /** @param {string} w */
  const title = (w) => (of.words?.includes(w) ? called(words, `${field}.${w}`) : names[w]?.title ?? plain(w));
  const none = usual ? t`as usual: ${title(usual)}` : t`no matter`;
  return h(Labelled, props, el(
    'select', { ...control(props), value, onChange: (e) => set(e.currentTarget.value || null) },
    (!need || !all.includes(value)) && el('option', { value: '' }, need ? t`Choose …` : none),
    value && !all.includes(value) && el('option', { value }, t`${value} (there is no such one)`),
    all.map((w) => el('option', { value: w }, title(w))),
  ));
}

/** @param {{label: string, sign: string, act: () => void, name: string, off?: boolean}} props */
const Tool = ({ label, sign, act, name, off }) => h(Button, { look: 'icon', label, name, off, act }, sign);

/** @param {FieldProps} props */
function ManyField(props) {
  const { of: { each, least = 0, most = 0 }, x, set, list, steps, label, name } = props;
  const all = /** @type {unknown[]} */ (Array.isArray(x) ? x : []);
  const inline = props.inline || (each?.kind !== 'step' && each?.kind !== 'many');
  const fixed = least > 0 && least === most;
  /**
   * @param {number} i
   * @param {unknown} y
   */
  const put = (i, y) => set(all.map((z, k) => (k === i ? y : z)));
  /**
   * @param {number} i
   * @param {number} k
   */
  const swap = (i, k) => {
    const next = [...all];
    [next[i], next[k]] = [next[k], next[i]];
    set(next);
  };
  /**
   * @param {number} i
   * @return {FieldProps}
   */
  const inner = (i) => ({
    ...props, of: each ?? { kind: 'text' }, x: all[i], set: (y) => put(i, y ?? fresh(each, list, steps)),
    label: t`${label}, ${i + 1}`, name: `${name}-${i}`, need: true, top: false, bare: true,
    inline: each?.kind === 'many', said: undefined, about: undefined, plainly: props.said?.[i],
  });
  /** @param {number} i */
  const tools = (i) => {
    const { label: of, name: at } = inner(i);
    return el(
      'span', { class: 'tools' },
      !inline && h(Tool, { label: t`${of}: up`, sign: '↑', act: () => swap(i, i - 1), name: `${at}-up`, off: i === 0 }),
      !inline && h(Tool, {
        label: t`${of}: down`, sign: '↓', act: () => swap(i, i + 1), name: `${at}-down`, off: i === all.length - 1,
      }),
      h(Tool, {
        label: t`${of}: out`, sign: '×', act: () => set(all.filter((_, k) => k !== i)), name: `${at}-out`,
        off: all.length <= least,
      }),
    );
  };
  const add = () => set([...all, fresh(each, list, steps)]);
  return el(
    'fieldset', { class: inline ? 'many inline' : 'many' },
    el('legend', { class: props.inline ? 'sr' : undefined }, label),
    el('ol', null, all.map((_, i) => el('li', null, h(ValueField, inner(i)), !fixed && tools(i)))),
    !fixed && (!most || all.length < most) && h(
      Button, { look: 'plain small', name: `${name}-add`, act: add },
      each?.kind === 'step' ? t`Another effect` : t`One more`,
    ),
  );
}

/** @param {FieldProps} props */
function MapField(props) {
  const { of: { each, keys }, set, list, words, label, name, field } = props;
  const value = /** @type {Row} */ (props.x ?? {});
  const all = Object.entries(value);
  const [free] = wordsFor(keys, list).filter((w) => !(w in value));
  /** @param {[string, unknown][]} entries */
  const put = (entries) => set(Object.fromEntries(entries));
  const inner = { ...props, need: true, top: false, bare: true };
  /**
   * @param {string} key
   * @param {unknown} y
   * @param {number} i
   */
  const pair = (key, y, i) => el(
    'div', { class: 'pair' },
    h(ValueField, {
      ...inner, of: keys ?? { kind: 'name' }, x: key, label: t`${label}, ${i + 1}`, name: `${name}-${i}-key`,
      set: (w) => w && !(String(w) in value) && put(all.map((e, k) => (k === i ? [String(w), y] : e))),
    }),
    h(ValueField, {
      ...inner, of: each ?? { kind: 'text' }, x: y, label: called(words, `${field}.${key}`), name: `${name}-${i}`,
      set: (z) => put(all.map((e, k) => (k === i ? [key, z ?? fresh(each, list)] : e))),
    }),
  );
  return el(
    'fieldset', { class: 'many' },
    el('legend', null, label),
    el('ol', null, all.map(([key, y], i) => el(
      'li', null, pair(key, y, i),
      el('span', { class: 'tools' }, h(Tool, {
        label: t`${label}, ${i + 1}: out`, sign: '×', name: `${name}-${i}-out`,
        act: () => put(all.filter((_, k) => k !== i)),
      })),
    ))),
    free !== undefined && h(
      Button, { look: 'plain small', name: `${name}-add`, act: () => put([...all, [free, fresh(each, list)]]) },
      t`One more`,
    ),
  );
}

/** @param {FieldProps} props */
function EffectField(props) {
  const { x, set, list, words, label, name, plainly } = props;
  const steps = props.of.steps ?? props.steps; // an effect within an effect has the same forms
  if (!steps) return null;
  const effect = /** @type {Row} */ (x && typeof x === 'object' ? x : { [steps.lead]: '' });
  const word = String(effect[steps.lead] ?? '');
  const form = steps.words.find((w) => w.word === word);
  const args = allowed(form?.args ?? [], effect);
  /** @param {string} chosen */
  const choose = (chosen) => set(chosen === '' ? { [steps.lead]: '' } : effectOf(steps, chosen, effect, list));
  /** @param {string} arg */
  const put = (arg) => (/** @type {unknown} */ y) => {
    const next = { ...effect, [arg]: y };
    if (y === null) delete next[arg];
    set(effectOf(steps, word, next, list));
  };
  return el(
    'div', { class: 'step' },
    typeof x === 'string' && x && el('p', { class: 'fault' }, t`“${x}” is not understood.`),
    el(
      'select',
      {
        'data-key': `${name}-word`, 'aria-label': label, value: form ? word : '',
        onChange: (e) => choose(e.currentTarget.value),
      },
      (steps.empty || !form) && el('option', { value: '' }, steps.empty ? t`nothing` : t`Choose …`),
      steps.words.map((w) => el('option', { value: w.word }, called(words, `${steps.lead}.${w.word}`))),
    ),
    plainly && el('p', { class: 'told' }, capital(plainly)),
    args.length > 0 && el('div', { class: 'args' }, args.map((arg) => h(ValueField, {
      ...props, key: arg.name, of: arg, x: effect[arg.name], set: put(arg.name), steps, label: called(words, arg.name),
      name: `${name}-${arg.name}`, field: arg.name, need: arg.need, usual: arg.usual, top: false, bare: false,
      inline: false, said: undefined, about: undefined, plainly: undefined,
    }))),
  );
}
