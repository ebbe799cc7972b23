import assert from "node:assert/strict";
import { test } from "node:test";
import { axialOf, offsetOf } from "../../src/pathstar/web/lib/board/axial.js";
import LATTICES from "../../src/pathstar/web/lib/board/layouts.json" with { type: "json" };
import { Lattice } from "../../src/pathstar/web/lib/board/lattice.js";

const [WIDTH, HEIGHT] = [7, 6];
const lattices = Object.keys(LATTICES).map(
  (lattice) => new Lattice(WIDTH, HEIGHT, /** @type {any} */ ({ lattice, wraps: false })),
);
const cells = Array.from({ length: WIDTH * HEIGHT }, (_, cell) => cell);

for (const lattice of lattices) {
  const name = /** @type {any} */ (lattice.plan).lattice;

  test(`${name}: a cell is found at its centre and just inside its corners`, () => {
    for (const cell of cells) {
      const [x, y] = lattice.centreOf(cell);
      assert.equal(lattice.cellAt(x, y), cell);
      for (const [dx, dy] of lattice.cornersOf(cell))
        assert.equal(lattice.cellAt(x + 0.98 * dx, y + 0.98 * dy), cell);
    }
    assert.equal(lattice.cellAt(-1, -1), -1);
    assert.equal(lattice.cellAt(lattice.size[0] + 1, 0), -1);
  });

  test(`${name}: the board is as large as its cells`, () => {
    const points = cells.flatMap((cell) => {
      const [x, y] = lattice.centreOf(cell);
      return lattice.cornersOf(cell).map(([dx, dy]) => [x + dx, y + dy]);
    });
    for (const axis of [0, 1]) {
      const along = points.map((point) => point[axis]);
      assert.ok(Math.abs(Math.min(...along)) < 1e-9);
      assert.ok(Math.abs(Math.max(...along) - lattice.size[axis]) < 1e-9);
    }
  });

  test(`${name}: a box holds every cell whose centre lies in it`, () => {
    for (const [left, top, right, bottom] of [
      [0, 0, 2, 2],
      [1.3, 0.7, 4.1, 3.2],
      [3, 3, 3, 3],
      [-5, -5, 99, 99],
    ]) {
      /** @type {Set<number>} */
      const seen = new Set();
      lattice.eachIn(left, top, right, bottom, (cell) => seen.add(cell));
      for (const cell of cells) {
        const [x, y] = lattice.centreOf(cell);
        if (x >= left && x <= right && y >= top && y <= bottom) assert.ok(seen.has(cell), `${cell}`);
      }
    }
  });
}

for (const lattice of lattices) {
  const name = /** @type {any} */ (lattice.plan).lattice;

  test(`${name}: every point of the board's middle lies in the cell that is found there, and in no other`, () => {
    const [width, height] = lattice.size;
    for (let i = 0; i < 400; i++) {
      const [x, y] = [
        width * (0.3 + 0.4 * ((i * 0.618034 + 0.123457) % 1)),
        height * (0.3 + 0.4 * ((i * 0.414214 + 0.31831) % 1)),
      ];
      const there = cells.filter((cell) => {
        const [cx, cy] = lattice.centreOf(cell);
        return lattice.covers(cell, x - cx, y - cy);
      });
      assert.deepEqual(there, [lattice.cellAt(x, y)]);
    }
  });

  test(`${name}: a point half-way between neighbours in a row or a column lies half-way between their centres`, () => {
    for (const [x, y, dx, dy] of [
      [2, 3, 1, 0],
      [3, 3, 1, 0],
      [2, 2, 0, 1],
      [3, 2, 0, 1],
    ]) {
      const [[ax, ay], [bx, by]] = [y * WIDTH + x, (y + dy) * WIDTH + x + dx].map((cell) =>
        lattice.centreOf(cell),
      );
      const [px, py] = lattice.between(x + dx / 2, y + dy / 2);
      assert.ok(Math.abs(px - (ax + bx) / 2) < 1e-9 && Math.abs(py - (ay + by) / 2) < 1e-9);
    }
  });
}

test("on a board that wraps, cells far apart are not joined by a line", () => {
  const [flat, round] = [false, true].map(
    (wraps) => new Lattice(8, 8, /** @type {any} */ ({ lattice: "squares", wraps })),
  );
  assert.ok(flat.joins(0, 7));
  assert.ok(!round.joins(0, 7));
  assert.ok(round.joins(0, 1));
});

test("axial coordinates: there and back, and every step of a hexagon is one step", () => {
  const steps = [
    [1, 0],
    [1, -1],
    [0, -1],
    [-1, 0],
    [-1, 1],
    [0, 1],
  ];
  for (const layout of ["odd-r", "even-r", "odd-q", "even-q"]) {
    const lattice = new Lattice(9, 9, /** @type {any} */ ({ lattice: layout, wraps: false }));
    for (let y = 2; y < 7; y++)
      for (let x = 2; x < 7; x++) {
        const [q, r] = axialOf(x, y, layout);
        assert.deepEqual(offsetOf(q, r, layout), [x, y]);
        for (const [dq, dr] of steps) {
          const [column, row] = offsetOf(q + dq, r + dr, layout);
          const [ax, ay] = lattice.centreOf(y * 9 + x);
          const [bx, by] = lattice.centreOf(row * 9 + column);
          assert.ok(Math.abs(Math.hypot(ax - bx, ay - by) - 1) < 1e-9, `${layout} ${x},${y}`);
        }
      }
  }
});
