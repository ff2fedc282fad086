// A game as the page shows and keeps it: moves, what becomes of them, boards that stand upright.

/** @import { Sheet } from "../../../../src/tilewright/apps/page/answers" */

import { test } from "node:test";

import { cells, edge, kept, same, SHEET } from "./testing.js";
import { apart } from "#page/parts/palette.js";
import { extendPath, spanned } from "#page/board/look/outlines.js";
import { Game, pieceInWords } from "#page/game/game.js";
import { Lie, stands } from "#page/game/lie.js";
import { standing } from "#page/game/session.js";

/** The same board and piece, any number of it, drawn. @type {Sheet} */
const DRAWN = {
  ...SHEET,
  play: "outlines",
  pieces: [{ ...SHEET.pieces[0], least: 0, most: null }],
};
/** A piece with a mark beside one without. @type {Sheet} */
const MARKED = { ...SHEET, marks: [[0, 2, "o"]] };

/** A hint that solves the puzzle, with the one piece that is placed. @type {Parameters<Game["here"]>[0]} */
const HINT = {
  action: "place",
  text: "",
  words: [],
  piece: "L3",
  place: cells("0,1-0,2-1,2"),
  cells: [],
  kinds: [],
  edges: [],
  clue: null,
  pictures: [],
  cases: [],
};

/** A game that nobody has played here. */
function begun(sheet = SHEET) {
  kept.clear();
  return new Game(sheet);
}

/** With a piece on the board. */
function placed(sheet = SHEET) {
  const game = begun(sheet);
  game.place("L3", cells("0,0-1,0-1,1"));
  return game;
}

/** What is kept of the game. */
const saved = () => JSON.parse(kept.get("tilewright:play:test") ?? "null");

test("a piece that is placed is on the board, out of the tray, and kept", () => {
  const game = placed();
  same(game.tiles, [
    {
      piece: "L3",
      cells: cells("0,0-1,0-1,1"),
      marks: [],
      orientation: 0,
      given: false,
      color: 4,
    },
  ]);
  same(game.left("L3"), 1);
  same([...game.free.keys()], ["0,1", "0,2", "1,2"]);
  same([game.canUndo, game.canRedo, game.solved], [true, false, false]);
  same(
    [saved().session.moves, saved().session.done, saved().share, saved().solved],
    [["L3:0,0-1,0-1,1"], 1, 0.5, false],
  );
  game.place("L3", cells("0,1-0,2-1,2"));
  same([game.solved, saved().solved, saved().share], [true, true, 1]);
});

test("what cannot be done is said, and changes nothing", () => {
  const game = placed();
  for (const [words, why] of [
    ["0,0-0,1-0,2", "the cell 0,0 is already covered"],
    ["0,1-0,2-0,3", "the cell 0,3 is not on the board"],
    ["0,1-0,2", "the piece has no orientation with these cells and marks"],
  ]) {
    game.place("L3", cells(words));
    same(game.refused, `L3: ${why}`);
    same([game.tiles.length, game.session.at], [1, 1]);
  }
  game.hold("L3", 7);
  same(game.refused, "the orientation of L3 must be between 0 and 3, got 7");
});

test("a piece of which no copy is left is refused", () => {
  const game = placed({ ...SHEET, pieces: [{ ...SHEET.pieces[0], least: 0, most: 1 }] });
  game.place("L3", cells("0,1-0,2-1,2"));
  same(game.refused, "L3: the puzzle allows at most 1 of this piece, and no copies are left");
  same(game.tiles.length, 1);
});

test("a piece snaps where cells are free and marks agree, and on its own cells", () => {
  const game = placed(MARKED);
  const [tile] = game.tiles;
  same(game.snaps(cells("0,0-0,1"), ["", ""]), false);
  same(game.snaps(cells("0,0-0,1"), ["", ""], tile), true);
  same(game.snaps([[0, 2]], [""]), false);
  same(game.snaps([[0, 2]], ["o"]), true);
  same(game.snaps([[5, 5]], [""]), false);
  same(game.tileAt([1, 1])?.piece, "L3");
  same(game.tileAt([0, 1]), undefined);
});

test("a piece that is moved leaves its cells, in one move", () => {
  const game = placed();
  game.shift(game.tiles[0], cells("0,1-1,1-1,2"));
  same(
    game.tiles.map(({ cells }) => cells),
    [cells("0,1-1,1-1,2")],
  );
  same([...game.free.keys()].sort(), ["0,0", "0,2", "1,0"]);
  same(game.session.at, 2);
});

test("a piece that is lifted lies in the tray as it lay on the board", () => {
  const game = begun();
  game.place("L3", cells("0,0-0,1-1,0"));
  game.lift(game.tiles[0]);
  same([game.tiles.length, game.left("L3"), game.hand], [0, 2, { L3: 1 }]);
});

