/** Opening and saving: files of the folder, files dropped or chosen, pictures and traces to download. */

import { ask, askBlob, fromBase64, toBase64 } from "./api.js";
import { askYes, openDialog } from "./dialogs.js";
import { $, choice, el, notice } from "./dom.js";
import { exportQuery } from "./explain.js";
import { CELL_KINDS, isGraph, isHex, nouns } from "./kinds.js";
import { packed, replaceWorld, worldOf } from "./map.js";
import { boards } from "./stage.js";
import { placeOf, state } from "./state.js";
import { during } from "./work.js";

const MOST_LETTERS = 90; // kinds of ground for which a text file has letters

/** What the cells of a file that is chosen become. */
let cells = "squares";

export function startFiles() {
  $("open").onclick = askFile;
  $("save").onclick = askSave;
  $("file").onchange = () => {
    openFiles([...$("file").files], cells);
    $("file").value = "";
  };
  let depth = 0;
  const show = (/** @type {boolean} */ on) => ($("drop").hidden = !on);
  window.addEventListener("dragenter", (event) => event.dataTransfer?.types.includes("Files") && (depth++, show(true)));
  window.addEventListener("dragleave", () => (depth = Math.max(0, depth - 1)) === 0 && show(false));
  window.addEventListener("dragover", (event) => event.preventDefault());
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    depth = 0;
    show(false);
    openFiles([...(event.dataTransfer?.files ?? [])]);
  });
}

/** @param {unknown} error */
const tell = (error) => notice(/** @type {Error} */ (error).message, 12);

/** What the cells of a map become where nobody chose: those of the board there is. */
const cellKind = () => (isGraph() ? "squares" : state.map.kind);

/** Opens a file of the person's, or a graph's .gr file and the .co file that goes with it. @param {File[]} files @param {string} [kind] what its cells become */
async function openFiles(files, kind = cellKind()) {
  const places = files.length > 1 ? files.find((each) => /\.co$/i.test(each.name)) : undefined;
  const file = files.find((each) => each !== places);
  if (!file) return;
  const most = state.table?.limits.body ?? 2 ** 25;
  const content = async (/** @type {File} */ each) => toBase64(new Uint8Array(await each.arrayBuffer()));
  if (file.size + (places?.size ?? 0) > most * 0.7) return notice(`${file.name} is too large; the studio opens files of up to ${Math.floor((most * 0.7) / 2 ** 20)} MiB.`);
  await during("file", async () => open({ kind, name: file.name, content: await content(file), ...(places ? { coordinates: await content(places) } : {}) }, file.name));
}

/** Opens a file of the studio's folder. @param {string} name @param {string} [kind] what its cells become */
export async function openNamed(name, kind = cellKind()) {
  return open({ kind, file: name }, name);
}

/** @param {any} request @param {string} name */
async function open(request, name) {
  try {
    const reply = await ask("open", request);
    const world = worldOf(reply);
    world.map.name = name;
    replaceWorld(world, `opening ${name}`);
    notice([`${name} opened: ${isGraph() ? world.map.width : `${reply.width} × ${reply.height}`} ${nouns()}.`, ...reply.notes].join(" "));
    return true;
  } catch (error) {
    tell(error);
    return false;
  }
}

async function askFile() {
  const reply = await ask("files").catch((error) => (tell(error), null));
  if (!reply) return;
  const suffixes = [...state.table.formats.map((/** @type {any} */ row) => row.suffix), ...state.table.graph_suffixes];
  $("file").accept = [...suffixes, ".co"].join(",");
  cells = cellKind();
  openDialog("Open a map", (close) => [
    choice("Cells of a map", CELL_KINDS, cells, (value) => (cells = value)),
    el("button", { class: "strong plain-word", id: "choose-file", onclick: () => ($("file").click(), close()) }, "Choose a file …"),
    el("p", { class: "muted" }, `Or drop one on the page, a .gr file together with its .co file. ${suffixes.join(" ")}`),
    el("h3", {}, `In the folder ${reply.folder}`),
    reply.files.length ? el("div", { class: "files" }, ...reply.files.map((/** @type {string} */ name) => el("button", { onclick: async () => (await openNamed(name, cells)) && close() }, name))) : el("p", { class: "muted" }, "There are no map files yet."),
    reply.more ? el("p", { class: "muted" }, "There are more than are listed.") : null,
  ]);
}

const PICTURES = [
  { value: "canvas", words: "Picture as you see it (PNG)" },
  { value: "svg", words: "Picture of this step (SVG)" },
  { value: "html", words: "Page to play in any browser (HTML)" },
  { value: "gif", words: "Film of the whole search (GIF)" },
  { value: "json", words: "Trace for Posthoc (JSON)" },
];

const GRAPH_FORMATS = [
  { suffix: ".edges", name: "Edge list", holds: "names and any costs" },
  { suffix: ".gr", name: "DIMACS graph", holds: "whole costs; places in a .co file beside it" },
];

