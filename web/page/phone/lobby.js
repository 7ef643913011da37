// @ts-check
// The lobby: what the page shows while no game is on the table.
import { Invite } from '../shared/join.js';
import { HostNotices, Notices } from '../shared/notices.js';
import { Rule } from '../shared/ornaments.js';
import { lastGame } from './players.js';
import { StartForm } from './start.js';
import { el, h, render, useEffect, useState } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { ComponentChildren } from '../../types/vendor/preact' */
/** @import { Request, Snapshot, Welcome } from '../../types/protocol' */
/** @import { StartActions } from './start.js' */

/**
 * @typedef {object} LobbyActions
 * @property {(request: Request) => Promise<boolean|undefined>} ask
 * @property {() => void} openGames
 * @property {() => void} openBox
 * @property {() => void} openHost
 *
 * @typedef {{welcome: Welcome, snapshot: Snapshot, actions: StartActions & LobbyActions}} LobbyProps
 */

/** @param {LobbyProps} props */
function Lobby({ welcome, snapshot, actions }) {
  const { notices } = snapshot;
  // A game is begun in the form, so the form does not wait for what stands beside it or below.
  const [whole, setWhole] = useState(false);
  useEffect(() => setWhole(true), []);
  return [
    el(
      'div', { class: 'notices' }, h(Notices, { notices }),
      h(HostNotices, { snapshot, open: () => actions.openHost() }),
    ),
    el(
      'div', { class: 'lobby-start' },
      el('h1', null, t`Begin a game`),
      h(Rule, {}),
      h(StartForm, { key: lastGame(), welcome, actions }), // a new form after another game
    ),
    whole && el(
      'aside', { class: 'lobby-side', 'aria-label': t`The table` },
      h(Leaf, { heading: t`Friends at the table` }, h(Invite, welcome)),
      h(Played, { actions }),
      h(Tags, { welcome, actions }),
      h(Cards, { actions }),
      welcome.virtual && h(Bench, {}),
    ),
  ];
}

/** @param {{heading: string, children?: ComponentChildren}} props */
const Leaf = ({ heading, children }) => el('section', { class: 'leaf' }, el('h2', null, heading), children);

/** @param {{actions: LobbyActions}} props */
const Played = ({ actions }) =>
  h(
    Leaf, { heading: t`Games played` },
    el('p', null, t`What was played here, and who won. Each game can be looked at again, move by move.`),
    el('button', { class: 'plain wide', type: 'button', onClick: () => actions.openGames() }, t`Look at them`),
  );

/** @param {{welcome: Welcome, actions: LobbyActions}} props */
const Tags = ({ welcome, actions }) =>
  h(
    Leaf, { heading: t`The cards’ tags` },
    el('p', null, t`Every card carries a small tag. Tell the table which is which by tapping the cards in the order
      of the list.`),
    el('div', { class: 'choices' }, welcome.games.map((g) => {
      const enrol = () => actions.ask({ type: 'enrol', action: 'begin', game: g.id });
      return el('button', { class: 'plain', type: 'button', onClick: enrol }, t`Enrol the tags of ${g.title}`);
    })),
  );

/** @param {{actions: LobbyActions}} props */
const Cards = ({ actions }) =>
  h(
    Leaf, { heading: t`Your cards` },
    el('p', null, t`The cards of these games are stand-ins. Write down what stands on those of your own box, from
      menus.`),
    el('button', { class: 'plain wide', type: 'button', onClick: () => actions.openBox() }, t`Your card lists`),
  );

const Bench = () =>
  h(
    Leaf, { heading: t`Virtual table` },
    el('p', null, t`No hardware is configured: readers, cards and buttons are on a page of their own.`),
    el('a', { class: 'button plain', href: '/virtual', target: '_blank', rel: 'noopener' }, t`Open the bench`),
  );

/** The lobby that was drawn last. @type {LobbyProps|null} */
let drawn = null;

/**
 * Draws the lobby, unless nothing of it has changed.
 * @param {Element} root
 * @param {LobbyProps} props
 */
export function drawLobby(root, props) {
  if (drawn?.welcome === props.welcome && drawn.snapshot === props.snapshot) return;
  drawn = props;
  render(h(Lobby, props), root);
}
