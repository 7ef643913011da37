// At the viewer's turn the phone chimes and vibrates, unless that is switched off.
import { s } from './dom.js';
import { prefs, prefer, onPrefer } from './prefs.js';
import { t } from './lang.js';

const TONES = [[0, 659.3], [0.16, 987.8]]; // time, s, and pitch, Hz
const TONE_LENGTH = 1.1; // length of each tone, s
const LOUD = 0.22;
const VIBRATION = [90, 70, 160]; // vibration, pause, vibration, ms

let audio = null;

/** Reports whether the browser lets this page play sounds: none does before the page was touched. */
export const awake = () => audio?.state === 'running';

/** Reports whether this browser can make the phone vibrate. */
export const canBuzz = () => typeof navigator.vibrate === 'function';

/** Makes the browser ready to play sounds. It must be called while somebody touches the page. */
export async function wake() {
  const Audio = window.AudioContext ?? window.webkitAudioContext;
  if (!Audio) return false;
  audio ??= new Audio();
  // A browser that waits for a touch never settles this.
  await Promise.race([audio.resume(), new Promise((done) => setTimeout(done, 300))]).catch(() => {});
  return awake();
}

/** Chimes and vibrates, as far as the viewer wants it and the browser can. */
export function ring() {
  const { sound, buzz } = prefs();
  if (buzz && canBuzz()) navigator.vibrate(VIBRATION);
  if (!sound || !awake()) return;
  for (const [at, hz] of TONES) {
    const when = audio.currentTime + at;
    const tone = new OscillatorNode(audio, { type: 'triangle', frequency: hz });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, when);
    volume.gain.linearRampToValueAtTime(LOUD, when + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0005, when + TONE_LENGTH);
    tone.connect(volume).connect(audio.destination);
    tone.start(when);
    tone.stop(when + TONE_LENGTH);
  }
}

/**
 * Makes the bell: it rings at the viewer's turn, and its button mutes it with one tap.
 * @param {HTMLElement} button
 * @param {function(): Object} now gives the table as it is at the moment
 * @param {function(function(): void): void} onChange
 */
export function makeBell(button, now, onChange) {
  let mine; // undefined at first: a question from before is no reason to ring
  const rings = () => prefs().sound || (prefs().buzz && canBuzz());
  const show = () => {
    const on = rings();
    const waits = on && prefs().sound && !awake();
    button.setAttribute('aria-pressed', String(on));
    button.setAttribute('aria-label', t`Ring at my turn`);
    button.title = waits ? t`It rings once the page was tapped: browsers want that.` : on ? t`It rings at your turn.` : t`It is silent.`;
    button.classList.toggle('waits', waits);
    button.replaceChildren(icon(on));
  };
  const touched = async () => {
    if (prefs().sound && !awake() && (await wake())) show();
  };
  for (const touch of ['pointerup', 'keydown']) addEventListener(touch, touched, { passive: true });
  button.addEventListener('click', async () => {
    prefer(rings() ? { sound: false, buzz: false } : { sound: true, buzz: true });
    if (rings()) (await wake(), ring(), show());
  });
  onPrefer(show);
  onChange(() => {
    const { game, snapshot, me } = now();
    button.hidden = !me;
    const asked = me && snapshot.phase === 'game' ? game.ask.seat === snapshot.you.seat : undefined;
    if (asked && mine === false) ring();
    mine = asked;
  });
}

const icon = (on) => s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true', class: 'bell' },
  s('path', { d: 'M5 17h14c-1.500-1.700-2-3.500-2-6.500a5 5 0 0 0-10 0c0 3-.5 4.800-2 6.500Z M10 20a2 2 0 0 0 4 0 M12 5.500V3.500' }),
  !on && s('path', { d: 'M3.500 3.500l17 17', class: 'off' }));
