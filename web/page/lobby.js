// Before a game: who plays what, and with which variants of the rules.
import { h, draw } from './dom.js';
import { rule } from './ornaments.js';
import { inviteView } from './join.js';
import { pictureOf } from './picture.js';
import { openSheet } from './sheet.js';
import { t } from './lang.js';

const KEPT = 'familiar.players';
const KEPT_COLOURS = 'familiar.colours'; // by player
const LAST = 'familiar.game'; // the game that was played last at this table
const MOST_RADIOS = 6; // an option with more values becomes a menu
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
 * @param {Object} actions
 * @param {function(Object): Promise<boolean>} actions.start takes the request
 * @param {function(Object): Promise<Object>} actions.query asks the table for something
 * @param {function(string, string): void} actions.openRules opens a rule of a game
 * @param {Array<string>=} players
 * @param {Array<string>=} had the colours that the players have now
 * @return {HTMLElement}
 */
export function startForm(welcome, { start, query, openRules }, players = kept(), had = []) {
  const games = welcome.games ?? [];
  let game = games.find((g) => g.id === lastGame()) ?? games[0];
  let seats = players.length > 0 ? [...players] : ['', ''];
  const palette = welcome.colours ?? [];
  const chosen = keptColours();
  const colours = []; // of the seats
  seats.forEach((name, i) => {
    const c = palette.find((x) => (had[i] ? x.colour === had[i] : x.word === chosen[name]))?.word;
    colours[i] = colours.includes(c) ? undefined : c;
  });
  // Players who have not chosen get the first free colour.
  const colour = () => seats.forEach((_, i) => (colours[i] ??= palette.find((c) => !colours.includes(c.word))?.word));
  const fill = () => {
    while (seats.length < (game?.least ?? 2)) seats.push('');
    colour();
  };
  fill();
  let options = {};
  let readings = {};
  let lists = []; // the card lists of the game
  let pack = 'house';
  let unfolded = false;
  const form = h('form.start');
  const refresh = (focus) => {
    draw(form, [game?.id, seats.length, focus, Math.random()], build);
    if (focus !== undefined) form.querySelector(`[data-key="${focus}"]`)?.focus();
  };
  // The names of the rule variants come with the game's picture.
  const learn = (g) => pictureOf(g.id).then((picture) => {
    if (g !== game) return;
    readings = picture.readings ?? {};
    refresh();
    readLists();
  });
  const readLists = async () => {
    const g = game;
    const answer = await query({ type: 'packs', action: 'list', game: g.id });
    if (g !== game || !answer.ok || (answer.lists.length < 2 && lists.length === 0)) return;
    lists = answer.lists;
    if (!lists.some((l) => l.name === pack && l.ok)) pack = 'house';
    refresh();
  };
  // Card lists may be edited while this form is open.
  const onLists = () => (form.isConnected ? readLists() : removeEventListener('cardlists', onLists));
  addEventListener('cardlists', onLists);
  const choose = (g) => {
    game = g;
    fill();
    options = {};
    readings = {};
    lists = [];
    pack = 'house';
    refresh(`game-${g.id}`);
    learn(g);
  };
  const build = () => [
    games.length > 1 && fieldset(t`The game`, games.map((g) => radio('game', g.id, g.id === game.id, () => choose(g), g.title, g.about))),
    games.length === 1 && game.about && h('p.about', null, game.about),
    h('fieldset', null, h('legend', null, t`The players, clockwise`), h('p.quiet', null, t`The first one begins.`), h('ol.players', null, seats.map(row)),
      h('button.plain.wide', { type: 'button', key: 'add', disabled: seats.length >= (game?.most ?? 6), onclick: () => (seats.push(''), colour(), refresh(`name-${seats.length - 1}`)) }, t`Another player`)),
    lists.length > 1 && fieldset(t`The cards`, lists.map((l) => radio('pack', l.name, l.name === pack, () => (pack = l.name), l.name === 'house' ? t`The stand-in cards` : title(l.name.replaceAll('-', ' ')), l.ok ? t`${l.kinds} kinds, ${l.cards} cards` : t`Not finished: no game can begin with it yet`, !l.ok))),
    game?.options?.length > 0 && h('details.readings', { open: unfolded, ontoggle: (e) => (unfolded = e.target.open) },
      h('summary', { key: 'readings' }, t`Where tables read the rules differently`),
      game.options.map((o) => reading(o, readings[o.name] ?? {}))),
    h('p.refusal', { role: 'alert', hidden: true }),
    h('button.gold.wide.tall', { type: 'submit', disabled: !game }, t`Begin`),
  ];
  const reading = (o, words) => {
    const chosen = options[o.name] ?? o.values[0];
    const choose = (v) => (options[o.name] = v);
    const ruled = o.rule && h('button.link', { type: 'button', onclick: () => openRules(o.rule, game.id) }, t`Rule`, ' ', h('code', null, o.rule));
    const heading = words.title ?? title(o.name);
    if (o.values.length > MOST_RADIOS) return h('fieldset', null, h('label.field', null, h('span', null, heading), select(o.values.map((v) => [v, words[v] ?? v]), chosen, `option-${o.name}`, choose)), ruled);
    return fieldset(heading, [...o.values.map((v, i) => radio(`option-${o.name}`, v, chosen === v, () => choose(v), words[v] ?? v, i === 0 ? t`usual` : '')), ruled]);
  };
  const row = (name, i) => {
    const said = h('small.quiet', { 'aria-live': 'polite' });
    const tell = () => (said.textContent = seats[i] && nameWord(seats[i]) !== seats[i].trim().toLowerCase() ? t`written ${nameWord(seats[i]) || '…'}` : '');
    const swap = (j) => ([seats[i], seats[j]] = [seats[j], seats[i]], [colours[i], colours[j]] = [colours[j], colours[i]], refresh(`name-${j}`));
    const dye = () => chooseColour(palette, colours, seats, i, () => refresh(`colour-${i}`));
    const input = h('input', { type: 'text', key: `name-${i}`, 'aria-label': t`Player ${i + 1}`, placeholder: t`Player ${i + 1}`, autocomplete: 'off', autocapitalize: 'words', spellcheck: 'false', maxlength: 16, value: seats[i], oninput: (e) => ((seats[i] = e.target.value), tell()) });
    tell();
    return h('li', null, h('div.player', null,
      palette.length > 0 && h('button.icon', { type: 'button', key: `colour-${i}`, 'aria-label': t`Colour of player ${i + 1}: ${colourName(colours[i])}`, onclick: dye }, swatch(palette, colours[i])), input,
      h('button.icon', { type: 'button', key: `up-${i}`, 'aria-label': t`Move player ${i + 1} up`, disabled: i === 0, onclick: () => swap(i - 1) }, '↑'),
      h('button.icon', { type: 'button', key: `out-${i}`, 'aria-label': t`Take player ${i + 1} out`, disabled: seats.length <= (game?.least ?? 2), onclick: () => (seats.splice(i, 1), colours.splice(i, 1), refresh('add')) }, '×')), said);
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
    keep(seats.map((x) => x.trim()), colours);
    const chosen = Object.fromEntries((game.options ?? []).filter((o) => options[o.name]).map((o) => [o.name, options[o.name]]));
    const button = form.querySelector('[type=submit]');
    button.disabled = true;
    await start({ type: 'start', game: game.id, pack, seats: words, options: chosen, colours: Object.fromEntries(words.map((w, i) => [w, colours[i]])) });
    button.disabled = false;
  });
  refresh();
  if (game) learn(game);
  return form;
}

