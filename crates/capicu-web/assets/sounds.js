// The sounds of the table, synthesized when needed. Browsers allow sound only after the first tap or key.
let context = null;

function volume() {
  try {
    return Number(localStorage.getItem("capicu.volume") ?? 100) / 100;
  } catch {
    return 1;
  }
}

function louder(node, loud) {
  const gain = context.createGain();
  gain.gain.value = loud * volume();
  node.connect(gain);
  gain.connect(context.destination);
}

// Noise around a pitch that fades out.
function burst(after, pitch, seconds, loud) {
  const n = Math.floor(context.sampleRate * seconds);
  const buffer = context.createBuffer(1, n, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < n; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / n) ** 2;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter);
  louder(filter, loud);
  source.start(context.currentTime + after);
}

// A pitch that fades out.
function tone(after, pitch, loud, seconds) {
  if (loud * volume() === 0) return;
  const start = context.currentTime + after;
  const source = context.createOscillator();
  source.frequency.value = pitch;
  const gain = context.createGain();
  gain.gain.setValueAtTime(loud * volume(), start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  source.connect(gain);
  gain.connect(context.destination);
  source.start(start);
  source.stop(start + seconds);
}

// Ivory on wood: a short burst of high noise over a thump.
function clack(after, loud) {
  burst(after, 3200, 0.05, loud);
  tone(after, 180, loud * 0.6, 0.06);
}

// Knuckles on wood.
function knock(after) {
  burst(after, 420, 0.07, 0.9);
  tone(after, 150, 0.6, 0.11);
}

const SOUNDS = {
  clack: () => clack(0, 0.5),
  slam() {
    clack(0, 0.6);
    clack(0.03, 0.35);
  },
  // A tile drawn across the table, and laid down.
  slide() {
    burst(0, 1100, 0.24, 0.3);
    clack(0.2, 0.15);
  },
  knock() {
    knock(0);
    knock(0.17);
  },
  shuffle() {
    for (let i = 0; i < 26; i += 1) clack(i * 0.034 + Math.random() * 0.03, 0.05 + 0.1 * Math.random());
  },
  turn() {
    tone(0, 660, 0.12, 0.16);
    tone(0.11, 880, 0.12, 0.22);
  },
  won: () => [523.25, 659.25, 783.99, 1046.5].forEach((pitch, i) => tone(i * 0.12, pitch, 0.14, 0.35)),
  lost() {
    tone(0, 392, 0.12, 0.3);
    tone(0.2, 311.13, 0.12, 0.5);
  },
};

export function play(name) {
  try {
    context ??= new AudioContext();
    context.resume();
    SOUNDS[name]();
  } catch {
    // The game continues on a device without sound.
  }
}
