/** The key for F, G and H: a square with the letters where the numbers stand, and what each of them means. */

/** @typedef {(key: import("./words.js").Key, values?: import("./words.js").Values) => string} Say */

/** @param {string} tag @param {string} text @param {string} [name] of its class @returns {HTMLElement} */
function textElement(tag, text, name = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  if (name) made.className = name;
  return made;
}

/**
 * Fills an element with the key.
 * @param {HTMLElement} holder @param {Say} say @param {boolean} usesG whether the cost so far counts @param {number} weight of the estimate
 * @param {boolean} [fromGoal] whether the search begins at the target
 */
export function fillSumKey(holder, say, usesG, weight, fromGoal = false) {
  const estimate = () => {
    if (fromGoal) return say("board.sum.h.back");
    return [0, 1].includes(weight) ? say("board.sum.h") : say("board.sum.h.weighted", { weight });
  };
  /** @type {[string, string][]} */
  const lines = usesG
    ? [
        ["F", say("board.sum.f")],
        ["G", say(fromGoal ? "board.sum.g.back" : "board.sum.g")],
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
