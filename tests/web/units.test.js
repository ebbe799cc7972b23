import assert from "node:assert/strict";
import { test } from "node:test";

import { Ground } from "../../src/pathstar/web/saved/ground.js";
import { Tracks } from "../../src/pathstar/web/saved/units.js";

// Two units at two moments; the second one is absent at first. The first one finds another path at the second moment.
const tracks = new Tracks(
  {
    numbers: [0, 4],
    radii: [0.5, 0.5],
    times: [0, 1],
    found: [
      [0, 0],
      [1, 0],
    ],
    offsets: [0, 3, 5],
  },
  Int16Array.of(64, 0, -32768, -32768, 128, 64, 0, 0),
  Uint8Array.of(1, 0, 0, 0),
  Int32Array.of(2, 0, 1, 0),
  Int32Array.of(7, 8, 9, 4, 5),
);

test("places between two moments", () => {
  assert.deepEqual(tracks.place(0, 0), [1, 0]);
  assert.deepEqual(tracks.place(0.5, 0), [1.5, 0.5]);
  assert.equal(tracks.place(0, 1), null);
  assert.deepEqual(tracks.place(1, 1), [0, 0]);
});

test("claims are the rest of the path that counts at the moment", () => {
  assert.deepEqual([...tracks.claims(0, 0)], [8, 9]);
  assert.deepEqual([...tracks.claims(0.9, 0)], [8, 9]);
  assert.deepEqual([...tracks.claims(1, 0)], [5]);
  assert.deepEqual([...tracks.claims(1, 1)], []);
});

test("the unit at a point, and whether it waits", () => {
  assert.equal(tracks.unitAt(0, 1.2, 0.1), 0);
  assert.equal(tracks.unitAt(0, 5, 5), -1);
  assert.equal(tracks.unitAt(1, 0, 0.3), 1);
  assert.ok(tracks.waits(0, 0));
  assert.ok(!tracks.waits(1, 0));
});

test("the ground at a moment, forwards and back", () => {
  const ground = new Ground(
    { changes: [2, 5], changeOffsets: [0, 2, 3] },
    Uint8Array.of(0, 0, 0),
    Int32Array.of(0, 1, 0),
    Uint8Array.of(1, 2, 3),
  );
  const at = (/** @type {number} */ moment) => [...ground.at(moment)];
  assert.deepEqual(at(1), [0, 0, 0]);
  assert.deepEqual(at(4), [1, 2, 0]);
  assert.deepEqual(at(5), [3, 2, 0]);
  assert.deepEqual(at(2), [1, 2, 0]);
  assert.deepEqual(at(0), [0, 0, 0]);
});
