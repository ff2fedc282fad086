// A game between the hand and the server: what is shown until it answers, turns, upright boards.

/** @import { PlayAnswer, Sheet } from "../../../src/tilewright/web/answers" */

import { Game } from "/static/game/game.js";
import { Lie, stands } from "/static/game/lie.js";
import { extendPath } from "/static/board/outlines.js";
import { same, test } from "./testing.js";

/** An L tromino as the server describes it: four orientations, each turned clockwise into the next. */
const L = [[[0, 0], [1, 0], [1, 1]], [[0, 0], [0, 1], [1, 0]], [[0, 0], [0, 1], [1, 1]], [[0, 1], [1, 0], [1, 1]]];

/** @type {Sheet} */
const SHEET = {
  id: "test", title: "Test", kind: "sigil", goal: "", changeable: false, collected: false, play: "tray", source: "", tilings: 1, rows: 2, columns: 3, cells: ["###", "###"], lattice: null, copies: [], seams: [], images: [], marks: [[0, 2, "o"]], names: [],
  turn: "one-sided", placed: [], empty: [0, 0], level: null, grade: null,
  pieces: [{
    name: "L3", label: "L tromino", called: "the piece", color: 4, cells: [[0, 0], [1, 0], [1, 1]], marks: ["", "", ""], least: 2, most: 2, first: 0,
    orientations: L.map((cells, i) => ({ cells: /** @type {[number, number][]} */ (cells), marks: ["", "", ""], turned: [(i + 1) % 4, (i + 3) % 4], flipped: null })),
  }],
};

/** @type {PlayAnswer} */
const ANSWER = {
  session: { puzzle: "test" }, refused: [], state: { placed: [], edges: [] }, tiles: [], closed: [], free: ["##o", "###"], left: { L3: 2 }, hand: { L3: 0 },
  solved: false, share: 0, undo: false, redo: false,
};

/** What the server says once that piece is placed, which is one move. */
const PLACED = {
  session: { puzzle: "test", moves: ["L3:0,0-1,0-1,1"], done: 1 },
  tiles: [{ piece: "L3", cells: /** @type {[number, number][]} */ ([[0, 0], [1, 0], [1, 1]]), orientation: 0, given: false }], free: [".#o", "..#"], left: { L3: 1 },
};

/** A game whose server does not answer yet. */
function begun(answer = ANSWER) {
  localStorage.clear();
  const game = new Game(SHEET);
  game.flush = async () => {};
  game.session = answer.session;
  game.seen = answer;
  game.look();
  return game;
}

test("a piece is on the board before the server has said so", () => {
  const game = begun();
  game.place("L3", [[0, 0], [1, 0], [1, 1]]);
  same(game.tiles, [{ piece: "L3", cells: [[0, 0], [1, 0], [1, 1]], orientation: 0, given: false, waiting: true, color: 4 }]);
  same(game.left("L3"), 1);
  same([...game.free.keys()], ["0,1", "0,2", "1,2"]);
  same(game.queue, [{ do: "place", piece: "L3", cells: [[0, 0], [1, 0], [1, 1]] }]);
  same(game.canUndo, true);
});

test("an answer that breaks off is no refusal: what was done is sent once more", async () => {
  const answered = window.fetch, game = begun();
  const broken = new ReadableStream({ start: (body) => { body.enqueue(new TextEncoder().encode("{")); body.error(new TypeError("network error")); } });
  const answers = [new Response(broken), Response.json({ ...ANSWER, ...PLACED })];
  /** @type {string[]} */
  const sent = [];
  window.fetch = async (_, options) => { sent.push(String(options?.body)); return answers[sent.length - 1]; };
  try {
    game.place("L3", [[0, 0], [1, 0], [1, 1]]);
    await Game.prototype.flush.call(game);
  } finally {
    window.fetch = answered;
  }
  same(sent.length, 2);
  same(sent[0], sent[1]);
  same([game.refused, game.gone, game.queue], ["", false, []]);
  same(game.tiles.map((tile) => tile.waiting), [false]);
});

test("a piece snaps where cells are free and marks agree, and on its own cells", () => {
  const game = begun({ ...ANSWER, ...PLACED });
  const [tile] = game.tiles;
  same(game.snaps([[0, 0], [0, 1]], ["", ""]), false);
  same(game.snaps([[0, 0], [0, 1]], ["", ""], tile), true);
  same(game.snaps([[0, 2]], [""]), false);
  same(game.snaps([[0, 2]], ["o"]), true);
  same(game.snaps([[5, 5]], [""]), false);
  same(game.tileAt([1, 1])?.piece, "L3");
  same(game.tileAt([0, 1]), undefined);
});

