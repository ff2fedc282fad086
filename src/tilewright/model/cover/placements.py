"""Placements as values, and their numbers in a cover."""

from __future__ import annotations

import itertools
from functools import lru_cache

import numpy as np

from tilewright.model.cover.cover import Cover, shown_marks
from tilewright.model.placement import Placement

#: The number of covers whose placements are remembered.
_COVERS = 8


def placement_of(cover: Cover, number: int) -> Placement:
    """Return a placement of the cover as a value."""
    begin, end = cover.start[number : number + 2]
    cells = cover.cells[cover.item[begin:end]].tolist()
    piece = cover.problem.pieces[int(cover.placement_piece[number])]
    marks = _marks_of(cover)[number] if cover.problem.reads_marks else ()
    return Placement(piece.name, tuple(map(tuple, cells)), marks)


def placement_numbers(cover: Cover, placement: Placement) -> list[int]:
    """Return the numbers of a placement in the cover, whose cells must be on the board. The result
    is empty if it is not a placement of the problem.

    A placement has several numbers only if sides are joined, or if rules depend on marks that
    `placement` does not specify.
    """
    piece = cover.problem.piece_index(placement.piece)
    cells = sorted(int(cover.number[cell]) for cell in placement.cells)
    there = _number_placements(cover).get((piece, *cells), [])
    if placement.marks and cover.problem.reads_marks:
        shown = _marks_of(cover)
        return [number for number in there if shown[number] == placement.marks]
    return there


def placement_number(cover: Cover, placement: Placement) -> int | None:
    """Return the first number of a placement in the cover, if any."""
    return next(iter(placement_numbers(cover, placement)), None)


@lru_cache(maxsize=_COVERS)
def _number_placements(cover: Cover) -> dict[tuple[int | None, ...], list[int]]:
    """Return the numbers of the placements of each piece on each set of cells."""
    items = cover.item.tolist()
    numbers: dict[tuple[int | None, ...], list[int]] = {}
    for number, (piece, (first, end)) in enumerate(
        zip(cover.placement_piece.tolist(), itertools.pairwise(cover.start.tolist()), strict=True)
    ):
        numbers.setdefault((piece, *items[first:end]), []).append(number)
    return numbers


@lru_cache(maxsize=_COVERS)
def _marks_of(cover: Cover) -> list[tuple[str, ...]]:
    """Return the marks that each placement shows, in the order of its cells."""
    cells, marks, letters = shown_marks(cover)
    shown = [letters[mark] for mark in marks[np.lexsort((cells, cover.owner))].tolist()]
    return [tuple(shown[first:end]) for first, end in itertools.pairwise(cover.start.tolist())]
