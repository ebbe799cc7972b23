import assert from "node:assert/strict";
import { test } from "node:test";
import { scale } from "../../src/pathstar/web/studio/js/smooth/chart.js";

test("values that differ by rounding only lie at the same height", () => {
  const at = scale([21.899, 21.899 + 4e-15, 21.899], 100, 20);
  assert.deepEqual([at(21.899), at(21.899 + 4e-15)], [60, 60]);
});

test("the least value lies at one end of the axis and the greatest at the other", () => {
  const at = scale([20, 24, 22], 100, 20);
  assert.deepEqual([at(20), at(22), at(24)], [100, 60, 20]);
  assert.equal(scale([0, 0], 0, 10)(0), 5);
});
