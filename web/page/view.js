// @ts-check
// What the page is drawn with: Preact, with its types. A component is a function of its properties.
import * as preact from './vendor/preact.js';
import * as preactHooks from './vendor/hooks.js';

/** @import { ComponentChildren, ComponentType, VNode } from '../types/vendor/preact' */
/** @import { JSXInternal } from '../types/vendor/jsx' */

const typed = /** @type {typeof import('../types/vendor/preact')} */ (/** @type {unknown} */ (preact));
const hooks = /** @type {typeof import('../types/vendor/hooks')} */ (/** @type {unknown} */ (preactHooks));

export const { render } = typed;
export const { useEffect, useLayoutEffect, useRef, useState } = hooks;

/**
 * A component with its properties.
 * @template {object} Props
 * @param {ComponentType<Props>} component
 * @param {Props & {key?: string|number}} props
 * @param {...ComponentChildren} children
 * @return {VNode}
 */
export const h = (component, props, ...children) => typed.h(component, props, ...children);

/**
 * An element.
 * @template {keyof JSXInternal.IntrinsicElements} Tag
 * @param {Tag} tag
 * @param {JSXInternal.IntrinsicElements[Tag]|null} props
 * @param {...ComponentChildren} children
 * @return {VNode}
 */
export const el = (tag, props, ...children) =>
  typed.h(/** @type {string} */ (tag), /** @type {{}} */ (props), ...children);

/**
 * A place for what is made without components. It is made again when something of `on` has changed.
 * @param {{make: () => Node|(Node|false|null|undefined)[], on: unknown[], class?: string}} props
 */
export function Drawn({ make, on, class: name }) {
  const place = useRef(/** @type {HTMLDivElement|null} */ (null));
  useEffect(() => {
    const made = make();
    const nodes = (Array.isArray(made) ? made : [made]).filter(Boolean);
    place.current?.replaceChildren(.../** @type {Node[]} */ (nodes));
  }, on);
  return el('div', { ref: place, class: name });
}
