// The host's sheet: the phones that have joined, the seats, the invitation for others, and the game as a whole.
import { h, draw } from './dom.js';
import { openSheet, confirm } from './sheet.js';
import { inviteView } from './join.js';
import { pauseButton } from './pause.js';
import { moment } from './moment.js';
import { t } from './lang.js';
import { seatDot } from './ornaments.js';

/**
 * Opens the host's sheet.
 * @param {function(): Object} now gives the table as it is at the moment
 */
export function openHost(now) {
  const opened = new Set(); // the phones whose rows are open
  let unwatch = () => {};
  openSheet({
    title: t`The host`,
    build(body, close) {
      const parts = { game: h('section.leaf'), buzzer: h('section.leaf'), knocks: h('section.leaf'), waiting: h('section.leaf'), phones: h('section.leaf'), code: h('section.leaf') };
      body.append(...Object.values(parts));
      const refresh = () => {
        const ctx = now();
        const { game, snapshot, welcome } = ctx;
        if (!snapshot?.you.host) {
          close();
          return;
        }
        draw(parts.game, [snapshot.phase, game?.paused, game?.hints], () => game && gameView(ctx, close));
        draw(parts.buzzer, [snapshot.muted], () => snapshot.muted !== undefined && buzzerView(ctx));
        draw(parts.knocks, [snapshot.knocks], () => snapshot.knocks?.length > 0 && knocksView(ctx));
        draw(parts.waiting, [snapshot.waiting], () => snapshot.waiting?.length > 0 && waitingView(ctx));
        draw(parts.phones, [snapshot.phones, game?.seats], () => phonesView(ctx, opened));
        draw(parts.code, [welcome?.code, snapshot.approve], () => welcome && codeView(ctx));
      };
      unwatch = now().actions.onChange(refresh);
      refresh();
    },
    closed: () => unwatch(),
  });
}

function gameView({ game, snapshot, actions }, close) {
  const item = (key, words, act, cls = 'plain') => h(`button.${cls}.wide`, { type: 'button', key, onclick: act }, words);
  const end = async () => {
    if (await confirm({ title: t`End this game?`, text: t`It stays unfinished. Its record is kept.`, yes: t`End it`, grave: true })) (close(), actions.ask({ type: 'end' }));
  };
  return [
    h('h3', null, t`The game`),
    h('div.stack', null,
      snapshot.phase === 'game' && pauseButton(game, actions, close),
      game.hints !== undefined && item('hints', game.hints ? t`Forbid hints` : t`Allow hints`, () => actions.ask({ type: 'hints', on: !game.hints })),
      snapshot.phase === 'over' ? item('end', t`Another game`, () => (close(), actions.another()), 'gold') : item('end', t`End this game`, end, 'blood')),
  ];
}

function buzzerView({ snapshot, actions }) {
  return [
    h('h3', null, t`The buzzer`),
    h('label.radio', null, h('input', { type: 'checkbox', checked: snapshot.muted, key: 'mute', onchange: (e) => actions.ask({ type: 'mute', on: e.target.checked }) }), h('span', null, h('b', null, t`Keep it mute`))),
  ];
}

function knocksView({ snapshot, actions }) {
  return [
    h('h3', null, t`Wrong join codes`),
    h('p', null, t`Somebody who has not got the join code may be guessing it. After some wrong codes the table makes them wait. A new code ends it.`),
    h('ul.plain-list', null, snapshot.knocks.map((k) => h('li', null, h('b', null, k.from), ' ', k.times === 1 ? t`once, ${moment(k.last)}` : t`${k.times} times, last ${moment(k.last)}`))),
    h('button.plain.wide', { type: 'button', key: 'knocks', onclick: () => actions.ask({ type: 'knocks' }) }, t`Put away`),
  ];
}

function waitingView({ snapshot, actions }) {
  return [
    h('h3', null, t`Waiting to come in`),
    h('ul.plain-list', null, snapshot.waiting.map((w) => h('li', null,
      h('p', null, h('b', null, t`Number ${w.mark}`), ' · ', w.device || t`A phone`, ' · ', w.address),
      h('div.row', null,
        h('button.plain', { type: 'button', key: `turn-${w.id}`, onclick: () => actions.ask({ type: 'admit', phone: w.id, on: false }) }, t`Turn away`),
        h('button.gold', { type: 'button', key: `admit-${w.id}`, onclick: () => actions.ask({ type: 'admit', phone: w.id, on: true }) }, t`Let it in`))))),
  ];
}

