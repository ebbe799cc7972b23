/** The field that shades the boards: G, H, the error of H, or the true costs. */

import { Heat } from "../../../lib/board/heat.js";
import { backend } from "../backend/backend.js";
import { query, upToDate, withMap } from "../backend/run.js";
import { emit, on, onAny } from "../events.js";
import { $, choice, el } from "../page/dom.js";
import { grouped, keyOf, say } from "../page/language.js";
import { shown, state } from "../state.js";
import { boards, colours } from "./stage.js";

/** @typedef {import("../../../lib/board/heat.js").Field} Field */

const SHADES = ["none", "g", "h", "error", "goal", "start"];
/** The field that the back end has sent for each source. @type {Partial<Record<"start"|"goal", Field>>} */
let fields = {};
/** @type {AbortController|null} */
let abort = null;

export function startShade() {
  on("asked", () => {
    abort?.abort();
    fields = {};
  });
  onAny(["result", "shade"], load);
  onAny(["position", "theme"], render);
  on("language", () => {
    offer();
    render();
  });
  offer();
}

function offer() {
  const options = SHADES.map((value) => ({ value, words: say(keyOf(`studio.shade.${value}`)) }));
  const field = choice(say("studio.layer.shade"), options, state.shade, (value) => {
    state.shade = value;
    emit("shade");
  });
  field.querySelector("select").id = "shade";
  $("shade-choice").replaceChildren(field);
}

/** The field that the chosen shade needs from the back end. @returns {"start"|"goal"|null} */
const needed = () =>
  state.shade === "start" ? "start" : state.shade === "goal" || state.shade === "error" ? "goal" : null;

async function load() {
  const of = needed();
  if (of && !fields[of] && upToDate() && shown()[0]) {
    const { signal } = (abort = new AbortController());
    try {
      fields[of] = await withMap((map) => backend.field({ ...query(map, 0), of }, signal), signal);
    } catch {
      if (signal.aborted) return; // another search has begun, and will load its own
    }
  }
  render();
}

/** @param {number} which board @returns {Field|null} */
function fieldOf(which) {
  const of = needed();
  if (state.shade === "goal" || state.shade === "start")
    return fields[/** @type {"start"|"goal"} */ (of)] ?? null;
  const result = shown()[which];
  const replay = result?.replay;
  if (!replay || state.shade === "none" || (of && !fields[of])) return null;
  const weight = result.head.weight || 1;
  const estimate = (/** @type {number} */ cell) => replay.h(cell) / (replay.usesG ? weight : 1);
  const truth = fields.goal?.values ?? [];
  const value = {
    g: (/** @type {number} */ cell) => replay.g(cell),
    h: estimate,
    error: (/** @type {number} */ cell) => estimate(cell) - truth[cell],
  }[state.shade];
  return value ? { values: Float64Array.from({ length: replay.cells }, (_, cell) => value(cell)) } : null;
}

function render() {
  for (const [which, board] of boards.entries()) {
    const field = fieldOf(which);
    if (!field && !board.heat) continue;
    board.heat = field && new Heat(field, colours());
    board.requestDraw();
  }
  showBar();
}

/** The colour bar with the lowest and the highest value. */
function showBar() {
  const heat = boards[0]?.heat;
  $("shade-bar").hidden = !heat || !Number.isFinite(heat.low);
  if (!heat) return;
  $("shade-bar").replaceChildren(
    el("span", {}, grouped(heat.low, 2)),
    el("i", { "aria-hidden": "true" }),
    el("span", {}, grouped(heat.high, 2)),
    el("b", {}, say(keyOf(`studio.shade.${state.shade}`))),
  );
}
