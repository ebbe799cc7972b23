/** Says to screen readers how a search has ended, once the drawing rests and the result is there. */

import { upToDate } from "../backend/run.js";
import { on } from "../events.js";
import { announce } from "../page/dom.js";
import { mode, state } from "../state.js";
import { outcome } from "./result.js";

const REST = 900; // milliseconds without an edit, so that squares drawn one after another are announced first

/** Whether the outcome for the newest edit has not been said. */
let due = false;
/** The timer that runs while the drawing may go on; else 0. */
let timer = 0;

export function startSpeaking() {
  on("edited", speakSoon);
  on("result", speak);
}

function speakSoon() {
  keepQuiet();
  due = true;
  timer = window.setTimeout(() => {
    timer = 0;
    speak();
  }, REST);
}

/** Leaves the outcome for the newest edit unsaid, because what has made the edit has words of its own. */
export function keepQuiet() {
  clearTimeout(timer);
  timer = 0;
  due = false;
}

function speak() {
  if (!due || timer || !upToDate()) return;
  due = false;
  // Units and lines do not search, and the panel of a mesh announces its path itself.
  if (mode() === "search" && !state.map.mesh) announce(outcome());
}
