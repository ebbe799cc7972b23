/** The timeline under the board: run, step, scrub, speed; behind it the length of the open list. */

import { on, onAny } from "../events.js";
import { OPEN } from "../../../lib/replay.js";
import { $, el, setIcon } from "../page/dom.js";
import { grouped, say } from "../page/language.js";
import { pace, player } from "./player.js";
import { shown, state, steps } from "../state.js";

const NARROW = 700; // width of the board in pixels below which words are short, as in layout.css
const SPEEDS = [1, 3, 10, 30, 100, 300, 1000, 10000];

export function startTimeline() {
  $("first").onclick = () => player.jump(0);
  $("last").onclick = () => player.jump(Infinity);
  $("back").onclick = () => player.step(-1);
  $("forward").onclick = () => player.step(1);
  $("play").onclick = () => player.toggle();
  offerSpeeds();
  $("speed").onchange = () => ((state.speed = $("speed").value), showPlaying());
  $("scrub").addEventListener("input", () => player.jump(Number($("scrub").value)));
  on("position", showPosition);
  on("language", () => (offerSpeeds(), showPosition(), showPlaying()));
  onAny(["result", "world"], () => (showPosition(), showPlaying(), drawShape()));
  on("playing", showPlaying);
  on("theme", drawShape);
  new ResizeObserver(drawShape).observe($("track-shape"));
  new ResizeObserver(showPosition).observe($("boards"));
}

function offerSpeeds() {
  const rates = SPEEDS.map((rate) =>
    el("option", { value: String(rate) }, say("studio.speed.rate", { rate: grouped(rate) })),
  );
  $("speed").replaceChildren(el("option", { value: "auto" }, say("studio.speed.auto")), ...rates);
  $("speed").value = state.speed;
}

/** @returns {string} the text for no steps, or none yet */
const noSteps = () =>
  shown().some(Boolean) || state.refusal !== null ? say("studio.step.none") : say("studio.searching.dots");

function showPosition() {
  const scrub = $("scrub");
  const most = steps();
  scrub.max = String(most);
  scrub.value = String(state.position);
  scrub.disabled = most === 0;
  scrub.style.setProperty("--done", `${most ? (100 * state.position) / most : 0}%`);
  const values = { step: grouped(state.position), steps: grouped(most) };
  scrub.setAttribute("aria-valuetext", most ? say("studio.step", values) : noSteps());
  const narrow = $("boards").clientWidth < NARROW;
  const brief = most ? say(narrow ? "studio.step.brief" : "studio.step", values) : noSteps();
  if ($("step-words").textContent !== brief) $("step-words").textContent = brief;
  $("back").disabled = $("first").disabled = state.position === 0 || most === 0;
  $("forward").disabled = $("last").disabled = state.position >= most;
  $("play").disabled = most === 0;
}

function showPlaying() {
  setIcon($("play"), state.playing ? "pause" : "play");
  $("play").setAttribute("aria-label", state.playing ? say("studio.pause") : say("studio.run"));
  const count = Math.round(pace());
  $("play").title = state.playing
    ? say("studio.pause.title")
    : say("studio.run.title", { count, pace: grouped(count) });
}

/** The number of open squares after each step, as a faint shape. */
function drawShape() {
  const canvas = $("track-shape");
  const context = canvas.getContext("2d");
  const ratio = Math.min(2, devicePixelRatio);
  canvas.width = Math.max(1, canvas.clientWidth * ratio);
  canvas.height = Math.max(1, canvas.clientHeight * ratio);
  const colours = getComputedStyle(document.documentElement);
  for (const [which, result] of shown().entries()) {
    if (!result?.replay?.steps) continue;
    const lengths = openLengths(result.replay, canvas.width);
    const top = Math.max(...lengths);
    const reach = (canvas.width * result.replay.steps) / Math.max(1, steps());
    context.beginPath();
    context.moveTo(0, canvas.height);
    lengths.forEach((length, i) =>
      context.lineTo(
        (i / Math.max(1, lengths.length - 1)) * reach,
        canvas.height - (length / top) * (canvas.height - 2 * ratio),
      ),
    );
    context.lineTo(reach, canvas.height);
    context.fillStyle = context.strokeStyle = colours.getPropertyValue(which ? "--path" : "--closed");
    context.globalAlpha = which ? 0 : 0.22;
    context.fill();
    context.globalAlpha = 0.7;
    context.lineWidth = ratio;
    context.setLineDash(which ? [4, 4] : []);
    context.stroke();
  }
}

/** @param {import("../../../lib/replay.js").Replay} replay @param {number} room @returns {number[]} lengths of
 * the open list at evenly spaced steps */
function openLengths(replay, room) {
  const isOpen = (/** @type {number} */ event) => Number(replay.markAfter(event) === OPEN);
  const count = Math.min(replay.steps + 1, Math.max(2, Math.floor(room / 2)));
  const lengths = [];
  let [open, event] = [0, 0];
  for (let i = 0; i < count; i++) {
    const end = replay.eventsBy(Math.round((i * replay.steps) / (count - 1)));
    for (; event < end; event++) open += isOpen(event) - isOpen(replay.previous[event]);
    lengths.push(open);
  }
  return lengths;
}
