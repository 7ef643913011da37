// Joining: the seats, the invitation for friends.
import { h, s } from './dom.js';
import { seatDot } from './ornaments.js';
import { t } from './lang.js';

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
