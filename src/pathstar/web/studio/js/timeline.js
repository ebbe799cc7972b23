/** The timeline under the board: run, step, scrub, speed; behind it how long the open list was. */

import { $, el, setIcon } from "./dom.js";
import { goTo, pace, pause, step, toggle } from "./player.js";
import { emit, on, shown, state, steps } from "./state.js";

const NARROW = 700; // pixels of the board's width below which words are short; layout.css has the same
const SPEEDS = [1, 3, 10, 30, 100, 300, 1000, 10000];

export function startTimeline() {
  $("first").onclick = () => (pause(), goTo(0));
  $("last").onclick = () => (pause(), goTo(steps()));
  $("back").onclick = () => step(-1);
  $("forward").onclick = () => step(1);
  $("play").onclick = toggle;
  const speed = $("speed");
  speed.append(el("option", { value: "auto" }, "auto"));
  for (const rate of SPEEDS) speed.append(el("option", { value: String(rate) }, `${rate.toLocaleString("en")}/s`));
  speed.value = state.speed;
  speed.onchange = () => ((state.speed = speed.value), emit("view"));
  $("scrub").addEventListener("input", () => {
    pause();
    goTo(Number($("scrub").value));
  });
  on("position", showPosition);
  on("result world", () => (showPosition(), drawShape()));
  on("playing", showPlaying);
  on("theme", drawShape);
  new ResizeObserver(drawShape).observe($("track-shape"));
  new ResizeObserver(showPosition).observe($("boards"));
}

function showPosition() {
  const scrub = $("scrub");
  const most = steps();
  scrub.max = String(most);
  scrub.value = String(state.position);
  scrub.disabled = most === 0;
  scrub.style.setProperty("--done", `${most ? (100 * state.position) / most : 0}%`);
  const words = most ? `Step ${state.position.toLocaleString("en")} of ${most.toLocaleString("en")}` : shown().some(Boolean) ? "No steps" : "Searching …";
  scrub.setAttribute("aria-valuetext", words);
  const brief = $("boards").clientWidth < NARROW && most ? words.replace("Step ", "").replace(" of ", " / ") : words;
  if ($("step-words").textContent !== brief) $("step-words").textContent = brief;
  $("back").disabled = $("first").disabled = state.position === 0;
  $("forward").disabled = $("last").disabled = state.position >= most;
  $("play").disabled = most === 0;
}

function showPlaying() {
  setIcon($("play"), state.playing ? "pause" : "play");
  $("play").setAttribute("aria-label", state.playing ? "Pause" : "Run");
  $("play").title = `${state.playing ? "Pause" : `Run at ${Math.round(pace()).toLocaleString("en")} steps a second`} (P)`;
}

/** How many squares were open after each step, as a faint shape. */
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
    lengths.forEach((length, i) => context.lineTo((i / Math.max(1, lengths.length - 1)) * reach, canvas.height - (length / top) * (canvas.height - 2 * ratio)));
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

/** @param {import("../../lib/replay.js").Replay} replay @param {number} room @returns {number[]} lengths of the open list at evenly spread steps */
function openLengths(replay, room) {
  const { type } = replay.events;
  const count = Math.min(replay.steps + 1, Math.max(2, Math.floor(room / 2)));
  const lengths = [];
  let [open, event] = [0, 0];
  for (let i = 0; i < count; i++) {
    const end = replay.eventsBy(Math.round((i * replay.steps) / (count - 1)));
    for (; event < end; event++) {
      if (type[event] === 0 || type[event] === 3) open++;
      else if (type[event] === 2) open--;
    }
    lengths.push(Math.max(0, open));
  }
  return lengths;
}
