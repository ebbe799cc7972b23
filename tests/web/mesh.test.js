import assert from "node:assert/strict";
import { test } from "node:test";
import { Context } from "./canvas.js";
import { drawMesh, drawMeshPath } from "../../src/pathstar/web/lib/overlays/mesh.js";
import { Shades } from "../../src/pathstar/web/lib/board/shades.js";
import { css, mix, parts } from "../../src/pathstar/web/lib/board/strokes.js";
import {
  boxOf,
  handleAt,
  handles,
  lengthOf,
  meshOf,
  middleOf,
  moved,
  planeOf,
  pricedArea,
  resizedDisc,
  same,
  turnsOf,
  withArea,
  without,
  withObstacle,
  withRadius,
} from "../../src/pathstar/web/studio/js/mesh/shape.js";

/** @typedef {import("../../src/pathstar/web/studio/js/mesh/shape.js").MeshData} MeshData */
/** @typedef {import("../../src/pathstar/web/studio/js/mesh/shape.js").Point} Point */

/** @type {(left: number, top: number, right: number, bottom: number) => Point[]} */
const box = (left, top, right, bottom) => boxOf([left, top], [right, bottom]);

/** A hall of 20 x 10 with a pillar of the ground's own, a disc, a block and an area. @returns {MeshData} */
const hall = () => ({
  polygons: [[box(0, 0, 20, 10), box(9, 4, 11, 6)]],
  shape: {
    radius: 0.5,
    obstacles: [
      { kind: "disc", place: [5, 5], radius: 1 },
      { kind: "block", corners: box(14, 2, 16, 4) },
    ],
    areas: [{ polygon: [box(4, 4, 8, 9)], cost: 3 }],
  },
  start: [1, 1],
  goal: [19, 9],
});

test("the plane fits onto the board with a border, its longer side 40 units", () => {
  const { polygons } = hall();
  const plane = planeOf(polygons);
  assert.deepEqual(plane, { origin: [-0.3, -0.3], unit: 2, size: [41.2, 21.2], span: 20 });
  assert.equal(planeOf(polygons), plane); // the same object, so that a board keeps its layout
  assert.equal(planeOf([[box(3, 3, 3, 3)]]).unit, 40); // no ground at all has no size to divide by
});

test("the uppermost thing is found: ends, then obstacles, then areas", () => {
  const mesh = hall();
  assert.deepEqual(handleAt(mesh, [1.3, 1], 0.5), { of: "start" });
  assert.equal(handleAt(mesh, [1.3, 1], 0.2), null);
  assert.deepEqual(handleAt(mesh, [19, 9.4], 0.5), { of: "goal" });
  assert.deepEqual(handleAt(mesh, [5.5, 5.5], 0.5), { of: "obstacles", at: 0 }); // over the area
  assert.deepEqual(handleAt(mesh, [5.9, 5.9], 0.5), { of: "areas", at: 0 }); // beside the disc
  assert.deepEqual(handleAt(mesh, [15, 3], 0.5), { of: "obstacles", at: 1 });
  assert.equal(handleAt(mesh, [12, 8], 0.5), null);
});

test("each thing has a handle and a middle, in the order of the keyboard", () => {
  const mesh = hall();
  const all = handles(mesh);
  assert.deepEqual(
    all.map((handle) => middleOf(mesh, handle)),
    [
      [1, 1],
      [19, 9],
      [5, 5],
      [15, 3],
      [6, 6.5],
    ],
  );
  for (const [i, one] of all.entries())
    for (const [j, two] of all.entries()) assert.equal(same(one, { ...two }), i === j);
  assert.ok(same(null, null) && !same(null, all[0]));
});

test("a move leaves the mesh before as it was, and moves every corner", () => {
  const before = hall();
  const kept = structuredClone(before);
  for (const handle of handles(before)) {
    const [x, y] = middleOf(before, handle);
    const after = moved(before, handle, [1.5, -2]);
    assert.deepEqual(middleOf(after, handle), [x + 1.5, y - 2]);
    const others = handles(before).filter((each) => !same(each, handle));
    for (const other of others) assert.deepEqual(middleOf(after, other), middleOf(before, other));
    assert.deepEqual(moved(after, handle, [-1.5, 2]), before);
  }
  assert.deepEqual(before, kept);
});

