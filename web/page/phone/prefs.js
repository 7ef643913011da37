// @ts-check
// The settings of this phone: they stay in this browser.

/**
 * @typedef {object} Prefs
 * @property {boolean} sound at the viewer's turn
 * @property {boolean} buzz the same
 * @property {string} text its size, one of SIZES
 * @property {boolean} spoken the page speaks
 * @property {number} rate how fast
 */

const KEPT = 'familiar.phone';
/** @type {Set<(prefs: Prefs) => void>} */
const watchers = new Set();

/** The sizes of text: classes of the page. */
export const SIZES = ['', 'large', 'larger'];

/** @type {Prefs} */
let now = { sound: true, buzz: true, text: '', spoken: false, rate: 1, ...kept() };

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

/** The settings. */
export const prefs = () => now;

/**
 * Changes settings.
 * @param {Partial<Prefs>} change
 */
export function prefer(change) {
  now = { ...now, ...change };
  try {
    localStorage.setItem(KEPT, JSON.stringify(now));
  } catch {
    // A private window forgets it.
  }
  for (const f of watchers) f(now);
}

/**
 * Calls f now, and after every change until the returned function is called.
 * @param {(prefs: Prefs) => void} f
 * @return {() => void}
 */
export function onPrefer(f) {
  watchers.add(f);
  f(now);
  return () => {
    watchers.delete(f);
  };
}

/**
 * Sets the chosen size of text on the page.
 * @param {Pick<Prefs, 'text'>} prefs
 */
export function setSize({ text }) {
  for (const size of SIZES.filter(Boolean)) document.documentElement.classList.toggle(size, size === text);
}
