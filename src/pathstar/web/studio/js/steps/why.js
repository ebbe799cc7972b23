/** Why the path does not lead through the selected square: what the cheapest way through it costs more. */

import { backend } from "../backend/backend.js";
import { query, upToDate, withMap } from "../backend/run.js";
import { highlight, showOther } from "../board/stage.js";
import { on, onAny } from "../events.js";
import { recordingShown } from "../files/recording.js";
import { $, el } from "../page/dom.js";
import { say, text } from "../page/language.js";
import { placeOf, state } from "../state.js";

/** @typedef {{cell: number, say: import("../page/language.js").Value, path: number[], dead_end: number|null}} Reason */

/** The reason for the selected square, as soon as it is known. @type {Reason|null} */
let known = null;
/** @type {AbortController|null} */
let abort = null;

export function startWhy() {
  onAny(["select", "result"], ask);
  on("asked", forget);
}

function forget() {
  abort?.abort();
  known = null;
  showOther([]);
}

/** Asks about the selected square, once the results are those of the board. */
async function ask() {
  forget();
  const cell = state.selected;
  if (cell < 0 || !upToDate() || recordingShown()) return;
  const { signal } = (abort = new AbortController());
  try {
    const reply = await withMap(
      (map) => backend.why({ ...query(map, 0), place: placeOf(cell) }, signal),
      signal,
    );
    if (signal.aborted) return;
    known = { cell, ...reply };
  } catch {
    return; // the board has changed meanwhile, or cannot be searched; the page says so elsewhere
  }
  showOther(known.path);
  showWhy();
}

/** Writes the reason into the card of the square. */
export function showWhy() {
  const holder = $("why");
  if (!holder) return;
  holder.hidden = Boolean(recordingShown()) || state.refusal !== null; // the path may be any, or there is none to ask about
  holder.replaceChildren(
    el("h3", {}, say("why")),
    el("p", {}, known?.cell === state.selected ? text(known.say) : "…"),
    ...(known?.cell === state.selected && known.dead_end ? [shower(known.dead_end)] : []),
  );
}

/** A button that rings the squares of a dead end. @param {number} number */
function shower(number) {
  const cells = [...(state.map.deadEnds ?? [])].flatMap((label, cell) => (label === number ? [cell] : []));
  const show = () => highlight(cells);
  const hide = () => highlight([]);
  const shows = { onmouseenter: show, onfocus: show, onclick: show, onmouseleave: hide, onblur: hide };
  const words = say("why.dead_end.show", { number: String(number) });
  return el("p", {}, el("button", { class: "place", ...shows }, words));
}
