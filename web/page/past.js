// The past: the games that were played, one of them move by move, and the table as an undo would leave it.
import { h, s, draw } from './dom.js';
import { lastOf } from './list.js';
import { openSheet } from './sheet.js';
import { dressSheet, pictureOf, portrait, stylesheet } from './picture.js';
import { wordsOf } from './store.js';
import { card, seatDot } from './made.js';
import { language, many, t } from './lang.js';

const REPLAY_INTERVAL = 1400; // ms between two moves of a replay
const REQUEST_INTERVAL = 100; // ms between two requests: a slider moves faster than the table should have to answer

const styled = () => stylesheet(new URL('./past.css', import.meta.url).href);

/* The games played */

/**
 * Opens the list of all games that have a record.
 * @param {function(): Object} now gives the table as it is at the moment
 */
export async function openGames(now) {
  await styled();
  openSheet({
    title: t`Games played`,
    kind: 'games',
    build(body) {
      const list = h('ol.games-list');
      const more = h('div.row.center');
      const scores = h('div');
      const said = h('p.quiet', { role: 'status' }, t`Reading …`);
      const read = async (at) => {
        more.replaceChildren();
        const { ok, text, games } = await now().actions.query({ type: 'games', at });
        said.textContent = ok ? (games.of ? '' : t`No game was played yet.`) : text;
        said.hidden = !said.textContent;
        if (!ok) return void more.append(h('button.plain', { type: 'button', onclick: () => read(at) }, t`Try again`));
        list.append(...games.games.map((g) => h('li', null, gameView(now, g))));
        const next = games.at + games.games.length;
        if (next < games.of) more.append(h('button.plain', { type: 'button', onclick: () => read(next) }, t`Older games`));
        if (at === 0) scores.append(...scoresView(games));
      };
      body.append(scores, said, list, more);
      read(0);
    },
  });
}

// The format of the viewer's country, if the page is in a language of that country.
const region = () => (navigator.language.startsWith(language()) ? navigator.language : language());
const day = (text) => new Date(text).toLocaleString(region(), { dateStyle: 'medium', timeStyle: 'short' });
const hours = (n) => (n < 60 ? t`${n} min` : t`${Math.floor(n / 60)} h ${n % 60} min`);

function resultOf({ how, winner, seats }) {
  switch (how) {
    case 'won': return t`${seats[winner]} won`;
    case 'over': return t`Nobody won`;
    case 'given up': return t`Given up`;
    case 'under way': return t`Under way`;
    case 'left': return t`Not ended`;
    default: return t`It cannot be read`;
  }
}

// A game that has neither ended nor is under way cannot be opened.
function gameView(now, g) {
  const lines = [
    h('b', null, g.title, ' – ', resultOf(g)),
    g.seats.length > 0 && h('span', null, g.seats.join(', ')),
    g.started && h('small', null, [day(g.started), many(g.moves, t`${g.moves} move`, t`${g.moves} moves`), hours(g.minutes)].join(' · ')),
    g.text && h('small.ill', null, g.text),
  ];
  if (g.how === 'left' || g.how === 'unreadable') return h('div.kept', null, lines);
  return h('button.choice.kept', { type: 'button', onclick: () => openReplay(now, g) }, lines);
}

function scoresView({ players, beats }) {
  if (players.length === 0) return [];
  const games = [...new Set(players.flatMap((p) => Object.keys(p.games)))].sort();
  const score = (x) => (x ? t`${x.won} of ${x.played}` : '–');
  const ranked = players.map((p, i) => ({ ...p, i })).sort((a, b) => b.all.won - a.all.won || a.all.played - b.all.played);
  const times = new Map(beats.map((b) => [`${b.winner} ${b.loser}`, b.n]));
  const table = (caption, head, rows) => h('div.scores', { tabindex: 0, role: 'group', 'aria-label': caption },
    h('table', null, h('caption', null, caption), h('thead', null, h('tr', null, head.map((x, i) => (i ? h('th', { scope: 'col' }, x) : h('td'))))), h('tbody', null, rows)));
  return [
    h('details.leaf', null, h('summary', null, t`Who won against whom`),
      table(t`Games won, of those played to the end`, ['', t`All`, ...games], ranked.map((p) => h('tr', null, h('th', { scope: 'row' }, p.title), h('td', null, score(p.all)), games.map((g) => h('td', null, score(p.games[g])))))),
      beats.length > 0 && table(t`How often the one on the left won a game that the one above played, too`, ['', ...ranked.map((p) => p.title)],
        ranked.map((p) => h('tr', null, h('th', { scope: 'row' }, p.title), ranked.map((q) => h('td', null, p.i === q.i ? '' : times.get(`${p.i} ${q.i}`) ?? '–')))))),
  ];
}

/* One game, step by step */

