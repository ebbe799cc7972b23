/** A small chart of cost against turning, with a dot for each position of the slider. */

import { say } from "../page/language.js";

const WIDTH = 300;
const HEIGHT = 130;
const EDGE = { left: 12, right: 12, top: 20, bottom: 22 };
const SPACE = "http://www.w3.org/2000/svg";

/** @param {string} tag @param {Record<string, string|number>} properties @param {string} [words] */
function draw(tag, properties, words) {
  const made = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(properties)) made.setAttribute(name, String(value));
  if (words) made.textContent = words;
  return made;
}

/** Values that differ by less, as a share, are the same but for rounding. */
const SAME = 1e-9;

/** @param {number[]} values @param {number} from @param {number} to @returns {(value: number) => number} where a
 * value lies on an axis */
export function scale(values, from, to) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (high - low <= SAME * Math.abs(high)) return () => (from + to) / 2;
  return (value) => from + ((value - low) / (high - low)) * (to - from);
}

/** @param {import("../backend/backend.js").Smoothed} lines @param {number} at the position of the slider */
export function chart({ before, rows }, at) {
  const all = [before, ...rows];
  const costs = all.map(({ cost }) => cost ?? 0);
  const x = scale(
    all.map(({ turning }) => turning),
    EDGE.left,
    WIDTH - EDGE.right,
  );
  const y = scale(costs, HEIGHT - EDGE.bottom, EDGE.top);
  const spots = all.map(({ turning }, i) => [x(turning), y(costs[i])]);
  const svg = draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "img" });
  svg.setAttribute("aria-label", say("studio.smooth.chart"));
  svg.append(
    draw("path", { class: "axis", d: `M${EDGE.left / 2} 4V${HEIGHT - 14}H${WIDTH}` }),
    draw("text", { x: 10, y: 12 }, say("studio.smooth.cost")),
    draw("text", { x: WIDTH, y: HEIGHT - 2, "text-anchor": "end" }, say("studio.smooth.degrees")),
    draw("polyline", {
      points: spots
        .slice(1)
        .map((spot) => spot.join(","))
        .join(" "),
    }),
    draw("rect", { class: "before", x: spots[0][0] - 4, y: spots[0][1] - 4, width: 8, height: 8 }),
    ...spots.slice(1).map(([cx, cy]) => draw("circle", { cx, cy, r: 3 })),
    draw("circle", { class: "now", cx: spots[at + 1][0], cy: spots[at + 1][1], r: 6.5 }),
  );
  return svg;
}
