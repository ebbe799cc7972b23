/**
 * The state of a search after any number of its events, forward and back.
 *
 * Every event that touches a square carries that square's whole state (type, parent, g, h). So the state of
 * the board is one number per square: its last event. Going forward writes it; going back writes the event
 * before it, from `previous`. Both cost the same, and a jump costs one write for each event that it passes,
 * so no checkpoints are needed: a million events take a few milliseconds.
 *
 * Two searches, from the start and from the target, each have a slot of their own for every square. A square is
 * shown as the search has it that touched it last.
 *
 * Positions count steps: 0 is before the first expansion, `k` after the k-th, `steps` at the end. What comes between
 * the look around of one step and the next expansion belongs to the next step, which it leads to. A search through
 * several places begins again at each: a RESTART for every square known until then makes it unseen.
 */

export const SOURCE = 0;
export const DESTINATION = 1;
export const EXPAND = 2;
export const GENERATE = 3;
export const UPDATE = 4;
export const END = 5;
export const RESTART = 6;
export const MEET = 7;
export const PRUNE = 8;
export const DEEPEN = 9;
export const FORGET = 10;
export const REVERT = 11;
export const KNOWN = 12;
export const RAISE = 13;
export const BEND = 14;

export const UNSEEN = 0;
export const OPEN = 1;
export const CLOSED = 2;

export const NO_PARENT = 0xffffffff;

/** The state of a square after an event of each type. */
const MARK_AFTER = [
  ...[OPEN, UNSEEN, CLOSED, OPEN, OPEN, UNSEEN],
  ...[UNSEEN, UNSEEN, CLOSED, UNSEEN, UNSEEN, OPEN, CLOSED, OPEN, OPEN],
];
/** Whether an event of each type concerns its square. */
const OF_A_SQUARE = MARK_AFTER.map((_, type) => ![DESTINATION, END, MEET, DEEPEN].includes(type));
const MOST_CHANGES = 16384;

