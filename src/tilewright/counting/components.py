"""Count the ways to cut a board into connected parts of given sizes: tilings by all polyominoes of these sizes.

Where the pieces are all polyominoes of n cells (or of several sizes), any number of each, a tiling is a
partition of the board into connected parts with so many cells. Then a scan need not know which cells ahead
are taken, only which cells of the frontier are in the same part and how large the parts are so far: octominoes
reach seven rows ahead, but a part that was begun is one number.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.board import Board
from tilewright.counting.estimates import Estimate, estimate
from tilewright.counting.layers import Expand, count_layers
from tilewright.counting.repeats import repeats
from tilewright.counting.resources import Resources
from tilewright.counting.scans import Lines
from tilewright.counting.tuning import USUAL, Tuning
from tilewright.errors import MemoryLimitError
from tilewright.files import checkpoint as saved
from tilewright.kernels.frontier.components import MOST_BRANCHES, branch
from tilewright.lattices.catalog import FIXED
from tilewright.lattices.surface import is_flat_squares
from tilewright.problem import Problem
from tilewright.system.memory import in_units

__all__ = [
    "ComponentEstimate",
    "ComponentScan",
    "Components",
    "are_large",
    "component_scan",
    "estimate_components",
    "part_sizes",
    "parts_board",
]


def part_sizes(problem: Problem) -> frozenset[int] | None:
    """Return the sizes of the parts, if the tilings are the partitions into connected parts of some sizes.

    That is so if of each size, up to the area of the board, there are all polyominoes or none, any number of
    each, without marks, and every cell is to be covered.

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
        or problem.marks_agree
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
    """The frontier of connected components, a `tilewright.counting.layers.Frontier`.

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

    def expand(self, c: int, parts: int, name_bits: int) -> Expand:
        """Return what writes down the successors of states of layer c; no move has a name."""
        return partial(branch, self.place, self.plan(c, parts), self.allowed)


#: Up to pentominoes the frontier of placements has fewer states at every width that was measured.
_LARGE = 6
#: Nonominoes have 9,910 orientations: their placements are not even looked at.
_FAR = 9
#: Seconds in which the frontier of placements is not worth a second thought.
_QUICK = 1.0
#: Narrow boards are cut into parts up to this many states in a layer.
_FEW = 2_000
#: Bytes for each state of a layer and the next one, measured.
_BYTES = 55
#: What is estimated may be so many times too much.
_MISJUDGED = 4
#: Seconds of processor time for each cell and state of the largest layer. Measured: 1.3e-7 to 3e-7.
_SECONDS = 2.5e-7


@dataclass(frozen=True)
class ComponentEstimate:
    """What a count by connected parts will take, within a factor of two or so."""

    states: float
    nbytes: float

    def seconds(self, layers: int) -> float:
        """Return about how long a count of so many layers takes on one thread."""
        return self.states * layers * _SECONDS

    def __str__(self) -> str:
        size = in_units(self.nbytes) if self.nbytes < 1 << 55 else f"{self.nbytes:.1e} bytes"
        return f"about {self.states:.3g} states in a layer, {size}"


def estimate_components(width: int, sizes: Sequence[int]) -> ComponentEstimate:
    """Estimate the states of a count by connected parts, from narrower boards."""
    known: list[float] = []
    for narrow in range(1, width + 1):
        known.append(_states(narrow, tuple(sorted(sizes))))
        if known[-1] > _FEW:
            break
    states = known[-1]
    if len(known) < width:
        # Each column more multiplies the states by a little more than the one before, up to a limit.
        growth = math.log(known[-1] / known[-2])
        states *= math.exp(min((width - len(known)) * growth, 600.0))
    return ComponentEstimate(states, states * _BYTES)


@lru_cache(maxsize=256)
def _states(width: int, sizes: tuple[int, ...]) -> int:
    """Return the states of the largest layer of a board somewhat higher than the largest part."""
    frontier = Components(np.ones((max(sizes) + 2, width), dtype=np.bool_), sizes)
    return count_layers(frontier, Resources(max_memory=1 << 30)).states


@dataclass(frozen=True, eq=False)
class ComponentScan:
    """A scan of a board that is to be cut into connected parts."""

    problem: Problem
    sizes: frozenset[int]
    scan: Literal["rows", "columns"]
    mask: NDArray[np.bool_]

    @property
    def width(self) -> int:
        """How many cells a line has at most: more are never on the frontier at once."""
        return int(self.mask.sum(axis=1).max())

    @cached_property
    def ahead(self) -> ComponentEstimate:
        """What a count takes."""
        return estimate_components(self.width, sorted(self.sizes))

    @property
    def seconds(self) -> float:
        """About how long a count takes on one thread."""
        return self.ahead.seconds(self.mask.size)

    @cached_property
    def placements(self) -> Estimate | None:
        """What the frontier of placements takes on a rectangle of this width; None if it is too much to find out."""
        if max(self.sizes) >= _FAR:
            return None
        pieces = [replace(piece, most=None) for piece in self.problem.pieces]
        board = Board.rectangle(max(self.mask.shape[0], self.width), self.width)
        repeat = repeats(Problem(board, *pieces, turn=self.problem.turn), 0)
        return None if repeat is None else estimate(repeat)

    def better(self, allowed: int) -> bool:
        """Whether this is to be preferred to the frontier of placements.

        Both are estimated from narrower boards; the quicker one is taken, among those that memory allows.
        """
        if max(self.sizes) < _LARGE:
            return False
        other = self.placements
        if other is None:
            return True
        seconds = other.seconds(self.mask.size, allowed)
        if seconds == math.inf:
            return self.ahead.nbytes < other.layer_bytes
        return seconds > _QUICK and self.ahead.nbytes <= allowed and self.seconds < seconds

    def check_memory(self, allowed: int) -> None:
        """Raise if memory is far from enough."""
        if self.ahead.nbytes > _MISJUDGED * allowed:
            raise MemoryLimitError(
                f"{self.ahead}, more than the {in_units(allowed)} allowed; it is the {self.width} cells of a "
                f"{self.scan[:-1]} that make it large"
            )

    def turned(self) -> ComponentScan:
        """Return the same lines, each taken from its other end."""
        return replace(self, mask=self.mask[:, ::-1])

    def frontier(self, folded: bool, tuning: Tuning) -> Components:
        """Return what `count_layers` takes."""
        return Components(self.mask, self.sizes, folded=folded, tuning=tuning)


def are_large(problem: Problem) -> bool:
    """Whether there is a piece so large that connected parts may be better than placements."""
    return max((len(piece.polyomino) for piece in problem.pieces), default=0) >= _LARGE


def component_scan(problem: Problem, scan: Lines = "auto") -> ComponentScan | None:
    """Return the scan with the narrower frontier; None if the tilings are not all partitions into parts."""
    sizes = part_sizes(problem)
    if sizes is None:
        return None
    board = parts_board(problem)
    rows, columns = (np.flatnonzero(board.any(axis=axis)) for axis in (1, 0))
    board = board[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    ways = [ComponentScan(problem, sizes, "rows", board), ComponentScan(problem, sizes, "columns", board.T)]
    return min((way for way in ways if scan in ("auto", way.scan)), key=lambda way: way.width)
