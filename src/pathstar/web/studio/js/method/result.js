/** The results: one search as four figures, several as a table with a verdict. */

import { emit, onAny } from "../events.js";
import { $, el, icon, segments } from "../page/dom.js";
import { isUpright, noun, nounTitle } from "../board/kinds.js";
import { grouped, keyOf, say, text } from "../page/language.js";
import { whenLetGo } from "../page/press.js";
import { titleOf } from "./method.js";
import { shown, state } from "../state.js";
import { verdict } from "./verdict.js";

export function startResult() {
  onAny(["result", "world", "language"], () => whenLetGo($("panel"), render));
}

const MOST_TITLED = 3; // searches whose methods the table has room to name; the captions of the boards do, too

/** @param {number|null} seconds @returns {string} */
export function timeWords(seconds) {
  if (seconds === null) return "–";
  if (seconds < 0.001) return `${(seconds * 1e6).toFixed(0)} µs`;
  if (seconds < 1) return `${(seconds * 1e3).toPrecision(3)} ms`;
  return `${seconds.toFixed(2)} s`;
}

/** @typedef {import("../backend/backend.js").Outcome} Outcome */

/** @param {number} value */
const number = (value) => grouped(value, 3);

/** @param {Outcome} head @returns {head is Outcome & {cost: number}} whether there is a path and thus a cost
 * */
const found = (head) => head.status === "FOUND";

/** @param {Outcome} head @returns {[string, string, number][]} name, text and value of each figure; lower is
 * better */
function figures(head) {
  return [
    [
      say("studio.figure.cost"),
      found(head) ? number(head.cost) : say("studio.no_path"),
      found(head) ? head.cost : Infinity,
    ],
    [nounTitle(2), found(head) ? number(head.path.length) : "–", found(head) ? head.path.length : Infinity],
    [say("studio.figure.expanded"), number(head.expanded), head.expanded],
    [say("studio.figure.time"), timeWords(head.seconds), head.seconds ?? NaN],
  ];
}

function render() {
  const results = shown();
  const heads = results.flatMap((result) => (result ? [result.head] : []));
  if (heads.length < results.length) return $("result").replaceChildren(withoutResult());
  $("result").replaceChildren(
    ...(heads.length > 1 ? [table(heads)] : [...status(heads[0]), oneSearch(heads[0])]),
    el("div", { class: "guarantees" }, ...heads.flatMap(guarantee), ...deadEnds(heads)),
  );
}

/** What is shown until there is a result: that the search is under way, or why it was refused. */
function withoutResult() {
  const { refusal } = state;
  if (refusal === null) return el("p", { class: "muted" }, say("studio.searching.dots"));
  return el("p", { class: "status" }, refusal ? icon("none") : null, text(refusal));
}

/** @type {Record<string, string>} */
const GUARANTEE_ICONS = { optimal: "check", bounded: "about", none: "none" };

/** @param {Pick<Outcome, "guarantee">} head @param {number} which search it was @param {object[]} heads of all @returns
 * {Node} the guarantee for its path, and a warning where there is one */
export function guarantee({ guarantee: { kind, words, warning } }, which, heads) {
  const said = heads.length > 1 ? say("studio.which", { which: which + 1, text: text(words) }) : text(words);
  return el(
    "div",
    { id: `guarantee-${which}` },
    el("p", { class: `guarantee ${kind}` }, icon(GUARANTEE_ICONS[kind]), el("span", {}, said)),
    warning ? el("p", { class: "warning" }, icon("warn"), el("span", {}, text(warning))) : null,
  );
}

/** What the searches did about the dead ends of the board: once, where all did the same. @param {Outcome[]} heads */
function deadEnds(heads) {
  const said = heads.map(({ dead_ends: told }) => (told ? text(told.say) : ""));
  const alike = said.every((words) => words === said[0]);
  return said.flatMap((words, which) => {
    if (!words || (alike && which)) return [];
    const refused = !heads[which].dead_ends?.used;
    const line = alike ? words : say("studio.which", { which: which + 1, text: words });
    return [
      el(
        "p",
        { class: refused ? "warning" : "kept-out" },
        icon(refused ? "warn" : "dead_end"),
        el("span", {}, line),
      ),
    ];
  });
}

