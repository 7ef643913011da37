// Modules that are loaded when they are first wanted.

const failed = new Map(); // how often, by module

/**
 * Loads a module. One that did not come is asked for under another name the next time: some browsers remember that there was nothing under the first.
 * @param {string} module
 * @param {boolean=} anew asks so even if the first has not failed yet: it may be waiting on a line that is dead
 * @return {Promise<Object>}
 */
export async function load(module, anew = false) {
  const again = () => failed.set(module, (failed.get(module) ?? 0) + 1);
  if (anew) again();
  const n = failed.get(module);
  try {
    return await import(n ? `${module}?${n}` : module);
  } catch (err) {
    again();
    throw err;
  }
}
