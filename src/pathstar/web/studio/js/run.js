/**
 * Asking for searches whenever something changed, never more than one at a time, the newest last.
 *
 * A whole trace is asked for where that is quick; while something is dragged over a large map, the path alone.
 */

import { emit } from "./events.js";
import { backend, Refused } from "./backend.js";
import { optionsOf } from "./choices.js";
import { $, notice } from "./dom.js";
import { say } from "./language.js";
import { packed } from "./map.js";
import { placeOf, shown, state, steps } from "./state.js";
import { beginWork, during } from "./work.js";

const QUICK = 45; // milliseconds that a trace may take to be asked for at every move of the pointer
const SHOW_PROGRESS_AFTER = 100;

let mapId = ""; // of the map as it is now, empty while the server does not have it
let edits = 0;
let asked = 0; // number of the newest request
let answered = 0; // number of the request that the results shown answer
let running = false;
/** Ends the wait for the search that is due in a moment. @type {(() => void)|null} */
let soon = null;
let wanted = "";
/** @type {{live: boolean}|null} */
let waiting = null;
let lastTrace = 0;
/** @type {AbortController|null} */
let abort = null;

/** Forgets what the server knows of the map: it changed. */
export function mapChanged() {
  mapId = "";
  edits++;
}

/** Whether the results shown are those of the board and the options as they are now. */
export const upToDate = () => !soon && answered === asked;

/**
 * @param {string} map its name on the server @param {number} which method @param {any} [other] options that differ
 * @returns {import("./backend.js").Query} a query as the back end reads it
 */
export function query(map, which, other = {}) {
  return {
    map,
    start: placeOf(state.start),
    goal: placeOf(state.goal),
    options: { ...optionsOf(which), ...other },
  };
}

/**
 * Calls the server about the map; sends the map before, or again if the server has forgotten it.
 * @template T @param {(map: string) => Promise<T>} run given the map's name on the server @param {AbortSignal} [signal] @returns {Promise<T>}
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
  if (sent === edits) mapId = map; // else it was drawn on while on its way, and what is there is an older one
  return map;
}

/**
 * Searches anew. What is under way is dropped if the person has moved on, unless it follows a drag.
 * @param {{live?: boolean}} [how] live: something is being dragged, and more will come
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

/** Searches, and again for what was asked for meanwhile. @param {boolean} live */
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
    state.results = [null, null];
    emit("result");
    const said = error.code === "no_key"; // above the page, that it has no key
    $("result").textContent = said ? "" : error.message;
    if (!said) notice(error.message);
  } else if (
    !(error instanceof DOMException && error.name === "AbortError") &&
    !(error instanceof TypeError)
  ) {
    throw error;
  }
}

/** @param {number} number of the request @param {AbortSignal} signal */
async function findTraces(number, signal) {
  const begun = performance.now();
  const methods = state.compare ? [0, 1] : [0];
  const { map } = state;
  const results = [];
  for (const which of methods) {
    results[which] = await withMap((id) => backend.trace(query(id, which), map.codes.length, signal), signal);
  }
  lastTrace = performance.now() - begun;
  if (map !== state.map) return;
  answered = number;
  const wasAtEnd = state.atEnd;
  state.results = [results[0], results[1] ?? null];
  state.position = wasAtEnd ? steps() : Math.min(state.position, steps());
  if (state.playing && state.position >= steps()) state.playing = false;
  emit("result");
  emit("position");
}

/** @param {number} number of the request @param {AbortSignal} signal */
async function findPaths(number, signal) {
  const { map } = state;
  const results = [];
  for (const which of state.compare ? [0, 1] : [0]) {
    const head = await withMap((id) => backend.path(query(id, which), signal), signal);
    results[which] = { head, replay: null };
  }
  if (map !== state.map) return;
  answered = number;
  state.results = [results[0], results[1] ?? null];
  emit("result");
  emit("position");
}

function showProgress() {
  $("progress-words").textContent =
    shown().length > 1 ? say("studio.searching.twice") : say("studio.searching");
  $("progress").hidden = false;
}

/** Stops what is under way. */
export function cancel() {
  waiting = null;
  asked++;
  abort?.abort();
  notice(say("studio.cancelled"));
}
