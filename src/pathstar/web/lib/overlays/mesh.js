/** A mesh board: the ground, what is on it, the polygons that are searched, and the path. */

import LOOK from "../board/look.json" with { type: "json" };
import { drawMarker } from "../board/marks.js";
import { boundsOf, labelSpot } from "../board/plane.js";
import { addRing, drawFloor, onCanvas, outlineOf } from "./floor.js";
import { strokeThrough } from "./lines.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../board/plane.js").Point} Point */
/** @typedef {import("./floor.js").Changes} Changes */
/** @typedef {import("./floor.js").Polygons} Polygons */
/**
 * @typedef {object} Mesh
 * @property {Point} origin the point of the plane at the board's upper left corner
 * @property {number} unit units of the board to one of the plane
 * @property {Point[][][]} ground polygons, each an outline and its holes
 * @property {({kind: "disc", place: Point, radius: number}|{kind: "block", corners: Point[]})[]} obstacles
 * @property {{polygon: Point[][], cost: number}[]} areas
 * @property {number} radius of the unit
 * @property {Polygons|null} polygons where the middle of the unit may be
 * @property {Changes|null} [changes] how they differ now
 * @property {Point[]} line the path
 * @property {{bow: Point[], bothWays: boolean}[]} [links] the bows of its links, from their beginnings to their ends
 * @property {Point[]} [way] the path with a bow wherever it takes a link
 * @property {Point} start
 * @property {Point} goal
 * @property {Point[][]|{place: Point, radius: number}|null} held the outline of the thing that is held
 */

const HEAD = 0.26; // how long an arrow head is, as a share of a cell
const SLIM = 0.4; // half its width, as a share of its length
const ENTERED_RIM = 1.5;
const LABELLED_FROM = 26; // pixels across an area whose cost is written

/** Draws everything below the path. @param {Board} board @param {Mesh|null} mesh */
export function drawMesh(board, mesh) {
  if (!mesh) return;
  const at = onCanvas(board, mesh);
  drawFloor(board, mesh);
  drawObstacles(board, mesh, at);
  drawCosts(board, mesh, at);
  drawLinks(board, mesh, at);
}

/** Links are dashed bows, with an arrow wherever they lead. @param {Board} board @param {Mesh} mesh
 * @param {(place: Point) => Point} at */
function drawLinks({ context, colours, unit }, { links = [] }, at) {
  if (!links.length) return;
  const { width, least, dash, gap, rim, head } = LOOK.link;
  const thick = Math.max(least, unit * width);
  const bows = links.map(({ bow, bothWays }) => ({ spots: bow.map(at), bothWays }));
  const all = new Path2D();
  for (const { spots } of bows) spots.forEach((spot, i) => (i ? all.lineTo(...spot) : all.moveTo(...spot)));
  context.lineWidth = thick + 2 * rim;
  context.strokeStyle = colours.halo;
  context.stroke(all);
  context.lineWidth = thick;
  context.strokeStyle = colours.text;
  context.setLineDash([thick * dash, thick * gap]);
  context.stroke(all);
  context.setLineDash([]);
  const heads = new Path2D();
  for (const { spots, bothWays } of bows)
    for (const line of bothWays ? [spots, spots.toReversed()] : [spots])
      addRing(heads, headOf(line.slice(-2), Math.max(head, unit) * HEAD), (spot) => spot);
  context.fillStyle = colours.text;
  context.fill(heads);
}

/** The corners of an arrow head at the end of a line. @param {Point[]} line its last part @param {number} size @returns {Point[]} */
function headOf([[bx, by], [x, y]], size) {
  const length = Math.hypot(x - bx, y - by) || 1;
  const [dx, dy] = [((x - bx) / length) * size, ((y - by) / length) * size];
  return [
    [x, y],
    [x - dx - dy * SLIM, y - dy + dx * SLIM],
    [x - dx + dy * SLIM, y - dy - dx * SLIM],
  ];
}

/** Marks a polygon that a search enters. @param {Board} board @param {Mesh|null} mesh @param {number} polygon its number, less than
 * 0 for none */
