/** Where on the timeline one is, and moving along it. */

import { emit, state, steps } from "./state.js";

let before = 0;
let due = 0;

/** Goes to a step. @param {number} position */
export function goTo(position) {
  const held = Math.max(0, Math.min(steps(), Math.round(position)));
  state.atEnd = held === steps();
  if (held === state.position) return;
  state.position = held;
  emit("position");
}

/** Steps forward or back, and pauses. @param {number} by */
export function step(by) {
  pause();
  goTo(state.position + by);
}

export function pause() {
  if (!state.playing) return;
  state.playing = false;
  emit("playing");
}

/** Runs from here, or from the first step if all is over. */
export function play() {
  if (!steps()) return;
  if (state.position >= steps()) {
    state.position = 0;
    emit("position");
  }
  state.playing = true;
  state.atEnd = false;
  due = state.position;
  before = performance.now();
  emit("playing");
  requestAnimationFrame(tick);
}

export function toggle() {
  if (state.playing) pause();
  else play();
}

/** Steps per second. */
export function pace() {
  if (state.speed !== "auto") return Number(state.speed);
  return Math.max(2.5, steps() / 8);
}

/** @param {number} now */
function tick(now) {
  if (!state.playing) return;
  due += ((now - before) / 1000) * pace();
  before = now;
  if (Math.floor(due) > state.position) goTo(Math.floor(due));
  if (state.position >= steps()) pause();
  else requestAnimationFrame(tick);
}
