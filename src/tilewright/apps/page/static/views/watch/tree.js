// The tree of a search: a node for each placement, below the placement that it was tried after. It
// grows to the right.

/**
 * How far apart two leaves are at least, in pixels: of a tree that is too wide for that the end is
 * seen.
 */
const LEAST = 3;

/** A search as it is drawn: what is there of it is read as it comes. */
export class Tree {
  constructor() {
    /** How many placements are below each. @type {number[]} */
    this.depths = [];
    /** With which step each was placed, from 1. @type {number[]} */
    this.steps = [];
    /** The placements that completed a tiling. @type {Set<number>} */
    this.tilings = new Set();
    this.read = 0;
    this.deepest = 1;
    /** What is drawn: nodes, and where. @type {[node: number, x: number, y: number][]} */
    this.drawn = [];
  }

  /**
   * Read the steps that are new (depth, piece, cells: see `watch.js`).
   * @param {number[][]} events
   */
  grow(events) {
    for (; this.read < events.length; this.read++) {
      const [depth, piece] = events[this.read];
      if (depth < 0) this.tilings.add(this.depths.length - 1);
      else if (piece !== undefined) {
        this.depths.push(depth);
        this.steps.push(this.read + 1);
        this.deepest = Math.max(this.deepest, depth + 1);
      }
    }
  }

  /**
   * Draw what is there of it after some placements, `open` of which are on the board.
   * @param {HTMLCanvasElement} canvas
   * @param {number} count
   * @param {number} open
   */
  draw(canvas, count, open) {
    const { width, height } = canvas.getBoundingClientRect(),
      context = canvas.getContext("2d");
    if (!context || !width) return;
    const sharp = devicePixelRatio || 1;
    canvas.width = width * sharp;
    canvas.height = height * sharp;
    context.scale(sharp, sharp);
    const { depths, tilings } = this,
      room = Math.floor((width - 16) / LEAST);
    let first = count,
      leaves = 0;
    while (first > 0 && leaves <= room) {
      first--;
      if (first === count - 1 || depths[first + 1] <= depths[first]) leaves++;
    }
    const apart = (width - 16) / Math.max(12, leaves),
      top = 8,
      step = (height - 16) / this.deepest;
    /** @param {number} depth */
    const y = (depth) => top + depth * step;
    const style = getComputedStyle(document.documentElement);
    /**
     * For each depth the nodes that wait for the one above them.
     * @type {{ x: number, open: boolean }[][]}
     */
    const waiting = Array.from({ length: this.deepest + 2 }, () => []);
    const lines = new Path2D(),
      path = new Path2D();
    this.drawn = [];
    /**
     * Join the nodes below a place with it; gives where it is.
     * @param {number} depth
     * @param {number} x  If there are none.
     * @param {boolean} isOpen
     */
    const join = (depth, x, isOpen) => {
      const below = waiting[depth + 1],
        at = below.length ? (below[0].x + below[below.length - 1].x) / 2 : x;
      for (const node of below) {
        const line = isOpen && node.open ? path : lines;
        line.moveTo(at, y(depth));
        line.lineTo(node.x, y(depth + 1));
      }
      waiting[depth + 1] = [];
      return at;
    };
    /**
     * The depths of which the last node is met: it is on the board, if that is as deep.
     * @type {boolean[]}
     */
    const met = [];
    let leaf = leaves;
    for (let node = count - 1; node >= first; node--) {
      const depth = depths[node] + 1,
        isOpen = depth <= open && !met[depth];
      met[depth] = true;
      if (!waiting[depth + 1].length) leaf--;
      const x = join(depth, 8 + (leaf + 0.5) * apart, isOpen);
      waiting[depth].push({ x, open: isOpen });
      this.drawn.push([node, x, y(depth)]);
    }
    for (let depth = this.deepest; depth >= 0; depth--)
      if (waiting[depth + 1].length)
        waiting[depth].push({ x: join(depth, 8, true), open: !met[depth] });
    context.lineWidth = 1;
    context.strokeStyle = style.getPropertyValue("--muted");
    context.stroke(lines);
    context.lineWidth = 2.5;
    context.lineJoin = "round";
    context.strokeStyle = style.getPropertyValue("--accent");
    context.stroke(path);
    context.fillStyle = style.getPropertyValue("--good");
    for (const [node, x, at] of this.drawn) {
      if (!tilings.has(node)) continue;
      context.beginPath();
      context.arc(x, at, 3.5, 0, 7);
      context.fill();
    }
  }
  /**
   * The step that placed what is nearest to a point of the canvas; 0 if nothing is.
   * @param {number} x
   * @param {number} y
   */
  stepAt(x, y) {
    let [best, near] = [-1, Infinity];
    for (const [node, across, down] of this.drawn) {
      const off = Math.hypot(across - x, down - y);
      if (off < near) [best, near] = [node, off];
    }
    return best < 0 ? 0 : this.steps[best];
  }
}
