/**
 * The requests of the page to its back end, and the replies. The page knows nothing else about it: neither
 * where it runs nor how to reach it. `server.js` is the back end that calls the studio's server.
 */

import { text } from "../page/language.js";

/**
 * @typedef {import("../../../lib/words.js").Value} Value
 * @typedef {import("../../../lib/replay.js").Replay} Replay
 *
 * @typedef {number[]} Place column and row, or the number of a node
 * @typedef {{kind: string, [column: string]: any}} BoardSent a map or a graph, as `map.js` packs it
 * @typedef {{map: string, start: Place, goal: Place, targets: Place[], options: Record<string, any>}} Query a search on a map that was sent; it ends at the goal or at another target
 * @typedef {{kind: string, words: Value, warning: Value|null}} Guarantee
 * @typedef {{status: string, cost: number|null, path: number[], line: number[][]|null, expanded: number, generated: number, updated: number, seconds: number|null, algorithm: string, heuristic: string, open_list: string, weight: number, guarantee: Guarantee, dead_ends?: {say: Value, used: boolean}|null}} Outcome of a search; its path has a line where its corners are no places, and
 * it tells what it did about the dead ends of the board
 * @typedef {Outcome & {trace: string, events: number, steps: number, uses_g: boolean, any_angle: boolean}} Head of a recorded search; `trace` names it
 * @typedef {{head: Head, replay: Replay}} Recorded
 * @typedef {{kind: string, say: Value, places: Place[]}} Fact of a step
 * @typedef {{open_list: string, seconds: number, runs: number, expanded: number, cost: number|null, finished: boolean}} Measured
 * @typedef {{map: string, kind: string, name: string, notes: Value[], queries?: number[][], recorded?: boolean, [column: string]: any}} BoardReply a map or a graph, as `map.js` unpacks it, with the queries or the recorded search of its file
 * @typedef {{kind: string, generator: string, seed: number, options: Record<string, number>, width?: number,
 * height?: number, keep?: boolean}} Wanted a map to make; a preview is not kept
 * @typedef {{kind: string, file?: string, name?: string, content?: string, beside?: {name: string, content: string}, map?: string}} Opening a
 * file in the folder, or one that is sent, the file that belongs to it, and the map of the page
 * @typedef {{name: string, board: BoardSent, start?: Place, goal?: Place, folder: boolean, replace: boolean}} Saving
 * @typedef {{name: string, saved: boolean, files: {name: string, content: string}[], notes: Value[]}} Saved
 * @typedef {{folder: string, files: string[], more: boolean}} Folder
 *
 * @typedef {{units: number[], kind: string, place?: Place, places?: Place[], unit?: number}} UnitOrder
 * @typedef {{game: string, number: number, dt: number, look?: number|null, add?: {place: Place, speed: number, player: number}[], remove?: number[], orders?: UnitOrder[], painted?: {place: Place, cost: number|null}[], danger?: boolean, viewer?: number|null}} Turn of a game: what changes, and how much time passes
 * @typedef {{time: number, kind: string, unit: number, place: Place, other: number|null}} UnitEvent
 * @typedef {{order: string|null, doing: string, path: Place[], waits_for: number|null}} Look a unit in detail
 * @typedef {{now: number, units: number[], positions: number[][], players: number[], doing: string[], waits_for: (number|null)[], events: UnitEvent[], look: Look|null, fog: string|null}} Report of the world after a turn, as the viewer sees it
 *
 * @typedef {{map: string, start: Place, goal: Place|null, options: Record<string, any>, radius: number, sight: boolean, fog: string|null}} Walking over ground that the unit does not know; without a goal it explores
 * @typedef {{place: Place, status: string, cost: number, trail: Place[], ahead: Place[], seen: Place[], plans: number, repaired: number, fresh: number}} Stride where the unit is, what it newly sees, and how many squares its plans have expanded
 *
 * @typedef {{value: number, cost: number|null, length: number, turns: number, turning: number, clearance: number|null, points: Place[],
 * kept: number}} Line one at a position of the slider; `kept` places stayed as they were
 * @typedef {{before: Line, rows: Line[], usual: number}} Smoothed a path, and smoother lines for the positions of a slider
 *
 * @typedef {{sides: number[], gates: number[][], legs: number[][], cost: number|null, best: number|null}} TwoTiers the clusters of a
 * map, and a path over them beside the cost of a cheapest one
 *
 * @typedef {import("../mesh/shape.js").Shape} Shape
 * @typedef {{kind: "mesh", polygons: [number, number][][][]}} Ground of a mesh
 * @typedef {import("../mesh/shape.js").MeshData & {kind: "mesh", name: string, notes: Value[]}} MeshReply
 * @typedef {{mesh: string, shape: Shape, start: [number, number], goal: [number, number], known: string|null, whole: boolean, weight: number|null}} MeshQuery a path on a
 * ground that was sent; `known` is the id of the shape whose polygons the page has, `whole` whether to send all others, and `weight` how far from
 * the optimum the cost may be
 * @typedef {{status: string, cost: number|null, bound: number|null, points: number[][], expanded: number, algorithm: string, guarantee: Guarantee,
 * edit_seconds: number, seconds: number, shape: string, polygons: SentPolygons|null, changes: {gone: string, added: SentPolygons}|null}} MeshPath
 * @typedef {Record<"points"|"corners"|"offsets"|"costs", string>} SentPolygons each as base64
 *
 * @typedef {{name: string, kinds: string[], corners: string|null, weight: number, may_weigh: boolean, open_list: string|null, may_stop: boolean}} AlgorithmRow
 * @typedef {{name: string, kinds: string[]}} HeuristicRow
 * @typedef {{name: string, options: Record<string, number>}} GeneratorRow
 * @typedef {{name: string, terrain: Record<string, number|null>}} ProfileRow a kind of unit, and what it pays; null closes a terrain to it
 * @typedef {{suffix: string, holds_costs: boolean, holds_ends: boolean, holds_dead_ends: boolean}} FormatRow
 * @typedef {{cells: number, side: number, nodes: number, edges: number, body: number, seconds: number}} Limits
 * @typedef {{algorithms: AlgorithmRow[], heuristics: HeuristicRow[], open_lists: string[], ties: string[], stops: string[],
 * corners: string[], cost_models: string[], directions: number[], profiles: ProfileRow[], danger_radius: number, generators: GeneratorRow[], graphs:
 * GeneratorRow[], meshes: GeneratorRow[], formats: FormatRow[], graph_suffixes: string[], mesh_suffixes: {opened: string[], saved: string[]}, limits: Limits}} Table all choices
 */

