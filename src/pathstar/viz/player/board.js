/**
 * Draws a board and the state of a search on a canvas, in the manner of the pictures that the library makes:
 * cells large enough are outlined one by one (open ones dashed, closed ones solid), with pointers to their parents
 * and F, G and H in their corners; smaller ones are tinted. Only what is in view is drawn, and squares are tinted
 * in a raster of one pixel each, of which only those that changed are written again. Where cells lie and how they
 * are shaped, a tiling says.
 */

import { CLOSED, OPEN } from "./replay.js";
import { bright, css, diamond, disc, fitting, frame, hatch, least, mix, parts, pixel } from "./strokes.js";
import { tilingOf } from "./tilings.js";

const DETAIL_FROM = 14; // pixels per square from which squares are outlined one by one
const POINTERS_FROM = 18;
const NUMBERS_FROM = 34;
const LARGEST = 160;
const SHADES = 64;
const WALL_SHADES = [0, 0.22, 0.4, 0.55];

/**
 * @typedef {object} Ground
 * @property {number} width squares from left to right
 * @property {number} height squares from top to bottom
 * @property {Uint8Array|Uint16Array} codes what each square is: an index into `palette`
 * @property {(number|null)[]} palette the cost of each code; null is a wall
 * @property {import("./tilings.js").Plan|null} [plan] where the cells lie, if they are no squares
 */

/**
 * Colours as "#rrggbb" by role (floor, dear, wall, line, text, muted, open, closed, current, start, goal, path, halo,
 * page), and `tint`, from 0 to 1: how strongly a search fills small squares.
 * @typedef {Record<string, any>} Colours
 */

