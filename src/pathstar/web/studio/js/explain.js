/** Why the step went as it did: sentences that point at squares, and squares that point at sentences. */

import { ask, Refused } from "./api.js";
import { $, el } from "./dom.js";
import { noun, placeWords } from "./kinds.js";
import { whenLetGo } from "./press.js";
import { query, solve, withMap } from "./run.js";
import { highlight } from "./stage.js";
import { cellOf, on, placeOf, shown, state } from "./state.js";
import { beginWork } from "./work.js";

const WAIT = 70; // milliseconds to stay on a step before its explanation is asked for
const WAIT_PLAYING = 240;
/** @type {Map<string, any[]>} */
const known = new Map();
let timer = 0;
let endWait = () => {};
let which = 0;
let shownNow = "";
/** The search that the sentences shown are about. @type {string|undefined} */
let traceShown;

export function startExplain() {
  on("position result playing", () => {
    clearTimeout(timer);
    endWait();
    if (state.playing) timer = window.setTimeout(load, WAIT_PLAYING);
    else if (known.has(key())) render(/** @type {any[]} */ (known.get(key())));
    else {
      if (result()?.head.trace !== traceShown) render([]); // what stands there is about another search
      loadSoon();
    }
  });
  on("world", () => render([]));
  on("hover", (cell) => light(cell));
}

function loadSoon() {
  const end = beginWork("explanation");
  endWait = end;
  timer = window.setTimeout(() => load().finally(end), WAIT);
}

const result = () => shown()[which] ?? shown()[0];
const stepShown = () => Math.min(state.position, result()?.replay?.steps ?? 0);
const key = () => `${result()?.head.trace}/${stepShown()}`;

async function load() {
  which = state.compare ? which : 0;
  const now = result();
  if (!now) return;
  const step = stepShown();
  if (!now.replay) return render([{ kind: "figures", text: "The path follows the pointer; the steps come when you let go.", places: [] }]);
  if (step === 0) return render(beginning(now));
  const wanted = key();
  if (!known.has(wanted)) {
    try {
      known.set(wanted, (await ask("explain", { trace: now.head.trace, step: step - 1 })).sentences);
    } catch (error) {
      if (error instanceof Refused && error.code === "unknown_trace") return solve();
      if (!(error instanceof Refused)) return;
      return render([{ kind: "limit", text: error.message, places: [] }]);
    }
    if (known.size > 400) known.delete(known.keys().next().value ?? "");
  }
  if (wanted === key()) render(known.get(wanted) ?? []);
}

/** @param {import("./state.js").Result} now */
function beginning(now) {
  if (!now.replay?.steps) return [{ kind: "blocked", text: "There is nothing to search: the start or the target is not walkable.", places: [] }];
  return [
    { kind: "opened", text: `The start ${placeWords(state.start)} is put on the open list. It is the only ${noun()} there.`, places: [placeOf(state.start)] },
    { kind: "figures", text: `Step forward to see which ${noun()} is taken from the list, and what happens to its neighbours.`, places: [] },
  ];
}

/** Shows sentences, unless they are there already: somebody may be pointing at them. @param {any[]} sentences */
function render(sentences) {
  const wanted = JSON.stringify([sentences, result()?.head.trace, stepShown(), state.compare, which, state.map.kind, state.map.width]);
  whenLetGo($("explain"), () => {
    if (wanted === shownNow) return;
    shownNow = wanted;
    fill(sentences);
  });
}

/** @param {any[]} sentences */
function fill(sentences) {
  const step = stepShown();
  traceShown = result()?.head.trace;
  $("explain-which").textContent = !result() ? "" : step ? `step ${step.toLocaleString("en")}` : "before the first step";
  const rows = sentences.map((sentence) => {
    const cells = sentence.places.map(cellOf);
    const show = () => highlight(cells);
    const row = el("button", { onmouseenter: show, onfocus: show, onclick: show, onmouseleave: () => highlight([]), onblur: () => highlight([]) }, el("span", { class: `dot is-${sentence.kind}`, "aria-hidden": "true" }), el("span", {}, sentence.text));
    row.cells = new Set(cells);
    return el("li", {}, row);
  });
  const chose = document.activeElement?.matches("#explain [role=radio]");
  $("explain").replaceChildren(chooser(), el("ul", { class: "sentences", id: "sentences" }, ...rows));
  if (chose) /** @type {HTMLElement|null} */ (document.querySelector("#explain [aria-checked=true]"))?.focus();
}

/** With two searches: whose steps are explained. */
function chooser() {
  if (!state.compare) return el("span", { hidden: true });
  const button = (/** @type {number} */ each) => el("button", { role: "radio", "aria-checked": String(which === each), onclick: () => ((which = each), load()) }, `Steps of ${each + 1}`);
  return el("div", { class: "segments", role: "radiogroup", "aria-label": "Whose steps" }, button(0), button(1));
}

/** Marks the sentences that speak of a square. @param {number} cell */
function light(cell) {
  for (const row of document.querySelectorAll("#sentences button")) row.classList.toggle("lit", /** @type {any} */ (row).cells?.has(cell) ?? false);
}

/** A file of the whole trace, or a picture of this step. @param {string} format @param {boolean} whole @returns {Promise<any>} what to send */
export async function exportQuery(format, whole) {
  return withMap(async (map) => ({ ...query(map, 0), format, step: whole || state.atEnd || state.position === 0 ? null : state.position - 1, theme: document.documentElement.hasAttribute("data-dark") ? "dark" : "light" }));
}
