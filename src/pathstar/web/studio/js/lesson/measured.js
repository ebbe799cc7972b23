/** The open lists, measured on the map of a page of the lesson. */

import { backend } from "../backend/backend.js";
import { query, withMap } from "../backend/run.js";
import { timeWords } from "../method/result.js";
import { reasonOf } from "../page/complain.js";
import { $, el } from "../page/dom.js";
import { keyOf, say } from "../page/language.js";

const LISTS = ["unsorted", "sorted", "heap", "bucket"];

/** Measures them, and shows their times as bars. @param {() => boolean} wanted whether the page is still shown */
export async function measure(wanted) {
  const holder = $("measured");
  holder.replaceChildren(
    el("p", { class: "status" }, el("span", { class: "spinner" }), say("studio.measuring")),
  );
  try {
    const reply = await withMap((map) =>
      backend.measure({ ...query(map, 0, { open_list: null, ties: null }), open_lists: LISTS }),
    );
    if (!wanted()) return;
    const longest = Math.max(...reply.rows.map((row) => row.seconds));
    const rows = reply.rows.map((row) => {
      const bar = el("span", { class: "bar-cell" });
      bar.style.width = `${Math.max(2, (110 * row.seconds) / longest)}px`;
      return el(
        "tr",
        {},
        el("th", { scope: "row" }, say(keyOf(`open_list.${row.open_list}`))),
        el("td", {}, bar),
        el(
          "td",
          {},
          row.finished
            ? timeWords(row.seconds)
            : say("studio.measured.over", { time: timeWords(row.seconds) }),
        ),
      );
    });
    holder.replaceChildren(
      el(
        "table",
        { id: "measured-table" },
        el("caption", { class: "unseen" }, say("studio.measured")),
        el("tbody", {}, ...rows),
      ),
    );
  } catch (error) {
    holder.textContent = reasonOf(error);
  }
}