/** The kinds of ground that the map has, walls left out. */
function grounds() {
  const used = new Set(state.map.codes);
  return state.map.palette.filter((kind, code) => used.has(code) && kind.cost !== null);
}

const hasCosts = () => grounds().some((kind) => kind.cost !== 1);

/** The format that a map has already, or else one that holds all of it. @param {any[]} rows @returns {string} its suffix */
function usualFormat(rows) {
  const own = rows.find((row) => state.map.name.toLowerCase().endsWith(row.suffix));
  if (isGraph()) return (own ?? rows[0]).suffix;
  if (own && (own.holds_costs || !hasCosts())) return own.suffix;
  return grounds().length > MOST_LETTERS ? ".npz" : ".txt";
}

/** What a format does with this map, before it is saved. @param {any} row @returns {string} */
function keepsWords(row) {
  if (isGraph()) return "It does not hold start and target.";
  const lost = [hasCosts() && !row.holds_costs ? "what ground costs" : "", row.holds_ends ? "" : "start and target"].filter(Boolean);
  const cells = isHex() ? " Its cells are columns and rows: choose hexagons again when you open it." : "";
  return (lost.length ? `It holds the walls, but not ${lost.join(", and not ")}.` : "It holds walls, ground, start and target.") + cells;
}

function askSave() {
  const stem = state.map.name.replaceAll(/\.[a-z]+$|[^\p{L}\p{N}_./ -]+/giu, "").trim().replaceAll(/ +/g, "-") || "map";
  const rows = isGraph() ? GRAPH_FORMATS : state.table.formats;
  const suffix = usualFormat(rows);
  openDialog("Save", (close) => {
    const name = el("input", { type: "text", value: stem + suffix, id: "save-name", maxLength: 120 });
    const keeps = el("p", { class: "muted", id: "save-keeps", role: "status" });
    const formats = rows.map((/** @type {any} */ row) => ({ value: row.suffix, words: `${row.suffix}  ${row.name}${row.holds ? `: holds ${row.holds}` : ""}` }));
    const tellKeeps = (/** @type {string} */ value) => (keeps.textContent = keepsWords(rows.find((/** @type {any} */ row) => row.suffix === value)));
    const setSuffix = (/** @type {string} */ value) => {
      name.value = name.value.replace(/\.[a-z]*$|$/i, value);
      tellKeeps(value);
    };
    tellKeeps(suffix);
    const asked = el("select", { id: "export-format" }, ...PICTURES.map((row) => el("option", { value: row.value }, row.words)));
    return [
      el("h3", {}, isGraph() ? "The graph" : "The map"),
      el("label", { class: "field" }, el("span", {}, "Name"), name),
      choice("Format", formats, suffix, setSuffix),
      keeps,
      el("div", { class: "dialog-foot" }, el("button", { class: "plain-word", id: "save-folder", onclick: async () => (await save(name.value, true)) && close() }, "Save in the folder"), el("button", { class: "strong plain-word", id: "save-download", onclick: async () => (await save(name.value, false)) && close() }, "Download")),
      el("h3", {}, "The search"),
      el("label", { class: "field" }, el("span", {}, "What"), asked),
      el("div", { class: "dialog-foot" }, el("button", { class: "strong plain-word", id: "export", onclick: () => during("export", async () => (await download(asked.value, stem)) && close()) }, "Download")),
    ];
  });
}

/** @param {string} name @param {boolean} folder @param {boolean} [replace] @returns {Promise<boolean>} */
async function save(name, folder, replace = false) {
  if (!name.replace(/\.[a-z]*$/i, "").trim()) {
    notice("Give it a name first.");
    return false;
  }
  try {
    const ends = isGraph() ? {} : { start: placeOf(state.start), goal: placeOf(state.goal) };
    const request = { name, board: packed(), ...ends, folder, replace };
    const reply = await ask("save", request);
    for (const file of reply.files) hand(new Blob([/** @type {BlobPart} */ (fromBase64(file.content))]), file.name);
    notice([folder ? `${name} saved in the folder.` : `${name} downloaded.`, ...reply.notes].join(" "));
    return true;
  } catch (error) {
    if (/there already/.test(/** @type {Error} */ (error).message) && (await askYes("Replace it?", `${name} is in the folder already.`, "Replace"))) return save(name, folder, true);
    tell(error);
    return false;
  }
}

/** @param {string} format @param {string} stem @returns {Promise<boolean>} */
async function download(format, stem) {
  try {
    if (format === "canvas") {
      const blob = await new Promise((done) => boards[0].canvas.toBlob(done));
      hand(/** @type {Blob} */ (blob), `${stem}.png`);
    } else {
      const whole = format !== "svg";
      hand(await askBlob("export", await exportQuery(format, whole)), `${stem}.${format === "json" ? "trace.json" : format}`);
    }
    return true;
  } catch (error) {
    tell(error);
    return false;
  }
}

/** Hands a file to the browser to keep. @param {Blob} blob @param {string} name */
function hand(blob, name) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name.split("/").pop() });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