function faultOf(words, game) {
  if (words.some((w) => !w)) return t`Every player needs a name.`;
  const twice = words.find((w, i) => words.indexOf(w) < i);
  if (twice) return t`Two players are called ${title(twice)}.`;
  const reserved = words.find((w) => RESERVED.includes(w));
  if (reserved) return t`Nobody can be called ${title(reserved)}: the table needs that word.`;
  if (words.length < game.least || words.length > game.most) return t`${game.title} is for ${game.least} to ${game.most} players.`;
  return '';
}

function fieldset(legend, children) {
  return h('fieldset', null, h('legend', null, legend), children);
}

function radio(name, value, checked, change, title, about, disabled) {
  return h('label.radio', null, h('input', { type: 'radio', name, value, checked, disabled, key: `${name}-${value}`, onchange: change }), h('span', null, h('b', null, title), about && h('small', null, about)));
}

function select(values, chosen, key, change) {
  return h('select', { key, onchange: (e) => change(e.target.value) }, values.map(([v, text]) => h('option', { value: v, selected: v === chosen }, text)));
}

// The names of the colours; each begins with another letter, which is on its swatch.
function colourName(word = '') {
  const names = { orange: t`Orange`, sky: t`Sky blue`, green: t`Green`, yellow: t`Yellow`, mauve: t`Mauve`, rust: t`Rust`, blue: t`Blue`, white: t`White` };
  return names[word] ?? title(word);
}

