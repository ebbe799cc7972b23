import assert from "node:assert/strict";
import { test } from "node:test";
import { Cells } from "../../src/pathstar/web/lib/board/cells.js";
import { Lattice } from "../../src/pathstar/web/lib/board/lattice.js";
import { layoutOf } from "../../src/pathstar/web/lib/board/layouts.js";
import { Graph } from "../../src/pathstar/web/lib/board/network.js";

const SQUARE = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
];
/** @param {object} more @returns {any} */
const listed = (more) => ({ centres: [1, 1, 3, 2], outline: SQUARE, size: [4, 3], ...more });

test("a lattice is named, cells are listed, a graph says so", () => {
  const lattice = layoutOf({ width: 4, height: 3, plan: { lattice: "squares" } });
  assert.ok(lattice instanceof Lattice);
  assert.deepEqual(lattice.size, [4, 3]);
  assert.deepEqual(lattice.centreOf(5), [1.5, 1.5]);
  const cells = layoutOf({ width: 2, height: 1, plan: listed({}) });
  assert.ok(cells instanceof Cells && !(cells instanceof Graph));
  assert.deepEqual(cells.centreOf(1), [3, 2]);
  assert.ok(!cells.outside);
  const graph = layoutOf({ width: 2, height: 1, plan: listed({ graph: true }) });
  assert.ok(graph instanceof Graph);
  assert.ok(graph.outside); // the numbers stand beside the nodes
});

test("hexagons are as far apart as the lattice says, and only squares are a raster at every size", () => {
  const hexes = /** @type {Lattice} */ (layoutOf({ width: 3, height: 3, plan: { lattice: "odd-r" } }));
  const [[ax, ay], [bx, by]] = [hexes.centreOf(0), hexes.centreOf(1)];
  assert.ok(Math.abs(Math.hypot(ax - bx, ay - by) - 1) < 1e-9);
  assert.ok(!hexes.upright && !hexes.framed);
  assert.ok(/** @type {Lattice} */ (layoutOf({ width: 3, height: 3, plan: { lattice: "squares" } })).framed);
});

test("a plan without cells has a size and nothing in it", () => {
  const empty = layoutOf({ width: 1, height: 1, plan: listed({ centres: [] }) });
  assert.deepEqual(empty.size, [4, 3]);
  assert.equal(empty.cellAt(1, 1), -1);
});
