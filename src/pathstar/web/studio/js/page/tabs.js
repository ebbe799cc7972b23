/** On small screens the panel shows one card at a time, chosen by tabs under the board. */

import { on, onAny } from "../events.js";
import { $, el, moveByArrows } from "./dom.js";
import { nounTitle } from "../board/kinds.js";
import { say } from "./language.js";
import { state } from "../state.js";

const TABS = /** @type {const} */ (["lesson", "units", "queries", "steps", "result", "method", "square"]);
let open = "";
/** The buttons are kept, so that a pressed one is not lost. @type {HTMLElement[]} */
let buttons = [];

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
  onAny(["language", "world"], render);
  on("select", () => {
    if (state.selected >= 0) open = "square";
    render();
  });
  render();
}

/** @param {string} name */
function there(name) {
  if (name === "lesson") return state.lesson;
  if (name === "square") return state.selected >= 0;
  if (name === "queries") return state.map.queries.length > 0;
  return (name === "units") === state.game;
}

function render() {
  if (!there(open)) open = state.lesson ? "lesson" : "";
  TABS.forEach((name, i) => {
    buttons[i].hidden = !there(name);
    buttons[i].textContent = name === "square" ? nounTitle() : say(`studio.tab.${name}`);
    buttons[i].setAttribute("aria-selected", String(open === name));
    buttons[i].setAttribute("aria-expanded", String(open === name));
  });
  $("panel").toggleAttribute("data-open", Boolean(open));
  $("panel").toggleAttribute("data-lesson", state.lesson);
  for (const card of document.querySelectorAll(".card"))
    card.classList.toggle("shown", /** @type {HTMLElement} */ (card).dataset.tab === open);
}
