import assert from "node:assert/strict";
import { test } from "node:test";
import { asBrowser, Canvas } from "./canvas.js";
import { Board } from "../../src/pathstar/web/lib/board/board.js";
import { Taken } from "../../src/pathstar/web/lib/board/taken.js";

asBrowser();

/** @typedef {import("../../src/pathstar/web/lib/board/taken.js").Box} Box */

/** A fixed series of numbers from 0 to 1. */
function series() {
  let seed = 7;
  return () => (seed = (seed * 48271) % 2147483647) / 2147483647;
}

/** @param {Box} a @param {Box} b */
const overlap = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

test("a box is free as long as it overlaps none", () => {
  const next = series();
  const taken = new Taken();
  /** @type {Box[]} */
  const put = [];
  for (let i = 0; i < 400; i++) {
    const [left, top] = [next() * 600 - 50, next() * 400 - 50];
    /** @type {Box} */
    const box = [left, top, left + 1 + next() * 120, top + 1 + next() * 30];
    const free = !put.some((each) => overlap(each, box));
    assert.equal(taken.isFree(box), free);
    assert.equal(taken.takeOne([box]), free ? 0 : -1);
    if (free) put.push(box);
  }
  assert.ok(put.length > 20 && put.length < 200);
});

test("on a graph neither names nor costs cover each other", () => {
  const colours = { text: "#111111", muted: "#777777", page: "#ffffff", tint: 0.5, terrain: {} };
  const roles = [
    "line",
    "floor",
    "dear",
    "wall",
    "open",
    "closed",
    "current",
    "start",
    "goal",
    "path",
    "halo",
  ];
  const board = new Board(/** @type {any} */ (new Canvas()), {
    ...Object.fromEntries(roles.map((role) => [role, "#808080"])),
    ...colours,
  });
  const next = series();
  const count = 30;
  const centres = Float32Array.from({ length: 2 * count }, () => 0.5 + 9 * next());
  const edges = Uint32Array.from({ length: 100 }, () => Math.floor(next() * count));
  const costs = Array.from({ length: 50 }, (_, i) => String(100 + i));
  const outline = [0, 90, 180, 270].map((turn) => [0.3 * Math.cos(turn), 0.3 * Math.sin(turn)]);
  const names = Array.from({ length: count }, (_, i) => `n${i}`);
  const oneWay = costs.map(() => 0);
  const plan = { graph: true, centres, outline, size: [10, 10], edges, oneWay, costs, names };
  board.setGround({ width: count, height: 1, codes: new Uint8Array(count), palette: [1], plan });
  board.resize(1300, 1300, 1);
  board.fit();
  board.draw();
  const { context } = /** @type {any} */ (board.canvas);
  const words = context.drawn.filter((/** @type {any} */ each) => each.kind === "fillText");
  assert.ok(words.length > 30, String(words.length));
  assert.ok(words.some((/** @type {any} */ { text }) => costs.includes(text)));
  /** @type {Box[]} */
  const boxes = words.map((/** @type {any} */ { text, at: [x, y] }) => {
    const [tall, low] = costs.includes(text) ? [10.5, 5.25] : [11, 0];
    const half = text.length * 0.3 * tall;
    return [x - half, y + low - tall, x + half, y + low];
  });
  for (const [i, one] of boxes.entries())
    for (const other of boxes.slice(0, i)) assert.ok(!overlap(one, other), words[i].text);
});
