/** The replay against a plain one that begins anew for each moment. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BEND,
  CLOSED,
  DEEPEN,
  DESTINATION,
  END,
  EXPAND,
  FORGET,
  GENERATE,
  KNOWN,
  MEET,
  NO_PARENT,
  OPEN,
  PRUNE,
  RAISE,
  Replay,
  RESTART,
  REVERT,
  SOURCE,
  UNSEEN,
  UPDATE,
} from "../../src/pathstar/web/lib/replay.js";

/** @typedef {import("../../src/pathstar/web/lib/replay.js").Events} Events */

/** Numbers that look random, the same for the same seed. @param {number} seed @returns {() => number} from 0 to 1 */
function dice(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A search over cells in a row that opens and improves at random. @param {number} seed @param {number} cells @returns {Events} */
function search(seed, cells) {
  const random = dice(seed);
  const rows = [
    [SOURCE, 0, NO_PARENT, 0, 9],
    [DESTINATION, cells - 1, NO_PARENT, 0, 0],
  ];
  const open = new Map([[0, 0]]);
  const seen = new Set([0]);
  while (open.size) {
    const [node, g] = [...open][Math.floor(random() * open.size)];
    open.delete(node);
    rows.push([EXPAND, node, NO_PARENT, g, 9]);
    for (let i = 0; i < 3; i++) {
      const next = Math.floor(random() * cells);
      const cost = g + 1 + random();
      if (!seen.has(next)) rows.push([GENERATE, next, node, cost, random()]);
      else if (open.has(next) && cost < /** @type {number} */ (open.get(next)))
        rows.push([UPDATE, next, node, cost, 1]);
      else continue;
      seen.add(next);
      open.set(next, cost);
    }
  }
  rows.push([END, cells - 1, NO_PARENT, 0, 0]);
  const column = (/** @type {number} */ at) => rows.map((row) => row[at]);
  return {
    type: Uint8Array.from(column(0)),
    node: Uint32Array.from(column(1)),
    parent: Uint32Array.from(column(2)),
    g: Float64Array.from(column(3)),
    h: Float64Array.from(column(4)),
  };
}

/** What is known of each cell after a number of events, by a walk from the first one. @param {Events} events @param {number} count */
function plainly({ type, node, parent, g, h }, count) {
  /** @type {Map<number, {mark: number, parent: number, g: number, h: number}>} */
  const known = new Map();
  for (let i = 0; i < count; i++) {
    if (type[i] === DESTINATION || type[i] === END) continue;
    const mark = type[i] === EXPAND ? CLOSED : OPEN;
    known.set(node[i], { mark, parent: parent[i] === NO_PARENT ? -1 : parent[i], g: g[i], h: h[i] });
  }
  return known;
}

/** @param {Replay} replay @param {Events} events */
function check(replay, events) {
  const known = plainly(events, replay.event);
  const marks = [...known.values()].map((each) => each.mark);
  assert.equal(replay.openCount, marks.filter((mark) => mark === OPEN).length);
  assert.equal(replay.closedCount, marks.filter((mark) => mark === CLOSED).length);
  for (let cell = 0; cell < replay.cells; cell++) {
    const wanted = known.get(cell);
    assert.equal(replay.mark(cell), wanted?.mark ?? UNSEEN);
    assert.equal(replay.parent(cell), wanted?.parent ?? -1);
    if (!wanted) continue;
    assert.deepEqual([replay.g(cell), replay.h(cell)], [wanted.g, wanted.h]);
    assert.equal(replay.f(cell), replay.usesG ? wanted.g + wanted.h : wanted.h);
  }
}

test("every moment is what a walk from the beginning says, wherever one comes from", () => {
  for (let seed = 0; seed < 20; seed++) {
    const events = search(seed, 25);
    const replay = new Replay(events, 25, seed % 2 === 0);
    const random = dice(seed + 100);
    check(replay, events);
    for (let i = 0; i < 20; i++) {
      const before = replay.last.slice();
      const changed = replay.seek(Math.floor(random() * (replay.steps + 3)) - 1);
      check(replay, events);
      const others = [...replay.last.keys()].filter((cell) => before[cell] !== replay.last[cell]);
      assert.ok(
        others.every((cell) => changed?.includes(cell)),
        "a change is not listed",
      );
    }
  }
});

test("steps begin with an expansion, and their square is the current one", () => {
  const events = search(3, 25);
  const replay = new Replay(events, 25);
  assert.equal(replay.steps, events.type.filter((type) => type === EXPAND).length);
  assert.equal(replay.current, -1);
  for (let step = 1; step <= replay.steps; step++) {
    replay.seek(step);
    assert.equal(replay.current, events.node[replay.starts[step - 1]]);
    assert.equal(replay.mark(replay.current), CLOSED);
    assert.equal(replay.positionOf(replay.starts[step - 1]), step);
  }
  assert.ok(replay.done);
});

test("a search through several places begins again at each, forwards and backwards", () => {
  const rows = [
    [GENERATE, 0, NO_PARENT],
    [GENERATE, 1, NO_PARENT],
    [EXPAND, 0, NO_PARENT],
    [END, 0, NO_PARENT],
    [RESTART, 0, NO_PARENT],
    [RESTART, 1, NO_PARENT],
    [GENERATE, 2, NO_PARENT],
    [GENERATE, 0, NO_PARENT],
    [EXPAND, 2, NO_PARENT],
    [GENERATE, 1, 2],
  ];
  const column = (/** @type {number} */ at) => rows.map((row) => row[at]);
  const events = {
    type: Uint8Array.from(column(0)),
    node: Uint32Array.from(column(1)),
    parent: Uint32Array.from(column(2)),
    g: new Float64Array(rows.length),
    h: new Float64Array(rows.length),
  };
  const replay = new Replay(events, 3);
  const marks = () => [0, 1, 2].map((cell) => replay.mark(cell));
  for (const position of [1, 2, 1]) {
    replay.seek(position);
    assert.deepEqual(marks(), position === 1 ? [CLOSED, OPEN, UNSEEN] : [OPEN, OPEN, CLOSED]);
    assert.equal(replay.openCount, position);
    assert.equal(replay.closedCount, 1);
  }
  assert.deepEqual([...replay.ends], [4, 10]);
});

test("a history has all events of a square, and a branch leads to the start", () => {
  const events = search(5, 25);
  const replay = new Replay(events, 25);
  for (let cell = 0; cell < 25; cell++) {
    const wanted = [...events.node.keys()].filter(
      (i) => events.node[i] === cell && events.type[i] !== DESTINATION && events.type[i] !== END,
    );
    assert.deepEqual(replay.history(cell), wanted);
  }
  replay.seekEvent(replay.starts[2]); // before anything was closed that has a parent of its own
  const opened = [...replay.last.keys()].find((cell) => replay.parent(cell) >= 0) ?? 0;
  const branch = replay.branch(opened);
  assert.equal(branch.at(-1), opened);
  for (let i = 1; i < branch.length; i++) assert.equal(replay.parent(branch[i]), branch[i - 1]);
});

/** @param {number[][]} rows type, node, parent, g, h, whether from the target @returns {Events} */
function eventsFrom(rows) {
  const column = (/** @type {number} */ at) => rows.map((row) => row[at]);
  const fromGoal = Uint8Array.from(column(5));
  return {
    type: Uint8Array.from(column(0)),
    node: Uint32Array.from(column(1)),
    parent: Uint32Array.from(column(2)),
    g: Float64Array.from(column(3)),
    h: Float64Array.from(column(4)),
    ...(fromGoal.some(Boolean) ? { fromGoal } : {}),
  };
}

test("two searches keep lists of their own, and a square is shown as the one has it that touched it last", () => {
  const replay = new Replay(
    eventsFrom([
      [SOURCE, 0, NO_PARENT, 0, 0, 0],
      [DESTINATION, 4, NO_PARENT, 0, 0, 0],
      [SOURCE, 4, NO_PARENT, 0, 0, 1],
      [EXPAND, 0, NO_PARENT, 0, 0, 0],
      [GENERATE, 1, 0, 1, 0, 0],
      [EXPAND, 4, NO_PARENT, 0, 0, 1],
      [GENERATE, 1, 4, 3, 0, 1],
      [MEET, 1, NO_PARENT, 4, 0, 0],
      [PRUNE, 1, 0, 1, 0, 0],
      [END, 4, NO_PARENT, 4, 0, 0],
    ]),
    5,
  );
  assert.deepEqual([...replay.starts], [3, 5]);
  assert.deepEqual([...replay.ends], [5, 10]);
  replay.seek(1);
  assert.deepEqual([replay.mark(1), replay.fromGoal(1), replay.g(1)], [OPEN, false, 1]);
  assert.deepEqual([replay.openCount, replay.closedCount], [2, 1]);
  replay.seekEvent(7);
  assert.deepEqual([replay.fromGoal(1), replay.g(1), replay.branch(1)], [true, 3, [4, 1]]);
  assert.deepEqual([replay.openCount, replay.closedCount], [2, 2]);
  replay.seek(2);
  assert.deepEqual([replay.mark(1), replay.fromGoal(1), replay.branch(1)], [CLOSED, false, [0, 1]]);
  assert.deepEqual(replay.history(1), [4, 6, 8]);
  replay.seek(1);
  assert.deepEqual([replay.mark(1), replay.openCount, replay.closedCount], [OPEN, 2, 1]);
});

test("what is forgotten is unseen, unless it waits by another way", () => {
  const replay = new Replay(
    eventsFrom([
      [SOURCE, 0, NO_PARENT, 0, 2, 0],
      [DEEPEN, 0, NO_PARENT, 2, 2, 0],
      [EXPAND, 0, NO_PARENT, 0, 2, 0],
      [GENERATE, 1, 0, 1, 1, 0],
      [GENERATE, 2, 0, 1, 1, 0],
      [EXPAND, 1, 0, 1, 1, 0],
      [GENERATE, 2, 1, 2, 1, 0],
      [FORGET, 2, NO_PARENT, 2, 1, 0],
      [REVERT, 2, 0, 1, 1, 0],
      [FORGET, 1, NO_PARENT, 1, 1, 0],
      [EXPAND, 2, 0, 1, 1, 0],
      [END, 2, NO_PARENT, 1, 1, 0],
    ]),
    3,
  );
  assert.deepEqual([...replay.ends], [5, 7, 12]);
  replay.seek(2);
  assert.deepEqual([replay.mark(1), replay.mark(2), replay.parent(2)], [CLOSED, OPEN, 1]);
  replay.seekEvent(10);
  assert.deepEqual([replay.mark(1), replay.mark(2), replay.parent(2)], [UNSEEN, OPEN, 0]);
  assert.ok(Number.isNaN(replay.g(1)));
  assert.deepEqual([replay.openCount, replay.closedCount], [1, 1]);
  replay.seek(3);
  assert.deepEqual(replay.branch(2), [0, 2]);
});

test("a repair forgets and raises within its steps, and begins with what is known", () => {
  const replay = new Replay(
    eventsFrom([
      [SOURCE, 0, NO_PARENT, 0, 3, 0],
      [DESTINATION, 3, NO_PARENT, 0, 0, 0],
      [KNOWN, 0, NO_PARENT, 0, 3, 0],
      [KNOWN, 2, 1, 2, 1, 0],
      [GENERATE, 1, 0, 1, 2, 0],
      [EXPAND, 1, NO_PARENT, 1, 2, 0],
      [FORGET, 1, NO_PARENT, 0, 2, 0],
      [RAISE, 2, NO_PARENT, 2, 1, 0],
      [EXPAND, 2, NO_PARENT, 2, 1, 0],
      [FORGET, 2, NO_PARENT, 0, 1, 0],
      [END, 3, NO_PARENT, 0, 0, 0],
    ]),
    4,
  );
  assert.deepEqual([...replay.ends], [8, 11]);
  assert.deepEqual([replay.mark(0), replay.mark(1), replay.mark(2)], [CLOSED, OPEN, CLOSED]);
  replay.seek(1);
  assert.deepEqual([replay.mark(1), replay.mark(2), replay.g(2)], [UNSEEN, OPEN, 2]);
  assert.deepEqual([replay.openCount, replay.closedCount], [1, 1]);
  replay.seek(2);
  assert.deepEqual([replay.mark(2), replay.openCount, replay.closedCount], [UNSEEN, 0, 1]);
  replay.seek(0);
  assert.deepEqual([replay.mark(1), replay.openCount, replay.closedCount], [OPEN, 1, 2]);
});

test("a bend opens its square once more, before the next step", () => {
  const replay = new Replay(
    eventsFrom([
      [SOURCE, 0, NO_PARENT, 0, 3, 0],
      [DESTINATION, 3, NO_PARENT, 0, 0, 0],
      [EXPAND, 0, NO_PARENT, 0, 3, 0],
      [GENERATE, 1, 0, 1, 2, 0],
      [EXPAND, 1, 0, 1, 2, 0],
      [GENERATE, 2, 0, 2, 1, 0],
      [BEND, 2, 1, 3, 1, 0],
      [EXPAND, 2, 1, 3, 1, 0],
      [END, 3, NO_PARENT, 0, 0, 0],
    ]),
    4,
  );
  replay.seek(2);
  assert.deepEqual([replay.mark(2), replay.parent(2), replay.g(2)], [OPEN, 0, 2]);
  replay.seekEvent(7);
  assert.deepEqual([replay.mark(2), replay.parent(2), replay.g(2)], [OPEN, 1, 3]);
  replay.seek(3);
  assert.deepEqual([replay.mark(2), replay.openCount, replay.closedCount], [CLOSED, 0, 3]);
  assert.deepEqual(replay.branch(2), [0, 1, 2]);
  replay.seek(2);
  assert.deepEqual([replay.mark(2), replay.parent(2)], [OPEN, 0]);
});
