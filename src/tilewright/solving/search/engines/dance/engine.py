"""The dance engine: exact cover with colors and multiplicities, branching where there are the
fewest choices.

Scan always fills the first empty cell, but dance chooses the cell or piece with the fewest options.
A node costs more, which is worthwhile if there are few options: large irregular boards, cells that
may stay empty, marks, single hard solutions, and exact cover problems that are not tilings.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import EngineError
from tilewright.formats.exactcover import ExactCover
from tilewright.model.cover import Cover
from tilewright.solving.search.engines.dance.layout import (
    Layout,
    layout_cover,
    layout_exact,
    rarest_first,
    shuffled,
)
from tilewright.solving.search.engines.dance.run import DanceRun, MaskRun
from tilewright.solving.search.running.protocol import EngineRun, Status
from tilewright.system.values.arguments import check_integer, check_seed, format_value

if TYPE_CHECKING:
    from tilewright.system.values.arguments import SeedLike

#: Steps of the shortest try, and of a turn of either order.
_TRY = 10_000
_TURN = 5_000
#: How much every second try shuffles pieces, in the logarithm of their numbers of placements.
_SPREAD = 0.3


class RestartRun:
    """A search of the whole tree in many orders in parallel until a solution is found.

    One fixed order gets half of the steps, so that a tree without a solution is searched
    completely. The other half is used for attempts in random orders, each with a limit on steps.
    The order that first finds a solution is searched completely.
    """

    def __init__(self, layout: Layout, capacity: int, seed: int | None) -> None:
        self._layout = layout
        self._capacity = capacity
        self._seed = seed
        # The number of the try, the steps of all tries, the nodes of those given up, and the order
        # that found something: -1 none, 0 the steady one, else the number of the try.
        self._number = self._steps = self._nodes_before = 0
        self._winner = -1
        # Whose turn it is, and how many steps are left of it. Turns do not end with a budget, so
        # that the order of the solutions does not depend on the length of slices.
        self._steadily, self._left = True, 0
        self._steady = self._new_run(0)
        self._try: DanceRun | None = None

    @property
    def nodes(self) -> int:
        """The number of branches taken so far, in all orders."""
        return self._nodes_before + self._steady.nodes + (self._try.nodes if self._try else 0)

    @property
    def found(self) -> int:
        """The number of solutions found so far."""
        return self._run.found

    @property
    def share(self) -> float:
        """The estimated finished share of the winning order or, before there is a winner, of the
        fixed order.
        """
        return self._run.share

    def advance(self, budget: int) -> Status:
        """Take at most `budget` steps, and stop at the first solution."""
        if self._winner >= 0:
            return self._run.advance(budget)
        while budget > 0:
            if self._left <= 0:
                self._left = _TURN
                self._steadily = self._steady.steps <= self._steps
                tried = self._try is None or self._try.steps >= _TRY * _luby(self._number)
                if tried and not self._steadily:
                    self._nodes_before += self._try.nodes if self._try else 0
                    self._number += 1
                    self._try = self._new_run(self._number)
            steady = self._steadily
            run = self._steady if steady or self._try is None else self._try
            before = run.steps
            status = run.advance(min(budget, self._left))
            used = max(run.steps - before, 1)
            budget -= used
            self._left -= used
            self._steps += 0 if steady else run.steps - before
            if run.found or status is Status.DONE:
                self._winner = 0 if steady else self._number
                return status
        return Status.MORE

    def take(self) -> NDArray[np.int32]:
        """Return the solutions found since the last call."""
        return self._run.take()

    def close(self) -> None:
        """Do nothing, because the whole state is in arrays."""

    def stack(self) -> NDArray[np.int32]:
        """Return the current choices."""
        return self._run.stack()

    def rest(self) -> list[tuple[NDArray[np.int32], float]]:
        """Return the rest as parts, or the whole tree if nothing has been found yet."""
        if self._winner < 0:
            return [(np.zeros(0, dtype=np.int32), 1.0)]
        return [(np.insert(path, 0, self._winner), weight) for path, weight in self._run.rest()]

    @property
    def _run(self) -> DanceRun:
        """The run that found a solution, or else the run with the fixed order."""
        return self._try if self._winner > 0 and self._try is not None else self._steady

    def _new_run(self, number: int) -> DanceRun:
        layout = reordered(self._layout, self._seed, number)
        return DanceRun(layout, np.zeros(0, dtype=np.int32), self._capacity)


def reordered(layout: Layout, seed: int | None, number: int) -> Layout:
    """Return the layout in another order, in which rare pieces come first. Every second order
    shuffles pieces that are about equally rare.

    On a 30x30 board with random holes and 14 copies of each pentomino, this finds a tiling in a
    tenth of a second, but random orders find none in minutes.
    """
    if seed is None and number == 0:
        return rarest_first(layout, None)
    return rarest_first(layout, np.random.default_rng([seed or 0, number]), _SPREAD * (number % 2))


def _luby(number: int) -> int:
    """Return an element of Luby's sequence 1, 1, 2, 1, 1, 2, 4, …, counted from 1."""
    while True:
        power = number.bit_length()
        if number == (1 << power) - 1:
            return 1 << (power - 1)
        number -= (1 << (power - 1)) - 1


#: Option numbers below this are cached as Python objects.
_KEPT = 1 << 16


