/** The game mode: units on the board, which the back end moves while the page draws and gives orders. */

import { backend, Refused } from "../backend/backend.js";
import { optionsOf } from "../backend/choices.js";
import { withMap } from "../backend/run.js";
import { beginWork } from "../backend/work.js";
import { overlay } from "../board/overlays.js";
import { showCodes } from "../board/stage.js";
import { emit, on } from "../events.js";
import { complain } from "../page/complain.js";
import { $, notice } from "../page/dom.js";
import { say } from "../page/language.js";
import { isUpright } from "../board/kinds.js";
import { placeOf, state } from "../state.js";
import { orderNext, recruit } from "./commands.js";
import { Frames } from "./frames.js";
import { keepGame, takeGame } from "./kept.js";
import { PastGround } from "./past.js";

/** @typedef {import("../backend/backend.js").Turn} Turn */
/** @typedef {Pick<Turn, "add"|"remove"|"orders"|"painted"|"danger">} Changes */
/** @typedef {import("./past.js").Drawn} Drawn */
/** @typedef {(report: import("../backend/backend.js").Report) => void} Listener */
/** @typedef {{turn: Turn & {viewer: number|null}, made: (() => void)|null, drawn: Drawn[], listeners: Listener[]}} Asked */

const EVERY = 100; // milliseconds between two turns

/** The game that runs; null outside the game mode. @type {Game|null} */
export let game = null;

export class Game {
  /** @param {string} id of the game in the back end @param {Uint16Array} codes of the board */
  constructor(id, codes) {
    this.id = id;
    this.frames = new Frames();
    this.past = new PastGround(codes);
    /** What is drawn before the next turn. @type {Drawn[]} */
    this.drawn = [];
    /** The numbers of the selected units. @type {Set<number>} */
    this.selected = new Set();
    /** What the next turn changes. @type {Changes} */
    this.pending = {};
    /** The turn that is asked for. @type {Asked|null} */
    this.asked = null;
    /** Who is called with the report of the next turn. @type {Listener[]} */
    this.listeners = [];
    this.turns = 0;
    /** Ends the work of a change, once a turn has made it. @type {(() => void)|null} */
    this.made = null;
    /** The unit that the last turn reported in detail. @type {number|null} */
    this.looked = null;
    this.playing = true;
    /** Units of time in a second. */
    this.pace = 4;
    /** The time that is shown; the newest while it plays. */
    this.shown = 0;
    this.over = false;
    /** Whether each side knows only what it has seen, and only that of one side is shown. */
    this.foggy = false;
    /** Whether lost units make the ground dangerous for their side. */
    this.danger = true;
    /** The side through whose fog the last turn was seen, or null. @type {number|null} */
    this.viewer = null;
  }

  /** Adds to what the next turn changes. @param {"add"|"remove"|"orders"|"painted"} what @param {any[]} rows
   * @param {Listener} [listener] called with the report, if the turn is not refused */
  change(what, rows, listener) {
    this.pending[what] = [...(this.pending[what] ?? []), ...rows];
    if (listener) this.listeners.push(listener);
    this.made ??= beginWork("turn");
  }

  /** Draws on the ground as it is now, which is shown from now on. @param {Uint32Array} cells */
  draws(cells) {
    const { codes, palette } = state.map;
    this.drawn.push({ cells, codes: Uint16Array.from(cells, (cell) => codes[cell]) });
    const painted = Array.from(cells, (cell) => ({ place: placeOf(cell), cost: palette[codes[cell]].cost }));
    this.change("painted", painted);
    this.shown = this.frames.span[1];
  }

  /** Takes one turn after another until the game is over. */
  async run() {
    while (!this.over) {
      const begun = performance.now();
      await this.turn();
      await new Promise((done) => setTimeout(done, Math.max(0, EVERY - (performance.now() - begun))));
    }
    this.rest();
  }

  /** Asks for a turn. One that the back end has not answered is asked for again: it may have been made. */
  async turn() {
    this.asked ??= this.next();
    if (!this.asked) return;
    const { turn, made, drawn, listeners } = this.asked;
    const since = this.frames.span[1];
    this.asked.made = null;
    try {
      const report = await backend.turn(turn);
      const newest = this.shown >= this.frames.span[1] || turn.viewer !== this.frames.viewer;
      this.frames.add(report, turn.viewer);
      if (newest && !this.playing) this.shown = report.now; // what changed while time stands still is shown
      listeners.forEach((each) => each(report));
      emit("units");
    } catch (error) {
      if (!(error instanceof Refused)) return this.rest();
      if (error.code === "unknown_game") lose();
      else complain(error);
    } finally {
      made?.();
    }
    drawn.forEach((each) => this.past.add(since, each));
    this.asked = null;
  }

