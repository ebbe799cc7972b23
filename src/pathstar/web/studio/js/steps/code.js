/** The method as code beside the board, with the lines of the shown step lit, and the search as Python. */

import { optionsOf } from "../backend/choices.js";
import { hand } from "../files/download.js";
import { pythonOf } from "../files/python.js";
import { on, onAny } from "../events.js";
import { $, el, notice, segments } from "../page/dom.js";
import { keyOf, say } from "../page/language.js";
import { noun, paid } from "../board/kinds.js";
import { titleOf } from "../method/method.js";
import { whenLetGo } from "../page/press.js";
import { explained, shown, state, theTable } from "../state.js";
import { whose } from "./explain.js";

/** The lines of each kind of fact, from 0. @type {Record<string, number>} */
const LINE = {
  chosen: 2,
  tie: 2,
  goal: 3,
  path: 3,
  promise: 3,
  wall: 5,
  corner: 5,
  outside: 5,
  one_way: 5,
  closed: 5,
  too_dear: 5,
  kept_out: 5,
  opened: 6,
  jump: 6,
  improved: 7,
  reopened: 7,
  kept: 7,
  no_path: 8,
};
const PYTHON = [
  "open_list, closed = {start}, set()",
  "while open_list:",
  "    here = min(open_list, key=f); close(here)",
  "    if here == target: return path_to(here)",
  "    for near in neighbours(here):",
  "        if blocked(near) or near in closed: continue",
  "        if near not in open_list: add(near, here)",
  "        elif g_by(here, near) < g[near]: update(near, here)",
  "return None",
];
const [TAKES, IMPROVES] = [2, 7]; // lines that depend on the method
/** How the method takes a square: the one that waited longest, or the one with the lowest H or F.
 * @typedef {"fifo"|"h"|"f"} Order */
/** @type {Record<Order, string>} */
const TAKE = {
  fifo: "    here = open_list.pop(0); close(here)",
  h: "    here = min(open_list, key=h); close(here)",
  f: PYTHON[TAKES],
};
const PROGRAM = "search.py";
let as = "pseudo";
/** @type {string[]} */
let kinds = [];

export function startCode() {
  on("facts", (given) => {
    kinds = given;
    light(null);
  });
  on("fact", light);
  onAny(["language", "world"], render);
  onAny(["result", "explained"], () => written !== method() && whenLetGo($("panel"), render));
  $("code-fold").ontoggle = render;
}

/** What the code on the page is for; see `method`. */
let written = "";

/** The search that the code is for. */
const result = () => shown()[explained()];

/** All of that search that its code depends on. */
const method = () =>
  `${order()} ${(state.compare || hasMore()) && result()?.head.algorithm} ${state.compare && explained()}`;

/** @returns {Order} */
function order() {
  if (result()?.head.open_list === "fifo") return "fifo";
  return result()?.replay?.usesG === false ? "h" : "f";
}

/** Whether the shown search is more than the plain loop. */
function hasMore() {
  const row = state.table?.algorithms.find(({ name }) => name === result()?.head.algorithm);
  return Boolean((row && !row.may_stop) || result()?.replay?.events.scans);
}

function render() {
  if (!$("code-fold").open) return;
  written = method();
  const lines =
    as === "python" ? PYTHON.map((line, i) => (i === TAKES ? TAKE[order()] : line)) : PYTHON.map(sentence);
  $("code").replaceChildren(
    whose(),
    segments(
      say("studio.code"),
      ["pseudo", "python"].map((value) => ({ value, words: say(keyOf(`studio.code.${value}`)) })),
      as,
      (value) => {
        as = value;
        render();
      },
    ),
    el(
      "ol",
      { class: `code ${as}`, id: "code-lines", tabIndex: 0, "aria-label": say("studio.code") }, // it may scroll
      ...lines.map((line, i) => el("li", { hidden: i === IMPROVES && order() === "fifo" }, line)),
    ),
    el("p", { class: "muted", id: "code-more", hidden: !hasMore() }, moreWords()),
    el("button", { class: "plain-word", id: "copy-python", onclick: copy }, say("studio.code.copy")),
  );
  light(null);
}

/** @returns {string} */
function moreWords() {
  const algorithm = result()?.head.algorithm;
  return algorithm && hasMore() ? say("studio.code.more", { method: titleOf(algorithm) }) : "";
}

/** @param {string} code a line of the program @param {number} i its number @returns {string} the same in words,
 * as far to the right */
function sentence(code, i) {
  const which = i === TAKES && order() !== "f" ? `${i + 1}.${order()}` : String(i + 1);
  const indent = code.slice(0, code.length - code.trimStart().length);
  return indent + say(keyOf(`studio.code.line.${which}`), { noun: noun() });
}

/** @param {string} kind of a fact @returns {number} its line */
const lineOf = (kind) => (kind === "kept" && order() === "fifo" ? IMPROVES - 1 : LINE[kind]);

/** Lights the lines of the step, and the one of a fact. @param {string|null} kind */
function light(kind) {
  const lit = new Set(kinds.map(lineOf));
  const now = lineOf(kind ?? kinds[0]);
  $("code")
    .querySelectorAll("li")
    .forEach((/** @type {HTMLElement} */ line, /** @type {number} */ i) => {
      line.classList.toggle("lit", lit.has(i));
      line.classList.toggle("now", i === now);
    });
}

/** The options of the shown search, with the open list that it took: another one may find another path of equal cost. */
function optionsShown() {
  const options = optionsOf(explained());
  const head = result()?.head;
  const row = theTable().algorithms.find(({ name }) => name === options.algorithm);
  if (row?.open_list || head?.algorithm !== options.algorithm) return options;
  return { ...options, open_list: head?.open_list };
}

async function copy() {
  const used = result()?.head.dead_ends?.used ?? false;
  const rules = { paid, radius: theTable().danger_radius, deadEnds: used ? state.map.deadEnds : null };
  const code = pythonOf(state.map, state.start, state.goal, optionsShown(), rules);
  if (code === null) return notice(say("studio.code.large"));
  try {
    await navigator.clipboard.writeText(code);
    notice(say("studio.code.copied"));
  } catch {
    hand(new Blob([code]), PROGRAM);
    notice(say("studio.code.saved", { file: PROGRAM }));
  }
}
