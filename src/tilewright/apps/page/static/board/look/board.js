// What all boards look like: ground, grid, dots, labels, tiles, and what a hint points at.

/** @import { Game, Hint } from "../../game/game.js" */
/** @import { Cell, Edge, Point } from "../../geometry/geometry.js" */
/** @import { CardOf } from "../../views/elements/cards.js" */

import { clear, s } from "../../parts/dom.js";
import { ends, key, keys, same } from "../../geometry/geometry.js";
import { around, ballsBox, Lattice, seen, seenBall, squares } from "../../geometry/lattice.js";
import { IVORY, edge, ink, paint, patternOf, patterns, scheme, tint } from "../../parts/palette.js";

/**
 * What is in a cell with this middle: a dot, or a letter.
 * @param {Point} middle
 * @param {string} mark
 */
export function dotAt([x, y], mark) {
  if (mark === "o") return s("circle", { class: "dot", cx: x, cy: y, r: 0.17 });
  return s("text", {
    class: "mark",
    x,
    y,
    "text-anchor": "middle",
    "dominant-baseline": "central",
    "font-size": 0.5,
    text: mark,
  });
}

/**
 * The marks of a shape, each in its cell.
 * @param {{ cells: Cell[], marks: string[] }} shape
 * @param {Lattice} [lattice]
 */
export const dots = ({ cells, marks }, lattice = squares, color = 0) =>
  cells.map((cell, i) => (marks[i] ? markOn(lattice.center(cell), marks[i], color) : null));

/** Where pips are, in units from the middle, for each number. */
const PIPS = ["", "4", "08", "048", "0268", "02468", "023568", "0234568", "01235678", "012345678"];

/** A mark on a piece of a color: on ivory, a number is as many pips. @param {Point} at @param {string} mark @param {number} color */
export function markOn([x, y], mark, color) {
  const places = color === IVORY ? PIPS[Number(mark)] : undefined;
  if (places === undefined) return dotAt([x, y], mark);
  return s(
    "g",
    { class: "pips" },
    [...places].map((place) =>
      s("circle", {
        cx: x + 0.22 * ((Number(place) % 3) - 1),
        cy: y + 0.22 * (Math.floor(Number(place) / 3) - 1),
        r: 0.075,
      }),
    ),
  );
}

/**
 * A frame around what is in a cell.
 * @param {string} name
 * @param {Cell} cell
 * @param {number} [inset]
 * @param {number} [radius]
 * @param {Lattice} [lattice]
 */
export const frame = (name, cell, inset = 0.06, radius = 0.16, lattice = squares) =>
  lattice.plain
    ? s("rect", {
        class: name,
        x: cell[1] + inset,
        y: cell[0] + inset,
        width: 1 - 2 * inset,
        height: 1 - 2 * inset,
        rx: radius,
      })
    : s("path", { class: name, d: lattice.outline([cell], inset, radius) });

/**
 * The ground of a board: a tray with cells, and the names that some of them have.
 * @param {{ names?: [number, number, string][], seams?: Point[][] }} sheet
 * @param {Cell[]} cells
 * @param {Lattice} [lattice]
 * @param {string} [clip]  A name for what cuts a drawing off at the rim.
 */
export function ground(sheet, cells, lattice = squares, clip = "") {
  const group = s("g", { class: "ground", "aria-hidden": "true" });
  group.append(s("path", { class: "rim", d: lattice.outline(cells, 0, 0.06) }));
  group.append(s("path", { class: "floor", d: lattice.outline(cells, 0, 0.06) }));
  // What is drawn on the board ends where it ends.
  if (clip)
    group.append(s("clipPath", { id: clip }, s("path", { d: lattice.outline(cells, 0, 0.06) })));
  for (const cell of cells)
    group.append(
      frame(cell.reduce((sum, x) => sum + x, 0) % 2 ? "cell odd" : "cell", cell, 0, 0.06, lattice),
    );
  // The board lies deeper than what is around it: its upper sides throw a shadow.
  group.append(s("path", { class: "sunk", d: lattice.tops(cells, 0.02, 0.03) }));
  for (const { text, at } of lattice.layerNames())
    group.append(
      s("text", {
        class: "label",
        x: at[0],
        y: at[1],
        "font-size": 0.42,
        "dominant-baseline": "central",
        text,
      }),
    );
  for (const line of sheet.seams ?? [])
    group.append(
      s("polyline", {
        class: "seam",
        points: line.map(([x, y]) => `${x + lattice.shift[0]},${y + lattice.shift[1]}`).join(" "),
      }),
    );
  const inside = new Set(cells.map(key));
  for (const [row, column, text] of sheet.names ?? []) {
    const date = !inside.has(key([row, column]));
    if (date) group.append(frame("date", [row, column], 0.05, 0.14));
    group.append(nameAt([row, column], text, date ? "label today" : "label"));
  }
  return group;
}

