import assert from "node:assert/strict";
import { test } from "node:test";
import { Context, Path2D } from "./canvas.js";
import {
  drawClaimed,
  drawLabels,
  drawMarkers,
  drawPreview,
  drawRings,
  drawWay,
} from "../../src/pathstar/web/lib/board/marks.js";

const WIDTH = 10; // cells in a row, each of 20 pixels

/** @param {object} [more] @returns {any} */
const board = (more = {}) => {
  const context = new Context();
  return {
    context,
    colours: {
      path: "#cc0088",
      halo: "#ffffff",
      goal: "#dd2200",
      start: "#006644",
      text: "#111111",
      muted: "#777777",
    },
    unit: 20,
    detailed: true,
    body: 1,
    view: { x: 0, y: 0, scale: 20 },
    start: -1,
    goal: -1,
    targets: [],
    via: [],
    path: [],
    claimed: [],
    highlights: [],
    labels: [],
    hover: -1,
    selected: -1,
    cursor: -1,
    layout: { joins: () => true },
    shades: { plain: (/** @type {number} */ code) => `shade ${code}` },
    centreOf: (/** @type {number} */ cell) => [20 * (cell % WIDTH) + 10, 20 * Math.floor(cell / WIDTH) + 10],
    outlineOf(/** @type {number} */ cell, /** @type {number} */ shrink) {
      const path = /** @type {any} */ (new Path2D());
      path.rect(cell, shrink);
      return path;
    },
    style(/** @type {number} */ tall) {
      context.font = `${tall}px`;
    },
    write: (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y) =>
      context.fillText(text, x, y),
    ...more,
  };
};

/** @param {any} made @returns {import("./canvas.js").Drawn[]} what was drawn on a board */
const drawn = (made) => made.context.drawn;

test("a path has a halo below it and a dot at each cell", () => {
  const made = board();
  drawWay(made, [0, 1, 12], 1, false);
  const [halo, line, ...dots] = drawn(made);
  assert.deepEqual([halo.style, line.style], ["#ffffff", "#cc0088"]);
  assert.equal(halo.width, line.width + 2.5);
  assert.deepEqual(line.path.calls, [
    ["lineTo", 10, 10],
    ["lineTo", 30, 10],
    ["lineTo", 50, 30],
  ]);
  const fills = dots.filter(({ kind }) => kind === "fill");
  assert.deepEqual(
    fills.map(({ path }) => path.calls[0].slice(1, 3)),
    [
      [10, 10],
      [30, 10],
      [50, 30],
    ],
  );
});

test("a dashed way has neither halo nor dots, and a faint one is thinner", () => {
  const [strong, faint] = [1, 0.5].map((strength) => {
    const made = board();
    drawWay(made, [0, 1], strength, true);
    assert.deepEqual(made.context.kinds, ["stroke"]);
    assert.deepEqual(made.context.dash, []);
    return drawn(made)[0];
  });
  assert.ok(strong.dash.length === 2 && strong.dash[0] === strong.width);
  assert.equal(faint.width, strong.width / 2);
});

test("a way is interrupted where cells are not joined, and one cell is not a way", () => {
  const made = board({
    layout: { joins: (/** @type {number} */ a, /** @type {number} */ b) => b - a === 1 },
  });
  drawWay(made, [0, 1, 5, 6], 1, true);
  assert.deepEqual(
    drawn(made)[0].path.calls.map((/** @type {any[]} */ [name]) => name),
    ["lineTo", "lineTo", "moveTo", "lineTo"],
  );
  drawWay(made, [3], 1, false);
  assert.equal(drawn(made).length, 1);
});

test("the way of a unit of two squares leads through its middle", () => {
  const made = board({ body: 2 });
  drawWay(made, [0, 1], 1, true);
  assert.deepEqual(drawn(made)[0].path.calls[0], ["lineTo", 20, 20]);
});

