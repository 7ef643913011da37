// Finding words in what is shown: case, accents and the kind of a quote do not matter.
import { h } from './dom.js';

const LIKE = { '‘': "'", '’': "'", '“': '"', '”': '"', '−': '-', ' ': ' ' };
const LEAST = 2; // letters of a word that is marked: single ones are everywhere

/** A text as it is compared: letter by letter of the same length, but for what is written in several parts. */
export const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[‘’“”− ]/g, (c) => LIKE[c]);

/**
 * Marks words wherever they stand in some elements.
 * @param {Array<Element>} elements
 * @param {Array<string>} words folded
 * @return {function(): void} takes the marks away again
 */
export function marked(elements, words) {
  const long = words.filter((w) => w.length >= LEAST);
  const marks = [];
  for (const el of long.length > 0 ? elements : []) {
    const texts = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
    const nodes = [];
    while (texts.nextNode()) nodes.push(texts.currentNode);
    for (const node of nodes) {
      // From the end, so that what stands before keeps its place.
      for (const [from, to] of places(node.data, long).reverse()) {
        const rest = node.splitText(from);
        rest.splitText(to - from);
        const mark = h('mark');
        rest.replaceWith(mark);
        mark.append(rest);
        marks.push(mark);
      }
    }
  }
  return () => {
    const parents = new Set(marks.map((m) => m.parentNode));
    for (const m of marks) m.replaceWith(...m.childNodes);
    for (const p of parents) p?.normalize();
  };
}

// Where in a text the words stand: from where to where, in order, those that touch as one.
function places(text, words) {
  const { letters, from } = spelled(text);
  const found = [];
  for (const w of words) for (let i = letters.indexOf(w); i >= 0; i = letters.indexOf(w, i + 1)) found.push([from(i), from(i + w.length)]);
  found.sort((a, b) => a[0] - b[0]);
  return found.reduce((all, [a, b]) => {
    const last = all.at(-1);
    if (last && a <= last[1]) last[1] = Math.max(last[1], b);
    else all.push([a, b]);
    return all;
  }, []);
}

// A folded text, and where in the text itself each of its letters stands.
function spelled(text) {
  const letters = folded(text);
  if (letters.length === text.length) return { letters, from: (i) => i };
  const starts = [];
  for (let i = 0; i < text.length; i++) for (let n = folded(text[i]).length; n > 0; n--) starts.push(i);
  return { letters, from: (i) => starts[i] ?? text.length };
}
