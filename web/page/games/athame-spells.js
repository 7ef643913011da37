// @ts-check
// The spells of Athame: what they cost, and whether the viewer can pay that.
import { factOf, nameOf, wordsOf } from '../shared/store.js';
import { el, h } from '../shared/view.js';
import { t } from '../shared/lang.js';
import { afford, costOf, placesOf, priceText, traits, wordsWith } from './athame-rules.js';
import { Place, Places } from './athame-shapes.js';

/** @import { TableProps } from './contract.js' */
/** @import { Means, Rules } from './athame-rules.js' */

const LEGEND = { other: t`any but a square`, same: t`all alike`, any: t`any at all` };

/** @type {{[state in Means['state']]: [mark: string, text: string]}} */
const MARKS = {
  sure: ['✓', t`you can pay it`], perhaps: ['?', t`perhaps, with cards not told`], short: ['–', t`you cannot`],
};

/** @param {TableProps & {rules: Rules, first: boolean}} props `first`: they are what matters most just now */
export function Spells(props) {
  const { game, snapshot: { you }, names, rules, first } = props;
  /** @param {string} w */
  const size = (w) => placesOf(traits(names, w).cost).length;
  const all = wordsWith(names, 'cost').sort((a, b) => size(a) - size(b) || a.localeCompare(b));
  const more = rules.get('surcharge') ?? 0;
  const barred = rules.has('no-build');
  // Cards that are paid already still count as seen in the hand. If no card is seen, or no spell can be built, there is
  // nothing to show.
  const me = game.facts.phase === 'over' || game.facts.paying || barred ? undefined : game.seats[you.seat];
  const told = me !== undefined && wordsOf(factOf(game, me, 'hand.seen')).length > 0;
  const quiet = [
    barred && t`none can be built now`,
    !barred && more > 0 && t`each costs ${more} more`,
    me && !told && Number(factOf(game, me, 'hand')) > 0 && t`tell your cards to see which you can pay`,
  ].filter(Boolean).join(' · ');
  return el(
    'section', { class: first ? 'spells first' : 'spells', 'aria-label': t`Spells` },
    el(
      'div', { class: 'part-head' },
      el('h2', null, t`Spells`), el('span', { class: 'quiet' }, quiet || t`what they cost`),
    ),
    el('ul', null, all.map((w) => h(Spell, { key: w, ...props, w, more, told }))),
    el(
      'p', { class: 'legend' },
      Object.entries(LEGEND).map(([part, text]) => el('span', null, h(Place, { part }), text)),
      told && Object.entries(MARKS).map(([state, [mark, text]]) =>
        el('span', { class: `can ${state}`, 'aria-hidden': true }, el('b', null, mark), text)),
    ),
  );
}

/** @param {TableProps & {w: string, more: number, told: boolean}} props */
function Spell(props) {
  const { game, names, actions, w, more, told } = props;
  const { title, text } = nameOf(names, w);
  const cost = costOf(names, w, more);
  const left = Number(game.facts[`deck.${w}`] ?? 0);
  const can = told && left ? afford(props, cost) : null;
  const may = Boolean(game.moves.build?.[w]);
  const build = { verb: 'build', table: false, label: names?.verbs.build ?? t`Build` };
  return el('li', null, el(
    'button',
    {
      type: 'button', 'data-key': `spell-${w}`, 'data-word': w,
      class: [may && 'open', !left && 'gone'].filter(Boolean).join(' '),
      onClick: () => (may ? actions.openOffer(build, [w]) : actions.openCard(w)),
    },
    el(
      'span', { class: 'spell-head' },
      can && el('span', { class: `can ${can.state}`, 'aria-hidden': true }, el('b', null, MARKS[can.state][0])),
      el('span', null, el('b', null, title), ' ', el('small', null, left ? t`${left}\u00a0left` : t`none\u00a0left`)),
    ),
    h(Places, { names, places: cost, laid: can?.laid }),
    el('span', { class: 'sr' }, t`costs ${priceText(cost)}.`),
    el('span', { class: 'spell-text' }, text),
    (can || may) && el('span', { class: 'sr' }, [can?.text, may && t`Build it`].filter(Boolean).join('. ')),
  ));
}
