/**
 * Hexagons in rows and columns.
 *
 * In the layouts "odd-r" and "even-r" they have a point at the top and rows are shoved to the right, the odd or the even
 * ones; in "odd-q" and "even-q" they are flat at the top and columns are shoved down. One is 1 wide from side to side.
 * Offset coordinates are column and row; axial ones, q and r, go along two axes on which every step is alike.
 */

import { Outlined } from "./cells.js";

const SLANT = Math.sqrt(0.75); // from row to row
const LONG = 1 / Math.sqrt(3); // from the middle to a corner
const OUTLINED_FROM = 6; // pixels; smaller ones are drawn by rows from a picture of one pixel for each

/** Whether rows are shoved, and the hexagons have a point at the top. @param {string} layout */
const byRows = (layout) => layout.endsWith("r");

/** How far a row or column is shoved, in halves of a hexagon. @param {number} line @param {string} layout */
const shoved = (line, layout) => ((line & 1) === (layout.startsWith("odd") ? 1 : 0) ? 1 : 0);

/** How far a row or column lies off the slanted axis. @param {number} line @param {string} layout */
const slant = (line, layout) => (line + (line & 1) * (layout.startsWith("odd") ? -1 : 1)) / 2;

/** @param {number} x @param {number} y @param {string} layout @returns {[number, number]} q and r */
export function axialOf(x, y, layout) {
  return byRows(layout) ? [x - slant(y, layout), y] : [x, y - slant(x, layout)];
}

/** @param {number} q @param {number} r @param {string} layout @returns {[number, number]} column and row */
export function offsetOf(q, r, layout) {
  return byRows(layout) ? [q + slant(r, layout), r] : [q, r + slant(q, layout)];
}

/** @param {number} width @param {number} height @param {string} layout @returns {import("./tilings.js").Shape} */
function shapeOf(width, height, layout) {
  const rows = byRows(layout);
  const first = rows ? -90 : -60;
  const outline = [0, 1, 2, 3, 4, 5].map((side) => {
    const turn = ((first + 60 * side) * Math.PI) / 180;
    return /** @type {[number, number]} */ ([LONG * Math.cos(turn), LONG * Math.sin(turn)]);
  });
  const along = (/** @type {number} */ lines) => (lines - 1) * SLANT + 2 * LONG;
  const across = (/** @type {number} */ cells, /** @type {number} */ lines) => cells + (lines > 1 ? 0.5 : 0);
  return { outline, room: 1, size: rows ? [across(width, height), along(height)] : [along(width), across(height, width)] };
}

export class Hexes extends Outlined {
  /** @param {number} width @param {number} height @param {import("./tilings.js").Hexagons} plan */
  constructor(width, height, { layout, wraps }) {
    super({ ...shapeOf(width, height, layout), wraps });
    this.width = width;
    this.height = height;
    this.layout = layout;
    this.rows = byRows(layout);
    this.raster = true;
  }

  /** @param {number} cell @returns {[number, number]} */
  centreOf(cell) {
    const [x, y] = [cell % this.width, Math.floor(cell / this.width)];
    if (this.rows) return [x + 0.5 + shoved(y, this.layout) / 2, y * SLANT + LONG];
    return [x * SLANT + LONG, y + 0.5 + shoved(x, this.layout) / 2];
  }

  /** @param {number} left @param {number} top @param {number} right @param {number} bottom @param {(cell: number) => void} visit */
  eachIn(left, top, right, bottom, visit) {
    const { width, height, rows } = this;
    const [wide, tall] = rows ? [1, SLANT] : [SLANT, 1];
    const [first, last] = [Math.max(0, Math.floor(left / wide) - 1), Math.min(width - 1, Math.floor(right / wide))];
    const [upper, lower] = [Math.max(0, Math.floor(top / tall) - 1), Math.min(height - 1, Math.floor(bottom / tall))];
    for (let y = upper; y <= lower; y++) for (let x = first; x <= last; x++) visit(y * width + x);
  }

  /** @param {import("./board.js").Board} board */
  paint(board) {
    if (board.unit >= OUTLINED_FROM) super.paint(board);
    else this.paintRows(board);
  }

  /** Draws each row or column as a strip of the picture of one pixel for each cell. @param {import("./board.js").Board} board */
  paintRows({ context, raster, view }) {
    const { width, height, rows, layout } = this;
    const { scale } = view;
    const thick = SLANT * scale;
    for (let line = 0; line < (rows ? height : width); line++) {
      const aside = (shoved(line, layout) * scale) / 2;
      const ahead = (line * SLANT + LONG) * scale - thick / 2;
      if (rows) context.drawImage(raster, 0, line, width, 1, view.x + aside, view.y + ahead, width * scale, thick + 0.5);
      else context.drawImage(raster, line, 0, 1, height, view.x + ahead, view.y + aside, thick + 0.5, height * scale);
    }
  }
}
