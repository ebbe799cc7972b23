/** What a mesh board holds, and its edits: each returns another mesh, so that undo can keep the previous one. */

import { boundsOf, inside } from "../../../lib/board/plane.js";

/**
 * @typedef {import("../../../lib/board/plane.js").Point} Point
 * @typedef {{kind: "disc", place: Point, radius: number}|{kind: "block", corners: Point[]}} Obstacle
 * @typedef {{polygon: Point[][], cost: number}} Area its outline and its holes, and what a unit of length costs
 * @typedef {{radius: number, obstacles: Obstacle[], areas: Area[]}} Shape the radius is that of the unit
 * @typedef {{polygons: Point[][][], shape: Shape, start: Point, goal: Point}} MeshData the ground is polygons,
 * each an outline and its holes
 * @typedef {{of: "start"|"goal"}|{of: "obstacles"|"areas", at: number}} Handle something that can be dragged
 */

const LONGER_SIDE = 40; // units of the board, as in the library's pictures of meshes
const BORDER = 0.6;

/** @typedef {{origin: Point, unit: number, size: [number, number], span: number}} Plane where the board lies on the plane: its
 * upper left corner, units of the board to one of the plane, its size in units, and its longer side on the plane */

/** @type {WeakMap<Point[][][], Plane>} */
const planes = new WeakMap();

/** @param {Point[][][]} polygons @returns {Plane} always the same object for the same polygons */
export function planeOf(polygons) {
  const known = planes.get(polygons);
  if (known) return known;
  const [left, top, right, bottom] = boundsOf(polygons.flatMap(([outline]) => outline));
  const [width, height] = [right - left, bottom - top];
  const span = Math.max(width, height) || 1;
  const unit = LONGER_SIDE / span;
  /** @type {Plane} */
  const made = {
    origin: [left - BORDER / unit, top - BORDER / unit],
    unit,
    size: [width * unit + 2 * BORDER, height * unit + 2 * BORDER],
    span,
  };
  planes.set(polygons, made);
  return made;
}

/** @param {Obstacle} obstacle @param {Point} place */
const covers = (obstacle, place) =>
  obstacle.kind === "disc"
    ? Math.hypot(place[0] - obstacle.place[0], place[1] - obstacle.place[1]) <= obstacle.radius
    : inside([obstacle.corners], place);

/** What lies at a point, the uppermost first: target, start, obstacles, areas.
 * @param {MeshData} mesh @param {Point} place @param {number} near how far away start and target still count
 * @returns {Handle|null} */
export function handleAt({ shape, start, goal }, place, near) {
  const by = (/** @type {Point} */ [x, y]) => Math.hypot(place[0] - x, place[1] - y);
  if (by(goal) <= near) return { of: "goal" };
  if (by(start) <= near) return { of: "start" };
  const obstacle = shape.obstacles.findLastIndex((each) => covers(each, place));
  if (obstacle >= 0) return { of: "obstacles", at: obstacle };
  const area = shape.areas.findLastIndex(({ polygon }) => inside(polygon, place));
  return area >= 0 ? { of: "areas", at: area } : null;
}

/** All that can be dragged, in the order of the keyboard. @param {MeshData} mesh @returns {Handle[]} */
export function handles({ shape }) {
  return [
    { of: "start" },
    { of: "goal" },
    ...shape.obstacles.map((_, at) => /** @type {Handle} */ ({ of: "obstacles", at })),
    ...shape.areas.map((_, at) => /** @type {Handle} */ ({ of: "areas", at })),
  ];
}

/** Whether two handles are the same. @param {Handle|null} a @param {Handle|null} b */
export const same = (a, b) =>
  a === b || Boolean(a && b && a.of === b.of && ("at" in a ? a.at : -1) === ("at" in b ? b.at : -1));

/** @param {MeshData} mesh @param {Handle} handle @returns {Point} its middle */
export function middleOf(mesh, handle) {
  if (!("at" in handle)) return mesh[handle.of];
  if (handle.of === "areas") return centreOf(mesh.shape.areas[handle.at].polygon[0]);
  const obstacle = mesh.shape.obstacles[handle.at];
  return obstacle.kind === "disc" ? obstacle.place : centreOf(obstacle.corners);
}

/** @param {Point[]} points @returns {Point} */
function centreOf(points) {
  const [left, top, right, bottom] = boundsOf(points);
  return [(left + right) / 2, (top + bottom) / 2];
}

/** @param {MeshData} mesh @param {Partial<Shape>} changed @returns {MeshData} */
const reshaped = (mesh, changed) => ({ ...mesh, shape: { ...mesh.shape, ...changed } });

