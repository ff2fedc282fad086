"""The dance engine: exact cover with colors and multiplicities, smallest branch first.

Scan always fills the first empty cell; dance goes where there are the fewest choices, be it a cell or a
piece. That costs more for each node and pays where choices are few: large irregular boards, cells that
may stay empty, marks, single hard solutions, and exact cover problems that are no tilings at all.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from tilewright.arguments import check_integer, format_value
from tilewright.cover import Cover
from tilewright.errors import EngineError
from tilewright.exchange.exactcover import ExactCover
from tilewright.search.dance.layout import layout_cover, layout_exact, shuffled
from tilewright.search.dance.restarts import RestartRun, reordered
from tilewright.search.dance.run import BUFFER, LEVELS, MANY_ITEMS, DanceRun, MaskRun
from tilewright.search.protocol import EngineRun, Status

__all__ = ["DanceEngine", "exact_cover", "solutions"]

#: Steps that `DanceEngine.split` may take.
_SPLITTING = 200_000
#: Numbers of options below this are kept as objects.
_KEPT = 1 << 16


class DanceEngine:
    """Smallest branch first, on a cover or on any exact cover problem.

    The item with the fewest branches is chosen, the one with the lowest number if there are several:
    cells in reading order, then pieces. An item that `least` to `most` options must hold, of which
    ``need`` are still missing, has size - need + 1 branches: its options in turn, each with those before
    it excluded. When nothing is missing anywhere, items that could still take more are decided last.

    References
    ----------
    D. E. Knuth, *The Art of Computer Programming*, volume 4B, section 7.2.2.1, algorithms C and M; the
    sparse-set state: D. E. Knuth, "Dancing cells" (programs SSXCC and SSMCC). M. Luby, A. Sinclair and
    D. Zuckerman, "Optimal speedup of Las Vegas algorithms", Information Processing Letters 47, 1993.
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
        many_items: int = MANY_ITEMS,
        apart: NDArray[np.uint64] | None = None,
    ) -> None:
        layout = layout_exact(cover) if isinstance(cover, ExactCover) else layout_cover(cover, allowed, apart)
        self.seed = seed
        self.restarts = restarts
        self.many_items = many_items
        self._plain = layout
        self.layout = layout if seed is None else shuffled(layout, np.random.default_rng(seed))

    @property
    def depth(self) -> int:
        """Columns of `DanceRun.take`."""
        return self.layout.depth

    def split(self, parts: int) -> list[NDArray[np.int32]]:
        """Cut the tree into about `parts` subtrees: paths, the branch taken at each of the first levels."""
        if self.restarts or parts <= 1:
            return [np.zeros(0, dtype=np.int32)] if self.layout.possible else []
        best = [np.zeros(0, dtype=np.int32)] if self.layout.possible else []
        steps = 0
        for level in range(1, LEVELS):
            run = self._run(np.zeros(0, dtype=np.int32), BUFFER // LEVELS, level)
            if run.advance(_SPLITTING - steps) is not Status.DONE:
                break
            steps += run.steps
            best = [row[row >= 0] for row in run.take()]
            if len(best) >= parts or all(len(path) < level for path in best):
                break
        return best

    def _run(self, path: NDArray[np.int32], capacity: int, limit: int = 0) -> DanceRun | MaskRun:
        """Return a run over a part; that of options as machine words if the layout is one for it."""
        if MaskRun.takes(self.layout):
            return MaskRun(self.layout, path, capacity, limit)
        return DanceRun(self.layout, path, capacity, limit, many_items=self.many_items)

    def start(self, part: NDArray[np.int32] | None = None, capacity: int = 4096) -> EngineRun:
        """Return a new run over a part that `split` returned, or over the whole tree."""
        path = np.zeros(0, dtype=np.int32) if part is None else np.asarray(part, dtype=np.int32)
        if not self.restarts:
            return self._run(path, capacity)
        if path.size == 0:
            return RestartRun(self._plain, capacity, self.seed, many_items=self.many_items)
        # What is left of the try that found something: the number of the try comes first.
        layout = reordered(self._plain, self.seed, int(path[0]))
        return DanceRun(layout, path[1:], capacity, many_items=self.many_items)


@functools.cache
def _numbers(bits: int) -> NDArray[np.object_]:
    """Return the numbers of so many bits as objects of Python."""
    return np.arange(1 << bits).astype(object)


def solutions(rows: NDArray[np.int32]) -> Iterator[tuple[int, ...]]:
    """Return the numbers in each row of solutions (-1 padded), ascending."""
    length = np.count_nonzero(rows >= 0, axis=1)
    most = int(length.max(initial=0))
    rows = np.sort(rows[:, :most], axis=1)
    if most and (length == most).all():
        # Column by column, and of numbers that are there already: a third of the time of a list for each row.
        top = int(rows[:, -1].max())
        columns = _numbers(top.bit_length()).take(rows.T) if top < _KEPT else rows.T
        return zip(*columns.tolist(), strict=True)
    return (tuple(row[most - own :]) for row, own in zip(rows.tolist(), length.tolist(), strict=True))


def exact_cover(
    cover: ExactCover, limit: int | None = None, *, seed: int | None = None, restarts: bool = False
) -> Iterator[tuple[int, ...]]:
    """Solve an exact cover problem with colors and multiplicities.

    Parameters
    ----------
    cover : ExactCover
        From `tilewright.exchange.solvers.knuth.read_xcc` or `ExactCover.build`.
    limit : int, optional
        Stop after so many solutions.
    seed : int, optional
        Take branches in an order drawn from this seed.
    restarts : bool, optional
        Begin again in other orders until there is a first solution (see `DanceEngine`).

    Yields
    ------
    tuple of int
        The numbers of the chosen options, ascending. `ExactCover.coloring` gives the colors.

    Raises
    ------
    EngineError
        If `limit` is negative.

    Examples
    --------
    >>> from tilewright.exchange.solvers.knuth import read_xcc
    >>> toy = read_xcc("p q r | x y; p q x y:A; p r x:A y; p x:B; q x:A; r y:B".replace("; ", chr(10)))
    >>> list(exact_cover(toy))
    [(1, 3)]
    """
    if not isinstance(cover, ExactCover):
        raise EngineError(
            f"an exact cover problem is an ExactCover, not {format_value(cover)}", where="cover"
        )
    if limit is not None:
        check_integer(limit, "the limit", 0, error=EngineError, where="limit")
    if seed is not None:
        check_integer(seed, "the seed", 0, error=EngineError, where="seed")
    return _solutions(cover, limit, seed, restarts)


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
