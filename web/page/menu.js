// Everything about the table except moves.
import { h } from './dom.js';
import { openSheet } from './sheet.js';
import { pauseButton } from './pause.js';
import { inviteView, televisionView } from './join.js';
import { nameOf } from './store.js';
import { capital } from './words.js';
import { t } from './lang.js';

/**
 * The health of the devices, the broken ones first.
 * @param {Array<Object>} devices
 */
export function devicesView(devices) {
  const sorted = [...devices].sort((a, b) => Number(a.ok) - Number(b.ok));
  return h('ul.devices', null, sorted.map((d) => h('li', { class: d.ok ? 'ok' : 'ill', 'data-device': d.name }, h('b', null, capital(d.name)), h('span', null, d.text || (d.ok ? t`works` : t`does not work`)))));
}

const STATS_INTERVAL = 2000; // ms between two requests for the readers' statistics, while somebody looks at them

/**
 * The devices with the statistics of the readers, updated while they are on screen.
 * @param {Array<Object>} devices
 * @param {Object} actions
 */
function watchedDevices(devices, actions) {
  const list = devicesView(devices);
  let shown = false;
  const look = async () => {
    // A sheet is built before it is opened.
    if (shown && !list.isConnected) return;
    shown = true;
    const answer = await actions.query({ type: 'devices' });
    for (const f of answer.devices ?? []) {
      const row = [...list.children].find((li) => li.dataset.device === f.device);
      const words = f.ago < 0 ? t`it has never answered` : t`${f.polls} polls, the last answer ${(f.ago / 1000).toFixed(1)} s ago, errors: ${f.errors}, retries: ${f.retries}, reconnects: ${f.returns}`;
      row?.querySelector('small')?.remove();
      row?.append(h('small', null, words));
    }
    setTimeout(look, STATS_INTERVAL);
  };
  look();
  return list;
}

/**
 * What everybody at the table should know.
 * @param {Array<Object>=} notices
 */
export const noticesView = (notices) => (notices ?? []).map((n) => h('p', { class: `notice ${n.level === 'warning' ? 'warning' : ''}` }, n.text));

const GUESSES_TOLD = 5; // wrong join codes after which the host is told

/**
 * The messages to a host that somebody waits to be let in, and that somebody is guessing the join code.
 * @param {Object} ctx
 */
export function knockedView({ snapshot, actions }) {
  const many = (snapshot.knocks ?? []).filter((k) => k.times >= GUESSES_TOLD);
  const waiting = snapshot.waiting ?? [];
  return [
    waiting.length > 0 && h('p.notice', null, t`Waiting to come in: ${waiting.map((w) => t`number ${w.mark}`).join(', ')}.`, ' ', h('button.link', { type: 'button', key: 'waiting', onclick: () => actions.openHost() }, t`Look at it`)),
    many.length > 0 && h('p.notice.warning', null, t`Wrong join codes were tried from ${many.map((k) => k.from).join(', ')}.`, ' ', h('button.link', { type: 'button', key: 'knocks', onclick: () => actions.openHost() }, t`Look at it`)),
  ];
}

/**
 * Opens the menu.
 * @param {Object} ctx
 */
export function openMenu(ctx) {
  const { snapshot, welcome, actions, game, picture } = ctx;
  openSheet({
    title: t`The table`,
    build(body, close) {
      const item = (words, act, cls = 'plain') => h(`button.${cls}.wide`, { type: 'button', onclick: () => (close(), act()) }, words);
      const hints = game?.hints === undefined ? [] : [h('dt', null, t`Hints`), h('dd', null, game.hints ? t`allowed` : t`forbidden`)];
      const ruled = (k) => welcome.games?.find((g) => g.id === game.game)?.options?.find((o) => o.name === k)?.rule;
      const reading = (k, v) => [picture.readings?.[k]?.[v] ?? nameOf(null, v).title, ruled(k) && [' ', h('button.link', { type: 'button', onclick: () => actions.openRules(ruled(k)) }, t`Rule`, ' ', h('code', null, ruled(k)))]];
      const readings = Object.entries(game?.options ?? {}).flatMap(([k, v]) => [h('dt', null, picture.readings?.[k]?.title ?? nameOf(null, k).title), h('dd', null, reading(k, v))]);
      body.append(...[
        ...noticesView(snapshot.notices),
        h('div.stack', null,
          item(t`The rules`, () => actions.openRules()),
          item(t`This phone`, () => actions.openSettings()),
          game && snapshot.phase === 'game' && item(t`May I …?`, () => actions.openMay()),
          game?.undoable > 0 && (snapshot.you.seat >= 0 || snapshot.you.host) && item(t`Take moves back …`, () => actions.openUndo()),
          game && (snapshot.you.seat >= 0 || snapshot.you.host) && item(t`Fix something`, () => actions.openAmend()),
          game && snapshot.you.seat >= 0 && item(t`Leave ${game.seats[snapshot.you.seat].title}’s seat`, () => actions.ask({ type: 'stand' })),
          game && snapshot.you.seat < 0 && item(t`Take a seat`, () => actions.seatAgain()),
          snapshot.phase === 'game' && (snapshot.you.seat >= 0 || snapshot.you.host) && pauseButton(game, actions, close),
          welcome.secure && item(t`Encrypted connection`, () => actions.openSecure()),
          snapshot.you.host && item(t`The host`, () => actions.openHost()),
          item(t`Games played`, () => actions.openGames()),
          snapshot.you.host && item(t`Your cards`, () => actions.openBox()),
          welcome.virtual && h('a.button.plain.wide', { href: '/virtual', target: '_blank', rel: 'noopener' }, t`Open the bench`)),
        h('section.leaf', null, h('h3', null, t`Friends`), inviteView(welcome)),
        h('section.leaf', null, h('h3', null, t`On a television`), televisionView(welcome)),
        readings.length + hints.length > 0 && h('section.leaf', null, h('h3', null, t`This game`), h('dl.facts', null, readings, hints)),
        h('section.leaf', null, h('h3', null, t`Devices`), snapshot.devices?.length ? watchedDevices(snapshot.devices, actions) : h('p.quiet', null, t`None.`)),
        h('p.quiet.center', null, `Familiar ${welcome.version ?? ''}`),
      ].filter(Boolean));
    },
  });
}
