/** What the page knows, and who hears of changes. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Replay } from "../../src/pathstar/web/lib/replay.js";
import { emit, on, onAny } from "../../src/pathstar/web/studio/js/events.js";
import {
  cellOf,
  emptyMap,
  kindOf,
  placeOf,
  shown,
  state,
  steps,
  theTable,
} from "../../src/pathstar/web/studio/js/state.js";

/** @param {number} count of expansions @returns {import("../../src/pathstar/web/studio/js/state.js").Result} */
function result(count) {
  const zeros = new Float64Array(count);
  const node = Uint32Array.from(zeros.keys());
  const events = {
    type: new Uint8Array(count).fill(2),
    node,
    parent: new Uint32Array(count),
    g: zeros,
    h: zeros,
  };
  return { head: /** @type {any} */ ({ status: "FOUND" }), replay: new Replay(events, count) };
}

beforeEach(() => {
  Object.assign(state, { map: emptyMap(7, 5), results: [null, null], compare: false, table: null });
});

test("a listener hears each of its events, with what it reports", () => {
  /** @type {any[]} */
  const heard = [];
  on("moved", (node) => heard.push(node));
  onAny(["position", "world"], () => heard.push("any"));
  emit("position");
  emit("moved", 7);
  emit("select");
  emit("world");
  assert.deepEqual(heard, ["any", 7, "any"]);
});

test("cells and places are each other's", () => {
  for (let cell = 0; cell < 35; cell++) assert.equal(cellOf(placeOf(cell)), cell);
  assert.deepEqual(placeOf(9), [2, 1]);
  state.map.graph = /** @type {any} */ ({});
  assert.deepEqual(placeOf(9), [9]);
  assert.equal(cellOf([9]), 9);
});

test("the second search counts only where two are compared", () => {
  assert.equal(steps(), 0);
  state.results = [result(3), result(8)];
  assert.equal(shown().length, 1);
  assert.equal(steps(), 3);
  state.compare = true;
  assert.equal(shown().length, 2);
  assert.equal(steps(), 8);
});

test("a code means what the palette says", () => {
  state.map.codes[4] = 1;
  assert.equal(kindOf(4).cost, null);
  assert.equal(kindOf(5).cost, 1);
});

test("the table is asked for only once it is there", () => {
  assert.throws(() => theTable(), /has not sent the choices/);
  state.table = /** @type {any} */ ({ algorithms: [] });
  assert.deepEqual(theTable().algorithms, []);
});
