/** Terrain that looks like what it is: a colour of the theme, and a mark in each cell that is large enough. */

import LINES from "./terrain.json" with { type: "json" };

/** The names of terrains with a look of their own. */
export const TERRAINS = Object.keys(LINES);

/** Adds the mark of a terrain in one cell to a path. @param {Path2D} path @param {string} terrain @param {number} x
 * @param {number} y @param {number} side of the square that it fills */
export function addMark(path, terrain, x, y, side) {
  for (const line of /** @type {Record<string, number[][][]>} */ (LINES)[terrain])
    line.forEach(([dx, dy], i) =>
      i ? path.lineTo(x + dx * side, y + dy * side) : path.moveTo(x + dx * side, y + dy * side),
    );
}
