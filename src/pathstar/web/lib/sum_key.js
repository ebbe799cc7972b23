import { rest } from "./words.js";

/** The words for F, G and H: the key with a square whose letters stand where the numbers do, and the numbers of
 * one square. */

/** @typedef {import("./replay.js").Replay} Replay */

/** @typedef {(key: import("./words.js").Key, values?: import("./words.js").Values) => string} Say */

const SO_FAR = /** @type {const} */ ({
  start: "board.sum.g",
  goal: "board.sum.g.back",
  both: "board.sum.g.both",
});

/** The numbers of a square, adding up as shown. @param {Say} say @param {Replay} replay @param {number} cell */
export function sumWords(say, replay, cell) {
  const [f, g] = [replay.f(cell), replay.g(cell)];
  if (!replay.usesG) return say("board.numbers.h", { h: replay.h(cell), g });
  return say("board.numbers", { f, g, h: rest(f, g) });
}

/** @param {string} tag @param {string} text @param {string} [name] of its class @returns {HTMLElement} */
function textElement(tag, text, name = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  if (name) made.className = name;
  return made;
}

/**
 * Fills an element with the key.
 * @param {HTMLElement} holder @param {Say} say
 * @param {{usesG: boolean, weight: number, openList: string}} rules whether the cost so far counts, the weight of the
 * estimate, and the kind of open list
 * @param {"start"|"goal"|"both"} from the ends at which the search begins
 */
export function fillSumKey(holder, say, { usesG, weight, openList }, from) {
  const estimate = () => {
    if (weight === 0) return say("board.sum.h.none");
    if (from === "both") return say("board.sum.h.both");
    if (from === "goal") return say("board.sum.h.back");
    return weight === 1 ? say("board.sum.h") : say("board.sum.h.weighted", { weight });
  };
  /** @type {[string, string][]} */
  const lines = usesG
    ? [
        ["F", say(openList === "fifo" ? "board.sum.f.fifo" : "board.sum.f")],
        ["G", say(SO_FAR[from])],
        ["H", estimate()],
      ]
    : [["H", say("board.sum.h.only")]];
  const square = textElement("span", "", "sum-square");
  square.setAttribute("aria-hidden", "true");
  square.append(...lines.map(([letter]) => textElement("b", letter, `at-${letter.toLowerCase()}`)));
  const list = textElement("dl", "");
  list.append(...lines.flatMap(([letter, text]) => [textElement("dt", letter), textElement("dd", text)]));
  holder.replaceChildren(square, list);
}