/** What people call a phone. */
const called = (p) => p.device || (p.local ? t`The table’s own browser` : t`A phone`);

function phonesView(ctx, opened) {
  const { snapshot, game } = ctx;
  const place = (p) => game?.seats.findIndex((x) => x.word === p.seat) ?? -1;
  const order = (p) => (place(p) < 0 ? game?.seats.length ?? 0 : place(p));
  const phones = [...(snapshot.phones ?? [])].sort((a, b) => order(a) - order(b));
  return [
    h('h3', null, t`Phones`),
    h('ul.phones', null, phones.map((p) => {
      const seat = game?.seats[place(p)];
      const about = [p.you && t`this one`, p.host && t`host`, p.here ? t`here` : t`away since ${moment(p.last)}`].filter(Boolean).join(' · ');
      return h('li', null, h('details', { open: opened.has(p.id), ontoggle: (e) => opened[e.target.open ? 'add' : 'delete'](p.id) },
        h('summary', { key: `phone-${p.id}` }, seat && seatDot(seat.colour),
          h('span', null, h('b', null, seat ? seat.title : game ? t`Watches` : called(p)), h('small', null, game ? `${called(p)} · ${about}` : about))),
        h('div.stack', null, phoneView(ctx, p, seat))));
    })),
  ];
}

function phoneView({ game, actions }, p, seat) {
  const who = seat ? t`${called(p)} (${seat.title})` : called(p);
  const ask = async (request, question) => (!question || (await confirm(question))) && actions.ask({ phone: p.id, ...request });
  const give = (word) => {
    const to = game.seats.find((x) => x.word === word);
    ask({ type: 'give', seat: word }, to?.here && { title: t`Give ${to.title}’s seat to another phone?`, text: t`The phone that has it now watches then. Whoever has a seat sees its hand; everybody is told.`, yes: t`Give the seat` })
      .then((done) => done || (choice && (choice.value = p.seat ?? '')));
  };
  const sendAway = async () => {
    const yes = await confirm({ title: t`Send this phone away?`, text: t`${who}: its seat is free then. With the present code it does not come in again. Make a new one if somebody could bring another phone.`, yes: t`Send it away`, more: t`Send away, new code`, grave: true });
    if (yes) actions.ask({ type: 'kick', phone: p.id, code: yes === 'more' });
  };
  const choice = game && h('select', { key: `seat-${p.id}`, onchange: (e) => give(e.target.value) },
    h('option', { value: '', selected: !seat }, t`no seat: it watches`),
    game.seats.map((x) => h('option', { value: x.word, selected: x === seat }, x.taken && x !== seat ? t`${x.title}, whom another phone has` : x.title)));
  return [
    choice && h('label.field', null, h('span', null, t`Seat`), choice),
    !p.you && !p.local && h('button.plain', { type: 'button', key: `host-${p.id}`, onclick: () => ask({ type: 'host', on: !p.host }) }, p.host ? t`Host no more` : t`Make it host, too`),
    !p.you && !p.local && h('button.blood', { type: 'button', key: `kick-${p.id}`, onclick: sendAway }, t`Send away`),
    p.local && !p.you && h('p.quiet', null, t`A browser on the table’s own machine is always host.`),
  ];
}

function codeView({ welcome, actions, snapshot }) {
  const renew = async () => {
    const yes = await confirm({ title: t`Make a new join code?`, text: t`The old code and its picture are worthless then. Phones that are in stay in.`, yes: t`New code` });
    if (yes) actions.ask({ type: 'code' });
  };
  return [
    h('h3', null, t`Friends`), inviteView(welcome),
    h('label.radio', null, h('input', { type: 'checkbox', checked: snapshot.approve, key: 'approve', onchange: (e) => actions.ask({ type: 'approve', on: e.target.checked }) }),
      h('span', null, h('b', null, t`New phones wait until a host lets them in`))),
    h('button.plain.wide', { type: 'button', key: 'code', onclick: renew }, t`New code`),
  ];
}
