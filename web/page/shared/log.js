// @ts-check
// The last moves, and undoing one.
import { Button } from './button.js';
import { lastOf } from './list.js';
import { confirm } from './sheet.js';
import { SeatDot } from './ornaments.js';
import { logLines } from './snapshot.js';
import { el, h } from './view.js';
import { t } from './lang.js';

/** @import { GameContext } from './context.js' */
/** @import { Chore, Game, LogLine, Note } from '../../types/protocol' */

/**
 * Lines of what happened.
 * @param {{game: Game, lines: (LogLine|Note)[], via?: boolean}} props `via`: also by which device
 */
export const LogLines = ({ game, lines, via = false }) =>
  el('ol', { class: 'log' }, lines.map((line) => {
    const { seat = -1, again = 0, also = [], via: device = '' } = /** @type {Partial<LogLine>} */ (line);
    return el(
      'li', null,
      h(SeatDot, { colour: game.seats[seat]?.colour }),
      el(
        'div', null,
        el(
          'p', null, line.text, again > 0 && ` (${t`${again + 1} times`})`,
          via && device && el('span', { class: 'via' }, ` ${device}`),
        ),
        also.map((a) => el('p', { class: 'also' }, a)),
      ),
    );
  }));

/**
 * The list of the last moves, the newest first.
 * @param {GameContext} ctx
 */
export function Log({ game, me, snapshot, actions }) {
  const lines = logLines(game).reverse();
  return [
    el(
      'div', { class: 'part-head' }, el('h2', null, t`What happened`),
      game.undoable > 1 && (me || snapshot.you.host)
        && h(Button, { look: 'link', name: 'take-back', act: () => actions.openUndo() }, t`Take moves back …`),
    ),
    lines.length === 0 && el('p', { class: 'quiet' }, t`Nothing yet.`),
    h(LogLines, { game, lines, via: true }),
  ];
}

/**
 * The consequences of the last moves: first what the viewer must do with the real pieces, then what others must do,
 * then what has happened by itself.
 * @param {{ctx: GameContext, toDo: Chore[]}} props `toDo` is what is still to be done
 */
export function Followed({ ctx: { game, me, snapshot }, toDo }) {
  // A task that names no player is for everybody.
  const own = me ? toDo.filter((x) => x.seat === snapshot.you.seat || x.seat < 0) : [];
  const others = toDo.filter((x) => !own.includes(x));
  const news = lastOf(game.log)?.news ?? [];
  return [
    own.length > 0 && el('ul', { class: 'to-do' }, own.map((x) =>
      el('li', null, el('b', null, t`To do:`), ' ', addressed(x.text, me?.title ?? '')))),
    [...others.map((x) => x.text), ...news].map((text) => el('p', { class: 'then' }, text)),
  ];
}

/**
 * “Ann: take a card” becomes “take a card” for Ann. Some languages write a space before the colon.
 * @param {string} text
 * @param {string} title
 */
const addressed = (text, title) =>
  (text.startsWith(title) && /^\s?: (.*)$/s.exec(text.slice(title.length))?.[1]) || text;

/**
 * Asks for confirmation, and undoes the last move.
 * @param {GameContext} ctx
 */
export async function undo({ game, actions }) {
  if (!game.undoable) return;
  // A secret move of another player is in no line.
  const told = lastOf(game.log);
  const { text, again = 0, also = [] } = told?.n === game.undoable
    ? told
    : { text: t`Something was shown in secret.` };
  const words = [
    text,
    again > 0 && t`It was done ${again + 1} times at once, and all of that is taken back.`,
    also.length > 0 && t`What followed from it is taken back, too: ${also.join(' ')}`,
  ];
  const yes = await confirm({
    title: t`Take it back?`, text: words.filter(Boolean).join(' '), yes: t`Take it back`, grave: true,
  });
  if (yes) actions.ask({ type: 'undo' });
}
