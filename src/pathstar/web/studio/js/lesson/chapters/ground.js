/** What the ground costs, where it is dangerous, and how much room a unit needs. */

import { ASTAR, PLAIN } from "./common.js";

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
const LAKE = [
  "....................",
  "....................",
  ".....ffwwwwwff......",
  "....fwwwwwwwwwf.....",
  "..wwwwwwwwwwwwwww...",
  ".Awwwwwwwwwwwwwwws..",
  "..swwwwwwwwwwwwwwwB.",
  "....wwwwwwwwwwwwws..",
  ".....fwwwwwwwwwf....",
  "......ffwwwwwff.....",
  "....................",
];
const PLAIN_FIELD = [
  ".....................",
  ".....................",
  ".....................",
  ".....................",
  ".A.................B.",
  ".....................",
  ".....................",
  ".....................",
  ".....................",
  ".....................",
];
const ONE_DOOR = [
  "..........#..........",
  "..........#..........",
  "..........#..........",
  "..........#..........",
  ".A.................B.",
  "..........#..........",
  "..........#..........",
  "..........#..........",
  "..........#..........",
  "..........#..........",
];
const GATES = [
  "..........#..........",
  "..........#..........",
  "..........#..........",
  "..A...............B..",
  "..........#..........",
  "..........#..........",
  "..........#..........",
  ".....................",
  ".....................",
  ".....................",
];
/** @type {[number, number, number][]} */
const TOWER = [
  [9, 4, 5],
  [10, 4, 8],
  [11, 4, 5],
];

/** @type {import("../lessons.js").Chapter[]} */
export const GROUND = [
  {
    name: "terrain",
    steps: [
      { name: "ground", rows: SWAMP, rules: PLAIN, method: ASTAR, at: "end", attempt: true },
      { name: "steps", method: { ...ASTAR, algorithm: "bfs" }, other: ASTAR, at: "end" },
      { name: "walker", rows: LAKE, ends: "s", rules: PLAIN, method: ASTAR, at: "end" },
      { name: "boat", rules: { ...PLAIN, profile: "boat" }, at: "end", attempt: true },
    ],
  },
  {
    name: "influence",
    steps: [
      {
        name: "danger",
        rows: PLAIN_FIELD,
        danger: TOWER,
        rules: PLAIN,
        method: ASTAR,
        at: "end",
        attempt: true,
      },
      {
        name: "gap",
        rows: ONE_DOOR,
        danger: TOWER,
        rules: PLAIN,
        method: ASTAR,
        at: "end",
        attempt: true,
      },
    ],
  },
  {
    name: "sizes",
    steps: [
      { name: "narrow", rows: GATES, rules: PLAIN, method: ASTAR, at: "end", lights: [[10, 3]] },
      { name: "wide", rules: { ...PLAIN, size: 2 }, at: "end", attempt: true },
    ],
  },
];
