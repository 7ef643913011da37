// The devices on the bench: readers, lamps, panel, buttons.
import { h, s, draw } from './dom.js';
import { card, seal } from './made.js';
import { t } from './lang.js';

const HOLDS = /\s*\((hold:?\s[^)]*)\)\s*$/i; // a title ends with the button's second function, for a long press
const HOLD_TIME = 700; // ms after which a press of a button is a long one
const STRIP_ROW = 24; // lamps in a row of a strip, which has at most three rows

/**
 * The readers around the table, without those of seats that nobody plays and of places that this game does not have.
 * @param {HTMLElement} root
 * @param {Object} view
 * @param {Array<Object>} view.readers
 * @param {Array<Object>} view.tags
 * @param {Array<Object>} view.seats the players, if a game is under way
 * @param {?Object} view.picked the tag in hand
 * @param {Object} view.ctx for the pictures of the cards
 * @param {Object} view.act
 */
export function drawReaders(root, { readers, tags, seats, picked, ctx, act, mark }) {
  const has = (place) => ctx.names?.names[place]?.sort === 'place';
  const stands = (r) => (r.seat ? r.seat <= seats.length : !r.place || has(r.place));
  const on = readers.filter((r) => r.tags?.length > 0 || (seats.length > 0 ? stands(r) : r.seat || !r.place));
  const places = on.filter((r) => !r.seat && r.place);
  const used = [...places, ...on.filter((r) => !places.includes(r))];
  // The seats' readers are around the table, with none directly above or below the middle if possible. The readers of the table's own places are between
  // them, on the left and on the right.
  const around = used.filter((r) => r.seat > 0);
  const half = Math.ceil(places.length / 2);
  around.splice((around.length + places.length) % 2 ? around.length : -1, 0, ...places.slice(0, half));
  around.splice(1, 0, ...places.slice(half));
  const start = around.length % 2 ? -Math.PI / 2 : Math.PI / around.length - Math.PI / 2;
  root.parentElement.classList.toggle('odd', around.length % 2 === 1);
  root.parentElement.classList.toggle('centred', used.some((r) => !r.seat && !r.place));
  draw(root, [used, tags.filter((t) => t.reader), seats, Boolean(ctx.names), picked?.id, mark], () =>
    used.map((r) => {
      const seat = seats[r.seat - 1];
      // If the game does not have the reader's place, the reader stands for the seat only.
      const place = seat ? `${seat.word}.${r.place}` : r.place;
      const title = has(place) ? ctx.names.names[place].title : seat?.title ?? r.title;
      const lying = tags.filter((x) => x.reader === r.name);
      const full = lying.length ? t`${title}, with ${lying.map((x) => x.title).join(', ')}` : title;
      const a = (2 * Math.PI * around.indexOf(r)) / around.length + start;
      const cls = ['reader', !r.seat && !r.place && 'middle', lying.length && 'busy', r.fault && 'ill', picked && 'wanted'];
      return h(
        'div.reader', { 'data-reader': r.name, class: cls.filter(Boolean).join(' '), '--seat': seat?.colour ?? '#d6b06a', '--x': Math.cos(a).toFixed(3), '--y': Math.sin(a).toFixed(3) },
        h('button.disc', { type: 'button', key: `reader-${r.name}`, onclick: () => act.reader(r.name), 'aria-label': picked ? t`${full}: lay ${picked.title} here` : full }, lying.length === 0 && seal(r.seat ? 5 : 6)),
        h('div.lying', { '--beside': lying.length - 1 }, lying.map((x) => card(x.word || x.title, ctx, { key: `on-${x.id}`, label: picked ? t`Lay ${picked.title} beside ${x.title}` : t`Lift ${x.title}`, tap: () => (picked ? act.reader(r.name) : act.lift(x.id)) }))),
        h('p.reader-title', null, title),
        h('button.plug', { type: 'button', key: `plug-${r.name}`, 'aria-pressed': String(Boolean(r.fault)), onclick: () => act.fault(r.name, !r.fault) }, r.fault ? t`Plug in` : t`Unplug`),
      );
    }));
}

const isDark = (colour) => /^#0{6}$/i.test(colour);

