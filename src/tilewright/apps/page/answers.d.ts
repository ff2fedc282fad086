// The values that the page asks for and gets: of files, of its worker, and of commands.

/**
 * The name of a kind of puzzle.
 */
export type KindName =
  | "sigil"
  | "calendar"
  | "weekday"
  | "given"
  | "hole"
  | "dots"
  | "dominosa"
  | "shikaku"
  | "pentominous"
  | "tetrominous"
  | "heteromino"
  | "fillomino"
  | "pips";

/**
 * A puzzle in the gallery; each piece is given by its cells, its color and its number of copies.
 */
export interface Card {
  id: string;
  title: string;
  collection: string;
  kind: KindName;
  level: "easy" | "medium" | "hard" | "expert" | null;
  cells: string[];
  lattice: LatticeSheet | null;
  marks: [number, number, string][];
  pieces: [number[][], number, number | null][];
}

/**
 * Whether the puzzle is solved, and what must be removed if it cannot be solved any more.
 */
export interface CheckAnswer {
  solved: boolean;
  wrong: HintAnswer | null;
}

/**
 * The number of tilings, and of *different* ones, as far as time allowed.  Rotations of the whole board are
 * not different. If there is no tiling, `reason` says why, and `weights` are the numbers in the cells that
 * the reason is about (0 and 1: unmarked and marked).
 */
export interface CountAnswer {
  finished: boolean;
  count: string | null;
  exact: boolean;
  different: string | null;
  reason: string | null;
  weights: number[][] | null;
}

/**
 * A problem.
 */
export interface CountRequest {
  board: string;
  pieces: string[];
  turn?: "free" | "one-sided" | "half-turn" | "fixed";
  empty?: number;
}

/**
 * The puzzles of a day, one of each level. The one for the date comes first.
 */
export interface Daily {
  date: string;
  puzzles: DailySheet[];
}

/**
 * A daily puzzle: its title, and what to do.
 */
export interface DailySheet {
  title: string;
  doing: string;
  puzzle: Sheet;
}

/**
 * An error, in the same form as from ``--json`` on the command line.
 */
export interface ErrorAnswer {
  error: ErrorBody;
}

/**
 * What is wrong.
 */
export interface ErrorBody {
  kind: string;
  message: string;
  where: string | null;
}

/**
 * The smallest figures that were found, as `tilewright figure --json` has them: no figure has fewer cells
 * than `least`, and some numbers of cells are `excluded`. `proven`: there is no smaller figure or, if none
 * was found, none at all, and `reason` may say why. `complete`: there is no other one of this size.
 */
export interface FigureAnswer {
  cells: number | null;
  figures: FigureSheet[];
  least: number;
  proven: boolean;
  complete: boolean;
  excluded: { cells: number; because: "coloring" | "search" }[];
  reason: string | null;
}

/**
 * Pieces that each tile one figure: a piece named twice tiles it in two ways. `odd`: by an odd number of
 * tiles; `different`: no tile of one tiling is a tile of another.
 */
export interface FigureRequest {
  lattice: string;
  pieces: string[];
  symmetry?: string;
  odd?: boolean;
  different?: boolean;
  limit?: number;
}

/**
 * A figure with its tilings: the number of the tile on each cell (-1 outside), and the piece of each tile.
 */
export interface FigureSheet {
  tilings: { labels: number[][]; pieces: string[] }[];
}

/**
 * What there is to choose for figures, by the name of a lattice: pieces with their cells by families, the
 * kinds of symmetry with what the worker needs of them, and the most cells of a figure.
 */
export type FiguresSheet = Record<
  string,
  {
    lattice: LatticeSheet | null;
    families: Record<string, [string, number[][]][]>;
    symmetries: Record<string, import("./static/engine/making/figures.js").Group[]>;
    most: number;
  }
>;

/**
 * The named puzzles.
 */
export interface Gallery {
  puzzles: Card[];
}

/**
 * The pieces that the player placed, the outlines that the player drew, and notes of edges without an
 * outline.
 */
