/** Fog over squares: what has not been seen is veiled, but shows through. */

import LOOK from "../board/look.json" with { type: "json" };

/** @typedef {import("../board/board.js").Board} Board */

/** @param {Uint8Array} bytes a bit for each square, the highest of a byte first @param {number} cells
 * @returns {Uint8Array} 1 for each square in fog */
export const fogOf = (bytes, cells) =>
  Uint8Array.from({ length: cells }, (_, cell) => (bytes[cell >> 3] >> (7 - (cell & 7))) & 1);

/** @param {Board} board @param {ArrayLike<number>|null} fog 1 for each square in fog */
export function drawFog(board, fog) {
  if (!fog) return;
  const { context, colours } = board;
  const veil = new Path2D();
  board.eachInView((cell) => {
    if (fog[cell]) veil.addPath(board.outlineOf(cell, -0.5)); // no seam between two squares
  });
  context.globalAlpha = LOOK.veil;
  context.fillStyle = colours.muted;
  context.fill(veil);
  context.globalAlpha = 1;
}
