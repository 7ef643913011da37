// The rulebook of a game: its rules and the cards of its list, searched while typing. A book stays in memory once it was opened, so that it can be read
// without a connection to the table.
import { h, prose, still } from './dom.js';
import { openSheet } from './sheet.js';
import { dressSheet, pictureOf } from './picture.js';
import { borderOf, number } from './cards.js';
import { printed } from './words.js';
import { marked, folded } from './search.js';
import { t, language } from './lang.js';

/** @import { Names } from '../types/protocol' */

const books = new Map(); // by game
const LOAD_TIMEOUT = 10000; // for a book, ms
const ANNOUNCE_AFTER = 500; // ms after the last letter until the number of results is announced

/**
 * The rules of a game, and the cards of the list that comes with it.
 * @param {string} game
 * @return {Promise<{title: string, rules: Array<{id: string, part: string, plain: string, html: string}>, cards: Array<Object>, picture: Object}>}
 */
export function rulesOf(game) {
  if (!books.has(game)) {
    const book = read(game);
    book.catch(() => books.delete(game));
    books.set(game, book);
  }
  return books.get(game);
}

async function read(game) {
  const late = new AbortController();
  setTimeout(() => late.abort(), LOAD_TIMEOUT);
  const answer = await fetch(`/rules/${language() === 'en' ? '' : `${language()}/`}${encodeURIComponent(game)}.json`, { signal: late.signal }).catch(() => {
    throw new Error(t`The table is out of reach, and this phone has not read these rules before.`);
  });
  if (!answer.ok) throw new Error(t`The rules did not come (${answer.status}).`);
  return { ...JSON.parse(await answer.text(), printed), picture: await pictureOf(game) };
}

// The anchor of a rule, on this page and in its address.
const anchor = (game, id) => `rule=${game}/${id}`;

let open = null; // the open sheet: its game, and the function that goes to a rule

/**
 * Opens the rules, at one of them if an id is given.
 * @param {Object} o
 * @param {string} o.game
 * @param {string=} o.id
 * @param {Array<Object>=} o.games all there are, to choose from
 * @param {Names|null=} o.names of the game under way, if it is this game: its card list may differ from the one that comes with the game
 */
export function openRules({ game, id = '', games = [], names = null }) {
  if (open?.game === game) {
    open.go(id);
    return;
  }
  let undress = () => {};
  openSheet({
    title: t`The rules`,
    kind: 'rules',
    build(body) {
      const place = h('div');
      const turn = (to, at = '') => {
        open = { game: to, go: () => {} };
        place.replaceChildren(h('p.quiet', { role: 'status' }, t`Opening the book …`));
        rulesOf(to).then(
          (book) => open?.game === to && place.isConnected && (undress(), undress = dressSheet(book.picture), open.go = show(place, to, book, to === game ? names : null, at)),
          (err) => open?.game === to && place.replaceChildren(h('p.refusal', { role: 'alert' }, err.message), h('button.plain', { type: 'button', onclick: () => turn(to, at) }, t`Try again`)),
        );
      };
      const choice = games.length > 1 && h('select', { 'aria-label': t`The game`, onchange: (e) => turn(e.target.value) }, games.map((g) => h('option', { value: g.id, selected: g.id === game }, g.title)));
      body.append(...[choice, place].filter(Boolean));
      turn(game, id);
    },
    closed: () => (open = null, undress()),
  });
}

