// @ts-check
// What the page is drawn with: Preact, with its types. A component is a function of its properties.
import * as preact from '../vendor/preact.js';
import * as preactHooks from '../vendor/hooks.js';

/** @import { ComponentChildren, ComponentType, VNode } from '../../types/vendor/preact' */
/** @import { JSXInternal } from '../../types/vendor/jsx' */

const typed = /** @type {typeof import('../../types/vendor/preact')} */ (/** @type {unknown} */ (preact));
const hooks = /** @type {typeof import('../../types/vendor/hooks')} */ (/** @type {unknown} */ (preactHooks));

export const { render } = typed;
export const { useEffect, useLayoutEffect, useMemo, useRef, useState } = hooks;

/**
 * A component with its properties.
 * @template {object} Props
 * @param {ComponentType<Props>} component
 * @param {NoInfer<Props> & {key?: string|number}} props
 * @param {...ComponentChildren} children
 * @return {VNode}
 */
export const h = (component, props, ...children) => typed.h(component, props, ...children);

/** @typedef {{[name: `data-${string}`]: string|number|undefined}} Data */

/**
 * An element.
 * @template {keyof JSXInternal.IntrinsicElements} Tag
 * @param {Tag} tag
 * @param {(JSXInternal.IntrinsicElements[Tag] & Data)|null} props
 * @param {...ComponentChildren} children
 * @return {VNode}
 */
export const el = (tag, props, ...children) =>
  typed.h(/** @type {string} */ (tag), /** @type {{}} */ (props), ...children);

/**
 * The element of a component, for what is not drawn by one: a dialog, a bar. It does not change any more.
 * @param {VNode} view
 * @return {HTMLElement}
 */
export function made(view) {
  const place = document.createElement('div');
  render(view, place);
  return /** @type {HTMLElement} */ (place.firstElementChild);
}

/**
 * What a value was before it became what it is; undefined if it has not changed yet.
 * @template T
 * @param {T} value
 * @return {T|undefined}
 */
export function useEarlier(value) {
  const seen = useRef(/** @type {{now: T, before?: T}} */ ({ now: value }));
  const { now } = seen.current;
  if (JSON.stringify(value) !== JSON.stringify(now)) seen.current = { now: value, before: now };
  return seen.current.before;
}
