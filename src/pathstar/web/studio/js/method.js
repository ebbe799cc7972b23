/** The panel's choices: algorithms and their options, the rules of moving, and what the table promises for them. */

import { algorithms, heuristics, methodOf, usual } from "./choices.js";
import { $, choice, el, icon, numberField, segments } from "./dom.js";
import { isGraph, isHex } from "./kinds.js";
import { whenLetGo } from "./press.js";
import { emit, on, state } from "./state.js";
import { remember } from "./undo.js";

const LISTS_FIRST = { value: "", words: "as the trace needs" };
let opened = new Set();

export function startMethod() {
  on("options table world", () => whenLetGo($("card-method"), render));
  on("result", () => whenLetGo($("card-method"), showPromises));
  $("compare").onclick = () => change("comparing", () => (state.compare = !state.compare));
}

const snapshot = () => JSON.stringify({ methods: state.methods, rules: state.rules, compare: state.compare });
/** @param {string} kept */
const restore = (kept) => {
  Object.assign(state, JSON.parse(kept));
  emit("options");
};

/** Changes options, so that it can be undone. @param {string} words @param {() => void} apply */
export function change(words, apply) {
  const before = snapshot();
  apply();
  const after = snapshot();
  if (after === before) return;
  remember({ words, undo: () => restore(before), redo: () => restore(after) });
  emit("options");
}

/** @param {any[]} rows @returns {{value: string, words: string, title: string}[]} */
const named = (rows) => rows.map((row) => ({ value: row.name, words: words(row.name), title: row.title }));

/** @param {any[]} rows of algorithms @returns {{value: string, words: string, title: string}[]} */
const titled = (rows) => rows.map((row) => ({ value: row.name, words: titleOf(row.name), title: row.when }));

/** @param {string} name @returns {string} what the table calls an algorithm */
export function titleOf(name) {
  const { title } = state.table.algorithms.find((/** @type {any} */ row) => row.name === name);
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** @param {string} name @returns {string} a name as people write it */
export function words(name) {
  const known = { larger_g: "larger G", smaller_g: "smaller G", last: "last one added", first: "first one added", no_cut: "no cutting", no_squeeze: "no squeezing", free: "free", great_circle: "Great circle" };
  return known[/** @type {keyof known} */ (name)] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[-_]/g, " ");
}

function render() {
  if (!state.table) return;
  const held = /** @type {HTMLElement|null} */ (document.activeElement)?.closest(".method, #rules") ? fieldOf(document.activeElement) : null;
  const holder = $("methods");
  holder.classList.toggle("two", state.compare);
  holder.replaceChildren(...(state.compare ? [0, 1] : [0]).map(method));
  $("rules").replaceChildren(rules());
  $("compare").setAttribute("aria-pressed", String(state.compare));
  $("compare").querySelector("span").textContent = state.compare ? "One only" : "Compare two";
  showPromises();
  if (held) fieldAt(held)?.focus();
}

/** Where the focus was, so that it can come back. @param {Element|null} element */
function fieldOf(element) {
  const fields = [...document.querySelectorAll("#methods select, #methods input, #rules select, #rules input, #rules button, #methods summary, #rules summary")];
  return element ? { at: fields.indexOf(element) } : null;
}

/** @param {{at: number}} held @returns {any} */
function fieldAt({ at }) {
  return [...document.querySelectorAll("#methods select, #methods input, #rules select, #rules input, #rules button, #methods summary, #rules summary")][at];
}

/** @param {number} which */
function method(which) {
  const chosen = methodOf(which);
  const { open_lists, ties } = state.table;
  const row = algorithms().find((/** @type {any} */ each) => each.name === chosen.algorithm);
  const set = (/** @type {Record<string, any>} */ values) => change("changing the method", () => (state.methods[which] = { ...state.methods[which], ...values }));
  const list = row.open_list ?? chosen.open_list ?? "";
  const keepsOrder = ["bucket", "fifo", "none"].includes(list);
  const lists = open_lists.filter((/** @type {any} */ each) => (each.name === "fifo") === (row.open_list === "fifo"));
  if (list === "none") lists.splice(0, lists.length, { name: "none", title: "it keeps none" });
  const more = details(`more-${which}`, "Open list and ties", [
    choice("Open list", row.open_list ? named(lists) : [LISTS_FIRST, ...named(lists)], list, (value) => set({ open_list: value || null, ...(value === "bucket" ? { ties: null } : {}) }), Boolean(row.open_list)),
    choice("Of equal F first the", [{ value: "", words: "larger G" }, ...named(ties).slice(1)], keepsOrder ? "" : (chosen.ties ?? ""), (value) => set({ ties: value || null }), keepsOrder),
  ]);
  return el(
    "div",
    { class: "method", role: "group", "aria-label": state.compare ? `Method ${which + 1}` : "Method" },
    state.compare ? el("h3", {}, el("span", { class: "letter" }, String(which + 1))) : null,
    choice("Algorithm", titled(algorithms()), chosen.algorithm, (value) => set({ algorithm: value, weight: null })),
    el(
      "div",
      { class: "pair" },
      choice("Estimate H", [{ value: "", words: row.may_weigh ? `safest (${usual()})` : "none" }, ...named(heuristics())], row.may_weigh ? (chosen.heuristic ?? "") : "", (value) => set({ heuristic: value || null }), !row.may_weigh),
      numberField("Weight of H", chosen.weight, { min: 0, max: 1000, step: 0.1, placeholder: String(row.weight), disabled: !row.may_weigh }, (value) => set({ weight: value })),
    ),
    more,
    el("div", { class: "guarantees", id: `guarantee-${which}` }),
  );
}

