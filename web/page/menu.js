// Everything about the table that is not a move.
import { h } from './dom.js';
import { openSheet, confirm } from './sheet.js';
import { inviteView } from './join.js';
import { nameOf } from './store.js';
import { capital } from './words.js';

/**
 * The health of the devices, the broken ones first.
 * @param {Array<Object>} devices
 */
export function devicesView(devices) {
  const sorted = [...devices].sort((a, b) => Number(a.ok) - Number(b.ok));
  return h('ul.devices', null, sorted.map((d) => h('li', { class: d.ok ? 'ok' : 'ill' }, h('b', null, capital(d.name)), h('span', null, d.text || (d.ok ? 'works' : 'does not work')))));
}

/**
 * What everybody at the table should know.
 * @param {Array<Object>=} notices
 */
export const noticesView = (notices) => (notices ?? []).map((n) => h('p', { class: `notice ${n.level === 'warning' ? 'warning' : ''}` }, n.text));

/**
 * Opens the menu.
 * @param {Object} ctx
 */
export function openMenu(ctx) {
  const { snapshot, welcome, actions, game, picture } = ctx;
  openSheet({
    title: 'The table',
    build(body, close) {
      const item = (words, act, cls = 'plain') => h(`button.${cls}.wide`, { type: 'button', onclick: () => (close(), act()) }, words);
      const hints = game?.hints === undefined ? [] : [h('dt', null, 'Hints'), h('dd', null, game.hints ? 'allowed' : 'forbidden')];
      const readings = Object.entries(game?.options ?? {}).flatMap(([k, v]) => [h('dt', null, picture.readings?.[k]?.title ?? nameOf(null, k).title), h('dd', null, picture.readings?.[k]?.[v] ?? nameOf(null, v).title)]);
      body.append(...[
        ...noticesView(snapshot.notices),
        h('div.stack', null,
          game && item('The rules', () => actions.openRules()),
          game && (snapshot.you.seat >= 0 || snapshot.you.host) && item('Put something right', () => actions.openAmend()),
          game && snapshot.you.seat >= 0 && item(`Leave ${game.seats[snapshot.you.seat].title}’s seat`, () => actions.ask({ type: 'stand' })),
          game && snapshot.you.seat < 0 && item('Take a seat', () => actions.seatAgain()),
          game?.hints !== undefined && snapshot.you.host && item(game.hints ? 'Hints: allowed. Forbid them' : 'Hints: forbidden. Allow them', () => actions.ask({ type: 'hints', on: !game.hints })),
          welcome.virtual && h('a.button.plain.wide', { href: '/virtual', target: '_blank', rel: 'noopener' }, 'Open the bench'),
          game && snapshot.you.host && item(snapshot.phase === 'over' ? 'Another game' : 'End this game', () => endGame(ctx), snapshot.phase === 'over' ? 'gold' : 'blood')),
        h('section.leaf', null, h('h3', null, 'Friends'), inviteView(welcome)),
        readings.length + hints.length > 0 && h('section.leaf', null, h('h3', null, 'This game'), h('dl.facts', null, readings, hints)),
        h('section.leaf', null, h('h3', null, 'Devices'), snapshot.devices?.length ? devicesView(snapshot.devices) : h('p.quiet', null, 'None.')),
        h('p.quiet.center', null, `Familiar ${welcome.version ?? ''}`),
      ].filter(Boolean));
    },
  });
}

async function endGame({ snapshot, actions }) {
  if (snapshot.phase === 'over') {
    actions.another();
    return;
  }
  if (await confirm({ title: 'End this game?', text: 'It stays unfinished. Its record is kept.', yes: 'End it', grave: true })) actions.ask({ type: 'end' });
}
