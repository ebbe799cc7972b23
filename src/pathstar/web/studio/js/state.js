/** The whole state of the page. `events.js` lists the events for changes. */

/**
 * @typedef {{cost: number|null, name: string}} Kind the meaning of a code; a cost of null is a wall
 * @typedef {{kind: string, width: number, height: number, codes: Uint16Array, palette: Kind[], name: string,
 * graph: import("./board/graphs.js").GraphData|null, mesh: import("./mesh/shape.js").MeshData|null, danger: import("../../lib/board/danger.js").Spot[], queries: MapQuery[],
 * targets: number[], fog: Uint8Array|null, deadEnds: Uint16Array|null, recording?: import("./files/recording.js").Recording|null,
 * changed?: boolean, title?: import("./page/language.js").Value}}
 * BoardMap its title is its name as a message if the page chose it; its kind is "squares", a layout of
 * hexagons, "triangles", "graph", whose cells are nodes in one row, or "mesh", which has no cells; `targets` are those beside the goal, and `fog` has a
 * 1 for each cell that an explorer does not know, null for all; `deadEnds` has the number of the dead end of each cell, 0 outside
 * @typedef {{start: number, goal: number, length: number, slack: number}} MapQuery a query of a scenario: the length of the
 * shortest path, 0 or less if there is none, and how far that may be off
 * @typedef {{algorithm: string, heuristic: string|null, weight: number|null, open_list: string|null, ties: string|null, stop_at: string|null, dead_ends: string|null}} Method
 * `dead_ends` is "entered" where a search enters the dead ends of the board, which it leaves out otherwise
 * @typedef {{directions: number, corners: string, straight: number, diagonal: number|null, cost_model: string, profile: string|null, size: number}} Rules
 * @typedef {{head: import("./backend/backend.js").Outcome & Partial<import("./backend/backend.js").Head>, replay: import("../../lib/replay.js").Replay|null}} Result
 */

export const FLOOR = 0;
export const WALL = 1;

/** @returns {Method} */
export const plainMethod = () => ({
  algorithm: "astar",
  heuristic: null,
  weight: null,
  open_list: null,
  ties: null,
  stop_at: null,
  dead_ends: null,
});
/** @returns {Rules} */
export const plainRules = () => ({
  directions: 8,
  corners: "no_cut",
  straight: 1,
  diagonal: null,
  cost_model: "enter",
  profile: null,
  size: 1,
});
/** @returns {Kind[]} */
export const plainPalette = () => [
  { cost: 1, name: "" },
  { cost: null, name: "" },
];

/** @param {number} width @param {number} height @param {string} [kind] @returns {BoardMap} */
export function emptyMap(width, height, kind = "squares") {
  return {
    kind,
    width,
    height,
    codes: new Uint16Array(width * height),
    palette: plainPalette(),
    name: "",
    graph: null,
    danger: [],
    queries: [],
    targets: [],
    fog: null,
    deadEnds: null,
    mesh: null,
  };
}

export const state = {
  map: emptyMap(7, 5),
  start: 0,
  goal: 34,
  methods: [plainMethod(), { ...plainMethod(), algorithm: "dijkstra" }],
  rules: plainRules(),
  compare: false,
  /** Which of the compared searches is explained. */
  explained: 0,
  /** Whether compared searches go on by the time that they took, and not step by step. */
  byTime: false,
  /** @type {(Result|null)[]} */
  results: [],
  /** Why the search was refused, so that there are no results. @type {import("./page/language.js").Value|null} */
  refusal: null,
  position: 0,
  /** Whether a new search is shown at its end. */
  atEnd: true,
  playing: false,
  speed: "auto",
  tool: "pen",
  material: WALL,
  /** The dead end that the brush paints, 0 to take squares out. */
  label: 1,
  selected: -1,
  /** The field that shades the boards, a name of `shade.js`. */
  shade: "none",
  layers: { marks: true, pointers: true, numbers: true, trail: true, clusters: false },
  /** The choices, once the back end has sent them. @type {import("./backend/backend.js").Table|null} */
  table: null,
  lesson: false,
  /** Whether units move on the board instead of a search. */
  game: false,
  /** Whether a unit explores the board instead of a search. */
  walk: false,
  /** How the path is made smoother, a way of `smooth/panel.js`. */
  smooth: "none",
  /** Whether a smoother line is shown in place of the path on board 1. */
  smoothed: false,
};

/** What happens on the board. @returns {"search"|"game"|"walk"|"mesh"} */
export const mode = () => (state.map.mesh ? "mesh" : state.game ? "game" : state.walk ? "walk" : "search");

/** Whether a search is shown step by step. */
export const isStepped = () => mode() === "search" || mode() === "mesh";

/** The number of steps of the longest shown search. */
export function steps() {
  return Math.max(0, ...shown().map((result) => result?.replay?.steps ?? 0));
}

/** How many searches can be compared. */
export const MOST_COMPARED = 6;

/** The numbers of the shown methods, from 0. @returns {number[]} */
export function compared() {
  return state.methods.slice(0, state.compare ? MOST_COMPARED : 1).map((_, which) => which);
}

/** The results of the shown methods, null where one has not arrived. */
export function shown() {
  return compared().map((which) => state.results[which] ?? null);
}

/** Which search is explained, shown as code and by its open list. @returns {number} */
export const explained = () => (state.explained < shown().length ? state.explained : 0);

/** @param {number} which @returns {number} the step of one of the shown searches at the current position */
export function positionOf(which) {
  const results = shown();
  const here = results[which];
  if (!state.byTime || !state.compare || !here?.replay) return state.position;
  const slowest = Math.max(...results.map((result) => result?.head.seconds ?? 0));
  const share = (state.position / Math.max(1, steps())) * (slowest / Math.max(1e-9, here.head.seconds ?? 0));
  return Math.min(here.replay.steps, Math.floor(here.replay.steps * share + 1e-9));
}

/** @param {number} cell @returns {number[]} column and row, or the number of a node, as on the server */
export function placeOf(cell) {
  if (state.map.graph) return [cell];
  return [cell % state.map.width, Math.floor(cell / state.map.width)];
}

/** @param {number[]} place */
export function cellOf([x, y]) {
  return state.map.graph ? x : y * state.map.width + x;
}

/** @param {number} cell */
export function kindOf(cell) {
  return state.map.palette[state.map.codes[cell]];
}

/** The choices, for parts that are shown only once they are known. @returns {import("./backend/backend.js").Table} */
export function theTable() {
  if (!state.table) throw new Error("the back end has not sent the choices yet");
  return state.table;
}
