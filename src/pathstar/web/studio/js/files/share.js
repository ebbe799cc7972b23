/** The state of the page in its address: small enough to send, and complete enough to see the same. */

import { emit, onAny } from "../events.js";
import { fromBase64, toBase64 } from "../backend/base64.js";
import { $, notice } from "../page/dom.js";
import { CELL_KINDS } from "../board/kinds.js";
import { say } from "../page/language.js";
import { labelsOf, packedLabels } from "../board/labels.js";
import { graphMap, meshMap, packed, setWorld } from "../board/map.js";
import { meshOf } from "../mesh/shape.js";
import { fogOf } from "../../../lib/overlays/fog.js";
import { fogBits } from "../walk/fog.js";
import { emptyMap, MOST_COMPARED, plainMethod, plainRules, state } from "../state.js";
import { during } from "../backend/work.js";

const LONGEST = 24000;
const SOON = 350; // milliseconds until the address is written
let timer = 0;
let tooLong = false;
let ready = false;
let writing = Promise.resolve();

export function startShare() {
  onAny(["edited", "options", "position", "layers"], () => {
    clearTimeout(timer);
    timer = window.setTimeout(write, SOON);
  });
  window.addEventListener("hashchange", read);
  $("skip").onclick = (/** @type {Event} */ event) => {
    event.preventDefault(); // the address contains the map
    $("board-1").focus();
  };
}

/** Starts to write the address; until then it is only read. */
export function beginSharing() {
  ready = true;
}

/** @param {BodyInit} data @param {any} stream @returns {Promise<Uint8Array>} */
async function through(data, stream) {
  const body = /** @type {ReadableStream} */ (new Response(data).body);
  return new Uint8Array(await new Response(body.pipeThrough(stream)).arrayBuffer());
}

const urlSafe = (/** @type {string} */ text) =>
  text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const fromUrl = (/** @type {string} */ text) => text.replaceAll("-", "+").replaceAll("_", "/");

/** @returns {Promise<string>} */
async function encoded() {
  const { map, start, goal, methods, rules, compare, position, atEnd } = state;
  const common = {
    t: map.kind,
    n: map.name,
    s: start,
    g: goal,
    m: compare ? methods : methods.slice(0, 1),
    r: rules,
    d: map.danger.length ? map.danger : undefined,
    x: map.targets.length ? map.targets : undefined,
    f: fogBits(map.fog) ?? undefined,
    l: packedLabels(map.deadEnds) ?? undefined,
    p: atEnd ? -1 : position,
  };
  const shared = {
    ...common,
    ...(map.graph ? { b: packed() } : map.mesh ? { e: map.mesh } : await cellsTold(map)),
  };
  return urlSafe(toBase64(await through(JSON.stringify(shared), new CompressionStream("deflate-raw"))));
}

/** @param {import("../state.js").BoardMap} map */
async function cellsTold(map) {
  const packedCodes = await through(
    /** @type {BodyInit} */ (
      map.palette.length <= 256 ? Uint8Array.from(map.codes) : new Uint8Array(map.codes.slice().buffer)
    ),
    new CompressionStream("deflate-raw"),
  );
  const kinds = map.palette.map(({ cost, name }) => (name ? [cost, name] : [cost]));
  return { w: map.width, h: map.height, k: kinds, c: toBase64(packedCodes) };
}

/** Writes addresses one after another, ending with the newest state. */
function write() {
  return (writing = writing.then(writeNow));
}

async function writeNow() {
  if (!ready || state.lesson) return;
  const text = await encoded();
  tooLong = text.length > LONGEST;
  history.replaceState(null, "", tooLong ? location.pathname : `#${text}`);
}

/** Shows the state in the address. @returns {Promise<boolean>} whether there was one */
export async function read() {
  const text = location.hash.slice(1);
  return text !== "" && during("link", () => show(text));
}

/** @param {string} text @returns {Promise<boolean>} */
async function show(text) {
  try {
    const json = await through(
      /** @type {BodyInit} */ (fromBase64(fromUrl(text))),
      new DecompressionStream("deflate-raw"),
    );
    const shared = JSON.parse(new TextDecoder().decode(json));
    const map = await mapOf(shared);
    if (![shared.s, shared.g].every((cell) => cell >= 0 && cell < map.codes.length))
      throw new Error("the address is inconsistent");
    Object.assign(state, {
      methods: methodsOf(shared.m),
      rules: { ...plainRules(), ...shared.r },
      compare: shared.m.length > 1,
      position: Math.max(0, shared.p),
      atEnd: shared.p < 0,
    });
    map.danger = shared.d ?? [];
    map.targets = (shared.x ?? []).filter(
      (/** @type {number} */ cell) => cell >= 0 && cell < map.codes.length,
    );
    map.fog = shared.f ? fogOf(fromBase64(shared.f), map.codes.length) : null;
    map.deadEnds = shared.l && map.kind === "squares" ? deadEndsOf(shared.l, map.codes.length) : null;
    setWorld({ map, start: shared.s, goal: shared.g });
    emit("options");
    return true;
  } catch {
    notice(say("studio.link.unread"));
    return false;
  }
}

/** @param {string} shared @param {number} cells @returns {Uint16Array} */
function deadEndsOf(shared, cells) {
  const labels = labelsOf(shared);
  if (labels.length !== cells) throw new Error("the address is inconsistent");
  return labels;
}

/** @param {Partial<import("../state.js").Method>[]} shared those of the link @returns {import("../state.js").Method[]}
 * the same, and a second one to compare with */
function methodsOf(shared) {
  const methods = shared.slice(0, MOST_COMPARED).map((each) => ({ ...plainMethod(), ...each }));
  return methods.length > 1 ? methods : [methods[0], ...state.methods.slice(1)];
}

/** @param {any} shared @returns {Promise<import("../state.js").BoardMap>} */
async function mapOf(shared) {
  const name = String(shared.n ?? "");
  if (shared.t === "graph") return graphMap(shared.b, name);
  return shared.t === "mesh" ? meshMap(meshOf(shared.e), name) : cellsOf(shared);
}

/** @param {any} shared @returns {Promise<import("../state.js").BoardMap>} */
async function cellsOf(shared) {
  const bytes = await through(
    /** @type {BodyInit} */ (fromBase64(shared.c)),
    new DecompressionStream("deflate-raw"),
  );
  const palette = shared.k.map((/** @type {[number|null, string?]} */ [cost, name]) => ({
    cost,
    name: name ?? "",
  }));
  const codes = palette.length <= 256 ? Uint16Array.from(bytes) : new Uint16Array(bytes.buffer);
  const kind = shared.t ?? "squares";
  const known = CELL_KINDS.includes(kind);
  const right = known && codes.length === shared.w * shared.h && codes.every((code) => code < palette.length);
  if (!right) throw new Error("the address is inconsistent");
  return { ...emptyMap(shared.w, shared.h, kind), codes, palette, name: String(shared.n ?? "") };
}

/** Copies the address. */
export function copyLink() {
  return during("link", copy);
}

async function copy() {
  await write();
  if (tooLong) return notice(say("studio.link.long"));
  try {
    await navigator.clipboard.writeText(location.href);
    notice(say("studio.link.copied"));
  } catch {
    notice(say("studio.link.copy"));
  }
}
