/** Saving a mesh board: the mesh in a format, or the search as a picture, a page, a film or a trace. */

import { backend } from "../backend/backend.js";
import { nameFields, saveAs } from "../files/download.js";
import { exportPart, OF_INTERVALS } from "../files/export.js";
import { openDialog } from "../page/dialogs.js";
import { el } from "../page/dom.js";
import { keyOf, say } from "../page/language.js";
import { theTable } from "../state.js";
import { exportLook } from "../steps/explain.js";
import { mesh } from "./edit.js";
import { fileOf } from "./follow.js";

/** @param {string} stem the name of the file without a suffix */
export function askSaveMesh(stem) {
  const formats = theTable().mesh_suffixes.saved.map((suffix) => ({
    value: suffix,
    words: say("studio.format", { suffix, name: say(keyOf(`format${suffix}`)) }),
  }));
  openDialog(say("studio.save.title"), (close) => {
    const { fields, named } = nameFields(stem, formats, formats[0].value, () => {});
    const put = async (/** @type {boolean} */ folder) => (await save(named(), folder)) && close();
    return [
      el("h3", {}, say("studio.save.mesh")),
      ...fields,
      el("p", { class: "muted" }, say("studio.keeps.mesh")),
      el(
        "div",
        { class: "dialog-foot" },
        el(
          "button",
          { class: "plain-word", id: "save-folder", onclick: () => put(true) },
          say("studio.save.folder"),
        ),
        el(
          "button",
          { class: "strong plain-word", id: "save-download", onclick: () => put(false) },
          say("studio.download"),
        ),
      ),
      ...exportPart(
        OF_INTERVALS,
        stem,
        (format) => fileOf(mesh(), exportLook(format, format !== "svg")),
        close,
      ),
    ];
  });
}

/** @param {string} name @param {boolean} folder @returns {Promise<boolean>} */
function save(name, folder) {
  const { polygons, shape } = mesh();
  const ground = { kind: /** @type {const} */ ("mesh"), polygons };
  return saveAs(name, folder, (replace) => backend.saveMesh({ name, ground, shape, folder, replace }));
}
