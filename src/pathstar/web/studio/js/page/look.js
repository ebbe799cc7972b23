/** Light and dark, and the visible layers of the board. */

import { emit, on, onAny } from "../events.js";
import { $, el } from "./dom.js";
import { family, isUpright, sizeWords } from "../board/kinds.js";
import { keyOf, say, text } from "./language.js";
import { state } from "../state.js";

const LAYERS = /** @type {const} */ (["marks", "pointers", "numbers", "trail", "clusters"]);
const LEGEND = ["open", "closed", "current", "wall", "path"];

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
  for (const name of LAYERS) {
    const box = el("input", {
      type: "checkbox",
      checked: state.layers[name],
      id: `layer-${name}`,
      onchange: () => ((state.layers[name] = box.checked), emit("layers")),
    });
    on("layers", () => (box.checked = state.layers[name]));
    menu.append(
      el(
        "label",
        { class: "check", id: `of-layer-${name}` },
        box,
        el("span", { "data-say": `studio.layer.${name}` }, say(`studio.layer.${name}`)),
      ),
    );
  }
  on("world", () => ($("of-layer-clusters").hidden = !isUpright()));
  menu.append(el("div", { id: "shade-choice" }));
  const show = (/** @type {boolean} */ on) => {
    menu.hidden = !on;
    $("layers").setAttribute("aria-expanded", String(on));
  };
  $("layers").onclick = () => show(menu.hidden);
  document.addEventListener(
    "pointerdown",
    (event) =>
      !menu.contains(/** @type {Node} */ (event.target)) &&
      !$("layers").contains(event.target) &&
      show(false),
  );
  document.addEventListener("keydown", (event) => event.key === "Escape" && show(false));
  $("readout").append(el("span", { id: "readout-words" }), legend());
  on("world", () => (document.documentElement.dataset.kind = family()));
  onAny(["world", "edited", "language"], showName);
}

/** The codes of each map when it was first shown. @type {WeakMap<import("../state.js").BoardMap, Uint16Array>}
 * */
const originals = new WeakMap();

/** Name and size of the map, and whether it has changed since it got its name. */
function showName() {
  const { map } = state;
  const original = originals.get(map) ?? map.codes.slice();
  originals.set(map, original);
  const changed = map.changed || map.codes.some((code, cell) => code !== original[cell]);
  $("map-name").textContent =
    (map.title === undefined ? map.name : text(map.title)) || say("studio.map.unnamed");
  const size = sizeWords(map);
  $("map-size").textContent = changed ? say("studio.map.changed", { size }) : size;
}

function legend() {
  return el(
    "span",
    { class: "legend" },
    ...LEGEND.map((role) =>
      el(
        "span",
        {},
        el("i", { class: `key ${role}` }),
        el("span", { "data-say": `board.${role}` }, say(keyOf(`board.${role}`))),
      ),
    ),
  );
}
