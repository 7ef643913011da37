// The rulebook of a game, searched while typing.
import { h, prose } from './dom.js';
import { openSheet } from './sheet.js';

const books = new Map();

/**
 * The rules of a game.
 * @param {string} game
 * @return {Promise<{title: string, rules: Array<{id: string, part: string, plain: string, html: string}>}>}
 */
export function rulesOf(game) {
  if (!books.has(game)) {
    const book = fetch(`/rules/${encodeURIComponent(game)}.json`).then((r) => {
      if (!r.ok) throw new Error(`The rules did not come (${r.status}).`);
      return r.json();
    });
    book.catch(() => books.delete(game));
    books.set(game, book);
  }
  return books.get(game);
}

/**
 * Opens the rules, at one of them if an id is given.
 * @param {string} game
 * @param {string=} id
 */
export function openRules(game, id = '') {
  openSheet({
    title: 'The rules',
    kind: 'rules',
    build(body) {
      body.append(h('p.quiet', { role: 'status' }, 'Opening the book …'));
      rulesOf(game).then((book) => show(body, book, id), (err) => body.replaceChildren(h('p.refusal', null, err.message)));
    },
  });
}

function show(body, book, id) {
  const entries = book.rules.map((r) => {
    const detail = r.html && h('details', null, h('summary', null, 'The exact rule'), prose(r.html));
    const el = h('article.rule-entry', { tabindex: -1 }, h('h4', null, h('code', null, r.id)), h('p', null, r.plain), detail);
    return { r, el, text: `${r.id} ${r.part} ${r.plain} ${r.html ?? ''}`.toLowerCase() };
  });
  const parts = new Map();
  for (const e of entries) {
    if (!parts.has(e.r.part)) parts.set(e.r.part, []);
    parts.get(e.r.part).push(e);
  }
  const sections = [...parts].map(([part, list]) => ({ list, el: h('section', null, part && h('h3', null, part), list.map((e) => e.el)) }));
  const found = h('p.quiet', { role: 'status' });
  const apply = (text) => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    let n = 0;
    for (const { list, el } of sections) {
      for (const e of list) {
        e.el.hidden = !words.every((w) => e.text.includes(w));
        if (!e.el.hidden) n++;
      }
      el.hidden = list.every((e) => e.el.hidden);
    }
    found.textContent = text ? `${n} of ${entries.length} rules` : `${book.title}: ${entries.length} rules`;
  };
  const box = h('input.search', { type: 'search', placeholder: 'Search the rules', 'aria-label': 'Search the rules', autocomplete: 'off', oninput: (e) => apply(e.target.value) });
  body.replaceChildren(h('div.searching', null, box, found), ...sections.map((x) => x.el));
  apply('');
  const at = entries.find((e) => e.r.id === id);
  if (!at) return;
  at.el.classList.add('here');
  at.el.querySelector('details')?.setAttribute('open', '');
  at.el.scrollIntoView({ block: 'center' });
  at.el.focus({ preventScroll: true });
}
