import { Board } from "../lib/board/board.js";
import { eventsOf, unpack } from "../lib/codec.js";
import { playKeys, press } from "../lib/keyboard.js";
import { fillIn, languageFor } from "../lib/labels.js";
import { Player } from "../lib/player.js";
import { fillSumKey, sumWords } from "../lib/sum_key.js";
import { unpacked, unpackedJson } from "../lib/unpacked.js";
import { Catalogue, figure } from "../lib/words.js";
import { drawClusters } from "../lib/overlays/clusters.js";
import { drawIntervals, endsOf, nodesOf, polygonOf } from "../lib/overlays/intervals.js";
import { drawLine } from "../lib/overlays/lines.js";
import { onCanvas } from "../lib/overlays/floor.js";
import { drawEntered, drawMesh, drawMeshPath } from "../lib/overlays/mesh.js";
import { Replay } from "../lib/replay.js";
import { happened } from "./events.js";
import { listenToPointer } from "./pointer.js";

/** One search in one page: play, step, scrub, and read explanations. The page contains its data. */

const SPEEDS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 10000];
const LOW = 360; // pixels of a stage below which the line about a square needs room of its own
const LINE = 28;
const NOTHING_ON_IT = { obstacles: [], areas: [], radius: 0, line: [], held: null };
const $ = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));
const data = JSON.parse($("data").textContent);
/** The languages of the page. @type {Record<string, import("../lib/words.js").Content>} */
let languages = {};
/** @type {Catalogue} */
let words;

/** @param {string} key @param {import("../lib/words.js").Values} [values] */
const say = (key, values) => words.say(key, values);

/** @param {number} count @returns {string} with grouped thousands */
const grouped = (count) => count.toLocaleString(words.language);

/** @returns {Promise<import("../lib/replay.js").Events>} */
async function unpackEvents() {
  const { columns } = unpack(await unpacked(data.events));
  return eventsOf(columns, nodesOf(columns.interval, data.width * data.height));
}

class SearchPage {
  /** @param {any} events @param {Uint8Array|Uint16Array} codes @param {Uint32Array} path @param {any} facts */
  constructor(events, codes, path, facts) {
    const { intervals } = events;
    this.replay = new Replay(events, nodesOf(intervals, data.width * data.height), data.usesG);
    /** Whether the board's cells are nodes of the search. */
    this.ofCells = !intervals;
    this.path = path;
    this.facts = facts;
    /** The line of a path in any direction, once it is found. @type {import("../lib/overlays/lines.js").Line|null} */
    this.line = null;
    /** A mesh, whose places are points. @type {import("../lib/overlays/mesh.js").Mesh|null} */
    this.mesh = data.mesh && { ...NOTHING_ON_IT, ...data.mesh };
    /** @type {import("../lib/player.js").Timeline} */
    this.timeline = { position: 0, atEnd: false, playing: false };
    this.player = new Player(this.timeline, {
      steps: () => this.replay.steps,
      pace: () => this.speed,
      changed: (what) => this.changed(what),
    });
    this.saidAt = 0;
    this.speed = SPEEDS.find((speed) => this.replay.steps / speed <= 25) ?? 10000;
    this.board = new Board($("board"), data.themes[theme()]);
    this.board.setGround({
      width: data.width,
      height: data.height,
      codes,
      palette: data.palette,
      names: data.names,
      plan: data.plan,
    });
    Object.assign(this.board, {
      start: data.start,
      goal: data.goal,
      via: data.via,
      claimed: data.claimed,
      labels: data.labels,
      headed: data.headed,
      straight: data.anyAngle,
    });
    this.board.under.push((board) => drawClusters(board, data.clusters));
    $("via").hidden = !data.via.length;
    $("claimed").hidden = !data.claimed.length;
    $("link").hidden = !data.mesh?.links.length;
    for (const name of ["cluster", "gate"]) $(name).hidden = !data.clusters;
    if (this.ofCells) this.board.setReplay(this.replay);
    else this.addIntervals();
    $("scrub").max = String(this.replay.steps);
    $("play").disabled = !this.replay.steps;
    this.speed = Math.max(2, this.speed);
    this.resize();
    this.board.fit();
  }

