// @ts-check
// The Favors of Pantacle: where the turn stands with one of them, and all of them.
import { Button } from '../shared/button.js';
import { Card } from '../shared/cards.js';
import { lastOf } from '../shared/list.js';
import { factOf, nameOf, wordsOf } from '../shared/store.js';
import { el, h, useMemo } from '../shared/view.js';
import { and, or, t } from '../shared/lang.js';
import { Dot, Moon } from './pantacle-pieces.js';
import {
  BENEFITS, FAVORS, PHASES, capital, isHound, keeperTitle, keepersOf, moonTitle, phaseTitle,
} from './pantacle-words.js';

/** @import { Deck } from '../shared/cards.js' */
/** @import { TableProps } from './contract.js' */
/** @import { SeatView } from '../../types/protocol' */

const STEPS = { preparation: t`Preparation`, favor: t`Favor`, bribery: t`Bribery`, moon: t`Moon` };

/** @type {{[sacrifice: string]: string}} */
const BARRED = { powers: t`No Sacrifice of Powers in this turn.`, adepts: t`No Sacrifice of Adepts in this turn.` };

/**
 * Where the turn stands.
 * @param {TableProps & {deck: Deck}} props
 */
export function Standing(props) {
  const { game, names } = props;
  const { phase, ongoing, barred, extra } = game.facts;
  const active = game.seats[game.turn];
  if (phase === 'over' || !active) return null;
  const shown = game.ask.key.endsWith('/none') ? undefined : nameOf(names, ongoing ?? '').traits?.phase;
  const ready = game.seats.filter((x) => wordsOf(factOf(game, x, 'flames')).length === 5);
  const told = [
    extra === 'true' && t`${active.title} has one more turn after this one.`,
    phase === 'preparation' && BARRED[barred],
    ready.length > 0 && t`${or(ready.map((x) => x.title))} wins with the next Favor received.`,
  ];
  const said = lastOf(game.log)?.also ?? []; // the last move's text says these already
  return el(
    'section', { class: 'standing', 'aria-label': t`Where the turn stands` },
    el('ol', { class: 'phases' }, Object.entries(STEPS).map(([step, title]) =>
      el('li', { 'aria-current': step === phase ? 'step' : undefined }, el('span', null, title)))),
    phase === 'bribery' && ongoing && h(Price, { ...props, favor: ongoing }),
    phase === 'bribery' && h(Round, props),
    phase === 'moon' && shown && PHASES.includes(shown) && el(
      'div', { class: 'bribery' }, h(Moon, { phase: shown }),
      el('p', null, el('b', null, capital(moonTitle(shown))), t`earns a cube`),
    ),
    told.map((text) => text && !said.includes(text) && el('p', { class: 'told-on' }, text)),
  );
}

/**
 * What a Favor gives, and the blades that it costs.
 * @param {TableProps & {deck: Deck, favor: string}} props
 */
function Price({ names, deck, favor }) {
  const { title, traits } = nameOf(names, favor);
  return el(
    'div', { class: 'bribery' },
    el('p', null, el('b', null, title), traits?.power === 'true' ? t`Power: ${BENEFITS[favor]}` : BENEFITS[favor]),
    el(
      'div', { class: 'price', role: 'group', 'aria-label': t`The price` },
      keepersOf(names, favor).map((keeper, i) => [
        i > 0 && el('span', { 'aria-hidden': true }, '+'),
        h(Blade, { keeper, hound: isHound(names, keeper), deck }),
      ]),
    ),
  );
}

/**
 * A blade of a Keeper, whatever its moon.
 * @param {{keeper: string, hound: boolean, deck: Deck}} props
 */
function Blade({ keeper, hound, deck: { face } }) {
  const label = keeperTitle(keeper);
  const any = { title: label, sort: 'card', traits: { keeper, phase: '', hound: String(hound) } };
  const deck = useMemo(() => ({ names: null, face: () => face(any, keeper) }), [keeper, hound, face]);
  return h(Card, { word: keeper, deck, label });
}

/**
 * The round of bribes: who announced the Favor, then clockwise who has passed, who must answer and who comes later.
 * @param {TableProps} props
 */
function Round({ game: { seats, turn, ask: { key, seat } } }) {
  if (key !== 'bribe' && key !== 'add') return null;
  const active = seats[turn];
  const others = [...seats.slice(turn + 1), ...seats.slice(0, turn)];
  const at = others.indexOf(seats[seat]);
  const bribe = key === 'bribe';
  /** @param {number} i */
  const state = (i) => {
    if (i < at) return t`passed`;
    if (i > at) return bribe ? t`asked later` : t`not asked`;
    return bribe ? t`is asked` : t`bribes`;
  };
  /**
   * @param {SeatView} x
   * @param {string} text
   * @param {boolean} [now]
   */
  const row = (x, text, now) => el(
    'li', { 'aria-current': now ? 'true' : undefined },
    h(Dot, { seats, seat: x }), el('span', null, x.title, el('small', null, text)),
  );
  return el(
    'ol', { class: 'round', 'aria-label': t`The round of bribes` },
    row(active, t`announced it`),
    others.map((x, i) => row(x, state(i), i === at)),
    bribe && row(active, t`has it if all pass`),
  );
}

/**
 * All Favors; a tap announces one.
 * @param {TableProps} props
 */
export function Favors(props) {
  const { game, names, actions } = props;
  const offer = { verb: 'favor', table: false, label: names?.verbs.favor ?? t`Favor` };
  return el('section', { class: 'favors', 'aria-label': t`The Favors` }, el('ul', null, FAVORS.map((favor) => {
    const open = Boolean(game.moves.favor?.[favor]);
    const inner = h(Favor, { ...props, favor, open });
    const cls = [favor === game.facts.ongoing && 'ongoing', open && 'open'].filter(Boolean).join(' ');
    return el(
      'li', { key: favor, class: cls },
      open
        ? h(Button, { look: '', name: `favor-${favor}`, act: () => actions.openOffer(offer, [favor]) }, inner)
        : el('div', null, inner),
    );
  })));
}

/** @param {TableProps & {favor: string, open: boolean}} props */
function Favor({ game, names, favor, open }) {
  const { title, traits: { phase = 'none', power } = {} } = nameOf(names, favor);
  const { seats } = game;
  const holders = seats.filter((x) => wordsOf(factOf(game, x, 'powers')).includes(favor));
  return [
    el(
      'span', { class: 'phase' },
      h(Moon, { phase }), el('small', null, phase === 'none' ? t`no moon` : phaseTitle(phase)),
    ),
    el(
      'span', { class: 'words' },
      el(
        'span', { class: 'head' },
        el('b', null, title),
        favor === game.facts.ongoing && el('span', { class: 'tracker' }, t`tracker`),
        open && el('span', { class: 'sr' }, ' ', t`may be announced`),
        holders.length > 0 && el(
          'span', { class: 'holders' },
          el('span', { class: 'sr' }, ' ', t`held by ${and(holders.map((x) => x.title))}`),
          holders.map((seat) => h(Dot, { seats, seat })),
        ),
      ),
      el('span', null, keepersOf(names, favor).map(keeperTitle).join(' + ')),
      el('span', { class: 'benefit' }, power === 'true' && el('i', null, t`Power:`, ' '), BENEFITS[favor]),
    ),
  ];
}
