/** Which squares a stroke, a line, a rectangle or a fill covers. */

/** @param {number} from @param {number} to @param {number} width @returns {number[]} the squares on a straight line */
export function line(from, to, width) {
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

/** @param {number} from @param {number} to @param {number} width @param {boolean} hollow @returns {number[]} the squares of a rectangle */
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

/** @param {Uint16Array} codes @param {number} width @param {number} seed @returns {number[]} the squares of the same ground around one */
export function flood(codes, width, seed) {
  const code = codes[seed];
  const seen = new Uint8Array(codes.length);
  const cells = [seed];
  seen[seed] = 1;
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i];
    const x = cell % width;
    const around = [cell - width, cell + width, x > 0 ? cell - 1 : -1, x < width - 1 ? cell + 1 : -1];
    for (const next of around) {
      if (next < 0 || next >= codes.length || seen[next] || codes[next] !== code) continue;
      seen[next] = 1;
      cells.push(next);
    }
  }
  return cells;
}
