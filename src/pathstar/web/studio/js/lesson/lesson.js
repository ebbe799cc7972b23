/** Stepping through the lesson: each step shows its map, its options and its moment on the board. */

import { emit, on } from "../events.js";
import { backend } from "../backend/backend.js";
import { $, announce, choice, el, notice } from "../page/dom.js";
import { keyOf, named, say } from "../page/language.js";
import { CHAPTERS, drawn } from "./lessons.js";
import { emptyMap, setWorld, worldOf } from "../board/map.js";
import { pause } from "../steps/player.js";
import { timeWords } from "../method/result.js";
import { reveal } from "../page/reveal.js";
import { query, withMap } from "../backend/run.js";
import { highlight } from "../board/stage.js";
import { cellOf, plainMethod, shown, state, steps } from "../state.js";
import { during } from "../backend/work.js";

const STEPS = CHAPTERS.flatMap((chapter, number) =>
  chapter.steps.map((step, i) => ({ ...step, chapter: number, first: i === 0 })),
);
const LISTS = ["unsorted", "sorted", "heap", "bucket"];
let at = 0;
/** The user's state before the lesson. @type {any} */
let kept = null;
/** What to show on the board as soon as the result of the search arrives. @type {(() => void)|null} */
let due = null;

export function startLesson() {
  $("learn").onclick = () => (state.lesson ? leave() : begin());
  on("language", () => state.lesson && (render(setting(at)), STEPS[at].measure && measure()));
  on("result", () => {
    if (!due || !shown().every((result) => result?.replay)) return;
    const show = due;
    due = null;
    queueMicrotask(show);
  });
}

/** Begins the lesson. @param {number} [step] */
export function begin(step = 0) {
  if (!state.lesson) {
    const { map, start, goal, methods, rules, compare, position, atEnd } = state;
    kept = { world: { map, start, goal }, options: { methods, rules, compare }, position, atEnd };
  }
  state.lesson = true;
  $("learn").setAttribute("aria-pressed", "true");
  go(step);
}

function leave() {
  state.lesson = false;
  due = null;
  $("learn").setAttribute("aria-pressed", "false");
  $("card-lesson").hidden = true;
  if (kept) {
    Object.assign(state, kept.options, { position: kept.position, atEnd: kept.atEnd });
    setWorld(kept.world);
    emit("options");
  }
  emit("tabs", null);
}

/** Everything that a step inherits from those before it, so that the lesson can begin anywhere. @param
 * {number} number */
function setting(number) {
  const from =
    number -
    STEPS.slice(0, number + 1)
      .reverse()
      .findIndex((step) => step.rows || step.made);
  const merged = { ...STEPS[from] };
  for (let i = from + 1; i <= number; i++) merged.rules = STEPS[i].rules ?? merged.rules;
  for (let i = from + 1; i <= number; i++) merged.method = STEPS[i].method ?? merged.method;
  return {
    ...STEPS[number],
    rows: merged.rows,
    made: merged.made,
    rules: merged.rules,
    method: merged.method,
  };
}

/** @param {number} number */
function go(number) {
  return during("lesson", () => showStep(number));
}

/** @param {number} number */
async function showStep(number) {
  due = null;
  at = Math.max(0, Math.min(STEPS.length - 1, number));
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
  setWorld(world);
  emit("options");
}

/** @param {number} number @returns {string} */
const chapterWords = (number) => say(keyOf(`chapter.${CHAPTERS[number].name}`));

/** @param {any} step @returns {Promise<import("../board/map.js").World|null>} */
async function worldFor(step) {
  if (step.made) {
    try {
      return worldOf(await backend.generate({ kind: "squares", ...step.made }));
    } catch (error) {
      notice(/** @type {Error} */ (error).message);
      return null;
    }
  }
  const { width, height, costs, start, goal } = drawn(step.rows);
  const map = {
    ...emptyMap(width, height),
    ...named({
      say: "studio.map.lesson",
      with: { chapter: { say: `chapter.${CHAPTERS[step.chapter].name}` } },
    }),
  };
  costs.forEach((cost, cell) => {
    let code = map.palette.findIndex((kind) => kind.cost === cost);
    if (code < 0) code = map.palette.push({ cost, name: "" }) - 1;
    map.codes[cell] = code;
  });
  return { map, start, goal };
}

/** @param {any} step */
function showMoment(step) {
  state.atEnd = step.at === "end";
  state.position = step.at === "end" ? steps() : Math.min(step.at, steps());
  emit("position");
  state.selected = step.square ? cellOf(step.square) : -1;
  emit("select");
  emit("tabs", "lesson"); // on a small screen the text stays visible
  highlight((step.lights ?? []).map(cellOf));
  if (step.measure) measure();
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
  announce([title, ...paragraphs].join(" ").replaceAll(/\*\*|\]\([a-z]+\)|\[/g, ""));
}

/** @param {string} text */
const paragraph = (text) => el("p", {}, ...marked(text));

/** Text that reveals a part of the page. @param {string} words @param {string} name of the part */
function pointer(words, name) {
  const show = () => {
    const { square } = STEPS[at];
    if (name === "square" && square && state.selected < 0) {
      state.selected = cellOf(square);
      emit("select");
    }
    reveal(name);
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

/** Measures the open lists on the map of this step, and shows their times as bars. */
async function measure() {
  const step = at;
  const holder = $("measured");
  holder.replaceChildren(
    el("p", { class: "status" }, el("span", { class: "spinner" }), say("studio.measuring")),
  );
  try {
    const reply = await withMap((map) =>
      backend.measure({ ...query(map, 0, { open_list: null, ties: null }), open_lists: LISTS }),
    );
    if (step !== at) return;
    const longest = Math.max(...reply.rows.map((row) => row.seconds));
    const rows = reply.rows.map((row) => {
      const bar = el("span", { class: "bar-cell" });
      bar.style.width = `${Math.max(2, (110 * row.seconds) / longest)}px`;
      return el(
        "tr",
        {},
        el("th", { scope: "row" }, say(keyOf(`open_list.${row.open_list}`))),
        el("td", {}, bar),
        el(
          "td",
          {},
          row.finished
            ? timeWords(row.seconds)
            : say("studio.measured.over", { time: timeWords(row.seconds) }),
        ),
      );
    });
    holder.replaceChildren(
      el(
        "table",
        { id: "measured-table" },
        el("caption", { class: "unseen" }, say("studio.measured")),
        el("tbody", {}, ...rows),
      ),
    );
  } catch (error) {
    holder.textContent = /** @type {Error} */ (error).message;
  }
}
