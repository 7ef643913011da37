// @ts-check
// The language of the page. The texts in the code are English; the file of another language, web/page/lang/CODE.json,
// has the translation of each English text.
import { lastOf } from './list.js';

const KEPT = 'familiar.language';

/** The languages: codes, and their own names. */
export const languages = { en: 'English', fr: 'Français' };

/** @type {{[english: string]: string}} */
let said = {};
let plurals = new Intl.PluralRules('en');

/**
 * A text in the viewer's language: t`Leave ${name}’s seat` has the key “Leave {1}’s seat”. Texts that a language lacks
 * stay English. The word before a place may have two forms, the first for names that begin with a vowel: “la place
 * {d’|de }{1}”. A long text may be written in several lines: the next one is indented.
 * @param {TemplateStringsArray} parts
 * @param {...(string|number|undefined)} values
 * @return {string}
 */
export function t(parts, ...values) {
  const english = parts.reduce((all, part, i) => `${all}{${i}}${part}`).replace(/\n +/g, ' ');
  return (said[english] ?? english).replace(PLACE, (_, soft = '', hard = '', i) => {
    const value = String(values[i - 1]);
    return (vowel.test(value) ? soft : hard) + value;
  });
}

// A place for a value, with the two forms of the word before it.
const PLACE = /(?:\{([^{}|]*)\|([^{}|]*)\})?\{(\d+)\}/g;

const vowel = /^[aeiouàâäéèêëîïôöùûüœæ]/i;

/**
 * One of two whole texts: many(n, t`${n} card`, t`${n} cards`). Some languages use the form of one for zero.
 * @param {number|string} n
 * @param {string} one
 * @param {string} several
 * @return {string}
 */
export const many = (n, one, several) => (plurals.select(Number(n)) === 'one' ? one : several);

/**
 * A list in words: “a, b and c”.
 * @param {string[]} parts
 */
export const and = (parts) =>
  parts.length > 1 ? t`${parts.slice(0, -1).join(', ')} and ${lastOf(parts)}` : parts.join('');

/**
 * A list of alternatives: “a, b or c”.
 * @param {string[]} parts
 */
export const or = (parts) =>
  parts.length > 1 ? t`${parts.slice(0, -1).join(', ')} or ${lastOf(parts)}` : parts.join('');

/** The code of the chosen language. */
export function language() {
  let code = '';
  try {
    code = localStorage.getItem(KEPT) ?? '';
  } catch {
    // A private window has no storage: no language was chosen.
  }
  return Object.prototype.hasOwnProperty.call(languages, code) ? code : 'en';
}

/**
 * Chooses the language, for the next time that the page is loaded.
 * @param {string} code
 */
export function choose(code) {
  try {
    localStorage.setItem(KEPT, code);
  } catch {
    // A private window forgets it.
  }
}

/**
 * Changes the language; this loads the page again.
 * @param {string} code
 */
export function speak(code) {
  choose(code);
  location.reload();
}

/** Loads the texts of the viewer's language. If that fails, the page is in English. */
export async function learn() {
  const code = language();
  document.documentElement.lang = code;
  if (code === 'en') return;
  try {
    said = await (await fetch(new URL(`../lang/${code}.json`, import.meta.url))).json();
    plurals = new Intl.PluralRules(code);
  } catch {
    document.documentElement.lang = 'en';
  }
}
