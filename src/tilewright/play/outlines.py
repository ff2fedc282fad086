"""Outlines: the regions that drawn edges and placed pieces cut a board into."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import Literal

from tilewright.play.rulebook import Rulebook
from tilewright.play.state import Edge, neighbors
from tilewright.polyomino import Cell

__all__ = ["Region", "regions"]


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the board that is closed: no larger than the largest piece.

    Parameters
    ----------
    kind : {"piece", "hole", "wrong"}
        *hole*: it is no piece, but may be the part of the board that stays empty.
    cells : tuple of (row, column) pairs
        Sorted.
    piece : str or None
        The name of the piece.
    """

    kind: Literal["piece", "hole", "wrong"]
    cells: tuple[Cell, ...]
    piece: str | None = None


def regions(rules: Rulebook, edges: frozenset[Edge], taken: Container[Cell] = ()) -> tuple[Region, ...]:
    """Return the regions that outlines close, in reading order.

    Parameters
    ----------
    rules : Rulebook
    edges : frozenset of Edge
        What is drawn.
    taken : container of (row, column) pairs
        Cells under pieces: they belong to no region.

    Notes
    -----
    A region with more cells than any piece is not finished yet, and is not among them.
    """
    found: list[Region] = []
    left = {cell for cell in rules.marks if cell not in taken}
    for start in rules.marks:
        if start not in left:
            continue
        left.remove(start)
        region = [start]
        for cell in region:
            for other in neighbors(cell):
                if other in left and (min(cell, other), max(cell, other)) not in edges:
                    left.remove(other)
                    region.append(other)
        if len(region) > rules.largest:
            continue
        cells = tuple(sorted(region))
        piece = rules.piece_at(cells)
        if piece is not None:
            found.append(Region("piece", cells, piece))
        elif len(cells) <= rules.problem.empty_most and rules.optional.issuperset(cells):
            found.append(Region("hole", cells))
        else:
            found.append(Region("wrong", cells))
    return tuple(found)
