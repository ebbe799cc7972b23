/**
 * Axial coordinates of hexagons: q and r run along two axes on which every step is alike.
 *
 * Offset coordinates are column and row. In the layouts "odd-r" and "even-r" rows are shifted, in "odd-q" and
 * "even-q" columns.
 */

/** The offset of a row or column from the slanted axis. @param {number} line @param {string} layout */
const slant = (line, layout) => (line + (line & 1) * (layout.startsWith("odd") ? -1 : 1)) / 2;

/** @param {number} x @param {number} y @param {string} layout @returns {[number, number]} q and r */
export function axialOf(x, y, layout) {
  return layout.endsWith("r") ? [x - slant(y, layout), y] : [x, y - slant(x, layout)];
}

/** @param {number} q @param {number} r @param {string} layout @returns {[number, number]} column and row */
export function offsetOf(q, r, layout) {
  return layout.endsWith("r") ? [q + slant(r, layout), r] : [q, r + slant(q, layout)];
}