/** @param {Outcome} head @returns {string} */
function ending({ status }) {
  const large = isUpright() && state.rules.size > 1; // the square may be free, but not all that the unit covers
  if (large && status === "BLOCKED_START") return say("studio.mesh.blocked_start");
  if (large && status === "BLOCKED_GOAL") return say("studio.mesh.blocked_goal");
  return say(keyOf(`studio.end.${status.toLowerCase()}`));
}

/** Why there is no path, if there is none. @param {Outcome} head @param {number} [which] search it was */
function status(head, which) {
  if (found(head)) return [];
  const text = which === undefined ? ending(head) : say("studio.which", { which, text: ending(head) });
  return [el("p", { class: "status" }, icon("none"), text)];
}

/** @param {Outcome} head */
function oneSearch(head) {
  const rows = figures(head).slice(found(head) ? 0 : 2); // without a path there is no cost and no length
  return el(
    "dl",
    { class: "figures", id: "figures" },
    ...rows.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))),
  );
}

/** @param {Outcome[]} heads */
function table(heads) {
  /** @type {[string, string, number][][]} */
  const rows = heads.map((head) => [
    ...figures(head),
    [say("studio.figure.opened"), number(head.generated), head.generated],
    [say("studio.figure.improved"), number(head.updated), NaN],
  ]);
  const titles = heads.map((head, which) => {
    const title = say("studio.which", { which: which + 1, text: titleOf(head.algorithm) });
    return heads.length > MOST_TITLED
      ? el("th", { scope: "col", title, "aria-label": title }, String(which + 1))
      : el("th", { scope: "col" }, title);
  });
  const body = rows[0].map(([name], i) => {
    const values = rows.map((row) => /** @type {number} */ (row[i][2]));
    const cells = rows.map((row, which) => {
      const better = values.every((value, other) => other === which || values[which] < value * (1 - 1e-9));
      return el("td", { class: better ? "better" : undefined }, String(row[i][1]));
    });
    return el("tr", {}, el("th", { scope: "row" }, name), ...cells);
  });
  const alike = heads.every((head) => head.status === heads[0].status);
  const notes = alike ? status(heads[0]) : heads.flatMap((head, which) => status(head, which + 1));
  return el(
    "div",
    {},
    el("p", { class: "verdict", id: "verdict" }, text(verdict(heads, noun(2)))),
    ...notes,
    pacing(),
    el(
      "table",
      { id: "figures" },
      el("caption", { class: "unseen" }, say("studio.compared")),
      el("thead", {}, el("tr", {}, el("td", {}), ...titles)),
      el("tbody", {}, ...body),
    ),
  );
}

/** The choice of how compared searches go on together. */
function pacing() {
  return segments(
    say("studio.pace"),
    ["steps", "time"].map((value) => ({ value, words: say(keyOf(`studio.pace.${value}`)) })),
    state.byTime ? "time" : "steps",
    (value) => {
      state.byTime = value === "time";
      render();
      emit("position");
    },
  );
}

/** How the searches ended, in one line. @returns {string} */
export function outcome() {
  const heads = shown().flatMap((result) => (result ? [result.head] : []));
  if (heads.length < shown().length) return "";
  const [first, ...others] = heads;
  if (!others.length) return found(first) ? outcomeOfOne(first) : ending(first);
  if (!found(first) && others.every(({ status }) => status === first.status)) return ending(first);
  const costs = heads.map((head) =>
    found(head) ? say("studio.outcome.cost", { cost: number(head.cost) }) : say("studio.no_path"),
  );
  return costs.map((text, which) => say("studio.which", { which: which + 1, text })).join(" · ");
}

/** @param {Outcome & {cost: number}} head @returns {string} */
function outcomeOfOne(head) {
  const count = head.path.length;
  return say("studio.outcome", {
    end: ending(head),
    cost: number(head.cost),
    places: grouped(count),
    noun: noun(count),
    expanded: number(head.expanded),
  });
}
