"""The tables for the kernels of deductions, and conversion of placements between numbers and
values.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tilewright.cover import Cover
from tilewright.lattices.polyform import Polyform
from tilewright.values.placement import Placement

if TYPE_CHECKING:
    from tilewright.kernels.deduction.regions import Regions
    from tilewright.kernels.deduction.steps import DeductionTables

#: The number of cached sets of region sizes, and the most bytes for them.
_SETS, _MEMORY = 512, 4 << 20


def members(bits: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return the numbers of the set bits, ascending."""
    return np.flatnonzero(np.unpackbits(bits.astype("<u8").view(np.uint8), bitorder="little"))


def problem_tables(cover: Cover, *, pairs: bool = True) -> DeductionTables:
    """Return the placements as sets of bits; with `pairs` also which overlap (p² / 8 bytes for p
    placements).
    """
    from tilewright.kernels.deduction.steps import DeductionTables, conflicts

    words, pieces = -(-cover.size // 64), len(cover.least)
    start = np.ascontiguousarray(cover.start, dtype=np.int64)
    item = np.ascontiguousarray(cover.item, dtype=np.int32)
    piece = np.ascontiguousarray(cover.placement_piece, dtype=np.int32)
    conflict = np.zeros((cover.size if pairs else 0, words), dtype=np.uint64)
    over = np.zeros((cover.area, words), dtype=np.uint64)
    span = np.zeros((cover.area, 2), dtype=np.int64)
    own = np.zeros((pieces, words), dtype=np.uint64)
    conflicts(start, item, piece, conflict, over, span, own)
    return DeductionTables(
        start,
        item,
        piece,
        conflict,
        over,
        span,
        own,
        np.ascontiguousarray(cover.least, dtype=np.int64),
        np.ascontiguousarray(cover.most, dtype=np.int64),
        np.ascontiguousarray(cover.optional, dtype=np.bool_),
        int(cover.empty_most),
    )


def region_tables(cover: Cover) -> Regions:
    """Return the neighbors of cells, the shares of pieces, and a cache of region sizes."""
    from tilewright.kernels.deduction.regions import Regions

    board, area, pieces = cover.problem.board, cover.area, cover.problem.pieces
    size = np.array([len(piece.polyomino) for piece in pieces], dtype=np.int64)
    dot = (board.marks[board.mask] > 0).astype(np.int64)
    most = np.ascontiguousarray(cover.most, dtype=np.int64)
    shares = _shares(cover, dot)
    number = np.array([len(own) for own in shares], dtype=np.int64)
    marks, words = int(dot.sum()) + 1, (area + 64) // 64
    sets = int(np.clip(_MEMORY // (marks * words * 8), 16, _SETS))
    return Regions(
        cover.beside,
        dot,
        np.concatenate([[0], np.cumsum(number)]),
        np.array([share for own in shares for share in own], dtype=np.int64).reshape(-1, 2),
        most,
        # Copies that fill the whole board never run out in a part of it.
        (most < area // size) | (number > 1),
        int(cover.empty_most),
        np.full((sets, len(pieces)), -1, dtype=np.int64),
        np.zeros((sets, marks, words), dtype=np.uint64),
        np.zeros((marks, words), dtype=np.uint64),
        np.zeros(area, dtype=np.int64),
        np.zeros(area, dtype=np.int32),
        np.zeros(1, dtype=np.int64),
    )


def _shares(cover: Cover, dot: NDArray[np.int64]) -> list[list[tuple[int, int]]]:
    """Return what one copy of each piece may add to a region: numbers of cells and of marks on
    them.

    A piece with connected cells adds all of them. Other pieces lie in parts, any of which may be in
    a region; their placements are examined, and so are all if a mark agrees with several.
    """
    found: list[set[tuple[int, int]]] = [
        {(len(piece.polyomino), sum(map(bool, piece.marks)))} for piece in cover.problem.pieces
    ]
    loose = [not _is_connected(piece.polyomino) for piece in cover.problem.pieces]
    if cover.problem.marks_agree:
        found, loose = [set() for _ in found], [True] * len(loose)
    if not any(loose):
        return [list(own) for own in found]
    ways: list[set[tuple[tuple[int, int], ...]]] = [set() for _ in loose]
    for placement in np.flatnonzero(np.array(loose)[cover.placement_piece]).tolist():
        begin, end = cover.start[placement : placement + 2].tolist()
        parts = parts_of(cover.item[begin:end].tolist(), cover.beside)
        ways[cover.placement_piece[placement]].add(
            tuple(sorted((len(part), int(dot[part].sum())) for part in parts))
        )
    for own, parted in zip(found, ways, strict=True):
        for sizes in parted:
            sums = {(0, 0)}
            for cells, marks in sizes:
                sums |= {(size + cells, dots + marks) for size, dots in sums}
            own |= sums - {(0, 0)}
    return [sorted(own) for own in found]


@functools.lru_cache(maxsize=512)
def _is_connected(polyform: Polyform) -> bool:
    return polyform.is_connected()


def parts_of(cells: list[int], beside: NDArray[np.int32]) -> list[list[int]]:
    """Return the connected components of some cells."""
    left, parts = set(cells), []
    while left:
        part = [left.pop()]
        for cell in part:
            near = left.intersection(beside[cell].tolist())
            left -= near
            part.extend(near)
        parts.append(part)
    return parts


def placement_of(cover: Cover, number: int) -> Placement:
    """Return a placement of the cover as a value."""
    begin, end = cover.start[number : number + 2]
    cells = cover.cells[cover.item[begin:end]].tolist()
    piece = cover.problem.pieces[int(cover.placement_piece[number])]
    return Placement(piece.name, tuple(tuple(cell) for cell in cells))


def placement_number(cover: Cover, placement: Placement) -> int | None:
    """Return the number of a placement in the cover, if it is one."""
    index = cover.problem.piece_index(placement.piece)
    numbers = np.sort(cover.number[tuple(np.array(placement.cells).T)])
    size = len(numbers)
    same = (np.diff(cover.start) == size) & (cover.placement_piece == index)
    found = np.flatnonzero(same)
    hit = (cover.item[cover.start[found][:, None] + np.arange(size)] == numbers).all(axis=1)
    return int(found[hit][0]) if hit.any() else None
