/** The method as code beside the board, with the lines of the shown step lit, and the search as Python. */

import { optionsOf } from "../backend/choices.js";
import { hand } from "../files/download.js";
import { pythonOf } from "../files/python.js";
import { on, onAny } from "../events.js";
import { $, el, notice, segments } from "../page/dom.js";
import { keyOf, say } from "../page/language.js";
import { noun, paid } from "../board/kinds.js";
import { shown, state, theTable } from "../state.js";

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
  $("code-fold").ontoggle = render;
}

function render() {
  if (!$("code-fold").open) return;
  const lines = as === "python" ? PYTHON : PYTHON.map(sentence);
  $("code").replaceChildren(
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
      ...lines.map((line) => el("li", {}, line)),
    ),
    el("button", { class: "plain-word", id: "copy-python", onclick: copy }, say("studio.code.copy")),
  );
  light(null);
}

/** @param {string} code a line of the program @param {number} i its number @returns {string} the same in words,
 * as far to the right */
const sentence = (code, i) =>
  code.slice(0, code.length - code.trimStart().length) +
  say(keyOf(`studio.code.line.${i + 1}`), { noun: noun() });

/** Lights the lines of the step, and the one of a fact. @param {string|null} kind */
function light(kind) {
  const lit = new Set(kinds.map((each) => LINE[each]));
  const now = kind === null ? LINE[kinds[0]] : LINE[kind];
  $("code")
    .querySelectorAll("li")
    .forEach((/** @type {HTMLElement} */ line, /** @type {number} */ i) => {
      line.classList.toggle("lit", lit.has(i));
      line.classList.toggle("now", i === now);
    });
}

/** The options of the shown search, with the open list that it took: another one may find another path of equal cost. */
function optionsShown() {
  const options = optionsOf(0);
  const head = shown()[0]?.head;
  const row = theTable().algorithms.find(({ name }) => name === options.algorithm);
  if (row?.open_list || head?.algorithm !== options.algorithm) return options;
  return { ...options, open_list: head?.open_list };
}

async function copy() {
  const used = shown()[0]?.head.dead_ends?.used ?? false;
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
