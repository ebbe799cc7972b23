/** The look of ground: cheaper ground is lighter, terrain has its own colour, and searched squares are tinted. */

import LOOK from "./look.json" with { type: "json" };
import { bright, css, least, mix, parts, pixel } from "./strokes.js";

const SHADES = 64;

export class Shades {
  /**
   * @param {import("./board.js").Colours} colours
   * @param {(number|null)[]} palette the cost of each code; null is a wall
   * @param {string[]} [names] the name of the ground of each code, or ""
   */
  constructor(colours, palette, names = []) {
    this.colours = colours;
    /** The terrain of each code, if it has a look of its own. @type {(string|null)[]} */
    this.terrains = palette.map((_, code) => (names[code] in (colours.terrain ?? {}) ? names[code] : null));
    const costs = palette.filter((cost) => cost !== null);
    /** The lowest and the highest cost with different shades: a wide range from the start, so that painting a
     * more expensive cell later does not change all other shades. */
    this.range = [
      least(costs, 1),
      -least(
        costs.map((cost) => -cost),
        -10,
      ),
    ];
    /** The relative cost of each code, from 0 to 1; -1 for walls. @type {number[]} */
    this.dearness = palette.map((cost) => this.dearnessOf(cost));
    const plain = this.dearness.map((share) => this.shadeOf(share));
    const walls = palette.flatMap((cost, code) => (cost === null ? [code] : []));
    // Kinds of wall differ slightly, as in the other pictures.
    walls.forEach(
      (code, i) =>
        (plain[code] = mix(parts(colours.wall), parts(colours.page), LOOK.wall_shades[Math.min(i, 3)])),
    );
    this.terrains.forEach((name, code) => name && (plain[code] = parts(colours.terrain[name])));
    const tint = (/** @type {string} */ colour) =>
      plain.map((shade) => mix(shade, parts(colour), colours.tint));
    /** Each code's colour for unseen, open and closed squares. @type {number[][][]} */
    this.tinted = [plain, tint(colours.open), tint(colours.closed)];
    /** The same colours as canvas pixels. @type {number[][]} */
    this.pixels = this.tinted.map((shades) => shades.map(pixel));
    /** The readable ink on each. @type {string[]} */
    this.inks = plain.map((shade) => (bright(shade) ? "#10141a" : "#ffffff"));
  }

  /** @param {number|null} cost @returns {number} from 0 for the cheapest to 1 for the most expensive; -1 for
   * a wall */
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

  /** @param {number} code @returns {string} its colour when unseen */
  plain(code) {
    return css(this.tinted[0][code]);
  }

  /** @param {number|null} cost @param {number} code its code, or -1 if it has none yet @param {string} name
   * @returns {{ground: string, ink: string}} the look of ground on this board */
  lookOf(cost, code, name) {
    const own = this.colours.terrain[name];
    const shade = this.tinted[0][code] ?? (own ? parts(own) : this.shadeOf(this.dearnessOf(cost)));
    return { ground: css(shade), ink: bright(shade) ? "#10141a" : "#ffffff" };
  }
}
