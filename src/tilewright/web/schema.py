"""Schema: what requests and answers look like, and how long they may take; the OpenAPI description comes from here."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool

from tilewright.lattices.symmetry import Turn
from tilewright.puzzle import PLAIN, Kind, Level

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
    "RequestLimits",
    "ShareRequest",
    "Sheet",
    "Size",
    "Strict",
    "WaysAnswer",
]

#: How much work a request may be: *small* takes parts of a second, *middle* and *large* up to their limits of time.
Size = Literal["small", "middle", "large"]


@dataclass(frozen=True, slots=True)
class RequestLimits:
    """Seconds of work for each kind of request, once it has begun.

    An engine is given its own share and says how far it came; the worker is interrupted a little later, and
    killed after the grace, so that there always is an answer.

    Parameters
    ----------
    short : float
        Whatever is not named.
    puzzle, make, count, watch : float
        Describing and grading a puzzle; making one; counting; streaming the steps of a search.
    play : float
        Each engine that a hint, a check or a solution asks.
    plane : float
        Deciding whether a piece tiles the plane.
    ways : float
        Counting the ways that are left, after every move.
    margin : float
        From an engine's own limit to the interruption of its worker.
    grace : float
        From the interruption of a worker to its end.
    poll : float
        How often it is asked whether the client is still there.
    """

    short: float = 3.0
    puzzle: float = 5.0
    make: float = 8.0
    count: float = 5.0
    watch: float = 10.0
    plane: float = 8.0
    play: float = 1.5
    ways: float = 0.4
    margin: float = 2.0
    grace: float = 2.5
    poll: float = 0.5


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


def _written(date: object) -> object:
    """Take a date as it is written only: pydantic takes seconds since 1970, too."""
    if isinstance(date, str) and not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", date):
        raise ValueError("a date is written as year-month-day")
    if not isinstance(date, str | datetime.date):
        raise ValueError("a date is a text")
    return date


Date = Annotated[datetime.date, BeforeValidator(_written)]
PictureFormat = Literal["svg", "png"]
#: What each format is called in HTTP.
PICTURES = {"svg": "image/svg+xml", "png": "image/png"}
#: A row or a column of a board.
_Place = Annotated[int, Field(strict=True, ge=0, lt=576)]
#: Row and column, of cubes layer, row and column.
Cell = Annotated[list[int], Field(min_length=2, max_length=3)]


class Strict(BaseModel):
    """A model that takes nothing but what it names."""

    model_config = ConfigDict(extra="forbid")


class ErrorBody(Strict):
    """What was wrong."""

    kind: str
    message: str
    where: str | None = None


class ErrorAnswer(Strict):
    """An error; the same shape as ``--json`` on the command line."""

    error: ErrorBody


_Edges = Annotated[
    list[
        Annotated[list[Annotated[int, Field(strict=True, ge=0, le=600)]], Field(min_length=4, max_length=6)]
    ],
    Field(max_length=1300),
]


class GameState(Strict):
    """The pieces that the player has placed, the outlines that the player has drawn, and where it is noted that there is none."""

    placed: Annotated[list[Annotated[str, Field(max_length=400)]], Field(max_length=400)] = []
    edges: _Edges = []
    notes: _Edges = []


class Play(Strict):
    """Where a game stands."""

    id: PuzzleId
    state: GameState = GameState()


class HintRequest(Play):
    """Where a game stands, and which solutions were found before: row by row, the number of the piece on each cell (0-9, a-z)."""

    found: Annotated[
        list[Annotated[str, Field(max_length=700, pattern=r"^[0-9a-z./]*$")]], Field(max_length=60)
    ] = []


class PictureRequest(Play):
    """A puzzle and what is on its board, to be drawn."""

    format: PictureFormat = "svg"
    patterns: StrictBool = False
    colors: Annotated[
        list[Annotated[list[_Place], Field(min_length=3, max_length=4)]],
        Field(max_length=400, description="the numbers of a cell and a color number, for each placed piece"),
    ] = []


class CountRequest(Strict):
    """A problem."""

    board: Board
    pieces: Pieces
    turn: Turn = "free"
    empty: Annotated[int, Field(strict=True, ge=0, le=576)] = 0


class ShareRequest(CountRequest):
    """A puzzle made by hand."""

    kind: Kind = PLAIN


class MakeRequest(Strict):
    """What puzzle to make."""

    kind: Kind
    board: Board = "6x6"
    pieces: Annotated[Pieces | None, Field(description="those that suit kind and board if left out")] = None
    turn: Annotated[Turn | None, Field(description="as it is usual for kind and board if left out")] = None
    seed: Annotated[int, Field(strict=True, ge=0, lt=2**53)] = 0
    level: Level | None = None
    minimal: StrictBool = False
    date: Date | None = None


class Orientation(Strict):
    """Cells and their marks, and the numbers of the orientations that turns and a flip lead to.

    Turned about each axis that there is, clockwise and counterclockwise.
    """

    cells: list[Cell]
    marks: list[str]
    turned: list[int | None]
    flipped: int | None


class PieceSheet(Strict):
    """A piece: its cells and marks, its color, how many copies there are (`most` null: any number).

    `label` is its full name (``L tromino``), `called` what it is called in a sentence (``the L``).

    `first` is the orientation that it lies in before it is turned.
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
    """A piece that is already there."""

    piece: str
    cells: list[Cell]


