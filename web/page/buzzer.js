// The sound of the buzzer.

const VOLUME = 0.035; // a square wave is loud
const FADE_TIME = 0.004; // seconds in which a sound fades in and out, so that it does not click

/**
 * Makes a buzzer. Browsers let a page play sounds only after a gesture of the viewer: call `unlock` during one.
 * @return {{unlock: function(): void, mute: function(boolean): void, sound: function(number): void}}
 */
export function makeBuzzer() {
  let audio = null;
  let wave = null;
  let gain = null;
  let muted = true;
  let tone = 0;
  const apply = () => {
    if (!audio) return;
    const now = audio.currentTime;
    if (tone > 0) wave.frequency.setValueAtTime(tone, now);
    gain.gain.setTargetAtTime(tone > 0 && !muted ? VOLUME : 0, now, FADE_TIME);
  };
  return {
    unlock() {
      if (audio) {
        audio.resume();
        return;
      }
      audio = new AudioContext();
      wave = new OscillatorNode(audio, { type: 'square' });
      gain = new GainNode(audio, { gain: 0 });
      wave.connect(gain).connect(audio.destination);
      wave.start();
      apply();
    },
    mute(m) {
      muted = m;
      apply();
    },
    /** Plays a frequency in Hz; 0 is silence. */
    sound(hz) {
      tone = hz;
      apply();
    },
  };
}
