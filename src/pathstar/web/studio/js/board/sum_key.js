/** The key for F, G and H, beside the board wherever the numbers are in its squares. */

import { onAny } from "../events.js";
import { $, el } from "../page/dom.js";
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
  const head = shown()[0]?.head;
  if ($("sum-key").hidden || !head) return;
  const greedy = !shown()[0]?.replay?.usesG;
  const weighted = !greedy && head.weight !== 1 && head.weight !== 0;
  const letters = greedy ? ["H"] : ["F", "G", "H"];
  const lines = greedy
    ? [["H", say("studio.sum.key.h.only")]]
    : [
        ["F", say("studio.sum.key.f")],
        ["G", say("studio.sum.key.g")],
        ["H", weighted ? say("studio.sum.key.h.weighted", { weight: head.weight }) : say("studio.sum.key.h")],
      ];
  $("sum-key").replaceChildren(
    el(
      "span",
      { class: "sum-square", "aria-hidden": "true" },
      ...letters.map((letter) => el("b", { class: `at-${letter.toLowerCase()}` }, letter)),
    ),
    el("dl", {}, ...lines.flatMap(([letter, text]) => [el("dt", {}, letter), el("dd", {}, text)])),
  );
}
