// @ts-check
// What a page holds of the table. The table sends a snapshot as a whole, or only what has changed since an earlier one.

/** @import { Game, LogLine, Note, Snapshot } from '../../types/protocol' */

/**
 * @param {unknown} v
 * @return {v is Object<string, unknown>}
 */
const isObject = (v) => typeof v === 'object' && v !== null && !Array.isArray(v);

/**
 * Applies a change to a value, as a JSON Merge Patch does (RFC 7396): a member that is null goes, an object is changed
 * in turn, anything else takes the place of what was there. Neither the value nor the change is modified.
 * @param {unknown} value
 * @param {unknown} change
 * @return {unknown}
 */
export function patched(value, change) {
  if (!isObject(change)) return change;
  /** @type {Object<string, unknown>} */
  const next = isObject(value) ? { ...value } : {};
  for (const [key, part] of Object.entries(change)) {
    if (part === null) delete next[key];
    else next[key] = patched(next[key], part);
  }
  return next;
}

/**
 * Holds the newest snapshot of one connection.
 * @return {(message: Snapshot) => Snapshot|null} takes the message of a snapshot and returns the whole snapshot, or
 *   null if that cannot be known: the message is a change since a snapshot that is not held. Then nothing is held until
 *   a whole one comes.
 */
export function makeHolder() {
  /** @type {Snapshot|null} */
  let whole = null;
  return (message) => {
    const { since, ...rest } = message;
    if (since === undefined) whole = message;
    else whole = whole?.revision === since ? /** @type {Snapshot} */ (patched(whole, rest)) : null;
    return whole;
  };
}

/**
 * The lines of what happened, oldest first: the moves, and between them what happened beside them. A move that was
 * repeated several times without consequences is one line, and so are notes that say the same, with how many they are.
 * @param {Game} game
 * @return {(LogLine|Note)[]}
 */
export function logLines(game) {
  const moves = (game.log ?? []).filter((l, i, all) => (l.also ?? []).length > 0 || !all[i + 1]?.again);
  return [...moves, ...counted(game.notes ?? [])].sort((a, b) => a.n - b.n);
}

/**
 * Notes in which those that say the same, one after the other, are one.
 * @param {Note[]} notes
 * @return {Note[]}
 */
function counted(notes) {
  const isAgain = (/** @type {number} */ i) => notes[i].n === notes[i - 1]?.n && notes[i].text === notes[i - 1].text;
  let times = 1;
  return notes.flatMap((note, i) => {
    times = isAgain(i) ? times + 1 : 1;
    if (i + 1 < notes.length && isAgain(i + 1)) return [];
    return times > 1 ? { ...note, text: `${note.text} × ${times}` } : note;
  });
}
