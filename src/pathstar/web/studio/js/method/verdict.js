/** One sentence that says which of several searches did best. */

/** @typedef {import("../backend/backend.js").Outcome} Outcome */
/** @typedef {import("../page/language.js").Value} Value */

/** The number of the only search with the lowest value, or -1. @param {number[]} values */
function onlyLowest(values) {
  const lowest = Math.min(...values);
  const those = values.flatMap((value, which) => (value <= lowest * (1 + 1e-9) ? [which] : []));
  return those.length === 1 ? those[0] : -1;
}

/**
 * @param {Outcome[]} heads of two searches or more
 * @returns {Value} the verdict: who found the cheapest path, and who expanded the fewest squares for it
 */
export function verdict(heads) {
  const costs = heads.map(({ status, cost }) => (status === "FOUND" && cost !== null ? cost : Infinity));
  const lowest = Math.min(...costs);
  if (lowest === Infinity) return { say: "studio.verdict.none" };
  const cheap = heads.flatMap((_, which) => (costs[which] <= lowest * (1 + 1e-9) ? [which] : []));
  if (cheap.length === 1) {
    const leanest = onlyLowest(heads.map(({ expanded }) => expanded));
    return leanest === cheap[0] || leanest < 0
      ? { say: "studio.verdict.best", with: { which: cheap[0] + 1 } }
      : { say: "studio.verdict.trade", with: { which: cheap[0] + 1, other: leanest + 1 } };
  }
  const best = onlyLowest(cheap.map((which) => heads[which].expanded));
  if (best < 0) return { say: "studio.verdict.same" };
  const [least, ...more] = cheap.map((which) => heads[which].expanded).sort((a, b) => a - b);
  const percent = Math.round(100 * (1 - least / more[0]));
  const all = cheap.length === heads.length ? "all" : "some";
  return { say: `studio.verdict.${all}`, with: { which: cheap[best] + 1, percent } };
}
