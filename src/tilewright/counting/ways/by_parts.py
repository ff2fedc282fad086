"""Count the tilings by all polyominoes of some sizes as partitions into connected parts: when, and along which lines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.board import Board
from tilewright.counting.graph.estimates import Estimate, estimate
from tilewright.counting.layers.components import Components, part_sizes, parts_board
from tilewright.counting.layers.schedule import count_layers
from tilewright.counting.run.resources import Resources
from tilewright.counting.run.tuning import Tuning
from tilewright.counting.scan.scans import Lines, repeats
from tilewright.errors import MemoryLimitError
from tilewright.problem import Problem
from tilewright.system.memory import in_units

__all__ = ["PartsEstimate", "PartsWay", "are_large", "estimate_parts", "parts_way"]

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
class PartsEstimate:
    """What a count by connected parts will take, within a factor of two or so.

    Attributes
    ----------
    states : float
        States of the largest layer.
    nbytes : float
        Bytes held.
    """

    states: float
    nbytes: float

    def seconds(self, layers: int) -> float:
        """Return about how long a count of so many layers takes on one thread."""
        return self.states * layers * _SECONDS

    def __str__(self) -> str:
        size = in_units(self.nbytes) if self.nbytes < 1 << 55 else f"{self.nbytes:.1e} bytes"
        return f"about {self.states:.3g} states in a layer, {size}"


def estimate_parts(width: int, sizes: Sequence[int]) -> PartsEstimate:
    """Estimate the states of a count by connected parts, from narrower boards.

    Parameters
    ----------
    width : int
        Cells across the scan.
    sizes : sequence of int
        The numbers of cells that a part may have.
    """
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
    return PartsEstimate(states, states * _BYTES)


@lru_cache(maxsize=256)
def _states(width: int, sizes: tuple[int, ...]) -> int:
    """Return the states of the largest layer of a board somewhat higher than the largest part."""
    frontier = Components(np.ones((max(sizes) + 2, width), dtype=np.bool_), sizes)
    return count_layers(frontier, Resources(max_memory=1 << 30)).states


@dataclass(frozen=True, eq=False)
class PartsWay:
    """A scan of a board that is to be cut into connected parts.

    Attributes
    ----------
    problem : Problem
    sizes : frozenset of int
        The numbers of cells that a part may have.
    scan : str
        ``"rows"`` or ``"columns"``: along which lines the cells are taken.
    mask : (lines, places) bool
        The cells, line by line.
    """

    problem: Problem
    sizes: frozenset[int]
    scan: Literal["rows", "columns"]
    mask: NDArray[np.bool_]

    @property
    def width(self) -> int:
        """How many cells a line has at most: more are never on the frontier at once."""
        return int(self.mask.sum(axis=1).max())

    @cached_property
    def ahead(self) -> PartsEstimate:
        """What a count takes."""
        return estimate_parts(self.width, sorted(self.sizes))

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
        """Raise if memory is far from enough.

        Raises
        ------
        MemoryLimitError
        """
        if self.ahead.nbytes > _MISJUDGED * allowed:
            raise MemoryLimitError(
                f"{self.ahead}, more than the {in_units(allowed)} allowed; it is the {self.width} cells of a "
                f"{self.scan[:-1]} that make it large"
            )

    def turned(self) -> PartsWay:
        """Return the same lines, each taken from its other end."""
        return replace(self, mask=self.mask[:, ::-1])

    def frontier(self, folded: bool, tuning: Tuning) -> Components:
        """Return what `count_layers` takes."""
        return Components(self.mask, self.sizes, folded=folded, tuning=tuning)


def are_large(problem: Problem) -> bool:
    """Whether there is a piece so large that connected parts may be better than placements."""
    return max((len(piece.polyomino) for piece in problem.pieces), default=0) >= _LARGE


def parts_way(problem: Problem, scan: Lines = "auto") -> PartsWay | None:
    """Return the scan with the narrower frontier; None if the tilings are not all partitions into parts.

    Parameters
    ----------
    problem : Problem
        Without faults.
    scan : {"auto", "rows", "columns", "layers"}
    """
    sizes = part_sizes(problem)
    if sizes is None:
        return None
    board = parts_board(problem)
    rows, columns = (np.flatnonzero(board.any(axis=axis)) for axis in (1, 0))
    board = board[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    ways = [PartsWay(problem, sizes, "rows", board), PartsWay(problem, sizes, "columns", board.T)]
    return min((way for way in ways if scan in ("auto", way.scan)), key=lambda way: way.width)