test("a piece that is moved leaves its cells", () => {
  const game = begun({ ...ANSWER, ...PLACED });
  game.shift(game.tiles[0], [[0, 1], [1, 1], [1, 2]]);
  same(game.tiles.map(({ cells }) => cells), [[[0, 1], [1, 1], [1, 2]]]);
  same([...game.free.keys()].sort(), ["0,0", "0,2", "1,0"]);
});

test("a turn and the turn back, and no flip where there is none", () => {
  const game = begun();
  same([0, 1, 2, 3].map((number) => game.turned("L3", number)), [1, 2, 3, 0]);
  same([0, 1, 2, 3].map((number) => game.turned("L3", number, false)), [3, 0, 1, 2]);
  same(game.flipped("L3", 0), null);
});

test("what was drawn waits to be answered", () => {
  const game = begun();
  game.drawn = true;
  game.outline([[0, 0], [0, 1]]);
  game.toggle([[[0, 0], [1, 0]]]);
  // The outline drew that edge, and the toggle wipes it out.
  same(game.waiting, { paths: [[[0, 0], [0, 1]]], edges: [[[0, 1], [1, 1]], [[0, 1], [0, 2]]] });
  same(game.queue.at(-1), { do: "toggle", edges: [[0, 0, 1, 0]] });
});

test("what is asked for on an upright board is about the puzzle's own cells", () => {
  const game = begun();
  game.lay(true);
  same([game.lie.rows, game.lie.columns], [3, 2]);
  same([...game.marks], [["2,1", "o"]]);
  game.place("L3", [[0, 0], [0, 1], [1, 0]]);
  same(game.queue, [{ do: "place", piece: "L3", cells: [[1, 0], [0, 0], [1, 1]] }]);
  same(game.tiles[0].cells, [[0, 0], [0, 1], [1, 0]]);
});

test("a board stands upright and lies as it is: each undoes the other", () => {
  const lie = new Lie(SHEET, true);
  for (const cell of new Lie(SHEET, false).cells) same(lie.meant(lie.shown(cell)), cell);
  same(stands(700, [{ unit: 10 }, { unit: 12 }]), true);
  same(stands(700, [{ unit: 10 }, { unit: 10.5 }]), false);
  same(stands(900, [{ unit: 10 }, { unit: 12 }]), false);
});

test("a game is kept, and taken up again with what waits", () => {
  begun().place("L3", [[0, 0], [1, 0], [1, 1]]);
  const again = new Game(SHEET);
  same(again.queue.length, 1);
  same(again.saves, 1);
  same(again.done, false);
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
  same(path, [[0, 0], [0, 1], [1, 0]]);
  same(extendPath(game, path, [0, 1], [1.5, 0.5]), false);
  same(path, [[0, 0], [0, 1]]);
});

test("what is taken back is seen to be, before the server has said so", () => {
  const game = begun({ ...ANSWER, ...PLACED });
  same([game.canUndo, game.canRedo], [true, false]);
  game.undo();
  same([game.tiles.length, game.left("L3"), game.canUndo, game.canRedo], [0, 2, false, true]);
  same([...game.free.keys()].length, 6);
  game.redo();
  same([game.tiles.map(({ cells }) => cells), game.left("L3"), game.canRedo], [[[[0, 0], [1, 0], [1, 1]]], 1, false]);
  game.undo();
  game.place("L3", [[0, 1], [0, 0], [1, 0]]);
  same([game.tiles.map(({ cells }) => cells), game.canRedo], [[[[0, 1], [0, 0], [1, 0]]], false]);
  game.clear();
  same([game.tiles.length, game.left("L3"), game.canUndo], [0, 2, true]);
  same(game.queue.map(({ do: what }) => what), ["undo", "redo", "undo", "place", "clear"]);
});

test("edges that are taken back are gone at once, and what they enclosed", () => {
  const piece = { piece: "L3", cells: /** @type {[number, number][]} */ ([[0, 0], [1, 0], [1, 1]]), orientation: 0, given: false };
  const session = { puzzle: "test", moves: ["0,1d 0,0r 1,1r", "1,0r"], done: 1 };
  const game = begun({ ...ANSWER, session, tiles: [piece], state: { placed: [], edges: [[0, 1, 1, 1], [0, 0, 0, 1], [1, 1, 1, 2]] } });
  game.drawn = true;
  game.look();
  same([game.tiles.length, game.edges.length], [1, 3]);
  game.redo();
  same([game.tiles.length, game.edges.length, game.waiting.edges], [0, 3, [[[1, 0], [1, 1]]]]);
  game.undo();
  game.undo();
  same([game.tiles.length, game.edges.length, game.canUndo], [0, 0, false]);
});
