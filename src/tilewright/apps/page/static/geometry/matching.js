// Tilings by pieces of two cells, as pairs of cells: flips, and domino shuffling.

/** @typedef {{ kinds: number, rows: number, columns: number }} Grid  Squares have one kind of cell, triangles two. */

/**
 * The partner of each cell of a board. Cells are numbered row by row, with room around the board, so
 * that what lies beside a cell has a number, too.
 */
export class Pairs {
  /** @param {Grid} grid */
  constructor({ kinds, rows, columns }) {
    this.kinds = kinds;
    this.rows = rows;
    this.columns = columns;
    /** How many numbers a row takes. */
    this.stride = columns + 2 * kinds + (kinds > 1 ? columns % 2 : 0);
    /** The number of the partner of each cell; -1 where there is no cell. */
    this.partner = new Int32Array((rows + 2) * this.stride).fill(-1);
    const down = this.stride;
    /** The cells around a corner, in a circle, as differences from its own number. */
    this.ring = kinds === 1 ? [-down - 1, -down, 0, -1] : [0, 1 - down, -down, -down - 1, -2, -1];
    /** The corners beside a corner. */
    this.beside = kinds === 1 ? [-down, -1, 1, down] : [-down, 2 - down, -2, 2, down - 2, down];
    /** How the numbers of a cell and of its partners differ, by the kind of the cell and the face. */
    this.sides =
      kinds === 1
        ? [[-down, -1, 1, down]]
        : [
            [1 - down, -1, 1],
            [-1, 1, down - 1],
          ];
  }

  /** @param {number} row @param {number} column */
  at(row, column) {
    return (row + 1) * this.stride + column + this.kinds;
  }

  /** Row and column of a cell. @param {number} cell @returns {[number, number]} */
  place(cell) {
    return [Math.floor(cell / this.stride) - 1, (cell % this.stride) - this.kinds];
  }

  /** @param {number} cell @param {number} other */
  join(cell, other) {
    this.partner[cell] = other;
    this.partner[other] = cell;
  }

  /**
   * Read a tiling: for each cell the number of the face across which its partner lies.
   * @param {string[]} lines
   */
  read(lines) {
    this.partner.fill(-1);
    for (const [row, line] of lines.entries())
      for (let column = 0; column < line.length; column++) {
        if (line[column] === ".") continue;
        const cell = this.at(row, column);
        this.partner[cell] = cell + this.sides[column % this.kinds][Number(line[column])];
      }
    return this;
  }

  /** The words that `read` reads. */
  words() {
    return Array.from({ length: this.rows }, (_, row) =>
      Array.from({ length: this.columns }, (_, column) => {
        const cell = this.at(row, column),
          other = this.partner[cell];
        return other < 0 ? "." : String(this.sides[column % this.kinds].indexOf(other - cell));
      }).join(""),
    );
  }

  /**
   * Whether the tiles around a corner can be turned: 1 and -1 are the two ways in which they lie, and
   * all flips from 1 to -1 lead the same way, down; 0 if they cannot.
   * @param {number} corner
   */
  turnable(corner) {
    const { partner, ring } = this,
      size = ring.length;
    const even = partner[corner + ring[0]] === corner + ring[1];
    const from = even ? 0 : size - 1;
    for (let i = 0; i < size; i += 2)
      if (partner[corner + ring[(from + i) % size]] !== corner + ring[(from + i + 1) % size])
        return 0;
    const odd = this.kinds === 1 && (Math.floor(corner / this.stride) + (corner % this.stride)) % 2;
    return even === Boolean(odd) ? -1 : 1;
  }

  /** Turn the tiles around a corner, which can be turned. @param {number} corner */
  flip(corner) {
    const { partner, ring } = this,
      size = ring.length;
    const from = partner[corner + ring[0]] === corner + ring[1] ? 1 : 0;
    for (let i = from; i < size + from; i += 2)
      this.join(corner + ring[i % size], corner + ring[(i + 1) % size]);
  }

  /** All corners around which tiles can be turned. */
  *corners() {
    const { rows, columns, kinds } = this;
    for (let row = 0; row <= rows; row++)
      for (let column = 0; column <= columns; column += kinds) {
        const corner = this.at(row, column);
        if (this.turnable(corner)) yield corner;
      }
  }

  /**
   * Go down by flips as far as possible; gives the corners in the order in which they were turned.
   * On a board without holes that ends at the lowest tiling.
   * @param {() => number} random  From 0 to 1: which one is next.
   * @param {number} [most]  How many flips are made at most.
   */
  descend(random, most = Infinity) {
    /** @type {number[]} */
    const turned = [];
    /** The corners that can be turned, and where each is in the list. */
    const open = [...this.corners()].filter((corner) => this.turnable(corner) > 0);
    const seat = new Int32Array(this.partner.length + 2 * this.stride).fill(-1);
    for (const [i, corner] of open.entries()) seat[corner] = i;
    while (open.length && turned.length < most) {
      const i = Math.floor(random() * open.length),
        corner = open[i],
        last = /** @type {number} */ (open.pop());
      if (last !== corner) {
        open[i] = last;
        seat[last] = i;
      }
      seat[corner] = -1;
      if (this.turnable(corner) <= 0) continue;
      this.flip(corner);
      turned.push(corner);
      for (const step of this.beside) {
        const next = corner + step;
        if (seat[next] < 0 && this.turnable(next) > 0) {
          seat[next] = open.length;
          open.push(next);
        }
      }
    }
    return turned;
  }
}

