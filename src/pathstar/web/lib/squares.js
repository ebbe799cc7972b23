/** Squares: cells that lie as the pixels of a picture do. */

export class Squares {
  /** @param {number} width @param {number} height */
  constructor(width, height) {
    this.width = width;
    this.height = height;
    /** @type {[number, number]} */
    this.size = [width, height];
    this.room = 1;
    /** Whether the board keeps a picture of one pixel for each cell to draw from. */
    this.raster = true;
    /** Whether cells too small to be outlined fill a rectangle that wants a frame. */
    this.framed = true;
    /** Whether F, G and H stand beside a cell rather than in it. */
    this.outside = false;
    this.largest = 116;
  }

  /** @param {number} cell @returns {[number, number]} */
  centreOf(cell) {
    return [(cell % this.width) + 0.5, Math.floor(cell / this.width) + 0.5];
  }

  /** @param {number} x @param {number} y @param {number} [_near] @returns {number} the cell at a point, or -1 */
  cellAt(x, y, _near) {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    return column >= 0 && row >= 0 && column < this.width && row < this.height ? row * this.width + column : -1;
  }

  /** @param {number} left @param {number} top @param {number} right @param {number} bottom @param {(cell: number) => void} visit */
  eachIn(left, top, right, bottom, visit) {
    const [first, last] = [Math.max(0, Math.floor(left)), Math.min(this.width, Math.ceil(right))];
    for (let row = Math.max(0, Math.floor(top)); row < Math.min(this.height, Math.ceil(bottom)); row++) {
      for (let column = first; column < last; column++) visit(row * this.width + column);
    }
  }

  /** Adds a cell's outline. @param {Path2D} path @param {number} x @param {number} y its centre on the canvas @param {number} scale @param {number} shrink pixels */
  outline(path, x, y, scale, shrink) {
    const side = scale - 2 * shrink;
    path.rect(x - side / 2, y - side / 2, side, side);
  }

  /** Whether a line leads from one cell to the next; over a joined border none does. @param {number} _from @param {number} _to */
  joins(_from, _to) {
    return true;
  }

  /** Takes over that a cell lies elsewhere; squares never do. @param {number} _cell */
  moved(_cell) {}

  /** Draws what lies below the search. @param {import("./board.js").Board} board */
  paint({ context, raster, view, ground }) {
    context.drawImage(raster, view.x, view.y, ground.width * view.scale, ground.height * view.scale);
  }

  /** Draws what lies above path and ends. @param {import("./board.js").Board} _board */
  paintOver(_board) {}

  /** Where F, G and H stand: left, baseline and alignment of each. @param {number} x @param {number} y @param {number} unit @param {number} tall @returns {[number, number, CanvasTextAlign][]} */
  spots(x, y, unit, tall) {
    const inner = unit / 2 - unit * 0.1 - 1;
    return [[x - inner, y - inner + tall * 0.75, "left"], [x - inner, y + inner, "left"], [x + inner, y + inner, "right"]];
  }
}
