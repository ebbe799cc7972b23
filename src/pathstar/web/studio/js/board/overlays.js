/** What the studio draws on every board beside the search: fields, danger, units, a box that selects. */

import { drawDanger } from "../../../lib/board/danger.js";
import { drawHeat } from "../../../lib/board/heat.js";
import { drawBox, drawUnits } from "../../../lib/board/units.js";
import { boards, eachBoard } from "./stage.js";

const shown = {
  /** What danger adds to the cost of squares. @type {Map<number, number>} */
  danger: new Map(),
  /** @type {import("../../../lib/board/units.js").Unit[]} */
  units: [],
  /** Corners of a box that selects. @type {[number, number, number, number]|null} */
  box: null,
};

export function startOverlays() {
  eachBoard((board) => {
    board.under.push(
      () => board.heat && drawHeat(board, board.heat),
      () => drawDanger(board, shown.danger),
    );
    board.over.push(
      () => drawUnits(board, shown.units),
      () => shown.box && drawBox(board, shown.box),
    );
  });
}

/** Shows other danger, units or another box. @param {Partial<typeof shown>} changed */
export function overlay(changed) {
  Object.assign(shown, changed);
  for (const board of boards) board.requestDraw();
}
