/** On small screens the panel shows one card at a time, chosen by tabs under the board. */

import { on, onAny } from "../events.js";
import { $, el, moveByArrows } from "./dom.js";
import { isUpright, nounTitle } from "../board/kinds.js";
import { say } from "./language.js";
import { mode, state } from "../state.js";

const TABS = /** @type {const} */ ([
  "lesson",
  "units",
  "queries",
  "steps",
  "result",
  "smooth",
  "method",
  "walk",
  "mesh",
  "square",
]);
let open = "";
/** The buttons are kept, so that a pressed one is not lost. @type {HTMLElement[]} */
let buttons = [];

const TABBED = "(max-width: 760px)"; // where a tab opens a card, as in layout.css

/** Keeps whether a part of the page is folded; behind a tab it begins open. @param {string} name of the part */
export function keepFold(name) {
  const fold = $(`${name}-fold`);
  const key = `pathstar-${name}`;
  fold.open = localStorage.getItem(key) === "open" || matchMedia(TABBED).matches;
  fold.ontoggle = () => localStorage.setItem(key, fold.open ? "open" : "closed");
}

export function startTabs() {
  buttons = TABS.map((name) =>
    el("button", {
      role: "tab",
      id: `tab-${name}`,
      onclick: () => ((open = open === name ? "" : name), render()),
    }),
  );
  $("tabs").append(...buttons);
  moveByArrows($("tabs"));
  on("tabs", (wanted) => {
    if (wanted) open = wanted;
    render();
  });
  onAny(["language", "world", "edited"], render);
  on("select", () => {
    if (state.selected >= 0) open = "square";
    render();
  });
  render();
}

/** @param {string} name */
const there = (name) =>
  ({
    lesson: state.lesson,
    units: mode() === "game",
    mesh: mode() === "mesh",
    steps: mode() === "search" || mode() === "mesh",
    queries: mode() === "search" && state.map.queries.length > 0,
    smooth: mode() === "search" && isUpright(),
    walk: mode() === "walk" || (mode() === "search" && isUpright()),
    square: mode() === "search" && state.selected >= 0,
  })[name] ?? mode() === "search";

function render() {
  if (!there(open)) open = state.lesson ? "lesson" : "";
  TABS.forEach((name, i) => {
    buttons[i].hidden = !there(name);
    buttons[i].textContent = name === "square" ? nounTitle() : say(`studio.tab.${name}`);
    buttons[i].setAttribute("aria-selected", String(open === name));
    buttons[i].setAttribute("aria-expanded", String(open === name));
  });
  document.body.dataset.mode = mode();
  $("panel").toggleAttribute("data-open", Boolean(open));
  $("panel").toggleAttribute("data-lesson", state.lesson);
  for (const card of document.querySelectorAll(".card"))
    card.classList.toggle("shown", /** @type {HTMLElement} */ (card).dataset.tab === open);
}
