/** What the studio draws on every board beside the search: fields, danger, fog, lines, units, a box. */

import { drawDanger } from "../../../lib/board/danger.js";
import { drawHeat } from "../../../lib/board/heat.js";
import { drawMarkers, drawWay } from "../../../lib/board/marks.js";
import { drawBox, drawUnits } from "../../../lib/board/units.js";
import { drawClusters } from "../../../lib/overlays/clusters.js";
import { drawDeadEnds } from "../../../lib/overlays/dead_ends.js";
import { drawFog } from "../../../lib/overlays/fog.js";
import { drawIntervals, polygonOf } from "../../../lib/overlays/intervals.js";
import { onCanvas } from "../../../lib/overlays/floor.js";
import { drawEntered, drawMesh, drawMeshPath } from "../../../lib/overlays/mesh.js";
import { drawLegs, drawLine, drawSwath } from "../../../lib/overlays/lines.js";
import { boards, eachBoard } from "./stage.js";

const shown = {
  /** What danger adds to the cost of squares. @type {Map<number, number>} */
  danger: new Map(),
  /** Dead ends by hand. @type {import("../../../lib/overlays/dead_ends.js").DeadEnds|null} */
  deadEnds: null,
  /** @type {import("../../../lib/board/units.js").Unit[]} */
  units: [],
  /** Squares that have not been seen are 1. @type {Uint8Array|null} */
  fog: null,
  /** Where a unit has been, and where it plans to go. @type {number[]} */
  trail: [],
  /** @type {number[]} */
  ahead: [],
  /** The smoother line in place of the path. @type {import("../../../lib/overlays/lines.js").Line|null} */
  line: null,
  /** The clusters of an index. @type {import("../../../lib/overlays/clusters.js").Clusters|null} */
  clusters: null,
  /** The legs of a path over the clusters. @type {number[][]} */
  legs: [],
  /** A mesh board. @type {import("../../../lib/overlays/mesh.js").Mesh|null} */
  mesh: null,
  /** Corners of a box that selects. @type {[number, number, number, number]|null} */
  box: null,
};

/** What of it lies over the rest of the board. */
const OVER = ["fog", "line", "trail", "ahead", "legs", "units", "box"];

export function startOverlays() {
  eachBoard((board) => {
    board.under.push(
      () => drawMesh(board, shown.mesh),
      () => board.intervals && drawEntered(board, shown.mesh, polygonOf(board.intervals)),
      () => board.heat && drawHeat(board, board.heat),
      () => drawDanger(board, shown.danger),
      () => drawDeadEnds(board, shown.deadEnds, shown.deadEnds?.used[boards.indexOf(board)] ?? false),
      () => drawSwath(board),
      () => drawClusters(board, shown.clusters),
    );
    board.over.push(
      () => drawFog(board, shown.fog),
      () =>
        board.intervals &&
        drawIntervals(board, board.intervals, shown.mesh ? onCanvas(board, shown.mesh) : undefined),
      () => drawLine(board, board.line),
      () => drawWay(board, shown.trail, 1, false),
      () => drawWay(board, shown.ahead, 0.7, true),
      () => shown.trail.length && drawMarkers(board),
      () => board === boards[0] && drawLine(board, shown.line),
      () => drawLegs(board, shown.legs),
      () => drawUnits(board, shown.units),
      () => drawMeshPath(board, shown.mesh),
      () => shown.box && drawBox(board, shown.box),
    );
  });
}

/** What is shown now. */
export const shownOverlays = () => shown;

/** Shows something else of this. @param {Partial<typeof shown>} changed */
export function overlay(changed) {
  Object.assign(shown, changed);
  const isOver = Object.keys(changed).every((name) => OVER.includes(name));
  for (const board of boards) {
    if (isOver) board.requestOver();
    else board.requestDraw();
  }
}
