import assert from "node:assert/strict";
import { test } from "node:test";
import { Context, Path2D } from "./canvas.js";
import {
  arrow,
  bright,
  css,
  diamond,
  disc,
  frame,
  frameOf,
  hatch,
  least,
  mix,
  Outlines,
  parts,
  pixel,
} from "../../src/pathstar/web/lib/board/strokes.js";

const context = () => /** @type {any} */ (new Context());
const path = () => /** @type {any} */ (new Path2D());

test("the least of some values, and of none the given one", () => {
  assert.equal(least([3, 1, 2], 5), 1);
  assert.equal(least([7], 5), 5);
  assert.equal(least([], 5), 5);
});

test("colours are read, mixed and written", () => {
  assert.deepEqual(parts("#3070c0"), [0x30, 0x70, 0xc0]);
  assert.deepEqual(mix([0, 100, 200], [100, 100, 0], 0.25), [25, 100, 150]);
  assert.equal(css([1, 2, 3]), "rgb(1, 2, 3)");
  assert.equal(pixel([0x12, 0x34, 0x56]), 0xff563412); // opaque, red in the lowest byte
  const bytes = new Uint8Array(Uint32Array.of(pixel([1, 2, 3])).buffer);
  assert.deepEqual([...bytes], [1, 2, 3, 255]);
});

test("ink is dark on bright ground and white on dark ground", () => {
  assert.ok(bright(parts("#ffffff")) && bright(parts("#ffcc00")));
  assert.ok(!bright(parts("#000000")) && !bright(parts("#2020c0")));
  assert.ok(bright([0, 200, 0]) && !bright([200, 0, 0])); // green is brighter to the eye
});

test("outlines are shared out among paths of 48", () => {
  const outlines = new Outlines();
  for (let i = 0; i < 100; i++) outlines.next.rect(i, 0, 1, 1);
  assert.deepEqual(
    outlines.paths.map((each) => /** @type {any} */ (each).calls.length),
    [48, 48, 4],
  );
  const made = context();
  made.fillStyle = "red";
  outlines.fill(made);
  outlines.stroke(made);
  assert.deepEqual(made.kinds, ["fill", "fill", "fill", "stroke", "stroke", "stroke"]);
  assert.equal(made.drawn[0].style, "red");
});

test("a frame has a colour and a thickness, which grows with the cell", () => {
  const made = context();
  frame(made, 1, 2, 30, 40, "blue", 3);
  assert.deepEqual(made.drawn[0].at, [1, 2, 30, 40]);
  assert.deepEqual([made.drawn[0].style, made.drawn[0].width], ["blue", 3]);
  assert.deepEqual([4, 40, 160].map(frameOf), [1, 3, 12]);
});

test("a disc and a diamond have a rim", () => {
  const made = context();
  made.fillStyle = "green";
  disc(made, 5, 6, 20, "white");
  const [inside, rim] = made.drawn;
  assert.deepEqual(inside.path.calls, [["arc", 5, 6, 20, 0, 2 * Math.PI]]);
  assert.deepEqual([inside.style, rim.style], ["green", "white"]);
  assert.ok(Math.abs(rim.width - 2.2) < 1e-12);
  diamond(made, 5, 6, 4, "white");
  assert.deepEqual(made.drawn[2].path.calls, [
    ["lineTo", 5, 2],
    ["lineTo", 9, 6],
    ["lineTo", 5, 10],
    ["lineTo", 1, 6],
    ["closePath"],
  ]);
  assert.equal(made.drawn[3].width, 1.25); // the least
});

test("an arrow points to its end, and stops before it", () => {
  const made = path();
  arrow(made, [0, 0], [10, 0], 2, 5);
  assert.deepEqual(made.calls, [["moveTo", 8, 0], ["lineTo", 3, -2], ["lineTo", 3, 2], ["closePath"]]);
  const nowhere = path();
  arrow(nowhere, [4, 4], [4, 4], 1, 1);
  assert.ok(
    nowhere.calls.flat().every((/** @type {any} */ each) => typeof each === "string" || isFinite(each)),
  );
});

test("dearer ground has more strokes", () => {
  const strokes = [0.1, 0.5, 0.9].map((share) => {
    const made = path();
    hatch(made, 0, 0, 100, share);
    return made.calls.length / 2;
  });
  assert.deepEqual(strokes, [1, 2, 3]);
});
