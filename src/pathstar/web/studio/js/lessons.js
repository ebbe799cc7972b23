/**
 * The lesson: short steps, each of which drives the board.
 *
 * In the words, **two stars** make bold, {3,2} names a square, which lights up when pointed at, and [words](name) names
 * a part of the page, which a click brings into sight: see `reveal.js`.
 *
 * @typedef {object} Step
 * @property {string} title
 * @property {string[]} text paragraphs
 * @property {string} [attempt] something to try on the board
 * @property {string[]} [rows] another map, drawn with letters; else that of the step before
 * @property {{generator: string, width: number, height: number, seed: number, options: Record<string, number>}} [made] a map to generate
 * @property {Partial<import("./state.js").Rules>} [rules]
 * @property {Partial<import("./state.js").Method>} [method]
 * @property {Partial<import("./state.js").Method>} [other] a second method to compare with
 * @property {number|"end"} [at] the step of the search to show
 * @property {[number, number][]} [lights] squares with rings
 * @property {[number, number]} [square] whose history is shown
 * @property {boolean} [measure] whether the open lists are measured
 *
 * @typedef {{name: string, steps: Step[]}} Chapter
 */

/** A is the start, B the target, # a wall, 2 to 9 ground that costs so much. */
const EXAMPLE = [".......", "...#...", ".A.#.B.", "...#...", "......."];
const GUIDE = { directions: 8, corners: "no_cut", straight: 10, diagonal: 14, cost_model: "enter" };
const PLAIN = { directions: 8, corners: "no_cut", straight: 1, diagonal: null, cost_model: "enter" };
const MANHATTAN = { algorithm: "astar", heuristic: "manhattan", weight: null, open_list: "heap", ties: "last" };
const ASTAR = { algorithm: "astar", heuristic: null, weight: null, open_list: null, ties: null };

