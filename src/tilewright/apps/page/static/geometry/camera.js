// A camera over a board that may be 2^60 cells wide: the middle of the view and the size of a cell
// in pixels.
//
// The middle is in fixed point (BigInt), the size of a cell a power of 2 (any number): no step of
// zooming or moving loses a cell.

/** @import { FarCell } from "./golomb.js" */
/** @import { Point } from "./geometry.js" */

const FRACTION = 24n;
const ONE = 1n << FRACTION;

/** @param {FarCell} pair @param {(at: bigint, i: number) => bigint} change @returns {FarCell} */
const both = ([row, column], change) => [change(row, 0), change(column, 1)];

export class Camera {
  /** @param {number} n */
  constructor(n) {
    this.n = n;
    this.wide = 600;
    this.high = 600;
    this.zoom = this.least;
    /** @type {FarCell} */
    this.center = Camera.#middleOf(this.side);
  }

  /** The middle of a board, as `center` has it. @param {bigint} side @returns {FarCell} */
  static #middleOf(side) {
    return [(side * ONE) / 2n, (side * ONE) / 2n];
  }

  get side() {
    return 1n << BigInt(this.n);
  }
  /** The zoom that shows the whole board, and the one that shows two by two cells. */
  get least() {
    return Math.log2(Math.min(this.wide, this.high) * 0.92) - this.n;
  }
  get most() {
    return Math.log2(Math.min(this.wide, this.high) * 0.46);
  }

  /** @param {number} wide @param {number} high */
  resize(wide, high) {
    const all = this.isWhole();
    // A window may be so low that the canvas has no height.
    this.wide = Math.max(1, wide);
    this.high = Math.max(1, high);
    if (all) this.whole();
    else this.bound();
  }

  whole() {
    this.zoom = this.least;
    this.center = Camera.#middleOf(this.side);
  }

  isWhole() {
    return Math.abs(this.zoom - this.least) < 0.01;
  }

  /**
   * Keep the zoom in its range and the board in view: far out it stays in the middle, near by every
   * cell can be there.
   */
  bound() {
    this.zoom = Math.max(this.least, Math.min(this.most, this.zoom));
    const half = (this.side * ONE) / 2n,
      length = 2 ** (this.zoom + this.n);
    this.center = both(this.center, (at, i) => {
      const spare = length - 0.92 * (i ? this.wide : this.high);
      const reach = spare <= 0 ? 0n : spare >= length / 2 ? half : this.#cells(spare);
      return at < half - reach ? half - reach : at > half + reach ? half + reach : at;
    });
  }

  /** Pixels as cells, in fixed point. @param {number} length */
  #cells(length) {
    const shift = Math.floor(this.zoom);
    const exact = BigInt(Math.round((length * 2 ** 20) / 2 ** (this.zoom - shift)));
    const power = FRACTION - 20n - BigInt(shift);
    return power >= 0n ? exact << power : exact >> -power;
  }

  /**
   * The cell at a point of the picture; it may be off the board.
   * @param {number} x
   * @param {number} y
   */
  cellAt(x, y) {
    return both(
      this.center,
      (at, i) => (at + this.#cells(i ? x - this.wide / 2 : y - this.high / 2)) >> FRACTION,
    );
  }

  /** The cell of the board that is nearest. @param {FarCell} cell */
  nearest(cell) {
    return both(cell, (at) => (at < 0n ? 0n : at < this.side ? at : this.side - 1n));
  }

  /** @param {FarCell} cell */
  has(cell) {
    return cell.every((at) => at >= 0n && at < this.side);
  }

  /** Move the view by pixels. @param {number} x @param {number} y */
  move(x, y) {
    this.center = [this.center[0] + this.#cells(y), this.center[1] + this.#cells(x)];
    this.bound();
  }

  /**
   * Zoom so that what is at a point of the picture stays there, or goes to another point.
   * @param {number} x @param {number} y @param {number} zoom @param {Point} to
   */
  zoomAt(x, y, zoom, to = [x, y]) {
    const before = [this.#cells(y - this.high / 2), this.#cells(x - this.wide / 2)];
    this.zoom = Math.max(this.least, Math.min(this.most, zoom));
    const after = [this.#cells(to[1] - this.high / 2), this.#cells(to[0] - this.wide / 2)];
    this.center = both(this.center, (at, i) => at + before[i] - after[i]);
    this.bound();
  }

  /**
   * Where the middle of a square of 2^k cells is in the picture, with a cell of it given.
   * @param {FarCell} cell
   * @returns {Point}
   */
  pointOf(cell, k = 0) {
    const { unit, top, left, x, y } = this.squares(k);
    return [
      x + (Number((cell[1] >> BigInt(k)) - left) + 0.5) * unit,
      y + (Number((cell[0] >> BigInt(k)) - top) + 0.5) * unit,
    ];
  }

  /** Move the view until a point of the picture is well inside. @param {Point} point */
  reveal([x, y]) {
    const margin = 40;
    /** @param {number} at @param {number} length */
    const over = (at, length) =>
      at < margin ? at - margin : at > length - margin ? at - length + margin : 0;
    this.move(over(x, this.wide), over(y, this.high));
  }

  /** The middle of a cell, as `center` has it. @param {FarCell} cell */
  static middle(cell) {
    return both(cell, (at) => at * ONE + ONE / 2n);
  }

  /**
   * Go a part of the way to a place; true when it is there. In pixels, the place is never farther
   * from the middle than
   * before: what is in view stays in view, however long a beat is.
   * @param {number} zoom @param {FarCell | null} aim @param {number} beat
   */
  approach(zoom, aim, beat) {
    const goal = Math.max(this.least, Math.min(this.most, zoom));
    const left = goal - this.zoom,
      before = this.center;
    const by =
      Math.sign(left) * Math.min(Math.abs(left), (Math.abs(left) * 0.14 + 0.02) * beat, 0.5 * beat);
    if (aim) {
      const rest = BigInt(Math.round(((2 / 3) ** beat / 2 ** Math.max(0, by)) * 2 ** 40));
      this.center = both(this.center, (at, i) => aim[i] - (((aim[i] - at) * rest) >> 40n));
    }
    this.zoom = Math.abs(left) < 0.02 ? goal : this.zoom + by;
    const there = this.zoom === goal && (!aim || this.#pixels(aim) < 0.5);
    if (there && aim) this.center = aim;
    this.bound();
    // The edge of the board may keep the place away from the middle: then this is as near as it goes.
    const stuck = left === 0 && this.center.every((at, i) => at === before[i]);
    return there || stuck;
  }

  /** How many pixels a place is from the middle, at most. @param {FarCell} place */
  #pixels(place) {
    return Math.max(
      ...place.map((at, i) => Math.abs(Number(at - this.center[i]) / Number(ONE)) * 2 ** this.zoom),
    );
  }

  /**
   * The squares of 2^k cells in view: the first row and column, how many, where the first is in
   * pixels, their size.
   * @param {number} k
   */
  squares(k) {
    const unit = 2 ** (this.zoom + k);
    const bits = FRACTION + BigInt(k);
    const origin = this.center.map((at) => at >> bits);
    const offset = this.center.map(
      (at, i) => Number((at - (origin[i] << bits)) >> BigInt(k)) / 2 ** Number(FRACTION),
    );
    const down = Math.ceil(this.high / unit / 2) + 1,
      across = Math.ceil(this.wide / unit / 2) + 1;
    return {
      unit,
      top: origin[0] - BigInt(down),
      left: origin[1] - BigInt(across),
      rows: 2 * down + 1,
      columns: 2 * across + 1,
      x: this.wide / 2 - (across + offset[1]) * unit,
      y: this.high / 2 - (down + offset[0]) * unit,
    };
  }

  /** Where the view is on the board, 0 to 1: the middle and half the extent, row before column. */
  share() {
    const scale = 2n ** 40n;
    const middle = this.center.map((at) => Number((at * scale) / (this.side * ONE)) / 2 ** 40);
    return {
      middle,
      half: [this.high, this.wide].map((length) => length / 2 / 2 ** (this.zoom + this.n)),
    };
  }

  /** What a link says about the view; nothing where all is seen. */
  words() {
    return this.isWhole()
      ? ""
      : [this.zoom.toFixed(2), ...this.center.map((at) => at >> FRACTION)].join(",");
  }

  /** @param {string} [words] */
  read(words) {
    const found = /^(-?\d{1,2}(?:\.\d{1,4})?),(\d{1,19}),(\d{1,19})$/.exec(words ?? "");
    if (!found) return;
    this.zoom = Number(found[1]);
    this.center = Camera.middle([BigInt(found[2]), BigInt(found[3])]);
    this.bound();
  }
}
