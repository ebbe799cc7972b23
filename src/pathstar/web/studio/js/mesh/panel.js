/** The card of a mesh board, and its picture: the path's figures, the unit's radius, and what is on the ground. */

import { overlay } from "../board/overlays.js";
import { on, onAny } from "../events.js";
import { guarantee, timeWords } from "../method/result.js";
import { $, announce, el, icon, numberField } from "../page/dom.js";
import { grouped, keyOf, say } from "../page/language.js";
import { whenLetGo } from "../page/press.js";
import { positionOf, state, steps } from "../state.js";
import {
  add,
  change,
  handleWords,
  hold,
  holding,
  mesh,
  plane,
  put,
  rememberMesh,
  removeHeld,
} from "./edit.js";
import { found, polygonCount } from "./follow.js";
import { handles, lengthOf, planeOf, pricedArea, resizedDisc, same, turnsOf, withRadius } from "./shape.js";

const RADII = 40; // positions of the slider
const LARGEST = 1 / 20; // the largest radius, as a share of the ground
const ADDED = /** @type {const} */ (["disc", "block", "ground"]);
/** The path that was announced last. @type {object|null} */
let announced = null;
/** The mesh before the slider was moved. @type {import("./shape.js").MeshData|null} */
let before = null;

export function startMeshPanel() {
  onAny(["world", "language"], () => {
    show();
    whenLetGo($("card-mesh"), render);
    $("board-help").textContent = say(state.map.mesh ? "studio.board.help.mesh" : "studio.board.help");
  });
  onAny(["drawing", "edited", "position", "result"], show);
  on("mesh", (live) => {
    show();
    if (live) follow();
    else whenLetGo($("card-mesh"), render);
    if (live || found.path === announced) return;
    announced = found.path;
    announce(statusWords());
  });
}

/** Draws the board as it is now: what is dragged need not wait for its path. */
function show() {
  if (!state.map.mesh) return overlay({ mesh: null });
  const { polygons, shape, start, goal } = state.map.mesh;
  const { origin, unit } = planeOf(polygons);
  const underWay = state.results.length > 0 && positionOf(0) < steps();
  const line = /** @type {[number, number][]} */ ((!underWay && found.path?.points) || []);
  const known = {
    ground: polygons,
    polygons: found.polygons,
    changes: found.changes,
    line,
    held: heldShape(),
  };
  overlay({ mesh: { origin, unit, ...shape, start, goal, ...known } });
}

/** The outline of what is held. */
function heldShape() {
  const held = holding();
  if (!held) return null;
  const { shape } = mesh();
  if (!("at" in held)) return { place: mesh()[held.of], radius: plane().span / 45 };
  if (held.of === "areas") return shape.areas[held.at].polygon;
  const obstacle = shape.obstacles[held.at];
  return obstacle.kind === "disc" ? obstacle : [obstacle.corners];
}

/** How the search ended. */
function statusWords() {
  const { path } = found;
  if (found.refusal || !path) return found.refusal || say("studio.searching.dots");
  if (path.status === "FOUND" && path.cost !== null)
    return say("studio.mesh.found", { length: number(lengthOf(path.points)), turns: turnsOf(path.points) });
  if (path.status === "BLOCKED_START") return say("studio.mesh.blocked_start");
  if (path.status === "BLOCKED_GOAL") return say("studio.mesh.blocked_goal");
  if (path.status === "NO_PATH" && !path.expanded) return say("step.no_path.apart");
  return say(keyOf(`studio.end.${path.status.toLowerCase()}`));
}

/** @param {number} value */
const number = (value) => grouped(value, 2);

function render() {
  $("card-mesh").hidden = !state.map.mesh;
  if (!state.map.mesh) return;
  $("mesh").replaceChildren(
    el("p", { id: "mesh-status" }),
    el("dl", { class: "figures", id: "mesh-figures" }),
    el("div", { class: "guarantees", id: "mesh-guarantee" }),
    radiusField(),
    el("h3", {}, say("studio.mesh.things")),
    things(),
    el(
      "div",
      { class: "buttons" },
      ...ADDED.map((tool) =>
        el(
          "button",
          { class: "plain-word", id: `mesh-add-${tool}`, onclick: () => add(tool) },
          say(`studio.mesh.add.${tool}`),
        ),
      ),
    ),
    detail(),
  );
  follow();
}