// Fills the sheet with a book. Returns the function that goes to a rule.
function show(place, game, book, names, id) {
  const ids = new Set(book.rules.map((r) => r.id));
  const link = (rule) => h('a.link', { href: `#${anchor(game, rule)}`, onclick: (e) => (e.preventDefault(), go(rule)) }, h('code', null, rule));
  const entries = [...book.rules.map((r) => ruleEntry(r, anchor(game, r.id), link, ids)), ...cardsOf(book, names).map((c) => cardEntry(c, book, link))];
  const parts = [...new Set(entries.map((e) => e.part))].map((part) => {
    const list = entries.filter((e) => e.part === part);
    const heading = h('h3', { tabindex: -1 }, part);
    return { part, list, heading, el: h('section', null, part && heading, list.map((e) => e.el)) };
  });
  const contents = h('nav.contents', { 'aria-label': t`Parts` }, parts.filter((p) => p.part).map((p) => h('button.plain.small', { type: 'button', onclick: () => (p.heading.scrollIntoView({ block: 'start', behavior: still() ? 'auto' : 'smooth' }), p.heading.focus({ preventScroll: true })) }, p.part)));
  const found = h('p.quiet', { 'aria-hidden': 'true' });
  const told = h('p.sr', { role: 'status' });
  const search = makeSearch(entries, parts.map((p) => p.heading));
  let telling = 0;
  const apply = (text) => {
    const n = search(text);
    for (const { list, el } of parts) el.hidden = list.every((e) => e.el.hidden);
    const searched = text.trim() !== '';
    contents.hidden = searched;
    found.textContent = searched ? (n ? t`${n} of ${entries.length} found` : t`Nothing is called that, or tells of it.`) : t`${book.title}: ${book.rules.length} rules, ${entries.length - book.rules.length} cards`;
    clearTimeout(telling);
    telling = setTimeout(() => (told.textContent = found.textContent), ANNOUNCE_AFTER);
  };
  const box = h('input.search', { type: 'search', placeholder: t`A rule, a card, any words`, 'aria-label': t`Search the rules and the cards`, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', enterkeyhint: 'search', oninput: (e) => apply(e.target.value) });
  const go = (rule) => {
    const at = entries.find((e) => e.id === rule);
    if (!at) return;
    if (at.el.hidden) (box.value = '', apply(''));
    for (const e of entries) e.el.classList.toggle('here', e === at);
    at.detail?.setAttribute('open', '');
    at.el.scrollIntoView({ block: 'center' });
    at.el.focus({ preventScroll: true });
  };
  place.replaceChildren(h('div.searching', null, box, found, told), contents, ...parts.map((p) => p.el));
  place.onkeydown = (e) => walk(e, box, entries, apply);
  apply('');
  if (id) go(id);
  // With a keyboard, letters can be typed at once; on a phone, a screen keyboard would hide the rules.
  else if (matchMedia('(hover: hover) and (pointer: fine)').matches) box.focus();
  return go;
}

// Arrow keys lead from the box to the results, through them, and back.
function walk(e, box, entries, apply) {
  if (e.target === box && e.key === 'Escape' && box.value) {
    e.preventDefault();
    box.value = '';
    apply('');
    return;
  }
  if (e.key !== 'ArrowDown' && e.key !== 'ArrowUp') return;
  const shown = entries.filter((x) => !x.el.hidden).map((x) => x.el);
  const at = shown.indexOf(e.target);
  if (e.target !== box && at < 0) return;
  e.preventDefault();
  const next = shown[at + (e.key === 'ArrowDown' ? 1 : -1)] ?? (e.key === 'ArrowUp' ? box : null);
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: next === box ? 'nearest' : 'center' });
}

function ruleEntry(r, name, link, ids) {
  const text = r.html ? prose(r.html) : null;
  // A rule's id in the text becomes a link to the rule.
  for (const code of text?.querySelectorAll('code') ?? []) if (ids.has(code.textContent) && code.textContent !== r.id) code.replaceWith(link(code.textContent));
  for (const drawing of text?.querySelectorAll('pre') ?? []) drawing.tabIndex = 0; // it may be wider than the screen
  const detail = text && h('details', null, h('summary', null, t`The exact rule`), text);
  return { id: r.id, part: r.part, detail, el: h('article.rule-entry', { id: name, tabindex: -1 }, h('h4', null, link(r.id)), h('p', null, r.plain), detail) };
}

// The cards in play: those of the game under way, or of the list that comes with the game. Only the latter has the rules about each card.
function cardsOf({ cards = [] }, names) {
  const house = new Map(cards.map((c) => [c.word, c]));
  const list = names ? Object.entries(names.names).filter(([, n]) => n.sort === 'card' && (n.copies > 0 || n.text)).map(([word, n]) => ({ ...n, word, rules: house.get(word)?.rules })) : [...cards];
  return list.sort((a, b) => a.title.localeCompare(b.title, undefined, { numeric: true }));
}

function cardEntry(c, { picture }, link) {
  const face = picture.face(c, c.word);
  const facts = [face.about, face.note, face.corner !== undefined && t`value ${number(face.corner)}`, borderOf(face), ...(face.marks ?? []), c.copies > 1 && t`${c.copies} copies`].filter(Boolean);
  return {
    part: t`The cards`,
    el: h('article.rule-entry.card-entry', { tabindex: -1 },
      h('h4', null, c.title), facts.length > 0 && h('p.quiet', null, facts.join(' · ')), c.text && h('p', null, c.text),
      c.rules?.length > 0 && h('p.about-it', null, t`Rules:`, ' ', c.rules.map((rule) => [link(rule), ' ']))),
  };
}

// Returns a function that shows the entries with all words of a text, marks these, and returns the number of entries.
function makeSearch(entries, headings) {
  let unmark = () => {};
  let opened = []; // exact rules that were opened because they contain results
  return (text) => {
    const words = folded(text).split(/\s+/).filter(Boolean);
    unmark();
    for (const d of opened) d.removeAttribute('open');
    opened = [];
    for (const e of entries) {
      e.text ??= folded(`${e.part} ${e.el.textContent}`);
      e.el.hidden = !words.every((w) => e.text.includes(w));
    }
    const hits = entries.filter((e) => !e.el.hidden);
    if (words.length === 0) return hits.length;
    unmark = marked([...headings, ...hits.map((e) => e.el)], words);
    for (const { el, detail } of hits) {
      const within = detail?.querySelectorAll('mark').length ?? 0;
      if (within === 0 || within < el.querySelectorAll('mark').length || detail.open) continue;
      detail.setAttribute('open', '');
      opened.push(detail);
    }
    return hits.length;
  };
}
