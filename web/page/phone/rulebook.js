// @ts-check
// A rulebook: the rules of a game and the cards of its list, searched while typing.
import { Button } from '../shared/button.js';
import { borderOf, number } from '../shared/cards.js';
import { hasKeyboard } from './choice.js';
import { still } from '../shared/motion.js';
import { prose } from './prose.js';
import { folded, markable, marked, wordsTyped } from './search.js';
import { el, h, useEffect, useMemo, useRef, useState } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { BookCard, Book as BookOf, Rule } from './books.js' */
/** @import { Names } from '../../types/protocol' */

const ANNOUNCE_AFTER = 500; // ms after the last letter until the number of results is announced

/**
 * A rule or a card of the book.
 * @typedef {object} Item
 * @property {string} id of a rule
 * @property {string} part
 * @property {Rule} [rule]
 * @property {BookCard} [card]
 * @property {string[]} about what is known of a card
 * @property {string} short its text but for the exact rule, folded
 * @property {string} exact the exact rule, folded
 */

/**
 * The cards in play: those of the game under way, or of the list that comes with the game. Only the latter has the
 * rules about each card.
 * @param {BookOf} book
 * @param {Names|null} names
 * @return {BookCard[]}
 */
function cardsOf({ cards = [] }, names) {
  const inPlay = Object.entries(names?.names ?? {})
    .filter(([, n]) => n.sort === 'card' && ((n.copies ?? 0) > 0 || n.text))
    .map(([word, n]) => ({ ...n, word, rules: cards.find((c) => c.word === word)?.rules }));
  return (names ? inPlay : [...cards])
    .sort((a, b) => a.title.localeCompare(b.title, undefined, { numeric: true }));
}

/**
 * @param {BookOf} book
 * @param {BookCard} card
 * @param {Names|null} names
 */
function aboutCard({ picture }, card, names) {
  const { about, note, corner, marks = [], ...face } = picture.face(card, card.word, names);
  const { copies = 1 } = card;
  return [
    about, note, corner !== undefined && t`value ${number(corner)}`, borderOf(face), ...marks,
    copies > 1 && t`${copies} copies`,
  ].flatMap((text) => text || []);
}

/**
 * @param {BookOf} book
 * @param {Names|null} names
 * @return {Item[]}
 */
function itemsOf(book, names) {
  /** @param {string} html */
  const textOf = (html) => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
  const rules = book.rules.map((rule) => ({
    id: rule.id, part: rule.part, rule, about: [], short: folded(`${rule.part} ${rule.id} ${rule.plain}`),
    exact: rule.html ? folded(`${t`The exact rule`} ${textOf(rule.html)}`) : '',
  }));
  const part = t`The cards`;
  const cards = cardsOf(book, names).map((card) => {
    const about = aboutCard(book, card, names);
    const ruled = card.rules?.length ? [t`Rules:`, ...card.rules] : [];
    const short = folded([part, card.title, ...about, card.text, ...ruled].join(' '));
    return { id: '', part, card, about, short, exact: '' };
  });
  return [...rules, ...cards];
}

/**
 * @param {object} props
 * @param {string} props.game
 * @param {BookOf} props.book
 * @param {Names|null} props.names of the game under way, if it is this one
 * @param {{id: string}} props.at the rule to go to; a new object goes there again
 */
export function Book({ game, book, names, at }) {
  const items = useMemo(() => itemsOf(book, names), [book, names]);
  const [typed, type] = useState('');
  const [here, setHere] = useState('');
  const place = useRef(/** @type {HTMLDivElement|null} */ (null));
  const words = wordsTyped(typed);
  const found = items.filter((e) => words.every((w) => `${e.short} ${e.exact}`.includes(w)));
  /** @param {string} id */
  const go = (id) => {
    if (!items.some((e) => e.id === id)) return;
    if (!found.some((e) => e.id === id)) type('');
    setHere(id);
  };
  useEffect(() => {
    if (at.id) go(at.id);
    // With a keyboard, letters can be typed at once; on a phone, a screen keyboard would hide the rules.
    else if (hasKeyboard()) place.current?.querySelector('input')?.focus();
  }, [at]);
  useEffect(() => {
    const item = here ? document.getElementById(anchor(game, here)) : null;
    item?.scrollIntoView({ block: 'center' });
    item?.focus({ preventScroll: true });
  }, [here, at]);
  const parts = [...new Set(items.map((e) => e.part))];
  return el(
    'div', { ref: place, onKeyDown: (e) => walk(e, place.current, typed, type) },
    h(Search, { book, typed, type, found: found.length, all: items.length }),
    words.length === 0 && h(Contents, { parts, place }),
    parts.map((part) => {
      const list = found.filter((e) => e.part === part);
      return list.length > 0 && el(
        'section', { key: part },
        part && el('h3', { tabIndex: -1, 'data-part': part }, marked(part, words)),
        list.map((item) => h(ItemView, { key: item.id || item.card?.word, game, book, item, words, here, go })),
      );
    }),
  );
}

/**
 * The search box, and how much it has found.
 * @param {{book: BookOf, typed: string, type: (text: string) => void, found: number, all: number}} props
 */