function swatch(palette, word) {
  return h('span.swatch', { '--seat': palette.find((c) => c.word === word)?.colour, 'aria-hidden': 'true' }, h('b', null, colourName(word).charAt(0)));
}

// The colour of one seat. If another seat has the chosen colour, the two swap.
function chooseColour(palette, colours, seats, i, chosen) {
  openSheet({
    title: t`The colour of ${seats[i].trim() || t`player ${i + 1}`}`,
    kind: 'small',
    build: (body, close) => body.append(h('div.choices', null, palette.map((c) => {
      const holder = colours.indexOf(c.word);
      const take = () => {
        if (holder >= 0) colours[holder] = colours[i];
        colours[i] = c.word;
        close();
        chosen();
      };
      return h('button.choice', { type: 'button', 'aria-pressed': String(holder === i), onclick: take }, swatch(palette, c.word),
        h('span', null, h('b', null, colourName(c.word)), holder >= 0 && h('small', null, seats[holder].trim() || t`player ${holder + 1}`)));
    }))),
  });
}

function keptColours() {
  try {
    return JSON.parse(localStorage.getItem(KEPT_COLOURS)) ?? {};
  } catch {
    return {};
  }
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? [];
  } catch {
    return [];
  }
}

function keep(names, colours) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(names));
    localStorage.setItem(KEPT_COLOURS, JSON.stringify(Object.fromEntries(names.map((n, i) => [n, colours[i]]))));
  } catch {
    // A private window keeps nothing: next time, the names must be typed again.
  }
}

/** The id of the game that was played last, if this phone knows it. */
export function lastGame() {
  try {
    return localStorage.getItem(LAST) ?? '';
  } catch {
    return '';
  }
}

/** Remembers the game: the next one is usually the same. */
export function keepGame(id) {
  try {
    if (id !== lastGame()) localStorage.setItem(LAST, id);
  } catch {
    // Then the first game of the list is selected.
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
  const enrol = (welcome.games ?? []).map((g) => h('button.plain', { type: 'button', onclick: () => actions.ask({ type: 'enrol', action: 'begin', game: g.id }) }, t`Enrol the tags of ${g.title}`));
  return [
    h('div.lobby-start', null, h('h1', null, t`Begin a game`), rule(), startForm(welcome, actions)),
    h('aside.lobby-side', { 'aria-label': t`The table` },
      h('section.leaf', null, h('h2', null, t`Friends at the table`), inviteView(welcome)),
      h('section.leaf', null, h('h2', null, t`Games played`), h('p', null, t`What was played here, and who won. Each game can be looked at again, move by move.`), h('button.plain.wide', { type: 'button', onclick: () => actions.openGames() }, t`Look at them`)),
      h('section.leaf', null, h('h2', null, t`The cards’ tags`), h('p', null, t`Every card carries a small tag. Tell the table which is which by tapping the cards in the order of the list.`), h('div.choices', null, enrol)),
      h('section.leaf', null, h('h2', null, t`Your cards`), h('p', null, t`The cards of these games are stand-ins. Write down what stands on those of your own box, from menus.`), h('button.plain.wide', { type: 'button', onclick: () => actions.openBox() }, t`Your card lists`)),
      welcome.virtual && h('section.leaf', null, h('h2', null, t`Virtual table`), h('p', null, t`No hardware is configured: readers, cards and buttons are on a page of their own.`), h('a.button.plain', { href: '/virtual', target: '_blank', rel: 'noopener' }, t`Open the bench`))),
  ];
}
