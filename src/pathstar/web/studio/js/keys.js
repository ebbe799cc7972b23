/** The keyboard: everything that the pointer can do. */

import { openDialog } from "./dialogs.js";
import { $, announce, el } from "./dom.js";
import { paint, putEnd, rememberEnd, rememberPaint } from "./map.js";
import { isGraph } from "./kinds.js";
import { nodeTowards, nudge, putOn } from "./nodes.js";
import { chooseMaterial, chooseTool, materials } from "./palette.js";
import { goTo, pause, step, toggle } from "./player.js";
import { flood, line, rectangle } from "./shapes.js";
import { describe } from "./square.js";
import { boards, fit, shareView, zoom } from "./stage.js";
import { codeOf } from "./map.js";
import { emit, FLOOR, state, steps, WALL } from "./state.js";
import { select, showPreview } from "./tools.js";
import { redo, undo } from "./undo.js";

let cursor = -1;
let anchor = -1;

export function startKeys() {
  document.addEventListener("keydown", anywhere);
  for (const letter of ["a", "b"]) {
    const holder = $(`board-${letter}`);
    holder.addEventListener("keydown", onBoard);
    holder.addEventListener("focus", () => !holder.classList.contains("by-pointer") && showCursor());
    holder.addEventListener("blur", () => {
      holder.classList.remove("by-pointer");
      moveCursor(-1);
    });
  }
  $("help").onclick = showHelp;
}

/** Keys that work wherever one is. @param {KeyboardEvent} event */
function anywhere(event) {
  const typing = /** @type {HTMLElement} */ (event.target).matches("input:not([type=range]):not([type=checkbox]), select, textarea");
  if (document.querySelector("dialog[open]") || typing) return;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "z") (event.shiftKey ? redo : undo)();
    else if (key === "y") redo();
    else if (key === "s") $("save").click();
    else if (key === "o") $("open").click();
    else return;
    return event.preventDefault();
  }
  if (event.altKey) return;
  const run = KEYS[event.key] ?? KEYS[key];
  if (!run || (event.target === $("scrub") && /Arrow|Home|End/.test(event.key))) return;
  event.preventDefault();
  run();
}

/** @type {Record<string, () => void>} */
const KEYS = {
  p: toggle,
  "[": () => step(-1),
  "]": () => step(1),
  ",": () => step(-1),
  ".": () => step(1),
  home: () => (pause(), goTo(0)),
  end: () => (pause(), goTo(steps())),
  v: () => chooseTool("look"),
  m: () => chooseTool("move"),
  a: () => chooseTool("start"),
  b: () => chooseTool("goal"),
  d: () => chooseTool("pen"),
  l: () => chooseTool("line"),
  r: () => chooseTool("rect"),
  f: () => chooseTool("fill"),
  w: () => chooseMaterial(WALL),
  e: () => chooseMaterial(FLOOR),
  "+": () => zoom(1.3),
  "=": () => zoom(1.3),
  "-": () => zoom(1 / 1.3),
  0: fit,
  c: () => $("compare").click(),
  n: () => $("new").click(),
  "?": showHelp,
  escape: escape,
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [String(n), () => chooseNth(n)])),
};

/** @param {number} n */
function chooseNth(n) {
  const kind = materials()[n - 1];
  if (kind) chooseMaterial(kind.code >= 0 ? kind.code : codeOf(/** @type {number} */ (kind.cost)));
}

function escape() {
  anchor = -1;
  showPreview(null);
  if (state.selected >= 0) select(state.selected);
}

/** Keys of the board. @param {KeyboardEvent} event */
function onBoard(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const by = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] })[event.key];
  const key = event.key.toLowerCase();
  /** @type {HTMLElement} */ (event.currentTarget).classList.remove("by-pointer");
  if (by && isGraph()) walk(by, event.shiftKey);
  else if (by) move(by, event.shiftKey ? 5 : 1);
  else if (key === "enter" || key === " ") draw(event.shiftKey);
  else if (key === "s" || key === "t") putMarker(key === "s" ? "start" : "goal");
  else if (key === "i") cursorOr(() => select(cursor));
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** @param {() => void} run */
function cursorOr(run) {
  if (cursor < 0) showCursor();
  else run();
}

function showCursor() {
  moveCursor(cursor >= 0 && cursor < state.map.codes.length ? cursor : state.start);
}

/** @param {[number, number]} by @param {number} far */
function move([dx, dy], far) {
  if (cursor < 0) return showCursor();
  const { width, height } = state.map;
  const x = Math.max(0, Math.min(width - 1, (cursor % width) + dx * far));
  const y = Math.max(0, Math.min(height - 1, Math.floor(cursor / width) + dy * far));
  moveCursor(y * width + x);
  if (anchor >= 0) showPreview({ cells: shape(false), code: state.material });
}

