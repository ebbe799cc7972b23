/** The kinds of board: the layout of their cells, their nouns, and the format of places. */

import { axialOf } from "../../../lib/board/axial.js";
import { graphPlan } from "./graphs.js";
import { planeOf } from "../mesh/shape.js";
import { grouped, keyOf, say } from "../page/language.js";
import { state } from "../state.js";

/** Kinds whose cells lie in rows and columns. */
export const CELL_KINDS = ["squares", "odd-r", "even-r", "odd-q", "even-q", "triangles"];

/** @param {string[]} kinds @returns {{value: string, words: string}[]} kinds to choose from, in the language
 * of the page */
const offered = (kinds) => kinds.map((kind) => ({ value: kind, words: say(keyOf(`studio.kind.${kind}`)) }));

/** The kinds of cells to choose from. */
export const cellKinds = () => offered(CELL_KINDS);

/** All kinds of board to choose from. */
export const allKinds = () => offered([...CELL_KINDS, "graph", "mesh"]);

const SQUARE = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
];
const NOUNS = /** @type {const} */ ({
  squares: "square",
  hexagons: "hexagon",
  triangles: "triangle",
  graph: "node",
  mesh: "point",
});
/** @typedef {keyof typeof NOUNS} Family a kind of board, whatever the layout of its hexagons */

/** @param {{kind: string}} [map] */
export const isGraph = (map = state.map) => map.kind === "graph";

/** Whether a board is a mesh, without cells. @param {{kind: string}} [map] */
export const isMesh = (map = state.map) => map.kind === "mesh";

/** Whether a board consists of squares. */
export const isUpright = () => state.map.kind === "squares";

/** Whether a board consists of cells other than squares, in rows and columns. @param {{kind: string}} [map] */
export const isTiled = (map = state.map) => map.kind !== "squares" && CELL_KINDS.includes(map.kind);

/** The kind in the tables of algorithms and estimates. @param {{kind: string}} [map] @returns {Family} */
export const family = ({ kind } = state.map) => (kind in NOUNS ? /** @type {Family} */ (kind) : "hexagons");

/** Whether a board consists of hexagons. @param {{kind: string}} [map] */
export const isHex = (map = state.map) => family(map) === "hexagons";

/** The noun for a cell, as a value for messages. @param {number} [count] the number of cells @returns
 * {import("../page/language.js").Value} */
export const noun = (count = 1) => ({ say: `noun.${NOUNS[family()]}`, with: { count } });

/** The noun at the beginning of a title. @param {number} [count] @returns {string} */
export const nounTitle = (count = 1) => say(`title.${NOUNS[family()]}`, { count });

/** @param {string} words @returns {string} the text with a capital letter, for a title */
export const titled = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** @param {import("../state.js").BoardMap} map @returns {import("../../../lib/board/layouts.js").Plan} the layout of
 * its cells */
export function planOf(map) {
  if (map.mesh) return { centres: [], outline: SQUARE, size: planeOf(map.mesh.polygons).size };
  return map.graph ? graphPlan(map.graph) : { lattice: map.kind };
}

/** How large a board is, in words. @param {import("../state.js").BoardMap} map @returns {string} */
export function sizeWords({ graph, mesh, width, height }) {
  if (graph) return say("studio.map.nodes", { count: width, nodes: grouped(width) });
  if (!mesh) return say("studio.map.size", { width, height });
  const count = mesh.polygons.flat().reduce((sum, ring) => sum + ring.length, 0);
  return say("studio.map.corners", { count, corners: grouped(count) });
}

/** @param {number} cell @returns {string} its place in sentences */
export function placeWords(cell) {
  const { graph, width } = state.map;
  if (graph) return graph.names[cell] ?? String(cell);
  return `(${cell % width}, ${Math.floor(cell / width)})`;
}

/** @param {number} cell @returns {string} its place before other text; for hexagons with axial coordinates */
export function fullPlace(cell) {
  if (isGraph())
    return say(isNaN(Number(placeWords(cell))) ? "studio.place.name" : "studio.place.node", {
      name: placeWords(cell),
    });
  if (!isHex()) return placeWords(cell);
  const [q, r] = axialOf(cell % state.map.width, Math.floor(cell / state.map.width), state.map.kind);
  return say("studio.place.hex", { place: placeWords(cell), q, r });
}

/** @param {import("../state.js").Kind} kind @returns {number|null} what the chosen unit pays for it; null if it
 * cannot enter */
export function paid({ cost, name }) {
  const terrain = state.table?.profiles.find((row) => row.name === state.rules.profile)?.terrain ?? {};
  const own = cost === null && !name ? undefined : terrain[name || "ground"];
  return own === undefined ? cost : own;
}
