/** The kinds of board: how their cells lie, what one is called, and how a place is written. */

import { axialOf } from "../../lib/axial.js";
import { graphPlan } from "./graphs.js";
import { keyOf, say } from "./language.js";
import { state } from "./state.js";

/** Kinds of which the cells lie in rows and columns. */
export const CELL_KINDS = ["squares", "odd-r", "even-r", "odd-q", "even-q"];

/** @param {string[]} kinds @returns {{value: string, words: string}[]} kinds to choose from, in the words of the page */
const offered = (kinds) => kinds.map((kind) => ({ value: kind, words: say(keyOf(`studio.kind.${kind}`)) }));

/** The kinds of cells to choose from. */
export const cellKinds = () => offered(CELL_KINDS);

/** All kinds of board to choose from. */
export const allKinds = () => offered([...CELL_KINDS, "graph"]);

const NOUNS = /** @type {const} */ ({ squares: "square", hexagons: "hexagon", graph: "node" });

/** @param {{kind: string}} [map] */
export const isGraph = (map = state.map) => map.kind === "graph";

/** Whether a board is made of hexagons. @param {{kind: string}} [map] */
export const isHex = (map = state.map) => map.kind !== "squares" && !isGraph(map);

/** The kind as the tables of algorithms and estimates have it. @returns {"squares"|"hexagons"|"graph"} */
export const family = () => (isGraph() ? "graph" : isHex() ? "hexagons" : "squares");

/** What a cell is called, as other messages take it. @param {number} [count] of how many they speak @returns {import("./language.js").Value} */
export const noun = (count = 1) => ({ say: `noun.${NOUNS[family()]}`, with: { count } });

/** The same at the beginning of a title. @param {number} [count] @returns {string} */
export const nounTitle = (count = 1) => say(`title.${NOUNS[family()]}`, { count });

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
  if (isGraph())
    return say(isNaN(Number(placeWords(cell))) ? "studio.place.name" : "studio.place.node", {
      name: placeWords(cell),
    });
  if (!isHex()) return placeWords(cell);
  const [q, r] = axialOf(cell % state.map.width, Math.floor(cell / state.map.width), state.map.kind);
  return say("studio.place.hex", { place: placeWords(cell), q, r });
}
