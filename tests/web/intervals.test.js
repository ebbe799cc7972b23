import assert from "node:assert/strict";
import { test } from "node:test";
import { Context } from "./canvas.js";
import {
  drawIntervals,
  endsOf,
  nodesOf,
  polygonOf,
  rootsOf,
} from "../../src/pathstar/web/lib/overlays/intervals.js";
import { END, EXPAND, GENERATE, NO_PARENT, Replay } from "../../src/pathstar/web/lib/replay.js";

/** Left, right, root, the row beyond, and the interval whose root comes before. */
const NUMBERS = [
  [0, 0.5, 2, 0.5, 1, 0, 1, -1],
  [2, 0.5, 2, 0.5, 2, 0.5, 1, 0],
  [2, 1.5, 3.25, 1.5, 3, 0.5, 2, 1],
];

/** A search that opens two intervals, the second one over a corner that is not a node of its own. */
function search() {
  const rows = [
    [GENERATE, 0, NO_PARENT],
    [EXPAND, 0, NO_PARENT],
    [GENERATE, 2, 0],
    [EXPAND, 2, 0],
    [END, 0, NO_PARENT],
  ];
  const column = (/** @type {number} */ at) => rows.map((row) => row[at]);
  const events = {
    type: Uint8Array.from(column(0)),
    node: Uint32Array.from(column(1)),
    parent: Uint32Array.from(column(2)),
    g: new Float64Array(rows.length),
    h: new Float64Array(rows.length),
    intervals: Float64Array.from(NUMBERS.flat()),
  };
  return new Replay(events, nodesOf(events.intervals, 99));
}

/** @returns {any} */
const board = () => ({
  context: new Context(),
  colours: { closed: "blue", open: "green", current: "gold", text: "black", path: "red" },
  ground: { width: 4, height: 3 },
  unit: 10,
  start: -1,
  goal: -1,
  targets: [],
  via: [],
  centreOf: (/** @type {number} */ cell) => [10 * (cell % 4) + 5, 10 * Math.floor(cell / 4) + 5],
});

test("nodes are intervals where there are some, else cells", () => {
  assert.deepEqual([search().cells, nodesOf(undefined, 12)], [3, 12]);
});

test("the roots of an interval begin at the start and come once each", () => {
  const replay = search();
  assert.deepEqual(rootsOf(replay), []);
  replay.seek(1);
  assert.deepEqual(rootsOf(replay), [[1, 0]]);
  replay.seek(2);
  assert.deepEqual(rootsOf(replay), [
    [1, 0],
    [2, 0.5],
    [3, 0.5],
  ]);
});

test("ends in words", () => {
  assert.deepEqual(endsOf(NUMBERS.flat(), 2), { left: "(2, 1.5)", right: "(3.25, 1.5)" });
});

test("the cone leads from the root over the current interval; the last step has none", () => {
  const [made, replay] = [board(), search()];
  replay.seek(1);
  drawIntervals(made, replay);
  const cone = made.context.drawn.find((/** @type {any} */ each) => each.style === "gold").path.calls;
  assert.deepEqual(cone, [
    ["lineTo", 15, 5],
    ["lineTo", 5, 10],
    ["lineTo", 25, 10],
  ]);
  const green = made.context.drawn.find((/** @type {any} */ each) => each.style === "green").path.calls;
  assert.deepEqual(green, [
    ["moveTo", 25, 20],
    ["lineTo", 37.5, 20],
  ]);
  const last = board();
  replay.seek(2);
  drawIntervals(last, replay);
  assert.ok(last.context.drawn.every((/** @type {any} */ each) => each.style !== "gold"));
});

test("the row or the polygon that a step enters; none before the first step and at the end", () => {
  const replay = search();
  const entered = [0, 1, 2].map((position) => (replay.seek(position), polygonOf(replay)));
  assert.deepEqual(entered, [-1, 1, -1]);
});

test("points of a plane are where the caller says", () => {
  const [made, replay] = [board(), search()];
  replay.seek(1);
  drawIntervals(made, replay, (point) => [point[0], point[1] + 100]);
  const cone = made.context.drawn.find((/** @type {any} */ each) => each.style === "gold").path.calls;
  assert.deepEqual(cone, [
    ["lineTo", 1, 100],
    ["lineTo", 0, 100.5],
    ["lineTo", 2, 100.5],
  ]);
});
