"""Models of requests and answers, from which the OpenAPI description is made, and limits of time."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from typing import Annotated, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator, StrictBool, WithJsonSchema
from pydantic_core import PydanticKnownError

from tilewright.lattices.symmetry import Turn
from tilewright.puzzle import KIND_OF, PLAIN, Kind, Level

__all__ = [
    "PICTURES",
    "Board",
    "Cell",
    "CheckAnswer",
    "CountAnswer",
    "CountRequest",
    "Daily",
    "DailySheet",
    "Date",
    "ErrorAnswer",
    "Gallery",
    "GameState",
    "HintAnswer",
    "KindsAnswer",
    "MakeAnswer",
    "MakeRequest",
    "PictureFormat",
    "PictureRequest",
    "PlaneAnswer",
    "PlaneRequest",
    "Play",
    "PuzzleId",
    "RandomAnswer",
    "RandomRequest",
    "RequestLimits",
    "ShareRequest",
    "Sheet",
    "Size",
    "Strict",
    "WaysAnswer",
]

#: The work of a request: *small* takes a fraction of a second, *middle* and *large* up to their time limits.
Size = Literal["small", "middle", "large"]


@dataclass(frozen=True, slots=True)
class RequestLimits:
    """Seconds that each kind of request may take, once it has begun.

    Each engine gets its own limit and reports how far it came. The worker is interrupted a little later, and killed after the
    grace, so there is always an answer.

    Parameters
    ----------
    short : float
        Everything not listed.
    puzzle, make, count, watch : float
        Describe and grade a puzzle, make one, count tilings, and stream the steps of a search.
    play : float
        Each engine that a hint or a check asks.
    plane : float
        Deciding whether a piece tiles the plane.
    random : float
        Drawing a random tiling.
    ways : float
        Counting the ways left, after every move.
    margin : float
        From an engine's limit to the interruption of its worker.
    grace : float
        From the interruption of a worker to its end.
    poll : float
        Interval between checks that the client is still connected.
    """

    short: float = 3.0
    puzzle: float = 5.0
    make: float = 8.0
    count: float = 5.0
    watch: float = 10.0
    plane: float = 8.0
    random: float = 15.0
    play: float = 1.5
    ways: float = 0.4
    margin: float = 2.0
    grace: float = 2.5
    poll: float = 0.5


#: The ID or name of a puzzle.
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
        description="rows x columns, optionally with holes, or a drawing with '#'",
        examples=["6x10", "8x8-3,3-3,4", "###/#.#"],
    ),
]
Pieces = Annotated[
    list[Annotated[str, Field(min_length=1, max_length=120)]],
    Field(
        min_length=1,
        max_length=40,
        description="pieces, written as on the command line",
        examples=[["pentominoes"]],
    ),
]


def _written(date: object) -> object:
    """Accept a date only as text: pydantic also accepts seconds since 1970."""
    if isinstance(date, str) and not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", date):
        raise ValueError("a date must be written as year-month-day")
    if not isinstance(date, str | datetime.date):
        raise ValueError("a date must be a string")
    return date


def _kind(name: object) -> object:
    """Accept the name of any kind in the table, which may have more than the type says."""
    if not isinstance(name, str) or name not in KIND_OF:
        raise PydanticKnownError("literal_error", {"expected": ", ".join(map(repr, KIND_OF))})
    return name


_Kind = Annotated[
    Kind, PlainValidator(_kind), WithJsonSchema({"enum": list(get_args(Kind)), "type": "string"})
]
Date = Annotated[datetime.date, BeforeValidator(_written)]
PictureFormat = Literal["svg", "png"]
#: The media type of each format.
PICTURES = {"svg": "image/svg+xml", "png": "image/png"}
#: A row or a column of a board.
_Place = Annotated[int, Field(strict=True, ge=0, lt=576)]
#: Row and column; for cubes layer, row and column.
Cell = Annotated[list[int], Field(min_length=2, max_length=3)]


class Strict(BaseModel):
    """A model that allows no other fields."""

    model_config = ConfigDict(extra="forbid")


class ErrorBody(Strict):
    """What is wrong."""

    kind: str
    message: str
    where: str | None = None


class ErrorAnswer(Strict):
    """An error, in the same form as from ``--json`` on the command line."""

    error: ErrorBody


_Edges = Annotated[
    list[
        Annotated[list[Annotated[int, Field(strict=True, ge=0, le=600)]], Field(min_length=4, max_length=6)]
    ],
    Field(max_length=1300),
]


class GameState(Strict):
    """The pieces that the player placed, the outlines that the player drew, and notes of edges without an outline."""

    placed: Annotated[list[Annotated[str, Field(max_length=400)]], Field(max_length=400)] = []
    edges: _Edges = []
    notes: _Edges = []


class Play(Strict):
    """The state of a game."""

    id: PuzzleId
    state: GameState = GameState()


class HintRequest(Play):
    """The state of a game, and solutions found before: row by row, the number of the piece on each cell (0-9, a-z)."""

    found: Annotated[
        list[Annotated[str, Field(max_length=700, pattern=r"^[0-9a-z./]*$")]], Field(max_length=60)
    ] = []


class PictureRequest(Play):
    """A puzzle with what is on its board, to be drawn."""

    format: PictureFormat = "svg"
    patterns: StrictBool = False
    colors: Annotated[
        list[Annotated[list[_Place], Field(min_length=3, max_length=4)]],
        Field(max_length=400, description="for each placed piece, one of its cells and a color number"),
    ] = []


class CountRequest(Strict):
    """A problem."""

    board: Board
    pieces: Pieces
    turn: Turn = "free"
    empty: Annotated[int, Field(strict=True, ge=0, le=576)] = 0


class ShareRequest(CountRequest):
    """A puzzle made by hand."""

    kind: _Kind = PLAIN


class MakeRequest(Strict):
    """The puzzle to make."""

    kind: _Kind
    board: Board = "6x6"
    pieces: Annotated[
        Pieces | None, Field(description="by default, pieces that suit the kind and the board")
    ] = None
    turn: Annotated[
        Turn | None, Field(description="by default, what is usual for the kind and the board")
    ] = None
    seed: Annotated[int, Field(strict=True, ge=0, lt=2**53)] = 0
    level: Level | None = None
    minimal: StrictBool = False
    date: Date | None = None


class Orientation(Strict):
    """Cells with their marks, and the numbers of the orientations after turns and a flip.

    Turns are about each axis, clockwise and counterclockwise.
    """

    cells: list[Cell]
    marks: list[str]
    turned: list[int | None]
    flipped: int | None


class PieceSheet(Strict):
    """A piece: its cells and marks, its color, and how many copies there are (`most` null: any number).

    `label` is its full name (``L tromino``), `called` its name in a sentence (``the L``), and `first` the orientation in which it
    lies at first.
    """

    name: str
    label: str
    called: str
    color: int
    cells: list[Cell]
    marks: list[str]
    least: int
    most: int | None
    first: int
    orientations: list[Orientation]


class PlacedSheet(Strict):
    """A piece that is already placed."""

    piece: str
    cells: list[Cell]


class GradeSheet(Strict):
    """How hard a puzzle is, and the steps that solve it."""

    level: Level
    score: int
    steps: dict[str, int]


class LatticeSheet(Strict):
    """The cells of a board that is not of flat squares, as needed to draw it and play on it.

    A cell's kind is its last number modulo `kinds`. `polygons` are the corners of the cell of each kind nearest to the origin,
    clockwise; `steps` lead one row and one column further. `faces` lead to cells that share an edge (for cubes, a face), `touching`
    to all with a common corner. `arrows` are the steps of keys, two if even and odd rows differ. Pieces turn by `degrees`. Boards of
    cubes have `layers`, and a cell begins with its layer.
    """

    cells: str
    kinds: int
    polygons: list[list[tuple[float, float]]]
    steps: list[tuple[float, float]]
    faces: list[list[list[int]]]
    touching: list[list[list[int]]]
    arrows: dict[str, list[list[int]]]
    degrees: int
    layers: int


class Sheet(Strict):
    """Everything that the page needs to know of a puzzle, played with a tray of pieces or by drawing outlines.

    `optional` are the cells that may stay empty, if the board says which. Where sides are joined, `copies` are cells around the
    board, each with the cell of the board that it repeats, `seams` are the lines of arrows, and `surface` is the word for it (else
    empty). `images` are symmetries, as
    permutations of cell numbers. `turnings` are those of the board without pieces that use only turns allowed for all pieces, or
    null if only the server can search the puzzle. A `changeable` puzzle is a board and a list of pieces that can be edited. For a
    `collected` puzzle, which has many solutions, the page keeps those that were found.
    """

    id: str
    title: str
    kind: _Kind
    goal: str
    changeable: bool
    collected: bool
    play: Literal["tray", "outlines"]
    source: str
    tilings: int | None
    rows: int
    columns: int
    cells: list[str]
    lattice: LatticeSheet | None
    copies: list[list[int]]
    seams: list[list[tuple[float, float]]]
    surface: str
    images: list[list[int]]
    turnings: list[list[int]] | None
    marks: list[tuple[int, int, str]]
    names: list[tuple[int, int, str]]
    turn: Turn
    pieces: list[PieceSheet]
    placed: list[PlacedSheet]
    empty: tuple[int, int]
    optional: list[Cell]
    level: Level | None = None
    grade: GradeSheet | None = None


class Card(Strict):
    """A puzzle in the gallery; each piece is given by its cells, its color and its number of copies."""

    id: str
    title: str
    collection: str
    kind: _Kind
    level: Level | None
    cells: list[str]
    lattice: LatticeSheet | None
    marks: list[tuple[int, int, str]]
    pieces: list[tuple[list[Cell], int, int | None]]


class Gallery(Strict):
    """The named puzzles."""

    puzzles: list[Card]


class OfferSheet(Strict):
    """Boards of one sort, and the pieces to choose from for them, as words with their names.

    Words of pieces are separated by spaces; no words stand for the default pieces.
    """

    title: str
    boards: list[tuple[str, str]]
    pieces: list[tuple[str, str]]


class KindSheet(Strict):
    """A kind of puzzle that can be made, with its choices.

    `given`: whether something on the board could be left out. `dated`: whether it has a date instead of a board.
    """

    name: _Kind
    title: str
    summary: str
    about: str
    offers: list[OfferSheet]
    given: bool
    dated: bool


class KindsAnswer(Strict):
    """The kinds of puzzles that can be made."""

    kinds: list[KindSheet]


class DailySheet(Strict):
    """A daily puzzle: its title, and what to do."""

    title: str
    doing: str
    puzzle: Sheet


class Daily(Strict):
    """The puzzles of a day, one of each level. The one for the date comes first."""

    date: datetime.date
    puzzles: list[DailySheet]


class HintAnswer(Strict):
    """The next step: place or lift `piece` at the cells `place`, and why.

    `cells` are the cells to look at, and `edges` are wrong. `words` are the parts of `text`, with cells as lists, so that the page
    can name them in its own way.
    """

    action: Literal["place", "lift", "outline", "done", "none"]
    text: str
    words: list[str | Cell]
    piece: str | None
    place: list[Cell]
    cells: list[Cell]
    kinds: list[str]
    edges: list[tuple[int, int, int, int]]


class WaysAnswer(Strict):
    """How many ways are left, as a string of digits. If not `exact`, there are at least this many.

    Rotations of the whole board count once.
    """

    count: Annotated[str, Field(pattern=r"^\d+$")]
    exact: bool
    text: str
    solved: bool


class CheckAnswer(Strict):
    """Whether the puzzle is solved, and what must be removed if it cannot be solved any more."""

    solved: bool
    wrong: HintAnswer | None


class MakeAnswer(Strict):
    """A new puzzle, or why there is none."""

    finished: bool
    reason: str | None = None
    puzzle: Sheet | None = None


class PlaneRequest(Strict):
    """A drawing of a piece that may tile the plane."""

    piece: Annotated[
        str,
        Field(
            min_length=1,
            max_length=424,
            pattern=r"^(tri:|hex:)?[./]*#[#./]*$",
            description="a drawing in squares, triangles or hexagons, at most 20 rows by 20 columns",
            examples=["####/.#..", "hex:##/#"],
        ),
    ]
    turn: Turn = "free"


class PlaneColors(Strict):
    """Colors of a tiling of the plane in which tiles that share an edge differ; `proven` if fewer are not enough.

    `table` has the color of each tile of each period, by how many times the two moves lead to it from the first. The coloring
    repeats after p times the first move and q times the second, and after r times the second: `repeats` is p, q, r.
    """

    colors: int
    proven: bool
    repeats: tuple[int, int, int]
    table: list[list[list[int]]]


class PlaneSheet(Strict):
    """Whether a piece tiles the plane, and what to draw.

    `tiles` are the cells of the tiles of one period, each with the number of its orientation. They repeat by the two moves of
    `period`, which count rows, and columns of cells of all kinds. `rings` are the copies around a piece that does not tile; the piece
    is where its drawing has it. `why` uses the terms of the field, `plain` does not.
    """

    piece: str
    lattice: LatticeSheet | None
    cells: list[Cell]
    verdict: Literal["tiles", "does not tile", "not known"]
    kind: Literal["translation", "half turn", "isohedral", "periodic"] | None
    isohedral_number: int | None
    why: str
    plain: str
    period: list[tuple[int, int]]
    tiles: list[list[Cell]]
    orientations: list[int]
    heesch: int | None
    heesch_with_holes: int | None
    coloring: PlaneColors | None
    rings: list[list[list[Cell]]]


class PlaneAnswer(Strict):
    """Whether a piece tiles the plane, or why there is no answer."""

    finished: bool
    reason: str | None = None
    plane: PlaneSheet | None = None


class RandomRequest(Strict):
    """A board of squares or triangles, to be tiled at random by dominoes or lozenges.

    With a `weight`, tilings by dominoes are drawn in proportion to its power by the number of horizontal dominoes.
    """

    board: Board
    seed: Annotated[int, Field(strict=True, ge=0, lt=2**53)] = 0
    weight: Annotated[float, Field(ge=1 / 64, le=64)] = 1


class RandomAnswer(Strict):
    """A random tiling by dominoes or lozenges and how it was drawn, or a proof that there is none.

    `tiles` has a letter for each cell, row by row: ``.`` where there is no cell, otherwise the number of the step to the other cell
    of its tile. Steps are those in `faces` of the lattice; on squares 0 leads up, 1 to the left, 2 to the right, and 3 down. `growth`
    are the choices of domino shuffling on an Aztec diamond: a bit for each pair of new dominoes, 1 if they are horizontal. Orders
    follow each other, and in each the diagonals of squares. The bits are bytes in Base64; the first choice is the lowest bit.

    If there is no tiling, `reason` says why. In `proof` ``#`` are the cells of which there are too many, and ``o`` those between them.
    """

    board: str
    rows: int
    columns: int
    lattice: LatticeSheet | None
    how: str | None = None
    tiles: list[str] | None = None
    growth: str | None = None
    reason: str | None = None
    proof: list[str] | None = None


class CountAnswer(Strict):
    """The number of tilings, and of *different* ones, as far as time allowed.

    Rotations of the whole board are not different. If there is no tiling, `reason` says why, and `weights` are the numbers in the
    cells that the reason is about (0 and 1: unmarked and marked).
    """

    finished: bool
    count: str | None = None
    exact: bool = False
    different: str | None = None
    reason: str | None = None
    weights: list[list[int]] | None = None
