/** Two soft bell tones: pitch and start. */
const TONES = [
  { hertz: 880, at: 0 },
  { hertz: 1174.7, at: 0.12 },
];
const LOUDNESS = 0.08;
const FADES_S = 0.9;

type Bell = {
  /** Whether the browser allows sound. */
  isReady: () => boolean;
  ring: () => void;
};

/** Browsers allow sound only after a press in the page. `ended` aborts once the bell is no longer needed. */
export function makeBell(ended: AbortSignal): Bell {
  let context: AudioContext | undefined;
  const open = () => {
    context ??= new AudioContext();
    void context.resume();
  };
  const once = { once: true, signal: ended };
  document.addEventListener('pointerdown', open, once);
  document.addEventListener('keydown', open, once);
  ended.addEventListener('abort', () => void context?.close());

  function sound(audio: AudioContext, hertz: number, at: number): void {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(LOUDNESS, at);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + FADES_S);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + FADES_S);
  }

  return {
    isReady: () => context?.state === 'running',
    ring() {
      const audio = context;
      if (!audio) return;
      for (const { hertz, at } of TONES) sound(audio, hertz, audio.currentTime + at);
    },
  };
}
