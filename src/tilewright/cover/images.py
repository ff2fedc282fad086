"""What the symmetries of a lattice make of cells, oriented pieces and placements."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tilewright.cover.rows import flat
from tilewright.deadline import check_time
from tilewright.errors import MemoryLimitError
from tilewright.piece import Oriented
from tilewright.system.memory import available_memory, in_units

if TYPE_CHECKING:
    from tilewright.cover.compiled import Cover

__all__ = ["CoverSymmetry", "Turned", "find_symmetries", "turned_by"]


@dataclass(frozen=True, eq=False)
class CoverSymmetry:
    """A symmetry of a problem, as permutations.

    Attributes
    ----------
    element : int
        The first symmetry of the lattice that acts on the placements in this way.
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


def find_symmetries(cover: Cover) -> tuple[CoverSymmetry, ...]:
    """Return the symmetries of the problem of a cover; the identity is the first.

    Raises
    ------
    MemoryLimitError
        If they would not fit into the memory that is free.
    """
    needed, room = 4 * (cover.symmetry_bound // 2) * (cover.size + cover.area), available_memory()
    if cover.lifts is not None and needed > room:
        raise MemoryLimitError(
            f"the board is moved over itcover in up to {cover.symmetry_bound} ways, which need {in_units(needed)}; "
            f"{in_units(room)} are free"
        )
    distinct: dict[bytes, CoverSymmetry] = {}
    for element in cover.problem.board.lattice.elements:
        turned: Turned | None = None
        for shift in _shifts(cover, element):
            cells = _cell_images(cover, element, shift)
            if cells is None:
                continue
            turned = turned or turned_by(cover, element)
            if turned is None:
                break
            placements = _placement_images(cover, element, shift, turned)
            if placements is not None:
                symmetry = CoverSymmetry(element, tuple(shift.tolist()), cells, placements)
                distinct.setdefault(placements.tobytes(), symmetry)
    return tuple(distinct.values())


@dataclass(frozen=True, eq=False)
class Turned:
    """What a symmetry of the lattice makes of oriented pieces.

    Attributes
    ----------
    target : (f,) int64
        The orientation that each becomes, -1 where it is none of them.
    lead : (f, d) int64
        From its first cell to the one that becomes the first.
    """

    target: NDArray[np.int64]
    lead: NDArray[np.int64]


@lru_cache(maxsize=64)
def _turned_shapes(oriented: tuple[Oriented, ...]) -> tuple[Turned, ...]:
    """Return what each symmetry of their lattice makes of oriented pieces: their cells and marks as numbers, sorted."""
    lattice = oriented[0][0].lattice
    start = np.concatenate([[0], np.cumsum([len(shape) for shape, _ in oriented])])
    cells = flat((shape.cells for shape, _ in oriented), lattice.dimension * int(start[-1]))
    cells = cells.reshape(-1, lattice.dimension).astype(np.int64)
    owner = np.repeat(np.arange(len(oriented)), np.diff(start))
    number: dict[str, int] = {}
    letters = np.array([number.setdefault(mark, len(number)) for _, marks in oriented for mark in marks])
    # A turned piece is no wider than it was long and wide together.
    extent = np.int64(2 * lattice.kinds * (int(cells.max(axis=0).sum()) + 2))
    weights = extent ** np.arange(lattice.dimension)[::-1]
    bounds = start.tolist()
    index: dict[bytes, int] = {}
    found = []
    for element in lattice.elements:
        check_time()
        image = lattice.image(element, cells)
        corner = np.minimum.reduceat(image, start[:-1])
        corner -= corner % lattice.periods
        code = (image - corner[owner]) @ weights
        order = np.lexsort((code, owner))
        looks = code[order] * len(number) + letters[order]
        keys = [looks[begin:end].tobytes() for begin, end in itertools.pairwise(bounds)]
        if not element:
            index = {key: i for i, key in enumerate(keys)}
        target = np.array([index.get(key, -1) for key in keys], dtype=np.int64)
        found.append(Turned(target, cells[order[start[:-1]]] - cells[start[:-1]]))
    return tuple(found)


def turned_by(cover: Cover, element: int) -> Turned | None:
    """Return what a symmetry makes of the oriented pieces; None if pieces or their copies do not agree.

    An orientation without a placement is in no tiling, so its image does not matter.
    """
    turned = _turned_shapes(cover.oriented)[element]
    target = turned.target[cover.used]
    if (target < 0).any():
        return None
    source, piece = cover.piece[cover.used], cover.piece[target]
    image_of = np.zeros(len(cover.least), dtype=np.int32)
    image_of[source] = piece
    same = (cover.least[source] == cover.least[piece]) & (cover.most[source] == cover.most[piece])
    return turned if (same & (image_of[source] == piece)).all() else None


def _shifts(cover: Cover, element: int) -> Iterator[NDArray[np.int64]]:
    """Yield the translations after which a symmetry may take the board to itself.

    On a flat board that is one, which brings the corner of the board's cells to where it was. Where sides are joined,
    the first cell may go to any cell of its kind, if what is joined stays joined.
    """
    board = cover.problem.board
    image = board.lattice.image(element, cover.cells.astype(np.int64))
    if not board.surface.joined:
        yield (board.lattice.corner(cover.cells) - board.lattice.corner(image))[0].astype(np.int64)
        return
    shifts = cover.cells - image[0]
    shifts = shifts[shifts[:, -1] % board.lattice.kinds == 0]
    # Nothing moved at all comes first.
    for shift in shifts[np.argsort((shifts != 0).any(axis=1), kind="stable")]:
        check_time()
        if board.surface.transform(board.lattice, element, shift) == board.surface:
            yield shift


def _cell_images(cover: Cover, element: int, shift: NDArray[np.int64]) -> NDArray[np.int32] | None:
    """Return where a symmetry, then a translation, takes each cell; None if cells, marks or optional cells do not agree."""
    board = cover.problem.board
    moved = board.lattice.image(element, cover.cells.astype(np.int64)) + shift
    if cover.lifts is not None:
        image = cover.lifts.places(board.surface, moved).astype(np.int32)
        # The places after the board's own cells are their copies across a flip.
        image = np.where(image < 0, image, image % cover.area).astype(np.int32)
    elif (moved.max(axis=0) >= cover.number.shape).any():
        return None
    else:
        image = cover.number[tuple(moved.T)]
    if (image < 0).any() or not np.array_equal(cover.optional[image], cover.optional):
        return None
    marks = board.marks[board.mask]
    return image if np.array_equal(marks[image], marks) else None


def _placement_images(
    cover: Cover, element: int, shift: NDArray[np.int64], turned: Turned
) -> NDArray[np.int32] | None:
    """Return where a symmetry takes each placement; None if it is none of the problem."""
    if not cover.size:
        return np.zeros(0, dtype=np.int32)
    board = cover.problem.board
    check_time()
    origin = board.lattice.image(element, cover.origin + turned.lead[cover.orientation]) + shift
    target = turned.target[cover.orientation]
    if cover.lifts is None:
        image = cover.find(cover.number[tuple(origin.T)], target)
    else:
        image = cover.lifts.find(cover.lifts.places(board.surface, origin), target)
    return None if (image < 0).any() else image