/** Shows the figures of the newest path. */
function follow() {
  const { path } = found;
  if (!$("mesh-status")) return;
  $("mesh-status").textContent = statusWords();
  const there = path?.status === "FOUND" && path.cost !== null;
  const rows = [
    ...(there ? [[say("studio.figure.cost"), number(path.cost ?? 0)]] : []),
    [say("studio.mesh.polygons"), grouped(polygonCount())],
    [say("studio.mesh.rebuilt"), timeWords(path?.edit_seconds ?? null)],
    [say("studio.mesh.searched"), timeWords(path?.seconds ?? null)],
  ];
  $("mesh-figures").replaceChildren(
    ...rows.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))),
  );
  $("mesh-guarantee").replaceChildren(...(path ? [guarantee(path, 0, [path]), ...sooner(path)] : []));
}

/** What the search that is stepped through found, if it ended before the path was as cheap.
 * @param {import("../backend/backend.js").MeshPath} path */
function sooner({ cost }) {
  const stepped = state.results[0]?.head.cost ?? null;
  if (cost === null || stepped === null || number(stepped) === number(cost)) return [];
  return [
    el("p", { class: "muted", id: "mesh-sooner" }, say("studio.mesh.sooner", { cost: number(stepped) })),
  ];
}

function radiusField() {
  const { radius } = mesh().shape;
  const most = plane().span * LARGEST;
  const words = (/** @type {number} */ value) => say("studio.mesh.radius", { radius: number(value) });
  const label = el("span", { id: "mesh-radius-words" }, words(radius));
  const input = el("input", {
    type: "range",
    id: "mesh-radius",
    min: "0",
    max: String(RADII),
    step: "1",
    value: String(Math.min(RADII, Math.round((radius / most) * RADII))),
    oninput: () => {
      before ??= mesh();
      const value = Number(((Number(input.value) / RADII) * most).toPrecision(3));
      label.textContent = words(value);
      put(withRadius(mesh(), value));
    },
    onchange: () => {
      if (before) rememberMesh(before, { say: "studio.deed.mesh.radius" });
      before = null;
    },
  });
  return el("label", { class: "field" }, label, input);
}

/** Everything that can be held, as buttons. */
function things() {
  const buttons = handles(mesh()).map((handle) =>
    el(
      "button",
      {
        class: "plain-word",
        "aria-pressed": String(same(handle, holding())),
        onclick: () => hold(same(handle, holding()) ? null : handle),
      },
      handleWords(handle),
    ),
  );
  return el(
    "div",
    { class: "buttons things", id: "mesh-things", role: "group", "aria-label": say("studio.mesh.things") },
    ...buttons,
  );
}

/** What can be changed about the thing that is held. */
function detail() {
  const held = holding();
  if (!held) return el("p", { class: "muted", id: "mesh-how" }, say("studio.mesh.how"));
  return el(
    "div",
    { id: "mesh-held" },
    el("p", { class: "muted" }, say("studio.mesh.held")),
    el("div", { class: "pair" }, ...fields(held)),
  );
}

/** @param {import("./shape.js").Handle} held @returns {Node[]} */
function fields(held) {
  if (!("at" in held)) return [];
  const { at, of } = held;
  const remove = el(
    "button",
    { class: "with-word plain-word", id: "mesh-remove", onclick: removeHeld },
    icon("wipe"),
    say("studio.mesh.remove"),
  );
  const holder = el("div", { class: "field" }, el("span", { "aria-hidden": "true" }, "\u00a0"), remove);
  const { span } = plane();
  const obstacle = of === "obstacles" ? mesh().shape.obstacles[at] : null;
  if (obstacle?.kind === "disc")
    return [
      numberField(
        say("studio.mesh.disc.radius"),
        Number(obstacle.radius.toPrecision(3)),
        { min: span / 1000, max: span },
        (value) =>
          change(resizedDisc(mesh(), at, value ?? obstacle.radius), { say: "studio.deed.mesh.size" }),
      ),
      holder,
    ];
  if (obstacle) return [holder];
  const { cost } = mesh().shape.areas[at];
  return [
    numberField(say("studio.mesh.cost"), cost, { min: 0.01, max: 1000 }, (value) =>
      change(pricedArea(mesh(), at, value ?? cost), { say: "studio.deed.mesh.cost" }),
    ),
    holder,
  ];
}
