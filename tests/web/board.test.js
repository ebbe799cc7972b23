import assert from "node:assert/strict";
import { test } from "node:test";
import { asBrowser, Canvas, dropFrames, nextFrame } from "./canvas.js";
import { Board } from "../../src/pathstar/web/lib/board/board.js";
import { Heat } from "../../src/pathstar/web/lib/board/heat.js";
import { fillCurrent, frameCurrent } from "../../src/pathstar/web/lib/board/marks.js";
import { css, parts } from "../../src/pathstar/web/lib/board/strokes.js";

asBrowser();

const COLOURS = {
  ...{
    page: "#ffffff",
    text: "#111111",
    muted: "#777777",
    line: "#cccccc",
    floor: "#f6f3ea",
    dear: "#c0b090",
  },
  ...{ wall: "#406080", open: "#80c040", closed: "#40a0e0", current: "#f0c020", start: "#006644" },
  ...{ goal: "#dd2200", path: "#cc0088", halo: "#fefefe", tint: 0.5, terrain: {} },
};
const [WIDTH, HEIGHT] = [8, 4];

/** A board of 8 x 4 squares, the last of which is a wall, on a canvas. @param {number} [width] @param {number} [height]
 * @param {number} [ratio] @returns {Board} */
function board(width = 424, height = 224, ratio = 1) {
  const made = new Board(/** @type {any} */ (new Canvas()), COLOURS);
  const codes = new Uint8Array(WIDTH * HEIGHT);
  codes[31] = 1;
  made.setGround({ width: WIDTH, height: HEIGHT, codes, palette: [1, null], plan: { lattice: "squares" } });
  made.resize(width, height, ratio);
  made.fit();
  return made;
}

/** A search that has opened square 1 and closed square 0. @returns {any} */
const replay = () => ({ mark: (/** @type {number} */ cell) => [2, 1][cell] ?? 0, current: 0, cells: 32 });

test("the whole board fits into the canvas, in the middle, on whole pixels", () => {
  const made = board(424, 300);
  assert.equal(made.view.scale, 50); // (424 - 2 * 12) / 8
  assert.deepEqual([made.view.x, made.view.y], [12, 50]);
  const uneven = board(431, 300);
  assert.equal(uneven.view.scale, 50); // not 50.875
  const fine = board(431, 300, 2);
  assert.equal(fine.view.scale, 50.5);
});

test("what is covered at the top and the bottom stays free", () => {
  const made = board(424, 224);
  made.inset.bottom = 100;
  made.fit();
  assert.equal(made.view.scale, 28); // (224 - 12 - 100) / 4
  assert.equal(made.view.y, 12);
});

test("a point of the canvas is a cell, and back", () => {
  const made = board(424, 300);
  for (const cell of [0, 7, 12, 31]) assert.equal(made.cellAt(...made.centreOf(cell)), cell);
  assert.equal(made.cellAt(11, 60), -1);
  assert.deepEqual(made.pointAt(12 + 75, 50 + 25), [1.5, 0.5]);
  assert.equal(made.unit, 50);
  assert.ok(made.detailed && made.wordy);
  made.numbers = false;
  assert.ok(!made.wordy);
});

test("zooming keeps the point under the pointer", () => {
  const made = board(424, 224);
  const [x, y] = [200, 100];
  made.zoomAt(x, y, 4);
  const before = made.pointAt(x, y);
  made.zoomAt(x, y, 1.37);
  const after = made.pointAt(x, y);
  for (const axis of [0, 1]) assert.ok(Math.abs(before[axis] - after[axis]) < 0.02);
  for (let i = 0; i < 40; i++) made.zoomAt(x, y, 1.5);
  assert.equal(made.view.scale, 160); // the largest
  for (let i = 0; i < 80; i++) made.zoomAt(x, y, 0.5);
  assert.equal(made.view.scale, 1); // the smallest of a small board
});

test("a board cannot be moved out of view", () => {
  const made = board(424, 224);
  made.pan(-5000, 5000);
  assert.deepEqual([made.view.x, made.view.y], [0, 224 - 4 * 50]); // fits: stays whole
  made.zoomAt(0, 0, 3);
  made.pan(-5000, -5000);
  assert.equal(made.view.x, 0.75 * 424 - 8 * 150); // larger: a quarter of the canvas still shows it
  made.pan(9000, 0);
  assert.equal(made.view.x, 0.25 * 424);
});

test("a square out of view is brought into it", () => {
  const made = board(424, 224);
  assert.equal(made.reveal(31), false);
  made.zoomAt(0, 0, 3);
  made.pan(500, 500);
  assert.equal(made.reveal(31), true);
  const [x, y] = made.centreOf(31);
  assert.ok(x > 0 && x < 424 && y > 0 && y < 224);
  assert.equal(made.reveal(31), false);
});

