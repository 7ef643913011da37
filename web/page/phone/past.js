// @ts-check
// The games that were played, and who won against whom.
import { Button } from '../shared/button.js';
import { day, resultOf } from './playedgame.js';
import { readOn } from './readon.js';
import { openReplay } from './replay.js';
import { openSheet } from '../shared/sheet.js';
import { stylesheet } from '../shared/picture.js';
import { el, h, useEffect, useState } from '../shared/view.js';
import { many, t } from '../shared/lang.js';

/** @import { Context } from '../shared/context.js' */
/** @import { KeptGame, Played, Score } from '../../types/protocol' */

/** Loads the styles of everything past. */
export const pastStyle = () => stylesheet(new URL('./past.css', import.meta.url).href);

/**
 * Opens the list of all games that have a record.
 * @param {() => Context} now gives the table as it is at the moment
 */
export async function openGames(now) {
  await pastStyle();
  openSheet({ title: t`Games played`, kind: 'games', view: () => h(Games, { now }) });
}

/** @param {{now: () => Context}} props */
function Games({ now }) {
  const [games, setGames] = useState(/** @type {KeptGame[]} */ ([]));
  const [played, setPlayed] = useState(/** @type {Played|null} */ (null)); // the last answer: it has the scores
  const [said, say] = useState(t`Reading …`);
  const [next, setNext] = useState(/** @type {{at: number, words: string}|null} */ (null));
  /** @param {number} at */
  const read = async (at) => {
    setNext(null);
    let end = at;
    let of = 0;
    await readOn(() => now().actions.query({ type: 'games', at }), ({ ok, text = '', games: part }) => {
      if (!ok || !part) {
        of = 0;
        say(text);
        setNext({ at, words: t`Try again` });
        return 0;
      }
      ({ of } = part);
      const { unread = 0 } = part;
      end = at + part.games.length;
      setGames((all) => [...all.slice(0, at), ...part.games]);
      setPlayed(part);
      if (unread > 0) say(t`Being read: ${of - unread} of ${of}`);
      else say(of > 0 ? '' : t`No game was played yet.`);
      return unread;
    });
    if (end < of) setNext({ at: end, words: t`Older games` });
  };
  useEffect(() => {
    read(0);
  }, []);
  return [
    el('div', null, played && h(Scores, { played })),
    el('p', { class: 'quiet', role: 'status', hidden: !said }, said),
    el('ol', { class: 'games-list' }, games.map((kept) => el('li', { key: kept.id }, h(Kept, { now, kept })))),
    el('div', { class: 'row center' }, next && h(Button, { act: () => read(next.at) }, next.words)),
  ];
}

/** @param {number} minutes */
const length = (minutes) =>
  (minutes < 60 ? t`${minutes} min` : t`${Math.floor(minutes / 60)} h ${minutes % 60} min`);

/**
 * A game of the list. One that has neither ended nor is under way cannot be opened.
 * @param {{now: () => Context, kept: KeptGame}} props
 */
function Kept({ now, kept }) {
  const { title, seats, started, moves, minutes, text, how } = kept;
  const lines = [
    el('b', null, title, ' – ', resultOf(kept)),
    seats.length > 0 && el('span', null, seats.join(', ')),
    started && el(
      'small', null, [day(started), many(moves, t`${moves} move`, t`${moves} moves`), length(minutes)].join(' · '),
    ),
    text && el('small', { class: 'ill' }, text),
  ];
  if (how === 'left' || how === 'unreadable') return el('div', { class: 'kept' }, lines);
  return h(Button, { look: 'choice kept', act: () => openReplay(now, kept) }, lines);
}

/**
 * Who has won how often, and against whom.
 * @param {{played: Played}} props
 */
function Scores({ played: { players, beats } }) {
  if (players.length === 0) return null;
  const games = [...new Set(players.flatMap((p) => Object.keys(p.games)))].sort();
  /** @param {Score|undefined} score */
  const told = (score) => (score ? t`${score.won} of ${score.played}` : '–');
  const ranked = players.map((p, i) => ({ ...p, i }))
    .sort((a, b) => b.all.won - a.all.won || a.all.played - b.all.played);
  const times = new Map(beats.map((b) => [`${b.winner} ${b.loser}`, b.n]));
  return el(
    'details', { class: 'leaf' },
    el('summary', null, t`Who won against whom`),
    h(ScoreTable, {
      caption: t`Games won, of those played to the end`, head: [t`All`, ...games],
      rows: ranked.map((p) => [p.title, told(p.all), ...games.map((g) => told(p.games[g]))]),
    }),
    beats.length > 0 && h(ScoreTable, {
      caption: t`How often the one on the left won a game that the one above played, too`,
      head: ranked.map((p) => p.title),
      rows: ranked.map((p) => [
        p.title, ...ranked.map((q) => (p.i === q.i ? '' : times.get(`${p.i} ${q.i}`) ?? '–')),
      ]),
    }),
  );
}

/** @param {{caption: string, head: string[], rows: (string|number)[][]}} props */
const ScoreTable = ({ caption, head, rows }) =>
  el(
    'div', { class: 'scores', tabIndex: 0, role: 'group', 'aria-label': caption },
    el(
      'table', null,
      el('caption', null, caption),
      el('thead', null, el('tr', null, el('td', null), head.map((x) => el('th', { scope: 'col' }, x)))),
      el('tbody', null, rows.map(([title, ...cells]) =>
        el('tr', null, el('th', { scope: 'row' }, title), cells.map((x) => el('td', null, x))))),
    ),
  );
