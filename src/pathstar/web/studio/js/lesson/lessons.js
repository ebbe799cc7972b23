/**
 * The lesson: short steps that drive the board.
 *
 * The text of a step is in the catalogues: `lesson.NAME.title`, `.text` with a paragraph on each line, and
 * `.try`.
 * In it, **two stars** make bold, {3,2} is a square that lights up when pointed at, and [words](name) is a
 * link that
 * reveals a part of the page; see `reveal.js`.
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {boolean} [attempt] whether there is something to try on the board
 * @property {string[]} [rows] a new map, drawn with letters; otherwise the map of the step before
 * @property {{generator: string, width: number, height: number, seed: number, options: Record<string, number>}} [made] a map to generate
 * @property {Partial<import("../state.js").Rules>} [rules]
 * @property {Partial<import("../state.js").Method>} [method]
 * @property {Partial<import("../state.js").Method>} [other] a second method to compare with
 * @property {number|"end"} [at] the step of the search to show
 * @property {[number, number][]} [lights] squares with rings
 * @property {[number, number]} [square] the square with the shown history
 * @property {boolean} [measure] whether to measure the open lists
 *
 * @typedef {{name: string, steps: Step[]}} Chapter
 */

/** A is the start, B the target, # a wall, 2 to 9 ground of that cost. */
const EXAMPLE = [".......", "...#...", ".A.#.B.", "...#...", "......."];
const GUIDE = { directions: 8, corners: "no_cut", straight: 10, diagonal: 14, cost_model: "enter" };
const PLAIN = { directions: 8, corners: "no_cut", straight: 1, diagonal: null, cost_model: "enter" };
const MANHATTAN = {
  algorithm: "astar",
  heuristic: "manhattan",
  weight: null,
  open_list: "heap",
  ties: "last",
};
const ASTAR = { algorithm: "astar", heuristic: null, weight: null, open_list: null, ties: null };

const DIAGONAL_GAP = [
  ".........",
  "....#....",
  "....#....",
  ".A..#..B.",
  "...#.....",
  "...#.....",
  ".........",
];
const TRAP = [
  "....................",
  "....................",
  ".......##########...",
  "................#...",
  "................#...",
  "..A.............#.B.",
  "................#...",
  "................#...",
  ".......##########...",
  "....................",
  "....................",
];
const HOOK = [
  "....................",
  "....................",
  "..A..#####..........",
  ".........#..........",
  ".........#..........",
  ".........#..........",
  ".........#..........",
  ".........#..........",
  ".........#..........",
  "....######........B.",
  "....................",
];
const OPEN_FIELD = Array.from({ length: 13 }, (_, y) =>
  y === 2 ? ".A...................." : y === 10 ? "....................B." : "......................",
);
const SWAMP = [
  ".....................",
  ".....................",
  ".......9999999.......",
  "......999999999......",
  ".A....999999999....B.",
  "......999999999......",
  ".......9999999.......",
  ".........222.........",
  ".....................",
];

/** @type {Chapter[]} */
export const CHAPTERS = [
  {
    name: "first",
    steps: [
      {
        name: "wall",
        rows: EXAMPLE,
        rules: GUIDE,
        method: MANHATTAN,
        at: 0,
        lights: [
          [1, 2],
          [5, 2],
        ],
      },
      { name: "neighbours", at: 1, lights: [[2, 2]], attempt: true },
      { name: "lowest", at: 2, lights: [[2, 2]] },
      {
        name: "tie",
        at: 3,
        lights: [
          [2, 1],
          [2, 3],
          [3, 4],
        ],
      },
      {
        name: "better",
        at: 5,
        lights: [
          [1, 4],
          [1, 3],
        ],
        square: [1, 4],
      },
      { name: "back", at: "end", attempt: true },
    ],
  },
  {
    name: "corners",
    steps: [
      {
        name: "cutting",
        rows: DIAGONAL_GAP,
        rules: PLAIN,
        method: ASTAR,
        at: "end",
        lights: [
          [3, 4],
          [4, 3],
        ],
      },
      {
        name: "free",
        rules: { ...PLAIN, corners: "free" },
        at: "end",
        lights: [
          [3, 3],
          [4, 4],
        ],
        attempt: true,
      },
    ],
  },
  {
    name: "estimate",
    steps: [
      {
        name: "estimate",
        rows: OPEN_FIELD,
        rules: PLAIN,
        method: ASTAR,
        other: { ...ASTAR, algorithm: "dijkstra" },
        at: "end",
      },
      { name: "admissible", rows: HOOK, rules: PLAIN, method: ASTAR, at: "end" },
      { name: "too_high", method: { ...ASTAR, heuristic: "manhattan" }, other: ASTAR, at: "end" },
      { name: "greedy", rows: TRAP, method: { ...ASTAR, algorithm: "greedy" }, other: ASTAR, at: "end" },
    ],
  },
  {
    name: "ties",
    steps: [
      {
        name: "many",
        rows: OPEN_FIELD,
        rules: PLAIN,
        method: { ...ASTAR, open_list: "heap", ties: "larger_g" },
        other: { ...ASTAR, open_list: "heap", ties: "smaller_g" },
        at: "end",
      },
      {
        name: "added",
        method: { ...ASTAR, open_list: "heap", ties: "last" },
        other: { ...ASTAR, open_list: "heap", ties: "first" },
        at: "end",
      },
    ],
  },
  {
    name: "terrain",
    steps: [
      { name: "ground", rows: SWAMP, rules: PLAIN, method: ASTAR, at: "end", attempt: true },
      { name: "steps", method: { ...ASTAR, algorithm: "bfs" }, other: ASTAR, at: "end" },
    ],
  },
  {
    name: "lists",
    steps: [
      { name: "lists", rows: TRAP, rules: PLAIN, method: { ...ASTAR, open_list: "heap" }, at: "end" },
      {
        name: "measured",
        made: { generator: "rooms", width: 401, height: 401, seed: 7, options: {} },
        rules: PLAIN,
        method: ASTAR,
        at: "end",
        measure: true,
      },
    ],
  },
  {
    name: "dijkstra",
    steps: [
      { name: "without", rows: TRAP, rules: PLAIN, method: { ...ASTAR, algorithm: "dijkstra" }, at: 60 },
      { name: "all", at: "end", attempt: true },
    ],
  },
];

/** @param {string[]} rows @returns {{width: number, height: number, costs: (number|null)[], start: number, goal: number}} a map drawn with letters */
export function drawn(rows) {
  const text = rows.join("");
  const costs = [...text].map((letter) => (letter === "#" ? null : /\d/.test(letter) ? Number(letter) : 1));
  return {
    width: rows[0].length,
    height: rows.length,
    costs,
    start: text.indexOf("A"),
    goal: text.indexOf("B"),
  };
}
