// @ts-check
// The tray of the bench: the cards with tags, in the places of a deal if there is one.
import { Button } from '../shared/button.js';
import { Back, Card } from '../shared/cards.js';
import { SeatDot } from '../shared/ornaments.js';
import { Otherwise } from '../shared/otherwise.js';
import { wordsOf } from '../shared/store.js';
import { inPlay, matches, sorted, valueOf } from './tags.js';
import { capital } from '../shared/words.js';
import { el, h } from '../shared/view.js';
import { many, t } from '../shared/lang.js';

/** @import { Deck } from '../shared/cards.js' */
/** @import { Deal, Place } from './deal.js' */
/** @import { Order } from './tags.js' */
/** @import { BenchState, BenchTag, Game, Gesture, Names, Request, Snapshot } from '../../types/protocol' */

/**
 * What the tray shows.
 * @typedef {object} TrayView
 * @property {BenchState} bench
 * @property {BenchTag[]} tags
 * @property {Snapshot|null} snapshot
 * @property {Deck} deck
 * @property {BenchTag|null} picked the tag in hand
 * @property {Deal|null} deal
 * @property {'all'|Place} place which cards
 * @property {Order} order
 * @property {string} text what is searched
 * @property {boolean} stay cards are left lying on readers
 *
 * @typedef {object} TrayActions
 * @property {(tag: BenchTag) => void} pick takes a tag in hand, or puts it back
 * @property {(request: Request) => void} answer
 * @property {(change: Partial<TrayView>) => void} set
 * @property {(tag: number, to: Place) => void} put
 * @property {(tags: number[]) => void} reshuffle shuffles cards of the table into the pile
 * @property {() => void} deal
 * @property {() => void} gather
 *
 * @typedef {{view: TrayView, act: TrayActions}} TrayProps
 */

/**
 * What the table waits for, or asks about.
 * @param {{view: TrayView}} props
 */
export function Saying({ view: { bench, snapshot, picked } }) {
  const { enrol, game } = snapshot ?? {};
  const { gesture } = game ?? {};
  if (picked) return t`${picked.title} is in your hand: tap a reader.`;
  if (gesture) return [el('b', null, capital((gesture.shown ?? []).join(', '))), ' ', gesture.text];
  if (enrol?.next) return t`The tags are enrolled: lay ${enrol.title} on any reader.`;
  if (enrol) return t`The tags are enrolled: no tag is missing.`;
  if (game) return game.ask.text;
  return bench.knobs?.length > 0
    ? t`No game is under way: begin one with the knob, or on the phone page.`
    : t`No game is under way: begin one on the phone page.`;
}

/**
 * What a phone at the table would answer, for people who play alone.
 * @param {{game: Game, act: TrayActions}} props
 */
export function Answers({ game, act }) {
  const { gesture, otherwise } = game;
  if (gesture) return h(Options, { game, gesture, act });
  if (!otherwise) return null;
  /** @param {number} option */
  const pick = (option) => act.answer({ type: 'pick', gesture: otherwise.id, option });
  return h(Otherwise, { game, others: otherwise, pick });
}

/** @param {{game: Game, gesture: Gesture, act: TrayActions}} props */
const Options = ({ game, gesture: { id, options = [] }, act }) => [
  options.map((o, i) => {
    const seat = game.seats[o.seat];
    const pick = () => act.answer({ type: 'pick', gesture: id, option: i });
    return h(
      Button, { key: `${id}-${i}`, look: 'gold told', name: `pick-${id}-${i}`, act: pick },
      seat && h(SeatDot, { colour: seat.colour }), o.text,
    );
  }),
  h(
    Button, { key: `drop-${id}`, name: `drop-${id}`, act: () => act.answer({ type: 'drop', gesture: id }) },
    t`Forget it`,
  ),
];

/**
 * The places of the deal, to choose which cards are shown.
 * @param {TrayProps} props
 */
export function Piles({ view: { tags, snapshot, deck: { names }, deal, place }, act }) {
  /** @type {['all'|Place, string, number][]} */
  const tabs = [['all', t`All cards`, inPlay(tags, snapshot?.game, names).length]];
  if (deal) {
    tabs.push(['pile', t`Pile`, deal.pile.length]);
    deal.hands.forEach((x, i) => tabs.push([i, x.title, x.tags.length]));
    tabs.push(['table', t`Table`, deal.table.length]);
  }
  const tokens = Object.values(names?.names ?? {}).some((n) => n.token); // they cannot be dealt
  return [
    el('div', { class: 'tabs', role: 'group', 'aria-label': t`Which cards` }, tabs.map(([id, title, n]) => h(
      Button,
      {
        key: id, look: 'tab', name: `tab-${id}`, pressed: place === id, act: () => act.set({ place: id, picked: null }),
      },
      title, ' ', el('small', null, n),
    ))),
    !tokens && h(Button, { name: 'deal', act: deal ? act.gather : act.deal }, deal ? t`Gather` : t`Deal hands`),
  ];
}

/**
 * What can be done with the cards that are shown.
 * @param {TrayProps} props
 */
