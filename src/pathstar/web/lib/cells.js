/**
 * Cells that are no squares: those of one outline around given centres.
 *
 * `Outlined` is what all of them share; `Cells` have their centres in a list, in which one is found by buckets.
 */

import { arrow, Outlines } from "./strokes.js";

const SMALL = 3; // pixels; cells smaller than this are drawn as boxes
const BUCKET = 2; // units

export class Outlined {
  /** @param {import("./tilings.js").Shape} shape */
  constructor({ outline, room, size, wraps = false }) {
    this.corners = outline;
    this.room = room;
    this.size = size;
    this.wraps = wraps;
    this.raster = false;
    this.framed = false;
    this.outside = false;
    this.largest = 116 / room;
    this.reach = Math.max(...outline.map(([x, y]) => Math.hypot(x, y)));
  }

  /** Where a cell's middle is. @param {number} _cell @returns {[number, number]} */
  centreOf(_cell) {
    return [0, 0];
  }

  /** Takes over that a cell lies elsewhere; most never do. @param {number} _cell */
  moved(_cell) {}

  /** Whether a point, seen from a cell's centre, lies inside the cell. @param {number} x @param {number} y */
  covers(x, y) {
    const sides = this.corners.map(([ax, ay], i) => {
      const [bx, by] = this.corners[(i + 1) % this.corners.length];
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
      if (this.covers(x - cx, y - cy)) found = cell;
    });
    return found;
  }

  /** @param {Path2D} path @param {number} x @param {number} y @param {number} scale @param {number} shrink */
  outline(path, x, y, scale, shrink) {
    const share = Math.max(0.05, scale - (2 * shrink) / this.room);
    this.corners.forEach(([dx, dy], i) => (i ? path.lineTo(x + dx * share, y + dy * share) : path.moveTo(x + dx * share, y + dy * share)));
    path.closePath();
  }

  /** @param {number} from @param {number} to */
  joins(from, to) {
    const [[ax, ay], [bx, by]] = [this.centreOf(from), this.centreOf(to)];
    return !this.wraps || (Math.abs(ax - bx) <= this.size[0] / 2 && Math.abs(ay - by) <= this.size[1] / 2);
  }

  /** @param {import("./board.js").Board} board */
  paint(board) {
    const { context, view, unit } = board;
    /** @type {Map<string, Outlines>} */
    const shapes = new Map();
    board.eachInView((cell, x, y) => {
      const colour = board.fillOf(cell);
      let alike = shapes.get(colour);
      if (!alike) shapes.set(colour, (alike = new Outlines()));
      if (unit < SMALL) alike.next.rect(x - unit / 2 - 0.25, y - unit / 2 - 0.25, unit + 0.5, unit + 0.5);
      else this.outline(alike.next, x, y, view.scale, 0);
    });
    for (const [colour, alike] of shapes) {
      context.fillStyle = context.strokeStyle = colour;
      context.lineWidth = 0.6; // closes the seams between cells
      alike.fill(context);
      if (unit >= SMALL) alike.stroke(context);
    }
  }

  /** Draws what lies above path and ends. @param {import("./board.js").Board} _board */
  paintOver(_board) {}

  /** @param {number} x @param {number} y @param {number} unit @param {number} tall @returns {[number, number, CanvasTextAlign][]} */
  spots(x, y, unit, tall) {
    const low = y + unit * 0.29;
    return [[x, y - unit * 0.34 + tall * 0.75, "center"], [x - unit * 0.34, low, "left"], [x + unit * 0.34, low, "right"]];
  }
}

export class Cells extends Outlined {
  /** @param {Plan} plan */
  constructor(plan) {
    super(plan);
    this.plan = plan;
    this.outside = Boolean(plan.graph);
    this.count = plan.centres.length / 2;
    /** Cells by where they lie, so that the one under the pointer is found at once. @type {Map<number, number[]>} */
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
    for (let row = Math.floor(Math.max(t, 0) / BUCKET); row <= Math.floor(Math.min(b, this.size[1]) / BUCKET); row++) {
      for (let column = Math.floor(Math.max(l, 0) / BUCKET); column <= Math.floor(Math.min(r, this.size[0]) / BUCKET); column++) {
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
    for (const [x, y, text] of titles) board.write(text, view.x + x * view.scale, view.y + y * view.scale, true);
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
