/** The explanation of the current step: sentences that highlight squares, and squares that highlight
 * sentences. */

import { emit, on, onAny } from "../events.js";
import { backend, Refused } from "../backend/backend.js";
import { $, announce, el } from "../page/dom.js";
import { noun, placeWords } from "../board/kinds.js";
import { recordingShown } from "../files/recording.js";
import { figure } from "../../../lib/words.js";
import { titleOf } from "../method/method.js";
import { grouped, language, say, text } from "../page/language.js";
import { whenLetGo } from "../page/press.js";
import { query, solve, withMap } from "../backend/run.js";
import { highlight } from "../board/stage.js";
import { cellOf, explained, placeOf, positionOf, shown, state } from "../state.js";
import { beginWork } from "../backend/work.js";

/** @typedef {import("../backend/backend.js").Fact} Fact */

const WAIT = 70; // milliseconds on a step before its explanation is requested
const WAIT_PLAYING = 240;
/** The facts of the requested steps. @type {Map<string, Fact[]>} */
const known = new Map();
let timer = 0;
let endWait = () => {};
let shownNow = "";
/** The search of the shown sentences. @type {string|undefined} */
let traceShown;
/** The step of the shown sentences, and one that is to be spoken; see `key`. */
let stepFilled = "";
let toSpeak = "";

export function startExplain() {
  onAny(["position", "result", "playing"], () => {
    clearTimeout(timer);
    endWait();
    if (state.playing) timer = window.setTimeout(load, WAIT_PLAYING);
    else if (known.has(key())) render(known.get(key()) ?? []);
    else {
      const now = result();
      if (!now || now.head.trace !== traceShown) render([]); // the shown sentences belong to another search
      loadSoon();
    }
  });
  on("stepped", () => {
    toSpeak = key();
    speak();
  });
  on("world", () => render([]));
  onAny(["language", "explained"], load);
  on("hover", (cell) => light(cell));
}

function loadSoon() {
  const end = beginWork("explanation");
  endWait = end;
  timer = window.setTimeout(() => load().finally(end), WAIT);
}

const result = () => shown()[explained()] ?? shown()[0];
const stepShown = () => Math.min(positionOf(explained()), result()?.replay?.steps ?? 0);
const key = () => `${result()?.head.trace}/${stepShown()}`;

async function load() {
  const now = result();
  if (!now) return;
  const step = stepShown();
  if (!now.replay) return render([{ kind: "figures", say: { say: "studio.explain.live" }, places: [] }]);
  if (step === 0) return render(beginning(now));
  const wanted = key();
  if (!known.has(wanted)) {
    try {
      known.set(wanted, (await backend.explain({ trace: now.head.trace ?? "", step: step - 1 })).facts);
    } catch (error) {
      if (error instanceof Refused && error.code === "unknown_trace") return solve();
      if (!(error instanceof Refused)) return;
      return render([{ kind: "limit", say: error.message, places: [] }]);
    }
    if (known.size > 400) known.delete(known.keys().next().value ?? "");
  }
  if (wanted === key()) render(known.get(wanted) ?? []);
}

/** @param {import("../state.js").Result} now @returns {Fact[]} */
function beginning(now) {
  if (now.replay?.events.intervals && now.replay.steps) return seenFromStart(now.replay);
  if (!now.replay?.steps) {
    const apart = now.head.status === "NO_PATH";
    return [
      { kind: "blocked", say: { say: apart ? "step.no_path.apart" : "studio.explain.blocked" }, places: [] },
    ];
  }
  const [start, goal] = [state.start, state.goal];
  return [
    now.replay.bothEnds
      ? {
          kind: "opened",
          say: {
            say: "studio.explain.begin.both",
            with: { place: placeWords(start), target: placeWords(goal) },
          },
          places: [placeOf(start), placeOf(goal)],
        }
      : {
          kind: "opened",
          say: { say: "studio.explain.begin", with: { place: placeWords(start), noun: noun() } },
          places: [placeOf(start)],
        },
    { kind: "figures", say: { say: "studio.explain.next", with: { noun: noun() } }, places: [] },
  ];
}

