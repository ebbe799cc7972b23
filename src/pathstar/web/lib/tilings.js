/**
 * Where the cells of a board lie and how they are shaped: squares, hexagons, any other cells by their centres and one
 * outline, and the nodes of a graph with lines between them.
 *
 * Everything is in units of which one is about a cell wide; a board knows how many pixels that is and where it begins.
 */

import { Cells } from "./cells.js";
import { Hexes } from "./hexes.js";
import { Graph } from "./network.js";
import { Squares } from "./squares.js";

/**
 * @typedef {{outline: [number, number][], room: number, size: [number, number], wraps?: boolean}} Shape the corners of
 * a cell around its middle, the diameter of the disc that fits into it, and width and height of the whole
 * @typedef {Shape & {layout?: undefined, centres: ArrayLike<number>, graph?: boolean, edges?: ArrayLike<number>, oneWay?: ArrayLike<number>, lines?: number[], costs?: string[], names?: string[], floors?: number[], titles?: [number, number, string][]}} Listed
 * @typedef {{layout: string, wraps?: boolean}} Hexagons how they lie, as `HexGrid` has it
 * @typedef {Listed|Hexagons} Plan
 */

/** @param {{width: number, height: number, plan?: Plan|null}} ground @returns {Squares|Hexes|Cells} */
export function tilingOf({ width, height, plan }) {
  if (!plan) return new Squares(width, height);
  if (plan.layout !== undefined) return new Hexes(width, height, plan);
  return plan.graph ? new Graph(plan) : new Cells(plan);
}
