/** Keeps pressed parts of the page until they are released: an element that is replaced or moved under the
 * pointer loses its click. */

import { beginWork } from "../backend/work.js";

const TAP = 100; // milliseconds within which a click follows a lifted finger
/** @type {Node|null} */
let pressed = null;
/** The pending updates of each part of the page. @type {Map<Element, Set<() => void>>} */
const due = new Map();
let end = () => {};
let timer = 0;

export function startPress() {
  const hear = (/** @type {string} */ name, /** @type {(event: any) => void} */ run) =>
    document.addEventListener(name, run, true);
  hear("pointerdown", (event) => (pressed = event.target));
  hear("pointerup", letGo);
  hear("pointercancel", letGo);
  // The list of a select swallows the pointer event, so it ends with a choice, a key or the next move.
  hear("change", (event) => event.target === pressed && letGo());
  hear("keydown", letGo);
  hear("pointermove", (event) => pressed && !event.buttons && letGo());
  document.addEventListener("click", renew);
}

function letGo() {
  pressed = null;
  if (due.size) timer ||= window.setTimeout(renew, TAP);
}

function renew() {
  clearTimeout(timer);
  timer = 0;
  if (pressed) return;
  const runs = [...due.values()].flatMap((each) => [...each]);
  due.clear();
  for (const run of runs) run();
  end();
}

/** Updates a part of the page now, or once the pointer pressed in it is released. @param {Element} part
 * @param {() => void} run */
export function whenLetGo(part, run) {
  if (!pressed || !part.contains(pressed)) {
    due.get(part)?.delete(run);
    return run();
  }
  if (!due.size) end = beginWork("press");
  due.set(part, (due.get(part) ?? new Set()).add(run));
}
