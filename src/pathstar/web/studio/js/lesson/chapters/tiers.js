/** Two tiers: clusters for the far, squares for the near; dead ends; and the end of the lesson. */

import { ASTAR, PLAIN, TRAP } from "./common.js";

const ROOMS = { generator: "rooms", width: 160, height: 96, seed: 6, options: {} };

/** The pocket of the trap as a dead end, and the same trap with the target in it. */
const POCKET = TRAP.map((_, y) => (y > 2 && y < 8 ? "00000001111111110000" : "00000000000000000000"));
const INSIDE = TRAP.map((row, y) => (y === 5 ? "..A..........B..#..." : row));

/** @type {import("../lessons.js").Chapter[]} */
export const TIERS = [
  {
    name: "tiers",
    steps: [
      { name: "clusters", made: ROOMS, rules: PLAIN, method: ASTAR, at: 0, clusters: true },
      { name: "legs", at: "end", clusters: true },
      { name: "mended", at: "end", clusters: true, attempt: true },
    ],
  },
  {
    name: "dead_ends",
    steps: [
      {
        name: "left_out",
        rows: TRAP,
        labels: POCKET,
        rules: PLAIN,
        method: ASTAR,
        other: { ...ASTAR, dead_ends: "entered" },
        at: "end",
        square: [14, 5],
      },
      { name: "inside", rows: INSIDE, labels: POCKET, rules: PLAIN, method: ASTAR, at: "end", attempt: true },
    ],
  },
  {
    name: "end",
    steps: [
      {
        name: "all",
        rows: TRAP,
        rules: PLAIN,
        method: ASTAR,
        at: "end",
        attempt: true,
      },
    ],
  },
];