const ICONS = { first: 'M4 3v12M14 3L8 9l6 6', back: 'M12 3L6 9l6 6', play: 'M4 2v14L16 9z', pause: 'M5 3v12M13 3v12', next: 'M6 3l6 6-6 6', last: 'M4 3l6 6-6 6M14 3v12' };
const icon = (name) => s('svg', { viewBox: '0 0 18 18', class: `step-icon ${name}`, 'aria-hidden': 'true' }, s('path', { d: ICONS[name] }));

/**
 * Requests a game at one position after the other, and skips positions that the slider has left already.
 * @param {function(): Object} now
 * @param {function(): Object} request
 * @param {function(Object, boolean): void} show takes the answer, and whether no newer position is wanted
 * @return {{to: function(number): void, stop: function(): void}}
 */
function seeker(now, request, show) {
  let wanted = null;
  let busy = false;
  let stopped = false;
  async function work() {
    busy = true;
    while (wanted !== null && !stopped) {
      const at = wanted;
      wanted = null;
      const answer = await now().actions.query({ type: 'past', ...request(), at });
      if (!stopped) show(answer, wanted === null);
      await new Promise((r) => setTimeout(r, REQUEST_INTERVAL));
    }
    busy = false;
  }
  return {
    to(at) {
      wanted = at;
      if (!busy) work();
    },
    stop: () => (stopped = true),
  };
}

// The picture of a game at one position, and the known cards of hands.
function makeBoard() {
  const root = h('div');
  const hands = h('div');
  return {
    el: h('div.past-board', null, root, hands),
    show(picture, { at, phase, game }, names, you) {
      portrait(picture, root, { revision: at, you: { seat: you, host: false }, phase, game: { ...game, log: game.log ?? [] } }, names);
      draw(hands, [game.facts, Boolean(picture)], () => handsView(picture, game, names));
    },
  };
}

function handsView(picture, { seats, facts }, names) {
  const held = seats.map((x) => [x, wordsOf(facts[`${x.word}.${picture.hand.fact}.seen`])]).filter(([, words]) => words.length > 0);
  return held.map(([x, words]) => h('section', null, h('h3', null, seatDot(x.colour), t`In the hand of ${x.title}`),
    h('div.cards', null, [...new Set(words)].map((w) => card(w, { names, face: picture.face }, { copies: words.filter((o) => o === w).length })))));
}

const toldOf = (line) => [line.text, ...(line.also ?? [])].join(' ');

/**
 * Opens a game to be viewed move by move.
 * @param {function(): Object} now
 * @param {Object} kept from the list of games
 */
async function openReplay(now, kept) {
  const picture = await pictureOf(kept.game);
  const own = kept.how === 'under way' || now().game?.id === kept.id;
  let names = own ? now().names : null;
  let [at, of] = [0, kept.moves];
  let playing = 0; // the timer of the next move, -1 before it is set
  const undress = dressSheet(picture);
  let ended = undress;
  openSheet({
    title: kept.title,
    kind: 'past',
    build(body) {
      const board = makeBoard();
      const told = h('p.told-move', { role: 'status' });
      const where = h('span.quiet');
      const damage = h('p.notice.warning', { hidden: true });
      const slider = h('input', { type: 'range', autofocus: true, min: 0, max: of, value: 0, 'aria-label': t`How many moves were made`, oninput: () => go(slider.valueAsNumber) });
      const button = (name, label, act) => h('button.plain', { type: 'button', 'aria-label': label, onclick: act }, icon(name));
      const play = button('play', t`Play`, () => (playing ? pause() : run()));
      const steps = h('div.steps-row', { role: 'group', 'aria-label': t`Steps` },
        button('first', t`To the beginning`, () => go(0)), button('back', t`One move back`, () => go(at - 1)), play,
        button('next', t`One move on`, () => go(at + 1)), button('last', t`To the end`, () => go(of)));
      const seek = seeker(now, () => ({ game: kept.id, names: !names }), (answer, last) => {
        if (!answer.ok) return void (pause(), (told.textContent = answer.text));
        const { past } = answer;
        names = past.names ?? names;
        of = slider.max = past.of;
        if (last) at = slider.value = past.at;
        const line = lastOf(past.game.log);
        // The text of a move that this viewer must not know stays hidden.
        const text = past.at === 0 ? t`The game begins.` : line?.n === past.at ? toldOf(line) : t`Something was shown in secret.`;
        slider.setAttribute('aria-valuetext', text);
        told.textContent = text;
        where.textContent = t`${past.at} of ${of}`;
        damage.textContent = past.at === of ? past.text ?? '' : '';
        damage.hidden = !damage.textContent;
        board.show(picture, past, names, own ? now().snapshot.you.seat : -1);
        if (playing && at < of) playing = setTimeout(() => go(at + 1, true), REPLAY_INTERVAL);
        else pause();
      });
      function go(to, goesOn) {
        if (!goesOn) pause();
        at = Math.max(0, Math.min(of, to));
        seek.to(at);
      }
      function run() {
        const from = at === of ? 0 : at + 1;
        playing = -1; // the next move is timed once this one has arrived
        play.replaceChildren(icon('pause'));
        play.setAttribute('aria-label', t`Pause`);
        go(from, true);
      }
      function pause() {
        if (!playing) return;
        clearTimeout(playing);
        playing = 0;
        play.replaceChildren(icon('play'));
        play.setAttribute('aria-label', t`Play`);
      }
      body.addEventListener('keydown', (e) => {
        const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: of }[e.key];
        if (to === undefined || e.target === slider || e.ctrlKey || e.metaKey || e.altKey) return;
        e.preventDefault();
        go(to);
      });
      body.classList.add('replay');
      body.append(...[
        h('p.quiet', null, [resultOf(kept), kept.seats.join(', '), day(kept.started)].join(' · ')),
        own && h('p.quiet', null, t`This game is still on the table: you see what you could see then.`),
        damage, board.el,
        !own && h('button.plain.download', { type: 'button', onclick: () => download(now, kept.id) }, t`Download the record`),
        h('div.foot-bar', null, told, h('div.slide', null, slider, where), steps)].filter(Boolean));
      go(0);
      ended = () => (seek.stop(), pause(), undress());
    },
    closed: () => ended(),
  });
}

