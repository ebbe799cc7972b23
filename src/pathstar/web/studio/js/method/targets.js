/** Targets beside the goal: a search ends at whichever costs least to reach. */

import { remember } from "../board/undo.js";
import { emit } from "../events.js";
import { announce } from "../page/dom.js";
import { say } from "../page/language.js";
import { state } from "../state.js";

const MOST = 100;

/** Adds a target, or takes it away; says so if neither can be. @param {number} cell @returns {boolean} whether it did */
export function toggleTarget(cell) {
  const { map, start, goal } = state;
  const before = map.targets;
  const there = before.includes(cell);
  const blocked = map.palette[map.codes[cell]].cost === null || cell === start || cell === goal;
  if (!there && (blocked || before.length >= MOST)) {
    announce(say("studio.not_here.wall"));
    return false;
  }
  const after = there ? before.filter((each) => each !== cell) : [...before, cell];
  const put = (/** @type {number[]} */ targets) => {
    state.map.targets = targets;
    emit("targets");
    emit("edited");
  };
  remember({ words: { say: "studio.deed.target" }, undo: () => put(before), redo: () => put(after) });
  put(after);
  return true;
}
