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

/** @type {Set<() => void>} */
const measures = new Set(); // of the parts whose heights CSS knows

/**
 * Gives CSS the heights of the measured parts now, before the browser has laid out the page: for a board that looks at
 * how much of it is covered.
 */
export function measureParts() {
  for (const measure of measures) measure();
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
  useLayoutEffect(() => {
    const root = place.current;
    if (!measure || !root) return undefined;
    const set = () => document.documentElement.style.setProperty(measure, `${root.offsetHeight}px`);
    const watch = new ResizeObserver(set);
    watch.observe(root);
    measures.add(set);
    return () => {
      watch.disconnect();
      measures.delete(set);
      document.documentElement.style.removeProperty(measure);
    };
  }, [measure]);
  const attributes = { class: name, 'aria-label': label, ref: place };
  return tag === 'nav' ? el('nav', attributes, children) : el('section', attributes, children);
}
