// @ts-check
// The values in a card list, by the game's description of its lists.

/** @import { CardList, EffectForms, Field, Value } from '../../types/protocol' */

/** @typedef {{[field: string]: unknown}} Row the values of a row, or of an effect */

/**
 * A word as people read it, if nothing else is known about it.
 * @param {string} word
 */
export const plain = (word) => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('-', ' ');

/**
 * The name that people use for a part of a list: that of `who.others`, or else that of `others`.
 * @param {{[part: string]: string}} words
 * @param {string} part
 */
export function called(words, part) {
  const short = part.slice(part.indexOf('.') + 1);
  return words[part] ?? words[short] ?? plain(short);
}

/**
 * Reports whether the other fields' values allow this field.
 * @param {Field} field
 * @param {Row} values
 */
const holding = ({ when = [] }, values) => when.every((c) => c.is.includes(String(values[c.field] ?? '')));

/**
 * The fields that some values allow, each once.
 * @param {Field[]} fields
 * @param {Row} values
 */
export function allowed(fields, values) {
  const known = new Set();
  return fields.filter((f) => holding(f, values) && !known.has(f.name) && known.add(f.name));
}

/**
 * The words in a menu: those that the game defines, then those in the list.
 * @param {Value|undefined} value
 * @param {CardList|null} list
 * @return {string[]}
 */
export function wordsFor(value, list) {
  const own = (value?.of ?? []).flatMap((of) => {
    const [table = '', field = ''] = of.includes('.') ? of.split('.') : ['', of];
    return (list?.tables?.[table] ?? []).flatMap((r) => /** @type {string[]|string} */ (r.values[field] ?? []));
  });
  return [...new Set([...(value?.words ?? []), ...own.filter((w) => !value?.except?.includes(w))])];
}

/**
 * The value of a new field.
 * @param {Value|undefined} value
 * @param {CardList|null} list
 * @param {EffectForms=} steps the forms of an effect within an effect
 * @return {unknown}
 */
export function fresh(value, list, steps) {
  switch (value?.kind) {
    case 'name': return wordsFor(value, list)[0] ?? 'new';
    case 'number': return Math.max(value.least ?? 0, Math.min(1, value.most ?? 1));
    case 'flag': return false;
    case 'word': return wordsFor(value, list)[0] ?? '';
    case 'many': return Array.from({ length: value.least ?? 0 }, () => fresh(value.each, list, steps));
    case 'map': {
      const [key] = wordsFor(value.keys, list);
      return key === undefined ? {} : { [key]: fresh(value.each, list, steps) };
    }
    case 'step': return freshEffect(value.steps ?? steps, list);
    default: return '…';
  }
}

/**
 * A new effect.
 * @param {EffectForms|undefined} steps
 * @param {CardList|null} list
 * @return {Row}
 */
function freshEffect(steps, list) {
  if (!steps) return {};
  return steps.empty ? { [steps.lead]: '' } : effectOf(steps, steps.words[0]?.word ?? '', {}, list);
}

/**
 * The effect of a word. It keeps the fields of another effect that fit.
 * @param {EffectForms} steps
 * @param {string} word
 * @param {Row} had
 * @param {CardList|null} list
 * @return {Row}
 */
export function effectOf(steps, word, had, list) {
  /** @type {Row} */
  const effect = { [steps.lead]: word };
  for (const field of steps.words.find((w) => w.word === word)?.args ?? []) {
    if (!holding(field, effect)) continue;
    if (fits(field, had[field.name], list)) effect[field.name] = had[field.name];
    else if (field.need) effect[field.name] = fresh(field, list, steps);
  }
  return effect;
}

/**
 * @param {Value} value
 * @param {unknown} x
 * @param {CardList|null} list
 */
function fits({ kind, least = 0, most = 0, words, of, except }, x, list) {
  switch (kind) {
    case 'number': return typeof x === 'number' ? x >= least && x <= most : typeof x === 'string' && words?.includes(x);
    case 'flag': return typeof x === 'boolean';
    case 'word': return typeof x === 'string' && wordsFor({ kind, words, of, except }, list).includes(x);
    case 'many': return Array.isArray(x);
    default: return typeof x === 'string';
  }
}
