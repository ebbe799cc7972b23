/** Smoother paths. */

import { ASTAR, EXAMPLE, PLAIN } from "./common.js";

/** Each higher price of a turn finds a path that turns less and is longer. */
const BLOCKS = [
  "...................#..",
  "..........#...........",
  "..........####........",
  "....#.......##........",
  ".A..##...............#",
  ".....#........###....#",
  ".......#.........##..#",
  "..#....#....##......B.",
  ".............#........",
  ".............#........",
  "........#.#...........",
];

/** @type {import("../lessons.js").Chapter[]} */
export const LINES = [
  {
    name: "smooth",
    steps: [
      {
        name: "equals",
        rows: EXAMPLE,
        rules: PLAIN,
        method: ASTAR,
        smooth: "straight",
        at: "end",
        lights: [
          [1, 3],
          [2, 3],
        ],
      },
      {
        name: "price",
        rows: BLOCKS,
        rules: PLAIN,
        method: ASTAR,
        smooth: "turning",
        at: "end",
        attempt: true,
      },
      { name: "pulled", smooth: "pull", at: "end", attempt: true },
    ],
  },
];
