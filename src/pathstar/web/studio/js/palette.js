/** The tools and the kinds of ground beside the board. */

import { askNumber } from "./dialogs.js";
import { $, el, icon, moveByArrows } from "./dom.js";
import { isGraph } from "./kinds.js";
import { codeOf } from "./map.js";
import { boards } from "./stage.js";
import { emit, FLOOR, on, state, WALL } from "./state.js";
import { canRedo, canUndo, redo, undo } from "./undo.js";

/** The tools; those of a graph move its nodes instead of painting. */
const TOOLS = [
  { name: "look", words: "Look closer, move the view", key: "V" },
  { name: "move", words: "Move nodes", key: "M", graph: true },
  { name: "start", words: "Put the start on a node", key: "A", graph: true },
  { name: "goal", words: "Put the target on a node", key: "B", graph: true },
  { name: "pen", words: "Pen", key: "D" },
  { name: "line", words: "Line", key: "L" },
  { name: "rect", words: "Rectangle (Shift: hollow)", key: "R" },
  { name: "fill", words: "Fill", key: "F" },
];
const USUAL = [2, 3, 5, 9];
const MOST_SHOWN = 8;

export function startPalette() {
  for (const tool of TOOLS) {
    const button = el("button", { role: "radio", id: `tool-${tool.name}`, title: `${tool.words} (${tool.key})`, "aria-label": tool.words, onclick: () => chooseTool(tool.name) }, icon(tool.name));
    $("tools").append(button);
  }
  moveByArrows($("tools"));
  moveByArrows($("materials"));
  $("undo").onclick = undo;
  $("redo").onclick = redo;
  on("tool", render);
  on("world", fitTool);
  on("map", (cells) => (cells === null || !cells.length) && renderMaterials());
  on("theme", renderMaterials);
  on("history", () => {
    $("undo").disabled = !canUndo();
    $("redo").disabled = !canRedo();
  });
  fitTool();
  emit("history");
}

/** Whether this board has a tool. @param {string} name */
const has = (name) => name === "look" || Boolean(TOOLS.find((each) => each.name === name)?.graph) === isGraph();

/** @param {string} tool */
export function chooseTool(tool) {
  if (!has(tool)) return;
  state.tool = tool;
  emit("tool");
}

/** Takes the first tool of another kind of board. */
function fitTool() {
  if (!has(state.tool)) state.tool = isGraph() ? "move" : "pen";
  for (const tool of TOOLS) $(`tool-${tool.name}`).hidden = !has(tool.name);
  $("materials").hidden = isGraph();
  $("resize").hidden = isGraph();
  render();
}

/** @param {number} code */
export function chooseMaterial(code) {
  if (isGraph()) return;
  state.material = code;
  if (state.tool === "look") state.tool = "pen";
  emit("tool");
}

function render() {
  for (const tool of TOOLS) {
    const button = $(`tool-${tool.name}`);
    button.setAttribute("aria-checked", String(state.tool === tool.name));
    button.tabIndex = state.tool === tool.name ? 0 : -1;
  }
  renderMaterials();
}

/** What can be painted, as [cost, name] or a code: wall, plain ground, and terrain of the map or the usual costs. */
export function materials() {
  const { palette } = state.map;
  const own = palette.map((kind, code) => ({ ...kind, code })).filter(({ code, name, cost }) => code !== FLOOR && code !== WALL && (name || cost !== null));
  const named = own.some((kind) => kind.name);
  const missing = named || own.length > MOST_SHOWN ? [] : USUAL.filter((cost) => !own.some((kind) => kind.cost === cost));
  const usual = missing.map((cost) => ({ cost, name: "", code: -1 }));
  const rest = [...own, ...usual].sort((a, b) => (a.cost ?? 1e9) - (b.cost ?? 1e9));
  const kept = rest.length > MOST_SHOWN ? rest.filter((_, i) => i % Math.ceil(rest.length / MOST_SHOWN) === 0) : rest;
  return [{ ...palette[WALL], code: WALL }, { ...palette[FLOOR], code: FLOOR }, ...kept];
}

function renderMaterials() {
  const held = $("materials").contains(document.activeElement);
  const buttons = materials().map((kind) => {
    const chosen = kind.code === state.material;
    const title = kind.code === WALL ? `Wall${kind.name ? ` (${kind.name})` : ""} (W)` : kind.code === FLOOR ? "Erase: open ground (E)" : kind.cost === null ? `${kind.name}: a wall` : `${kind.name ? `${kind.name}: ` : "Terrain: "}a step costs ${kind.cost} times as much`;
    return el("button", { role: "radio", "aria-checked": String(chosen), tabIndex: chosen ? 0 : -1, title, "aria-label": title, onclick: () => chooseMaterial(kind.code >= 0 ? kind.code : codeOf(/** @type {number} */ (kind.cost))) }, swatch(kind));
  });
  const own = el("button", { title: "Terrain of another cost", "aria-label": "Terrain of another cost", id: "own-cost", onclick: askCost }, icon("plus"));
  $("materials").replaceChildren(...buttons, own);
  if (held) $("materials").querySelector('[aria-checked="true"]')?.focus();
}

/** @param {{cost: number|null, code: number}} kind */
function swatch({ cost, code }) {
  const made = el("span", { class: "swatch" }, cost === null || code === FLOOR ? "" : String(cost));
  const shade = boards[0] ? boards[0].shades.lookOf(cost, code) : null;
  if (shade) Object.assign(made.style, { background: shade.ground, color: shade.ink });
  return made;
}

async function askCost() {
  const cost = await askNumber("Terrain of another cost", "A step into such a square costs so many times as much", { value: 4, min: 0, max: 1e6 });
  if (cost !== null) chooseMaterial(codeOf(cost));
}
