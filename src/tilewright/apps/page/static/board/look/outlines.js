// Outlines: puzzles that are played by drawing across cells, on edges, or with the keyboard. A
// second pencil notes where there is no edge, and an eraser takes both away.

/** @import { Game, Hint } from "../../game/game.js" */
/** @import { Cell, Edge, Point } from "../../geometry/geometry.js" */
/** @import { View } from "../../views/player/player.js" */
/** @import { Drag } from "./surface.js" */

import { BOARD } from "../../texts/en.js";
import { announce, clear, isElsewhere, s } from "../../parts/dom.js";
import {
  definitions,
  dotAt,
  frame,
  ground,
  inked,
  lock,
  pointedAt,
  pointedOut,
  tile,
} from "./board.js";
import { markName } from "../../game/game.js";
import {
  cellOf,
  depth,
  edgeAt,
  ends,
  key,
  moved,
  neighbors,
  same,
  stepOf,
} from "../../geometry/geometry.js";
import { squares } from "../../geometry/lattice.js";
import { edgeOf, edgeWord } from "../../game/state.js";
import { spacious, stands } from "../../game/lie.js";
import { apart, tint } from "../../parts/palette.js";
import { LARGEST, Surface } from "./surface.js";

/**
 * The side of a cell that a finger draws in with ease, in pixels. Only for smaller cells a board
 * grows beyond the window, where what is said lies on it.
 */
const EASY = 32;

/** How near to an edge a mouse and a finger have to be, in cells. */
const NEAR = 0.2,
  NEAR_TOUCH = 0.24;
/** How far into a cell a stroke has to go: a finger wanders. */
const INSIDE = 0.12;

/** @type {Layer[]} */
const LAYERS = ["board", "tiles", "hint", "dots", "notes", "edges", "drawing", "hover", "cursor"];

/** @typedef {"board" | "tiles" | "hint" | "dots" | "notes" | "edges" | "drawing" | "hover" | "cursor"} Layer */
/** What is in the hand. @typedef {"draw" | "note" | "erase"} Tool */
/** With the key of each. @type {[Tool, string][]} */
const TOOLS = [
  ["draw", "D"],
  ["note", "X"],
  ["erase", "E"],
];

/**
 * What is being drawn, and where the keyboard is.
 * @typedef {object} Drawing
 * @property {Game} game
 * @property {Surface<Layer>} surface
 * @property {Tool} tool
 * @property {Cell[] | null} path  The cells of a piece that is begun.
 * @property {Point | null} at  Where the pointer draws.
 * @property {SVGElement[]} swept  What is to be noted or wiped out when the button is let go, as it is shown.
 * @property {Map<string, number>} colors  Of the regions that were drawn, by their cells.
 * @property {Cell} cursor
 * @property {boolean} keyed  Whether keys are used: whoever plays with the mouse or a finger needs no cursor.
 * @property {Hint | null} hinted
 * @property {number} width
 */

/** The name of a tool, and what one does with it. @param {Game} game @param {Tool} tool */
const wordsOf = ({ rules }, tool) =>
  (rules.stroke === "pair" ? BOARD.toolsOfPairs : BOARD.tools)[tool];

