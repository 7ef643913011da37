// @ts-check
// Taking several moves back, with the table as it will be then.
import { Button } from '../shared/button.js';
import { useNow } from '../shared/context.js';
import { lastOf } from '../shared/list.js';
import { SeatDot } from '../shared/ornaments.js';
import { pastStyle } from './past.js';
import { pictureOf } from '../shared/picture.js';
import { makePositions, PastBoard, toldOf } from './position.js';
import { openSheet } from '../shared/sheet.js';
import { el, h, useEffect, useLayoutEffect, useRef, useState } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { Picture } from '../games/contract.js' */
/** @import { Context } from '../shared/context.js' */
/** @import { Answer, Game, LogLine, Past } from '../../types/protocol' */

/**
 * Opens the choice of how many moves to undo.
 * @param {() => Context} now
 */
export async function openUndo(now) {
  await pastStyle();
  const { game } = now();
  if (!game) return;
  const picture = await pictureOf(game.game);
  openSheet({ title: t`Take moves back`, kind: 'past', view: (close) => h(Undo, { now, game, picture, close }) });
}

/**
 * How many moves the last gesture has made.
 * @param {Game} game
 */
function lastGesture({ log, undoable }) {
  const last = lastOf(log);
  return last?.n === undoable ? (last.again ?? 0) + 1 : 1;
}

/**
 * The game as it would be without its last moves.
 * @param {() => Context} now
 * @param {Game} game when the sheet was opened
 * @param {() => void} close
 */
function useUndone(now, { id, ...before }, close) {
  const { game } = useNow(now);
  const [of, setOf] = useState(before.undoable);
  const [steps, setSteps] = useState(lastGesture({ id, ...before }));
  const [past, setPast] = useState(/** @type {Past|null} */ (null));
  const [said, say] = useState('');
  const show = useRef((/** @type {Partial<Answer>} */ _, /** @type {boolean} */ last) => {});
  const [seek] = useState(() => makePositions(now, () => ({}), (answer, last) => show.current(answer, last)));
  show.current = ({ ok, text, past: got }, last) => {
    if (!last) return;
    if (!ok || !got || got.game.id !== id) say(text ?? t`The game has ended.`);
    else if (got.of === of) setPast(got); // an answer about an earlier last move is out of date
  };
  const mark = JSON.stringify([game?.id, game?.undoable, lastOf(game?.log)]);
  const first = useRef(mark);
  useLayoutEffect(() => {
    // Only what the viewer has seen is undone: after a change of the table the choice is shown again.
    if (mark === first.current) return;
    first.current = mark;
    if (game?.id !== id || !game.undoable) {
      close();
      return;
    }
    say(t`The game has gone on in between: this is what would be taken back now.`);
    setOf(game.undoable);
    setSteps((n) => Math.min(n, game.undoable));
  }, [mark]);
  useEffect(() => {
    setPast(null);
    seek.to(of - steps);
  }, [steps, of, first.current]);
  useEffect(() => () => seek.stop(), []);
  return { of, steps, past, said, say, choose: (/** @type {number} */ n) => setSteps(Math.max(1, Math.min(of, n))) };
}

/** @param {{now: () => Context, game: Game, picture: Picture, close: () => void}} props */
function Undo({ now, game, picture, close }) {
  const { of, steps, past, said, say, choose } = useUndone(now, game, close);
  const [seen, see] = useState(/** @type {Past|null} */ (null)); // stays until the next one has come
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (past) see(past);
  }, [past]);
  const undo = async () => {
    setBusy(true);
    const { ok, text = '' } = await now().actions.query({ type: 'undo', steps, of });
    if (ok) return close();
    say(text);
    setBusy(false);
  };
  const { names, snapshot } = now();
  return [
    el('p', { class: 'notice', role: 'status', hidden: !said }, said),
    el(
      'div', { class: 'past-columns' },
      el(
        'div', null,
        el(
          'div', { class: 'how-many' },
          h(Button, { label: t`One move fewer`, off: steps === 1, act: () => choose(steps - 1) }, '−'),
          el('output', null, steps === 1 ? t`1 move of ${of}` : t`${steps} moves of ${of}`),
          h(Button, { label: t`One move more`, off: steps === of, act: () => choose(steps + 1) }, '+'),
        ),
        seen && h(Moves, { past: seen, gone: of - steps, choose: (n) => choose(seen.of - n + 1) }),
      ),
      el(
        'div', null, el('h3', null, t`The table as it will be then`),
        seen && h(PastBoard, { picture, past: seen, names, seat: snapshot.you.seat }),
      ),
    ),
    el(
      'div', { class: 'foot-bar' },
      h(
        Button, { look: 'blood wide', off: !past || busy, act: undo },
        steps === 1 ? t`Take back 1 move` : t`Take back ${steps} moves`,
      ),
    ),
  ];
}

/**
 * The last moves, the newest first: those after `gone` are taken back.
 * @param {{past: Past, gone: number, choose: (n: number) => void}} props `choose` takes the first move that goes
 */
function Moves({ past: { game, undone = [] }, gone, choose }) {
  /** @type {LogLine[]} */
  const moves = [...(game.log ?? []), ...undone].reverse();
  return el(
    'ol', { class: 'undo-list', 'aria-label': t`The last moves, the newest first` },
    moves.map((m) => el(
      'li', { key: m.n },
      el(
        'button',
        {
          type: 'button', 'data-key': `move-${m.n}`, 'aria-pressed': m.n > gone, onClick: () => choose(m.n),
        },
        h(SeatDot, { colour: game.seats[m.seat]?.colour }), el('span', null, toldOf(m)),
      ),
    )),
  );
}
