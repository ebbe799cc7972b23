/** The details of cells large enough to be drawn one by one: outlines, pointers to parents, F, G and H. */

import LOOK from "./look.json" with { type: "json" };
import { digitsOf, keyTexts, sumTexts } from "./numbers.js";
import { CLOSED, OPEN } from "../replay.js";
import { addMark } from "./terrain.js";
import { bright, css, frameOf, hatch, Outlines, parts } from "./strokes.js";

/** @typedef {import("./board.js").Board} Board */

const [DARK, LIGHT] = ["#10141a", "#ffffff"]; // inks for a bright colour and for a dark one

/** Lines, marks of expensive ground, outlines of open and closed squares, pointers to parents. @param {Board}
 * board */
export function drawDetails(board) {
  const { context, view, replay, colours, ground, layout, unit } = board;
  const { scale } = view;
  const [lines, dear, terrains, walls, pointers, jumps, sides] = [
    new Outlines(),
    new Outlines(),
    new Outlines(),
    new Outlines(),
    new Outlines(),
    new Outlines(),
    new Outlines(),
  ];
  const outlines = [new Outlines(), new Outlines()];
  const thick = frameOf(unit);
  const box = layout.framed ? unit : unit * LOOK.terrain.inside; // a square that lies inside the cell
  board.eachInView((cell, x, y) => {
    layout.outline(lines.next, cell, x, y, scale, 0);
    const share = board.shades.dearness[ground.codes[cell]];
    const terrain = board.shades.terrains[ground.codes[cell]];
    const shaded = board.heat && share >= 0; // marks would hide the shades
    if (terrain && !shaded) addMark(terrains.next, terrain, x, y, box);
    else if (share < 0) layout.outline(walls.next, cell, x, y, scale, 0);
    else if (!shaded && (share > 0 || ground.palette[ground.codes[cell]] !== 1))
      hatch(dear.next, x - box / 2, y - box / 2, box, share);
    const mark = replay ? replay.mark(cell) : 0;
    if (!mark) return;
    if (replay?.fromGoal(cell)) addSide(sides.next, x, y, unit);
    if (cell !== replay?.current)
      layout.outline(outlines[mark - 1].next, cell, x, y, scale, thick / 2 + LOOK.inset);
    if (board.heat || !board.pointers) return; // arrows of a field would cross those to parents
    addJump(board, jumps, cell, x, y);
    if (Math.round(unit) >= LOOK.pointers_from) addPointer(board, pointers.next, cell, x, y);
  });
  context.lineWidth = 1;
  context.strokeStyle = colours.line;
  lines.stroke(context);
  context.strokeStyle = colours.wall;
  walls.stroke(context);
  context.globalAlpha = 0.55;
  context.strokeStyle = colours.muted;
  dear.stroke(context);
  context.globalAlpha = LOOK.terrain.ink;
  context.strokeStyle = colours.text;
  context.lineWidth = Math.max(1, unit * LOOK.terrain.width);
  terrains.stroke(context);
  for (const [mark, alike] of outlines.entries()) {
    const colour = mark + 1 === CLOSED ? colours.closed : colours.open;
    context.globalAlpha = mark + 1 === CLOSED ? LOOK.wash.closed : LOOK.wash.open;
    context.fillStyle = colour;
    if (!board.heat) alike.fill(context);
    context.globalAlpha = 1;
    context.lineWidth = thick;
    context.strokeStyle = colour;
    context.setLineDash(mark + 1 === OPEN ? LOOK.dash.map((share) => share * unit) : []);
    alike.stroke(context);
  }
  context.setLineDash([]);
  context.lineCap = "round";
  if (!board.heat && board.pointers) drawFailedScans(board);
  context.lineWidth = Math.max(1, unit * LOOK.pointer.width);
  context.strokeStyle = colours.muted;
  pointers.stroke(context);
  context.lineWidth = Math.max(1, (unit * LOOK.pointer.width) / 2);
  context.setLineDash([unit * 0.05 + 1, unit * 0.1 + 2]);
  jumps.stroke(context);
  context.setLineDash([]);
  context.fillStyle = colours.goal;
  sides.fill(context);
}

