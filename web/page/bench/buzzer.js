// @ts-check
// The sound of the buzzer.

const VOLUME = 0.035; // a square wave is loud
const FADE_TIME = 0.004; // seconds in which a sound fades in and out, so that it does not click

/** Makes a buzzer. Browsers let a page play sounds only after a gesture of the viewer: call `unlock` during one. */
export function makeBuzzer() {
  /** @type {{audio: AudioContext, wave: OscillatorNode, gain: GainNode}|null} */
  let player = null;
  let muted = true;
  let tone = 0;
  const apply = () => {
    if (!player) return;
    const now = player.audio.currentTime;
    if (tone > 0) player.wave.frequency.setValueAtTime(tone, now);
    player.gain.gain.setTargetAtTime(tone > 0 && !muted ? VOLUME : 0, now, FADE_TIME);
  };
  return {
    unlock() {
      if (player) {
        player.audio.resume();
        return;
      }
      const audio = new AudioContext();
      const wave = new OscillatorNode(audio, { type: 'square' });
      const gain = new GainNode(audio, { gain: 0 });
      wave.connect(gain).connect(audio.destination);
      wave.start();
      player = { audio, wave, gain };
      apply();
    },
    /** @param {boolean} m */
    mute(m) {
      muted = m;
      apply();
    },
    /**
     * Plays a frequency.
     * @param {number} hz 0 is silence
     */
    sound(hz) {
      tone = hz;
      apply();
    },
  };
}
