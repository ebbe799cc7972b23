/** Open lists, Dijkstra's search, the nearest of many targets, and the end of a search. */

import { ASTAR, PLAIN, TRAP } from "./common.js";

const TOWN = [
  "....................",
  ".B.......#..........",
  ".........#......T...",
  "...####..#..........",
  "......#..#..T.......",
  "......#.A#..........",
  "......#..#####......",
  "......#.............",
  "...####.........T...",
  "....................",
  "....................",
];
/** A river that costs 9 to cross, with a bridge. */
const RIVER = [
  ".......w.......",
  "...............",
  ".......w.......",
  ".......w.......",
  ".......w.......",
  ".......w.......",
  ".A.....wB......",
  ".......w.......",
  ".......w.......",
];

/** @type {import("../lessons.js").Chapter[]} */
export const TARGETS = [
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
    ],
  },
  {
    name: "nearest",
    steps: [
      {
        name: "several",
        rows: TOWN,
        rules: PLAIN,
        method: { ...ASTAR, algorithm: "dijkstra" },
        at: "end",
        attempt: true,
      },
    ],
  },
  {
    name: "early",
    steps: [
      {
        name: "opened",
        rows: RIVER,
        rules: { ...PLAIN, cost_model: "mean" },
        method: { ...ASTAR, stop_at: "opened" },
        other: ASTAR,
        at: "end",
        lights: [[7, 1]],
      },
    ],
  },
];