/** @param {string} id @param {string} summary @param {Node[]} fields */
function details(id, summary, fields) {
  const made = el("details", { open: opened.has(id), ontoggle: () => (made.open ? opened.add(id) : opened.delete(id)) }, el("summary", {}, summary), el("div", {}, ...fields));
  return made;
}

function rules() {
  const { rules } = state;
  if (isGraph()) return el("p", { class: "muted" }, state.map.graph?.costs ? "Edges have costs of their own: moving a node changes the picture alone." : "Costs are the lengths of the edges: moving a node changes them.");
  const set = (/** @type {Record<string, any>} */ values) => change("changing the rules", () => (state.rules = { ...state.rules, ...values }));
  const terrain = choice("Terrain counts", state.table.cost_models.map((/** @type {any} */ row) => ({ value: row.name, words: row.title })), rules.cost_model, (value) => set({ cost_model: value }));
  if (isHex()) return details("rules", "Moves: six ways, each step 1", [terrain]);
  const costs = rules.straight === 10 && rules.diagonal === 14 ? "10" : rules.straight === 1 && rules.diagonal === null ? "1" : "own";
  const own = { 10: { straight: 10, diagonal: 14 }, 1: { straight: 1, diagonal: null }, own: { straight: rules.straight, diagonal: rules.diagonal ?? Number((rules.straight * Math.SQRT2).toFixed(4)) } };
  const eight = rules.directions === 8;
  return details("rules", `Moves: ${rules.directions} directions${eight ? `, ${words(rules.corners)}` : ""}, ${rules.straight}${eight ? ` and ${rules.diagonal ?? `${Number((rules.straight * Math.SQRT2).toPrecision(3))}`}` : ""}`, [
    el(
      "div",
      { class: "pair" },
      segments("Directions", [4, 8].map((n) => ({ value: String(n), words: String(n) })), String(rules.directions), (value) => set({ directions: Number(value) })),
      segments("Step costs", [{ value: "1", words: "1, √2" }, { value: "10", words: "10, 14" }, { value: "own", words: "own" }], costs, (value) => set(own[/** @type {keyof own} */ (value)])),
    ),
    costs === "own" ? el("div", { class: "pair" }, numberField("Straight", rules.straight, { min: 0.001, max: 1e6 }, (value) => set({ straight: value ?? 1 })), numberField("Diagonal", rules.diagonal, { min: 0.001, max: 1e6, disabled: !eight }, (value) => set({ diagonal: value }))) : el("span", { hidden: true }),
    choice("Corners", state.table.corners.map((/** @type {any} */ row) => ({ value: row.name, words: `${words(row.name)}: ${row.title}` })), rules.corners, (value) => set({ corners: value }), !eight),
    terrain,
  ]);
}

const GUARANTEE_ICONS = { optimal: "check", bounded: "about", none: "none" };

/** What the table promises, at once when the search has answered. */
function showPromises() {
  for (const which of [0, 1]) {
    const holder = $(`guarantee-${which}`);
    const head = state.results[which]?.head;
    if (!holder || !head) continue;
    const { guarantee } = head;
    const row = state.table?.algorithms.find((/** @type {any} */ each) => each.name === head.algorithm);
    holder.replaceChildren(
      el("div", { class: `guarantee ${guarantee.kind}` }, icon(GUARANTEE_ICONS[/** @type {keyof GUARANTEE_ICONS} */ (guarantee.kind)]), el("strong", {}, guarantee.words), el("small", {}, `The table says: ${guarantee.table}.${state.compare || !row ? "" : ` When to use it: ${row.when}.`}`)),
    );
    if (guarantee.warning) holder.append(el("div", { class: "warning" }, icon("warn"), el("span", {}, guarantee.warning)));
  }
}
