/** Small helpers for elements of the page. */

import { grouped, say } from "./language.js";

/** @param {string} id @returns {any} the element of that id */
export const $ = (id) => document.getElementById(id);

/**
 * Makes an element. Properties that begin with "on" are listeners; "class" and names with a dash are attributes.
 * @param {string} tag @param {Record<string, any>} [properties] @param {...(Node|string|null|false|undefined)} children
 * @returns {any}
 */
export function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "class" || name === "for" || name === "role" || name.includes("-"))
      made.setAttribute(name, value);
    else /** @type {any} */ (made)[name] = value;
  }
  made.append(...children.filter((child) => child !== null && child !== false && child !== undefined));
  return made;
}

const ICONS = new URL("../../icons.svg", import.meta.url).pathname;

/** @param {string} name of a symbol in icons.svg @returns {SVGElement} */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", `${ICONS}#${name}`);
  svg.append(use);
  return svg;
}

/** Shows another symbol on a button. @param {Element} button @param {string} name */
export function setIcon(button, name) {
  button.querySelector("use")?.setAttribute("href", `${ICONS}#${name}`);
}

/**
 * A labelled choice.
 * @param {string} label @param {{value: string, words: string, title?: string}[]} options @param {string} value
 * @param {(value: string) => void} choose @param {boolean} [disabled]
 */
export function choice(label, options, value, choose, disabled = false) {
  const select = el("select", { disabled, onchange: () => choose(select.value) });
  for (const option of options)
    select.append(
      el(
        "option",
        { value: option.value, selected: option.value === value, title: option.title },
        option.words,
      ),
    );
  return el("label", { class: "field" }, el("span", {}, label), select);
}

/** @param {number} value @param {number} [min] @param {number} [max] */
const within = (value, min = -Infinity, max = Infinity) => Math.min(max, Math.max(min, value));

/** @param {string} label @param {boolean} whole @param {{given: number, taken: number, min?: number, max?:
 * number}} numbers @returns {string} why another number is used */
function limitWords(label, whole, { given, taken, min, max }) {
  const [shown, other] = [taken, given].map((value) => grouped(value, 6));
  if (min === undefined || max === undefined)
    return say("studio.limit.integer", { label, taken: shown, given: other });
  const values = { label, min: grouped(min, 6), max: grouped(max, 6), taken: shown, given: other };
  return whole ? say("studio.limit.whole", values) : say("studio.limit.range", values);
}

/**
 * A labelled number; an empty one means the default.
 * @param {string} label @param {number|null} value @param {{min?: number, max?: number, step?: number, placeholder?: string, disabled?: boolean}} limits
 * @param {(value: number|null) => void} choose
 */
export function numberField(label, value, { min, max, step, placeholder = "", disabled = false }, choose) {
  const input = el("input", {
    type: "number",
    min,
    max,
    step: step ?? "any",
    placeholder,
    disabled,
    value: value ?? "",
  });
  input.addEventListener("change", () => {
    if (input.value === "") return choose(null);
    const given = Number(input.value);
    const held = within(step === 1 ? Math.round(given) : given, min, max);
    input.value = String(held);
    if (held !== given) notice(limitWords(label, step === 1, { given, taken: held, min, max }));
    choose(held);
  });
  return el("label", { class: "field" }, el("span", {}, label), input);
}

/** Two or three words to choose from. @param {string} label @param {{value: string, words: string, title?: string}[]} options @param {string} value @param {(value: string) => void} choose */
export function segments(label, options, value, choose) {
  const buttons = options.map((option) =>
    el(
      "button",
      {
        type: "button",
        role: "radio",
        "aria-checked": String(option.value === value),
        title: option.title,
        onclick: () => choose(option.value),
        tabIndex: option.value === value ? 0 : -1,
      },
      option.words,
    ),
  );
  const group = el("div", { class: "segments", role: "radiogroup", "aria-label": label }, ...buttons);
  moveByArrows(group);
  return el("div", { class: "field" }, el("span", { "aria-hidden": "true" }, label), group);
}

/** Lets the arrow keys move among the buttons of a group; for radio buttons they also select. @param
 * {HTMLElement} group */
export function moveByArrows(group) {
  group.addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!way) return;
    const buttons = [...group.querySelectorAll("button:not(:disabled):not([hidden])")];
    const at = buttons.indexOf(/** @type {any} */ (document.activeElement));
    if (at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const place = (at + way + buttons.length) % buttons.length;
    const next = /** @type {HTMLButtonElement} */ (buttons[place]);
    next.focus();
    if (next.getAttribute("role") !== "radio") return;
    next.click();
    /** @type {any} */ (
      [...document.querySelectorAll(`[aria-label="${group.getAttribute("aria-label")}"] button`)][place]
    )?.focus();
  });
}

/** Announces words to screen readers. @param {string} words */
export function announce(words) {
  $("announce").textContent = words;
}

/**
 * Shows a message for a few seconds, replacing the previous one; above a dialog if one is open. A reader who
 * opens its detail keeps it.
 * @param {string} words @param {number} [seconds] @param {string} [detail] more, in English
 */
export function notice(words, seconds = 8, detail = "") {
  const more =
    detail &&
    el("details", {}, el("summary", {}, say("studio.refused.details")), el("p", { lang: "en" }, detail));
  const made = el(
    "div",
    { class: "notice" },
    el("div", {}, words, more),
    el("button", { "aria-label": say("studio.message.close"), onclick: () => made.remove() }, icon("close")),
  );
  const holder = $("notices");
  const home = document.querySelector("dialog[open]") ?? document.body;
  if (holder.parentNode !== home) home.append(holder);
  holder.replaceChildren(made);
  setTimeout(() => (more && more.open) || made.remove(), seconds * 1000);
}
