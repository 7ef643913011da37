// Joining: the join code, the seats, the invitation for friends.
import { h, s, draw } from './dom.js';
import { flame, seal, seatDot } from './ornaments.js';
import { secureHome } from './token.js';
import { t } from './lang.js';

// Why the table does not let the viewer in.
const whyNot = (code) => ({
  join: t`This table has a join code. It is on the panel of the table, and on the phone of anybody who is in, under “Menu”.`,
  wrong: t`That is not the code of this table. The right one is on the panel of the table, and on the phone of anybody who is in.`,
  wait: t`Too many wrong codes, or too many new phones at once. Wait a minute, then try again.`,
  protocol: t`This page and the table are of different versions. Load the page again.`,
  kicked: t`The host has sent this phone away. It comes in again when there is a new code: scan that, or type it.`,
  link: t`This link was used already, or is too old. Open the table where this phone was in, without encryption, and go on from there again. Or type the join code:`,
  left: t`This phone has left the table. With the join code it comes in again.`,
  ended: t`Another page that is in as this phone has ended this one. With the join code it comes in again.`,
  turned: t`The host has not let this phone in.`,
  late: t`No host has let this phone in for ten minutes. To ask again, type the join code.`,
  carried: t`This phone goes on over an encrypted connection, in another window.`,
}[code]);

/**
 * The page that asks for the join code.
 * @param {Object} refused the table's refusal
 * @param {function(string): void} enter
 */
function joinView(refused, enter) {
  const input = h('input.code', {
    id: 'code', type: 'text', name: 'code', autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', enterkeyhint: 'go', maxlength: 32, required: true, 'aria-describedby': 'code-why',
  });
  const form = h(
    'form.join', { onsubmit: (e) => (e.preventDefault(), input.value.trim() && enter(input.value.trim())) },
    h('label', { for: 'code' }, t`Join code`),
    input,
    h('button.gold.wide', { type: 'submit' }, t`Come in`),
  );
  return h(
    'section.cover', null,
    h('div.cover-seal', null, seal(6, 2), flame()),
    h('h1', null, 'Familiar'),
    h('p', { id: 'code-why', class: refused.code === 'join' ? '' : 'refusal', role: 'alert' }, whyNot(refused.code) ?? refused.text),
    location.protocol === 'http:' && secureHome.load() && h('a.button.gold.wide', { href: secureHome.load() }, t`Go on encrypted`),
    refused.code === 'protocol' ? h('button.gold.wide', { type: 'button', onclick: () => location.reload() }, t`Load again`) : form,
  );
}

/**
 * The page of a phone that waits until a host lets it in.
 * @param {{mark: string, device: string, host: boolean}} waits
 */
function waitingView({ mark, device, host }) {
  return h(
    'section.cover', null,
    h('div.cover-seal', null, seal(6, 2), flame()),
    h('h1', null, 'Familiar'),
    h('p', { role: 'status' }, t`A host has to let this phone in. It is number ${mark}.`),
    device && h('p.quiet', null, device),
    !host && h('p.quiet', null, t`No host is at the table just now.`),
  );
}

/**
 * The page until the first message of the table.
 * @param {string} line the state of the connection
 */
function openingView(line) {
  // A table that is there and says nothing for a while has begun to run just now.
  const words = line === 'open' ? h('p.quiet.after-a-while', { role: 'status' }, t`The table is reading the last game …`) : h('p.quiet', { role: 'status' }, t`Lighting the candles …`);
  return h('section.cover', null, h('div.cover-seal', null, seal(6, 2), flame()), h('h1', null, 'Familiar'), words);
}

/**
 * Draws the cover: why the viewer is not let in, or what is waited for. Reports whether it has changed.
 * @param {Element} root
 * @param {Object} state
 * @param {function(string): void} enter takes a join code
 */
export const drawCover = (root, { refused, waits, line }, enter) =>
  draw(root, [refused, waits, !refused && line === 'open'], () => (refused ? joinView(refused, enter) : waits ? waitingView(waits) : openingView(line)));

/**
 * The choice of a seat.
 * @param {Object} ctx
 */
export function seatView(ctx) {
  return [
    h('h2', null, t`Take your seat`),
    h('ul.seats', null, ctx.game.seats.map((x) =>
      h('li', null, h(
        'button.choice', { type: 'button', key: `sit-${x.word}`, disabled: x.taken && (x.here || !ctx.snapshot.you.host), onclick: () => ctx.actions.ask({ type: 'sit', seat: x.word }) },
        seatDot(x.colour),
        h('span', null, h('b', null, x.title), x.taken && h('small', null, ' ', x.here ? t`taken` : ctx.snapshot.you.host ? t`phone away: take the seat over` : t`taken, phone asleep`)),
      )))),
    h('button.plain.wide', { type: 'button', onclick: () => ctx.actions.watchOnly() }, t`Only watch`),
  ];
}

/** A QR code, dark on parchment, with the quiet zone of four modules that cameras need. */
export function qrView(rows, label = t`QR code with the address of this table`) {
  const path = rows.flatMap((row, y) => [...row.matchAll(/1+/g)].map((m) => `M${m.index} ${y}h${m[0].length}v1h-${m[0].length}z`)).join('');
  const n = rows.length;
  return h('div.qr', { role: 'img', 'aria-label': label }, s('svg', { viewBox: `-3 -3 ${n + 6} ${n + 6}`, 'shape-rendering': 'crispEdges', 'aria-hidden': 'true' }, s('path', { d: path, fill: 'currentColor' })));
}

/**
 * How others can join.
 * @param {Object} welcome
 */
export function inviteView(welcome) {
  return h(
    'div.invite', null,
    welcome.qr?.length > 0 && qrView(welcome.qr),
    h('p', null, t`Point a phone’s camera here to join, or type the code:`),
    h('p.big-code', null, welcome.code ?? ''),
    welcome.joinURL && h('p.quiet.address', null, welcome.joinURL.replace(/#.*/, '')),
  );
}

/**
 * How a television can show the table.
 * @param {Object} welcome
 */
export const televisionView = (welcome) => [
  h('p', null, t`A television, a tablet or a laptop shows everybody the table, and no secrets. Open there, and type the code:`),
  h('p.address', null, h('b', null, `${(welcome.joinURL ?? '').replace(/\/?#.*/, '')}/tv`)),
  h('a.button.plain.wide', { href: `/tv#join=${encodeURIComponent(welcome.code ?? '')}`, target: '_blank', rel: 'noopener' }, t`Show it on this screen`),
];
