// @ts-check
// The sheet that deals hands for people who play alone.
import { Button } from '../shared/button.js';
import { deal } from './deal.js';
import { openSheet } from '../shared/sheet.js';
import { lyingOpen } from './tags.js';
import { el, h, useState } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { Deal } from './deal.js' */
/** @import { BenchTag, Game, Names } from '../../types/protocol' */

const EACH = 5; // cards that most deals give

/**
 * Opens the sheet.
 * @param {object} o
 * @param {BenchTag[]} o.tags
 * @param {Game} [o.game]
 * @param {Names|null} o.names
 * @param {(deal: Deal) => void} o.done
 */
export function openDeal({ tags, game, names, done }) {
  const players = game?.seats.map((x) => x.title) ?? [t`First`, t`Second`];
  const cards = tags.filter((x) => (names ? names.names[x.word]?.sort === 'card' : x.word));
  const { lying, rest } = parted(cards, game, names);
  const most = Math.floor(rest.length / players.length);
  openSheet({
    title: t`Deal hands`,
    kind: 'small',
    view: (close) => h(Dealing, {
      n: rest.length, players, most,
      go(each) {
        close();
        done({ ...deal(rest, players, each, game?.id ?? ''), table: lying });
      },
    }),
  });
}

/**
 * The cards that lie open on the table, and the others.
 * @param {BenchTag[]} cards
 * @param {Game|undefined} game
 * @param {Names|null} names
 */
function parted(cards, game, names) {
  const open = game ? lyingOpen(game, names) : new Map();
  /** @type {number[]} */
  const lying = [];
  const rest = cards.filter((x) => {
    const n = open.get(x.word) ?? 0;
    if (n === 0) return true;
    open.set(x.word, n - 1);
    lying.push(x.id);
    return false;
  });
  return { lying, rest: rest.map((x) => x.id) };
}

/** @param {{n: number, players: string[], most: number, go: (each: number) => void}} props */
function Dealing({ n, players, most, go }) {
  const [each, setEach] = useState(String(Math.min(EACH, most)));
  return [
    el('p', null, t`${n} cards are shuffled face down, then dealt to ${players.join(', ')}. Only this browser knows
      where they are; the table learns what you lay on its readers.`),
    el('label', { for: 'each' }, t`Cards for each`),
    el('input', {
      type: 'number', id: 'each', min: 0, max: most, value: each, onInput: (e) => setEach(e.currentTarget.value),
    }),
    h(Button, { look: 'gold wide after', act: () => go(Math.max(0, Number(each) || 0)) }, t`Shuffle and deal`),
  ];
}
