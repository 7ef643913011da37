// @ts-check
// The form that begins a game: who plays what, with which cards, and with which variants of the rules.
import { Button, RuleButton } from '../shared/button.js';
import { aboutList, titleOf, unreadOf } from './cardlist.js';
import { readOn } from './readon.js';
import { readingsOf } from '../shared/picture.js';
import { keepPlayers, keptColours, keptPlayers, lastGame, nameWord } from './players.js';
import { openSheet } from '../shared/sheet.js';
import { capital } from '../shared/words.js';
import { el, h, useEffect, useLayoutEffect, useRef, useState } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { ComponentChildren } from '../../types/vendor/preact' */
/** @import { Reading } from '../games/contract.js' */
/** @import { Answer, Colour, GameView, ListView, OptionView } from '../../types/protocol' */
/** @import { Request, StartRequest, Welcome } from '../../types/protocol' */

/**
 * @typedef {object} StartActions
 * @property {(request: StartRequest) => Promise<boolean>} start
 * @property {(request: Request) => Promise<Partial<Answer>>} query asks the table for something
 * @property {(rule: string, game: string) => void} openRules opens a rule of a game
 *
 * @typedef {object} Player
 * @property {number} id the same as long as the player is in the form
 * @property {string} name as it was typed
 * @property {string} [colour] the word
 */

const MOST_RADIOS = 6; // an option with more values becomes a menu
const RESERVED = ['table', 'none'];
const HOUSE = 'house'; // the card list of the stand-in cards

let lastID = 0;

/**
 * Players of the names. Each has the colour that it has now, or had when it played last, or the first free one.
 * @param {string[]} names
 * @param {Colour[]} palette
 * @param {string[]} had
 * @return {Player[]}
 */
function playersOf(names, palette, had) {
  const chosen = keptColours();
  /** @type {Player[]} */
  const players = [];
  names.forEach((name, i) => {
    const c = palette.find((x) => (had[i] ? x.colour === had[i] : x.word === chosen[name]))?.word;
    players.push({ id: ++lastID, name, colour: players.some((p) => p.colour === c) ? undefined : c });
  });
  return players;
}

/**
 * The players of a game: as many as it needs at least, each with a colour.
 * @param {Player[]} players
 * @param {GameView|undefined} game
 * @param {Colour[]} palette
 */
function filled(players, game, palette) {
  const all = [...players];
  while (all.length < (game?.least ?? 2)) all.push({ id: ++lastID, name: '' });
  all.forEach((p, i) => {
    if (!p.colour) all[i] = { ...p, colour: palette.find((c) => !all.some((o) => o.colour === c.word))?.word };
  });
  return all;
}

/**
 * The player who has to be called otherwise, and why.
 * @param {string[]} words the names, as records write them
 * @param {GameView} game
 */
function faultOf(words, game) {
  const at = words.findIndex((w, i) => !w || words.indexOf(w) < i || RESERVED.includes(w));
  const word = words[at];
  if (word === '') return { at, text: t`Every player needs a name.` };
  if (word !== undefined && RESERVED.includes(word)) {
    return { at, text: t`Nobody can be called ${capital(word)}: the table needs that word.` };
  }
  if (word !== undefined) return { at, text: t`Two players are called ${capital(word)}.` };
  if (words.length < game.least || words.length > game.most) {
    return { at, text: t`${game.title} is for ${game.least} to ${game.most} players.` };
  }
  return null;
}

/**
 * The form. It forgets nothing that was typed until the game has begun. `had` are the colours that the players have
 * now.
 * @param {{welcome: Welcome, actions: StartActions, players?: string[], had?: string[]}} props
 */
