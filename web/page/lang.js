// The language of the page. What is written here is English; other languages are files beside this one, web/page/lang/CODE.json, which hold for each English
// text how it reads there.

const KEPT = 'familiar.language';

/** The languages there are: codes, and how each calls itself. */
export const languages = { en: 'English', fr: 'Français' };

let said = {}; // by English text
let plurals = new Intl.PluralRules('en');

/**
 * A text in the viewer's language: t`Leave ${name}’s seat` is looked for as “Leave {1}’s seat”. What a language lacks is read in English. What stands right before
 * a place may have two forms, the first for what begins with a vowel: “la place {d’|de }{1}”.
 * @param {TemplateStringsArray} parts
 * @param {...*} values
 * @return {string}
 */
export function t(parts, ...values) {
  const english = parts.reduce((all, part, i) => `${all}{${i}}${part}`);
  return (said[english] ?? english).replace(/(?:\{([^{}|]*)\|([^{}|]*)\})?\{(\d+)\}/g, (_, soft = '', hard = '', i) => (vowel.test(values[i - 1]) ? soft : hard) + values[i - 1]);
}

const vowel = /^[aeiouàâäéèêëîïôöùûüœæ]/i;

/**
 * One of two whole texts: many(n, t`${n} card`, t`${n} cards`). Some languages say of zero what they say of one.
 * @param {number|string} n
 * @param {string} one
 * @param {string} several
 * @return {string}
 */
export const many = (n, one, several) => (plurals.select(Number(n)) === 'one' ? one : several);

/** A list as it is spoken: “a, b and c”. */
export const and = (parts) => (parts.length > 1 ? t`${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts.join(''));

/** A list of which one counts: “a, b or c”. */
export const or = (parts) => (parts.length > 1 ? t`${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}` : parts.join(''));

/** The code of the language that is read: the one that was chosen. */
export function language() {
  let code = '';
  try {
    code = localStorage.getItem(KEPT) ?? '';
  } catch {
    // Then none was.
  }
  return Object.hasOwn(languages, code) ? code : 'en';
}

/** Reads another language from now on; the page is loaded anew. */
export function speak(code) {
  try {
    localStorage.setItem(KEPT, code);
  } catch {
    // A private window forgets it.
  }
  location.reload();
}

/** Loads the texts of the viewer's language. Without them the page is read in English. */
export async function learn() {
  const code = language();
  document.documentElement.lang = code;
  if (code === 'en') return;
  try {
    said = await (await fetch(`/page/lang/${code}.json`)).json();
    plurals = new Intl.PluralRules(code);
  } catch {
    document.documentElement.lang = 'en';
  }
}
