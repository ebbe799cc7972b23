/** New maps: empty, generated, or resized. */

import { backend } from "../backend/backend.js";
import { complain } from "../page/complain.js";
import { openDialog } from "../page/dialogs.js";
import { $, choice, el, notice, numberField } from "../page/dom.js";
import { allKinds, CELL_KINDS, cellKinds, isGraph } from "../board/kinds.js";
import { grouped, keyOf, named, say } from "../page/language.js";
import { cleared, replaceWorld, resized, worldOf } from "../board/map.js";
import { makeMesh, meshRows } from "../mesh/make.js";
import { emptyMap, state, theTable } from "../state.js";
import { preview } from "./preview.js";

/** @type {Record<string, [number, number, number]>} */
const RANGES = {
  density: [0, 1, 0.05],
  braid: [0, 1, 0.1],
  doors: [0, 1, 0.1],
  water: [0, 1, 0.05],
  rock: [0, 1, 0.05],
  scale: [1, 512, 1],
  nodes: [2, 16384, 1],
  pillars: [0, 300, 1],
  octaves: [1, 8, 1],
  rounds: [0, 20, 1],
};
/** What is the same for every seed. */
const SAME = ["empty", "risk", "floor", "park", "squares"];
/** The last choice, which the dialog remembers. */
const last = {
  kind: "squares",
  generator: "maze",
  width: 41,
  height: 25,
  seed: 1,
  options: /** @type {Record<string, number>} */ ({}),
};

export function startMake() {
  $("new").onclick = askMap;
  $("resize").onclick = askSize;
}

/** @param {number} value @param {string} label @param {(value: number) => void} choose */
const size = (value, label, choose) =>
  numberField(label, value, { min: 1, max: state.table?.limits.side ?? 4096, step: 1 }, (given) =>
    choose(given ?? value),
  );

function askMap() {
  openDialog(say("studio.make.title"), (close) => {
    const form = el("div", { class: "dialog-body", style: "padding:0" });
    const fill = () => form.replaceChildren(...fields(fill));
    fill();
    const make = async () => (await generate(last)) && close();
    return [
      form,
      el(
        "div",
        { class: "dialog-foot" },
        el("button", { class: "plain-word", onclick: close }, say("studio.cancel")),
        el("button", { class: "strong plain-word", id: "make", onclick: make }, say("studio.make")),
      ),
    ];
  });
}

/** @param {() => void} again @returns {Node[]} */
function fields(again) {
  const cells = CELL_KINDS.includes(last.kind);
  const rows = rowsOf(last.kind);
  const row = rows.find((each) => each.name === last.generator) ?? rows[0];
  last.generator = row.name;
  const choices = rows.map((each) =>
    el(
      "button",
      {
        type: "button",
        "aria-pressed": String(each === row),
        onclick: () => (Object.assign(last, { generator: each.name, options: {} }), again()),
      },
      preview(last.kind, each.name),
      el("strong", {}, generatorWords(each.name)),
      el("small", {}, say(keyOf(`generator.${each.name}.title`))),
    ),
  );
  const options = Object.entries(row.options).map(([name, usual]) => {
    const [min, max, step] = RANGES[name] ?? [0, 1000, 1];
    return numberField(
      say(keyOf(`studio.option.${name}`)),
      last.options[name] ?? usual,
      { min, max, step },
      (value) => (last.options[name] = value ?? usual),
    );
  });
  const seed = numberField(
    say("studio.make.seed"),
    last.seed,
    { min: 0, max: 2 ** 32 - 1, step: 1 },
    (value) => (last.seed = value ?? 1),
  );
  const dice = el(
    "button",
    {
      type: "button",
      class: "plain-word",
      onclick: () => ((last.seed = Math.floor(Math.random() * 1e6)), again()),
    },
    say("studio.make.dice"),
  );
  return [
    el(
      "div",
      { class: "choices pictures", role: "group", "aria-label": say("studio.make.generators") },
      ...choices,
    ),
    choice(
      say("studio.make.kind"),
      allKinds(),
      last.kind,
      (value) => (Object.assign(last, { kind: value, options: {} }), again()),
    ),
    cells
      ? el(
          "div",
          { class: "pair" },
          size(last.width, say("studio.make.width"), (value) => (last.width = value)),
          size(last.height, say("studio.make.height"), (value) => (last.height = value)),
        )
      : el("span", { hidden: true }),
    SAME.includes(row.name)
      ? el("span", { hidden: true })
      : el(
          "div",
          { class: "pair" },
          ...options,
          seed,
          el("div", { class: "field" }, el("span", { "aria-hidden": "true" }, "\u00a0"), dice),
        ),
  ];
}