/** Draws the scans that found nothing, fainter than those that found a jump point. @param {Board} board */
function drawFailedScans(board) {
  const { context, replay, unit, colours } = board;
  if (!replay?.events.scans) return;
  const { step, from, to } = replay.events.scans;
  const { ink, bar } = LOOK.failed_scan;
  const lines = new Path2D();
  for (let i = 0; i < step.length && step[i] < replay.position; i++) {
    const [[ax, ay], [bx, by]] = [board.centreOf(from[i]), board.centreOf(to[i])];
    const share = (unit * bar) / Math.hypot(bx - ax, by - ay);
    const [dx, dy] = [-(by - ay) * share, (bx - ax) * share]; // the wall or the border that ends it
    lines.moveTo(ax, ay);
    lines.lineTo(bx, by);
    lines.moveTo(bx - dx, by - dy);
    lines.lineTo(bx + dx, by + dy);
  }
  context.globalAlpha = ink;
  context.strokeStyle = colours.muted;
  context.lineWidth = Math.max(1, unit * LOOK.pointer.width * 0.8);
  context.stroke(lines);
  context.globalAlpha = 1;
}

/** Marks a cell of the search from the target with the target's shape. @param {Path2D} path @param {number} x @param {number} y @param {number} unit */
function addSide(path, x, y, unit) {
  const { size, across, down } = LOOK.side;
  const [cx, cy, reach] = [x + unit * across, y - unit * down, Math.max(2.5, unit * size)];
  path.moveTo(cx - reach, cy);
  path.lineTo(cx, cy - reach);
  path.lineTo(cx + reach, cy);
  path.lineTo(cx, cy + reach);
  path.closePath();
}

/** Adds the cells that a jump passed over, from a cell back to its parent. @param {Board} board @param
 * {Outlines} jumps @param {number} cell @param {number} x @param {number} y */
function addJump(board, jumps, cell, x, y) {
  const parent = board.replay ? board.replay.parent(cell) : -1;
  if (board.straight || parent < 0 || board.layout.outside || !board.layout.joins(cell, parent)) return;
  const [px, py] = board.centreOf(parent);
  if (Math.hypot(px - x, py - y) <= LOOK.a_step * board.view.scale) return;
  const line = jumps.next;
  line.moveTo(x, y);
  line.lineTo(...board.centreOf(cornerOf(cell, parent, board.ground.width)));
  line.lineTo(px, py);
}

/** The cell where a jump turns: it goes diagonally first, then straight. @param {number} cell @param {number}
 * parent @param {number} width */
function cornerOf(cell, parent, width) {
  const [px, py] = [parent % width, Math.floor(parent / width)];
  const [dx, dy] = [(cell % width) - px, Math.floor(cell / width) - py];
  const diagonal = Math.min(Math.abs(dx), Math.abs(dy));
  return (py + Math.sign(dy) * diagonal) * width + px + Math.sign(dx) * diagonal;
}

/** @param {Path2D} path @param {number} cell @param {number} x @param {number} y @param {Board} board */
function addPointer(board, path, cell, x, y) {
  const parent = board.replay ? board.replay.parent(cell) : -1;
  if (parent < 0) return;
  const [[ax, ay], [bx, by]] = [board.layout.centreOf(cell), board.layout.centreOf(parent)];
  const turn = board.layout.joins(cell, parent) ? Math.atan2(by - ay, bx - ax) : Math.atan2(ay - by, ax - bx);
  const { reach: ahead, back, barb: side, angle } = LOOK.pointer;
  const reach = board.unit * ahead;
  const [dx, dy] = [Math.cos(turn), Math.sin(turn)];
  const [tx, ty] = [x + dx * reach, y + dy * reach];
  const barb = board.unit * side;
  path.moveTo(x - dx * board.unit * back, y - dy * board.unit * back);
  path.lineTo(tx, ty);
  for (const hand of [-angle, angle]) {
    path.moveTo(tx, ty);
    path.lineTo(tx - barb * Math.cos(turn + hand), ty - barb * Math.sin(turn + hand));
  }
}

