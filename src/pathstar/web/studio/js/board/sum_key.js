/** The key for F, G and H, beside the board wherever the numbers are in its squares. */

import { onAny } from "../events.js";
import { fillSumKey } from "../../../lib/sum_key.js";
import { $ } from "../page/dom.js";
import { say } from "../page/language.js";
import { mode, shown, state } from "../state.js";
import { boards, onView } from "./stage.js";

export function startSumKey() {
  onAny(["result", "options", "layers", "language", "world"], render);
  onView(render);
}

/** Whether the numbers can be seen. */
const visible = () =>
  !state.compare &&
  mode() === "search" &&
  Boolean(shown()[0]?.replay) &&
  state.layers.marks &&
  Boolean(boards[0]?.wordy);

function render() {
  $("sum-key").hidden = !visible();
  const result = shown()[0];
  if (result?.replay && visible()) fillSumKey($("sum-key"), say, result.replay.usesG, result.head.weight);
}
