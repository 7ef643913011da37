// @ts-check
// Text with markup, from the table.
import { el } from '../shared/view.js';

/** @import { ComponentChildren } from '../../types/vendor/preact' */

const TAGS = /** @type {const} */ ([
  'code',
  'p', 'ul', 'ol', 'li', 'strong', 'em', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'br', 'blockquote', 'h4', 'h5',
  'pre',
]);

/**
 * The harmless elements of a piece of markup, without their attributes.
 * @param {string} html
 * @param {(text: string) => ComponentChildren} text what takes the place of a piece of text
 * @param {(text: string) => ComponentChildren} code the same for code
 */
export const prose = (html, text, code) => copy(new DOMParser().parseFromString(html, 'text/html').body, text, code);

/**
 * @param {Node} from
 * @param {(text: string) => ComponentChildren} text
 * @param {(text: string) => ComponentChildren} code
 * @return {ComponentChildren[]}
 */
const copy = (from, text, code) =>
  [...from.childNodes].map((node) => {
    if (node.nodeType === Node.TEXT_NODE) return text(node.nodeValue ?? '');
    if (!(node instanceof HTMLElement) || node.tagName === 'SCRIPT' || node.tagName === 'STYLE') return null;
    if (node.tagName === 'CODE' && node.parentElement?.tagName !== 'PRE') return code(node.textContent ?? '');
    const tag = TAGS.find((name) => name === node.tagName.toLowerCase());
    if (!tag) return copy(node, text, code);
    // A drawing may be wider than the screen: it can be scrolled with keys.
    return el(tag, tag === 'pre' ? { tabIndex: 0 } : null, ...copy(node, text, code));
  });
