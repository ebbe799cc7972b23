/** The floor of a mesh board: the ground, and the polygons that are searched. It is kept as a picture, since most of it stays while
 * something is dragged over it. */

import { hullOf } from "../board/plane.js";
import { css, mix, Outlines, parts } from "../board/strokes.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../board/plane.js").Point} Point */
/** @typedef {import("./mesh.js").Mesh} Mesh */
/** @typedef {{points: ArrayLike<number>, corners: ArrayLike<number>, offsets: ArrayLike<number>, costs: ArrayLike<number>}} Polygons x and y of
 * each point, the corners of all polygons, where those of each begin, and what each costs */
/** @typedef {{gone: Set<number>, added: Polygons}} Changes how polygons differ from others: the numbers of those that are gone, and new ones */
/** Some of a number of polygons. @typedef {{polygons: Polygons, numbers: number[]}} Faces */

const MARGIN = 0.16; // how much darker ground is where the unit does not fit
const RIM = 2; // pixels by which lines reach beyond what they outline

/** @param {Board} board @param {{origin: Point, unit: number}} mesh @returns {(place: ArrayLike<number>) => Point} from the plane to the
 * canvas */
export function onCanvas({ view }, { origin, unit }) {
  const scale = view.scale * unit;
  return (place) => [view.x + (place[0] - origin[0]) * scale, view.y + (place[1] - origin[1]) * scale];
}

/** Adds a ring to a path. @param {Path2D} path @param {Point[]} ring @param {(place: Point) => Point} at */
export function addRing(path, ring, at) {
  ring.forEach((place, i) => (i ? path.lineTo(...at(place)) : path.moveTo(...at(place))));
  path.closePath();
}

/** @param {Point[][]} rings @param {(place: Point) => Point} at */
export function outlineOf(rings, at) {
  const path = new Path2D();
  for (const ring of rings) addRing(path, ring, at);
  return path;
}

/** @type {WeakMap<Point[][][], Point[]>} */
const hulls = new WeakMap();

/** The convex hull of a ground: what lies in it beside the ground are walls. @param {Point[][][]} ground @returns {Point[]} */
function hullOfGround(ground) {
  const known = hulls.get(ground) ?? hullOf(ground.flatMap(([outline]) => outline));
  hulls.set(ground, known);
  return known;
}

/**
 * The ground and its polygons as a picture, which serves as long as neither they nor the view change.
 * @typedef {{picture: HTMLCanvasElement, of: unknown[]}} Floor
 */
/** @type {WeakMap<Board, Floor>} */
const floors = new WeakMap();

/** Draws the floor. @param {Board} board @param {Mesh} mesh */
export function drawFloor(board, mesh) {
  const { context, size } = board;
  context.drawImage(pictureOf(board, mesh), 0, 0, size.width, size.height);
  if (mesh.polygons && mesh.changes) drawChanges(board, mesh, mesh.polygons, mesh.changes);
}

/** @param {Board} board @param {Mesh} mesh */
function pictureOf(board, mesh) {
  const { view, size, canvas, colours, shades } = board;
  const look = [view.x, view.y, view.scale, size.ratio, canvas.width, canvas.height, colours, shades];
  const of = [mesh.ground, mesh.polygons, mesh.unit, ...mesh.origin, ...look];
  const known = floors.get(board);
  if (known && known.of.every((each, i) => each === of[i])) return known.picture;
  const picture = known?.picture ?? document.createElement("canvas");
  Object.assign(picture, { width: canvas.width, height: canvas.height });
  const context = /** @type {CanvasRenderingContext2D} */ (picture.getContext("2d"));
  context.setTransform(size.ratio, 0, 0, size.ratio, 0, 0);
  paintFloor(context, board, mesh, mesh.polygons ? [facesOf(mesh.polygons)] : []);
  floors.set(board, { picture, of });
  return picture;
}

/**
 * Draws the ground and polygons on it.
 * @param {CanvasRenderingContext2D} context @param {Board} board @param {Mesh} mesh @param {Faces[]} faces
 */
function paintFloor(context, board, mesh, faces) {
  const { colours } = board;
  const at = onCanvas(board, mesh);
  context.fillStyle = colours.wall;
  context.fill(outlineOf([hullOfGround(mesh.ground)], at));
  const ground = outlineOf(mesh.ground.flat(), at);
  context.fillStyle = css(mix(parts(colours.floor), parts(colours.wall), MARGIN));
  context.fill(ground, "evenodd");
  drawPolygons(context, board, faces, at);
  context.strokeStyle = colours.wall;
  context.lineWidth = 2;
  context.stroke(ground);
}

