// How a screen is known to the table: by the code in its address at first, by a token of its own afterwards. And how it knows the table again.

/** The join code in the address. It is used once and does not stay in the history. */
export function takeCode() {
  const found = /[#&]join=([^&]+)/.exec(location.hash);
  if (!found) return '';
  history.replaceState(null, '', location.pathname + location.search);
  try {
    return decodeURIComponent(found[1]);
  } catch {
    return '';
  }
}

/**
 * Keeps a token under a name, for all pages of this browser. Where nothing can be kept it lasts as long as the page.
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
    save(token) {
      held = token;
      try {
        localStorage.setItem(name, token);
      } catch {
        // The page remembers it.
      }
    },
    /** Calls back when another page of this browser has saved one. */
    watch: (f) => addEventListener('storage', (e) => e.key === name && e.newValue && f()),
  };
}

const RENEWED = 'familiar.renewed';

/**
 * Loads the page anew if the table's is another one by now. Once for each: where something in between keeps the old one, that would go on for ever.
 * @param {string} page which one the table has
 * @return {boolean} whether it is loaded
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
    return false; // nobody would know that it was done already
  }
  location.reload();
  return true;
}
