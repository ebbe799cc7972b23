/** The clusters into which an index divides a map: their borders, thicker on each level, and the gates of the lowest
 * level drawn. Levels whose clusters are too narrow are left out. */

import LATTICES from "../board/layouts.json" with { type: "json" };
import LOOK from "../board/look.json" with { type: "json" };
import { disc } from "../board/strokes.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {{sides: number[], gates: number[][]}} Clusters how many cells long a cluster of each level is, and the cells that are
 * its gates */

/** @param {Board} board @param {Clusters|null} clusters */
export function drawClusters(board, clusters) {
  if (!clusters) return;
  const { context, colours, unit } = board;
  const look = LOOK.cluster;
  const { sides, gates } = clusters;
  const wide = sides.findIndex((side) => side * unit >= look.narrowest);
  const first = wide < 0 ? sides.length - 1 : wide;
  context.strokeStyle = colours.text;
  for (const [level, side] of sides.slice(first).entries()) {
    context.lineWidth = look.border * (level + 1);
    context.stroke(isShoved(board) ? hexagonSides(board, side) : borders(board, side));
  }
  context.fillStyle = colours.current;
  for (const gate of gates[first])
    disc(context, ...board.centreOf(gate), Math.max(look.least, unit * look.gate), colours.text);
}

/** Whether every second row or column of a board is shifted. @param {Board} board */
function isShoved({ ground: { plan } }) {
  const lattices = /** @type {Record<string, {shoved: string}>} */ (LATTICES);
  return plan.lattice ? lattices[plan.lattice].shoved !== "none" : false;
}

/** The borders between clusters of a side, where columns and rows are straight. @param {Board} board @param {number} side */
function borders(board, side) {
  const { width, height } = board.ground;
  const path = new Path2D();
  const corner = cornersOf(board);
  for (let x = side; x < width; x += side) {
    path.moveTo(...corner(x, 0));
    path.lineTo(...corner(x, height));
  }
  for (let y = side; y < height; y += side) {
    path.moveTo(...corner(0, y));
    path.lineTo(...corner(width, y));
  }
  return path;
}

/** The sides of hexagons that lie between clusters of a side.
 * @param {Board} board @param {number} side */
function hexagonSides(board, side) {
  const { width, height } = board.ground;
  const path = new Path2D();
  const length = board.unit / Math.sqrt(3);
  const between = (/** @type {number} */ cell, /** @type {number} */ other) => {
    const [[x, y], [toX, toY]] = [board.centreOf(cell), board.centreOf(other)];
    const [dx, dy] = [(toX - x) / board.unit, (toY - y) / board.unit];
    if (Math.hypot(dx, dy) > 1.01) return; // they do not touch
    const [middleX, middleY] = [(x + toX) / 2, (y + toY) / 2];
    path.moveTo(middleX - (dy * length) / 2, middleY + (dx * length) / 2);
    path.lineTo(middleX + (dy * length) / 2, middleY - (dx * length) / 2);
  };
  /** One border, before which lie `count` cells. @param {number} first @param {number} along @param {number} over
   * @param {number} count */
  const border = (first, along, over, count) => {
    for (let i = 0; i < count; i++) {
      const cell = first + i * along;
      for (const shift of [-1, 0, 1])
        if (i + shift >= 0 && i + shift < count) between(cell, cell + over + shift * along);
    }
  };
  for (let x = side; x < width; x += side) border(x - 1, width, 1, height);
  for (let y = side; y < height; y += side) border((y - 1) * width, 1, width, width);
  return path;
}

/** The upper left corners of the cells of a board whose columns and rows are straight. @param {Board} board */
export function cornersOf(board) {
  const { width, height } = board.ground;
  const [x, y] = board.centreOf(0);
  const step = (/** @type {number} */ cell, /** @type {number} */ count) => {
    const [toX, toY] = board.centreOf(cell);
    return [(toX - x) / count, (toY - y) / count];
  };
  const across = width > 1 ? step(width - 1, width - 1) : [0, 0];
  const down = height > 1 ? step((height - 1) * width, height - 1) : [0, 0];
  return (/** @type {number} */ column, /** @type {number} */ row) =>
    /** @type {[number, number]} */ ([
      x + (column - 0.5) * across[0] + (row - 0.5) * down[0],
      y + (column - 0.5) * across[1] + (row - 0.5) * down[1],
    ]);
}
