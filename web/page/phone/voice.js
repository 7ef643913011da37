// @ts-check
// The browser's voice.
import { prefs } from './prefs.js';
import { language } from '../shared/lang.js';

const MAX_WAITING = 3; // moves that wait to be read; older ones are dropped

/** Reports whether this browser can speak at all. */
export const canSpeak = () => 'speechSynthesis' in window && 'SpeechSynthesisUtterance' in window;

/** A voice of the page's language, if the browser has one. */
export function voice() {
  const fits = speechSynthesis.getVoices().filter((v) => v.lang.toLowerCase().startsWith(language()));
  return fits.find((v) => v.default) ?? fits.find((v) => v.localService) ?? fits[0] ?? null;
}

/**
 * Says a text. Of a topic only the newest text waits. `atOnce`: it is read before all others.
 * @typedef {(topic: string, text: string, atOnce?: boolean) => void} Say
 */

/**
 * A queue of sentences that drops outdated ones.
 * @return {{say: Say, hush: () => void}}
 */
export function makeVoice() {
  /** @type {[topic: string, text: string][]} */
  let waiting = [];
  /** @type {SpeechSynthesisUtterance|null} */
  let now = null;
  const next = () => {
    const first = waiting.shift();
    if (!first) return;
    const said = new SpeechSynthesisUtterance(first[1]);
    said.lang = language();
    said.voice = voice();
    said.rate = prefs().rate;
    now = said;
    said.onend = said.onerror = () => {
      if (now !== said) return;
      now = null;
      next();
    };
    speechSynthesis.speak(said);
  };
  const hush = () => {
    waiting = [];
    now = null;
    speechSynthesis.cancel();
  };
  return {
    hush,
    say(topic, text, atOnce = false) {
      const words = text.replaceAll('·', ',').replaceAll('→', ',').replace(/\s+/g, ' ').trim();
      if (!words) return;
      waiting = waiting.filter(([of]) => of !== topic);
      if (atOnce) {
        now = null;
        speechSynthesis.cancel();
        waiting.unshift([topic, words]);
      } else waiting.push([topic, words]);
      const moves = waiting.filter(([of]) => of.startsWith('move'));
      if (moves.length > MAX_WAITING) waiting = waiting.filter((w) => !moves.slice(0, -MAX_WAITING).includes(w));
      if (!now) next();
    },
  };
}
