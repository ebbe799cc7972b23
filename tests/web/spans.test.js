import assert from "node:assert/strict";
import { test } from "node:test";
import { asBrowser, Canvas } from "./canvas.js";
import { Lattice } from "../../src/pathstar/web/lib/board/lattice.js";
import { paintSpans } from "../../src/pathstar/web/lib/board/spans.js";

asBrowser();

const [WIDTH, HEIGHT] = [30, 20];
const COLOURS = Uint32Array.from({ length: WIDTH * HEIGHT }, (_, cell) => cell + 1);

for (const name of ["triangles", "odd-r", "even-q"]) {
  const lattice = new Lattice(WIDTH, HEIGHT, /** @type {any} */ ({ lattice: name, wraps: false }));

  /** The cell that each pixel of a canvas shows, -1 for none. @param {{x: number, y: number, scale: number}} view
   * @param {number} ratio */
  const painted = (view, ratio) => {
    const canvas = Object.assign(new Canvas(), { width: 120 * ratio, height: 90 * ratio });
    /** @type {any} */
    const made = { canvas, context: canvas.context, view, size: { width: 120, height: 90, ratio } };
    paintSpans(made, lattice, COLOURS);
    const [, picture, left, top] = canvas.context.calls.find(([call]) => call === "drawImage") ?? [];
    if (!picture) return null;
    const [, image] = picture.context.calls[0];
    const pixels = new Uint32Array(image.data.buffer);
    return (/** @type {number} */ x, /** @type {number} */ y) =>
      x < left || y < top || x >= left + image.width || y >= top + image.height
        ? -1
        : pixels[(y - top) * image.width + x - left] - 1;
  };

  test(`${name}: each pixel shows the cell under its middle`, () => {
    for (const [view, ratio] of /** @type {[{x: number, y: number, scale: number}, number][]} */ ([
      [{ x: 7.3, y: 3.2, scale: 3 }, 1],
      [{ x: -21.5, y: -13.5, scale: 4.37 }, 2],
      [{ x: 80, y: 60, scale: 1.61 }, 1],
    ])) {
      const cellOf = painted(view, ratio);
      assert.ok(cellOf);
      for (let y = 0; y < 90 * ratio; y++)
        for (let x = 0; x < 120 * ratio; x++) {
          const [px, py] = [
            ((x + 0.5) / ratio - view.x) / view.scale,
            ((y + 0.5) / ratio - view.y) / view.scale,
          ];
          assert.equal(cellOf(x, y), lattice.cellAt(px, py), `pixel ${x}, ${y}`);
        }
    }
  });

  test(`${name}: nothing is painted where the board is out of view`, () => {
    assert.equal(painted({ x: 500, y: 3, scale: 3 }, 1), null);
    assert.equal(painted({ x: 3, y: -900, scale: 3 }, 1), null);
  });
}
