/** Calls to the server: the key, refusals, being offline and coming back. */

import { eventsOf, unpack } from "../../lib/codec.js";
import { Replay } from "../../lib/replay.js";
import { $ } from "./dom.js";
import { during } from "./work.js";

const NO_KEY = "This page has no key to the studio. Open the address that “pathstar studio” printed in the terminal, then reload this page.";
const INVALID = "The studio cannot do that: one of the names or numbers is not of a kind that it takes.";
const KEY = `pathstar-token-${location.port}`;

/** A call that the server refused: a word for programs, a sentence for people. */
export class Refused extends Error {
  /** @param {number} status @param {string} code @param {string} reason */
  constructor(status, code, reason) {
    super(reason);
    this.status = status;
    this.code = code;
  }
}

/** Takes the key out of the address, so that it is neither shared nor shown. */
export function takeKey() {
  const address = new URL(location.href);
  const given = address.searchParams.get("token");
  if (!given) return;
  localStorage.setItem(KEY, given);
  address.searchParams.delete("token");
  history.replaceState(null, "", address);
}

/**
 * @param {string} path @param {any} [body] sent as JSON; without one the call is a GET
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
    if (/** @type {Error} */ (error).name !== "AbortError") wentOffline();
    throw error;
  }
  if (response.ok) return response;
  const { error } = await response.json().catch(() => ({ error: { code: "http", reason: `The studio gave no reason (${response.status}).` } }));
  if (response.status === 401) showOffline(NO_KEY);
  throw new Refused(response.status, error.code, error.code === "invalid" ? INVALID : error.reason);
}

/** @param {string} path @param {any} [body] @param {AbortSignal} [signal] @returns {Promise<any>} */
export function ask(path, body, signal) {
  return during(path, async () => (await call(path, body, signal)).json());
}

/** @param {string} path @param {any} body @param {AbortSignal} [signal] @returns {Promise<Blob>} */
export function askBlob(path, body, signal) {
  return during(path, async () => (await call(path, body, signal)).blob());
}

/**
 * Asks for a trace.
 * @param {any} body @param {number} cells @param {AbortSignal} [signal]
 * @returns {Promise<import("./state.js").Result>}
 */
export async function askTrace(body, cells, signal) {
  const data = await during("trace", async () => (await call("trace", body, signal)).arrayBuffer());
  const { head, columns } = unpack(data);
  return { head, replay: new Replay(eventsOf(columns, cells), cells, head.uses_g) };
}

let offline = false;
/** @type {(() => void)[]} */
const returns = [];

/** @param {() => void} run when the server is there again */
export function onReturn(run) {
  returns.push(run);
}

/** @param {string} words */
function showOffline(words) {
  if (!$("offline").hidden && $("offline").textContent === words) return; // said once, not at every look at the server
  $("offline").textContent = words;
  $("offline").hidden = false;
}

async function wentOffline() {
  if (offline) return;
  offline = true;
  showOffline("The studio's server does not answer. Your map is safe in this page; it goes on as soon as the server is back.");
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

/** Looks now and then whether the server is still there, so that the page says so before a click fails. */
export function keepWatch() {
  setInterval(() => {
    if (!offline && !document.hidden) call("health").catch(() => {});
  }, 3000);
}

/** @param {Uint8Array} bytes @returns {string} */
export function toBase64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** @param {string} text @returns {Uint8Array} */
export function fromBase64(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
