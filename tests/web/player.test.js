/** Playing and its keys, which every page shares. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { playKeys, press } from "../../src/pathstar/web/lib/keyboard.js";
import { Player } from "../../src/pathstar/web/lib/player.js";

/** @type {((now: number) => void)[]} */
let frames = [];
let clock = 0;
Object.assign(globalThis, { requestAnimationFrame: (/** @type {any} */ run) => frames.push(run) });
Object.defineProperty(globalThis, "performance", { value: { now: () => clock } });

/** Lets time go by, and draws one frame. @param {number} milliseconds */
function frame(milliseconds) {
  clock += milliseconds;
  for (const run of frames.splice(0)) run(clock);
}

/** @param {number} steps @param {number} [pace] */
function made(steps, pace = 10) {
  const timeline = { position: 0, atEnd: false, playing: false };
  /** @type {string[]} */
  const reported = [];
  return {
    timeline,
    reported,
    player: new Player(timeline, {
      steps: () => steps,
      pace: () => pace,
      changed: (what) => reported.push(what),
    }),
  };
}

beforeEach(() => (frames = []));

test("steps stay among those there are, and each change is reported once", () => {
  const { player, timeline, reported } = made(3);
  player.step(-1);
  assert.equal(timeline.position, 0);
  player.step(2);
  player.step(2);
  player.step(2);
  assert.deepEqual([timeline.position, timeline.atEnd], [3, true]);
  player.jump(0);
  assert.deepEqual([timeline.position, timeline.atEnd], [0, false]);
  assert.deepEqual(reported, ["position", "position", "position"]);
});

test("it plays at its pace, whatever the frames, and stops at the end", () => {
  const { player, timeline, reported } = made(5);
  player.toggle();
  assert.deepEqual([timeline.playing, reported], [true, ["playing"]]);
  frame(150);
  assert.equal(timeline.position, 1);
  frame(50);
  assert.equal(timeline.position, 2);
  frame(10_000); // a page that slept does not leap
  assert.equal(timeline.position, 4);
  frame(100);
  assert.deepEqual([timeline.position, timeline.playing, timeline.atEnd], [5, false, true]);
  assert.equal(frames.length, 0);
  player.toggle();
  assert.equal(timeline.position, 0);
  player.toggle();
  frame(1000);
  assert.equal(timeline.position, 0);
});

test("without steps nothing plays", () => {
  const { player, timeline } = made(0);
  player.toggle();
  assert.equal(timeline.playing, false);
});

/** @param {string} key @param {{focus?: string, ctrlKey?: boolean, shiftKey?: boolean}} [how] */
function pressed(key, { focus = "body", ...held } = {}) {
  const { player, timeline } = made(30);
  timeline.position = 10;
  const among = (/** @type {string} */ selector) => selector.split(", ").includes(focus);
  const target = {
    matches: (/** @type {string} */ selector) => focus === "text" && selector.startsWith("input:not"),
    closest: (/** @type {string} */ selector) => (among(selector) ? target : null),
  };
  /** @type {any} */
  const event = {
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...held,
    target,
    preventDefault() {},
  };
  const view = { zooms: 0, zoom: () => void view.zooms++, fit() {} };
  return { used: press(playKeys(player, view), event), timeline, view };
}

test("space plays, comma, point and arrows step, with Shift ten", () => {
  assert.equal(pressed(" ").timeline.playing, true);
  assert.equal(pressed(",").timeline.position, 9);
  assert.equal(pressed(".").timeline.position, 11);
  assert.equal(pressed("ArrowLeft").timeline.position, 9);
  assert.equal(pressed("ArrowRight", { shiftKey: true }).timeline.position, 20);
  assert.equal(pressed("Home").timeline.position, 0);
  assert.equal(pressed("End").timeline.position, 30);
  assert.equal(pressed("+").view.zooms, 1);
});

test("a key belongs to what has the focus and uses it", () => {
  assert.equal(pressed(" ", { focus: "button" }).used, false);
  assert.equal(pressed(".", { focus: "button" }).used, true);
  assert.equal(pressed("ArrowRight", { focus: "input" }).used, false);
  assert.equal(pressed(".", { focus: "text" }).used, false);
  assert.equal(pressed("+", { ctrlKey: true }).used, false);
  assert.equal(pressed("x").used, false);
});
