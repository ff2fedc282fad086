// Sound: small tones, made as they are heard. There is none unless it is switched on.

import { calm } from "./dom.js";
import * as storage from "./storage.js";

/** @typedef {"place" | "lift" | "turn" | "draw" | "erase" | "no" | "solved"} Sound */
/**
 * Tones one after the other: hertz, and the seconds until the next.
 * @type {Record<Sound, [number, number][]>}
 */
const SOUNDS = {
  place: [
    [392, 0.06],
    [523, 0.09],
  ],
  lift: [
    [440, 0.06],
    [330, 0.08],
  ],
  turn: [[587, 0.05]],
  draw: [[494, 0.07]],
  erase: [[370, 0.07]],
  no: [[196, 0.12]],
  solved: [
    [523, 0.11],
    [659, 0.11],
    [784, 0.11],
    [1047, 0.3],
  ],
};
/** What is heard of an action that the player takes. @type {Record<string, Sound>} */
const OF = {
  place: "place",
  follow: "place",
  shift: "place",
  lift: "lift",
  undo: "lift",
  redo: "place",
  clear: "lift",
  outline: "draw",
  toggle: "draw",
  note: "draw",
  erase: "erase",
};

/** How loud it is, of 1. */
const LOUD = 0.08;

/** @type {AudioContext | null} */
let context = null;

/** Whether there is sound. */
export const sounding = () => storage.setting("sound", false);
/** Switch it on or off, from now on. @param {boolean} on */
export function switchSound(on) {
  storage.keepSetting("sound", on);
  if (on) sound("place");
}

/** What is felt where a device can: a short vibration, in milliseconds. @type {Partial<Record<Sound, number>>} */
const FELT = { place: 8, draw: 8, no: 24 };

/** @param {Sound} name */
export function sound(name) {
  // A browser lets a page vibrate only after it was touched.
  const felt = FELT[name];
  if (felt && navigator.userActivation?.hasBeenActive && !calm()) navigator.vibrate?.(felt);
  if (!sounding() || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  // A browser lets a page sound only after it was touched.
  context.resume();
  let when = context.currentTime;
  for (const [frequency, seconds] of SOUNDS[name]) {
    const tone = new OscillatorNode(context, { type: "triangle", frequency }),
      gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, when);
    gain.gain.linearRampToValueAtTime(LOUD, when + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, when + seconds + 0.1);
    tone.connect(gain).connect(context.destination);
    tone.start(when);
    tone.stop(when + seconds + 0.12);
    when += seconds;
  }
}

/** Let an action be heard. @param {string} action */
export function soundOf(action) {
  if (OF[action]) sound(OF[action]);
}
