// @ts-check
// The sheet on which a seat tells the table which cards it holds.
import { Button } from '../shared/button.js';
import { CardChoice } from './choice.js';
import { unseenOf } from './hand.js';
import { lastOf } from '../shared/list.js';
import { openSheet } from '../shared/sheet.js';
import { nameOf, wordsOf } from '../shared/store.js';
import { el, h, useState } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { GameContext } from '../shared/context.js' */

/**
 * Opens the sheet.
 * @param {() => GameContext} now
 */
export function openHold(now) {
  const ctx = now(); // the cards from which one chooses stay the same while the sheet is open
  openSheet({
    title: t`Which cards do you hold?`,
    kind: 'builder',
    view(close) {
      const { hold = [], fits = [] } = ctx.names ?? {};
      // If a number may follow a card, one sheet is enough for the whole hand.
      const counted = hold.some((i) => fits[i]?.number);
      const most = Math.min(counted ? Infinity : hold.length, unseenOf(ctx));
      if (most === 0) {
        return el('p', null, ctx.seen.length > 0 ? t`The table knows all of your cards.` : t`You hold no cards.`);
      }
      /** @param {string[]} cards */
      const done = (cards) => {
        close();
        tell(now(), wordsToTell(now().seen, cards, hold.length, counted));
      };
      return h(Held, { ctx, counted, most, words: fits[hold[0] ?? 0]?.words ?? [], done });
    },
  });
}

/**
 * The choice of cards. Each tap adds a copy; after the last one, the next tap removes all. For many copies, typing the
 * number is faster.
 * @param {object} props
 * @param {GameContext} props.ctx
 * @param {boolean} props.counted a number may follow a card
 * @param {number} props.most
 * @param {string[]} props.words the cards that may be told
 * @param {(cards: string[]) => void} props.done
 */
function Held({ ctx, counted, most, words, done }) {
  const [picked, setPicked] = useState(/** @type {string[]} */ ([]));
  const [last, setLast] = useState('');
  const open = lyingOpen(ctx);
  /** @param {string} w */
  const left = (w) => (ctx.names?.names[w]?.copies ?? 1) - (open.get(w) ?? 0);
  /** @param {string} w */
  const times = (w) => picked.filter((x) => x === w).length;
  /** @param {string} w */
  const room = (w) => Math.min(left(w), most - picked.length + times(w));
  /**
   * @param {string} w
   * @param {number} n
   */
  const set = (w, n) => setPicked([...picked.filter((x) => x !== w), ...Array(n).fill(w)]);
  /** @param {string} w */
  const tap = (w) => {
    set(w, times(w) < room(w) ? times(w) + 1 : 0);
    setLast(w);
  };
  /** @param {string} w */
  const title = (w) => nameOf(ctx.names, w).title;
  const told = [...new Set(picked)].map((w) => title(w) + (times(w) > 1 ? ` ×${times(w)}` : '')).join(', ');
  return [
    el('p', null, t`Nobody else gets to see them: only your own phone shows what you tell here. Then they lie ready to
      be played with a tap.`),
    h(CardChoice, { deck: { ...ctx, seen: [] }, words: words.filter((w) => left(w) > 0), tap, times }),
    el(
      'div', { class: 'foot-bar' },
      el('div', null, counted && times(last) > 0 && room(last) > 1
        && h(Count, { key: last, title: title(last), n: times(last), most: room(last), set: (n) => set(last, n) })),
      h(
        Button, { look: 'gold wide', off: picked.length === 0, act: () => done(picked) },
        told ? t`I hold ${told}` : upTo(most),
      ),
    ),
  ];
}

/**
 * The number of cards that may be tapped.
 * @param {number} most
 */
const upTo = (most) =>
  [t`Tap a card`, t`Tap up to two cards`, t`Tap up to three cards`, t`Tap up to four cards`][most - 1]
  ?? t`Tap up to ${most} cards`;

/**
 * A field for the number of copies.
 * @param {{title: string, n: number, most: number, set: (n: number) => void}} props
 */
const Count = ({ title, n, most, set }) =>
  el(
    'label', { class: 'field' },
    el('span', null, t`How many: ${title}`),
    el('input', {
      type: 'number', inputMode: 'numeric', min: 0, max: most, value: n, onFocus: (e) => e.currentTarget.select(),
      onInput(e) {
        const typed = e.currentTarget.valueAsNumber;
        if (Number.isInteger(typed)) set(Math.max(0, Math.min(most, typed)));
      },
    }),
  );

/**
 * The words of moves that tell cards, at most so many in each: each card with its number, if numbers count, or else
 * repeated. Copies that were told before count, too: a move says how many the hand holds at least.
 * @param {string[]} seen
 * @param {string[]} cards
 * @param {number} most
 * @param {boolean} counted
 */
function wordsToTell(seen, cards, most, counted) {
  /** @type {string[][]} */
  const moves = [];
  for (const w of new Set(cards)) {
    const all = [...seen, ...cards].filter((x) => x === w);
    const words = all.length > 1 && counted ? [w, String(all.length)] : all;
    const move = lastOf(moves);
    if (move && move.length + words.length <= most) move.push(...words);
    else moves.push(words);
  }
  return moves;
}

/**
 * Sends one move after the other, until one is refused.
 * @param {GameContext} ctx
 * @param {string[][]} moves
 */
async function tell({ actions }, moves) {
  for (const words of moves) if (!(await actions.move('hold', words))) return;
}

/**
 * How many copies of each card lie open, or are in the viewer's own hand.
 * @param {GameContext} ctx
 */
function lyingOpen({ game, names }) {
  /** @type {Map<string, number>} */
  const open = new Map();
  for (const [path, fact] of Object.entries(game.facts)) {
    const words = wordsOf(fact);
    if (path.includes('pending') || !words.every((w) => names?.names[w]?.sort === 'card')) continue;
    for (const w of words) open.set(w, (open.get(w) ?? 0) + 1);
  }
  return open;
}
