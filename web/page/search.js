// Finds words in visible text, whatever their case, accents and kind of quotes.
import { h } from './dom.js';
import { lastOf } from './list.js';

const LIKE = { '‘': "'", '’': "'", '“': '"', '”': '"', '−': '-', ' ': ' ' };
const MIN_LETTERS = 2; // letters that a word needs to be marked: single letters are everywhere

/** Folds a text for comparisons: without case and accents. The result usually has the same length, letter by letter. */
export const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[‘’“”− ]/g, (c) => LIKE[c]);

/**
 * Marks words everywhere in some elements.
 * @param {Array<Element>} elements
 * @param {Array<string>} words folded
 * @return {function(): void} removes the marks
 */
export function marked(elements, words) {
  const long = words.filter((w) => w.length >= MIN_LETTERS);
  const marks = [];
  for (const el of long.length > 0 ? elements : []) {
    const texts = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
    const nodes = [];
    while (texts.nextNode()) nodes.push(texts.currentNode);
    for (const node of nodes) {
      // From the end, so that the positions before stay right.
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

// The positions of words in a text: from where to where, in order; words that touch are joined.
function places(text, words) {
  const { letters, from } = spelled(text);
  const found = [];
  for (const w of words) for (let i = letters.indexOf(w); i >= 0; i = letters.indexOf(w, i + 1)) found.push([from(i), from(i + w.length)]);
  found.sort((a, b) => a[0] - b[0]);
  return found.reduce((all, [a, b]) => {
    const last = lastOf(all);
    if (last && a <= last[1]) last[1] = Math.max(last[1], b);
    else all.push([a, b]);
    return all;
  }, []);
}

// A folded text, and a function from positions in it to positions in the text itself.
function spelled(text) {
  const letters = folded(text);
  if (letters.length === text.length) return { letters, from: (i) => i };
  const starts = [];
  for (let i = 0; i < text.length; i++) for (let n = folded(text[i]).length; n > 0; n--) starts.push(i);
  return { letters, from: (i) => starts[i] ?? text.length };
}
