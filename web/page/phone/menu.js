// @ts-check
// The menu: everything about the table except moves.
import { Button, RuleButton } from '../shared/button.js';
import { useNow } from '../shared/context.js';
import { Devices } from './devices.js';
import { Invite, Television } from '../shared/join.js';
import { Notices } from '../shared/notices.js';
import { PauseButton } from './pause.js';
import { openSheet } from '../shared/sheet.js';
import { nameOf } from '../shared/store.js';
import { el, h } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { ComponentChildren } from '../../types/vendor/preact' */
/** @import { Context, GameContext } from '../shared/context.js' */

/**
 * Opens the menu.
 * @param {() => Context} now gives the table as it is at the moment
 */
export const openMenu = (now) =>
  openSheet({ title: t`The table`, view: (close) => h(Menu, { now, close }) });

/** @param {{now: () => Context, close: () => void}} props */
function Menu({ now, close }) {
  const ctx = useNow(now);
  const { snapshot, welcome, game, actions } = ctx;
  return [
    h(Notices, { notices: snapshot.notices }),
    el(
      'div', { class: 'stack' },
      h(Items, { ctx, close }),
      welcome.virtual && el(
        'a', { class: 'button plain wide', href: '/virtual', target: '_blank', rel: 'noopener' }, t`Open the bench`,
      ),
    ),
    h(Leaf, { heading: t`Friends` }, h(Invite, welcome)),
    h(Leaf, { heading: t`On a television` }, h(Television, welcome)),
    game && h(Rules, { ...ctx, game }),
    h(
      Leaf, { heading: t`Devices` },
      snapshot.devices.length > 0
        ? h(Devices, { devices: snapshot.devices, actions })
        : el('p', { class: 'quiet' }, t`None.`),
    ),
    el('p', { class: 'quiet center' }, `Familiar ${welcome.version ?? ''}`),
  ];
}

/** @param {{heading: string, children?: ComponentChildren}} props */
const Leaf = ({ heading, children }) => el('section', { class: 'leaf' }, el('h3', null, heading), children);

/**
 * What can be done at the table just now.
 * @param {{ctx: Context, close: () => void}} props
 */
function Items({ ctx: { snapshot: { phase, you }, welcome, game, actions }, close }) {
  /**
   * @param {string} words
   * @param {() => void} act
   */
  const item = (words, act) => {
    const chosen = () => {
      close();
      act();
    };
    return h(Button, { look: 'plain wide', act: chosen }, words);
  };
  const seat = game?.seats[you.seat];
  const plays = Boolean(seat || you.host);
  return [
    item(t`The rules`, () => actions.openRules()),
    item(t`This phone`, () => actions.openSettings()),
    game && phase === 'game' && item(t`May I …?`, () => actions.openMay()),
    game && game.undoable > 0 && plays && item(t`Take moves back …`, () => actions.openUndo()),
    game && plays && item(t`Fix something`, () => actions.openAmend()),
    seat && item(t`Leave ${seat.title}’s seat`, () => actions.ask({ type: 'stand' })),
    game && !seat && item(t`Take a seat`, () => actions.seatAgain()),
    game && phase === 'game' && plays && h(PauseButton, { game, actions, close }),
    welcome.secure && item(t`Encrypted connection`, () => actions.openSecure()),
    you.host && item(t`The host`, () => actions.openHost()),
    item(t`Games played`, () => actions.openGames()),
    you.host && item(t`Your cards`, () => actions.openBox()),
  ];
}

/**
 * How this game is played: the variants of its rules, and whether hints are allowed.
 * @param {GameContext} ctx
 */
function Rules({ game, welcome, picture, actions }) {
  const options = Object.entries(game.options ?? {});
  if (options.length === 0 && game.hints === undefined) return null;
  const told = welcome.games.find((g) => g.id === game.game)?.options ?? [];
  return h(
    Leaf, { heading: t`This game` },
    el(
      'dl', { class: 'facts' },
      options.map(([name, value]) => {
        const reading = picture.readings[name];
        const rule = told.find((o) => o.name === name)?.rule;
        return [
          el('dt', null, reading?.title ?? nameOf(null, name).title),
          el(
            'dd', null, reading?.[value] ?? nameOf(null, value).title, ' ',
            rule && h(RuleButton, { look: 'link', rule, open: actions.openRules }),
          ),
        ];
      }),
      game.hints !== undefined && [
        el('dt', null, t`Hints`), el('dd', null, game.hints ? t`allowed` : t`forbidden`),
      ],
    ),
  );
}
