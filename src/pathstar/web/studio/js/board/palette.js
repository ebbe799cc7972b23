/** The tools and the kinds of ground beside the board. */

import { emit, on, onAny } from "../events.js";
import { askNumber } from "../page/dialogs.js";
import { $, el, icon, moveByArrows, notice } from "../page/dom.js";
import { beginEnd, labelButtons } from "./dead_ends.js";
import { isGraph, isMesh, isTiled, isUpright, noun } from "./kinds.js";
import { groundName, keyOf, say } from "../page/language.js";
import { codeOf } from "./map.js";
import { boards } from "./stage.js";
import { FLOOR, mode, state, WALL } from "../state.js";
import { canRedo, canUndo, redo, undo } from "./undo.js";

/**
 * The tools and their keys; on a graph they move nodes instead of painting, on a mesh they add what can be dragged.
 * @type {{name: string, key: string, on: "all"|"cells"|"squares"|"graph"|"mesh"|"game"}[]}
 */
const TOOLS = [
  { name: "look", key: "V", on: "all" },
  { name: "move", key: "M", on: "graph" },
  { name: "start", key: "A", on: "graph" },
  { name: "goal", key: "B", on: "graph" },
  { name: "pen", key: "D", on: "cells" },
  { name: "line", key: "L", on: "cells" },
  { name: "rect", key: "R", on: "cells" },
  { name: "fill", key: "F", on: "cells" },
  { name: "danger", key: "G", on: "cells" },
  { name: "dead_end", key: "K", on: "squares" },
  { name: "fog", key: "O", on: "squares" },
  { name: "target", key: "X", on: "squares" },
  { name: "unit", key: "U", on: "game" },
  { name: "disc", key: "D", on: "mesh" },
  { name: "block", key: "R", on: "mesh" },
  { name: "ground", key: "G", on: "mesh" },
  { name: "wipe", key: "E", on: "mesh" },
];
/** The terrains to paint with on a map without its own. */
const USUAL = [
  { name: "road", cost: 0.5 },
  { name: "grass", cost: 2 },
  { name: "sand", cost: 3 },
  { name: "forest", cost: 5 },
  { name: "water", cost: 9 },
];
const MOST_SHOWN = 8;

export function startPalette() {
  for (const tool of TOOLS) {
    $("tools").append(
      el(
        "button",
        { role: "radio", id: `tool-${tool.name}`, onclick: () => chooseTool(tool.name) },
        icon(tool.name),
      ),
    );
  }
  moveByArrows($("tools"));
  moveByArrows($("materials"));
  $("undo").onclick = undo;
  $("redo").onclick = redo;
  on("language", render);
  on("world", fitTool);
  onAny(["tool", "walk"], fitTool);
  on("dead_ends", renderMaterials);
  on("map", (cells) => (cells === null || !cells.length) && renderMaterials());
  on("theme", renderMaterials);
  on("history", () => {
    $("undo").disabled = !canUndo();
    $("redo").disabled = !canRedo();
  });
  fitTool();
  emit("history");
}

/** The keys of all tools. @returns {string[]} */
export const toolKeys = () => [...new Set(TOOLS.map(({ key }) => key.toLowerCase()))];

/** Whether this board has a tool. @param {string} name */
function has(name) {
  const on = TOOLS.find((each) => each.name === name)?.on;
  if (on === "cells") return !isGraph() && !isMesh();
  if (on === "squares") return isUpright() && mode() === "search";
  return on === "all" || (on === "graph" && isGraph()) || on === mode();
}

/** Chooses the tool of this board with a key. @param {string} key */
export function chooseByKey(key) {
  const tool = TOOLS.find((each) => each.key.toLowerCase() === key && has(each.name));
  if (tool) return chooseTool(tool.name);
  const dead = TOOLS.find(({ name }) => name === "dead_end");
  if (isTiled() && dead?.key.toLowerCase() === key)
    notice(say("studio.dead_ends.squares_only", { nouns: noun(2) }));
}

/** @param {string} tool */
function chooseTool(tool) {
  if (!has(tool)) return;
  const begins = tool === "dead_end" && state.tool !== tool;
  state.tool = tool;
  if (begins) return beginEnd();
  emit("tool");
}

/** Selects the first tool of this kind of board if the current one does not fit. */
function fitTool() {
  if (!has(state.tool)) state.tool = isGraph() ? "move" : isMesh() ? "look" : "pen";
  for (const tool of TOOLS) $(`tool-${tool.name}`).hidden = !has(tool.name);
  $("materials").hidden = isGraph() || isMesh();
  $("resize").hidden = isGraph() || isMesh();
  render();
}

