import { press, stepKeys } from "../lib/keyboard.js";
import { fillIn, languageFor } from "../lib/labels.js";
import { unpacked, unpackedJson } from "../lib/unpacked.js";
import { Catalogue } from "../lib/words.js";
import { Ground } from "./ground.js";

/** Units in one page: play, scrub, and follow a unit. The page contains its data. */

const SPEEDS = [0.25, 0.5, 1, 2, 5, 10, 25];
const GRAIN = 64; // parts of a square in which positions are given
const ABSENT = -32768;
const $ = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

/** What the page knows of the units, moment by moment. */
export class Tracks {
  /**
   * @param {any} data @param {Int16Array} positions @param {Uint8Array} waiting @param {Int32Array} left
   * @param {Int32Array} nodes
   */
  constructor(data, positions, waiting, left, nodes) {
    this.data = data;
    this.positions = positions;
    this.waiting = waiting;
    this.left = left;
    this.nodes = nodes;
    this.count = data.radii.length;
    this.moments = data.times.length;
    /** The numbers of each unit's paths, in the order of their moments. @type {number[][]} */
    this.paths = Array.from({ length: this.count }, () => []);
    for (const [number, [, unit]] of data.found.entries()) this.paths[unit].push(number);
  }

  /** The centre of a unit, between two moments; null if it is absent. @param {number} moment @param {number} unit */
  place(moment, unit) {
    const first = Math.floor(moment);
    const share = moment - first;
    const at = 2 * (first * this.count + unit);
    const [x, y] = [this.positions[at], this.positions[at + 1]];
    if (x === ABSENT) return null;
    const next = at + 2 * this.count;
    if (share === 0 || next >= this.positions.length || this.positions[next] === ABSENT)
      return [x / GRAIN, y / GRAIN];
    return [
      (x + share * (this.positions[next] - x)) / GRAIN,
      (y + share * (this.positions[next + 1] - y)) / GRAIN,
    ];
  }

  /** The nodes that a unit has yet to enter. @param {number} moment @param {number} unit @returns {Int32Array} */
  claims(moment, unit) {
    const first = Math.floor(moment);
    let last = -1;
    for (const number of this.paths[unit]) {
      if (this.data.found[number][0] > first) break;
      last = number;
    }
    if (last < 0) return this.nodes.subarray(0, 0);
    const end = this.data.offsets[last + 1];
    return this.nodes.subarray(end - this.left[first * this.count + unit], end);
  }

  /** @param {number} moment @param {number} unit */
  waits(moment, unit) {
    return this.waiting[Math.floor(moment) * this.count + unit] !== 0;
  }

  /** The unit at a point, or -1. @param {number} moment @param {number} x @param {number} y */
  unitAt(moment, x, y) {
    let [best, nearest] = [-1, Infinity];
    for (let unit = 0; unit < this.count; unit++) {
      const place = this.place(moment, unit);
      if (!place) continue;
      const apart = Math.hypot(place[0] - x, place[1] - y);
      if (apart < nearest && apart <= Math.max(this.data.radii[unit], 0.5)) [best, nearest] = [unit, apart];
    }
    return best;
  }
}

class Page {
  /** @param {Tracks} tracks @param {Ground} ground @param {Record<string, import("../lib/words.js").Content>} languages */
  constructor(tracks, ground, languages) {
    this.tracks = tracks;
    this.ground = ground;
    this.languages = languages;
    this.follow = tracks.data.follow;
    this.moment = 0;
    this.playing = false;
    this.speed = 1;
    this.last = 0;
    this.canvas = $("board");
    this.context = this.canvas.getContext("2d");
    this.view = { x: 0, y: 0, scale: 1 };
    /** @type {Catalogue|null} */
    this.catalogue = null;
    $("scrub").max = tracks.moments - 1;
    for (const speed of SPEEDS)
      $("speed").add(new Option(`${speed} x`, String(speed), speed === 1, speed === 1));
    $("play").addEventListener("click", () => this.toggle());
    $("scrub").addEventListener("input", () => this.jump(Number($("scrub").value)));
    $("speed").addEventListener("change", () => (this.speed = Number($("speed").value)));
    this.canvas.addEventListener("click", (/** @type {MouseEvent} */ event) => this.clicked(event));
    const keys = stepKeys(this);
    addEventListener("keydown", (event) => press(keys, event));
    addEventListener("resize", () => this.draw());
    this.offerLanguages();
  }

  /** Offers a choice of languages. */
  offerLanguages() {
    const menu = $("language");
    const { languages } = this;
    menu.append(...Object.entries(languages).map(([code, { name }]) => new Option(name, code)));
    menu.addEventListener("change", () => this.speak(menu.value));
    this.speak(this.tracks.data.language ?? languageFor(Object.keys(languages), navigator.languages));
  }

  /** Writes all text in a language. @param {string} code */
  speak(code) {
    this.catalogue = new Catalogue(code, this.languages[code]);
    document.documentElement.lang = $("language").value = code;
    fillIn(document, this.catalogue);
    document.title = $("title").textContent = this.catalogue.text(this.tracks.data.title);
    $("board").setAttribute("aria-label", document.title);
    this.namePlay();
    this.draw();
  }

  namePlay() {
    $("play").textContent = this.catalogue?.say(this.playing ? "player.pause" : "player.play");
  }

  /** @param {boolean} playing */
  setPlaying(playing) {
    if (playing && this.moment >= this.tracks.moments - 1) this.moment = 0;
    this.playing = playing;
    this.namePlay();
    $("play").setAttribute("aria-pressed", String(playing));
    this.last = performance.now();
    if (playing) requestAnimationFrame((now) => this.tick(now));
  }

