// @ts-check
// Loads modules at their first use.

/** @type {Map<string, number>} */
const failed = new Map(); // how often, by module

/**
 * Loads a module. After a failure it uses another name for the next attempt, because some browsers remember that the
 * first name failed.
 * @param {string} module its path below the folder of the page: games/sator.js
 * @param {boolean=} anew uses another name even before a failure: the first request may hang on a dead connection
 * @return {Promise<unknown>}
 */
export async function load(module, anew = false) {
  const again = () => failed.set(module, (failed.get(module) ?? 0) + 1);
  if (anew) again();
  const n = failed.get(module);
  try {
    return await import(n ? `../${module}?${n}` : `../${module}`);
  } catch (err) {
    again();
    throw err;
  }
}
