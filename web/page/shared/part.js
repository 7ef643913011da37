// @ts-check
// The parts of the page.
import { el, useLayoutEffect, useRef } from './view.js';

/** @import { ComponentChildren } from '../../types/vendor/preact' */

/**
 * If what had the focus in a place has gone with a drawing, the next thing in it has the focus, or else the page.
 * @param {{current: HTMLElement|null}} place
 */
export function useFocus(place) {
  const at = document.activeElement; // before the place is drawn again
  const held = place.current?.contains(at);
  useLayoutEffect(() => {
    if (!held || document.activeElement !== document.body) return;
    const next = at?.isConnected // it has only moved
      ? at
      : place.current?.querySelector('[data-key]:is(button, input):not(:disabled)') ?? document.getElementById('main');
    /** @type {HTMLElement|null} */ (next)?.focus({ preventScroll: true });
  });
}

/**
 * A part of the page. It keeps the focus.
 * @param {object} props
 * @param {string} props.class
 * @param {string} props.label
 * @param {'section'|'nav'} [props.tag]
 * @param {string} [props.measure] the CSS variable that is given the part's height
 * @param {ComponentChildren} [props.children]
 */
export function Part({ class: name, label, tag = 'section', measure, children }) {
  const place = useRef(/** @type {HTMLElement|null} */ (null));
  useFocus(place);
  // Before other parts are laid out: a game's board looks at how much of it is covered.
  useLayoutEffect(() => {
    const root = place.current;
    if (!measure || !root) return undefined;
    /** @param {number} height */
    const set = (height) => document.documentElement.style.setProperty(measure, `${height}px`);
    set(root.offsetHeight);
    const watch = new ResizeObserver(() => set(root.offsetHeight));
    watch.observe(root);
    return () => {
      watch.disconnect();
      set(0);
    };
  }, [measure]);
  const attributes = { class: name, 'aria-label': label, ref: place };
  return tag === 'nav' ? el('nav', attributes, children) : el('section', attributes, children);
}
