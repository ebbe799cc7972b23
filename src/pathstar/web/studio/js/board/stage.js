/** The boards of the page: sizes, colours, the shown search, and a common view. */

import { on, onAny } from "../events.js";
import { Board } from "../../../lib/board/board.js";
import { $, el } from "../page/dom.js";
import { planOf } from "./kinds.js";
import { grouped, say } from "../page/language.js";
import { titleOf } from "../method/method.js";
import { shown, state } from "../state.js";

const ROLES = [
  "page",
  "text",
  "muted",
  "line",
  "floor",
  "dear",
  "wall",
  "open",
  "closed",
  "current",
  "start",
  "goal",
  "path",
  "halo",
];
const CAPTION = 46; // pixels of a caption at the top of a board
/** @type {Board[]} */
export const boards = [];

/** The colours of the page for a canvas. */
export function colours() {
  const style = getComputedStyle(document.documentElement);
  const read = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  return { ...Object.fromEntries(ROLES.map((role) => [role, read(role)])), tint: Number(read("tint")) };
}

export function startStage() {
  for (const letter of ["a", "b"]) {
    const holder = $(`board-${letter}`);
    const board = new Board(holder.querySelector("canvas"), colours());
    boards.push(board);
    new ResizeObserver(() => resize(board, holder)).observe(holder);
  }
  on("world", () => boards.forEach((board) => (forgetPointer(board), showGround(board), fitBoard(board))));
  on("map", showMap);
  on("ends", showEnds);
  on("moved", (node) => boards.forEach((board) => board.moveCell(node)));
  on("result", showResults);
  onAny(["position", "language"], showPosition);
  on("select", () => boards.forEach((board) => ((board.selected = state.selected), board.requestDraw())));
  on("theme", () => boards.forEach((board) => board.setColours(colours())));
  on("layers", showResults);
  onAny(["options", "world"], showCompare);
  new ResizeObserver(showCompare).observe($("boards"));
  $("zoom-in").onclick = () => zoom(1.3);
  $("zoom-out").onclick = () => zoom(1 / 1.3);
  $("zoom-fit").onclick = fit;
}

/** @param {Board} board @param {HTMLElement} holder */
function resize(board, holder) {
  const { width, height } = holder.getBoundingClientRect();
  if (!width || !height) return;
  const first = board.size.width <= 1;
  board.resize(width, height, devicePixelRatio || 1);
  if (first || !board.moved) fitBoard(board);
  else board.settle();
  board.draw();
}

/** Applies the view of one board to all. @param {Board} from */
export function shareView(from) {
  for (const board of boards) {
    board.moved = true;
    if (board === from) continue;
    board.setScale(from.view.scale);
    Object.assign(board.view, { x: from.view.x, y: from.view.y });
    board.requestDraw();
  }
}

/** Zooms about the centre. @param {number} factor */
export function zoom(factor) {
  const board = boards[0];
  board.zoomAt(board.size.width / 2, board.size.height / 2, factor);
  shareView(board);
}

export function fit() {
  for (const board of boards) fitBoard(board);
}

/** Fits a whole board into view, clear of the buttons above it. @param {Board} board */
function fitBoard(board) {
  board.moved = false;
  board.inset.bottom = 0;
  board.fit();
  const { x, y, scale } = board.view;
  const { width, height } = board.size;
  const covered =
    x + scale * board.layout.size[0] > width - 168 && y + scale * board.layout.size[1] > height - 56;
  if (!covered || height < 420) return;
  board.inset.bottom = 58;
  board.fit();
}

/** Forgets the cell under the pointer after the board has changed. @param {Board} board */
function forgetPointer(board) {
  board.hover = -1;
  if (board.cursor >= state.map.codes.length) board.cursor = -1;
}

/** @param {Board} board */
function showGround(board) {
  const { width, height, codes, palette } = state.map;
  board.moved = false;
  board.setGround({
    width,
    height,
    codes,
    palette: palette.map((kind) => kind.cost),
    plan: planOf(state.map),
  });
}

/** @param {Uint32Array|null} cells */
function showMap(cells) {
  for (const board of boards) {
    if (board.ground.codes !== state.map.codes) showGround(board);
    else if (cells && board.ground.palette.length === state.map.palette.length) board.refresh(cells);
    else {
      board.ground.palette = state.map.palette.map((kind) => kind.cost);
      board.setPalette();
    }
  }
}

function showEnds() {
  for (const board of boards) {
    board.start = state.start;
    board.goal = state.goal;
    board.requestDraw();
  }
}

/** Places two boards side by side or one above the other, whichever makes them larger; both first show the
 * whole map. */
function showCompare() {
  if ($("figure-b").hidden === state.compare) boards.forEach((board) => (board.moved = false));
  $("figure-b").hidden = !state.compare;
  for (const board of boards) board.inset.top = state.compare ? CAPTION : 0;
  const { clientWidth, clientHeight } = $("boards");
  const [across, down] = boards[0].layout.size;
  const beside = Math.min(clientWidth / 2 / across, (clientHeight - CAPTION) / down);
  const above = Math.min(clientWidth / across, (clientHeight / 2 - CAPTION) / down);
  $("boards").classList.toggle("stacked", state.compare && above > beside);
}

function showResults() {
  for (const [which, board] of boards.entries()) {
    const result = shown()[which];
    const replay = state.layers.marks ? (result?.replay ?? null) : null;
    if (replay) replay.seek(state.position);
    board.pointers = state.layers.pointers;
    board.numbers = state.layers.numbers;
    board.setReplay(replay);
  }
  showPosition();
}

function showPosition() {
  for (const [which, board] of boards.entries()) {
    const result = shown()[which];
    const replay = result?.replay;
    if (replay) {
      const changed = replay.seek(state.position);
      if (board.replay) board.refresh(changed);
    }
    const over = !replay || state.position >= replay.steps;
    board.path = over && result?.head.status === "FOUND" ? result.head.path : [];
    board.trail =
      !over && state.layers.trail && replay && replay.current >= 0 ? replay.branch(replay.current) : [];
    board.highlights = [];
    board.requestDraw();
    showCaption(which, result ?? null);
  }
}

/** @param {number} which @param {import("../state.js").Result|null} result */
function showCaption(which, result) {
  const caption = $(which ? "caption-b" : "caption-a");
  if (!result || !state.compare) return caption.replaceChildren();
  const { replay, head } = result;
  const running = replay && state.position < replay.steps;
  const cost =
    head.status === "FOUND" && head.cost !== null
      ? say("studio.outcome.cost", { cost: grouped(head.cost, 3) })
      : say("studio.no_path");
  const done = running
    ? say("studio.caption.running", { closed: replay.closedCount, open: replay.openCount })
    : say("studio.caption.done", { cost, expanded: grouped(head.expanded) });
  caption.replaceChildren(
    el("b", {}, String(which + 1)),
    el("span", {}, `${titleOf(head.algorithm)} · ${done}`),
  );
}

/** Draws rings around squares that the text names. @param {number[]} cells */
export function highlight(cells) {
  for (const board of boards) {
    board.highlights = cells;
    board.requestDraw();
  }
}
