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
    "Play",
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
    """A game in progress."""

    id: PuzzleId
    state: State = State()


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
    """Cells and their marks."""

    cells: list[Cell]
    marks: list[str]


class PieceSheet(_Model):
    """A piece: its cells and marks, how it may turn, how many copies there are (`most` null: any number)."""

    name: str
    label: str
    cells: list[Cell]
    marks: list[str]
    turn: Turn
    least: int
    most: int | None
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
    """All that a face needs to know of a puzzle."""

    id: str
    title: str
    kind: Kind
    source: str
    tilings: int | None
    rows: int
    columns: int
    cells: list[str]
    marks: list[tuple[int, int, str]]
    turn: Turn
    pieces: list[PieceSheet]
    placed: list[PlacedSheet]
    empty: tuple[int, int]
    level: Level | None = None
    grade: GradeSheet | None = None


class Card(_Model):
    """A puzzle in the gallery."""

    id: str
    title: str
    collection: str
    kind: Kind
    level: Level | None
    cells: list[str]
    marks: list[tuple[int, int, str]]
    pieces: list[tuple[list[Cell], int | None]]


class Gallery(_Model):
    """The named puzzles."""

    puzzles: list[Card]


class Daily(_Model):
    """The puzzles of a day."""

    date: datetime.date
    calendar: Sheet
    dots: Sheet


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