/**
 * Every call may reject with `Refused`, with an `AbortError`, or with a `TypeError` if the back end is out of
 * reach.
 * @typedef {object} Backend
 * @property {() => Promise<Table>} table
 * @property {(board: BoardSent, signal?: AbortSignal) => Promise<{map: string}>} keep stores a map to search
 * on, and returns its id
 * @property {(wanted: Wanted) => Promise<BoardReply>} generate
 * @property {() => Promise<Folder>} files
 * @property {(file: Opening) => Promise<BoardReply|MeshReply>} open
 * @property {(file: Opening, cells: number, signal?: AbortSignal) => Promise<Recorded>} recorded the recorded search in a file
 * @property {(file: Saving) => Promise<Saved>} save
 * @property {(query: Query, signal?: AbortSignal) => Promise<Outcome>} path
 * @property {(query: Query, cells: number, signal?: AbortSignal) => Promise<Recorded>} trace
 * @property {(query: Query & {open_lists: string[]}) => Promise<{rows: Measured[]}>} measure
 * @property {(step: {trace: string, step: number}) => Promise<{facts: Fact[]}>} explain
 * @property {(query: Query & {format: string, step: number|null, theme: string, lang: string, trace?: string}) => Promise<Blob>} export the search, or the recorded one that is named
 * @property {(query: Query & {place: Place}, signal?: AbortSignal) => Promise<{say: Value, path: number[], dead_end: number|null}>} why tells why the path does not lead through a place, and in which dead end that was left out it lies
 * @property {(query: Query & {of: "start"|"goal"}, signal?: AbortSignal) => Promise<import("../../../lib/board/heat.js").Field>} field the costs from the start, or to the target
 * @property {(query: Query) => Promise<{dead_ends: string}>} deadEnds finds the dead ends of a board of squares
 * @property {(game: {map: string, options: Record<string, any>, danger: boolean}) => Promise<{game: string}>} game begins a game on a copy of a map, and returns its id
 * @property {(turn: Turn) => Promise<Report>} turn
 * @property {(walk: Walking & {map: string}) => Promise<{walk: string}>} walk begins a walk on a copy of a map, and returns its id
 * @property {(stride: {walk: string, steps: number, painted?: {place: Place, cost: number|null}[]}) => Promise<Stride>} stride
 * @property {(query: Query & {way: string}, signal?: AbortSignal) => Promise<Smoothed>} smooth
 * @property {(query: Query, signal?: AbortSignal) => Promise<TwoTiers>} twoTiers
 * @property {(wanted: {generator: string, seed: number, options: Record<string, number>}|{map: string}) => Promise<MeshReply>} makeMesh makes a mesh by name, or that of the squares of a map
 * @property {(ground: Ground) => Promise<{mesh: string}>} keepMesh stores the ground of a mesh, and returns its id
 * @property {(query: MeshQuery) => Promise<MeshPath>} meshPath
 * @property {(query: Omit<MeshQuery, "known"|"whole"|"weight">) => Promise<Recorded>} meshTrace
 * @property {(query: Omit<MeshQuery, "known"|"whole"|"weight"> & {format: string, step: number|null, theme: string, lang: string}) => Promise<Blob>} exportMesh
 * @property {(file: {name: string, ground: Ground, shape: Shape, folder: boolean, replace: boolean}) => Promise<Saved>} saveMesh
 * @property {(run: () => void) => void} onReturn calls `run` when the back end is reachable again
 */

/** A call that the back end refused: a code for programs, a message for people, and perhaps more in English. */
export class Refused extends Error {
  /** @param {string} code @param {Value} say why @param {string} [detail] in English */
  constructor(code, say, detail = "") {
    super(text(say));
    this.code = code;
    this.say = say;
    this.detail = detail;
  }
}

/** The back end of the page. @type {Backend} */
export let backend;

/** @param {Backend} chosen */
export function useBackend(chosen) {
  backend = chosen;
}
