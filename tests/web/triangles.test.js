import assert from "node:assert/strict";
import { test } from "node:test";
import { Lattice } from "../../src/pathstar/web/lib/board/lattice.js";
import {
  stepsBetween,
  triangleLine,
  trianglesAround,
} from "../../src/pathstar/web/studio/js/board/triangles.js";

const SIZE = { width: 9, height: 7 };
const cells = Array.from({ length: SIZE.width * SIZE.height }, (_, cell) => cell);
const lattice = new Lattice(
  SIZE.width,
  SIZE.height,
  /** @type {any} */ ({ lattice: "triangles", wraps: false }),
);

/** @param {number} a @param {number} b */
const apart = (a, b) => {
  const [[ax, ay], [bx, by]] = [lattice.centreOf(a), lattice.centreOf(b)];
  return Math.hypot(ax - bx, ay - by);
};

/** The number of steps from a triangle to each, counted step by step. @param {number} from */
function counted(from) {
  const steps = cells.map(() => Infinity);
  const reached = [from];
  steps[from] = 0;
  for (const cell of reached)
    for (const next of trianglesAround(cell, SIZE))
      if (next >= 0 && steps[next] === Infinity) {
        steps[next] = steps[cell] + 1;
        reached.push(next);
      }
  return steps;
}

test("the triangles around one are those whose discs touch its own", () => {
  for (const cell of cells) {
    const around = trianglesAround(cell, SIZE).filter((each) => each >= 0);
    const near = cells.filter((each) => Math.abs(apart(cell, each) - lattice.room) < 1e-9);
    assert.deepEqual(
      around.toSorted((a, b) => a - b),
      near,
    );
  }
});

test("the strips give the number of steps", () => {
  for (const from of cells) {
    const steps = counted(from);
    for (const to of cells) assert.equal(stepsBetween(from, to, SIZE), steps[to], `${from} to ${to}`);
  }
});

test("a line leads over sides, is as short as can be and stays beside the straight one", () => {
  for (const from of cells)
    for (const to of cells) {
      const line = triangleLine(from, to, SIZE);
      assert.deepEqual([line[0], line[line.length - 1]], [from, to]);
      assert.equal(line.length, stepsBetween(from, to, SIZE) + 1);
      const [[ax, ay], [bx, by]] = [lattice.centreOf(from), lattice.centreOf(to)];
      line.forEach((cell, i) => {
        if (i) assert.ok(trianglesAround(line[i - 1], SIZE).includes(cell));
        const [x, y] = lattice.centreOf(cell);
        const aside = Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / (apart(from, to) || 1);
        assert.ok(
          aside <= 1.01 * lattice.room,
          `${cell} lies ${aside} beside the line from ${from} to ${to}`,
        );
      });
    }
});
