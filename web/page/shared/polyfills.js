// @ts-check
// What the oldest browsers of this page lack, made of what they have: modal dialogs (before Safari 15.4 and Firefox 98)
// and inert elements (before Safari 15.5, Chrome 102 and Firefox 112). Where a browser has them, this does nothing.

/**
 * Makes an element, and all within it, deaf to fingers, keys and screen readers, or lets it hear again.
 * @param {Element} el
 * @param {boolean} on
 */
function setInert(el, on) {
  el.toggleAttribute('inert', on);
  if (on) el.setAttribute('aria-hidden', 'true');
  else el.removeAttribute('aria-hidden');
}

if (!('inert' in HTMLElement.prototype)) {
  Object.defineProperty(HTMLElement.prototype, 'inert', {
    get() {
      return this.hasAttribute('inert');
    },
    set(on) {
      setInert(this, Boolean(on));
    },
  });
  // Nothing inert keeps the focus. (The style sheet keeps fingers away.)
  addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.closest('[inert]')) target.blur();
  });
}

const plain = document.createElement('dialog'); // of no class of its own where there are no dialogs

if (!plain.showModal) {
  /** @type {HTMLDialogElement[]} */
  const open = []; // the last one on top
  const cover = () => {
    for (const el of document.body.children) setInert(el, open.length > 0 && el !== open[open.length - 1]);
  };
  Object.defineProperties(Object.getPrototypeOf(plain), {
    open: {
      get() {
        return this.hasAttribute('open');
      },
    },
    showModal: {
      value() {
        this.classList.add('plain-dialog');
        this.setAttribute('role', 'dialog');
        this.setAttribute('aria-modal', 'true');
        this.setAttribute('open', '');
        open.push(this);
        cover();
      },
    },
    close: {
      value() {
        this.removeAttribute('open');
        open.splice(open.indexOf(this), 1);
        cover();
        this.dispatchEvent(new Event('close'));
      },
    },
  });
  const top = () => open[open.length - 1];
  addEventListener('keydown', (e) => {
    if (e.key === 'Escape') top()?.close();
  });
  // A tap beside a dialog is a tap on it, as it is where browsers have dialogs.
  addEventListener('click', (e) => {
    if (e.target === document.documentElement) top()?.click();
  });
}
