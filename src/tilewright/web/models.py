"""Models: what requests and answers look like, with their limits; the OpenAPI description comes from here."""

from __future__ import annotations

import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from tilewright.puzzle import Kind
from tilewright.symmetry import Turn

__all__ = [
    "Board",
    "CheckAnswer",
    "CountAnswer",
    "CountRequest",
    "Daily",
    "ErrorAnswer",
    "FarCell",
    "Gallery",
    "GolombAnswer",
    "HintAnswer",
    "MakeAnswer",
    "MakeRequest",
    "PictureFormat",
    "PictureRequest",
    "Play",
    "PlayAnswer",
    "PlayRequest",
    "PuzzleId",
    "ShareRequest",
    "Sheet",
    "SolveAnswer",
    "Touch",
    "WaysAnswer",
]

#: The ID or the name of a puzzle.
PuzzleId = Annotated[
    str,
    Field(
        min_length=1,
        max_length=4096,
        pattern=r"^[A-Za-z0-9:_.-]+$",
        description="name or ID of a puzzle",
        examples=["talos:tower-gates-1", "calendar:10-06"],
    ),
]
Board = Annotated[
    str,
    Field(
        min_length=1,
        max_length=2000,
        description="rows x columns, with holes, or a drawing with '#'",
        examples=["6x10", "8x8-3,3-3,4", "###/#.#"],
    ),
]
Pieces = Annotated[
    list[Annotated[str, Field(min_length=1, max_length=120)]],
    Field(
        min_length=1, max_length=40, description="words of the grammar of pieces", examples=[["pentominoes"]]
    ),
]
#: A cell of a board whose rows and columns outgrow what JSON's numbers hold exactly.
FarCell = Annotated[
    str,
    Field(
        max_length=40,
        pattern=r"^[0-9]{1,19},[0-9]{1,19}$",
        description="row,column",
        examples=["5,7", "1152921504606846975,0"],
    ),
]
Touch = Literal["edge", "strong"]
PictureFormat = Literal["svg", "png"]
Cell = Annotated[list[int], Field(min_length=2, max_length=2)]
Level = Literal["easy", "medium", "hard", "expert"]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ErrorBody(_Model):
    """What was wrong."""

    kind: str
    message: str
    where: str | None = None


class ErrorAnswer(_Model):
    """An error; the same shape as ``--json`` on the command line."""

    error: ErrorBody


class State(_Model):
    """The pieces that the player has placed, and the outlines that the player has drawn."""

    placed: Annotated[list[Annotated[str, Field(max_length=400)]], Field(max_length=400)] = []
    edges: Annotated[
        list[Annotated[list[Annotated[int, Field(ge=0, le=600)]], Field(min_length=4, max_length=4)]],
        Field(max_length=1300),
    ] = []


class Play(_Model):
    """Where a game stands."""

    id: PuzzleId
    state: State = State()


BoardCell = Annotated[
    list[Annotated[int, Field(ge=0, le=600)]], Field(min_length=2, max_length=2, description="[row, column]")
]
BoardCells = Annotated[list[BoardCell], Field(min_length=1, max_length=576)]
PieceName = Annotated[str, Field(min_length=1, max_length=300)]


class PictureRequest(Play):
    """A puzzle and what is on its board, to be drawn."""

    format: PictureFormat = "svg"


class SavedGame(_Model):
    """A game with its history, as `tilewright.play.Session.save` returns it: to be kept, and sent back as it is.

    `moves` are lines of words: `L3:0,0-1,0-1,1` places a piece, `-1,0` lifts the one on that cell, `2,3r` and `2,3d`
    draw the edge right of a cell and below it, or wipe it out. `done` of them are not taken back; `start` is where
    they begin.
    """

    puzzle: PuzzleId
    start: Annotated[str, Field(max_length=30_000)] = ""
    moves: Annotated[list[Annotated[str, Field(max_length=30_000)]], Field(max_length=4000)] = []
    done: Annotated[int, Field(ge=0, le=4000)] = 0
    hand: Annotated[dict[PieceName, Annotated[int, Field(ge=0, le=7)]], Field(max_length=600)] = {}
    seconds: Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)] = 0.0
    hints: Annotated[int, Field(ge=0, le=1_000_000)] = 0


class Place(_Model):
    """Put a piece on cells."""

    do: Literal["place"]
    piece: PieceName
    cells: BoardCells


class Shift(_Model):
    """Take the piece on a cell and put it on other cells."""

    do: Literal["shift"]
    cell: BoardCell
    cells: BoardCells


class Lift(_Model):
    """Take the piece on a cell off the board."""

    do: Literal["lift"]
    cell: BoardCell


class Hold(_Model):
    """Turn a piece in the tray: the number of its orientation."""

    do: Literal["hold"]
    piece: PieceName
    orientation: Annotated[int, Field(ge=0, le=7)]


class Toggle(_Model):
    """Draw edges, each given by the two cells at its sides, or wipe out those that are there."""

    do: Literal["toggle"]
    edges: Annotated[
        list[Annotated[list[Annotated[int, Field(ge=0, le=600)]], Field(min_length=4, max_length=4)]],
        Field(min_length=1, max_length=1300),
    ]


class Outline(_Model):
    """Draw the outline around cells, and wipe out what is drawn inside."""

    do: Literal["outline"]
    cells: BoardCells


class Follow(_Model):
    """Do what a hint says (its `action`, `piece` and `place`), and count it."""

    do: Literal["follow"]
    hint: Literal["place", "lift"]
    piece: PieceName
    cells: BoardCells


class Step(_Model):
    """Take the last move back, make it again, or take everything off the board."""

    do: Literal["undo", "redo", "clear"]


