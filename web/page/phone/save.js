// @ts-check
// Saving a file. It comes over the page's own connection: an address of its own could be opened by others.

const KEPT_FOR = 60000; // ms that the browser may take to save it

/**
 * @param {string} name
 * @param {string} text
 */
export function saveFile(name, text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_FOR);
}
