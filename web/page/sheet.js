// Sheets: dialogs that rise from below, one above the other.
import { h } from './dom.js';
import { t } from './lang.js';

/**
 * Opens a sheet. Escape, its cross and a tap beside it close it.
 * @param {object} o
 * @param {string} o.title
 * @param {(body: HTMLElement, close: () => void) => void} o.build fills the body; `close` closes the sheet
 * @param {() => void} [o.closed]
 * @param {string} [o.kind] a class
 * @return {{body: HTMLElement, close: () => void, title: (text: string) => void, open: () => boolean}}
 */
export function openSheet({ title, build, closed, kind = '' }) {
  const heading = h('h2', { id: `sheet-${Date.now()}`, tabindex: -1 }, title);
  const body = h('div.sheet-body');
  const close = () => dialog.open && dialog.close();
  const dialog = h(
    'dialog.sheet',
    { 'aria-labelledby': heading.id },
    h('div.sheet-head', null, heading, h('button.icon', { type: 'button', 'aria-label': t`Close`, onclick: close }, '×')),
    body,
  );
  if (kind) dialog.classList.add(kind);
  dialog.addEventListener('click', (e) => e.target === dialog && close());
  dialog.addEventListener('close', () => {
    dialog.remove();
    closed?.();
  });
  build(body, close);
  document.body.append(dialog);
  dialog.showModal();
  if (!dialog.querySelector('[autofocus]')) heading.focus();
  return { body, close, title: (text) => (heading.textContent = text), open: () => dialog.open };
}

/**
 * Asks for confirmation.
 * @param {object} o
 * @param {string} o.title
 * @param {string} o.text
 * @param {string} o.yes the button's words
 * @param {string=} o.more the words of a button that does more than that
 * @param {boolean=} o.grave it destroys something
 * @return {Promise<boolean|string>} 'more' after that button
 */
export function confirm({ title, text, yes, more, grave }) {
  return new Promise((resolve) => {
    let answer = false;
    openSheet({
      title,
      kind: 'small',
      build(body, close) {
        const button = (words, value, cls) =>
          h(`button.${cls}`, { type: 'button', onclick: () => ((answer = value), close()) }, words);
        body.append(h('p', null, text), h('div.row.end', null, button(t`Leave it`, false, 'plain'), more && button(more, 'more', 'plain'), button(yes, true, grave ? 'blood' : 'gold')));
      },
      closed: () => resolve(answer),
    });
  });
}
