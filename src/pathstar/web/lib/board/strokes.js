/** Shapes, colours and numbers for the board. */

import LOOK from "./look.json" with { type: "json" };

/** @param {number[]} values @param {number} start @returns {number} */
export function least(values, start) {
  return values.reduce((low, value) => Math.min(low, value), start);
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} width @param {number} height @param {string} colour @param {number} thick */
export function frame(context, x, y, width, height, colour, thick) {
  context.strokeStyle = colour;
  context.lineWidth = thick;
  context.strokeRect(x, y, width, height);
}

/** The thickness of the outline of an open or closed cell. @param {number} unit pixels across a cell */
export const frameOf = (unit) => Math.max(1, Math.round(unit * LOOK.frame));

const TOGETHER = 48;

/** Many outlines as several paths: a canvas is far slower with one path of thousands than with a hundred
 * small ones. */
export class Outlines {
  constructor() {
    /** @type {Path2D[]} */
    this.paths = [];
    this.count = 0;
  }

  /** The path for the next outline. */
  get next() {
    if (this.count++ % TOGETHER === 0) this.paths.push(new Path2D());
    return this.paths[this.paths.length - 1];
  }

  /** @param {CanvasRenderingContext2D} context */
  fill(context) {
    for (const path of this.paths) context.fill(path);
  }

  /** @param {CanvasRenderingContext2D} context */
  stroke(context) {
    for (const path of this.paths) context.stroke(path);
  }
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} radius @param {string} halo */
export function disc(context, x, y, radius, halo) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
  context.strokeStyle = halo;
  context.lineWidth = Math.max(1.25, radius * 0.11);
  context.stroke();
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} reach @param {string} halo */
export function diamond(context, x, y, reach, halo) {
  context.beginPath();
  for (const [dx, dy] of [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ])
    context.lineTo(x + dx * reach, y + dy * reach);
  context.closePath();
  context.fill();
  context.strokeStyle = halo;
  context.lineWidth = Math.max(1.25, reach * 0.09);
  context.stroke();
}

/** Adds the head of an arrow that ends a given distance before the line's end. @param {Path2D} path @param
 * {[number, number]} from @param {[number, number]} to @param {number} stop @param {number} size */
export function arrow(path, [ax, ay], [bx, by], stop, size) {
  const far = Math.hypot(bx - ax, by - ay) || 1;
  const [dx, dy] = [(bx - ax) / far, (by - ay) / far];
  const [tx, ty] = [bx - dx * stop, by - dy * stop];
  path.moveTo(tx, ty);
  for (const side of [-1, 1])
    path.lineTo(tx - dx * size - dy * side * size * 0.4, ty - dy * size + dx * side * size * 0.4);
  path.closePath();
}

/** One to three strokes that show a square's cost without relying on its shade. @param {Path2D} path @param
 * {number} x @param {number} y @param {number} scale @param {number} share */
export function hatch(path, x, y, scale, share) {
  const strokes = share < 0.34 ? 1 : share < 0.67 ? 2 : 3;
  for (let i = 0; i < strokes; i++) {
    const at = x + scale * (0.9 - 0.1 * i);
    path.moveTo(at, y + scale * 0.1);
    path.lineTo(at - scale * 0.08, y + scale * 0.22);
  }
}

/** @param {string} colour "#rrggbb" @returns {number[]} */
export function parts(colour) {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

/** @param {number[]} a @param {number[]} b @param {number} share */
export function mix(a, b, share) {
  return a.map((part, i) => Math.round(part + (b[i] - part) * share));
}

/** @param {number[]} colour @returns {number} as a canvas pixel, little-endian */
export function pixel([red, green, blue]) {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** @param {number[]} colour */
export function css([red, green, blue]) {
  return `rgb(${red}, ${green}, ${blue})`;
}

/** Whether dark ink reads better on a colour than white. @param {number[]} colour */
export function bright(colour) {
  const [red, green, blue] = colour.map((part) => (part / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18;
}
