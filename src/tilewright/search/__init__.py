"""Find tilings: the public functions in front of the search engines.

>>> from tilewright import Problem
>>> sum(1 for tiling in tilings(Problem("3x20", "pentominoes")))
8
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tilewright.lazy import lazy_names

if TYPE_CHECKING:
    from tilewright.board import Board
    from tilewright.cover import Cover
    from tilewright.piece import Piece
    from tilewright.problem import Problem
    from tilewright.progress import SearchProgress
    from tilewright.search.choice import EngineName as EngineName
    from tilewright.search.clauses import Symmetric as Symmetric
    from tilewright.search.dance.engine import exact_cover as exact_cover
    from tilewright.search.different import Different as Different
    from tilewright.search.different import calendar_counts as calendar_counts
    from tilewright.search.different import different_tilings as different_tilings
    from tilewright.search.different import is_mirrored as is_mirrored
    from tilewright.search.enumeration import Search as Search
    from tilewright.search.enumeration import Tilings as Tilings
    from tilewright.search.exact import CheapestCover as CheapestCover
    from tilewright.search.exact import ExactSearch as ExactSearch
    from tilewright.search.exact import cheapest_cover as cheapest_cover
    from tilewright.search.pace import SearchTuning as SearchTuning
    from tilewright.search.trace import SearchTrace as SearchTrace
    from tilewright.search.trace import search_frames as search_frames
    from tilewright.tiling import Tiling

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "choice": "EngineName",
        "clauses": "Symmetric",
        "dance.engine": "exact_cover",
        "different": "Different calendar_counts different_tilings is_mirrored",
        "enumeration": "Search Tilings",
        "exact": "CheapestCover ExactSearch cheapest_cover",
        "pace": "SearchTuning",
        "trace": "SearchTrace search_frames",
    },
    own="choose solve tilings",
)


def tilings(
    problem: Problem | Board | str,
    *pieces: Piece | str,
    unique: bool = False,
    limit: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    engine: EngineName = "auto",
    symmetric: Symmetric | None = None,
    timeout: float | None = None,
    progress: Callable[[SearchProgress], object] | None = None,
) -> Tilings:
    """Find tilings one after the other, in constant memory.

    Parameters
    ----------
    problem : Problem, Board or str
    *pieces : Piece or str
        The pieces, if `problem` is a board; other rules (turn, placed pieces, empty cells) take a `Problem`.
    unique : bool
        One tiling of each class of images under the symmetries of the problem.
    limit : int, optional
        Stop after so many.
    seed : int, optional
        Draw the order of the branches; without it the order is always the same.
    threads : int, optional
        How many threads search; all cores when not given. Neither the tilings nor their order depend on it.
    engine : {"auto", "scan", "dance", "sat", "clauses"}
        `choose` says what ``auto`` takes and why.
    symmetric : {"half turn", "quarter turn", "third turn", "sixth turn", "mirror"}, optional
        Only tilings that are taken to themselves by a symmetry of this kind that the board and the pieces have; not
        together with `unique`. They are found by the engine ``clauses`` (the extra ``sat``).
    timeout : float, optional
        Stop after so many seconds, those in which the problem is compiled included. What is returned says whether
        that happened.
    progress : callable, optional
        Called with a `tilewright.progress.SearchProgress` at most ten times a second while the search runs.

    Returns
    -------
    Tilings
        An iterator of `Tiling` that says, when it has ended, whether these were all (``complete``), and if not, what
        stopped it (``stopped_by``: ``"limit"`` or ``"timeout"``).

    Raises
    ------
    RequestError
        If the problem has faults or an option is out of range.

    See Also
    --------
    tilewright.search.Search : the same with its progress, its end, and checkpoints.

    Examples
    --------
    >>> found = tilings("4x15", "pentominoes", unique=True)
    >>> len(list(found)), found.complete
    (368, True)
    >>> some = tilings("6x10", "pentominoes", limit=5)
    >>> len(list(some)), some.complete, some.stopped_by
    (5, False, 'limit')
    """
    from tilewright.deadline import Deadline
    from tilewright.puzzle import as_problem
    from tilewright.search.enumeration import Search, Tilings

    deadline = Deadline(timeout)
    with deadline.holds():
        given = as_problem(problem, *pieces)
    return Tilings(
        Search(
            given,
            unique=unique,
            limit=limit,
            seed=seed,
            threads=threads,
            engine=engine,
            symmetric=symmetric,
            timeout=None if timeout is None else max(deadline.left, 1e-9),
            progress=progress,
        )
    )


def solve(
    problem: Problem | Board | str,
    *pieces: Piece | str,
    seed: int | None = None,
    threads: int | None = None,
    engine: EngineName = "auto",
    symmetric: Symmetric | None = None,
    timeout: float | None = None,
    progress: Callable[[SearchProgress], object] | None = None,
) -> Tiling | None:
    """Find one tiling.

    Where the engine that suits the problem has no answer soon, another runs beside it, and the first answer by their own clocks
    of steps counts: it is always the same, unless the clause solver, which has none, is first. With a seed, or an engine asked for, that does
    not take part. What is known by theorem is not searched for (`tilewright.construction.tromino_tiling`).

    Parameters
    ----------
    problem, *pieces
        As for `tilings`.
    seed, threads, engine, symmetric, progress
        As for `tilings`.
    timeout : float, optional
        Give up after so many seconds.

    Returns
    -------
    Tiling or None
        None if there is no (symmetric) tiling: that is proven.

    Raises
    ------
    TimeLimitError
        If the time was up before it was known.
    RequestError
        If the problem has faults or an option is out of range.

    Examples
    --------
    >>> print(solve("2x3", "L3=2").text())
    AAB
    ABB
    """
    from tilewright.deadline import Deadline, current_deadline
    from tilewright.puzzle import as_problem
    from tilewright.search.enumeration import Search

    with Deadline(timeout).holds():
        given = as_problem(problem, *pieces)
        search = Search(
            given, limit=1, seed=seed, threads=threads, engine=engine, symmetric=symmetric, progress=progress
        )
        tiling = next(iter(search), None)
        if tiling is None and not search.complete:
            raise current_deadline().error(" before a tiling was found")
    return tiling


def choose(cover: Cover, *, one: bool = False) -> tuple[EngineName, str]:
    """Return the name of the engine that finds all tilings best, or the first of a race for one, and the reason in a few words."""
    from tilewright.search import choice

    return choice.choose(cover, one=one)