/**
 * The events of a search as columns, in the order in which they happened.
 * @typedef {object} Events
 * @property {Uint8Array} type one of SOURCE ... BEND
 * @property {Uint32Array} node the square, counted row by row
 * @property {Uint32Array} parent the square it was reached from, or NO_PARENT
 * @property {Float32Array|Float64Array} g the cost so far
 * @property {Float32Array|Float64Array} h the estimate of the remaining cost, as in the key
 * @property {Record<"step"|"from"|"to", ArrayLike<number>>} [scans] those of jump point search that found nothing: their
 * steps, from 0 and in order, and the squares where they begin and end
 * @property {Float64Array} [intervals] of a search over intervals, eight numbers for each; `node` then counts those
 * @property {Uint8Array} [fromGoal] 1 where the search from the target did it; left out where there is none
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
    /** The number of slots: one for each square, or one for each square and search. */
    this.slots = events.fromGoal ? 2 * cells : cells;
    /** Number of the last event of each slot, or -1. @type {Int32Array} */
    this.last = new Int32Array(this.slots).fill(-1);
    /** The number of open squares. */
    this.openCount = 0;
    /** The number of closed squares. */
    this.closedCount = 0;
    /** The number of events so far. */
    this.event = 0;
    /** The number of steps done. */
    this.position = 0;
    this.changes = new Uint32Array(MOST_CHANGES);
    /** The event before each one on the same slot, or -1. */
    this.previous = new Int32Array(events.type.length).fill(-1);
    /** The last event of each slot at the end, or -1. */
    this.final = new Int32Array(this.slots).fill(-1);
    /** Number of the event that expands the square of each step. @type {Uint32Array} */
    this.starts = new Uint32Array();
    /** Number of the event after each step. @type {Uint32Array} */
    this.ends = new Uint32Array();
    this.link();
    this.seek(0);
  }

  /** Finds for each event the one before it on the same slot, and where the steps begin and end. */
  link() {
    const { type } = this.events;
    const { previous, final } = this;
    /** @type {number[]} */
    const starts = [];
    /** @type {number[]} */
    const ends = [];
    const within = [EXPAND, GENERATE, UPDATE, KNOWN, RAISE];
    if (!type.includes(DEEPEN)) within.push(FORGET); // a repair forgets squares within its steps
    let looked = 0;
    let restarted = false;
    for (let i = 0; i < type.length; i++) {
      if (type[i] === RESTART && !restarted) looked = i; // what came before leads to no step behind it
      restarted = type[i] === RESTART || (restarted && type[i] !== EXPAND);
      if (!OF_A_SQUARE[type[i]]) continue;
      if (type[i] === EXPAND) {
        if (starts.length) ends.push(looked);
        starts.push(i);
      }
      if (within.includes(type[i]) && !restarted) looked = i + 1;
      const slot = this.slotOf(i);
      previous[i] = final[slot];
      final[slot] = i;
    }
    if (starts.length) ends.push(type.length);
    this.starts = Uint32Array.from(starts);
    this.ends = Uint32Array.from(ends);
  }

  /** @param {number} event @returns {number} where the state of its square is kept */
  slotOf(event) {
    const { node, fromGoal } = this.events;
    return fromGoal?.[event] ? node[event] + this.cells : node[event];
  }

  /** @param {number} cell @returns {number} the event that says how a square stands, or -1 while it is unseen */
  eventOf(cell) {
    const event = this.events.fromGoal
      ? Math.max(this.last[cell], this.last[cell + this.cells])
      : this.last[cell];
    return event >= 0 && MARK_AFTER[this.events.type[event]] ? event : -1;
  }

  /** Whether a second search begins at the target. */
  get bothEnds() {
    return this.events.fromGoal !== undefined;
  }

  /** @param {number} cell @returns {boolean} whether the search from the target touched it last */
  fromGoal(cell) {
    return Boolean(this.events.fromGoal?.[this.eventOf(cell)]);
  }

  /** The number of steps. */
  get steps() {
    return this.starts.length;
  }

  /** @param {number} position steps done @returns {number} events done by then */
  eventsBy(position) {
    if (position >= this.steps) return this.events.type.length;
    return position > 0 ? this.ends[position - 1] : this.starts[0];
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
      if (!OF_A_SQUARE[type[i]]) continue;
      this.put(this.slotOf(i), forward ? i : this.previous[i]);
      if (listed) this.changes[count++] = node[i];
    }
    return listed ? this.changes.subarray(0, count) : null;
  }

  /** @param {number} slot @param {number} event */
  put(slot, event) {
    const before = this.markAfter(this.last[slot]);
    this.last[slot] = event;
    const after = this.markAfter(event);
    if (before === after) return;
    this.openCount += (after === OPEN ? 1 : 0) - (before === OPEN ? 1 : 0);
    this.closedCount += (after === CLOSED ? 1 : 0) - (before === CLOSED ? 1 : 0);
  }

  /** @param {number} cell @returns {number} UNSEEN, OPEN or CLOSED */
  mark(cell) {
    return this.markAfter(this.eventOf(cell));
  }

  /** @param {number} event or -1 @returns {number} what it makes of its square */
  markAfter(event) {
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
    const event = this.eventOf(cell);
    return event < 0 ? NaN : this.events.g[event];
  }

  /** @param {number} cell @returns {number} the estimate; NaN for a square not seen */
  h(cell) {
    const event = this.eventOf(cell);
    return event < 0 ? NaN : this.events.h[event];
  }

  /** @param {number} cell @returns {number} the key that the open list is ordered by */
  f(cell) {
    return this.usesG ? this.g(cell) + this.h(cell) : this.h(cell);
  }

  /** @param {number} cell @returns {number} the parent, or -1 */
  parent(cell) {
    return this.parentIn(this.eventOf(cell));
  }

  /** @param {number} event or -1 @returns {number} the parent that it names, or -1 */
  parentIn(event) {
    const parent = event < 0 ? NO_PARENT : this.events.parent[event];
    return parent === NO_PARENT ? -1 : parent;
  }

  /** @param {number} cell @returns {number[]} the squares from where its search began to this one */
  branch(cell) {
    const way = [];
    const side = this.fromGoal(cell) ? this.cells : 0;
    for (let at = cell; at >= 0 && way.length <= this.cells; at = this.parentIn(this.last[at + side]))
      way.push(at);
    return way.reverse();
  }

  /** @param {number} cell @returns {number[]} numbers of all events of this square in the whole search, in order */
  history(cell) {
    const found = [];
    for (let slot = cell; slot < this.slots; slot += this.cells)
      for (let event = this.final[slot]; event >= 0; event = this.previous[event]) found.push(event);
    return found.sort((a, b) => a - b);
  }
}