test("things are added last, changed, and taken away; start and target stay", () => {
  const before = hall();
  const disc = /** @type {const} */ ({ kind: "disc", place: [2, 8], radius: 0.7 });
  const more = withObstacle(before, { ...disc, place: [2, 8] });
  assert.deepEqual(more.shape.obstacles[2], disc);
  assert.deepEqual(without(more, { of: "obstacles", at: 2 }), before);
  assert.deepEqual(without(before, { of: "obstacles", at: 0 }).shape.obstacles, [before.shape.obstacles[1]]);
  assert.equal(without(before, { of: "start" }), before);
  assert.deepEqual(resizedDisc(before, 0, 2).shape.obstacles[0], { kind: "disc", place: [5, 5], radius: 2 });
  const area = { polygon: [box(0, 0, 1, 1)], cost: 0.5 };
  assert.deepEqual(withArea(before, area).shape.areas[1], area);
  assert.equal(pricedArea(before, 0, 7).shape.areas[0].cost, 7);
  assert.equal(withRadius(before, 0).shape.radius, 0);
  assert.equal(before.shape.radius, 0.5);
});

test("a line has a length and turns", () => {
  assert.equal(
    lengthOf([
      [0, 0],
      [3, 4],
      [3, 10],
    ]),
    11,
  );
  assert.equal(
    turnsOf([
      [0, 0],
      [3, 4],
      [3, 10],
    ]),
    1,
  );
  assert.deepEqual([lengthOf([]), turnsOf([]), turnsOf([[1, 1]])], [0, 0, 0]);
});

test("a link gives the mesh back, and one that was damaged is refused", () => {
  const mesh = hall();
  assert.deepEqual(meshOf(JSON.parse(JSON.stringify(mesh))), mesh);
  const damaged = [
    { ...mesh, start: [1] },
    { ...mesh, goal: [1, null] },
    {
      ...mesh,
      polygons: [
        [
          [
            [0, 0],
            [1, 1],
          ],
        ],
      ],
    },
    { ...mesh, polygons: "ground" },
    { ...mesh, polygons: [[]] },
    { ...mesh, shape: { ...mesh.shape, radius: "wide" } },
    { ...mesh, shape: { ...mesh.shape, obstacles: [{ kind: "disc", place: [1, 1] }] } },
    { ...mesh, shape: { ...mesh.shape, obstacles: [{ kind: "block", corners: [[1, 1]] }] } },
    { ...mesh, shape: { ...mesh.shape, areas: [{ polygon: [box(0, 0, 1, 1)], cost: null }] } },
    {},
  ];
  for (const each of damaged) assert.throws(() => meshOf(each), JSON.stringify(each));
});

const COLOURS = /** @type {any} */ ({
  ...{
    page: "#ffffff",
    text: "#111111",
    muted: "#777777",
    line: "#cccccc",
    floor: "#f6f3ea",
    dear: "#c0b090",
  },
  ...{
    wall: "#406080",
    open: "#80c040",
    closed: "#40a0e0",
    start: "#006644",
    goal: "#dd2200",
    path: "#cc0088",
  },
  ...{ halo: "#fefefe", tint: 0.5, terrain: {} },
});

/** A board at 10 pixels a unit, whose corner lies at (100, 50), and the hall on it. @param {object} [more] */
function shown(more = {}) {
  const context = new Context();
  const canvas = { width: 600, height: 400, getContext: () => context };
  Object.assign(globalThis, { document: { createElement: () => canvas } }); // what is kept is noted in the same list
  const board = /** @type {any} */ ({
    context,
    canvas,
    size: { width: 600, height: 400, ratio: 1 },
    colours: COLOURS,
    shades: new Shades(COLOURS, [1, null]),
    view: { x: 100, y: 50, scale: 10 },
    unit: 10,
    detailed: true,
    style() {},
    write: (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y) =>
      context.fillText(text, x, y),
  });
  const { polygons, shape, start, goal } = hall();
  const { origin, unit } = planeOf(polygons);
  const two = {
    points: [0, 0, 9, 0, 9, 10, 0, 10, 20, 0, 20, 10],
    corners: [0, 1, 2, 3, 1, 4, 5, 2],
    offsets: [0, 4, 8],
    costs: [1, 3],
  };
  /** @type {any} */
  const mesh = {
    origin,
    unit,
    ground: polygons,
    ...shape,
    polygons: two,
    line: [],
    start,
    goal,
    held: null,
    ...more,
  };
  return { board, mesh, drawn: context.drawn };
}

