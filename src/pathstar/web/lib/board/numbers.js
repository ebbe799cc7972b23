/** The numbers in a cell. What is shown adds up: the H shown is the F shown minus the G shown. */

const GAP = 0.5; // letters between G and H

/** Formats a cost. @param {number} value @param {number} [digits] after the point, at most */
export function number(value, digits = 2) {
  if (!Number.isFinite(value)) return "";
  if (Math.abs(value) >= 1e6) return value.toExponential(2);
  return String(Number(value.toFixed(digits)));
}

/** @typedef {{f: number, g: number, h: number}} Sum H as it counts in F, which is weighted */
/** @typedef {{f: string, g: string, h: string}} Texts */

/** F, G and H with some digits after the point, or H alone. @param {Sum} sum @param {boolean} usesG @param
 * {number} room @param {number} digits @returns {Texts|null} null if there is no room for them */
function textsWith({ f, g, h }, usesG, room, digits) {
  if (!usesG) {
    const only = number(h, digits);
    return only.length <= room ? { f: "", g: "", h: only } : null;
  }
  const [total, soFar] = [number(f, digits), number(g, digits)];
  const rest = number(Number(total) - Number(soFar), digits);
  const fits = total.length <= room && soFar.length + GAP + rest.length <= room;
  return fits ? { f: total, g: soFar, h: rest } : null;
}

/** The number that orders the search, if it fits. @param {Sum} sum @param {boolean} usesG @param {number} room
 * @param {number} digits @returns {string|null} */
function keyText({ f, h }, usesG, room, digits) {
  const text = number(usesG ? f : h, digits);
  return text.length <= room ? text : null;
}

/** The most digits after the point, from `most` on, with which a number is written. @template T @param {number} most
 * @param {(digits: number) => T|null} write @returns {[number, T]|null} null if it does not fit at all */
function longest(most, write) {
  for (let digits = most; digits >= 0; digits--) {
    const text = write(digits);
    if (text !== null) return [digits, text];
  }
  return null;
}

/**
 * The digits after the point with which the numbers of all cells fit, so that equal numbers look equal everywhere.
 * A cell without room for them does not count.
 * @param {Sum[]} sums @param {boolean} usesG @param {number} room @param {boolean} [alone] whether only the key is
 * written @returns {number}
 */
export function digitsOf(sums, usesG, room, alone = false) {
  const write = alone ? keyText : textsWith;
  return sums.reduce(
    (least, sum) => longest(least, (digits) => write(sum, usesG, room, digits))?.[0] ?? least,
    2,
  );
}

/**
 * Formats F, G and H with as many digits as fit beside each other, so that they never overlap.
 * @param {Sum} sum
 * @param {boolean} usesG whether F counts G; if not, only H is shown
 * @param {number} room letters that fit into a line of the cell
 * @param {number} [most] digits after the point
 * @returns {Texts} F alone if there is no room for three, empty texts if there is no room at all
 */
export const sumTexts = (sum, usesG, room, most = 2) =>
  longest(most, (digits) => textsWith(sum, usesG, room, digits))?.[1] ?? keyTexts(sum, usesG, room, most);

/** Formats the number that orders the search alone. @param {Sum} sum @param {boolean} usesG @param {number} room
 * @param {number} [most] @returns {Texts} */
export function keyTexts(sum, usesG, room, most = 2) {
  const text = longest(most, (digits) => keyText(sum, usesG, room, digits))?.[1] ?? "";
  return { f: usesG ? text : "", g: "", h: usesG ? "" : text };
}
