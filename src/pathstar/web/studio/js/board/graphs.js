/**
 * Graphs in the page: reading and sending them, drawing them, and moving their nodes.
 *
 * Where costs are the lengths of edges, moving a node changes them. Otherwise only the picture changes.
 */

import { number } from "../../../lib/board/numbers.js";
import { fromBase64, toBase64 } from "../backend/base64.js";

/**
 * @typedef {object} GraphData
 * @property {Float32Array} centres the positions of the nodes in the picture: x and y of each
 * @property {Uint32Array} edges from and to of each directed edge
 * @property {Float64Array|null} costs of the edges; null if they are the lengths
 * @property {string[]} names of the nodes, or empty
 * @property {string|null} places the real positions of the nodes, as the server sent them
 * @property {string} metric of the places
 */

const RADIUS = 0.3;
const BORDER = 0.8; // units beyond the outermost nodes
const OUTLINE = Array.from({ length: 24 }, (_, i) => {
  const turn = (i * Math.PI) / 12;
  return /** @type {[number, number]} */ ([RADIUS * Math.cos(turn), RADIUS * Math.sin(turn)]);
});
const MOST_COSTS = 3000;
/** @type {WeakMap<GraphData, import("../../../lib/board/layouts.js").Listed>} */
const plans = new WeakMap();

/** @param {any} sent a graph in the form of the server and of links @returns {GraphData} */
export function graphOf({ centres, edges, costs, names, places, metric }) {
  const whole = (/** @type {string} */ text) => fromBase64(text).slice().buffer;
  return {
    centres: new Float32Array(whole(centres)),
    edges: new Uint32Array(whole(edges)),
    costs: costs === null ? null : new Float64Array(whole(costs)),
    names,
    places,
    metric,
  };
}

/** @param {GraphData} graph @returns {any} the graph in the form of the server */
export function packedGraph({ centres, edges, costs, names, places, metric }) {
  const sent = (/** @type {ArrayBufferView} */ array) =>
    toBase64(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  return {
    kind: "graph",
    centres: sent(centres),
    edges: sent(edges),
    costs: costs && sent(costs),
    names,
    places,
    metric,
  };
}

/** @param {GraphData} graph @param {number} edge @returns {number} its cost */
function costOf({ centres, edges, costs }, edge) {
  if (costs) return costs[edge];
  const [a, b] = [2 * edges[2 * edge], 2 * edges[2 * edge + 1]];
  return Math.hypot(centres[a] - centres[b], centres[a + 1] - centres[b + 1]);
}

/** The edges to draw: only the cheapest of parallel ones, and one line for two opposite edges of equal cost.
 * @param {GraphData} graph */
function lines(graph) {
  const { edges } = graph;
  const size = graph.centres.length / 2;
  /** @type {Map<number, number>} */
  const cheapest = new Map();
  for (let edge = 0; edge < edges.length / 2; edge++) {
    const [from, to] = [edges[2 * edge], edges[2 * edge + 1]];
    const known = cheapest.get(from * size + to);
    if (from !== to && (known === undefined || costOf(graph, edge) < costOf(graph, known)))
      cheapest.set(from * size + to, edge);
  }
  const drawn = [];
  for (const edge of cheapest.values()) {
    const [from, to] = [edges[2 * edge], edges[2 * edge + 1]];
    const back = cheapest.get(to * size + from);
    const both = back !== undefined && costOf(graph, back) === costOf(graph, edge);
    if (!both || from < to) drawn.push({ edge, oneWay: !both });
  }
  return drawn;
}

/** @param {GraphData} graph @returns {import("../../../lib/board/layouts.js").Listed} its plan for drawing; always the
 * same object for the same graph */
export function graphPlan(graph) {
  const known = plans.get(graph);
  if (known) return known;
  const drawn = lines(graph);
  /** @type {[number, number]} */
  const size = [BORDER, BORDER];
  graph.centres.forEach((at, i) => (size[i % 2] = Math.max(size[i % 2], at + BORDER)));
  const made = {
    graph: true,
    centres: graph.centres,
    outline: OUTLINE,
    size,
    edges: Uint32Array.from(drawn.flatMap(({ edge }) => [graph.edges[2 * edge], graph.edges[2 * edge + 1]])),
    oneWay: drawn.map(({ oneWay }) => Number(oneWay)),
    costs: drawn.length > MOST_COSTS ? [] : drawn.map(({ edge }) => number(costOf(graph, edge))),
    names: graph.names,
    lines: drawn.map(({ edge }) => edge),
  };
  plans.set(graph, made);
  return made;
}

/**
 * Moves a node in the picture, within the board.
 * @param {GraphData} graph @param {number} node @param {number} x @param {number} y
 * @returns {boolean} whether costs changed
 */
export function place(graph, node, x, y) {
  const plan = graphPlan(graph);
  const within = (/** @type {number} */ at, /** @type {number} */ most) =>
    Math.max(2 * RADIUS, Math.min(most - 2 * RADIUS, at));
  graph.centres[2 * node] = within(x, plan.size[0]);
  graph.centres[2 * node + 1] = within(y, plan.size[1]);
  if (graph.costs) return false;
  const { edges = [], costs = [], lines = [] } = plan;
  for (let i = 0; i < costs.length; i++) {
    if (edges[2 * i] === node || edges[2 * i + 1] === node) costs[i] = number(costOf(graph, lines[i]));
  }
  return true;
}

/** @param {GraphData} graph @param {number} node @returns {number} the number of edges from it */
export function degree({ edges }, node) {
  let count = 0;
  for (let i = 0; i < edges.length; i += 2) if (edges[i] === node) count++;
  return count;
}
