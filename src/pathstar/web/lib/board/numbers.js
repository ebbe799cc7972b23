/** The numbers in a cell. What is shown adds up: the H shown is the F shown minus the G shown. */

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
  const fits = total.length <= room && soFar.length + rest.length < room;
  return fits ? { f: total, g: soFar, h: rest } : null;
}

/**
 * The digits after the point with which the numbers of all cells fit, so that equal numbers look equal everywhere.
 * A cell without room for three numbers does not count.
 * @param {Sum[]} sums @param {boolean} usesG @param {number} room @returns {number}
 */
export const digitsOf = (sums, usesG, room) =>
  sums.reduce(
    (least, sum) =>
      [least, 1, 0].find((digits) => digits <= least && textsWith(sum, usesG, room, digits)) ?? least,
    2,
  );

/**
 * Formats F, G and H with as many digits as fit beside each other, so that they never overlap.
 * @param {Sum} sum
 * @param {boolean} usesG whether F counts G; if not, only H is shown
 * @param {number} room letters that fit into a line of the cell
 * @param {number} [most] digits after the point
 * @returns {Texts} F alone if there is no room for three, empty texts if there is no room at all
 */
export function sumTexts(sum, usesG, room, most = 2) {
  const choices = [2, 1, 0].slice(2 - most);
  for (const digits of choices) {
    const texts = textsWith(sum, usesG, room, digits);
    if (texts) return texts;
  }
  const alone = choices.map((digits) => number(sum.f, digits)).find((text) => text.length <= room) ?? "";
  return usesG ? { f: alone, g: "", h: "" } : { f: "", g: "", h: "" };
}
