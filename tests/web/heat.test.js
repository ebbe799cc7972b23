import assert from "node:assert/strict";
import { test } from "node:test";
import { asBrowser, Canvas } from "./canvas.js";
import { Board } from "../../src/pathstar/web/lib/board/board.js";
import { drawHeat, Heat } from "../../src/pathstar/web/lib/board/heat.js";

asBrowser();

const ROLES = ["page", "text", "muted", "line", "floor", "dear", "wall", "open", "closed", "current"];
const COLOURS = {
  ...Object.fromEntries([...ROLES, "start", "goal", "path", "halo"].map((role) => [role, "#808080"])),
  ...{ tint: 0.5, terrain: {}, field: ["#fdf7d9", "#33405c"] },
};

test("contour lines run between the centres of cells of every shape", () => {
  for (const lattice of ["squares", "odd-r", "even-q", "triangles"]) {
    const board = new Board(/** @type {any} */ (new Canvas()), COLOURS);
    const codes = new Uint8Array(6);
    board.setGround({ width: 3, height: 2, codes, palette: [1], plan: { lattice } });
    board.resize(300, 200, 1);
    board.fit();
    const { context } = /** @type {any} */ (board.canvas);
    drawHeat(board, new Heat({ values: [0, 1, 2, 3, 4, 5], contours: [0.5, 0, 1, 0.25] }, COLOURS));
    const [line] = context.drawn.filter((/** @type {any} */ each) => each.width === 1.5);
    const [[, ax, ay], [, bx, by]] = line.path.calls;
    const centres = [0, 1, 4].map((cell) => board.centreOf(cell));
    const between = (/** @type {number} */ share, /** @type {number[]} */ from, /** @type {number[]} */ to) =>
      from.map((at, axis) => at + share * (to[axis] - at));
    const wanted = [between(0.5, centres[0], centres[1]), between(0.25, centres[1], centres[2])].flat();
    [ax, ay, bx, by].forEach((at, i) => assert.ok(Math.abs(at - wanted[i]) < 1e-9, `${lattice} ${i}`));
  }
});

test("arrows are dark on bright shades and bright on dark ones", () => {
  const board = new Board(/** @type {any} */ (new Canvas()), COLOURS);
  const codes = new Uint8Array(4);
  board.setGround({ width: 4, height: 1, codes, palette: [1], plan: { lattice: "odd-r" } });
  board.resize(300, 100, 1);
  board.fit();
  board.layout.raster = false;
  const { context } = /** @type {any} */ (board.canvas);
  drawHeat(board, new Heat({ values: [0, 1, 2, 3], next: [0xffffffff, 0, 1, 2] }, COLOURS));
  const arrows = context.drawn.filter(
    (/** @type {any} */ each) => each.kind === "stroke" && each.alpha === 0.7,
  );
  assert.deepEqual(
    new Set(arrows.map((/** @type {any} */ { style }) => style)),
    new Set(["#ffffff", "#10141a"]),
  );
});