/**
 * Numbers from 0 to 1 that look random, the same ones for the same seed (a linear congruence).
 * @param {number} seed
 */
export function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Which edge of a block takes the place of one that moves on: the one opposite. Bits 0 to 3 are the
 * upper left, upper right, lower left and lower right one.
 */
const OPPOSITE = new Uint8Array(16);
OPPOSITE.set([0, 8, 4, 0, 2, 0, 0, 0, 1]);
/** Two new dominoes in an empty block: upright, and lying. */
const NEW = [6, 9];
/** Where a domino was a step before, by the bit of its edge: how many rows and columns away. */
const BEFORE = [
  [1, 0],
  [0, -1],
  [0, 1],
  [-1, 0],
];

/**
 * Domino shuffling (Elkies, Kuperberg, Larsen and Propp 1992): a tiling of the Aztec diamond that
 * grows by an order with each step. In a step, dominoes that would collide are removed, all others
 * move on by one cell, and the 2 x 2 squares that are empty then get two new dominoes each.
 */
export class Shuffling {
  /**
   * @param {number} order  In the end.
   * @param {Uint8Array} choices  A bit for each pair of new dominoes, in the order in which they are made: 1 if they lie.
   */
  constructor(order, choices) {
    this.order = order;
    this.choices = choices;
    /** The bit of the edge of each domino, by its first cell; -1 if it is new. */
    this.edges = new Int8Array(0);
    /** The order that is reached. */
    this.now = 0;
    /** How many choices are made. */
    this.taken = 0;
    this.blocks = new Uint8Array(0);
    /** Which blocks are new. */
    this.fresh = new Uint8Array(0);
  }

  step() {
    const before = this.blocks,
      old = this.now,
      order = old + 1;
    const blocks = new Uint8Array(order * order),
      fresh = new Uint8Array(order * order);
    for (let i = 0; i < order; i++)
      for (let j = 0; j < order; j++) {
        let mask = 0;
        if (i > 0 && j > 0) mask |= (before[(i - 1) * old + j - 1] >> 3) & 1;
        if (i > 0 && j < old) mask |= ((before[(i - 1) * old + j] >> 2) & 1) << 1;
        if (i < old && j > 0) mask |= ((before[i * old + j - 1] >> 1) & 1) << 2;
        if (i < old && j < old) mask |= (before[i * old + j] & 1) << 3;
        const at = i * order + j;
        if (mask) blocks[at] = OPPOSITE[mask];
        else {
          blocks[at] = NEW[(this.choices[this.taken >> 3] >> (this.taken & 7)) & 1];
          fresh[at] = 1;
          this.taken++;
        }
      }
    this.blocks = blocks;
    this.fresh = fresh;
    this.now = order;
  }

  /** Go to an order. @param {number} order */
  seek(order) {
    if (order < this.now) {
      this.now = this.taken = 0;
      this.blocks = new Uint8Array(0);
    }
    while (this.now < order) this.step();
  }

  /**
   * Lay the dominoes in the middle of a board that has room for the last order.
   * @param {Pairs} pairs
   */
  lay(pairs) {
    const { now, blocks, fresh } = this,
      by = this.order - now;
    pairs.partner.fill(-1);
    if (this.edges.length !== pairs.partner.length)
      this.edges = new Int8Array(pairs.partner.length);
    for (let i = 0; i < now; i++)
      for (let j = 0; j < now; j++) {
        const block = blocks[i * now + j];
        if (!block) continue;
        // The block is a square: the upper left edge lies in its upper row, the upper right one stands
        // in its right column, and so on.
        const corner = pairs.at(by + i + j, by + now - 1 + j - i),
          below = corner + pairs.stride;
        const known = fresh[i * now + j];
        for (let bit = 0; bit < 4; bit++) {
          if (!((block >> bit) & 1)) continue;
          const first = bit === 1 ? corner + 1 : bit === 3 ? below : corner;
          pairs.join(first, first + (bit === 0 || bit === 3 ? 1 : pairs.stride));
          this.edges[first] = known ? -1 : bit;
        }
      }
  }

  /**
   * Where the domino with this first cell was a step before, from where it is; null if it is new.
   * @param {number} cell
   */
  cameFrom(cell) {
    return BEFORE[this.edges[cell]] ?? null;
  }
}
