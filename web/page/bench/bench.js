// @ts-check
// The devices on the bench: readers, lamps, number display, buttons and knobs.
import { Button } from '../shared/button.js';
import { Card } from '../shared/cards.js';
import { Seal } from '../shared/ornaments.js';
import { el, h, useEffect, useRef } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { Deck } from '../shared/cards.js' */
/** @import { BenchButton, BenchReader, BenchTag, Names, SeatView } from '../../types/protocol' */

const HOLDS = /\s*\((hold:?\s[^)]*)\)\s*$/i; // a title ends with the button's second function, for a long press
const HOLD_TIME = 700; // ms after which a press of a button is a long one
const STRIP_ROW = 24; // lamps in a row of a strip, which has at most three rows

/**
 * @typedef {object} BenchActions
 * @property {(reader: string) => void} reader lays the tag in hand on a reader
 * @property {(tag: number) => void} lift
 * @property {(reader: string, broken: boolean) => void} fault
 * @property {(button: string, long: boolean) => void} press
 * @property {(knob: string, clicks: number) => void} turn
 */

/**
 * Reports whether the game has a place.
 * @param {Names|null} names
 * @param {string|undefined} place
 */
const has = (names, place) => names?.names[place ?? '']?.sort === 'place';

/**
 * The readers that are shown: not those of seats that nobody plays, nor of places that this game does not have. Those
 * of the table's own places come first.
 * @param {BenchReader[]} readers
 * @param {SeatView[]} seats
 * @param {Names|null} names
 */
function used(readers, seats, names) {
  /** @param {BenchReader} r */
  const stands = (r) => {
    if (seats.length === 0) return r.seat > 0 || !r.place;
    return r.seat > 0 ? r.seat <= seats.length : !r.place || has(names, r.place);
  };
  const shown = readers.filter((r) => r.tags.length > 0 || stands(r));
  const places = shown.filter((r) => !r.seat && r.place);
  return { places, all: [...places, ...shown.filter((r) => !places.includes(r))] };
}

/**
 * Where the readers are. Those of the seats are around the table, with none directly above or below the middle if
 * possible. The readers of the table's own places are between them, on the left and on the right.
 * @param {BenchReader[]} all
 * @param {BenchReader[]} places
 */
function around(all, places) {
  const ring = all.filter((r) => r.seat > 0);
  const half = Math.ceil(places.length / 2);
  ring.splice((ring.length + places.length) % 2 ? ring.length : -1, 0, ...places.slice(0, half));
  ring.splice(1, 0, ...places.slice(half));
  const start = ring.length % 2 ? -Math.PI / 2 : Math.PI / ring.length - Math.PI / 2;
  /** @param {BenchReader} r */
  const angle = (r) => (2 * Math.PI * ring.indexOf(r)) / ring.length + start;
  return { n: ring.length, angle };
}

/**
 * The readers around the table.
 * @param {object} props
 * @param {HTMLElement} props.board is told how its readers stand
 * @param {BenchReader[]} props.readers
 * @param {BenchTag[]} props.tags
 * @param {SeatView[]} props.seats the players, if a game is under way
 * @param {BenchTag|null} props.picked the tag in hand
 * @param {Deck} props.deck
 * @param {BenchActions} props.act
 */
export function Readers({ board, readers, seats, deck, ...rest }) {
  const { places, all } = used(readers, seats, deck.names);
  const { n, angle } = around(all, places);
  const centred = all.some((r) => !r.seat && !r.place);
  useEffect(() => {
    board.classList.toggle('odd', n % 2 === 1);
    board.classList.toggle('centred', centred);
  }, [n, centred]);
  return all.map((reader) => h(Reader, {
    key: reader.name, reader, seat: seats[reader.seat - 1], angle: angle(reader), deck, ...rest,
  }));
}

/**
 * @param {object} props
 * @param {BenchReader} props.reader
 * @param {SeatView} [props.seat]
 * @param {number} props.angle
 * @param {BenchTag[]} props.tags
 * @param {BenchTag|null} props.picked
 * @param {Deck} props.deck
 * @param {BenchActions} props.act
 */
function Reader({ reader, seat, angle, tags, picked, deck, act }) {
  const { name, place, fault } = reader;
  // If the game does not have the reader's place, the reader stands for the seat only.
  const at = deck.names?.names[seat ? `${seat.word}.${place}` : place ?? ''];
  const title = (at?.sort === 'place' ? at.title : seat?.title) ?? reader.title;
  const lying = tags.filter((x) => x.reader === name);
  const full = lying.length > 0 ? t`${title}, with ${lying.map((x) => x.title).join(', ')}` : title;
  const cls = [
    'reader', !reader.seat && !place && 'middle', lying.length > 0 && 'busy', fault && 'ill', picked && 'wanted',
  ];
  return el(
    'div',
    {
      class: cls.filter(Boolean).join(' '), 'data-reader': name,
      style: {
        '--seat': seat?.colour ?? '#d6b06a', '--x': Math.cos(angle).toFixed(3), '--y': Math.sin(angle).toFixed(3),
      },
    },
    h(
      Button,
      {
        look: 'disc', name: `reader-${name}`, act: () => act.reader(name),
        label: picked ? t`${full}: lay ${picked.title} here` : full,
      },
      lying.length === 0 && h(Seal, { points: reader.seat ? 5 : 6 }),
    ),
    el('div', { class: 'lying', style: { '--beside': lying.length - 1 } }, lying.map((x) => h(Card, {
      key: x.id, word: x.word || x.title, deck, name: `on-${x.id}`,
      label: picked ? t`Lay ${picked.title} beside ${x.title}` : t`Lift ${x.title}`,
      tap: () => (picked ? act.reader(name) : act.lift(x.id)),
    }))),
    el('p', { class: 'reader-title' }, title),
    h(
      Button,
      { look: 'plug', name: `plug-${name}`, pressed: Boolean(fault), act: () => act.fault(name, !fault) },
      fault ? t`Plug in` : t`Unplug`,
    ),
  );
}

