/** The kinds of board: how their cells lie, what one is called, and how a place is written. */

import { axialOf } from "/player/hexes.js";
import { state } from "./state.js";

/** Kinds of which the cells lie in rows and columns, in the words of the page. */
export const CELL_KINDS = [
  { value: "squares", words: "Squares" },
  { value: "odd-r", words: "Hexagons, point up, odd rows to the right" },
  { value: "even-r", words: "Hexagons, point up, even rows to the right" },
  { value: "odd-q", words: "Hexagons, flat top, odd columns down" },
  { value: "even-q", words: "Hexagons, flat top, even columns down" },
];

/** Whether a board is made of hexagons. @param {{kind: string}} [map] */
export const isHex = (map = state.map) => map.kind !== "squares";

/** The kind as the tables of algorithms and estimates have it. */
export const family = () => (isHex() ? "hexagons" : "squares");

/** What one cell is called. */
export const noun = () => family().slice(0, -1);

/** @param {import("./state.js").BoardMap} map @returns {import("/player/tilings.js").Plan|null} where its cells lie */
export function planOf(map) {
  return isHex(map) ? { layout: map.kind } : null;
}

/** @param {number} cell @returns {string} its place as sentences have it */
export function placeWords(cell) {
  return `(${cell % state.map.width}, ${Math.floor(cell / state.map.width)})`;
}

/** @param {number} cell @returns {string} its place, of hexagons in axial coordinates too */
export function fullPlace(cell) {
  if (!isHex()) return placeWords(cell);
  const [q, r] = axialOf(cell % state.map.width, Math.floor(cell / state.map.width), state.map.kind);
  return `${placeWords(cell)} axial (${q}, ${r})`;
}
