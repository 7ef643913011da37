// @ts-check
// The settings of this phone: its bell, language and voice.
import { Button } from '../shared/button.js';
import { canBuzz, ring, wake } from './bell.js';
import { Check } from './check.js';
import { Connections } from './connections.js';
import { onPrefer, prefer, prefs, SIZES } from './prefs.js';
import { Radio } from './radio.js';
import { openSheet } from '../shared/sheet.js';
import { canSpeak, makeVoice, voice } from './voice.js';
import { el, h, useEffect, useState } from '../shared/view.js';
import { language, languages, speak, t } from '../shared/lang.js';

/** @import { Actions } from '../shared/context.js' */
/** @import { Prefs } from './prefs.js' */

const RATES = [0.75, 1, 1.35, 1.8];

/**
 * Opens the sheet.
 * @param {Actions} actions
 */
export const openSettings = (actions) =>
  openSheet({ title: t`This phone`, kind: 'settings', view: (close) => h(Settings, { actions, close }) });

/** The settings, which are drawn again after a change. */
function usePrefs() {
  const [now, set] = useState(prefs());
  useEffect(() => onPrefer(set), []);
  return now;
}

/** @param {{actions: Actions, close: () => void}} props */
function Settings({ actions, close }) {
  const { text } = usePrefs();
  const sizes = [t`Normal`, t`Large`, t`Very large`];
  return [
    h(BellSettings, {}),
    h(Radio, {
      legend: t`Size of the text`, name: 'size', chosen: text,
      values: SIZES.map((value, i) => ({ value, words: sizes[i] ?? value })), change: (size) => prefer({ text: size }),
    }),
    h(VoiceSettings, {}),
    h(Radio, {
      legend: t`Language`, name: 'language', chosen: language(), change: speak,
      values: Object.entries(languages).map(([value, words]) => ({ value, words })),
    }),
    h(Connections, { actions, close }),
    el('p', { class: 'quiet' }, t`Whether things move is set in the phone itself: look for “reduced motion”.`),
  ];
}

function BellSettings() {
  const { sound, buzz } = usePrefs();
  const [said, say] = useState('');
  const ringIt = async () => {
    const ready = await wake();
    ring();
    if (!sound && !(buzz && canBuzz())) say(t`Both are off.`);
    else if (!sound) say('');
    else if (ready) say(t`It rings. If you hear nothing, see whether the phone is muted.`);
    else say(t`This browser lets no sound through. See whether the phone is muted.`);
  };
  return el(
    'section', null, el('h3', null, t`At your turn`),
    h(Setting, { words: t`A chime`, what: 'sound' }),
    canBuzz()
      ? h(Setting, { words: t`Shake the phone`, what: 'buzz' })
      : el('p', { class: 'quiet' }, t`This browser cannot shake the phone.`),
    h(Button, { act: ringIt }, t`Try it`),
    el('p', { class: 'quiet', role: 'status' }, said),
  );
}

/** Reports whether another voice than one of the page's language reads. */
const isForeign = () => speechSynthesis.getVoices().length > 0 && !voice();

function VoiceSettings() {
  const { spoken, rate } = usePrefs();
  const [foreign, setForeign] = useState(canSpeak() && isForeign());
  useEffect(() => {
    // Browsers load their voices some time after the first request.
    if (canSpeak()) speechSynthesis.addEventListener?.('voiceschanged', () => setForeign(isForeign()), { once: true });
  }, []);
  const rates = [t`Slow`, t`Normal`, t`Fast`, t`Very fast`];
  /** @param {string} value */
  const pace = (value) => {
    prefer({ rate: Number(value) });
    if (spoken) makeVoice().say('sample', t`So fast it speaks.`, true);
  };
  return el(
    'section', null, el('h3', null, t`Spoken mode`),
    el('p', null, t`A voice tells what is asked, what others do, why something is refused, and what you hold. With a
      screen reader leave it off: that reads the same.`),
    canSpeak()
      ? [
        // Some browsers speak only if they have spoken during a touch.
        h(Setting, {
          words: t`Speak`, what: 'spoken', also: (on) => on && makeVoice().say('sample', t`The spoken mode is on.`),
        }),
        el('p', { class: 'quiet', role: 'status' }, foreign && t`This browser has no voice for this language: another
          one reads.`),
        h(Radio, {
          legend: t`How fast`, name: 'rate', chosen: String(rate), change: pace,
          values: RATES.map((r, i) => ({ value: String(r), words: rates[i] ?? '' })),
        }),
      ]
      : el('p', { class: 'quiet' }, t`This browser cannot speak.`),
  );
}

/** @param {{words: string, what: 'sound'|'buzz'|'spoken', also?: (on: boolean) => void}} props */
function Setting({ words, what, also = () => {} }) {
  const checked = usePrefs()[what];
  /** @param {boolean} on */
  const change = (on) => {
    also(on);
    prefer(/** @type {Partial<Prefs>} */ ({ [what]: on }));
  };
  return h(Check, { words, name: what, checked, change });
}
