/** The nodes of a graph, with lines between them. */

import { Cells } from "./cells.js";
import { arrow } from "./strokes.js";

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
