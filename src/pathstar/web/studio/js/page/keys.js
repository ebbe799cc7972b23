/** The keyboard, for everything that the pointer can do. */

import { emit, on } from "../events.js";
import { openDialog } from "./dialogs.js";
import { $, announce, el } from "./dom.js";
import { paint, putEnd, rememberEnd, rememberPaint } from "../board/map.js";
import { brush, rememberDanger } from "../board/danger.js";
import { beginsToErase, brushEnds, chooseNthLabel, eraseLabels, rememberEnds } from "../board/dead_ends.js";
import { fullPlace, isGraph, isMesh, paid } from "../board/kinds.js";
import { holding, meshKey, hold } from "../mesh/edit.js";
import { keyOf, languageField, say } from "./language.js";
import { nodeTowards, nudge, putOn } from "../board/nodes.js";
import { chooseByKey, chooseMaterial, choosePaint, materials, toolKeys } from "../board/palette.js";
import { isTyping, playKeys, press } from "../../../lib/keyboard.js";
import { player } from "../steps/player.js";
import { flood, line, rectangle } from "../board/shapes.js";
import { describe } from "../steps/square.js";
import { boards, eachBoard, fit, shareView, zoom } from "../board/stage.js";
import { click as command, commands, selectNone } from "../game/commands.js";
import { toggleTarget } from "../method/targets.js";
import { brushFog, rememberFog } from "../walk/fog.js";
import { FLOOR, isStepped, state, WALL } from "../state.js";
import { select, showPreview } from "../board/tools.js";
import { redo, undo } from "../board/undo.js";

let cursor = -1;
let anchor = -1;

export function startKeys() {
  document.addEventListener("keydown", anywhere);
  eachBoard((_, holder) => {
    holder.addEventListener("keydown", onBoard);
    holder.addEventListener("focus", () => !holder.classList.contains("by-pointer") && showCursor());
    holder.addEventListener("blur", () => {
      holder.classList.remove("by-pointer");
      moveCursor(-1);
    });
  });
  on("world", () => {
    if (cursor >= state.map.codes.length) cursor = -1;
    anchor = -1;
  });
  $("help").onclick = showHelp;
}

/** Keys that work everywhere. @param {KeyboardEvent} event */
function anywhere(event) {
  if (document.querySelector("dialog[open]")) return;
  if (event.ctrlKey || event.metaKey) withControl(event);
  else press(KEYS, event);
}

/** Keys with Ctrl. @param {KeyboardEvent} event */
function withControl(event) {
  if (isTyping(event)) return;
  const key = event.key.toLowerCase();
  if (key === "z") (event.shiftKey ? redo : undo)();
  else if (key === "y") redo();
  else if (key === "s") $("save").click();
  else if (key === "o") $("open").click();
  else return;
  event.preventDefault();
}

/** What the keys for playback drive: the search, or whatever goes on instead. @type {import("../../../lib/keyboard.js").Steps} */
const shownPlayer = {
  toggle: () => (isStepped() ? player.toggle() : $(state.game ? "units-play" : "walk-play").click()),
  step: (by) => {
    if (isStepped()) player.step(by);
    else if (state.walk && by > 0) $("walk-step").click();
  },
  jump: (position) => isStepped() && player.jump(position),
};

/** @type {import("../../../lib/keyboard.js").Keys} */
const KEYS = {
  ...playKeys(shownPlayer, { zoom, fit }),
  ...Object.fromEntries(toolKeys().map((key) => [key, () => chooseByKey(key)])),
  w: () => chooseMaterial(WALL),
  e: erase,
  c: () => $("compare").click(),
  n: () => $("new").click(),
  "?": showHelp,
  escape: escape,
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [String(n), () => chooseNth(n)])),
};

function erase() {
  if (isMesh()) chooseByKey("e");
  else if (state.tool === "dead_end") eraseLabels();
  else chooseMaterial(FLOOR);
}

/** @param {number} n */
function chooseNth(n) {
  if (state.tool === "dead_end") return chooseNthLabel(n);
  const kind = materials()[n - 1];
  if (kind) choosePaint(kind);
}

function escape() {
  anchor = -1;
  showPreview(null);
  if (state.selected >= 0) select(state.selected);
  selectNone();
  if (holding()) hold(null);
}

