// @ts-check
// Sheets: dialogs that rise from below, one above the other.
import { Button } from './button.js';
import { el, h, made, render } from './view.js';
import { t } from './lang.js';

/** @import { ComponentChildren } from '../../types/vendor/preact' */

let lastID = 0;

/**
 * Opens a sheet. Escape, its cross and a tap beside it close it.
 * @param {object} o
 * @param {string} o.title
 * @param {(close: () => boolean) => ComponentChildren} [o.view] what is on it; `close` closes it, and reports whether
 *   it was open: what is on it is drawn for a moment longer
 * @param {(body: HTMLElement, close: () => boolean) => void} [o.build] fills the body without components instead
 * @param {() => void} [o.closed]
 * @param {string} [o.kind] a class
 */
export function openSheet({ title, view, build, closed, kind = '' }) {
  const id = `sheet-${++lastID}`;
  const close = () => {
    const { open } = dialog;
    if (open) dialog.close();
    return open;
  };
  const dialog = /** @type {HTMLDialogElement} */ (made(el(
    'dialog', { class: `sheet ${kind}`.trim(), 'aria-labelledby': id },
    el(
      'div', { class: 'sheet-head' },
      el('h2', { id, tabIndex: -1 }, title), h(Button, { look: 'icon', label: t`Close`, act: close }, '×'),
    ),
    el('div', { class: 'sheet-body' }),
  )));
  const heading = /** @type {HTMLElement} */ (dialog.querySelector('h2'));
  const body = /** @type {HTMLElement} */ (dialog.querySelector('.sheet-body'));
  dialog.addEventListener('click', (e) => e.target === dialog && close());
  dialog.addEventListener('close', () => {
    dialog.remove();
    if (view) render(null, body);
    closed?.();
  });
  if (view) render(view(close), body);
  else build?.(body, close);
  document.body.append(dialog);
  dialog.showModal();
  if (!dialog.querySelector('[autofocus]')) heading.focus();
  return { body, close, setTitle: (/** @type {string} */ text) => (heading.textContent = text) };
}

/**
 * Asks for confirmation.
 * @param {object} o
 * @param {string} o.title
 * @param {string} o.text
 * @param {string} o.yes the button's words
 * @param {string=} o.more the words of a button that does more than that
 * @param {boolean=} o.grave it destroys something
 * @return {Promise<boolean|'more'>} 'more' after that button
 */
export function confirm({ title, text, yes, more, grave }) {
  return new Promise((resolve) => {
    /** @type {boolean|'more'} */
    let answer = false;
    openSheet({
      title,
      kind: 'small',
      view(close) {
        /** @param {boolean|'more'} value */
        const give = (value) => () => {
          answer = value;
          close();
        };
        return [
          el('p', null, text),
          el(
            'div', { class: 'row end' },
            h(Button, { act: give(false) }, t`Leave it`),
            more && h(Button, { act: give('more') }, more),
            h(Button, { look: grave ? 'blood' : 'gold', act: give(true) }, yes),
          ),
        ];
      },
      closed: () => resolve(answer),
    });
  });
}
