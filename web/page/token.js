// How the table recognizes a screen: by the code in its address at first, later by a token. And how the screen recognizes the table's page.

/** The join code in the address. It is used once and removed from the history. */
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
 * Keeps a token under a name, for all pages of this browser. If the browser stores nothing, the token lasts as long as the page.
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
        // The page still has it.
      }
    },
    /** Calls f when another page of this browser has saved a token. */
    watch: (f) => addEventListener('storage', (e) => e.key === name && e.newValue && f()),
  };
}

const RENEWED = 'familiar.renewed';

/**
 * Loads the page again if the table has a newer one. Only once for each version: if a cache keeps the old page, it would go on for ever.
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