  /** Draws a search over intervals, and its line. */
  addIntervals() {
    const { replay, mesh } = this;
    this.board.under.push(
      (board) => drawMesh(board, mesh),
      (board) => drawEntered(board, mesh, polygonOf(replay)),
    );
    this.board.over.push(
      (board) => drawIntervals(board, replay, mesh ? onCanvas(board, mesh) : undefined),
      (board) => (mesh ? drawMeshPath(board, mesh) : drawLine(board, this.line)),
    );
  }

  /** Writes all text in the chosen language. */
  label() {
    fillIn(document, words);
    $("speed").replaceChildren(
      ...SPEEDS.map(
        (speed) =>
          new Option(
            say("page.speed", { count: grouped(speed) }),
            String(speed),
            false,
            speed === this.speed,
          ),
      ),
    );
    document.title = $("title").textContent = words.text(data.title);
    $("summary").textContent = words.text(data.summary);
    $("board").setAttribute("aria-label", words.text(data.description));
    fillSumKey($("sum-key"), say, data, this.from);
    nameGrounds();
    nameTheme(this);
    this.mark();
    this.show(null);
    this.select(this.board.selected);
  }

  resize() {
    const { width, height } = $("stage").getBoundingClientRect();
    this.board.resize(width, height, window.devicePixelRatio || 1);
    this.board.inset.bottom = height < LOW ? LINE : 0;
  }

  /** @param {"position"|"playing"} what */
  changed(what) {
    if (what === "position") return this.show(this.replay.seek(this.timeline.position));
    this.mark();
    if (!this.timeline.playing) this.say();
  }

  /** @param {Uint32Array|null} changes */
  show(changes) {
    const { replay, board } = this;
    const done = replay.position === replay.steps;
    board.path = done && !data.line ? this.path : [];
    this.line = done && data.line ? { points: data.line, before: [] } : null;
    if (this.mesh) this.mesh.line = done && data.line ? data.line : [];
    board.trail = done || replay.current < 0 || !this.ofCells ? [] : replay.branch(replay.current);
    board.highlights = [];
    board.refresh(this.ofCells ? changes : []);
    $("scrub").value = String(replay.position);
    $("count").textContent = say("page.count", {
      step: grouped(replay.position),
      steps: grouped(replay.steps),
    });
    $("open").textContent = grouped(replay.openCount);
    $("closed").textContent = grouped(replay.closedCount);
    const known = replay.current >= 0 && replay.mark(replay.current);
    $("key").textContent = known ? figure(replay.f(replay.current)) : "-";
    if (!this.timeline.playing || performance.now() - this.saidAt > 250) this.say();
    this.tell();
  }

  /** Writes the explanation of the current step. */
  say() {
    this.saidAt = performance.now();
    $("says").replaceChildren(
      ...this.said().map(([kind, text, cells]) => {
        const item = document.createElement("li");
        item.className = kind;
        item.textContent = text;
        if (cells.length) {
          item.tabIndex = 0;
          item.dataset.cells = JSON.stringify(cells);
          for (const event of ["mouseenter", "focus"]) item.addEventListener(event, () => this.point(cells));
          for (const event of ["mouseleave", "blur"]) item.addEventListener(event, () => this.point([]));
        }
        return item;
      }),
    );
  }

  /** Where the search begins. @returns {"start"|"goal"|"both"} */
  get from() {
    if (this.replay.bothEnds) return "both";
    return data.fromGoal ? "goal" : "start";
  }

  /** @returns {number[]} the squares where the search begins, -1 for one that is none */
  roots() {
    if (this.from === "both") return [data.start, data.goal];
    return [this.from === "goal" ? data.goal : data.start];
  }

