"""State: what undo goes back over, the pieces placed, the outlines drawn, and where the player notes that there is none."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from tilewright.cover import Cover
from tilewright.errors import FormatError, RequestError
from tilewright.lattices.polyomino import Cell
from tilewright.problem import Placement

__all__ = [
    "Edge",
    "PlayError",
    "State",
    "edge_word",
    "make_edge",
    "neighbors",
    "note_word",
    "read_edge",
    "read_note",
    "without_crossing",
]

#: The edge between two cells that share it, the first in reading order first.
Edge: TypeAlias = tuple[Cell, Cell]

_EDGE = re.compile(r"(\d{1,4}),(\d{1,4})([rd])")
#: What stands before the word of an edge that is noted.
_NOTED = "x"


class PlayError(RequestError):
    """A move that cannot be made."""

    kind = "play"


@dataclass(frozen=True, slots=True)
class State:
    """What undo goes back over.

    Parameters
    ----------
    placed : tuple of Placement
        The pieces that the player has placed, the oldest first.
    edges : frozenset of Edge
        The outlines that the player has drawn.
    notes : frozenset of Edge
        Where the player has noted that there is no outline; none of them is drawn. They are the player's own: nothing
        follows from them.
    """

    placed: tuple[Placement, ...] = ()
    edges: frozenset[Edge] = frozenset()
    notes: frozenset[Edge] = frozenset()

    def to_json(self) -> dict[str, Any]:
        """Return the state in a form that `from_json` reads back."""
        return {
            "placed": [placement.word() for placement in self.placed],
            "edges": sorted([[*first, *second] for first, second in self.edges]),
            "notes": sorted([[*first, *second] for first, second in self.notes]),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> State:
        """Read what `to_json` returns.

        Raises
        ------
        FormatError
            If it is something else.
        """
        try:
            placed = tuple(Placement.parse(str(word)) for word in data.get("placed", ()))
            edges, notes = (
                frozenset(make_edge((int(a), int(b)), (int(c), int(d))) for a, b, c, d in data.get(name, ()))
                for name in ("edges", "notes")
            )
        except (TypeError, ValueError, AttributeError) as error:
            if isinstance(error, RequestError):
                raise
            raise FormatError(
                "a state has 'placed', a list of words, and 'edges' and 'notes', lists of [r, c, r, c]"
            ) from None
        return cls(placed, edges, notes)


def make_edge(first: Cell, second: Cell) -> Edge:
    """Return the edge between two neighboring cells.

    Raises
    ------
    PlayError
        If they do not share an edge.
    """
    if abs(first[0] - second[0]) + abs(first[1] - second[1]) != 1:
        raise PlayError(f"the cells {first[0]},{first[1]} and {second[0]},{second[1]} do not share an edge")
    return (first, second) if first < second else (second, first)


def edge_word(edge: Edge) -> str:
    """Return a word for an edge: its first cell, and ``r`` or ``d`` for the side that it is on, right or down."""
    (row, column), (other, _) = edge
    return f"{row},{column}{'r' if row == other else 'd'}"


def read_edge(word: str) -> Edge | None:
    """Return the edge that `edge_word` wrote; None if it is no such word."""
    match = _EDGE.fullmatch(word)
    if match is None:
        return None
    row, column = int(match[1]), int(match[2])
    return (row, column), (row, column + 1) if match[3] == "r" else (row + 1, column)


def note_word(edge: Edge) -> str:
    """Return a word for an edge that is noted: that of the edge, after an ``x``."""
    return _NOTED + edge_word(edge)


def read_note(word: str) -> Edge | None:
    """Return the edge that `note_word` wrote; None if it is no such word."""
    return read_edge(word[len(_NOTED) :]) if word.startswith(_NOTED) else None


def neighbors(cell: Cell) -> tuple[Cell, ...]:
    """Return the four cells that share an edge with a cell, on the board or not."""
    row, column = cell
    return (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)


def without_crossing(cover: Cover, edges: Iterable[Edge]) -> Cover:
    """Return the cover without the placements that cross an edge: those with the cells on both its sides."""
    pairs = np.array([[cover.number[cell] for cell in edge] for edge in edges], dtype=np.int64).reshape(-1, 2)
    if not len(pairs) or not cover.size:
        return cover
    covers = np.zeros((cover.size, cover.area + 1), dtype=bool)
    covers[np.repeat(np.arange(cover.size), np.diff(cover.start)), cover.item] = True
    # What is off the board has the number -1, and no placement is there.
    crossing = np.logical_or.reduce(covers[:, pairs[:, 0]] & covers[:, pairs[:, 1]], axis=1)
    return cover.only(~crossing)