/** @param {MeshData} mesh @param {Handle} handle @param {Point} by @returns {MeshData} the same with one thing moved */
export function moved(mesh, handle, [dx, dy]) {
  const shift = (/** @type {Point} */ [x, y]) => /** @type {Point} */ ([x + dx, y + dy]);
  if (!("at" in handle)) return { ...mesh, [handle.of]: shift(mesh[handle.of]) };
  const { obstacles, areas } = mesh.shape;
  if (handle.of === "areas") {
    const area = areas[handle.at];
    const polygon = area.polygon.map((ring) => ring.map(shift));
    return reshaped(mesh, { areas: areas.with(handle.at, { ...area, polygon }) });
  }
  const obstacle = obstacles[handle.at];
  const there =
    obstacle.kind === "disc"
      ? { ...obstacle, place: shift(obstacle.place) }
      : { ...obstacle, corners: obstacle.corners.map(shift) };
  return reshaped(mesh, { obstacles: obstacles.with(handle.at, there) });
}

/** @param {MeshData} mesh @param {Handle} handle @returns {MeshData} the same without one thing; start and target stay */
export function without(mesh, handle) {
  if (!("at" in handle)) return mesh;
  const { of, at } = handle;
  return reshaped(mesh, { [of]: /** @type {any[]} */ (mesh.shape[of]).toSpliced(at, 1) });
}

/** @param {MeshData} mesh @param {Obstacle} obstacle @returns {MeshData} the same with another obstacle, its last */
export const withObstacle = (mesh, obstacle) =>
  reshaped(mesh, { obstacles: [...mesh.shape.obstacles, obstacle] });

/** @param {MeshData} mesh @param {Area} area @returns {MeshData} the same with another area, its last */
export const withArea = (mesh, area) => reshaped(mesh, { areas: [...mesh.shape.areas, area] });

/** @param {MeshData} mesh @param {number} radius of the unit @returns {MeshData} */
export const withRadius = (mesh, radius) => reshaped(mesh, { radius });

/** @param {MeshData} mesh @param {number} at the number of a disc @param {number} radius @returns {MeshData} */
export function resizedDisc(mesh, at, radius) {
  const { obstacles } = mesh.shape;
  return reshaped(mesh, { obstacles: obstacles.with(at, { .../** @type {any} */ (obstacles[at]), radius }) });
}

/** @param {MeshData} mesh @param {number} at the number of an area @param {number} cost @returns {MeshData} */
export function pricedArea(mesh, at, cost) {
  const { areas } = mesh.shape;
  return reshaped(mesh, { areas: areas.with(at, { ...areas[at], cost }) });
}

/** @param {Point} a @param {Point} b @returns {Point[]} the corners of the box between two points */
export const boxOf = ([ax, ay], [bx, by]) => [
  [ax, ay],
  [bx, ay],
  [bx, by],
  [ax, by],
];

/** @param {number[][]} line @returns {number} how often it turns */
export const turnsOf = (line) => Math.max(0, line.length - 2);

/** @param {number[][]} line @returns {number} */
export const lengthOf = (line) =>
  line.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - line[i][0], y - line[i][1]), 0);

/**
 * Reads a mesh from a link.
 * @param {any} shared @returns {MeshData}
 * @throws {Error} if it is not a mesh
 */
export function meshOf({ polygons, shape, start, goal }) {
  const point = (/** @type {any} */ given) => {
    if (!Array.isArray(given) || given.length !== 2 || !given.every(Number.isFinite))
      throw new Error("not a point");
    return /** @type {Point} */ (given);
  };
  const number = (/** @type {any} */ given) => {
    if (!Number.isFinite(given)) throw new Error("not a number");
    return /** @type {number} */ (given);
  };
  const ring = (/** @type {any} */ given) => {
    if (!Array.isArray(given) || given.length < 3) throw new Error("not an outline");
    return given.map(point);
  };
  const rings = (/** @type {any} */ given) => {
    if (!Array.isArray(given) || !given.length) throw new Error("not a polygon");
    return given.map(ring);
  };
  return {
    polygons: polygons.map(rings),
    shape: {
      radius: number(shape.radius),
      obstacles: shape.obstacles.map((/** @type {any} */ each) =>
        each.kind === "disc"
          ? { kind: "disc", place: point(each.place), radius: number(each.radius) }
          : { kind: "block", corners: ring(each.corners) },
      ),
      areas: shape.areas.map((/** @type {any} */ each) => ({
        polygon: rings(each.polygon),
        cost: number(each.cost),
      })),
    },
    start: point(start),
    goal: point(goal),
  };
}