/** The size of the numbers. @param {{unit: number}} board */
const tallOf = ({ unit }) => Math.min(LOOK.number.most, Math.max(LOOK.number.least, unit * LOOK.number.size));

/** The letters that fit into a line of a cell, from where G begins to where H ends. @param {Board} board */
function lettersIn({ unit, layout, context }) {
  if (layout.outside) return 20;
  const tall = tallOf({ unit });
  context.font = `700 ${tall}px system-ui, sans-serif`;
  const widths = layout.outlines.map((_, form) => {
    const [, [left], [right]] = layout.spots(form, 0, 0, unit, tall);
    return right - left;
  });
  return Math.min(...widths) / context.measureText("0").width;
}

/** F, G and H of a cell. @param {import("../replay.js").Replay} replay @param {number} cell */
const sumOf = (replay, cell) => ({ f: replay.f(cell), g: replay.g(cell), h: replay.h(cell) });

/** The numbers of all cells in view; F alone would lie under start and goal. @param {Board} board */
export function drawSums(board) {
  const crossed = new Set([board.path, board.trail, board.other].flatMap((way) => Array.from(way)));
  const close = !board.wordy; // to the marks of the terrain
  const covered = board.wordy ? [] : [board.start, board.goal, ...board.targets, ...board.via];
  const digits = digitsInView(board);
  board.eachInView(
    (cell) => covered.includes(cell) || drawNumbers(board, cell, close || crossed.has(cell), digits),
  );
}

/** The digits after the point with which all numbers in view fit. @param {Board} board @returns {number} */
function digitsInView(board) {
  const { replay } = board;
  if (!replay) return 2;
  /** @type {import("./numbers.js").Sum[]} */
  const sums = [];
  board.eachInView((cell) => void (replay.mark(cell) && sums.push(sumOf(replay, cell))));
  return digitsOf(sums, replay.usesG, lettersIn(board), !board.wordy);
}

/** F at the top, G at the lower left, H at the lower right, as in the guide; only H if F is H, and in a small cell
 * only what orders the search. @param {Board} board
 * @param {number} cell @param {boolean} crossed whether a line runs behind them @param {number} digits */
function drawNumbers(board, cell, crossed, digits) {
  const { context, replay, unit, layout } = board;
  if (!replay || !replay.mark(cell)) return;
  const [x, y] = board.centreOf(cell);
  const tall = tallOf(board);
  const current = cell === replay.current;
  const code = board.ground.codes[cell];
  board.style(tall, "alphabetic", current ? board.colours.current : board.shades.plain(code), 700);
  context.fillStyle = current ? board.colours.text : board.shades.inks[code];
  if (current && bright(parts(board.colours.current))) context.fillStyle = DARK;
  const shade = board.heat && !current ? board.heat.levelOf(cell) : -1;
  if (board.heat && shade >= 0) {
    const ground = board.heat.ramp[shade];
    [context.fillStyle, context.strokeStyle] = [bright(ground) ? DARK : LIGHT, css(ground)];
  }
  const outside = layout.outside;
  if (outside) [context.fillStyle, context.strokeStyle] = [board.colours.text, board.colours.page];
  const spots = layout.spots(layout.formOf(cell), x, y, unit, tall);
  const put = (/** @type {number} */ which, /** @type {string} */ text) => {
    const [left, bottom, align] = spots[which];
    context.textAlign = align;
    board.write(text, left, bottom, crossed || outside);
  };
  const write = board.wordy ? sumTexts : keyTexts;
  const { f, g, h } = write(sumOf(replay, cell), replay.usesG, lettersIn(board), digits);
  if (replay.usesG) put(0, f);
  else put(board.wordy ? 2 : 0, h);
  if (!g) return;
  context.font = `400 ${tall}px system-ui, sans-serif`;
  put(1, g);
  put(2, h);
}