test("a turn and the turn back, and no flip where there is none", () => {
  const game = begun();
  same(
    [0, 1, 2, 3].map((number) => game.turned("L3", number)),
    [1, 2, 3, 0],
  );
  same(
    [0, 1, 2, 3].map((number) => game.turned("L3", number, false)),
    [3, 0, 1, 2],
  );
  same(game.flipped("L3", 0), null);
});

test("an outline is a piece, and edges inside it are not", () => {
  const game = begun(DRAWN);
  game.outline(cells("0,0-1,0-1,1"));
  same([game.tiles.length, game.edges.length, game.solved], [2, 3, true]);
  game.toggle([edge("0,0-1,0")]);
  same(
    [game.tiles.length, game.closed],
    [
      1,
      [
        { kind: "wrong", cells: [[0, 0]] },
        {
          kind: "wrong",
          cells: cells("1,0-1,1"),
        },
      ],
    ],
  );
  game.undo();
  game.note([edge("0,0-1,0")]);
  same([game.notes.length, game.tiles.length, saved().session.moves.at(-1)], [1, 2, "x0,0d"]);
  game.erase([edge("0,0-1,0"), edge("0,0-0,1")]);
  same([game.notes.length, game.edges.length], [0, 2]);
});

test("what was done is taken back and made again; a new move forgets what was taken back", () => {
  const game = placed();
  game.undo();
  same([game.tiles.length, game.left("L3"), game.canUndo, game.canRedo], [0, 2, false, true]);
  game.redo();
  same([game.tiles.length, game.left("L3"), game.canRedo], [1, 1, false]);
  game.undo();
  game.place("L3", cells("0,1-0,0-1,0"));
  same([game.tiles.map(({ cells }) => cells), game.canRedo], [[cells("0,0-0,1-1,0")], false]);
  game.clear();
  same([game.tiles.length, game.left("L3"), game.canUndo], [0, 2, true]);
  game.clear();
  same(game.session.at, 2);
});

test("what is asked for on an upright board is about the puzzle's own cells", () => {
  const game = begun(MARKED);
  game.lay(true);
  same([game.lie.rows, game.lie.columns], [3, 2]);
  same([...game.marks], [["2,1", "o"]]);
  game.place("L3", cells("0,0-0,1-1,0"));
  same(saved().session.moves, ["L3:0,0-1,0-1,1"]);
  same(game.tiles[0].cells, cells("0,1-0,0-1,0"));
});

test("a board stands upright and lies as it is: each undoes the other", () => {
  const lie = new Lie(SHEET, true);
  for (const cell of new Lie(SHEET, false).cells) same(lie.meant(lie.shown(cell)), cell);
  same(stands(700, [{ unit: 10 }, { unit: 12 }]), true);
  same(stands(700, [{ unit: 10 }, { unit: 10.5 }]), false);
  same(stands(900, [{ unit: 10 }, { unit: 12 }]), false);
});

test("a game is kept with its time and its hints, and taken up again", () => {
  const game = placed();
  game.spend(30);
  game.follow(game.here(HINT));
  const again = new Game(SHEET);
  same(
    [again.session.at, again.solved, again.seconds, again.hints, again.saves],
    [2, true, 30, 1, 3],
  );
});

test("a hint whose answer was seen counts once, whoever places the piece", () => {
  const game = placed(),
    hint = game.here(HINT);
  game.reveal(hint);
  game.reveal(hint);
  same([game.hints, new Game(SHEET).hints], [1, 1]);
  game.follow(hint);
  same([game.hints, game.solved], [1, true]);
});

test("a restart begins a new game, clock and hints too, and can be taken back", () => {
  const game = placed();
  game.spend(30);
  game.save();
  const back = game.restart();
  same([game.seconds, game.hints, game.tiles.length, game.begun], [0, 0, 0, false]);
  same(new Game(SHEET).seconds, 0);
  back();
  same([game.seconds, game.tiles.length], [30, 1]);
  game.restart();
  game.undo();
  same([game.seconds, game.tiles.length, game.canUndo], [30, 1, true]);
  game.undo();
  same([game.tiles.length, game.canUndo], [0, false]);
});

test("moves that an earlier edition has kept and not made are made", () => {
  begun();
  const queue = [
    {
      do: "place",
      piece: "L3",
      cells: cells("0,0-1,0-1,1"),
    },
    {
      do: "place",
      piece: "L3",
      cells: cells("0,0-1,0-1,1"),
    },
  ];
  kept.set(
    "tilewright:play:test",
    JSON.stringify({ session: { puzzle: "test" }, queue, untold: 2.5, saves: 3 }),
  );
  const game = new Game(SHEET);
  same([game.session.at, game.seconds, game.saves], [1, 2.5, 3]);
});

test("a game that cannot be read begins anew", () => {
  for (const session of [
    { puzzle: "test", moves: ["X5:0,0"], done: 1 },
    { puzzle: "test", moves: ["L3:0,0-1,0-1,1"], done: 2 },
    { puzzle: "test", hand: { L3: 9 } },
    7,
  ]) {
    begun();
    kept.set("tilewright:play:test", JSON.stringify({ session, saves: 3 }));
    const game = new Game(SHEET);
    same([game.tiles.length, game.canUndo, /starts over/.test(game.refused)], [0, false, true]);
  }
});