const DIAGONAL_GAP = [".........", "....#....", "....#....", ".A..#..B.", "...#.....", "...#.....", "........."];
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
const OPEN_FIELD = Array.from({ length: 13 }, (_, y) => (y === 2 ? ".A...................." : y === 10 ? "....................B." : "......................"));
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
    name: "A first search",
    steps: [
      { title: "From A to B, around a wall", rows: EXAMPLE, rules: GUIDE, method: MANHATTAN, at: 0, lights: [[1, 2], [5, 2]], text: ["A search looks for the cheapest way from **A** to **B**. It keeps two lists: the **open list** of squares still to be looked at, and the **closed list** of squares that are done.", "At first only the start {1,2} is open."] },
      { title: "Open the neighbours", at: 1, lights: [[2, 2]], text: ["The start goes to the closed list and its eight neighbours are opened. Each gets an arrow to its **parent**: the square that it was reached from.", "The numbers are the heart of it. **G** (bottom left) is the cost of coming here: 10 for a straight step, 14 for a diagonal one. **H** (bottom right) estimates what is left, here 10 for each column and row to go. **F** (top left) is their sum."], attempt: "Find the square with the lowest F. It is the one looked at next." },
      { title: "Take the lowest F", at: 2, lights: [[2, 2]], text: ["{2,2} has F 40, the lowest, so it is closed. But look: on its right is wall, and its other neighbours are open already.", "Would any of them be cheaper to reach through {2,2}? For {2,3} that way costs 10 + 10 = 20, more than its 14. So nothing changes."] },
      { title: "A tie, and a corner", at: 3, lights: [[2, 1], [2, 3], [3, 4]], text: ["{2,1} and {2,3} both had F 54. This search takes the one that was **added last**: {2,3}.", "It opens two squares below, but not {3,4}: that diagonal step would cut the corner of the wall at {3,3}."] },
      { title: "A better way", at: 5, lights: [[1, 4], [1, 3]], square: [1, 4], text: ["This is why open squares are checked again. {1,4} was opened from {2,3} with G 28. From {1,3} it costs only 20: so its G falls, and its arrow turns to {1,3}.", "The [history of the square](square) lists both."] },
      { title: "Arrive, and walk back", at: "end", text: ["The search ends when B is **closed**, not when it is first opened. Then the arrows lead back from B to A: that is the path. It has 7 squares and costs 68."], attempt: "Drag A or B, or draw a wall: the path follows at once." },
    ],
  },
  {
    name: "Corners",
    steps: [
      { title: "No cutting of corners", rows: DIAGONAL_GAP, rules: PLAIN, method: ASTAR, at: "end", lights: [[3, 4], [4, 3]], text: ["May one step diagonally past a wall? By the rule **no cutting**, both squares beside the step must be free. It suits bodies that have a width.", "So the crack between {3,4} and {4,3} is no way through here."] },
      { title: "Free corners", rules: { ...PLAIN, corners: "free" }, at: "end", lights: [[3, 3], [4, 4]], text: ["By the rule **free**, walls beside a diagonal step do not matter. The path slips through the crack from {3,3} to {4,4}, and is shorter."], attempt: "Open [Moves](moves) and set the corners to “no squeezing”: one wall beside the step is allowed, two are not." },
    ],
  },
  {
    name: "The estimate",
    steps: [
      { title: "What H is for", rows: OPEN_FIELD, rules: PLAIN, method: ASTAR, other: { ...ASTAR, algorithm: "dijkstra" }, at: "end", text: ["Board 1 shows A* with an estimate, board 2 Dijkstra without one. Both find the cheapest path. But the estimate pulls the search towards the target: compare how many squares each has **expanded**.", "The nearer the estimate comes to the true cost, the less is searched."] },
      { title: "Never too high", rows: HOOK, rules: PLAIN, method: ASTAR, at: "end", text: ["An estimate that never exceeds the true cost is called **admissible**. With one, A* promises the cheapest path. Octile distance is such an estimate where diagonal steps exist: it is exact on open ground."] },
      { title: "Too high", method: { ...ASTAR, heuristic: "manhattan" }, other: ASTAR, at: "end", text: ["Board 1 now takes Manhattan distance, which counts no diagonal steps and so is too high here. Squares that lead around the wall look worse than they are, and the search settles for a path that costs a fifth more. Compare the **cost** of the two.", "[The warning](promise) has a word for such an estimate: **inadmissible**."] },
      { title: "Only the estimate", rows: TRAP, method: { ...ASTAR, algorithm: "greedy" }, other: ASTAR, at: "end", text: ["Greedy search looks at H alone and forgets what the way has cost so far. On board 1 it runs straight into the trap and hugs its walls. It is quick, but it promises nothing."] },
    ],
  },
  {
    name: "Ties",
    steps: [
      { title: "Many squares, one F", rows: OPEN_FIELD, rules: PLAIN, method: { ...ASTAR, open_list: "heap", ties: "larger_g" }, other: { ...ASTAR, open_list: "heap", ties: "smaller_g" }, at: "end", text: ["On open ground very many squares share the same F. Which goes first does not change the cost, but it does change the work.", "On board 1, of equal F the **larger G** goes first: it is nearer to the target. On board 2 the smaller G goes first: the search spreads over every best way before it arrives."] },
      { title: "The last one added", method: { ...ASTAR, open_list: "heap", ties: "last" }, other: { ...ASTAR, open_list: "heap", ties: "first" }, at: "end", text: ["The old advice is to take **the last one added** (board 1): it keeps going the way it was going. First come, first served (board 2) falls back to the start again and again."] },
    ],
  },
  {
    name: "Terrain",
    steps: [
      { title: "Not all ground is equal", rows: SWAMP, rules: PLAIN, method: ASTAR, at: "end", text: ["A step into the swamp costs nine times as much. That cost is added to G, so the path bends around the swamp. It has no more squares than the straight way, but some of its steps are slanted, and those cost 1.41 instead of 1. That is still far cheaper than wading.", "Costly ground is darker, and has more strokes in its corner."], attempt: "Choose the [ground](ground) marked 3 and draw a causeway through the swamp." },
      { title: "Steps are not costs", method: { ...ASTAR, algorithm: "bfs" }, other: ASTAR, at: "end", text: ["Breadth-first search (board 1) counts steps and does not look at costs. Both paths have 19 squares, so to breadth-first search they are equally good, and it wades through the swamp. Compare the two **costs**."] },
    ],
  },
  {
    name: "Open lists",
    steps: [
      { title: "A list, and always its smallest", rows: TRAP, rules: PLAIN, method: { ...ASTAR, open_list: "heap" }, at: "end", text: ["At each step the square with the lowest F is wanted. How to keep the list? **Unsorted**: add anywhere, search all of it each time. **Sorted**: search the place of each new one. A **binary heap** keeps it half in order, and both are quick.", "The faint shape above the [timeline](timeline) shows how long the list is."] },
      { title: "Measured on a long path", made: { generator: "rooms", width: 401, height: 401, seed: 7, options: {} }, rules: PLAIN, method: ASTAR, at: "end", measure: true, text: ["A long way through 401 × 401 squares. The same search, measured on this machine just now, with each kind of open list. **Buckets** are stacks, each for a small range of F, so the smallest is always in the first stack that is not empty. Robert Dial found this in 1969."] },
    ],
  },
  {
    name: "Dijkstra",
    steps: [
      { title: "Without an estimate", rows: TRAP, rules: PLAIN, method: { ...ASTAR, algorithm: "dijkstra" }, at: 60, text: ["With H = 0 the search is Dijkstra's: it spreads evenly, like water, and closes squares in the order of their cost from A.", "It is the way when there is no useful estimate, or when one wants the nearest of **many** targets and does not know which it is."] },
      { title: "That is all", at: "end", text: ["Breadth-first, Dijkstra, greedy, weighted and plain A* are one and the same loop, with another key and another list. What you watch here is the engine that also runs at full speed."], attempt: "Leave the lesson, make a [new map](new), and explore." },
    ],
  },
];

/** @param {string[]} rows @returns {{width: number, height: number, costs: (number|null)[], start: number, goal: number}} a map drawn with letters */
export function drawn(rows) {
  const text = rows.join("");
  const costs = [...text].map((letter) => (letter === "#" ? null : /\d/.test(letter) ? Number(letter) : 1));
  return { width: rows[0].length, height: rows.length, costs, start: text.indexOf("A"), goal: text.indexOf("B") };
}
