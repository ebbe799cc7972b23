/** Points, outlines and their bounds on a plane. */

/** @typedef {[number, number]} Point */

/** @param {Point[]} points @returns {[number, number, number, number]} least x and y, greatest x and y */
export function boundsOf(points) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return [left, top, right, bottom];
}

/** Whether a point lies within an outline and outside its holes. @param {Point[][]} rings @param {Point} place */
export function inside(rings, [x, y]) {
  let odd = false;
  for (const ring of rings)
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [[ax, ay], [bx, by]] = [ring[i], ring[j]];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
    }
  return odd;
}

/** A point of a polygon for a label: the mean of its corners, or half-way between two of them.
 * @param {Point[][]} rings @returns {Point} */
export function labelSpot(rings) {
  const [ring] = rings;
  const sum = ring.reduce(([a, b], [x, y]) => [a + x, b + y], [0, 0]);
  const mean = /** @type {Point} */ (sum.map((each) => each / ring.length));
  if (inside(rings, mean)) return mean;
  for (let apart = 2; apart < ring.length; apart++)
    for (let i = 0; i < ring.length; i++) {
      const [[ax, ay], [bx, by]] = [ring[i], ring[(i + apart) % ring.length]];
      const half = /** @type {Point} */ ([(ax + bx) / 2, (ay + by) / 2]);
      if (inside(rings, half)) return half;
    }
  return mean;
}

/** The corners of the convex hull of some points. @param {Point[]} points @returns {Point[]} */
export function hullOf(points) {
  const sorted = points.toSorted(([ax, ay], [bx, by]) => ax - bx || ay - by);
  return [...half(sorted), ...half(sorted.toReversed())];
}

/** @param {Point[]} row from one side to the other @returns {Point[]} the corners of the hull that lie on one side, without the last */
function half(row) {
  /** @type {Point[]} */
  const kept = [];
  for (const point of row) {
    while (kept.length > 1 && turn(kept[kept.length - 2], kept[kept.length - 1], point) <= 0) kept.pop();
    kept.push(point);
  }
  return kept.slice(0, -1);
}

/** @param {Point} a @param {Point} b @param {Point} c @returns {number} its sign says to which side the way from a over b to c
 * turns */
const turn = ([ax, ay], [bx, by], [cx, cy]) => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
