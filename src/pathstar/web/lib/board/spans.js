/** Cells too small to be outlined, pixel by pixel, where they are no rectangles that a raster could show. */

/** @typedef {import("./lattice.js").Lattice} Lattice */
/** @typedef {{first: number, last: number, upper: number, lower: number}} Part of rows and columns */

/** Where a horizontal line crosses an outline. @param {number[][]} outline @param {number} y @returns {[number, number]|null} */
function spanOf(outline, y) {
  let [left, right] = [Infinity, -Infinity];
  outline.forEach(([ax, ay], i) => {
    const [bx, by] = outline[(i + 1) % outline.length];
    if (ay <= y === by <= y) return;
    const x = ax + ((y - ay) / (by - ay)) * (bx - ax);
    [left, right] = [Math.min(left, x), Math.max(right, x)];
  });
  return left < right ? [left, right] : null;
}

/** The columns and rows of which something lies in a box. @param {Lattice} lattice whose columns and rows are straight
 * @param {number} left @param {number} top @param {number} right @param {number} bottom @returns {Part} */
function partIn({ width, height, rule, reach, origin }, left, top, right, bottom) {
  const [across, down] = [rule.across[0], rule.down[1]];
  const [ahead, below] = rule.shove.map((by) => reach + Math.abs(by));
  return {
    first: Math.max(0, Math.floor((left - origin[0] - ahead) / across)),
    last: Math.min(width - 1, Math.ceil((right - origin[0] + ahead) / across)),
    upper: Math.max(0, Math.floor((top - origin[1] - below) / down)),
    lower: Math.min(height - 1, Math.ceil((bottom - origin[1] + below) / down)),
  };
}

/** Gives each pixel in view the colour of the cell under its middle.
 * @param {import("./board.js").Board} board @param {Lattice} lattice whose columns and rows are straight
 * @param {Uint32Array} colours of the cells, as canvas pixels */
export function paintSpans({ canvas, context, view, size }, lattice, colours) {
  const scale = view.scale * size.ratio;
  const [left, top] = [view.x * size.ratio, view.y * size.ratio];
  const [begin, upper] = [Math.max(0, Math.floor(left)), Math.max(0, Math.floor(top))];
  const wide = Math.min(canvas.width, Math.ceil(left + lattice.size[0] * scale)) - begin;
  const high = Math.min(canvas.height, Math.ceil(top + lattice.size[1] * scale)) - upper;
  if (wide <= 0 || high <= 0) return;
  const image = new ImageData(wide, high);
  const pixels = new Uint32Array(image.data.buffer);
  const pixelAt = (/** @type {number} */ at, /** @type {number} */ corner, /** @type {number} */ most) =>
    Math.max(0, Math.min(most, Math.ceil(at * scale + corner - 0.5)));
  const [x, y] = [(begin - left) / scale, (upper - top) / scale];
  const part = partIn(lattice, x, y, x + wide / scale, y + high / scale);
  for (let row = part.upper; row <= part.lower; row++)
    lattice.outlines.forEach((outline, form) => {
      const inRow = [];
      for (let column = part.first; column <= part.last; column++) {
        const cell = row * lattice.width + column;
        if (lattice.formOf(cell) === form) inRow.push({ cell, at: lattice.centreOf(cell) });
      }
      if (!inRow.length) return;
      const middle = inRow[0].at[1];
      const end = pixelAt(middle + lattice.reach, top - upper, high);
      for (let line = pixelAt(middle - lattice.reach, top - upper, high); line < end; line++) {
        const span = spanOf(outline, (upper + line + 0.5 - top) / scale - middle);
        if (!span) continue;
        for (const { cell, at } of inRow)
          pixels.fill(
            colours[cell],
            line * wide + pixelAt(at[0] + span[0], left - begin, wide),
            line * wide + pixelAt(at[0] + span[1], left - begin, wide),
          );
      }
    });
  const picture = Object.assign(document.createElement("canvas"), { width: wide, height: high });
  /** @type {CanvasRenderingContext2D} */ (picture.getContext("2d")).putImageData(image, 0, 0);
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(picture, begin, upper);
  context.restore();
}
