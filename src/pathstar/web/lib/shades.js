/** How ground looks: the cheaper the lighter, and tinted where a search has been. */

import LOOK from "./look.json" with { type: "json" };
import { bright, css, least, mix, parts, pixel } from "./strokes.js";

const SHADES = 64;

export class Shades {
  /** @param {import("./board.js").Colours} colours @param {(number|null)[]} palette the cost of each code; null is a wall */
  constructor(colours, palette) {
    this.colours = colours;
    const costs = palette.filter((cost) => cost !== null);
    /** The lowest and the highest cost that are told apart: a wide range from the first, so that a dearer cell painted later does not change the shades of all others. */
    this.range = [
      least(costs, 1),
      -least(
        costs.map((cost) => -cost),
        -10,
      ),
    ];
    /** How dear each code is, from 0 to 1; -1 for walls. @type {number[]} */
    this.dearness = palette.map((cost) => this.dearnessOf(cost));
    const plain = this.dearness.map((share) => this.shadeOf(share));
    const walls = palette.flatMap((cost, code) => (cost === null ? [code] : []));
    // Kinds of wall differ a little, as in the other pictures.
    walls.forEach(
      (code, i) =>
        (plain[code] = mix(parts(colours.wall), parts(colours.page), LOOK.wall_shades[Math.min(i, 3)])),
    );
    const tint = (/** @type {string} */ colour) =>
      plain.map((shade) => mix(shade, parts(colour), colours.tint));
    /** Each code's colour where the search has not been, where it is open and where it is closed. @type {number[][][]} */
    this.tinted = [plain, tint(colours.open), tint(colours.closed)];
    /** The same as the pixels of a canvas hold it. @type {number[][]} */
    this.pixels = this.tinted.map((shades) => shades.map(pixel));
    /** The ink that reads on each. @type {string[]} */
    this.inks = plain.map((shade) => (bright(shade) ? "#10141a" : "#ffffff"));
  }

  /** @param {number|null} cost @returns {number} from 0 for the cheapest to 1 for the dearest; -1 for a wall */
  dearnessOf(cost) {
    if (cost === null) return -1;
    const high = this.range[1];
    const low = Math.max(this.range[0], high / 1000);
    const share = Math.log(Math.max(cost, low) / low) / Math.log(high / low);
    return Math.max(0, Math.min(1, share));
  }

  /** @param {number} share @returns {number[]} */
  shadeOf(share) {
    const { floor, dear, wall } = this.colours;
    return share < 0 ? parts(wall) : mix(parts(floor), parts(dear), Math.round(share * SHADES) / SHADES);
  }

  /** @param {number} code @returns {string} its colour where the search has not been */
  plain(code) {
    return css(this.tinted[0][code]);
  }

  /** @param {number|null} cost @param {number} [code] @returns {{ground: string, ink: string}} how ground looks on this board */
  lookOf(cost, code = -1) {
    const shade = this.tinted[0][code] ?? this.shadeOf(this.dearnessOf(cost));
    return { ground: css(shade), ink: bright(shade) ? "#10141a" : "#ffffff" };
  }
}
