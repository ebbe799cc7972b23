import assert from "node:assert/strict";
import { test } from "node:test";
import { boundsOf, hullOf, inside, labelSpot } from "../../src/pathstar/web/lib/board/plane.js";

/** @typedef {import("../../src/pathstar/web/lib/board/plane.js").Point} Point */

/** @type {(left: number, top: number, right: number, bottom: number) => Point[]} */
const box = (left, top, right, bottom) => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
];
/** An L, whose corners have their mean outside. @type {Point[]} */
const ANGLE = [
  [0, 0],
  [1, 0],
  [1, 9],
  [10, 9],
  [10, 10],
  [0, 10],
];

test("the bounds of points", () => {
  assert.deepEqual(
    boundsOf([
      [3, 1],
      [-2, 5],
      [0, 0],
    ]),
    [-2, 0, 3, 5],
  );
  assert.deepEqual(boundsOf([]), [Infinity, Infinity, -Infinity, -Infinity]);
});

test("a point lies in an outline but not in its hole", () => {
  const rings = [box(0, 0, 10, 10), box(4, 4, 6, 6)];
  assert.ok(inside(rings, [1, 1]) && inside(rings, [9.9, 5]));
  assert.ok(!inside(rings, [5, 5]) && !inside(rings, [11, 5]) && !inside(rings, [5, -1]));
  assert.ok(inside([ANGLE], [0.5, 5]) && inside([ANGLE], [5, 9.5]) && !inside([ANGLE], [5, 5]));
});

test("inside is what the winding of a random star says, in either direction", () => {
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  for (let round = 0; round < 50; round++) {
    const star = Array.from({ length: 9 }, (_, i) => {
      const [turn, far] = [(2 * Math.PI * i) / 9, 1 + 3 * random()];
      return /** @type {Point} */ ([far * Math.cos(turn), far * Math.sin(turn)]);
    });
    for (let each = 0; each < 20; each++) {
      const place = /** @type {Point} */ ([8 * random() - 4, 8 * random() - 4]);
      const angles = star.map(([x, y]) => Math.atan2(y - place[1], x - place[0]));
      const turns = angles.map((angle, i) => {
        const by = angles[(i + 1) % 9] - angle;
        return by - 2 * Math.PI * Math.round(by / (2 * Math.PI));
      });
      const winding = Math.round(turns.reduce((sum, by) => sum + by, 0) / (2 * Math.PI));
      assert.equal(inside([star], place), winding !== 0);
      assert.equal(inside([star.toReversed()], place), winding !== 0);
    }
  }
});

test("a label stands inside, also in an outline that bends", () => {
  assert.deepEqual(labelSpot([box(0, 0, 4, 2)]), [2, 1]);
  assert.ok(inside([ANGLE], labelSpot([ANGLE])));
  const holed = [box(0, 0, 9, 9), box(3, 3, 6, 6)];
  const spot = labelSpot(holed);
  assert.ok(Number.isFinite(spot[0]));
});

test("the hull holds every point, turns one way, and has no corner to spare", () => {
  assert.deepEqual(
    new Set(hullOf([...box(0, 0, 4, 3), [2, 1], [2, 0], [4, 2]]).map(String)),
    new Set(box(0, 0, 4, 3).map(String)),
  );
  const hull = hullOf(ANGLE);
  assert.deepEqual(new Set(hull.map(String)), new Set(["0,0", "1,0", "10,9", "10,10", "0,10"]));
  const turns = hull.map(([ax, ay], i) => {
    const [[bx, by], [cx, cy]] = [hull[(i + 1) % hull.length], hull[(i + 2) % hull.length]];
    return Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
  });
  assert.equal(new Set(turns).size, 1);
  assert.ok(!turns.includes(0));
});
