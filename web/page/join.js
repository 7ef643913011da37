// Coming in: the join code, the seats, the way in for friends.
import { h, s } from './dom.js';
import { seal, flame } from './ornaments.js';

const WORDS = {
  join: 'This table has a join code. It is on the panel of the table, and on the phone of anybody who is in, under “Menu”.',
  wrong: 'That is not the code of this table. The right one is on the panel of the table, and on the phone of anybody who is in.',
  wait: 'Too many wrong codes came from this phone. Wait a little, then try again.',
  protocol: 'This page and the table are of different versions. Load the page again.',
};

/**
 * The page that asks for the join code.
 * @param {Object} refused the table's refusal
 * @param {function(string): void} enter
 */
export function joinView(refused, enter) {
  const input = h('input.code', {
    id: 'code', type: 'text', name: 'code', autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', enterkeyhint: 'go', maxlength: 32, required: true, 'aria-describedby': 'code-why',
  });
  const form = h(
    'form.join', { onsubmit: (e) => (e.preventDefault(), input.value.trim() && enter(input.value.trim())) },
    h('label', { for: 'code' }, 'Join code'),
    input,
    h('button.gold.wide', { type: 'submit' }, 'Come in'),
  );
  return h(
    'section.cover', null,
    h('div.cover-seal', null, seal(6, 2), flame()),
    h('h1', null, 'Familiar'),
    h('p', { id: 'code-why', class: refused.code === 'join' ? '' : 'refusal', role: 'alert' }, WORDS[refused.code] ?? refused.text),
    refused.code === 'protocol' ? h('button.gold.wide', { type: 'button', onclick: () => location.reload() }, 'Load again') : form,
  );
}

/** The page before the table has spoken. */
export function openingView() {
  return h('section.cover', null, h('div.cover-seal', null, seal(6, 2), flame()), h('h1', null, 'Familiar'), h('p.quiet', { role: 'status' }, 'Lighting the candles …'));
}

/**
 * The choice of a seat.
 * @param {Object} ctx
 */
export function seatView(ctx) {
  return [
    h('h2', null, 'Take your seat'),
    h('ul.seats', null, ctx.game.seats.map((x) =>
      h('li', null, h(
        'button.choice', { type: 'button', key: `sit-${x.word}`, disabled: x.taken && (x.here || !ctx.snapshot.you.host), onclick: () => ctx.actions.ask({ type: 'sit', seat: x.word }) },
        h('span.wax', { '--seat': x.colour, 'aria-hidden': 'true' }),
        h('span', null, h('b', null, x.title), x.taken && h('small', null, x.here ? ' taken' : ctx.snapshot.you.host ? ' phone away: take the seat over' : ' taken, phone asleep')),
      )))),
    h('button.plain.wide', { type: 'button', onclick: () => ctx.actions.watchOnly() }, 'Only watch'),
  ];
}

// The code is drawn dark on parchment, with the quiet zone of four modules that cameras need.
function qrView(rows) {
  const path = rows.flatMap((row, y) => [...row.matchAll(/1+/g)].map((m) => `M${m.index} ${y}h${m[0].length}v1h-${m[0].length}z`)).join('');
  const n = rows.length;
  return h('div.qr', { role: 'img', 'aria-label': 'QR code with the address of this table' }, s('svg', { viewBox: `-3 -3 ${n + 6} ${n + 6}`, 'shape-rendering': 'crispEdges', 'aria-hidden': 'true' }, s('path', { d: path, fill: 'currentColor' })));
}

/**
 * How others come in.
 * @param {Object} welcome
 */
export function inviteView(welcome) {
  return h(
    'div.invite', null,
    welcome.qr?.length > 0 && qrView(welcome.qr),
    h('p', null, 'Point a phone’s camera here to join, or type the code:'),
    h('p.big-code', null, welcome.code ?? ''),
    welcome.joinURL && h('p.quiet.address', null, welcome.joinURL.replace(/#.*/, '')),
  );
}

