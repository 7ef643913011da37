// @ts-check
// What the viewer plans on the board of Sator, and what the table answers.
import { lastOf } from '../shared/list.js';
import { nameOf, wordsOf } from '../shared/store.js';
import { useLayoutEffect, useRef, useState } from '../shared/view.js';
import { boardOf, isCell, loreOf } from './sator-cells.js';

/** @import { Actions } from '../shared/context.js' */
/** @import { Game } from '../../types/protocol' */
/** @import { TableProps } from './contract.js' */
/** @import { Move, Plan, SatorTable, Seen, Verdict } from './sator-tool.js' */

/**
 * Verdicts have names as people write them.
 * @param {string[]} [names]
 */
const cellsIn = (names = []) => names.map((w) => w.toLowerCase()).filter(isCell);

/**
 * @param {TableProps} props
 * @return {Seen}
 */
export function seenOf({ snapshot, game, names, actions }) {
  const lore = loreOf(names);
  return {
    snapshot, game, facts: game.facts, names, actions, lore,
    board: boardOf(game, lore),
    title: (w) => nameOf(names, w).title,
    me: game.seats[snapshot.you.seat],
    actor: game.seats.find((x) => x.word === game.facts.turn),
  };
}

/**
 * @param {TableProps} props
 * @return {SatorTable}
 */
export function useTable(props) {
  const { snapshot: { you }, game, names, actions } = props;
  const { facts, verdict } = game;
  const seen = seenOf(props);
  const [heard, setHeard] = useState(0); // the verdict that a tap has put away
  const { setPicked, ...plan } = usePlan(props);
  return {
    ...seen, ...plan,
    mine: seen.me !== undefined && game.ask.seat === you.seat,
    moves: game.moves,
    table: you.seat >= 0 || you.host ? game.tableMoves : {},
    seen: wordsOf(facts[`${seen.me?.word}.hand.seen`]),
    used: facts.card ? nameOf(names, facts.card).traits ?? {} : {},
    lastUse: useLastUse(game),
    refused: verdict && !verdict.ok && verdict.n !== heard ? cellsIn(verdict.names) : [],
    pick(picked) {
      setHeard(verdict?.n ?? heard);
      setPicked(picked);
    },
    ask: useAnswers(game, actions),
  };
}

/** @type {Plan} */
const NOTHING = {};

/**
 * What the viewer has tapped and planned, for one question. While it is carried out, it is not drawn on a board that
 * the first moves have changed. If the first is refused, it stays to be corrected.
 * @param {TableProps} props
 */
function usePlan({ snapshot: { revision }, game, actions }) {
  const about = [game.id, game.turn, game.ask.key, game.facts.card, game.facts.piece].join();
  const [plan, setPlan] = useState({ about, picked: NOTHING });
  const [sent, setSent] = useState(0); // the revision in which moves were sent that are not answered yet
  const old = plan.about !== about || (sent > 0 && sent !== revision);
  /** @param {Move[]} moves */
  const carry = async (moves) => {
    setSent(revision);
    let made = 0;
    for (const [verb = '', ...args] of moves) {
      if (!(await actions.move(verb, args, verb === 'placement'))) break;
      made++;
    }
    setSent(0);
    if (made > 0) setPlan((now) => (now === plan ? { about, picked: NOTHING } : now));
  };
  return {
    busy: sent > 0,
    picked: old ? NOTHING : plan.picked,
    carry,
    /** @param {Plan} picked */
    setPicked: (picked) => setPlan({ about, picked }),
  };
}

/**
 * The last card, and the bridge that it moved.
 * @param {Game} game
 */
function useLastUse({ facts }) {
  const last = useRef('');
  const [card = ''] = last.current.split(' ');
  if (facts.card) last.current = `${facts.card} ${facts.piece}`;
  else if (!wordsOf(facts[`${facts.turn}.played`]).includes(card)) last.current = '';
  return last.current;
}

/**
 * Asks the table why something is not possible; this changes nothing. Its answers are kept while the game stands as it
 * does.
 * @param {Game} game
 * @param {Actions} actions
 * @return {SatorTable['ask']}
 */
function useAnswers({ facts, ask, log, undoable }, actions) {
  const state = JSON.stringify([facts, ask, lastOf(log)?.n, undoable]);
  const [, drawAgain] = useState(0);
  const kept = useRef({ state, answers: /** @type {Map<string, Verdict|undefined>} */ (new Map()) });
  if (kept.current.state !== state) kept.current = { state, answers: new Map() };
  const { answers } = kept.current;
  /** @type {Map<string, Move>} */
  const wanted = new Map();
  useLayoutEffect(() => {
    for (const [key, [verb = '', ...args]] of wanted) {
      answers.set(key, undefined);
      actions.check(verb, args).then(({ ok = false, text, rule, names }) => {
        answers.set(key, { ok, text, rule, cells: cellsIn(names) });
        if (kept.current.answers === answers) drawAgain((n) => n + 1);
      });
    }
  });
  return (move) => {
    const key = move.join(' ');
    if (!answers.has(key)) wanted.set(key, move);
    return answers.get(key);
  };
}
