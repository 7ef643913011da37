// The settings of this phone: they stay in this browser.

const KEPT = 'familiar.phone';
const watchers = new Set();

/** The sizes of text: classes of the page. */
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
 * The settings: `sound` and `buzz` at the viewer's turn, the size of the `text`, `spoken` mode and its `rate`.
 * @return {{sound: boolean, buzz: boolean, text: string, spoken: boolean, rate: number}}
 */
export const prefs = () => now;

/** Changes settings. */
export function prefer(change) {
  now = { ...now, ...change };
  try {
    localStorage.setItem(KEPT, JSON.stringify(now));
  } catch {
    // A private window forgets it.
  }
  for (const f of watchers) f(now);
}

/** Calls f now, and after every change. */
export function onPrefer(f) {
  watchers.add(f);
  f(now);
}

/** Sets the chosen size of text on the page. */
export function setSize({ text }) {
  for (const size of SIZES.filter(Boolean)) document.documentElement.classList.toggle(size, size === text);
}
