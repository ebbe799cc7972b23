/** Terrain that looks like what it is: a colour of the theme, and a mark in each square that is large enough. */

/** Adds the mark of one square to a path. @typedef {(path: Path2D, x: number, y: number, side: number) => void} Mark */

/** @type {Mark} */
function waves(path, x, y, side) {
  for (const [dx, dy] of [
    [-0.28, -0.2],
    [0, 0.06],
    [-0.3, 0.3],
  ]) {
    const [left, middle, reach] = [x + dx * side, y + dy * side, side * 0.14];
    path.moveTo(left, middle);
    path.quadraticCurveTo(left + reach / 2, middle - reach * 0.7, left + reach, middle);
    path.quadraticCurveTo(left + reach * 1.5, middle + reach * 0.7, left + 2 * reach, middle);
  }
}

/** @type {Mark} */
function dots(path, x, y, side) {
  for (const [dx, dy] of [
    [-0.3, -0.26],
    [0.08, -0.12],
    [0.32, -0.3],
    [-0.14, 0.14],
    [0.26, 0.2],
    [-0.32, 0.34],
  ]) {
    path.moveTo(x + dx * side, y + dy * side);
    path.lineTo(x + dx * side + 1, y + dy * side);
  }
}

/** @type {Mark} */
function tufts(path, x, y, side) {
  for (const [dx, dy] of [
    [-0.26, -0.14],
    [0.2, -0.26],
    [0.06, 0.24],
  ]) {
    const [foot, ground, tall] = [x + dx * side, y + dy * side, side * 0.13];
    for (const lean of [-0.6, 0, 0.6]) {
      path.moveTo(foot, ground);
      path.lineTo(foot + lean * tall, ground - tall);
    }
  }
}

/** @type {Mark} */
function trees(path, x, y, side) {
  for (const [dx, dy] of [
    [-0.24, 0],
    [0.22, -0.14],
    [0.08, 0.34],
  ]) {
    const [middle, foot, tall] = [x + dx * side, y + dy * side, side * 0.3];
    path.moveTo(middle, foot);
    path.lineTo(middle, foot - tall * 0.25);
    path.moveTo(middle - tall * 0.34, foot - tall * 0.25);
    path.lineTo(middle, foot - tall);
    path.lineTo(middle + tall * 0.34, foot - tall * 0.25);
    path.closePath();
  }
}

/** @type {Mark} */
function stones(path, x, y, side) {
  for (const [dx, dy, size] of [
    [-0.2, 0.12, 0.34],
    [0.16, -0.16, 0.28],
    [0.24, 0.34, 0.2],
  ]) {
    const [middle, foot, wide] = [x + dx * side, y + dy * side, size * side];
    path.moveTo(middle - wide / 2, foot);
    path.lineTo(middle - wide * 0.1, foot - wide * 0.7);
    path.lineTo(middle + wide / 2, foot);
  }
}

/** @type {Mark} */
function lane(path, x, y, side) {
  for (const dx of [-0.36, -0.06, 0.24]) {
    path.moveTo(x + dx * side, y);
    path.lineTo(x + (dx + 0.14) * side, y);
  }
}

/** The mark of each terrain with a look of its own. @type {Record<string, Mark>} */
export const MARKS = {
  water: waves,
  swamp: waves,
  sand: dots,
  grass: tufts,
  forest: trees,
  hills: stones,
  rock: stones,
  road: lane,
};

/** The names of terrains with a look of their own. */
export const TERRAINS = Object.keys(MARKS);