// The record comes over the phone's own connection: an address of its own could be opened by others.
async function download(now, id) {
  const { actions } = now();
  const { ok, text, record } = await actions.query({ type: 'record', game: id });
  if (!ok) return actions.toast(text);
  const href = URL.createObjectURL(new Blob([record], { type: 'text/plain' }));
  h('a', { href, download: id }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60000);
}

/* What an undo would take back */

/**
 * Opens the choice of how many moves to undo, with the table as it will be then.
 * @param {function(): Object} now
 */
export async function openUndo(now) {
  await styled();
  const { game: { id, game, log, undoable }, actions } = now();
  const picture = await pictureOf(game);
  const last = lastOf(log);
  let steps = last?.n === undoable ? (last.again ?? 0) + 1 : 1; // the last gesture
  let of = undoable;
  let ended = () => {};
  openSheet({
    title: t`Take moves back`,
    kind: 'past',
    build(body, close) {
      const board = makeBoard();
      const said = h('p.notice', { role: 'status', hidden: true });
      const say = (text) => ((said.textContent = text), (said.hidden = !text));
      const count = h('output');
      const fewer = h('button.plain', { type: 'button', 'aria-label': t`One move fewer`, onclick: () => choose(steps - 1) }, '−');
      const more = h('button.plain', { type: 'button', 'aria-label': t`One move more`, onclick: () => choose(steps + 1) }, '+');
      const list = h('ol.undo-list', { 'aria-label': t`The last moves, the newest first` });
      const go = h('button.blood.wide', { type: 'button', onclick: undo });
      const seek = seeker(now, () => ({}), ({ ok, text, past }, last) => {
        if (!last) return;
        if (!ok || past.game.id !== id) return say(text ?? t`The game has ended.`);
        if (past.of !== of) return; // an answer about an earlier last move is out of date
        const moves = [...(past.game.log ?? []), ...(past.undone ?? [])].reverse();
        draw(list, [past.at, moves], () => moves.map((m) => lineView(m, past)));
        board.show(picture, past, now().names, now().snapshot.you.seat);
        go.disabled = false;
      });
      function lineView(m, { at, of: all, game: { seats } }) {
        const gone = m.n > at;
        return h('li', null, h('button', { type: 'button', key: `move-${m.n}`, 'aria-pressed': String(gone), onclick: () => choose(all - m.n + 1) },
          seatDot(seats[m.seat]?.colour), h('span', null, toldOf(m))));
      }
      function choose(n) {
        steps = Math.max(1, Math.min(of, n));
        count.textContent = steps === 1 ? t`1 move of ${of}` : t`${steps} moves of ${of}`;
        fewer.disabled = steps === 1;
        more.disabled = steps === of;
        go.textContent = steps === 1 ? t`Take back 1 move` : t`Take back ${steps} moves`;
        go.disabled = true;
        seek.to(of - steps);
      }
      async function undo() {
        go.disabled = true;
        const { ok, text } = await actions.query({ type: 'undo', steps, of });
        if (ok) return close();
        say(text);
        go.disabled = false;
      }
      // Only what the viewer has seen is undone: after a change of the table the choice is shown again.
      const markOf = (g) => JSON.stringify([g?.id, g?.undoable, lastOf(g?.log)]);
      let mark = markOf(now().game);
      const unwatch = actions.onChange(() => {
        const g = now().game;
        if (markOf(g) === mark) return;
        mark = markOf(g);
        if (g?.id !== id || !g.undoable) return close();
        of = g.undoable;
        say(t`The game has gone on in between: this is what would be taken back now.`);
        choose(steps);
      });
      ended = () => (seek.stop(), unwatch());
      body.append(said,
        h('div.past-columns', null, h('div', null, h('div.how-many', null, fewer, count, more), list), h('div', null, h('h3', null, t`The table as it will be then`), board.el)),
        h('div.foot-bar', null, go));
      choose(steps);
    },
    closed: () => ended(),
  });
}
