/** The card of smoother paths: the way, a slider, and what it does to cost and turns. */

import { backend } from "../backend/backend.js";
import { query, upToDate, withMap } from "../backend/run.js";
import { isUpright } from "../board/kinds.js";
import { overlay } from "../board/overlays.js";
import { emit, on, onAny } from "../events.js";
import { reasonOf } from "../page/complain.js";
import { $, choice, el } from "../page/dom.js";
import { grouped, keyOf, say } from "../page/language.js";
import { keepFold } from "../page/tabs.js";
import { whenLetGo } from "../page/press.js";
import { mode, positionOf, state } from "../state.js";
import { chart } from "./chart.js";

const WAYS = ["none", "straight", "swap", "turning", "pull", "funnel", "curve", "arcs"];
const ROUND = ["funnel", "curve", "arcs"]; // their parts are short, so that counting turns says nothing

/** The lines of the shown path, once they have arrived. @type {import("../backend/backend.js").Smoothed|null} */
let lines = null;
/** The position of the slider. */
let at = 0;
let refusal = "";
/** The way of the last lines. */
let lastWay = "";
/** @type {AbortController|null} */
let abort = null;

export function startSmoothPanel() {
  on("asked", forget);
  onAny(["result", "smooth"], load);
  onAny(["position", "layers"], show);
  onAny(["world", "options", "layers", "language"], () => whenLetGo($("card-smooth"), render));
  keepFold("smooth");
  render();
}

/** Chooses another way. @param {string} way one of `WAYS` */
export function smoothBy(way) {
  state.smooth = way;
  if (way !== "none") $("smooth-fold").open = true;
  emit("smooth");
}

function forget() {
  abort?.abort();
  lines = null;
  refusal = "";
  show();
}

/** Asks for the lines of the shown path. */
async function load() {
  forget();
  const found = state.results[0]?.head.status === "FOUND";
  if (state.smooth !== "none" && isUpright() && found && upToDate() && mode() === "search") {
    const { signal } = (abort = new AbortController());
    try {
      const reply = await withMap(
        (map) => backend.smooth({ ...query(map, 0), way: state.smooth }, signal),
        signal,
      );
      if (signal.aborted) return;
      if (state.smooth !== lastWay) at = reply.usual;
      at = Math.min(at, reply.rows.length - 1);
      lastWay = state.smooth;
      lines = reply;
    } catch (error) {
      if (signal.aborted) return;
      refusal = reasonOf(error);
    }
  }
  whenLetGo($("card-smooth"), render);
  show();
}

/** Shows the line where the path would be: once the search is at its end. */
function show() {
  const replay = state.results[0]?.replay;
  const over = !replay || positionOf(0) >= replay.steps;
  const row = mode() === "search" && over ? lines?.rows[at] : undefined;
  overlay({ line: row ? { points: row.points, before: state.results[0]?.head.path ?? [] } : null });
  if (state.smoothed === Boolean(row)) return;
  state.smoothed = Boolean(row);
  emit("layers");
}

function render() {
  $("card-smooth").hidden = !isUpright();
  const ways = WAYS.map((value) => ({
    value,
    words: say(keyOf(`studio.smooth.${value}`)),
    title: say(keyOf(`studio.smooth.${value}.title`)),
  }));
  const row = lines?.rows[at];
  $("smooth").replaceChildren(
    choice(say("studio.smooth.way"), ways, state.smooth, smoothBy),
    el("p", { class: "muted" }, refusal || say(keyOf(`studio.smooth.${state.smooth}.title`))),
    ...(lines && row ? [slider(lines), el("div", { id: "smooth-figures" })] : []),
  );
  follow();
}

/** @param {import("../backend/backend.js").Smoothed} given */
function slider({ rows }) {
  if (rows.length < 2) return el("span", { hidden: true });
  const label = say(keyOf(`studio.smooth.${state.smooth}.slider`));
  const input = el("input", {
    type: "range",
    id: "smooth-slider",
    min: "0",
    max: String(rows.length - 1),
    step: "1",
    value: String(at),
    oninput: () => {
      at = Number(input.value);
      follow();
      show();
    },
  });
  return el("label", { class: "field" }, el("span", { id: "smooth-value" }, label), input);
}

/** Shows what the slider says, and the line's figures beside those of the path. */
function follow() {
  const row = lines?.rows[at];
  if (!lines || !row || !$("smooth-figures")) return;
  const label = $("smooth-value");
  if (label)
    label.textContent = say("studio.smooth.value", {
      name: say(keyOf(`studio.smooth.${state.smooth}.slider`)),
      value: grouped(row.value, 2),
    });
  const figure = (/** @type {string} */ name, /** @type {(line: any) => string} */ words) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, name),
      ...[lines?.before, row].map((line) => el("td", {}, words(line))),
    );
  const number = (/** @type {number|null} */ value) => (value === null ? "–" : grouped(value, 2));
  $("smooth-figures").replaceChildren(
    ...keptWords(row.kept),
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("td", {}),
          el("th", { scope: "col" }, el("i", { class: "key before" }), say("studio.smooth.before")),
          el("th", { scope: "col" }, el("i", { class: "key path" }), say("studio.smooth.after")),
        ),
      ),
      el(
        "tbody",
        {},
        figure(say("studio.smooth.cost"), (line) => number(line.cost)),
        figure(say("studio.smooth.length"), (line) => number(line.length)),
        ...(ROUND.includes(state.smooth)
          ? []
          : [figure(say("studio.smooth.turns"), (line) => grouped(line.turns))]),
        figure(say("studio.smooth.degrees"), (line) => `${grouped(line.turning)}°`),
        figure(say("studio.smooth.clearance"), (line) => number(line.clearance)),
      ),
    ),
    lines.rows.length > 1 ? chart(lines, at) : "",
  );
}

/** Where the line stayed as the path was, or a corner sharp. @param {number} count of such places */
const keptWords = (count) =>
  count
    ? [
        el(
          "p",
          { class: "muted", id: "smooth-kept" },
          say(keyOf(`studio.smooth.${state.smooth}.kept`), { count }),
        ),
      ]
    : [];
