// @ts-check
// At the viewer's turn the phone chimes and vibrates, unless that is switched off.
import { prefs, prefer, onPrefer } from './prefs.js';
import { el, h, render } from '../shared/view.js';
import { t } from '../shared/lang.js';

/** @import { Context } from '../shared/context.js' */

/** @type {[at: number, pitch: number][]} */
const TONES = [[0, 659.3], [0.16, 987.8]]; // time, s, and pitch, Hz
const TONE_LENGTH = 1.1; // length of each tone, s
const LOUD = 0.22;
const VIBRATION = [90, 70, 160]; // vibration, pause, vibration, ms
const READY_TIME = 300; // ms that a browser may take to let sounds through

/** @type {AudioContext|null} */
let audio = null;

/** Reports whether the browser lets this page play sounds: none does before the page was touched. */
export const awake = () => audio?.state === 'running';

/** Reports whether this browser can make the phone vibrate. */
export const canBuzz = () => typeof navigator.vibrate === 'function';

/** Makes the browser ready to play sounds. It must be called while somebody touches the page. */
export async function wake() {
  if (!window.AudioContext) return false;
  audio ??= new AudioContext();
  // A browser that waits for a touch never settles this.
  await Promise.race([audio.resume(), new Promise((done) => setTimeout(done, READY_TIME))]).catch(() => {});
  return awake();
}

/** Chimes and vibrates, as far as the viewer wants it and the browser can. */
export function ring() {
  const { sound, buzz } = prefs();
  if (buzz && canBuzz()) navigator.vibrate(VIBRATION);
  if (!sound || !audio || !awake()) return;
  for (const [at, frequency] of TONES) {
    const when = audio.currentTime + at;
    const tone = new OscillatorNode(audio, { type: 'triangle', frequency });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, when);
    volume.gain.linearRampToValueAtTime(LOUD, when + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0005, when + TONE_LENGTH);
    tone.connect(volume).connect(audio.destination);
    tone.start(when);
    tone.stop(when + TONE_LENGTH);
  }
}

const rings = () => prefs().sound || (prefs().buzz && canBuzz());

/**
 * Makes the bell: it rings at the viewer's turn, and its button mutes it with one tap.
 * @param {HTMLElement} button
 * @return {(ctx: Context|null) => void} takes the table after each change
 */
export function makeBell(button) {
  /** @type {boolean|undefined} */
  let mine; // undefined at first: a question from before is no reason to ring
  const show = () => {
    const on = rings();
    const waits = on && prefs().sound && !awake();
    button.setAttribute('aria-pressed', String(on));
    button.setAttribute('aria-label', t`Ring at my turn`);
    button.title = on ? t`It rings at your turn.` : t`It is silent.`;
    if (waits) button.title = t`It rings once the page was tapped: browsers want that.`;
    button.classList.toggle('waits', waits);
    render(h(Bell, { on }), button);
  };
  const touched = async () => {
    if (prefs().sound && !awake() && (await wake())) show();
  };
  for (const touch of ['pointerup', 'keydown']) addEventListener(touch, touched, { passive: true });
  button.addEventListener('click', async () => {
    prefer(rings() ? { sound: false, buzz: false } : { sound: true, buzz: true });
    if (!rings()) return;
    await wake();
    ring();
    show();
  });
  onPrefer(show);
  return (ctx) => {
    button.hidden = !ctx?.me;
    const plays = ctx?.me && ctx.snapshot.phase === 'game';
    const asked = plays ? ctx.game?.ask.seat === ctx.snapshot.you.seat : undefined;
    if (asked && mine === false) ring();
    mine = asked;
  };
}

const SHAPE = 'M5 17h14c-1.500-1.700-2-3.500-2-6.500a5 5 0 0 0-10 0c0 3-.5 4.800-2 6.500Z'
  + ' M10 20a2 2 0 0 0 4 0 M12 5.500V3.500';

/** @param {{on: boolean}} props */
const Bell = ({ on }) =>
  el(
    'svg', { viewBox: '0 0 24 24', 'aria-hidden': true, class: 'bell' },
    el('path', { d: SHAPE }),
    !on && el('path', { d: 'M3.500 3.500l17 17', class: 'off' }),
  );
