/** Drawing with the pointer: mouse, pen and fingers. */

import { emit, on } from "../events.js";
import { paint, putEnd, rememberEnd, rememberPaint, takeBack } from "./map.js";
import { brush, putDanger, rememberDanger } from "./danger.js";
import { beginsToErase, brushEnds, putEnds, rememberEnds } from "./dead_ends.js";
import { isGraph, isMesh, paid } from "./kinds.js";
import { cancelDrag, dragTo as dragOn, drop, grab, placeAt, under } from "../mesh/edit.js";
import { moveNode, placeOfNode, putOn, rememberMove } from "./nodes.js";
import { overlay } from "./overlays.js";
import { boards, eachBoard, shareView } from "./stage.js";
import { click as command, commands, drawBox } from "../game/commands.js";
import { toggleTarget } from "../method/targets.js";
import { FLOOR, state } from "../state.js";
import { brushFog, putFog, rememberFog } from "../walk/fog.js";
import { flood, line, rectangle } from "./shapes.js";

/**
 * An interaction between pointer down and pointer up.
 * @typedef {object} Gesture
 * @property {string} kind "mesh", "paint", "shape", "end", "node", "pan", "pinch", "look", "units", "danger", "dead_end" or "fog"
 * @property {number} pointer
 * @property {number} from its first square
 * @property {number} last its current square
 * @property {number} code the paint
 * @property {Map<number, number>} old codes before the stroke
 * @property {"start"|"goal"|null} role
 * @property {number} x
 * @property {number} y
 * @property {boolean} moved
 * @property {import("./danger.js").Spot[]} [danger] before the stroke
 * @property {Uint8Array|null} [fog] before the stroke
 * @property {Uint16Array|null} [labels] before the stroke
 * @property {[number, number]} [at] the previous position of a node
 * @property {import("../mesh/edit.js").Drag} [drag] of something on a mesh
 */

/** @type {Gesture|null} */
let gesture = null;
/** Fingers on the board. @type {Map<number, {x: number, y: number}>} */
const fingers = new Map();

export function startTools() {
  on("world", () => {
    gesture = null; // its squares are those of the previous map
    showPreview(null);
    overlay({ box: null });
  });
  eachBoard((board, holder) => {
    holder.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => down(board, holder, event));
    holder.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => move(board, holder, event));
    for (const name of ["pointerup", "pointercancel"])
      holder.addEventListener(name, (event) => up(board, holder, /** @type {PointerEvent} */ (event)));
    holder.addEventListener("pointerleave", () => hover(-1));
    holder.addEventListener("contextmenu", (/** @type {Event} */ event) => event.preventDefault());
    holder.addEventListener(
      "wheel",
      (/** @type {WheelEvent} */ event) => {
        event.preventDefault();
        const [x, y] = at(holder, event);
        board.zoomAt(x, y, Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 180));
        shareView(board);
      },
      { passive: false },
    );
  });
}