  /** @returns {[string, string, number[]][]} kind, text and squares of each sentence */
  said() {
    const { replay, facts } = this;
    const step = replay.position - 1;
    if (step < 0 && replay.steps)
      return [
        ["figures", words.text(data.begin), this.roots().filter((cell) => cell >= 0)],
        ["figures", say("page.begin"), []],
      ];
    const sentences =
      step < 0 || (step === replay.steps - 1 && step >= facts.steps.length) ? facts.end : facts.steps[step];
    if (sentences)
      return sentences.map(
        (/** @type {[string, import("../lib/words.js").Value, number[]]} */ [kind, text, cells]) => [
          kind,
          words.text(text),
          cells,
        ],
      );
    const cell = replay.current;
    const { intervals } = replay.events;
    const values = {
      place: intervals ? say("step.interval.ends", endsOf(intervals, cell)) : placeWords(cell),
      count: facts.steps.length,
      sum: sumWords(say, replay, cell),
    };
    return [["chosen", say("page.not_explained", values), this.ofCells ? [cell] : []]];
  }

  /** @param {number[]} cells */
  point(cells) {
    this.board.highlights = cells;
    this.board.requestDraw();
  }

  /** Describes the square under the pointer, or the clicked one. */
  tell() {
    const { board, replay } = this;
    const cell = !this.ofCells ? -1 : board.hover >= 0 ? board.hover : board.selected;
    $("square").textContent = cell < 0 ? "" : describe(cell, replay, board);
    for (const item of $("says").children)
      item.classList.toggle(
        "lit",
        board.hover >= 0 && JSON.parse(item.dataset.cells ?? "[]").includes(board.hover),
      );
  }

  /** @param {number} cell the square with the shown history, or -1 */
  select(cell) {
    const { board, replay } = this;
    if (!this.ofCells) cell = -1; // squares have no history
    board.selected = cell;
    board.requestDraw();
    $("history").hidden = cell < 0;
    this.tell();
    if (cell < 0) return;
    const events = replay.history(cell);
    $("history-title").textContent = say("page.history", { place: placeWords(cell) });
    $("events").replaceChildren(
      ...events.map((event) => {
        const item = document.createElement("li");
        item.textContent = say("page.at_step", {
          step: Math.max(0, replay.positionOf(event)),
          event: happened(replay.events, event, say, placeWords),
        });
        return item;
      }),
    );
    if (!events.length) $("events").textContent = say("page.never");
    const why = whyNot(cell);
    $("why").textContent = why;
    for (const id of ["why", "why-title"]) $(id).hidden = !why;
  }

  mark() {
    document.body.classList.toggle("playing", this.timeline.playing);
    $("play").setAttribute("aria-label", say(this.timeline.playing ? "player.pause" : "player.play"));
    $("says").setAttribute("aria-live", this.timeline.playing ? "off" : "polite");
  }
}

/** @param {number} cell */
const placeWords = (cell) =>
  data.places?.[cell] ?? `(${cell % data.width}, ${Math.floor(cell / data.width)})`;

/** @param {number} cell @returns {string} why the path does not lead through it; empty if the page does not know */
function whyNot(cell) {
  const { why } = data;
  if (!why) return "";
  if (why.say) return say(why.say);
  if (why.most) return say("why.large", { count: why.most });
  const values = { place: placeWords(cell), cost: why.costs[cell], more: why.more[cell] };
  return say(`why.${why.keys[why.cases[cell]]}`, values);
}

/** @param {number} cell @param {Replay} replay @param {Board} board @returns {string} a square in one line */
function describe(cell, replay, board) {
  const cost = board.ground.palette[board.ground.codes[cell]];
  const mark = cost === null ? "wall" : ["unseen", "open", "closed"][replay.mark(cell)];
  const texts = [say(`page.square.${mark}`, { place: placeWords(cell) })];
  if (replay.mark(cell) && cost !== null)
    texts[0] = say("page.square.searched", { state: texts[0], sum: sumWords(say, replay, cell) });
  if (replay.fromGoal(cell)) texts[0] = say("search.from_target", { text: texts[0] });
  if (replay.mark(cell) && cost !== null && replay.parent(cell) >= 0)
    texts.push(say("page.square.parent", { parent: placeWords(replay.parent(cell)) }));
  if (data.costs && cost !== null) texts.push(say("page.square.cost", { cost }));
  return texts.join("");
}

