/** The events of a square in words. */

import { BEND, EXPAND, FORGET, KNOWN, NO_PARENT, PRUNE, RAISE, REVERT, UPDATE } from "../lib/replay.js";

/** @typedef {(key: string, values?: import("../lib/words.js").Values) => string} SayWords */

/** @param {any} events @param {number} event @param {SayWords} say @param {(cell: number) => string} placeWords @returns {string} what
 * happened, and in which search where there are two */
export function happened(events, event, say, placeWords) {
  const text = deed(events, event, say, placeWords);
  return events.fromGoal?.[event] ? say("search.from_target", { text }) : text;
}

/** @param {any} events @param {number} event @param {SayWords} say @param {(cell: number) => string} placeWords
 * @returns {string} */
function deed(events, event, say, placeWords) {
  const values = {
    g: events.g[event],
    h: events.h[event],
    parent: events.parent[event] === NO_PARENT ? "" : placeWords(events.parent[event]),
  };
  if (events.type[event] === PRUNE) return say("event.pruned");
  if (events.type[event] === FORGET) return say("event.forgotten");
  if (events.type[event] === REVERT) return say("event.reverted", values);
  if (events.type[event] === KNOWN) return say("event.known", values);
  if (events.type[event] === RAISE) return say("event.raised", values);
  if (events.type[event] === BEND) return say("event.bent", values);
  if (events.type[event] === EXPAND) return say("page.event.closed", values);
  if (events.type[event] === UPDATE) return say("page.event.improved", values);
  return say(values.parent === "" ? "page.event.source" : "page.event.opened", values);
}
