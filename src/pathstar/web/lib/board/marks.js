/** Marks above cells: paths, start and goal, rings, and a preview of painting. */

import LOOK from "./look.json" with { type: "json" };
import { arrow, bright, diamond, disc, frameOf, parts } from "./strokes.js";

/** @typedef {import("./board.js").Board} Board */

/** The outline of the current cell, slightly larger if cells are tiny. @param {Board} board @param {number} shrink
 * @returns {Path2D|null} */
function currentOutline(board, shrink) {
  const cell = board.replay ? board.replay.current : -1;
  return cell < 0 ? null : board.outlineOf(cell, shrink - Math.max(0, (7 - board.unit) / 2));
}

/** @param {Board} board */
export function fillCurrent(board) {
  const path = currentOutline(board, 0);
  if (!path) return;
  board.context.fillStyle = board.colours.current;
  board.context.globalAlpha = board.detailed ? LOOK.wash.current : 1;
  board.context.fill(path);
  board.context.globalAlpha = 1;
}

/** @param {Board} board */
export function frameCurrent(board) {
  const thick = frameOf(board.unit);
  const path = currentOutline(board, board.detailed ? thick / 2 + LOOK.inset : 0.5);
  if (!path) return;
  board.context.strokeStyle = board.colours.text;
  board.context.lineWidth = board.detailed ? thick : 1.5;
  board.context.stroke(path);
}

/** @param {Board} board @param {{cells: ArrayLike<number>, code: number}} preview */
export function drawPreview(board, { cells, code }) {
  const { context } = board;
  context.globalAlpha = 0.6;
  context.fillStyle = board.shades.plain(code);
  for (let i = 0; i < cells.length; i++) context.fill(board.outlineOf(cells[i], 0));
  context.globalAlpha = 1;
}

/** @param {ArrayLike<number>} way @param {number} strength @param {boolean} dashed @param {Board} board */
export function drawWay(board, way, strength, dashed) {
  if (way.length < 2) return;
  const { context, colours, unit } = board;
  const thick =
    (board.detailed
      ? Math.max(LOOK.path.least, unit * LOOK.path.line)
      : Math.max(LOOK.path.least, Math.min(LOOK.path.most_small, unit * LOOK.path.small))) * strength;
  const line = new Path2D();
  for (let i = 0; i < way.length; i++) {
    if (i && !board.layout.joins(way[i - 1], way[i])) line.moveTo(...middleOf(board, way[i]));
    else line.lineTo(...middleOf(board, way[i]));
  }
  context.lineJoin = context.lineCap = "round";
  context.strokeStyle = colours.halo;
  context.lineWidth = thick + 2.5;
  if (!dashed) context.stroke(line);
  context.strokeStyle = colours.path;
  context.lineWidth = thick;
  context.setLineDash(dashed ? [thick, thick * 2.2] : []);
  context.stroke(line);
  context.setLineDash([]);
  if (dashed || !board.detailed) return;
  context.fillStyle = colours.path;
  if (board.headed) return drawHeadings(board, way);
  for (let i = 0; i < way.length; i++)
    disc(context, ...middleOf(board, way[i]), Math.max(3, unit * LOOK.path.dot), colours.halo);
}

/** @param {Board} board @param {number} cell @returns {[number, number]} the middle of the unit at a cell */
function middleOf(board, cell) {
  const [x, y] = board.centreOf(cell);
  const half = ((board.body - 1) / 2) * board.view.scale;
  return [x + half, y + half];
}

/** The heading at each cell of a path. @param {Board} board @param {ArrayLike<number>} way */
function drawHeadings(board, way) {
  const { context, colours, unit } = board;
  const heads = new Path2D();
  for (let i = 1; i < way.length; i++)
    arrow(
      heads,
      board.centreOf(way[i - 1]),
      board.centreOf(way[i]),
      -unit * LOOK.path.dot * 1.3,
      unit * LOOK.heading,
    );
  context.fill(heads);
  context.strokeStyle = colours.halo;
  context.lineWidth = LOOK.path.least_halo;
  context.stroke(heads);
}

