// What stands on the bench: readers, lamps, panel, buttons.
import { h, s, draw } from './dom.js';
import { card } from './cards.js';
import { seal } from './ornaments.js';
import { t } from './lang.js';

const HOLDS = /\s*\((hold:?\s[^)]*)\)\s*$/i; // a button that does something else when it is held says so in its title
const HOLD = 700; // of a button, ms: then it is a long press

/**
 * The readers around the table. A reader of a seat that nobody plays is left out, or of a place that the table of this game does not have.
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
  // The seats' readers stand around the table, none of them above or below the middle if that can be, and those of its own places between them, on
  // the left and on the right.
  const around = used.filter((r) => r.seat > 0);
  const half = Math.ceil(places.length / 2);
  around.splice((around.length + places.length) % 2 ? around.length : -1, 0, ...places.slice(0, half));
  around.splice(1, 0, ...places.slice(half));
  const start = around.length % 2 ? -Math.PI / 2 : Math.PI / around.length - Math.PI / 2;
  root.classList.toggle('odd', around.length % 2 === 1);
  draw(root, [used, tags.filter((t) => t.reader), seats, Boolean(ctx.names), picked?.id, mark], () =>
    used.map((r) => {
      const seat = seats[r.seat - 1];
      // A place that the game does not have is not spoken of: there the reader stands for the seat alone.
      const place = seat ? `${seat.word}.${r.place}` : r.place;
      const title = has(place) ? ctx.names.names[place].title : seat?.title ?? r.title;
      const lying = tags.filter((x) => x.reader === r.name);
      const full = lying.length ? t`${title}, with ${lying.map((x) => x.title).join(', ')}` : title;
      const a = (2 * Math.PI * around.indexOf(r)) / around.length + start;
      const cls = ['reader', !r.seat && !r.place && 'middle', lying.length && 'busy', r.fault && 'ill', picked && 'wanted'];
      return h(
        'div.reader', { 'data-reader': r.name, class: cls.filter(Boolean).join(' '), '--seat': seat?.colour ?? '#d6b06a', '--x': Math.cos(a).toFixed(3), '--y': Math.sin(a).toFixed(3) },
        h('button.disc', { type: 'button', key: `reader-${r.name}`, onclick: () => act.reader(r.name), 'aria-label': picked ? t`${full}: lay ${picked.title} here` : full }, lying.length === 0 && seal(r.seat ? 5 : 6, 2)),
        h('div.lying', { '--beside': lying.length - 1 }, lying.map((x) => card(x.word || x.title, ctx, { key: `on-${x.id}`, label: picked ? t`Lay ${picked.title} beside ${x.title}` : t`Lift ${x.title}`, tap: () => (picked ? act.reader(r.name) : act.lift(x.id)) }))),
        h('p.reader-title', null, title),
        h('button.plug', { type: 'button', key: `plug-${r.name}`, 'aria-pressed': String(Boolean(r.fault)), onclick: () => act.fault(r.name, !r.fault) }, r.fault ? t`Plug in` : t`Unplug`),
      );
    }));
}

/**
 * The ring of lamps; its middle shows what the buzzer does.
 * @param {HTMLElement} root
 * @param {Array<string>} lamps
 * @param {number} hz
 */
export function drawLamps(root, lamps, hz) {
  draw(root, [lamps, hz], () => {
    const n = lamps.length;
    const dots = lamps.map((colour, i) => {
      const a = (2 * Math.PI * i) / n - Math.PI / 2;
      const dark = /^#0{6}$/i.test(colour);
      const at = { cx: (42 * Math.cos(a)).toFixed(2), cy: (42 * Math.sin(a)).toFixed(2) };
      return s('g', null, !dark && s('circle', { ...at, r: 6.500, fill: colour, opacity: 0.3 }), s('circle', { ...at, r: 2.800, fill: dark ? '#2a1f17' : colour, stroke: '#6d5836', 'stroke-width': 0.4 }));
    });
    const lit = lamps.filter((c) => !/^#0{6}$/i.test(c)).length;
    return [
      n > 0 && s('svg', { viewBox: '-50 -50 100 100', role: 'img', 'aria-label': t`Ring of ${n} lamps, ${lit} lit` }, s('circle', { r: 49, class: 'ring-rim' }), s('circle', { r: 35, class: 'ring-rim' }), dots),
      h('p.hz', { class: hz > 0 ? 'hz on' : 'hz' }, hz > 0 ? `♪ ${Math.round(hz)} Hz` : ''),
    ];
  });
}

/**
 * The buttons of the table. Holding one presses it long, and so does the small one beside it, for those who cannot hold.
 * @param {HTMLElement} root
 * @param {Array<Object>} buttons
 * @param {function(string, boolean): void} press
 */
export function drawKeys(root, buttons, press) {
  draw(root, buttons, () =>
    buttons.map((b) => {
      let timer = 0;
      let long = false;
      const down = () => {
        long = false;
        timer = setTimeout(() => ((long = true), press(b.name, true)), HOLD);
      };
      const up = () => clearTimeout(timer);
      return h(
        'div.key', { class: b.down ? 'key down' : 'key' },
        h('button.cap', { type: 'button', key: `key-${b.name}`, onpointerdown: down, onpointerup: up, onpointerleave: up, onpointercancel: up, oncontextmenu: (e) => e.preventDefault(), onclick: () => (long ? (long = false) : press(b.name, false)) }, b.title.replace(HOLDS, '')),
        HOLDS.test(b.title) && h('button.long', { type: 'button', key: `long-${b.name}`, onclick: () => press(b.name, true) }, HOLDS.exec(b.title)[1]),
      );
    }));
}
