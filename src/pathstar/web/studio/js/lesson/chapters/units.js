/** Units that move: over unknown ground, past each other, in groups, and after each other. */

import { ASTAR, PLAIN, TRAP } from "./common.js";

const CORRIDOR = ["#################", "########.########", "#A.............B#", "#################"];
const DOORS = [
  "..........#..........",
  "..........#..........",
  ".....................",
  "..........#..........",
  "..........#..........",
  ".A........#........B.",
  "..........#..........",
  "..........#..........",
  ".....................",
  "..........#..........",
  "..........#..........",
];
const PILLARS = [
  "A...................B",
  "...##........##......",
  "...##........##......",
  "........##...........",
  "........##...........",
  ".....................",
  "...##........##......",
  "...##........##......",
  "........##...........",
  "........##...........",
  ".....................",
];
const ROOMS = { generator: "rooms", width: 45, height: 31, seed: 2, options: {} };

/** @type {import("../lessons.js").Place[]} */
const GROUP = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [1 + (i >> 2), 4 + (i & 3)]);

/** @type {import("../lessons.js").Chapter[]} */
export const UNITS = [
  {
    name: "unknown",
    steps: [
      {
        name: "fog",
        rows: TRAP,
        rules: PLAIN,
        method: ASTAR,
        at: "end",
        walk: { radius: 4, pace: 8 },
        attempt: true,
      },
      {
        name: "repair",
        made: ROOMS,
        rules: PLAIN,
        method: ASTAR,
        at: "end",
        walk: { radius: 6, pace: 16 },
        attempt: true,
      },
      { name: "frontier", at: "end", walk: { radius: 6, pace: 32, explores: true } },
    ],
  },
  {
    name: "units",
    steps: [
      {
        name: "meeting",
        rows: CORRIDOR,
        rules: PLAIN,
        method: ASTAR,
        at: "end",
        game: {
          pace: 4,
          units: [{ place: [1, 2] }, { place: [15, 2] }],
          orders: [
            { units: [0], kind: "go", place: [15, 2] },
            { units: [1], kind: "go", place: [1, 2] },
          ],
        },
      },
      {
        name: "parked",
        rows: DOORS,
        rules: PLAIN,
        method: ASTAR,
        at: "end",
        game: {
          pace: 4,
          units: [{ place: [10, 2] }, { place: [2, 2] }],
          orders: [{ units: [1], kind: "go", place: [18, 2] }],
        },
        attempt: true,
      },
    ],
  },
  {
    name: "groups",
    steps: [
      {
        name: "spread",
        rows: DOORS,
        rules: PLAIN,
        method: ASTAR,
        at: "end",
        game: {
          pace: 4,
          units: GROUP.map((place) => ({ place })),
          orders: [{ units: [0, 1, 2, 3, 4, 5, 6, 7], kind: "go", place: [17, 5] }],
        },
        attempt: true,
      },
    ],
  },
  {
    name: "chase",
    steps: [
      {
        name: "cat",
        rows: PILLARS,
        rules: PLAIN,
        method: ASTAR,
        at: "end",
        game: {
          pace: 2,
          units: [
            { place: [12, 5], speed: 2 },
            { place: [2, 5], speed: 3, player: 1 },
          ],
          orders: [
            { units: [0], kind: "flee", unit: 1 },
            { units: [1], kind: "chase", unit: 0 },
          ],
        },
        attempt: true,
      },
      {
        name: "beat",
        at: "end",
        game: {
          pace: 4,
          units: [{ place: [10, 5] }, { place: [9, 5] }],
          orders: [
            {
              units: [0],
              kind: "patrol",
              places: [
                [2, 0],
                [18, 0],
                [18, 10],
                [2, 10],
              ],
            },
            { units: [1], kind: "follow", unit: 0 },
          ],
        },
        attempt: true,
      },
    ],
  },
];
