/**
 * Events as columns: the format in which a search is saved and sent. `pathstar/traces/codec.py` describes it.
 */

import { EXPAND, GENERATE, NO_PARENT, PRUNE, SOURCE, UPDATE } from "./replay.js";

const VERSION = 1;
/** @type {Record<string, new (data: ArrayBuffer, at: number, length: number) => ArrayLike<number>>} */
const ARRAYS = {
  "|u1": Uint8Array,
  "<u4": Uint32Array,
  "<i4": Int32Array,
  "<f4": Float32Array,
  "<f8": Float64Array,
};

/** @typedef {Record<string, ArrayLike<number>>} Columns by name */

/**
 * Reads a block of bytes.
 * @param {ArrayBuffer} data @returns {{head: any, columns: Columns}}
 */
export function unpack(data) {
  const length = new DataView(data).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
  if (head.version !== VERSION)
    throw new Error(`the trace is of version ${head.version}; this page reads version ${VERSION}`);
  /** @type {Columns} */
  const columns = {};
  let at = 4 + length;
  for (const [name, kind, count] of head.columns) {
    const column = new ARRAYS[kind](data, at, count);
    columns[name] = column;
    at += Math.ceil(/** @type {any} */ (column).byteLength / 8) * 8;
  }
  return { head, columns };
}

/**
 * @param {Columns} columns @param {number} nodes how many nodes there are
 * @returns {import("./replay.js").Events}
 */
export function eventsOf(columns, nodes) {
  const type = /** @type {Uint8Array} */ (columns.type);
  const count = type.length;
  const fromGoal = /** @type {Uint8Array|undefined} */ (columns.from_goal);
  const events = {
    type,
    node: new Uint32Array(count),
    parent: new Uint32Array(count),
    g: new Float64Array(count),
    h: new Float64Array(count),
    ...(fromGoal && { fromGoal }),
    ...(columns.scan_step && {
      scans: { step: columns.scan_step, from: columns.scan_from, to: columns.scan_to },
    }),
    ...(columns.interval && { intervals: /** @type {Float64Array} */ (columns.interval) }),
  };
  const { node, parent, g, h } = events;
  const { near_node: nearNode, near_g: nearG, near_h: nearH } = columns;
  const slots = fromGoal ? 2 * nodes : nodes; // each search has its own
  const estimates = new Float64Array(slots);
  const last = new Int32Array(slots).fill(-1);
  let [current, fresh] = [0, 0];
  for (let i = 0; i < count; i++) {
    const within = type[i] === GENERATE || type[i] === UPDATE;
    const closes = type[i] === EXPAND || type[i] === PRUNE;
    const at = columns.node ? columns.node[i] : within ? nearNode[i] + node[current] : nearNode[i];
    const slot = fromGoal?.[i] ? at + nodes : at;
    node[i] = at;
    g[i] = columns.g ? columns.g[i] : within ? nearG[i] + g[current] : nearG[i];
    if (!columns.h && (type[i] === GENERATE || type[i] === SOURCE)) estimates[slot] = nearH[fresh++];
    h[i] = columns.h ? columns.h[i] : estimates[slot];
    if (columns.parent) parent[i] = columns.parent[i];
    else parent[i] = within ? node[current] : closes && last[slot] >= 0 ? parent[last[slot]] : NO_PARENT;
    if (type[i] === EXPAND) current = i;
    else if (type[i] === SOURCE || within) last[slot] = i;
  }
  return events;
}
