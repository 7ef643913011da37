// The last moves, and taking one back.
import { h } from './dom.js';
import { confirm } from './sheet.js';

/**
 * The list of the last moves, the newest first.
 * @param {Object} ctx
 */
export function logView({ game }) {
  // What was done several times at once is one line, where nothing followed from it.
  const lines = (game.log ?? []).filter((l, i, all) => l.also?.length > 0 || !(all[i + 1]?.again > 0)).reverse();
  return [
    h('div.part-head', null, h('h2', null, 'What happened')),
    lines.length === 0 && h('p.quiet', null, 'Nothing yet.'),
    h('ol.log', null, lines.map((l) => {
      const seat = game.seats[l.seat];
      return h('li', null, h('span.wax', { '--seat': seat?.colour ?? 'transparent', 'aria-hidden': 'true' }),
        h('div', null, h('p', null, l.text, l.again > 0 && ` (${l.again + 1} times)`, l.via && h('span.via', null, ` ${l.via}`)), (l.also ?? []).map((a) => h('p.also', null, a))));
    })),
  ];
}

/**
 * What followed from the last moves by itself: first what the viewer is to do with the real pieces, then what others are to do, then
 * what merely happened.
 * @param {Object} ctx
 * @param {Array<Object>} ctx.toDo what is still to be done
 */
export function followedView({ game, me, snapshot, toDo }) {
  // What concerns nobody in particular anybody may do.
  const own = me ? toDo.filter((t) => t.seat === snapshot.you.seat || t.seat < 0) : [];
  const others = toDo.filter((t) => !own.includes(t));
  const news = game.log?.at(-1)?.news ?? [];
  return [
    own.length > 0 && h('ul.to-do', null, own.map((t) => h('li', null, h('b', null, 'To do: '), addressed(t.text, me.title)))),
    [...others.map((t) => t.text), ...news].map((text) => h('p.then', null, text)),
  ];
}

// “Ann: take a card” is “take a card” to Ann.
const addressed = (text, title) => (text.startsWith(`${title}: `) ? text.slice(title.length + 2) : text);

/**
 * Asks whether the last move is to be taken back, and takes it back.
 * @param {Object} ctx
 */
export async function undo({ game, actions }) {
  if (!game.undoable) return;
  // A move of which this viewer must not know stands in no line.
  const told = (game.log ?? []).at(-1);
  const last = told?.n === game.undoable ? told : { text: 'Something was shown in secret.' };
  const times = (last.again ?? 0) + 1;
  const yes = await confirm({ title: 'Take it back?', text: [last.text, times > 1 && `It was done ${times} times at once, and all of that is taken back.`, last.also?.length > 0 && `What followed from it is taken back, too: ${last.also.join(' ')}`].filter(Boolean).join(' '), yes: 'Take it back', grave: true });
  if (yes) actions.ask({ type: 'undo' });
}