export class Board {
  /** @param {HTMLCanvasElement} canvas @param {Colours} colours */
  constructor(canvas, colours) {
    this.canvas = canvas;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    this.raster = document.createElement("canvas");
    this.colours = colours;
    /** @type {Ground} */
    this.ground = { width: 1, height: 1, codes: new Uint8Array(1), palette: [1] };
    this.tiling = tilingOf(this.ground);
    /** @type {import("./replay.js").Replay|null} */
    this.replay = null;
    /** Squares of the path shown. @type {ArrayLike<number>} */
    this.path = [];
    /** Squares from the start to the one being expanded. @type {ArrayLike<number>} */
    this.trail = [];
    /** Squares that words point at. @type {ArrayLike<number>} */
    this.highlights = [];
    /** Squares about to be painted, and the code they would get. @type {{cells: ArrayLike<number>, code: number}|null} */
    this.preview = null;
    this.start = -1;
    this.goal = -1;
    this.selected = -1;
    this.hover = -1;
    this.cursor = -1;
    this.numbers = true;
    this.pointers = true;
    /** Side of a square, and where the board's corner lies, in CSS pixels. */
    this.view = { scale: 1, x: 0, y: 0 };
    /** The scale asked for; the view's is rounded to whole pixels. */
    this.wanted = 1;
    /** Pixels at the top and at the bottom that something else covers. */
    this.inset = { top: 0, bottom: 0 };
    /** Whether somebody has moved the view since it was last fitted. */
    this.moved = false;
    this.size = { width: 1, height: 1, ratio: 1 };
    this.scheduled = 0;
    this.image = new ImageData(1, 1);
    this.pixels = new Uint32Array(1);
    /** The lowest and the highest cost that are told apart. */
    this.costRange = [1, 10];
    /** How dear each code is, from 0 to 1; -1 for walls. @type {number[]} */
    this.dearness = [];
    /** How each code looks: as parts, as pixels, as pixels when open and when closed, and the ink that reads on it. */
    /** @type {number[][]} */
    this.shades = [];
    /** @type {number[]} */
    this.plain = [];
    /** @type {number[][]} */
    this.tints = [];
    /** @type {string[]} */
    this.inks = [];
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
    if (resized || ground.plan !== this.ground.plan) this.tiling = tilingOf(ground);
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

  /** Takes over changed costs of the ground's palette. */
  setPalette() {
    const costs = this.ground.palette.filter((cost) => cost !== null);
    // A wide range from the first, so that a dearer square painted later does not change the shades of all others.
    this.costRange = [least(costs, 1), -least(costs.map((cost) => -cost), -10)];
    this.dearness = this.ground.palette.map((cost) => this.dearnessOf(cost));
    const { open, closed, tint } = this.colours;
    this.shades = this.dearness.map((share) => this.shadeOfShare(share));
    const walls = this.ground.palette.flatMap((cost, code) => (cost === null ? [code] : []));
    // Kinds of wall differ a little, as in the other pictures.
    walls.forEach((code, i) => (this.shades[code] = mix(parts(this.colours.wall), parts(this.colours.page), WALL_SHADES[Math.min(i, 3)])));
    this.tints = [open, closed].map((colour) => this.shades.map((shade) => pixel(mix(shade, parts(colour), tint))));
    this.plain = this.shades.map(pixel);
    this.inks = this.shades.map((shade) => (bright(shade) ? "#10141a" : "#ffffff"));
    this.refresh(null);
  }

  /** @param {number|null} cost @returns {number} from 0 for the cheapest to 1 for the dearest; -1 for a wall */
  dearnessOf(cost) {
    if (cost === null) return -1;
    const high = this.costRange[1];
    const low = Math.max(this.costRange[0], high / 1000);
    const share = Math.log(Math.max(cost, low) / low) / Math.log(high / low);
    return Math.max(0, Math.min(1, share));
  }

  /** @param {number} share @returns {number[]} */
  shadeOfShare(share) {
    const { floor, dear, wall } = this.colours;
    return share < 0 ? parts(wall) : mix(parts(floor), parts(dear), Math.round(share * SHADES) / SHADES);
  }

  /** @param {number|null} cost @param {number} [code] @returns {{ground: string, ink: string}} how ground looks on this board */
  lookOf(cost, code = -1) {
    const shade = this.shades[code] ?? this.shadeOfShare(this.dearnessOf(cost));
    return { ground: css(shade), ink: bright(shade) ? "#10141a" : "#ffffff" };
  }

  /** Shows another search, or none. @param {import("./replay.js").Replay|null} replay */
  setReplay(replay) {
    this.replay = replay;
    this.refresh(null);
  }

  /** Writes squares into the raster again. @param {ArrayLike<number>|null} cells null for all */
  refresh(cells) {
    if (!this.tiling.raster) return this.requestDraw();
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
    if (mark === OPEN) return this.tints[0][code];
    return mark === CLOSED ? this.tints[1][code] : this.plain[code];
  }

  /** The colour that fills a cell where there is no raster. @param {number} cell */
  fillOf(cell) {
    const code = this.ground.codes[cell];
    const mark = this.replay && !this.detailed ? this.replay.mark(cell) : 0;
    const tint = mark === OPEN ? this.colours.open : this.colours.closed;
    return css(mark ? mix(this.shades[code], parts(tint), this.colours.tint) : this.shades[code]);
  }

  /** Pixels across what fits into a cell. */
  get unit() {
    return this.view.scale * this.tiling.room;
  }

  /** Whether squares are large enough to be outlined one by one. */
  get detailed() {
    return this.unit >= DETAIL_FROM;
  }

  /** Whether the numbers fit into the squares. */
  get wordy() {
    return this.numbers && this.unit >= NUMBERS_FROM;
  }

  /** Takes over the size of the canvas in the page. @param {number} width @param {number} height @param {number} ratio */
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
    const [across, down] = this.tiling.size;
    const room = Math.min((width - 2 * margin) / across, (height - top - bottom) / down);
    const scale = this.setScale(Math.min(room, this.tiling.largest), Math.floor);
    this.view.x = (width - scale * across) / 2;
    this.view.y = (height + top - bottom - scale * down) / 2;
    this.settle();
  }

