// Before a game: who plays what, and by which reading of the rules.
import { h, draw } from './dom.js';
import { rule } from './ornaments.js';
import { inviteView } from './join.js';
import { openRules } from './rules.js';
import { pictureOf } from './picture.js';

const KEPT = 'familiar.players';
const LAST = 'familiar.game'; // the game that was played last at this table
const MOST_RADIOS = 6; // of an option with more values one is chosen from a list
const RESERVED = ['table', 'none'];
const title = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * A name as records write it: lower case letters, digits and '-'.
 * @param {string} text
 */
export function nameWord(text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
}

/**
 * The form that begins a game.
 * @param {Object} welcome
 * @param {function(Object): Promise<boolean>} start takes the request
 * @param {Array<string>=} players
 * @return {HTMLElement}
 */
export function startForm(welcome, start, players = kept()) {
  const games = welcome.games ?? [];
  let game = games.find((g) => g.id === lastGame()) ?? games[0];
  let seats = players.length > 0 ? [...players] : ['', ''];
  const fill = () => { while (seats.length < (game?.least ?? 2)) seats.push(''); };
  fill();
  let options = {};
  let readings = {};
  let unfolded = false;
  const form = h('form.start');
  const refresh = (focus) => {
    draw(form, [game?.id, seats.length, focus, Math.random()], build);
    if (focus !== undefined) form.querySelector(`[data-key="${focus}"]`)?.focus();
  };
  // The readings of a game are told in its own words.
  const learn = (g) => pictureOf(g.id).then((picture) => {
    if (g !== game) return;
    readings = picture.readings ?? {};
    refresh();
  });
  const choose = (g) => {
    game = g;
    fill();
    options = {};
    readings = {};
    refresh(`game-${g.id}`);
    learn(g);
  };
  const build = () => [
    games.length > 1 && fieldset('The game', games.map((g) => radio('game', g.id, g.id === game.id, () => choose(g), g.title, g.about))),
    games.length === 1 && game.about && h('p.about', null, game.about),
    h('fieldset', null, h('legend', null, 'The players, clockwise'), h('p.quiet', null, 'The first one begins.'), h('ol.players', null, seats.map(row)),
      h('button.plain.wide', { type: 'button', key: 'add', disabled: seats.length >= (game?.most ?? 6), onclick: () => (seats.push(''), refresh(`name-${seats.length - 1}`)) }, 'Another player')),
    game?.options?.length > 0 && h('details.readings', { open: unfolded, ontoggle: (e) => (unfolded = e.target.open) },
      h('summary', { key: 'readings' }, 'Where tables read the rules differently'),
      game.options.map((o) => reading(o, readings[o.name] ?? {}))),
    h('p.refusal', { role: 'alert', hidden: true }),
    h('button.gold.wide.tall', { type: 'submit', disabled: !game }, 'Begin'),
  ];
  const reading = (o, words) => {
    const chosen = options[o.name] ?? o.values[0];
    const choose = (v) => (options[o.name] = v);
    const ruled = o.rule && h('button.link', { type: 'button', onclick: () => openRules(game.id, o.rule) }, 'Rule ', h('code', null, o.rule));
    const heading = words.title ?? title(o.name);
    if (o.values.length > MOST_RADIOS) return h('fieldset', null, h('label.field', null, h('span', null, heading), select(o.values.map((v) => [v, words[v] ?? v]), chosen, `option-${o.name}`, choose)), ruled);
    return fieldset(heading, [...o.values.map((v, i) => radio(`option-${o.name}`, v, chosen === v, () => choose(v), words[v] ?? v, i === 0 ? 'usual' : '')), ruled]);
  };
  const row = (name, i) => {
    const said = h('small.quiet', { 'aria-live': 'polite' });
    const tell = () => (said.textContent = seats[i] && nameWord(seats[i]) !== seats[i].trim().toLowerCase() ? `written ${nameWord(seats[i]) || '…'}` : '');
    const swap = (j) => ([seats[i], seats[j]] = [seats[j], seats[i]], refresh(`name-${j}`));
    const input = h('input', { type: 'text', key: `name-${i}`, 'aria-label': `Player ${i + 1}`, placeholder: `Player ${i + 1}`, autocomplete: 'off', autocapitalize: 'words', spellcheck: 'false', maxlength: 16, value: seats[i], oninput: (e) => ((seats[i] = e.target.value), tell()) });
    tell();
    return h('li', null, h('div.player', null, input,
      h('button.icon', { type: 'button', key: `up-${i}`, 'aria-label': `Move player ${i + 1} up`, disabled: i === 0, onclick: () => swap(i - 1) }, '↑'),
      h('button.icon', { type: 'button', key: `out-${i}`, 'aria-label': `Take player ${i + 1} out`, disabled: seats.length <= (game?.least ?? 2), onclick: () => (seats.splice(i, 1), refresh('add')) }, '×')), said);
  };
  form.addEventListener('submit', async (e) => {
    e.preventDefault();
    const words = seats.map(nameWord);
    const fault = faultOf(words, game);
    const said = form.querySelector('.refusal');
    said.hidden = !fault;
    said.textContent = fault;
    if (fault) {
      const at = words.findIndex((w, i) => !w || words.indexOf(w) < i || RESERVED.includes(w));
      form.querySelectorAll('.player input')[at]?.focus();
      return;
    }
    keep(seats.map((x) => x.trim()));
    const chosen = Object.fromEntries((game.options ?? []).filter((o) => options[o.name]).map((o) => [o.name, options[o.name]]));
    const button = form.querySelector('[type=submit]');
    button.disabled = true;
    await start({ type: 'start', game: game.id, pack: 'house', seats: words, options: chosen });
    button.disabled = false;
  });
  refresh();
  if (game) learn(game);
  return form;
}

