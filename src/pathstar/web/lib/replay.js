/**
 * The state of a search after any number of its events, forward and back.
 *
 * Every event that touches a square carries that square's whole state (type, parent, g, h). So the state of
 * the board is one number per square: its last event. Going forward writes it; going back writes the event
 * before it, from `previous`. Both cost the same, and a jump costs one write for each event that it passes,
 * so no checkpoints are needed: a million events take a few milliseconds.
 *
 * Positions count steps: 0 is before the first expansion, `k` after the k-th, `steps` at the end.
 */

export const SOURCE = 0;
export const DESTINATION = 1;
export const EXPAND = 2;
export const GENERATE = 3;
export const UPDATE = 4;
export const END = 5;

export const UNSEEN = 0;
export const OPEN = 1;
export const CLOSED = 2;

export const NO_PARENT = 0xffffffff;

/** The state of a square after an event of each type. */
const MARK_AFTER = [OPEN, UNSEEN, CLOSED, OPEN, OPEN, UNSEEN];
const MOST_CHANGES = 16384;

/**
 * The events of a search as columns, in the order in which they happened.
 * @typedef {object} Events
 * @property {Uint8Array} type one of SOURCE ... END
 * @property {Uint32Array} node the square, counted row by row
 * @property {Uint32Array} parent the square it was reached from, or NO_PARENT
 * @property {Float32Array|Float64Array} g the cost so far
 * @property {Float32Array|Float64Array} h the estimate of the remaining cost, as in the key
 */

export class Replay {
  /**
   * @param {Events} events
   * @param {number} cells how many squares the board has
   * @param {boolean} [usesG] whether the key counts the cost so far; greedy search looks only at the estimate
   */
  constructor(events, cells, usesG = true) {
    this.events = events;
    this.cells = cells;
    this.usesG = usesG;
    /** Number of the last event of each square, or -1. @type {Int32Array} */
    this.last = new Int32Array(cells).fill(-1);
    /** The number of open squares. */
    this.openCount = 0;
    /** The number of closed squares. */
    this.closedCount = 0;
    /** The number of events so far. */
    this.event = 0;
    /** The number of steps done. */
    this.position = 0;
    this.changes = new Uint32Array(MOST_CHANGES);
    /** The event before each one on the same square, or -1. */
    this.previous = new Int32Array(events.type.length);
    /** The last event of each square at the end, or -1. */
    this.final = new Int32Array(cells).fill(-1);
    /** Number of the event that begins each step. */
    this.starts = this.link();
    this.seek(0);
  }

  /** Finds for each event the one before it on the same square. @returns {Uint32Array} where the steps begin */
  link() {
    const { type, node } = this.events;
    const { previous, final } = this;
    const starts = [];
    for (let i = 0; i < type.length; i++) {
      if (type[i] === DESTINATION || type[i] === END) continue;
      if (type[i] === EXPAND) starts.push(i);
      previous[i] = final[node[i]];
      final[node[i]] = i;
    }
    return Uint32Array.from(starts);
  }

  /** The number of steps. */
  get steps() {
    return this.starts.length;
  }

  /** @param {number} position steps done @returns {number} events done by then */
  eventsBy(position) {
    if (position >= this.steps) return this.events.type.length;
    return this.starts[Math.max(0, position)];
  }

  /** @param {number} event number of an event @returns {number} the first position after it */
  positionOf(event) {
    let low = 0;
    let high = this.steps;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.eventsBy(middle) > event) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /**
   * Goes to the state after a number of steps.
   * @param {number} position from 0 to `steps`
   * @returns {Uint32Array|null} the squares that changed, some perhaps twice; null for "too many to list"
   */
  seek(position) {
    this.position = Math.max(0, Math.min(this.steps, Math.round(position)));
    return this.seekEvent(this.eventsBy(this.position));
  }

  /**
   * Goes to the state after a number of events.
   * @param {number} event from 0 to the number of events
   * @returns {Uint32Array|null} the squares that changed, some perhaps twice; null for "too many to list"
   */
  seekEvent(event) {
    const { type, node } = this.events;
    const listed = Math.abs(event - this.event) <= MOST_CHANGES;
    let count = 0;
    while (this.event !== event) {
      const forward = this.event < event;
      const i = forward ? this.event : this.event - 1;
      this.event += forward ? 1 : -1;
      if (type[i] === DESTINATION || type[i] === END) continue;
      this.put(node[i], forward ? i : this.previous[i]);
      if (listed) this.changes[count++] = node[i];
    }
    return listed ? this.changes.subarray(0, count) : null;
  }

  /** @param {number} cell @param {number} event */
  put(cell, event) {
    const before = this.mark(cell);
    this.last[cell] = event;
    const after = this.mark(cell);
    if (before === after) return;
    this.openCount += (after === OPEN ? 1 : 0) - (before === OPEN ? 1 : 0);
    this.closedCount += (after === CLOSED ? 1 : 0) - (before === CLOSED ? 1 : 0);
  }

  /** @param {number} cell @returns {number} UNSEEN, OPEN or CLOSED */
  mark(cell) {
    const event = this.last[cell];
    return event < 0 ? UNSEEN : MARK_AFTER[this.events.type[event]];
  }

  /** The square expanded last, or -1 before the first step. */
  get current() {
    return this.position > 0 ? this.events.node[this.starts[this.position - 1]] : -1;
  }

  /** Whether it is at the end. */
  get done() {
    return this.event === this.events.type.length;
  }

  /** @param {number} cell @returns {number} the cost so far; NaN for a square not seen */
  g(cell) {
    const event = this.last[cell];
    return event < 0 ? NaN : this.events.g[event];
  }

  /** @param {number} cell @returns {number} the estimate; NaN for a square not seen */
  h(cell) {
    const event = this.last[cell];
    return event < 0 ? NaN : this.events.h[event];
  }

  /** @param {number} cell @returns {number} the key that the open list is ordered by */
  f(cell) {
    return this.usesG ? this.g(cell) + this.h(cell) : this.h(cell);
  }

  /** @param {number} cell @returns {number} the parent, or -1 */
  parent(cell) {
    const event = this.last[cell];
    if (event < 0) return -1;
    const parent = this.events.parent[event];
    return parent === NO_PARENT ? -1 : parent;
  }

  /** @param {number} cell @returns {number[]} the squares from the start to this one, by the current parents
   * */
  branch(cell) {
    const way = [];
    for (let at = cell; at >= 0 && way.length <= this.cells; at = this.parent(at)) way.push(at);
    return way.reverse();
  }

  /** @param {number} cell @returns {number[]} numbers of all events of this square in the whole search, in order */
  history(cell) {
    const found = [];
    for (let event = this.final[cell]; event >= 0; event = this.previous[event]) found.push(event);
    return found.reverse();
  }
}
