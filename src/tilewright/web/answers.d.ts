// The values of the HTTP interface, written from its models (see tests/test_web_types.py): not to be changed by hand.

/**
 * A puzzle in the gallery; of each piece its cells, its color and how many copies there are.
 */
export interface Card {
  id: string;
  title: string;
  collection: string;
  kind: "sigil" | "calendar" | "weekday" | "given" | "hole" | "dots";
  level: "easy" | "medium" | "hard" | "expert" | null;
  cells: string[];
  lattice: LatticeSheet | null;
  marks: [number, number, string][];
  pieces: [number[][], number, number | null][];
}

/**
 * Whether it is solved, and what has to go if it cannot be any more.
 */
export interface CheckAnswer {
  solved: boolean;
  wrong: HintAnswer | null;
}

/**
 * How many tilings there are, and how many *different* ones, as far as time allowed.  Tilings that are each
 * other with the whole board turned, as its pieces may be turned, are not different.  If there is none: why,
 * and the numbers in the cells where the reason is about them (0 and 1: not marked and marked).
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
  turn?: "free" | "one-sided" | "fixed";
  empty?: number;
}

/**
 * The puzzles of a day, that of the date first.
 */
export interface Daily {
  date: string;
  puzzles: DailySheet[];
}

/**
 * A puzzle of a day: what it is called, and what there is to do.
 */
export interface DailySheet {
  title: string;
  doing: string;
  puzzle: Sheet;
}

/**
 * An error; the same shape as ``--json`` on the command line.
 */
export interface ErrorAnswer {
  error: ErrorBody;
}

/**
 * What was wrong.
 */
export interface ErrorBody {
  kind: string;
  message: string;
  where: string | null;
}

/**
 * The named puzzles.
 */
export interface Gallery {
  puzzles: Card[];
}

/**
 * The pieces that the player has placed, the outlines that the player has drawn, and where it is noted that
 * there is none.
 */
export interface GameState {
  placed?: string[];
  edges?: number[][];
  notes?: number[][];
}

/**
 * How hard a puzzle is, and the steps that it takes.
 */
export interface GradeSheet {
  level: "easy" | "medium" | "hard" | "expert";
  score: number;
  steps: Record<string, number>;
}

/**
 * The next step: place or lift `piece` at the cells `place`, and why; `cells` is what to look at, `edges` are
 * wrong.  `words` are the parts of `text`, in which a cell is a cell: how it is said is up to whoever shows
 * it.
 */
export interface HintAnswer {
  action: "place" | "lift" | "outline" | "done" | "none";
  text: string;
  words: (string | number[])[];
  piece: string | null;
  place: number[][];
  cells: number[][];
  kinds: string[];
  edges: [number, number, number, number][];
}

/**
 * Where a game stands, and which solutions were found before: row by row, the number of the piece on each
 * cell (0-9, a-z).
 */
export interface HintRequest {
  id: string;
  state?: GameState;
  found?: string[];
}

/**
 * A kind of puzzle that is made, and what there is to choose.  `given`: whether something is on the board
 * that could be left out; `dated`: whether it has a date instead of a choice.
 */
export interface KindSheet {
  name: "sigil" | "calendar" | "weekday" | "given" | "hole" | "dots";
  title: string;
  summary: string;
  about: string;
  offers: OfferSheet[];
  given: boolean;
  dated: boolean;
}

/**
 * The kinds of puzzles that are made.
 */
export interface KindsAnswer {
  kinds: KindSheet[];
}

/**
 * Of what a board is, where that is not flat squares: what there is to know of its cells to draw them and to
 * play on them.  A cell is of the kind that its last number leaves when divided by `kinds`. `polygons` are
 * the corners of the cell of each kind that is nearest to the origin, clockwise, `steps` where a row and a
 * column more lead; `faces` lead to the cells that share an edge with it (of cubes a face), `touching` to all
 * that have a corner in common. `arrows` are the steps of keys, two where even and odd rows differ. Pieces
 * turn by `degrees`. Of cubes there are `layers`, and a cell begins with its own.
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
 * What puzzle to make.
 */
export interface MakeRequest {
  kind: "sigil" | "calendar" | "weekday" | "given" | "hole" | "dots";
  board?: string;
  pieces?: string[] | null;
  turn?: "free" | "one-sided" | "fixed" | null;
  seed?: number;
  level?: "easy" | "medium" | "hard" | "expert" | null;
  minimal?: boolean;
  date?: string | null;
}

