"""Outlines: the regions that drawn edges cut a board into."""

from __future__ import annotations

import numpy as np

from tilewright.play.state import Edge, make_edge, neighbors
from tilewright.polyomino import Cell, Polyomino
from tilewright.problem import Placement, Problem

__all__ = ["closed_regions"]


def closed_regions(
    problem: Problem, edges: frozenset[Edge]
) -> tuple[tuple[Placement, ...], tuple[tuple[Cell, ...], ...]]:
    """Return the regions that the outlines close: those that are pieces, and those that are none.

    A region with more cells than any piece is not finished, and so neither; nor is one that may be the
    part of the board that stays empty.
    """
    board = problem.board
    largest = max(len(piece.polyomino) for piece in problem.pieces)
    shapes = {shape: piece.name for piece in problem.pieces for shape in piece.orientations(problem.turn)}
    good: list[Placement] = []
    bad: list[tuple[Cell, ...]] = []
    left = {(row, column) for row, column in np.argwhere(board.mask).tolist()}
    for row, column in np.argwhere(board.mask).tolist():
        if (row, column) not in left:
            continue
        left.remove((row, column))
        region: list[Cell] = [(row, column)]
        for cell in region:
            for other in neighbors(cell):
                if other in left and make_edge(cell, other) not in edges:
                    left.remove(other)
                    region.append(other)
        if len(region) > largest:
            continue
        cells = tuple(sorted(region))
        codes = [int(board.marks[cell]) for cell in cells]
        name = shapes.get(
            (Polyomino(cells), tuple(board.alphabet[code - 1] if code else "" for code in codes))
        )
        if name is not None:
            good.append(Placement(name, cells))
        elif not (problem.empty_most and len(cells) <= problem.empty_most):
            bad.append(cells)
    return tuple(good), tuple(bad)
