// How a screen is known to the table: by the code in its address at first, by a token of its own afterwards.

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
 * Keeps a token under a name. Without storage the code is asked for at each visit.
 * @param {string} name
 */
export const keeper = (name) => ({
  load() {
    try {
      return localStorage.getItem(name) ?? '';
    } catch {
      return '';
    }
  },
  save(token) {
    try {
      localStorage.setItem(name, token);
    } catch {
      // Then it is gone with the page.
    }
  },
  forget() {
    try {
      localStorage.removeItem(name);
    } catch {
      // Nothing was kept.
    }
  },
});
