/** Light and dark, and the visible layers of the board. */

import { emit, on, onAny } from "../events.js";
import { $, el } from "./dom.js";
import { family, isGraph, isHex, isMesh, isUpright, sizeWords } from "../board/kinds.js";
import { boards } from "../board/stage.js";
import { keyOf, say, text } from "./language.js";
import { state, WALL } from "../state.js";

const LAYERS = /** @type {const} */ (["marks", "pointers", "numbers", "trail", "clusters"]);
const LEGEND = ["open", "closed", "current", "wall", "path", "dead_end"];

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
  on("world", () => ($("of-layer-clusters").hidden = !isUpright() && !isHex()));
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
  onAny(["world", "theme"], showWalls);
  on("map", showWalls);
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

/** Gives the legend the colours of the walls on the board: on a map with terrain, water or rock can be one. */
function showWalls() {
  if (isMesh()) return $("legend-walls").replaceChildren(el("i", { class: "key wall" }));
  const { codes, palette } = state.map;
  const shades = boards[0]?.shades;
  if (!shades || isGraph()) return;
  const walls = palette.map((kind, code) => ({ ...kind, code })).filter(({ cost }) => cost === null);
  const there = new Set(walls.length > 1 ? codes : []);
  const shown = walls.filter(({ code }) => there.has(code));
  const grounds = (shown.length ? shown : [{ ...palette[WALL], code: WALL }]).map(
    ({ cost, code, name }) => shades.lookOf(cost, code, name).ground,
  );
  $("legend-walls").replaceChildren(
    ...[...new Set(grounds)].slice(0, 3).map((background) => {
      const key = el("i", { class: "key wall" });
      key.style.background = background;
      return key;
    }),
  );
}

function legend() {
  return el(
    "span",
    { class: "legend" },
    ...LEGEND.map((role) =>
      el(
        "span",
        { id: `legend-${role}`, hidden: role === "dead_end" },
        role === "wall"
          ? el("span", { class: "keys-of-walls", id: "legend-walls" }, el("i", { class: "key wall" }))
          : el("i", { class: `key ${role}` }),
        el("span", { "data-say": `board.${role}` }, say(keyOf(`board.${role}`))),
      ),
    ),
  );
}
