"""What the symmetries of a lattice make of cells and placements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tilewright.deadline import check_time
from tilewright.errors import MemoryLimitError
from tilewright.system.memory import available_memory, in_units

if TYPE_CHECKING:
    from tilewright.cover.compiled import Cover

#: Numbers in the arrays of symmetries that are tried together.
_BLOCK = 1 << 21
#: Symmetries below so many bytes are found without asking how much memory is free.
_ALWAYS = 1 << 24


@dataclass(frozen=True, eq=False)
class CoverSymmetry:
    """A symmetry of a problem, as permutations.

    Attributes
    ----------
    element : int
        The symmetry of the lattice; in `Cover.cell_symmetries` the first that acts on the placements in this way.
    shift : tuple of int
        The translation after it.
    cells : (a,) int32
        The image of each cell: cells with its mark, and cells that may stay empty if it may.
    placements : (p,) int32
        The image of each placement: it covers the images of the cells.
    """

    element: int
    shift: tuple[int, ...]
    cells: NDArray[np.int32]
    placements: NDArray[np.int32]


def cycles(permutation: NDArray[np.int32]) -> tuple[NDArray[np.int64], int]:
    """Return the cycle of each element, numbered by their least elements, and the number of cycles."""
    least = np.arange(len(permutation))
    moved = permutation
    while not np.array_equal(moved, np.arange(len(permutation))):
        least = np.minimum(least, moved)
        moved = permutation[moved]
    names, cycle = np.unique(least, return_inverse=True)
    return cycle.astype(np.int64), len(names)


@dataclass(frozen=True, eq=False)
class _Candidates:
    """Symmetries of the board, followed by a translation: what they make of its places.

    Attributes
    ----------
    element : (c,) int64
    shift : (c, d) int64
    images : (c, m) int32
        Where each takes each place: the cells of the board, then their copies across a flip if there are any.
    """

    element: NDArray[np.int64]
    shift: NDArray[np.int64]
    images: NDArray[np.int32]

    def those(self, chosen: NDArray[np.bool_]) -> _Candidates:
        """Return some of them."""
        if chosen.all():
            return self
        return _Candidates(self.element[chosen], self.shift[chosen], self.images[chosen])


def find_symmetries(cover: Cover) -> tuple[NDArray[np.int32], tuple[CoverSymmetry, ...]]:
    """Return the symmetries of the problem of a cover, the identity first."""
    needed = 4 * (cover.symmetry_bound // 2) * (cover.size + cover.area)
    if cover.lifts is not None and needed > _ALWAYS and needed > (room := available_memory()):
        raise MemoryLimitError(
            f"the board has up to {cover.symmetry_bound} symmetries, which need {in_units(needed)}, but only {in_units(room)} "
            "are free"
        )
    found: dict[bytes, CoverSymmetry] = {}
    for symmetry in moves_of(cover):
        found.setdefault(symmetry.placements.tobytes(), symmetry)
    group = np.array([symmetry.placements for symmetry in found.values()])
    return group, tuple(
        CoverSymmetry(each.element, each.shift, each.cells, own)
        for each, own in zip(found.values(), group, strict=True)
    )


def moves_of(cover: Cover) -> Iterator[CoverSymmetry]:
    """Yield all moves of the board over itself that take placements to placements, the identity first.

    Several may act alike on the placements, or also on the cells: on a board of one row a half turn is a mirror, too.
    """
    from tilewright.kernels.cover import symmetries as kernel

    pieces = cover.shapes
    turning = kernel.Turning(
        *(pieces.turned.target, pieces.turned.lead, pieces.piece, cover.used, cover.least, cover.most)
    )
    laid = kernel.Covered(cover.start, _places(cover), cover.orientation)
    located = kernel.Located(*cover.located)
    joined = cover.problem.board.surface.joined
    for tried in _joined(cover) if joined else _flat(cover):
        group = np.empty((len(tried.element), cover.size), dtype=np.int32)
        holds = np.empty(len(tried.element), dtype=np.bool_)
        kernel.move(tried.element, tried.images, turning, laid, located, group, holds)
        for number in np.flatnonzero(holds).tolist():
            cells = tried.images[number, : cover.area]
            if len(tried.images[number]) > cover.area:
                cells = cells % np.int32(cover.area)
            shift = tuple(tried.shift[number].tolist())
            yield CoverSymmetry(int(tried.element[number]), shift, cells, group[number])


def _places(cover: Cover) -> NDArray[np.int32]:
    """Return the place of each cell of each placement, (nnz,) int32, in the order of its orientation's cells."""
    if cover.lifts is None or not cover.problem.board.surface.joined:
        # In reading order, as the cells of orientations are.
        return cover.item
    first = np.repeat(cover.shapes.start[cover.orientation] - cover.start[:-1], np.diff(cover.start))
    steps = cover.shapes.steps[first + np.arange(len(cover.item))]
    cells = np.repeat(cover.origin, np.diff(cover.start), axis=0) + steps
    return cover.lifts.places(cover.problem.board.surface, cells).astype(np.int32)


