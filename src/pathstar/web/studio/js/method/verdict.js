/** One sentence that says which of several searches did best. */

/** @typedef {import("../backend/backend.js").Outcome} Outcome */
/** @typedef {import("../page/language.js").Value} Value */

const CLOSE = 1 + 1e-9;

/** The numbers of the searches with the lowest value. @param {number[]} values */
function lowestOf(values) {
  const lowest = Math.min(...values);
  return values.flatMap((value, which) => (value <= lowest * CLOSE ? [which] : []));
}

/**
 * @param {Outcome[]} heads of two searches or more
 * @returns {Value} the verdict: who found the cheapest path, and who expanded the fewest squares for it
 */
export function verdict(heads) {
  const costs = heads.map(({ status, cost }) => (status === "FOUND" && cost !== null ? cost : Infinity));
  if (Math.min(...costs) === Infinity) return { say: "studio.verdict.none" };
  const cheap = lowestOf(costs);
  const [leanest, ...alike] = lowestOf(heads.map(({ expanded }) => expanded));
  if (cheap.length === 1)
    return leanest === cheap[0] || alike.length
      ? { say: "studio.verdict.best", with: { which: cheap[0] + 1 } }
      : { say: "studio.verdict.trade", with: { which: cheap[0] + 1, other: leanest + 1 } };
  const work = cheap.map((which) => heads[which].expanded);
  const best = lowestOf(work).map((i) => cheap[i]);
  if (best.length === heads.length) return { say: "studio.verdict.same" };
  if (best.length > 1)
    return { say: "studio.verdict.several", with: { which: best.map((which) => String(which + 1)) } };
  const [least, next] = work.sort((a, b) => a - b);
  const all = cheap.length === heads.length ? "all" : "some";
  return {
    say: `studio.verdict.${all}`,
    with: { which: best[0] + 1, percent: Math.round(100 * (1 - least / next)) },
  };
}
