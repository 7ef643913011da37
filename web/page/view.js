// @ts-check
// What the page is drawn with: Preact, with its types. A component is a function of its properties.
import * as preact from './vendor/preact.js';
import * as preactHooks from './vendor/hooks.js';

/** @import { ComponentChildren, ComponentType, VNode } from '../types/vendor/preact' */
/** @import { JSXInternal } from '../types/vendor/jsx' */

const typed = /** @type {typeof import('../types/vendor/preact')} */ (/** @type {unknown} */ (preact));
const hooks = /** @type {typeof import('../types/vendor/hooks')} */ (/** @type {unknown} */ (preactHooks));

export const { render } = typed;
export const { useEffect, useRef } = hooks;

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
export const el = (tag, props, ...children) => typed.h(/** @type {string} */ (tag), /** @type {{}} */ (props), ...children);
