// The deficient board: 2^n x 2^n without one cell, for n up to 60, from the whole board down to a cell.
//
// Where cells are too small to be seen, squares of 2^k cells stand for one cell each: the tiling of the
// coarser board has the same construction, so what is shown is the construction itself at that level.

import { announce, button, clear, h } from "./dom.js";
import { threeColors, tileAt } from "./golomb.js";
import { COLORS, SAFE } from "./palette.js";
import * as storage from "./storage.js";

const FRACTION = 24n;
const ONE = 1n << FRACTION;

export async function show(host, [given]) {
  let n = Math.max(1, Math.min(60, Number(given) || 4));
  let hole = [(1n << BigInt(n)) / 3n, (1n << BigInt(n)) / 5n];
  // The middle of the view in cells (fixed point), and the size of a cell in pixels as a power of 2.
  let center = [0n, 0n], zoom = 0;
  let colored = storage.setting("deficient", "colors");
  const canvas = h("canvas", { class: "deep", tabindex: "0", role: "img", "aria-describedby": "deep-how", "aria-label": "The deficient board" });
  const context = canvas.getContext("2d");
  const where = h("dl", { class: "figures" });
  const size = h("input", { type: "range", min: 1, max: 60, step: 1, value: String(n), id: "size", oninput: () => setSize(Number(size.value)) });
  const sizeText = h("output", { for: "size", class: "number" });
  const scale = h("input", { type: "range", min: 0, max: 1000, value: "0", "aria-label": "Zoom", oninput: () => { zoom = least() + (Number(scale.value) / 1000) * (6.6 - least()); bound(); draw(); } });
  const choice = (value, text) => h("label", { class: "inline" }, h("input", { type: "radio", name: "deep", value, checked: colored === value, onchange: () => { colored = value; storage.keepSetting("deficient", value); draw(); } }), text);

  clear(host,
    h("h1", { text: "The deficient board" }),
    h("p", { class: "lead", text: "Remove any one cell of a board of 2ⁿ x 2ⁿ cells: what is left can always be tiled with L trominoes (S. W. Golomb, 1954). Click a cell to remove it." }),
    h("div", { class: "columns" },
      h("div", {}, canvas, h("p", { class: "caption", id: "deep-how", text: "Wheel or pinch zooms, dragging moves, a click removes the cell. Keyboard: arrow keys move, + and - zoom, Enter removes the cell in the middle, H goes to the hole." })),
      h("div", { class: "side" },
        h("label", { for: "size" }, h("span", {}, "Board: ", sizeText), size),
        h("label", {}, "Zoom", scale),
        h("div", { class: "row" },
          button("", { icon: "plus", title: "Zoom in", onclick: () => glide(zoom + 1.5) }), button("", { icon: "minus", title: "Zoom out", onclick: () => glide(zoom - 1.5) }),
          button("All", { title: "See the whole board", onclick: () => glide(least()) }), button("Dive to the hole", { onclick: dive })),
        h("fieldset", {}, h("legend", { text: "Colors" }), choice("colors", " three: tiles that share an edge differ"), choice("levels", " one for each level"), choice("none", " none")),
        where)));

  const side = () => 1n << BigInt(n);
  const pixels = () => Math.min(canvas.clientWidth, canvas.clientHeight);
  const least = () => Math.log2(pixels() * 0.92) - n;

  function setSize(value) {
    const before = n;
    n = value;
    size.value = String(n);
    // The hole keeps its place in the board as well as it can.
    const shift = BigInt(Math.abs(n - before));
    hole = hole.map((at) => (n >= before ? at << shift : at >> shift));
    whole();
  }

  function whole() {
    zoom = least();
    center = [side() * ONE / 2n, side() * ONE / 2n];
    draw();
  }

  function bound() {
    zoom = Math.max(least() - 0.3, Math.min(6.6, zoom));
    const edge = side() * ONE;
    center = center.map((at) => (at < 0n ? 0n : at > edge ? edge : at));
  }

  /** Pixels to cells, as fixed point. For very small cells the numbers are scaled as integers. */
  function cellsFor(length) {
    const shift = Math.floor(zoom);
    const exact = BigInt(Math.round(length * 2 ** 20 / 2 ** (zoom - shift)));
    const power = BigInt(Math.round(Number(FRACTION) - 20 - shift));
    return power >= 0n ? exact << power : exact >> -power;
  }

  const cellAt = (x, y) => [center[0] + cellsFor(y - canvas.clientHeight / 2), center[1] + cellsFor(x - canvas.clientWidth / 2)].map((at) => (at < 0n ? -1n : at >> FRACTION));

  function zoomAt(x, y, to) {
    const dx = x - canvas.clientWidth / 2, dy = y - canvas.clientHeight / 2;
    const before = [cellsFor(dy), cellsFor(dx)];
    zoom = to;
    zoom = Math.max(least() - 0.3, Math.min(6.6, zoom));
    const after = [cellsFor(dy), cellsFor(dx)];
    center = center.map((at, i) => at + before[i] - after[i]);
    bound();
    draw();
  }

  let gliding = 0;
  function glide(to, aim = null) {
    const goal = Math.max(least(), Math.min(6, to));
    cancelAnimationFrame(gliding);
    let last = performance.now();
    const frame = (now = last) => {
      const left = goal - zoom;
      // By the clock, so that a slow machine glides as fast as a quick one.
      const beat = Math.max(0.2, Math.min(8, (now - last) / 16.700));
      last = now;
      if (aim) center = center.map((at, i) => at + (aim[i] - at) / 3n);
      if (Math.abs(left) < 0.02) { zoom = goal; if (aim) center = aim; bound(); draw(); return; }
      zoom += Math.sign(left) * Math.min(Math.abs(left), (Math.abs(left) * 0.14 + 0.02) * beat, 0.5 * beat);
      bound();
      draw();
      gliding = requestAnimationFrame(frame);
    };
    frame();
  }

  function dive() {
    glide(5, hole.map((at) => at * ONE + ONE / 2n));
  }

  const levelColor = (level) => `hsl(${(Number(level) * 47 + 12) % 360} 62% ${level === 1n ? 66 : 52}%)`;

  /** Draw squares of 2^k cells, as if each were one cell of a coarser board. */
  function layer(k, alpha) {
    const unit = 2 ** (zoom + k);
    const wide = canvas.clientWidth, high = canvas.clientHeight;
    const coarse = 1n << BigInt(n - k);
    const at = hole.map((value) => value >> BigInt(k));
    const bits = FRACTION + BigInt(k);
    const origin = center.map((value) => value >> bits);
    const offset = center.map((value, i) => Number((value - (origin[i] << bits)) >> BigInt(k)) / 2 ** 24);
    const down = Math.ceil(high / unit / 2) + 1, across = Math.ceil(wide / unit / 2) + 1;
    const palette = storage.setting("colors", {}).patterns ? SAFE : [COLORS[2], COLORS[1], COLORS[0]];
    const dark = getComputedStyle(document.documentElement).colorScheme === "dark";
    const ink = dark ? "#0e0c0a" : "#4a3b2c";
    const ground = dark ? "#3d352d" : "#efe6d8";
    context.globalAlpha = alpha;
    const edges = new Path2D();
    const fills = new Map();
    for (let y = -down; y <= down; y++) {
      const row = origin[0] + BigInt(y);
      if (row < 0n || row >= coarse) continue;
      const py = high / 2 + (y - offset[0]) * unit;
      for (let x = -across; x <= across; x++) {
        const column = origin[1] + BigInt(x);
        if (column < 0n || column >= coarse) continue;
        const px = wide / 2 + (x - offset[1]) * unit;
        let color;
        if (row === at[0] && column === at[1]) {
          color = "hole";
        } else {
          const tile = tileAt(row, column, at);
          color = colored === "colors" ? palette[threeColors(row, column, tile)] : colored === "levels" ? levelColor(tile.level + BigInt(k)) : ground;
          // Edges are drawn where the neighbor above or to the left is not of the same tile.
          const quadrant = (r, c) => r >= tile.v - 1n && r <= tile.v && c >= tile.w - 1n && c <= tile.w && 2 * Number(r - tile.v + 1n) + Number(c - tile.w + 1n) !== tile.gap;
          if (!quadrant(row - 1n, column)) { edges.moveTo(px, py); edges.lineTo(px + unit, py); }
          if (!quadrant(row, column - 1n)) { edges.moveTo(px, py); edges.lineTo(px, py + unit); }
          if (!quadrant(row + 1n, column)) { edges.moveTo(px, py + unit); edges.lineTo(px + unit, py + unit); }
          if (!quadrant(row, column + 1n)) { edges.moveTo(px + unit, py); edges.lineTo(px + unit, py + unit); }
        }
        if (!fills.has(color)) fills.set(color, new Path2D());
        fills.get(color).rect(px - 0.3, py - 0.3, unit + 0.6, unit + 0.6);
      }
    }
    for (const [color, path] of fills) {
      context.fillStyle = color === "hole" ? (dark ? "#f7f0e4" : "#2b2622") : color;
      context.fill(path);
    }
    context.strokeStyle = ink;
    context.lineWidth = Math.max(0.6, Math.min(3, unit / 14));
    context.lineCap = "round";
    context.stroke(edges);
    context.globalAlpha = 1;
  }

  let frameAsked = 0;
  function draw() {
    if (frameAsked) return;
    frameAsked = requestAnimationFrame(() => {
      frameAsked = 0;
      paint();
    });
  }

  function paint() {
    const ratio = devicePixelRatio || 1;
    const wide = canvas.clientWidth, high = canvas.clientHeight;
    if (!wide) return;
    if (canvas.width !== Math.round(wide * ratio)) canvas.width = Math.round(wide * ratio);
    if (canvas.height !== Math.round(high * ratio)) canvas.height = Math.round(high * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, wide, high);
    // Squares of 9 to 18 pixels; the next coarser ones shine through while they fade.
    const level = Math.max(0, 3.2 - zoom);
    const k = Math.min(n - 1, Math.floor(level));
    layer(k, 1);
    const blend = level - Math.floor(level);
    if (level > 0 && k + 1 <= n - 1 && blend > 0.45) layer(k + 1, (blend - 0.45) / 0.55);
    scale.value = String(Math.round(1000 * (zoom - least()) / (6.6 - least())));
    sizeText.textContent = n <= 16 ? `2^${n} = ${2 ** n} x ${2 ** n}` : `2^${n} x 2^${n}`;
    const middle = cellAt(wide / 2, high / 2);
    const tiles = (side() * side() - 1n) / 3n;
    clear(where,
      h("dt", { text: "Cells" }), h("dd", { text: short(side() * side()) }),
      h("dt", { text: "Trominoes" }), h("dd", { text: short(tiles) }),
      h("dt", { text: "Hole" }), h("dd", { text: `${short(hole[0])}, ${short(hole[1])}` }),
      h("dt", { text: "Middle" }), h("dd", { text: `${short(middle[0])}, ${short(middle[1])}` }),
      h("dt", { text: "A square here is" }), h("dd", { text: k ? `2^${k} x 2^${k} cells` : "one cell" }));
    canvas.dataset.state = JSON.stringify({ n, hole: hole.map(String), middle: middle.map(String), k, zoom });
  }

  function short(value) {
    const digits = value.toString();
    return digits.length <= 15 ? digits.replace(/\B(?=(\d{3})+$)/g, " ") : `${digits[0]}.${digits.slice(1, 4)} × 10^${digits.length - 1}`;
  }

  function remove([row, column]) {
    if (row < 0n || column < 0n || row >= side() || column >= side()) return;
    hole = [row, column];
    announce(`Removed row ${row + 1n}, column ${column + 1n}`);
    draw();
  }

  // Pointers ------------------------------------------------------------------------------------------

  const pointers = new Map();
  let moved = false, spread = 0;
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    cancelAnimationFrame(gliding);
    pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
    if (pointers.size === 1) moved = false;
    if (pointers.size === 2) { const [a, b] = [...pointers.values()]; spread = Math.hypot(a[0] - b[0], a[1] - b[1]); moved = true; }
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = [event.offsetX, event.offsetY];
    if (pointers.size === 1) {
      if (!moved && Math.hypot(now[0] - before[0], now[1] - before[1]) < 5) return;
      moved = true;
      center = [center[0] - cellsFor(now[1] - before[1]), center[1] - cellsFor(now[0] - before[0])];
      pointers.set(event.pointerId, now);
      bound();
      draw();
    } else {
      pointers.set(event.pointerId, now);
      const [a, b] = [...pointers.values()];
      const wide = Math.hypot(a[0] - b[0], a[1] - b[1]);
      zoomAt((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, zoom + Math.log2(wide / spread));
      spread = wide;
    }
  });
  const lift = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    if (event.type === "pointerup" && !moved && pointers.size === 0) remove(cellAt(event.offsetX, event.offsetY));
  };
  canvas.addEventListener("pointerup", lift);
  canvas.addEventListener("pointercancel", lift);
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    cancelAnimationFrame(gliding);
    zoomAt(event.offsetX, event.offsetY, zoom - event.deltaY * (event.deltaMode ? 0.05 : 0.0022));
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const steps = { ArrowUp: [0, -60], ArrowDown: [0, 60], ArrowLeft: [-60, 0], ArrowRight: [60, 0] };
    if (steps[event.key]) { center = [center[0] + cellsFor(steps[event.key][1]), center[1] + cellsFor(steps[event.key][0])]; bound(); draw(); }
    else if (event.key === "+" || event.key === "=") glide(zoom + 1);
    else if (event.key === "-") glide(zoom - 1);
    else if (event.key === "Enter") remove(cellAt(canvas.clientWidth / 2, canvas.clientHeight / 2));
    else if (event.key.toLowerCase() === "h") dive();
    else return;
    event.preventDefault();
  });
  const resized = new ResizeObserver(() => { bound(); draw(); });
  resized.observe(canvas);
  requestAnimationFrame(whole);
  return () => { resized.disconnect(); cancelAnimationFrame(gliding); };
}