export function StartForm({ welcome, actions, players = keptPlayers(), had = [] }) {
  const { games, colours: palette } = welcome;
  const [id, setID] = useState(() => (games.find((g) => g.id === lastGame()) ?? games[0])?.id);
  const game = games.find((g) => g.id === id);
  const [seats, setSeats] = useState(() => filled(playersOf(players, palette, had), game, palette));
  const [options, setOptions] = useState(/** @type {{[name: string]: string}} */ ({}));
  const [pack, setPack] = useState(HOUSE);
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const form = useRef(/** @type {HTMLFormElement|null} */ (null));
  const lists = useLists(game, actions);
  const list = lists.some((l) => l.name === pack && l.ok) ? pack : HOUSE;

  /** @param {GameView} g */
  const choose = (g) => {
    setID(g.id);
    setSeats(filled(seats, g, palette));
    setOptions({});
    setPack(HOUSE);
  };
  /** @param {Event} e */
  const submit = async (e) => {
    e.preventDefault();
    if (!game) return;
    const words = seats.map((p) => nameWord(p.name));
    const wrong = faultOf(words, game);
    setFault(wrong?.text ?? '');
    if (wrong) {
      /** @type {NodeListOf<HTMLInputElement>|undefined} */
      const names = form.current?.querySelectorAll('input[type=text]');
      names?.[wrong.at]?.focus();
      return;
    }
    keepPlayers(seats.map((p) => p.name.trim()), seats.map((p) => p.colour));
    setBusy(true);
    await actions.start({
      type: 'start', game: game.id, pack: list, seats: words, options,
      colours: Object.fromEntries(words.map((w, i) => [w, seats[i]?.colour ?? ''])),
    });
    setBusy(false);
  };
  return el(
    'form', { class: 'start', ref: form, onSubmit: submit },
    games.length > 1 && h(Games, { games, game, choose }),
    games.length === 1 && game?.about && el('p', { class: 'about' }, game.about),
    h(Players, { game, palette, seats, setSeats }),
    lists.length > 1 && h(Lists, { lists, list, setPack }),
    game && game.options.length > 0
      && h(Readings, { game, options, setOptions, openRules: actions.openRules }),
    el('p', { class: 'refusal', role: 'alert', hidden: !fault }, fault),
    el('button', { class: 'gold wide tall', type: 'submit', disabled: !game || busy }, t`Begin`),
  );
}

/**
 * How the variants of a game's rules are called. The words come with the game's page.
 * @param {GameView} game
 * @return {{[option: string]: Reading}}
 */
function useReadings({ id }) {
  const [known, know] = useState(/** @type {{game?: string, readings?: {[option: string]: Reading}}} */ ({}));
  useEffect(() => {
    let wanted = true;
    readingsOf(id).then((readings) => {
      if (wanted) know({ game: id, readings });
    });
    return () => {
      wanted = false;
    };
  }, [id]);
  return (known.game === id && known.readings) || {};
}

/**
 * The card lists of a game. They may be edited while the form is open.
 * @param {GameView|undefined} game
 * @param {StartActions} actions
 */
function useLists(game, actions) {
  const [known, know] = useState(/** @type {{game?: string, lists: ListView[]}} */ ({ lists: [] }));
  const id = game?.id;
  useEffect(() => {
    let wanted = true;
    const read = () => {
      if (!id) return;
      readOn(() => actions.query({ type: 'packs', action: 'list', game: id }), ({ ok, lists = [] }) => {
        if (ok && wanted) know({ game: id, lists });
        return wanted ? unreadOf(lists) : 0;
      });
    };
    read();
    addEventListener('cardlists', read);
    return () => {
      wanted = false;
      removeEventListener('cardlists', read);
    };
  }, [id]);
  return known.game === id ? known.lists : [];
}

/** @param {{games: GameView[], game: GameView|undefined, choose: (g: GameView) => void}} props */
const Games = ({ games, game, choose }) =>
  h(
    Fieldset, { legend: t`The game` },
    games.map((g) =>
      h(Radio, {
        key: g.id, name: 'game', value: g.id, checked: g === game, title: g.title, about: g.about,
        change: () => choose(g),
      })),
  );

/** @param {{lists: ListView[], list: string, setPack: (name: string) => void}} props */
const Lists = ({ lists, list, setPack }) =>
  h(
    Fieldset, { legend: t`The cards` },
    lists.map((l) =>
      h(Radio, {
        key: l.name, name: 'pack', value: l.name, checked: l.name === list, disabled: !l.ok,
        change: () => setPack(l.name),
        title: titleOf(l.name), about: aboutList(l),
      })),
  );