/** Goes to the next node, or moves the node. @param {[number, number]} by @param {boolean} takes whether the node comes along */
function walk(by, takes) {
  if (cursor < 0) return showCursor();
  if (takes) nudge(cursor, by);
  moveCursor(takes ? cursor : nodeTowards(cursor, by));
}

/** @param {number} cell */
function moveCursor(cell) {
  if (cell >= 0) cursor = cell;
  for (const board of boards) board.cursor = cell;
  if (cell >= 0) {
    if (boards[0].reveal(cell)) shareView(boards[0]);
    else boards.forEach((board) => board.requestDraw());
    announce(describe(cell));
    emit("hover", cell);
  } else boards.forEach((board) => board.requestDraw());
}

/** @param {boolean} hollow */
function shape(hollow) {
  const { map, tool } = state;
  return tool === "line" ? line(anchor, cursor, map) : rectangle(anchor, cursor, map.width, hollow);
}

/** @param {boolean} hollow */
function draw(hollow) {
  if (cursor < 0) return showCursor();
  const { codes } = state.map;
  if (state.tool === "start" || state.tool === "goal") return putOn(state.tool, cursor);
  if (isGraph() || state.tool === "look") return select(cursor);
  if (state.tool === "line" || state.tool === "rect") {
    if (anchor < 0) {
      anchor = cursor;
      return announce("First corner set. Move, then press Enter again.");
    }
    const cells = shape(hollow);
    anchor = -1;
    showPreview(null);
    return rememberPaint(paint(cells, state.material), state.tool === "line" ? "drawing a line" : "drawing a rectangle");
  }
  const code = state.tool === "pen" && codes[cursor] === state.material ? FLOOR : state.material;
  rememberPaint(paint(state.tool === "fill" ? flood(state.map, cursor) : [cursor], code), state.tool === "fill" ? "filling" : "drawing");
  announce(describe(cursor));
}

/** @param {"start"|"goal"} role */
function putMarker(role) {
  cursorOr(() => {
    const other = role === "start" ? state.goal : state.start;
    if (cursor === other || state.map.palette[state.map.codes[cursor]].cost === null) return announce("Not here: it is taken or a wall.");
    const before = state[role];
    putEnd(role, cursor);
    rememberEnd(role, before, cursor);
    announce(`${role === "start" ? "Start" : "Target"} put at ${describe(cursor)}`);
  });
}

const HELP = [
  ["P", "run or pause"], ["[", "]", "step back, step forward"], ["Home", "End", "first step, last step"],
  ["V", "look at squares: click one for its history"], ["M", "A", "B", "of a graph: move nodes, put the start, put the target"], ["D", "pen"], ["L", "line"], ["R", "rectangle; with Shift only its outline"], ["F", "fill"],
  ["W", "draw walls"], ["E", "erase"], ["1", "… 9", "choose the ground"], ["Ctrl Z", "Ctrl Y", "undo, redo"],
  ["+", "-", "0", "zoom in, out, show all"], ["C", "compare two searches"], ["N", "new map"], ["Ctrl O", "Ctrl S", "open, save"],
  ["Arrows", "on the board: move the cursor; with Shift five at once, or the node of a graph"], ["Enter", "on the board: draw, or look"], ["S", "T", "on the board: put the start, the target"], ["I", "on the board: the history of the place"],
];

const BY_MOUSE = ["Drag the start A or the target B. Draw with the tool chosen at the side; a right click erases. The wheel zooms, and dragging with Alt held moves the view."];
const BY_FINGER = [
  "Drag the start A or the target B: the path follows.",
  "Choose a tool and a ground, and draw with one finger. Draw over a wall to erase it.",
  "Two fingers move the board and zoom.",
  "Choose the arrow and tap a square to read its history.",
  "The round button plays the search. Drag the knob on the line to go to any step.",
];

function showHelp() {
  const fingers = matchMedia("(hover: none)").matches;
  const keys = el("dl", { class: "keys" }, ...HELP.flatMap((row) => [el("dt", {}, ...row.slice(0, -1).map((key) => el("kbd", {}, key))), el("dd", {}, row.at(-1) ?? "")]));
  openDialog(fingers ? "Help" : "Keys and help", () => [
    ...(fingers ? BY_FINGER : BY_MOUSE).map((words) => el("p", {}, words)),
    fingers ? el("details", {}, el("summary", {}, "Keys, if you have a keyboard"), keys) : keys,
    el("label", { class: "check" }, el("input", { type: "checkbox", checked: document.documentElement.dataset.motion !== "off", onchange: (/** @type {any} */ event) => setMotion(event.target.checked) }), "Motion"),
  ]);
}

/** @param {boolean} moves */
function setMotion(moves) {
  if (moves) delete document.documentElement.dataset.motion;
  else document.documentElement.dataset.motion = "off";
  localStorage.setItem("pathstar-motion", moves ? "on" : "off");
}
