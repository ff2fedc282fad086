// Cells, shapes and their outlines. A cell is [row, column]; rows grow downwards.

export const key = ([row, column]) => `${row},${column}`;
export const neighbors = ([row, column]) => [[row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1]];

export const extent = (cells) => [
  Math.max(...cells.map(([row]) => row)) + 1,
  Math.max(...cells.map(([, column]) => column)) + 1,
];

/** The top left corner of the box around some cells. */
export const corner = (cells) => [Math.min(...cells.map(([row]) => row)), Math.min(...cells.map(([, column]) => column))];

/** The closed outlines of a set of cells, clockwise: lists of [x, y] corners. */
function loops(cells) {
  const inside = new Set(cells.map(key));
  const from = new Map();
  const add = (a, b) => {
    const name = a.join();
    if (!from.has(name)) from.set(name, []);
    from.get(name).push(b);
  };
  for (const [row, column] of cells) {
    if (!inside.has(key([row - 1, column]))) add([column, row], [column + 1, row]);
    if (!inside.has(key([row, column + 1]))) add([column + 1, row], [column + 1, row + 1]);
    if (!inside.has(key([row + 1, column]))) add([column + 1, row + 1], [column, row + 1]);
    if (!inside.has(key([row, column - 1]))) add([column, row + 1], [column, row]);
  }
  const found = [];
  while (from.size) {
    const start = from.keys().next().value.split(",").map(Number);
    const loop = [start];
    let at = start;
    let direction = null;
    do {
      const next = from.get(at.join());
      // Where two corners touch, turn right: each keeps its own outline.
      let choice = 0;
      if (next.length > 1 && direction) {
        choice = next.findIndex(([x, y]) => (x - at[0]) === -direction[1] && (y - at[1]) === direction[0]);
        if (choice < 0) choice = 0;
      }
      const [to] = next.splice(choice, 1);
      if (!next.length) from.delete(at.join());
      direction = [to[0] - at[0], to[1] - at[1]];
      at = to;
      loop.push(at);
    } while (at[0] !== start[0] || at[1] !== start[1]);
    loop.pop();
    found.push(loop.filter((point, i) => {
      const before = loop[(i + loop.length - 1) % loop.length];
      const after = loop[(i + 1) % loop.length];
      return (point[0] - before[0]) * (after[1] - point[1]) !== (point[1] - before[1]) * (after[0] - point[0]);
    }));
  }
  return found;
}

const round = (value) => Math.round(value * 1000) / 1000;

/** The outline as an SVG path, drawn in by `inset` and with round corners, in cell units. */
export function outline(cells, inset = 0.04, radius = 0.14) {
  let path = "";
  for (const corners of loops(cells)) {
    const unit = ([ax, ay], [bx, by]) => { const d = Math.hypot(bx - ax, by - ay); return [(bx - ax) / d, (by - ay) / d]; };
    const moved = corners.map((corner, i) => {
      const into = unit(corners[(i + corners.length - 1) % corners.length], corner);
      const out = unit(corner, corners[(i + 1) % corners.length]);
      return [corner[0] + inset * (-into[1] - out[1]), corner[1] + inset * (into[0] + out[0])];
    });
    moved.forEach((corner, i) => {
      const into = unit(moved[(i + moved.length - 1) % moved.length], corner);
      const out = unit(corner, moved[(i + 1) % moved.length]);
      const a = [corner[0] - into[0] * radius, corner[1] - into[1] * radius];
      const b = [corner[0] + out[0] * radius, corner[1] + out[1] * radius];
      path += `${i ? "L" : "M"}${round(a[0])} ${round(a[1])}Q${round(corner[0])} ${round(corner[1])} ${round(b[0])} ${round(b[1])}`;
    });
    path += "Z";
  }
  return path;
}
