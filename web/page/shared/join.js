// @ts-check
// Joining: the seats, the invitation for friends.
import { Button } from './button.js';
import { SeatDot } from './ornaments.js';
import { el, h } from './view.js';
import { t } from './lang.js';

/** @import { GameContext } from './context.js' */
/** @import { Invitation, SeatView } from '../../types/protocol' */

/**
 * The choice of a seat.
 * @param {GameContext} ctx
 */
export const Seats = ({ game, snapshot, actions }) => [
  el('h2', null, t`Take your seat`),
  el('ul', { class: 'seats' }, game.seats.map((x) =>
    el('li', { key: x.word }, h(
      Button,
      {
        look: 'choice', name: `sit-${x.word}`, off: x.taken && (x.here || !snapshot.you.host),
        act: () => actions.ask({ type: 'sit', seat: x.word }),
      },
      h(SeatDot, { colour: x.colour }),
      el('span', null, el('b', null, x.title), x.taken && el('small', null, ' ', whoHas(x, snapshot.you.host))),
    )))),
  h(Button, { look: 'plain wide', name: 'watch', act: () => actions.watchOnly() }, t`Only watch`),
];

/**
 * @param {SeatView} seat
 * @param {boolean} host
 */
function whoHas({ here }, host) {
  if (here) return t`taken`;
  return host ? t`phone away: take the seat over` : t`taken, phone asleep`;
}

/**
 * A QR code, dark on parchment, with the quiet zone of four modules that cameras need.
 * @param {{rows: string[], label?: string}} props
 */
export function QR({ rows, label = t`QR code with the address of this table` }) {
  /** @param {RegExpMatchArray} m */
  const bar = (m, y = 0) => `M${m.index} ${y}h${m[0].length}v1h-${m[0].length}z`;
  const path = rows.flatMap((row, y) => [...row.matchAll(/1+/g)].map((m) => bar(m, y))).join('');
  const size = rows.length + 6;
  return el(
    'div', { class: 'qr', role: 'img', 'aria-label': label },
    el(
      'svg', { viewBox: `-3 -3 ${size} ${size}`, 'shape-rendering': 'crispEdges', 'aria-hidden': true },
      el('path', { d: path, fill: 'currentColor' }),
    ),
  );
}

/**
 * How others can join.
 * @param {Invitation} props
 */
export const Invite = ({ qr, code, joinURL }) =>
  el(
    'div', { class: 'invite' },
    qr?.length > 0 && h(QR, { rows: qr }),
    el('p', null, t`Point a phone’s camera here to join, or type the code:`),
    el('p', { class: 'big-code' }, code ?? ''),
    joinURL && el('p', { class: 'quiet address' }, joinURL.replace(/#.*/, '')),
  );

/**
 * How a television can show the table.
 * @param {Invitation} props
 */
export const Television = ({ code, joinURL }) => [
  el('p', null, t`A television, a tablet or a laptop shows everybody the table, and no secrets. Open there, and type the
    code:`),
  el('p', { class: 'address' }, el('b', null, `${(joinURL ?? '').replace(/\/?#.*/, '')}/tv`)),
  el(
    'a',
    {
      class: 'button plain wide', href: `/tv#join=${encodeURIComponent(code ?? '')}`, target: '_blank', rel: 'noopener',
    },
    t`Show it on this screen`,
  ),
];
