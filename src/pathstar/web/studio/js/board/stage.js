/** The boards of the page: sizes, colours, the shown search, and a common view. */

import { on, onAny } from "../events.js";
import { Board } from "../../../lib/board/board.js";
import { TERRAINS } from "../../../lib/board/terrain.js";
import { $, el } from "../page/dom.js";
import { isUpright, planOf } from "./kinds.js";
import { grouped, say } from "../page/language.js";
import { titleOf } from "../method/method.js";
import { isStepped, mode, positionOf, shown, state } from "../state.js";

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
const FIELD = [0, 1, 2, 3, 4].map((stop) => `field-${stop}`);
const KEY = 84; // pixels of the key for F, G and H at the bottom of a board
/** The height of a board in pixels below which nothing beside its squares gets room of its own. */
export const TIGHT = 420;
const HINT = 64; // pixels of the hint at the first visit
const NARROW = 560; // pixels across a board below which the key lies above the buttons, as in layout.css
const BUTTONS = 58;
/** Pixels of a caption at the top of a board of a size, as in layout.css. @param {number} width @param {number} height */
const captionRoom = (width, height) => (width > 260 ? 46 : height <= 140 ? 28 : width > 170 ? 46 : 62);
/** @type {Board[]} */
export const boards = [];

/** The colours of the page for a canvas. @returns {import("../../../lib/board/board.js").Colours} */
export function colours() {
  const style = getComputedStyle(document.documentElement);
  const read = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  const terrain = Object.fromEntries(TERRAINS.map((name) => [name, read(`terrain-${name}`)]));
  return {
    ...Object.fromEntries(ROLES.map((role) => [role, read(role)])),
    terrain,
    field: FIELD.map(read),
    tint: Number(read("tint")),
  };
}

/** @typedef {(board: Board, holder: HTMLElement) => void} Prepare */
/** What other parts do with each new board. @type {Prepare[]} */
const prepared = [];

/** Calls a function for every board, those to come included. @param {Prepare} prepare */
export function eachBoard(prepare) {
  prepared.push(prepare);
  boards.forEach((board, which) => prepare(board, $(`board-${which + 1}`)));
}

/** Adds a board to the page. */
function addBoard() {
  const number = boards.length + 1;
  const canvas = el("canvas");
  const holder = el(
    "div",
    {
      class: "canvas-holder",
      id: `board-${number}`,
      tabIndex: 0,
      role: "application",
      "aria-describedby": "board-help",
    },
    canvas,
  );
  const caption = el("figcaption", { id: `caption-${number}` });
  const figure = el("figure", { class: "board", id: `figure-${number}` }, holder, caption);
  $("board-help").before(figure);
  nameBoard(number);
  const board = new Board(canvas, colours());
  boards.push(board);
  new ResizeObserver(() => resize(board, holder)).observe(holder);
  for (const prepare of prepared) prepare(board, holder);
}

/** @param {number} number */
function nameBoard(number) {
  const holder = $(`board-${number}`);
  holder.setAttribute("aria-label", say("studio.board.n", { which: number }));
  holder.setAttribute("aria-roledescription", say("studio.board.kind"));
}

export function startStage() {
  addBoard();
  on("language", () => boards.forEach((_, which) => nameBoard(which + 1)));
  on("world", () => boards.forEach((board) => (forgetPointer(board), showGround(board), fitBoard(board))));
  on("map", showMap);
  onAny(["ends", "targets", "options"], showEnds);
  on("moved", (node) => boards.forEach((board) => board.moveCell(node)));
  on("result", showResults);
  onAny(["position", "language"], showPosition);
  on("select", () => boards.forEach((board) => ((board.selected = state.selected), board.requestDraw())));
  on("theme", () => boards.forEach((board) => board.setColours(colours())));
  on("layers", () => (showResults(), showEnds()));
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
  viewers.forEach((run) => run());
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

/** @type {(() => void)[]} */
const viewers = [];

/** Calls a function whenever the view of the boards changes. @param {() => void} run */
export const onView = (run) => void viewers.push(run);

/** Pixels that are covered at the top of a board. @param {Board} board */
function topInset({ size: { width, height } }) {
  if (state.compare) return captionRoom(width, height);
  return $("welcome").hidden ? 0 : HINT;
}

/** Fits a whole board into view, clear of the buttons and the key above it. @param {Board} board */
function fitBoard(board) {
  board.moved = false;
  board.inset.top = topInset(board);
  fitBeside(board, 0, 0);
  const { x, y, scale } = board.view;
  const { width, height } = board.size;
  const tight = height < TIGHT;
  const below = y + scale * board.layout.size[1];
  const { offsetWidth } = $("view-buttons");
  const aside = offsetWidth && offsetWidth + 14; // 0 where they are hidden
  const covered = aside > 0 && below > height - 56 && x + scale * board.layout.size[0] > width - aside;
  const key = width < NARROW ? KEY + BUTTONS : KEY;
  const keyed = board.wordy && !state.compare && below > height - key;
  if (!tight && (covered || keyed)) fitBeside(board, keyed ? key : BUTTONS, 0);
  if (tight && covered) {
    const smaller = fitBeside(board, 0, aside);
    if (fitBeside(board, BUTTONS, 0) < smaller) fitBeside(board, 0, aside);
  }
  viewers.forEach((run) => run());
}

/** Fits a board above or beside what covers it. @param {Board} board @param {number} bottom @param {number} right pixels
 * @returns {number} its scale */
function fitBeside(board, bottom, right) {
  Object.assign(board.inset, { bottom, right });
  board.fit();
  return board.view.scale;
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
    names: palette.map((kind) => kind.name),
    plan: planOf(state.map),
  });
}