  /** @param {number} now */
  tick(now) {
    if (!this.playing) return;
    const { times } = this.tracks.data;
    const end = this.tracks.moments - 1;
    const at = Math.min(Math.floor(this.moment), Math.max(end - 1, 0));
    const each = times[at + 1] - times[at] || 1;
    const passed = Math.max(0, now - this.last) / 1000; // a frame may have begun before the click
    this.go(Math.min(this.moment + (passed * this.speed) / each, end));
    this.last = now;
    if (this.moment >= end) this.setPlaying(false);
    else requestAnimationFrame((next) => this.tick(next));
  }

  /** @param {number} moment */
  go(moment) {
    this.moment = moment;
    $("scrub").value = String(Math.floor(moment));
    this.draw();
  }

  toggle() {
    this.setPlaying(!this.playing);
  }

  /** @param {number} count of moments, negative to go back */
  step(count) {
    this.jump(Math.floor(this.moment) + count);
  }

  /** @param {number} moment */
  jump(moment) {
    this.setPlaying(false);
    this.go(Math.min(Math.max(moment, 0), this.tracks.moments - 1));
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const { x, y, scale } = this.view;
    this.follow = this.tracks.unitAt(
      this.moment,
      (event.offsetX - x) / scale - 0.5,
      (event.offsetY - y) / scale - 0.5,
    );
    this.draw();
  }

  draw() {
    const { canvas, context, tracks } = this;
    const { width, height, times } = tracks.data;
    const density = devicePixelRatio || 1;
    const [wide, high] = [canvas.clientWidth, canvas.clientHeight];
    canvas.width = wide * density;
    canvas.height = high * density;
    context.setTransform(density, 0, 0, density, 0, 0);
    const scale = Math.min(wide / width, high / height) * 0.97;
    this.view = { x: (wide - scale * width) / 2, y: (high - scale * height) / 2, scale };
    const style = getComputedStyle(document.documentElement);
    const ink = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`);
    this.drawGround(style.colorScheme);
    if (this.follow >= 0) this.drawClaims(ink);
    for (let unit = 0; unit < tracks.count; unit++) this.drawUnit(unit, ink);
    $("time").value = times[Math.floor(this.moment)].toFixed(2);
    $("says").textContent = this.words();
  }

  /** @param {string} theme */
  drawGround(theme) {
    const { context, view, tracks, ground } = this;
    const { width, height } = tracks.data;
    context.imageSmoothingEnabled = false;
    const picture = ground.picture(Math.floor(this.moment), theme);
    context.drawImage(picture, view.x, view.y, width * view.scale, height * view.scale);
  }

  /** @param {(name: string) => string} ink */
  drawClaims(ink) {
    const { context, view, tracks } = this;
    context.fillStyle = ink(tracks.data.colours[tracks.data.sides[this.follow]]);
    context.globalAlpha = 0.35;
    for (const node of new Set(tracks.claims(this.moment, this.follow))) {
      const [column, row] = [node % tracks.data.width, Math.floor(node / tracks.data.width)];
      context.fillRect(view.x + column * view.scale, view.y + row * view.scale, view.scale, view.scale);
    }
    context.globalAlpha = 1;
  }

  /** @param {number} unit @param {(name: string) => string} ink */
  drawUnit(unit, ink) {
    const { context, view, tracks } = this;
    const place = tracks.place(this.moment, unit);
    if (!place) return;
    const [x, y] = [view.x + (place[0] + 0.5) * view.scale, view.y + (place[1] + 0.5) * view.scale];
    const radius = Math.max(1, tracks.data.radii[unit] * 0.85 * view.scale);
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.globalAlpha = tracks.waits(this.moment, unit) ? 0.5 : 1;
    context.fillStyle = ink(tracks.data.colours[tracks.data.sides[unit]]);
    context.fill();
    context.globalAlpha = 1;
    context.lineWidth = unit === this.follow ? 3 : 1;
    context.strokeStyle = ink(unit === this.follow ? "text" : "halo");
    context.stroke();
  }

  /** @returns {string} what the followed unit does */
  words() {
    const { follow, moment, tracks, catalogue } = this;
    if (!catalogue) return "";
    const place = follow < 0 ? null : tracks.place(moment, follow);
    if (!place) return catalogue.say("units.click");
    const left = tracks.claims(moment, follow).length;
    const [x, y] = place.map((side) => side.toFixed(1));
    const values = { unit: tracks.data.numbers[follow], x, y, left };
    if (tracks.waits(moment, follow)) return catalogue.say("units.waits", values);
    return catalogue.say(left ? "units.walks" : "units.stands", values);
  }
}

async function start() {
  const data = JSON.parse($("data").textContent);
  if (!("DecompressionStream" in window)) {
    $("says").textContent = data.tooOld;
    return;
  }
  const [positions, waiting, left, nodes, first, changed, changedTo] = await Promise.all(
    ["positions", "waiting", "left", "nodes", "ground", "changed", "changedTo"].map((name) =>
      unpacked(data[name]),
    ),
  );
  const tracks = new Tracks(
    data,
    new Int16Array(positions),
    new Uint8Array(waiting),
    new Int32Array(left),
    new Int32Array(nodes),
  );
  const ground = new Ground(data, new Uint8Array(first), new Int32Array(changed), new Uint8Array(changedTo));
  /** @type {any} */ (globalThis).page = new Page(tracks, ground, await unpackedJson(data.languages));
  document.documentElement.dataset.ready = "yes";
}

if (typeof document !== "undefined") start();
