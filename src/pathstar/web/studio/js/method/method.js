/** The choices in the panel: algorithms and their options, the rules of moving, and their guarantees. */

import { emit, on, onAny } from "../events.js";
import { algorithms, heuristics, methodOf, usual } from "../backend/choices.js";
import { $, choice, el, icon, numberField, segments } from "../page/dom.js";
import { family, isGraph, isMesh, isTiled, titled } from "../board/kinds.js";
import { keyOf, say } from "../page/language.js";
import { recordingShown } from "../files/recording.js";
import { keepFold } from "../page/tabs.js";
import { whenLetGo } from "../page/press.js";
import { compared, MOST_COMPARED, plainMethod, state, theTable } from "../state.js";
import { remember } from "../board/undo.js";

const LARGEST_UNIT = 8; // squares along a side
/** @type {Set<string>} the open details */
let opened = new Set();

export function startMethod() {
  on("world", () => (asksOwnCosts = false));
  onAny(["options", "table", "world", "dead_ends", "language"], () => whenLetGo($("card-method"), render));
  on("result", () => whenLetGo($("card-method"), showAbout));
  $("compare").onclick = () => change({ say: "studio.deed.compare" }, () => (state.compare = !state.compare));
  $("add-method").onclick = () => change({ say: "studio.deed.compare" }, addMethod);
  keepFold("method");
}

/** Adds the first method to the comparison that is not in it yet. */
function addMethod() {
  const taken = new Set(state.methods.map(({ algorithm }) => algorithm));
  const row = algorithms().find(({ name }) => !taken.has(name)) ?? algorithms()[0];
  state.methods = [...state.methods, { ...plainMethod(), algorithm: row.name }];
}

/** Whether the user asks for step costs of their own, which may still be the usual ones. */
let asksOwnCosts = false;

const snapshot = () => JSON.stringify({ methods: state.methods, rules: state.rules, compare: state.compare });
/** @param {string} kept */
const restore = (kept) => {
  Object.assign(state, JSON.parse(kept));
  emit("options");
};

/** Changes options, with undo. @param {import("../page/language.js").Value} words @param {() => void} apply */
export function change(words, apply) {
  const before = snapshot();
  apply();
  const after = snapshot();
  if (after === before) return;
  remember({ words, undo: () => restore(before), redo: () => restore(after) });
  emit("options");
}

/**
 * Choices in the language of the page.
 * @param {string[]} names @param {(name: string) => string} keyFor the key of each name; with `.title`, that
 * of a sentence about it
 * @returns {{value: string, words: string, title: string}[]}
 */
const named = (names, keyFor) =>
  names.map((name) => ({
    value: name,
    words: say(keyOf(keyFor(name))),
    title: say(keyOf(`${keyFor(name)}.title`)),
  }));

/** @param {{name: string}[]} rows of algorithms @returns {{value: string, words: string, title: string}[]} */
const algorithmsNamed = (rows) =>
  rows.map(({ name }) => ({
    value: name,
    words: titleOf(name),
    title: say(keyOf(`algorithm.${name}.when`)),
  }));

/** @param {string} name @returns {string} an algorithm's name with a capital letter */
export const titleOf = (name) =>
  titled(say(name === "imported" ? "studio.recorded.title" : keyOf(`algorithm.${name}.title`)));

/** A mesh has no choice of methods. */
function clear() {
  for (const part of ["method-summary", "methods", "rules"]) $(part).replaceChildren();
}

function render() {
  if (!state.table) return;
  if (isMesh()) return clear();
  const held = /** @type {HTMLElement|null} */ (document.activeElement)?.closest(".method, #rules")
    ? fieldOf(document.activeElement)
    : null;
  const holder = $("methods");
  holder.classList.toggle("two", state.compare);
  holder.replaceChildren(...compared().map(method));
  $("rules").replaceChildren(rules());
  $("compare").setAttribute("aria-pressed", String(state.compare));
  $("compare").querySelector("span").textContent = state.compare
    ? say("studio.compare.off")
    : say("studio.compare");
  $("add-method").hidden = !state.compare || state.methods.length >= MOST_COMPARED;
  showAbout();
  if (held) fieldAt(held)?.focus();
}

