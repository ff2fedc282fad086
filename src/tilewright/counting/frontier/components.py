"""Count partitions of a board into connected parts of given sizes: tilings by all polyominoes of
these sizes.

If the pieces are all polyominoes of n cells (or of several sizes), any number of each, a tiling is
a partition into connected parts of these sizes. A state then stores only which frontier cells are
in the same part, and the sizes of these parts so far. It does not store cells ahead. Octominoes
reach seven rows ahead, but an open part is one number.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.frontier.estimates import Estimate, estimate
from tilewright.counting.frontier.layers import Expand, count_layers
from tilewright.counting.frontier.repeats import find_repeat
from tilewright.counting.frontier.scans import Lines
from tilewright.counting.resources import Resources
from tilewright.counting.tuning import USUAL, Tuning
from tilewright.errors import MemoryLimitError
from tilewright.kernels.frontier.components import MOST_BRANCHES, branch
from tilewright.model.board import Board
from tilewright.model.piece import Piece, images
from tilewright.model.problem import Problem
from tilewright.model.rules.rule_types import Tiles
from tilewright.model.space.catalog import FIXED
from tilewright.model.space.surface import is_flat_squares
from tilewright.system.files import checkpoint as saved
from tilewright.system.platform.machine import in_units


def part_sizes(problem: Problem) -> frozenset[int] | None:
    """Return the sizes of the parts if the tilings are the partitions into connected parts of
    certain sizes, or None otherwise.

    The pieces must be all polyominoes of each size (up to the area), unlimited and without marks,
    and no cell may stay empty.

    Examples
    --------
    >>> sorted(part_sizes(Problem("4x5", "tetrominoes+", "monomino+")))
    [1, 4]
    >>> part_sizes(Problem("4x5", "L4+", "I4+")) is None
    True
    """
    # The kernel joins a cell to the one above it and the one to its left only.
    if not is_flat_squares(problem.board):
        return None
    area = int(parts_board(problem).sum())
    if (
        problem.board.marks.any()
        or problem.marks_agree
        or not all(isinstance(rule, Tiles) for rule in problem.rules)
        or (problem.empty_most > 0 and problem.optional.any())
        or problem.empty_least
    ):
        return None
    pieces: dict[int, list[Piece]] = {}
    for piece in problem.pieces:
        size = len(piece.polyomino)
        if piece.least > 0 or any(piece.marks):
            return None
        if size > area:
            continue
        if piece.most is not None and piece.most * size < problem.board.area:
            return None
        pieces.setdefault(size, []).append(piece)
    for size, polyforms in pieces.items():
        # A piece has at most 8 images: most sets are too small, and no image is computed.
        if size >= len(FIXED) or 8 * len(polyforms) < FIXED[size] or not _are_connected(polyforms):
            return None
        if len(set().union(*images(polyforms, problem.turn))) != FIXED[size]:
            return None
    return frozenset(pieces) or None


def _are_connected(pieces: Sequence[Piece]) -> bool:
    """Return whether all these polyominoes, which have the same number of cells, are connected."""
    cells = np.array([piece.polyomino.cells for piece in pieces], dtype=np.int64)
    touching = np.abs(cells[:, :, None] - cells[:, None]).sum(axis=3) <= 1
    reached = touching[:, :1]
    for _ in range(cells.shape[1] - 2):
        reached = reached @ touching
    return bool(reached.all())


def parts_board(problem: Problem) -> NDArray[np.bool_]:
    """Return the cells to partition: those without a placed piece."""
    mask = problem.board.mask.copy()
    for placement in problem.placed:
        for cell in placement.cells:
            mask[cell] = False
    return mask


class Components:
    """The frontier of connected components (a `tilewright.counting.frontier.layers.Frontier`).

    Each cell of the bounding rectangle is a layer. The new cell is joined to the one above it, the
    one to the left, both or neither. Touching cells are joined if and only if they are in the same
    part, so each partition is found exactly once. Keys are described in
    `tilewright.kernels.frontier.components`.
    """

    unit = "cell"

    def __init__(
        self,
        mask: NDArray[np.bool_],
        sizes: Iterable[int],
        *,
        folded: bool = True,
        tuning: Tuning = USUAL,
        tiles: tuple[int, int] | None = None,
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
        #: The bounds on the number of parts, which the last word of a key counts; None for any.
        self.tiles = tiles
        self.smallest = min(fitting, default=1)
        self.first = np.zeros(words + (tiles is not None), dtype=np.uint64)
        self.fanout = MOST_BRANCHES
        self.merging: int | None = None
        self.shared = tuning.shared_components

    def _layout(self) -> tuple[NDArray[np.int64], int, int, int]:
        """Return the layout of columns and pairs in a key: positions, distance, first bit of a
        pair, and words.
        """
        columns_per_word = 64 // self.symbol
        columns = [
            64 * (column // columns_per_word) + self.symbol * (column % columns_per_word)
            for column in range(self.width)
        ]
        # Components that touch behind others, d columns apart, have d + 3 cells; d + 1 would
        # connect them.
        reach = min(max(1, (self.most - 4) // 2), max(1, self.width - 1))
        begin = bit = columns[-1] + self.symbol
        pairs = [bit]
        for distance in range(2, reach + 1):
            for left in range(self.width):
                bit += left + distance < self.width
                pairs.append(bit if left + distance < self.width else -1)
        return np.array(columns + pairs, dtype=np.int64), reach, begin, bit // 64 + 1

    def plan(self, c: int) -> NDArray[np.int64]:
        """Return the arguments of `branch` for cell c of the rectangle."""
        row, column = divmod(c, self.width)
        cells = np.pad(self.mask, ((0, 1), (0, 1)))
        before = column > 0 and not cells[row + 1, column - 1]
        after = not cells[row + 1, column] and not cells[row, column + 1]
        counting: list[int] = []
        if self.tiles is not None:
            ahead = int(np.count_nonzero(self.mask.ravel()[c:]))
            counting = [len(self.first) - 1, *self.tiles, ahead, self.smallest, self.most]
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
                self.folded and column == self.width - 1,
                *counting,
            ],
            dtype=np.int64,
        )

    def possible(self, c: int, keys: NDArray[np.uint64]) -> bool:
        """Return whether keys have the form of states of layer c, with components in order and not
        crossing.
        """
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
        if self.tiles is not None:
            known[-1] = np.uint64((1 << 32) - 1)
        return bool(fits.all() and not depth.any() and not (keys & ~known).any())

    def fingerprint(self) -> str:
        """Return a text that identifies this count."""
        more = () if self.tiles is None else (self.tiles,)
        return saved.fingerprint(
            "components", self.mask, self.allowed, self.place, self.folded, *more
        )

    def copies(self, key: Sequence[int]) -> tuple[tuple[int, int], ...] | None:
        """Return no counts. No part is open after the last cell, so every state with the right
        number of parts is a tiling.
        """
        if self.tiles is not None and not self.tiles[0] <= int(key[-1]) <= self.tiles[1]:
            return None
        return ()

    def expand(self, c: int, name_bits: int) -> Expand:
        """Return the function that writes the successors of states of layer c, without names of
        moves.
        """
        return partial(branch, self.place, self.plan(c), self.allowed)


#: Up to pentominoes, the frontier of placements has fewer states at every measured width.
_LARGE = 6
#: Nonominoes have 9,910 orientations: the frontier of placements is not considered.
_FAR = 9
#: If the frontier of placements takes less than this many seconds, no alternative is considered.
_QUICK = 1.0
#: If connected parts take less, the frontier of placements is not estimated, which takes longer.
_INSTANT = 0.05
#: Narrow boards are measured up to this many states in a layer.
_FEW = 2_000
#: Bytes for each state of a layer and the next one, measured.
_BYTES = 55
#: The largest factor of an overestimate.
_MISJUDGED = 4
#: CPU seconds for each cell and state of the largest layer. Measured: 1.3e-7 to 3e-7.
_SECONDS = 2.5e-7


@dataclass(frozen=True)
class ComponentEstimate:
    """The cost of a count by connected parts, within a factor of two or so."""

    states: float
    nbytes: float

    def seconds(self, layers: int) -> float:
        """Estimate the time for this many layers on a single thread, in seconds."""
        return self.states * layers * _SECONDS

    def __str__(self) -> str:
        size = in_units(self.nbytes) if self.nbytes < 1 << 55 else f"{self.nbytes:.1e} bytes"
        return f"each layer has about {self.states:.3g} states and needs {size}"


def estimate_components(
    width: int, sizes: Sequence[int], height: int | None = None
) -> ComponentEstimate:
    """Estimate the states of a count by connected parts, from narrower boards of the same height,
    if that is small.
    """
    largest = max(sizes) + 2
    height = largest if height is None else min(height, largest)
    known: list[float] = []
    for narrow in range(1, width + 1):
        known.append(_count_states(narrow, tuple(sorted(sizes)), height))
        # On a shallow board, the states do not grow with the width.
        if known[-1] > _FEW or (narrow > 2 * largest and known[-1] == known[-1 - largest]):
            break
    states = known[-1]
    if len(known) < width:
        # Each further column multiplies the states by a little more than the last one, up to a
        # limit.
        growth = math.log(known[-1] / known[-2])
        states *= math.exp(min((width - len(known)) * growth, 600.0))
    return ComponentEstimate(states, states * _BYTES)


@lru_cache(maxsize=256)
def _count_states(width: int, sizes: tuple[int, ...], height: int) -> int:
    """Return the number of states in the largest layer of a board. The layers of a part are hardly
    larger.
    """
    frontier = Components(np.ones((height, width), dtype=np.bool_), sizes)
    return count_layers(frontier, Resources(max_memory=1 << 30)).states


@dataclass(frozen=True, eq=False)
class ComponentScan:
    """A scan of a board that is partitioned into connected parts."""

    problem: Problem
    sizes: frozenset[int]
    scan: Literal["rows", "columns"]
    mask: NDArray[np.bool_]
    #: The bounds on the number of parts; None for any number.
    tiles: tuple[int, int] | None = None

    @property
    def width(self) -> int:
        """The largest number of cells of a line, which bounds the frontier."""
        return int(self.mask.sum(axis=1).max())

    @cached_property
    def ahead(self) -> ComponentEstimate:
        """The estimated cost of a count."""
        return estimate_components(self.width, sorted(self.sizes), len(self.mask))

    @property
    def seconds(self) -> float:
        """The estimated single-thread seconds of a count."""
        return self.ahead.seconds(self.mask.size)

    @cached_property
    def placements(self) -> Estimate | None:
        """The estimated cost by placements on a rectangle of this width, or None if it is too large
        to estimate.
        """
        if max(self.sizes) >= _FAR:
            return None
        pieces = [replace(piece, most=None) for piece in self.problem.pieces]
        board = Board.rectangle(max(self.mask.shape[0], self.width), self.width)
        repeat = find_repeat(Problem(board, *pieces, turn=self.problem.turn), 0)
        return None if repeat is None else estimate(repeat)

    def is_better(self, allowed: int) -> bool:
        """Return whether this is expected to be faster than the frontier of placements, or is the
        only method that fits into memory.
        """
        if max(self.sizes) < _LARGE:
            return False
        if self.seconds < _INSTANT:
            return True
        placements = self.placements
        if placements is None:
            return True
        seconds = placements.seconds(self.mask.size, allowed)
        if seconds == math.inf:
            return self.ahead.nbytes < placements.layer_bytes
        return seconds > _QUICK and self.ahead.nbytes <= allowed and self.seconds < seconds

    def check_memory(self, allowed: int) -> None:
        """Raise `MemoryLimitError` if memory is far from enough."""
        if self.ahead.nbytes > _MISJUDGED * allowed:
            raise MemoryLimitError(
                f"{self.ahead}, more than the {in_units(allowed)} allowed, because each "
                f"{self.scan[:-1]} has {self.width} cells"
            )

    def reverse_lines(self) -> ComponentScan:
        """Return the same lines, each processed from the other end."""
        return replace(self, mask=self.mask[:, ::-1])

    def frontier(self, folded: bool, tuning: Tuning) -> Components:
        """Return the frontier for `count_layers`."""
        return Components(self.mask, self.sizes, folded=folded, tuning=tuning, tiles=self.tiles)


def _part_bounds(problem: Problem) -> tuple[int, int] | None:
    """Return the minimum and maximum number of parts according to the rules, without the placed
    pieces.
    """
    bounds = [(rule.least, rule.most) for rule in problem.rules if isinstance(rule, Tiles)]
    if not bounds:
        return None
    placed = len(problem.placed)
    least, most = max(low for low, _ in bounds), min(high for _, high in bounds)
    return max(least - placed, 0), most - placed


def has_large_pieces(problem: Problem) -> bool:
    """Return whether a piece is so large that connected parts may be faster than placements."""
    return max((len(piece.polyomino) for piece in problem.pieces), default=0) >= _LARGE


def component_scan(problem: Problem, scan: Lines = "auto") -> ComponentScan | None:
    """Return the scan with the narrower frontier, or None if the tilings are not all partitions
    into parts.
    """
    sizes = part_sizes(problem)
    if sizes is None:
        return None
    tiles = _part_bounds(problem)
    board = parts_board(problem)
    rows, columns = (np.flatnonzero(board.any(axis=axis)) for axis in (1, 0))
    board = board[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    ways = [
        ComponentScan(problem, sizes, "rows", board, tiles),
        ComponentScan(problem, sizes, "columns", board.T, tiles),
    ]
    return min((way for way in ways if scan in ("auto", way.scan)), key=lambda way: way.width)
