/** Triangles that point up and down in turn: their neighbours, and the lines from one to another. */

/** @typedef {{width: number, height: number}} Size */

/** Which strip a triangle lies in, of each of the three directions of sides: a step leads into the next strip of one of
 * them. @param {number} x @param {number} y @returns {[number, number, number]} */
function stripsOf(x, y) {
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

/** Where the centre of a triangle lies across the strips of the three directions. @param {number} x @param {number} y */
const acrossStrips = (x, y) => stripsOf(x, y).map((strip, i) => strip + ((x + y + i) & 1 ? 1 : 2) / 3);

/** The triangles on the straight line from the centre of one to that of another, each over a side of the one before.
 * @param {number} from @param {number} to @param {Size} map @returns {number[]} */
export function triangleLine(from, to, map) {
  const placed = (/** @type {number} */ cell) =>
    /** @type {[number, number]} */ ([cell % map.width, Math.floor(cell / map.width)]);
  const [begin, end] = [from, to].map((cell) => acrossStrips(...placed(cell)));
  /** How far along the line the side between two neighbours is crossed. @param {number} cell @param {number} next */
  const crossing = (cell, next) => {
    const [here, there] = [cell, next].map((each) => stripsOf(...placed(each)));
    const way = here.findIndex((strip, i) => strip !== there[i]);
    return (Math.max(here[way], there[way]) - begin[way]) / (end[way] - begin[way]);
  };
  const cells = [from];
  for (let left = stepsBetween(from, to, map); left > 0; left--) {
    const last = cells[cells.length - 1];
    const nearer = trianglesAround(last, map).filter(
      (cell) => cell >= 0 && stepsBetween(cell, to, map) < left,
    );
    cells.push(nearer.reduce((best, cell) => (crossing(last, cell) < crossing(last, best) ? cell : best)));
  }
  return cells;
}