/**
 * The name of a cell.
 * @param {Cell} cell
 * @param {string} text
 * @param {string} [className]
 */
const nameAt = ([row, column], text, className = "label") =>
  s("text", {
    class: className,
    x: column + 0.5,
    y: row + 0.52,
    "font-size": text.length > 2 ? 0.34 : 0.4,
    "text-anchor": "middle",
    "dominant-baseline": "central",
    text,
  });

/**
 * A tile: its outline filled, with a pattern over it if that is wanted.
 * @param {Cell[]} cells
 * @param {number} color
 */
export function tile(
  cells,
  color,
  { className = "tile", inset = 0.02, radius = 0.13, prefix = "p", lattice = squares } = {},
) {
  const d = lattice.outline(cells, inset, radius);
  const group = s("g", { class: className });
  inked(group, color);
  group.append(
    s("path", { class: "shade", d, transform: "translate(0 .03)" }),
    s("path", { class: "face", d, fill: paint(color), stroke: edge(color) }),
  );
  if (scheme().patterns)
    group.append(s("path", { class: "hatch", d, fill: `url(#${prefix}${patternOf(color)})` }));
  group.append(
    s("path", {
      class: "shine",
      d: lattice.tops(cells, inset + 0.024, 0.8 * radius),
    }),
  );
  return group;
}

/**
 * Letters are readable on a piece of this color, or on the board where there is none.
 * @template {SVGElement} Shown @param {Shown} shown @param {number} [color]
 */
export function inked(shown, color) {
  if (color !== undefined) shown.style.setProperty("--letter", ink(color));
  return shown;
}

/**
 * A lock on a piece that is given: it does not move.
 * @param {Cell[]} cells
 * @param {(cell: Cell) => boolean} marked  Whether there is something in a cell already.
 * @param {Lattice} [lattice]
 */
export function lock(cells, marked, lattice = squares) {
  const [x, y] = lattice.center(cells.find((cell) => !marked(cell)) ?? cells[0]);
  return s(
    "g",
    { class: "lock", transform: `translate(${x} ${y})` },
    s("path", { class: "shackle", d: "M-.07 -.01v-.06a.07 .07 0 0 1 .14 0v.06" }),
    s("rect", { x: -0.12, y: -0.02, width: 0.24, height: 0.18, rx: 0.04 }),
  );
}

/**
 * Regions with a condition, tinted; neighbors have different tints.
 * @param {Game["regions"]} all @param {Lattice} lattice
 */
export function regions(all, lattice) {
  const colors = tint(
    all.map(({ cells }) => cells),
    all.map((_, i) => (5 * i) % 12),
    lattice,
  );
  return all.map(({ cells, state }, i) =>
    s("path", {
      class: `area ${state}`,
      d: lattice.outline(cells, 0.04, 0.16),
      fill: paint(colors[i]),
      stroke: edge(colors[i]),
    }),
  );
}

/**
 * The conditions of regions, each at a corner: whether it is fulfilled, or cannot be any more. They
 * lie on the upper side of a cell, between the pips of dominoes; larger ones in its middle.
 * @param {Game["regions"]} all @param {Lattice} lattice @param {number} [scale]
 */
export const badges = (all, lattice, scale = 1) =>
  all.map(({ cells, badge, state }) => {
    const [first] = [...cells].sort(([row, column], [other, next]) => row - other || column - next),
      [x, y] = lattice.center(first),
      wide = 0.16 + 0.15 * badge.length,
      at = `${x - 0.5 + (scale * wide) / 2} ${scale > 1 ? y : y - 0.5}`;
    return s(
      "g",
      { class: `badge ${state}`, transform: `translate(${at}) scale(${scale})` },
      s("rect", { x: -wide / 2, y: -0.16, width: wide, height: 0.32, rx: 0.1 }),
      s("text", {
        y: 0.01,
        "font-size": 0.26,
        "text-anchor": "middle",
        "dominant-baseline": "central",
        text: badge,
      }),
    );
  });

/**
 * The sides of a cube that are seen from a corner: their corners (row, column, height), and how
 * they are lit.
 * @type {[[number, number, number][], string][]}
 */