const theme = () =>
  document.documentElement.dataset.theme ??
  (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

/** @param {SearchPage} page */
function changeTheme(page) {
  document.documentElement.dataset.theme = theme() === "dark" ? "light" : "dark";
  nameTheme(page);
}

/** @param {SearchPage} page */
function nameTheme(page) {
  $("theme").textContent = say(theme() === "dark" ? "page.light" : "page.dark");
  page.board.setColours(data.themes[theme()]);
}

/** Lists the terrains of the board among the colours. */
function nameGrounds() {
  for (const old of document.querySelectorAll("#legend .ground")) old.remove();
  for (const name of new Set(/** @type {string[]} */ (data.names).filter(Boolean))) {
    const item = document.createElement("li");
    const colour = document.createElement("i");
    item.className = "ground";
    colour.style.background = `var(--terrain-${name})`;
    item.append(colour, words.ground(name));
    $("legend").append(item);
  }
}

/** Offers a choice of languages. @param {SearchPage} page */
function offerLanguages(page) {
  const menu = $("language");
  menu.append(...Object.entries(languages).map(([code, { name }]) => new Option(name, code)));
  const choose = (/** @type {string} */ code) => {
    words = new Catalogue(code, languages[code]);
    document.documentElement.lang = menu.value = code;
    page.label();
  };
  menu.addEventListener("change", () => choose(menu.value));
  choose(data.language ?? languageFor(Object.keys(languages), navigator.languages));
}

/** @param {SearchPage} page */
function listen(page) {
  const { player } = page;
  const actions = {
    first: () => player.jump(0),
    back: () => player.step(-1),
    play: () => player.toggle(),
    forth: () => player.step(1),
    last: () => player.jump(Infinity),
    theme: () => changeTheme(page),
  };
  for (const [id, act] of Object.entries(actions)) $(id).addEventListener("click", act);
  $("scrub").addEventListener("input", () => player.jump(Number($("scrub").value)));
  $("speed").addEventListener("change", () => (page.speed = Number($("speed").value)));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => nameTheme(page));
  new ResizeObserver(() => {
    page.resize();
    page.board.fit();
  }).observe($("stage"));
  const keys = keysOf(page);
  addEventListener("keydown", (event) => press(keys, event));
  listenToPointer(page);
}

/** @param {SearchPage} page @returns {import("../lib/keyboard.js").Keys} */
function keysOf(page) {
  const { board } = page;
  const zoom = (/** @type {number} */ factor) =>
    board.zoomAt(board.size.width / 2, board.size.height / 2, factor);
  return {
    ...playKeys(page.player, { zoom, fit: () => board.fit() }),
    t: () => changeTheme(page),
    Escape: () => page.select(-1),
  };
}

async function start() {
  if (!("DecompressionStream" in window)) {
    $("says").textContent = data.tooOld;
    return;
  }
  const [events, codes, path, facts] = await Promise.all([
    unpackEvents(),
    unpacked(data.codes),
    unpacked(data.path),
    unpackedJson(data.facts),
  ]);
  languages = await unpackedJson(data.languages);
  data.plan.edges = new Uint32Array(await unpacked(data.plan.edges));
  if (data.plan.centres) data.plan.centres = new Float32Array(await unpacked(data.plan.centres));
  if (data.why?.cases) {
    data.why.cases = new Uint8Array(await unpacked(data.why.cases));
    for (const name of ["costs", "more"]) data.why[name] = new Float64Array(await unpacked(data.why[name]));
  }
  const wide = data.palette.length > 256 ? new Uint16Array(codes) : new Uint8Array(codes);
  const page = new SearchPage(events, wide, new Uint32Array(path), facts);
  listen(page);
  offerLanguages(page);
  document.documentElement.dataset.ready = "yes";
}

start();
