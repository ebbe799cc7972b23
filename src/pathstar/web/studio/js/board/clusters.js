/** The layer of clusters, into which an index divides the board, and a path over them. */

import { backend } from "../backend/backend.js";
import { query, upToDate, withMap } from "../backend/run.js";
import { emit, on, onAny } from "../events.js";
import { reasonOf } from "../page/complain.js";
import { $ } from "../page/dom.js";
import { grouped, say } from "../page/language.js";
import { mode, shown, state } from "../state.js";
import { isHex, isUpright } from "./kinds.js";
import { overlay } from "./overlays.js";

/** The clusters of the shown board, once they have arrived. @type {import("../backend/backend.js").TwoTiers|null} */
let tiers = null;
let refusal = "";
/** @type {AbortController|null} */
let abort = null;

export function startClusters() {
  on("asked", forget);
  onAny(["result", "layers"], load);
  onAny(["position", "language"], show);
}

/** Shows the layer, or hides it. @param {boolean} wanted */
export function showClusters(wanted) {
  if (state.layers.clusters === wanted) return;
  state.layers.clusters = wanted;
  emit("layers");
}

const wanted = () => state.layers.clusters && (isUpright() || isHex()) && mode() === "search";

function forget() {
  abort?.abort();
  abort = tiers = null;
  refusal = "";
  show();
}

async function load() {
  if (wanted() && !tiers && !abort && upToDate() && shown()[0]) {
    const { signal } = (abort = new AbortController());
    try {
      tiers = await withMap((map) => backend.twoTiers(query(map, 0), signal), signal);
    } catch (error) {
      if (signal.aborted) return; // another search has begun, and will load its own
      refusal = reasonOf(error);
    }
  }
  show();
}

function show() {
  const given = wanted() ? tiers : null;
  const over = shown().every((result) => !result?.replay || state.position >= result.replay.steps);
  overlay({ clusters: given, legs: over ? (given?.legs ?? []) : [] });
  $("two-tiers").hidden = !wanted() || !(given || refusal);
  $("two-tiers").textContent = given ? words(given) : refusal;
}

/** @param {import("../backend/backend.js").TwoTiers} given */
function words({ legs, cost, best }) {
  if (cost === null || best === null) return say("studio.tiers.none");
  const more = best > 0 ? 100 * (cost / best - 1) : 0;
  const values = { count: legs.length, cost: grouped(cost, 3) };
  return more < 0.005
    ? say("studio.tiers.best", values)
    : say("studio.tiers.more", { ...values, percent: grouped(more, 2) });
}
