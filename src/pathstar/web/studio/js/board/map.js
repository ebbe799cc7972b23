/** Changes to the map: each is recorded for undo, and reported to the parts that draw or search. */

import { emit } from "../events.js";
import { fromBase64, toBase64 } from "../backend/base64.js";
import { labelsOf, packedLabels } from "./labels.js";
import { graphOf, graphPlan, packedGraph } from "./graphs.js";
import { emptyMap, FLOOR, state, WALL } from "../state.js";
import { putHistory, remember } from "./undo.js";

/** @param {number} cost @param {string} [name] @returns {number} the code of such ground, which is added if
 * necessary */
export function codeOf(cost, name) {
  const { palette } = state.map;
  const found = palette.findIndex((kind) => kind.cost === cost && (name === undefined || kind.name === name));
  if (found >= 0) return found;
  palette.push({ cost, name: name ?? "" });
  emit("map", new Uint32Array(0));
  return palette.length - 1;
}

/**
 * Paints squares during a stroke, without recording it yet.
 * @param {ArrayLike<number>} cells @param {number} code @returns {Map<number, number>} the old codes of those that changed
 */
export function paint(cells, code) {
  const { codes, palette } = state.map;
  const old = new Map();
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i];
    const isEnd = cell === state.start || cell === state.goal || state.map.targets.includes(cell);
    if (codes[cell] === code || (isEnd && palette[code].cost === null)) continue;
    old.set(cell, codes[cell]);
    codes[cell] = code;
  }
  if (old.size) emit("map", Uint32Array.from(old.keys()));
  return old;
}

/** Undoes painting that is not to be recorded. @param {Map<number, number>} old */
export function takeBack(old) {
  old.forEach((code, cell) => (state.map.codes[cell] = code));
  if (old.size) emit("map", Uint32Array.from(old.keys()));
}

/** Records painting for undo. @param {Map<number, number>} old @param {import("../page/language.js").Value} words
 * */
export function rememberPaint(old, words) {
  if (!old.size) return;
  const cells = Uint32Array.from(old.keys());
  const before = Uint16Array.from(old.values());
  const after = cells.map((cell) => state.map.codes[cell]);
  const put = (/** @type {ArrayLike<number>} */ codes) => {
    cells.forEach((cell, i) => (state.map.codes[cell] = codes[i]));
    emit("map", cells);
    emit("edited");
  };
  remember({ words, undo: () => put(before), redo: () => put(after) });
  emit("edited");
}

/** Moves the start or the goal, without recording it. @param {"start"|"goal"} role @param {number} cell */
export function putEnd(role, cell) {
  if (state[role] === cell) return;
  state[role] = cell;
  emit("ends");
}

/** Records that the start or the goal has moved. @param {"start"|"goal"} role @param {number} before @param
 * {number} after */
export function rememberEnd(role, before, after) {
  if (before === after) return;
  const put = (/** @type {number} */ cell) => {
    putEnd(role, cell);
    emit("edited");
  };
  remember({ words: { say: `studio.deed.${role}` }, undo: () => put(before), redo: () => put(after) });
  emit("edited");
}

/** @typedef {{map: import("../state.js").BoardMap, start: number, goal: number, rules?: import("../state.js").Rules}} World a map, and the rules to search it by unless they stay as they are */

/** @param {World} world */
function show({ map, start, goal, rules = state.rules }) {
  const changed = rules !== state.rules;
  if (map.mesh) state.compare = false;
  Object.assign(state, { map, start, goal, rules, selected: -1, results: [], refusal: null });
  if (state.material >= map.palette.length) state.material = WALL;
  emit("world");
  emit("map", null);
  emit("ends");
  emit("select");
  emit("edited");
  if (changed) emit("options");
}

/** Shows another map, which has a history of its own: what was done to the previous one cannot be undone on it.
 * @param {World} world @param {import("./undo.js").History} [history] */
export function setWorld(world, history = { done: [], undone: [] }) {
  putHistory(history);
  show(world);
}

/** Shows another map, and records the previous one for undo. @param {World} world @param
 * {import("../page/language.js").Value} words */
export function replaceWorld(world, words) {
  const { map, start, goal, rules } = state;
  const before = { map, start, goal, rules };
  remember({ words, undo: () => show(before), redo: () => show(world) });
  show(world);
}

/** @param {any} graph in the form of the server or a link @param {string} name @returns
 * {import("../state.js").BoardMap} */
export function graphMap(graph, name) {
  const made = graphOf(graph);
  return { ...emptyMap(made.centres.length / 2, 1, "graph"), name, graph: made };
}

/** @param {import("../mesh/shape.js").MeshData} mesh @param {string} name @returns {import("../state.js").BoardMap} */
export function meshMap({ polygons, shape, start, goal }, name) {
  return { ...emptyMap(1, 1, "mesh"), name, mesh: { polygons, shape, start, goal } };
}

/** @param {{kind: string}} reply @returns {reply is import("../backend/backend.js").MeshReply} */
const isMeshReply = (reply) => reply.kind === "mesh";

