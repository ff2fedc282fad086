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
 * A region that outlines close and that is no piece; a *hole* may be what stays empty.
 */
export interface ClosedRegion {
  kind: "hole" | "wrong";
  cells: number[][];
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
 * Wipe out what is drawn or noted at edges.
 */
export interface Erase {
  do: "erase";
  edges: [number, number, number, number][];
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
 * Do what a hint says (its `action`, `piece` and `place`), and count it.
 */
export interface Follow {
  do: "follow";
  hint: "place" | "lift";
  piece: string;
  cells: number[][];
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
  edges?: [number, number, number, number][];
  notes?: [number, number, number, number][];
}

/**
 * A window of Golomb's tiling: labels from 0 by first appearance, -1 the removed cell; the color of each
 * tile.
 */
export interface GolombAnswer {
  n: number;
  hole: string;
  corner: string;
  labels: number[][];
  colors: number[];
  touch: "edge" | "strong";
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
 * Turn a piece in the tray: the number of its orientation.
 */
export interface Hold {
  do: "hold";
  piece: string;
  orientation: number;
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
 * Take the piece on a cell off the board.
 */
export interface Lift {
  do: "lift";
  cell: number[];
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
 * Note that edges are none, or take the note back.
 */
export interface Note {
  do: "note";
  edges: [number, number, number, number][];
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
 * Draw the outline around cells, and wipe out what is drawn inside.
 */
export interface Outline {
  do: "outline";
  cells: number[][];
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
 * Put a piece on cells.
 */
export interface Place {
  do: "place";
  piece: string;
  cells: number[][];
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
 * The game after the actions, to be kept, and what there is to draw.  `refused` says why actions were left
 * out. `state` is what the other requests about a game take. `free` has the cells without a piece, `#` or
 * their mark: where a piece may be put, if its marks agree. `left` are the copies in the tray (null: any
 * number), `hand` the orientations of the pieces there. `share` is how much is covered.
 */
export interface PlayAnswer {
  session: SavedGame;
  refused: string[];
  state: GameState;
  tiles: TileSeen[];
  closed: ClosedRegion[];
  free: string[];
  left: Record<string, number | null>;
  hand: Record<string, number>;
  solved: boolean;
  share: number;
  undo: boolean;
  redo: boolean;
}

/**
 * A saved game, what to do in it, and how long it was played since it was saved.
 */
export interface PlayRequest {
  session: SavedGame;
  actions?: (Place | Shift | Lift | Hold | Toggle | Note | Erase | Outline | Follow | Undoing)[];
  seconds?: number;
}

/**
 * A game with its history, as `tilewright.play.Session.save` returns it: to be kept, and sent back as it is.
 * `moves` are lines of words: `L3:0,0-1,0-1,1` places a piece, `-1,0` lifts the one on that cell, `2,3r` and
 * `2,3d` draw the edge right of a cell and below it, or wipe it out; `x2,3r` notes that there is none. `done`
 * of them are not taken back; `start` is where they begin.
 */
export interface SavedGame {
  puzzle: string;
  start?: string;
  moves?: string[];
  done?: number;
  hand?: Record<string, number>;
  seconds?: number;
  hints?: number;
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
 * goal beside that.  Where sides are joined, `copies` are cells around the board with the cell of it that
 * each is, and `seams` the lines of the arrows beside these sides. `images` says where symmetries take the
 * cells, by their numbers.  What is `changeable` can be painted anew: a board and a list of pieces, and
 * nothing else. A board that can be filled in many ways is `collected`: the page keeps those that were found.
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
  level: "easy" | "medium" | "hard" | "expert" | null;
  grade: GradeSheet | null;
}

/**
 * Take the piece on a cell and put it on other cells.
 */
export interface Shift {
  do: "shift";
  cell: number[];
  cells: number[][];
}

/**
 * One way to finish, if there is one.
 */
export interface SolveAnswer {
  finished: boolean;
  tilings: SolvedTiling[];
  reason: string | null;
}

/**
 * Labels from 0 by first appearance, -1 off the board, -2 empty; the piece of each tile.
 */
export interface SolvedTiling {
  labels: number[][];
  pieces: string[];
}

/**
 * A piece on the board, or a region that was drawn and is a piece; `given` if it came with the puzzle.
 */
export interface TileSeen {
  piece: string;
  cells: number[][];
  orientation: number;
  given: boolean;
}

/**
 * Draw edges, each given by the two cells at its sides, or wipe out those that are there.
 */
export interface Toggle {
  do: "toggle";
  edges: [number, number, number, number][];
}

/**
 * Take the last move back, make it again, or take everything off the board.
 */
export interface Undoing {
  do: "undo" | "redo" | "clear";
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
