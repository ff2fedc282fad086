// The canvas: a board without a goal. Any number of tiles are placed, turned, flipped and painted;
// the address has them all.

/** @import { Sheet } from "../../../answers" */
/** @import { Tile } from "../../game/game.js" */
/** @import { Cell } from "../../geometry/geometry.js" */

import { CANVAS, SHARED } from "../../texts/en.js";
import { post } from "../../server/api.js";
import { nameOf } from "../../board/hands/tabletop.js";
import { still } from "../../board/look/board.js";
import { makeTable } from "../../board/table.js";
import { BEGUN } from "../../game/session.js";
import { Game } from "../../game/game.js";
import { keys } from "../../geometry/geometry.js";
import { around, button, clear, h, tell, toast } from "../../parts/dom.js";
import { onPaper, savePicture, takeAway } from "../../parts/exporting.js";
import { COLORS, onScheme, paint } from "../../parts/palette.js";
import * as storage from "../../parts/storage.js";
import { turning } from "../elements/turning.js";
import { Steps, wayOf } from "../maker/steps.js";

/** The pieces, by the number of their cells; the link numbers them in this order. */
const PIECES = ["monomino+", "domino+", "trominoes+", "tetrominoes+", "pentominoes+"];
/** The sets of the tray: how many cells their pieces have. @type {Record<keyof typeof CANVAS.sets, number[]>} */
const SETS = { pentominoes: [5], tetrominoes: [4], small: [1, 2, 3], all: [1, 2, 3, 4, 5] };
const SIZES = ["6x6", "8x8", "6x10", "10x10", "12x16", "20x20"];
const sets = /** @type {(keyof typeof SETS)[]} */ (Object.keys(SETS));
/** The color of a tile in a link that has that of its piece. */
const OWN = "z";

/** A game without a goal, which is kept as a word: five letters for each tile. */
export class Canvas extends Game {
  /** @param {Sheet} sheet @param {number[]} offered  The sizes of the pieces in the tray. @param {() => void} moved */
  constructor(sheet, offered, moved) {
    super(sheet);
    this.offered = offered;
    this.moved = moved;
    this.painted = true;
    /** The colors of tiles that were painted, by their cells. @type {Map<string, number>} */
    this.paints = new Map();
    /** The color for what is placed or painted. @type {number | null} */
    this.brush = null;
    this.steps = new Steps("");
    this.deaf();
  }

  // Nothing is kept here, and no other tab plays on.
  take() {
    super.take(null);
  }
  save() {}
  overtaken() {
    return false;
  }
  /** @param {string} name */
  inTray(name) {
    return this.offered.includes(this.piece(name).cells.length);
  }

  look() {
    super.look();
    this.solved = false;
    for (const tile of this.tiles)
      tile.color = this.paints?.get(this.placeOf(tile.cells)) ?? tile.color;
  }

  /** @param {Cell[]} cells */
  placeOf(cells) {
    return keys(this.meant(cells));
  }

  /** @param {string} piece @param {Cell[]} cells @param {number} [orientation] */
  place(piece, cells, orientation) {
    this.color(cells, this.brush);
    super.place(piece, cells, orientation);
  }
  /** @param {Tile} tile @param {Cell[]} cells @param {number} [orientation] */
  shift(tile, cells, orientation) {
    this.color(cells, this.paints.get(this.placeOf(tile.cells)) ?? null);
    super.shift(tile, cells, orientation);
  }
  /** @param {Cell[]} cells @param {number | null} color */
  color(cells, color) {
    if (color === null) this.paints.delete(this.placeOf(cells));
    else this.paints.set(this.placeOf(cells), color);
  }

  /** Paint a tile with the brush. @param {Tile} tile */
  paint(tile) {
    this.color(tile.cells, this.brush);
    this.look();
    this.changed();
  }

  changed() {
    const word = this.word();
    if (this.steps && word !== this.steps.now) this.steps.go(word);
    this.moved?.();
    super.changed();
  }

  /** All tiles: the number of the piece, its orientation, where its first cell is, and its color. */
  word() {
    const { sheet, cells: all } = this.rules,
      numbers = new Map(all.map((cell, i) => [String(cell), i]));
    return this.position.tiles
      .map(({ piece, cells }) => {
        const number = sheet.pieces.findIndex(({ name }) => name === piece),
          at = /** @type {number} */ (numbers.get(String(cells[0])));
        return [
          number.toString(36),
          this.rules.orientation(piece, cells),
          at.toString(36).padStart(2, "0"),
          this.paints.get(keys(cells))?.toString(36) ?? OWN,
        ].join("");
      })
      .join("");
  }

  /** Put the tiles of a word on the board; gives whether all of them are there. @param {string} word */
  read(word) {
    Object.assign(this, { session: { ...BEGUN, hand: this.session.hand } });
    this.paints.clear();
    this.refused = "";
    const { sheet, cells: all } = this.rules;
    for (const tile of word.match(/.{5}/g) ?? []) {
      const piece = sheet.pieces[Number.parseInt(tile[0], 36)],
        own = piece?.orientations[Number(tile[1])]?.cells,
        to = all[Number.parseInt(tile.slice(2, 4), 36)];
      if (!own || !to) return false;
      const cells = own.map((cell) => cell.map((x, i) => x + to[i] - own[0][i]));
      this.make({ do: "place", piece: piece.name, cells });
      const color = Number.parseInt(tile[4], 36);
      if (color < COLORS.length) this.paints.set(keys(cells), color);
    }
    this.look();
    return !this.refused && word.length % 5 === 0;
  }

