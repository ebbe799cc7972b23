/** The kinds of board: how their cells lie, what one is called, and how a place is written. */

import { axialOf } from "../../lib/axial.js";
import { graphPlan } from "./graphs.js";
import { state } from "./state.js";

/** Kinds of which the cells lie in rows and columns, in the words of the page. */
export const CELL_KINDS = [
  { value: "squares", words: "Squares" },
  { value: "odd-r", words: "Hexagons, point up, odd rows to the right" },
  { value: "even-r", words: "Hexagons, point up, even rows to the right" },
  { value: "odd-q", words: "Hexagons, flat top, odd columns down" },
  { value: "even-q", words: "Hexagons, flat top, even columns down" },
];
export const KINDS = [...CELL_KINDS, { value: "graph", words: "Nodes and edges of a graph" }];

const NOUNS = { squares: ["square", "squares"], hexagons: ["hexagon", "hexagons"], graph: ["node", "nodes"] };

/** @param {{kind: string}} [map] */
export const isGraph = (map = state.map) => map.kind === "graph";

/** Whether a board is made of hexagons. @param {{kind: string}} [map] */
export const isHex = (map = state.map) => map.kind !== "squares" && !isGraph(map);

/** The kind as the tables of algorithms and estimates have it. @returns {"squares"|"hexagons"|"graph"} */
export const family = () => (isGraph() ? "graph" : isHex() ? "hexagons" : "squares");

/** What one cell is called. */
export const noun = () => NOUNS[family()][0];

/** What several cells are called. */
export const nouns = () => NOUNS[family()][1];

/** @param {string} words @returns {string} the same, as a title begins */
export const titled = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** @param {import("./state.js").BoardMap} map @returns {import("../../lib/layouts.js").Plan} where its cells lie */
export function planOf(map) {
  return map.graph ? graphPlan(map.graph) : { lattice: map.kind };
}

/** @param {number} cell @returns {string} its place as sentences have it */
export function placeWords(cell) {
  const { graph, width } = state.map;
  if (graph) return graph.names[cell] ?? String(cell);
  return `(${cell % width}, ${Math.floor(cell / width)})`;
}

/** @param {number} cell @returns {string} its place before other words; of hexagons in axial coordinates too */
export function fullPlace(cell) {
  if (isGraph()) return `${isNaN(Number(placeWords(cell))) ? "" : "node "}${placeWords(cell)},`;
  if (!isHex()) return placeWords(cell);
  const [q, r] = axialOf(cell % state.map.width, Math.floor(cell / state.map.width), state.map.kind);
  return `${placeWords(cell)} axial (${q}, ${r})`;
}
