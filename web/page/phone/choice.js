// @ts-check
// Choosing one of many: cards with a search box, and buttons for other words.
import { Button, NotNow } from '../shared/button.js';
import { borderOf, byFace, Card } from '../shared/cards.js';
import { textOf } from '../shared/moves.js';
import { SeatDot } from '../shared/ornaments.js';
import { nameOf } from '../shared/store.js';
import { el, h, useState } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { Deck } from '../shared/cards.js' */
/** @import { GameContext } from '../shared/context.js' */

const MANY_CARDS = 9; // more than these are searched
const MANY_WORDS = 24;
const SHORT_WORD = 3; // letters: buttons for such words are narrow

/** With a keyboard, letters can be typed at once; on a phone, a screen keyboard would hide the cards. */
export const hasKeyboard = () => matchMedia('(hover: hover) and (pointer: fine)').matches;

/** @param {string} text */
const folded = (text) => text.toLowerCase().replaceAll('−', '-');

/**
 * Reports whether all parts of what was typed are in a text. Where cards have values, a single digit is a value.
 * @param {string} typed
 * @param {string} text
 * @param {boolean} valued
 */
const fits = (typed, text, valued) =>
  folded(typed).split(/\s+/).filter(Boolean).every((part) =>
    valued && /^-?\d$/.test(part) ? folded(text).split(' ').includes(part) : folded(text).includes(part));

/**
 * A search box. Enter takes the first that was found, Escape empties the box.
 * @param {{typed: string, type: (text: string) => void, found: number, first: () => void, valued?: boolean}} props
 */
function Search({ typed, type, found, first, valued }) {
  /** @param {KeyboardEvent} e */
  const press = (e) => {
    if (!typed || (e.key !== 'Enter' && e.key !== 'Escape')) return;
    e.preventDefault();
    if (e.key === 'Escape') type('');
    else first();
  };
  return el(
    'div', { class: 'searching' },
    el('input', {
      class: 'search', type: 'search', 'data-key': 'search', value: typed, 'aria-label': t`Search`,
      placeholder: valued ? t`Type a name or a value` : t`Type a name`, autocomplete: 'off', autocapitalize: 'none',
      spellcheck: false, onInput: (e) => type(e.currentTarget.value), onKeyDown: press,
    }),
    el('span', { class: 'sr', role: 'status' }, typed && t`${found} found`),
  );
}

/**
 * A chooser of cards: those seen in the viewer's own hand first, the others below; typing filters them.
 * @param {object} props
 * @param {Deck & {seen: string[]}} props.deck
 * @param {string[]} props.words
 * @param {(word: string) => void} props.tap
 * @param {(word: string) => number} [props.times] how often a card is chosen, where several can be
 * @param {(word: string) => boolean} [props.resting] it cannot be played now
 * @param {[heading: string, words: string[]][]|null} [props.groups] headings, each with its words, instead of these two
 *   groups
 */
export function CardChoice({ deck, words, tap, times, resting, groups }) {
  const [typed, type] = useState('');
  /** @param {string} w */
  const face = (w) => deck.face(nameOf(deck.names, w), w, deck.names);
  const valued = words.some((w) => face(w).corner !== undefined);
  /** @param {string} w */
  const text = (w) => {
    const f = face(w);
    const parts = [nameOf(deck.names, w).title, w, f.corner, borderOf(f), ...(f.marks ?? []), f.note];
    return parts.filter(Boolean).join(' ');
  };
  const found = [...words].sort(byFace(deck)).filter((w) => fits(typed, text(w), valued));
  /** @param {string} w */
  const own = (w) => deck.seen.includes(w);
  const mixed = words.some(own) && !words.every(own);
  /** @type {[heading: string, words: string[]][]} */
  const usual = [
    [mixed ? t`In your hand` : '', words.filter(own)], [mixed ? t`Any other` : '', words.filter((w) => !own(w))],
  ];
  const shown = (groups && groups.length > 1 ? groups : usual)
    .map(([heading, list]) => ({ heading, list: found.filter((w) => list.includes(w)) }))
    .filter(({ list }) => list.length > 0);
  const first = () => shown[0]?.list[0] !== undefined && tap(shown[0].list[0]);
  return [
    words.length > MANY_CARDS && h(Search, { typed, type, found: found.length, first, valued }),
    shown.map(({ heading, list }) => el(
      'section', { key: heading }, heading && el('h3', null, heading),
      el('div', { class: 'cards' }, list.map((word) => h(Card, {
        key: word, word, deck, size: 'm', name: `c-${word}`, tap: () => tap(word),
        pressed: times && times(word) > 0, chosen: times?.(word), resting: resting?.(word),
      }))),
    )),
  ];
}

/**
 * Buttons for names that are not cards; seats have their colour.
 * @param {object} props
 * @param {GameContext} props.ctx
 * @param {string[]} props.words
 * @param {(word: string) => void} props.pick
 * @param {string} [props.verb]
 * @param {(word: string) => boolean} [props.resting]
 */
export function WordChoice({ ctx, words, pick, verb, resting }) {
  const [typed, type] = useState('');
  const found = words.filter((w) => fits(typed, textOf(ctx, w, verb), false));
  const first = () => found[0] !== undefined && pick(found[0]);
  const short = words.length > MANY_WORDS && words.every((w) => w.length <= SHORT_WORD);
  return [
    words.length > MANY_WORDS && h(Search, { typed, type, found: found.length, first }),
    el('div', { class: short ? 'choices short' : 'choices' }, found.map((w) => {
      const seat = ctx.game.seats.find((x) => x.word === w);
      return h(
        Button, { key: w, look: resting?.(w) ? 'choice not-now' : 'choice', name: `w-${w}`, act: () => pick(w) },
        seat && h(SeatDot, { colour: seat.colour }),
        el('b', null, textOf(ctx, w, verb)),
        resting?.(w) && h(NotNow, {}),
      );
    })),
  ];
}
