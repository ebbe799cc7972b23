/** The history of a cell: when it was opened, each change of its G and parent, when it was closed. */

import { emit, on, onAny } from "../events.js";
import {
  BEND,
  EXPAND,
  FORGET,
  GENERATE,
  KNOWN,
  NO_PARENT,
  PRUNE,
  RAISE,
  REVERT,
  SOURCE,
  UPDATE,
} from "../../../lib/replay.js";
import { sumWords } from "../../../lib/sum_key.js";
import { figure as figureWords, rest } from "../../../lib/words.js";
import { $, el } from "../page/dom.js";
import { fullPlace, isGraph, isHex, noun, nounTitle, placeWords } from "../board/kinds.js";
import { groundName, say } from "../page/language.js";
import { deadEndWords } from "../board/dead_ends.js";
import { nodeWords } from "../board/nodes.js";
import { goTo, pause } from "./player.js";
import { whenLetGo } from "../page/press.js";
import { outcome } from "../method/result.js";
import { upToDate } from "../backend/run.js";
import { shownOverlays } from "../board/overlays.js";
import { highlight } from "../board/stage.js";
import { kindOf, mode, shown, state } from "../state.js";
import { showWhy, startWhy } from "./why.js";

/** @typedef {import("../../../lib/replay.js").Replay} Replay */

/** The cell under the pointer or the cursor. */
let pointed = -1;
const MARKS = /** @type {const} */ (["unseen", "open", "closed"]);

export function startSquare() {
  startWhy();
  onAny(["select", "asked", "result", "position", "language"], () => whenLetGo($("panel"), render));
  $("square-close").onclick = () => {
    state.selected = -1;
    emit("select");
  };
  on("hover", (cell) => (pointed = cell));
  on("world", () => (pointed = -1));
  onAny(["hover", "world", "map", "ends", "asked", "result", "position", "playing", "language"], showReadout);
}

/** The line under the board: the cell under the pointer, or else how the search ended, unless it still plays. */
function showReadout() {
  const now = upToDate();
  $("readout-words").textContent = pointed >= 0 ? describe(pointed) : now && !state.playing ? outcome() : "";
  $("readout").classList.toggle(
    "no-path",
    now && shown().some((result) => result && result.head.status !== "FOUND"),
  );
}

/** The description of a cell without its place. @param {number} cell */
const groundWords = (cell) => (isGraph() ? nodeWords(cell) : kindWords(kindOf(cell)));

/** @param {import("../state.js").Kind} kind @returns {string} */
function kindWords({ cost, name: given }) {
  const name = groundName(given);
  if (cost === null) return name || say("studio.ground.wall");
  if (cost === 1) return name || say("studio.ground.open");
  return name
    ? say("studio.ground.named", { name, cost: String(cost) })
    : say("studio.ground.other", { cost: String(cost) });
}

/** @param {number} cell @returns {string} the end of the search that a cell is, or its ground */
function nameOf(cell) {
  if (state.game) return groundWords(cell);
  if (cell === state.start) return say("studio.square.start");
  const { targets } = state.map;
  return cell === state.goal || targets.includes(cell) ? say("studio.square.target") : groundWords(cell);
}

/** What lies on a cell beside its ground. @param {number} cell @returns {string[]} */
function onCell(cell) {
  const { danger, fog, units } = shownOverlays();
  const added = danger.get(cell);
  const here = units.filter(({ x, y }) => Math.round(y) * state.map.width + Math.round(x) === cell);
  return [
    added ? say("studio.square.danger", { cost: added }) : "",
    deadEndWords(cell),
    fog?.[cell] ? say("studio.square.fog") : "",
    ...here.map(({ number: unit, player }) => say("studio.square.unit", { unit, side: player + 1 })),
  ];
}

/** @param {number} cell @returns {string} a cell in one line */
export function describe(cell) {
  const searched = mode() === "search" && upToDate() && kindOf(cell).cost !== null;
  const searches = shown().map((result, which) => {
    const replay = result?.replay;
    if (!searched || !replay || replay.events.intervals || !replay.mark(cell)) return "";
    const text = described(replay, cell);
    return state.compare ? say("studio.which", { which: which + 1, text }) : text;
  });
  return [`${fullPlace(cell)} ${nameOf(cell)}`, ...onCell(cell), ...searches].filter(Boolean).join(" · ");
}

/** @param {Replay} replay @param {number} cell @returns {string} what a search knows about a cell that it has
 * seen */
