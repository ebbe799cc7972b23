/**
 * Where the cells of a board lie and how they are shaped: squares, which are drawn as a raster; any other cells, by
 * their centres and one outline; and the nodes of a graph, with lines between them.
 *
 * Everything is in units of which one is about a cell wide; a board knows how many pixels that is and where it begins.
 */

import { arrow } from "./strokes.js";

const SMALL = 3; // pixels; cells smaller than this are drawn as boxes
const BUCKET = 2; // units

/** @typedef {{centres: ArrayLike<number>, outline: [number, number][], room: number, size: [number, number], graph?: boolean, edges?: ArrayLike<number>, oneWay?: ArrayLike<number>, costs?: string[], names?: string[], wraps?: boolean, floors?: number[], titles?: [number, number, string][]}} Plan */

/** @param {{width: number, height: number, plan?: Plan}} ground @returns {Squares|Cells} */
export function tilingOf(ground) {
  if (!ground.plan) return new Squares(ground.width, ground.height);
  return ground.plan.graph ? new Graph(ground.plan) : new Cells(ground.plan);
}

export class Squares {
  /** @param {number} width @param {number} height */
  constructor(width, height) {
    this.width = width;
    this.height = height;
    /** @type {[number, number]} */
    this.size = [width, height];
    this.room = 1;
    this.raster = true;
    /** Whether F, G and H stand beside a cell rather than in it. */
    this.outside = false;
    this.largest = 116;
  }

  /** @param {number} cell @returns {[number, number]} */
  centreOf(cell) {
    return [(cell % this.width) + 0.5, Math.floor(cell / this.width) + 0.5];
  }

  /** @param {number} x @param {number} y @returns {number} the cell at a point, or -1 */
  cellAt(x, y) {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    return column >= 0 && row >= 0 && column < this.width && row < this.height ? row * this.width + column : -1;
  }

  /** @param {number} left @param {number} top @param {number} right @param {number} bottom @param {(cell: number) => void} visit */
  eachIn(left, top, right, bottom, visit) {
    const [first, last] = [Math.max(0, Math.floor(left)), Math.min(this.width, Math.ceil(right))];
    for (let row = Math.max(0, Math.floor(top)); row < Math.min(this.height, Math.ceil(bottom)); row++) {
      for (let column = first; column < last; column++) visit(row * this.width + column);
    }
  }

  /** Adds a cell's outline. @param {Path2D} path @param {number} x @param {number} y its centre on the canvas @param {number} scale @param {number} shrink pixels */
  outline(path, x, y, scale, shrink) {
    const side = scale - 2 * shrink;
    path.rect(x - side / 2, y - side / 2, side, side);
  }

  /** Whether a line leads from one cell to the next; over a joined border none does. @param {number} _from @param {number} _to */
  joins(_from, _to) {
    return true;
  }

  /** Draws what lies below the search. @param {import("./board.js").Board} board */
  paint({ context, raster, view, ground }) {
    context.drawImage(raster, view.x, view.y, ground.width * view.scale, ground.height * view.scale);
  }

  /** Draws what lies above path and ends. @param {import("./board.js").Board} _board */
  paintOver(_board) {}

  /** Where F, G and H stand: left, baseline and alignment of each. @param {number} x @param {number} y @param {number} unit @param {number} tall @returns {[number, number, CanvasTextAlign][]} */
  spots(x, y, unit, tall) {
    const inner = unit / 2 - unit * 0.1 - 1;
    return [[x - inner, y - inner + tall * 0.75, "left"], [x - inner, y + inner, "left"], [x + inner, y + inner, "right"]];
  }
}

export class Cells {
  /** @param {Plan} plan */
  constructor(plan) {
    this.plan = plan;
    this.size = plan.size;
    this.room = plan.room;
    this.raster = false;
    this.outside = Boolean(plan.graph);
    this.largest = 116 / plan.room;
    this.count = plan.centres.length / 2;
    this.reach = Math.max(...plan.outline.map(([x, y]) => Math.hypot(x, y)));
    /** Cells by where they lie, so that the one under the pointer is found at once. @type {Map<number, number[]>} */
    this.buckets = new Map();
    for (let cell = 0; cell < this.count; cell++) {
      const key = this.bucketOf(...this.centreOf(cell));
      const there = this.buckets.get(key);
      if (there) there.push(cell);
      else this.buckets.set(key, [cell]);
    }
  }

  /** @param {number} x @param {number} y */
  bucketOf(x, y) {
    return Math.floor(y / BUCKET) * 65536 + Math.floor(x / BUCKET);
  }

  /** @param {number} cell @returns {[number, number]} */
  centreOf(cell) {
    return [this.plan.centres[2 * cell], this.plan.centres[2 * cell + 1]];
  }

  /** @param {number} x @param {number} y @returns {number} */
  cellAt(x, y) {
    let found = -1;
    this.eachIn(x, y, x, y, (cell) => {
      const [cx, cy] = this.centreOf(cell);
      if (this.covers(x - cx, y - cy)) found = cell;
    });
    return found;
  }

