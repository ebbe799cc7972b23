/** A small picture of what each generator makes. */

import { backend } from "../backend/backend.js";
import { graphPlan } from "../board/graphs.js";
import { worldOf } from "../board/map.js";
import { colours } from "../board/stage.js";
import { OF_SQUARES, sentMesh } from "../mesh/make.js";
import { planeOf } from "../mesh/shape.js";
import { el } from "../page/dom.js";
import { Shades } from "../../../lib/board/shades.js";

const [WIDTH, HEIGHT] = [46, 28]; // squares
const SCALE = 4; // pixels for each
const SEED = 3;

/** What each generator has made, by kind and name. @type {Map<string, Promise<import("../state.js").BoardMap>>} */
const made = new Map();
/** @type {Map<string, Promise<import("../mesh/shape.js").MeshData>>} */
const meshes = new Map();

/** @param {string} kind @param {string} generator @returns {Promise<import("../state.js").BoardMap>} */
function sample(kind, generator) {
  const key = `${kind}/${generator}`;
  const known =
    made.get(key) ??
    backend
      .generate({
        kind,
        generator,
        seed: SEED,
        options: {},
        keep: false,
        ...(kind === "graph" ? {} : { width: WIDTH, height: HEIGHT }),
      })
      .then((reply) => worldOf(reply).map);
  made.set(key, known);
  return known;
}

/** @param {string} generator @returns {Promise<import("../mesh/shape.js").MeshData>} that of the squares is another each time */
function sampleMesh(generator) {
  const known = meshes.get(generator) ?? sentMesh({ generator, seed: SEED, options: {} });
  if (generator !== OF_SQUARES) meshes.set(generator, known);
  return known;
}

/** @param {string} kind of board @param {string} generator @returns {HTMLCanvasElement} */
export function preview(kind, generator) {
  const canvas = el("canvas", {
    width: WIDTH * SCALE,
    height: HEIGHT * SCALE,
    class: "preview",
    "aria-hidden": "true",
  });
  if (generator === "empty") return canvas;
  if (kind === "mesh") {
    sampleMesh(generator)
      .then((mesh) => drawMesh(canvas, mesh))
      .catch(() => meshes.delete(generator));
    return canvas;
  }
  sample(kind, generator)
    .then((map) => (map.graph ? drawGraph(canvas, map.graph) : drawCells(canvas, map)))
    .catch(() => made.delete(`${kind}/${generator}`)); // the dialog works without it
  return canvas;
}

/** @param {HTMLCanvasElement} canvas @param {import("../state.js").BoardMap} map */
function drawCells(canvas, { codes, palette, width }) {
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const shades = new Shades(
    colours(),
    palette.map(({ cost }) => cost),
    palette.map(({ name }) => name),
  );
  codes.forEach((code, cell) => {
    context.fillStyle = shades.plain(code);
    context.fillRect((cell % width) * SCALE, Math.floor(cell / width) * SCALE, SCALE, SCALE);
  });
}

/** @param {HTMLCanvasElement} canvas @param {import("../board/graphs.js").GraphData} graph */
function drawGraph(canvas, graph) {
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const { size } = graphPlan(graph);
  const scale = Math.min(canvas.width / size[0], canvas.height / size[1]);
  const at = (/** @type {number} */ node) =>
    /** @type {[number, number]} */ ([graph.centres[2 * node] * scale, graph.centres[2 * node + 1] * scale]);
  context.strokeStyle = context.fillStyle = colours().muted;
  context.beginPath();
  for (let i = 0; i < graph.edges.length; i += 2) {
    context.moveTo(...at(graph.edges[i]));
    context.lineTo(...at(graph.edges[i + 1]));
  }
  context.stroke();
  for (let node = 0; node < graph.centres.length / 2; node++) {
    const [x, y] = at(node);
    context.fillRect(x - 1.5, y - 1.5, 3, 3);
  }
}

/** @param {HTMLCanvasElement} canvas @param {import("../mesh/shape.js").MeshData} mesh */
function drawMesh(canvas, { polygons }) {
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const { origin, unit, size } = planeOf(polygons);
  const scale = Math.min(canvas.width / size[0], canvas.height / size[1]) * unit;
  context.beginPath();
  for (const ring of polygons.flat()) {
    ring.forEach(([x, y], i) => {
      const spot = /** @type {[number, number]} */ ([(x - origin[0]) * scale, (y - origin[1]) * scale]);
      if (i) context.lineTo(...spot);
      else context.moveTo(...spot);
    });
    context.closePath();
  }
  context.fillStyle = colours().floor;
  context.strokeStyle = colours().wall;
  context.fill("evenodd");
  context.stroke();
}
