/** Cells in rows and columns. Python's pictures read the lattices in layouts.json, too. */

import LATTICES from "./layouts.json" with { type: "json" };
import { Outlined } from "./cells.js";
import { paintSpans } from "./spans.js";

const OUTLINED_FROM = 6; // pixels; smaller cells are drawn from a raster of one pixel each
const SPANS_FROM = 1.5; // pixels; the form of smaller cells cannot be seen

/**
 * @typedef {{outlines: number[][][], across: number[], down: number[], shoved: string, shove: number[], numbers: any[][]}} Rule
 */

/** Whether a cell is shifted: with its row, its column, or as every second cell of both. @param {Rule} rule
 * @param {number} x @param {number} y @returns {0|1} */
function shiftOf({ shoved }, x, y) {
  if (shoved === "none") return 0;
  const line = shoved.endsWith("rows") ? y : shoved.endsWith("columns") ? x : x + y;
  return (line & 1) === (shoved.startsWith("odd") ? 1 : 0) ? 1 : 0;
}

/** The position of a cell relative to the one in column 0 of row 0, as if that one were not shifted. @param
 * {Rule} rule @param {number} x @param {number} y @returns {[number, number]} */
function placeOf(rule, x, y) {
  const { across, down, shove } = rule;
  const by = shiftOf(rule, x, y);
  return [x * across[0] + y * down[0] + by * shove[0], x * across[1] + y * down[1] + by * shove[1]];
}

/** Which of its outlines a cell has: shifted cells have the last one. @param {Rule} rule @param {number} x
 * @param {number} y */
const formIn = (rule, x, y) => (rule.outlines.length > 1 ? shiftOf(rule, x, y) : 0);

/** The smallest and the largest corner of a board. @param {Rule} rule @param {number} width @param {number}
 * height */
function extentOf(rule, width, height) {
  const lines = (/** @type {number} */ side) => [0, Math.min(1, side - 1), Math.max(0, side - 2), side - 1];
  const places = lines(width).flatMap((x) => lines(height).map((y) => [x, y]));
  const corners = places.flatMap(([x, y]) => {
    const [left, top] = placeOf(rule, x, y);
    return rule.outlines[formIn(rule, x, y)].map(([dx, dy]) => [left + dx, top + dy]);
  });
  return [Math.min, Math.max].map((pick) =>
    [0, 1].map((axis) => pick(...corners.map((corner) => corner[axis]))),
  );
}

export class Lattice extends Outlined {
  /** @param {number} width @param {number} height @param {import("./layouts.js").OnLattice} plan */
  constructor(width, height, plan) {
    const rule = /** @type {Record<string, Rule>} */ (LATTICES)[plan.lattice];
    const [low, high] = extentOf(rule, width, height);
    super({
      outlines: rule.outlines,
      size: [high[0] - low[0], high[1] - low[1]],
      wraps: plan.wraps,
      numbers: rule.numbers,
    });
    this.plan = plan;
    this.width = width;
    this.height = height;
    this.rule = rule;
    this.origin = [-low[0], -low[1]];
    this.raster = true;
    /** Whether the cells are arranged like the pixels of a picture. */
    this.upright = plan.lattice === "squares";
    this.framed = this.upright;
  }

  /** @param {number} cell @returns {[number, number]} */
  centreOf(cell) {
    const [x, y] = placeOf(this.rule, cell % this.width, Math.floor(cell / this.width));
    return [x + this.origin[0], y + this.origin[1]];
  }

  /** A point in fractions of columns and rows: between two neighbours it lies on the line that joins their centres.
   * @param {number} x @param {number} y @returns {[number, number]} */
  between(x, y) {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    let [atX, atY] = this.origin;
    for (const [column, across] of [
      [left, 1 - (x - left)],
      [left + 1, x - left],
    ])
      for (const [row, down] of [
        [top, 1 - (y - top)],
        [top + 1, y - top],
      ]) {
        const [placeX, placeY] = placeOf(this.rule, column, row);
        atX += across * down * placeX;
        atY += across * down * placeY;
      }
    return [atX, atY];
  }

  /** @param {number} cell */
  formOf(cell) {
    return formIn(this.rule, cell % this.width, Math.floor(cell / this.width));
  }

