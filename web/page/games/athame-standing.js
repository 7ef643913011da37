// @ts-check
// Where a turn of Athame stands: its step, what is under way, what is being paid, and what is in force.
import { Button } from '../shared/button.js';
import { Card } from '../shared/cards.js';
import { SeatDot } from '../shared/ornaments.js';
import { factOf, nameOf, wordsOf } from '../shared/store.js';
import { el, h } from '../shared/view.js';
import { t } from '../shared/lang.js';
import { dueText, fill, placesOf, plainly, rulesIn, traits } from './athame-rules.js';
import { Places } from './athame-shapes.js';

/** @import { Deck } from '../shared/cards.js' */
/** @import { TableProps } from './contract.js' */
/** @import { Rules } from './athame-rules.js' */
/** @import { SeatView } from '../../types/protocol' */

/** @type {{[phase: string]: string}} */
const STEPS = { allot: t`Allot`, draw: t`Draw`, act: t`Build and cast` };

/** @param {TableProps & {rules: Rules, deck: Deck}} props */
export function Standing(props) {
  const { phase, allots = 0 } = props.game.facts;
  const limit = Math.min(4, props.rules.get('allot-limit') ?? 4);
  return el(
    'section', { class: 'standing foremost', 'aria-label': t`Where the turn stands` },
    STEPS[phase] && el('ol', { class: 'steps' }, Object.entries(STEPS).map(([step, title]) => el(
      'li', { 'aria-current': step === phase ? 'step' : undefined }, title,
      step === 'allot' && phase === 'allot' && el('small', null, ' ', t`${allots} of ${limit}`),
    ))),
    h(UnderWay, props),
    // Some questions come from these events.
    h(Events, { ...props, list: lying(props).filter((x) => !x.round) }),
    h(Paying, props),
  );
}

/**
 * An event in front of a player.
 * @typedef {{seat: SeatView, w: string, round: boolean}} Lying
 */

/**
 * @param {TableProps} props
 * @return {Lying[]}
 */
const lying = ({ game, names }) => game.seats.flatMap((seat) =>
  wordsOf(factOf(game, seat, 'events')).map((w) => ({ seat, w, round: traits(names, w).event === 'round' })));

/**
 * The round events, and the special rules that come from no event.
 * @param {TableProps} props
 */
export function InForce(props) {
  const { game, names } = props;
  const rounds = lying(props).filter((x) => x.round);
  const others = wordsOf(game.facts.rules);
  for (const rule of rounds.flatMap(({ w }) => wordsOf(traits(names, w).rules))) {
    if (others.includes(rule)) others.splice(others.indexOf(rule), 1);
  }
  if (rounds.length === 0 && others.length === 0) return null;
  return el(
    'section', { class: 'in-play', 'aria-label': t`In force` },
    others.length > 0
      && el('ul', { class: 'in-force' }, plainly(rulesIn(others.join(' '))).map((rule) => el('li', null, rule))),
    h(Events, { ...props, list: rounds }),
  );
}

/** @param {TableProps & {list: Lying[]}} props */
function Events({ names, actions, list }) {
  if (list.length === 0) return null;
  return el('ul', { class: 'events', 'aria-label': t`Events in play` }, list.map(({ seat, w, round }, i) => {
    const name = `event-${seat.word}-${w}-${i}`;
    const { title, text } = nameOf(names, w);
    return el('li', { key: name }, h(
      Button, { look: round ? '' : 'now', name, act: () => actions.openCard(w) },
      el('span', null, el('b', null, title), ' ', text),
      el(
        'small', null, h(SeatDot, { colour: seat.colour }),
        round ? t`until ${seat.title}’s next turn` : t`drawn by ${seat.title}, being carried out`,
      ),
    ));
  }));
}

/**
 * The spell that was cast, its caster and its target.
 * @param {TableProps & {deck: Deck}} props
 */
function UnderWay({ game, names, actions, deck }) {
  const [w, by, at] = wordsOf(game.facts.spell);
  if (!w) return null;
  const [caster, target] = [by, at].map((word) => game.seats.find((x) => x.word === word));
  const { title, text } = nameOf(names, w);
  return el(
    'div', { class: 'under-way' },
    h(Card, { word: w, deck, name: 'under-way', tap: () => actions.openCard(w) }),
    el(
      'div', null,
      el(
        'p', { class: 'who' },
        caster && [h(SeatDot, { colour: caster.colour }), el('b', null, caster.title)],
        target && [
          el('span', { class: 'arrow', 'aria-hidden': true }, '→'),
          el('span', { class: 'sr' }, ' ', t`casts it at`, ' '),
          h(SeatDot, { colour: target.colour }), el('b', null, target.title),
        ],
      ),
      el('p', null, el('b', null, title), ' ', text),
    ),
  );
}

/**
 * The price that is being paid: its places, filled one by one.
 * @param {TableProps} props
 */
function Paying({ game, names }) {
  const { paying, price, paid } = game.facts;
  if (!paying || !price) return null;
  const places = placesOf(price);
  const cards = wordsOf(paid);
  const laid = fill(names, places, cards);
  const due = laid.filter((w) => !w).length;
  const { title } = nameOf(names, paying);
  const told = [
    t`The price of ${title}.`,
    paid && t`Paid: ${cards.map((w) => nameOf(names, w).title).join(', ')}.`,
    due > 0 && t`Still to be paid: ${dueText(names, places, laid)}.`,
  ];
  return el(
    'div', { class: 'paying', role: 'img', 'aria-label': told.filter(Boolean).join(' ') },
    el(
      'p', null,
      el('b', null, title), el('small', null, ' ', t`${places.length - due} of ${places.length} paid`),
    ),
    h(Places, { names, places, laid }),
  );
}