const SIDES = [
  [
    [
      [0, 0, 1],
      [0, 1, 1],
      [1, 1, 1],
      [1, 0, 1],
    ],
    "lit",
  ],
  [
    [
      [1, 0, 1],
      [1, 1, 1],
      [1, 1, 0],
      [1, 0, 0],
    ],
    "",
  ],
  [
    [
      [0, 1, 1],
      [1, 1, 1],
      [1, 1, 0],
      [0, 1, 0],
    ],
    "dark",
  ],
];

/**
 * Cubes seen from a corner, from above; those that hide others are drawn after them.
 * @param {{ cells: Cell[], color: number | null }[]} tiles
 */
export function cubes(tiles) {
  const all = tiles
    .flatMap(({ cells, color }) => cells.map((cell) => ({ cell, color })))
    .sort((a, b) => nearness(a.cell) - nearness(b.cell));
  return s(
    "g",
    { class: "cubes" },
    all.flatMap(({ cell: [layer, row, column], color }) =>
      SIDES.flatMap(([corners, light]) => {
        const points = corners
          .map(([r, c, h]) => seen(row + r, column + c, h - layer).join())
          .join(" ");
        return [
          s("polygon", {
            class: color === null ? "cube open" : "cube",
            fill: color === null ? null : paint(color),
            stroke: color === null ? null : edge(color),
            points,
          }),
          light ? s("polygon", { class: `light ${light}`, points }) : null,
        ];
      }),
    ),
  );
}
/** @param {Cell} cell */
const nearness = ([layer, row, column]) => row + column - layer;

/**
 * Balls, the nearest last.
 * @param {{ cells: Cell[], color: number | null }[]} tiles
 */
function balls(tiles) {
  const some = tiles.some(({ cells, color }) => cells.length && color !== null);
  const all = tiles
    .flatMap(({ cells, color }) => cells.map((cell) => ({ place: seenBall(cell), color })))
    .sort((a, b) => a.place[2] - b.place[2]);
  return s(
    "g",
    { class: "cubes" },
    all.flatMap(({ place: [cx, cy], color }) => [
      s("circle", {
        class: color === null ? "cube open" : "cube",
        fill: color === null ? null : paint(color),
        stroke: color === null ? null : edge(color),
        cx,
        cy,
        // Balls that are not covered do not hide those that are.
        r: color === null && some ? 0.2 : 0.5,
      }),
      color === null
        ? null
        : s("circle", { class: "light lit", cx: cx - 0.15, cy: cy - 0.2, r: 0.15 }),
    ]),
  );
}

/** Cubes or balls. @param {Lattice} lattice @param {Parameters<typeof cubes>[0]} tiles */
const solids = (lattice, tiles) => (lattice.round ? balls(tiles) : cubes(tiles));

/** The box around cubes seen from a corner. @param {Cell[]} cells */
const cubesBox = (cells) =>
  around(
    cells.flatMap(([layer, row, column]) =>
      [
        [0, 0, 1],
        [1, 0, 0],
        [0, 1, 0],
        [1, 1, 0],
      ].map(([r, c, h]) => seen(row + r, column + c, h - layer)),
    ),
  );

/**
 * The box around a piece as it is shown by itself.
 * @param {Cell[]} cells
 * @param {Lattice} lattice
 */
export function figureBox(cells, lattice) {
  if (!lattice.solid) return lattice.box(cells);
  return lattice.round ? ballsBox(cells) : cubesBox(cells);
}

/**
 * A piece by itself; its box is that of `figureBox`.
 * @param {{ cells: Cell[], marks?: string[] }} shape
 * @param {number} color
 * @param {Lattice} lattice
 * @param {Parameters<typeof tile>[2]} [looks]
 */
export function figure({ cells, marks = [] }, color, lattice, looks = {}) {
  if (lattice.solid) return solids(lattice, [{ cells, color }]);
  const group = s("g", {}, tile(cells, color, { ...looks, lattice }));
  group.append(inked(s("g", {}, dots({ cells, marks }, lattice, color)), color));
  return group;
}

/**
 * The cubes of a board as they lie, beside its layers: what is not covered is open.
 * @param {Lattice} lattice
 * @param {Cell[]} cells
 * @param {{ cells: Cell[], color: number }[]} tiles
 */
export function solidPicture(lattice, cells, tiles) {
  const [left, top] = lattice.aside,
    covered = new Set(tiles.flatMap((each) => each.cells).map(key));
  return s(
    "g",
    {
      class: "solid",
      "aria-hidden": "true",
      transform: `translate(${left - lattice.pile.x} ${top - lattice.pile.y})`,
    },
    solids(lattice, [
      { cells: cells.filter((cell) => !covered.has(key(cell))), color: null },
      ...tiles,
    ]),
  );
}

