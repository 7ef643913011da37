// @ts-check
// Cards as they lie on the table.
import { NotNow } from './button.js';
import { nameOf } from './store.js';
import { sigil } from './sigil.js';
import { el, h, useMemo } from './view.js';
import { t } from './lang.js';

/** @import { VNode } from '../../types/vendor/preact' */
/** @import { NameView, Names } from '../../types/protocol' */

/**
 * What the picture of a card shows.
 * @typedef {object} Face
 * @property {string} [corner] in two corners, large
 * @property {() => VNode} [sign] drawn in these corners instead
 * @property {string} [tone] 'day' (dark lines on parchment), 'night' (pale lines on black) or 'dusk'
 * @property {string} [edge] 'green' for a green border
 * @property {string[]} [marks] small words
 * @property {string} [seal] the word whose seal the card has, if not its own
 * @property {() => VNode} [art] drawn in place of the seal
 * @property {string} [name] on its ribbon, if not its title
 * @property {string} [note] below the name, small
 * @property {string} [order] the text by which cards of the same value are sorted, if not its title
 * @property {string} [about] more about the card, besides its own text
 *
 * How the cards of a game look.
 * @typedef {object} Deck
 * @property {Names|null} names
 * @property {(view: NameView, word: string, names?: Names|null) => Face} face
 *
 * @typedef {'s'|'m'|'l'} Size
 */

const LONG_WORD = 9; // letters: a name with a longer word is printed small

/**
 * The face of a card whose game is not known.
 * @param {NameView} view
 * @return {Face}
 */
export function plainFace({ traits = {} }) {
  const { value, ...rest } = traits;
  const marks = Object.entries(rest).filter(([, v]) => v !== 'false').map(([k, v]) => (v === 'true' ? k : v));
  return { corner: value, tone: 'day', marks };
}

/**
 * Numbers with a minus sign instead of a hyphen.
 * @param {string|number} n
 */
export const number = (n) => String(n).replace(/^-(?=\d)/, '−');

/**
 * The border of a card in words, empty if it has none of its own.
 * @param {Face} face
 */
export const borderOf = ({ edge }) => (edge ? t`green border` : '');

/**
 * The order of two cards if nothing else orders them.
 * @param {Deck} deck
 * @return {(a: string, b: string) => number}
 */
export function byFace({ names, face }) {
  /**
   * @param {string} w
   * @return {[value: number, order: string]}
   */
  const key = (w) => {
    const view = nameOf(names, w);
    const f = face(view, w, names);
    return [Number(f.corner) || 0, f.order ?? view.title];
  };
  return (a, b) => {
    const [m, x] = key(a);
    const [n, y] = key(b);
    return m - n || x.localeCompare(y);
  };
}

/**
 * A part of a card that is only to be seen. It is drawn again when something of `on` has changed.
 * @param {{class: string, draw: () => VNode|string, on: unknown[]}} props
 */
const Drawing = ({ class: name, draw, on }) => el('span', { class: name, 'aria-hidden': true }, useMemo(draw, on));

/**
 * A card; a button if tapping it has an effect.
 * @param {object} props
 * @param {string} props.word
 * @param {Deck} props.deck
 * @param {Size} [props.size]
 * @param {() => void} [props.tap]
 * @param {boolean} [props.pressed]
 * @param {string} [props.name] finds it again, as that of a button does
 * @param {string} [props.label] for screen readers, instead of its name and value
 * @param {string} [props.look] more classes
 * @param {number} [props.copies] how many copies lie on one another
 * @param {number} [props.chosen] how many of them are chosen
 * @param {boolean} [props.resting] it cannot be played now
 * @param {number} [props.tag] the tag that it carries on the bench, to be dragged
 */
export function Card(props) {
  const { word, deck: { names, face }, size = 's', tap, pressed, name, look, copies = 1, chosen = 0 } = props;
  const { resting, tag } = props;
  const view = nameOf(names, word);
  const f = face(view, word, names);
  const marks = (f.marks ?? []).join(' · ');
  const value = f.corner === undefined ? '' : number(f.corner);
  const label = props.label ?? [
    view.title, copies > 1 && t`${copies} copies`, value, borderOf(f), marks, f.note,
  ].filter(Boolean).join(', ');
  const on = [word, names, face, value];
  const corner = () => f.sign?.() ?? value;
  const content = [
    (f.sign || value) && h(Drawing, { class: 'corner', draw: corner, on }),
    h(Drawing, { class: 'art', draw: () => f.art?.() ?? sigil(f.seal ?? word), on }),
    marks && el('span', { class: 'marks', 'aria-hidden': true }, marks),
    h(Ribbon, { name: f.name ?? view.title, note: f.note }),
    (f.sign || value) && !marks && h(Drawing, { class: 'corner foot', draw: corner, on }),
    copies > 1 && el('span', { class: 'copies', 'aria-hidden': true }, `×${copies}`),
    tap && el('span', { class: 'sr' }, label),
    resting && h(NotNow, {}),
    chosen > 1 && el('span', { class: 'tally' }, el('span', { class: 'sr' }, t`copies:`, ' '), chosen),
  ];
  const attributes = {
    class: ['card', look, resting && 'not-now'].filter(Boolean).join(' '), 'data-key': name, 'data-word': word,
    'data-size': size, 'data-tone': f.tone, 'data-edge': f.edge, 'data-tag': tag,
  };
  return tap
    ? el('button', { ...attributes, type: 'button', onClick: tap, 'aria-pressed': pressed }, content)
    : el('div', { ...attributes, role: 'img', 'aria-label': label }, content);
}

/** @param {{name: string, note: string|undefined}} props */
function Ribbon({ name, note }) {
  const long = name.split(' ').some((w) => w.length > LONG_WORD);
  return el(
    'span', { class: long ? 'ribbon long' : 'ribbon', 'aria-hidden': true },
    el('span', null, name, note && el('small', null, note)),
  );
}

/**
 * The back of a card; a button if tapping it has an effect.
 * @param {object} props
 * @param {string|number} [props.count] is written on it
 * @param {Size} [props.size]
 * @param {() => void} [props.tap]
 * @param {string} [props.name]
 * @param {string} [props.label]
 */
export function Back({ count, size = 's', tap, name, label = t`an unseen card` }) {
  const content = [
    el('span', { class: 'weave', 'aria-hidden': true }),
    count !== undefined && el('span', { class: 'tally', 'aria-hidden': true }, count),
  ];
  const attributes = { class: 'card back', 'data-key': name, 'data-size': size, 'aria-label': label };
  return tap
    ? el('button', { ...attributes, type: 'button', onClick: tap }, content)
    : el('div', { ...attributes, role: 'img' }, content);
}
