import assert from "node:assert/strict";
import { test } from "node:test";
import { Heat, rangeOf } from "../../src/pathstar/web/lib/board/heat.js";
import { Shades } from "../../src/pathstar/web/lib/board/shades.js";

/** @type {any} */
const COLOURS = {
  page: "#ffffff",
  floor: "#ffffff",
  dear: "#000000",
  wall: "#202020",
  open: "#00ff00",
  closed: "#0000ff",
  tint: 0.25,
  terrain: { water: "#3070c0" },
  field: ["#000000", "#808080", "#ffffff"],
};

test("dearer ground is darker, and walls have a shade of their own", () => {
  const shades = new Shades(COLOURS, [1, 3, 9, null]);
  const [cheap, middle, dear, wall] = shades.dearness;
  assert.equal(cheap, 0);
  assert.ok(cheap < middle && middle < dear && dear <= 1);
  assert.equal(wall, -1);
  assert.deepEqual(shades.tinted[0][0], [255, 255, 255]);
  assert.deepEqual(shades.tinted[0][3], [32, 32, 32]);
});

test("painting dearer ground later changes no shade up to ten times the cheapest", () => {
  const before = new Shades(COLOURS, [1, 3]);
  const after = new Shades(COLOURS, [1, 3, 10]);
  assert.deepEqual(after.tinted[0].slice(0, 2), before.tinted[0]);
});

test("terrain keeps its colour, searched squares are tinted, inks are readable", () => {
  const shades = new Shades(COLOURS, [1, 9, 9], ["", "water", "lava"]);
  assert.deepEqual(shades.terrains, [null, "water", null]);
  assert.deepEqual(shades.tinted[0][1], [0x30, 0x70, 0xc0]);
  const [plain, open, closed] = shades.tinted.map((codes) => codes[0]);
  assert.ok(open[0] < plain[0] && open[1] === plain[1]);
  assert.ok(closed[2] === plain[2] && closed[1] < plain[1]);
  assert.equal(shades.inks[0], "#10141a");
  assert.equal(shades.lookOf(9, -1, "water").ground, shades.plain(1));
});

test("a field is shaded from its lowest to its highest finite value", () => {
  assert.deepEqual(rangeOf([Infinity, 3, NaN, 7]), { low: 3, high: 7 });
  const heat = new Heat({ values: [Infinity, 3, 5, 7] }, COLOURS);
  assert.equal(heat.levelOf(0), -1);
  const levels = [1, 2, 3].map((cell) => heat.levelOf(cell));
  assert.equal(levels[0], 0);
  assert.equal(levels[2], heat.ramp.length - 1);
  assert.deepEqual(heat.ramp[levels[0]], [0, 0, 0]);
  assert.deepEqual(heat.ramp[levels[2]], [255, 255, 255]);
  assert.ok(Math.abs(levels[1] - levels[2] / 2) <= 1);
  assert.equal(new Heat({ values: [4, 4] }, COLOURS).levelOf(1), 0); // a flat field has one shade
});