test("one tab goes on where the other one is, and overwrites nothing", () => {
  const here = placed(),
    there = new Game(SHEET);
  there.place("L3", cells("0,1-0,2-1,2"));
  here.spend(5);
  here.save();
  same(saved().solved, true);
  here.catchUp();
  same([here.tiles.length, here.solved], [2, true]);
  there.undo();
  // A tab that was asleep goes on from there, too.
  here.undo();
  same([here.tiles.length, here.session.at], [0, 0]);
});

test("the moves that are kept are a few hundred", () => {
  const game = placed();
  for (let i = 0; i < 900; i++) {
    game.lift(game.tiles[0]);
    game.place("L3", cells("0,0-1,0-1,1"));
  }
  const { moves, done, start } = saved().session;
  const length = moves.reduce(
    (/** @type {number} */ sum, /** @type {string} */ line) => sum + line.length,
    0,
  );
  same(
    [length <= 8000, length > 7900, done === moves.length, game.session.at === done],
    [true, true, true, true],
  );
  same(standing({ puzzle: "test", start, moves }).placed.length, 1);
});

test("a stroke grows by cells that touch it, goes back, and does not mind a finger that wanders", () => {
  const game = begun();
  /** @type {[number, number][]} */
  const path = [[0, 0]];
  same(extendPath(game, path, [0, 1], [1.5, 0.5]), true);
  same(extendPath(game, path, [1, 1], [1.5, 1.05]), false);
  same(extendPath(game, path, [5, 5], [5.5, 5.5]), false);
  same(extendPath(game, path, [1, 2], [2.5, 1.5]), false);
  same(extendPath(game, path, [1, 0], [0.5, 1.5]), true);
  same(path, cells("0,0-0,1-1,0"));
  same(extendPath(game, path, [0, 1], [1.5, 0.5]), false);
  same(path, cells("0,0-0,1"));
});

test("a piece is described with its dot", () => {
  same(
    pieceInWords({
      cells: cells("0,0-1,0-1,1"),
      marks: ["", "o", ""],
    }),
    "row 1: cell, gap; row 2: dot, cell",
  );
  same(
    pieceInWords({
      cells: cells("0,0-0,1"),
      marks: ["A", ""],
    }),
    "straight: A, cell",
  );
});

test("regions show when they are fulfilled, and when they cannot be any more", () => {
  const sheet = {
    ...SHEET,
    rows: 1,
    columns: 2,
    cells: ["##"],
    marks: [],
    rules: ["sum 0,0 = 3", "sum 0,1 < 3"],
    agree: { 2: [""], 3: [""] },
  };
  const marks = [
      ["2", "3"],
      ["3", "2"],
    ],
    both = cells("0,0-0,1");
  sheet.pieces = [
    {
      ...SHEET.pieces[0],
      ...{ name: "23/", cells: both, marks: marks[0], least: 1, most: 1, first: 0 },
      orientations: marks.map((own) => ({ cells: both, marks: own, turned: [1, 1], flipped: 1 })),
    },
  ];
  const game = new Game(sheet);
  same(
    game.regions.map(({ badge, state }) => `${badge} ${state}`),
    ["3 open", "<3 open"],
  );
  game.place("23/", both);
  same(
    game.regions.map(({ state }) => state),
    ["broken", "broken"],
  );
  game.shift(game.tiles[0], both, 1);
  same(
    game.regions.map(({ state }) => state),
    ["kept", "kept"],
  );
  same(game.solved, true);
});

test("a rectangle goes from the first cell to where the pointer is, on cells of the board", () => {
  const game = begun(),
    inside = new Set(game.inside.keys());
  same(spanned(game, cells("0,0"), [1, 1], [1.5, 1.5]), cells("0,0-0,1-1,0-1,1"));
  same(spanned(game, cells("1,1-0,0"), [0, 0], [0.5, 0.5]), cells("1,1-0,0-0,1-1,0"));
  const path = cells("0,0-0,1");
  same(spanned(game, path, [1, 1], [1.5, 1.02]), path);
  same(spanned(game, path, [50, 1], [1.5, 50.5]), path);
  same(
    spanned(game, cells("0,0"), [1, 2], [2.5, 1.5]).every((cell) => inside.has(cell.join())),
    true,
  );
});

test("regions that touch differ in color, and keep their colors", () => {
  const known = new Map();
  const [first] = apart([cells("0,0-0,1")], known);
  const three = apart([cells("0,0-0,1"), cells("1,0-1,1"), cells("5,5")], known);
  same(three[0], first);
  same(three[1] !== first, true);
  same(
    three.every((color) => color < 0),
    true,
  );
  same(apart([cells("1,0-1,1")], known), [three[1]]);
});
