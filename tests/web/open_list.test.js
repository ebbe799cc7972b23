import assert from "node:assert/strict";
import { test } from "node:test";
import { before, buckets, Heap, openList } from "../../src/pathstar/web/lib/open_list.js";
import { EXPAND, GENERATE, NO_PARENT, Replay, SOURCE, UPDATE } from "../../src/pathstar/web/lib/replay.js";

/** @param {number[][]} rows type, node, g and h of each event */
function replayOf(rows) {
  const column = (/** @type {number} */ at) => rows.map((row) => row[at]);
  return new Replay(
    {
      type: Uint8Array.from(column(0)),
      node: Uint32Array.from(column(1)),
      parent: Uint32Array.from(rows, () => NO_PARENT),
      g: Float64Array.from(column(2)),
      h: Float64Array.from(column(3)),
    },
    9,
  );
}

test("a heap keeps its order, whatever is added, changed and removed", () => {
  let seed = 3;
  const below = (/** @type {number} */ n) => (seed = (seed * 48271) % 2147483647) % n;
  const heap = new Heap();
  /** @type {Map<number, import("../../src/pathstar/web/lib/open_list.js").Entry>} */
  const plain = new Map();
  for (let at = 0; at < 3000; at++) {
    const node = below(60);
    if (below(3) === 0 && plain.size) {
      const [first] = [...plain.values()].sort((a, b) => (before(a, b) ? -1 : 1));
      assert.equal(heap.entries[0].node, first.node);
      heap.remove(first.node);
      plain.delete(first.node);
    } else {
      const entry = { node, f: below(12), g: below(5), at };
      heap.put(entry);
      plain.set(node, entry);
    }
    heap.entries.forEach((entry, i) => i && assert.ok(!before(entry, heap.entries[(i - 1) >> 1])));
    assert.equal(heap.entries.length, plain.size);
  }
});

const SEARCH = replayOf([
  [SOURCE, 0, 0, 4],
  [EXPAND, 0, 0, 4],
  [GENERATE, 1, 1, 5],
  [GENERATE, 2, 1, 3],
  [GENERATE, 3, 1, 3],
  [EXPAND, 3, 1, 3],
  [UPDATE, 1, 0.5, 5],
  [GENERATE, 4, 2, 2],
]);

test("the list follows the steps, and says what was taken", () => {
  assert.deepEqual(
    openList(SEARCH, 0).heap.map(({ node }) => node),
    [0],
  );
  const first = openList(SEARCH, 1);
  assert.equal(first.taken, 0);
  assert.deepEqual(
    first.added.map(({ node }) => node),
    [1, 2, 3],
  );
  assert.deepEqual(
    first.sorted.map(({ node }) => node),
    [3, 2, 1],
  );
  const second = openList(SEARCH, 2);
  assert.equal(second.taken, 3);
  assert.deepEqual(
    second.sorted.map(({ node }) => node),
    [4, 2, 1],
  );
  assert.ok(second.sifted.includes(4));
});

test("buckets hold what has the same F", () => {
  const groups = buckets(openList(SEARCH, 2).sorted);
  assert.deepEqual(
    groups.map((group) => group.map(({ node }) => node)),
    [[4, 2], [1]],
  );
});
