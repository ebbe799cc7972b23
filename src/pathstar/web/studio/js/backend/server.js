/** The studio's server as a back end: the key, refusals, losing the connection and reconnecting. */

import { eventsOf, unpack } from "../../../lib/codec.js";
import { nodesOf } from "../../../lib/overlays/intervals.js";
import { Replay } from "../../../lib/replay.js";
import { Refused } from "./backend.js";
import { $ } from "../page/dom.js";
import { say } from "../page/language.js";
import { during } from "./work.js";

const KEY = `pathstar-token-${location.port}`;
const NO_KEY = 401;

/** Removes the key from the address, so that it is neither shared nor shown. */
function takeKey() {
  const address = new URL(location.href);
  const given = address.searchParams.get("token");
  if (!given) return;
  localStorage.setItem(KEY, given);
  address.searchParams.delete("token");
  history.replaceState(null, "", address);
}

/** @returns {import("./backend.js").Backend} */
export function server() {
  takeKey();
  setInterval(look, 3000);
  return {
    table: () => ask("table"),
    keep: (board, signal) => ask("map", board, signal),
    generate: (wanted) => ask("generate", wanted),
    files: () => ask("files"),
    open: (file) => ask("open", file),
    save: (file) => ask("save", file),
    path: (query, signal) => ask("path", query, signal),
    trace: (query, cells, signal) => askRecorded("trace", query, cells, signal),
    recorded: (file, cells, signal) => askRecorded("recorded", file, cells, signal),
    measure: (query) => ask("measure", query),
    explain: (step) => ask("explain", step),
    why: (query, signal) => ask("why", query, signal),
    field: askField,
    game: (board) => ask("game", board),
    turn: (turn) => tick("turn", turn),
    walk: (walk) => ask("walk", walk),
    stride: (stride) => tick("stride", stride),
    smooth: (query, signal) => ask("smooth", query, signal),
    deadEnds: (query) => ask("dead-ends", query),
    twoTiers: (query, signal) => ask("two-tiers", query, signal),
    makeMesh: (wanted) => ask("make-mesh", wanted),
    keepMesh: (ground) => ask("mesh", ground),
    meshPath: (query) => ask("mesh-path", query),
    meshTrace: (query) => askRecorded("mesh-trace", query, 0),
    exportMesh: (query) => during("export", async () => (await call("export-mesh", query)).blob()),
    saveMesh: (file) => ask("save-mesh", file),
    export: (query) => during("export", async () => (await call("export", query)).blob()),
    onReturn: (run) => void returns.push(run),
  };
}

/**
 * @param {string} path @param {any} [body] sent as JSON; without it the call is a GET
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function call(path, body, signal) {
  let response;
  const headers = { "x-pathstar-token": localStorage.getItem(KEY) ?? "" };
  try {
    response = await fetch(`/api/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (/** @type {Error} */ (error).name !== "AbortError") goOffline();
    throw error;
  }
  if (response.ok) return response;
  throw await refusal(response);
}

/** @param {Response} response @returns {Promise<Refused>} */
async function refusal(response) {
  const status = response.status;
  if (status === NO_KEY) showOffline(say("studio.no_key"));
  const { error } = await response.json().catch(() => ({ error: null }));
  if (!error) return new Refused("http", { say: "studio.refused.unexplained", with: { status } });
  return new Refused(
    status === NO_KEY ? "no_key" : error.code,
    error.say,
    error.detailed ? error.reason : "",
  );
}

/** @param {string} path @param {any} [body] @param {AbortSignal} [signal] @returns {Promise<any>} */
function ask(path, body, signal) {
  return during(path, async () => (await call(path, body, signal)).json());
}

/** A call that the clock repeats, so that the page is at rest meanwhile. @param {string} path @param {any} body
 * @returns {Promise<any>} */
async function tick(path, body) {
  return (await call(path, body)).json();
}

/**
 * @param {string} path @param {any} body @param {number} cells @param {AbortSignal} [signal]
 * @returns {Promise<import("./backend.js").Recorded>}
 */
async function askRecorded(path, body, cells, signal) {
  const data = await during(path, async () => (await call(path, body, signal)).arrayBuffer());
  return recorded(data, cells);
}

/** @param {any} query @param {AbortSignal} [signal] @returns {Promise<import("../../../lib/board/heat.js").Field>} */
async function askField(query, signal) {
  const data = await during("field", async () => (await call("field", query, signal)).arrayBuffer());
  const { costs, contours, next } = unpack(data).columns;
  return { values: costs, contours, next };
}

/** @param {ArrayBuffer} data a trace packed by the server @param {number} cells @returns
 * {import("./backend.js").Recorded} */
export function recorded(data, cells) {
  const { head, columns } = unpack(data);
  const nodes = nodesOf(columns.interval, cells);
  return { head, replay: new Replay(eventsOf(columns, nodes), nodes, head.uses_g) };
}

let offline = false;
/** @type {(() => void)[]} */
const returns = [];

/** @param {string} words */
function showOffline(words) {
  if (!$("offline").hidden && $("offline").textContent === words) return; // shown once, not at every poll of the server
  $("offline").textContent = words;
  $("offline").hidden = false;
}

async function goOffline() {
  if (offline) return;
  offline = true;
  showOffline(say("studio.offline"));
  while (offline) {
    await new Promise((done) => setTimeout(done, 700));
    try {
      await fetch("/theme.css", { cache: "no-store" });
      offline = false;
    } catch {
      continue;
    }
  }
  $("offline").hidden = true;
  for (const run of returns) run();
}

/** Polls the server, so that the page shows a lost connection before a click fails. */
function look() {
  if (!offline && !document.hidden) call("health").catch(() => {});
}