/** The canvas' point of a place in the hall: 20 pixels to a unit of length, 6 pixels of border. @param {number} x @param {number} y */
const spot = (x, y) => [100 + 20 * (x + 0.3), 50 + 20 * (y + 0.3)];
const near = (/** @type {number[]} */ got, /** @type {number[]} */ wanted) =>
  got.forEach((each, i) => assert.ok(Math.abs(each - wanted[i]) < 1e-9, `${got} for ${wanted}`));

test("the walls lie below the ground, this below the polygons, obstacles above", () => {
  const { board, mesh, drawn } = shown();
  drawMesh(board, mesh);
  const fills = drawn.filter(({ kind }) => kind === "fill").map(({ style }) => style);
  const ground = css(mix(parts(COLOURS.floor), parts(COLOURS.wall), 0.16));
  const dear = css(board.shades.shadeOf(board.shades.dearnessOf(3)));
  assert.deepEqual(fills, [COLOURS.wall, ground, css(parts(COLOURS.floor)), dear, COLOURS.wall]);
  const hull = drawn[0].path.calls;
  assert.equal(hull.length, 5);
  const rings = drawn[1].path.calls.filter((/** @type {any[]} */ [name]) => name === "closePath");
  assert.equal(rings.length, 2); // the outline and its hole
});

test("polygons, discs and costs lie where the plane says", () => {
  const { board, mesh, drawn } = shown();
  drawMesh(board, mesh);
  const [first] = drawn.filter(({ style }) => style === css(parts(COLOURS.floor)));
  near(first.path.calls[1].slice(1), spot(9, 0));
  const obstacles = drawn.filter(({ kind, style }) => kind === "fill" && style === COLOURS.wall)[1].path
    .calls;
  const arc = obstacles.find((/** @type {any[]} */ [name]) => name === "arc");
  near(arc.slice(1, 4), [...spot(5, 5), 20]);
  const label = drawn.find(({ text }) => text === "× 3");
  near(label?.at ?? [], spot(6, 6.5));
  const dashed = drawn.filter(({ dash }) => dash.length);
  assert.equal(dashed.length, 1); // the area's border
});

test("the floor is drawn once, and where polygons have changed", () => {
  const { board, mesh, drawn } = shown({ obstacles: [], areas: [] });
  const dear = css(board.shades.shadeOf(board.shades.dearnessOf(3)));
  const styles = () =>
    drawn.splice(0).flatMap(({ kind, style, path }) => (kind === "fill" && path.calls.length ? style : []));
  drawMesh(board, mesh);
  const whole = styles();
  assert.equal(whole.filter((style) => style === dear).length, 1);
  drawMesh(board, mesh);
  assert.deepEqual(styles(), []);
  const half = { points: [9, 0, 20, 0, 20, 5, 9, 5], corners: [0, 1, 2, 3], offsets: [0, 4], costs: [3] };
  mesh.changes = { gone: new Set([1]), added: half };
  drawMesh(board, mesh);
  const [fresh] = drawn.filter(({ kind, style }) => kind === "fill" && style === dear);
  near(fresh.path.calls[2].slice(1), spot(20, 5)); // not the one that is gone, which ends at 10
  assert.equal(fresh.path.calls.length, 5);
  assert.deepEqual(styles().toSorted(), whole.toSorted()); // the first polygon touches the second, so it is drawn, too
  const [clip] = board.context.calls.filter((/** @type {any[]} */ [name]) => name === "clearRect").slice(-1);
  near(clip.slice(1), [spot(9, 0)[0] - 2, spot(9, 0)[1] - 2, 224, 204]);
  mesh.changes = { gone: new Set(), added: { points: [], corners: [], offsets: [0], costs: [] } };
  drawMesh(board, mesh);
  assert.deepEqual(styles(), []);
  board.view.scale = 11;
  drawMesh(board, mesh);
  assert.deepEqual(styles(), whole);
});

