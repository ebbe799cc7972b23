import assert from "node:assert/strict";
import { test } from "node:test";
import { Context } from "./canvas.js";
import LOOK from "../../src/pathstar/web/lib/board/look.json" with { type: "json" };
import { drawClusters } from "../../src/pathstar/web/lib/overlays/clusters.js";

/** @param {number} width @param {number} height @param {number} unit pixels across a square @returns {any} */
function board(width, height, unit) {
  return {
    context: new Context(),
    colours: { text: "ink", current: "yellow" },
    unit,
    ground: { width, height, plan: { lattice: "squares" } },
    centreOf: (/** @type {number} */ cell) => [
      10 + ((cell % width) + 0.5) * unit,
      20 + (Math.floor(cell / width) + 0.5) * unit,
    ],
  };
}

/** @param {any} path @returns {number[][]} each line as its two ends */
const lines = (path) => {
  const points = path.calls.map((/** @type {any[]} */ [, x, y]) => [Math.round(x), Math.round(y)]);
  return points.flatMap((/** @type {number[]} */ from, /** @type {number} */ i) =>
    i % 2 ? [] : [[...from, ...points[i + 1]]],
  );
};

test("borders lie between squares, from edge to edge, and gates on their squares", () => {
  const made = board(6, 4, 20);
  drawClusters(made, { sides: [2], gates: [[1, 2]] });
  const [borders, ...gates] = made.context.drawn;
  assert.equal(borders.kind, "stroke");
  assert.equal(borders.style, "ink");
  assert.equal(borders.width, LOOK.cluster.border);
  assert.deepEqual(lines(borders.path), [
    [50, 20, 50, 100], // between columns 1 and 2
    [90, 20, 90, 100],
    [10, 60, 130, 60], // between rows 1 and 2
  ]);
  const discs = gates.filter((/** @type {any} */ each) => each.kind === "fill");
  assert.deepEqual(
    discs.map((/** @type {any} */ { path }) => path.calls[0].slice(1, 3)),
    [
      [40, 30],
      [60, 30],
    ],
  );
  assert.ok(discs.every((/** @type {any} */ { style }) => style === "yellow"));
});

test("higher levels are thicker, and levels too narrow are left out with their gates", () => {
  const levels = { sides: [2, 8], gates: [[1], [7, 8]] };
  const near = board(16, 16, LOOK.cluster.narrowest);
  drawClusters(near, levels);
  const borders = near.context.drawn.filter((/** @type {any} */ each) => each.path.calls[0][0] === "moveTo");
  assert.deepEqual(
    borders.map((/** @type {any} */ { width }) => width),
    [LOOK.cluster.border, 2 * LOOK.cluster.border],
  );
  assert.equal(near.context.drawn.filter((/** @type {any} */ each) => each.kind === "fill").length, 1);
  const far = board(16, 16, LOOK.cluster.narrowest / 4); // 2 squares are too narrow, 8 are not
  drawClusters(far, levels);
  assert.equal(far.context.drawn.filter((/** @type {any} */ each) => each.kind === "fill").length, 2);
  const farther = board(16, 16, LOOK.cluster.narrowest / 100); // the widest level stays
  drawClusters(farther, levels);
  assert.equal(farther.context.drawn.filter((/** @type {any} */ each) => each.kind === "fill").length, 2);
});

test("a board of one column or row has borders across only", () => {
  const column = board(1, 5, 20);
  drawClusters(column, { sides: [2], gates: [[]] });
  assert.equal(lines(column.context.drawn[0].path).length, 2);
  const nothing = board(3, 3, 20);
  drawClusters(nothing, null);
  assert.deepEqual(nothing.context.drawn, []);
});

test("borders follow the sides of hexagons", () => {
  const made = board(4, 4, 20);
  made.ground.plan = { lattice: "odd-r" };
  made.centreOf = (/** @type {number} */ cell) => {
    const [x, y] = [cell % 4, Math.floor(cell / 4)];
    return [(x + (y % 2) / 2) * 20, (y * 20 * Math.sqrt(3)) / 2];
  };
  drawClusters(made, { sides: [2], gates: [[]] });
  const sides = lines(made.context.drawn[0].path);
  assert.equal(sides.length, 4 + 3 + 7); // between columns: of a row, and slanted; between rows
  assert.equal(new Set(sides.map(String)).size, 13); // one side lies between clusters that touch at a corner
  const lengths = sides.map(([x, y, toX, toY]) => Math.hypot(toX - x, toY - y));
  assert.ok(lengths.every((length) => Math.abs(length - 20 / Math.sqrt(3)) < 1.5));
  assert.deepEqual(sides[0].map(Math.abs), [30, 6, 30, 6]); // between (1, 0) and (2, 0)
});