/** Chooses one of the paints; a terrain that the map does not have yet is added to it. @param {{code: number,
 * cost: number|null, name: string}} kind */
export function choosePaint({ code, cost, name }) {
  chooseMaterial(code >= 0 ? code : codeOf(/** @type {number} */ (cost), name));
}

/** @param {number} code */
export function chooseMaterial(code) {
  if (isGraph() || isMesh()) return;
  state.material = code;
  if (state.tool === "look" || state.tool === "dead_end") state.tool = "pen";
  emit("tool");
}

function render() {
  for (const tool of TOOLS) {
    const button = $(`tool-${tool.name}`);
    const text = say(keyOf(`studio.tool.${tool.name}`));
    button.setAttribute("aria-label", text);
    button.title = say("studio.with_key", { text, key: tool.key });
    button.setAttribute("aria-checked", String(state.tool === tool.name));
    button.tabIndex = state.tool === tool.name ? 0 : -1;
  }
  renderMaterials();
}

/** The paints: wall, plain ground, and the terrains of the map or the default costs. */
export function materials() {
  const { palette } = state.map;
  const own = palette
    .map((kind, code) => ({ ...kind, code }))
    .filter(({ code, name, cost }) => code !== FLOOR && code !== WALL && (name || cost !== null));
  const foreign = own.some((kind) => kind.name && !USUAL.some(({ name }) => name === kind.name));
  const missing =
    foreign || own.length > MOST_SHOWN
      ? []
      : USUAL.filter(({ cost }) => !own.some((kind) => kind.cost === cost));
  const usual = missing.map((kind) => ({ ...kind, code: -1 }));
  const rest = [...own, ...usual].sort((a, b) => (a.cost ?? 1e9) - (b.cost ?? 1e9));
  const kept =
    rest.length > MOST_SHOWN ? rest.filter((_, i) => i % Math.ceil(rest.length / MOST_SHOWN) === 0) : rest;
  return [{ ...palette[WALL], code: WALL }, { ...palette[FLOOR], code: FLOOR }, ...kept];
}

function renderMaterials() {
  const held = $("materials").contains(document.activeElement);
  $("materials").setAttribute(
    "aria-label",
    say(state.tool === "dead_end" ? "board.dead_ends" : "studio.ground"),
  );
  $("materials").replaceChildren(...(state.tool === "dead_end" ? labelButtons() : paintButtons()));
  if (held) $("materials").querySelector('[aria-checked="true"]')?.focus();
}

/** @returns {HTMLElement[]} */
function paintButtons() {
  const buttons = materials().map((kind) => {
    const chosen = kind.code === state.material;
    const title = materialWords(kind);
    return el(
      "button",
      {
        role: "radio",
        "aria-checked": String(chosen),
        tabIndex: chosen ? 0 : -1,
        title,
        "aria-label": title,
        onclick: () => choosePaint(kind),
      },
      swatch(kind),
    );
  });
  const other = say("studio.material.other");
  const own = el(
    "button",
    { title: other, "aria-label": other, id: "own-cost", onclick: askCost },
    icon("plus"),
  );
  return [...buttons, own];
}

/** @param {{cost: number|null, name: string, code: number}} kind @returns {string} the effect of painting
 * with it */
function materialWords({ cost, name: given, code }) {
  const name = groundName(given);
  if (code === WALL) return name ? say("studio.material.wall.named", { name }) : say("studio.material.wall");
  if (code === FLOOR) return say("studio.material.floor");
  if (cost === null) return say("studio.material.blocked", { name });
  return name
    ? say("studio.material.named", { name, cost: String(cost) })
    : say("studio.material.terrain", { cost: String(cost) });
}

/** @param {{cost: number|null, code: number, name: string}} kind */
function swatch({ cost, code, name }) {
  const made = el("span", { class: "swatch" }, cost === null || code === FLOOR ? "" : String(cost));
  const shade = boards[0] ? boards[0].shades.lookOf(cost, code, name) : null;
  if (shade) Object.assign(made.style, { background: shade.ground, color: shade.ink });
  return made;
}

async function askCost() {
  const cost = await askNumber(say("studio.material.other"), say("studio.material.cost"), {
    value: 4,
    min: 0,
    max: 1e6,
  });
  if (cost !== null) chooseMaterial(codeOf(cost));
}
