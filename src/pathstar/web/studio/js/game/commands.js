/** Commanding units with the pointer: placing and selecting them by click and box, and giving orders. */

import { showOther } from "../board/stage.js";
import { placeWords } from "../board/kinds.js";
import { rectangle } from "../board/shapes.js";
import { emit } from "../events.js";
import { announce } from "../page/dom.js";
import { say } from "../page/language.js";
import { placeOf, state } from "../state.js";
import { game } from "./game.js";

/** The units to place. */
export const recruit = { player: 0, speed: 1 };

/** What the next click on the board orders: null to go or to chase. A patrol is clicked place by place.
 * @type {{kind: "follow"|"flee"|"patrol"|null, route: number[]}} */
export const next = { kind: null, route: [] };

/** Chooses what the next click orders. @param {typeof next.kind} kind */
export function orderNext(kind) {
  Object.assign(next, { kind, route: [] });
  if (kind) state.tool = "look";
  showOther([]);
  emit("tool");
}

/** Lets the selected units walk the route that was clicked, again and again. */
export function patrol() {
  const places = next.route.map(placeOf);
  game?.change("orders", [{ units: [...game.selected], kind: "patrol", places }]);
  orderNext(null);
}

/** Gives the selected units an order without a target. @param {string} kind */
export function order(kind) {
  if (game?.selected.size) game.change("orders", [{ units: [...game.selected], kind }]);
}

/** Takes the selected units out of the game. */
export function lose() {
  if (!game?.selected.size) return;
  game.change("remove", [...game.selected]);
  selectNone();
}

/** Whether a press with the current tool commands units. */
export const commands = () => state.game && (state.tool === "look" || state.tool === "unit");

/** @typedef {[number, number, number, number]} Box left, top, right and bottom on the map */

/** Does what a box means: with the tool for units it fills with new ones; otherwise it selects the units in it.
 * @param {import("../../../lib/board/board.js").Board} board @param {Box} box two corners on the canvas */
export function drawBox(board, [ax, ay, bx, by]) {
  if (!game) return;
  const [left, top] = board.pointAt(Math.min(ax, bx), Math.min(ay, by));
  const [right, bottom] = board.pointAt(Math.max(ax, bx), Math.max(ay, by));
  if (state.tool === "unit") fillBox([left, top, right, bottom]);
  else selectBox([left, top, right, bottom]);
}

/** Places a unit on each square that a box touches and that looks free; strangers may stand there in fog.
 * @param {Box} box */
function fillBox([left, top, right, bottom]) {
  if (!game) return;
  const { width, height } = state.map;
  if (right < 0 || bottom < 0 || left >= width || top >= height) return;
  const [first, last] = [
    Math.max(0, Math.floor(top)) * width + Math.max(0, Math.floor(left)),
    Math.min(height - 1, Math.floor(bottom)) * width + Math.min(width - 1, Math.floor(right)),
  ];
  const units = game.visible();
  const free = rectangle(first, last, width, false).filter((cell) => {
    const [x, y] = placeOf(cell);
    // One that moves also holds the square that it is about to enter.
    const reach = (/** @type {typeof units[0]} */ unit) => (unit.doing === "moving" ? 1.5 : 0.75);
    const near = units.some((unit) => Math.max(Math.abs(unit.x - x), Math.abs(unit.y - y)) < reach(unit));
    return isGround(cell) && !near;
  });
  if (!free.length) return;
  const { player } = recruit;
  const known = new Set(game.frames.last?.units);
  game.change(
    "add",
    free.map((cell) => ({ place: placeOf(cell), ...recruit })),
    ({ units, players }) => {
      const count = units.filter((unit, row) => players[row] === player && !known.has(unit)).length;
      announce(say("studio.game.filled", { count, side: player + 1 }));
    },
  );
}

/** Selects the units of one side in a box. @param {Box} box */
function selectBox([left, top, right, bottom]) {
  if (!game) return;
  const within = game
    .visible()
    .filter(({ x, y }) => x + 0.5 >= left && x + 0.5 <= right && y + 0.5 >= top && y + 0.5 <= bottom);
  const side = within.find(({ player }) => player === recruit.player)?.player ?? within[0]?.player;
  game.selected = new Set(within.filter(({ player }) => player === side).map(({ number }) => number));
  emit("units");
}

/**
 * Does what a click on a square means: with the tool for units it places one; otherwise it selects the unit
 * there, or sends the selected ones there, or after a unit of another side, or does what was chosen by a button.
 * @param {number} cell
 */
export function click(cell) {
  if (!game || cell < 0) return;
  const unit = game.unitAt(cell);
  if (state.tool === "unit") return unit < 0 ? place(cell) : select(unit);
  const units = [...game.selected];
  if (units.length && next.kind) return byButton(units, next.kind, cell, unit);
  if (unit < 0) {
    if (units.length) game.change("orders", [{ units, kind: "go", place: placeOf(cell) }]);
    return;
  }
  if (!units.length || sideOf(unit) === sideOf(units[0])) return select(unit);
  game.change("orders", [{ units, kind: "chase", unit }]);
}

/** @param {number[]} units @param {string} kind @param {number} cell @param {number} unit there, or -1 */
function byButton(units, kind, cell, unit) {
  if (kind === "patrol") {
    next.route.push(cell);
    showOther(next.route);
    return emit("units");
  }
  if (unit < 0 || units.includes(unit)) return;
  game?.change("orders", [{ units, kind, unit }]);
  orderNext(null);
}

/** Selects no unit. */
export function selectNone() {
  if (!game?.selected.size) return;
  game.selected = new Set();
  emit("units");
}

/** @param {number} cell @returns {boolean} whether a unit can stand there */
const isGround = (cell) => state.map.palette[state.map.codes[cell]].cost !== null;

/** @param {number} cell */
function place(cell) {
  if (!isGround(cell)) return;
  game?.change("add", [{ place: placeOf(cell), ...recruit }]);
  announce(say("studio.game.placed", { side: recruit.player + 1, place: placeWords(cell) }));
}

/** @param {number} unit */
function select(unit) {
  if (!game) return;
  game.selected = new Set([unit]);
  emit("units");
}

/** @param {number} unit @returns {number} whose it is */
function sideOf(unit) {
  const last = game?.frames.last;
  return last ? last.players[last.units.indexOf(unit)] : -1;
}
