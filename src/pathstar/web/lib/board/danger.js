/** Danger that was painted on the board: what it adds to the cost of a step into each square. */

import { parts } from "./strokes.js";

/** @typedef {{cell: number, strength: number}} Spot */

/**
 * What the spots add to each square, as the back end counts it: falling evenly over the radius, and of
 * several the strongest.
 * @param {Spot[]} spots @param {number} radius in squares @param {number} width @param {number} height
 * @returns {Map<number, number>} by square, where it is more than 0
 */
export function dangerOf(spots, radius, width, height) {
  const added = new Map();
  for (const { cell, strength } of spots) {
    const [cx, cy] = [cell % width, Math.floor(cell / width)];
    for (let y = Math.max(0, Math.ceil(cy - radius)); y <= Math.min(height - 1, cy + radius); y++) {
      for (let x = Math.max(0, Math.ceil(cx - radius)); x <= Math.min(width - 1, cx + radius); x++) {
        const value = strength * (1 - Math.hypot(x - cx, y - cy) / radius);
        const at = y * width + x;
        if (value > 0 && value > (added.get(at) ?? 0)) added.set(at, value);
      }
    }
  }
  return added;
}

/** @param {import("./board.js").Board} board @param {Map<number, number>} danger */
export function drawDanger(board, danger) {
  if (!danger.size) return;
  const { context, colours, ground } = board;
  const { codes, palette } = ground;
  const most = Math.max(...danger.values());
  const [red, green, blue] = parts(colours.goal);
  board.eachInView((cell) => {
    const value = danger.get(cell);
    if (!value || palette[codes[cell]] === null) return;
    context.fillStyle = `rgb(${red} ${green} ${blue} / ${0.12 + (0.5 * value) / most})`;
    context.fill(board.outlineOf(cell, 0));
  });
}