export interface GameState {
  placed?: string[];
  edges?: number[][];
  notes?: number[][];
}

/**
 * How hard a puzzle is, and the steps that solve it.
 */
export interface GradeSheet {
  level: "easy" | "medium" | "hard" | "expert";
  score: number;
  steps: Record<string, number>;
}

/**
 * The next step: place or lift `piece` at the cells `place`, and why.  `cells` are the cells to look at, and
 * `edges` are wrong. `words` are the parts of `text`, so that the page can name cells in its own way. `pictures`,
 * at most three, show why, and `cases` are all placements that have to fail.
 */
export interface HintAnswer {
  action: "place" | "lift" | "outline" | "done" | "none";
  text: string;
  words: Words;
  piece: string | null;
  place: number[][];
  marks?: string[];
  cells: number[][];
  kinds: string[];
  edges: [number, number, number, number][];
  clue: HintPicture | null;
  pictures: HintPicture[];
  cases: HintPicture[];
}

/**
 * A picture of a hint: pieces that are tried, of which the first one fails, and the cells that `words` are about.
 */
export interface HintPicture {
  words: Words;
  tried: { piece: string; cells: number[][]; marks?: string[] }[];
  cells: number[][];
}

/**
 * A sentence: texts, cells, and words that point at the board, such as "here", with the first cell there.
 */
export type Words = (string | number[] | { word: string; cell: number[] })[];

/**
 * The state of a game, and solutions found before: row by row, the number of the piece on each cell (0-9,
 * a-z).
 */
export interface HintRequest {
  id: string;
  state?: GameState;
  found?: string[];
}

/**
 * A kind of puzzle that can be made, with its choices.  `given`: whether something on the board could be left
 * out. `dated`: whether it has a date instead of a board.
 */
export interface KindSheet {
  name: KindName;
  title: string;
  about: string;
  offers: OfferSheet[];
  levels: Partial<Record<NonNullable<Sheet["level"]>, string>>;
  given: boolean;
  dated: boolean;
  editor: string;
}

/**
 * The kinds of puzzles that can be made.
 */
export interface KindsAnswer {
  kinds: KindSheet[];
}

/**
 * The cells of a board that is not of flat squares, as needed to draw it and play on it.  A cell's kind is
 * its last number modulo `kinds`. `polygons` are the corners of the cell of each kind nearest to the origin,
 * clockwise; `steps` lead one row and one column further. `faces` lead to cells that share an edge (for
 * cubes, a face), `touching` to all with a common corner. `arrows` are the steps of keys, two if even and odd
 * rows differ. Pieces turn by `degrees`. Boards of cubes have `layers`, and a cell begins with its layer.
 */
export interface LatticeSheet {
  cells: string;
  kinds: number;
  polygons: [number, number][][];
  steps: [number, number][];
  faces: number[][][];
  touching: number[][][];
  arrows: Record<string, number[][]>;
  degrees: number;
  layers: number;
}

/**
 * A new puzzle, or why there is none.
 */
export interface MakeAnswer {
  finished: boolean;
  reason: string | null;
  puzzle: Sheet | null;
}

/**
 * The puzzle to make.
 */
export interface MakeRequest {
  kind: KindName;
  board?: string;
  pieces?: string[] | null;
  turn?: "free" | "one-sided" | "half-turn" | "fixed" | null;
  seed?: number;
  level?: "easy" | "medium" | "hard" | "expert" | null;
  minimal?: boolean;
  date?: string | null;
}

/**
 * Boards of one sort, and the pieces to choose from for them, as words with their names.  Words of pieces are
 * separated by spaces; no words stand for the default pieces.
 */
export interface OfferSheet {
  title: string;
  boards: [string, string][];
  pieces: [string, string][];
}

/**
 * Cells with their marks, and the numbers of the orientations after turns and a flip.  Turns are about each
 * axis, clockwise and counterclockwise.
 */
