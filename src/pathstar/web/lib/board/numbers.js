/** The numbers in a cell. What is shown adds up: the H shown is the F shown minus the G shown. */

/** Formats a cost. @param {number} value @param {number} [digits] after the point, at most */
export function number(value, digits = 2) {
  if (!Number.isFinite(value)) return "";
  if (Math.abs(value) >= 1e6) return value.toExponential(2);
  return String(Number(value.toFixed(digits)));
}

/**
 * Formats F, G and H with as many digits as fit beside each other, so that they never overlap.
 * @param {{f: number, g: number, h: number}} values H as it counts in F, which is weighted
 * @param {boolean} usesG whether F counts G; if not, only H is shown
 * @param {number} room letters that fit into a line of the cell
 * @returns {{f: string, g: string, h: string}} F alone if there is no room for three, empty texts if there is
 * no room at all
 */
export function sumTexts({ f, g, h }, usesG, room) {
  const alone = [2, 1, 0].map((digits) => number(usesG ? f : h, digits)).find((text) => text.length <= room);
  if (!usesG) return { f: "", g: "", h: alone ?? "" };
  for (const digits of [2, 1, 0]) {
    const [total, soFar] = [number(f, digits), number(g, digits)];
    const rest = number(Number(total) - Number(soFar), digits);
    if (total.length <= room && soFar.length + rest.length < room) return { f: total, g: soFar, h: rest };
  }
  return { f: alone ?? "", g: "", h: "" };
}
