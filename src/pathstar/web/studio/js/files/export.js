/** The part of the save dialog that writes the search to a file: the visible board, or a format of the back end. */

import { during } from "../backend/work.js";
import { boards } from "../board/stage.js";
import { complain } from "../page/complain.js";
import { el } from "../page/dom.js";
import { keyOf, say } from "../page/language.js";
import { hand } from "./download.js";

/** The formats for a search with steps, and for one over intervals. */
export const OF_STEPS = ["canvas", "svg", "html", "gif", "json"];
export const OF_INTERVALS = ["canvas", "svg", "html", "gif"];

/**
 * @param {string[]} formats
 * @param {string} stem the name of the file without a suffix
 * @param {(format: string) => Promise<Blob>} fileOf asks the back end for the file
 * @param {() => void} close called once the file is there
 * @returns {HTMLElement[]}
 */
export function exportPart(formats, stem, fileOf, close) {
  const asked = el(
    "select",
    { id: "export-format" },
    ...formats.map((format) => el("option", { value: format }, say(keyOf(`studio.export.${format}`)))),
  );
  const put = async () => {
    try {
      await download(asked.value, stem, fileOf);
      close();
    } catch (error) {
      complain(error, 12);
    }
  };
  return [
    el("h3", {}, say("studio.save.search")),
    el("label", { class: "field" }, el("span", {}, say("studio.save.what")), asked),
    el(
      "div",
      { class: "dialog-foot" },
      el(
        "button",
        { class: "strong plain-word", id: "export", onclick: () => during("export", put) },
        say("studio.download"),
      ),
    ),
  ];
}

/** @param {string} format @param {string} stem @param {(format: string) => Promise<Blob>} fileOf */
async function download(format, stem, fileOf) {
  if (format !== "canvas")
    return hand(await fileOf(format), `${stem}.${format === "json" ? "trace.json" : format}`);
  const blob = await new Promise((done) => boards[0].canvas.toBlob(done));
  hand(/** @type {Blob} */ (blob), `${stem}.png`);
}