/**
 * The players, whose order and colours can be changed.
 * @param {{game: GameView|undefined, palette: Colour[], seats: Player[], setSeats: (seats: Player[]) => void}} props
 */
function Players({ game, palette, seats, setSeats }) {
  const list = useRef(/** @type {HTMLOListElement|null} */ (null));
  const added = useRef(0); // the player who is named next
  useLayoutEffect(() => {
    const row = list.current?.children[seats.findIndex((p) => p.id === added.current)];
    added.current = 0;
    row?.querySelector('input')?.focus();
  });
  const add = () => {
    const next = filled([...seats, { id: ++lastID, name: '' }], game, palette);
    added.current = lastID;
    setSeats(next);
  };
  /** @param {number} i */
  const up = (i) => {
    const next = [...seats];
    next.splice(i - 1, 0, ...next.splice(i, 1));
    setSeats(next);
  };
  return h(
    Fieldset, { legend: t`The players, clockwise` },
    el('p', { class: 'quiet' }, t`The first one begins.`),
    el('ol', { class: 'players', ref: list }, seats.map((player, i) =>
      h(PlayerRow, {
        key: player.id, i, player, palette,
        rename: (name) => setSeats(seats.map((p) => (p === player ? { ...p, name } : p))),
        recolour: () => chooseColour(palette, seats, i, setSeats),
        up: () => up(i),
        out: seats.length > (game?.least ?? 2) ? () => setSeats(seats.filter((p) => p !== player)) : undefined,
      }))),
    el(
      'button', { class: 'plain wide', type: 'button', disabled: seats.length >= (game?.most ?? 6), onClick: add },
      t`Another player`,
    ),
  );
}

/**
 * @param {{i: number, player: Player, palette: Colour[], rename: (name: string) => void, recolour: () => void,
 *   up: () => void, out?: () => void}} props
 */
function PlayerRow({ i, player: { name, colour }, palette, rename, recolour, up, out }) {
  const word = nameWord(name);
  const differs = name && word !== name.trim().toLowerCase();
  return el(
    'li', null,
    el(
      'div', { class: 'player' },
      palette.length > 0 && el(
        'button',
        iconButton(t`Colour of player ${i + 1}: ${colourName(colour)}`, recolour),
        h(Swatch, { palette, word: colour }),
      ),
      el('input', {
        type: 'text', 'aria-label': t`Player ${i + 1}`, placeholder: t`Player ${i + 1}`, autocomplete: 'off',
        autocapitalize: 'words', spellcheck: false, maxlength: 16, value: name,
        onInput: (e) => rename(e.currentTarget.value),
      }),
      el('button', iconButton(t`Move player ${i + 1} up`, i === 0 ? undefined : up), '↑'),
      el('button', iconButton(t`Take player ${i + 1} out`, out), '×'),
    ),
    el('small', { class: 'quiet', 'aria-live': 'polite' }, differs && t`written ${word || '…'}`),
  );
}

/**
 * The properties of a button with a sign in place of words. Without an act it is disabled.
 * @param {string} label
 * @param {(() => void)=} act
 */
const iconButton = (label, act) =>
  ({ class: 'icon', type: /** @type {const} */ ('button'), 'aria-label': label, disabled: !act, onClick: act });

/**
 * Where tables read the rules differently. Few look at that, so it is drawn when it is opened.
 * @param {{game: GameView, options: {[name: string]: string}, setOptions: (options: {[name: string]: string}) => void,
 *   openRules: (rule: string, game: string) => void}} props
 */
function Readings(props) {
  const [open, setOpen] = useState(false);
  return el(
    'details', { class: 'readings', onToggle: (e) => setOpen(e.currentTarget.open) },
    el('summary', null, t`Where tables read the rules differently`),
    open && h(Variants, props),
  );
}

