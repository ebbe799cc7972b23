/** Lines over the board: a smoother path, the legs of one over clusters, and what a large unit covers on its way. */

import LOOK from "../board/look.json" with { type: "json" };
import { drawMarkers, drawWay } from "../board/marks.js";
import { disc } from "../board/strokes.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {{points: number[][], before: ArrayLike<number>}} Line a line through points, columns and rows, and
 * the squares of the path before */

const MOST_DOTS = 24;

/** @param {Board} board @param {Line|null} line */
export function drawLine(board, line) {
  if (!line || line.points.length < 2) return;
  drawWay(board, line.before, 0.6, true);
  const { view } = board;
  const middle = board.body / 2;
  strokeThrough(
    board,
    line.points.map(([x, y]) => [view.x + (x + middle) * view.scale, view.y + (y + middle) * view.scale]),
  );
  drawMarkers(board);
}

/** Draws a path in any direction, with a dot at each corner. @param {Board} board @param {number[][]} spots points
 * of the canvas @param {number[][]} [corners] those with a dot */
export function strokeThrough({ context, colours, unit, detailed }, spots, corners = spots) {
  const thick = Math.max(LOOK.path.least, unit * LOOK.path.line);
  const way = new Path2D();
  for (const [x, y] of spots) way.lineTo(x, y);
  context.lineJoin = context.lineCap = "round";
  for (const [colour, width] of /** @type {[string, number][]} */ ([
    [colours.halo, thick + 2.5],
    [colours.path, thick],
  ])) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke(way);
  }
  context.fillStyle = colours.path;
  if (corners.length <= MOST_DOTS && detailed)
    for (const [x, y] of corners) disc(context, x, y, Math.max(3, unit * LOOK.path.dot), colours.halo);
}

/** Draws the legs of a path, with a ring where one ends and the next begins. @param {Board} board
 * @param {number[][]} legs the cells of each */
export function drawLegs(board, legs) {
  if (!legs.length) return;
  const { context, colours } = board;
  drawWay(
    board,
    legs.flatMap((leg, i) => (i ? leg.slice(1) : leg)),
    0.7,
    true,
  );
  const radius = Math.max(5, board.unit * 0.5);
  for (const leg of legs.slice(0, -1)) {
    context.fillStyle = colours.halo;
    disc(context, ...board.centreOf(leg[leg.length - 1]), radius, colours.path);
  }
  drawMarkers(board);
}

/** Shades what a unit of several squares covers on its path. @param {Board} board */
export function drawSwath(board) {
  if (board.body < 2 || !board.path.length) return;
  const { context, colours, view } = board;
  const side = board.body * view.scale;
  const swath = new Path2D();
  for (let i = 0; i < board.path.length; i++) {
    const [x, y] = board.centreOf(board.path[i]);
    swath.rect(x - view.scale / 2, y - view.scale / 2, side, side);
  }
  context.globalAlpha = 0.3;
  context.fillStyle = colours.path;
  context.fill(swath);
  context.globalAlpha = 1;
}
