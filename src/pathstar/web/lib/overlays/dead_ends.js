/** Dead ends by hand: hatched in a colour for each number, and veiled where a search leaves them out. */

import LOOK from "../board/look.json" with { type: "json" };
import { Outlines } from "../board/strokes.js";

/** @typedef {import("../board/board.js").Board} Board */
/**
 * @typedef {object} DeadEnds
 * @property {Uint16Array} labels the number of the dead end of each square, 0 outside
 * @property {Map<number, number>} firsts the first square of each dead end, by its number
 * @property {Set<number>} own the numbers of those in which an end of the search lies
 * @property {boolean[]} used whether the search on each board leaves out the others
 */

const HUES = ["path", "goal", "start", "closed", "current", "open"];

/** The role of the colour of a dead end. @param {number} number from 1 */
export const hueOf = (number) => HUES[(number - 1) % HUES.length];

/** @param {Board} board @param {DeadEnds|null} ends @param {boolean} veiled whether its search leaves some out */
export function drawDeadEnds(board, ends, veiled) {
  if (!ends) return;
  const { context, colours, ground, unit } = board;
  const { codes, palette } = ground;
  const veil = new Outlines();
  /** @type {Map<string, {area: Outlines, lines: Outlines}>} */
  const hues = new Map(HUES.map((hue) => [hue, { area: new Outlines(), lines: new Outlines() }]));
  board.eachInView((cell) => {
    const label = ends.labels[cell];
    if (!label || palette[codes[cell]] === null) return;
    const outline = board.outlineOf(cell, 0);
    const { area, lines } = /** @type {{area: Outlines, lines: Outlines}} */ (hues.get(hueOf(label)));
    area.next.addPath(outline);
    if (unit >= LOOK.dead_end.hatched_from) hatch(lines.next, ...board.centreOf(cell), unit / 2);
    if (veiled && !ends.own.has(label)) veil.next.addPath(outline);
  });
  context.globalAlpha = LOOK.dead_end.veil;
  context.fillStyle = colours.muted;
  veil.fill(context);
  for (const [hue, { area, lines }] of hues) {
    context.fillStyle = context.strokeStyle = colours[hue];
    context.globalAlpha = LOOK.dead_end.wash;
    area.fill(context);
    context.globalAlpha = LOOK.dead_end.ink;
    context.lineWidth = Math.max(1, unit * LOOK.dead_end.width);
    lines.stroke(context);
  }
  context.globalAlpha = 1;
  if (unit >= LOOK.dead_end.numbered_from) drawNumbers(board, ends);
}

/** Two lines that go on in the next square. @param {Path2D} path @param {number} x @param {number} y the middle of a square
 * @param {number} half of its side */
function hatch(path, x, y, half) {
  path.moveTo(x - half, y);
  path.lineTo(x, y - half);
  path.moveTo(x, y + half);
  path.lineTo(x + half, y);
}

/** @param {Board} board @param {DeadEnds} ends */
function drawNumbers(board, { firsts }) {
  const { context, colours, unit } = board;
  const size = Math.max(LOOK.dead_end.least_number, unit * LOOK.dead_end.number);
  context.font = `700 ${size}px system-ui, sans-serif`;
  context.textAlign = "left";
  context.textBaseline = "top";
  context.lineJoin = "round";
  context.lineWidth = size * LOOK.dead_end.rim;
  context.strokeStyle = colours.halo;
  context.fillStyle = colours.text;
  for (const [number, cell] of firsts) {
    const [x, y] = board.centreOf(cell).map((middle) => middle - unit * LOOK.dead_end.corner);
    context.strokeText(String(number), x, y);
    context.fillText(String(number), x, y);
  }
}
