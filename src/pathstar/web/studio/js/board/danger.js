/** The brush for danger: spots that make the ground around them cost more, which searches then walk round. */

import { dangerOf } from "../../../lib/board/danger.js";
import { emit, onAny } from "../events.js";
import { state, theTable } from "../state.js";
import { overlay } from "./overlays.js";
import { remember } from "./undo.js";

/** @typedef {import("../../../lib/board/danger.js").Spot} Spot */

const STRENGTH = 5; // straight steps that the middle of a spot costs more
const APART = 2; // squares between two spots of a stroke
const ERASES = 2;

export function startDanger() {
  onAny(["world", "danger", "table"], show);
}

/** Shows the danger of the map on the boards. */
function show() {
  const { width, height, danger } = state.map;
  const added = state.table ? dangerOf(danger, theTable().danger_radius, width, height) : new Map();
  overlay({ danger: added });
}

/** @param {number} a @param {number} b @returns {number} how far apart two squares are */
function apart(a, b) {
  const { width } = state.map;
  return Math.hypot((a % width) - (b % width), Math.floor(a / width) - Math.floor(b / width));
}

/** Paints spots along a stroke, or takes away those near it. @param {number[]} cells @param {boolean} erases */
export function brush(cells, erases) {
  let { danger } = state.map;
  for (const cell of cells) {
    if (erases) danger = danger.filter((spot) => apart(spot.cell, cell) > ERASES);
    else if (danger.every((spot) => apart(spot.cell, cell) >= APART))
      danger = [...danger, { cell, strength: STRENGTH * state.rules.straight }];
  }
  if (danger.length === state.map.danger.length) return;
  putDanger(danger);
  emit("drawing");
}

/** Changes the danger, without recording it. @param {Spot[]} danger */
export function putDanger(danger) {
  state.map.danger = danger;
  emit("danger");
}

/** Records a stroke for undo. @param {Spot[]} before */
export function rememberDanger(before) {
  const after = state.map.danger;
  if (before === after) return;
  const put = (/** @type {Spot[]} */ danger) => {
    putDanger(danger);
    emit("edited");
  };
  remember({ words: { say: "studio.deed.danger" }, undo: () => put(before), redo: () => put(after) });
  emit("edited");
}