export function Tools({ view, act }) {
  const { deal, picked, place, stay } = view;
  const lay = el(
    'label', { key: 'stay', class: 'switch' },
    el('input', {
      type: 'checkbox', role: 'switch', 'data-key': 'stay', checked: stay,
      onChange: (e) => act.set({ stay: e.currentTarget.checked }),
    }),
    el('span', null, t`Leave cards lying`),
  );
  if (place === 'all' || !deal) return place === 'all' ? [h(Search, { view, act }), lay] : lay;
  if (picked) return el('div', { class: 'choices' }, h(MoveTo, { deal, place, picked, act }));
  if (place === 'pile') return [el('div', { class: 'choices' }, h(Draws, { view, deal, act })), lay];
  if (place === 'table') return [el('div', { class: 'choices' }, h(Refills, { view, deal, act })), lay];
  return lay;
}

/** @param {TrayProps} props */
function Search({ view: { text, order, tags, deck }, act }) {
  const valued = tags.some((tag) => !Number.isNaN(valueOf(tag, deck)));
  return [
    el('input', {
      class: 'search', type: 'search', 'data-key': 'search', placeholder: t`Search the cards`,
      'aria-label': t`Search the cards`, autocomplete: 'off', value: text,
      onInput: (e) => act.set({ text: e.currentTarget.value }),
    }),
    el(
      'select',
      {
        'data-key': 'order', 'aria-label': t`Order`, value: order,
        onChange: (e) => act.set({ order: /** @type {Order} */ (e.currentTarget.value) }),
      },
      el('option', { value: 'list' }, t`By the list`), el('option', { value: 'name' }, t`By name`),
      valued && el('option', { value: 'value' }, t`By value`),
    ),
  ];
}

/**
 * Where the card in hand can be put, other than on a reader.
 * @param {{deal: Deal, place: Place, picked: BenchTag, act: TrayActions}} props
 */
function MoveTo({ deal, place, picked, act }) {
  /** @type {[Place, string][]} */
  const to = [
    ...deal.hands.map((x, i) => /** @type {[Place, string]} */ ([i, t`To ${x.title}’s hand`])),
    ['pile', t`Shuffle into the pile`], ['table', t`To the table`],
  ];
  return to.filter(([id]) => id !== place).map(([id, words]) =>
    h(Button, { key: id, name: `to-${id}`, act: () => act.put(picked.id, id) }, words));
}

/** @typedef {{view: TrayView, deal: Deal, act: TrayActions}} DealProps */

/**
 * Draws the top card of the pile.
 * @param {DealProps} props
 */
function Draws({ view, deal, act }) {
  const [top] = deal.pile;
  /** @param {Place} to */
  const draw = (to) => () => top !== undefined && act.put(top, to);
  const reveal = () => {
    draw('table')();
    act.set({ place: 'table', picked: view.bench.tags.find((x) => x.id === top) ?? null });
  };
  const off = top === undefined;
  return [
    deal.hands.map((x, i) => h(Button, { name: `draw-${i}`, off, act: draw(i) }, t`Draw for ${x.title}`)),
    h(Button, { name: 'reveal', off, act: reveal }, t`Turn up the top card`),
  ];
}

/**
 * A heap that lies open may become part of the pile again.
 * @param {DealProps} props
 */
function Refills({ view: { bench, snapshot, deck: { names } }, deal, act }) {
  /** @param {string} w */
  const sort = (w) => names?.names[w]?.sort;
  const heaps = Object.entries(snapshot?.game?.facts ?? {}).filter(([path, fact]) =>
    sort(path) === 'place' && wordsOf(fact).length > 1 && wordsOf(fact).every((w) => sort(w) === 'card'));
  return heaps.map(([path, fact]) => {
    const words = wordsOf(fact);
    const ids = deal.table.filter((id) => {
      const at = words.indexOf(bench.tags.find((x) => x.id === id)?.word ?? '');
      return at >= 0 && words.splice(at, 1);
    });
    return h(
      Button, { key: path, name: `refill-${path}`, off: ids.length === 0, act: () => act.reshuffle(ids) },
      t`Shuffle ${names?.names[path]?.title} into the pile`,
    );
  });
}

/**
 * The tags that are shown.
 * @param {TrayView} view
 */
function shown({ tags, snapshot, deck, deal, place, order, text }) {
  if (!deal || place === 'all') {
    return sorted(inPlay(tags, snapshot?.game, deck.names).filter((x) => matches(x, text, deck)), order, deck);
  }
  if (place === 'pile') return [];
  const ids = place === 'table' ? [...deal.table].reverse() : deal.hands[place]?.tags ?? [];
  return ids.flatMap((id) => tags.find((x) => x.id === id) ?? []);
}

/** @param {TrayProps} props */
export function Fan({ view, act }) {
  const { deck, deal, place, picked } = view;
  const n = deal && place === 'pile' ? deal.pile.length : -1;
  if (n > 0) return h(Back, { size: 'm', count: n, label: many(n, t`${n} card, face down`, t`${n} cards, face down`) });
  if (n === 0) return el('p', { class: 'quiet' }, t`The pile is empty.`);
  const tags = shown(view);
  const none = place === 'all' ? t`No card of that name.` : t`No cards here.`;
  if (tags.length === 0) return el('p', { class: 'quiet' }, none);
  return tags.map((tag) => {
    const word = tag.word || tag.title;
    const known = deck.names?.names[tag.word];
    const names = known ? deck.names : /** @type {Names} */ ({ names: { [word]: { title: tag.title, sort: 'card' } } });
    return h(Card, {
      key: tag.id, word, deck: { ...deck, names }, size: 'm', name: `tag-${tag.id}`, tag: tag.id,
      pressed: picked?.id === tag.id, tap: () => act.pick(tag),
    });
  });
}
