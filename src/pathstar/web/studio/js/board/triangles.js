/** Triangles that point up and down in turn: their neighbours, and the lines from one to another. */

/** @typedef {{width: number, height: number}} Size */

/** Which strip a triangle lies in, of each of the three directions of sides: a step leads into the next strip of one of
 * them. @param {number} x @param {number} y @returns {[number, number, number]} */
export function stripsOf(x, y) {
  const odd = (x + y) & 1;
  return [y, (x + y - odd) / 2, (x - y + odd) / 2 - 1];
}

/** The number of steps between two triangles on open ground. @param {number} from @param {number} to @param {Size} map */
export function stepsBetween(from, to, { width }) {
  const [here, there] = [from, to].map((cell) => stripsOf(cell % width, Math.floor(cell / width)));
  return here.reduce((sum, strip, i) => sum + Math.abs(strip - there[i]), 0);
}

/** The neighbours over the left side, the right one and the base. @param {number} cell @param {Size} map
 * @returns {number[]} -1 for one outside */
export function trianglesAround(cell, { width, height }) {
  const [x, y] = [cell % width, Math.floor(cell / width)];
  const row = y + ((x + y) & 1 ? -1 : 1);
  return [
    x > 0 ? cell - 1 : -1,
    x < width - 1 ? cell + 1 : -1,
    row >= 0 && row < height ? row * width + x : -1,
  ];
}

/** The centre of a triangle, where those of neighbours lie one apart. @param {number} cell @param {Size} map */
function centreOf(cell, { width }) {
  const [x, y] = [cell % width, Math.floor(cell / width)];
  return [x * Math.sqrt(0.75), 1.5 * y - 0.5 * ((x + y) & 1)];
}

/** The fewest triangles from one to another, over sides, as near as possible to the straight line.
 * @param {number} from @param {number} to @param {Size} map @returns {number[]} */
export function triangleLine(from, to, map) {
  const [[ax, ay], [bx, by]] = [centreOf(from, map), centreOf(to, map)];
  const aside = (/** @type {number} */ cell) => {
    const [x, y] = centreOf(cell, map);
    return Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax));
  };
  const cells = [from];
  for (let left = stepsBetween(from, to, map); left > 0; left--) {
    const nearer = trianglesAround(cells[cells.length - 1], map).filter(
      (cell) => cell >= 0 && stepsBetween(cell, to, map) < left,
    );
    cells.push(nearer.reduce((best, cell) => (aside(cell) < aside(best) ? cell : best)));
  }
  return cells;
}
