"""Conditions on the tilings of a set: the used placements, the empty cells, and the numbers of
copies.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from operator import index as as_index
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.counting.answers.diagrams import restrict
from tilewright.counting.frontier.labeled import STAYS_EMPTY, LabeledGraph
from tilewright.counting.resources import check_at_least
from tilewright.errors import ProblemError, joined, quoted
from tilewright.model.cover import Cover, placement_numbers
from tilewright.model.placement import Placement
from tilewright.model.problem import Problem
from tilewright.model.rules.rule_types import parse_bounds
from tilewright.model.space.lattice import Cell, cell_word

if TYPE_CHECKING:
    from tilewright.model.rules.rule_types import Rule

#: What `TilingSet.where` takes for placements: one, or several.
Placements = Placement | str | Iterable[Placement | str]
#: A number, or bounds.
Bounds = int | tuple[int, int] | str


def list_placements(placements: Placements) -> list[Placement | str]:
    """Return one or more placements, or strings, as a list of placements."""
    if isinstance(placements, str):
        return list(placements.split())
    return [placements] if isinstance(placements, Placement) else list(placements)


def list_cells(cells: Cell | Iterable[Cell]) -> list[Cell]:
    """Return one or more cells as a list."""
    points: list[Any] = list(cells)
    try:
        if points and not isinstance(points[0], Iterable):
            points = [points]
        return [tuple(map(as_index, cell)) for cell in points]
    except TypeError:
        raise ProblemError(
            f"`empty` must be a cell (row, column), or a list of cells, got {quoted(cells)}"
        ) from None


def cell_number(cover: Cover, cell: Cell) -> int:
    """Return the number of a cell of the board."""
    number = cover.number
    inside = len(cell) == number.ndim and all(
        0 <= x < size for x, size in zip(cell, number.shape, strict=True)
    )
    if not inside or number[cell] < 0:
        raise ProblemError(f"the board does not contain the cell {cell_word(cell)}")
    return int(number[cell])


def placement_ids(cover: Cover, placement: Placement | str) -> list[int]:
    """Return the numbers of a placement, or raise `ProblemError` if it is not a placement of the
    problem.
    """
    problem = cover.problem
    if not isinstance(placement, Placement):
        placement = Placement.parse(placement)
    piece = _piece_number(problem, placement.piece)
    for cell in placement.cells:
        cell_number(cover, cell)
    numbers = placement_numbers(cover, placement)
    if not numbers:
        raise ProblemError(f"{problem.names[piece]} cannot be placed at {placement.word()}")
    return numbers


def _piece_number(problem: Problem, name: str) -> int:
    number = problem.piece_index(name)
    if number is None:
        raise ProblemError(
            f"unknown piece {quoted(name)}. The pieces are {', '.join(problem.names)}"
        )
    return number


def select_tilings(
    diagram: LabeledGraph, used: list[list[int]], unused: list[list[int]], left: list[int]
) -> LabeledGraph:
    """Return the graph of the tilings that use and avoid the given placements, and leave the given
    cells empty.
    """
    allowed = np.ones(diagram.placement.shape, dtype=np.bool_)
    for ids in unused:
        for j in ids:
            if diagram.column[j] >= 0:
                allowed[diagram.first_layer[j], diagram.column[j]] = False
    for ids in used:
        row = allowed[diagram.first_layer[ids[0]]]
        others = np.ones(len(row), dtype=np.bool_)
        others[[diagram.column[j] for j in ids if diagram.column[j] >= 0]] = False
        row[others] = False
    for cell in left:
        row = allowed[diagram.layer[cell]]
        row[diagram.meanings(int(diagram.layer[cell])) != STAYS_EMPTY] = False
    return restrict(diagram, allowed)


def narrowed_problem(
    problem: Problem,
    tiles: Bounds | None,
    copies: Mapping[str, Bounds],
    rules: Iterable[Rule | str],
) -> Problem | None:
    """Return a problem with narrower ranges and further rules, or None if a range is empty."""
    from tilewright.model.rules.functions import tiles as number_of_tiles

    bounds = dict(copies)
    empty = _narrow_bounds((problem.empty_least, problem.empty_most), bounds.pop("empty", None))
    pieces = list(problem.pieces)
    for name, value in bounds.items():
        place = _piece_number(problem, name)
        piece = pieces[place]
        least, most = _narrow_bounds((piece.least, piece.most), value)
        if most is not None and least > most:
            return None
        pieces[place] = replace(piece, least=least, most=most)
    if empty[1] is None or empty[0] > empty[1]:
        return None
    further = [*problem.rules, *rules]
    if tiles is not None:
        least, most = _read_bounds(tiles)
        # No tiling has more tiles than cells.
        most = min(most, problem.board.area)
        if least > most:
            return None
        further.append(number_of_tiles((least, most)))
    narrowed = problem.but(pieces=pieces, empty=(empty[0], empty[1]), rules=further)
    if faults := narrowed.faults():
        raise ProblemError(joined(faults))
    if narrowed.reads_marks and not problem.reads_marks:
        raise ProblemError(
            "a rule about marks of pieces distinguishes tilings that are equal without the "
            "rule; pass the rule when the problem is compiled, as in tiling_set(problem, "
            "rules=[…])"
        )
    return narrowed


def _read_bounds(value: Bounds) -> tuple[int, int]:
    """Return (least, most) of a number, a pair, or a word such as ``"2..4"``."""
    if isinstance(value, str):
        try:
            least, most = parse_bounds(value)
        except ValueError:
            raise ProblemError(
                f"a number must be written as N or N..M, such as 2..4, got {quoted(value)}"
            ) from None
        return least, sys.maxsize if most is None else most
    least, most = value if isinstance(value, tuple) and len(value) == 2 else (value, value)
    return check_at_least(least, 0, "a bound"), check_at_least(most, 0, "a bound")


def _narrow_bounds(
    bounds: tuple[int, int | None], further: Bounds | None
) -> tuple[int, int | None]:
    """Return the intersection of two ranges, which may have no maximum."""
    if further is None:
        return bounds
    least, most = _read_bounds(further)
    return max(bounds[0], least), most if bounds[1] is None else min(bounds[1], most)
