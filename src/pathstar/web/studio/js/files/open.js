/** Opening files: chosen, dropped or in the folder. Queries and traces come with a map, or lie on the board. */

import { backend } from "../backend/backend.js";
import { toBase64 } from "../backend/base64.js";
import { withMap } from "../backend/run.js";
import { during } from "../backend/work.js";
import { CELL_KINDS, cellKinds, isGraph, isUpright, noun, sizeWords } from "../board/kinds.js";
import { replaceWorld, worldOf } from "../board/map.js";
import { complain } from "../page/complain.js";
import { openDialog } from "../page/dialogs.js";
import { $, choice, el, notice } from "../page/dom.js";
import { grouped, say, text } from "../page/language.js";
import { plainRules, state, theTable } from "../state.js";
import { recordingOf } from "./recording.js";

/** @typedef {import("../backend/backend.js").Opening} Opening */

const QUERIES = /\.scen$/i;
const TRACE = /\.(json|ya?ml)$/i;
const PLACES = /\.co$/i;

/** The kind of cells for a chosen file. */
let cells = "squares";

export function startOpening() {
  $("open").onclick = askFile;
  $("file").onchange = () => {
    openFiles([...$("file").files], cells);
    $("file").value = "";
  };
  let depth = 0;
  const show = (/** @type {boolean} */ on) => ($("drop").hidden = !on);
  window.addEventListener(
    "dragenter",
    (event) => event.dataTransfer?.types.includes("Files") && (depth++, show(true)),
  );
  window.addEventListener("dragleave", () => (depth = Math.max(0, depth - 1)) === 0 && show(false));
  window.addEventListener("dragover", (event) => event.preventDefault());
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    depth = 0;
    show(false);
    openFiles([...(event.dataTransfer?.files ?? [])]);
  });
}

/** The default kind of cells for a map: that of the current board. */
const cellKind = () => (CELL_KINDS.includes(state.map.kind) ? state.map.kind : "squares");

/** Opens a file of the user, and the file that belongs to it: the places of a graph, the map of queries or of a trace.
 * @param {File[]} files @param {string} [kind] of its cells */
async function openFiles(files, kind = cellKind()) {
  const needsMap = ({ name = "" }) => QUERIES.test(name) || TRACE.test(name);
  const file = files.find(needsMap) ?? files.find(({ name }) => !PLACES.test(name)) ?? files[0];
  const beside = files.find((each) => each !== file);
  if (!file) return;
  const most = state.table?.limits.body ?? 2 ** 25;
  if (file.size + (beside?.size ?? 0) > most * 0.7)
    return notice(say("studio.file.large", { file: file.name, size: Math.floor((most * 0.7) / 2 ** 20) }));
  await during("file", async () => {
    const sent = await packed(file);
    await open({ kind, ...sent, ...(beside && { beside: await packed(beside) }) }, file.name);
  });
}

/** @param {File} file */
async function packed(file) {
  return { name: file.name, content: toBase64(new Uint8Array(await file.arrayBuffer())) };
}

/** Opens a file in the studio's folder. @param {string} name @param {string} [kind] of its cells */
export async function openNamed(name, kind = cellKind()) {
  return during("file", () => open({ kind, file: name }, name));
}

/** @param {Opening} request @param {string} name @returns {Promise<boolean>} whether it was opened */
async function open(request, name) {
  try {
    const { opening, reply } = await opened(request, name);
    const world = worldOf(reply);
    world.map.name = name;
    if (world.map.queries.length) world.rules = plainRules(); // those of the files' lengths
    replaceWorld(world, { say: "studio.deed.open", with: { file: name } });
    if ("recorded" in reply && reply.recorded) state.map.recording = recordingOf(opening, name);
    notice([openedWords(name), ...reply.notes.map(text)].join(" "));
    return true;
  } catch (error) {
    complain(error, 12);
    return false;
  }
}

/** @param {string} name of the file that is shown now */
function openedWords(name) {
  const { mesh, width, height } = state.map;
  if (mesh) return say("studio.file.opened.mesh", { file: name, size: sizeWords(state.map) });
  const size = isGraph() ? grouped(width) : say("studio.map.size", { width, height });
  return say("studio.file.opened", { file: name, size, nouns: noun(2) });
}

/** Asks the back end; queries and traces without a map may lie on the board. @param {Opening} request @param {string} name */
async function opened(request, name) {
  const alone = (QUERIES.test(name) || TRACE.test(name)) && !request.beside && isUpright();
  if (!alone) return { opening: request, reply: await backend.open(request) };
  return withMap(async (map) => {
    const opening = { ...request, map };
    return { opening, reply: await backend.open(opening) };
  });
}

async function askFile() {
  const reply = await backend.files().catch((error) => (complain(error, 12), null));
  if (!reply) return;
  const { formats, graph_suffixes, mesh_suffixes } = theTable();
  const suffixes = [...formats.map((row) => row.suffix), ...graph_suffixes, ...mesh_suffixes.opened];
  $("file").accept = [...suffixes, ".co", ".scen", ".json", ".yaml", ".yml"].join(",");
  cells = cellKind();
  openDialog(say("studio.open.title"), (close) => [
    choice(say("studio.open.cells"), cellKinds(), cells, (value) => (cells = value)),
    el(
      "button",
      { class: "strong plain-word", id: "choose-file", onclick: () => ($("file").click(), close()) },
      say("studio.open.choose"),
    ),
    el("p", { class: "muted" }, say("studio.open.drop", { suffixes: suffixes.join(" ") })),
    el("h3", {}, say("studio.open.folder", { folder: reply.folder })),
    reply.files.length
      ? el(
          "div",
          { class: "files" },
          ...reply.files.map((name) =>
            el("button", { onclick: async () => (await openNamed(name, cells)) && close() }, name),
          ),
        )
      : el("p", { class: "muted" }, say("studio.open.none")),
    reply.more ? el("p", { class: "muted" }, say("studio.open.more")) : null,
  ]);
}
