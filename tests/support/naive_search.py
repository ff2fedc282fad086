"""The slow, obvious twin of the search: try everything, in plain Python, from the problem alone."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.model.problem import Problem
from tilewright.model.tiling import Tiling

#: A tiling as a set: the piece and the cells of each tile.
Tiles = frozenset[tuple[int, frozenset[tuple[int, int]]]]


def orientations(problem: Problem, number: int) -> set[frozenset[tuple[int, int, str]]]:
    """All ways to turn a piece, as sets of (row, column, mark) that touch row 0 and column 0."""
    piece = problem.pieces[number]
    marks = piece.marks or ("",) * len(piece.polyomino.cells)
    cells = [(r, c, mark) for (r, c), mark in zip(piece.polyomino.cells, marks, strict=True)]
    turn = piece.turn or problem.turn
    looks = set()
    for mirrored in (False, True) if turn == "free" else (False,):
        turned = [(r, -c, mark) for r, c, mark in cells] if mirrored else cells
        for quarters in range(1, 2 if turn == "fixed" else 5):
            turned = [(c, -r, mark) for r, c, mark in turned]
            if turn == "half-turn" and quarters % 2:
                continue
            top = min(r for r, _, _ in turned)
            left = min(c for _, c, _ in turned)
            looks.add(frozenset((r - top, c - left, mark) for r, c, mark in turned))
    if turn == "fixed":
        looks = {frozenset(cells)}
    return looks


def all_tilings(problem: Problem) -> set[Tiles]:
    """Every tiling of a small problem."""
    board = problem.board
    cells = [tuple(cell) for cell in zip(*board.mask.nonzero(), strict=True)]
    cells = [(int(r), int(c)) for r, c in cells]
    mark = {
        (r, c): (board.alphabet[board.marks[r, c] - 1] if board.marks[r, c] else "")
        for r, c in cells
    }
    shapes = [(k, shape) for k in range(len(problem.pieces)) for shape in orientations(problem, k)]
    #: The placements that cover each cell.
    covering: dict[tuple[int, int], list[tuple[int, frozenset[tuple[int, int]]]]] = {}
    for r0, c0 in [(r, c) for r in range(board.shape[0]) for c in range(board.shape[1])]:
        for k, shape in shapes:
            moved = [(r0 + r, c0 + c, letter) for r, c, letter in shape]
            if all(mark.get((r, c)) == letter for r, c, letter in moved):
                covered = frozenset((r, c) for r, c, _ in moved)
                for cell in covered:
                    covering.setdefault(cell, []).append((k, covered))
    optional = {(r, c) for r, c in cells if problem.optional[r, c]}
    standing = {(problem.piece_index(p.piece), frozenset(p.cells)) for p in problem.placed}

    def extend(left: list[tuple[int, int]], counts: tuple[int, ...], empty: int) -> Iterator[Tiles]:
        if any(
            n > p.most for n, p in zip(counts, problem.pieces, strict=True) if p.most is not None
        ):
            return
        if empty > problem.empty_most:
            return
        if not left:
            if empty >= problem.empty_least and all(
                n >= p.least for n, p in zip(counts, problem.pieces, strict=True)
            ):
                yield frozenset()
            return
        first, free = left[0], set(left)
        for k, covered in covering.get(first, []):
            if covered <= free:
                more = tuple(n + (i == k) for i, n in enumerate(counts))
                for rest in extend([cell for cell in left if cell not in covered], more, empty):
                    yield rest | {(k, covered)}
        if first in optional:
            yield from extend(left[1:], counts, empty + 1)

    tilings = set(extend(cells, (0,) * len(problem.pieces), 0))
    return {tiling for tiling in tilings if standing <= tiling}


def as_tiles(tiling: Tiling) -> Tiles:
    """A tiling as a set."""
    assert tiling.piece is not None
    tiles: dict[int, set[tuple[int, int]]] = {}
    for (r, c), label in zip(
        [(r, c) for r in range(tiling.shape[0]) for c in range(tiling.shape[1])],
        tiling.labels.ravel().tolist(),
        strict=True,
    ):
        if label >= 0:
            tiles.setdefault(label, set()).add((r, c))
    return frozenset((int(tiling.piece[label]), frozenset(cells)) for label, cells in tiles.items())
