// @ts-check
// The market of Athame, its bank and its discard piles.
import { Button } from '../shared/button.js';
import { Back, Card } from '../shared/cards.js';
import { openSheet } from '../shared/sheet.js';
import { wordsOf } from '../shared/store.js';
import { el, h } from '../shared/view.js';
import { and, many, t } from '../shared/lang.js';
import { KNOWN, isSquare, kindOf, resourcesOf, some, tally } from './athame-rules.js';
import { Token, shapeOf } from './athame-shapes.js';

/** @import { Deck } from '../shared/cards.js' */
/** @import { ComponentChildren } from '../../types/vendor/preact' */
/** @import { Names } from '../../types/protocol' */
/** @import { TableProps } from './contract.js' */

const PLACES = 4; // of the market

/** @typedef {TableProps & {deck: Deck, first: boolean}} MarketProps `first`: it is what matters most just now */

/** @param {MarketProps} props */
export function Market(props) {
  const { game, names, first } = props;
  const lying = wordsOf(game.facts.market).sort((a, b) => KNOWN.indexOf(a) - KNOWN.indexOf(b));
  const told = lying.length > 0 ? and(tally(lying).map(([w, n]) => some(names, n, w))) : t`empty`;
  const bank = game.facts.bank ?? '0';
  const places = Array.from({ length: Math.max(PLACES, lying.length) }, (_, i) => lying[i]);
  return el(
    'section',
    { class: first ? 'market-part first' : 'market-part', 'aria-label': t`Market, bank and discard piles` },
    el('div', { class: 'part-head' }, el('h2', null, t`Market`), el('span', { class: 'quiet' }, told)),
    el(
      'div', { class: 'stalls' },
      el(
        'figure', null,
        h(Back, { count: bank, label: many(bank, t`Bank, ${bank} card`, t`Bank, ${bank} cards`) }),
        el('figcaption', null, t`Bank`),
      ),
      el('ol', { class: 'stall', 'aria-hidden': true }, places.map((w) =>
        el('li', { class: w ? 'lies' : '' }, w && h(Token, { shape: shapeOf(names, w) })))),
    ),
    h(Discards, props),
  );
}

/** @param {MarketProps} props */
function Discards({ game: { facts }, names, actions, deck }) {
  const resources = resourcesOf(names);
  const squares = resources.find((w) => isSquare(names, w)) ?? 'square';
  const arcana = wordsOf(facts['discard.arcana.kinds']);
  const look = () => openSheet({
    title: t`Discarded events and artifices`,
    kind: 'builder',
    view: () => el('div', { class: 'cards' }, arcana.map((word) =>
      h(Card, { word, deck, size: 'm', tap: () => actions.openCard(word) }))),
  });
  return el(
    'div', { class: 'piles', role: 'group', 'aria-label': t`Discard piles` },
    h(Pile, { title: t`Squares`, n: facts['discard.squares'] }, h(Token, { shape: shapeOf(names, squares) })),
    h(
      Pile, { title: t`Other resources`, n: facts['discard.general'] },
      el('ul', { class: 'kinds' }, resources.map((w) => h(Kind, { names, w, n: facts[`discard.general.${w}`] }))),
    ),
    arcana.length > 0
      ? h(
        Button, { look: 'pile', name: 'arcana', act: look },
        el('small', null, t`Arcana`), el('b', null, arcana.length), el('span', { class: 'link' }, t`look`),
      )
      : h(Pile, { title: t`Arcana` }),
  );
}

/** @param {{title: string, n?: string, children?: ComponentChildren}} props */
const Pile = ({ title, n = '0', children }) =>
  el('div', { class: 'pile' }, el('small', null, title), el('b', null, n), children);

/** @param {{names: Names|null, w: string, n: string|undefined}} props */
function Kind({ names, w, n }) {
  if (!n) return null;
  return el('li', null, h(Token, { shape: shapeOf(names, w) }), n, el('span', { class: 'sr' }, ` ${kindOf(names, w)}`));
}
