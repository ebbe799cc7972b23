import assert from "node:assert/strict";
import { test } from "node:test";
import { Path2D } from "./canvas.js";
import LINES from "../../src/pathstar/web/lib/board/terrain.json" with { type: "json" };
import { addMark, TERRAINS } from "../../src/pathstar/web/lib/board/terrain.js";

test("each terrain has a mark that stays inside its cell", () => {
  assert.deepEqual(TERRAINS, Object.keys(LINES));
  for (const terrain of TERRAINS) {
    const path = /** @type {any} */ (new Path2D());
    addMark(path, terrain, 0, 0, 1);
    assert.ok(path.calls.length > 1, terrain);
    for (const [, x, y] of path.calls) assert.ok(Math.abs(x) <= 0.5 && Math.abs(y) <= 0.5, terrain);
  }
});

test("a mark is moved and scaled with its cell, line by line", () => {
  const path = /** @type {any} */ (new Path2D());
  addMark(path, "sand", 100, 50, 20);
  assert.deepEqual(path.calls.slice(0, 2), [
    ["moveTo", 100 - 0.3 * 20, 50 - 0.26 * 20],
    ["lineTo", 100 - 0.27 * 20, 50 - 0.26 * 20],
  ]);
  const begins = path.calls.filter((/** @type {any[]} */ [name]) => name === "moveTo").length;
  assert.equal(begins, LINES.sand.length);
});
