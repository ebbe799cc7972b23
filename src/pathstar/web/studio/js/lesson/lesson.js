/** Stepping through the lesson: each step shows its map, its options and its moment on the board. */

import { emit, on } from "../events.js";
import { $, announce, choice, el } from "../page/dom.js";
import { keyOf, say } from "../page/language.js";
import { CHAPTERS } from "./lessons.js";
import { showClusters } from "../board/clusters.js";
import { setWorld } from "../board/map.js";
import { history } from "../board/undo.js";
import { keepQuiet } from "../method/spoken.js";
import { pause } from "../steps/player.js";
import { reveal } from "../page/reveal.js";
import { smoothBy } from "../smooth/panel.js";
import { highlight } from "../board/stage.js";
import { measure } from "./measured.js";
import { enact, setting, STEPS, worldFor } from "./scene.js";
import { cellOf, plainMethod, shown, state, steps } from "../state.js";
import { during } from "../backend/work.js";

const WHERE = "pathstar-lesson";
let at = 0;
/** The user's state before the lesson. @type {any} */
let kept = null;
/** What to show on the board as soon as the result of the search arrives. @type {(() => void)|null} */
let due = null;

export function startLesson() {
  $("learn").onclick = () => (state.lesson ? leave() : begin(stepBefore()));
  on("language", () => state.lesson && (render(setting(at)), STEPS[at].measure && measure(() => true)));
  on("result", () => {
    if (!due || !shown().every((result) => result?.replay)) return;
    const show = due;
    due = null;
    queueMicrotask(show);
  });
}

/** The step at which a page was that has been loaded again meanwhile, or the first one. @returns {number} */
const stepBefore = () =>
  Math.max(
    0,
    STEPS.findIndex(({ name }) => name === sessionStorage.getItem(WHERE)),
  );

/** Begins the lesson. @param {number} [step] */
export function begin(step = 0) {
  if (!state.lesson) {
    const { map, start, goal, methods, rules, compare, position, atEnd, smooth, layers } = state;
    const options = { methods, rules, compare };
    const world = { map, start, goal };
    kept = { world, history: history(), options, position, atEnd, smooth, clusters: layers.clusters };
  }
  state.lesson = true;
  $("learn").setAttribute("aria-pressed", "true");
  go(step);
}

function leave() {
  state.lesson = false;
  due = null;
  sessionStorage.removeItem(WHERE);
  $("learn").setAttribute("aria-pressed", "false");
  $("card-lesson").hidden = true;
  if (kept) {
    Object.assign(state, kept.options, { position: kept.position, atEnd: kept.atEnd });
    smoothBy(kept.smooth);
    showClusters(kept.clusters);
    setWorld(kept.world, kept.history);
    emit("options");
  }
  emit("tabs", null);
}

/** @param {number} number */
function go(number) {
  return during("lesson", () => showStep(number));
}

/** @param {number} number */
async function showStep(number) {
  due = null;
  at = Math.max(0, Math.min(STEPS.length - 1, number));
  sessionStorage.setItem(WHERE, STEPS[at].name);
  const step = setting(at);
  pause();
  render(step);
  const world = await worldFor(step);
  if (!world || !state.lesson || step.name !== STEPS[at].name) return;
  Object.assign(state, {
    rules: { ...state.rules, ...step.rules },
    methods: [
      { ...plainMethod(), ...step.method },
      { ...plainMethod(), ...(step.other ?? { algorithm: "dijkstra" }) },
    ],
    compare: Boolean(step.other),
    atEnd: step.at === "end",
    position: step.at === "end" ? 0 : step.at,
  });
  due = () => showMoment(step);
  smoothBy(step.smooth ?? "none");
  showClusters(Boolean(step.clusters));
  setWorld(world);
  keepQuiet();
  emit("options");
}

/** @param {number} number @returns {string} */
const chapterWords = (number) => say(keyOf(`chapter.${CHAPTERS[number].name}`));

/** @param {any} step */
function showMoment(step) {
  state.atEnd = step.at === "end";
  state.position = step.at === "end" ? steps() : Math.min(step.at, steps());
  emit("position");
  state.selected = step.square ? cellOf(step.square) : -1;
  emit("select");
  emit("tabs", "lesson"); // on a small screen the text stays visible
  highlight((step.lights ?? []).map(cellOf));
  if (step.measure) {
    const page = at;
    measure(() => page === at);
  }
  if (step.walk || step.game) during("lesson", () => enact(step));
}

