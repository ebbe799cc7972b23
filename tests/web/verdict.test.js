import assert from "node:assert/strict";
import { test } from "node:test";
import { verdict } from "../../src/pathstar/web/studio/js/method/verdict.js";

const noun = "squares";

/** @param {[number|null, number][]} rows cost and expansions of each search */
const of = (...rows) =>
  /** @type {any} */ (
    verdict(
      /** @type {any} */ (
        rows.map(([cost, expanded]) => ({ status: cost === null ? "NO_PATH" : "FOUND", cost, expanded }))
      ),
      "squares",
    )
  );

test("the verdict names who did best", () => {
  assert.deepEqual(of([null, 5], [null, 5]), { say: "studio.verdict.none" });
  assert.deepEqual(of([8, 5], [8, 5]), { say: "studio.verdict.same" });
  assert.deepEqual(of([8, 5], [9, 7]), { say: "studio.verdict.best", with: { which: 1, noun } });
  assert.deepEqual(of([8, 9], [9, 7]), {
    say: "studio.verdict.trade",
    with: { which: 1, other: 2, noun },
  });
  assert.deepEqual(of([8, 40], [8, 30]), {
    say: "studio.verdict.all",
    with: { which: 2, noun, percent: 25 },
  });
  assert.deepEqual(of([8, 40], [8, 30], [9, 2]), {
    say: "studio.verdict.some",
    with: { which: 2, noun, percent: 25 },
  });
  assert.deepEqual(of([8, 36], [8, 500], [8, 36]), {
    say: "studio.verdict.several",
    with: { which: ["1", "3"], noun },
  });
});

test("a search without a path is not a rival", () => {
  assert.deepEqual(of([null, 3], [7, 30]), { say: "studio.verdict.only", with: { which: 2 } });
  assert.deepEqual(of([null, 3], [7, 30], [8, 20]), {
    say: "studio.verdict.trade",
    with: { which: 2, other: 3, noun },
  });
  assert.deepEqual(of([null, 3], [7, 20], [8, 30]), {
    say: "studio.verdict.best",
    with: { which: 2, noun },
  });
});

test("two that expand less than the one with the cheapest path do not make it the leanest", () => {
  assert.deepEqual(of([8, 50], [9, 20], [9, 20]), {
    say: "studio.verdict.trade",
    with: { which: 1, other: 2, noun },
  });
});

test("a difference is neither 0 % nor 100 %", () => {
  const percent = (/** @type {number} */ a, /** @type {number} */ b) => of([8, a], [8, b]).with.percent;
  assert.equal(percent(100000, 99999), 0.1);
  assert.equal(percent(1, 100000), 99.9);
  assert.equal(percent(1000, 995), 0.5);
});
