/** The open list of a search as the four structures that can hold it, rebuilt from the recorded events. */

import { EXPAND, GENERATE, SOURCE, UPDATE } from "./replay.js";

/**
 * A square on the open list.
 * @typedef {object} Entry
 * @property {number} node
 * @property {number} f its key
 * @property {number} g
 * @property {number} at when it was last put there: the number of an event
 */

const CLOSE = 1e-9; // costs nearer than this, relative to their size, are equal

/** Whether one entry is taken before another: by lower F, of equal F by larger G, then the last added. @param
 * {Entry} a @param {Entry} b */
export function before(a, b) {
  const alike = (/** @type {number} */ p, /** @type {number} */ q) =>
    Math.abs(p - q) <= CLOSE * Math.max(1, Math.abs(p), Math.abs(q));
  if (!alike(a.f, b.f)) return a.f < b.f;
  if (!alike(a.g, b.g)) return a.g > b.g;
  return a.at > b.at;
}

/** A binary heap that notes which entries move. */
export class Heap {
  constructor() {
    /** The entries, each before its two children at 2i + 1 and 2i + 2. @type {Entry[]} */
    this.entries = [];
    /** Where each node is. @type {Map<number, number>} */
    this.places = new Map();
    /** The nodes that have moved since this was last cleared. @type {Set<number>} */
    this.moved = new Set();
  }

  /** @param {Entry} entry */
  push(entry) {
    this.entries.push(entry);
    this.places.set(entry.node, this.entries.length - 1);
    this.up(this.entries.length - 1);
  }

  /** Changes the key of an entry that is there, or adds it. @param {Entry} entry */
  put(entry) {
    const at = this.places.get(entry.node);
    if (at === undefined) return this.push(entry);
    this.entries[at] = entry;
    this.up(at);
    this.down(/** @type {number} */ (this.places.get(entry.node)));
  }

  /** Removes an entry, most often the first. @param {number} node */
  remove(node) {
    const at = this.places.get(node);
    if (at === undefined) return;
    this.places.delete(node);
    const last = /** @type {Entry} */ (this.entries.pop());
    if (last.node === node) return;
    this.entries[at] = last;
    this.places.set(last.node, at);
    this.moved.add(last.node);
    this.up(at);
    this.down(/** @type {number} */ (this.places.get(last.node)));
  }

  /** @param {number} i @param {number} j */
  swap(i, j) {
    const { entries, places, moved } = this;
    [entries[i], entries[j]] = [entries[j], entries[i]];
    for (const at of [i, j]) {
      places.set(entries[at].node, at);
      moved.add(entries[at].node);
    }
  }

  /** @param {number} at */
  up(at) {
    for (let i = at; i > 0;) {
      const parent = (i - 1) >> 1;
      if (!before(this.entries[i], this.entries[parent])) return;
      this.swap(i, parent);
      i = parent;
    }
  }

  /** @param {number} at */
  down(at) {
    const { entries } = this;
    for (let i = at; ;) {
      const [left, right] = [2 * i + 1, 2 * i + 2];
      let first = i;
      for (const child of [left, right])
        if (child < entries.length && before(entries[child], entries[first])) first = child;
      if (first === i) return;
      this.swap(i, first);
      i = first;
    }
  }
}

/**
 * The open list after a number of steps.
 * @param {import("./replay.js").Replay} replay @param {number} position steps done
 * @returns {{heap: Entry[], added: Entry[], sorted: Entry[], taken: number, sifted: number[]}} the heap, the
 * entries in the order in which they were added, and in that in which they will be taken; the node that the
 * last step took, or -1; the nodes that the last step moved in the heap
 */
export function openList(replay, position) {
  const { type, node, g, h } = replay.events;
  const end = replay.eventsBy(position);
  const begin = position > 0 ? replay.eventsBy(position - 1) : 0;
  const heap = new Heap();
  let taken = -1;
  for (let i = 0; i < end; i++) {
    if (i === begin) heap.moved.clear();
    if (type[i] === EXPAND) {
      taken = node[i];
      heap.remove(node[i]);
    } else if (type[i] === SOURCE || type[i] === GENERATE || type[i] === UPDATE)
      heap.put({ node: node[i], f: replay.usesG ? g[i] + h[i] : h[i], g: g[i], at: i });
  }
  const entries = heap.entries.slice();
  return {
    heap: entries,
    added: entries.slice().sort((a, b) => a.at - b.at),
    sorted: entries.slice().sort((a, b) => (before(a, b) ? -1 : 1)),
    taken: position > 0 ? taken : -1,
    sifted: [...heap.moved].filter((each) => heap.places.has(each)),
  };
}

/** The entries of a sorted list in groups of equal F. @param {Entry[]} sorted @returns {Entry[][]} */
export function buckets(sorted) {
  /** @type {Entry[][]} */
  const groups = [];
  for (const entry of sorted) {
    const group = groups[groups.length - 1];
    const same = group && Math.abs(group[0].f - entry.f) <= CLOSE * Math.max(1, Math.abs(entry.f));
    if (same) group.push(entry);
    else groups.push([entry]);
  }
  return groups;
}
