// Cards as they lie on the table.
import { h } from './dom.js';
import { nameOf } from './store.js';
import { sigil } from './sigil.js';
import { t } from './lang.js';

/**
 * What the picture of a card shows.
 * @typedef {Object} Face
 * @property {string=} corner in two corners, large
 * @property {function(): SVGElement=} sign drawn in these corners instead
 * @property {string=} tone 'day' (dark lines on parchment), 'night' (pale lines on black) or 'dusk'
 * @property {string=} edge 'green' for a green border
 * @property {Array<string>=} marks small words
 * @property {string=} seal the word whose seal the card has, if not its own
 * @property {function(): SVGElement=} art drawn in place of the seal
 * @property {string=} name on its ribbon, if not its title
 * @property {string=} note below the name, small
 * @property {string=} order the text by which cards of the same value are sorted, if not its title
 * @property {string=} about more about the card, besides its own text
 */

/** The face of a card whose game is not known. */
export function plainFace(view) {
  const { value, ...rest } = view.traits ?? {};
  return { corner: value, tone: 'day', marks: Object.entries(rest).filter(([, v]) => v !== 'false').map(([k, v]) => (v === 'true' ? k : v)) };
}

/**
 * Numbers with a minus sign instead of a hyphen.
 * @param {string|number} n
 */
export const number = (n) => String(n).replace(/^-(?=\d)/, '−');

/** The border of a card in words, empty if it has none of its own. */
export const borderOf = ({ edge }) => (edge ? t`green border` : '');

/**
 * The order of two cards if nothing else orders them.
 * @param {Object} ctx names and face
 * @return {function(string, string): number}
 */
export function byFace({ names, face }) {
  const key = (w) => {
    const view = nameOf(names, w);
    const f = face(view, w);
    return [Number(f.corner) || 0, f.order ?? view.title];
  };
  return (a, b) => {
    const [m, x] = key(a);
    const [n, y] = key(b);
    return m - n || x.localeCompare(y);
  };
}

/**
 * A card; a button if tapping it has an effect.
 * @param {string} word
 * @param {Object} ctx
 * @param {Object} ctx.names
 * @param {function(Object): Face} ctx.face
 * @param {Object=} o
 * @param {string=} o.size 's' (default), 'm', 'l'
 * @param {function(): void=} o.tap
 * @param {boolean=} o.pressed
 * @param {string=} o.key
 * @param {string=} o.label for screen readers, instead of its name and value
 * @param {string=} o.cls
 * @param {number=} o.copies how many copies lie on one another
 */
export function card(word, { names, face }, o = {}) {
  const view = nameOf(names, word);
  const f = (face ?? plainFace)(view, word);
  const marks = (f.marks ?? []).join(' · ');
  const label = o.label ?? [view.title, o.copies > 1 && t`${o.copies} copies`, f.corner && number(f.corner), borderOf(f), marks, f.note].filter(Boolean).join(', ');
  const tag = o.tap ? 'button' : 'div';
  const name = f.name ?? view.title;
  const corner = () => f.sign?.() ?? (f.corner !== undefined && number(f.corner));
  const el = h(
    `${tag}.card`,
    {
      type: o.tap && 'button', onclick: o.tap, key: o.key, 'aria-label': o.tap ? null : label, role: o.tap ? null : 'img',
      'aria-pressed': o.pressed === undefined ? null : String(o.pressed), 'data-word': word, 'data-size': o.size ?? 's', 'data-tone': f.tone, 'data-edge': f.edge,
    },
    corner() && h('span.corner', { 'aria-hidden': 'true' }, corner()),
    h('span.art', { 'aria-hidden': 'true' }, f.art?.() ?? sigil(f.seal ?? word)),
    marks && h('span.marks', { 'aria-hidden': 'true' }, marks),
    h('span.ribbon', { 'aria-hidden': 'true', class: name.split(' ').some((w) => w.length > 9) ? 'ribbon long' : 'ribbon' }, h('span', null, name, f.note && h('small', null, f.note))),
    corner() && !marks && h('span.corner.foot', { 'aria-hidden': 'true' }, corner()),
    o.copies > 1 && h('span.copies', { 'aria-hidden': 'true' }, `×${o.copies}`),
    o.tap && h('span.sr', null, label),
  );
  if (o.cls) el.classList.add(o.cls);
  return el;
}

/**
 * The back of a card.
 * @param {Object=} o as in card; `count` is written on it
 */
export function back(o = {}) {
  const tag = o.tap ? 'button' : 'div';
  return h(
    `${tag}.card.back`,
    { type: o.tap && 'button', onclick: o.tap, key: o.key, 'data-size': o.size ?? 's', 'aria-label': o.label ?? t`an unseen card`, role: o.tap ? null : 'img' },
    h('span.weave', { 'aria-hidden': 'true' }),
    o.count !== undefined && h('span.tally', { 'aria-hidden': 'true' }, String(o.count)),
  );
}
