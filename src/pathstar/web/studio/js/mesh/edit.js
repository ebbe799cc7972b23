/** Editing a mesh board: what is held, what the pointer and the keys do with it, and undo. */

import { emit, on } from "../events.js";
import { announce } from "../page/dom.js";
import { grouped, keyOf, say } from "../page/language.js";
import { remember } from "../board/undo.js";
import { state } from "../state.js";
import {
  boxOf,
  handleAt,
  handles,
  middleOf,
  moved,
  planeOf,
  resizedDisc,
  same,
  withArea,
  without,
  withObstacle,
} from "./shape.js";

/** @typedef {import("./shape.js").Handle} Handle */
/** @typedef {import("./shape.js").MeshData} MeshData */
/** @typedef {import("./shape.js").Point} Point */
/** @typedef {import("../page/language.js").Value} Value */

const REACH = 16; // pixels around start and target that count as a hit
const USUAL = 1 / 26; // half the width of a new thing, as a share of the ground
const STEP = 1 / 100; // how far a key moves what is held
const LEAST = 1 / 400; // the smallest new thing
const DEAR = 3; // what new ground costs

/** What is held: it has a ring, the keys move it, and the card shows its figures. @type {Handle|null} */
let held = null;

/** @returns {Handle|null} */
export const holding = () => held;

/** @returns {MeshData} */
export const mesh = () => /** @type {MeshData} */ (state.map.mesh);

/** Where the board lies on the plane. */
export const plane = () => planeOf(mesh().polygons);

export function startEditing() {
  on("world", () => (held = null));
}

/** @param {Handle|null} handle */
export function hold(handle) {
  held = handle;
  emit("mesh", false);
}

/** What is at a handle, in words. @param {Handle} handle @returns {string} */
export function handleWords(handle) {
  if (!("at" in handle)) return say(handle.of === "start" ? "studio.mesh.start" : "studio.mesh.goal");
  const number = handle.at + 1;
  if (handle.of === "areas")
    return say("studio.mesh.area", { number, cost: grouped(mesh().shape.areas[handle.at].cost, 2) });
  return say(keyOf(`studio.mesh.${mesh().shape.obstacles[handle.at].kind}`), { number });
}

/** Puts a mesh on the board without recording it. @param {MeshData} made */
export function put(made) {
  state.map.mesh = made;
  emit("drawing");
}

/** Records that the mesh has changed. @param {MeshData} before @param {Value} words */
export function rememberMesh(before, words) {
  const after = mesh();
  if (before === after) return;
  const show = (/** @type {MeshData} */ made) => {
    state.map.mesh = made;
    if (held && !handles(made).some((each) => same(each, held))) held = null;
    emit("edited");
  };
  remember({ words, undo: () => show(before), redo: () => show(after) });
  state.map.changed = true;
  emit("edited");
}

/** Changes the mesh at once, for undo as one deed. @param {MeshData} made @param {Value} words */
export function change(made, words) {
  const before = mesh();
  state.map.mesh = made;
  rememberMesh(before, words);
}

/** Takes away what is held. */
export function removeHeld() {
  if (!held || !("at" in held)) return;
  const words = handleWords(held);
  const gone = held;
  held = null;
  change(without(mesh(), gone), { say: "studio.deed.mesh.remove", with: { thing: words } });
  announce(say("studio.mesh.removed", { thing: words }));
}

/** Adds something in the middle between start and target, and holds it. @param {"disc"|"block"|"ground"} tool */
export function add(tool) {
  const { start, goal } = mesh();
  const middle = /** @type {Point} */ ([(start[0] + goal[0]) / 2, (start[1] + goal[1]) / 2]);
  const { made, handle } = drawn(tool, middle, middle);
  held = handle;
  change(made, { say: "studio.deed.mesh.add" });
}

/** A mesh with something new from one point to another; small if they are nearly the same.
 * @param {string} tool @param {Point} from @param {Point} to @returns {{made: MeshData, handle: Handle}} */
function drawn(tool, from, to) {
  const { span } = plane();
  const [usual, least] = [USUAL * span, LEAST * span];
  const [wide, tall] = [Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])];
  const { obstacles, areas } = mesh().shape;
  if (tool === "disc") {
    const radius = Math.hypot(wide, tall);
    const disc = {
      kind: /** @type {const} */ ("disc"),
      place: from,
      radius: radius > least ? radius : usual,
    };
    return { made: withObstacle(mesh(), disc), handle: { of: "obstacles", at: obstacles.length } };
  }
  const corners =
    wide > least && tall > least
      ? boxOf(from, to)
      : boxOf([from[0] - usual, from[1] - usual], [from[0] + usual, from[1] + usual]);
  if (tool === "block") {
    const block = { kind: /** @type {const} */ ("block"), corners: /** @type {Point[]} */ (corners) };
    return { made: withObstacle(mesh(), block), handle: { of: "obstacles", at: obstacles.length } };
  }
  const area = { polygon: [/** @type {Point[]} */ (corners)], cost: DEAR };
  return { made: withArea(mesh(), area), handle: { of: "areas", at: areas.length } };
}

