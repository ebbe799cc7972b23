/** The choices on this board, and the fallbacks for choices made on another board. */

import { family, isGraph, isHex, isTiled } from "../board/kinds.js";
import { placeOf, state, theTable } from "../state.js";

/** @param {{kinds: string[]}} row of a table */
const fits = (row) => row.kinds.includes(family());

/** Algorithms that work on this board and can show their steps. */
export const algorithms = () => theTable().algorithms.filter(fits);

/** The estimate of a graph: from the lengths of its edges, or from the places of its nodes. */
function metricOf() {
  const { graph } = state.map;
  return graph && (graph.places || !graph.costs) ? (graph.costs ? graph.metric : "euclidean") : "zero";
}

/** The estimates on this board. */
export const heuristics = () =>
  theTable().heuristics.filter((row) => fits(row) || (isGraph() && row.name === metricOf()));

/** The default estimate. */
export function usual() {
  if (isGraph()) return metricOf();
  if (isHex()) return "hex";
  return isTiled() || state.rules.directions !== 8 ? "manhattan" : "octile";
}

/** @param {number} which @returns {import("../state.js").Method} the method, with A* or the default estimate
 * in place of what does not fit */
export function methodOf(which) {
  const method = { ...state.methods[which] };
  if (!state.table) return method;
  const named = (/** @type {{name: string}[]} */ rows, /** @type {string|null} */ name) =>
    rows.some((row) => row.name === name);
  if (!named(algorithms(), method.algorithm)) Object.assign(method, { algorithm: "astar", weight: null });
  if (!named(heuristics(), method.heuristic)) method.heuristic = null;
  return method;
}

/** The rules of moving on this board. @returns {any} */
function rulesOf() {
  if (isGraph()) return {};
  const { cost_model, profile } = state.rules;
  const danger = state.map.danger.map(({ cell, strength }) => ({ place: placeOf(cell), strength }));
  return isTiled() ? { cost_model, profile, danger } : { ...state.rules, danger };
}

/** @param {number} which @returns {any} method and rules in the form of the server */
export function optionsOf(which) {
  const method = methodOf(which);
  const row = state.table?.algorithms.find((each) => each.name === method.algorithm);
  if (row && !row.may_weigh) method.heuristic = method.weight = null;
  if (row?.open_list) method.open_list = null;
  if (row?.open_list === "fifo" || row?.open_list === "none" || method.open_list === "bucket")
    method.ties = null;
  if (row && !row.may_stop) method.stop_at = null;
  if (!state.map.deadEnds) method.dead_ends = null;
  return { ...method, ...rulesOf() };
}
