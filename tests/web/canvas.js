/** What a module draws on, without a browser: paths, a context and a canvas that record what is drawn. */

export class Path2D {
  constructor() {
    /** @type {[string, ...any[]][]} */
    this.calls = [];
  }
}
for (const name of ["moveTo", "lineTo", "rect", "arc", "closePath", "addPath", "roundRect"])
  /** @type {any} */ (Path2D.prototype)[name] = function (/** @type {any[]} */ ...values) {
    this.calls.push([name, ...values]);
  };
/** @type {any} */ (globalThis).Path2D ??= Path2D;

/**
 * Something that was drawn, with the style at that moment.
 * @typedef {{kind: string, style: string, width: number, alpha: number, dash: number[], path: any, text?: string, at?: number[]}} Drawn
 */

/** A context that notes each fill and stroke with the style at that moment. */
export class Context {
  constructor() {
    this.fillStyle = this.strokeStyle = "";
    this.lineWidth = 1;
    this.globalAlpha = 1;
    this.font = this.textAlign = this.textBaseline = this.lineJoin = this.lineCap = "";
    this.imageSmoothingEnabled = true;
    /** @type {number[]} */
    this.dash = [];
    /** @type {Drawn[]} */
    this.drawn = [];
    /** What was done besides, by name. @type {[string, ...any[]][]} */
    this.calls = [];
    this.own = new Path2D();
  }

  /** The kinds of all that was drawn. */
  get kinds() {
    return this.drawn.map(({ kind }) => kind);
  }

  /** @param {string} kind @param {string} style @param {object} more */
  note(kind, style, more) {
    const { lineWidth, globalAlpha, dash } = this;
    const width = kind.startsWith("stroke") ? lineWidth : 0;
    this.drawn.push({ kind, style, width, alpha: globalAlpha, dash, path: null, ...more });
  }

  beginPath() {
    this.own = new Path2D();
  }

  /** @param {number[]} dash */
  setLineDash(dash) {
    this.dash = dash;
  }

  /** @param {any} [path] */
  fill(path = this.own) {
    this.note("fill", this.fillStyle, { path });
  }

  /** @param {any} [path] */
  stroke(path = this.own) {
    this.note("stroke", this.strokeStyle, { path });
  }

  /** @param {string} text @param {number} x @param {number} y */
  fillText(text, x, y) {
    this.note("fillText", this.fillStyle, { text, at: [x, y] });
  }

  /** @param {string} text @param {number} x @param {number} y */
  strokeText(text, x, y) {
    this.note("strokeText", this.strokeStyle, { text, at: [x, y] });
  }

  /** Letters are 0.6 of their size wide. @param {string} text */
  measureText(text) {
    return { width: text.length * 0.6 * Number(/([\d.]+)px/.exec(this.font)?.[1]) };
  }

  /** @param {number[]} at */
  strokeRect(...at) {
    this.note("strokeRect", this.strokeStyle, { at });
  }
}
for (const name of ["moveTo", "lineTo", "rect", "arc", "closePath"])
  /** @type {any} */ (Context.prototype)[name] = function (/** @type {any[]} */ ...values) {
    this.own[name](...values);
  };
for (const name of ["setTransform", "clearRect", "drawImage", "putImageData", "save", "restore", "clip"])
  /** @type {any} */ (Context.prototype)[name] = function (/** @type {any[]} */ ...values) {
    this.calls.push([name, ...values]);
  };

/** A canvas with such a context. */
export class Canvas {
  constructor() {
    this.width = this.height = 1;
    this.context = new Context();
  }

  getContext() {
    return this.context;
  }
}

class ImageData {
  /** @param {number} width @param {number} height */
  constructor(width, height) {
    Object.assign(this, { width, height, data: new Uint8ClampedArray(4 * width * height) });
  }
}

/** Frames that were asked for and not drawn yet. @type {(() => void)[]} */
const frames = [];

/** Draws the next frame. @returns {number} how many times one was asked for */
export function nextFrame() {
  const due = frames.splice(0);
  for (const run of due) run();
  return due.length;
}

/** Forgets the frames that were asked for. */
export const dropFrames = () => void frames.splice(0);

/** What a board needs of a browser, for a test of one. */
export function asBrowser() {
  Object.assign(globalThis, {
    ImageData,
    document: { createElement: () => new Canvas() },
    requestAnimationFrame: (/** @type {() => void} */ run) => frames.push(run),
  });
}