/** @param {Parameters<typeof Readings>[0]} props */
function Variants({ game, options, setOptions, openRules }) {
  const readings = useReadings(game);
  return game.options.map((option) =>
    h(Variant, {
      key: `${game.id}-${option.name}`, option, words: readings[option.name] ?? {},
      chosen: options[option.name] ?? option.values[0] ?? '',
      choose: (value) => setOptions({ ...options, [option.name]: value }),
      open: () => openRules(option.rule, game.id),
    }));
}

/**
 * @param {{option: OptionView, words: Reading, chosen: string, choose: (value: string) => void,
 *   open: () => void}} props
 */
function Variant({ option: { name, values, rule }, words, chosen, choose, open }) {
  const heading = words.title ?? capital(name);
  const ruled = rule && h(RuleButton, { look: 'link', rule, open });
  if (values.length > MOST_RADIOS) {
    const menu = el(
      'select', { value: chosen, onChange: (e) => choose(e.currentTarget.value) },
      values.map((v) => el('option', { value: v }, words[v] ?? v)),
    );
    return el('fieldset', null, el('label', { class: 'field' }, el('span', null, heading), menu), ruled);
  }
  return h(
    Fieldset, { legend: heading },
    values.map((v, i) =>
      h(Radio, {
        key: v, name: `option-${name}`, value: v, checked: v === chosen, change: () => choose(v), title: words[v] ?? v,
        about: i === 0 ? t`usual` : '',
      })),
    ruled,
  );
}

/** @param {{legend: string, children?: ComponentChildren}} props */
const Fieldset = ({ legend, children }) => el('fieldset', null, el('legend', null, legend), children);

/**
 * @param {{name: string, value: string, checked: boolean, disabled?: boolean, change: () => void, title: string,
 *   about: string}} props
 */
const Radio = ({ name, value, checked, disabled, change, title: words, about }) =>
  el(
    'label', { class: 'radio' },
    el('input', { type: 'radio', name, value, checked, disabled, onChange: change }),
    el('span', null, el('b', null, words), about && el('small', null, about)),
  );

/**
 * The name of a colour. Each begins with another letter, which is on its swatch.
 * @param {string} word
 */
function colourName(word = '') {
  /** @type {{[word: string]: string}} */
  const names = {
    orange: t`Orange`, sky: t`Sky blue`, green: t`Green`, yellow: t`Yellow`, mauve: t`Mauve`, rust: t`Rust`,
    blue: t`Blue`, white: t`White`,
  };
  return names[word] ?? capital(word);
}

/** @param {{palette: Colour[], word: string|undefined}} props */
function Swatch({ palette, word }) {
  const style = { '--seat': palette.find((c) => c.word === word)?.colour ?? '' };
  return el('span', { class: 'swatch', style, 'aria-hidden': true }, el('b', null, colourName(word).charAt(0)));
}

/**
 * Asks for the colour of one seat. If another seat has the chosen colour, the two swap.
 * @param {Colour[]} palette
 * @param {Player[]} seats
 * @param {number} i
 * @param {(seats: Player[]) => void} choose
 */
function chooseColour(palette, seats, i, choose) {
  /** @param {number} n */
  const nameOf = (n) => seats[n]?.name.trim() || t`player ${n + 1}`;
  /** @param {string} word */
  const take = (word) =>
    choose(seats.map((p, n) => {
      if (n === i) return { ...p, colour: word };
      return p.colour === word ? { ...p, colour: seats[i]?.colour } : p;
    }));
  openSheet({
    title: t`The colour of ${nameOf(i)}`,
    kind: 'small',
    view: (close) =>
      el('div', { class: 'choices' }, palette.map((c) => {
        const holder = seats.findIndex((p) => p.colour === c.word);
        const act = () => {
          close();
          take(c.word);
        };
        return h(
          Button, { look: 'choice', pressed: holder === i, act },
          h(Swatch, { palette, word: c.word }),
          el('span', null, el('b', null, colourName(c.word)), holder >= 0 && el('small', null, nameOf(holder))),
        );
      })),
  });
}
