"""Outlines: the regions that drawn edges and placed pieces cut a board into."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import Literal

from tilewright.lattices.lattice import Cell
from tilewright.play.rulebook import Rulebook
from tilewright.play.state import Edge

__all__ = ["Region", "regions"]

#: Regions of up to so many times the cells of the largest piece are looked at.
_LOOKED_AT = 4


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the board that is closed, and of which there is something to say.

    Parameters
    ----------
    kind : {"piece", "hole", "wrong"}
        *hole*: it is no piece, but may be the part of the board that stays empty. *wrong*: no pieces cover it.
    cells : tuple of cells
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
    taken : container of cells
        Cells under pieces: they belong to no region.

    Notes
    -----
    A region that can still be cut into pieces is not finished yet, and is not among them; nor is a large one, of which
    only a search of the whole board can tell.
    """
    found: list[Region] = []
    left = {cell for cell in rules.marks if cell not in taken}
    for start in rules.marks:
        if start not in left:
            continue
        left.remove(start)
        region = [start]
        for cell in region:
            for other in rules.beside[cell]:
                if other in left and (min(cell, other), max(cell, other)) not in edges:
                    left.remove(other)
                    region.append(other)
        if len(region) > _LOOKED_AT * rules.largest:
            continue
        cells = tuple(sorted(region))
        inside = set(cells)
        loose = frozenset(edge for edge in edges if edge[0] in inside and edge[1] in inside)
        piece = None if loose else rules.piece_at(cells)
        if piece is not None:
            found.append(Region("piece", cells, piece))
        elif len(cells) <= rules.problem.empty_most and rules.optional.issuperset(cells):
            found.append(Region("hole", cells))
        elif not rules.can_be_cut(cells, loose):
            found.append(Region("wrong", cells))
    return tuple(found)
