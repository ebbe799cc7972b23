/** The board and the search as a Python program. */

const MOST_CELLS = 10000;
const SYMBOLS = ".#abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** @param {Record<string, any>} options those that are not the default @returns {string} as arguments */
const given = (options) =>
  Object.entries(options)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `, ${name}=${typeof value === "string" ? `"${value}"` : value}`)
    .join("");

/** What the page decides beside the search and the moves. @typedef {{costModel: string, size: number, danger: {place: number[], strength: number}[]}} Extras */

/** @param {Record<string, any>} options @returns {[Record<string, any>, Record<string, any>, Extras]} those of
 * the search, those of the moves, and the rest; the kind of unit has changed the costs already */
function sorted({
  directions,
  corners,
  straight,
  diagonal,
  cost_model,
  size,
  danger,
  profile,
  dead_ends,
  ...search
}) {
  const extras = { costModel: cost_model ?? "enter", size: size ?? 1, danger: danger ?? [] };
  return [search, { directions, corners, straight, diagonal }, extras];
}

/** @param {Extras} extras @param {number} radius of danger @returns {string[]} lines that add danger to the costs */
function dangerLines({ danger }, radius) {
  if (!danger.length) return [];
  const spots = danger.map(({ place: [x, y], strength }) => `(${x}, ${y}, ${strength})`);
  return [
    'influence = ps.influence.Influence(ps.Map(free), "danger", compose="max")',
    `for x, y, strength in [${spots.join(", ")}]:`,
    `    influence.add((x, y), strength, ${radius})`,
    "influence.update()",
    'cost += influence.map.layers["danger"]',
  ];
}

/**
 * @param {import("../state.js").BoardMap} map @param {number} start @param {number} goal
 * @param {Record<string, any>} options of the search and the moves, as the back end takes them
 * @param {{paid: (kind: import("../state.js").Kind) => number|null, radius: number, deadEnds: Uint16Array|null}} rules what the chosen unit pays for
 * a kind of ground, how far danger reaches, and the dead ends that the search leaves out
 * @returns {string|null} a program that makes the map and finds the path; null if the map is too large
 */
export function pythonOf(map, start, goal, options, { paid, radius, deadEnds }) {
  const [search, moves, extras] = sorted(options);
  if (map.graph) return graphProgram(map.graph, start, goal, search);
  const { width, height, palette, codes } = map;
  if (width * height > MOST_CELLS || palette.length > SYMBOLS.length) return null;
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from(codes.subarray(y * width, (y + 1) * width), (code) => SYMBOLS[code]).join(""),
  );
  const costs = palette.map((kind, code) => `"${SYMBOLS[code]}": ${paid(kind) ?? "float('inf')"}`);
  const place = (/** @type {number} */ cell) => `(${cell % width}, ${Math.floor(cell / width)})`;
  const { costModel, size, danger } = extras;
  const plain =
    !danger.length && palette.every((kind, code) => [1, null].includes(paid(kind)) || !codes.includes(code));
  const ground = plain ? "free" : "free, cost=cost"; // some methods take no costs, even if all are 1
  const targets = [goal, ...map.targets].map(place);
  const makers = /** @type {Record<string, string>} */ ({
    squares: `ps.Grid(${ground}, moves=ps.Moves(${given(moves).slice(2)}), cost_model="${costModel}")${size > 1 ? `.sized(${size})` : ""}`,
    triangles: `ps.TriangleGrid(${ground}, cost_model="${costModel}")`,
  });
  const hexagons = `ps.HexGrid(${ground}, layout="${map.kind}", cost_model="${costModel}")`;
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
    ...dangerLines(extras, radius),
    `space = ${makers[map.kind] ?? hexagons}`,
    ...deadEndLines(deadEnds, width),
    `path = ps.find_path(space, ${place(start)}, ${goalCode(targets)}${given(search)}${deadEnds ? avoidCode(place(start), targets) : ""})`,
    "print(path.cost, path.points.tolist())",
    "",
  ].join("\n");
}

/** @param {Uint16Array|null} labels @param {number} width @returns {string[]} lines that label dead ends */
function deadEndLines(labels, width) {
  if (!labels) return [];
  const rows = Array.from({ length: labels.length / width }, (_, y) =>
    Array.from(labels.subarray(y * width, (y + 1) * width)).join(", "),
  );
  return [
    "LABELS = [",
    ...rows.map((row) => `    [${row}],`),
    "]",
    "ends = ps.dead_ends(space, labels=LABELS)",
  ];
}

/** @param {string} start @param {string[]} targets */
const avoidCode = (start, targets) =>
  `, avoid=${targets.map((target) => `ends.between(${start}, ${target})`).join(" & ")}`;

/** @param {string[]} targets */
const goalCode = (targets) => (targets.length > 1 ? `ps.goals.any_of([${targets.join(", ")}])` : targets[0]);

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