/** @returns {string} the chosen methods in one line */
function summary() {
  const recording = recordingShown();
  if (recording) return say("studio.recorded", { file: recording.name });
  if (state.compare)
    return compared()
      .map((which) => say("studio.which", { which: which + 1, text: titleOf(methodOf(which).algorithm) }))
      .join(" · ");
  const { algorithm, heuristic } = methodOf(0);
  const row = algorithms().find(({ name }) => name === algorithm);
  const estimate = row?.may_weigh ? say(keyOf(`heuristic.${heuristic ?? usual()}`)) : "";
  return [titleOf(algorithm), estimate].filter(Boolean).join(" · ");
}

/** The focused field, so that the focus can be restored. @param {Element|null} element */
function fieldOf(element) {
  const fields = [
    ...document.querySelectorAll(
      "#methods select, #methods input, #rules select, #rules input, #rules button, #methods summary, #rules summary",
    ),
  ];
  return element ? { at: fields.indexOf(element) } : null;
}

/** @param {{at: number}} held @returns {any} */
function fieldAt({ at }) {
  return [
    ...document.querySelectorAll(
      "#methods select, #methods input, #rules select, #rules input, #rules button, #methods summary, #rules summary",
    ),
  ][at];
}

/** @param {number} which */
function method(which) {
  const chosen = methodOf(which);
  const row = /** @type {import("../backend/backend.js").AlgorithmRow} */ (
    algorithms().find((each) => each.name === chosen.algorithm)
  );
  const set = (/** @type {Record<string, any>} */ values) =>
    change(
      { say: "studio.deed.options" },
      () => (state.methods[which] = { ...state.methods[which], ...values }),
    );
  /** An algorithm, with the corner rule that it needs. @param {string} name */
  const take = (name) =>
    change({ say: "studio.deed.options" }, () => {
      const corners = algorithms().find((each) => each.name === name)?.corners;
      if (corners) state.rules = { ...state.rules, corners };
      state.methods[which] = { ...state.methods[which], algorithm: name, weight: null };
    });
  const more = details(`more-${which}`, say("studio.more"), orders(chosen, row, set));
  return el(
    "div",
    {
      class: "method",
      role: "group",
      "aria-label": state.compare ? say("studio.method.n", { which: which + 1 }) : say("studio.method"),
    },
    state.compare ? heading(which) : null,
    choice(say("studio.algorithm"), algorithmsNamed(algorithms()), chosen.algorithm, take),
    el(
      "div",
      { class: "pair" },
      choice(
        say("studio.estimate"),
        [
          {
            value: "",
            words: row.may_weigh
              ? say("studio.chosen.usual", { name: say(keyOf(`heuristic.${usual()}`)) })
              : say("studio.chosen.none"),
          },
          ...named(
            heuristics().map((each) => each.name),
            (name) => `heuristic.${name}`,
          ),
        ],
        row.may_weigh ? (chosen.heuristic ?? "") : "",
        (value) => set({ heuristic: value || null }),
        !row.may_weigh,
      ),
      numberField(
        say("studio.weight"),
        chosen.weight,
        { min: 0, max: 1000, step: 0.1, placeholder: String(row.weight), disabled: !row.may_weigh },
        (value) => set({ weight: value }),
      ),
    ),
    more,
    el("p", { class: "muted about", id: `about-${which}` }),
  );
}

/** @typedef {import("../state.js").Method} Method */

/**
 * The fields for the open list, for ties, and for the end of the search.
 * @param {Method} chosen @param {import("../backend/backend.js").AlgorithmRow} row @param {(values: Partial<Method>) => void} set
 * @returns {Node[]}
 */
