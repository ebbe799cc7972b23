/** Light and dark, and what is shown on the board. */

import { $, el } from "./dom.js";
import { family, isGraph } from "./kinds.js";
import { emit, on, state } from "./state.js";

const LAYERS = { marks: "Open and closed", pointers: "Arrows to parents", numbers: "F, G and H", trail: "Way to the current one" };

export function startLook() {
  const root = document.documentElement;
  $("theme").onclick = () => {
    const dark = !root.hasAttribute("data-dark");
    root.dataset.theme = dark ? "dark" : "light";
    root.toggleAttribute("data-dark", dark);
    localStorage.setItem("pathstar-theme", root.dataset.theme);
    emit("theme");
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => {
    if (root.dataset.theme) return;
    root.toggleAttribute("data-dark", event.matches);
    emit("theme");
  });
  const menu = $("layers-menu");
  for (const [name, words] of Object.entries(LAYERS)) {
    const box = el("input", { type: "checkbox", checked: true, id: `layer-${name}`, onchange: () => ((state.layers[/** @type {keyof typeof LAYERS} */ (name)] = box.checked), emit("layers")) });
    menu.append(el("label", { class: "check" }, box, words));
  }
  const show = (/** @type {boolean} */ on) => {
    menu.hidden = !on;
    $("layers").setAttribute("aria-expanded", String(on));
  };
  $("layers").onclick = () => show(menu.hidden);
  document.addEventListener("pointerdown", (event) => !menu.contains(/** @type {Node} */ (event.target)) && !$("layers").contains(event.target) && show(false));
  document.addEventListener("keydown", (event) => event.key === "Escape" && show(false));
  $("readout").append(el("span", { id: "readout-words" }), legend());
  on("world", () => (document.documentElement.dataset.kind = family()));
  on("world edited", showName);
}

/** The codes of each map as they were when it was first shown. @type {WeakMap<import("./state.js").BoardMap, Uint16Array>} */
const originals = new WeakMap();

/** Name and size of the map, and whether it is still what its name says. */
function showName() {
  const { map } = state;
  const original = originals.get(map) ?? map.codes.slice();
  originals.set(map, original);
  const changed = map.changed || map.codes.some((code, cell) => code !== original[cell]);
  $("map-name").textContent = map.name || "Map without a name";
  $("map-size").textContent = `${isGraph() ? `${map.width.toLocaleString("en")} nodes` : `${map.width} × ${map.height}`}${changed ? ", changed" : ""}`;
}

function legend() {
  const keys = [["open", "open"], ["closed", "closed"], ["current", "current"], ["wall", "wall"], ["path", "path"]];
  return el("span", { class: "legend" }, ...keys.map(([role, words]) => el("span", {}, el("i", { class: `key ${role}` }), words)));
}
