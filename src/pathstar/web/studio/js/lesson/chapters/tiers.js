/** Two tiers: clusters for the far, squares for the near; and the end of the lesson. */

import { ASTAR, PLAIN, TRAP } from "./common.js";

const ROOMS = { generator: "rooms", width: 160, height: 96, seed: 6, options: {} };

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
