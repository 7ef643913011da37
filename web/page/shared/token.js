// @ts-check
// How the table recognizes a screen: by the code in its address at first, later by a token. And how the screen
// recognizes the table's page.
import { choose } from './lang.js';

/** The join code in the address. It is used once and removed from the history. */
export const takeCode = () => take('join');

/**
 * The link in the address by which this phone, which was in over plain HTTP, is known again; and the language that it
 * was shown there.
 */
export function takeLink() {
  const language = found('language');
  const link = take('carry');
  if (link && language) choose(language);
  return link;
}

const LONGEST = 200; // letters of a code or a link

/** @param {string} name */
const found = (name) => new RegExp(`[#&]${name}=([^&]+)`).exec(location.hash)?.[1] ?? '';

/** @param {string} name */
function take(name) {
  const value = found(name);
  if (!value) return '';
  history.replaceState(null, '', location.pathname + location.search);
  if (value.length > LONGEST) return ''; // nobody's: the table would close the connection
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}

/**
 * Keeps a token under a name, for all pages of this browser. If the browser stores nothing, the token lasts as long as
 * the page.
 * @param {string} name
 */
export function keeper(name) {
  let held = '';
  return {
    load() {
      try {
        return localStorage.getItem(name) ?? held;
      } catch {
        return held;
      }
    },
    /** @param {string} token */
    save(token) {
      held = token;
      try {
        localStorage.setItem(name, token);
      } catch {
        // The page still has it.
      }
    },
    /**
     * Calls f when another page of this browser has saved a token.
     * @param {() => void} f
     */
    watch: (f) =>
      addEventListener('storage', (e) => {
        if (e.key === name && e.newValue) f();
      }),
  };
}

/** Where this phone went on over an encrypted connection. */
export const secureHome = keeper('familiar.home');

const RENEWED = 'familiar.renewed';

/**
 * Loads the page again if the table has a newer one. Only once for each version: if a cache keeps the old page, it
 * would go on for ever.
 * @param {string} page the version of the table's page
 * @return {boolean} whether the page is loading
 */
export function renewed(page) {
  try {
    if (page === document.documentElement.dataset.page) {
      sessionStorage.removeItem(RENEWED);
      return false;
    }
    if (sessionStorage.getItem(RENEWED) === page) return false;
    sessionStorage.setItem(RENEWED, page);
  } catch {
    return false; // nothing would prevent a second time
  }
  location.reload();
  return true;
}