/**
 * A picture of a board that nobody plays on; `draw` puts tiles on it, in place of those that were
 * there.
 * @param {{ sheet: Parameters<typeof ground>[0] & { marks?: [number, number, string][], clues?: [number, number, string][] }, cells: Cell[], lattice: Lattice }} board
 * @param {Record<string, unknown>} attributes
 * @param {string} [prefix]  Of its own patterns; it has those of the page if that is not said.
 */
export function still({ sheet, cells, lattice }, attributes, prefix) {
  const floor = s("g", {}),
    { width, height } = lattice.size;
  const element = s(
    "svg",
    { viewBox: `-0.4 -0.4 ${width + 0.8} ${height + 0.8}`, role: "img", ...attributes },
    prefix ? definitions(prefix) : null,
    ground(sheet, cells, lattice),
    floor,
    [...(sheet.marks ?? []), ...(sheet.clues ?? [])].map(([row, column, mark]) =>
      dotAt(lattice.center([row, column]), mark),
    ),
  );
  /** @param {{ cells: Cell[], color: number, marks?: string[] }[]} tiles */
  const draw = (tiles) =>
    clear(
      floor,
      tiles.map(({ cells: own, marks, color }) =>
        shownTile(own, marks, color, { prefix, lattice }),
      ),
      lattice.solid ? solidPicture(lattice, cells, tiles) : null,
    );
  return { element, draw };
}

/**
 * What a hint points at: the piece to place or to take off, the cells to look at, and the pieces that
 * are tried, with the cells that they strand. A piece through which a cell is seen shows its name.
 * @param {Hint} hint @param {(piece: string) => number} colorOf @param {Lattice} [lattice]
 * @param {[number, number, string][]} [names]  Of cells.
 */
export function pointedOut(hint, colorOf, lattice = squares, names = []) {
  const { place, piece, marks, picture } = hint;
  /** @param {Cell[]} cells @param {string[] | undefined} marks @param {number} color @param {string} className */
  const shown = (cells, marks, color, className) =>
    named(shownTile(cells, marks, color, { className, lattice }), cells, names);
  return [
    !place.length
      ? null
      : hint.action === "place"
        ? shown(place, marks, piece ? colorOf(piece) : 0, "tile suggestion")
        : s(
            "g",
            {},
            tile(place, 0, { className: "tile wrong", lattice }),
            place.map((cell) => crossed(lattice.center(cell))),
          ),
    ...(keys(hint.cells) === keys(hint.place)
      ? []
      : hint.cells.map((cell) => frame("look", cell, 0.06, 0.16, lattice))),
    ...(picture?.tried ?? []).map(({ piece, cells, marks }, i) =>
      shown(cells, marks, colorOf(piece), i || place.length ? "tile tried" : "tile tried first"),
    ),
    ...(picture?.cells.length ? hatched(picture.cells, lattice) : []),
    ...(hint.labels ?? []).flatMap(([cell, letter]) => [
      hint.cells.some((other) => same(other, cell))
        ? null
        : frame("look", cell, 0.06, 0.16, lattice),
      lettered(lattice.center(cell), lattice.plain ? 0.32 : 0, letter),
    ]),
  ];
}

/**
 * A tile with what the piece shows on its cells, if a rule reads it.
 * @param {Cell[]} cells @param {string[] | undefined} marks @param {number} color
 * @param {Parameters<typeof tile>[2]} [looks]
 */
export function shownTile(cells, marks = [], color, looks) {
  const shown = tile(cells, color, looks);
  shown.append(...dots({ cells, marks }, looks?.lattice, color).filter((each) => each !== null));
  return shown;
}

/**
 * A tile through which the board is seen, with the names of its cells.
 * @param {SVGGElement} element @param {Cell[]} cells @param {[number, number, string][]} [names]
 */
export function named(element, cells, names = []) {
  const covered = new Set(cells.map(key));
  for (const [row, column, text] of names)
    if (covered.has(key([row, column]))) element.append(nameAt([row, column], text));
  return element;
}

/** The cells that a hint is about. @param {Hint} hint */
export const pointedAt = ({ place, cells, picture }) => [
  ...place,
  ...cells,
  ...(picture?.cells ?? []),
  ...(picture?.tried.flatMap((each) => each.cells) ?? []),
];

/** A cross in a cell that is covered by a wrong piece. @param {Point} middle */
const crossed = ([x, y]) =>
  s("path", {
    class: "crossed",
    d: `M${x - 0.16} ${y - 0.16}l.32 .32M${x - 0.16} ${y + 0.16}l.32 -.32`,
  });

