/** The ground of a game at each time: what was drawn later is not there yet. */

/** @typedef {{cells: Uint32Array, codes: Uint16Array}} Drawn squares, and their codes since then */

export class PastGround {
  /** @param {Uint16Array} codes of all squares when the game begins */
  constructor(codes) {
    /** The newest codes. */
    this.newest = codes.slice();
    /** What the squares were before each change, which counts from a time. @type {(Drawn & {time: number})[]} */
    this.changes = [];
    /** How many changes are undone in `codes`. */
    this.undone = 0;
    this.codes = this.newest;
  }

  /** Notes a change. @param {number} time @param {Drawn} drawn */
  add(time, { cells, codes }) {
    this.changes.push({ time, cells, codes: Uint16Array.from(cells, (cell) => this.newest[cell]) });
    cells.forEach((cell, i) => (this.newest[cell] = codes[i]));
    this.undone = 0;
    this.codes = this.newest;
  }

  /** @param {number} time @returns {Uint16Array} the codes then, in the same array as long as they stay the same */
  at(time) {
    const later = this.changes.length - this.changes.findLastIndex((change) => change.time <= time) - 1;
    if (later === this.undone) return this.codes;
    this.undone = later;
    this.codes = this.newest.slice();
    for (const { cells, codes } of this.changes.slice(this.changes.length - later).reverse())
      cells.forEach((cell, i) => (this.codes[cell] = codes[i]));
    return this.codes;
  }
}
