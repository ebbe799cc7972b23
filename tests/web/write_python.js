/** Prints the Python program of a board and a search that are given as JSON. */

import { pythonOf } from "../../src/pathstar/web/studio/js/files/python.js";

const { map, start, goal, options, labels } = JSON.parse(process.argv[2]);
const rules = {
  paid: (/** @type {any} */ kind) => kind.cost,
  radius: 4,
  deadEnds: labels ? Uint16Array.from(labels) : null,
};
const graph = map.graph && {
  ...map.graph,
  edges: Uint32Array.from(map.graph.edges),
  centres: Float32Array.from(map.graph.centres),
};
process.stdout.write(
  String(pythonOf({ ...map, codes: Uint16Array.from(map.codes), graph }, start, goal, options, rules)),
);
