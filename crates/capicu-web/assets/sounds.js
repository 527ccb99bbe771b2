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
function tone(after, pitch, loud, seconds, side = 0) {
  if (loud * volume() === 0) return;
  const start = context.currentTime + after;
  const source = context.createOscillator();
  source.frequency.value = pitch;
  const gain = context.createGain();
  gain.gain.setValueAtTime(loud * volume(), start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  source.connect(gain);
  const pan = context.createStereoPanner();
  pan.pan.value = side;
  gain.connect(pan);
  pan.connect(context.destination);
  source.start(start);
  source.stop(start + seconds);
}

// Ivory on wood: a short burst of high noise over a thump.
function clack(after, loud) {
  burst(after, 3200, 0.05, loud);
  tone(after, 180, loud * 0.6, 0.06);
}

// A tile that comes down with weight. It lands after 160 ms, as it is shown.
function land(after = 0.16) {
  clack(after, 0.6);
  burst(after, 240, 0.09, 1);
  tone(after, 70, 0.7, 0.16);
}

// A note on one side, from -1 on the left to 1 on the right.
function note(after, pitch, seconds, side) {
  tone(after, pitch, 0.16, seconds, side);
}

// Knuckles on wood.
function knock(after) {
  burst(after, 420, 0.07, 0.9);
  tone(after, 150, 0.6, 0.11);
}

function run(pitch) {
  for (let i = 0; i < 8; i += 1) burst(0.16 + i * 0.05, 2000, 0.02, 0.3);
  note(0.62, pitch, 0.6);
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
  // Big moments: for those who lose, only the slam and a low note.
  hush() {
    land();
    note(0.5, 130.81, 0.5);
  },
  // Two equal notes from both ends, which meet an octave higher.
  capicu() {
    land();
    note(0.32, 392, 0.3, -0.8);
    note(0.42, 392, 0.3, 0.8);
    note(0.54, 783.99, 0.45);
  },
  chuchazo() {
    land();
    note(0.34, 98, 0.7);
    burst(0.34, 180, 0.3, 0.3);
  },
  key() {
    land();
    burst(0.34, 2600, 0.03, 0.5);
    burst(0.5, 3400, 0.03, 0.5);
    note(0.56, 659.25, 0.35);
  },
  // A gate shuts, and one clear note.
  block() {
    land();
    knock(0.32);
    knock(0.44);
    note(0.8, 523.25, 0.4);
  },
  corrido() {
    [0, 0.2, 0.4].forEach(knock);
  },
  muggins() {
    burst(0, 900, 0.3, 0.4);
    clack(0.3, 0.3);
  },
  out() {
    land();
    note(0.34, 523.25, 0.3);
    note(0.46, 659.25, 0.4);
  },
  // The peg runs the last holes.
  skunk: () => run(196),
  hole: () => run(880),
  // Six knocks that rise, the last with a soft drum.
  love() {
    [523.25, 587.33, 659.25, 783.99, 880, 1046.5].forEach((pitch, i) => {
      const after = 0.2 + i * 0.16 + (i === 5 ? 0.06 : 0);
      burst(after, 500, 0.06, 0.5);
      note(after, pitch, i === 5 ? 0.7 : 0.25);
    });
    tone(1.06, 70, 0.7, 0.4);
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