function orders(chosen, row, set) {
  const { open_lists, stops, ties } = theTable();
  const list = row.open_list ?? chosen.open_list ?? "";
  const keepsOrder = ["bucket", "fifo", "none"].includes(list);
  const fitting = named(
    open_lists.filter((each) => (each === "fifo") === (row.open_list === "fifo")),
    (name) => `open_list.${name}`,
  );
  const lists = list === "none" ? [{ value: "none", words: say("studio.list.none") }] : fitting;
  return [
    choice(
      say("studio.lists"),
      row.open_list ? lists : [{ value: "", words: say("studio.list.usual") }, ...lists],
      list,
      (value) => set({ open_list: value || null, ...(value === "bucket" ? { ties: null } : {}) }),
      Boolean(row.open_list),
    ),
    choice(
      say("studio.ties"),
      [{ value: "", words: say("tie.larger_g") }, ...named(ties, (name) => `tie.${name}`).slice(1)],
      keepsOrder ? "" : (chosen.ties ?? ""),
      (value) => set({ ties: value || null }),
      keepsOrder,
    ),
    choice(
      say("studio.stop_at"),
      named(stops, (name) => `stop_at.${name}`),
      row.may_stop ? (chosen.stop_at ?? stops[0]) : stops[0],
      (value) => set({ stop_at: value === stops[0] ? null : value }),
      !row.may_stop,
    ),
    ...(state.map.deadEnds ? [deadEnds(chosen, set)] : []),
  ];
}

/** The field for what a search does about the dead ends of the board. @param {Method} chosen @param {(values: Partial<Method>) => void} set */
const deadEnds = (chosen, set) =>
  choice(
    say("board.dead_ends"),
    [
      { value: "", words: say("studio.dead_ends.leave") },
      { value: "entered", words: say("studio.dead_ends.enter") },
    ],
    chosen.dead_ends ?? "",
    (value) => set({ dead_ends: value || null }),
  );

/** @param {number} which @returns {Node} the number of a compared method, and a button that removes it */
function heading(which) {
  const label = say("studio.method.remove", { which: which + 1 });
  const remove = () =>
    change(
      { say: "studio.deed.compare" },
      () => (state.methods = state.methods.filter((_, i) => i !== which)),
    );
  return el(
    "h3",
    {},
    el("span", { class: "letter" }, String(which + 1)),
    state.methods.length > 2
      ? el("button", { class: "small", title: label, "aria-label": label, onclick: remove }, icon("close"))
      : null,
  );
}

/** @param {string} id @param {string} summary @param {Node[]} fields */
function details(id, summary, fields) {
  const made = el(
    "details",
    { open: opened.has(id), ontoggle: () => (made.open ? opened.add(id) : opened.delete(id)) },
    el("summary", {}, summary),
    el("div", {}, ...fields),
  );
  return made;
}

/** @typedef {import("../state.js").Rules} Rules */

/** @param {Partial<Rules>} values the changed ones */
const setRules = (values) =>
  change({ say: "studio.deed.rules" }, () => (state.rules = { ...state.rules, ...values }));

/** The default cost of a diagonal step. @param {Rules} rules */
const usualDiagonal = ({ straight }) => straight * Math.SQRT2;

/** @returns {Node} the fields for the rules of moving on this board */
function rules() {
  const { rules } = state;
  if (isGraph()) {
    const own = state.map.graph?.costs;
    return el("p", { class: "muted" }, own ? say("studio.rules.own_costs") : say("studio.rules.lengths"));
  }
  const models = theTable().cost_models;
  const terrain = choice(
    say("studio.rules.terrain"),
    models.map((name) => ({ value: name, words: say(keyOf(`cost_model.${name}.title`)) })),
    rules.cost_model,
    (value) => setRules({ cost_model: value }),
  );
  const unit = choice(
    say("studio.rules.profile"),
    [
      { value: "", words: say("studio.profile.any") },
      ...theTable().profiles.map(({ name }) => ({ value: name, words: say(keyOf(`profile.${name}`)) })),
    ],
    rules.profile ?? "",
    (value) => setRules({ profile: value || null }),
  );
  if (isTiled()) return details("rules", say(keyOf(`studio.rules.${family()}`)), [unit, terrain]);
  const size = numberField(
    say("studio.rules.size"),
    rules.size,
    { min: 1, max: LARGEST_UNIT, step: 1, placeholder: "1" },
    (value) => setRules({ size: value ?? 1 }),
  );
  const who = el("div", { class: "pair" }, unit, size);
  return details("rules", rulesSummary(rules), [who, ...stepCosts(rules), corners(rules), terrain]);
}

