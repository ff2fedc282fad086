"""Models of a game in progress: what is sent to be done, and what there is to draw then."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tilewright.web.schema.models import Cell, GameState, PuzzleId, Strict

__all__ = ["PlayAnswer", "PlayRequest", "SavedGame"]

BoardCell = Annotated[
    list[Annotated[int, Field(strict=True, ge=0, le=600)]],
    Field(min_length=2, max_length=3, description="[row, column]; of cubes [layer, row, column]"),
]
BoardEdges = Annotated[
    list[
        Annotated[list[Annotated[int, Field(strict=True, ge=0, le=600)]], Field(min_length=4, max_length=4)]
    ],
    Field(min_length=1, max_length=1300),
]
BoardCells = Annotated[list[BoardCell], Field(min_length=1, max_length=576)]
PieceName = Annotated[str, Field(min_length=1, max_length=300)]


class SavedGame(Strict):
    """A game with its history, as `tilewright.play.Session.save` returns it: to be kept, and sent back as it is.

    `moves` are lines of words: `L3:0,0-1,0-1,1` places a piece, `-1,0` lifts the one on that cell, `2,3r` and `2,3d`
    draw the edge right of a cell and below it, or wipe it out; `x2,3r` notes that there is none. `done` of them are not taken back; `start` is where
    they begin.
    """

    puzzle: PuzzleId
    start: Annotated[str, Field(max_length=30_000)] = ""
    moves: Annotated[
        list[Annotated[str, Field(max_length=30_000)]], Field(max_length=4000, default_factory=list)
    ]
    done: Annotated[int, Field(strict=True, ge=0, le=4000)] = 0
    hand: Annotated[
        dict[PieceName, Annotated[int, Field(strict=True, ge=0, le=47)]],
        Field(max_length=600, default_factory=dict),
    ]
    seconds: Annotated[float, Field(strict=True, ge=0, le=1e9, allow_inf_nan=False)] = 0.0
    hints: Annotated[int, Field(strict=True, ge=0, le=1_000_000)] = 0


class Place(Strict):
    """Put a piece on cells."""

    do: Literal["place"]
    piece: PieceName
    cells: BoardCells


class Shift(Strict):
    """Take the piece on a cell and put it on other cells."""

    do: Literal["shift"]
    cell: BoardCell
    cells: BoardCells


class Lift(Strict):
    """Take the piece on a cell off the board."""

    do: Literal["lift"]
    cell: BoardCell


class Hold(Strict):
    """Turn a piece in the tray: the number of its orientation."""

    do: Literal["hold"]
    piece: PieceName
    orientation: Annotated[int, Field(strict=True, ge=0, le=47)]


class Toggle(Strict):
    """Draw edges, each given by the two cells at its sides, or wipe out those that are there."""

    do: Literal["toggle"]
    edges: BoardEdges


class Note(Strict):
    """Note that edges are none, or take the note back."""

    do: Literal["note"]
    edges: BoardEdges


class Erase(Strict):
    """Wipe out what is drawn or noted at edges."""

    do: Literal["erase"]
    edges: BoardEdges


class Outline(Strict):
    """Draw the outline around cells, and wipe out what is drawn inside."""

    do: Literal["outline"]
    cells: BoardCells


class Follow(Strict):
    """Do what a hint says (its `action`, `piece` and `place`), and count it."""

    do: Literal["follow"]
    hint: Literal["place", "lift"]
    piece: PieceName
    cells: BoardCells


class Undoing(Strict):
    """Take the last move back, make it again, or take everything off the board."""

    do: Literal["undo", "redo", "clear"]


Action = Annotated[
    Place | Shift | Lift | Hold | Toggle | Note | Erase | Outline | Follow | Undoing,
    Field(discriminator="do"),
]


class PlayRequest(Strict):
    """A saved game, what to do in it, and how long it was played since it was saved."""

    session: SavedGame
    actions: Annotated[list[Action], Field(max_length=200, default_factory=list)]
    seconds: Annotated[float, Field(strict=True, ge=0, le=1e7, allow_inf_nan=False)] = 0.0


class TileSeen(Strict):
    """A piece on the board, or a region that was drawn and is a piece; `given` if it came with the puzzle."""

    piece: str
    cells: list[Cell]
    orientation: int
    given: bool


class ClosedRegion(Strict):
    """A region that outlines close and that is no piece; a *hole* may be what stays empty."""

    kind: Literal["hole", "wrong"]
    cells: list[Cell]


class PlayAnswer(Strict):
    """The game after the actions, to be kept, and what there is to draw.

    `refused` says why actions were left out. `state` is what the other requests about a game take. `free` has the
    cells without a piece, `#` or their mark: where a piece may be put, if its marks agree. `left` are the copies in
    the tray (null: any number), `hand` the orientations of the pieces there. `share` is how much is covered.
    """

    session: SavedGame
    refused: list[str]
    state: GameState
    tiles: list[TileSeen]
    closed: list[ClosedRegion]
    free: list[str]
    left: dict[str, int | None]
    hand: dict[str, int]
    solved: bool
    share: float
    undo: bool
    redo: bool
