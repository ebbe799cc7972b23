import assert from "node:assert/strict";
import { test } from "node:test";
import { verdict } from "../../src/pathstar/web/studio/js/method/verdict.js";

/** @param {[number|null, number][]} rows cost and expansions of each search */
const of = (...rows) =>
  /** @type {any} */ (
    verdict(
      /** @type {any} */ (
        rows.map(([cost, expanded]) => ({ status: cost === null ? "NO_PATH" : "FOUND", cost, expanded }))
      ),
    )
  );

test("the verdict names who did best", () => {
  assert.deepEqual(of([null, 5], [null, 5]), { say: "studio.verdict.none" });
  assert.deepEqual(of([8, 5], [8, 5]), { say: "studio.verdict.same" });
  assert.deepEqual(of([8, 5], [9, 7]), { say: "studio.verdict.best", with: { which: 1 } });
  assert.deepEqual(of([8, 9], [9, 7]), { say: "studio.verdict.trade", with: { which: 1, other: 2 } });
  assert.deepEqual(of([8, 40], [8, 30]), { say: "studio.verdict.all", with: { which: 2, percent: 25 } });
  assert.deepEqual(of([8, 40], [8, 30], [9, 2]), {
    say: "studio.verdict.some",
    with: { which: 2, percent: 25 },
  });
  assert.deepEqual(of([8, 36], [8, 500], [8, 36]), {
    say: "studio.verdict.several",
    with: { which: ["1", "3"] },
  });
  assert.deepEqual(of([null, 3], [7, 30]), { say: "studio.verdict.trade", with: { which: 2, other: 1 } });
});
