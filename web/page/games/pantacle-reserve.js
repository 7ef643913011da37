// @ts-check
// What belongs to no player of Pantacle: the discard row, the piles and the supplies.
import { Back, Card } from '../shared/cards.js';
import { lastOf } from '../shared/list.js';
import { nameOf, wordsOf } from '../shared/store.js';
import { el, h } from '../shared/view.js';
import { many, t } from '../shared/lang.js';
import { Adept, Cube, Moon } from './pantacle-pieces.js';
import { PHASES, keeperTitle, phaseTitle } from './pantacle-words.js';

/** @import { Deck } from '../shared/cards.js' */
/** @import { ComponentChildren } from '../../types/vendor/preact' */
/** @import { TableProps } from './contract.js' */
/** @import { Names } from '../../types/protocol' */

/** @param {TableProps & {deck: Deck}} props */
export function Reserve({ game: { facts }, names, actions, deck }) {
  const row = wordsOf(facts['discard.row']);
  const last = lastOf(row);
  const blades = facts.deck ?? '0';
  const curses = facts['curses.pile'] ?? '0';
  return [
    el(
      'section', { class: 'row-part', 'aria-label': t`The discard row` },
      el(
        'div', { class: 'part-head' },
        el('h2', null, t`Discard row`), el('span', { class: 'quiet' }, last ? t`the oldest first` : t`empty`),
      ),
      last && el('ol', { class: 'discards' }, row.map((w, i) =>
        h(Discarded, { names, w, last: i === row.length - 1 }))),
    ),
    el(
      'div', { class: 'common' },
      h(
        Figure, { name: t`Draw pile` },
        h(Back, { count: blades, label: many(blades, t`Draw pile, ${blades} blade`, t`Draw pile, ${blades} blades`) }),
      ),
      last && h(
        Figure, { name: t`stays when shuffled` },
        h(Card, { word: last, deck, name: 'last', tap: () => actions.openCard(last) }),
      ),
      h(
        Figure, { name: t`Curse pile` },
        h(Back, { count: curses, label: many(curses, t`Curse pile, ${curses} card`, t`Curse pile, ${curses} cards`) }),
      ),
      el(
        'div', { class: 'supplies' },
        h(Supply, { n: facts['reserve.influence'], name: t`cubes left` }, h(Cube, {})),
        h(Supply, { n: facts['reserve.adepts'], name: t`Adepts left` }, h(Adept, {})),
      ),
    ),
  ];
}

/** @param {{name: string, children?: ComponentChildren}} props */
const Figure = ({ name, children }) => el('figure', null, children, el('figcaption', null, name));

/** @param {{n?: string, name: string, children?: ComponentChildren}} props `children`: its picture */
const Supply = ({ n = '0', name, children }) =>
  h(Figure, { name }, el('span', { class: 'number' }, children, el('b', null, n)));

/**
 * A blade in the discard row.
 * @param {{names: Names|null, w: string, last: boolean}} props
 */
function Discarded({ names, w, last }) {
  const { keeper = w, phase = '', hound } = nameOf(names, w).traits ?? {};
  return el(
    'li', { class: [hound === 'true' && 'beast', last && 'last'].filter(Boolean).join(' ') },
    h(Moon, { phase }), el('span', null, keeperTitle(keeper)),
    PHASES.includes(phase)
      ? el('span', { class: 'sr' }, ` ${phaseTitle(phase)}`)
      : el('small', null, ` ${phaseTitle(phase)}`),
  );
}