/** @param {import("../backend/backend.js").BoardReply|import("../backend/backend.js").MeshReply} reply a map, a graph or a
 * mesh @returns {World} */
export function worldOf(reply) {
  if (isMeshReply(reply)) return { map: meshMap(reply, reply.name), start: 0, goal: 0 };
  if (reply.kind === "graph") {
    const map = graphMap(reply, reply.name);
    return { map, ...goodEnds(map, -1, -1) };
  }
  const bytes = fromBase64(reply.codes);
  const codes = reply.palette.length <= 256 ? Uint16Array.from(bytes) : new Uint16Array(bytes.buffer);
  const { kind, width, height, palette, name } = reply;
  const queries = (reply.queries ?? []).map((/** @type {number[]} */ [x, y, toX, toY, length, slack]) => ({
    start: y * width + x,
    goal: toY * width + toX,
    length,
    slack,
  }));
  const deadEnds = reply.dead_ends ? labelsOf(reply.dead_ends) : null;
  const map = { ...emptyMap(width, height, kind), codes, palette, name, queries, deadEnds };
  const cell = (/** @type {[number, number]|null} */ place) => (place ? place[1] * map.width + place[0] : -1);
  return { map, ...goodEnds(map, cell(reply.start), cell(reply.goal)) };
}

/** @returns {import("../backend/backend.js").BoardSent} the map in the form of the back end */
export function packed() {
  const { kind, width, height, codes, palette, graph, deadEnds } = state.map;
  if (graph) return packedGraph(graph);
  const bytes = palette.length <= 256 ? Uint8Array.from(codes) : new Uint8Array(codes.slice().buffer);
  return { kind, width, height, palette, codes: toBase64(bytes), dead_ends: packedLabels(deadEnds) };
}

/**
 * Keeps ends on open ground; otherwise chooses open squares far apart.
 * @param {import("../state.js").BoardMap} map @param {number} start @param {number} goal
 */
function goodEnds(map, start, goal) {
  const open = (/** @type {number} */ cell) =>
    cell >= 0 && cell < map.codes.length && map.palette[map.codes[cell]].cost !== null;
  const at = (/** @type {number} */ cell) =>
    map.graph
      ? [map.graph.centres[2 * cell], map.graph.centres[2 * cell + 1]]
      : [cell % map.width, Math.floor(cell / map.width)];
  const nearest = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ not) => {
    let [best, least] = [-1, Infinity];
    for (let cell = 0; cell < map.codes.length; cell++) {
      if (cell === not || !open(cell)) continue;
      const [cx, cy] = at(cell);
      const away = Math.hypot(cx - x, cy - y);
      if (away < least) [best, least] = [cell, away];
    }
    return best < 0 ? (not === 0 ? Math.min(1, map.codes.length - 1) : 0) : best;
  };
  const [w, h] = map.graph ? graphPlan(map.graph).size : [map.width - 1, map.height - 1];
  const first = open(start) ? start : nearest(w * 0.08, h * 0.12, -1);
  const last = open(goal) && goal !== first ? goal : nearest(w * 0.92, h * 0.88, first);
  return { start: first, goal: last };
}

/** A map of another size or kind with the same cells at the top left. @param {number} width @param {number} height @param {string} kind @returns {World} */
export function resized(width, height, kind) {
  const { map, start, goal } = state;
  const made = { ...emptyMap(width, height, kind), palette: map.palette, name: map.name, changed: true };
  const squares = kind === "squares";
  if (map.deadEnds && squares) made.deadEnds = new Uint16Array(width * height);
  if (map.fog && squares) made.fog = new Uint8Array(width * height);
  for (let y = 0; y < Math.min(height, map.height); y++) {
    const row = [y * map.width, y * map.width + Math.min(width, map.width)];
    made.codes.set(map.codes.subarray(...row), y * width);
    if (map.deadEnds) made.deadEnds?.set(map.deadEnds.subarray(...row), y * width);
    if (map.fog) made.fog?.set(map.fog.subarray(...row), y * width);
  }
  const moved = (/** @type {number} */ cell) => {
    const [x, y] = [
      Math.min(width - 1, cell % map.width),
      Math.min(height - 1, Math.floor(cell / map.width)),
    ];
    return y * width + x;
  };
  const ends = goodEnds(made, moved(start), moved(goal));
  const stays = (/** @type {number} */ cell) => cell % map.width < width && cell < map.width * height;
  made.danger = map.danger
    .filter(({ cell }) => stays(cell))
    .map((spot) => ({ ...spot, cell: moved(spot.cell) }));
  if (squares)
    made.targets = map.targets
      .filter(stays)
      .map(moved)
      .filter((cell) => cell !== ends.start && cell !== ends.goal);
  return { map: made, ...ends };
}

/** The map without walls and terrain. @returns {World} */
export function cleared() {
  const map = { ...state.map, codes: new Uint16Array(state.map.codes.length).fill(FLOOR), changed: true };
  return { map, start: state.start, goal: state.goal };
}
