/**
 * Cells other than squares, with one outline or several around their centres.
 *
 * `Outlined` is their common base; `Cells` have a list of centres, with buckets for lookups.
 */

import { arrow, Outlines } from "./strokes.js";

const SMALL = 3; // pixels; cells smaller than this are drawn as boxes
const BUCKET = 2; // units

/** @type {import("./layouts.js").Spot[]} */
const IN_THE_MIDDLE = [
  [0, -0.21, "center"],
  [-0.36, 0.32, "start"],
  [0.36, 0.32, "end"],
];

/** The diameter of the disc that fits into an outline. @param {number[][]} outline */
function roomOf(outline) {
  const sides = outline.map(([ax, ay], i) => {
    const [bx, by] = outline[(i + 1) % outline.length];
    return Math.abs(ax * (by - ay) - ay * (bx - ax)) / Math.hypot(bx - ax, by - ay);
  });
  return 2 * Math.min(...sides);
}

/** A picture of one pixel for each cell. @typedef {{canvas: HTMLCanvasElement, pixels: Uint32Array}} Raster */

export class Outlined {
  /** @param {import("./layouts.js").Shape} shape */
  constructor({ outlines, size, wraps = false, numbers = [IN_THE_MIDDLE] }) {
    this.outlines = outlines;
    this.room = Math.min(...outlines.map(roomOf));
    this.size = size;
    this.wraps = wraps;
    this.numbers = numbers;
    /** @type {import("./layouts.js").Plan|null} */
    this.plan = null;
    /** Whether the board keeps a picture of one pixel for each cell to draw from. */
    this.raster = false;
    /** Whether cells too small to be outlined fill a rectangle that needs a frame. */
    this.framed = false;
    /** Whether F, G and H are beside a cell rather than in it. */
    this.outside = false;
    this.largest = 116 / this.room;
    this.reach = Math.max(...outlines.flat().map(([x, y]) => Math.hypot(x, y)));
  }

  /** The centre of a cell. @param {number} _cell @returns {[number, number]} */
  centreOf(_cell) {
    return [0, 0];
  }

  /** Which of the outlines a cell has. @param {number} _cell */
  formOf(_cell) {
    return 0;
  }

  /** The corners of a cell around its centre. @param {number} cell */
  cornersOf(cell) {
    return this.outlines[this.formOf(cell)];
  }

  /** Updates the position of a moved cell; most cells never move. @param {number} _cell */
  moved(_cell) {}

  /** Whether a point, relative to a cell's centre, lies inside the cell. @param {number} cell @param {number} x
   * @param {number} y */
  covers(cell, x, y) {
    const corners = this.cornersOf(cell);
    const sides = corners.map(([ax, ay], i) => {
      const [bx, by] = corners[(i + 1) % corners.length];
      return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    });
    return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
  }

  /** Visits the cells that may lie in a box. @param {number} _left @param {number} _top @param {number} _right @param {number} _bottom @param {(cell: number) => void} _visit */
  eachIn(_left, _top, _right, _bottom, _visit) {}

  /** @param {number} x @param {number} y @param {number} [_near] @returns {number} the cell at a point, or -1 */
  cellAt(x, y, _near) {
    let found = -1;
    this.eachIn(x, y, x, y, (cell) => {
      const [cx, cy] = this.centreOf(cell);
      if (this.covers(cell, x - cx, y - cy)) found = cell;
    });
    return found;
  }

  /** @param {Path2D} path @param {number} cell @param {number} x @param {number} y @param {number} scale @param {number} shrink */
  outline(path, cell, x, y, scale, shrink) {
    const share = Math.max(0.05, scale - (2 * shrink) / this.room);
    this.cornersOf(cell).forEach(([dx, dy], i) =>
      i ? path.lineTo(x + dx * share, y + dy * share) : path.moveTo(x + dx * share, y + dy * share),
    );
    path.closePath();
  }

  /** @param {number} from @param {number} to */
  joins(from, to) {
    const [[ax, ay], [bx, by]] = [this.centreOf(from), this.centreOf(to)];
    return !this.wraps || (Math.abs(ax - bx) <= this.size[0] / 2 && Math.abs(ay - by) <= this.size[1] / 2);
  }

  /** @param {import("./board.js").Board} board */
  paint(board) {
    this.fill(
      board,
      (cell) => board.fillOf(cell),
      () => ({ canvas: board.raster, pixels: board.pixels }),
    );
  }

  /** Fills the cells in view. @param {import("./board.js").Board} board @param {(cell: number) => string|null} colourOf
   * null for a cell that is left as it is @param {() => Raster} _rasterOf for cells of a
   * lattice */
  fill(board, colourOf, _rasterOf) {
    const { context, view, unit } = board;
    /** @type {Map<string, Outlines>} */
    const shapes = new Map();
    board.eachInView((cell, x, y) => {
      const colour = colourOf(cell);
      if (colour === null) return;
      let alike = shapes.get(colour);
      if (!alike) shapes.set(colour, (alike = new Outlines()));
      if (unit < SMALL) alike.next.rect(x - unit / 2 - 0.25, y - unit / 2 - 0.25, unit + 0.5, unit + 0.5);
      else this.outline(alike.next, cell, x, y, view.scale, 0);
    });
    for (const [colour, alike] of shapes) {
      context.fillStyle = context.strokeStyle = colour;
      context.lineWidth = 0.6; // closes the seams between cells
      alike.fill(context);
      if (unit >= SMALL) alike.stroke(context);
    }
  }

