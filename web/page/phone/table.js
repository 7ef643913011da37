// @ts-check
// The table during a game: questions, gestures, possible moves. The picture of the table comes from the game.
import { Ask, Over } from './ask.js';
import { still } from '../shared/motion.js';
import { Verbs } from './dock.js';
import { Gesture } from './gesture.js';
import { HandOfCards, hasHand } from './hand.js';
import { Seats } from '../shared/join.js';
import { lastOf } from '../shared/list.js';
import { Log } from '../shared/log.js';
import { HostNotices, Notices } from '../shared/notices.js';
import { Part } from '../shared/part.js';
import { Paused } from './pause.js';
import { Clock } from '../shared/timer.js';
import { el, h, useEffect, useLayoutEffect, useRef } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { GameContext } from '../shared/context.js' */
/** @import { Game } from '../../types/protocol' */

/**
 * The table's page.
 * @param {{ctx: GameContext, came: number}} props `came` is when the snapshot came
 */
export function Table({ ctx, came }) {
  const { game, snapshot, names, picture, me, actions } = ctx;
  const toDo = useToDo(game);
  const asked = game.ask.seat === snapshot.you.seat && me !== undefined && snapshot.phase === 'game';
  const ask = useScrolling(ctx, asked);
  useEffect(() => {
    document.body.classList.toggle('shown', Boolean(game.gesture));
    return () => document.body.classList.remove('shown');
  }, [Boolean(game.gesture)]);
  const over = snapshot.phase === 'over';
  return el(
    'div', { class: picture.handFirst ? 'table hand-first' : 'table' },
    h(AllNotices, { ctx }),
    game.gesture && h(Part, { class: 'gesture', label: t`What was shown` }, h(Gesture, { ctx, gesture: game.gesture })),
    h(Clock, { ctx, came }),
    el(
      'div', { class: 'side', ref: ask },
      h(
        Part, { class: ['ask', asked && 'mine', over && 'won'].filter(Boolean).join(' '), label: t`What is asked` },
        over ? h(Over, { ctx }) : h(Ask, { ctx, toDo }),
      ),
      snapshot.you.seat < 0 && !ctx.watching && h(Part, { class: 'sit', label: t`Seats` }, h(Seats, ctx)),
      (me || snapshot.you.host)
        && h(Part, { class: 'dock', label: t`Your moves`, tag: 'nav', measure: '--dock' }, h(Verbs, { ctx })),
      hasHand(ctx) && h(Part, { class: 'hand', label: t`Your hand` }, h(HandOfCards, { ctx })),
      h(Part, { class: 'log-part', label: t`The last moves` }, h(Log, ctx)),
    ),
    h(
      Part, { class: 'picture', label: t`The table` },
      h(picture.Table, { key: picture.style, snapshot, game, names, actions }),
    ),
  );
}

/** @param {{ctx: GameContext}} props */
function AllNotices({ ctx }) {
  const { snapshot, game, actions } = ctx;
  const ill = snapshot.devices.filter((d) => !d.ok);
  const { notices = [], knocks = [], waiting = [] } = snapshot;
  if (!game.paused && notices.length + knocks.length + waiting.length + ill.length === 0) return null;
  return h(
    Part, { class: 'notices', label: t`Notices` },
    h(Paused, ctx),
    h(Notices, { notices }),
    h(HostNotices, { snapshot, open: () => actions.openHost() }),
    ill.map((d) =>
      el('p', { class: 'notice warning' }, el('b', null, d.name), ` – ${inShort(d.text ?? '') || t`does not work`}`)),
  );
}

/**
 * A device's text begins with what to do; the exact error follows in brackets, which only the menu shows.
 * @param {string} text
 */
const inShort = (text) => text.replace(/ \(.*$/s, '');

/**
 * The tasks left by the last moves. When the next turn begins, they have been done, or never will be.
 * @param {Game} game
 */
function useToDo({ id, log, toDo = [], turn }) {
  const left = useRef({ mark: '', turn: -1 }); // which moves left them, and the turn of these moves
  const [first] = toDo;
  const move = first ? lastOf(log?.filter((l) => l.also?.includes(first.text)))?.n : 0;
  const mark = JSON.stringify([id, move, toDo]);
  if (mark !== left.current.mark) left.current = { mark, turn };
  return turn === left.current.turn ? toDo : [];
}

const GLIDE_TIME = 1000; // the page still glides for this long after the last move of a finger or wheel, ms
let moved = -GLIDE_TIME; // when the viewer last scrolled

for (const kind of ['wheel', 'touchmove']) {
  addEventListener(kind, () => {
    moved = performance.now();
  }, { passive: true });
}

/**
 * Shows the viewer what is new. A clock does not wait, a gesture waits for a finger: both are at the top of the page. A
 * new question to the viewer is shown, too, wherever the page was scrolled to.
 * @param {GameContext} ctx
 * @param {boolean} asked the question is the viewer's
 * @return {{current: HTMLDivElement|null}} the place of the question
 */
function useScrolling({ game, snapshot }, asked) {
  const place = useRef(/** @type {HTMLDivElement|null} */ (null));
  const before = useRef(/** @type {{run: number, gesture: number, question?: string}} */ ({ run: 0, gesture: 0 }));
  useLayoutEffect(() => {
    const { run, gesture, question } = before.current;
    const now = {
      run: game.timer?.run ?? 0,
      gesture: game.gesture?.id ?? 0,
      question: asked ? `${game.id} ${game.ask.key} ${game.ask.text}` : '', // empty if it is for somebody else
    };
    before.current = now;
    if (document.querySelector('dialog')) return;
    const behavior = still() ? 'auto' : 'smooth';
    if ((now.run && now.run !== run) || (now.gesture && now.gesture !== gesture)) return scrollTo({ top: 0, behavior });
    const scrolls = performance.now() - moved < GLIDE_TIME;
    if (!now.question || question === undefined || now.question === question || scrolls) return;
    place.current?.querySelector('.kicker')?.scrollIntoView({ block: 'nearest', behavior });
  });
  return place;
}
