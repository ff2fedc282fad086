"""Count the ways to cut a board into connected parts of given sizes: tilings by all polyominoes of these sizes.

Where the pieces are all polyominoes of n cells (or of several sizes), any number of each, a tiling is a
partition of the board into connected parts with so many cells. Then a scan need not know which cells ahead
are taken, only which cells of the frontier are in the same part and how large the parts are so far: octominoes
reach seven rows ahead, but a part that was begun is one number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.layers.dealing import Deal
from tilewright.counting.run.tuning import USUAL, Tuning
from tilewright.files import checkpoint as saved
from tilewright.kernels.frontier.components import MOST_BRANCHES, branch
from tilewright.lattices.catalog import FIXED
from tilewright.lattices.surface import is_flat_squares
from tilewright.problem import Problem

__all__ = ["Components", "part_sizes", "parts_board"]


def part_sizes(problem: Problem) -> frozenset[int] | None:
    """Return the sizes of the parts, if the tilings are the partitions into connected parts of some sizes.

    That is so if of each size, up to the area of the board, there are all polyominoes or none, any number of
    each, without marks, and every cell is to be covered.

    Parameters
    ----------
    problem : Problem
        Without faults.

    Examples
    --------
    >>> sorted(part_sizes(Problem("4x5", "tetrominoes+", "monomino+")))
    [1, 4]
    >>> part_sizes(Problem("4x5", "L4+", "I4+")) is None
    True
    """
    # A cell is joined to the one above it and the one to its left: no more, and no less.
    if not is_flat_squares(problem.board):
        return None
    area = int(parts_board(problem).sum())
    if (
        problem.board.marks.any()
        or (problem.empty_most > 0 and problem.optional.any())
        or problem.empty_least
    ):
        return None
    shapes: dict[int, set[Any]] = {}
    for piece in problem.pieces:
        size = len(piece.polyomino)
        if piece.least > 0 or any(piece.marks):
            return None
        if size > area:
            continue
        if piece.most is not None and piece.most * size < problem.board.area:
            return None
        shapes.setdefault(size, set()).update(polyomino for polyomino, _ in piece.orientations(problem.turn))
    for size, found in shapes.items():
        # There are more than 2^(n - 1): those that only go right and down.
        if len(found) < 1 << (size - 1) or len(found) != FIXED[size]:
            return None
        if not all(polyomino.is_connected() for polyomino in found):
            return None
    return frozenset(shapes) or None


def parts_board(problem: Problem) -> NDArray[np.bool_]:
    """Return the cells that are to be cut into parts: those of the board where no piece is placed yet."""
    mask = problem.board.mask.copy()
    for placement in problem.placed:
        for cell in placement.cells:
            mask[cell] = False
    return mask


class Components:
    """The frontier of connected components, a `tilewright.counting.layers.schedule.Frontier`.

    Parameters
    ----------
    mask : (rows, columns) bool
        The cells to cut into parts. They are taken row by row; the frontier has as many cells as there are
        columns.
    sizes : iterable of int
        The numbers of cells that a part may have.
    folded : bool
        Hold states at the end of a row that are mirror images as one, if the board is its own mirror image.

    Notes
    -----
    What a key looks like is told in `tilewright.kernels.frontier.components`. Each cell of the
    rectangle around the board is a layer; in it the new cell is joined to the one above it, to the one to the left,
    to both or to neither. Two cells that touch are joined exactly if they are in the same part, so
    each partition is found once.
    """

    unit = "cell"

    def __init__(
        self, mask: NDArray[np.bool_], sizes: Iterable[int], *, folded: bool = True, tuning: Tuning = USUAL
    ) -> None:
        rows, columns = (np.flatnonzero(mask.any(axis=axis)) for axis in (1, 0))
        self.mask = np.ascontiguousarray(mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
        self.height, self.width = self.mask.shape
        self.area = self.mask.size
        fitting = [size for size in sizes if size <= np.count_nonzero(mask)]
        self.most = max(fitting, default=1)
        self.allowed = np.zeros(self.most + 1, dtype=np.bool_)
        self.allowed[fitting] = True
        self.folded = folded and np.array_equal(self.mask, self.mask[:, ::-1])
        self.symbol = (2 * self.most).bit_length()
        self.place, self.reach, self.begin, words = self._layout()
        self.first = np.zeros(words, dtype=np.uint64)
        self.fanout = MOST_BRANCHES
        self.merging: int | None = None
        self.shared = tuning.shared_components

    def _layout(self) -> tuple[NDArray[np.int64], int, int, int]:
        """Say where in a key the columns and pairs are: places, largest distance, first bit of a pair, words."""
        each = 64 // self.symbol
        columns = [64 * (column // each) + self.symbol * (column % each) for column in range(self.width)]
        # Components that touch behind others, d columns apart, have d + 3 cells, and d + 1 would connect them.
        reach = min(max(1, (self.most - 4) // 2), max(1, self.width - 1))
        begin = bit = columns[-1] + self.symbol
        pairs = [bit]
        for distance in range(2, reach + 1):
            for left in range(self.width):
                bit += left + distance < self.width
                pairs.append(bit if left + distance < self.width else -1)
        return np.array(columns + pairs, dtype=np.int64), reach, begin, bit // 64 + 1

    def plan(self, c: int, parts: int) -> NDArray[np.int64]:
        """Return what `branch` needs to know to take cell c of the rectangle."""
        row, column = divmod(c, self.width)
        cells = np.pad(self.mask, ((0, 1), (0, 1)))
        before = column > 0 and not cells[row + 1, column - 1]
        after = not cells[row + 1, column] and not cells[row, column + 1]
        return np.array(
            [
                self.width,
                self.most,
                self.symbol,
                self.reach,
                self.begin,
                column,
                cells[row, column],
                before,
                after,
                parts,
                self.folded and column == self.width - 1,
            ],
            dtype=np.int64,
        )

    def possible(self, c: int, keys: NDArray[np.uint64]) -> bool:
        """Whether keys have the form of states of layer c: components begin before they go on and end, and do not cross."""
        known = np.zeros(keys.shape[1], dtype=np.uint64)
        depth = np.zeros(len(keys), dtype=np.int64)
        fits = np.ones(len(keys), dtype=np.bool_)
        for where in self.place[: self.width].tolist():
            shift = np.uint64(where % 64)
            mask = np.uint64((1 << self.symbol) - 1)
            known[where // 64] |= mask << shift
            symbol = ((keys[:, where // 64] >> shift) & mask).astype(np.int64)
            goes_on = symbol > 2 * self.most - 2
            fits &= (symbol <= 2 * self.most) & (~goes_on | (depth > 0))
            depth += (symbol >= self.most) & ~goes_on
            depth -= symbol == 2 * self.most
        for where in self.place[self.width :].tolist():
            if where >= 0:
                known[where // 64] |= np.uint64(1 << where % 64)
        return bool(fits.all() and not depth.any() and not (keys & ~known).any())

    def fingerprint(self) -> str:
        """Return what tells this count from others."""
        return saved.fingerprint("components", self.mask, self.allowed, self.place, self.folded)

    def copies(self, key: Sequence[int]) -> tuple[tuple[int, int], ...] | None:
        """Return that no kind is counted: after the last cell nothing is open, so every state is a tiling."""
        return ()

    def deal(self, c: int, parts: int, name_bits: int) -> Deal:
        """Return what writes down the successors of states of layer c; no move has a name."""
        return partial(branch, self.place, self.plan(c, parts), self.allowed)
