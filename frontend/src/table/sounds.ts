/** Sounds, generated here and off by default. */

export type Sound = "card" | "chip" | "pay" | "jackpot" | "wheel" | "call";

const KEPT = "sound";
let context: AudioContext | null = null;

export const isOn = (): boolean => localStorage.getItem(KEPT) === "on";

export function turn(on: boolean): void {
  localStorage.setItem(KEPT, on ? "on" : "off");
  if (on) play("chip");
}

/** Pitches, one after another, each with how long it sounds in seconds; a card is a breath of noise. */
const NOTES: Record<Exclude<Sound, "card">, [number, number][]> = {
  chip: [[2100, 0.03], [2600, 0.04]],
  pay: [[1700, 0.04], [2300, 0.05], [2900, 0.06]],
  jackpot: [[880, 0.12], [1108, 0.12], [1318, 0.12], [1760, 0.3]],
  wheel: Array.from({ length: 12 }, (_, place) => [900 - place * 15, 0.03 + place * 0.02] as [number, number]),
  call: [[660, 0.09], [520, 0.14]],
};

export function play(sound: Sound): void {
  if (!isOn()) return;
  context ??= new AudioContext();
  if (sound === "card") rustle(context);
  else {
    let at = context.currentTime;
    for (const [pitch, length] of NOTES[sound]) {
      tone(context, pitch, at, length);
      at += length;
    }
  }
}

function tone(on: AudioContext, pitch: number, at: number, length: number): void {
  const source = on.createOscillator();
  const volume = on.createGain();
  source.frequency.value = pitch;
  source.type = "triangle";
  volume.gain.setValueAtTime(0.05, at);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(volume).connect(on.destination);
  source.start(at);
  source.stop(at + length);
}

function rustle(on: AudioContext): void {
  const length = Math.floor(on.sampleRate * 0.07);
  const noise = on.createBuffer(1, length, on.sampleRate);
  const samples = noise.getChannelData(0);
  for (let place = 0; place < length; place += 1) samples[place] = (Math.random() * 2 - 1) * (1 - place / length) ** 3 * 0.12;
  const source = on.createBufferSource();
  source.buffer = noise;
  source.connect(on.destination);
  source.start();
}
