// The settings of this phone: its bell, language and voice.
import { h } from './dom.js';
import { openSheet } from './sheet.js';
import { prefs, prefer, SIZES } from './prefs.js';
import { awake, canBuzz, ring, wake } from './bell.js';
import { canSpeak, makeVoice, voice } from './speech.js';
import { language, languages, speak, t } from './lang.js';
import { connectionsView } from './mine.js';

const RATES = [0.75, 1, 1.35, 1.8];

/**
 * Opens the sheet.
 * @param {Object} actions
 */
export function openSettings(actions) {
  openSheet({
    title: t`This phone`,
    kind: 'settings',
    build(body, close) {
      const said = h('p.quiet', { role: 'status' });
      body.append(
        h('section', null, h('h3', null, t`At your turn`),
          check(t`A chime`, 'sound'),
          canBuzz() ? check(t`Shake the phone`, 'buzz') : h('p.quiet', null, t`This browser cannot shake the phone.`),
          h('button.plain', { type: 'button', onclick: () => tryBell(said) }, t`Try it`), said),
        choice(t`Size of the text`, 'size', SIZES.map((x) => [x, { '': t`Normal`, large: t`Large`, larger: t`Very large` }[x]]), prefs().text, (text) => prefer({ text })),
        h('section', null, h('h3', null, t`Spoken mode`),
          h('p', null, t`A voice tells what is asked, what others do, why something is refused, and what you hold. With a screen reader leave it off: that reads the same.`),
          speech()),
        choice(t`Language`, 'language', Object.entries(languages), language(), speak),
        connectionsView(actions, close),
        h('p.quiet', null, t`Whether things move is set in the phone itself: look for “reduced motion”.`));
    },
  });
}

async function tryBell(said) {
  const ready = await wake();
  ring();
  const { sound, buzz } = prefs();
  said.textContent = !sound && !(buzz && canBuzz()) ? t`Both are off.`
    : sound && !ready ? t`This browser lets no sound through. See whether the phone is muted.`
      : sound ? t`It rings. If you hear nothing, see whether the phone is muted.` : '';
}

function speech() {
  if (!canSpeak()) return h('p.quiet', null, t`This browser cannot speak.`);
  const none = h('p.quiet', { role: 'status' });
  // Browsers load their voices some time after the first request.
  const see = () => (none.textContent = speechSynthesis.getVoices().length > 0 && !voice() ? t`This browser has no voice for this language: another one reads.` : '');
  see();
  speechSynthesis.addEventListener?.('voiceschanged', see, { once: true });
  const sample = (rate) => {
    prefer({ rate });
    if (prefs().spoken) makeVoice().say('sample', t`So fast it speaks.`, true);
  };
  return [
    // Some browsers speak only if they have spoken during a touch.
    check(t`Speak`, 'spoken', (on) => on && makeVoice().say('sample', t`The spoken mode is on.`)), none,
    choice(t`How fast`, 'rate', RATES.map((r, i) => [r, [t`Slow`, t`Normal`, t`Fast`, t`Very fast`][i]]), prefs().rate, sample),
  ];
}

const check = (text, what, also = () => {}) => h('label.radio', null, h('input', { type: 'checkbox', checked: prefs()[what], key: what, onchange: (e) => (also(e.target.checked), prefer({ [what]: e.target.checked })) }), h('span', null, h('b', null, text)));

const choice = (legend, name, values, chosen, change) => h('fieldset', null, h('legend', null, legend),
  h('div.choices', null, values.map(([value, text]) => h('label.radio', null, h('input', { type: 'radio', name, value, checked: value === chosen, onchange: () => change(value) }), h('span', null, h('b', null, text))))));
