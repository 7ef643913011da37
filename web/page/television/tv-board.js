// @ts-check
// What a television shows: the table, or how to join while there is no game.
import { number } from '../shared/cards.js';
import { Fitted } from './fit.js';
import { QR } from '../shared/join.js';
import { LogLines } from '../shared/log.js';
import { Notices } from '../shared/notices.js';
import { Flame, Seal, SeatDot } from '../shared/ornaments.js';
import { idle } from '../shared/picture.js';
import { logLines } from '../shared/snapshot.js';
import { nameOf, wordsOf } from '../shared/store.js';
import { Clock } from '../shared/timer.js';
import { el, h } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { Context, GameContext } from '../shared/context.js' */
/** @import { CountView, Invitation, SeatView } from '../../types/protocol' */

const LINES = 5; // of the last moves

/**
 * There is no game yet, or tags are told.
 * @param {Context} ctx
 */
export function Waits({ welcome, snapshot: { enrol, notices } }) {
  const next = enrol?.next ? t`Next: ${enrol.title}` : enrol?.text;
  return [
    el('div', { class: 'cover-seal' }, h(Seal, {}), h(Flame, {})),
    el('h1', null, enrol ? t`The tags of ${enrol.of} are told.` : t`The table is ready.`),
    el('p', { class: 'big' }, enrol ? next : t`Begin a game on a phone.`),
    h(Notices, { notices }),
    h(Come, welcome),
  ];
}

/**
 * How another phone can join.
 * @param {Invitation} props
 */
const Come = ({ qr, code, joinURL }) =>
  el(
    'div', { class: 'come' },
    qr?.length > 0 && h(QR, { rows: qr }),
    el(
      'div', null,
      el('p', null, t`To join, point a phone’s camera here, or type the code:`),
      el('p', { class: 'big-code' }, code ?? ''),
      joinURL && el('p', { class: 'address' }, joinURL.replace(/#.*/, '')),
    ),
  );

/**
 * The table.
 * @param {{ctx: GameContext, came: number}} props `came` is when the snapshot came
 */
export function Board({ ctx, came }) {
  const { snapshot, game, names, picture, welcome } = ctx;
  return [
    h(Fitted, {}, h(picture.Table, { key: picture.style, snapshot, game, names, actions: idle, looks: true })),
    el(
      'div', { class: 'tv-side' },
      h(Clock, { ctx, came, covers: false }),
      el('section', { class: 'turn-part', 'aria-label': t`What is asked` }, h(Turn, { ctx })),
      h(Told, { ctx }),
      el('section', { class: 'seats-part', 'aria-label': t`The players` }, h(Players, { ctx })),
      el(
        'section', { class: 'log-part', 'aria-label': t`The last moves` },
        h(LogLines, { game, lines: logLines(game).slice(-LINES).reverse() }),
      ),
      el('section', { class: 'come-part', 'aria-label': t`Join` }, h(Come, welcome)),
    ),
  ];
}

/** @param {{ctx: GameContext}} props */
function Turn({ ctx }) {
  const { game, snapshot, picture } = ctx;
  if (snapshot.phase === 'over') {
    const winner = game.seats[game.winner];
    return [
      winner
        ? el('h1', null, h(SeatDot, { colour: winner.colour }), t`${winner.title} wins`)
        : el('h1', null, t`The game is over`),
      !winner && el('p', { class: 'prompt' }, game.ask.text),
    ];
  }
  const turn = game.seats[game.turn];
  const asked = game.seats[game.ask.seat];
  const apart = game.ask.open && game.ask.seat !== game.turn;
  const who = apart ? asked : turn;
  const others = asked ? t`${asked.title} is asked` : t`Any of you`;
  const usual = turn ? t`${turn.title}’s turn` : game.title;
  const prompt = game.gesture?.text || (!game.ask.open && picture.hint(ctx)) || game.ask.text;
  return [
    el('h1', null, who && h(SeatDot, { colour: who.colour }), apart ? others : usual),
    el('p', { class: 'prompt' }, game.paused ? t`The game rests.` : prompt),
  ];
}

/**
 * What the table says: why the last move was refused, notices, devices that do not work.
 * @param {{ctx: GameContext}} props
 */
function Told({ ctx: { game: { verdict }, snapshot: { notices = [], devices } } }) {
  const ill = devices.filter((d) => !d.ok);
  const refusal = verdict && !verdict.ok ? verdict : null;
  if (!refusal && notices.length + ill.length === 0) return null;
  return el(
    'section', { class: 'told-part', 'aria-label': t`What the table says` },
    refusal && el('p', { class: 'refusal' }, refusal.text && el('i', null, refusal.text, ' '), refusal.words),
    h(Notices, { notices }),
    ill.map((d) => el('p', { class: 'notice warning' }, el('b', null, d.name), ' – ', d.text || t`does not work`)),
  );
}

/** @param {{ctx: GameContext}} props */
function Players({ ctx: { game, names, snapshot } }) {
  const counts = names?.counts ?? [];
  /** @param {string} w */
  const said = (w) => (/^-?\d/.test(w) ? number(w) : nameOf(names, w).title);
  /**
   * @param {SeatView} seat
   * @param {CountView} count
   */
  const value = (seat, { fact, list }) => {
    const words = game.facts[`${seat.word}.${fact}`];
    if (list) return wordsOf(words).length;
    return words === undefined ? '–' : wordsOf(words).map(said).join(' ');
  };
  const at = snapshot.phase === 'game' ? game.turn : game.winner;
  return el(
    'table', null,
    el('thead', null, el('tr', null, el('td', null), counts.map((c) => el('th', { scope: 'col' }, c.label)))),
    el('tbody', null, game.seats.map((seat, i) => el(
      'tr', { class: i === at ? 'turn' : '' },
      el(
        'th', { scope: 'row' },
        el('span', { class: 'turn-mark', 'aria-hidden': true }, i === at ? '▶' : ''),
        h(SeatDot, { colour: seat.colour }), seat.title,
      ),
      counts.map((c) => el('td', null, value(seat, c))),
    ))),
  );
}