def _look(cover: Cover) -> NDArray[np.int32]:
    """Return a number for each cell, (a,) int32: one with another mark, or that may stay empty or not, has another."""
    board = cover.problem.board
    if not board.alphabet:
        return cover.optional.astype(np.int32)
    return 2 * board.marks[board.mask].astype(np.int32) + cover.optional


def _flat(cover: Cover) -> Iterator[_Candidates]:
    """Yield the symmetries after which the corner of the board's cells is brought to where it was, some at a time."""
    from tilewright.kernels.cover import symmetries as kernel

    lattice, number = cover.problem.board.lattice, cover.number
    board = kernel.BoardCells(
        cover.cells, number.ravel(), np.array(number.shape, dtype=np.int64), _look(cover)
    )
    step = max(1, _BLOCK // max(cover.size, cover.area))
    for begin in range(0, lattice.order, step):
        check_time()
        matrices, offset, kinds = (each[begin : begin + step] for each in lattice.maps)
        count = len(matrices)
        shift = np.empty((count, lattice.dimension), dtype=np.int64)
        images = np.empty((count, cover.area), dtype=np.int32)
        holds = np.empty(count, dtype=np.bool_)
        kernel.move_cells(matrices, offset, kinds, board, shift, images, holds)
        yield _Candidates(np.arange(begin, begin + count), shift, images).those(holds)


def _joined(cover: Cover) -> Iterator[_Candidates]:
    """Yield the symmetries after which the first cell is brought to any cell of its kind, if what is joined stays joined.

    They take cells to cells that look alike; some at a time.
    """
    board, lifts = cover.problem.board, cover.lifts
    assert lifts is not None
    lattice, surface = board.lattice, board.surface
    cells, look = cover.cells.astype(np.int64), _look(cover)
    turnings = range(len(surface.turnings))
    places = np.concatenate([surface.image(lattice, turning, cells) for turning in turnings])
    step = max(1, _BLOCK // max(cover.size, places.size))
    for element in lattice.elements:
        check_time()
        image = lattice.image(element, places)
        shifts = cells - image[0]
        shifts = shifts[lattice.kind(shifts) == 0]
        # Nothing moved at all comes first.
        shifts = shifts[np.argsort((shifts != 0).any(axis=1), kind="stable")]
        shifts = shifts[surface.kept(lattice, element, shifts)]
        for begin in range(0, len(shifts), step):
            check_time()
            some = shifts[begin : begin + step]
            moved = (image + some[:, None]).reshape(-1, lattice.dimension)
            found = lifts.places(surface, moved).reshape(len(some), -1).astype(np.int32)
            own = found[:, : cover.area] % cover.area
            agrees: NDArray[np.bool_] = np.logical_and.reduce((found >= 0), axis=1)
            agrees &= np.logical_and.reduce(look[own] == look, axis=1)
            yield _Candidates(np.full(len(some), element), some, found).those(agrees)
