/** Cells in rows and columns. Python's pictures read the lattices in layouts.json, too. */

import LATTICES from "./layouts.json" with { type: "json" };
import { Outlined } from "./cells.js";

const OUTLINED_FROM = 6; // pixels; smaller cells are drawn from a raster of one pixel each

/**
 * @typedef {{outline: number[][], across: number[], down: number[], shoved: string, shove: number[], numbers: any[]}} Rule
 */

/** The position of a cell relative to the one in column 0 of row 0, as if that line were not shifted. @param
 * {Rule} rule @param {number} x @param {number} y @returns {[number, number]} */
function placeOf({ across, down, shoved, shove }, x, y) {
  const line = shoved.endsWith("rows") ? y : x;
  const by = shoved !== "none" && (line & 1) === (shoved.startsWith("odd") ? 1 : 0) ? 1 : 0;
  return [x * across[0] + y * down[0] + by * shove[0], x * across[1] + y * down[1] + by * shove[1]];
}

/** The smallest and the largest corner of a board. @param {Rule} rule @param {number} width @param {number}
 * height */
function extentOf(rule, width, height) {
  const lines = (/** @type {number} */ side) => [0, Math.min(1, side - 1), Math.max(0, side - 2), side - 1];
  const places = lines(width).flatMap((x) => lines(height).map((y) => placeOf(rule, x, y)));
  const corners = places.flatMap(([x, y]) => rule.outline.map(([dx, dy]) => [x + dx, y + dy]));
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
      outline: rule.outline,
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

  /** @param {number} left @param {number} top @param {number} right @param {number} bottom @param {(cell: number) => void} visit */
  eachIn(left, top, right, bottom, visit) {
    const { width, height, rule, reach } = this;
    const [[ax, ay], [dx, dy], [sx, sy]] = [rule.across, rule.down, rule.shove];
    const turned = ax * dy - ay * dx;
    const [l, t, r, b] = [left - reach - sx, top - reach - sy, right + reach, bottom + reach];
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

  /** @param {Path2D} path @param {number} x @param {number} y @param {number} scale @param {number} shrink */
  outline(path, x, y, scale, shrink) {
    if (!this.upright) return super.outline(path, x, y, scale, shrink);
    const side = scale - 2 * shrink;
    path.rect(x - side / 2, y - side / 2, side, side);
  }

  /** @param {import("./board.js").Board} board */
  paint(board) {
    if (this.upright || board.unit < OUTLINED_FROM) this.paintRaster(board, board.raster);
    else super.paint(board);
    this.paintJoined(board);
  }

  /** Draws a raster of one pixel for each cell: at once, or each shifted line as a strip.
   * @param {import("./board.js").Board} board @param {HTMLCanvasElement} raster */
  paintRaster({ context, view, size }, raster) {
    const { width, height, rule } = this;
    const [[ax, ay], [dx, dy]] = [rule.across, rule.down];
    const scale = view.scale * size.ratio;
    const rows = rule.shoved.endsWith("rows");
    const strips = rule.shoved === "none" ? 1 : rows ? height : width;
    context.save();
    for (let line = 0; line < strips; line++) {
      const [x, y] = placeOf(rule, rows ? 0 : line, rows ? line : 0);
      const [left, top] = [this.origin[0] + x - (ax + dx) / 2, this.origin[1] + y - (ay + dy) / 2];
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
