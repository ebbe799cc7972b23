/** Undo and redo of every change to the map, the ends and the options. */

import { emit } from "../events.js";
import { announce } from "../page/dom.js";
import { say } from "../page/language.js";

const MOST = 300;
/** @typedef {{words: import("../page/language.js").Value, undo: () => void, redo: () => void}} Deed */
/** @type {Deed[]} */
let done = [];
/** @type {Deed[]} */
let undone = [];

/** Records a change. @param {Deed} deed */
export function remember(deed) {
  done.push(deed);
  if (done.length > MOST) done.shift();
  undone = [];
  emit("history");
}

export function undo() {
  const deed = done.pop();
  if (!deed) return;
  undone.push(deed);
  deed.undo();
  announce(say("studio.undone", { deed: deed.words }));
  emit("history");
}

export function redo() {
  const deed = undone.pop();
  if (!deed) return;
  done.push(deed);
  deed.redo();
  announce(say("studio.redone", { deed: deed.words }));
  emit("history");
}

/** @typedef {{done: Deed[], undone: Deed[]}} History what can be undone and redone */

/** @returns {History} the history of the shown map */
export const history = () => ({ done, undone });

/** Goes over to the history of another map. @param {History} other */
export function putHistory(other) {
  ({ done, undone } = other);
  emit("history");
}

export const canUndo = () => done.length > 0;
export const canRedo = () => undone.length > 0;
