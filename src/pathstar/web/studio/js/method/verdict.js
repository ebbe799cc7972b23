/** One sentence that says which of several searches did best. */

/** @typedef {import("../backend/backend.js").Outcome} Outcome */
/** @typedef {import("../page/language.js").Value} Value */

const CLOSE = 1 + 1e-9;

/** The numbers of the searches with the lowest value. @param {number[]} values */
function lowestOf(values) {
  const lowest = Math.min(...values);
  return values.flatMap((value, which) => (value <= lowest * CLOSE ? [which] : []));
}

/** A share that is neither nothing nor all, in percent that do not say so either. @param {number} share */
const percentOf = (share) =>
  share < 0.01 || share > 0.99
    ? Math.min(99.9, Math.max(0.1, Number((100 * share).toFixed(1))))
    : Math.round(100 * share);

/**
 * @param {Outcome[]} heads of two searches or more
 * @param {Value} noun for several cells of the board
 * @returns {Value} the verdict: which search found the cheapest path, and which expanded the fewest cells for it; a search
 * without a path is not a rival, however little it expanded
 */
export function verdict(heads, noun) {
  const costs = heads.map(({ status, cost }) => (status === "FOUND" && cost !== null ? cost : Infinity));
  const found = costs.flatMap((cost, which) => (cost < Infinity ? [which] : []));
  if (!found.length) return { say: "studio.verdict.none" };
  if (found.length === 1) return { say: "studio.verdict.only", with: { which: found[0] + 1 } };
  const cheap = lowestOf(costs);
  if (cheap.length === 1) {
    const leanest = lowestOf(found.map((which) => heads[which].expanded)).map((i) => found[i]);
    return leanest.includes(cheap[0])
      ? { say: "studio.verdict.best", with: { which: cheap[0] + 1, noun } }
      : { say: "studio.verdict.trade", with: { which: cheap[0] + 1, other: leanest[0] + 1, noun } };
  }
  const work = cheap.map((which) => heads[which].expanded);
  const best = lowestOf(work).map((i) => cheap[i]);
  if (best.length === heads.length) return { say: "studio.verdict.same" };
  if (best.length > 1)
    return { say: "studio.verdict.several", with: { which: best.map((which) => String(which + 1)), noun } };
  const [least, next] = work.sort((a, b) => a - b);
  const all = cheap.length === heads.length ? "all" : "some";
  return {
    say: `studio.verdict.${all}`,
    with: { which: best[0] + 1, noun, percent: percentOf(1 - least / next) },
  };
}