  /** Whether a point, seen from a cell's centre, lies inside the cell. @param {number} x @param {number} y */
  covers(x, y) {
    const { outline } = this.plan;
    const sides = outline.map(([ax, ay], i) => {
      const [bx, by] = outline[(i + 1) % outline.length];
      return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    });
    return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
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

  /** @param {Path2D} path @param {number} x @param {number} y @param {number} scale @param {number} shrink */
  outline(path, x, y, scale, shrink) {
    const share = Math.max(0.05, scale - (2 * shrink) / this.room);
    this.plan.outline.forEach(([dx, dy], i) => (i ? path.lineTo(x + dx * share, y + dy * share) : path.moveTo(x + dx * share, y + dy * share)));
    path.closePath();
  }

  /** @param {number} from @param {number} to */
  joins(from, to) {
    const [[ax, ay], [bx, by]] = [this.centreOf(from), this.centreOf(to)];
    const { floors = [] } = this.plan;
    if (floors.length && floors[from] !== floors[to]) return false;
    return !this.plan.wraps || (Math.abs(ax - bx) <= this.size[0] / 2 && Math.abs(ay - by) <= this.size[1] / 2);
  }

  /** @param {import("./board.js").Board} board */
  paint(board) {
    const { context, view, unit } = board;
    /** @type {Map<string, Path2D>} */
    const paths = new Map();
    board.eachInView((cell, x, y) => {
      const colour = board.fillOf(cell);
      let path = paths.get(colour);
      if (!path) paths.set(colour, (path = new Path2D()));
      if (unit < SMALL) path.rect(x - unit / 2 - 0.25, y - unit / 2 - 0.25, unit + 0.5, unit + 0.5);
      else this.outline(path, x, y, view.scale, 0);
    });
    for (const [colour, path] of paths) {
      context.fillStyle = context.strokeStyle = colour;
      context.lineWidth = 0.6; // closes the seams between cells
      context.fill(path);
      if (unit >= SMALL) context.stroke(path);
    }
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

  /** @param {number} x @param {number} y @param {number} unit @param {number} tall @returns {[number, number, CanvasTextAlign][]} */
  spots(x, y, unit, tall) {
    const low = y + unit * 0.3;
    return [[x, y - unit * 0.34 + tall * 0.75, "center"], [x - unit * 0.36, low, "left"], [x + unit * 0.36, low, "right"]];
  }
}

export class Graph extends Cells {
  /** @param {import("./board.js").Board} board */
  paint(board) {
    this.drawEdges(board);
    super.paint(board);
  }

  /** @param {import("./board.js").Board} board */
  paintOver(board) {
    const { context, colours, path, unit } = board;
    const heads = new Path2D();
    for (let i = 1; i < path.length && unit > 10; i++) arrow(heads, board.centreOf(path[i - 1]), board.centreOf(path[i]), unit / 2 + 1, Math.max(9, unit * 0.34));
    context.fillStyle = colours.path;
    context.fill(heads);
    this.drawCosts(board);
    this.drawNames(board);
  }

  /** @param {import("./board.js").Board} board */
  drawEdges(board) {
    const { context, colours, unit } = board;
    const { edges = [], oneWay = [] } = this.plan;
    const [lines, heads] = [new Path2D(), new Path2D()];
    for (let i = 0; i < edges.length / 2; i++) {
      const [from, to] = [board.centreOf(edges[2 * i]), board.centreOf(edges[2 * i + 1])];
      lines.moveTo(...from);
      lines.lineTo(...to);
      if (oneWay[i] && unit > 10) arrow(heads, from, to, unit / 2 + 1, Math.max(7, unit * 0.28));
    }
    context.strokeStyle = context.fillStyle = colours.muted;
    context.lineWidth = Math.max(1, unit / 20);
    context.stroke(lines);
    context.fill(heads);
  }

  /** @param {import("./board.js").Board} board */
  drawCosts(board) {
    const { context, colours, unit } = board;
    const { edges = [], costs = [] } = this.plan;
    if (unit < 22) return;
    board.style(Math.max(11, Math.min(15, unit * 0.28)), "middle", colours.page);
    context.fillStyle = colours.text;
    costs.forEach((cost, i) => {
      const [[ax, ay], [bx, by]] = [board.centreOf(edges[2 * i]), board.centreOf(edges[2 * i + 1])];
      board.write(cost, ax * 0.55 + bx * 0.45, ay * 0.55 + by * 0.45, true);
    });
  }

  /** @param {import("./board.js").Board} board */
  drawNames(board) {
    const { context, colours, unit } = board;
    const { names = [] } = this.plan;
    if (unit < 16 || !names.length) return;
    board.style(Math.max(11, Math.min(16, unit * 0.3)), "alphabetic", colours.page, 600);
    context.fillStyle = colours.text;
    board.eachInView((cell, x, y) => board.write(names[cell], x, y + unit / 2 + 14, true));
  }

  /** @param {number} x @param {number} y @param {number} unit @param {number} tall @returns {[number, number, CanvasTextAlign][]} */
  spots(x, y, unit, tall) {
    const low = y + unit / 2 + 16 + tall;
    return [[x, low, "center"], [x - 4, low + tall * 1.1, "right"], [x + 4, low + tall * 1.1, "left"]];
  }
}
