/** Blocks of columns, written here byte by byte; `tests/unit/traces/test_codec.py` reads what Python writes. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { eventsOf, unpack } from "../../src/pathstar/web/lib/codec.js";
import { EXPAND, GENERATE, NO_PARENT, SOURCE, UPDATE } from "../../src/pathstar/web/lib/replay.js";

/** @typedef {Uint8Array|Int32Array|Float32Array|Float64Array|Uint32Array} Column */

/** @param {Record<string, [string, Column]>} columns with their kinds @param {number} [version] @returns {ArrayBuffer} */
function block(columns, version = 1) {
  const rows = Object.entries(columns).map(([name, [kind, column]]) => [name, kind, column.length]);
  let head = JSON.stringify({ version, columns: rows });
  head += " ".repeat((8 - ((head.length + 4) % 8)) % 8);
  const parts = Object.values(columns).map(([, column]) => new Uint8Array(column.buffer));
  const padded = parts.map((part) => Math.ceil(part.length / 8) * 8);
  const bytes = new Uint8Array(4 + head.length + padded.reduce((sum, size) => sum + size, 0));
  new DataView(bytes.buffer).setUint32(0, head.length, true);
  bytes.set(new TextEncoder().encode(head), 4);
  let at = 4 + head.length;
  parts.forEach((part, i) => {
    bytes.set(part, at);
    at += padded[i];
  });
  return bytes.buffer;
}

const TYPES = Uint8Array.of(SOURCE, EXPAND, GENERATE, GENERATE, EXPAND, UPDATE);
const NODES = [4, 4, 5, 3, 5, 3];
const PARENTS = [NO_PARENT, NO_PARENT, 4, 4, 4, 5];
const GS = [0, 0, 1, 2.5, 1, 2];
const HS = [9, 9, 8, 7, 8, 7];

test("columns are read in place, whatever their lengths", () => {
  const { head, columns } = unpack(
    block({
      a: ["|u1", Uint8Array.of(1, 2, 3)],
      b: ["<f8", Float64Array.of(0.1, -2)],
      c: ["<i4", Int32Array.of(-7)],
    }),
  );
  assert.equal(head.version, 1);
  assert.deepEqual(
    ["a", "b", "c"].map((name) => Array.from(columns[name])),
    [[1, 2, 3], [0.1, -2], [-7]],
  );
});

test("another version is refused by its number", () => {
  assert.throws(() => unpack(block({ a: ["|u1", Uint8Array.of(1)] }, 9)), /version 9.*version 1/);
});

test("numbers near those of the square closed last are added to them", () => {
  const near = {
    type: TYPES,
    near_node: Int32Array.of(4, 4, 1, -1, 5, -2),
    near_g: Float64Array.of(0, 0, 1, 2.5, 1, 1),
    near_h: Float32Array.of(9, 8, 7),
  };
  const events = eventsOf(near, 9);
  assert.deepEqual([...events.node], NODES);
  assert.deepEqual([...events.parent], PARENTS);
  assert.deepEqual([...events.g], GS);
  assert.deepEqual([...events.h], HS);
});

test("numbers that are written out are taken as they are", () => {
  const parent = Uint32Array.from(PARENTS, (each) => (each === NO_PARENT ? each : each + 1));
  const columns = {
    type: TYPES,
    node: Uint32Array.from(NODES),
    parent,
    g: Float64Array.from(GS),
    h: Float64Array.from(HS),
  };
  const events = eventsOf(columns, 9);
  assert.deepEqual([...events.parent], [...parent]);
  assert.deepEqual([[...events.node], [...events.g], [...events.h]], [NODES, GS, HS]);
});
