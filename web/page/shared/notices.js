// @ts-check
// What everybody at the table should know, and what a host should.
import { Button } from './button.js';
import { el, h } from './view.js';
import { t } from './lang.js';

/** @import { Snapshot } from '../../types/protocol' */

const GUESSES_TOLD = 5; // wrong join codes after which the host is told

/**
 * What everybody at the table should know.
 * @param {Pick<Snapshot, 'notices'>} snapshot
 */
export const Notices = ({ notices = [] }) =>
  notices.map((n) => el('p', { class: n.level === 'warning' ? 'notice warning' : 'notice' }, n.text));

/**
 * The messages to a host that somebody waits to be let in, and that somebody is guessing the join code.
 * @param {{snapshot: Snapshot, open: () => void}} props
 */
export function HostNotices({ snapshot: { knocks = [], waiting = [] }, open }) {
  const many = knocks.filter((k) => k.times >= GUESSES_TOLD);
  const marks = waiting.map((w) => t`number ${w.mark}`).join(', ');
  const from = many.map((k) => k.from).join(', ');
  return [
    waiting.length > 0 && el(
      'p', { class: 'notice' },
      t`Waiting to come in: ${marks}.`, ' ', h(Button, { look: 'link', name: 'waiting', act: open }, t`Look at it`),
    ),
    many.length > 0 && el(
      'p', { class: 'notice warning' },
      t`Wrong join codes were tried from ${from}.`, ' ',
      h(Button, { look: 'link', name: 'knocks', act: open }, t`Look at it`),
    ),
  ];
}