/** @param {Rules} rules @returns {string} */
function rulesSummary(rules) {
  const straight = String(rules.straight);
  if (rules.directions !== 8) return say("studio.rules.four", { straight });
  const diagonal = String(rules.diagonal ?? Number(usualDiagonal(rules).toPrecision(3)));
  return say("studio.rules.eight", { corners: say(keyOf(`corners.${rules.corners}`)), straight, diagonal });
}

/** @param {Rules} rules @returns {Node[]} the directions and the costs of steps */
function stepCosts(rules) {
  const { straight, diagonal } = rules;
  const usual = straight === 10 && diagonal === 14 ? "10" : straight === 1 && diagonal === null ? "1" : "own";
  const chosen = asksOwnCosts ? "own" : usual;
  /** @type {Record<string, {straight: number, diagonal: number|null}>} */
  const costs = {
    10: { straight: 10, diagonal: 14 },
    1: { straight: 1, diagonal: null },
    own: { straight, diagonal: diagonal ?? Number(usualDiagonal(rules).toFixed(4)) },
  };
  const directions = segments(
    say("studio.rules.directions"),
    [4, 8].map((n) => ({ value: String(n), words: String(n) })),
    String(rules.directions),
    (value) => setRules({ directions: Number(value) }),
  );
  const kinds = segments(
    say("studio.rules.costs"),
    [
      { value: "1", words: say("studio.rules.one") },
      { value: "10", words: say("studio.rules.ten") },
      { value: "own", words: say("studio.rules.own") },
    ],
    chosen,
    (value) => {
      asksOwnCosts = value === "own";
      setRules(costs[value]);
      whenLetGo($("card-method"), render); // the rules may be as before
    },
  );
  const pair = el("div", { class: "pair" }, directions, kinds);
  return [pair, chosen === "own" ? ownCosts(rules) : el("span", { hidden: true })];
}

/** @param {Rules} rules @returns {Node} */
function ownCosts({ straight, diagonal, directions }) {
  const limits = { min: 0.001, max: 1e6 };
  return el(
    "div",
    { class: "pair" },
    numberField(say("studio.rules.straight"), straight, limits, (value) =>
      setRules({ straight: value ?? 1 }),
    ),
    numberField(say("studio.rules.diagonal"), diagonal, { ...limits, disabled: directions !== 8 }, (value) =>
      setRules({ diagonal: value }),
    ),
  );
}

/** @param {Rules} rules @returns {Node} */
function corners(rules) {
  const rows = named(theTable().corners, (name) => `corners.${name}`);
  return choice(
    say("studio.rules.corners"),
    rows.map(({ value, words, title }) => ({
      value,
      words: say("studio.rules.corner", { name: words, title }),
    })),
    rules.corners,
    (value) => setRules({ corners: value }),
    rules.directions !== 8,
  );
}

/** What the methods guarantee and when to use them. */
function showAbout() {
  if (isMesh()) return;
  $("method-summary").textContent = summary();
  if (recordingShown()) return ($("about-0").textContent = say("studio.recorded.about"));
  for (const which of compared()) {
    const { algorithm } = methodOf(which);
    const guarantee = say(keyOf(`algorithm.${algorithm}.guarantee`));
    const when = say(keyOf(`algorithm.${algorithm}.when`));
    $(`about-${which}`).textContent = say("studio.about", { guarantee: titled(guarantee), when });
  }
}