/** What can be made of a kind. @param {string} kind @returns {import("../backend/backend.js").GeneratorRow[]} */
function rowsOf(kind) {
  if (kind === "graph") return theTable().graphs;
  return kind === "mesh" ? meshRows() : [{ name: "empty", options: {} }, ...theTable().generators];
}

/** @param {string} name @returns {string} the name of a generator */
const generatorWords = (name) => say(keyOf(`generator.${name}`));

/** @param {typeof last} wanted @returns {Promise<boolean>} whether it could be made */
export async function generate(wanted) {
  const { kind, generator, width, height, seed, options } = wanted;
  const made = { generator: { say: `generator.${generator}` }, seed: String(seed) };
  const deed = { say: "studio.deed.make", with: made };
  try {
    if (kind === "mesh") {
      await makeMesh({ generator, seed, options });
      return true;
    }
    if (kind === "graph") {
      const world = worldOf(await backend.generate({ kind, generator, seed, options }));
      Object.assign(
        world.map,
        named(generator === "risk" ? { say: "studio.map.risk" } : { say: "studio.map.graph", with: made }),
      );
      replaceWorld(world, deed);
      return true;
    }
    if (generator === "empty") {
      if (!fits(width, height)) return false;
      replaceWorld(
        {
          map: { ...emptyMap(width, height, kind), ...named({ say: "studio.map.empty" }) },
          ...endsAlong(width, height),
        },
        { say: "studio.deed.new" },
      );
    } else {
      const reply = await backend.generate(wanted);
      const world = worldOf(reply);
      Object.assign(world.map, named({ say: "studio.map.made", with: made }));
      replaceWorld(world, deed);
    }
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

/** Ends in the middle of an empty map, far apart along its longer side. @param {number} width @param {number} height */
function endsAlong(width, height) {
  const far = (/** @type {number} */ side) => [
    Math.floor(side / 5),
    Math.min(side - 1, Math.ceil((side * 4) / 5)),
  ];
  const [start, goal] =
    width < height
      ? far(height).map((y) => y * width + Math.floor(width / 2))
      : far(width).map((x) => Math.floor(height / 2) * width + x);
  return { start, goal };
}

/** Shows a message if a map would have more cells than the back end allows. @param {number} width @param
 * {number} height @returns {boolean} whether it fits */
function fits(width, height) {
  const { cells } = theTable().limits;
  if (width * height > cells) notice(say("studio.too_many", { cells: grouped(cells) }));
  return width * height <= cells;
}

function askSize() {
  if (isGraph()) return notice(say("studio.graph.size"));
  const wanted = { kind: state.map.kind, width: state.map.width, height: state.map.height };
  openDialog(say("studio.size.title"), (close) => [
    el(
      "div",
      { class: "pair" },
      size(wanted.width, say("studio.make.width"), (value) => (wanted.width = value)),
      size(wanted.height, say("studio.make.height"), (value) => (wanted.height = value)),
    ),
    choice(say("studio.size.cells"), cellKinds(), wanted.kind, (value) => (wanted.kind = value)),
    el("p", { class: "muted" }, say("studio.size.note")),
    el(
      "div",
      { class: "dialog-foot" },
      el(
        "button",
        {
          class: "plain-word",
          id: "clear",
          onclick: () => (replaceWorld(cleared(), { say: "studio.deed.clear" }), close()),
        },
        say("studio.size.clear"),
      ),
      el(
        "button",
        { class: "strong plain-word", id: "apply-size", onclick: () => applySize(wanted) && close() },
        say("studio.size.apply"),
      ),
    ),
  ]);
}

/** @param {{kind: string, width: number, height: number}} wanted */
function applySize({ kind, width, height }) {
  if (!fits(width, height)) return false;
  replaceWorld(resized(width, height, kind), { say: "studio.deed.resize" });
  return true;
}
