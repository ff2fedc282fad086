"""The oriented pieces of a problem as arrays, and the action of the symmetries of the lattice on
them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.model.piece import Oriented, Piece
from tilewright.model.space.lattice import Lattice, Turn
from tilewright.system.values.arrays import read_only, starts
from tilewright.system.values.recent import Recent
from tilewright.system.work.deadline import check_time

#: Sets with at most so many cells in all orientations together are kept for the next problem.
_SMALL = 1 << 12
#: More copies than any board has room for.
_MANY = 1 << 60


@dataclass(frozen=True, eq=False)
class OrientationMaps:
    """The action of the symmetries of the lattice on oriented pieces.

    Attributes
    ----------
    target : (g, f) int32
        The image of each orientation under each symmetry, or -1 if it is not in the list.
    lead : (g, f) int32
        The number, within the orientation, of the cell that becomes the first cell.
    """

    target: NDArray[np.int32]
    lead: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class OrientedPieces:
    """All oriented pieces of a problem. The arrays are read-only and are shared by all problems
    with these pieces.

    Attributes
    ----------
    oriented : tuple of (Polyform, marks)
        Each oriented piece as an object.
    piece : (f,) int32
        The piece of each oriented piece.
    start : (f + 1,) int64
        Oriented piece i has the cells ``cells[start[i]:start[i + 1]]``.
    cells : (nnz_f, d) int32
        The cells of the polyforms.
    size, least, most : (k,) int64
        The number of cells of each piece, and the limits on its copies; `most` is limited to a
        number that no board has room for.
    unlimited : (k,) bool
        The pieces with an unlimited number of copies.
    """

    oriented: tuple[Oriented, ...]
    piece: NDArray[np.int32]
    start: NDArray[np.int64]
    cells: NDArray[np.int32]
    size: NDArray[np.int64]
    least: NDArray[np.int64]
    most: NDArray[np.int64]
    unlimited: NDArray[np.bool_]

    @classmethod
    def of(cls, pieces: tuple[Piece, ...], turn: Turn) -> OrientedPieces:
        """Return the oriented pieces of a problem with at least one piece."""
        return _recent.get(
            (pieces, turn),
            lambda: cls._orient(pieces, turn),
            lambda oriented: len(oriented.cells) <= _SMALL,
        )

    @classmethod
    def _orient(cls, pieces: tuple[Piece, ...], turn: Turn) -> OrientedPieces:
        groups = []
        for piece in pieces:
            check_time()
            groups.append(piece.orientations(turn))
        oriented = tuple(itertools.chain.from_iterable(groups))
        start = starts([len(shape) for shape, _ in oriented])
        axes = pieces[0].lattice.dimension
        cells = flat((shape.cells for shape, _ in oriented), axes * int(start[-1])).reshape(
            -1, axes
        )
        unlimited = np.array([piece.most is None for piece in pieces])
        table = cls(
            oriented=oriented,
            piece=np.repeat(
                np.arange(len(groups), dtype=np.int32), [len(group) for group in groups]
            ),
            start=start,
            cells=cells,
            size=np.array([len(piece.polyomino) for piece in pieces], dtype=np.int64),
            least=np.array([min(piece.least, _MANY) for piece in pieces], dtype=np.int64),
            most=np.array(
                [_MANY if piece.most is None else min(piece.most, _MANY) for piece in pieces],
                dtype=np.int64,
            ),
            unlimited=unlimited,
        )
        for array in (table.piece, start, cells, table.size, table.least, table.most, unlimited):
            array.flags.writeable = False
        return table

    @property
    def lattice(self) -> Lattice:
        """The lattice of the pieces."""
        return self.oriented[0][0].lattice

    @cached_property
    def starts(self) -> NDArray[np.int32]:
        """(f + 1,) int32: `start` in the type that covers have it in."""
        return read_only(self.start.astype(np.int32))

    @cached_property
    def steps(self) -> NDArray[np.int64]:
        """(nnz_f, d) int64: from the first cell of its orientation to each cell."""
        first = np.repeat(self.cells[self.start[:-1]], np.diff(self.start), axis=0)
        return read_only(self.cells.astype(np.int64) - first)

    @cached_property
    def reach(self) -> NDArray[np.int32]:
        """(f, d) int32: the greatest coordinates of each orientation."""
        return read_only(np.maximum.reduceat(self.cells, self.start[:-1], axis=0))

    @cached_property
    def extent(self) -> NDArray[np.int32]:
        """(d,) int32: the greatest coordinates of all."""
        return read_only(self.reach.max(axis=0))

    @cached_property
    def kinds(self) -> NDArray[np.int32]:
        """(nnz_f,) int32: the kind of each cell."""
        return read_only(self.cells[:, -1] % np.int32(self.lattice.kinds))

    @cached_property
    def marked(self) -> bool:
        """Whether any piece has marks."""
        return any(any(marks) for _, marks in self.oriented)

    @cached_property
    def turned(self) -> OrientationMaps:
        """The images of the oriented pieces under each symmetry of the lattice: their cells and
        marks as sorted numbers.
        """
        lattice, start = self.lattice, self.start
        cells = self.cells.astype(np.int64)
        owner = np.repeat(np.arange(len(self.oriented)), np.diff(start))
        number: dict[str, int] = {}
        letters = np.array(
            [number.setdefault(mark, len(number)) for _, marks in self.oriented for mark in marks]
        )
        # A turned piece is no wider than it was long and wide together.
        extent = np.int64(2 * lattice.kinds * (int(cells.max(axis=0).sum()) + 2))
        weights = extent ** np.arange(lattice.dimension)[::-1]
        bounds = start.tolist()
        index: dict[bytes, int] = {}
        target = np.empty((lattice.order, len(self.oriented)), dtype=np.int32)
        lead = np.empty_like(target)
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
            target[element] = [index.get(key, -1) for key in keys]
            lead[element] = order[start[:-1]] - start[:-1]
        return OrientationMaps(read_only(target), read_only(lead))


#: Of the problems before.
_recent: Recent[tuple[tuple[Piece, ...], Turn], OrientedPieces] = Recent(64)


def flat(rows: Iterable[Iterable[Any]], count: int) -> NDArray[np.int32]:
    """Return the coordinates of all cells as one array."""
    chain = itertools.chain.from_iterable
    return np.fromiter(chain(chain(rows)), dtype=np.int32, count=count)