/** @param {string} colour */
const isDark = (colour) => /^#0{6}$/i.test(colour);

/**
 * The ring or strip of lamps; its middle shows the sound of the buzzer. A strip is drawn row by row, from the left.
 * @param {{lamps: string[], strip: boolean, hz: number}} props `hz` is 0 for silence
 */
export function Lamps({ lamps, strip, hz }) {
  const n = lamps.length;
  const row = Math.min(n, Math.max(STRIP_ROW, Math.ceil(n / 3)));
  const rows = Math.ceil(n / row);
  const lit = lamps.filter((c) => !isDark(c)).length;
  const [w, high] = strip ? [row * 14, rows * 14] : [100, 100];
  /** @param {number} i */
  const place = (i) => {
    if (strip) return { cx: (i % row) * 14 - (row - 1) * 7, cy: Math.floor(i / row) * 14 - (rows - 1) * 7 };
    const a = (2 * Math.PI * i) / n - Math.PI / 2;
    return { cx: (42 * Math.cos(a)).toFixed(2), cy: (42 * Math.sin(a)).toFixed(2) };
  };
  const label = strip ? t`Strip of ${n} lamps, ${lit} lit` : t`Ring of ${n} lamps, ${lit} lit`;
  return [
    n > 0 && el(
      'svg', { viewBox: `${-w / 2} ${-high / 2} ${w} ${high}`, role: 'img', 'aria-label': label },
      !strip && [el('circle', { r: 49, class: 'ring-rim' }), el('circle', { r: 35, class: 'ring-rim' })],
      lamps.map((colour, i) => el(
        'g', null,
        !isDark(colour) && el('circle', { ...place(i), r: 6.5, fill: colour, opacity: 0.3 }),
        el('circle', {
          ...place(i), r: 2.8, fill: isDark(colour) ? '#2a1f17' : colour, stroke: '#6d5836', 'stroke-width': 0.4,
        }),
      )),
    ),
    el('p', { class: hz > 0 ? 'hz on' : 'hz' }, hz > 0 ? `♪ ${Math.round(hz)} Hz` : ''),
  ];
}

/**
 * The number display.
 * @param {{digits: string}} props `digits` is what it shows, a character each
 */
export const Readout = ({ digits }) => {
  const label = digits.trim() ? t`Number display: ${digits.trim()}` : t`Number display, dark`;
  return el('p', { class: 'readout', role: 'img', 'aria-label': label }, digits);
};

/**
 * The buttons and knobs of the table.
 * @param {{buttons: BenchButton[], knobs: BenchButton[], act: BenchActions}} props
 */
export const Keys = ({ buttons, knobs, act }) => [
  knobs.map((k) => el(
    'div', { key: k.name, class: k.down ? 'key knob down' : 'key knob', role: 'group', 'aria-label': k.title },
    h(Turn, { knob: k.name, label: t`Turn ${k.title} to the left`, sign: '↺', clicks: -1, act }),
    h(Cap, { button: k, act }),
    h(Turn, { knob: k.name, label: t`Turn ${k.title} to the right`, sign: '↻', clicks: 1, act }),
    h(Long, { name: k.name, words: t`hold: back`, act }),
  )),
  buttons.map((b) => el(
    'div', { key: b.name, class: b.down ? 'key down' : 'key' },
    h(Cap, { button: b, act }),
    HOLDS.test(b.title) && h(Long, { name: b.name, words: HOLDS.exec(b.title)?.[1] ?? '', act }),
  )),
];

/** @param {{knob: string, label: string, sign: string, clicks: number, act: BenchActions}} props */
const Turn = ({ knob, label, sign, clicks, act }) =>
  h(Button, { look: 'turn', name: `turn-${clicks}-${knob}`, label, act: () => act.turn(knob, clicks) }, sign);

/**
 * A long press, for people who cannot hold a button.
 * @param {{name: string, words: string, act: BenchActions}} props
 */
const Long = ({ name, words, act }) =>
  h(Button, { look: 'long', name: `long-${name}`, act: () => act.press(name, true) }, words);

/**
 * The part of a button or knob that is pressed. Holding it is a long press.
 * @param {{button: BenchButton, act: BenchActions}} props
 */
function Cap({ button: { name, title }, act }) {
  const press = useRef({ timer: 0, long: false });
  const down = () => {
    press.current.long = false;
    press.current.timer = setTimeout(() => {
      press.current.long = true;
      act.press(name, true);
    }, HOLD_TIME);
  };
  const up = () => clearTimeout(press.current.timer);
  const click = () => {
    if (!press.current.long) act.press(name, false);
    press.current.long = false;
  };
  return el(
    'button',
    {
      class: 'cap', type: 'button', 'data-key': `key-${name}`, onPointerDown: down, onPointerUp: up, onPointerLeave: up,
      onPointerCancel: up, onContextMenu: (e) => e.preventDefault(), onClick: click,
    },
    title.replace(HOLDS, ''),
  );
}
