/**
 * Draws a board and the state of a search on a canvas, like the library's pictures. Large cells are outlined
 * one by one (open ones dashed, closed ones solid), with pointers to their parents and F, G and H in their
 * corners; smaller ones are tinted. It draws only what is in view, and tints squares in a raster of one pixel
 * each, in which it rewrites only the changed ones. A layout defines the positions and shapes of cells.
 */

import LOOK from "./look.json" with { type: "json" };
import { drawDetails, drawSums } from "./details.js";
import {
  drawClaimed,
  drawLabels,
  drawMarkers,
  drawPreview,
  drawRings,
  drawWay,
  fillCurrent,
  frameCurrent,
} from "./marks.js";
import { Shades } from "./shades.js";
import { css, frame } from "./strokes.js";
import { layoutOf } from "./layouts.js";

const LARGEST = 160;
const NEAR = 12; // pixels around a node that count as a hit

/**
 * @typedef {object} Ground
 * @property {number} width squares from left to right
 * @property {number} height squares from top to bottom
 * @property {Uint8Array|Uint16Array} codes for each square an index into `palette`
 * @property {(number|null)[]} palette the cost of each code; null is a wall
 * @property {string[]} [names] the name of the ground of each code, or ""
 * @property {import("./layouts.js").Plan} plan the positions of the cells
 */

/**
 * Colours as "#rrggbb" by role (floor, dear, wall, line, text, muted, open, closed, current, start, goal, path, halo,
 * page), `tint`, from 0 to 1: how strongly a search tints small squares, and `terrain`, colours by name.
 * @typedef {Record<string, any>} Colours
 */

/** Draws something of the page's own on a board. @typedef {(board: Board) => void} Painter */

export class Board {
  /** @param {HTMLCanvasElement} canvas @param {Colours} colours */
  constructor(canvas, colours) {
    this.canvas = canvas;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    this.raster = document.createElement("canvas");
    this.colours = colours;
    /** @type {Ground} */
    this.ground = {
      width: 1,
      height: 1,
      codes: new Uint8Array(1),
      palette: [1],
      plan: { lattice: "squares" },
    };
    this.layout = layoutOf(this.ground);
    /** @type {import("../replay.js").Replay|null} */
    this.replay = null;
    /** A search over intervals, which are drawn in place of cells. @type {import("../replay.js").Replay|null} */
    this.intervals = null;
    /** The path shown, if its corners are no cells. @type {import("../overlays/lines.js").Line|null} */
    this.line = null;
    /** Squares of the path shown. @type {ArrayLike<number>} */
    this.path = [];
    /** Squares from the start to the one being expanded. @type {ArrayLike<number>} */
    this.trail = [];
    /** Squares that the text refers to. @type {ArrayLike<number>} */
    this.highlights = [];
    /** Squares about to be painted, and the code they would get. @type {{cells: ArrayLike<number>, code: number}|null} */
    this.preview = null;
    /** Cells that others have claimed. @type {ArrayLike<number>} */
    this.claimed = [];
    /** A field over the ground. @type {import("./heat.js").Heat|null} */
    this.heat = null;
    /** A way to point at beside the path. @type {ArrayLike<number>} */
    this.other = [];
    /** Draw over the ground, and above everything. @type {Painter[]} */
    this.under = [];
    /** @type {Painter[]} */
    this.over = [];
    /** Words in cells of the path. @type {[number, string][]} */
    this.labels = [];
    /** Whether the path shows the heading at each cell. */
    this.headed = false;
    /** Whether pointers lead straight to far parents, not as a jump that turns. */
    this.straight = false;
    this.start = -1;
    this.goal = -1;
    /** Targets beside the goal. @type {number[]} */
    this.targets = [];
    /** Places that a path comes to before the goal, in their order. @type {number[]} */
    this.via = [];
    /** Cells along a side of the unit; its place is the upper left one. */
    this.body = 1;
    this.selected = -1;
    this.hover = -1;
    this.cursor = -1;
    this.numbers = true;
    this.pointers = true;
    /** The side of a square, and the position of the board's corner, in CSS pixels. */
    this.view = { scale: 1, x: 0, y: 0 };
    /** The requested scale; the view's scale is rounded to whole pixels. */
    this.wanted = 1;
    /** Pixels at the top, the bottom and the right that are covered. */
    this.inset = { top: 0, bottom: 0, right: 0 };
    /** Whether the user has moved the view since it was last fitted. */
    this.moved = false;
    this.size = { width: 1, height: 1, ratio: 1 };
    this.scheduled = 0;
    /** Whether the next frame draws everything, not only what lies over it. */
    this.whole = true;
    /** A picture of what lies below, while only what lies over it changes. @type {HTMLCanvasElement|null} */
    this.below = null;
    this.image = new ImageData(1, 1);
    this.pixels = new Uint32Array(1);
    this.shades = new Shades(colours, this.ground.palette);
    this.setColours(colours);
  }

