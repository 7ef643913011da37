// What the viewer could reach in the present turn: the table searches on request, and sends results as it finds them. Nothing is played.
import { h, draw } from './dom.js';
import { openSheet } from './sheet.js';
import { t } from './lang.js';

/** Reports whether the viewer may ask now. A game's picture says when nothing can be reached. */
export const mayAsk = ({ game, me, names, snapshot, picture }) => Boolean(me && names?.hint && game.hints && snapshot.phase === 'game' && game.turn === snapshot.you.seat && picture.mayHint(game));

// How the search ended.
const endOf = (state) => ({
  done: t`Everything was tried.`,
  cancelled: t`It was cancelled before everything was tried.`,
  late: t`The time is over, and not everything was tried.`,
  moved: t`The game has gone on since: this was true before.`,
}[state]);

/**
 * Asks the table, and opens the sheet for the answers.
 * @param {function(): Object} now gives the table as it is at the moment
 */
export function openHints(now) {
  let unwatch = () => {};
  const { actions, names } = now();
  openSheet({
    title: names.hint.ask,
    kind: 'reach',
    build(body, close) {
      const look = async () => {
        if (!(await actions.askHint(true))) close();
      };
      const refresh = () => draw(body, [now().hint, now().lost], () => hintView(now(), look));
      unwatch = actions.onChange(refresh);
      refresh();
      look();
    },
    closed() {
      unwatch();
      actions.askHint(false); // a search that has ended ignores this
    },
  });
}

function hintView({ hint, names, lost, actions }, look) {
  const runs = !hint || hint.state === 'running';
  const goals = hint?.goals ?? [];
  return [
    runs && h('progress', { 'aria-label': t`How far it has come`, ...(hint?.of > 0 ? { max: hint.of, value: hint.done } : {}) }),
    h('p.quiet', { role: 'status' }, runs ? (hint?.of > 0 ? t`Looking … ${hint.done} of ${hint.of}` : t`Looking …`) : endOf(hint.state)),
    goals.map((g) => h('section.leaf', null, h('h3', null, g.title), h('ol', null, g.moves.map((m) => h('li', null, m))))),
    !runs && goals.length === 0 && h('p', null, names.hint.none),
    h('div.row.end', null, runs
      ? h('button.plain', { type: 'button', key: 'cancel', onclick: () => actions.askHint(false) }, t`Cancel`)
      : h('button.plain', { type: 'button', key: 'again', 'aria-disabled': lost ? 'true' : null, onclick: look }, t`Look again`)),
  ];
}
