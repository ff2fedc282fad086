"""State: the data that undo restores, which are placed pieces, drawn outlines, and notes of the
player.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from tilewright.errors import FormatError, RequestError
from tilewright.model.cover import Cover
from tilewright.model.placement import Placement
from tilewright.model.space.lattice import Cell, cell_word

#: The edge between two cells that share it, the first in reading order first.
Edge: TypeAlias = tuple[Cell, Cell]

#: A piece and a cell that the player notes it does not cover.
Exclusion: TypeAlias = tuple[str, Cell]

#: What stands before the word of a note.
_NOTED = "x"
_SIDE = re.compile(r"(\d{1,4}),(\d{1,4})([rd])")
_PAIR = re.compile(r"(\d{1,4}(?:,\d{1,4}){1,2})\|(\d{1,4}(?:,\d{1,4}){1,2})")
_EXCLUDED = re.compile(rf"{_NOTED}(\d{{1,4}}(?:,\d{{1,4}}){{1,2}}):(.+)")


class PlayError(RequestError):
    """A move is impossible."""

    kind = "play"


@dataclass(frozen=True, slots=True)
class State:
    """The pieces, outlines and notes on the board, which undo and redo restore.

    Parameters
    ----------
    placed : tuple of Placement
        The pieces that the player has placed, oldest first.
    edges : frozenset of Edge
        The outlines that the player has drawn.
    notes : frozenset of Edge
        The edges that the player has marked as not being outlines. Hints ignore these notes.
    excluded : frozenset of Exclusion
        The player's notes that a certain piece does not cover a certain cell. Hints ignore these
        notes.
    """

    placed: tuple[Placement, ...] = ()
    edges: frozenset[Edge] = frozenset()
    notes: frozenset[Edge] = frozenset()
    excluded: frozenset[Exclusion] = frozenset()

    def to_json(self) -> dict[str, Any]:
        """Return the state as JSON values that `from_json` reads."""
        return {
            "placed": [placement.word() for placement in self.placed],
            "edges": sorted([[*first, *second] for first, second in self.edges]),
            "notes": sorted([[*first, *second] for first, second in self.notes]),
            "excluded": sorted(map(exclusion_word, self.excluded)),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> State:
        """Return the state that the values returned by `to_json` describe.

        Raises
        ------
        FormatError
            If the data do not describe a saved state.
        """
        try:
            placed = tuple(Placement.parse(str(word)) for word in data.get("placed", ()))
            edges, notes = (
                frozenset(map(_read_numbers, data.get(name, ()))) for name in ("edges", "notes")
            )
            excluded = frozenset(map(_read_exclusion_word, data.get("excluded", ())))
        except (TypeError, ValueError, AttributeError) as error:
            if isinstance(error, RequestError):
                raise
            raise FormatError(
                "in a state, 'placed' and 'excluded' must be lists of strings, and 'edges' and "
                "'notes' must be lists of [r, c, r, c] (the cells on both sides of an edge)"
            ) from None
        return cls(placed, edges, notes, excluded)


def joined_edge(first: Cell, second: Cell) -> Edge:
    """Return the edge between two cells, which does not depend on their order."""
    return (first, second) if first < second else (second, first)


def edge_word(edge: Edge) -> str:
    """Return a word for an edge.

    If the second cell is to the right of or below the first cell, the word is the first cell and
    ``r`` or ``d``. Otherwise, it contains both cells.

    >>> edge_word(((2, 3), (2, 4))), edge_word(((2, 3), (1, 4)))
    ('2,3r', '2,3|1,4')
    """
    first, second = edge
    step = tuple(y - x for x, y in zip(first, second, strict=True))
    sides: dict[Cell, str] = {(0, 1): "r", (1, 0): "d"}
    side = sides.get(step)
    return f"{cell_word(first)}{side}" if side else f"{cell_word(first)}|{cell_word(second)}"


def read_edge(word: str) -> Edge | None:
    """Return the edge for a word from `edge_word`, or None for any other word."""
    if match := _SIDE.fullmatch(word):
        row, column = int(match[1]), int(match[2])
        return (row, column), (row, column + 1) if match[3] == "r" else (row + 1, column)
    if match := _PAIR.fullmatch(word):
        first, second = (tuple(map(int, cell.split(","))) for cell in match.groups())
        return joined_edge(first, second) if len(first) == len(second) else None
    return None


def note_word(edge: Edge) -> str:
    """Return a word for a noted edge, which is ``x`` followed by the word for the edge."""
    return _NOTED + edge_word(edge)


def read_note(word: str) -> Edge | None:
    """Return the edge for a word from `note_word`, or None for any other word."""
    return read_edge(word[len(_NOTED) :]) if word.startswith(_NOTED) else None


def exclusion_word(exclusion: Exclusion) -> str:
    """Return a word for a piece and a cell that it does not cover.

    >>> exclusion_word(("T4", (2, 3)))
    'x2,3:T4'
    """
    piece, cell = exclusion
    return f"{_NOTED}{cell_word(cell)}:{piece}"


def read_exclusion(word: str) -> Exclusion | None:
    """Return the exclusion for a word from `exclusion_word`, or None for any other word."""
    match = _EXCLUDED.fullmatch(word)
    return (match[2], tuple(map(int, match[1].split(",")))) if match else None


def _read_exclusion_word(word: object) -> Exclusion:
    """Return the exclusion for a word, which must be valid."""
    if exclusion := read_exclusion(str(word)):
        return exclusion
    raise ValueError


def _read_numbers(numbers: Iterable[Any]) -> Edge:
    """Return the edge given by the numbers of its two cells."""
    coordinates = [int(number) for number in numbers]
    half = len(coordinates) // 2
    if len(coordinates) not in (4, 6):
        raise ValueError
    return joined_edge(tuple(coordinates[:half]), tuple(coordinates[half:]))


def without_crossing(cover: Cover, edges: Iterable[Edge]) -> Cover:
    """Return the cover without placements that cross an edge because they contain the cells on both
    sides.
    """
    pairs = np.array(
        [[cover.number[cell] for cell in edge] for edge in edges], dtype=np.int64
    ).reshape(-1, 2)
    if not len(pairs) or not cover.size:
        return cover
    covers = np.zeros((cover.size, cover.area + 1), dtype=bool)
    covers[np.repeat(np.arange(cover.size), np.diff(cover.start)), cover.item] = True
    # What is off the board has the number -1, and no placement is there.
    crossing = np.logical_or.reduce(covers[:, pairs[:, 0]] & covers[:, pairs[:, 1]], axis=1)
    return cover.only(~crossing)