test("without polygons the ground is drawn all the same, and small areas have no label", () => {
  const { board, mesh, drawn } = shown({ polygons: null });
  mesh.areas = [{ polygon: [box(4, 4, 5, 5)], cost: 3 }];
  drawMesh(board, mesh);
  assert.ok(drawn.length > 3);
  assert.ok(drawn.every(({ text }) => text === undefined));
  drawMesh(board, null);
  drawMeshPath(board, null);
});

test("the path has the width of the unit, corners, and ends above it", () => {
  const { board, mesh, drawn } = shown({
    line: [
      [1, 1],
      [5, 7],
      [19, 9],
    ],
  });
  drawMeshPath(board, mesh);
  const [swath, halo, line] = drawn;
  assert.deepEqual([swath.width, swath.alpha, swath.style], [20, 0.2, COLOURS.path]); // twice the radius
  assert.deepEqual([halo.style, line.style], [COLOURS.halo, COLOURS.path]);
  near(line.path.calls[1].slice(1), spot(5, 7));
  const letters = drawn.filter(({ kind }) => kind === "fillText");
  assert.deepEqual(
    letters.map(({ text }) => text),
    ["A", "B"],
  );
  near(letters[0].at ?? [], [spot(1, 1)[0], spot(1, 1)[1] + 0.5]);
  const narrow = shown({
    radius: 0,
    line: [
      [1, 1],
      [19, 9],
    ],
  });
  drawMeshPath(narrow.board, narrow.mesh);
  assert.ok(narrow.drawn.every(({ alpha }) => alpha === 1));
  const none = shown();
  drawMeshPath(none.board, none.mesh);
  assert.ok(none.drawn.every(({ style }) => style !== COLOURS.path));
});

test("a ring lies around what is held: a disc, or an outline", () => {
  const disc = shown({ held: { place: [5, 5], radius: 1 } });
  drawMeshPath(disc.board, disc.mesh);
  assert.deepEqual(
    disc.drawn.slice(0, 2).map(({ style, width }) => [style, width]),
    [
      [COLOURS.halo, 5],
      [COLOURS.text, 2.5],
    ],
  );
  near(disc.drawn[0].path.calls[0].slice(1, 4), [...spot(5, 5), 20]);
  const block = shown({ held: [box(14, 2, 16, 4)] });
  drawMeshPath(block.board, block.mesh);
  assert.equal(block.drawn[0].path.calls.length, 5);
});

test("links are dashed bows with an arrow wherever they lead, and the path follows those that it takes", () => {
  const bow = [
    [1, 1],
    [3, 2],
    [5, 1],
  ];
  const links = [
    { bow, bothWays: true },
    { bow, bothWays: false },
  ];
  const line = [
    [1, 1],
    [5, 1],
  ];
  const { board, mesh, drawn } = shown({ links, line, way: bow, areas: [] });
  drawMesh(board, mesh);
  const [dashed] = drawn.filter(({ dash }) => dash.length);
  near(dashed.path.calls[1].slice(1), spot(3, 2));
  const heads = drawn.filter(({ kind, style }) => kind === "fill" && style === COLOURS.text);
  const tips = heads[0].path.calls.filter((/** @type {any[]} */ [name]) => name === "moveTo");
  assert.equal(tips.length, 3);
  near(tips[0].slice(1), spot(5, 1));
  near(tips[1].slice(1), spot(1, 1));
  const from = drawn.length;
  drawMeshPath(board, mesh);
  const path = drawn
    .slice(from)
    .find(({ kind, style, alpha }) => kind === "stroke" && style === COLOURS.path && alpha === 1);
  assert.equal(path?.path.calls.length, 3);
  near(path?.path.calls[1].slice(1), spot(3, 2));
});
