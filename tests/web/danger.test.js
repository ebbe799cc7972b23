import assert from "node:assert/strict";
import { test } from "node:test";
import { dangerOf } from "../../src/pathstar/web/lib/board/danger.js";

test("danger falls off evenly, and the strongest counts", () => {
  const one = dangerOf([{ cell: 0, strength: 8 }], 4, 6, 1);
  assert.deepEqual(
    [...one.entries()],
    [
      [0, 8],
      [1, 6],
      [2, 4],
      [3, 2],
    ],
  );
  const two = dangerOf(
    [
      { cell: 0, strength: 8 },
      { cell: 2, strength: 4 },
    ],
    4,
    6,
    1,
  );
  assert.equal(two.get(2), 4);
  assert.equal(two.get(3), 3);
  assert.equal(two.get(1), 6);
});
