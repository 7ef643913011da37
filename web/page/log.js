// The last moves, and undoing one.
import { h } from './dom.js';
import { lastOf } from './list.js';
import { confirm } from './sheet.js';
import { t } from './lang.js';
import { seatDot } from './ornaments.js';
import { logLines } from './snapshot.js';

/**
 * The list of the last moves, the newest first.
 * @param {Object} ctx
 */
export function logView({ game, me, snapshot, actions }) {
  const lines = logLines(game).reverse();
  return [
    h('div.part-head', null, h('h2', null, t`What happened`),
      game.undoable > 1 && (me || snapshot.you.host) && h('button.link', { type: 'button', key: 'take-back', onclick: () => actions.openUndo() }, t`Take moves back …`)),
    lines.length === 0 && h('p.quiet', null, t`Nothing yet.`),
    h('ol.log', null, lines.map((l) => {
      const seat = game.seats[l.seat];
      return h('li', null, seatDot(seat?.colour),
        h('div', null, h('p', null, l.text, l.again > 0 && ` (${t`${l.again + 1} times`})`, l.via && h('span.via', null, ` ${l.via}`)), (l.also ?? []).map((a) => h('p.also', null, a))));
    })),
  ];
}

/**
 * The consequences of the last moves: first what the viewer must do with the real pieces, then what others must do, then
 * what has happened by itself.
 * @param {Object} ctx
 * @param {Array<Object>} ctx.toDo what is still to be done
 */
export function followedView({ game, me, snapshot, toDo }) {
  // A task that names no player is for everybody.
  const own = me ? toDo.filter((x) => x.seat === snapshot.you.seat || x.seat < 0) : [];
  const others = toDo.filter((x) => !own.includes(x));
  const news = lastOf(game.log)?.news ?? [];
  return [
    own.length > 0 && h('ul.to-do', null, own.map((x) => h('li', null, h('b', null, t`To do:`), ' ', addressed(x.text, me.title)))),
    [...others.map((x) => x.text), ...news].map((text) => h('p.then', null, text)),
  ];
}

// “Ann: take a card” becomes “take a card” for Ann. Some languages write a space before the colon.
const addressed = (text, title) => (text.startsWith(title) && /^\s?: (.*)$/s.exec(text.slice(title.length))?.[1]) || text;

/**
 * Asks for confirmation, and undoes the last move.
 * @param {Object} ctx
 */
export async function undo({ game, actions }) {
  if (!game.undoable) return;
  // A secret move of another player is in no line.
  const told = lastOf(game.log);
  const last = told?.n === game.undoable ? told : { text: t`Something was shown in secret.` };
  const times = (last.again ?? 0) + 1;
  const yes = await confirm({ title: t`Take it back?`, text: [last.text, times > 1 && t`It was done ${times} times at once, and all of that is taken back.`, last.also?.length > 0 && t`What followed from it is taken back, too: ${last.also.join(' ')}`].filter(Boolean).join(' '), yes: t`Take it back`, grave: true });
  if (yes) actions.ask({ type: 'undo' });
}