export interface Orientation {
  cells: number[][];
  marks: string[];
  turned: (number | null)[];
  flipped: number | null;
}

/**
 * A puzzle with what is on its board, to be drawn.
 */
export interface PictureRequest {
  id: string;
  state?: GameState;
  format?: "svg" | "png";
  patterns?: boolean;
  colors?: number[][];
}

/**
 * A piece: its cells and marks, its color, and how many copies there are (`most` null: any number).  `label`
 * is its full name (``L tromino``), `called` its name in a sentence (``the L``), and `first` the orientation
 * in which it lies at first.
 */
export interface PieceSheet {
  name: string;
  label: string;
  called: string;
  color: number;
  cells: number[][];
  marks: string[];
  least: number;
  most: number | null;
  first: number;
  orientations: Orientation[];
}

/**
 * A piece that is already placed.
 */
export interface PlacedSheet {
  piece: string;
  cells: number[][];
  marks?: string[];
}

/**
 * Whether a piece tiles the plane, or why there is no answer.
 */
export interface PlaneAnswer {
  finished: boolean;
  reason: string | null;
  plane: PlaneSheet | null;
}

/**
 * Colors of a tiling of the plane in which tiles that share an edge differ; `proven` if fewer are not enough.
 * `table` has the color of each tile of each period, by how many times the two moves lead to it from the
 * first. The coloring repeats after p times the first move and q times the second, and after r times the
 * second: `repeats` is p, q, r.
 */
export interface PlaneColors {
  colors: number;
  proven: boolean;
  repeats: [number, number, number];
  table: number[][][];
}

/**
 * A drawing of a piece that may tile the plane.
 */
export interface PlaneRequest {
  piece: string;
  turn?: "free" | "one-sided" | "half-turn" | "fixed";
}

/**
 * Whether a piece tiles the plane, and what to draw.  `tiles` are the cells of the tiles of one period, each
 * with the number of its orientation. They repeat by the two moves of `period`, which count rows, and columns
 * of cells of all kinds. `rings` are the copies around a piece that does not tile; the piece is where its
 * drawing has it. `why` uses the terms of the field, `plain` does not.
 */
export interface PlaneSheet {
  piece: string;
  lattice: LatticeSheet | null;
  cells: number[][];
  verdict: "tiles" | "does not tile" | "not known";
  kind: "translation" | "half turn" | "isohedral" | "periodic" | null;
  isohedral_number: number | null;
  why: string;
  plain: string;
  period: [number, number][];
  tiles: number[][][];
  orientations: number[];
  heesch: number | null;
  heesch_with_holes: number | null;
  coloring: PlaneColors | null;
  rings: number[][][][];
}

/**
 * The state of a game.
 */
export interface Play {
  id: string;
  state?: GameState;
}

/**
 * A random tiling by dominoes or lozenges and how it was drawn, or a proof that there is none.  `tiles` has a
 * letter for each cell, row by row: ``.`` where there is no cell, otherwise the number of the step to the
 * other cell of its tile. Steps are those in `faces` of the lattice; on squares 0 leads up, 1 to the left, 2
 * to the right, and 3 down. `growth` are the choices of domino shuffling on an Aztec diamond: a bit for each
 * pair of new dominoes, 1 if they are horizontal. Orders follow each other, and in each the diagonals of
 * squares. The bits are bytes in Base64; the first choice is the lowest bit.  If there is no tiling, `reason`
 * says why. In `proof` ``#`` are the cells of which there are too many, and ``o`` those between them.
 */
export interface RandomAnswer {
  board: string;
  rows: number;
  columns: number;
  lattice: LatticeSheet | null;
  how: string | null;
  tiles: string[] | null;
  growth: string | null;
  reason: string | null;
  proof: string[] | null;
}

/**
 * A board of squares or triangles, to be tiled at random by dominoes or lozenges.  With a `weight`, tilings
 * by dominoes are drawn in proportion to its power by the number of horizontal dominoes.
 */