function Search({ book, typed, type, found, all }) {
  const [told, tell] = useState('');
  const some = found > 0 ? t`${found} of ${all} found` : t`Nothing is called that, or tells of it.`;
  const whole = t`${book.title}: ${book.rules.length} rules, ${all - book.rules.length} cards`;
  const text = typed.trim() ? some : whole;
  useEffect(() => {
    const timer = setTimeout(() => tell(text), ANNOUNCE_AFTER);
    return () => clearTimeout(timer);
  }, [text]);
  return el(
    'div', { class: 'searching' },
    el('input', {
      class: 'search', type: 'search', value: typed, placeholder: t`A rule, a card, any words`,
      'aria-label': t`Search the rules and the cards`, autocomplete: 'off', autocapitalize: 'none', spellcheck: false,
      enterkeyhint: 'search', onInput: (e) => type(e.currentTarget.value),
    }),
    el('p', { class: 'quiet', 'aria-hidden': true }, text),
    el('p', { class: 'sr', role: 'status' }, told),
  );
}

/**
 * The parts of the book, to go there.
 * @param {{parts: string[], place: {current: HTMLElement|null}}} props
 */
const Contents = ({ parts, place }) =>
  el('nav', { class: 'contents', 'aria-label': t`Parts` }, parts.filter(Boolean).map((part) => {
    const act = () => {
      const heading = /** @type {HTMLElement|null|undefined} */ (
        place.current?.querySelector(`[data-part="${CSS.escape(part)}"]`));
      heading?.scrollIntoView({ block: 'start', behavior: still() ? 'auto' : 'smooth' });
      heading?.focus({ preventScroll: true });
    };
    return h(Button, { look: 'plain small', act }, part);
  }));

/**
 * Arrow keys lead from the box to the results, through them, and back.
 * @param {KeyboardEvent} e
 * @param {HTMLElement|null} place
 * @param {string} typed
 * @param {(text: string) => void} type
 */
function walk(e, place, typed, type) {
  const box = place?.querySelector('input');
  if (e.target === box && e.key === 'Escape' && typed) {
    e.preventDefault();
    type('');
    return;
  }
  if (!place || !box || (e.key !== 'ArrowDown' && e.key !== 'ArrowUp')) return;
  const shown = /** @type {HTMLElement[]} */ ([box, ...place.querySelectorAll('.rule-entry')]);
  const i = shown.indexOf(/** @type {HTMLElement} */ (e.target));
  if (i < 0) return;
  e.preventDefault();
  const next = shown[i + (e.key === 'ArrowDown' ? 1 : -1)];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: next === box ? 'nearest' : 'center' });
}

/**
 * The anchor of a rule, on this page and in its address.
 * @param {string} game
 * @param {string} id
 */
const anchor = (game, id) => `rule=${game}/${id}`;

/**
 * @typedef {object} ItemProps
 * @property {string} game
 * @property {BookOf} book
 * @property {Item} item
 * @property {string[]} words that are searched
 * @property {string} here the rule that somebody has gone to
 * @property {(id: string) => void} go
 */

/** @param {ItemProps} props */
const ItemView = (props) => (props.item.card ? h(CardItem, props) : h(RuleItem, props));

/**
 * A rule's id, which leads to the rule.
 * @param {Pick<ItemProps, 'game'|'words'|'go'> & {id: string}} props
 */
const RuleLink = ({ game, words, go, id }) =>
  el(
    'a',
    {
      class: 'link', href: `#${anchor(game, id)}`,
      onClick(e) {
        e.preventDefault();
        go(id);
      },
    },
    el('code', null, marked(id, words)),
  );

/** @param {ItemProps} props */
function RuleItem(props) {
  const { game, book, item: { id, rule, short, exact }, words, here } = props;
  const [opened, setOpened] = useState(false);
  const text = useMemo(() => rule?.html && prose(
    rule.html,
    (part) => marked(part, words),
    (code) => (code !== id && book.rules.some((r) => r.id === code)
      ? h(RuleLink, { ...props, id: code })
      : el('code', null, marked(code, words))),
  ), [rule, words.join(' ')]);
  const long = markable(words);
  // An exact rule is opened if it alone contains what is searched.
  const within = long.length > 0 && long.some((w) => exact.includes(w)) && !long.some((w) => short.includes(w));
  return el(
    'article', { class: here === id ? 'rule-entry here' : 'rule-entry', id: anchor(game, id), tabIndex: -1 },
    el('h4', null, h(RuleLink, { ...props, id })),
    el('p', null, marked(rule?.plain ?? '', words)),
    text && el(
      'details', { open: opened || within || here === id, onToggle: (e) => !within && setOpened(e.currentTarget.open) },
      el('summary', null, marked(t`The exact rule`, words)), text,
    ),
  );
}

/** @param {ItemProps} props */
function CardItem(props) {
  const { item: { card, about }, words } = props;
  const { title = '', text = '', rules = [] } = card ?? {};
  return el(
    'article', { class: 'rule-entry card-entry', tabIndex: -1 },
    el('h4', null, marked(title, words)),
    about.length > 0 && el('p', { class: 'quiet' }, marked(about.join(' · '), words)),
    text && el('p', null, marked(text, words)),
    rules.length > 0 && el(
      'p', { class: 'about-it' },
      marked(t`Rules:`, words), ' ', rules.map((id) => [h(RuleLink, { ...props, id }), ' ']),
    ),
  );
}
