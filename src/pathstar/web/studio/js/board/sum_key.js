/** The key for F, G and H, beside the board wherever the numbers are in its squares. */

import { onAny } from "../events.js";
import { fillSumKey } from "../../../lib/sum_key.js";
import { $ } from "../page/dom.js";
import { say } from "../page/language.js";
import { mode, shown, state } from "../state.js";
import { boards, onView, TIGHT } from "./stage.js";

export function startSumKey() {
  onAny(["result", "options", "layers", "language", "world"], render);
  onView(render);
}

/** Whether the numbers can be seen. */
const visible = () =>
  !state.compare &&
  mode() === "search" &&
  Boolean(shown()[0]?.replay) &&
  !shown()[0]?.replay?.events.intervals && // those have no room for numbers
  state.layers.marks &&
  Boolean(boards[0]?.wordy);

function render() {
  const key = $("sum-key");
  key.hidden = !visible();
  const result = shown()[0];
  if (!result?.replay || key.hidden) return;
  const { usesG, bothEnds } = result.replay;
  const { weight, open_list: openList } = result.head;
  fillSumKey(key, say, { usesG, weight, openList }, bothEnds ? "both" : "start");
  key.hidden = boards[0].size.height < TIGHT && covers(key);
}

/** Whether a key lies over the squares. @param {HTMLElement} key */
function covers(key) {
  const { view, layout } = boards[0];
  const stage = $("board-1").getBoundingClientRect();
  const box = key.getBoundingClientRect();
  const right = stage.left + view.x + view.scale * layout.size[0];
  const bottom = stage.top + view.y + view.scale * layout.size[1];
  return box.left < right && box.top < bottom;
}
