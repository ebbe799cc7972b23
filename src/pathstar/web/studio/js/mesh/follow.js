/** Finds the path on a mesh board whenever something changes, ending with the newest. Once nothing is dragged, it asks for the steps of
 * the search. */

import { backend, Refused } from "../backend/backend.js";
import { fromBase64 } from "../backend/base64.js";
import { during } from "../backend/work.js";
import { emit, on } from "../events.js";
import { complain, reasonOf } from "../page/complain.js";
import { state, steps } from "../state.js";

/** @typedef {import("./shape.js").MeshData} MeshData */

/** What is known about the path. */
export const found = {
  /** @type {import("../backend/backend.js").MeshPath|null} */
  path: null,
  /** @type {import("../../../lib/overlays/mesh.js").Polygons|null} */
  polygons: null,
  /** How they differ while something is dragged. @type {import("../../../lib/overlays/mesh.js").Changes|null} */
  changes: null,
  /** The id of the shape whose polygons are known. @type {string|null} */
  shape: null,
  /** Why the back end refused the last request. */
  refusal: "",
};

const HURRY = 1.5; // how far from the optimum a path over areas may be while something is dragged

/** The ids of grounds that the back end keeps. @type {WeakMap<object, string>} */
const kept = new WeakMap();
const AT_ONCE = 2; // requests: while one is answered, the page draws the path of the other
let underWay = 0;
/** @type {{live: boolean}|null} */
let waiting = null;
/** The number of the request that was sent last, and of the one whose answer is shown. */
let sent = 0;
let shown = 0;

export function startFollowing() {
  on("world", () => {
    Object.assign(found, { path: null, polygons: null, changes: null, shape: null, refusal: "" });
    if (state.map.mesh) Object.assign(state, { results: [], atEnd: true, playing: false });
  });
  on("drawing", () => {
    if (state.map.mesh && state.results.length) showSteps([]); // they belong to the mesh as it was
    follow({ live: true });
  });
  on("edited", () => follow({ live: false }));
}

/** @param {{live: boolean}} how live: something is being dragged, and more requests will follow */
function follow(how) {
  if (!state.map.mesh) return;
  if (underWay === AT_ONCE) waiting = how;
  else during("mesh", () => run(how));
}

/** @param {{live: boolean}} how */
async function run(how) {
  underWay++;
  try {
    for (let next = /** @type {{live: boolean}|null} */ (how); next; [next, waiting] = [waiting, null])
      if (state.map.mesh) await find(state.map.mesh, next.live);
  } finally {
    underWay--;
  }
}

/** @param {MeshData} mesh @param {boolean} live */
async function find(mesh, live) {
  const { map } = state;
  const known = found.shape;
  const number = ++sent;
  const isLate = () => map !== state.map || number < shown;
  try {
    const path = await ask(mesh, live);
    if (isLate()) return;
    shown = number;
    const changes = path.changes && known === found.shape ? changesOf(path.changes) : null;
    Object.assign(found, { path, refusal: "", changes });
    if (path.polygons) Object.assign(found, { polygons: unpacked(path.polygons), shape: path.shape });
    if (live) return emit("mesh", true);
    const recorded = await withGround(mesh, (id) => stepsOf(mesh, id));
    if (isLate()) return;
    if (state.atEnd) state.position = recorded.replay.steps;
    showSteps([recorded]);
  } catch (error) {
    if (isLate()) return;
    Object.assign(found, { path: null, refusal: error instanceof Refused ? reasonOf(error) : "" });
    if (!live) complain(error);
  }
  emit("mesh", live);
}

/** @param {MeshData} mesh @param {string} id of its ground */
const stepsOf = ({ shape, start, goal }, id) => backend.meshTrace({ mesh: id, shape, start, goal });

/** The search in a file. @param {MeshData} mesh @param {{format: string, step: number|null, theme: string, lang: string}} how */
export const fileOf = (mesh, how) =>
  withGround(mesh, (id) =>
    backend.exportMesh({ mesh: id, shape: mesh.shape, start: mesh.start, goal: mesh.goal, ...how }),
  );

/** Shows a search, or none. @param {import("../backend/backend.js").Recorded[]} recorded */
function showSteps(recorded) {
  state.results = recorded;
  if (recorded.length) state.position = Math.min(state.position, steps());
  if (state.playing && state.position >= steps()) state.playing = false;
  emit("result");
  emit("position");
}

/** @param {MeshData} mesh @param {boolean} live */
function ask(mesh, live) {
  const { shape, start, goal } = mesh;
  const weight = live && shape.areas.length ? HURRY : null;
  return withGround(mesh, (id) =>
    backend.meshPath({ mesh: id, shape, start, goal, known: found.shape, whole: !live, weight }),
  );
}

/**
 * Sends the ground first, and again if the back end has dropped it.
 * @template T @param {MeshData} mesh @param {(id: string) => Promise<T>} run @returns {Promise<T>}
 */
async function withGround({ polygons }, run) {
  for (let again = false; ; again = true) {
    const id = kept.get(polygons) ?? (await backend.keepMesh({ kind: "mesh", polygons })).mesh;
    kept.set(polygons, id);
    try {
      return await run(id);
    } catch (error) {
      if (again || !(error instanceof Refused) || error.code !== "unknown_mesh") throw error;
      kept.delete(polygons);
    }
  }
}

/** How many polygons the mesh has. */
export function polygonCount() {
  const count = (/** @type {{offsets: ArrayLike<number>}|undefined|null} */ each) =>
    (each?.offsets.length ?? 1) - 1;
  return count(found.polygons) - (found.changes?.gone.size ?? 0) + count(found.changes?.added);
}

/** @typedef {import("../backend/backend.js").SentPolygons} SentPolygons */

const numbersOf = (/** @type {string} */ text) => fromBase64(text).slice().buffer;

/** @param {SentPolygons} sent */
const unpacked = ({ points, corners, offsets, costs }) => ({
  points: new Float64Array(numbersOf(points)),
  corners: new Uint32Array(numbersOf(corners)),
  offsets: new Uint32Array(numbersOf(offsets)),
  costs: new Float32Array(numbersOf(costs)),
});

/** @param {{gone: string, added: SentPolygons}} sent */
const changesOf = ({ gone, added }) => ({
  gone: new Set(new Uint32Array(numbersOf(gone))),
  added: unpacked(added),
});
