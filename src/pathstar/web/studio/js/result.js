/** What came out: one search in four figures, two in a table. */

import { $, el, icon } from "./dom.js";
import { nouns, titled } from "./kinds.js";
import { titleOf } from "./method.js";
import { on, shown } from "./state.js";

const SAYS = {
  FOUND: "Path found.",
  NO_PATH: "There is no path: everything in reach was searched.",
  BLOCKED_START: "The start is not walkable.",
  BLOCKED_GOAL: "The target is not walkable.",
  LIMIT: "Stopped: the search would have more events than the studio shows.",
  STOPPED: "Stopped: the search took longer than the studio allows.",
};

export function startResult() {
  on("result world", render);
}

/** @param {number} seconds @returns {string} */
export function timeWords(seconds) {
  if (seconds < 0.001) return `${(seconds * 1e6).toFixed(0)} µs`;
  if (seconds < 1) return `${(seconds * 1e3).toPrecision(3)} ms`;
  return `${seconds.toFixed(2)} s`;
}

const number = (/** @type {number} */ value) => value.toLocaleString("en", { maximumFractionDigits: 3 });

/** @param {any} head */
const found = (head) => head.status === "FOUND";

/** @param {any} head @returns {[string, string, number][]} name, words and value of each figure; less is better */
function figures(head) {
  return [
    ["Cost", found(head) ? number(head.cost) : "no path", found(head) ? head.cost : Infinity],
    [titled(nouns()), found(head) ? number(head.path.length) : "–", found(head) ? head.path.length : Infinity],
    ["Expanded", number(head.expanded), head.expanded],
    ["Time", timeWords(head.seconds), head.seconds],
  ];
}

function render() {
  const results = shown();
  const heads = results.map((result) => result?.head);
  if (heads.some((head) => !head)) return $("result").replaceChildren(el("p", { class: "muted" }, "Searching …"));
  $("result").replaceChildren(...(heads.length > 1 ? [table(heads)] : [...status(heads[0]), oneSearch(heads[0])]));
}

/** @param {any} head @returns {string} */
const ending = (head) => (found(head) ? "Path found." : (SAYS[/** @type {keyof SAYS} */ (head.status)] ?? head.status));

/** Why there is no path, if there is none. @param {any} head @param {string} [who] which search it was */
function status(head, who = "") {
  return found(head) ? [] : [el("p", { class: "status" }, icon("none"), who + ending(head))];
}

/** @param {any} head */
function oneSearch(head) {
  const rows = figures(head).slice(found(head) ? 0 : 2); // without a path it has no cost and no squares
  return el("dl", { class: "figures", id: "figures" }, ...rows.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
}

/** @param {any[]} heads */
function table(heads) {
  const rows = heads.map((head) => [...figures(head), ["Opened", number(head.generated), head.generated], ["Improved", number(head.updated), NaN]]);
  const titles = heads.map((head, which) => el("th", { scope: "col" }, `${which + 1}: ${titleOf(head.algorithm)}`));
  const body = rows[0].map(([name], i) => {
    const values = rows.map((row) => /** @type {number} */ (row[i][2]));
    const cells = rows.map((row, which) => {
      const better = values[which] < values[1 - which] * (1 - 1e-9);
      return el("td", { class: better ? "better" : undefined }, String(row[i][1]));
    });
    return el("tr", {}, el("th", { scope: "row" }, name), ...cells);
  });
  const alike = heads.every((head) => head.status === heads[0].status);
  const notes = alike ? status(heads[0]) : heads.flatMap((head, which) => status(head, `${which + 1}: `));
  return el("div", {}, ...notes, el("table", { id: "figures" }, el("caption", { class: "unseen" }, "The two searches compared; a tick marks the lower figure"), el("thead", {}, el("tr", {}, el("td", {}), ...titles)), el("tbody", {}, ...body)));
}

/** How the search ended, or both, in one line. @returns {string} */
export function outcome() {
  const heads = shown().map((result) => result?.head);
  if (heads.some((head) => !head)) return "";
  if (heads.length === 1) return found(heads[0]) ? `${ending(heads[0])} Cost ${number(heads[0].cost)}, ${number(heads[0].path.length)} ${nouns()}, ${number(heads[0].expanded)} expanded.` : ending(heads[0]);
  if (!found(heads[0]) && heads[0].status === heads[1].status) return ending(heads[0]);
  return heads.map((head, which) => `${which + 1}: ${found(head) ? `cost ${number(head.cost)}` : "no path"}`).join(" · ");
}
