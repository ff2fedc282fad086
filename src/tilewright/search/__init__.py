"""Find tilings: the door in front of the search engines.

>>> from tilewright import Problem
>>> sum(1 for tiling in tilings(Problem("3x20", "pentominoes")))
8
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.board import Board
    from tilewright.cover import Cover
    from tilewright.piece import Piece
    from tilewright.problem import Problem
    from tilewright.search.dance import exact_cover as exact_cover
    from tilewright.search.enumeration import Search as Search
    from tilewright.search.enumeration import Snapshot as Snapshot
    from tilewright.tiling import Tiling

__all__ = ["Search", "Snapshot", "choose", "exact_cover", "solve", "tilings"]


def tilings(
    problem: Problem | Board | str,
    *pieces: Piece | str,
    unique: bool = False,
    limit: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    engine: str = "auto",
    timeout: float | None = None,
    progress: Callable[[Snapshot], object] | None = None,
) -> Iterator[Tiling]:
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
    engine : {"auto", "scan", "dance", "sat"}
        `choose` says what ``auto`` takes and why.
    timeout : float, optional
        Stop after so many seconds. To know whether it did, iterate a `Search`.
    progress : callable, optional
        Called with a `Snapshot` at most ten times a second while the search runs.

    Yields
    ------
    Tiling

    Raises
    ------
    RequestError
        If the problem has faults or an option is out of range.

    See Also
    --------
    tilewright.search.Search : the same with its progress, its end, and checkpoints.

    Examples
    --------
    >>> len(list(tilings("4x15", "pentominoes", unique=True)))
    368
    """
    from tilewright.problem import as_problem
    from tilewright.search.enumeration import Search

    search = Search(
        as_problem(problem, *pieces),
        unique=unique,
        limit=limit,
        seed=seed,
        threads=threads,
        engine=engine,
        timeout=timeout,
        progress=progress,
    )
    return iter(search)


def solve(
    problem: Problem | Board | str,
    *pieces: Piece | str,
    seed: int | None = None,
    threads: int | None = None,
    engine: str = "auto",
    timeout: float | None = None,
    progress: Callable[[Snapshot], object] | None = None,
) -> Tiling | None:
    """Find one tiling.

    Parameters
    ----------
    problem, *pieces
        As for `tilings`.
    seed, threads, engine, progress
        As for `tilings`.
    timeout : float, optional
        Give up after so many seconds.

    Returns
    -------
    Tiling or None
        None if there is no tiling: that is proven.

    Raises
    ------
    LimitError
        If the time was up before it was known.
    RequestError
        If the problem has faults or an option is out of range.

    Examples
    --------
    >>> print(solve("2x3", "L3=2").text())
    AAB
    ABB
    """
    from tilewright.errors import LimitError
    from tilewright.problem import as_problem
    from tilewright.search.enumeration import Search

    search = Search(
        as_problem(problem, *pieces),
        limit=1,
        seed=seed,
        threads=threads,
        engine=engine,
        timeout=timeout,
        progress=progress,
    )
    tiling = next(iter(search), None)
    if tiling is None and not search.complete:
        raise LimitError(f"the time of {timeout} seconds was up before a tiling was found", where="timeout")
    return tiling


def choose(cover: Cover) -> tuple[str, str]:
    """Return the name of the engine that suits a problem best, and the reason in a few words."""
    from tilewright.search import choice

    return choice.choose(cover)


def __getattr__(name: str) -> object:
    if name in ("Search", "Snapshot"):
        from tilewright.search import enumeration

        return getattr(enumeration, name)
    if name == "exact_cover":
        from tilewright.search.dance import exact_cover

        return exact_cover
    raise AttributeError(f"module 'tilewright.search' has no attribute {name!r}")
