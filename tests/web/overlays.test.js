import assert from "node:assert/strict";
import { test } from "node:test";
import { Context, Path2D } from "./canvas.js";
import { drawDeadEnds, hueOf } from "../../src/pathstar/web/lib/overlays/dead_ends.js";
import { drawFog } from "../../src/pathstar/web/lib/overlays/fog.js";
import { drawSwath } from "../../src/pathstar/web/lib/overlays/lines.js";

/** @param {object} more @returns {any} */
const board = (more) => ({
  context: new Context(),
  colours: { muted: "grey", path: "red" },
  view: { x: 0, y: 0, scale: 10 },
  centreOf: (/** @type {number} */ cell) => [10 * (cell % 4) + 5, 10 * Math.floor(cell / 4) + 5],
  ...more,
});

test("fog veils what is not known, and lets it show through", () => {
  const outlines = [0, 1, 2, 3].map(() => new Path2D());
  let strength = 1;
  const made = board({
    eachInView: (/** @type {(cell: number) => void} */ visit) => [0, 1, 2, 3].forEach(visit),
    outlineOf: (/** @type {number} */ cell) => outlines[cell],
  });
  const fill = made.context.fill.bind(made.context);
  made.context.fill = (/** @type {any} */ path) => ((strength = made.context.globalAlpha), fill(path));
  drawFog(made, [0, 1, 1, 0]);
  const [{ path, style }] = made.context.drawn;
  assert.deepEqual(
    path.calls.map((/** @type {any[]} */ [, outline]) => outlines.indexOf(outline)),
    [1, 2],
  );
  assert.equal(style, "grey");
  assert.ok(strength > 0.5 && strength < 1);
  assert.equal(made.context.globalAlpha, 1);
  drawFog(made, null);
  assert.equal(made.context.drawn.length, 1);
});

test("dead ends are hatched in their colour, and veiled where they are left out", () => {
  const ends = {
    labels: Uint16Array.of(0, 1, 2, 7),
    firsts: new Map([
      [1, 1],
      [2, 2],
      [7, 3],
    ]),
    own: new Set([2]),
    used: [true],
  };
  const outlines = [0, 1, 2, 3].map(() => new Path2D());
  const drawn = (/** @type {boolean} */ veiled, unit = 20) => {
    const made = board({
      unit,
      colours: { muted: "grey", halo: "white", text: "black", path: "red", goal: "brown" },
      ground: { codes: [0, 0, 0, 1], palette: [1, null] },
      eachInView: (/** @type {(cell: number) => void} */ visit) => [0, 1, 2, 3].forEach(visit),
      outlineOf: (/** @type {number} */ cell) => outlines[cell],
    });
    drawDeadEnds(made, ends, veiled);
    assert.equal(made.context.globalAlpha, 1);
    return made.context.drawn;
  };
  const filled = (/** @type {any[]} */ all, /** @type {string} */ colour) =>
    all
      .filter(({ kind, style }) => kind === "fill" && style === colour)
      .flatMap(({ path }) => path.calls.map((/** @type {any[]} */ [, outline]) => outlines.indexOf(outline)));
  assert.deepEqual(filled(drawn(true), "grey"), [1]); // not the one in which an end of the search lies
  assert.deepEqual(filled(drawn(false), "grey"), []);
  assert.deepEqual(filled(drawn(true), "red"), [1]); // the wall with the number 7 is none
  assert.deepEqual(filled(drawn(true), "brown"), [2]);
  assert.ok(drawn(true).some((/** @type {any} */ { kind }) => kind === "stroke"));
  assert.ok(!drawn(true, 2).some((/** @type {any} */ { kind }) => kind !== "fill")); // too small for lines and numbers
  assert.equal(hueOf(7), hueOf(1));
});

test("a large unit covers its squares to the right and below", () => {
  const made = board({ body: 2, path: [0, 5] });
  drawSwath(made);
  assert.deepEqual(made.context.drawn[0].path.calls, [
    ["rect", 0, 0, 20, 20],
    ["rect", 10, 10, 20, 20],
  ]);
  const small = board({ body: 1, path: [0, 5] });
  drawSwath(small);
  assert.deepEqual(small.context.drawn, []);
});
