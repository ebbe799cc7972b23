/** Units above the board: a disc each, in the colour of its side, between two squares while it steps. */

import { bright, disc, parts } from "./strokes.js";

/** @typedef {import("./board.js").Board} Board */

/**
 * @typedef {object} Unit
 * @property {number} number its name, or -1
 * @property {number} x column of its square, a fraction between two squares
 * @property {number} y
 * @property {number} player whose it is
 * @property {string} doing as the world reports it
 * @property {boolean} selected
 */

/** The colour of each side. */
export const SIDES = ["start", "goal", "closed", "path", "open", "current", "wall", "dear"];
const SIZE = 0.34; // of a square: the radius of a unit
const NUMBERS_FROM = 26; // pixels across a square

/** @param {Board} board @param {Unit[]} units */
export function drawUnits(board, units) {
  const { context, colours, view, unit: across } = board;
  const radius = Math.max(3, across * SIZE);
  context.font = `700 ${radius}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const { number, x, y, player, doing, selected } of units) {
    const [cx, cy] = [view.x + (x + 0.5) * view.scale, view.y + (y + 0.5) * view.scale];
    const colour = colours[SIDES[player % SIDES.length]];
    context.globalAlpha = doing === "waiting" ? 0.55 : 1;
    context.fillStyle = colour;
    disc(context, cx, cy, radius, colours.halo);
    context.globalAlpha = 1;
    if (selected) ring(board, cx, cy, radius + Math.max(2, across * 0.07));
    if (across < NUMBERS_FROM || number < 0) continue;
    context.fillStyle = bright(parts(colour)) ? "#10141a" : "#ffffff";
    context.fillText(String(number), cx, cy + 0.5);
  }
}

/** @param {Board} board @param {number} x @param {number} y @param {number} radius */
function ring({ context, colours }, x, y, radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  for (const [ink, width] of /** @type {[string, number][]} */ ([
    [colours.halo, 5],
    [colours.text, 2.5],
  ])) {
    context.strokeStyle = ink;
    context.lineWidth = width;
    context.stroke();
  }
}

/** @param {Board} board @param {[number, number, number, number]} box corners on the canvas */
export function drawBox({ context, colours }, [ax, ay, bx, by]) {
  context.strokeStyle = colours.text;
  context.fillStyle = colours.closed;
  context.lineWidth = 1.5;
  context.setLineDash([5, 4]);
  context.globalAlpha = 0.15;
  context.fillRect(ax, ay, bx - ax, by - ay);
  context.globalAlpha = 1;
  context.strokeRect(ax, ay, bx - ax, by - ay);
  context.setLineDash([]);
}
