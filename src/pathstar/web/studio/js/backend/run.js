/**
 * Requests searches whenever something changes, one at a time, ending with the newest.
 *
 * It requests a whole trace if that is quick; while the user drags something over a large map, only the path.
 */

import { emit } from "../events.js";
import { backend, Refused } from "./backend.js";
import { optionsOf } from "./choices.js";
import { complain } from "../page/complain.js";
import { $, notice } from "../page/dom.js";
import { say } from "../page/language.js";
import { packed } from "../board/map.js";
import { recordingShown } from "../files/recording.js";
import { compared, placeOf, shown, state, steps } from "../state.js";
import { beginWork, during } from "./work.js";

const QUICK = 45; // milliseconds up to which a trace is requested at every move of the pointer
const SHOW_PROGRESS_AFTER = 100;

let mapId = ""; // id of the current map, empty while the server does not have it
let edits = 0;
let asked = 0; // the number of the newest request
let answered = 0; // the number of the request for the shown results
let running = false;
/** Starts the pending search without further delay. @type {(() => void)|null} */
let soon = null;
let wanted = "";
/** @type {{live: boolean}|null} */
let waiting = null;
let lastTrace = 0;
/** @type {AbortController|null} */
let abort = null;

/** Notes that the map has changed, so the server's copy is out of date. */
export function mapChanged() {
  mapId = "";
  edits++;
}

/** Whether the shown results belong to the current board and options. */
export const upToDate = () => !soon && answered === asked;

/**
 * @param {string} map its id on the server @param {number} which method @param {any} [other] differing
 * options
 * @returns {import("./backend.js").Query} a query for the back end
 */
export function query(map, which, other = {}) {
  return {
    map,
    start: placeOf(state.start),
    goal: placeOf(state.goal),
    targets: state.map.targets.map(placeOf),
    options: { ...optionsOf(which), ...other },
  };
}

/**
 * Runs a call about the map; first sends the map, and again if the server has dropped it.
 * @template T @param {(map: string) => Promise<T>} run called with the map's id on the server @param
 * {AbortSignal} [signal] @returns {Promise<T>}
 */
export async function withMap(run, signal) {
  for (let again = false; ; again = true) {
    const map = mapId || (await sendMap(signal));
    try {
      return await run(map);
    } catch (error) {
      if (again || !(error instanceof Refused) || error.code !== "unknown_map") throw error;
      mapId = "";
    }
  }
}

/** @param {AbortSignal} [signal] */
async function sendMap(signal) {
  const sent = edits;
  const { map } = await backend.keep(packed(), signal);
  if (sent === edits) mapId = map; // otherwise it changed on the way, and the server has an older one
  return map;
}

/**
 * Searches again. Drops the running search if the user has moved on, unless it follows a drag.
 * @param {{live?: boolean}} [how] live: something is being dragged, and more requests will follow
 */
export function solve({ live = false } = {}) {
  wanted = wanted === "now" || !live ? "now" : "live";
  if (soon) return;
  soon = beginWork("search");
  emit("asked");
  queueMicrotask(() => {
    const live = wanted === "live";
    wanted = "";
    begin(live);
    soon?.();
    soon = null;
  });
}

/** @param {boolean} live */
function begin(live) {
  asked++;
  if (running) {
    waiting = { live };
    if (!live) abort?.abort();
    return;
  }
  during("search", () => run(live));
}

/** Searches, and then again for requests that arrived in the meantime. @param {boolean} live */
async function run(live) {
  running = true;
  try {
    for (let next = /** @type {{live: boolean}|null} */ ({ live }); next; [next, waiting] = [waiting, null])
      await search(next.live);
  } finally {
    running = false;
  }
}

/** @param {boolean} live */
async function search(live) {
  const number = asked;
  abort = new AbortController();
  const timer = setTimeout(showProgress, SHOW_PROGRESS_AFTER);
  try {
    if (live && lastTrace > QUICK) await findPaths(number, abort.signal);
    else await findTraces(number, abort.signal);
  } catch (error) {
    if (number === asked) failed(error);
  } finally {
    clearTimeout(timer);
    $("progress").hidden = true;
  }
}

/** @param {unknown} error */
function failed(error) {
  if (error instanceof Refused) {
    const refusal = error.code === "no_key" ? "" : error.say; // the page already says that it has no key
    Object.assign(state, { results: [], refusal });
    emit("result");
    emit("position");
  }
  complain(error);
}

/** @param {number} number of the request @param {AbortSignal} signal */
async function findTraces(number, signal) {
  const begun = performance.now();
  const { map } = state;
  const recording = recordingShown();
  const results = recording ? [await recorded(recording, signal)] : [];
  if (!recording)
    for (const which of compared())
      results[which] = await withMap(
        (id) => backend.trace(query(id, which), map.codes.length, signal),
        signal,
      );
  lastTrace = performance.now() - begun;
  if (map !== state.map) return;
  answered = number;
  const wasAtEnd = state.atEnd;
  Object.assign(state, { results, refusal: null });
  state.position = wasAtEnd ? steps() : Math.min(state.position, steps());
  if (state.playing && state.position >= steps()) state.playing = false;
  emit("result");
  emit("position");
}

/** @param {import("../files/recording.js").Recording} recording @param {AbortSignal} signal */
function recorded({ opening }, signal) {
  const cells = state.map.codes.length;
  if (opening.map === undefined) return backend.recorded(opening, cells, signal);
  return withMap((map) => backend.recorded({ ...opening, map }, cells, signal), signal);
}

/** @param {number} number of the request @param {AbortSignal} signal */
async function findPaths(number, signal) {
  const { map } = state;
  const results = [];
  for (const which of compared()) {
    const head = await withMap((id) => backend.path(query(id, which), signal), signal);
    results[which] = { head, replay: null };
  }
  if (map !== state.map) return;
  answered = number;
  Object.assign(state, { results, refusal: null });
  emit("result");
  emit("position");
}

function showProgress() {
  $("progress-words").textContent =
    shown().length > 1 ? say("studio.searching.twice") : say("studio.searching");
  $("progress").hidden = false;
}

/** Cancels the running search. */
export function cancel() {
  waiting = null;
  asked++;
  abort?.abort();
  notice(say("studio.cancelled"));
}