Action = Annotated[Place | Shift | Lift | Hold | Toggle | Outline | Follow | Step, Field(discriminator="do")]


class PlayRequest(_Model):
    """A saved game, what to do in it, and how long it was played since it was saved."""

    session: SavedGame
    actions: Annotated[list[Action], Field(max_length=200)] = []
    seconds: Annotated[float, Field(ge=0, le=1e7, allow_inf_nan=False)] = 0.0


class CountRequest(_Model):
    """A problem."""

    board: Board
    pieces: Pieces
    turn: Turn = "free"
    empty: Annotated[int, Field(ge=0, le=576)] = 0


class ShareRequest(CountRequest):
    """A puzzle made by hand."""

    kind: Kind = "sigil"


class MakeRequest(_Model):
    """What puzzle to make."""

    kind: Kind
    board: Board = "6x6"
    pieces: Pieces = ["trominoes"]
    turn: Turn = "free"
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 0
    level: Level | None = None
    minimal: bool = False
    date: datetime.date | None = None


class Orientation(_Model):
    """Cells and their marks, and the numbers of the orientations that a clockwise turn and a flip lead to."""

    cells: list[Cell]
    marks: list[str]
    turned: int | None
    flipped: int | None


class PieceSheet(_Model):
    """A piece: its cells and marks, its color, how many copies there are (`most` null: any number).

    `first` is the orientation that it lies in before it is turned.
    """

    name: str
    label: str
    color: int
    cells: list[Cell]
    marks: list[str]
    least: int
    most: int | None
    first: int
    orientations: list[Orientation]


class PlacedSheet(_Model):
    """A piece that is already there."""

    piece: str
    cells: list[Cell]


class GradeSheet(_Model):
    """How hard a puzzle is, and the steps that it takes."""

    level: Level
    score: int
    steps: dict[str, int]


class Sheet(_Model):
    """All that a face needs to know of a puzzle: played with a tray of pieces, or by drawing outlines."""

    id: str
    title: str
    kind: Kind
    play: Literal["tray", "outlines"]
    source: str
    tilings: int | None
    rows: int
    columns: int
    cells: list[str]
    marks: list[tuple[int, int, str]]
    names: list[tuple[int, int, str]]
    turn: Turn
    pieces: list[PieceSheet]
    placed: list[PlacedSheet]
    empty: tuple[int, int]
    level: Level | None = None
    grade: GradeSheet | None = None


class Card(_Model):
    """A puzzle in the gallery; of each piece its cells, its color and how many copies there are."""

    id: str
    title: str
    collection: str
    kind: Kind
    level: Level | None
    cells: list[str]
    marks: list[tuple[int, int, str]]
    pieces: list[tuple[list[Cell], int, int | None]]


class Gallery(_Model):
    """The named puzzles."""

    puzzles: list[Card]


class Daily(_Model):
    """The puzzles of a day."""

    date: datetime.date
    calendar: Sheet
    dots: Sheet


class TileSeen(_Model):
    """A piece on the board, or a region that was drawn and is a piece; `given` if it came with the puzzle."""

    piece: str
    cells: list[Cell]
    orientation: int
    given: bool


class ClosedRegion(_Model):
    """A region that outlines close and that is no piece; a *hole* may be what stays empty."""

    kind: Literal["hole", "wrong"]
    cells: list[Cell]


class PlayAnswer(_Model):
    """The game after the actions, to be kept, and what there is to draw.

    `refused` says why actions were left out. `state` is what the other requests about a game take. `free` has the
    cells without a piece, `#` or their mark: where a piece may be put, if its marks agree. `left` are the copies in
    the tray (null: any number), `hand` the orientations of the pieces there. `share` is how much is covered.
    """

    session: SavedGame
    refused: list[str]
    state: State
    tiles: list[TileSeen]
    closed: list[ClosedRegion]
    free: list[str]
    left: dict[str, int | None]
    hand: dict[str, int]
    solved: bool
    share: float
    undo: bool
    redo: bool


class HintAnswer(_Model):
    """The next step: place or lift `piece` at the cells `place`, and why; `cells` is what to look at."""

    action: Literal["place", "lift", "outline", "done", "none"]
    text: str
    piece: str | None
    place: list[Cell]
    cells: list[Cell]
    kinds: list[str]


class WaysAnswer(_Model):
    """How many ways are left; a string of digits. If not `exact`, there are at least so many."""

    count: Annotated[str, Field(pattern=r"^\d+$")]
    exact: bool
    text: str
    solved: bool


class CheckAnswer(_Model):
    """Whether it is solved, and what has to go if it cannot be any more."""

    solved: bool
    wrong: HintAnswer | None


class MakeAnswer(_Model):
    """A new puzzle, or why there is none."""

    finished: bool
    reason: str | None = None
    puzzle: Sheet | None = None


class CountAnswer(_Model):
    """How many tilings there are, and how many up to symmetry, as far as time allowed."""

    finished: bool
    count: str | None = None
    exact: bool = False
    unique: str | None = None
    area: int | None = None
    covered: tuple[int, int | None] | None = None
    reason: str | None = None


class SolvedTiling(_Model):
    """Labels from 0 by first appearance, -1 off the board, -2 empty; the piece of each tile."""

    labels: list[list[int]]
    pieces: list[str]


class SolveAnswer(_Model):
    """One way to finish, if there is one."""

    finished: bool
    tilings: list[SolvedTiling] = []
    reason: str | None = None


class GolombAnswer(_Model):
    """A window of Golomb's tiling: labels from 0 by first appearance, -1 the removed cell; the color of each tile."""

    n: int
    hole: FarCell
    corner: FarCell
    labels: list[list[int]]
    colors: list[int]
    touch: Touch
