/** A field of numbers over the ground: a shade for each cell, contour lines, and arrows that point along it. */

import { arrow, bright, css, mix, Outlines, parts, pixel } from "./strokes.js";

/** @typedef {import("./board.js").Board} Board */

/**
 * @typedef {object} Field
 * @property {ArrayLike<number>} values for each cell; not finite where nothing is shown
 * @property {ArrayLike<number>} [contours] x and y of both ends of each part of a line, in columns and rows
 * @property {ArrayLike<number>} [next] for each cell the neighbour that an arrow points to, NO_PARENT for none
 */

const LEVELS = 64;
const ARROWS_FROM = 14; // pixels across a cell
const NONE = 0xffffffff;

export class Heat {
  /** @param {Field} field @param {import("./board.js").Colours} colours */
  constructor(field, colours) {
    this.field = field;
    const { low, high } = rangeOf(field.values);
    /** The lowest and the highest value. */
    this.low = low;
    this.high = high;
    this.ramp = rampOf(colours.field);
    /** One pixel for each cell, once it has been drawn. @type {import("./cells.js").Raster|null} */
    this.raster = null;
  }

  /** @param {number} cell @returns {number} its shade, or -1 */
  levelOf(cell) {
    const value = this.field.values[cell];
    if (!Number.isFinite(value)) return -1;
    const share = this.high > this.low ? (value - this.low) / (this.high - this.low) : 0;
    return Math.round(share * (LEVELS - 1));
  }

  /** @param {number} width @param {number} height @returns {import("./cells.js").Raster} */
  rasterOf(width, height) {
    if (this.raster) return this.raster;
    const image = new ImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    const inks = this.ramp.map(pixel);
    for (let cell = 0; cell < pixels.length; cell++) {
      const level = this.levelOf(cell);
      if (level >= 0) pixels[cell] = inks[level];
    }
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).putImageData(image, 0, 0);
    return (this.raster = { canvas, pixels });
  }
}

/** @param {ArrayLike<number>} values @returns {{low: number, high: number}} the range of the finite ones */
export function rangeOf(values) {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) continue;
    low = Math.min(low, values[i]);
    high = Math.max(high, values[i]);
  }
  return { low, high };
}

/** @param {string[]} stops colours from low to high @returns {number[][]} `LEVELS` shades between them */
function rampOf(stops) {
  const inks = stops.map(parts);
  return Array.from({ length: LEVELS }, (_, level) => {
    const at = (level / (LEVELS - 1)) * (inks.length - 1);
    const stop = Math.min(inks.length - 2, Math.floor(at));
    return mix(inks[stop], inks[stop + 1], at - stop);
  });
}

/** @param {Board} board @param {Heat} heat */
export function drawHeat(board, heat) {
  const { layout, ground } = board;
  const shadeOf = (/** @type {number} */ cell) => {
    const level = heat.levelOf(cell);
    return level < 0 ? null : css(heat.ramp[level]);
  };
  layout.fill(board, shadeOf, () => heat.rasterOf(ground.width, ground.height));
  drawContours(board, heat);
  drawFlow(board, heat);
}

/** @param {Board} board @param {Heat} heat */
function drawContours({ context, view, layout, colours }, { field: { contours = [] } }) {
  if (!contours.length) return;
  const lines = new Outlines();
  const lattice = /** @type {import("./lattice.js").Lattice} */ (layout);
  const at = (/** @type {number} */ i) => {
    const [x, y] = lattice.between(contours[i], contours[i + 1]);
    return /** @type {[number, number]} */ ([view.x + x * view.scale, view.y + y * view.scale]);
  };
  for (let i = 0; i < contours.length; i += 4) {
    const line = lines.next;
    line.moveTo(...at(i));
    line.lineTo(...at(i + 2));
  }
  for (const [ink, width, alpha] of /** @type {[string, number, number][]} */ ([
    [colours.halo, 3.5, 0.35],
    [colours.text, 1.5, 0.75],
  ])) {
    context.strokeStyle = ink;
    context.globalAlpha = alpha;
    context.lineWidth = width;
    lines.stroke(context);
  }
  context.globalAlpha = 1;
}

/** Arrows along the field, dark on bright shades and bright on dark ones. @param {Board} board @param {Heat} heat */
function drawFlow(board, heat) {
  const { context, unit } = board;
  const { next } = heat.field;
  if (!next || unit < ARROWS_FROM) return;
  const inks = { "#ffffff": [new Outlines(), new Outlines()], "#10141a": [new Outlines(), new Outlines()] };
  board.eachInView((cell, x, y) => {
    if (next[cell] === NONE) return;
    const level = heat.levelOf(cell);
    const [shafts, heads] = inks[level >= 0 && !bright(heat.ramp[level]) ? "#ffffff" : "#10141a"];
    const [tx, ty] = board.centreOf(next[cell]);
    const far = Math.hypot(tx - x, ty - y) || 1;
    const [dx, dy] = [((tx - x) / far) * unit, ((ty - y) / far) * unit];
    const shaft = shafts.next;
    shaft.moveTo(x - dx * 0.25, y - dy * 0.25);
    shaft.lineTo(x + dx * 0.12, y + dy * 0.12);
    arrow(heads.next, [x - dx * 0.25, y - dy * 0.25], [x + dx * 0.3, y + dy * 0.3], 0, unit * 0.22);
  });
  context.globalAlpha = 0.7;
  context.lineWidth = Math.max(1, unit * 0.04);
  for (const [ink, [shafts, heads]] of Object.entries(inks)) {
    context.strokeStyle = context.fillStyle = ink;
    shafts.stroke(context);
    heads.fill(context);
  }
  context.globalAlpha = 1;
}
