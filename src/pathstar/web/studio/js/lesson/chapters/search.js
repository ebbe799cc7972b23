/** How a search goes: the worked example, corners, the estimate, ties. */

import { ASTAR, EXAMPLE, GUIDE, MANHATTAN, OPEN_FIELD, PLAIN, TRAP } from "./common.js";

const DIAGONAL_GAP = [
  ".........",
  "....#....",
  "....#....",
  ".A..#..B.",
  "...#.....",
  "...#.....",
  ".........",
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

/** @type {import("../lessons.js").Chapter[]} */
export const SEARCH = [
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
];
