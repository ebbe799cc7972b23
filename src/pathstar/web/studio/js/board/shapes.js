/** The cells that a stroke, a line, a rectangle or a fill covers. */

import { axialOf, offsetOf } from "../../../lib/board/axial.js";
import { family } from "./kinds.js";
import { triangleLine, trianglesAround } from "./triangles.js";

/** @typedef {import("../state.js").BoardMap} BoardMap */

const AXIAL = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
];

/** @param {number} from @param {number} to @param {BoardMap} map @returns {number[]} the cells on a straight line */
export function line(from, to, map) {
  if (family(map) === "triangles") return triangleLine(from, to, map);
  return family(map) === "hexagons" ? hexLine(from, to, map) : squareLine(from, to, map.width);
}

/** @param {number} from @param {number} to @param {number} width */
function squareLine(from, to, width) {
  let [x, y] = [from % width, Math.floor(from / width)];
  const [ex, ey] = [to % width, Math.floor(to / width)];
  const [dx, dy] = [Math.abs(ex - x), -Math.abs(ey - y)];
  const [sx, sy] = [x < ex ? 1 : -1, y < ey ? 1 : -1];
  const cells = [];
  let error = dx + dy;
  for (;;) {
    cells.push(y * width + x);
    if (x === ex && y === ey) return cells;
    const twice = 2 * error;
    if (twice >= dy) {
      error += dy;
      x += sx;
    }
    if (twice <= dx) {
      error += dx;
      y += sy;
    }
  }
}

/** Takes as many equal steps as there are hexagons on the way, and rounds each to the nearest one. @param
 * {number} from @param {number} to @param {BoardMap} map */
function hexLine(from, to, map) {
  const [[aq, ar], [bq, br]] = [from, to].map((cell) => axialIn(cell, map));
  const steps = Math.max(Math.abs(aq - bq), Math.abs(ar - br), Math.abs(aq + ar - bq - br));
  const cells = [];
  for (let i = 0; i <= steps; i++) {
    const share = steps ? i / steps : 0;
    const nudge = 1e-6; // away from the border between two hexagons, always to the same side
    const cell = cellIn(...rounded(aq + (bq - aq) * share + nudge, ar + (br - ar) * share + nudge), map);
    if (cell >= 0) cells.push(cell);
  }
  return cells;
}

/** @param {number} q @param {number} r @returns {[number, number]} the hexagon that a point lies in */
function rounded(q, r) {
  const [a, b, c] = [q, r, -q - r].map(Math.round);
  const [da, db, dc] = [Math.abs(a - q), Math.abs(b - r), Math.abs(c + q + r)];
  if (da > db && da > dc) return [-b - c, b];
  return db > dc ? [a, -a - c] : [a, b];
}

/** @param {number} cell @param {BoardMap} map */
const axialIn = (cell, { width, kind }) => axialOf(cell % width, Math.floor(cell / width), kind);

/** @param {number} q @param {number} r @param {BoardMap} map @returns {number} the cell there, or -1 */
function cellIn(q, r, { width, height, kind }) {
  const [x, y] = offsetOf(q, r, kind);
  return x >= 0 && y >= 0 && x < width && y < height ? y * width + x : -1;
}

/** @param {number} from @param {number} to @param {number} width @param {boolean} hollow @returns {number[]}
 * the cells of the rectangle */
export function rectangle(from, to, width, hollow) {
  const [left, right] = [from % width, to % width].sort((a, b) => a - b);
  const [top, bottom] = [Math.floor(from / width), Math.floor(to / width)].sort((a, b) => a - b);
  const cells = [];
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      if (!hollow || y === top || y === bottom || x === left || x === right) cells.push(y * width + x);
    }
  }
  return cells;
}

/** @param {BoardMap} map @param {number} seed @returns {number[]} the connected cells of the same ground */
export function flood(map, seed) {
  const { codes } = map;
  const code = codes[seed];
  const seen = new Uint8Array(codes.length);
  const cells = [seed];
  seen[seed] = 1;
  for (let i = 0; i < cells.length; i++) {
    for (const next of around(cells[i], map)) {
      if (next < 0 || next >= codes.length || seen[next] || codes[next] !== code) continue;
      seen[next] = 1;
      cells.push(next);
    }
  }
  return cells;
}

/** @param {number} cell @param {BoardMap} map @returns {number[]} its neighbours, and numbers that are not
 * cells */
function around(cell, map) {
  const { width } = map;
  if (family(map) === "triangles") return trianglesAround(cell, map);
  if (family(map) === "hexagons") {
    const [q, r] = axialIn(cell, map);
    return AXIAL.map(([dq, dr]) => cellIn(q + dq, r + dr, map));
  }
  const x = cell % width;
  return [cell - width, cell + width, x > 0 ? cell - 1 : -1, x < width - 1 ? cell + 1 : -1];
}
