/**
 * The positions and shapes of a board's cells: rows and columns on a lattice, cells by a list of their
 * centres, and the nodes of a graph with lines between them.
 *
 * All units are about the width of a cell; a board knows the scale in pixels and its own position.
 */

import { Cells } from "./cells.js";
import { Lattice } from "./lattice.js";
import { Graph } from "./network.js";

/**
 * @typedef {[number, number, CanvasTextAlign]} Spot x, y and alignment of a number, in cells from the centre
 * @typedef {{outlines: number[][][], size: number[], wraps?: boolean, numbers?: Spot[][]}} Shape the corners of a cell around
 * its middle and the positions of F, G and H, for each form of a cell, and width and height of the board
 * @typedef {{outline: number[][], size: number[], wraps?: boolean, lattice?: undefined, centres: ArrayLike<number>, graph?: boolean, edges?: ArrayLike<number>, oneWay?: ArrayLike<number>, lines?: number[], costs?: string[], names?: string[], floors?: number[], titles?: [number, number, string][]}} Listed
 * @typedef {{lattice: string, wraps?: boolean, edges?: ArrayLike<number>, oneWay?: ArrayLike<number>}} OnLattice a name in layouts.json
 * @typedef {Listed|OnLattice} Plan
 */

/** @param {{width: number, height: number, plan: Plan}} ground @returns {Lattice|Cells} */
export function layoutOf({ width, height, plan }) {
  if (plan.lattice !== undefined) return new Lattice(width, height, plan);
  return plan.graph ? new Graph(plan) : new Cells(plan);
}
