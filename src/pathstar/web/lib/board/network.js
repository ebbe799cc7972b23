/** The nodes of a graph, with lines between them. */

import { Cells } from "./cells.js";
import { arrow, Outlines } from "./strokes.js";
import { Taken } from "./taken.js";

/** @typedef {import("./board.js").Board} Board */

const SMALLEST = 4.5; // pixels from a node's middle to its rim
const MANY = 600;
const MOST_NUMBERED = 80; // nodes without names that are numbered
const NAMES_FROM = 8; // pixels across a node
const COSTS_FROM = 22;
const ALONG = [0.45, 0.55, 0.36, 0.64]; // where a cost may stand on its edge: not where edges often cross

/** @param {number} left @param {number} top @param {number} right @param {number} bottom
 * @returns {import("./taken.js").Box} */
const box = (left, top, right, bottom) => [left, top, right, bottom];

/** The size of the letters of a name. @param {number} unit pixels across a node */
const nameHeight = (unit) => Math.max(11, Math.min(16, unit * 0.3));

export class Graph extends Cells {
  /** @param {number} cell */
  moved(cell) {
    const before = this.buckets.get(this.keys[cell]) ?? [];
    before.splice(before.indexOf(cell), 1);
    this.put(cell);
  }

  /** The nearest node whose disc contains a point, or that lies within `near` of it. @param {number} x @param
   * {number} y @param {number} [near] units */
  cellAt(x, y, near = 0) {
    const most = Math.max(near, this.room / 2);
    let [found, least] = [-1, most];
    this.eachIn(x - most, y - most, x + most, y + most, (cell) => {
      const [cx, cy] = this.centreOf(cell);
      const away = Math.hypot(cx - x, cy - y);
      if (away <= least) [found, least] = [cell, away];
    });
    return found;
  }

  /** Nodes always stay large enough to see and grab, unless there are very many. @param {Path2D} path @param
   * {number} cell @param {number} x @param {number} y @param {number} scale @param {number} shrink */
  outline(path, cell, x, y, scale, shrink) {
    const least = (this.count <= MANY ? SMALLEST : SMALLEST / 3) / (this.room / 2);
    super.outline(path, cell, x, y, Math.max(least, scale), shrink);
  }

  /** @param {import("./board.js").Board} board */
  paint(board) {
    this.drawEdges(board);
    super.paint(board);
    if (this.count > MANY && board.unit < NAMES_FROM) return; // rims would hide the state of the nodes
    const rims = new Outlines();
    board.eachInView((cell, x, y) => this.outline(rims.next, cell, x, y, board.view.scale, 0));
    board.context.strokeStyle = board.colours.muted;
    board.context.lineWidth = 1;
    rims.stroke(board.context);
  }

  /** @param {import("./board.js").Board} board */
  paintOver(board) {
    const { context, colours, path, unit } = board;
    const heads = new Path2D();
    for (let i = 1; i < path.length && unit > 10; i++)
      arrow(
        heads,
        board.centreOf(path[i - 1]),
        board.centreOf(path[i]),
        unit / 2 + 1,
        Math.max(9, unit * 0.34),
      );
    context.fillStyle = colours.path;
    context.fill(heads);
    const taken = this.roomOfNodes(board);
    this.drawNames(board, taken);
    this.drawCosts(board, taken);
  }

  /** @param {import("./board.js").Board} board */
  drawEdges(board) {
    const { context, colours, unit } = board;
    const { edges = [], oneWay = [] } = this.plan;
    const [lines, heads] = [new Outlines(), new Outlines()];
    for (let i = 0; i < edges.length / 2; i++) {
      const [from, to] = [board.centreOf(edges[2 * i]), board.centreOf(edges[2 * i + 1])];
      const line = lines.next;
      line.moveTo(...from);
      line.lineTo(...to);
      if (oneWay[i] && unit > 10) arrow(heads.next, from, to, unit / 2 + 1, Math.max(7, unit * 0.28));
    }
    context.strokeStyle = context.fillStyle = colours.muted;
    context.lineWidth = Math.max(1, unit / 20);
    context.globalAlpha = this.count > MANY && unit < NAMES_FROM ? 0.4 : 1;
    lines.stroke(context);
    context.globalAlpha = 1;
    heads.fill(context);
  }