/** @param {any} step */
function render(step) {
  const title = say(keyOf(`lesson.${step.name}.title`));
  const paragraphs = say(keyOf(`lesson.${step.name}.text`)).split("\n");
  const chapter = CHAPTERS[step.chapter];
  const inside = chapter.steps.findIndex((each) => each.name === step.name);
  const chapters = CHAPTERS.map((_, i) => ({
    value: String(i),
    words: say("studio.lesson.numbered", { number: i + 1, name: chapterWords(i) }),
  }));
  const jump = choice(say("studio.lesson.chapter"), chapters, String(step.chapter), (value) =>
    go(STEPS.findIndex((each) => each.chapter === Number(value))),
  );
  jump.firstChild.className = "unseen";
  $("card-lesson").replaceChildren(
    el(
      "div",
      { class: "card-head" },
      jump,
      el("button", { class: "plain-word", id: "lesson-leave", onclick: leave }, say("studio.lesson.leave")),
    ),
    el("h2", { id: "lesson-title", tabIndex: -1 }, title),
    el(
      "div",
      { class: "words" },
      ...paragraphs.map(paragraph),
      step.attempt ? el("p", { class: "try" }, ...marked(say(keyOf(`lesson.${step.name}.try`)))) : null,
    ),
    el("div", { id: "measured" }),
    el(
      "div",
      { class: "lesson-foot" },
      el(
        "button",
        { class: "plain-word", id: "lesson-back", disabled: at === 0, onclick: () => go(at - 1) },
        say("studio.lesson.back"),
      ),
      el(
        "span",
        {
          class: "dots",
          role: "img",
          "aria-label": say("studio.lesson.part", { part: inside + 1, parts: chapter.steps.length }),
        },
        ...chapter.steps.map((_, i) => el("i", { class: i === inside ? "on" : "" })),
      ),
      at === STEPS.length - 1
        ? el(
            "button",
            { class: "strong plain-word", id: "lesson-next", onclick: leave },
            say("studio.lesson.finish"),
          )
        : el(
            "button",
            { class: "strong plain-word", id: "lesson-next", onclick: () => go(at + 1) },
            say("studio.lesson.next"),
          ),
    ),
  );
  $("card-lesson").hidden = false;
  $("card-lesson").scrollTop = $("panel").scrollTop = 0;
  emit("tabs", "lesson");
  const read = [...$("card-lesson").querySelectorAll("h2, .words p")].map(({ textContent }) => textContent);
  announce(read.join(" "));
}

/** @param {string} text */
const paragraph = (text) => el("p", {}, ...marked(text));

/** Text that reveals a part of the page. @param {string} words @param {string} name of the part */
function pointer(words, name) {
  const show = (/** @type {MouseEvent} */ event) => {
    const { square } = STEPS[at];
    if (name === "square" && square && state.selected < 0) {
      state.selected = cellOf(square);
      emit("select");
    }
    reveal(name, event.detail === 0); // no click of a pointer
  };
  return el("button", { class: "place", onclick: show }, words);
}

/** @param {string} text @returns {Node[]} text with bold words and squares that light up */
function marked(text) {
  return text.split(/(\*\*[^*]+\*\*|\{\d+,\d+\}|\[[^\]]+\]\([a-z]+\))/).map((part) => {
    if (part.startsWith("**")) return el("strong", {}, part.slice(2, -2));
    if (part.startsWith("[")) {
      const [words, name] = part.slice(1, -1).split("](");
      return pointer(words, name);
    }
    if (!part.startsWith("{")) return document.createTextNode(part);
    const place = /** @type {[number, number]} */ (part.slice(1, -1).split(",").map(Number));
    const show = () => highlight([cellOf(place)]);
    const hide = () => highlight((STEPS[at].lights ?? []).map(cellOf));
    return el(
      "button",
      { class: "place", onmouseenter: show, onfocus: show, onclick: show, onmouseleave: hide, onblur: hide },
      `(${place.join(", ")})`,
    );
  });
}