  /** @param {string} word */
  begin(word) {
    const good = this.read(word);
    this.refused = "";
    this.steps = new Steps(this.word());
    return good;
  }
  undo() {
    this.steps.undo();
    this.again();
  }
  redo() {
    this.steps.redo();
    this.again();
  }
  again() {
    this.read(this.steps.now);
    this.changed();
  }
}

/** @param {HTMLElement} host @param {string[]} words */
export async function show(host, words) {
  let [size, set, word = ""] = words;
  const kept = storage.setting("canvas", "").split("/");
  if (!size && kept.length === 3) [size, set, word] = kept;
  let good = (!size || SIZES.includes(size)) && (!set || Object.hasOwn(SETS, set));
  if (!good) word = "";
  const board = good && size ? size : SIZES[1],
    chosen = sets.find((each) => good && each === set) ?? sets[0];
  const answer = await post("/api/share", { board, pieces: PIECES, turn: "free", empty: 0 });
  /** @type {Sheet} */
  const sheet = { ...answer, play: "tray" };
  const game = new Canvas(sheet, SETS[chosen], refresh),
    view = makeTable(game),
    stage = h("div", { class: "stage" });
  good = game.begin(word) && good;
  if (!good) toast(CANVAS.damaged);

  /** @param {string} label @param {string} now @param {string[][]} all @param {(value: string) => void} go */
  const choice = (label, now, all, go) => {
    const element = h(
      "select",
      { "aria-label": label, onchange: () => go(element.value) },
      all.map(([value, text]) => h("option", { value, text, selected: value === now })),
    );
    return element;
  };
  const undo = button(SHARED.undo, {
      icon: "undo",
      title: SHARED.undoKey,
      onclick: () => game.undo(),
    }),
    redo = button("", { icon: "redo", title: SHARED.redoKey, onclick: () => game.redo() });
  const brushes = [null, ...COLORS.keys()].map((color) => {
    const brush = button("", {
      ...(color === null ? { icon: /** @type {const} */ ("palette") } : {}),
      class: "brush",
      title: color === null ? CANVAS.ownColor : CANVAS.color(color + 1),
      onclick: () => take(color),
    });
    if (color !== null) brush.style.setProperty("--brush", paint(color));
    return brush;
  });
  /** Whether a press on a tile paints it. */
  let painting = false;
  /** @param {number | null} color */
  function take(color) {
    painting = !(painting && game.brush === color);
    game.brush = painting ? color : null;
    for (const [i, each] of brushes.entries())
      each.setAttribute("aria-pressed", String(painting && color === (i ? i - 1 : null)));
  }

  const address = (/** @type {string} */ size, /** @type {string} */ set) =>
    [size, set, game.steps.now].join("/");
  function keepLink() {
    const now = address(board, chosen);
    // A canvas that is only looked at does not take the place of one's own.
    if (game.steps.past.length) storage.keepSetting("canvas", now);
    history.replaceState(null, "", `#/canvas/${now}`);
  }
  function refresh() {
    undo.setAttribute("aria-disabled", String(!game.steps.past.length));
    redo.setAttribute("aria-disabled", String(!game.steps.future.length));
    if (game.refused) tell(game.refused);
    game.refused = "";
    if (stage.isConnected) keepLink();
  }

  /** Save the board with its tiles. @param {"svg" | "png"} ending */
  async function save(ending) {
    const { element, draw } = still(game, {}, "canvas");
    draw(game.tiles);
    savePicture(await onPaper(element, ending), CANVAS.title, ending);
  }

  clear(
    host,
    h("h1", { text: CANVAS.title }),
    h(
      "div",
      { class: "row" },
      choice(
        SHARED.board,
        board,
        SIZES.map((each) => [each, each.replace("x", " × ")]),
        (other) => {
          location.hash = `#/canvas/${other}/${chosen}`;
        },
      ),
      choice(CANVAS.pieces, chosen, Object.entries(CANVAS.sets), (other) => {
        location.hash = `#/canvas/${address(board, other)}`;
      }),
      h("div", { class: "brushes", role: "group", "aria-label": SHARED.colors }, brushes),
    ),
    stage,
    h(
      "div",
      { class: "row under" },
      turning(sheet, view),
      undo,
      redo,
      button(SHARED.clear, { icon: "clear", onclick: () => game.clear() }),
      takeAway(keepLink, { SVG: () => save("svg"), PNG: () => save("png") }),
    ),
    h("p", { class: "caption", text: CANVAS.how }),
  );
  view.attach(stage);
  refresh();

  /** Paint the tile that is pressed, while a color is held. @param {Event} event */
  const pressed = (event) => {
    if (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ") return;
    const name = around(event, ".placed")?.dataset.name,
      tile = game.tiles.find(({ cells }) => nameOf(cells) === name);
    if (!painting || !tile) return;
    event.preventDefault();
    event.stopPropagation();
    game.paint(tile);
  };
  for (const name of ["pointerdown", "keydown"]) stage.addEventListener(name, pressed, true);
  /** @param {KeyboardEvent} event */
  const shortcuts = (event) => {
    const way = wayOf(event);
    if (!way || around(event, "select")) return;
    game[way]();
    event.preventDefault();
  };
  document.addEventListener("keydown", shortcuts);
  const off = onScheme(() => view.draw());
  return () => {
    off();
    view.detach();
    document.removeEventListener("keydown", shortcuts);
  };
}
