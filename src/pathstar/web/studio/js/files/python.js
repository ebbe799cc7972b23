/** The board and the search as a Python program. */

const MOST_CELLS = 10000;
const SYMBOLS = ".#abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** @param {Record<string, any>} options those that are not the default @returns {string} as arguments */
const given = (options) =>
  Object.entries(options)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `, ${name}=${typeof value === "string" ? `"${value}"` : value}`)
    .join("");

/** @param {Record<string, any>} options @returns {[Record<string, any>, Record<string, any>, string]} those of
 * the search, those of the moves, and how terrain counts */
function sorted({ directions, corners, straight, diagonal, cost_model, ...search }) {
  return [search, { directions, corners, straight, diagonal }, cost_model ?? "enter"];
}

/**
 * @param {import("../state.js").BoardMap} map @param {number} start @param {number} goal
 * @param {Record<string, any>} options of the search and the moves, as the back end takes them
 * @returns {string|null} a program that makes the map and finds the path; null if the map is too large
 */
export function pythonOf(map, start, goal, options) {
  const [search, moves, costModel] = sorted(options);
  if (map.graph) return graphProgram(map.graph, start, goal, search);
  const { width, height, palette, codes } = map;
  if (width * height > MOST_CELLS || palette.length > SYMBOLS.length) return null;
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from(codes.subarray(y * width, (y + 1) * width), (code) => SYMBOLS[code]).join(""),
  );
  const costs = palette.map(({ cost }, code) => `"${SYMBOLS[code]}": ${cost ?? "float('inf')"}`);
  const place = (/** @type {number} */ cell) => `(${cell % width}, ${Math.floor(cell / width)})`;
  const kind =
    map.kind === "squares"
      ? `ps.Grid(free, cost=cost, moves=ps.Moves(${given(moves).slice(2)}), cost_model="${costModel}")`
      : `ps.HexGrid(free, layout="${map.kind}", cost=cost, cost_model="${costModel}")`;
  return [
    "import numpy as np",
    "import pathstar as ps",
    "",
    "ROWS = [",
    ...rows.map((row) => `    "${row}",`),
    "]",
    `COSTS = {${costs.join(", ")}}`,
    "",
    "cost = np.array([[COSTS[letter] for letter in row] for row in ROWS], float)",
    "free = np.isfinite(cost)",
    `space = ${kind}`,
    `path = ps.find_path(space, ${place(start)}, ${place(goal)}${given(search)})`,
    "print(path.cost, path.points.tolist())",
    "",
  ].join("\n");
}

/** @param {import("../board/graphs.js").GraphData} graph @param {number} start @param {number} goal
 * @param {Record<string, any>} search */
function graphProgram({ edges, costs, centres }, start, goal, search) {
  if (edges.length / 2 > MOST_CELLS) return null;
  const places = Array.from(
    { length: centres.length / 2 },
    (_, i) => `(${centres[2 * i]}, ${centres[2 * i + 1]})`,
  );
  const rows = Array.from({ length: edges.length / 2 }, (_, i) => {
    const [from, to] = [edges[2 * i], edges[2 * i + 1]];
    const length = Math.hypot(
      centres[2 * from] - centres[2 * to],
      centres[2 * from + 1] - centres[2 * to + 1],
    );
    return `(${from}, ${to}, ${costs ? costs[i] : length})`;
  });
  return [
    "import pathstar as ps",
    "",
    `EDGES = [${rows.join(", ")}]`,
    `PLACES = [${places.join(", ")}]`,
    "",
    `graph = ps.Graph.from_edges(EDGES, names=range(len(PLACES)), positions=PLACES)`,
    `path = ps.find_path(graph, ${start}, ${goal}${given(search)})`,
    "print(path.cost, path.nodes.tolist())",
    "",
  ].join("\n");
}