/**
 * Boards of one sort, and the pieces to choose from for them, as words and their names.  Words of pieces are
 * parted by spaces; no words are those that suit the board.
 */
export interface OfferSheet {
  title: string;
  boards: [string, string][];
  pieces: [string, string][];
}

/**
 * Cells and their marks, and the numbers of the orientations that turns and a flip lead to.  Turned about
 * each axis that there is, clockwise and counterclockwise.
 */
export interface Orientation {
  cells: number[][];
  marks: string[];
  turned: (number | null)[];
  flipped: number | null;
}

/**
 * A puzzle and what is on its board, to be drawn.
 */
export interface PictureRequest {
  id: string;
  state?: GameState;
  format?: "svg" | "png";
  patterns?: boolean;
  colors?: number[][];
}

/**
 * A piece: its cells and marks, its color, how many copies there are (`most` null: any number).  `label` is
 * its full name (``L tromino``), `called` what it is called in a sentence (``the L``).  `first` is the
 * orientation that it lies in before it is turned.
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
 * A piece that is already there.
 */
export interface PlacedSheet {
  piece: string;
  cells: number[][];
}

/**
 * The answer to whether a piece tiles the plane, or why there is none.
 */
export interface PlaneAnswer {
  finished: boolean;
  reason: string | null;
  plane: PlaneSheet | null;
}

/**
 * Colors of a tiling of the plane, under which tiles that share an edge differ; `proven` if fewer are not
 * enough.  In `table` is the color of each tile of each period, by how many times the two moves it is away
 * from the first one. That repeats by p times the first move and q times the second, and by r times the
 * second: `repeats` is p, q, r.
 */
export interface PlaneColors {
  colors: number;
  proven: boolean;
  repeats: [number, number, number];
  table: number[][][];
}

/**
 * A piece that may tile the plane, as a drawing.
 */
export interface PlaneRequest {
  piece: string;
  turn?: "free" | "one-sided" | "fixed";
}

/**
 * Whether a piece tiles the plane, and what there is to see of it.  `tiles` are the cells of the tiles of one
 * period, each with the number of its orientation; they repeat by the two moves of `period`, which count
 * rows, and columns of cells of all kinds. `rings` are the copies around a piece that does not tile, the
 * piece itself where its drawing has it. `why` has the terms of the field, `plain` has none.
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
 * Where a game stands.
 */
export interface Play {
  id: string;
  state?: GameState;
}

/**
 * A puzzle made by hand.
 */
export interface ShareRequest {
  board: string;
  pieces: string[];
  turn?: "free" | "one-sided" | "fixed";
  empty?: number;
  kind?: "sigil" | "calendar" | "weekday" | "given" | "hole" | "dots";
}

/**
 * All that a face needs to know of a puzzle: played with a tray of pieces, or by drawing outlines; with a
 * goal beside that.  `optional` are the cells that may stay empty, where the board says which.  Where sides
 * are joined, `copies` are cells around the board with the cell of it that each is, and `seams` the lines of
 * the arrows beside these sides. `images` says where symmetries take the cells, by their numbers.  What is
 * `changeable` can be painted anew: a board and a list of pieces, and nothing else. A board that can be
 * filled in many ways is `collected`: the page keeps those that were found.
 */
export interface Sheet {
  id: string;
  title: string;
  kind: "sigil" | "calendar" | "weekday" | "given" | "hole" | "dots";
  goal: string;
  changeable: boolean;
  collected: boolean;
  play: "tray" | "outlines";
  source: string;
  tilings: number | null;
  rows: number;
  columns: number;
  cells: string[];
  lattice: LatticeSheet | null;
  copies: number[][];
  seams: [number, number][][];
  images: number[][];
  marks: [number, number, string][];
  names: [number, number, string][];
  turn: "free" | "one-sided" | "fixed";
  pieces: PieceSheet[];
  placed: PlacedSheet[];
  empty: [number, number];
  optional: number[][];
  level: "easy" | "medium" | "hard" | "expert" | null;
  grade: GradeSheet | null;
}

/**
 * How many ways are left; a string of digits. If not `exact`, there are at least so many.  Ways that are each
 * other with the whole board turned, as its pieces may be turned, are one.
 */
export interface WaysAnswer {
  count: string;
  exact: boolean;
  text: string;
  solved: boolean;
}