/** Cells that cannot be covered, hatched. @param {Cell[]} cells @param {Lattice} lattice */
const hatched = (cells, lattice) => [
  s(
    "pattern",
    {
      id: "stranded",
      width: 0.16,
      height: 0.16,
      patternUnits: "userSpaceOnUse",
      patternTransform: "rotate(45)",
    },
    s("rect", { class: "stripe", width: 0.07, height: 0.16 }),
  ),
  ...cells.map((cell) => {
    const box = frame("stranded", cell, 0.06, 0.1, lattice);
    box.setAttribute("fill", "url(#stranded)");
    return box;
  }),
];

/**
 * The letter by which a sentence speaks of a cell. In the upper right corner of a square: there may be a
 * dot, or the name of a day, in the middle, and what a region adds up to at the upper left.
 * @param {Point} center @param {number} off  How far up and right. @param {string} letter
 */
const lettered = ([x, y], off, letter) =>
  s(
    "g",
    { class: "looked-at", transform: `translate(${x + off} ${y - off})` },
    s("circle", { r: 0.19 }),
    s("text", {
      y: 0.015,
      "font-size": 0.3,
      "text-anchor": "middle",
      "dominant-baseline": "central",
      text: letter,
    }),
  );

/** @param {string} prefix */
export const definitions = (prefix) => s("defs", {}, patterns(prefix));

/** The name of a cell where it is small: a month or a weekday by its first letter. @param {[number, number, string]} name @returns {[number, number, string]} */
const shortened = ([row, column, text]) => [row, column, text.length > 2 ? text[0] : text];

/**
 * A small picture of a puzzle for its card: the board with what is on it, and the pieces below.
 * @param {CardOf} card
 * @param {Edge[]} [drawn]
 */
export function thumbnail(card, drawn = []) {
  const layers = card.lattice?.layers ?? 0;
  const lattice = new Lattice(card.lattice ?? null, {
    rows: card.cells.length / Math.max(1, layers),
    columns: card.cells[0].length,
    cells: card.cells,
  });
  const single = new Lattice(card.lattice ?? null);
  const cells = lattice.read(card.cells).map(([cell]) => cell);
  const { width: columns, height: rows } = layers ? lattice.pile : lattice.size;
  const counted = card.pieces.every(([, , most]) => most !== null);
  const flow = [];
  let x = 0,
    y = 0,
    line = 0;
  if (counted) {
    const scale = 0.42,
      wide = Math.max(columns, 5);
    for (const [shape, color, most] of card.pieces) {
      const box = figureBox(shape, single);
      for (let copy = 0; copy < Number(most); copy++) {
        const high = box.height * scale,
          broad = box.width * scale;
        if (x + broad > wide && x) {
          x = 0;
          y += line + 0.22;
          line = 0;
        }
        flow.push({ shape, color, x: x - box.x * scale, y: y - box.y * scale, scale });
        x += broad + 0.22;
        line = Math.max(line, high);
      }
    }
    y += line;
  }
  const wide = Math.max(columns, counted ? 5 : 0);
  const high = rows + (flow.length ? y + 0.7 : 0);
  const side = Math.max(wide, high) + 0.8;
  const left = (side - columns) / 2,
    top = (side - high) / 2;
  const picture = s("svg", {
    class: "thumbnail",
    viewBox: `0 0 ${side} ${side}`,
    "aria-hidden": "true",
  });
  if (layers) {
    picture.append(
      s(
        "g",
        { transform: `translate(${left - lattice.pile.x} ${top - lattice.pile.y})` },
        solids(lattice, [{ cells, color: null }]),
      ),
    );
  } else {
    const board = s(
      "g",
      { transform: `translate(${left} ${top})` },
      ground({ names: card.names?.map(shortened), seams: card.seams }, cells, lattice),
      regions(card.regions ?? [], lattice),
      badges(card.regions ?? [], lattice, 1.9),
      card.marks.map(([r, c, mark]) => dotAt(lattice.center([r, c]), mark)),
    );
    for (const placement of card.placed ?? [])
      board.append(tile(placement.cells, placement.color, { lattice }));
    for (const edge of drawn) {
      const [[x1, y1], [x2, y2]] = ends(edge);
      board.append(s("line", { class: "drawn", x1, y1, x2, y2 }));
    }
    picture.append(board);
  }
  for (const { shape, color, x: px, y: py, scale } of flow)
    picture.append(
      s(
        "g",
        {
          transform: `translate(${(side - wide) / 2 + px} ${top + rows + 0.6 + py}) scale(${scale})`,
        },
        figure({ cells: shape }, color, single, { inset: 0.02, radius: 0.1 }),
      ),
    );
  return picture;
}