  /** @param {Colours} colours */
  setColours(colours) {
    this.colours = colours;
    this.setGround(this.ground);
  }

  /** Shows another ground. @param {Ground} ground */
  setGround(ground) {
    const resized = ground.width !== this.raster.width || ground.height !== this.raster.height;
    if (resized || ground.plan !== this.ground.plan) this.layout = layoutOf(ground);
    this.ground = ground;
    if (resized) {
      this.raster.width = ground.width;
      this.raster.height = ground.height;
      this.replay = null;
    }
    this.image = new ImageData(ground.width, ground.height);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.setPalette();
  }

  /** Applies changed costs of the ground's palette. */
  setPalette() {
    this.shades = new Shades(this.colours, this.ground.palette, this.ground.names);
    this.refresh(null);
  }

  /** Shows another search, or none. @param {import("../replay.js").Replay|null} replay */
  setReplay(replay) {
    this.replay = replay;
    this.refresh(null);
  }

  /** Rewrites squares in the raster. @param {ArrayLike<number>|null} cells null for all */
  refresh(cells) {
    if (!this.layout.raster) return this.requestDraw();
    const context = /** @type {CanvasRenderingContext2D} */ (this.raster.getContext("2d"));
    const { width, height } = this.ground;
    let top = height;
    let bottom = -1;
    const count = cells ? cells.length : width * height;
    for (let i = 0; i < count; i++) {
      const cell = cells ? cells[i] : i;
      this.pixels[cell] = this.shadeOf(cell);
      if (!cells) continue;
      const y = (cell / width) | 0;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
    if (!cells) [top, bottom] = [0, height - 1];
    if (bottom >= top) context.putImageData(this.image, 0, 0, 0, top, width, bottom - top + 1);
    this.requestDraw();
  }

  /** @param {number} cell */
  shadeOf(cell) {
    const code = this.ground.codes[cell];
    const mark = this.replay && !this.detailed ? this.replay.mark(cell) : 0;
    return this.shades.pixels[mark][code];
  }

  /** The fill colour of a cell if there is no raster. @param {number} cell */
  fillOf(cell) {
    const code = this.ground.codes[cell];
    const mark = this.replay && !this.detailed ? this.replay.mark(cell) : 0;
    return css(this.shades.tinted[mark][code]);
  }

  /** The diameter in pixels of the disc that fits into a cell. */
  get unit() {
    return this.view.scale * this.layout.room;
  }

  /** Whether squares are large enough to be outlined one by one. */
  get detailed() {
    return Math.round(this.unit) >= LOOK.detailed_from;
  }

  /** Whether the numbers fit into the squares. */
  get wordy() {
    return this.numbers && Math.round(this.unit) >= LOOK.numbers_from;
  }

  /** Whether F fits into the squares, alone. */
  get keyed() {
    const free = !this.heat && !this.layout.outside;
    return this.numbers && free && Math.round(this.unit) >= LOOK.key_from;
  }

  /** Sets the size of the canvas in the page. @param {number} width @param {number} height @param {number}
   * ratio */
  resize(width, height, ratio) {
    this.size = { width, height, ratio };
    this.canvas.width = Math.max(1, Math.round(width * ratio));
    this.canvas.height = Math.max(1, Math.round(height * ratio));
    this.requestDraw();
  }

  /** Shows the whole board. @param {number} [margin] */
  fit(margin = 12) {
    const { width, height } = this.size;
    const top = Math.max(margin, this.inset.top);
    const bottom = Math.max(margin, this.inset.bottom);
    const [across, down] = this.layout.size;
    const free = width - this.inset.right;
    const room = Math.min((free - 2 * margin) / across, (height - top - bottom) / down);
    const scale = this.setScale(Math.min(room, this.layout.largest), Math.floor);
    this.view.x = (free - scale * across) / 2;
    this.view.y = (height + top - bottom - scale * down) / 2;
    this.settle();
  }

  /** @param {number} scale @param {(n: number) => number} [round] to whole pixels of the screen, where they show */
  setScale(scale, round = Math.round) {
    const { ratio } = this.size;
    const before = this.detailed;
    const whole = scale * ratio >= 4 ? round(scale * ratio) / ratio : scale;
    const smallest = Math.min(1, 48 / Math.max(...this.layout.size));
    const largest = LARGEST / this.layout.room;
    this.wanted = Math.max(smallest, Math.min(largest, scale));
    this.view.scale = Math.max(smallest, Math.min(largest, whole));
    if (before !== this.detailed) this.refresh(null);
    return this.view.scale;
  }

  /** Zooms about a point of the canvas. @param {number} x @param {number} y @param {number} factor */
  zoomAt(x, y, factor) {
    const before = this.view.scale;
    const scale = this.setScale(this.wanted * factor);
    this.view.x = x - ((x - this.view.x) * scale) / before;
    this.view.y = y - ((y - this.view.y) * scale) / before;
    this.settle();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.view.x += dx;
    this.view.y += dy;
    this.settle();
  }

  /** Keeps the board in view, and its squares on whole pixels. */
  settle() {
    const { ratio } = this.size;
    const keep = (/** @type {number} */ at, /** @type {number} */ span, /** @type {number} */ room) => {
      const held =
        span <= room
          ? Math.max(0, Math.min(room - span, at))
          : Math.max(room * 0.75 - span, Math.min(room * 0.25, at));
      return Math.round(held * ratio) / ratio;
    };
    this.view.x = keep(this.view.x, this.view.scale * this.layout.size[0], this.size.width);
    this.view.y = keep(this.view.y, this.view.scale * this.layout.size[1], this.size.height);
    this.requestDraw();
  }

  /** Brings a square into view, unless the whole board is in view. @param {number} cell @returns {boolean}
   * whether the board moved */
  reveal(cell) {
    const [x, y] = this.centreOf(cell);
    const { unit } = this;
    const edge = Math.min(unit, 24) + unit / 2;
    const shift = (/** @type {number} */ at, /** @type {number} */ room, /** @type {number} */ span) =>
      span * this.view.scale <= room ? 0 : at < edge ? edge - at : at > room - edge ? room - edge - at : 0;
    const [across, down] = this.layout.size;
    const [dx, dy] = [shift(x, this.size.width, across), shift(y, this.size.height, down)];
    if (dx || dy) this.pan(dx, dy);
    return Boolean(dx || dy);
  }

  /** @param {number} x @param {number} y @returns {number} the cell under a point of the canvas, or -1 */
  cellAt(x, y) {
    return this.layout.cellAt(...this.pointAt(x, y), NEAR / this.view.scale);
  }

  /** @param {number} x @param {number} y @returns {[number, number]} a point of the canvas in the units of the layout */
  pointAt(x, y) {
    return [(x - this.view.x) / this.view.scale, (y - this.view.y) / this.view.scale];
  }

  /** Redraws a cell at its current position in the plan. @param {number} cell */
  moveCell(cell) {
    this.layout.moved(cell);
    this.requestDraw();
  }

  /** @param {number} cell @returns {[number, number]} the middle of a cell on the canvas */
  centreOf(cell) {
    const [x, y] = this.layout.centreOf(cell);
    return [this.view.x + x * this.view.scale, this.view.y + y * this.view.scale];
  }

  /** @param {number} x @param {number} y @returns {"start"|"goal"|null} the marker under a point of the canvas */
  markerAt(x, y) {
    const reach = Math.max(this.unit / 2, 12);
    for (const role of /** @type {("goal"|"start")[]} */ (["goal", "start"])) {
      if (this[role] < 0) continue;
      const [cx, cy] = this.centreOf(this[role]);
      if (Math.abs(cx - x) <= reach && Math.abs(cy - y) <= reach) return role;
    }
    return null;
  }

  /** Draws once at the next frame, however often it is called. */
  requestDraw() {
    this.whole = true;
    this.requestOver();
  }

  /** Draws at the next frame only what lies over the board, such as units that move. */
  requestOver() {
    this.scheduled ||= requestAnimationFrame(() => {
      this.scheduled = 0;
      if (this.whole) this.draw();
      else this.drawOver();
    });
  }

  /** Draws now. */
  draw() {
    this.whole = false;
    this.below = null;
    this.drawBelow();
    for (const paint of this.over) paint(this);
  }

  /** Draws what lies over the board, on a picture of the rest. */
  drawOver() {
    const { canvas, context, size } = this;
    this.below ??= this.pictureBelow();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.drawImage(this.below, 0, 0);
    context.setTransform(size.ratio, 0, 0, size.ratio, 0, 0);
    for (const paint of this.over) paint(this);
  }

  pictureBelow() {
    const { canvas, context } = this;
    const picture = document.createElement("canvas");
    Object.assign(picture, { width: canvas.width, height: canvas.height });
    this.context = /** @type {CanvasRenderingContext2D} */ (picture.getContext("2d"));
    this.drawBelow();
    this.context = context;
    return picture;
  }

  drawBelow() {
    const { context, view, size, ground, colours } = this;
    context.setTransform(size.ratio, 0, 0, size.ratio, 0, 0);
    context.clearRect(0, 0, size.width, size.height);
    context.imageSmoothingEnabled = view.scale < 1;
    this.layout.paint(this);
    for (const paint of this.under) paint(this);
    fillCurrent(this);
    if (this.detailed) drawDetails(this);
    else if (this.layout.framed)
      frame(context, view.x, view.y, ground.width * view.scale, ground.height * view.scale, colours.line, 1);
    drawClaimed(this);
    if (this.preview) drawPreview(this, this.preview);
    frameCurrent(this);
    drawWay(this, this.trail, 0.6, true);
    drawWay(this, this.other, 0.8, true);
    drawWay(this, this.path, 1, false);
    drawMarkers(this);
    this.layout.paintOver(this);
    if (this.replay && (this.wordy || this.keyed)) drawSums(this);
    drawLabels(this);
    drawRings(this);
  }

  /** @param {(cell: number, x: number, y: number) => void} visit called for each cell in view with its centre
   * */
  eachInView(visit) {
    const { view, size } = this;
    this.layout.eachIn(
      -view.x / view.scale,
      -view.y / view.scale,
      (size.width - view.x) / view.scale,
      (size.height - view.y) / view.scale,
      (cell) => {
        visit(cell, ...this.centreOf(cell));
      },
    );
  }

  /** @param {number} cell @param {number} shrink pixels @returns {Path2D} a cell's outline on the canvas */
  outlineOf(cell, shrink) {
    const path = new Path2D();
    this.layout.outline(path, cell, ...this.centreOf(cell), this.view.scale, shrink);
    return path;
  }

  /** Sets the style of text. @param {number} tall @param {CanvasTextBaseline} base @param {string} rim @param
   * {number} [weight] */
  style(tall, base, rim, weight = 400) {
    const { context } = this;
    context.font = `${weight} ${tall}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = base;
    context.strokeStyle = rim;
    context.lineWidth = Math.max(2.5, tall * 0.22);
    context.lineJoin = "round";
  }

  /** @param {string} text @param {number} x @param {number} y @param {boolean} rimmed whether a line runs behind it */
  write(text, x, y, rimmed) {
    if (rimmed) this.context.strokeText(text, x, y);
    this.context.fillText(text, x, y);
  }
}
