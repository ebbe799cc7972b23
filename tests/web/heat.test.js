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
