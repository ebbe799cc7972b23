/** What a module draws on, without a browser: paths and a context that keep what they are told. */

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

/** A context that notes each fill and stroke with the style at that moment. */
export class Context {
  constructor() {
    this.fillStyle = this.strokeStyle = "";
    this.lineWidth = 1;
    this.globalAlpha = 1;
    /** @type {{kind: string, style: string, width: number, path: any}[]} */
    this.drawn = [];
    this.own = new Path2D();
  }

  beginPath() {
    this.own = new Path2D();
  }

  /** @param {any[]} values */
  arc(...values) {
    /** @type {any} */ (this.own).arc(...values);
  }

  /** @param {any} [path] */
  fill(path = this.own) {
    this.drawn.push({ kind: "fill", style: this.fillStyle, width: 0, path });
  }

  /** @param {any} [path] */
  stroke(path = this.own) {
    this.drawn.push({ kind: "stroke", style: this.strokeStyle, width: this.lineWidth, path });
  }
}
