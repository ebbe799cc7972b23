/** The brush for dead ends: areas by hand that a search leaves out unless it starts or ends there. */

import { hueOf } from "../../../lib/overlays/dead_ends.js";
import { backend } from "../backend/backend.js";
import { query, withMap } from "../backend/run.js";
import { during } from "../backend/work.js";
import { emit, onAny } from "../events.js";
import { complain } from "../page/complain.js";
import { $, el, icon, notice } from "../page/dom.js";
import { say } from "../page/language.js";
import { mode, shown, state } from "../state.js";
import { labelsOf } from "./labels.js";
import { overlay, shownOverlays } from "./overlays.js";
import { remember } from "./undo.js";

const MOST_SHOWN = 7; // numbers to choose from
const LARGEST = 65535;

/** @typedef {Uint16Array|null} Labels */

export function startDeadEnds() {
  onAny(["world", "map", "ends", "targets", "dead_ends", "result"], show);
  onAny(["walk", "units"], () => Boolean(shownOverlays().deadEnds) === (mode() !== "search") && show());
  onAny(["world"], beginEnd);
}

/** Shows the dead ends of the map on the boards. */
function show() {
  const { deadEnds: labels, targets } = state.map;
  const there = mode() === "search" ? labels : null;
  $("legend-dead_end").hidden = !there;
  if (!there) return shownOverlays().deadEnds && overlay({ deadEnds: null });
  const own = new Set([state.start, state.goal, ...targets].map((cell) => there[cell]));
  const used = shown().map((result) => result?.head.dead_ends?.used ?? false);
  overlay({ deadEnds: { labels: there, firsts: firstsOf(there), own, used } });
}

/** @param {Uint16Array} labels @returns {Map<number, number>} the first square of each dead end that is no wall */
function firstsOf(labels) {
  const { codes, palette } = state.map;
  const firsts = new Map();
  labels.forEach((label, cell) => {
    if (label && !firsts.has(label) && palette[codes[cell]].cost !== null) firsts.set(label, cell);
  });
  return firsts;
}

/** The numbers of the dead ends of the map. @returns {number[]} */
const numbers = () => [...new Set(state.map.deadEnds ?? [])].filter(Boolean).sort((a, b) => a - b);

/** Paints a new dead end from now on. */
export function beginEnd() {
  const taken = new Set(state.map.deadEnds ?? []);
  let number = 1;
  while (taken.has(number) && number < LARGEST) number++;
  chooseLabel(number);
}

/** Paints a dead end, or takes squares out of all. @param {number} number 0 to take them out */
function chooseLabel(number) {
  state.label = number;
  emit("tool");
}

/** Chooses one of the offered numbers. @param {number} nth from 1 */
export function chooseNthLabel(nth) {
  const number = offered()[nth - 1];
  if (number !== undefined) chooseLabel(number);
}

/** Takes squares out of dead ends from now on. */
export const eraseLabels = () => chooseLabel(0);

/** Whether painting begins by taking a square out of its dead end, as the pen does. @param {number} cell */
export const beginsToErase = (cell) => !state.label || state.map.deadEnds?.[cell] === state.label;

/** Puts squares into the chosen dead end, or takes them out of any. @param {number[]} cells @param {boolean} erases
 * @param {Labels} [before] the labels to begin with */
export function brushEnds(cells, erases, before = state.map.deadEnds) {
  const { codes, palette } = state.map;
  const labels = before ? before.slice() : new Uint16Array(codes.length);
  for (const cell of cells)
    if (erases || palette[codes[cell]].cost !== null) labels[cell] = erases ? 0 : state.label;
  putEnds(labels);
  emit("drawing");
}

/** Changes the dead ends, without recording it. @param {Labels} labels */
export function putEnds(labels) {
  state.map.deadEnds = labels?.some(Boolean) ? labels : null;
  emit("dead_ends");
}

/** Records a stroke for undo. @param {Labels} before @param {string} [deed] a key of the catalogue */
export function rememberEnds(before, deed = "studio.deed.dead_end") {
  const after = state.map.deadEnds;
  if (before === after) return;
  const change = (/** @type {Labels} */ labels) => {
    putEnds(labels);
    emit("edited");
  };
  remember({ words: { say: deed }, undo: () => change(before), redo: () => change(after) });
  emit("edited");
}

/** Labels the dead ends that the back end finds. */
function findEnds() {
  return during("dead ends", async () => {
    const { map } = state;
    try {
      const reply = await withMap((id) => backend.deadEnds(query(id, 0)));
      if (map !== state.map) return;
      const before = map.deadEnds;
      putEnds(labelsOf(reply.dead_ends));
      rememberEnds(before, "studio.deed.dead_ends.find");
      const count = numbers().length;
      notice(count ? say("studio.dead_ends.found", { count }) : say("studio.dead_ends.none"));
      beginEnd();
    } catch (error) {
      complain(error);
    }
  });
}

/** What a square says of its dead end. @param {number} cell @returns {string} */
export function deadEndWords(cell) {
  const number = state.map.deadEnds?.[cell];
  return number ? say("studio.dead_ends.in", { number }) : "";
}

/** The numbers to choose from: the first, and the chosen one. */
function offered() {
  const first = numbers().slice(0, MOST_SHOWN);
  return !state.label || first.includes(state.label) ? first : [...first, state.label];
}

/** The buttons of the brush: the numbers, a new one, taking out, and finding all. @returns {HTMLElement[]} */
export function labelButtons() {
  const button = (/** @type {string} */ title, /** @type {any} */ more, /** @type {Node} */ look) =>
    el("button", { title, "aria-label": title, ...more }, look);
  const choice = (/** @type {number} */ number, /** @type {string} */ title, /** @type {Node} */ look) => {
    const chosen = number === state.label;
    const more = { role: "radio", "aria-checked": String(chosen), tabIndex: chosen ? 0 : -1 };
    return button(title, { ...more, onclick: () => chooseLabel(number) }, look);
  };
  return [
    choice(0, say("studio.dead_ends.erase"), icon("wipe")),
    ...offered().map((number) => choice(number, say("studio.dead_ends.paint", { number }), swatch(number))),
    button(say("studio.dead_ends.new"), { id: "new-end", onclick: beginEnd }, icon("plus")),
    button(say("studio.dead_ends.find"), { id: "find-ends", onclick: findEnds }, icon("sparkle")),
  ];
}

/** @param {number} number */
function swatch(number) {
  const made = el("span", { class: "swatch hatched" }, String(number));
  made.style.setProperty("--hatch", `var(--${hueOf(number)})`);
  return made;
}