/** Hatches the cells that others have claimed. @param {Board} board */
export function drawClaimed(board) {
  if (!board.claimed.length) return;
  const { context, colours, unit } = board;
  const reach = unit * LOOK.claimed.reach;
  const lines = new Path2D();
  for (let i = 0; i < board.claimed.length; i++) {
    const [x, y] = board.centreOf(board.claimed[i]);
    for (const shift of [-0.5, 0, 0.5]) {
      const [at, half] = [shift * reach, reach * (1 - Math.abs(shift))];
      lines.moveTo(x + at - half, y + at + half);
      lines.lineTo(x + at + half, y + at - half);
    }
  }
  context.strokeStyle = colours.goal;
  context.lineWidth = Math.max(1, unit * LOOK.claimed.width);
  context.stroke(lines);
}

/** Text in cells of the path, such as its time there. @param {Board} board */
export function drawLabels(board) {
  const { context, colours, unit } = board;
  if (!board.path.length || unit < LOOK.pointers_from || (board.wordy && board.replay)) return;
  board.style(Math.max(LOOK.number.least, unit * LOOK.number.size), "alphabetic", colours.halo, 600);
  context.fillStyle = colours.text;
  for (const [cell, text] of board.labels) {
    const [x, y] = board.centreOf(cell);
    board.write(text, x, y + unit * 0.4, true);
  }
}

/** The start is a disc called A, the goal and the other targets are diamonds called B, the places on the way to the
 * goal diamonds with their numbers. @param {Board} board */
export function drawMarkers(board) {
  board.via.forEach((cell, i) => drawMarker(board, "goal", ...board.centreOf(cell), String(i + 1)));
  if (board.start >= 0) drawMarker(board, "start", ...board.centreOf(board.start));
  for (const cell of [...board.targets, board.goal])
    if (cell >= 0) drawMarker(board, "goal", ...board.centreOf(cell));
}

/** @param {Board} board @param {"start"|"goal"} role @param {number} x @param {number} y on the canvas
 * @param {string} [name] by default A or B */
export function drawMarker(board, role, x, y, name = role === "start" ? "A" : "B") {
  const { context, unit, colours } = board;
  const { size, with_numbers, least, diamond: wider, letter } = LOOK.marker;
  const radius = Math.max(least + 1.5, unit * (board.wordy && board.replay ? with_numbers : size)); // large enough for a finger and a letter
  context.fillStyle = colours[role];
  if (role === "start") disc(context, x, y, radius, colours.halo);
  else diamond(context, x, y, radius * wider, colours.halo);
  context.fillStyle = bright(parts(colours[role])) ? "#10141a" : "#ffffff";
  context.font = `700 ${Math.max(10, radius * letter)}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(name, x, y + 0.5);
}

/** Rings around the squares that the text refers to, the selected one, and the one under the pointer. @param
 * {Board} board */
export function drawRings(board) {
  const { context, colours } = board;
  const ring = (/** @type {number} */ cell, /** @type {string} */ colour, /** @type {number} */ thick) => {
    const path = board.outlineOf(cell, -Math.max(thick / 2, (9 - board.unit) / 2));
    for (const [ink, width] of /** @type {[string, number][]} */ ([
      [colours.halo, thick + 2],
      [colour, thick],
    ])) {
      context.strokeStyle = ink;
      context.lineWidth = width;
      context.stroke(path);
    }
  };
  if (board.hover >= 0) ring(board.hover, colours.muted, 1);
  for (let i = 0; i < board.highlights.length; i++) ring(board.highlights[i], colours.text, 2.5);
  if (board.selected >= 0) ring(board.selected, colours.path, 2.5);
  if (board.cursor >= 0) ring(board.cursor, colours.text, 3);
}
