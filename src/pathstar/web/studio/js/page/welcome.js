/** The first sight of the studio: a hint, and a search that plays by itself once, slowly. */

import { fit } from "../board/stage.js";
import { on } from "../events.js";
import { pause, player } from "../steps/player.js";
import { state } from "../state.js";
import { $ } from "./dom.js";

const SEEN = "pathstar-welcomed";
const PACE = "1"; // steps a second

/** Whether this browser has seen the welcome. */
const seen = () => localStorage.getItem(SEEN) !== null;

/** Whether the user asked for less motion. */
const still = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "off";

/** Shows the first example from its beginning, with a hint, unless this browser has seen it. */
export function welcome() {
  if (seen()) return;
  $("welcome").hidden = false;
  fit();
  Object.assign(state, { atEnd: false, position: 0 });
  playOnce();
  for (const name of ["pointerdown", "keydown"])
    document.addEventListener(name, () => localStorage.setItem(SEEN, "yes"), { once: true });
  $("welcome-close").onclick = leave;
  on("history", leave); // something was drawn or moved
  on("world", leave);
}

function leave() {
  $("welcome").hidden = true;
}

/** Plays the search as soon as it is there; the speed is the usual one afterwards. */
function playOnce() {
  if (still()) return;
  let begun = false;
  on("result", () => {
    if (begun || !state.results[0]?.replay) return;
    begun = true;
    state.speed = PACE;
    player.play();
  });
  on("playing", () => {
    if (begun && !state.playing && state.speed === PACE) state.speed = "auto";
  });
  document.addEventListener(
    "pointerdown",
    (event) => {
      if (begun && $("boards").contains(/** @type {Node} */ (event.target))) pause();
    },
    { once: true },
  );
}