test("a marker is found within its cell, the target before the start", () => {
  const made = board(424, 300);
  [made.start, made.goal] = [0, 9];
  assert.equal(made.markerAt(...made.centreOf(0)), "start");
  const [x, y] = made.centreOf(9);
  assert.equal(made.markerAt(x + 24, y - 24), "goal");
  assert.equal(made.markerAt(x + 26, y), null);
  made.goal = 0;
  assert.equal(made.markerAt(...made.centreOf(0)), "goal");
  [made.start, made.goal] = [-1, -1];
  assert.equal(made.markerAt(...made.centreOf(0)), null);
});

test("small squares are tinted by the search, large ones are outlined instead", () => {
  const made = board(60, 40);
  assert.ok(!made.detailed);
  made.setReplay(replay());
  const [floor, open, closed] = [10, 1, 0].map((cell) => made.fillOf(cell));
  assert.equal(floor, css(parts(COLOURS.floor)));
  assert.ok(open !== floor && closed !== floor && open !== closed);
  assert.equal(made.fillOf(31), css(parts(COLOURS.wall)));
  const large = board(424, 300);
  large.setReplay(replay());
  assert.equal(large.fillOf(0), floor);
});

test("only the rows that changed are written to the raster", () => {
  const made = board(60, 40);
  const raster = /** @type {any} */ (made.raster).context;
  raster.calls = [];
  made.ground.codes[10] = 1;
  made.refresh([10, 17]);
  const [[name, , , , , top, width, rows]] = raster.calls;
  assert.deepEqual([name, top, width, rows], ["putImageData", 1, WIDTH, 2]);
  assert.equal(made.pixels[10], made.shadeOf(10));
  assert.equal(made.pixels[10], made.pixels[31]); // both are walls
  assert.notEqual(made.pixels[10], made.pixels[0]);
  raster.calls = [];
  made.refresh([]);
  assert.deepEqual(raster.calls, []);
});

test("another ground of the same size keeps the layout, one of another size drops the search", () => {
  const made = board();
  made.setReplay(replay());
  const { layout } = made;
  const plan = made.ground.plan;
  made.setGround({ ...made.ground, codes: new Uint8Array(32), plan });
  assert.equal(made.layout, layout);
  assert.ok(made.replay);
  made.setGround({
    width: 2,
    height: 2,
    codes: new Uint8Array(4),
    palette: [1],
    plan: { lattice: "squares" },
  });
  assert.notEqual(made.layout, layout);
  assert.deepEqual([made.replay, made.raster.width, made.pixels.length], [null, 2, 4]);
});

test("a board is drawn once at the next frame, however often it is asked for", () => {
  dropFrames();
  const made = board(424, 300);
  assert.equal(nextFrame(), 1); // it asks for its first one itself
  let drawn = 0;
  made.over.push(() => drawn++);
  for (let i = 0; i < 5; i++) made.requestDraw();
  assert.equal(nextFrame(), 1);
  assert.equal(drawn, 1);
  assert.equal(nextFrame(), 0);
});

test("what moves over a board is drawn on a picture of the rest, which is drawn once", () => {
  dropFrames();
  const made = board(424, 300);
  const context = /** @type {any} */ (made.context);
  let [below, over] = [0, 0];
  made.under.push(() => below++);
  made.over.push(() => over++);
  nextFrame();
  for (const frame of [1, 2, 3]) {
    context.drawn = [];
    context.calls = [];
    made.requestOver();
    assert.equal(nextFrame(), 1);
    assert.deepEqual([below, over], [2, 1 + frame]);
    assert.deepEqual(context.drawn, []);
    assert.deepEqual(context.calls[2], ["drawImage", made.below, 0, 0]);
  }
  const { drawn } = /** @type {any} */ (made.below).context;
  made.requestOver();
  made.requestDraw();
  assert.equal(nextFrame(), 1);
  assert.deepEqual([below, over], [3, 5]);
  assert.deepEqual(context.drawn, drawn); // the same picture
  made.selected = 3;
  made.requestDraw();
  nextFrame();
  made.requestOver();
  nextFrame();
  assert.ok(/** @type {any} */ (made.below).context.drawn.length > drawn.length); // not the one before
});

test("ground lies below the page's own painters, these below path, ends and rings", () => {
  const made = board(424, 300);
  const context = /** @type {any} */ (made.context);
  made.under.push(() => context.note("under", "", {}));
  made.over.push(() => context.note("over", "", {}));
  Object.assign(made, { start: 0, goal: 9, path: [0, 9], selected: 3 });
  context.calls = [];
  context.drawn = [];
  made.draw();
  assert.deepEqual(context.calls.slice(0, 2), [
    ["setTransform", 1, 0, 0, 1, 0, 0],
    ["clearRect", 0, 0, 424, 300],
  ]);
  const order = [
    context.kinds.indexOf("under"),
    context.drawn.findIndex(
      (/** @type {any} */ { style, kind }) => style === COLOURS.path && kind === "stroke",
    ),
    context.drawn.findIndex((/** @type {any} */ { text }) => text === "A"),
    context.kinds.indexOf("over"),
  ];
  assert.deepEqual(
    order,
    [...order].sort((a, b) => a - b),
  );
  assert.equal(order[0], 0);
  assert.equal(order[3], context.drawn.length - 1);
});