  /** @param {number} scale @param {(n: number) => number} [round] to whole pixels of the screen, where they show */
  setScale(scale, round = Math.round) {
    const { ratio } = this.size;
    const before = this.detailed;
    const whole = scale * ratio >= 4 ? round(scale * ratio) / ratio : scale;
    const smallest = Math.min(1, 48 / Math.max(...this.tiling.size));
    const largest = LARGEST / this.tiling.room;
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

  /** Keeps the board within reach, and its squares on whole pixels. */
  settle() {
    const { ratio } = this.size;
    const keep = (/** @type {number} */ at, /** @type {number} */ span, /** @type {number} */ room) => {
      const held = span <= room ? Math.max(0, Math.min(room - span, at)) : Math.max(room * 0.75 - span, Math.min(room * 0.25, at));
      return Math.round(held * ratio) / ratio;
    };
    this.view.x = keep(this.view.x, this.view.scale * this.tiling.size[0], this.size.width);
    this.view.y = keep(this.view.y, this.view.scale * this.tiling.size[1], this.size.height);
    this.requestDraw();
  }

  /** Brings a square into view. @param {number} cell */
  reveal(cell) {
    const [x, y] = this.centreOf(cell);
    const { unit } = this;
    const edge = Math.min(unit, 24) + unit / 2;
    const shift = (/** @type {number} */ at, /** @type {number} */ room) => (at < edge ? edge - at : at > room - edge ? room - edge - at : 0);
    const [dx, dy] = [shift(x, this.size.width), shift(y, this.size.height)];
    if (dx || dy) this.pan(dx, dy);
  }

  /** @param {number} x @param {number} y @returns {number} the cell under a point of the canvas, or -1 */
  cellAt(x, y) {
    return this.tiling.cellAt((x - this.view.x) / this.view.scale, (y - this.view.y) / this.view.scale);
  }

  /** @param {number} cell @returns {[number, number]} the middle of a cell on the canvas */
  centreOf(cell) {
    const [x, y] = this.tiling.centreOf(cell);
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

  /** Draws at the next frame, however often it is asked for. */
  requestDraw() {
    this.scheduled ||= requestAnimationFrame(() => {
      this.scheduled = 0;
      this.draw();
    });
  }

  /** Draws now. */
  draw() {
    const { context, view, size, ground, colours } = this;
    context.setTransform(size.ratio, 0, 0, size.ratio, 0, 0);
    context.clearRect(0, 0, size.width, size.height);
    context.imageSmoothingEnabled = view.scale < 1;
    this.tiling.paint(this);
    this.fillCurrent();
    if (this.detailed) this.drawDetails();
    else if (this.tiling.framed) frame(context, view.x, view.y, ground.width * view.scale, ground.height * view.scale, colours.line, 1);
    if (this.preview) this.drawPreview(this.preview);
    this.frameCurrent();
    this.drawWay(this.trail, 0.6, true);
    this.drawWay(this.path, 1, false);
    this.drawMarker("start");
    this.drawMarker("goal");
    this.tiling.paintOver(this);
    if (this.wordy && this.replay) {
      const crossed = new Set([...Array.from(this.path), ...Array.from(this.trail)]);
      this.eachInView((cell) => this.drawNumbers(cell, crossed.has(cell)));
    }
    this.drawRings();
  }

  /** @param {(cell: number, x: number, y: number) => void} visit told of each cell in view, and where its middle is */
  eachInView(visit) {
    const { view, size } = this;
    this.tiling.eachIn(-view.x / view.scale, -view.y / view.scale, (size.width - view.x) / view.scale, (size.height - view.y) / view.scale, (cell) => {
      visit(cell, ...this.centreOf(cell));
    });
  }

  /** @param {number} cell @param {number} shrink pixels @returns {Path2D} a cell's outline on the canvas */
  outlineOf(cell, shrink) {
    const path = new Path2D();
    this.tiling.outline(path, ...this.centreOf(cell), this.view.scale, shrink);
    return path;
  }

  /** Lines, marks of dear ground, outlines of open and closed squares, pointers to parents. */
  drawDetails() {
    const { context, view, replay, colours, ground, tiling, unit } = this;
    const { scale } = view;
    const [lines, dear, walls, pointers] = [new Path2D(), new Path2D(), new Path2D(), new Path2D()];
    const outlines = [new Path2D(), new Path2D()];
    const thick = Math.max(1.5, unit * 0.07);
    const box = tiling.framed ? unit : unit * 0.76; // a square that lies inside the cell
    this.eachInView((cell, x, y) => {
      tiling.outline(lines, x, y, scale, 0);
      const share = this.dearness[ground.codes[cell]];
      if (share < 0) tiling.outline(walls, x, y, scale, 0);
      else if (share > 0 || ground.palette[ground.codes[cell]] !== 1) hatch(dear, x - box / 2, y - box / 2, box, share);
      const mark = replay ? replay.mark(cell) : 0;
      if (!mark) return;
      if (cell !== replay?.current) tiling.outline(outlines[mark - 1], x, y, scale, thick / 2 + 1);
      if (this.pointers && unit >= POINTERS_FROM) this.addPointer(pointers, cell, x, y);
    });
    context.lineWidth = 1;
    context.strokeStyle = colours.line;
    context.stroke(lines);
    context.strokeStyle = colours.wall;
    context.stroke(walls);
    context.globalAlpha = 0.55;
    context.strokeStyle = colours.muted;
    context.stroke(dear);
    for (const [mark, path] of outlines.entries()) {
      const colour = mark + 1 === CLOSED ? colours.closed : colours.open;
      context.globalAlpha = mark + 1 === CLOSED ? 0.28 : 0.14;
      context.fillStyle = colour;
      context.fill(path);
      context.globalAlpha = 1;
      context.lineWidth = thick;
      context.strokeStyle = colour;
      context.setLineDash(mark + 1 === OPEN ? [unit / 6, unit / 12] : []);
      context.stroke(path);
    }
    context.setLineDash([]);
    context.lineCap = "round";
    context.lineWidth = Math.max(1, unit / 30);
    context.strokeStyle = colours.muted;
    context.stroke(pointers);
  }

  /** @param {Path2D} path @param {number} cell @param {number} x @param {number} y */
  addPointer(path, cell, x, y) {
    const parent = this.replay ? this.replay.parent(cell) : -1;
    if (parent < 0) return;
    const [[ax, ay], [bx, by]] = [this.tiling.centreOf(cell), this.tiling.centreOf(parent)];
    const turn = this.tiling.joins(cell, parent) ? Math.atan2(by - ay, bx - ax) : Math.atan2(ay - by, ax - bx);
    const reach = this.unit * 0.22;
    const [dx, dy] = [Math.cos(turn), Math.sin(turn)];
    const [tx, ty] = [x + dx * reach, y + dy * reach];
    const barb = this.unit * 0.1;
    path.moveTo(x - dx * reach * 0.6, y - dy * reach * 0.6);
    path.lineTo(tx, ty);
    for (const side of [-1, 1]) {
      path.moveTo(tx, ty);
      path.lineTo(tx - barb * Math.cos(turn + side * 0.6), ty - barb * Math.sin(turn + side * 0.6));
    }
  }

  /** @param {{cells: ArrayLike<number>, code: number}} preview */
  drawPreview({ cells, code }) {
    const { context } = this;
    context.globalAlpha = 0.6;
    context.fillStyle = css(this.shades[code] ?? parts(this.colours.wall));
    for (let i = 0; i < cells.length; i++) context.fill(this.outlineOf(cells[i], 0));
    context.globalAlpha = 1;
  }

  /** The outline of the cell being expanded: a little larger where cells are tiny. @param {number} shrink @returns {Path2D|null} */
  currentOutline(shrink) {
    const cell = this.replay ? this.replay.current : -1;
    return cell < 0 ? null : this.outlineOf(cell, shrink - Math.max(0, (7 - this.unit) / 2));
  }

  fillCurrent() {
    const path = this.currentOutline(0);
    if (!path) return;
    this.context.fillStyle = this.colours.current;
    this.context.globalAlpha = this.detailed ? 0.75 : 1;
    this.context.fill(path);
    this.context.globalAlpha = 1;
  }

  frameCurrent() {
    const path = this.currentOutline(0.5);
    if (!path) return;
    this.context.strokeStyle = this.colours.text;
    this.context.lineWidth = this.detailed ? 2.5 : 1.5;
    this.context.stroke(path);
  }

  /** @param {ArrayLike<number>} way @param {number} strength @param {boolean} dashed */
  drawWay(way, strength, dashed) {
    if (way.length < 2) return;
    const { context, colours, unit } = this;
    const thick = (this.detailed ? Math.max(2.5, unit * 0.09) : Math.max(2.5, Math.min(4, unit * 0.6))) * strength;
    const line = new Path2D();
    for (let i = 0; i < way.length; i++) {
      if (i && !this.tiling.joins(way[i - 1], way[i])) line.moveTo(...this.centreOf(way[i]));
      else line.lineTo(...this.centreOf(way[i]));
    }
    context.lineJoin = context.lineCap = "round";
    context.strokeStyle = colours.halo;
    context.lineWidth = thick + 2.5;
    if (!dashed) context.stroke(line);
    context.strokeStyle = colours.path;
    context.lineWidth = thick;
    context.setLineDash(dashed ? [thick, thick * 2.2] : []);
    context.stroke(line);
    context.setLineDash([]);
    if (dashed || !this.detailed) return;
    context.fillStyle = colours.path;
    for (let i = 0; i < way.length; i++) disc(context, ...this.centreOf(way[i]), Math.max(3, unit * 0.12), colours.halo);
  }

  /** The start is a disc called A, the goal a diamond called B. @param {"start"|"goal"} role */
  drawMarker(role) {
    const cell = this[role];
    if (cell < 0) return;
    const { context, unit, colours } = this;
    const [x, y] = this.centreOf(cell);
    const radius = Math.max(8.5, unit * (this.wordy && this.replay ? 0.22 : 0.3));
    context.fillStyle = colours[role];
    if (role === "start") disc(context, x, y, radius, colours.halo);
    else diamond(context, x, y, radius * 1.3, colours.halo);
    context.fillStyle = bright(parts(colours[role])) ? "#10141a" : "#ffffff";
    context.font = `700 ${Math.max(10, radius)}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(role === "start" ? "A" : "B", x, y + 0.5);
  }

  /** Chooses how words are written. @param {number} tall @param {CanvasTextBaseline} base @param {string} rim @param {number} [weight] */
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

  /** F at the top, G at the lower left, H at the lower right, as the guide has them. @param {number} cell @param {boolean} crossed whether a line runs behind them */
  drawNumbers(cell, crossed) {
    const { context, replay, unit, tiling } = this;
    if (!replay || !replay.mark(cell)) return;
    const [x, y] = this.centreOf(cell);
    const tall = Math.min(20, Math.max(9, unit * 0.19));
    const current = cell === replay.current;
    const code = this.ground.codes[cell];
    this.style(tall, "alphabetic", current ? this.colours.current : css(this.shades[code]), 700);
    context.fillStyle = current ? this.colours.text : this.inks[code];
    if (current && bright(parts(this.colours.current))) context.fillStyle = "#10141a";
    const outside = tiling.outside;
    if (outside) [context.fillStyle, context.strokeStyle] = [this.colours.text, this.colours.page];
    const room = outside ? 20 : (unit * 0.8 - 2) / (tall * 0.58);
    const spots = tiling.spots(x, y, unit, tall);
    const put = (/** @type {number} */ which, /** @type {string} */ text) => {
      const [left, bottom, align] = spots[which];
      context.textAlign = align;
      this.write(text, left, bottom, crossed || outside);
    };
    const [f] = fitting([replay.f(cell)], room);
    if (f) put(0, f);
    const [g, h] = fitting([replay.g(cell), replay.h(cell)], room - 1);
    if (!g || !h) return;
    context.font = `400 ${tall}px system-ui, sans-serif`;
    put(1, g);
    put(2, h);
  }

  /** Rings around the squares that words point at, the one chosen, and the one under the pointer. */
  drawRings() {
    const { context, colours } = this;
    const ring = (/** @type {number} */ cell, /** @type {string} */ colour, /** @type {number} */ thick) => {
      const path = this.outlineOf(cell, -Math.max(thick / 2, (9 - this.unit) / 2));
      for (const [ink, width] of /** @type {[string, number][]} */ ([[colours.halo, thick + 2], [colour, thick]])) {
        context.strokeStyle = ink;
        context.lineWidth = width;
        context.stroke(path);
      }
    };
    if (this.hover >= 0) ring(this.hover, colours.muted, 1);
    for (let i = 0; i < this.highlights.length; i++) ring(this.highlights[i], colours.text, 2.5);
    if (this.selected >= 0) ring(this.selected, colours.path, 2.5);
    if (this.cursor >= 0) ring(this.cursor, colours.text, 3);
  }
}