export function drawEntered(board, mesh, polygon) {
  if (!mesh?.polygons || polygon < 0) return;
  const { points, corners, offsets } = mesh.polygons;
  const at = onCanvas(board, mesh);
  const path = new Path2D();
  for (let i = offsets[polygon]; i < offsets[polygon + 1]; i++)
    path.lineTo(...at([points[2 * corners[i]], points[2 * corners[i] + 1]]));
  path.closePath();
  const { context, colours } = board;
  context.fillStyle = context.strokeStyle = colours.current;
  context.globalAlpha = LOOK.interval.face;
  context.fill(path);
  context.globalAlpha = 1;
  context.lineWidth = ENTERED_RIM;
  context.stroke(path);
}

/** @param {Board} board @param {Mesh} mesh @param {(place: Point) => Point} at */
function drawObstacles({ context, colours, view }, mesh, at) {
  const all = new Path2D();
  for (const each of mesh.obstacles) {
    if (each.kind === "block") addRing(all, each.corners, at);
    else {
      const [x, y] = at(each.place);
      const radius = each.radius * mesh.unit * view.scale;
      all.moveTo(x + radius, y);
      all.arc(x, y, radius, 0, 2 * Math.PI);
    }
  }
  context.fillStyle = colours.wall;
  context.fill(all);
  context.strokeStyle = colours.muted;
  context.lineWidth = 1.25;
  context.stroke(all);
}

/** The borders of areas, dashed, and their costs. @param {Board} board @param {Mesh} mesh @param {(place: Point) => Point} at */
function drawCosts(board, { areas }, at) {
  const { context, colours } = board;
  context.strokeStyle = colours.muted;
  context.lineWidth = 1.5;
  context.setLineDash([5, 4]);
  for (const { polygon } of areas) context.stroke(outlineOf(polygon, at));
  context.setLineDash([]);
  board.style(13, "middle", colours.halo, 600);
  context.fillStyle = colours.text;
  for (const { polygon, cost } of areas) {
    const [left, top, right, bottom] = boundsOf(polygon[0].map(at));
    if (Math.min(right - left, bottom - top) < LABELLED_FROM) continue;
    board.write(`× ${cost}`, ...at(labelSpot(polygon)), true);
  }
}

/** Draws the path, the ground that the unit covers on it, its ends, and a ring around what is held.
 * @param {Board} board @param {Mesh|null} mesh */
export function drawMeshPath(board, mesh) {
  if (!mesh) return;
  const { context, colours, view } = board;
  const at = onCanvas(board, mesh);
  const spots = mesh.line.map(at);
  const way = mesh.line.length && mesh.way ? mesh.way.map(at) : spots;
  if (mesh.radius > 0 && spots.length) drawCovered(board, way, 2 * mesh.radius * mesh.unit * view.scale);
  if (spots.length > 1) strokeThrough(board, way, spots);
  if (mesh.held) {
    const path = new Path2D();
    if (Array.isArray(mesh.held)) for (const ring of mesh.held) addRing(path, ring, at);
    else path.arc(...at(mesh.held.place), mesh.held.radius * mesh.unit * view.scale, 0, 2 * Math.PI);
    frameHeld(context, path, colours);
  }
  drawMarker(board, "start", ...at(mesh.start));
  drawMarker(board, "goal", ...at(mesh.goal));
}

/** @param {Board} board @param {Point[]} spots @param {number} width */
function drawCovered({ context, colours }, spots, width) {
  const way = new Path2D();
  for (const spot of spots) way.lineTo(...spot);
  context.lineJoin = context.lineCap = "round";
  context.globalAlpha = 0.2;
  context.strokeStyle = colours.path;
  context.lineWidth = width;
  context.stroke(way);
  context.globalAlpha = 1;
}

/** @param {CanvasRenderingContext2D} context @param {Path2D} path @param {import("../board/board.js").Colours} colours */
function frameHeld(context, path, colours) {
  for (const [ink, width] of /** @type {[string, number][]} */ ([
    [colours.halo, 5],
    [colours.text, 2.5],
  ])) {
    context.strokeStyle = ink;
    context.lineWidth = width;
    context.stroke(path);
  }
}
