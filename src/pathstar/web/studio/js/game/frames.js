/** What a game has shown so far: reports of the world, and the places of units between two of them. */

import { fogOf } from "../../../lib/overlays/fog.js";
import { fromBase64 } from "../backend/base64.js";

/** @typedef {import("../backend/backend.js").Report} Report */
/** @typedef {import("../../../lib/board/units.js").Unit} Unit */

const MOST_KEPT = 6000;

export class Frames {
  constructor() {
    /** All reports, with whose view each is: null where all see everything.
     * @type {{report: Report, viewer: number|null}[]} */
    this.all = [];
    /** Whose view the newest report is. @type {number|null} */
    this.viewer = null;
    /** Those that this viewer may see: its own, so that nothing that another side has seen is shown.
     * @type {Report[]} */
    this.kept = [];
    /** The reports with which a view begins, after that of another side. @type {WeakSet<Report>} */
    this.begins = new WeakSet();
    /** The report whose fog is unpacked, and its fog. @type {Report|null} */
    this.fogged = null;
    /** @type {Uint8Array|null} */
    this.fog = null;
  }

  /** @param {Report} report @param {number|null} viewer whose view it is */
  add(report, viewer) {
    if (viewer !== this.viewer) {
      this.begins.add(report);
      this.viewer = viewer;
      const own = this.all.filter((row) => viewer === null || row.viewer === viewer);
      this.kept = own.map((row) => row.report);
    }
    this.all.push({ report, viewer });
    this.kept.push(report);
    if (this.all.length <= MOST_KEPT) return;
    const dropped = this.all.shift()?.report;
    if (this.kept[0] === dropped) this.kept.shift();
  }

  /** The first and the last time that can be shown. @returns {[number, number]} */
  get span() {
    const [first, last] = [this.kept[0], this.kept[this.kept.length - 1]];
    return first ? [first.now, last.now] : [0, 0];
  }

  /** The newest report, or null. */
  get last() {
    return this.kept[this.kept.length - 1] ?? null;
  }

  /** @param {number} time @returns {number} the number of the last report up to a time */
  indexAt(time) {
    let [low, high] = [0, this.kept.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.kept[middle].now <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The report that counts at a time, or null. @param {number} time */
  at(time) {
    return this.kept[this.indexAt(time)] ?? null;
  }

  /** Squares that the viewer of a time has not seen by then are 1; null where all see everything.
   * @param {number} time @param {number} squares how many there are @returns {Uint8Array|null} */
  fogAt(time, squares) {
    const report = this.at(time);
    if (!report?.fog) return null;
    if (report !== this.fogged) {
      this.fogged = report;
      this.fog = fogOf(fromBase64(report.fog), squares);
    }
    return this.fog;
  }

  /** The units that are shown at a time, between reports.
   * @param {number} time @param {Set<number>} selected @returns {Unit[]} */
  unitsAt(time, selected) {
    const here = this.at(time);
    if (!here) return [];
    const next = this.kept[Math.min(this.kept.length - 1, this.indexAt(time) + 1)];
    const between = next.now > here.now && !this.begins.has(next);
    const share = between ? Math.min(1, Math.max(0, (time - here.now) / (next.now - here.now))) : 0;
    const later = new Map(next.units.map((number, i) => [number, next.positions[i]]));
    return here.units.map((number, i) => {
      const [x, y] = here.positions[i];
      const [nx, ny] = later.get(number) ?? [x, y];
      return {
        number,
        x: x + (nx - x) * share,
        y: y + (ny - y) * share,
        player: here.players[i],
        doing: here.doing[i],
        selected: selected.has(number),
      };
    });
  }
}
