import assert from "node:assert/strict";
import { test } from "node:test";
import { Frames } from "../../src/pathstar/web/studio/js/game/frames.js";

/** @param {number} now @param {[number, number, number][]} rows number, x and y of each unit */
const report = (now, rows) => ({
  now,
  units: rows.map(([number]) => number),
  positions: rows.map(([, x, y]) => [x, y]),
  players: rows.map(() => 0),
  doing: rows.map(() => "moving"),
  waits_for: rows.map(() => null),
  events: [],
  look: null,
  fog: /** @type {string|null} */ (null),
});

test("units go evenly from one report to the next", () => {
  const frames = new Frames();
  assert.deepEqual(frames.unitsAt(3, new Set()), []);
  const first = report(0, [
    [0, 0, 0],
    [1, 4, 4],
  ]);
  frames.add(first, null);
  frames.add(report(1, [[0, 1, 0]]), null); // unit 1 is lost
  frames.add(report(3, [[0, 1, 2]]), null);
  assert.deepEqual(frames.span, [0, 3]);
  const at = (/** @type {number} */ time) => frames.unitsAt(time, new Set([0])).map(({ x, y }) => [x, y]);
  assert.deepEqual(at(0.5), [
    [0.5, 0],
    [4, 4],
  ]);
  assert.deepEqual(at(2), [[1, 1]]);
  assert.deepEqual(at(9), [[1, 2]]);
  assert.equal(frames.unitsAt(2, new Set([0]))[0].selected, true);
});

/** @param {Frames} frames @param {number} time */
const numbersAt = (frames, time) => frames.unitsAt(time, new Set()).map(({ number }) => number);

test("fog and units are those of the time that is shown", () => {
  const frames = new Frames();
  frames.add({ ...report(1, [[0, 0, 0]]), fog: btoa("\xe0") }, 0);
  const met = report(2, [
    [0, 0, 0],
    [1, 4, 4],
  ]);
  frames.add({ ...met, fog: btoa("\x20") }, 0);
  const fog = (/** @type {number} */ time) => frames.fogAt(time, 4);
  assert.deepEqual([numbersAt(frames, 1.5), numbersAt(frames, 2)], [[0], [0, 1]]);
  assert.deepEqual([...(fog(1.9) ?? [])], [1, 1, 1, 0]);
  assert.deepEqual([...(fog(2) ?? [])], [0, 0, 1, 0]);
  assert.deepEqual([...(fog(1) ?? [])], [1, 1, 1, 0]);
});

test("going back, a side sees what it saw, and not what another one did", () => {
  const frames = new Frames();
  frames.add(report(0, [[7, 0, 0]]), null); // all see everything
  frames.add(report(1, [[0, 0, 0]]), 0);
  frames.add(report(2, [[0, 1, 0]]), 0);
  frames.add(report(3, [[1, 5, 5]]), 1);
  assert.deepEqual(frames.span, [3, 3]);
  assert.deepEqual(
    [0, 1.5, 3].map((time) => numbersAt(frames, time)),
    [[1], [1], [1]],
  );
  frames.add(report(4, [[0, 9, 0]]), 0);
  assert.deepEqual(frames.span, [1, 4]);
  assert.equal(frames.unitsAt(3.5, new Set())[0].x, 1); // it is not known how it went on meanwhile
  frames.add(report(5, [[7, 1, 1]]), null);
  assert.deepEqual(frames.span, [0, 5]);
  assert.deepEqual(
    [0, 1, 3, 5].map((time) => numbersAt(frames, time)),
    [[7], [0], [1], [7]],
  );
});