/** @param {Game} game @returns {View} */
export function makeOutlines(game) {
  const surface = new Surface(
    squares,
    {
      class: "table outlines",
      role: "application",
      tabindex: "0",
      "aria-label": BOARD.outlines,
    },
    LAYERS,
    { framed: LAYERS },
  );
  const { element } = surface;
  element.prepend(definitions("p"));
  for (const layer of /** @type {const} */ (["edges", "hover"]))
    surface.layers[layer].setAttribute("clip-path", "url(#board-inside)");
  /** @type {Drawing} */
  const drawing = {
    game,
    surface,
    tool: "draw",
    path: null,
    at: null,
    swept: [],
    colors: new Map(),
    cursor: game.cells[0],
    keyed: false,
    hinted: null,
    width: 0,
  };
  /** @param {KeyboardEvent} event */
  const keyUsed = (event) => {
    if (/^(Tab|Arrow.*|Enter| )$/.test(event.key)) drawing.keyed = true;
  };
  document.addEventListener("keydown", keyUsed, true);
  // Who joins pairs parts them as often, and who draws pieces wipes them out.
  const others = game.rules.stroke === "pair" ? TOOLS.slice(1) : TOOLS.slice(1).reverse();
  const tools = others.map(([tool, letter]) => {
    const [label] = wordsOf(game, tool);
    return {
      symbol: tool,
      label,
      title: `${label} (${letter})`,
      held: () => drawing.tool === tool,
      press: () => take(tool),
    };
  });
  let toolChanged = () => {};
  /** Select a tool instead of the current one. @param {Tool} wanted */
  function take(wanted) {
    const tool = wanted === drawing.tool ? "draw" : wanted;
    drawing.tool = tool;
    toolChanged();
    element.dataset.tool = tool;
    surface.layers.hover.replaceChildren();
    announce(wordsOf(game, tool)[1]);
  }
  /** @param {KeyboardEvent} event */
  const toolTaken = (event) => {
    const found = TOOLS.find(([, letter]) => letter === event.key.toUpperCase());
    if (found && !isElsewhere(event)) take(found[0]);
  };
  document.addEventListener("keydown", toolTaken);
  takeStrokes(drawing);
  element.addEventListener("keydown", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && pressed(drawing, event))
      event.preventDefault();
  });
  for (const name of ["focus", "blur"]) element.addEventListener(name, () => drawCursor(drawing));
  game.onChange(() => draw(drawing));
  return {
    surface,
    attach: (parent) => surface.attach(parent, (width) => layOut(drawing, width)),
    tools,
    onTool: (changed) => {
      toolChanged = changed;
    },
    detach: () => {
      surface.detach();
      document.removeEventListener("keydown", toolTaken);
      document.removeEventListener("keydown", keyUsed, true);
    },
    draw: () => draw(drawing),
    focus: () => element.focus({ preventScroll: true }),
    showHint: (hint) => {
      drawing.hinted = hint;
      drawHint(drawing);
    },
  };
}

// What is shown --------

/** @param {Drawing} drawing @param {number} width  In pixels. */
function layOut(drawing, width) {
  const { game, surface, path, cursor } = drawing;
  const room = surface.room(Math.min(320, 0.72 * window.innerHeight));
  const ways = game.lies.map(({ rows, columns }) => {
    const high = room / (rows + 0.8),
      wide = width / (columns + 0.8);
    return {
      unit: Math.min(
        wide,
        spacious(width) || game.solved ? high : Math.max(high, Math.min(0.8 * wide, EASY)),
        LARGEST,
      ),
    };
  });
  const ended = game.solved && drawing.width === width;
  drawing.width = width;
  if (!path && !ended && !drawing.hinted) {
    const cell = game.lie.meant(cursor);
    game.lay(stands(width, ways));
    drawing.cursor = game.lie.shown(cell);
  }
  surface.scale(game.lie.rows, game.lie.columns, ways[Number(game.lie.upright)].unit);
  surface.layers.board.replaceChildren(ground(game.sheet, game.cells, squares, "board-inside"));
  draw(drawing);
}