  /** Draws portals: dashed lines between cells that do not touch. @param {import("./board.js").Board} board */
  paintJoined(board) {
    const { edges = [] } = this.plan ?? {};
    if (!edges.length) return;
    const { context, colours, unit } = board;
    const lines = new Path2D();
    for (let i = 0; i < edges.length; i += 2) {
      lines.moveTo(...board.centreOf(edges[i]));
      lines.lineTo(...board.centreOf(edges[i + 1]));
    }
    context.strokeStyle = colours.muted;
    context.lineWidth = Math.max(1, unit / 24);
    context.setLineDash([unit / 10, unit / 10]);
    context.stroke(lines);
    context.setLineDash([]);
  }

  /** Draws everything above path and ends. @param {import("./board.js").Board} _board */
  paintOver(_board) {}

  /** The positions of F, G and H: left, baseline and alignment of each. @param {number} form of the cell
   * @param {number} x @param {number} y @param {number} unit @param {number} _tall
   * @returns {[number, number, CanvasTextAlign][]} */
  spots(form, x, y, unit, _tall) {
    return this.numbers[form].map(([dx, dy, align]) => [
      x + dx * unit,
      y + dy * unit,
      /** @type {string} */ (align) === "middle" ? "center" : align,
    ]);
  }
}

export class Cells extends Outlined {
  /** @param {import("./layouts.js").Listed} plan */
  constructor(plan) {
    super({ ...plan, outlines: [plan.outline] });
    this.plan = plan;
    this.outside = Boolean(plan.graph);
    this.count = plan.centres.length / 2;
    /** Cells by position, to find the one under the pointer quickly. @type {Map<number, number[]>} */
    this.buckets = new Map();
    /** The bucket of each cell. @type {number[]} */
    this.keys = [];
    for (let cell = 0; cell < this.count; cell++) this.put(cell);
  }

  /** Puts a cell into its bucket. @param {number} cell */
  put(cell) {
    const key = (this.keys[cell] = this.bucketOf(...this.centreOf(cell)));
    const there = this.buckets.get(key);
    if (there) there.push(cell);
    else this.buckets.set(key, [cell]);
  }

  /** @param {number} x @param {number} y */
  bucketOf(x, y) {
    return Math.floor(y / BUCKET) * 65536 + Math.floor(x / BUCKET);
  }

  /** @param {number} cell @returns {[number, number]} */
  centreOf(cell) {
    return [this.plan.centres[2 * cell], this.plan.centres[2 * cell + 1]];
  }

  /** @param {number} left @param {number} top @param {number} right @param {number} bottom @param {(cell: number) => void} visit */
  eachIn(left, top, right, bottom, visit) {
    const { reach } = this;
    const [l, t, r, b] = [left - reach, top - reach, right + reach, bottom + reach];
    const wide = Math.min(r, this.size[0]) - Math.max(l, 0);
    if (wide < 0) return;
    for (
      let row = Math.floor(Math.max(t, 0) / BUCKET);
      row <= Math.floor(Math.min(b, this.size[1]) / BUCKET);
      row++
    ) {
      for (
        let column = Math.floor(Math.max(l, 0) / BUCKET);
        column <= Math.floor(Math.min(r, this.size[0]) / BUCKET);
        column++
      ) {
        for (const cell of this.buckets.get(row * 65536 + column) ?? []) {
          const [x, y] = this.centreOf(cell);
          if (x >= l && x <= r && y >= t && y <= b) visit(cell);
        }
      }
    }
  }

  /** @param {number} from @param {number} to */
  joins(from, to) {
    const { floors = [] } = this.plan;
    return (!floors.length || floors[from] === floors[to]) && super.joins(from, to);
  }

  /** Names floors, and marks where the path leaves one: a triangle up or down. @param {import("./board.js").Board} board */
  paintOver(board) {
    const { context, colours, view, path, unit } = board;
    const { floors = [], titles = [] } = this.plan;
    if (!floors.length) return;
    board.style(Math.max(11, Math.min(18, unit * 0.5)), "middle", colours.page, 600);
    context.textAlign = "left";
    context.fillStyle = colours.text;
    for (const [x, y, text] of titles)
      board.write(text, view.x + x * view.scale, view.y + y * view.scale, true);
    const marks = new Path2D();
    for (let i = 1; i < path.length; i++) {
      const by = floors[path[i]] - floors[path[i - 1]];
      if (!by) continue;
      const [x, y] = board.centreOf(path[i - 1]);
      const tall = Math.max(4, unit * 0.26) * Math.sign(by);
      arrow(marks, [x, y + tall], [x, y - tall], 0, Math.abs(tall) * 1.8);
    }
    context.fillStyle = colours.path;
    context.strokeStyle = colours.halo;
    context.lineWidth = 1.5;
    context.fill(marks);
    context.stroke(marks);
  }
}
