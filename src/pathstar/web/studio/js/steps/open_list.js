/** The open list at the shown step, as an object beside the board: a list, a sorted list, a heap or buckets. */

import { buckets, openList } from "../../../lib/open_list.js";
import { figure } from "../../../lib/words.js";
import { endsOf } from "../../../lib/overlays/intervals.js";
import { placeWords } from "../board/kinds.js";
import { highlight } from "../board/stage.js";
import { onAny } from "../events.js";
import { $, el, segments } from "../page/dom.js";
import { grouped, keyOf, say } from "../page/language.js";
import { explained, positionOf, shown } from "../state.js";
import { whose } from "./explain.js";

/** @typedef {import("../../../lib/open_list.js").Entry} Entry */
/** @typedef {ReturnType<typeof openList>} Open */

const VIEWS = ["list", "sorted", "heap", "buckets"];
const MOST_EVENTS = 60000; // a longer search is not replayed at every step
const MOST_SHOWN = 40;
const HEAP_SHOWN = 15; // four full rows: the numbers of a fifth would cover each other
const BUCKETS_SHOWN = 10;
const [WIDE, ROW] = [324, 44]; // pixels of the tree
let view = "heap";
/** What an entry is called, and the cells that it points at. @type {(node: number) => string} */
let nameOf = placeWords;
/** @type {(node: number) => number[]} */
let cellsOf = (node) => [node];

export function startOpenList() {
  onAny(["position", "result", "explained", "language", "world"], () => $("list-fold").open && render());
  $("list-fold").ontoggle = render;
}

function render() {
  const result = shown()[explained()];
  const holder = $("open-list");
  if (!$("list-fold").open) return;
  if (!result) return clear();
  const { replay } = result;
  if (!replay) return; // the list of the steps before stays while something is dragged
  if (replay.eventsBy(positionOf(explained())) > MOST_EVENTS) return clear(say("studio.list.long"));
  const { intervals } = replay.events;
  nameOf = intervals ? (node) => Object.values(endsOf(intervals, node)).join(" – ") : placeWords;
  cellsOf = intervals ? () => [] : (node) => [node];
  const open = openList(replay, positionOf(explained()));
  $("list-size").textContent = say("studio.list.size", { count: open.added.length });
  holder.replaceChildren(
    whose(),
    segments(
      say("studio.list.view"),
      VIEWS.map((value) => ({ value, words: say(keyOf(`studio.list.view.${value}`)) })),
      view,
      (value) => {
        view = value;
        render();
      },
    ),
    el("p", { class: "muted", id: "list-words" }, words(open, replay.usesG ? "F" : "H")),
    drawn(open),
  );
}

/** Shows no list. @param {string} [why] */
function clear(why = "") {
  $("list-size").textContent = "";
  $("open-list").replaceChildren(el("p", { class: "muted" }, why));
}

/** What was taken, what moved and what is next. @param {Open} open @param {string} letter of what orders the list */
function words({ sorted, taken, sifted }, letter) {
  const said = taken >= 0 ? [say("studio.list.taken", { place: nameOf(taken) })] : [];
  if (view === "heap" && sifted.length)
    said.push(say("studio.list.sifted", { places: sifted.slice(0, 6).map(nameOf) }));
  const [next] = sorted;
  said.push(
    next
      ? say("studio.list.next", { place: nameOf(next.node), letter, f: figure(next.f) })
      : say("studio.list.empty"),
  );
  return said.join(" ");
}

/** @param {Open} open @returns {Node} */
function drawn(open) {
  const next = open.sorted[0]?.node ?? -1;
  const moved = new Set(open.sifted);
  if (view === "heap") return tree(open.heap, next, moved);
  if (view === "buckets") return rows(open.sorted, next);
  return chips(view === "list" ? open.added : open.sorted, next, new Set());
}

/** The buckets with the lowest F. @param {Entry[]} sorted @param {number} next @returns {Node} */
function rows(sorted, next) {
  const groups = buckets(sorted).slice(0, BUCKETS_SHOWN);
  const made = el(
    "ol",
    { class: "buckets" },
    ...groups.map((group) => el("li", {}, el("b", {}, figure(group[0].f)), chips(group, next, new Set()))),
  );
  return withRest(made, sorted.length - groups.flat().length);
}

/** @param {HTMLElement} made @param {number} rest the number of entries that it does not show @returns {Node} */
const withRest = (made, rest) =>
  rest > 0
    ? el("div", {}, made, el("p", { class: "muted" }, say("studio.list.more", { count: grouped(rest) })))
    : made;

/** @param {Entry[]} entries @param {number} next @param {Set<number>} moved @returns {Node} */
function chips(entries, next, moved) {
  const rest = entries.length - MOST_SHOWN;
  return el(
    "span",
    { class: "chips" },
    ...entries.slice(0, MOST_SHOWN).map((entry) => chip(entry, next, moved)),
    rest > 0 ? el("span", { class: "muted" }, say("studio.list.more", { count: grouped(rest) })) : null,
  );
}

/** @param {Entry} entry @param {number} next @param {Set<number>} moved @returns {HTMLElement} */
function chip({ node, f }, next, moved) {
  const point = () => highlight(cellsOf(node));
  const leave = () => highlight([]);
  return el(
    "button",
    {
      class: `chip${node === next ? " next" : ""}${moved.has(node) ? " moved" : ""}`,
      onmouseenter: point,
      onfocus: point,
      onclick: point,
      onmouseleave: leave,
      onblur: leave,
    },
    el("b", {}, figure(f)),
    el("span", {}, nameOf(node)),
  );
}

/** The heap as a tree: each entry above its two children. @param {Entry[]} heap @param {number} next
 * @param {Set<number>} moved @returns {Node} */
function tree(heap, next, moved) {
  const entries = heap.slice(0, HEAP_SHOWN);
  const depth = Math.floor(Math.log2(Math.max(1, entries.length)));
  const at = (/** @type {number} */ i) => {
    const row = Math.floor(Math.log2(i + 1));
    const column = i + 1 - 2 ** row;
    return [((column + 0.5) / 2 ** row) * WIDE, row * ROW + 14];
  };
  const lines = entries.slice(1).map((_, i) => [...at(i + 1), ...at(i >> 1)]);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${WIDE} ${(depth + 1) * ROW}`);
  svg.setAttribute("preserveAspectRatio", "none"); // the entries lie at shares of the width
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", lines.map(([x, y, px, py]) => `M${x} ${y}L${px} ${py}`).join(""));
  svg.append(path);
  const placed = entries.map((entry, i) => {
    const made = chip(entry, next, moved);
    const [x, y] = at(i);
    Object.assign(made.style, { left: `${(100 * x) / WIDE}%`, top: `${y}px` });
    if (i >= 7) made.classList.add("small");
    return made;
  });
  const made = el(
    "div",
    { class: "heap", role: "group", "aria-label": say("studio.list.view.heap") },
    svg,
    ...placed,
  );
  made.style.height = `${(depth + 1) * ROW}px`;
  return withRest(made, heap.length - entries.length);
}
