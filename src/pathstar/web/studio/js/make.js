/** New maps: empty, made by a generator, or of another size. */

import { ask, Refused } from "./api.js";
import { openDialog } from "./dialogs.js";
import { $, choice, el, notice, numberField } from "./dom.js";
import { CELL_KINDS, isGraph, KINDS, titled } from "./kinds.js";
import { cleared, emptyMap, replaceWorld, resized, worldOf } from "./map.js";
import { state } from "./state.js";

const RANGES = { density: [0, 1, 0.05], braid: [0, 1, 0.1], doors: [0, 1, 0.1], water: [0, 1, 0.05], rock: [0, 1, 0.05], scale: [1, 512, 1], nodes: [2, 16384, 1], octaves: [1, 8, 1], rounds: [0, 20, 1] };
/** What was made last, so that the dialog remembers it. */
const last = { kind: "squares", generator: "maze", width: 41, height: 25, seed: 1, options: /** @type {Record<string, number>} */ ({}) };

export function startMake() {
  $("new").onclick = askMap;
  $("resize").onclick = askSize;
}

/** @param {number} value @param {string} label @param {(value: number) => void} choose */
const size = (value, label, choose) => numberField(label, value, { min: 1, max: state.table?.limits.side ?? 4096, step: 1 }, (given) => choose(given ?? value));

function askMap() {
  openDialog("New map", (close) => {
    const form = el("div", { class: "dialog-body", style: "padding:0" });
    const fill = () => form.replaceChildren(...fields(fill));
    fill();
    const make = async () => (await generate(last)) && close();
    return [form, el("div", { class: "dialog-foot" }, el("button", { class: "plain-word", onclick: close }, "Cancel"), el("button", { class: "strong plain-word", id: "make", onclick: make }, "Make it"))];
  });
}

/** @param {() => void} again @returns {Node[]} */
function fields(again) {
  const graph = last.kind === "graph";
  const rows = graph ? state.table.graphs : [{ name: "empty", summary: "open ground everywhere", options: {} }, ...state.table.generators];
  const row = rows.find((/** @type {any} */ each) => each.name === last.generator) ?? rows[0];
  last.generator = row.name;
  const choices = rows.map((/** @type {any} */ each) =>
    el("button", { type: "button", "aria-pressed": String(each === row), onclick: () => (Object.assign(last, { generator: each.name, options: {} }), again()) }, el("strong", {}, each.name.charAt(0).toUpperCase() + each.name.slice(1)), el("small", {}, each.summary)),
  );
  const options = Object.entries(row.options).map(([name, usual]) => {
    const [min, max, step] = RANGES[/** @type {keyof RANGES} */ (name)] ?? [0, 1000, 1];
    const label = name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");
    return numberField(label, last.options[name] ?? usual, { min, max, step }, (value) => (last.options[name] = value ?? usual));
  });
  const seed = numberField("Seed", last.seed, { min: 0, max: 2 ** 32 - 1, step: 1 }, (value) => (last.seed = value ?? 1));
  const dice = el("button", { type: "button", class: "plain-word", onclick: () => ((last.seed = Math.floor(Math.random() * 1e6)), again()) }, "Another seed");
  return [
    el("div", { class: "choices", role: "group", "aria-label": "Generator" }, ...choices),
    choice("Made of", KINDS, last.kind, (value) => (Object.assign(last, { kind: value, options: {} }), again())),
    graph ? el("span", { hidden: true }) : el("div", { class: "pair" }, size(last.width, "Width", (value) => (last.width = value)), size(last.height, "Height", (value) => (last.height = value))),
    row.name === "empty" || row.name === "risk" ? el("span", { hidden: true }) : el("div", { class: "pair" }, ...options, seed, el("div", { class: "field" }, el("span", { "aria-hidden": "true" }, "\u00a0"), dice)),
  ];
}

/** @param {typeof last} wanted @returns {Promise<boolean>} whether it could be made */
export async function generate(wanted) {
  const { kind, generator, width, height, seed, options } = wanted;
  try {
    if (kind === "graph") {
      const world = worldOf(await ask("generate", { kind, generator, seed, options }));
      world.map.name = generator === "risk" ? "The Risk board" : `${titled(generator)} graph, seed ${seed}`;
      replaceWorld(world, `making a ${generator} graph`);
      return true;
    }
    if (generator === "empty") {
      if (width * height > state.table.limits.cells) throw new Refused(413, "", `The studio takes maps of up to ${state.table.limits.cells.toLocaleString("en")} cells.`);
      replaceWorld({ map: { ...emptyMap(width, height, kind), name: "Empty map" }, start: Math.floor(height / 2) * width + Math.floor(width / 5), goal: Math.floor(height / 2) * width + Math.min(width - 1, Math.ceil((width * 4) / 5)) }, "a new map");
    } else {
      const reply = await ask("generate", wanted);
      const world = worldOf(reply);
      world.map.name = `${titled(generator)}, seed ${seed}`;
      replaceWorld(world, `making a ${generator} map`);
    }
    return true;
  } catch (error) {
    notice(/** @type {Error} */ (error).message);
    return false;
  }
}

function askSize() {
  if (isGraph()) return notice("A graph has no size to change; make a new one.");
  const wanted = { kind: state.map.kind, width: state.map.width, height: state.map.height };
  openDialog("Size and cells of the map", (close) => [
    el("div", { class: "pair" }, size(wanted.width, "Width", (value) => (wanted.width = value)), size(wanted.height, "Height", (value) => (wanted.height = value))),
    choice("Cells", CELL_KINDS, wanted.kind, (value) => (wanted.kind = value)),
    el("p", { class: "muted" }, "Cells are added or cut off at the right and at the bottom."),
    el(
      "div",
      { class: "dialog-foot" },
      el("button", { class: "plain-word", id: "clear", onclick: () => (replaceWorld(cleared(), "clearing the map"), close()) }, "Clear all walls"),
      el("button", { class: "strong plain-word", id: "apply-size", onclick: () => applySize(wanted) && close() }, "Resize"),
    ),
  ]);
}

/** @param {{kind: string, width: number, height: number}} wanted */
function applySize({ kind, width, height }) {
  if (width * height > state.table.limits.cells) {
    notice(`The studio takes maps of up to ${state.table.limits.cells.toLocaleString("en")} cells.`);
    return false;
  }
  replaceWorld(resized(width, height, kind), "resizing the map");
  return true;
}