test("a headed path shows where it leads", () => {
  const made = board({ headed: true });
  drawWay(made, [0, 1, 2], 1, false);
  const heads = drawn(made)[drawn(made).length - 2];
  assert.equal(heads.kind, "fill");
  const tips = heads.path.calls.filter((/** @type {any[]} */ [name]) => name === "moveTo");
  assert.equal(tips.length, 2);
  assert.ok(tips[0][1] > 30 && tips[0][2] === 10); // beyond the middle of the second cell
});

test("way points are diamonds called by their numbers, below the start and the target", () => {
  const made = board({ start: 0, goal: 5, via: [7, 3] });
  drawMarkers(made);
  const letters = drawn(made).filter(({ kind }) => kind === "fillText");
  assert.deepEqual(
    letters.map(({ text }) => text),
    ["1", "2", "A", "B"],
  );
  assert.equal(drawn(made)[0].path.calls.length, 5);
});

test("the start is a disc called A, each target a diamond called B", () => {
  const made = board({ start: 0, goal: 5, targets: [7] });
  drawMarkers(made);
  const letters = drawn(made).filter(({ kind }) => kind === "fillText");
  assert.deepEqual(
    letters.map(({ text, at }) => [text, at?.[0]]),
    [
      ["A", 10],
      ["B", 150],
      ["B", 110],
    ],
  );
  assert.deepEqual(drawn(made)[0].style, "#006644");
  assert.deepEqual(drawn(made)[0].path.calls[0][0], "arc");
  assert.equal(drawn(made)[3].path.calls.length, 5);
  assert.equal(letters[0].style, "#ffffff"); // readable on dark green
  const none = board();
  drawMarkers(none);
  assert.deepEqual(drawn(none), []);
});

test("markers make room for numbers, and stay large enough for a finger", () => {
  const radius = (/** @type {object} */ more) => {
    const made = board({ start: 0, ...more });
    drawMarkers(made);
    return drawn(made)[0].path.calls[0][3];
  };
  assert.ok(radius({ unit: 80, wordy: true, replay: {} }) < radius({ unit: 80 }));
  assert.equal(radius({ unit: 2 }), 8.5);
});

test("a preview is faint and has the colour of its ground", () => {
  const made = board();
  drawPreview(made, { cells: [4, 5], code: 2 });
  assert.deepEqual(
    drawn(made).map(({ style, alpha, path }) => [style, alpha, path.calls[0][1]]),
    [
      ["shade 2", 0.6, 4],
      ["shade 2", 0.6, 5],
    ],
  );
  assert.equal(made.context.globalAlpha, 1);
});

test("claimed cells are hatched with three strokes each", () => {
  const made = board({ claimed: [0, 3] });
  drawClaimed(made);
  const [{ style, path }] = drawn(made);
  assert.equal(style, "#dd2200");
  assert.equal(path.calls.length, 2 * 3 * 2);
  const none = board();
  drawClaimed(none);
  assert.deepEqual(drawn(none), []);
});

test("labels stand below the path while there is room and no numbers", () => {
  const made = board({ path: [0, 1], labels: [[1, "t 3"]] });
  drawLabels(made);
  assert.deepEqual([drawn(made)[0].text, drawn(made)[0].at], ["t 3", [30, 18]]);
  for (const more of [{ unit: 10 }, { path: [] }, { wordy: true, replay: {} }]) {
    const without = board({ path: [0, 1], labels: [[1, "t 3"]], ...more });
    drawLabels(without);
    assert.deepEqual(drawn(without), []);
  }
});

test("rings lie around what is pointed at, named, selected and under the cursor", () => {
  const made = board({ hover: 1, highlights: [2, 3], selected: 4, cursor: 5 });
  drawRings(made);
  const inner = drawn(made).filter((_, i) => i % 2 === 1);
  assert.deepEqual(
    inner.map(({ path, style, width }) => [path.calls[0][1], style, width]),
    [
      [1, "#777777", 1],
      [2, "#111111", 2.5],
      [3, "#111111", 2.5],
      [4, "#cc0088", 2.5],
      [5, "#111111", 3],
    ],
  );
  const rims = drawn(made).filter((_, i) => i % 2 === 0);
  assert.ok(rims.every(({ style }) => style === "#ffffff"));
});