/** Shows the shown map as it is at some time. @param {Uint16Array} codes of all squares */
export function showCodes(codes) {
  for (const board of boards) {
    const { codes: before } = board.ground;
    if (before === codes) continue;
    board.ground.codes = codes;
    board.refresh(Uint32Array.from(codes.keys()).filter((cell) => before[cell] !== codes[cell]));
  }
}

/** @param {Uint32Array|null} cells */
function showMap(cells) {
  if (cells) showCodes(state.map.codes);
  for (const board of boards) {
    if (board.ground.codes !== state.map.codes) showGround(board);
    else if (cells && board.ground.palette.length === state.map.palette.length) board.refresh(cells);
    else {
      board.ground.palette = state.map.palette.map((kind) => kind.cost);
      board.ground.names = state.map.palette.map((kind) => kind.name);
      board.setPalette();
    }
  }
}

function showEnds() {
  for (const board of boards) {
    const ends = mode() !== "game" && mode() !== "mesh";
    board.start = ends ? state.start : -1;
    board.goal = ends ? state.goal : -1;
    board.targets = mode() === "search" ? state.map.targets : [];
    board.body = isUpright() ? state.rules.size : 1;
    board.requestDraw();
  }
}

/** Places the boards in rows and columns, so that they are largest; they first show the whole map. */
function showCompare() {
  const count = shown().length;
  const before = boards.filter((_, which) => !$(`figure-${which + 1}`).hidden).length;
  while (boards.length < count) {
    addBoard();
    showGround(boards[boards.length - 1]);
    showEnds();
  }
  if (before !== count) boards.forEach((board) => (board.moved = false));
  for (const [which, board] of boards.entries()) {
    $(`figure-${which + 1}`).hidden = which >= count;
    board.inset.top = topInset(board);
  }
  const columns = bestColumns(count);
  $("boards").style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
}

/** @param {number} count of boards @returns {number} the number of columns in which they are largest */
function bestColumns(count) {
  const { clientWidth, clientHeight } = $("boards");
  const [across, down] = boards[0].layout.size;
  const scale = (/** @type {number} */ columns) => {
    const [width, height] = [clientWidth / columns, clientHeight / Math.ceil(count / columns)];
    return Math.min(width / across, (height - (count > 1 ? captionRoom(width, height) : 0)) / down);
  };
  const choices = Array.from({ length: count }, (_, i) => i + 1);
  return choices.reduce((best, columns) => (scale(columns) > scale(best) + 1e-9 ? columns : best));
}

function showResults() {
  for (const [which, board] of boards.entries()) {
    const result = shown()[which];
    const replay = state.layers.marks && isStepped() ? (result?.replay ?? null) : null;
    if (replay) replay.seek(positionOf(which));
    board.pointers = state.layers.pointers;
    board.numbers = state.layers.numbers;
    board.intervals = replay?.events.intervals ? replay : null;
    board.setReplay(board.intervals ? null : replay);
  }
  showPosition();
}

function showPosition() {
  for (const [which, board] of boards.entries()) {
    const result = shown()[which];
    const replay = result?.replay;
    if (replay) {
      const changed = replay.seek(positionOf(which));
      if (board.replay) board.refresh(changed);
    }
    const over = !replay || positionOf(which) >= replay.steps;
    const searching = mode() === "search";
    const stepped = searching && !(which === 0 && state.smoothed);
    board.straight = Boolean(result?.head.any_angle);
    const path = over && stepped && result?.head.status === "FOUND" ? result.head : null;
    board.path = path && !path.line ? path.path : [];
    board.line = path?.line ? { points: path.line, before: [] } : null;
    board.trail =
      !over && searching && state.layers.trail && replay && replay.current >= 0 && !board.intervals
        ? replay.branch(replay.current)
        : [];
    board.highlights = [];
    board.requestDraw();
    showCaption(which, result ?? null);
  }
}

/** @param {number} which @param {import("../state.js").Result|null} result */
function showCaption(which, result) {
  const caption = $(`caption-${which + 1}`);
  if (!result || !state.compare) return caption.replaceChildren();
  const { replay, head } = result;
  const running = replay && positionOf(which) < replay.steps;
  const cost =
    head.status === "FOUND" && head.cost !== null
      ? say("studio.outcome.cost", { cost: grouped(head.cost, 3) })
      : say("studio.no_path");
  const done = running
    ? say("studio.caption.running", { closed: replay.closedCount, open: replay.openCount })
    : say("studio.caption.done", { cost, expanded: grouped(head.expanded) });
  caption.replaceChildren(
    el("b", {}, String(which + 1)),
    el(
      "span",
      {},
      el("span", { class: "title" }, titleOf(head.algorithm)),
      el("span", { class: "dot" }, " · "),
      el("span", { class: "done" }, done),
    ),
  );
}

/** Shows a way beside the path, or none. @param {ArrayLike<number>} way */
export function showOther(way) {
  for (const board of boards) {
    if (!way.length && !board.other.length) continue; // a game asks at each turn
    board.other = way;
    board.requestDraw();
  }
}

/** Draws rings around squares that the text names. @param {number[]} cells */
export function highlight(cells) {
  for (const board of boards) {
    board.highlights = cells;
    board.requestDraw();
  }
}