  /** @param {number} left @param {number} top @param {number} right @param {number} bottom @param {(cell: number) => void} visit */
  eachIn(left, top, right, bottom, visit) {
    const { width, height, rule, reach } = this;
    const [[ax, ay], [dx, dy], [sx, sy]] = [rule.across, rule.down, rule.shove];
    const turned = ax * dy - ay * dx;
    const [l, t] = [left - reach - Math.max(0, sx), top - reach - Math.max(0, sy)];
    const [r, b] = [right + reach - Math.min(0, sx), bottom + reach - Math.min(0, sy)];
    const corners = [
      [l, t],
      [r, t],
      [r, b],
      [l, b],
    ].map(([px, py]) => [px - this.origin[0], py - this.origin[1]]);
    const columns = corners.map(([x, y]) => (x * dy - y * dx) / turned);
    const rows = corners.map(([x, y]) => (y * ax - x * ay) / turned);
    const within = (/** @type {number} */ at, /** @type {number} */ most) => Math.max(0, Math.min(most, at));
    const [first, last] = [
      within(Math.ceil(Math.min(...columns)), width),
      within(Math.floor(Math.max(...columns)), width - 1),
    ];
    const [upper, lower] = [
      within(Math.ceil(Math.min(...rows)), height),
      within(Math.floor(Math.max(...rows)), height - 1),
    ];
    const slanted = ay !== 0 || dx !== 0; // then many cells of these rows and columns lie outside the box
    for (let y = upper; y <= lower; y++) {
      for (let x = first; x <= last; x++) {
        const cell = y * width + x;
        if (slanted) {
          const [cx, cy] = this.centreOf(cell);
          if (cx < l || cx > r || cy < t || cy > b) continue;
        }
        visit(cell);
      }
    }
  }

  /** @param {Path2D} path @param {number} cell @param {number} x @param {number} y @param {number} scale @param {number} shrink */
  outline(path, cell, x, y, scale, shrink) {
    if (!this.upright) return super.outline(path, cell, x, y, scale, shrink);
    const side = scale - 2 * shrink;
    path.rect(x - side / 2, y - side / 2, side, side);
  }

  /** @param {import("./board.js").Board} board */
  paint(board) {
    super.paint(board);
    this.paintJoined(board);
  }

  /** @param {import("./board.js").Board} board @param {(cell: number) => string|null} colourOf
   * @param {() => import("./cells.js").Raster} rasterOf */
  fill(board, colourOf, rasterOf) {
    const small = board.unit < OUTLINED_FROM;
    if (!this.upright && !small) super.fill(board, colourOf, rasterOf);
    else if (this.outlines.length > 1 && board.unit >= SPANS_FROM) paintSpans(board, this, rasterOf().pixels);
    else this.paintRaster(board, rasterOf().canvas);
  }

  /** Draws a raster of one pixel for each cell: at once, or each shifted line as a strip. Where shifted cells lie in
   * all lines, the lines lie half-way.
   * @param {import("./board.js").Board} board @param {HTMLCanvasElement} raster */
  paintRaster({ context, view, size }, raster) {
    const { width, height, rule } = this;
    const [[ax, ay], [dx, dy]] = [rule.across, rule.down];
    const scale = view.scale * size.ratio;
    const rows = rule.shoved.endsWith("rows");
    const columns = rule.shoved.endsWith("columns");
    const strips = rows ? height : columns ? width : 1;
    const [halfX, halfY] = rule.shoved.endsWith("cells") ? rule.shove.map((by) => by / 2) : [0, 0];
    context.save();
    for (let line = 0; line < strips; line++) {
      const [x, y] = placeOf(rule, rows ? 0 : line, rows ? line : 0);
      const [left, top] = [
        this.origin[0] + halfX + x - (ax + dx) / 2,
        this.origin[1] + halfY + y - (ay + dy) / 2,
      ];
      context.setTransform(
        ax * scale,
        ay * scale,
        dx * scale,
        dy * scale,
        (view.x + left * view.scale) * size.ratio,
        (view.y + top * view.scale) * size.ratio,
      );
      if (strips === 1) context.drawImage(raster, 0, 0);
      else if (rows) context.drawImage(raster, 0, line, width, 1, 0, 0, width, 1.02);
      else context.drawImage(raster, line, 0, 1, height, 0, 0, 1.02, height);
    }
    context.restore();
  }
}
