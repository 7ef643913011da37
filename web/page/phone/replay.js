// @ts-check
// A game that was played, move by move.
import { Button } from '../shared/button.js';
import { day, resultOf } from './playedgame.js';
import { lastOf } from '../shared/list.js';
import { dressSheet, pictureOf } from '../shared/picture.js';
import { makePositions, PastBoard, toldOf } from './position.js';
import { saveFile } from './save.js';
import { openSheet } from '../shared/sheet.js';
import { el, h, useEffect, useLayoutEffect, useRef, useState } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { Context } from '../shared/context.js' */
/** @import { Picture } from '../games/contract.js' */
/** @import { Answer, KeptGame, Names, Past } from '../../types/protocol' */

const REPLAY_INTERVAL = 1400; // ms between two moves of a replay

const ICONS = {
  first: 'M4 3v12M14 3L8 9l6 6', back: 'M12 3L6 9l6 6', play: 'M4 2v14L16 9z', pause: 'M5 3v12M13 3v12',
  next: 'M6 3l6 6-6 6', last: 'M4 3l6 6-6 6M14 3v12',
};

/**
 * A button with a sign.
 * @param {{sign: keyof typeof ICONS, label: string, act: () => void}} props
 */
const StepButton = ({ sign, label, act }) =>
  h(
    Button, { label, act },
    el(
      'svg', { viewBox: '0 0 18 18', class: `step-icon ${sign}`, 'aria-hidden': true }, el('path', { d: ICONS[sign] }),
    ),
  );

/**
 * Opens a game to be viewed move by move.
 * @param {() => Context} now
 * @param {KeptGame} kept from the list of games
 */
export async function openReplay(now, kept) {
  const picture = await pictureOf(kept.game);
  openSheet({
    title: kept.title, kind: 'past', view: () => h(Replay, { now, kept, picture }), closed: dressSheet(picture),
  });
}

/** @typedef {{past: Past|null, names: Names|null, of: number, problem: string}} Seen */

/**
 * What is seen of the game, and how one goes through it.
 * @param {() => Context} now
 * @param {KeptGame} kept
 * @param {Names|null} known the names of the game, if they need not be asked for
 */
function useReplay(now, kept, known) {
  const [seen, setSeen] = useState(/** @type {Seen} */ ({ past: null, names: known, of: kept.moves, problem: '' }));
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(false);
  const names = useRef(known);
  const show = useRef((/** @type {Partial<Answer>} */ _, /** @type {boolean} */ last) => {});
  const [seek] = useState(() => makePositions(
    now, () => ({ game: kept.id, names: !names.current }), (answer, last) => show.current(answer, last),
  ));
  show.current = ({ ok, text = '', past }, last) => {
    if (!ok || !past) {
      setPlaying(false);
      setSeen({ ...seen, problem: text });
      return;
    }
    names.current = past.names ?? names.current;
    setSeen({ past, names: names.current, of: past.of, problem: '' });
    if (last) setAt(past.at);
  };
  /** @param {number} to */
  const go = (to) => {
    const next = Math.max(0, Math.min(seen.of, to));
    setAt(next);
    seek.to(next);
  };
  useLayoutEffect(() => {
    seek.to(0); // before anybody can press a button
    return () => seek.stop();
  }, []);
  useEffect(() => {
    // The next move is timed once this one has arrived.
    if (!playing || seen.past?.at !== at) return undefined;
    if (at >= seen.of) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => go(at + 1), REPLAY_INTERVAL);
    return () => clearTimeout(timer);
  }, [playing, seen]);
  return {
    ...seen, at, playing,
    /** @param {number} to */
    go(to) {
      setPlaying(false);
      go(to);
    },
    play() {
      if (!playing) go(at === seen.of ? 0 : at + 1);
      setPlaying(!playing);
    },
  };
}

/**
 * The move that a position ends with, in words.
 * @param {Past} past
 */
function moveOf({ at, game }) {
  if (at === 0) return t`The game begins.`;
  const line = lastOf(game.log);
  // The text of a move that this viewer must not know stays hidden.
  return line?.n === at ? toldOf(line) : t`Something was shown in secret.`;
}

/** @param {{now: () => Context, kept: KeptGame, picture: Picture}} props */
function Replay({ now, kept, picture }) {
  const { game, names: known, snapshot } = now();
  const own = kept.how === 'under way' || game?.id === kept.id;
  const replay = useReplay(now, kept, own ? known : null);
  const { past, names, of, at, problem, go } = replay;
  const told = problem || (past ? moveOf(past) : '');
  const damage = past?.at === of ? past.text : '';
  /** @param {KeyboardEvent} e */
  const press = (e) => {
    /** @type {{[key: string]: number}} */
    const ways = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: of };
    const to = ways[e.key];
    const slides = e.target instanceof HTMLInputElement;
    if (to === undefined || slides || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    go(to);
  };
  return el(
    'div', { class: 'replay', onKeyDown: press },
    el('p', { class: 'quiet' }, [resultOf(kept), kept.seats.join(', '), day(kept.started)].join(' · ')),
    own && el('p', { class: 'quiet' }, t`This game is still on the table: you see what you could see then.`),
    damage && el('p', { class: 'notice warning' }, damage),
    past && h(PastBoard, { picture, past, names, seat: own ? snapshot.you.seat : -1 }),
    !own && h(Button, { look: 'plain download', act: () => download(now, kept.id) }, t`Download the record`),
    el(
      'div', { class: 'foot-bar' },
      el('p', { class: 'told-move', role: 'status' }, told),
      el(
        'div', { class: 'slide' },
        el('input', {
          type: 'range', autofocus: true, min: 0, max: of, value: at, 'aria-label': t`How many moves were made`,
          'aria-valuetext': told, onInput: (e) => go(e.currentTarget.valueAsNumber),
        }),
        el('span', { class: 'quiet' }, past && t`${past.at} of ${of}`),
      ),
      h(Steps, replay),
    ),
  );
}

/**
 * @param {{go: (to: number) => void, at: number, of: number, playing: boolean, play: () => void}} props
 */
const Steps = ({ go, at, of, playing, play }) =>
  el(
    'div', { class: 'steps-row', role: 'group', 'aria-label': t`Steps` },
    h(StepButton, { sign: 'first', label: t`To the beginning`, act: () => go(0) }),
    h(StepButton, { sign: 'back', label: t`One move back`, act: () => go(at - 1) }),
    h(StepButton, { sign: playing ? 'pause' : 'play', label: playing ? t`Pause` : t`Play`, act: play }),
    h(StepButton, { sign: 'next', label: t`One move on`, act: () => go(at + 1) }),
    h(StepButton, { sign: 'last', label: t`To the end`, act: () => go(of) }),
  );

/**
 * @param {() => Context} now
 * @param {string} id of the game
 */
async function download(now, id) {
  const { actions } = now();
  const { ok, text = '', record = '' } = await actions.query({ type: 'record', game: id });
  if (ok) saveFile(id, record);
  else actions.toast(text);
}