class DanceEngine:
    """Exact cover, branching where there are the fewest choices, on a cover or any exact cover
    problem.

    The item with the fewest branches is chosen, and the lowest number if there are several: cells
    in reading order, then pieces. An item that still needs ``need`` options has size - need + 1
    branches: its options in turn, each excluding those before it. Items that need no further option
    are decided last.

    References
    ----------
    D. E. Knuth, *The Art of Computer Programming*, volume 4B, section 7.2.2.1, algorithms C and M;
    and "Dancing cells" (programs SSXCC and SSMCC) for the sparse-set state. M. Luby, A. Sinclair
    and D. Zuckerman, "Optimal speedup of Las Vegas algorithms", Information Processing Letters 47,
    1993.
    """

    name = "dance"
    single = False

    def __init__(
        self,
        cover: Cover | ExactCover,
        allowed: NDArray[np.bool_] | None = None,
        seed: int | None = None,
        restarts: bool = False,
        *,
        many_items: int | None = None,
        apart: NDArray[np.uint64] | None = None,
    ) -> None:
        layout = (
            layout_exact(cover)
            if isinstance(cover, ExactCover)
            else layout_cover(cover, allowed, apart)
        )
        self.seed = seed
        self.restarts = restarts
        if many_items is not None:
            layout = replace(layout, many_items=many_items)
        self._plain = layout
        self.layout = layout if seed is None else shuffled(layout, np.random.default_rng(seed))

    @property
    def node_time(self) -> float:
        """About how many nanoseconds a node takes, as measured."""
        return 150.0 if MaskRun.takes(self.layout) else 2500.0

    @property
    def depth(self) -> int:
        """The number of columns of `DanceRun.take`."""
        return self.layout.depth

    def _run(self, path: NDArray[np.int32], capacity: int) -> DanceRun | MaskRun:
        """Return a run over a part, with options as machine words if the layout allows it."""
        if MaskRun.takes(self.layout):
            return MaskRun(self.layout, path, capacity)
        return DanceRun(self.layout, path, capacity)

    def start(self, part: NDArray[np.int32] | None = None, capacity: int = 4096) -> EngineRun:
        """Return a new run over a part that `rest` returned, or over the whole tree."""
        path = np.zeros(0, dtype=np.int32) if part is None else np.asarray(part, dtype=np.int32)
        if not self.restarts:
            return self._run(path, capacity)
        if path.size == 0:
            return RestartRun(self._plain, capacity, self.seed)
        # A part of the try that found something; its number comes first.
        layout = reordered(self._plain, self.seed, int(path[0]))
        return DanceRun(layout, path[1:], capacity)


@functools.cache
def _cached_numbers(bits: int) -> NDArray[np.object_]:
    """Return the numbers below ``2**bits`` as Python objects."""
    return np.arange(1 << bits).astype(object)


def solutions(rows: NDArray[np.int32]) -> Iterator[tuple[int, ...]]:
    """Return the numbers in each row of solutions (-1 padded), ascending."""
    length = np.count_nonzero(rows >= 0, axis=1)
    most = int(length.max(initial=0))
    rows = np.sort(rows[:, :most], axis=1)
    if most and (length == most).all():
        # By columns and with cached numbers, this takes a third of the time of a list for each row.
        top = int(rows[:, -1].max())
        columns = _cached_numbers(top.bit_length()).take(rows.T) if top < _KEPT else rows.T
        return zip(*columns.tolist(), strict=True)
    return (
        tuple(row[most - size :]) for row, size in zip(rows.tolist(), length.tolist(), strict=True)
    )


def exact_cover(
    cover: ExactCover, limit: int | None = None, *, seed: SeedLike = None, restarts: bool = False
) -> Iterator[tuple[int, ...]]:
    """Solve an exact cover problem with colors and multiplicities.

    Parameters
    ----------
    cover : ExactCover
        The problem, from `tilewright.formats.solvers.knuth.read_xcc` or `ExactCover.build`.
    limit : int, optional
        Stop after this many solutions.
    seed : int or numpy.random.Generator, optional
        Search the branches in a random order that depends on this seed.
    restarts : bool, optional
        Restart the search in different orders until it finds the first solution (see
        `DanceEngine`).

    Yields
    ------
    tuple of int
        The indices of the chosen options, in ascending order. To get the colors, use
        `ExactCover.coloring`.

    Raises
    ------
    EngineError
        If `limit` or `seed` is negative.

    Examples
    --------
    >>> from tilewright.formats.solvers.knuth import read_xcc
    >>> toy = read_xcc("p q r | x y; p q x y:A; p r x:A y; p x:B; q x:A; r y:B".replace("; ", chr(10)))
    >>> list(exact_cover(toy))
    [(1, 3)]
    """  # noqa: E501
    if not isinstance(cover, ExactCover):
        raise EngineError(
            f"`cover` must be an ExactCover, got {format_value(cover)}", where="cover"
        )
    if limit is not None:
        check_integer(limit, "limit", 0, error=EngineError)
    return _solutions(cover, limit, check_seed(seed, error=EngineError), restarts)


def _solutions(
    cover: ExactCover, limit: int | None, seed: int | None, restarts: bool
) -> Iterator[tuple[int, ...]]:
    if limit == 0:
        return
    run = DanceEngine(cover, seed=seed, restarts=restarts).start(capacity=min(limit or 4096, 4096))
    yielded = 0
    budget = 1 << 10
    status = Status.MORE
    while status is not Status.DONE:
        status = run.advance(budget)
        budget = min(2 * budget, 1 << 20)
        rows = run.take()
        rows = rows if limit is None else rows[: limit - yielded]
        yield from solutions(rows)
        yielded += len(rows)
        if yielded == limit:
            return
