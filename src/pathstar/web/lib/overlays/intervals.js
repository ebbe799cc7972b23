/** A search over intervals: closed ones, open ones dashed, and the cone from a root over the current one. Points are
 * columns and rows between the centres of cells, or those of a plane. */

import LOOK from "../board/look.json" with { type: "json" };
import { CLOSED } from "../replay.js";
import { drawMarkers } from "../board/marks.js";
import { disc } from "../board/strokes.js";
import { figure } from "../words.js";
import { cornersOf } from "./clusters.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../replay.js").Replay} Replay */
/** @typedef {{left: number[], right: number[], root: number[], into: number, before: number}} Interval where it ends,
 * the row of cells or the polygon beyond it, less than 0 for none, and the interval whose root comes before, or -1 */
/** @typedef {(point: ArrayLike<number>) => [number, number]} Spot from a point to the canvas */

const NUMBERS = 8; // of an interval

/** @param {ArrayLike<number>} numbers eight for each @param {number} node @returns {Interval} */
function intervalOf(numbers, node) {
  const at = node * NUMBERS;
  const point = (/** @type {number} */ from) => [numbers[at + from], numbers[at + from + 1]];
  return { left: point(0), right: point(2), root: point(4), into: numbers[at + 6], before: numbers[at + 7] };
}

/** @param {ArrayLike<number>} numbers eight for each @param {number} node @returns {Record<"left"|"right", string>} where
 * an interval ends, in words */
export function endsOf(numbers, node) {
  const { left, right } = intervalOf(numbers, node);
  const words = (/** @type {number[]} */ point) => `(${point.map((part) => figure(part)).join(", ")})`;
  return { left: words(left), right: words(right) };
}

/** @param {ArrayLike<number>|undefined} numbers of intervals, if there are any @param {number} cells @returns {number} how
 * many nodes a search may have */
export const nodesOf = (numbers, cells) => (numbers ? numbers.length / NUMBERS : cells);

/** @param {Replay} replay of intervals @returns {number[][]} the roots on the way to the current one, each once */
export function rootsOf(replay) {
  const { intervals } = replay.events;
  if (!intervals || replay.current < 0) return [];
  /** @type {number[][]} */
  const roots = [];
  for (let node = replay.current; node >= 0;) {
    const { root, before } = intervalOf(intervals, node);
    roots.unshift(root);
    node = before;
  }
  return roots.filter(([x, y], i) => !i || x !== roots[i - 1][0] || y !== roots[i - 1][1]);
}

/** @param {Replay} replay @returns {number} the polygon that a search over a mesh enters, or -1 at its end */
export function polygonOf({ events, current, position, steps }) {
  return events.intervals && current >= 0 && position < steps
    ? intervalOf(events.intervals, current).into
    : -1;
}

/** @param {Board} board @returns {Spot} for points between cells */
function betweenCells(board) {
  const corner = cornersOf(board);
  return (point) => corner(point[0] + 0.5, point[1] + 0.5);
}

/** @param {Board} board @param {Replay} replay of intervals @param {Spot} [spot] */
export function drawIntervals(board, replay, spot = betweenCells(board)) {
  const { intervals } = replay.events;
  if (!intervals) return;
  const { context, colours, unit } = board;
  const look = LOOK.interval;
  const thick = Math.max(look.least, unit * look.width);
  const current = replay.position < replay.steps ? replay.current : -1;
  const [closed, open] = [new Path2D(), new Path2D()];
  for (let node = 0; node < replay.cells; node++) {
    const mark = replay.mark(node);
    if (!mark || node === current) continue;
    const { left, right } = intervalOf(intervals, node);
    const path = mark === CLOSED ? closed : open;
    path.moveTo(...spot(left));
    path.lineTo(...spot(right));
  }
  context.lineCap = "round";
  context.lineWidth = thick;
  context.strokeStyle = colours.closed;
  context.stroke(closed);
  context.strokeStyle = colours.open;
  context.setLineDash([2 * thick, 1.5 * thick]);
  context.stroke(open);
  context.setLineDash([]);
  if (current >= 0) drawCurrent(board, intervalOf(intervals, current), rootsOf(replay), spot);
  drawMarkers(board);
}

/** Draws the current interval, its cone and its roots. @param {Board} board @param {Interval} interval @param {number[][]}
 * roots @param {Spot} spot */
function drawCurrent({ context, colours, unit }, { left, right, root }, roots, spot) {
  const look = LOOK.interval;
  const thick = Math.max(look.least, unit * look.width);
  const [cone, ends, way] = [new Path2D(), new Path2D(), new Path2D()];
  for (const point of [root, left, right]) cone.lineTo(...spot(point));
  for (const point of [left, right]) ends.lineTo(...spot(point));
  for (const point of roots) way.lineTo(...spot(point));
  context.fillStyle = colours.current;
  context.globalAlpha = look.cone;
  context.fill(cone);
  context.globalAlpha = 1;
  for (const [colour, width] of /** @type {[string, number][]} */ ([
    [colours.text, 1.6 * thick + 2],
    [colours.current, 1.6 * thick],
  ])) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke(ends);
  }
  context.strokeStyle = colours.path;
  context.lineWidth = thick / 2;
  context.setLineDash([thick, thick]);
  context.stroke(way);
  context.setLineDash([]);
  context.fillStyle = colours.current;
  for (const point of roots)
    disc(context, ...spot(point), Math.max(look.least_root, unit * look.root), colours.text);
}
