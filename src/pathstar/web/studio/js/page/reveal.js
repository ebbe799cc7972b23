import { emit } from "../events.js";
/** Parts of the page that text can reveal with a click. */

const LIT = 2500; // milliseconds for which a part is outlined

/** The selector of each part, and its tab on small screens. @type {Record<string, {part: string, tab?:
 * string}>} */
const PARTS = {
  square: { part: "#card-square", tab: "square" },
  moves: { part: "#rules", tab: "method" },
  promise: { part: "#guarantee-0", tab: "result" },
  result: { part: "#card-result", tab: "result" },
  ground: { part: "#materials" },
  timeline: { part: ".track" },
  new: { part: "#new" },
  danger: { part: "#tool-danger" },
  target: { part: "#tool-target" },
  smooth: { part: "#card-smooth", tab: "smooth" },
  chart: { part: "#smooth-figures .chart", tab: "smooth" },
  walk: { part: "#card-walk", tab: "walk" },
  units: { part: "#card-units", tab: "units" },
};

const CONTROLS = "button:enabled, select:enabled, input:enabled";

/** Opens a part of the page, scrolls to it and outlines it for a moment. @param {string} name
 * @param {boolean} focuses whether the keyboard goes on there */
export function reveal(name, focuses) {
  const { part, tab } = PARTS[name];
  if (tab) emit("tabs", tab);
  const found = /** @type {HTMLElement} */ (document.querySelector(part));
  for (const each of found.querySelectorAll("details")) each.open = true;
  found.scrollIntoView({ block: "nearest" });
  const control = found.matches(CONTROLS) ? found : found.querySelector(CONTROLS);
  if (focuses) /** @type {HTMLElement|null} */ (control)?.focus();
  found.classList.add("pointed-at");
  setTimeout(() => found.classList.remove("pointed-at"), LIT);
}