  /** Writes the costs of edges, those of the path first, each where it covers nothing. @param {Board} board @param
   * {Taken} taken */
  drawCosts(board, taken) {
    const { context, colours, unit } = board;
    const { edges = [], costs = [] } = this.plan;
    if (unit < COSTS_FROM) return;
    const tall = Math.max(10.5, Math.min(15, unit * 0.28));
    board.style(tall, "middle", colours.page);
    context.fillStyle = colours.text;
    const walked = new Set(Array.from(board.path).concat(Array.from(board.trail)));
    const put = (/** @type {number} */ i) => {
      const [[ax, ay], [bx, by]] = [board.centreOf(edges[2 * i]), board.centreOf(edges[2 * i + 1])];
      const half = context.measureText(costs[i]).width / 2 + 1;
      const spots = ALONG.map((share) => [ax + (bx - ax) * share, ay + (by - ay) * share]);
      const boxes = spots.map(([x, y]) => box(x - half, y - tall / 2, x + half, y + tall / 2));
      const which = taken.takeOne(boxes);
      if (which >= 0) board.write(costs[i], spots[which][0], spots[which][1], true);
    };
    const first = (/** @type {number} */ i) => walked.has(edges[2 * i]) && walked.has(edges[2 * i + 1]);
    costs.forEach((_, i) => first(i) && put(i));
    costs.forEach((_, i) => first(i) || put(i));
  }

  /** The room of the nodes. @param {Board} board @returns {Taken} */
  roomOfNodes(board) {
    const taken = new Taken();
    if (this.count > MANY) return taken; // they lie too close together for that
    const reach = Math.max(board.unit / 2, SMALLEST) * 0.8; // of the square in a disc, about
    board.eachInView((_, x, y) => taken.put(box(x - reach, y - reach, x + reach, y + reach)));
    return taken;
  }

  /** Writes names, those of the ends first, each where it covers nothing: below its node, above or beside
   * it. @param {Board} board @param {Taken} taken */
  drawNames(board, taken) {
    const { context, colours, unit } = board;
    const names = this.plan.names?.length ? this.plan.names : this.numbersAsNames();
    if (unit < NAMES_FROM || !names.length) return;
    const tall = nameHeight(unit);
    board.style(tall, "alphabetic", colours.page, 600);
    context.fillStyle = colours.text;
    const put = (/** @type {number} */ cell, /** @type {number} */ x, /** @type {number} */ y) => {
      const half = context.measureText(names[cell]).width / 2 + 3;
      const away = Math.max(unit / 2, SMALLEST);
      const spots = [
        [x, y + away + tall + 2],
        [x, y - away - 4],
        [x + away + half, y + tall / 2],
        [x - away - half, y + tall / 2],
      ].map(([at, bottom]) => [Math.max(half, Math.min(board.size.width - half, at)), bottom]);
      const which = taken.takeOne(
        spots.map(([at, bottom]) => box(at - half, bottom - tall, at + half, bottom)),
      );
      if (which >= 0) board.write(names[cell], spots[which][0], spots[which][1], true);
    };
    const first = [board.start, board.goal, board.hover, board.selected].filter((cell) => cell >= 0);
    for (const cell of first) put(cell, ...board.centreOf(cell));
    board.eachInView((cell, x, y) => first.includes(cell) || put(cell, x, y));
  }

  /** The numbers of nodes without names, unless there are many. @returns {string[]} */
  numbersAsNames() {
    return this.count > MOST_NUMBERED ? [] : Array.from({ length: this.count }, (_, node) => String(node));
  }

  /** @param {number} _form @param {number} x @param {number} y @param {number} unit @param {number} tall
   * @returns {[number, number, CanvasTextAlign][]} */
  spots(_form, x, y, unit, tall) {
    const low = y + unit / 2 + 1.3 * nameHeight(unit) + 2 + 0.8 * tall; // below the tails of the name
    return [
      [x, low, "center"],
      [x - 4, low + tall * 1.1, "right"],
      [x + 4, low + tall * 1.1, "left"],
    ];
  }
}
