"""The areas: whether the cells of the pieces can add up to those of the board. Nothing is compiled for it."""

from __future__ import annotations

import numpy as np

from tilewright.problem import Problem

__all__ = ["area_reason", "cells", "sums"]


def area_reason(problem: Problem) -> list[str]:
    """Compare the cells of the board with those that the pieces can make.

    Parameters
    ----------
    problem : Problem
        Without faults.

    Returns
    -------
    list of str
        One reason why there is no tiling, or none: then the areas say nothing.

    Examples
    --------
    >>> area_reason(Problem("4x4", "trominoes+"))
    ['the board has 16 cells, and no choice of pieces covers exactly 16 cells']
    >>> area_reason(Problem("6x6", "L3+", empty=(1, 1)))
    ['the board has 36 cells, of which 1 stays empty, and no choice of pieces covers exactly 35 cells']
    """
    area = problem.board.area
    sizes = [len(piece.polyomino) for piece in problem.pieces]
    least = [piece.least for piece in problem.pieces]
    # More than the board has room for is not unlimited: the message speaks of it.
    room = [
        area // size if piece.most is None else min(piece.most, area // size)
        for piece, size in zip(problem.pieces, sizes, strict=True)
    ]
    most = [max(low, high) for low, high in zip(least, room, strict=True)]
    empty_least, empty_most = problem.empty_least, _may_stay_empty(problem)
    fewest = sum(size * low for size, low in zip(sizes, least, strict=True))
    greatest = sum(size * high for size, high in zip(sizes, most, strict=True))
    must = area - empty_most
    if fewest == greatest and not (must <= fewest <= area - empty_least):
        return [f"the board has {_with_empty(area, empty_least, empty_most)}, but the pieces cover {fewest}"]
    if fewest > area - empty_least:
        return [f"the board has {cells(area - empty_least)} to cover, but the pieces cover {fewest} or more"]
    if greatest < must:
        return [f"the board has {cells(must)} to cover, but the pieces cover {greatest} at most"]
    possible = sums([*sizes, 1], [*least, empty_least], [*most, empty_most], area)
    if not possible >> area & 1:
        board = _with_empty(area, empty_least, empty_most)
        wanted = cells(must) if empty_least == empty_most else f"{_range(must, area - empty_least)} cells"
        return [f"the board has {board}, and no choice of pieces covers exactly {wanted}"]
    return []


def sums(sizes: list[int], least: list[int], most: list[int], largest: int) -> int:
    """Return the numbers of cells that copies of pieces can have together, as bits 0 to `largest`."""
    mask = (2 << largest) - 1
    made = 1
    for size, low, high in zip(sizes, least, most, strict=True):
        made = made << (size * low) & mask if size * low <= largest else 0
        extra, step = high - low, 1
        while extra > 0 and size * step <= largest:
            # 1, 2, 4, … copies at a time make every number of copies.
            step = min(step, extra)
            made |= made << (size * step) & mask
            extra -= step
            step *= 2
    return made


def cells(number: int) -> str:
    """Write a number of cells: ``1 cell``, ``2 cells``."""
    return f"{number} cell{'' if number == 1 else 's'}"


def _may_stay_empty(problem: Problem) -> int:
    """Return how many cells may stay empty at most: none of those that placed pieces take."""
    optional = problem.optional & problem.board.mask
    for placement in problem.placed:
        optional[tuple(np.array(placement.cells).T)] = False
    return min(problem.empty_most, int(optional.sum()))


def _with_empty(area: int, least: int, most: int) -> str:
    """Write how many cells a board has, and how many of them stay empty, if any may."""
    if not most:
        return cells(area)
    return f"{cells(area)}, of which {_range(least, most)} stay{'s' if most == 1 else ''} empty"


def _range(least: int, most: int) -> str:
    return str(most) if least == most else f"{least} to {most}"