function described(replay, cell) {
  const sum = sumWords(say, replay, cell);
  const mark = say(`studio.mark.${MARKS[replay.mark(cell)]}`);
  const parent = replay.parent(cell);
  const text =
    parent < 0
      ? say("studio.square.described", { sum, mark })
      : say("studio.square.parent", { sum, mark, parent: placeWords(parent) });
  return replay.fromGoal(cell) ? say("search.from_target", { text }) : text;
}

function render() {
  const cell = state.selected;
  $("card-square").hidden = cell < 0;
  emit("tabs", null);
  if (cell < 0) return;
  $("square-title").textContent = say("studio.square.title", { noun: nounTitle(), place: placeWords(cell) });
  const parts = shown().map((result, which) => story(result?.replay ?? null, cell, which));
  $("square").replaceChildren(
    el("p", { class: "muted" }, isHex() ? `${fullPlace(cell)} ${groundWords(cell)}` : groundWords(cell)),
    el("div", { class: "why", id: "why" }),
    ...parts,
  );
  showWhy();
}

/** @param {Replay|null} replay @param {number} cell @param {number} which */
function story(replay, cell, which) {
  if (!replay) return el("p", {}, say("studio.story.none"));
  const wall = kindOf(cell).cost === null;
  const events = wall || replay.events.intervals ? [] : replay.history(cell);
  const title = state.compare ? el("h3", {}, el("span", { class: "letter" }, String(which + 1))) : null;
  if (!events.length)
    return el(
      "div",
      {},
      title,
      el(
        "p",
        { class: "status" },
        wall ? say("studio.story.wall") : say("studio.story.never", { noun: noun() }),
      ),
    );
  const rows = events.map((event) => el("li", {}, row(replay, event)));
  return el(
    "div",
    {},
    title,
    figuresNow(replay, cell),
    el("ol", { class: "events", id: `events-${which}` }, ...rows),
  );
}

/** @param {Replay} replay @param {number} cell */
function figuresNow(replay, cell) {
  const mark = replay.mark(cell);
  if (!mark) return el("p", {}, say("studio.story.unseen"));
  const figure = (/** @type {string} */ name, /** @type {number} */ value) =>
    el("span", {}, el("span", { class: "muted" }, `${name} `), el("b", {}, figureWords(value)));
  return el(
    "p",
    { class: "square-now" },
    replay.usesG ? figure("F", replay.f(cell)) : null,
    figure("G", replay.g(cell)),
    figure("H", replay.usesG ? rest(replay.f(cell), replay.g(cell)) : replay.h(cell)),
    el("span", { class: "muted" }, say(`studio.mark.${MARKS[mark]}`)),
  );
}

/** @param {Replay} replay @param {number} event */
function row(replay, event) {
  const position = replay.positionOf(event);
  const { parent } = replay.events;
  const cells = parent[event] === NO_PARENT ? [] : [parent[event]];
  const when = position > replay.position ? " later" : position === replay.position ? " now" : "";
  const jump = () => (pause(), goTo(position));
  return el(
    "button",
    {
      class: `event${when}`,
      onclick: jump,
      title: say("studio.story.go"),
      onmouseenter: () => highlight(cells),
      onmouseleave: () => highlight([]),
    },
    el("span", { class: "muted" }, say("studio.explain.step", { step: position })),
    el("span", {}, words(replay, event)),
  );
}

/** @param {Replay} replay @param {number} event @returns {string} what happened, and in which search where there are two */
function words(replay, event) {
  const text = deed(replay, event);
  return replay.events.fromGoal?.[event] ? say("search.from_target", { text }) : text;
}

/** @param {Replay} replay @param {number} event @returns {string} */
function deed({ events: { type, g, parent }, previous }, event) {
  const before = previous[event];
  const [from, old] = [event, before].map((each) =>
    each < 0 || parent[each] === NO_PARENT ? say("studio.event.no_parent") : placeWords(parent[each]),
  );
  if (type[event] === PRUNE) return say("event.pruned");
  if (type[event] === FORGET) return say("event.forgotten");
  if (type[event] === REVERT) return say("event.reverted", { parent: from });
  if (type[event] === KNOWN) return say("event.known", { g: g[event] });
  if (type[event] === RAISE) return say("event.raised", { g: g[event] });
  if (type[event] === BEND) return say("event.bent", { g: g[event], parent: from });
  if (type[event] === SOURCE) return say("studio.event.source");
  if (type[event] === GENERATE) return say("studio.event.opened", { g: g[event], parent: from });
  if (type[event] === EXPAND) return say("studio.event.closed", { g: g[event] });
  if (type[event] !== UPDATE || before < 0) return "";
  return say("studio.event.improved", { old_g: g[before], g: g[event], old_parent: old, parent: from });
}
