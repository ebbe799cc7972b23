/** The card of unknown ground: how a unit sees, its walk, and what its plans cost beside new searches. */

import { during } from "../backend/work.js";
import { onAny } from "../events.js";
import { isUpright } from "../board/kinds.js";
import { $, choice, el, numberField } from "../page/dom.js";
import { grouped, keyOf, say } from "../page/language.js";
import { keepFold } from "../page/tabs.js";
import { whenLetGo } from "../page/press.js";
import { state } from "../state.js";
import { begin, leave, settings, walk } from "./walk.js";

const PACES = [1, 2, 4, 8, 16, 32];

export function startWalkPanel() {
  onAny(["options", "world", "language", "layers"], () => whenLetGo($("card-walk"), render));
  onAny(["walk"], follow);
  keepFold("walk");
  render();
}

/** @param {string} id @param {string} words @param {() => void} onclick @param {string} [kind] */
const button = (id, words, onclick, kind = "plain-word") => el("button", { id, class: kind, onclick }, words);

function render() {
  $("card-walk").hidden = state.game || !isUpright();
  if (state.walk) $("walk-fold").open = true;
  $("walk-controls").replaceChildren(
    el("p", { class: "muted" }, say(state.walk ? "studio.walk.how.now" : "studio.walk.how")),
    state.walk ? pace() : sight(),
    state.walk ? going() : starting(),
    el("div", { id: "walk-words" }),
  );
  follow();
}

/** How the unit sees. */
function sight() {
  const looks = el("input", {
    type: "checkbox",
    id: "walk-sight",
    checked: settings.sight,
    onchange: () => (settings.sight = looks.checked),
  });
  return el(
    "div",
    { class: "pair" },
    numberField(say("studio.walk.radius"), settings.radius, { min: 1.5, max: 64, step: 0.5 }, (value) => {
      settings.radius = value ?? 4;
    }),
    el("label", { class: "check" }, looks, say("studio.walk.sight")),
  );
}

/** How fast it walks. */
const pace = () =>
  choice(
    say("studio.walk.pace"),
    PACES.map((each) => ({ value: String(each), words: grouped(each) })),
    String(settings.pace),
    (value) => (settings.pace = Number(value)),
  );

const starting = () =>
  el(
    "div",
    { class: "pair" },
    button("walk-go", say("studio.walk.go"), () => begin(false), "plain-word strong"),
    button("walk-explore", say("studio.walk.explore"), () => begin(true)),
  );

const going = () =>
  el(
    "div",
    { class: "buttons" },
    button("walk-play", "", play),
    button("walk-step", say("studio.walk.step"), () => during("walk", async () => walk?.stride(1))),
    button("walk-again", say("studio.walk.again"), () => walk && begin(walk.explores)),
    button("walk-leave", say("studio.walk.leave"), leave),
  );

function play() {
  if (walk) walk.playing = !walk.playing;
  follow();
}

/** Shows how far the unit is, and what its plans have cost. */
function follow() {
  if (!walk || !$("walk-play")) return;
  $("walk-play").textContent = walk.playing ? say("studio.pause") : say("studio.run");
  for (const id of ["walk-play", "walk-step"]) $(id).disabled = !walk.walking;
  const { last, unseen } = walk;
  if (!last) return;
  const seen = 100 * (1 - unseen.reduce((sum, each) => sum + each, 0) / unseen.length);
  const status = last.status.replace(" ", "_");
  $("walk-words").replaceChildren(
    el("p", { id: "walk-status", role: "status" }, say(keyOf(`studio.walk.status.${status}`))),
    el(
      "p",
      { class: "muted" },
      say("studio.walk.figures", {
        steps: grouped(last.trail.length - 1),
        cost: grouped(last.cost, 2),
        seen: grouped(seen),
      }),
    ),
    ...(last.plans ? [work(last)] : []),
  );
}

/** The squares that its plans expanded beside those that searches from the beginning expand.
 * @param {import("../backend/backend.js").Stride} last */
function work({ plans, repaired, fresh }) {
  const most = Math.max(1, repaired, fresh);
  const row = (/** @type {string} */ words, /** @type {number} */ count) => {
    const bar = el("span", { class: "bar-cell" });
    bar.style.width = `${Math.max(2, (110 * count) / most)}px`;
    return el("tr", {}, el("th", { scope: "row" }, words), el("td", {}, bar), el("td", {}, grouped(count)));
  };
  return el(
    "table",
    { id: "walk-work" },
    el("caption", {}, say("studio.walk.plans", { count: plans })),
    el("tbody", {}, row(say("studio.walk.repaired"), repaired), row(say("studio.walk.fresh"), fresh)),
  );
}
