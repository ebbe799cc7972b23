/** What the chapters share: rules, methods, and boards of more than one chapter. */

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

export const GUIDE = {
  directions: 8,
  corners: "no_cut",
  straight: 10,
  diagonal: 14,
  cost_model: "enter",
  profile: null,
  size: 1,
};
export const PLAIN = {
  directions: 8,
  corners: "no_cut",
  straight: 1,
  diagonal: null,
  cost_model: "enter",
  profile: null,
  size: 1,
};
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