function faultOf(words, game) {
  if (words.some((w) => !w)) return 'Every player needs a name.';
  const twice = words.find((w, i) => words.indexOf(w) < i);
  if (twice) return `Two players are called ${title(twice)}.`;
  const reserved = words.find((w) => RESERVED.includes(w));
  if (reserved) return `Nobody can be called ${title(reserved)}: the table needs that word.`;
  if (words.length < game.least || words.length > game.most) return `${game.title} is for ${game.least} to ${game.most} players.`;
  return '';
}

function fieldset(legend, children) {
  return h('fieldset', null, h('legend', null, legend), children);
}

function radio(name, value, checked, change, title, about) {
  return h('label.radio', null, h('input', { type: 'radio', name, value, checked, key: `${name}-${value}`, onchange: change }), h('span', null, h('b', null, title), about && h('small', null, about)));
}

function select(values, chosen, key, change) {
  return h('select', { key, onchange: (e) => change(e.target.value) }, values.map(([v, text]) => h('option', { value: v, selected: v === chosen }, text)));
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? [];
  } catch {
    return [];
  }
}

function keep(names) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(names));
  } catch {
    // A private window keeps nothing: the names are typed again next time.
  }
}

/** The id of the game that was played last, as far as this phone knows. */
export function lastGame() {
  try {
    return localStorage.getItem(LAST) ?? '';
  } catch {
    return '';
  }
}

/** Remembers which game is played: the next one is mostly the same. */
export function keepGame(id) {
  try {
    if (id !== lastGame()) localStorage.setItem(LAST, id);
  } catch {
    // Then the first game of the list is chosen.
  }
}

/**
 * The lobby.
 * @param {Object} o
 * @param {Object} o.welcome
 * @param {Object} o.actions
 * @param {Array<Object>} o.devices
 * @param {Array<Object>} o.notices
 */
export function lobbyView({ welcome, actions }) {
  const enrol = (welcome.games ?? []).map((g) => h('button.plain', { type: 'button', onclick: () => actions.ask({ type: 'enrol', action: 'begin', game: g.id }) }, `Enrol the tags of ${g.title}`));
  return [
    h('div.lobby-start', null, h('h1', null, 'Begin a game'), rule(), startForm(welcome, actions.start)),
    h('aside.lobby-side', { 'aria-label': 'The table' },
      h('section.leaf', null, h('h2', null, 'Friends at the table'), inviteView(welcome)),
      h('section.leaf', null, h('h2', null, 'The cards’ tags'), h('p', null, 'Every card carries a small tag. Tell the table which is which by tapping the cards in the order of the list.'), h('div.choices', null, enrol)),
      welcome.virtual && h('section.leaf', null, h('h2', null, 'Virtual table'), h('p', null, 'No hardware is configured: readers, cards and buttons are on a page of their own.'), h('a.button.plain', { href: '/virtual', target: '_blank', rel: 'noopener' }, 'Open the bench'))),
  ];
}
