import assert from "node:assert/strict";
import { test } from "node:test";
import { PastGround } from "../../src/pathstar/web/studio/js/game/past.js";

test("a ground is without what was drawn later", () => {
  const past = new PastGround(Uint16Array.of(0, 0, 0, 0));
  const draw = (/** @type {number} */ time, /** @type {number[]} */ cells, /** @type {number} */ code) =>
    past.add(time, { cells: Uint32Array.from(cells), codes: Uint16Array.from(cells, () => code) });
  const at = (/** @type {number} */ time) => [...past.at(time)];
  assert.deepEqual(at(0), [0, 0, 0, 0]);
  draw(1, [0, 1], 1);
  draw(2, [1, 2], 2);
  draw(2, [1], 3);
  assert.deepEqual(at(0.9), [0, 0, 0, 0]);
  assert.deepEqual(at(1), [1, 1, 0, 0]);
  assert.deepEqual(at(1.9), [1, 1, 0, 0]);
  assert.deepEqual(at(2), [1, 3, 2, 0]);
  assert.equal(past.at(1.2), past.at(1.8)); // what draws compares arrays
  draw(3, [3], 1);
  assert.deepEqual(at(9), [1, 3, 2, 1]);
  assert.deepEqual(at(2.5), [1, 3, 2, 0]);
});