/** @param {import("../../../lib/replay.js").Replay} replay of intervals @returns {Fact[]} */
function seenFromStart({ openCount }) {
  const { mesh } = state.map;
  const place = mesh ? `(${mesh.start.map(figure).join(", ")})` : placeWords(state.start);
  const say = { say: "studio.explain.begin.intervals", with: { place, count: openCount } };
  return [{ kind: "opened", say, places: [] }];
}

/** Shows facts as sentences, unless they are shown already: the user may be pointing at them. @param {Fact[]}
 * facts */
function render(facts) {
  const wanted = JSON.stringify([
    language(),
    facts,
    result()?.head.trace,
    stepShown(),
    shown().length,
    explained(),
    state.map.kind,
    state.map.width,
  ]);
  whenLetGo($("panel"), () => {
    if (wanted === shownNow) return;
    shownNow = wanted;
    fill(facts);
  });
}

/** @param {Fact[]} facts */
function fill(facts) {
  const step = stepShown();
  traceShown = result()?.head.trace;
  $("explain-which").textContent = !result()
    ? ""
    : step
      ? say("studio.explain.step", { step: grouped(step) })
      : say("studio.explain.before");
  const kinds = facts.map(({ kind }) => kind);
  emit("facts", kinds);
  const rows = facts.map((fact) => {
    const cells = fact.places.map(cellOf);
    const show = () => {
      highlight(cells);
      emit("fact", fact.kind);
    };
    const hide = () => {
      highlight([]);
      emit("fact", null);
    };
    const row = el(
      "button",
      {
        onmouseenter: show,
        onfocus: show,
        onclick: show,
        onmouseleave: hide,
        onblur: hide,
      },
      el("span", { class: `dot is-${fact.kind}`, "aria-hidden": "true" }),
      el("span", {}, text(fact.say)),
    );
    row.cells = new Set(cells);
    return el("li", {}, row);
  });
  const chose = document.activeElement?.matches("#explain [role=radio]");
  $("explain").replaceChildren(chooser(), el("ul", { class: "sentences", id: "sentences" }, ...rows));
  if (chose)
    /** @type {HTMLElement|null} */ (document.querySelector("#explain [aria-checked=true]"))?.focus();
  if (!facts.length) return;
  stepFilled = key();
  speak();
}

/** Announces the shown sentences, if the user has just gone to their step. */
function speak() {
  if (toSpeak !== stepFilled) return;
  toSpeak = "";
  announce([...document.querySelectorAll("#sentences button")].map((row) => row.textContent).join(" "));
}

/** With two searches: the choice of the one to explain. */
function chooser() {
  if (!state.compare) return el("span", { hidden: true });
  const button = (/** @type {number} */ each) =>
    el(
      "button",
      { role: "radio", "aria-checked": String(explained() === each), onclick: () => choose(each) },
      say("studio.explain.steps_of", { which: each + 1 }),
    );
  return el(
    "div",
    { class: "segments", role: "radiogroup", "aria-label": say("studio.explain.whose") },
    ...shown().map((_, each) => button(each)),
  );
}

/** Explains another search. @param {number} which */
function choose(which) {
  state.explained = which;
  emit("explained");
}

/** Names the explained one of several searches, as above its board. */
export function whose() {
  const algorithm = result()?.head.algorithm;
  const words = state.compare && algorithm ? [el("b", {}, String(explained() + 1)), titleOf(algorithm)] : [];
  return el("p", { class: "muted whose", hidden: !words.length }, ...words);
}

/** Highlights the sentences about a square. @param {number} cell */
function light(cell) {
  for (const row of document.querySelectorAll("#sentences button"))
    row.classList.toggle("lit", /** @type {any} */ (row).cells?.has(cell) ?? false);
}

/** A file of the whole trace, or a picture of this step. @param {string} format @param {boolean} whole
 * @returns {Promise<Parameters<import("../backend/backend.js").Backend["export"]>[0]>} the request */
export async function exportQuery(format, whole) {
  return withMap(async (map) => ({
    ...query(map, 0),
    ...(recordingShown() && { trace: shown()[0]?.head.trace }),
    ...exportLook(format, whole),
  }));
}

/** How a search is written to a file. @param {string} format @param {boolean} whole whether no step alone is meant */
export const exportLook = (format, whole) => ({
  format,
  step: whole || state.atEnd || state.position === 0 ? null : state.position - 1,
  theme: document.documentElement.hasAttribute("data-dark") ? "dark" : "light",
  lang: language(),
});
