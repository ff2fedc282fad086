"""Slow, obvious twins of `tilewright.model.cover`: placements, symmetries and tilings, with sets
and loops.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

from tilewright.model.problem import Problem

Cell = tuple[int, int]
#: The eight symmetries of the square as formulas, in the order of
#: `tilewright.model.space.symmetry`.
FORMULAS = (
    lambda row, column: (row, column),
    lambda row, column: (-column, row),
    lambda row, column: (-row, -column),
    lambda row, column: (column, -row),
    lambda row, column: (row, -column),
    lambda row, column: (column, row),
    lambda row, column: (-row, column),
    lambda row, column: (-column, -row),
)
ALLOWED = {"free": range(8), "one-sided": range(4), "half-turn": (0, 2), "fixed": range(1)}


class Spot(NamedTuple):
    """A placement: the number of the piece, and where it lies."""

    piece: int
    cells: frozenset[Cell]


def placements(problem: Problem) -> set[Spot]:
    """Try every image of every piece everywhere, and keep what agrees with board, marks and placed
    pieces.
    """
    rows, columns = problem.board.shape
    board = {
        (row, column): _letter(problem, (row, column))
        for row in range(rows)
        for column in range(columns)
        if problem.board.mask[row, column]
    }
    settled = {frozenset(placement.cells): placement.piece for placement in problem.placed}
    taken = set(itertools.chain.from_iterable(settled))
    standing = [problem.piece_index(name) for name in settled.values()]
    spots = set()
    for number, piece in enumerate(problem.pieces):
        spent = piece.most is not None and standing.count(number) >= piece.most
        marks = piece.marks or ("",) * len(piece.polyomino)
        for element in ALLOWED[piece.turn or problem.turn]:
            image = [FORMULAS[element](*cell) for cell in piece.polyomino.cells]
            for down, right in itertools.product(range(-20, 21), repeat=2):
                moved = {
                    (row + down, column + right): mark
                    for (row, column), mark in zip(image, marks, strict=True)
                }
                if any(board.get(cell) != mark for cell, mark in moved.items()):
                    continue
                cells = frozenset(moved)
                stands = cells in settled and problem.piece_index(settled[cells]) == number
                if stands or not (cells & taken or spent):
                    spots.add(Spot(number, cells))
    return spots


def _letter(problem: Problem, cell: Cell) -> str:
    mark = problem.board.marks[cell]
    return problem.board.alphabet[mark - 1] if mark else ""


def optional_cells(problem: Problem) -> set[Cell]:
    """Return the cells that may stay empty."""
    taken = {cell for placement in problem.placed for cell in placement.cells}
    rows, columns = problem.board.shape
    return {
        cell for cell in itertools.product(range(rows), range(columns)) if problem.optional[cell]
    } - taken


def tilings(problem: Problem) -> Iterator[frozenset[Spot]]:
    """Yield every tiling: fill the first cell in reading order that is neither covered nor
    skipped."""
    rows, columns = problem.board.shape
    order = [
        cell for cell in itertools.product(range(rows), range(columns)) if problem.board.mask[cell]
    ]
    by_first: dict[Cell, list[Spot]] = {}
    for spot in sorted(placements(problem), key=lambda spot: (spot.piece, sorted(spot.cells))):
        by_first.setdefault(min(spot.cells), []).append(spot)
    may_be_empty = optional_cells(problem)

    def fill(
        position: int, covered: frozenset[Cell], chosen: tuple[Spot, ...], empties: int
    ) -> Iterator:
        while position < len(order) and order[position] in covered:
            position += 1
        if position == len(order):
            used = [
                sum(spot.piece == number for spot in chosen)
                for number in range(len(problem.pieces))
            ]
            copies = zip(used, problem.pieces, strict=True)
            right = all(p.least <= n and (p.most is None or n <= p.most) for n, p in copies)
            if right and problem.empty_least <= empties <= problem.empty_most:
                yield frozenset(chosen)
            return
        cell = order[position]
        for spot in by_first.get(cell, []):
            if not spot.cells & covered:
                yield from fill(position + 1, covered | spot.cells, (*chosen, spot), empties)
        if cell in may_be_empty and empties < problem.empty_most:
            yield from fill(position + 1, covered | {cell}, chosen, empties + 1)

    yield from fill(0, frozenset(), (), 0)


def symmetries(problem: Problem) -> set[frozenset[tuple[Spot, Spot]]]:
    """Return each symmetry as the set of its pairs (placement, image)."""
    rows, columns = problem.board.shape
    board = {
        cell: (_letter(problem, cell), cell in optional_cells(problem))
        for cell in itertools.product(range(rows), range(columns))
        if problem.board.mask[cell]
    }
    spots = placements(problem)
    by_cells = {spot.cells: spot for spot in spots}
    room = {
        number: len(board) // len(piece.polyomino) for number, piece in enumerate(problem.pieces)
    }
    permutations = set()
    for formula in FORMULAS:
        image = {cell: formula(*cell) for cell in board}
        down = min(row for row, _ in board) - min(row for row, _ in image.values())
        right = min(column for _, column in board) - min(column for _, column in image.values())
        moved = {cell: (row + down, column + right) for cell, (row, column) in image.items()}
        if any(board.get(moved[cell]) != look for cell, look in board.items()):
            continue
        pairs = {
            (spot, by_cells.get(frozenset(moved[cell] for cell in spot.cells))) for spot in spots
        }
        if any(after is None for _, after in pairs):
            continue
        becomes = {(before.piece, after.piece) for before, after in pairs}
        same_copies = all(
            _copies(problem, before, room) == _copies(problem, after, room)
            for before, after in becomes
        )
        if len(dict(becomes)) == len(becomes) and same_copies:
            permutations.add(frozenset(pairs))
    return permutations


def _copies(problem: Problem, number: int, room: dict[int, int]) -> tuple[int, int]:
    piece = problem.pieces[number]
    most = room[number] if piece.most is None else min(piece.most, room[number])
    return min(piece.least, room[number] + 1), most
