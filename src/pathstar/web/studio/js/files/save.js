/** Saving: the map in a format, into the folder or as a download; the search as a picture, a page or a trace. */

import { backend } from "../backend/backend.js";
import { openDialog } from "../page/dialogs.js";
import { $, el } from "../page/dom.js";
import { exportQuery } from "../steps/explain.js";
import { isGraph, isTiled, noun } from "../board/kinds.js";
import { keyOf, say } from "../page/language.js";
import { packed } from "../board/map.js";
import { placeOf, state, theTable } from "../state.js";
import { askSaveMesh } from "../mesh/save.js";
import { nameFields, saveAs } from "./download.js";
import { exportPart, OF_STEPS } from "./export.js";

const MOST_LETTERS = 90; // kinds of ground for which a text file has characters

export function startSaving() {
  $("save").onclick = askSave;
}

/** The formats for a graph. @type {import("../backend/backend.js").FormatRow[]} */
const GRAPH_FORMATS = [".edges", ".gr"].map((suffix) => ({
  suffix,
  holds_costs: true,
  holds_ends: false,
  holds_dead_ends: false,
}));
const IMAGES = [".png", ".jpg", ".jpeg", ".pgm", ".ppm", ".gif", ".bmp", ".webp", ".tif", ".tiff"];

/** @param {string} suffix @returns {string} a description of such a file */
function formatWords(suffix) {
  const name = IMAGES.includes(suffix)
    ? say("format.image", { kind: suffix.slice(1).toUpperCase() })
    : say(keyOf(`format${suffix}`));
  return say("studio.format", { suffix, name });
}

/** The kinds of ground on the map, without walls. */
function grounds() {
  const used = new Set(state.map.codes);
  return state.map.palette.filter((kind, code) => used.has(code) && kind.cost !== null);
}

const hasCosts = () => grounds().some((kind) => kind.cost !== 1);

/** The map's current format, or else one that holds everything. @param {import("../backend/backend.js").FormatRow[]}
 * rows @returns {string} its suffix */
function usualFormat(rows) {
  const own = rows.find((row) => state.map.name.toLowerCase().endsWith(row.suffix));
  if (isGraph()) return (own ?? rows[0]).suffix;
  if (own && (own.holds_costs || !hasCosts()) && (own.holds_dead_ends || !state.map.deadEnds))
    return own.suffix;
  return grounds().length > MOST_LETTERS || state.map.deadEnds ? ".npz" : ".txt";
}

/** What a format keeps of this map, shown before it is saved. @param {import("../backend/backend.js").FormatRow} row
 * @returns {string} */
function keepsWords(row) {
  if (isGraph()) return say("studio.keeps.graph");
  const losesCosts = hasCosts() && !row.holds_costs;
  const part = losesCosts ? (row.holds_ends ? "not_costs" : "walls") : row.holds_ends ? "all" : "not_ends";
  const words = [say(`studio.keeps.${part}`)];
  if (state.map.deadEnds)
    words.push(row.holds_dead_ends ? say("studio.keeps.dead_ends") : say("studio.keeps.not_dead_ends"));
  if (isTiled()) words.push(say("studio.keeps.tiled", { nouns: noun(2) }));
  return words.join(" ");
}

function askSave() {
  const stem =
    state.map.name
      .replaceAll(/\.[a-z]+$|[^\p{L}\p{N}_./ -]+/giu, "")
      .trim()
      .replaceAll(/ +/g, "-") || "map";
  if (state.map.mesh) return askSaveMesh(stem);
  const rows = isGraph() ? GRAPH_FORMATS : theTable().formats;
  const suffix = usualFormat(rows);
  openDialog(say("studio.save.title"), (close) => {
    const keeps = el("p", { class: "muted", id: "save-keeps", role: "status" });
    const formats = rows.map((row) => ({ value: row.suffix, words: formatWords(row.suffix) }));
    const tellKeeps = (/** @type {string} */ value) =>
      (keeps.textContent = keepsWords(rows.find((row) => row.suffix === value) ?? rows[0]));
    const { fields, named } = nameFields(stem, formats, suffix, tellKeeps);
    tellKeeps(suffix);
    return [
      el("h3", {}, isGraph() ? say("studio.save.graph") : say("studio.save.map")),
      ...fields,
      keeps,
      el(
        "div",
        { class: "dialog-foot" },
        el(
          "button",
          {
            class: "plain-word",
            id: "save-folder",
            onclick: async () => (await save(named(), true)) && close(),
          },
          say("studio.save.folder"),
        ),
        el(
          "button",
          {
            class: "strong plain-word",
            id: "save-download",
            onclick: async () => (await save(named(), false)) && close(),
          },
          say("studio.download"),
        ),
      ),
      ...exportPart(
        OF_STEPS,
        stem,
        async (format) => backend.export(await exportQuery(format, format !== "svg")),
        close,
      ),
    ];
  });
}

/** @param {string} name @param {boolean} folder @returns {Promise<boolean>} */
function save(name, folder) {
  const ends = isGraph() ? {} : { start: placeOf(state.start), goal: placeOf(state.goal) };
  return saveAs(name, folder, (replace) => backend.save({ name, board: packed(), ...ends, folder, replace }));
}
