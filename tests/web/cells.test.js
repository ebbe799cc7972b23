import assert from "node:assert/strict";
import { test } from "node:test";
import "./canvas.js";
import { Cells } from "../../src/pathstar/web/lib/board/cells.js";
import { Graph } from "../../src/pathstar/web/lib/board/network.js";
import { Taken } from "../../src/pathstar/web/lib/board/taken.js";

const TRIANGLE = [
  [-0.5, 0.3],
  [0.5, 0.3],
  [0, -0.6],
];
const DISC = Array.from({ length: 12 }, (_, i) => [
  0.5 * Math.cos((i * Math.PI) / 6),
  0.5 * Math.sin((i * Math.PI) / 6),
]);

/** @param {number[]} centres @param {number[][]} outline @param {object} [more] @returns {any} */
const plan = (centres, outline, more = {}) => ({
  centres: Float32Array.from(centres),
  outline,
  size: [10, 10],
  ...more,
});

test("a cell covers its outline and no more, and the last drawn of two is found", () => {
  const cells = new Cells(plan([2, 2, 5, 5, 9.5, 0.5], TRIANGLE));
  assert.equal(cells.cellAt(2, 2), 0);
  assert.equal(cells.cellAt(2, 1.5), 0);
  assert.equal(cells.cellAt(2.4, 1.6), -1); // beside the top
  assert.equal(cells.cellAt(9.5, 0.5), 2);
  assert.equal(cells.cellAt(-1, -1), -1);
});

test("a box visits the cells near it, over the borders of buckets", () => {
  const centres = Array.from({ length: 100 }, (_, i) => [i % 10, Math.floor(i / 10)]).flat();
  const cells = new Cells(plan(centres, TRIANGLE));
  /** @type {number[]} */
  const seen = [];
  cells.eachIn(1.9, 1.9, 4.1, 4.1, (cell) => seen.push(cell));
  for (const cell of [22, 23, 24, 32, 33, 34, 42, 43, 44]) assert.ok(seen.includes(cell), `${cell}`);
  assert.ok(!seen.includes(0) && !seen.includes(77));
  assert.equal(new Set(seen).size, seen.length);
});

test("cells on two floors are not joined by a line", () => {
  const cells = new Cells(plan([1, 1, 2, 1, 7, 1], TRIANGLE, { floors: [0, 0, 1] }));
  assert.ok(cells.joins(0, 1));
  assert.ok(!cells.joins(1, 2));
});

test("of nodes that overlap the nearest is found, and a finger finds one close by", () => {
  const graph = new Graph(plan([2, 2, 2.6, 2, 8, 8], DISC, { graph: true }));
  assert.equal(graph.cellAt(2.2, 2), 0);
  assert.equal(graph.cellAt(2.4, 2), 1);
  assert.equal(graph.cellAt(4, 4), -1);
  assert.equal(graph.cellAt(7, 7), -1);
  assert.equal(graph.cellAt(7, 7, 1.5), 2);
});

test("a node that was dragged is found where it is now", () => {
  const given = plan([2, 2, 8, 8], DISC, { graph: true });
  const graph = new Graph(given);
  given.centres.set([6, 3], 0);
  graph.moved(0);
  assert.equal(graph.cellAt(6, 3), 0);
  assert.equal(graph.cellAt(2, 2), -1);
});

test("nodes without names are numbered while they are few", () => {
  const few = new Graph(plan([1, 1, 2, 2], DISC, { graph: true }));
  assert.deepEqual(few.numbersAsNames(), ["0", "1"]);
  const many = new Graph(plan(new Array(2 * 81).fill(1), DISC, { graph: true }));
  assert.deepEqual(many.numbersAsNames(), []);
});

test("the numbers of a node begin below its name", () => {
  const graph = new Graph(plan([2, 2], DISC, { graph: true, names: ["a"] }));
  for (let unit = 30; unit < 160; unit += 5) {
    let [tall, bottom] = [0, 0];
    const stub = /** @type {any} */ ({
      context: { measureText: () => ({ width: 8 }) },
      colours: {},
      unit,
      size: { width: 900 },
      start: 0,
      goal: -1,
      hover: -1,
      selected: -1,
      style: (/** @type {number} */ size) => (tall = size),
      centreOf: () => [200, 200],
      eachInView: () => {},
      write: (/** @type {string} */ _text, /** @type {number} */ _x, /** @type {number} */ y) => (bottom = y),
    });
    graph.drawNames(stub, new Taken());
    const numbers = Math.max(9, Math.min(20, 0.19 * unit));
    const [[, baseline]] = graph.spots(0, 200, 200, unit, numbers);
    assert.ok(baseline - 0.75 * numbers >= bottom + 0.25 * tall, `${unit}: ${baseline} below ${bottom}`);
  }
});
