/** What came out: one search in four figures, two in a table. */

import { $, el, icon } from "./dom.js";
import { nouns, titled } from "./kinds.js";
import { titleOf } from "./method.js";
import { on, shown, state } from "./state.js";

const SAYS = {
  FOUND: "Path found.",
  NO_PATH: "There is no path: everything that can be reached was searched.",
  BLOCKED_START: "The start is not walkable.",
  BLOCKED_GOAL: "The target is not walkable.",
  LIMIT: "Stopped: the search would have more events than the studio shows.",
  STOPPED: "Stopped: the search took longer than the studio allows.",
};

export function startResult() {
  on("result", render);
}

/** @param {number} seconds @returns {string} */
export function timeWords(seconds) {
  if (seconds < 0.001) return `${(seconds * 1e6).toFixed(0)} µs`;
  if (seconds < 1) return `${(seconds * 1e3).toPrecision(3)} ms`;
  return `${seconds.toFixed(2)} s`;
}

const number = (/** @type {number} */ value) => value.toLocaleString("en", { maximumFractionDigits: 3 });

/** @param {any} head @returns {[string, string, number][]} name, words and value of each figure; less is better */
function figures(head) {
  const found = head.status === "FOUND";
  return [
    ["Cost", found ? number(head.cost) : "none", found ? head.cost : Infinity],
    [titled(nouns()), found ? number(head.path.length) : "none", found ? head.path.length : Infinity],
    ["Expanded", number(head.expanded), head.expanded],
    ["Time", timeWords(head.seconds), head.seconds],
  ];
}

function render() {
  const results = shown();
  const heads = results.map((result) => result?.head);
  if (!heads[0] || heads.some((head) => !head)) return;
  $("result").replaceChildren(...(heads.length > 1 ? [table(heads)] : [...status(heads[0]), oneSearch(heads[0])]));
}

/** @param {any} head */
function status(head) {
  if (head.status === "FOUND") return [];
  return [el("p", { class: "status" }, icon("none"), SAYS[/** @type {keyof SAYS} */ (head.status)] ?? head.status)];
}

/** @param {any} head */
function oneSearch(head) {
  return el("dl", { class: "figures", id: "figures" }, ...figures(head).map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
}

/** @param {any[]} heads */
function table(heads) {
  const rows = heads.map((head) => [...figures(head), ["Opened", number(head.generated), head.generated], ["Improved", number(head.updated), NaN]]);
  const titles = heads.map((head, which) => el("th", { scope: "col" }, `${"AB"[which]}: ${titleOf(head.algorithm)}`));
  const body = rows[0].map(([name], i) => {
    const values = rows.map((row) => /** @type {number} */ (row[i][2]));
    const cells = rows.map((row, which) => {
      const better = values[which] < values[1 - which] * (1 - 1e-9);
      return el("td", { class: better ? "better" : undefined }, String(row[i][1]));
    });
    return el("tr", {}, el("th", { scope: "row" }, name), ...cells);
  });
  const notes = heads.flatMap(status);
  return el("div", {}, ...notes, el("table", { id: "figures" }, el("caption", { class: "unseen" }, "The two searches compared; a tick marks the lower figure"), el("thead", {}, el("tr", {}, el("td", {}), ...titles)), el("tbody", {}, ...body)));
}

/** The outcome in a sentence, for those who listen. */
export function outcome() {
  const head = state.results[0]?.head;
  if (!head) return "";
  return head.status === "FOUND" ? `Path found. Cost ${number(head.cost)}, ${head.path.length} ${nouns()}, ${head.expanded} expanded.` : SAYS[/** @type {keyof SAYS} */ (head.status)];
}