/** @param {HTMLElement} holder @param {MouseEvent} event @returns {[number, number]} */
function at(holder, event) {
  const box = holder.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

/** @param {import("../../../lib/board/board.js").Board} board @param {HTMLElement} holder @param {PointerEvent} event */
function down(board, holder, event) {
  const [x, y] = at(holder, event);
  holder.setPointerCapture(event.pointerId);
  holder.classList.add("by-pointer");
  holder.focus({ preventScroll: true });
  boards.forEach((each) => (each.cursor = -1));
  if (event.pointerType === "touch") fingers.set(event.pointerId, { x, y });
  if (fingers.size === 2) return beginPinch();
  if (gesture || fingers.size > 2) return;
  const cell = board.cellAt(x, y);
  const role = event.button === 0 && state.tool !== "move" ? board.markerAt(x, y) : null;
  const erase = event.button === 2;
  const plain = {
    pointer: event.pointerId,
    from: cell,
    last: cell,
    code: erase ? FLOOR : state.material,
    old: new Map(),
    role,
    x,
    y,
    moved: false,
  };
  const drag = meshDrag(board, x, y, event);
  if (drag) gesture = { ...plain, kind: "mesh", drag };
  else if (commands() && event.button === 0 && !event.altKey) gesture = { ...plain, kind: "units" };
  else if (role) gesture = { ...plain, kind: "end", from: state[role], last: state[role] };
  else if (event.button === 1 || cell < 0 || event.altKey) gesture = { ...plain, kind: "pan" };
  else if (isGraph() && event.button === 0 && state.tool !== "look")
    gesture = { ...plain, kind: "node", at: placeOfNode(cell) };
  else if (isGraph() || (state.tool === "look" && !erase)) gesture = { ...plain, kind: "look" };
  else if (state.tool === "danger") {
    gesture = { ...plain, kind: "danger", code: Number(erase), danger: state.map.danger };
    brush([cell], erase);
  } else if (state.tool === "dead_end") {
    const erases = erase || beginsToErase(cell);
    gesture = { ...plain, kind: "dead_end", code: Number(erases), labels: state.map.deadEnds };
    brushEnds([cell], erases);
  } else if (state.tool === "fog") {
    gesture = { ...plain, kind: "fog", code: Number(erase), fog: state.map.fog };
    brushFog([cell], erase);
  } else if (state.tool === "target") return toggleTarget(cell);
  else if (state.tool === "fill") return fill(cell, plain.code);
  else if (state.tool === "pen" || erase) {
    gesture = { ...plain, kind: "paint" };
    if (!erase && state.map.codes[cell] === state.material) gesture.code = FLOOR;
    stroke([cell]);
  } else {
    gesture = { ...plain, kind: "shape" };
    preview(cell, event.shiftKey);
  }
}

/** What the pointer begins to drag on a mesh, if anything. @param {import("../../../lib/board/board.js").Board} board @param {number} x
 * @param {number} y @param {PointerEvent} event */
function meshDrag(board, x, y, event) {
  if (!isMesh() || event.button === 1 || event.altKey) return null;
  return grab(board, x, y, event.button === 2 || state.tool === "wipe");
}

/** Two fingers move and zoom; what the first finger did before is undone. */
function beginPinch() {
  if (gesture?.kind === "paint") takeBack(gesture.old);
  if (gesture?.danger) putDanger(gesture.danger);
  if (gesture?.fog !== undefined) putFog(gesture.fog);
  if (gesture?.labels !== undefined) putEnds(gesture.labels);
  if (gesture?.drag) cancelDrag(gesture.drag);
  else if (gesture?.at) moveNode(gesture.from, gesture.at);
  if (gesture?.kind === "end" && gesture.role) putEnd(gesture.role, gesture.from);
  if (gesture) emit("edited");
  showPreview(null);
  gesture = {
    kind: "pinch",
    pointer: -1,
    from: -1,
    last: -1,
    code: 0,
    old: new Map(),
    role: null,
    x: 0,
    y: 0,
    moved: true,
  };
}

/** @param {number} cell @param {number} code */
function fill(cell, code) {
  const cells = flood(state.map, cell);
  rememberPaint(paint(cells, code), { say: "studio.deed.fill" });
}

/** @param {number[]} cells */
function stroke(cells) {
  if (!gesture) return;
  for (const [cell, code] of paint(cells, gesture.code))
    if (!gesture.old.has(cell)) gesture.old.set(cell, code);
  emit("drawing");
}

/** @param {import("../../../lib/board/board.js").Board} board @param {HTMLElement} holder @param {PointerEvent} event */
function move(board, holder, event) {
  const [x, y] = at(holder, event);
  const cell = board.cellAt(x, y);
  if (!gesture) {
    hover(cell);
    const grab = isMesh() ? under(board, x, y) : state.tool === "move" ? cell >= 0 : board.markerAt(x, y);
    holder.dataset.cursor = grab ? "grab" : state.tool === "look" ? "default" : "";
    return;
  }
  if (gesture.kind === "pinch") return pinch(board, event.pointerId, x, y);
  if (event.pointerId !== gesture.pointer) return;
  if (Math.hypot(x - gesture.x, y - gesture.y) > 4) gesture.moved = true;
  if (gesture.kind === "pan" || (gesture.kind === "look" && gesture.moved)) {
    holder.dataset.cursor = "grabbing";
    board.pan(x - gesture.x, y - gesture.y);
    shareView(board);
    Object.assign(gesture, { x, y, kind: "pan" });
  } else if (gesture.drag) {
    if (gesture.moved) dragOn(gesture.drag, placeAt(board, x, y));
  } else if (gesture.kind === "units") {
    if (gesture.moved) overlay({ box: [gesture.x, gesture.y, x, y] });
  } else if (gesture.kind === "node") {
    if (gesture.moved && state.tool === "move") moveNode(gesture.from, board.pointAt(x, y));
  } else if (cell >= 0 && cell !== gesture.last) dragTo(cell, event.shiftKey);
}

/** @param {number} cell @param {boolean} hollow whether Shift is held */
function dragTo(cell, hollow) {
  if (!gesture) return;
  if (gesture.kind === "paint") stroke(line(gesture.last, cell, state.map));
  else if (gesture.kind === "danger") brush(line(gesture.last, cell, state.map), gesture.code === 1);
  else if (gesture.labels !== undefined) {
    const { from, last, code, labels } = gesture;
    if (hollow) brushEnds(rectangle(from, cell, state.map.width, false), code === 1, labels);
    else brushEnds(line(last, cell, state.map), code === 1);
  } else if (gesture.kind === "fog") brushFog(line(gesture.last, cell, state.map), gesture.code === 1);
  else if (gesture.kind === "shape") preview(cell, hollow);
  else if (gesture.kind === "end" && gesture.role) {
    const taken = cell === (gesture.role === "start" ? state.goal : state.start);
    if (taken || paid(state.map.palette[state.map.codes[cell]]) === null) return;
    putEnd(gesture.role, cell);
    emit("drawing");
  }
  gesture.last = cell;
}

/** @param {import("../../../lib/board/board.js").Board} board @param {number} id @param {number} x @param {number} y */
function pinch(board, id, x, y) {
  const other = [...fingers].find(([pointer]) => pointer !== id)?.[1];
  const mine = fingers.get(id);
  if (!other || !mine) return;
  const spread =
    Math.hypot(x - other.x, y - other.y) / Math.max(1, Math.hypot(mine.x - other.x, mine.y - other.y));
  board.pan((x - mine.x) / 2, (y - mine.y) / 2);
  if (Math.abs(spread - 1) > 0.01) board.zoomAt((x + other.x) / 2, (y + other.y) / 2, spread);
  shareView(board);
  fingers.set(id, { x, y });
}

/** @param {import("../../../lib/board/board.js").Board} board @param {HTMLElement} holder @param {PointerEvent} event */
function up(board, holder, event) {
  fingers.delete(event.pointerId);
  if (!gesture) return;
  if (gesture.kind === "pinch") {
    if (!fingers.size) gesture = null;
    return;
  }
  if (event.pointerId !== gesture.pointer) return;
  const { kind, role, from, last, old, moved, at: before } = gesture;
  const cells = kind === "shape" ? shapeCells(last, event.shiftKey) : [];
  const { code, x, y, danger, fog, labels, drag } = gesture;
  gesture = null;
  holder.dataset.cursor = "";
  if (drag) drop(drag, moved);
  else if (kind === "units") {
    overlay({ box: null });
    if (moved) drawBox(board, [x, y, ...at(holder, event)]);
    else command(from);
  } else if (danger) rememberDanger(danger);
  else if (fog !== undefined) rememberFog(fog);
  else if (labels !== undefined) rememberEnds(labels);
  else if (kind === "paint") rememberPaint(old, { say: "studio.deed.draw" });
  else if (kind === "node" && before) moved ? rememberMove(from, before) : click(from);
  else if (kind === "end" && role) moved ? rememberEnd(role, from, last) : select(from);
  else if (kind === "shape") {
    showPreview(null);
    rememberPaint(paint(cells, code), {
      say: state.tool === "line" ? "studio.deed.line" : "studio.deed.rect",
    });
  } else if (kind === "look" && !moved) select(last);
}

/** A click on a node applies the tool. @param {number} node */
function click(node) {
  if (state.tool === "start" || state.tool === "goal") putOn(state.tool, node);
  else select(node);
}

/** @param {number} cell */
export function select(cell) {
  state.selected = cell === state.selected ? -1 : cell;
  emit("select");
}

/** @param {number} cell @param {boolean} hollow */
function preview(cell, hollow) {
  if (!gesture) return;
  gesture.last = cell;
  showPreview({ cells: shapeCells(cell, hollow), code: gesture.code });
}

/** @param {number} to @param {boolean} hollow */
function shapeCells(to, hollow) {
  if (!gesture) return [];
  const { map, tool } = state;
  return tool === "line" ? line(gesture.from, to, map) : rectangle(gesture.from, to, map.width, hollow);
}

/** @param {{cells: number[], code: number}|null} shown */
export function showPreview(shown) {
  for (const board of boards) {
    board.preview = shown;
    board.requestDraw();
  }
}

/** @param {number} cell */
function hover(cell) {
  if (boards[0].hover === cell) return;
  for (const board of boards) {
    board.hover = cell;
    board.requestDraw();
  }
  emit("hover", cell);
}
