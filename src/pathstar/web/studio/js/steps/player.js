/** Playback of the shown search. */

import { emit } from "../events.js";
import { Player } from "../../../lib/player.js";
import { state, steps } from "../state.js";

/** A player that reports steps that the user asks for. */
class StudioPlayer extends Player {
  /** Pauses, and goes to a step. @param {number} position */
  jump(position) {
    const before = state.position;
    super.jump(position);
    if (state.position !== before) emit("stepped");
  }
}

export const player = new StudioPlayer(state, { steps, pace, changed: (what) => emit(what) });

/** Goes to a step. @param {number} position */
export const goTo = (position) => player.goTo(position);

export const pause = () => player.pause();

/** Steps per second. */
export function pace() {
  if (state.speed !== "auto") return Number(state.speed);
  return Math.max(2.5, steps() / 8);
}
