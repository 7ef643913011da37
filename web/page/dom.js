// Makes and replaces elements. Text always goes in as text: nothing from the table is ever parsed as markup.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Makes an element.
 * @param {string} tag `button`, or with classes: `button.big.flame`
 * @param {Object=} props `on…` are listeners, `key` identifies the element so that it can get the focus back, the rest are attributes;
 *   false, null and undefined leave one out
 * @param {...(Node|string|number|Array|null|false)} children
 * @return {HTMLElement}
 */
export function h(tag, props, ...children) {
  const [name, ...classes] = tag.split('.');
  const el = document.createElement(name);
  if (classes.length) el.className = classes.join(' ');
  return fill(el, props, children);
}

/**
 * Makes an SVG element, as h does.
 * @return {SVGElement}
 */
export function s(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

function fill(el, props, children) {
  for (const [k, v] of Object.entries(props ?? {})) {
    if (v === false || v === null || v === undefined) continue;
    if (k.startsWith('on')) el.addEventListener(k.slice(2), v);
    else if (k === 'key') el.dataset.key = v;
    else if (k === 'value') el.value = v;
    else if (k.startsWith('--')) el.style.setProperty(k, v);
    else el.setAttribute(k, v === true ? '' : v);
  }
  el.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return el;
}

const drawn = new WeakMap();

/**
 * Fills an element again if its content has changed, and gives the focus back to the element with the same key, or else to the first one with a key.
 * @param {Element} el
 * @param {*} shown everything that the content depends on, as plain data
 * @param {function(): (Node|Array<Node>|null)} build
 * @return {boolean} whether it was filled
 */
export function draw(el, shown, build) {
  const mark = JSON.stringify(shown) ?? '';
  if (drawn.get(el) === mark) return false;
  drawn.set(el, mark);
  const active = document.activeElement;
  const key = active && el.contains(active) ? active.dataset.key : undefined;
  const content = [build()].flat(Infinity).filter(Boolean);
  el.replaceChildren(...content);
  el.hidden = content.length === 0;
  if (key !== undefined) {
    // The focused element may be gone: focus a neighbour, or else the page itself.
    const next = el.querySelector(`[data-key="${CSS.escape(key)}"]`) ?? el.querySelector('[data-key]:is(button, input):not(:disabled)') ?? document.getElementById('main');
    next?.focus({ preventScroll: true });
  }
  return true;
}

/** @return {boolean} whether the viewer asked for less motion */
export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
