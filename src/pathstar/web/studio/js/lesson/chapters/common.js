/** What the chapters share: rules, methods, and boards of more than one chapter. */

import { plainRules } from "../../state.js";

/** A is the start, B the target, T another one, # a wall, 2 to 9 ground of that cost; for the other letters, see
 * `lessons.js`. */
export const EXAMPLE = [".......", "...#...", ".A.#.B.", "...#...", "......."];
export const TRAP = [
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
export const OPEN_FIELD = Array.from({ length: 13 }, (_, y) =>
  y === 2 ? ".A...................." : y === 10 ? "....................B." : "......................",
);

export const PLAIN = plainRules();
export const GUIDE = { ...PLAIN, straight: 10, diagonal: 14 };
export const MANHATTAN = {
  algorithm: "astar",
  heuristic: "manhattan",
  weight: null,
  open_list: "heap",
  ties: "last",
  stop_at: null,
  dead_ends: null,
};
export const ASTAR = {
  algorithm: "astar",
  heuristic: null,
  weight: null,
  open_list: null,
  ties: null,
  stop_at: null,
  dead_ends: null,
};