/** Keys of the board. @param {KeyboardEvent} event */
function onBoard(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const by = /** @type {Record<string, [number, number]>} */ ({
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  })[event.key];
  const key = event.key.toLowerCase();
  /** @type {HTMLElement} */ (event.currentTarget).classList.remove("by-pointer");
  if (isMesh()) {
    if (!meshKey(event)) return;
  } else if (by && isGraph()) walk(by, event.shiftKey);
  else if (by) move(by, event.shiftKey ? 5 : 1);
  else if (key === "enter") draw(event.shiftKey);
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

/** Goes to the next node, or moves the node. @param {[number, number]} by @param {boolean} takes whether to
 * move the node */
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
  if (commands()) return command(cursor);
  if (state.tool === "danger") {
    const before = state.map.danger;
    brush(
      [cursor],
      before.some(({ cell }) => cell === cursor),
    );
    rememberDanger(before);
    return announce(describe(cursor));
  }
  if (state.tool === "dead_end") {
    const before = state.map.deadEnds;
    brushEnds([cursor], beginsToErase(cursor));
    rememberEnds(before);
    return announce(describe(cursor));
  }
  if (state.tool === "fog") {
    const before = state.map.fog;
    brushFog([cursor], before?.[cursor] === 1);
    rememberFog(before);
    return announce(describe(cursor));
  }
  if (state.tool === "target") return toggleTarget(cursor) && announce(describe(cursor));
  if (state.tool === "start" || state.tool === "goal") return putOn(state.tool, cursor);
  if (isGraph() || state.tool === "look") return select(cursor);
  if (state.tool === "line" || state.tool === "rect") {
    if (anchor < 0) {
      anchor = cursor;
      return announce(say("studio.corner.first"));
    }
    const cells = shape(hollow);
    anchor = -1;
    showPreview(null);
    return rememberPaint(paint(cells, state.material), {
      say: state.tool === "line" ? "studio.deed.line" : "studio.deed.rect",
    });
  }
  const code = state.tool === "pen" && codes[cursor] === state.material ? FLOOR : state.material;
  rememberPaint(paint(state.tool === "fill" ? flood(state.map, cursor) : [cursor], code), {
    say: state.tool === "fill" ? "studio.deed.fill" : "studio.deed.draw",
  });
  announce(describe(cursor));
}

/** @param {"start"|"goal"} role */
function putMarker(role) {
  cursorOr(() => {
    const other = role === "start" ? state.goal : state.start;
    if (cursor === other || paid(state.map.palette[state.map.codes[cursor]]) === null)
      return announce(say("studio.not_here.wall"));
    const before = state[role];
    putEnd(role, cursor);
    rememberEnd(role, before, cursor);
    announce(say(`studio.put.${role}`, { place: fullPlace(cursor) }));
  });
}

/** The keys by their action, which is a key of the catalogue without `studio.key.`. */
const HELP = {
  run: ["Space"],
  step: [",", ".", "Arrows"],
  ends: ["Home", "End"],
  look: ["V"],
  graph: ["M", "A", "B"],
  pen: ["D"],
  line: ["L"],
  rect: ["R"],
  fill: ["F"],
  danger: ["G"],
  dead_end: ["K"],
  fog: ["O"],
  target: ["X"],
  unit: ["U"],
  wall: ["W"],
  erase: ["E"],
  ground: ["1", "… 9"],
  undo: ["Ctrl Z", "Ctrl Y"],
  zoom: ["+", "-", "0"],
  compare: ["C"],
  new: ["N"],
  files: ["Ctrl O", "Ctrl S"],
  cursor: ["Arrows"],
  draw: ["Enter"],
  put: ["S", "T"],
  tools: ["D", "R", "G", "E"],
  mesh: ["Enter", "Arrows", "[", "]", "Del"],
  history: ["I"],
};
const FINGER_TIPS = 5;

/** @param {string} key @returns {string} its label */
function keyWords(key) {
  if (key === "Arrows") return say("studio.key.arrows");
  return key === "Space" ? say("studio.key.space") : key;
}

/** Tips for the pointer: a mouse, or fingers. @param {boolean} fingers @returns {string[]} */
function pointerTips(fingers) {
  if (!fingers) return [say("studio.mouse")];
  return Array.from({ length: FINGER_TIPS }, (_, i) => say(keyOf(`studio.finger.${i + 1}`)));
}

function showHelp() {
  const fingers = matchMedia("(hover: none)").matches;
  const keys = el(
    "dl",
    { class: "keys" },
    ...Object.entries(HELP).flatMap(([name, held]) => [
      el("dt", {}, ...held.map((key) => el("kbd", {}, keyWords(key)))),
      el("dd", {}, say(keyOf(`studio.key.${name}`))),
    ]),
  );
  openDialog(fingers ? say("studio.help.short") : say("studio.help"), () => [
    ...pointerTips(fingers).map((words) => el("p", {}, words)),
    fingers ? el("details", {}, el("summary", {}, say("studio.help.keys")), keys) : keys,
    languageField(),
    el(
      "label",
      { class: "check" },
      el("input", {
        type: "checkbox",
        checked: document.documentElement.dataset.motion !== "off",
        onchange: (/** @type {any} */ event) => setMotion(event.target.checked),
      }),
      say("studio.motion"),
    ),
  ]);
}

/** @param {boolean} moves */
function setMotion(moves) {
  if (moves) delete document.documentElement.dataset.motion;
  else document.documentElement.dataset.motion = "off";
  localStorage.setItem("pathstar-motion", moves ? "on" : "off");
}