class GradeSheet(Strict):
    """How hard a puzzle is, and the steps that it takes."""

    level: Level
    score: int
    steps: dict[str, int]


class LatticeSheet(Strict):
    """Of what a board is, where that is not flat squares: what there is to know of its cells to draw them and to play on them.

    A cell is of the kind that its last number leaves when divided by `kinds`. `polygons` are the corners of the cell of each
    kind that is nearest to the origin, clockwise, `steps` where a row and a column more lead; `faces` lead to the
    cells that share an edge with it (of cubes a face), `touching` to all that have a corner in common. `arrows` are the steps of keys, two
    where even and odd rows differ. Pieces turn by `degrees`. Of cubes there are `layers`, and a cell begins with its own.
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
    """All that a face needs to know of a puzzle: played with a tray of pieces, or by drawing outlines; with a goal beside that.

    `optional` are the cells that may stay empty, where the board says which.

    Where sides are joined, `copies` are cells around the board with the cell of it that each is, and `seams` the lines of
    the arrows beside these sides. `images` says where symmetries take the cells, by their numbers.

    What is `changeable` can be painted anew: a board and a list of pieces, and nothing else. A board that can be filled in many
    ways is `collected`: the page keeps those that were found.
    """

    id: str
    title: str
    kind: Kind
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
    images: list[list[int]]
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
    """A puzzle in the gallery; of each piece its cells, its color and how many copies there are."""

    id: str
    title: str
    collection: str
    kind: Kind
    level: Level | None
    cells: list[str]
    lattice: LatticeSheet | None
    marks: list[tuple[int, int, str]]
    pieces: list[tuple[list[Cell], int, int | None]]


class Gallery(Strict):
    """The named puzzles."""

    puzzles: list[Card]


class OfferSheet(Strict):
    """Boards of one sort, and the pieces to choose from for them, as words and their names.

    Words of pieces are parted by spaces; no words are those that suit the board.
    """

    title: str
    boards: list[tuple[str, str]]
    pieces: list[tuple[str, str]]


class KindSheet(Strict):
    """A kind of puzzle that is made, and what there is to choose.

    `given`: whether something is on the board that could be left out; `dated`: whether it has a date instead of a choice.
    """

    name: Kind
    title: str
    summary: str
    about: str
    offers: list[OfferSheet]
    given: bool
    dated: bool


class KindsAnswer(Strict):
    """The kinds of puzzles that are made."""

    kinds: list[KindSheet]


class DailySheet(Strict):
    """A puzzle of a day: what it is called, and what there is to do."""

    title: str
    doing: str
    puzzle: Sheet


class Daily(Strict):
    """The puzzles of a day, that of the date first."""

    date: datetime.date
    puzzles: list[DailySheet]


class HintAnswer(Strict):
    """The next step: place or lift `piece` at the cells `place`, and why; `cells` is what to look at, `edges` are wrong.

    `words` are the parts of `text`, in which a cell is a cell: how it is said is up to whoever shows it.
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
    """How many ways are left; a string of digits. If not `exact`, there are at least so many.

    Ways that are each other with the whole board turned, as its pieces may be turned, are one.
    """

    count: Annotated[str, Field(pattern=r"^\d+$")]
    exact: bool
    text: str
    solved: bool


class CheckAnswer(Strict):
    """Whether it is solved, and what has to go if it cannot be any more."""

    solved: bool
    wrong: HintAnswer | None


class MakeAnswer(Strict):
    """A new puzzle, or why there is none."""

    finished: bool
    reason: str | None = None
    puzzle: Sheet | None = None


class PlaneRequest(Strict):
    """A piece that may tile the plane, as a drawing."""

    piece: Annotated[
        str,
        Field(
            min_length=1,
            max_length=424,
            pattern=r"^(tri:|hex:)?[./]*#[#./]*$",
            description="of squares, triangles or hexagons: at most 20 rows and 20 columns",
            examples=["####/.#..", "hex:##/#"],
        ),
    ]
    turn: Turn = "free"


class PlaneColors(Strict):
    """Colors of a tiling of the plane, under which tiles that share an edge differ; `proven` if fewer are not enough.

    In `table` is the color of each tile of each period, by how many times the two moves it is away from the first one. That
    repeats by p times the first move and q times the second, and by r times the second: `repeats` is p, q, r.
    """

    colors: int
    proven: bool
    repeats: tuple[int, int, int]
    table: list[list[list[int]]]


class PlaneSheet(Strict):
    """Whether a piece tiles the plane, and what there is to see of it.

    `tiles` are the cells of the tiles of one period, each with the number of its orientation; they repeat by the two moves of
    `period`, which count rows, and columns of cells of all kinds. `rings` are the copies around a piece that does not tile, the
    piece itself where its drawing has it. `why` has the terms of the field, `plain` has none.
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
    """The answer to whether a piece tiles the plane, or why there is none."""

    finished: bool
    reason: str | None = None
    plane: PlaneSheet | None = None


class CountAnswer(Strict):
    """How many tilings there are, and how many *different* ones, as far as time allowed.

    Tilings that are each other with the whole board turned, as its pieces may be turned, are not different.

    If there is none: why, and the numbers in the cells where the reason is about them (0 and 1: not marked and marked).
    """

    finished: bool
    count: str | None = None
    exact: bool = False
    different: str | None = None
    reason: str | None = None
    weights: list[list[int]] | None = None
