/** The room on a canvas that is taken, so that words cover neither each other nor what they name. */

const SIDE = 48; // pixels of a bucket

/** @typedef {[number, number, number, number]} Box left, top, right and bottom */

export class Taken {
  constructor() {
    /** The boxes in each part of the canvas. @type {Map<number, Box[]>} */
    this.buckets = new Map();
  }

  /** The numbers of the parts that a box lies in. @param {Box} box */
  static *partsOf([left, top, right, bottom]) {
    for (let row = Math.floor(top / SIDE); row <= Math.floor(bottom / SIDE); row++)
      for (let column = Math.floor(left / SIDE); column <= Math.floor(right / SIDE); column++)
        yield row * 65536 + column;
  }

  /** @param {Box} box */
  put(box) {
    for (const part of Taken.partsOf(box)) {
      const there = this.buckets.get(part);
      if (there) there.push(box);
      else this.buckets.set(part, [box]);
    }
  }

  /** @param {Box} box @returns {boolean} */
  isFree(box) {
    const [left, top, right, bottom] = box;
    for (const part of Taken.partsOf(box))
      for (const [l, t, r, b] of this.buckets.get(part) ?? [])
        if (left < r && l < right && top < b && t < bottom) return false;
    return true;
  }

  /** Takes the first of some boxes that is free. @param {Box[]} boxes @returns {number} which, or -1 */
  takeOne(boxes) {
    const which = boxes.findIndex((box) => this.isFree(box));
    if (which >= 0) this.put(boxes[which]);
    return which;
  }
}