/** @param {Drawing} drawing */
function draw(drawing) {
  const {
    game,
    game: { tiles, closed, edges, solved },
    surface: { layers },
  } = drawing;
  const regions = tiles.map(({ cells }) => cells);
  const colors = tint(regions, apart(regions, drawing.colors));
  const shown = tiles.map(({ piece, cells, given }, i) => {
    const region = tile(cells, colors[i], {
      className: `tile region${given ? " given" : ""}${game.excess(piece) > 0 ? " twice" : ""}`,
      inset: 0.02,
      radius: 0.12,
    });
    if (given) region.append(lock(cells, (cell) => game.marks.has(key(cell))));
    return region;
  });
  // The rest of the board is not closed, even if it cannot be filled.
  const rest = Math.max(0, ...closed.map(({ cells }) => cells.length));
  for (const { kind, cells } of closed) {
    if (kind === "wrong" && (cells.length < rest || cells.length <= game.rules.largest))
      shown.push(tile(cells, 0, { className: "tile misfit", inset: 0.05 }));
    // A hole may be anywhere until everything else is a piece.
    else if (solved) shown.push(tile(cells, 11, { className: "tile hole", inset: 0.1 }));
  }
  layers.tiles.replaceChildren(...shown);
  const color = new Map(
    tiles.flatMap(({ cells }, i) => cells.map((cell) => [key(cell), colors[i]])),
  );
  layers.dots.replaceChildren(
    ...[...game.signs].map(([at, mark]) =>
      inked(dotAt(squares.center(cellOf(at)), mark), color.get(at)),
    ),
  );
  layers.notes.replaceChildren(...game.notes.map((edge) => cross(edge, "noted")));
  layers.edges.replaceChildren(...edges.map((edge) => line(edge, "drawn")));
  drawPath(drawing);
  drawHint(drawing);
  drawCursor(drawing);
}

/** @param {Edge} edge @param {string} name */
function line(edge, name) {
  const [[x1, y1], [x2, y2]] = ends(edge);
  return s("line", { class: name, x1, y1, x2, y2 });
}

