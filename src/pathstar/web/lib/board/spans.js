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

/** The cells in view that have the same form and lie at the same height. @typedef {{outline: number[][], middle: number, cells: number[], across: number[]}} Alike */

/** @param {import("./lattice.js").Lattice} lattice @param {[number, number, number, number]} box left, top, right and bottom
 * @returns {Iterable<Alike>} */
function alikeIn(lattice, box) {
  /** @type {Map<number, Alike>[]} */
  const found = lattice.outlines.map(() => new Map());
  lattice.eachIn(...box, (cell) => {
    const [x, middle] = lattice.centreOf(cell);
    const form = lattice.formOf(cell);
    let alike = found[form].get(middle);
    if (!alike) {
      alike = { outline: lattice.outlines[form], middle, cells: [], across: [] };
      found[form].set(middle, alike);
    }
    alike.cells.push(cell);
    alike.across.push(x);
  });
  return found.flatMap((heights) => [...heights.values()]);
}

/** Gives each pixel in view the colour of the cell under its middle.
 * @param {import("./board.js").Board} board @param {import("./lattice.js").Lattice} lattice
 * @param {Uint32Array} colours of the cells, as canvas pixels */
export function paintSpans({ canvas, context, view, size }, lattice, colours) {
  const scale = view.scale * size.ratio;
  const [left, top] = [view.x * size.ratio, view.y * size.ratio];
  const [first, upper] = [left, top].map((at) => Math.max(0, Math.floor(at)));
  const wide = Math.min(canvas.width, Math.ceil(left + lattice.size[0] * scale)) - first;
  const high = Math.min(canvas.height, Math.ceil(top + lattice.size[1] * scale)) - upper;
  if (wide <= 0 || high <= 0) return;
  const image = new ImageData(wide, high);
  const pixels = new Uint32Array(image.data.buffer);
  /** The first pixel whose middle lies beyond a point. @param {number} at @param {number} corner @param {number} most */
  const pixelAt = (at, corner, most) => Math.max(0, Math.min(most, Math.ceil(at * scale + corner - 0.5)));
  const [x, y] = [(first - left) / scale, (upper - top) / scale];
  for (const { outline, middle, cells, across } of alikeIn(lattice, [
    x,
    y,
    x + wide / scale,
    y + high / scale,
  ])) {
    const end = pixelAt(middle + lattice.reach, top - upper, high);
    for (let line = pixelAt(middle - lattice.reach, top - upper, high); line < end; line++) {
      const span = spanOf(outline, (upper + line + 0.5 - top) / scale - middle);
      if (!span) continue;
      cells.forEach((cell, i) => {
        const [from, to] = span.map((side) => line * wide + pixelAt(across[i] + side, left - first, wide));
        pixels.fill(colours[cell], from, to);
      });
    }
  }
  const picture = Object.assign(document.createElement("canvas"), { width: wide, height: high });
  /** @type {CanvasRenderingContext2D} */ (picture.getContext("2d")).putImageData(image, 0, 0);
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(picture, first, upper);
  context.restore();
}
