/** The ground below units: it changes from moment to moment where it is what one player knows of it. */

export class Ground {
  /**
   * @param {any} data @param {Uint8Array} first the colour of each square at the first moment
   * @param {Int32Array} changed squares, change after change @param {Uint8Array} changedTo their new colours
   */
  constructor(data, first, changed, changedTo) {
    this.data = data;
    this.first = first;
    this.changed = changed;
    this.changedTo = changedTo;
    this.codes = first.slice();
    /** How many changes `codes` has taken over. */
    this.taken = 0;
    /** One pixel for each square. @type {HTMLCanvasElement|null} */
    this.canvas = null;
    /** What the canvas shows; the ground is painted again only where that is something else. */
    this.painted = "";
  }

  /** The number of the colour of each square. @param {number} moment @returns {Uint8Array} */
  at(moment) {
    const { changes, changeOffsets } = this.data;
    if (this.taken > 0 && changes[this.taken - 1] > moment) {
      this.codes.set(this.first);
      this.taken = 0;
    }
    for (; this.taken < changes.length && changes[this.taken] <= moment; this.taken++)
      for (let i = changeOffsets[this.taken]; i < changeOffsets[this.taken + 1]; i++)
        this.codes[this.changed[i]] = this.changedTo[i];
    return this.codes;
  }

  /** A canvas with one pixel for each square. @param {number} moment @param {string} theme @returns {HTMLCanvasElement} */
  picture(moment, theme) {
    const codes = this.at(moment);
    this.canvas ??= document.createElement("canvas");
    const wanted = `${theme} ${this.taken}`;
    if (this.painted === wanted) return this.canvas;
    this.painted = wanted;
    const { width, height, palettes } = this.data;
    Object.assign(this.canvas, { width, height });
    const context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    const picture = context.createImageData(width, height);
    const pixels = palettes[theme].map((/** @type {string} */ hex) => [
      ...[1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)),
      255,
    ]);
    codes.forEach((code, cell) => picture.data.set(pixels[code], 4 * cell));
    context.putImageData(picture, 0, 0);
    return this.canvas;
  }
}
