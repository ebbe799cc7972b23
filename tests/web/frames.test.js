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
  visible: /** @type {boolean[]|null} */ (null),
});

test("units go evenly from one report to the next", () => {
  const frames = new Frames();
  assert.deepEqual(frames.unitsAt(3, new Set()), []);
  frames.add(
    report(0, [
      [0, 0, 0],
      [1, 4, 4],
    ]),
  );
  frames.add(report(1, [[0, 1, 0]])); // unit 1 is lost
  frames.add(report(3, [[0, 1, 2]]));
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

test("fog and units are those of the time that is shown", () => {
  const frames = new Frames();
  const rows = /** @type {[number, number, number][]} */ ([
    [0, 0, 0],
    [1, 4, 4],
  ]);
  frames.add(report(0, rows));
  frames.add({ ...report(1, rows), fog: btoa("\xe0"), visible: [true, false] });
  frames.add({ ...report(2, rows), fog: btoa("\x20"), visible: [true, true] });
  const seen = (/** @type {number} */ time) => frames.unitsAt(time, new Set()).map(({ number }) => number);
  const fog = (/** @type {number} */ time) => frames.fogAt(time, 4);
  assert.deepEqual([seen(0.5), seen(1.5), seen(2)], [[0, 1], [0], [0, 1]]);
  assert.deepEqual([...(fog(1.9) ?? [])], [1, 1, 1, 0]);
  assert.deepEqual([...(fog(2) ?? [])], [0, 0, 1, 0]);
  assert.deepEqual([...(fog(1) ?? [])], [1, 1, 1, 0]);
  assert.equal(fog(0), null);
});
