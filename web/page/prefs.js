// How this phone is used: kept in this browser, told to nobody.

const KEPT = 'familiar.phone';
const watchers = new Set();

/** The sizes of text that there are: classes of the page. */
export const SIZES = ['', 'large', 'larger'];

let now = { sound: true, buzz: true, text: '', spoken: false, rate: 1, ...kept() };

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

/**
 * What is preferred: `sound` and `buzz` at one's turn, the size of the `text`, `spoken` aloud, and at which `rate`.
 * @return {{sound: boolean, buzz: boolean, text: string, spoken: boolean, rate: number}}
 */
export const prefs = () => now;

/** Prefers something else from now on. */
export function prefer(change) {
  now = { ...now, ...change };
  try {
    localStorage.setItem(KEPT, JSON.stringify(now));
  } catch {
    // A private window forgets it.
  }
  for (const f of watchers) f(now);
}

/** Calls back now, and after every change. */
export function onPrefer(f) {
  watchers.add(f);
  f(now);
}

/** Gives the page the size of text that is preferred. */
export function setSize({ text }) {
  for (const size of SIZES.filter(Boolean)) document.documentElement.classList.toggle(size, size === text);
}