/**
 * The ring or strip of lamps; its middle shows the sound of the buzzer. A strip is drawn row by row, from the left.
 * @param {HTMLElement} root
 * @param {Array<string>} lamps
 * @param {string} shape 'ring' or 'strip'
 * @param {number} hz
 */
export function drawLamps(root, lamps, shape, hz) {
  const strip = shape === 'strip';
  draw(root, [lamps, strip, hz], () => {
    const n = lamps.length;
    const row = Math.min(n, Math.max(STRIP_ROW, Math.ceil(n / 3)));
    const place = (i) => {
      const a = (2 * Math.PI * i) / n - Math.PI / 2;
      const [x, y] = strip ? [(i % row) * 14 - (row - 1) * 7, Math.floor(i / row) * 14 - (Math.ceil(n / row) - 1) * 7] : [42 * Math.cos(a), 42 * Math.sin(a)];
      return { cx: x.toFixed(2), cy: y.toFixed(2) };
    };
    const dots = lamps.map((colour, i) => {
      const dark = isDark(colour);
      const at = place(i);
      return s('g', null, !dark && s('circle', { ...at, r: 6.500, fill: colour, opacity: 0.3 }), s('circle', { ...at, r: 2.800, fill: dark ? '#2a1f17' : colour, stroke: '#6d5836', 'stroke-width': 0.4 }));
    });
    const lit = lamps.filter((c) => !isDark(c)).length;
    const [w, high] = strip ? [row * 14, Math.ceil(n / row) * 14] : [100, 100];
    const rims = !strip && [s('circle', { r: 49, class: 'ring-rim' }), s('circle', { r: 35, class: 'ring-rim' })];
    return [
      n > 0 && s('svg', { viewBox: `${-w / 2} ${-high / 2} ${w} ${high}`, role: 'img', 'aria-label': strip ? t`Strip of ${n} lamps, ${lit} lit` : t`Ring of ${n} lamps, ${lit} lit` }, rims, dots),
      h('p.hz', { class: hz > 0 ? 'hz on' : 'hz' }, hz > 0 ? `♪ ${Math.round(hz)} Hz` : ''),
    ];
  });
}

/**
 * The buttons and knobs of the table. Holding one is a long press; so is the small button beside it, for people who cannot hold.
 * @param {HTMLElement} root
 * @param {Array<Object>} buttons
 * @param {Array<Object>} knobs
 * @param {Object} act
 */
export function drawKeys(root, buttons, knobs, act) {
  draw(root, [buttons, knobs], () => [
    knobs.map((k) => h('div.key.knob', { class: k.down ? 'key knob down' : 'key knob', role: 'group', 'aria-label': k.title },
      h('button.turn', { type: 'button', key: `left-${k.name}`, 'aria-label': t`Turn ${k.title} to the left`, onclick: () => act.turn(k.name, -1) }, '↺'),
      cap(k, act),
      h('button.turn', { type: 'button', key: `right-${k.name}`, 'aria-label': t`Turn ${k.title} to the right`, onclick: () => act.turn(k.name, 1) }, '↻'),
      h('button.long', { type: 'button', key: `long-${k.name}`, onclick: () => act.press(k.name, true) }, t`hold: back`))),
    buttons.map((b) => h('div.key', { class: b.down ? 'key down' : 'key' },
      cap(b, act),
      HOLDS.test(b.title) && h('button.long', { type: 'button', key: `long-${b.name}`, onclick: () => act.press(b.name, true) }, HOLDS.exec(b.title)[1]))),
  ]);
}

// The part of a button or knob that is pressed.
function cap({ name, title }, act) {
  let timer = 0;
  let long = false;
  const down = () => {
    long = false;
    timer = setTimeout(() => ((long = true), act.press(name, true)), HOLD_TIME);
  };
  const up = () => clearTimeout(timer);
  return h('button.cap', { type: 'button', key: `key-${name}`, onpointerdown: down, onpointerup: up, onpointerleave: up, onpointercancel: up, oncontextmenu: (e) => e.preventDefault(), onclick: () => (long ? (long = false) : act.press(name, false)) }, title.replace(HOLDS, ''));
}
