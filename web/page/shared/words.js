// @ts-check
// Text with printed punctuation.

/**
 * Straight quotes and apostrophes become curly.
 * @param {string} text
 */
export const curly = (text) =>
  text
    .replace(/(^|[\s([–])"/g, '$1“')
    .replaceAll('"', '”')
    .replace(/(^|[\s([–“])'/g, '$1‘')
    .replaceAll("'", '’');

/**
 * A sentence begins with a capital letter, even if its first word is a name in small letters.
 * @param {string} text
 */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// Fields of messages that people read.
const SAID = new Set([
  'about', 'also', 'ask', 'at', 'label', 'labels', 'moves', 'name', 'none', 'plain', 'shown', 'text', 'title', 'verbs',
  'via', 'words',
]);

/**
 * For JSON.parse: gives texts for people their printed punctuation.
 * @param {string} field
 * @param {unknown} value
 * @return {unknown}
 */
export function printed(field, value) {
  if (!SAID.has(field)) return value;
  if (Array.isArray(value)) return value.map(curled);
  if (value && typeof value === 'object' && (field === 'verbs' || field === 'words')) {
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, curled(v)]));
  }
  return curled(value);
}

/** @param {unknown} v */
function curled(v) {
  return typeof v === 'string' ? curly(v) : v;
}