export interface RandomRequest {
  board: string;
  seed?: number;
  weight?: number;
}

/**
 * A puzzle, and more of its pieces that are placed, each as a word such as ``L3:0,0-0,1-1,0``.
 */
export interface RestRequest {
  id: string;
  placed: string[];
}

/**
 * A puzzle made by hand. With `dots`, its pieces carry the dots of the board. The rules of its kind come before
 * the `conditions`.
 */
export interface ShareRequest {
  board: string;
  pieces: string[];
  turn?: "free" | "one-sided" | "half-turn" | "fixed";
  empty?: number;
  kind?: KindName;
  dots?: boolean;
  conditions?: string[];
  agree?: Record<string, string[]> | null;
  placed?: string[];
}

/**
 * Asks for the solutions of a puzzle: all of them, unless there are more than `most`.
 */
export interface SolutionsRequest {
  id: string;
  most: number;
}

/**
 * The number of solutions, as for a count; `more` if it was given up above the limit. Two `tilings` and
 * the cells where they are `apart`; the cells that are the `same` in all that were found; the cells that
 * no placement covers; the grade if there is one solution.
 */
export interface SolutionsAnswer extends CountAnswer {
  grade: GradeSheet | null;
  more: boolean;
  tilings: { piece: string; color: number; cells: number[][]; marks: string[] }[][];
  apart: number[][];
  same: number[][];
  uncovered: number[][];
}

/**
 * Everything that the page needs to know of a puzzle, played with a tray of pieces or by drawing outlines.
 * `optional` are the cells that may stay empty, if the board says which. Where sides are joined, `copies` are
 * cells around the board, each with the cell of the board that it repeats, `seams` are the lines of arrows,
 * and `surface` is the word for it (else empty). `images` are symmetries, as permutations of cell numbers.
 * `turns` are the numbers of the symmetries of the lattice by which each piece may turn. A `changeable` puzzle is a board and a list of pieces that can be
 * edited. The pieces are shown if they are `listed`; otherwise the goal says which they are. For a `collected` puzzle, which has many solutions, the page keeps those that were found.
 */
export interface Sheet {
  id: string;
  title: string;
  kind: KindName;
  goal: string;
  changeable: boolean;
  collected: boolean;
  play: "tray" | "outlines";
  listed: boolean;
  source: string;
  tilings: number | null;
  rows: number;
  columns: number;
  cells: string[];
  lattice: LatticeSheet | null;
  copies: number[][];
  seams: [number, number][][];
  surface: string;
  images: number[][];
  turns: number[];
  marks: [number, number, string][];
  clues?: [number, number, string][];
  names: [number, number, string][];
  turn: "free" | "one-sided" | "half-turn" | "fixed";
  pieces: PieceSheet[];
  placed: PlacedSheet[];
  rules?: string[];
  agree?: Record<string, string[]>;
  shapes?: number[];
  empty: [number, number];
  optional: number[][];
  level: "easy" | "medium" | "hard" | "expert" | null;
  grade: GradeSheet | null;
}

/**
 * All tilings of a puzzle. If they are not listed, there are at least `least`: they are too many, or time ran
 * out. `count` is null if it is not known.
 */
export interface TilingsAnswer {
  finished: boolean;
  count: number | null;
  least: number;
  list: TilingsList | null;
}

/**
 * Tilings in the order of the library. `piece` and `cells` are those of each placement. The tilings are lists
 * of ascending numbers of placements, one after the other; `start` has where each begins, and where the last
 * one ends. `solution` has a number for each tiling, the same for rotations and mirror images of the whole board.
 */
export interface TilingsList {
  piece: Int32Array;
  cells: number[][][];
  start: Uint32Array;
  placements: Uint32Array;
  solution: Int32Array;
}

/**
 * How many ways are left, as a string of digits. If not `exact`, there are at least this many.  Rotations of
 * the whole board count once.
 */
export interface WaysAnswer {
  count: string;
  exact: boolean;
  text: string;
  solved: boolean;
}