  /** Ends the work of changes that will not be made soon. */
  rest() {
    this.made?.();
    this.made = null;
  }

  /** @returns {Asked|null} the next turn; null if it would change nothing */
  next() {
    const changes = this.pending;
    const viewer = this.foggy ? recruit.player : null;
    const look = this.selected.size === 1 ? [...this.selected][0] : null;
    const seen = viewer === this.viewer && look === this.looked;
    if (!this.playing && seen && !Object.keys(changes).length) return null;
    const { id, made, drawn, listeners } = this;
    Object.assign(this, { pending: {}, made: null, drawn: [], listeners: [], looked: look, viewer });
    const dt = this.playing ? (EVERY / 1000) * this.pace : 0;
    return { turn: { game: id, number: ++this.turns, dt, ...changes, look, viewer }, made, drawn, listeners };
  }

  /** Draws the units where they are now, once a frame of the screen. @param {number} before */
  draw(before) {
    if (this.over) return;
    const now = performance.now();
    const [first, last] = this.frames.span;
    if (this.playing)
      this.shown = Math.max(first, Math.min(last, this.shown + ((now - before) / 1000) * this.pace));
    showCodes(this.shown < last && !this.playing ? this.past.at(this.shown) : state.map.codes);
    overlay({ units: this.visible(), fog: this.frames.fogAt(this.shown, state.map.codes.length) });
    requestAnimationFrame(() => this.draw(now));
  }

  /** The units that are shown. */
  visible() {
    return this.frames.unitsAt(this.shown, this.selected);
  }

  /** Chooses whether lost units teach danger. @param {boolean} danger */
  teach(danger) {
    this.danger = danger;
    this.pending.danger = danger;
  }

  /** @param {number} cell @returns {number} the number of the unit on a square, or -1 */
  unitAt(cell) {
    const [x, y] = placeOf(cell);
    const near = this.visible().find((unit) => Math.abs(unit.x - x) < 0.75 && Math.abs(unit.y - y) < 0.75);
    return near ? near.number : -1;
  }
}

/** The game that the back end is asked for, or null; a second press takes it back. @type {object|null} */
let wanted = null;

export function startGame() {
  $("units").onclick = () => (game || wanted ? leave() : begin());
  on("world", leave);
  on("map", (cells) => cells?.length && game?.draws(cells));
  window.addEventListener("pagehide", () => keepGame(state.lesson ? null : game, recruit.player));
}

/** Begins a game on the shown map. */
export async function begin() {
  if (!isUpright()) return notice(say("studio.game.squares"));
  const mine = (wanted = {});
  const { map: board } = state;
  try {
    const { game: id } = await withMap((map) => backend.game({ map, options: optionsOf(0), danger: true }));
    if (wanted !== mine || board !== state.map) return; // pressed again, or another map is shown meanwhile
    enter(new Game(id, state.map.codes));
  } catch (error) {
    return complain(error);
  } finally {
    if (wanted === mine) wanted = null;
  }
}

/** Goes on with the game that ran when the page was loaded again. */
export function resumeGame() {
  const kept = takeGame();
  if (!kept) return;
  if (!kept.same) return notice(say("studio.game.left"));
  recruit.player = kept.player;
  const resumed = Object.assign(new Game(kept.id, state.map.codes), kept.values);
  resumed.teach(resumed.danger); // so that a turn shows the units also while time stands still
  enter(resumed);
}

/** @param {Game} begun */
function enter(begun) {
  game = begun;
  state.game = true;
  state.compare = false;
  state.tool = "unit";
  show();
  begun.run();
  begun.draw(performance.now());
}

function leave() {
  wanted = null;
  if (!game) return;
  game.over = true;
  game = null;
  state.game = false;
  if (state.tool === "unit") state.tool = "pen";
  showCodes(state.map.codes);
  overlay({ units: [], fog: state.map.fog });
  orderNext(null);
  show();
}

/** Leaves a game that the back end no longer has. */
function lose() {
  leave();
  notice(say("studio.game.gone"));
}

function show() {
  $("units").setAttribute("aria-pressed", String(state.game));
  for (const name of /** @type {const} */ (["tool", "layers", "options", "units"])) emit(name);
  emit("tabs", state.game ? "units" : null);
}
