/** The queries of a scenario beside its map: a click puts start and target, and the found cost is compared. */

import { emit, onAny } from "../events.js";
import { putEnd } from "../board/map.js";
import { remember } from "../board/undo.js";
import { $, el } from "../page/dom.js";
import { grouped, say } from "../page/language.js";
import { whenLetGo } from "../page/press.js";
import { placeOf, shown, state } from "../state.js";

const PAGE = 100; // queries listed at once
const SUMMED = 1e-6; // how far sums of steps may differ, as a share
let first = 0;
/** The number of the chosen query, or -1. */
let chosen = -1;

export function startQueries() {
  onAny(["world"], () => {
    first = 0;
    render();
  });
  onAny(["ends", "language"], render);
  onAny(["result"], () => whenLetGo($("card-queries"), tellLength));
}

/** @param {number} cell */
const place = (cell) => `(${placeOf(cell).join(", ")})`;

/** @returns {number} the query of the board's ends: the chosen one, if they are its, or else the first */
function current() {
  const { queries } = state.map;
  const here = (/** @type {import("../state.js").MapQuery|undefined} */ query) =>
    query?.start === state.start && query.goal === state.goal;
  return here(queries[chosen]) ? chosen : queries.findIndex(here);
}

function render() {
  const { queries } = state.map;
  $("card-queries").hidden = !queries.length;
  if (!queries.length) return;
  chosen = current();
  const last = Math.min(queries.length, first + PAGE);
  const rows = queries.slice(first, last).map((_, i) => row(first + i));
  const span = { first: grouped(first + 1), last: grouped(last), count: grouped(queries.length) };
  $("queries").replaceChildren(
    el("ol", { class: "queries", start: first + 1, "aria-label": say("studio.queries") }, ...rows),
    queries.length > PAGE ? pager(say("studio.queries.span", span)) : el("span", { hidden: true }),
    el("p", { id: "query-length", role: "status" }),
  );
  tellLength();
}

/** @param {number} number @returns {Node} */
function row(number) {
  const { start, goal, length } = state.map.queries[number];
  const values = { start: place(start), target: place(goal), length: grouped(length, 4) };
  return el(
    "li",
    {},
    el(
      "button",
      { "aria-current": String(number === chosen), onclick: () => choose(number) },
      el("span", { class: "muted", "aria-hidden": "true" }, grouped(number + 1)),
      el("span", {}, say("studio.queries.row", values)),
    ),
  );
}

/** @param {string} words @returns {Node} */
function pager(words) {
  const turn = (/** @type {number} */ by) => {
    first += by;
    render();
  };
  const button = (/** @type {number} */ by, /** @type {string} */ label, /** @type {boolean} */ off) =>
    el("button", { class: "plain-word", disabled: off, onclick: () => turn(by) }, label);
  return el(
    "div",
    { class: "pager" },
    button(-PAGE, say("studio.queries.before"), first === 0),
    el("span", { class: "muted" }, words),
    button(PAGE, say("studio.queries.after"), first + PAGE >= state.map.queries.length),
  );
}

/** Puts start and target where a query has them. @param {number} number */
function choose(number) {
  const before = { start: state.start, goal: state.goal };
  const { start, goal } = state.map.queries[number];
  const put = (/** @type {{start: number, goal: number}} */ ends) => {
    putEnd("start", ends.start);
    putEnd("goal", ends.goal);
    emit("edited");
  };
  chosen = number;
  remember({
    words: { say: "studio.deed.query", with: { number: number + 1 } },
    undo: () => put(before),
    redo: () => put({ start, goal }),
  });
  put({ start, goal });
  /** @type {HTMLElement|null} */ (document.querySelector("#queries [aria-current=true]"))?.focus();
}

/** Says whether the found cost is the length that the file names. */
function tellLength() {
  const holder = $("query-length");
  const head = shown()[0]?.head;
  const query = state.map.queries[current()];
  if (!holder) return;
  holder.textContent = query && head ? lengthWords(query, head) : say("studio.queries.choose");
}

/** @param {import("../state.js").MapQuery} query @param {import("../backend/backend.js").Outcome} head */
function lengthWords({ start, goal, length, slack }, { status, cost }) {
  const none = length <= 0 && start !== goal;
  if (status === "NO_PATH" && none) return say("studio.queries.none");
  const stated = none ? say("studio.no_path") : grouped(length, 4);
  const found = status === "FOUND" && cost !== null ? grouped(cost, 4) : say("studio.no_path");
  const same = cost !== null && Math.abs(cost - length) <= slack + SUMMED * length;
  return say(same ? "studio.queries.same" : "studio.queries.other", { found, stated });
}