/**
 * What the pointer drags.
 * @typedef {object} Drag
 * @property {MeshData} before
 * @property {Point} from
 * @property {Handle|null} handle what moves; null for something new
 * @property {string} tool
 */

/** The point of the plane under a point of the canvas.
 * @param {import("../../../lib/board/board.js").Board} board @param {number} x @param {number} y @returns {Point} */
export function placeAt(board, x, y) {
  const { origin, unit } = plane();
  const [across, down] = board.pointAt(x, y);
  return [across / unit + origin[0], down / unit + origin[1]];
}

/** What lies under a point of the canvas. @param {import("../../../lib/board/board.js").Board} board @param {number} x @param {number} y */
export const under = (board, x, y) =>
  handleAt(mesh(), placeAt(board, x, y), REACH / board.view.scale / plane().unit);

/** Begins to drag, or takes away what lies there.
 * @param {import("../../../lib/board/board.js").Board} board @param {number} x @param {number} y @param {boolean} erase
 * @returns {Drag|null} null if there is nothing to drag */
export function grab(board, x, y, erase) {
  const handle = under(board, x, y);
  const from = placeAt(board, x, y);
  if (erase) {
    held = handle && "at" in handle ? handle : null;
    if (held) removeHeld();
    return null;
  }
  const draws = ["disc", "block", "ground"].includes(state.tool);
  const over = handle?.of === "areas" && draws; // things are drawn over areas
  if (handle && !over) {
    hold(handle);
    return { before: mesh(), from, handle, tool: state.tool };
  }
  hold(null);
  return draws ? { before: mesh(), from, handle: null, tool: state.tool } : null;
}

/** @param {Drag} drag @param {Point} to */
export function dragTo({ before, from, handle, tool }, to) {
  if (handle) return put(moved(before, handle, [to[0] - from[0], to[1] - from[1]]));
  state.map.mesh = before;
  const next = drawn(tool, from, to);
  held = next.handle;
  put(next.made);
}

/** @param {Drag} drag @param {boolean} dragged whether the pointer has moved */
export function drop(drag, dragged) {
  if (!dragged && !drag.handle) dragTo(drag, drag.from);
  if (drag.handle)
    rememberMesh(drag.before, { say: "studio.deed.mesh.move", with: { thing: handleWords(drag.handle) } });
  else rememberMesh(drag.before, { say: "studio.deed.mesh.add" });
}

/** Takes back a drag. @param {Drag} drag */
export function cancelDrag({ before }) {
  state.map.mesh = before;
  held = null;
  emit("edited");
}

/** Keys of the board. @param {KeyboardEvent} event @returns {boolean} whether it was one */
export function meshKey(event) {
  const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const key = event.key.toLowerCase();
  if (by) nudge(/** @type {Point} */ (by), event.shiftKey ? 5 : 1);
  else if (key === "enter") holdNext(event.shiftKey ? -1 : 1);
  else if (key === "s" || key === "t") take({ of: key === "s" ? "start" : "goal" });
  else if (key === "delete" || key === "backspace") removeHeld();
  else if ((key === "[" || key === "]") && held?.of === "obstacles") resize(key === "]" ? 1.1 : 1 / 1.1);
  else return false;
  return true;
}

/** @param {Handle} handle */
function take(handle) {
  hold(handle);
  announce(whereWords(handle));
}

/** @param {number} by */
function holdNext(by) {
  const all = handles(mesh());
  const at = held ? all.findIndex((each) => same(each, held)) : by > 0 ? -1 : 0;
  take(all[(at + by + all.length) % all.length]);
}

/** @param {Point} way @param {number} far */
function nudge([dx, dy], far) {
  if (!held) return take({ of: "start" });
  const by = STEP * far * plane().span;
  change(moved(mesh(), held, [dx * by, dy * by]), {
    say: "studio.deed.mesh.move",
    with: { thing: handleWords(held) },
  });
  announce(whereWords(held));
}

/** Makes a held disc larger or smaller. @param {number} times */
function resize(times) {
  if (held?.of !== "obstacles") return;
  const disc = mesh().shape.obstacles[held.at];
  if (disc.kind !== "disc") return;
  change(resizedDisc(mesh(), held.at, disc.radius * times), { say: "studio.deed.mesh.size" });
}

/** A thing and where it is. @param {Handle} handle */
function whereWords(handle) {
  const [x, y] = middleOf(mesh(), handle).map((each) => grouped(each, 2));
  return say("studio.mesh.where", { thing: handleWords(handle), x, y });
}
