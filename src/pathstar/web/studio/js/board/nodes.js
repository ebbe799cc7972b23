/** The tools for graphs: moving nodes, and putting start and target on them. */

import { emit } from "../events.js";
import { announce } from "../page/dom.js";
import { degree, place } from "./graphs.js";
import { placeWords } from "./kinds.js";
import { say } from "../page/language.js";
import { putEnd, rememberEnd } from "./map.js";
import { state } from "../state.js";
import { remember } from "./undo.js";

const STEP = 0.25; // units by which a key moves a node

/** @param {number} node @returns {[number, number]} its position in the picture */
export function placeOfNode(node) {
  const { centres } = /** @type {import("./graphs.js").GraphData} */ (state.map.graph);
  return [centres[2 * node], centres[2 * node + 1]];
}

/** Moves a node without recording it; searches again if costs are lengths. @param {number} node @param
 * {[number, number]} at */
export function moveNode(node, [x, y]) {
  const { graph } = state.map;
  if (!graph) return;
  const changed = place(graph, node, x, y);
  emit("moved", node);
  if (changed) emit("drawing");
}

/** Records that a node was moved. @param {number} node @param {[number, number]} before */
export function rememberMove(node, before) {
  const after = placeOfNode(node);
  if (before[0] === after[0] && before[1] === after[1]) return;
  const put = (/** @type {[number, number]} */ at) => {
    moveNode(node, at);
    emit("edited");
  };
  remember({
    words: { say: "studio.deed.node", with: { place: placeWords(node) } },
    undo: () => put(before),
    redo: () => put(after),
  });
  emit("edited");
}

/** Moves a node with the keyboard. @param {number} node @param {[number, number]} by */
export function nudge(node, [dx, dy]) {
  const before = placeOfNode(node);
  moveNode(node, [before[0] + dx * STEP, before[1] + dy * STEP]);
  rememberMove(node, before);
}

/** Puts the start or the target on a node, unless the other one is there. @param {"start"|"goal"} role @param
 * {number} node */
export function putOn(role, node) {
  if (node === (role === "start" ? state.goal : state.start)) return announce(say("studio.not_here"));
  const before = state[role];
  putEnd(role, node);
  rememberEnd(role, before, node);
}

/** The nearest node in a direction, for the keyboard. @param {number} node @param {[number, number]} way
 * @returns {number} the same one if there is none */
export function nodeTowards(node, [dx, dy]) {
  const [x, y] = placeOfNode(node);
  let [best, least] = [node, Infinity];
  for (let other = 0; other < state.map.codes.length; other++) {
    const [ox, oy] = placeOfNode(other);
    const ahead = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (ahead <= 0 || aside > 1.5 * ahead) continue;
    const away = ahead + 2 * aside;
    if (away < least) [best, least] = [other, away];
  }
  return best;
}

/** A node in a few words. @param {number} node */
export function nodeWords(node) {
  const { graph } = state.map;
  const edges = graph ? degree(graph, node) : 0;
  return edges ? say("studio.edges", { count: edges }) : say("studio.edges.none");
}
