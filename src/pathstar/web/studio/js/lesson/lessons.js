/**
 * The lesson: short steps that drive the board.
 *
 * The text of a step is in the catalogues: `lesson.NAME.title`, `.text` with a paragraph on each line, and
 * `.try`.
 * In it, **two stars** make bold, {3,2} is a square that lights up when pointed at, and [words](name) is a
 * link that
 * reveals a part of the page; see `reveal.js`.
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {boolean} [attempt] whether there is something to try on the board
 * @property {string[]} [rows] a new map, drawn with letters; otherwise the map of the step before
 * @property {string[]} [labels] the numbers of the dead ends of the new map, 0 outside
 * @property {string} [ends] the letter of the ground under A and B, which is plain otherwise
 * @property {[number, number, number][]} [danger] column, row and strength of spots of danger on the new map
 * @property {{generator: string, width: number, height: number, seed: number, options: Record<string, number>}} [made] a map to generate
 * @property {Partial<import("../state.js").Rules>} [rules]
 * @property {Partial<import("../state.js").Method>} [method]
 * @property {Partial<import("../state.js").Method>} [other] a second method to compare with
 * @property {number|"end"} [at] the step of the search to show
 * @property {[number, number][]} [lights] squares with rings
 * @property {[number, number]} [square] the square with the shown history
 * @property {boolean} [measure] whether to measure the open lists
 * @property {boolean} [clusters] whether the clusters of the map are shown
 * @property {string} [smooth] how the path is made smoother
 * @property {{radius: number, pace: number, explores?: boolean}} [walk] a unit that walks over unknown ground
 * @property {{pace: number, units: {place: Place, speed?: number, player?: number}[], orders: import("../backend/backend.js").UnitOrder[]}} [game] units that move in place of the search
 *
 * @typedef {number[]} Place
 * @typedef {{name: string, steps: Step[]}} Chapter
 */

import { emptyMap } from "../state.js";
import { GROUND } from "./chapters/ground.js";
import { LINES } from "./chapters/lines.js";
import { SEARCH } from "./chapters/search.js";
import { TARGETS } from "./chapters/targets.js";
import { TIERS } from "./chapters/tiers.js";
import { UNITS } from "./chapters/units.js";

/** @type {Chapter[]} */
export const CHAPTERS = [...SEARCH, ...GROUND, ...TARGETS, ...LINES, ...UNITS, ...TIERS];

/** The ground of a letter; a digit is plain ground of that cost. @type {Record<string, import("../state.js").Kind>} */
const LETTERS = {
  ".": { cost: 1, name: "" },
  "#": { cost: null, name: "" },
  f: { cost: 5, name: "forest" },
  s: { cost: 3, name: "swamp" },
  w: { cost: 9, name: "water" },
};

/**
 * A map drawn with letters: A is the start, B the goal, T another target.
 * @param {string[]} rows @param {string} [ends] the letter of the ground under A, B and T
 * @returns {import("../board/map.js").World}
 */
export function drawn(rows, ends = ".") {
  const text = rows.join("");
  const map = emptyMap(rows[0].length, rows.length);
  [...text].forEach((letter, cell) => {
    const ground = "ABT".includes(letter) ? ends : letter;
    const { cost, name } = LETTERS[ground] ?? { cost: Number(ground), name: "" };
    let code = map.palette.findIndex((kind) => kind.cost === cost && kind.name === name);
    if (code < 0) code = map.palette.push({ cost, name }) - 1;
    map.codes[cell] = code;
  });
  map.targets = [...text].flatMap((letter, cell) => (letter === "T" ? [cell] : []));
  return { map, start: text.indexOf("A"), goal: text.indexOf("B") };
}