/** Redraws the part where polygons have changed. @param {Board} board @param {Mesh} mesh @param {Polygons} polygons
 * @param {Changes} changes */
function drawChanges(board, mesh, polygons, { gone, added }) {
  const boxes = boxesOf(polygons);
  const fresh = boxesOf(added);
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  const include = (/** @type {Float64Array} */ from, /** @type {number} */ number) => {
    for (const side of [0, 1]) {
      box[side] = Math.min(box[side], from[4 * number + side]);
      box[2 + side] = Math.max(box[2 + side], from[4 * number + 2 + side]);
    }
  };
  for (const number of gone) include(boxes, number);
  for (let number = 0; 4 * number < fresh.length; number++) include(fresh, number);
  if (box[0] > box[2]) return;
  const at = onCanvas(board, mesh);
  const { ratio } = board.size; // whole pixels of the screen: otherwise the edge of the redrawn part would show
  const [left, top] = at(box).map((each) => Math.floor((each - RIM) * ratio) / ratio);
  const [right, bottom] = at(box.slice(2)).map((each) => Math.ceil((each + RIM) * ratio) / ratio);
  const reach = RIM / (board.view.scale * mesh.unit);
  const touched = (/** @type {number} */ i) =>
    boxes[i] <= box[2] + reach &&
    boxes[i + 1] <= box[3] + reach &&
    boxes[i + 2] >= box[0] - reach &&
    boxes[i + 3] >= box[1] - reach;
  const kept = facesOf(polygons).numbers.filter((number) => !gone.has(number) && touched(4 * number));
  const { context } = board;
  context.save();
  context.beginPath();
  context.rect(left, top, right - left, bottom - top);
  context.clip();
  context.clearRect(left, top, right - left, bottom - top);
  paintFloor(context, board, mesh, [{ polygons, numbers: kept }, facesOf(added)]);
  context.restore();
}

/** All polygons. @param {Polygons} polygons @returns {Faces} */
const facesOf = (polygons) => ({
  polygons,
  numbers: Array.from({ length: polygons.offsets.length - 1 }, (_, i) => i),
});

/** @type {WeakMap<Polygons, Float64Array>} */
const allBoxes = new WeakMap();

/** The least x and y of each polygon, and the greatest. @param {Polygons} polygons */
function boxesOf(polygons) {
  const known = allBoxes.get(polygons);
  if (known) return known;
  const { points, corners, offsets } = polygons;
  const boxes = new Float64Array(4 * (offsets.length - 1));
  for (let number = 0; number + 1 < offsets.length; number++) {
    boxes.set([Infinity, Infinity, -Infinity, -Infinity], 4 * number);
    for (let i = offsets[number]; i < offsets[number + 1]; i++)
      for (const side of [0, 1]) {
        const place = points[2 * corners[i] + side];
        boxes[4 * number + side] = Math.min(boxes[4 * number + side], place);
        boxes[4 * number + 2 + side] = Math.max(boxes[4 * number + 2 + side], place);
      }
  }
  allBoxes.set(polygons, boxes);
  return boxes;
}

/** The polygons that are searched: dearer ground is darker. @param {CanvasRenderingContext2D} context @param {Board} board
 * @param {Faces[]} faces @param {(place: ArrayLike<number>) => Point} at */
function drawPolygons(context, { colours, shades }, faces, at) {
  /** @type {Map<number, Outlines>} */
  const alike = new Map();
  for (const { polygons, numbers } of faces) {
    const { points, corners, offsets, costs } = polygons;
    for (const number of numbers) {
      if (!alike.has(costs[number])) alike.set(costs[number], new Outlines());
      const path = /** @type {Outlines} */ (alike.get(costs[number])).next;
      for (let i = offsets[number]; i < offsets[number + 1]; i++) {
        const spot = at([points[2 * corners[i]], points[2 * corners[i] + 1]]);
        if (i === offsets[number]) path.moveTo(...spot);
        else path.lineTo(...spot);
      }
      path.closePath();
    }
  }
  context.strokeStyle = colours.line;
  context.lineWidth = 1;
  // Always in this order: otherwise edges between groups would look different in a part that is redrawn.
  const groups = [...alike].sort(([cost], [other]) => cost - other);
  for (const [cost, outlines] of groups) {
    context.fillStyle = css(shades.shadeOf(shades.dearnessOf(cost)));
    outlines.fill(context);
  }
  for (const [, outlines] of groups) outlines.stroke(context);
}
