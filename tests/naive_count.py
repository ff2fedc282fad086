"""Slow twins of the counting engine: every tiling listed, from the problem's words alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tilewright.problem import Problem

Tile = tuple[int, frozenset[tuple[int, int]]]


def tilings(problem: Problem) -> Iterator[tuple[Tile, ...]]:
    """Yield each tiling as its tiles, (piece, cells), by covering the first free cell in every way."""
    board = problem.board
    rows, columns = board.shape
    cells = [(r, c) for r in range(rows) for c in range(columns) if board.mask[r, c]]
    letters = {cell: (["", *board.alphabet][board.marks[cell]]) for cell in cells}
    standing = [
        (problem.piece_index(placement.piece), frozenset(placement.cells)) for placement in problem.placed
    ]
    covering: dict[tuple[int, int], list[Tile]] = {cell: [] for cell in cells}
    for index, piece in enumerate(problem.pieces):
        for shape, marks in piece.orientations(problem.turn):
            for r in range(rows):
                for c in range(columns):
                    tile = [(r + dr, c + dc) for dr, dc in shape.cells]
                    if all(cell in letters for cell in tile) and all(
                        letters[cell] == mark for cell, mark in zip(tile, marks, strict=True)
                    ):
                        taken = {cell for _, other in standing for cell in other}
                        if not taken & set(tile) or (index, frozenset(tile)) in standing:
                            covering[min(tile)].append((index, frozenset(tile)))

    def extend(
        covered: set[tuple[int, int]], used: Counter[int], empties: int, tiles: list[Tile]
    ) -> Iterator[tuple[Tile, ...]]:
        free = next((cell for cell in cells if cell not in covered), None)
        if free is None:
            enough = all(used[i] >= piece.least for i, piece in enumerate(problem.pieces))
            if enough and empties >= problem.empty_least:
                yield tuple(tiles)
            return
        for index, tile in covering[free]:
            most = problem.pieces[index].most
            if covered & tile or (most is not None and used[index] >= most):
                continue
            used[index] += 1
            tiles.append((index, tile))
            yield from extend(covered | tile, used, empties, tiles)
            tiles.pop()
            used[index] -= 1
        kept = any(free in cells for _, cells in standing)
        if problem.optional[free] and empties < problem.empty_most and not kept:
            yield from extend(covered | {free}, used, empties + 1, tiles)

    yield from extend(set(), Counter(), 0, [])


def count(problem: Problem) -> int:
    """Count them."""
    return sum(1 for _ in tilings(problem))


def by_piece(problem: Problem) -> dict[tuple[int, ...], int]:
    """Count them by the copies of each piece, and the empty cells where there may be any."""
    found: Counter[tuple[int, ...]] = Counter()
    for tiles in tilings(problem):
        used = Counter(index for index, _ in tiles)
        copies = tuple(used[i] for i in range(len(problem.pieces)))
        if problem.empty_most > 0 and problem.optional.any():
            copies += (problem.board.area - sum(len(cells) for _, cells in tiles),)
        found[copies] += 1
    return dict(sorted(found.items()))


def recurrence_holds(coefficients: tuple[int, ...], terms: list[int], first: int) -> bool:
    """Whether a(n) = c_1 a(n-1) + c_2 a(n-2) + … from `first` on."""
    return all(
        terms[n] == sum(c * terms[n - k] for k, c in enumerate(coefficients, start=1))
        for n in range(max(first, len(coefficients)), len(terms))
    )
