// Text with printed punctuation.

/** Straight quotes and apostrophes become curly. */
export const curly = (text) => text.replace(/(^|[\s([–])"/g, '$1“').replaceAll('"', '”').replace(/(^|[\s([–“])'/g, '$1‘').replaceAll("'", '’');

/** A sentence begins with a capital letter, even if its first word is a name in small letters. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const SAID = new Set(['about', 'also', 'ask', 'at', 'label', 'labels', 'moves', 'name', 'none', 'plain', 'shown', 'text', 'title', 'verbs', 'via', 'words']); // fields of messages that people read

/**
 * For JSON.parse: gives texts for people their printed punctuation.
 * @param {string} field
 * @param {*} value
 */
export function printed(field, value) {
  if (!SAID.has(field)) return value;
  const said = (v) => (typeof v === 'string' ? curly(v) : v);
  if (Array.isArray(value)) return value.map(said);
  if (value && typeof value === 'object' && (field === 'verbs' || field === 'words')) return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, said(v)]));
  return said(value);
}