test("the current square is filled, and framed a little larger where squares are tiny", () => {
  const [tiny, large] = [board(20, 14), board(424, 300)].map((made) => {
    made.setReplay(replay());
    const context = /** @type {any} */ (made.context);
    context.drawn = [];
    fillCurrent(made);
    frameCurrent(made);
    const [fill, stroke] = context.drawn;
    assert.deepEqual([fill.style, stroke.style], [COLOURS.current, COLOURS.text]);
    return { unit: made.unit, side: fill.path.calls[0][3] };
  });
  assert.ok(tiny.side > tiny.unit);
  assert.equal(large.side, large.unit);
});

test("text has a rim only where a line runs behind it", () => {
  const made = board();
  const context = /** @type {any} */ (made.context);
  context.drawn = [];
  made.style(20, "middle", "#fefefe", 600);
  assert.deepEqual([context.font, context.lineWidth], ["600 20px system-ui, sans-serif", 4.4]);
  made.write("12", 3, 4, false);
  made.write("13", 3, 4, true);
  assert.deepEqual(context.kinds, ["fillText", "strokeText", "fillText"]);
});

/** A search that has seen all squares, with the same numbers in each. @param {number} f @param {number} g @returns {any} */
const searched = (f, g) => ({
  mark: () => 1,
  fromGoal: () => false,
  parent: () => -1,
  current: -1,
  cells: 32,
  usesG: true,
  events: {},
  f: () => f,
  g: () => g,
  h: () => f - g,
});

/** What a board writes, with its start in the first square. @param {number} width @param {number} f @param {number} g @param {string} [lattice] */
function written(width, f, g, lattice = "squares") {
  const made = board(width, width);
  const { codes } = made.ground;
  made.setGround({ width: WIDTH, height: HEIGHT, codes, palette: [1, null], plan: { lattice } });
  made.fit();
  made.start = 0;
  made.setReplay(searched(f, g));
  const context = /** @type {any} */ (made.canvas).context;
  made.draw();
  return context.drawn.filter((/** @type {any} */ each) => each.kind === "fillText" && each.text !== "A");
}

test("squares without room for three numbers hold F alone, and none under the start", () => {
  const texts = written(8 * 31 + 24, 461, 217).map((/** @type {any} */ { text }) => text);
  assert.deepEqual(texts, Array(31).fill("461"));
  assert.deepEqual(written(8 * 22 + 24, 461, 217), []);
});

test("G and H do not touch each other, whatever the shape of a cell", () => {
  for (const lattice of ["squares", "odd-r", "odd-q", "triangles"])
    for (const [f, g] of [
      [22.5, 12.5],
      [23, 13],
      [16.73, 0],
    ])
      for (let side = 40; side < 70; side++) {
        const drawn = written(9 * side + 24, f, g, lattice).slice(3, 6);
        const [, so_far, rest] = drawn;
        if (!rest || so_far.at[1] !== rest.at[1]) continue;
        const wide = 0.6 * Math.max(9, Math.min(20, 0.19 * side));
        const [end, begin] = [so_far.at[0] + so_far.text.length * wide, rest.at[0] - rest.text.length * wide];
        assert.ok(end + 1 < begin, `${lattice} ${side}: ${so_far.text} ${rest.text}`);
      }
});

test("numbers that a way crosses have a rim, the way beside the path included", () => {
  const made = board(8 * 50 + 24, 300);
  made.setReplay(searched(60, 20));
  made.other = [9, 10];
  const context = /** @type {any} */ (made.canvas).context;
  made.draw();
  const rims = context.drawn.filter((/** @type {any} */ each) => each.kind === "strokeText");
  assert.equal(rims.length, 6);
});

test("numbers can be read on every shade of a field, but the current one keeps its own", () => {
  const made = board(8 * 50 + 24, 300);
  made.setReplay({ ...searched(60, 20), current: 31 });
  const values = Array.from({ length: 32 }, (_, cell) => cell);
  made.heat = new Heat({ values }, /** @type {any} */ ({ ...COLOURS, field: ["#ffffff", "#000000"] }));
  const context = /** @type {any} */ (made.canvas).context;
  context.drawn = [];
  made.draw();
  const inks = context.drawn
    .filter((/** @type {any} */ each) => each.text === "60")
    .map((/** @type {any} */ each) => each.style);
  const turn = inks.indexOf("#ffffff");
  assert.ok(turn > 10 && turn < 28);
  assert.deepEqual(new Set(inks.slice(0, turn)), new Set(["#10141a"]));
  assert.deepEqual(new Set(inks.slice(turn, 31)), new Set(["#ffffff"]));
  assert.notEqual(inks[31], "#ffffff");
});
