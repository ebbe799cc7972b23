/** One cell's story: when it was opened, each change of its G and parent, when it was closed. */

import { number } from "../../lib/strokes.js";
import { EXPAND, GENERATE, NO_PARENT, SOURCE, UPDATE } from "../../lib/replay.js";
import { $, el } from "./dom.js";
import { fullPlace, isGraph, isHex, noun, placeWords, titled } from "./kinds.js";
import { nodeWords } from "./nodes.js";
import { goTo, pause } from "./player.js";
import { whenLetGo } from "./press.js";
import { outcome } from "./result.js";
import { upToDate } from "./run.js";
import { highlight } from "./stage.js";
import { emit, kindOf, kindWords, on, shown, state } from "./state.js";

/** The cell that the pointer or the cursor is on. */
let pointed = -1;
const MARKS = ["not seen yet", "on the open list", "on the closed list"];

export function startSquare() {
  on("select asked result position", () => whenLetGo($("square"), render));
  $("square-close").onclick = () => {
    state.selected = -1;
    emit("select");
  };
  on("hover", (cell) => (pointed = cell));
  on("world", () => (pointed = -1));
  on("hover world map ends asked result position", showReadout);
}

/** The line under the board: the cell that is pointed at, or else how the search ended. */
function showReadout() {
  const now = upToDate();
  $("readout-words").textContent = pointed >= 0 ? describe(pointed) : now ? outcome() : "";
  $("readout").classList.toggle("no-path", now && shown().some((result) => result && result.head.status !== "FOUND"));
}

/** What a cell is, apart from its place. @param {number} cell */
const groundWords = (cell) => (isGraph() ? nodeWords(cell) : kindWords(kindOf(cell)));

/** @param {number} cell @returns {string} a cell in one line */
export function describe(cell) {
  const name = cell === state.start ? "start" : cell === state.goal ? "target" : groundWords(cell);
  const searched = upToDate() && kindOf(cell).cost !== null;
  const told = shown().map((result, which) => {
    const replay = result?.replay;
    if (!searched || !replay || !replay.mark(cell)) return "";
    const parent = replay.parent(cell);
    const who = state.compare ? `${which + 1}: ` : "";
    return `${who}${sumWords(replay, cell)}, ${MARKS[replay.mark(cell)]}${parent < 0 ? "" : `, parent ${placeWords(parent)}`}`;
  });
  return [`${fullPlace(cell)} ${name}`, ...told.filter(Boolean)].join(" · ");
}

/** @param {import("../../lib/replay.js").Replay} replay @param {number} cell @returns {string} its F, and what F is made of */
function sumWords(replay, cell) {
  const [f, g, h] = [replay.f(cell), replay.g(cell), replay.h(cell)].map(number);
  return replay.usesG ? `F ${f} = G ${g} + H ${h}` : `F ${f} = H ${h}, G ${g}`;
}

function render() {
  const cell = state.selected;
  $("card-square").hidden = cell < 0;
  emit("tabs");
  if (cell < 0) return;
  $("square-title").textContent = `${titled(noun())} ${placeWords(cell)}`;
  const parts = shown().map((result, which) => story(result?.replay ?? null, cell, which));
  $("square").replaceChildren(el("p", { class: "muted" }, isHex() ? `${fullPlace(cell)} ${groundWords(cell)}` : groundWords(cell)), ...parts);
}

/** @param {import("../../lib/replay.js").Replay|null} replay @param {number} cell @param {number} which */
function story(replay, cell, which) {
  if (!replay) return el("p", {}, "No steps are shown.");
  const wall = kindOf(cell).cost === null;
  const events = wall ? [] : replay.history(cell);
  const title = state.compare ? el("h3", {}, el("span", { class: "letter" }, String(which + 1))) : null;
  if (!events.length) return el("div", {}, title, el("p", { class: "status" }, wall ? "A wall is never opened." : `The search never opens this ${noun()}.`));
  const rows = events.map((event, i) => el("li", {}, row(replay, event, events[i - 1])));
  return el("div", {}, title, figuresNow(replay, cell), el("ol", { class: "events", id: `events-${which}` }, ...rows));
}

/** @param {import("../../lib/replay.js").Replay} replay @param {number} cell */
function figuresNow(replay, cell) {
  const mark = replay.mark(cell);
  if (!mark) return el("p", {}, "Not seen yet at this step.");
  const figure = (/** @type {string} */ name, /** @type {number} */ value) => el("span", {}, el("span", { class: "muted" }, `${name} `), el("b", {}, number(value)));
  return el("p", { class: "square-now" }, figure("F", replay.f(cell)), figure("G", replay.g(cell)), figure("H", replay.h(cell)), el("span", { class: "muted" }, MARKS[mark]));
}

/** @param {import("../../lib/replay.js").Replay} replay @param {number} event @param {number|undefined} before */
function row(replay, event, before) {
  const position = replay.positionOf(event);
  const { parent } = replay.events;
  const cells = parent[event] === NO_PARENT ? [] : [parent[event]];
  const when = position > replay.position ? " later" : position === replay.position ? " now" : "";
  const jump = () => (pause(), goTo(position));
  return el("button", { class: `event${when}`, onclick: jump, title: "Go to this step", onmouseenter: () => highlight(cells), onmouseleave: () => highlight([]) }, el("span", { class: "muted" }, `step ${position}`), el("span", {}, words(replay.events, event, before)));
}

/** @param {import("../../lib/replay.js").Events} events @param {number} event @param {number|undefined} before @returns {string} */
function words({ type, g, parent }, event, before) {
  const from = parent[event] === NO_PARENT ? "" : placeWords(parent[event]);
  if (type[event] === SOURCE) return "put on the open list: the search starts here";
  if (type[event] === GENERATE) return `opened with G ${number(g[event])}, parent ${from}`;
  if (type[event] === EXPAND) return `closed with G ${number(g[event])}`;
  if (type[event] !== UPDATE || before === undefined) return "";
  const old = parent[before] === NO_PARENT ? "none" : placeWords(parent[before]);
  return `G falls from ${number(g[before])} to ${number(g[event])}; parent ${old} becomes ${from}`;
}