/** A small cross in the middle of an edge. @param {Edge} edge @param {string} name */
function cross(edge, name) {
  const [[x1, y1], [x2, y2]] = ends(edge),
    [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
  return s("path", {
    class: name,
    d: `M${x - 0.08} ${y - 0.08}l.16 .16M${x - 0.08} ${y + 0.08}l.16 -.16`,
  });
}

/** @param {Drawing} drawing */
function drawHint({ game, surface, hinted, colors }) {
  const regions = game.tiles.map(({ cells }) => cells);
  // What is suggested has the color that it will have.
  const color = (/** @type {Cell[]} */ place) => apart([...regions, place], new Map(colors)).pop();
  if (hinted) surface.reveal(pointedAt(hinted).map((cell) => squares.center(cell)));
  clear(
    surface.layers.hint,
    hinted ? pointedOut(hinted, () => color(hinted.place) ?? 0) : null,
    hinted?.edges.map((edge) => line(edge, "wrong-edge")),
  );
}

/** @param {Drawing} drawing */
function drawPath({ game, surface, path, at, swept }) {
  surface.layers.drawing.replaceChildren(
    ...(path ? [tile(path, 3, { className: "tile drawing" })] : []),
    ...(path && at && path.length > 1 ? [tally(game, path, at)] : []),
    ...swept,
  );
}

/** How far above the pointer it says how many cells are drawn, in cells. */
const ABOVE = 0.85;

/**
 * How many cells are drawn, of how many if that is clear: by the one clue among them, or because all
 * pieces have as many.
 * @param {Game} game @param {Cell[]} path @param {Point} at
 */
function tally({ rules, signs, lie }, path, [x, y]) {
  const sizes = new Set(rules.sheet.pieces.map(({ cells }) => cells.length)),
    areas = path.map((cell) => Number(signs.get(key(cell)))).filter((area) => area > 0),
    [whole, other] = sizes.size > 1 ? areas : sizes;
  const text = whole && !other ? BOARD.drawnOf(path.length, whole) : String(path.length),
    wide = 0.3 + 0.17 * text.length;
  const left = Math.max(wide / 2 - 0.3, Math.min(lie.columns - wide / 2 + 0.3, x)),
    top = y > ABOVE ? y - ABOVE : y + ABOVE;
  return s(
    "g",
    { class: "stroke-size", transform: `translate(${left} ${top})` },
    s("rect", { x: -wide / 2, y: -0.25, width: wide, height: 0.5, rx: 0.14 }),
    s("text", { y: 0.02, text }),
  );
}

/** @param {Drawing} drawing */
function drawCursor({ surface, surface: { layers, element }, cursor, keyed }) {
  if (keyed && document.activeElement === element) surface.reveal([squares.center(cursor)]);
  layers.cursor.replaceChildren(
    ...(keyed && document.activeElement === element ? [frame("cursor", cursor, 0.05, 0.14)] : []),
  );
}

// Mouse and touch --------

/**
 * The edge of the board that a point is near.
 * @param {Drawing} drawing
 * @param {Point} point
 * @param {number} reach
 */
function edgeNear({ game }, point, reach) {
  const edge = edgeAt(point, reach);
  return edge?.every((cell) => game.inside.has(key(cell))) ? edge : null;
}

/**
 * The edges of a board between each cell of a way and the next.
 * @param {Drawing} drawing
 * @param {Cell[]} way
 */
const crossed = ({ game }, way) =>
  way
    .slice(1)
    .map((cell, i) => /** @type {Edge} */ ([way[i], cell]))
    .filter(
      (edge) =>
        neighbors(edge[0]).some((next) => same(next, edge[1])) &&
        edge.every((cell) => game.inside.has(key(cell))),
    );

/** A name for an edge. @param {Edge} edge */
const nameOf = ([one, other]) => edgeWord(edgeOf(one, other));

/** Each edge once. @param {Edge[]} edges */
const once = (edges) => [...new Map(edges.map((edge) => [nameOf(edge), edge])).values()];

/**
 * Those that a stroke of the second pencil changes: it notes, or takes notes back, as the first
 * edge asks.
 * @param {Game} game
 * @param {Edge[]} edges
 */
function noted(game, edges) {
  const there = new Set((game.rules.stroke === "pair" ? game.edges : game.notes).map(nameOf)),
    back = edges.length > 0 && there.has(nameOf(edges[0]));
  return edges.filter((edge) => there.has(nameOf(edge)) === back);
}

/** Those that are drawn or noted. @param {Game} game @param {Edge[]} edges */
function marked(game, edges) {
  const there = new Set([...game.edges, ...game.notes].map(nameOf));
  return edges.filter((edge) => there.has(nameOf(edge)));
}

/**
 * What the eraser wipes out in a cell: around a piece its outline, where no other piece needs it,
 * and what is in it;
 * elsewhere what is around the cell, and at no piece.
 * @param {Game} game @param {Cell} cell
 */
function erasable(game, cell) {
  const regions = [...game.tiles.filter((tile) => !tile.given), ...game.closed].map(
    ({ cells }) => cells,
  );
  const own = regions.find((cells) => cells.some((each) => same(each, cell))) ?? [cell];
  const others = new Set(
    [...game.tiles.map(({ cells }) => cells), ...regions]
      .filter((cells) => cells !== own && !cells.some((each) => same(each, cell)))
      .flat()
      .map(key),
  );
  const edges = own.flatMap((each) =>
    neighbors(each)
      .filter((next) => !others.has(key(next)))
      .map((next) => /** @type {Edge} */ ([each, next])),
  );
  return marked(game, once(edges));
}

/** What the second pencil does: where the first one joins two cells, this one parts them. @param {Game} game */
const second = ({ rules }) => (rules.stroke === "pair" ? "toggle" : "note");

/**
 * Do with a tool what a stroke, or a press, is about.
 * @param {Drawing} drawing
 * @param {Tool} tool
 * @param {Edge[]} edges
 * @param {Cell} [cell]  If it has stayed in one.
 */
function use({ game }, tool, edges, cell) {
  const changed =
    tool === "note" ? noted(game, edges) : cell ? erasable(game, cell) : marked(game, edges);
  if (changed.length) game[tool === "note" ? second(game) : "erase"](changed);
  return changed.length;
}

/** What a press would do at an edge. @param {Drawing} drawing @param {Edge} edge */
function hovered({ game: { rules }, tool }, edge) {
  if (rules.stroke === "pair" && tool === "draw")
    return tile(edge, 3, { className: "tile drawing" });
  return tool === "note" && rules.stroke !== "pair" ? cross(edge, "hover") : line(edge, "hover");
}

/** @param {Drawing} drawing */
function takeStrokes(drawing) {
  const {
    game,
    surface,
    surface: { element, layers },
  } = drawing;

  /**
   * Draw from a cell on; a press that stays there is about the edge that it is near.
   * @param {Cell} cell
   * @param {Edge | null} near
   * @returns {Drag}
   */
  function stroke(cell, near) {
    let path = [cell],
      edge = near;
    /** @param {Cell[] | null} cells @param {Point | null} at */
    const show = (cells, at) => {
      Object.assign(drawing, { path: cells, at });
      drawPath(drawing);
    };
    show(path, null);
    return {
      move: (event, way) => {
        for (const { cell: next, at } of way) {
          if (game.rules.stroke !== "path") path = spanned(game, path, next, at);
          else extendPath(game, path, next, at);
        }
        if (path.length > 1) edge = null;
        const [x, y] = surface.point(event);
        // A finger hides more than a mouse.
        show(path, [x, event.pointerType === "touch" ? y - ABOVE / 2 : y]);
      },
      end: () => {
        show(null, null);
        if (path.length > 1) game.outline(path);
        else if (edge) press(game, edge);
        drawCursor(drawing);
      },
      cancel: () => show(null, null),
    };
  }

  /**
   * Note or wipe out from a cell on.
   * @param {Tool} tool
   * @param {Cell} cell
   * @param {Edge | null} near
   * @returns {Drag}
   */
  function sweep(tool, cell, near) {
    /** @type {Cell[]} */
    const way = [cell];
    const meant = () => once(crossed(drawing, way));
    /** @param {SVGElement[]} swept */
    const show = (swept) => {
      drawing.swept = swept;
      drawPath(drawing);
    };
    return {
      move: (_, more) => {
        for (const { cell: next, at } of more)
          if (depth(at) >= INSIDE && !same(next, way[way.length - 1])) way.push(next);
        const edges = tool === "note" ? noted(game, meant()) : marked(game, meant());
        show(
          edges.map((edge) =>
            tool === "erase" || game.rules.stroke === "pair"
              ? line(edge, tool === "erase" ? "erased" : "hover")
              : cross(edge, "noted begun"),
          ),
        );
      },
      end: () => {
        show([]);
        if (way.length > 1) use(drawing, tool, meant());
        else if (near) use(drawing, tool, [near]);
        else if (tool === "erase") use(drawing, tool, [], cell);
      },
      cancel: () => show([]),
    };
  }

  // A right click notes.
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  surface.onDrag((event) => {
    if (event.button !== 0 && event.button !== 2) return null;
    const tool = event.button === 2 ? "note" : drawing.tool;
    event.preventDefault();
    drawing.keyed = false;
    drawing.hinted = null;
    element.focus({ preventScroll: true });
    layers.hover.replaceChildren();
    const cell = surface.cell(event);
    const inside = game.inside.has(key(cell));
    if (inside) drawing.cursor = cell;
    drawCursor(drawing);
    if (!inside) return null;
    const reach = event.pointerType === "touch" ? NEAR_TOUCH : NEAR;
    // The second pencil knows edges only: the nearest is meant.
    const near = edgeNear(drawing, surface.point(event), tool === "note" ? 0.5 : reach);
    return tool === "draw" ? stroke(cell, near) : sweep(tool, cell, near);
  });
  element.addEventListener("pointermove", (event) => {
    const note = drawing.tool === "note",
      edge =
        drawing.path || event.buttons
          ? null
          : edgeNear(drawing, surface.point(event), note ? 0.5 : NEAR);
    layers.hover.replaceChildren(...(edge ? [hovered(drawing, edge)] : []));
  });
  element.addEventListener("pointerleave", () => layers.hover.replaceChildren());
}

/**
 * The rectangle from the first cell of a path to the one that the pointer is in.
 * @param {Game} game @param {Cell[]} path @param {Cell} cell @param {Point} at
 */
export function spanned({ inside }, path, cell, at) {
  const [first] = path;
  if (!inside.has(key(cell)) || depth(at) < INSIDE) return path;
  const [rows, columns] = first.map((x, axis) => {
    const [low, high] = [Math.min(x, cell[axis]), Math.max(x, cell[axis])];
    return Array.from({ length: high - low + 1 }, (_, i) => low + i);
  });
  const others = rows.flatMap((row) => columns.map((column) => [row, column]));
  return [first, ...others.filter((each) => inside.has(key(each)) && !same(each, first))];
}

/**
 * Press an edge: it is drawn or wiped out; where pieces have two cells, the cells beside it are
 * joined, or parted again.
 * @param {Game} game @param {Edge} edge
 */
function press(game, edge) {
  if (game.rules.stroke !== "pair") {
    game.toggle([edge]);
    return;
  }
  const joined = game.tileAt(edge[0]);
  if (!joined || !edge.every((cell) => joined.cells.some((each) => same(each, cell))))
    game.outline(edge);
  else if (!joined.given) game.erase(erasable(game, edge[0]));
}

/**
 * Let a stroke go on to a cell; whether it has grown. Back to the last cell but one takes the last
 * one away.
 * @param {Game} game @param {Cell[]} path @param {Cell} cell @param {Point} at
 */
export function extendPath(game, path, cell, at) {
  if (!game.inside.has(key(cell))) return false;
  const known = path.findIndex((other) => same(other, cell));
  if (known >= 0 && known === path.length - 2) path.pop();
  if (
    known >= 0 ||
    depth(at) < INSIDE ||
    !path.some((other) => neighbors(other).some((next) => same(next, cell)))
  )
    return false;
  path.push(cell);
  return true;
}

// Keyboard --------

/**
 * Do what a key asks for; whether it asks for anything.
 * @param {Drawing} drawing
 * @param {KeyboardEvent} event
 */
function pressed(drawing, event) {
  const { game, path, cursor } = drawing,
    step = stepOf(event);
  if (step) {
    const next = moved(cursor, step);
    if (!game.inside.has(key(next))) return true;
    if (event.shiftKey && drawing.tool !== "draw") {
      const there = game.notes.some((edge) => nameOf(edge) === nameOf([cursor, next]));
      const changed = use(drawing, drawing.tool, [[cursor, next]]);
      announce(
        drawing.tool === "erase"
          ? changed
            ? BOARD.erased
            : BOARD.nothingErased
          : there
            ? BOARD.noteRemoved
            : BOARD.noteAdded,
      );
      return true;
    }
    if (event.shiftKey) {
      const there = game.edges.some((edge) =>
        edge.every((cell) => same(cell, next) || same(cell, cursor)),
      );
      game.toggle([[cursor, next]]);
      announce(there ? BOARD.edgeErased : BOARD.edgeDrawn);
      return true;
    }
    drawing.cursor = next;
    if (path && !path.some((other) => same(other, next))) path.push(next);
    const mark = game.signs.get(key(next));
    const place = game.lattice.words(next);
    announce(mark ? `${place}, ${markName(mark)}` : place);
  } else if (
    event.key === "Delete" ||
    event.key === "Backspace" ||
    (drawing.tool === "erase" && event.key === " ")
  ) {
    announce(use(drawing, "erase", [], cursor) ? BOARD.erased : BOARD.nothingErased);
  } else if (event.key === " " || event.key === "Enter") {
    drawing.path = path ? null : [cursor];
    if (path) game.outline(path);
    announce(path ? BOARD.drawn(path.length) : BOARD.begun);
  } else if (event.key === "Escape" && path) {
    drawing.path = null;
  } else {
    return false;
  }
  drawPath(drawing);
  drawCursor(drawing);
  return true;
}
