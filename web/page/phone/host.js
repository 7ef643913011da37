// @ts-check
// The host's sheet: the phones that have joined, the seats, the invitation for others, and the game as a whole.
import { Button } from '../shared/button.js';
import { Check } from './check.js';
import { useNow } from '../shared/context.js';
import { Invite } from '../shared/join.js';
import { moment } from './moment.js';
import { PauseButton } from './pause.js';
import { Phones } from './phones.js';
import { Radio } from './radio.js';
import { confirm, openSheet } from '../shared/sheet.js';
import { el, h, useLayoutEffect } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { ComponentChildren } from '../../types/vendor/preact' */
/** @import { Actions, Context, GameContext } from '../shared/context.js' */
/** @import { FailedJoin, Snapshot, WaitingView } from '../../types/protocol' */

/**
 * Opens the host's sheet.
 * @param {() => Context} now gives the table as it is at the moment
 */
export const openHost = (now) => openSheet({ title: t`The host`, view: (close) => h(Host, { now, close }) });

/** @param {{now: () => Context, close: () => void}} props */
function Host({ now, close }) {
  const ctx = useNow(now);
  const { game, snapshot, actions } = ctx;
  const { you, muted, knocks = [], waiting = [] } = snapshot;
  useLayoutEffect(() => {
    if (!you.host) close();
  }, [you.host]);
  return [
    game && h(OneGame, { ctx: { ...ctx, game }, close }),
    h(Leaf, { heading: t`Doubtful cards` }, h(Boldness, ctx)),
    muted !== undefined && h(
      Leaf, { heading: t`The buzzer` },
      h(Check, {
        words: t`Keep it mute`, name: 'mute', checked: muted, change: (on) => actions.ask({ type: 'mute', on }),
      }),
    ),
    knocks.length > 0 && h(WrongCodes, { knocks, actions }),
    waiting.length > 0 && h(Waiting, { waiting, actions }),
    h(Leaf, { heading: t`Phones` }, h(Phones, { ctx })),
    h(Friends, { ctx }),
  ];
}

/**
 * How much the table decides by itself.
 * @param {Context} ctx
 */
const Boldness = ({ snapshot, actions }) => [
  h(Radio, {
    legend: t`When a card can mean several things`, name: 'boldness', chosen: snapshot.boldness ?? 'careful',
    values: [
      { value: 'careful', words: t`The table asks` },
      { value: 'usual', words: t`It takes what is usual` },
      { value: 'bold', words: t`It also makes forgotten moves` },
    ],
    change: (as) => actions.ask({ type: 'boldness', as: /** @type {Snapshot['boldness']} */ (as) }),
  }),
  el('p', { class: 'quiet' }, t`What else it may be then stands beside the move, and takes one tap. Say who plays out of
    turn, and what is not usual, by a button before the card.`),
];

/** @param {{heading: string, children?: ComponentChildren}} props */
const Leaf = ({ heading, children }) => el('section', { class: 'leaf' }, el('h3', null, heading), children);

/** @param {{ctx: GameContext, close: () => void}} props */
function OneGame({ ctx: { game, snapshot: { phase }, actions }, close }) {
  const end = async () => {
    const yes = await confirm({
      title: t`End this game?`, text: t`It stays unfinished. Its record is kept.`, yes: t`End it`, grave: true,
    });
    if (!yes) return;
    close();
    actions.ask({ type: 'end' });
  };
  const another = () => {
    close();
    actions.another();
  };
  const hints = () => actions.ask({ type: 'hints', on: !game.hints });
  return h(
    Leaf, { heading: t`The game` },
    el(
      'div', { class: 'stack' },
      phase === 'game' && h(PauseButton, { game, actions, close }),
      game.hints !== undefined
        && h(Button, { look: 'plain wide', name: 'hints', act: hints }, game.hints ? t`Forbid hints` : t`Allow hints`),
      phase === 'over'
        ? h(Button, { look: 'gold wide', name: 'end', act: another }, t`Another game`)
        : h(Button, { look: 'blood wide', name: 'end', act: end }, t`End this game`),
    ),
  );
}

/** @param {{knocks: FailedJoin[], actions: Actions}} props */
const WrongCodes = ({ knocks, actions }) =>
  h(
    Leaf, { heading: t`Wrong join codes` },
    el('p', null, t`Somebody who has not got the join code may be guessing it. After some wrong codes the table makes
      them wait. A new code ends it.`),
    el('ul', { class: 'plain-list' }, knocks.map((k) => {
      const often = k.times === 1 ? t`once, ${moment(k.last)}` : t`${k.times} times, last ${moment(k.last)}`;
      return el('li', null, el('b', null, k.from), ' ', often);
    })),
    h(Button, { look: 'plain wide', name: 'knocks', act: () => actions.ask({ type: 'knocks' }) }, t`Put away`),
  );

/** @param {{waiting: WaitingView[], actions: Actions}} props */
const Waiting = ({ waiting, actions }) =>
  h(
    Leaf, { heading: t`Waiting to come in` },
    el('ul', { class: 'plain-list' }, waiting.map((w) => {
      /** @param {boolean} on */
      const admit = (on) => () => actions.ask({ type: 'admit', phone: w.id, on });
      return el(
        'li', { key: w.id },
        el('p', null, el('b', null, t`Number ${w.mark}`), ' · ', w.device || t`A phone`, ' · ', w.address),
        el(
          'div', { class: 'row' },
          h(Button, { name: `turn-${w.id}`, act: admit(false) }, t`Turn away`),
          h(Button, { look: 'gold', name: `admit-${w.id}`, act: admit(true) }, t`Let it in`),
        ),
      );
    })),
  );

/** @param {{ctx: Context}} props */
function Friends({ ctx: { welcome, actions, snapshot } }) {
  const renew = async () => {
    const yes = await confirm({
      title: t`Make a new join code?`,
      text: t`The old code and its picture are worthless then. Phones that are in stay in. Or all go out but those of
        hosts, the television too: they come in again with the new code, and sit down again.`,
      yes: t`New code`,
      more: t`New code, all out`,
    });
    if (yes) actions.ask({ type: 'code', out: yes === 'more' });
  };
  return h(
    Leaf, { heading: t`Friends` },
    h(Invite, welcome),
    h(Check, {
      words: t`New phones wait until a host lets them in`, name: 'approve', checked: snapshot.approve ?? false,
      change: (on) => actions.ask({ type: 'approve', on }),
    }),
    h(Button, { look: 'plain wide', name: 'code', act: renew }, t`New code`),
  );
}
