// @ts-check
// What the viewer could reach in the present turn: the table searches on request, and sends results as it finds them.
// Nothing is played.
import { Button } from '../shared/button.js';
import { useNow } from '../shared/context.js';
import { openSheet } from '../shared/sheet.js';
import { el, h, useEffect } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { Context } from '../shared/context.js' */
/** @import { Hint } from '../../types/protocol' */

/**
 * How the search ended.
 * @param {Hint['state']} state
 */
const endOf = (state) =>
  ({
    running: '',
    done: t`Everything was tried.`,
    cancelled: t`It was cancelled before everything was tried.`,
    late: t`The time is over, and not everything was tried.`,
    moved: t`The game has gone on since: this was true before.`,
  })[state];

/**
 * Asks the table, and opens the sheet for the answers.
 * @param {() => Context} now gives the table as it is at the moment
 */
export function openHints(now) {
  const { actions, names } = now();
  openSheet({
    title: names?.hint?.ask ?? '',
    kind: 'reach',
    view: (close) => h(Hints, { now, close }),
    closed: () => actions.askHint(false), // a search that has ended ignores this
  });
}

/** @param {{now: () => Context, close: () => void}} props */
function Hints({ now, close }) {
  const { hint, names, lost, actions } = useNow(now);
  const look = async () => {
    if (!(await actions.askHint(true))) close();
  };
  useEffect(() => {
    look();
  }, []);
  const runs = !hint || hint.state === 'running';
  const goals = hint?.goals ?? [];
  const known = hint && hint.of > 0 ? { max: hint.of, value: hint.done } : {};
  const looking = known.max ? t`Looking … ${known.value} of ${known.max}` : t`Looking …`;
  return [
    runs && el('progress', { 'aria-label': t`How far it has come`, ...known }),
    el('p', { class: 'quiet', role: 'status' }, runs ? looking : endOf(hint.state)),
    goals.map((g) =>
      el('section', { class: 'leaf' }, el('h3', null, g.title), el('ol', null, g.moves.map((m) => el('li', null, m))))),
    !runs && goals.length === 0 && el('p', null, names?.hint?.none),
    el(
      'div', { class: 'row end' },
      runs
        ? h(Button, { name: 'cancel', act: () => actions.askHint(false) }, t`Cancel`)
        : h(Button, { name: 'again', resting: lost, act: look }, t`Look again`),
    ),
  ];
}
