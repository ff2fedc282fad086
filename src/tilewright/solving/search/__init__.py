"""Find tilings: the public functions and the search engines behind them.

>>> from tilewright import Problem
>>> sum(1 for tiling in tilings(Problem("3x20", "pentominoes")))
8
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Unpack, overload

from tilewright.model.requests import takes_request
from tilewright.system.lazy import lazy_names, provided
from tilewright.system.work.deadline import current_deadline
from tilewright.system.work.limits import ThreadLimits, limited, passed_on

if TYPE_CHECKING:
    import os

    from tilewright.model.board import Board
    from tilewright.model.cover import Cover, Unique
    from tilewright.model.piece import PieceLike
    from tilewright.model.problem import Problem, ProblemRules
    from tilewright.model.puzzle import Puzzle
    from tilewright.model.requests import RequestOptions
    from tilewright.model.tiling import Tiling
    from tilewright.solving.search.choice import EngineName as EngineName
    from tilewright.solving.search.engines.dance.engine import exact_cover as exact_cover
    from tilewright.solving.search.enumeration import Search as Search
    from tilewright.solving.search.enumeration import Tilings as Tilings
    from tilewright.solving.search.enumeration import calendar_counts as calendar_counts
    from tilewright.solving.search.exact import CheapestCover as CheapestCover
    from tilewright.solving.search.exact import ExactSearch as ExactSearch
    from tilewright.solving.search.exact import cheapest_cover as cheapest_cover
    from tilewright.solving.search.running.pace import SearchTuning as SearchTuning
    from tilewright.solving.search.symmetric import Symmetric as Symmetric
    from tilewright.solving.search.trace import SearchTrace as SearchTrace
    from tilewright.solving.search.trace import search_frames as search_frames
    from tilewright.solving.search.uniqueness import COUNTED as COUNTED
    from tilewright.solving.search.uniqueness import DifferentTilings as DifferentTilings
    from tilewright.solving.search.uniqueness import SeveralSolutionsError as SeveralSolutionsError
    from tilewright.solving.search.uniqueness import differ_in as differ_in
    from tilewright.solving.search.uniqueness import different_tilings as different_tilings
    from tilewright.solving.search.uniqueness import differing_cells as differing_cells
    from tilewright.solving.search.uniqueness import is_mirrored as is_mirrored
    from tilewright.solving.search.uniqueness import no_solution as no_solution
    from tilewright.solving.search.uniqueness import one_solution as one_solution
    from tilewright.solving.search.uniqueness import two_solutions as two_solutions
    from tilewright.system.values.arguments import SeedLike

__getattr__, __dir__, __all__ = lazy_names(
    __name__,
    {
        "choice": "EngineName",
        "engines.dance.engine": "exact_cover",
        "uniqueness": "COUNTED DifferentTilings SeveralSolutionsError differ_in different_tilings "
        "differing_cells is_mirrored no_solution one_solution two_solutions",
        "enumeration": "Search Tilings calendar_counts",
        "exact": "CheapestCover ExactSearch cheapest_cover",
        "running.pace": "SearchTuning",
        "symmetric": "Symmetric",
        "trace": "SearchTrace search_frames",
    },
    defined="choose solve tilings",
)


@limited
@takes_request
def tilings(
    problem: Problem,
    *,
    unique: Unique = False,
    limit: int | None = None,
    seed: SeedLike = None,
    engine: EngineName = "auto",
    symmetric: Symmetric | None = None,
    **limits: Unpack[ThreadLimits],
) -> Tilings:
    """Find tilings one by one, in constant memory.

    Parameters
    ----------
    problem : Problem, Puzzle, Board, str or path
    *pieces : Piece, str, array or list
        The pieces, if `problem` is only a board. Pass options such as ``turn`` as keyword
        arguments.
    unique : bool or "rotations"
        Return only one tiling from each class of tilings that are equivalent under symmetry. With
        ``"rotations"``, mirror images count as different.
    limit : int, optional
        Stop after this many tilings.
    seed : int or numpy.random.Generator, optional
        Search the branches in a random order that depends on this seed. Without a seed, the order
        is always the same.
    engine : {"auto", "scan", "dance", "sat", "clauses", "matching"}
        The search engine. `choose` returns the engine that ``auto`` selects, and the reason.
    symmetric : {"half-turn", "quarter-turn", "third-turn", "sixth-turn", "mirror"}, optional
        A mirror with a number, such as ``"mirror-90"``, gives the angle between the axis and rows.
        Return only tilings with this kind of symmetry, which maps each tile to a tile. This option
        cannot be combined with `unique`. Symmetric tilings are found by the engine ``dance`` or
        ``clauses``.
    timeout, max_memory, progress, threads
        See `tilewright.system.work.limits`. An engine is not used if it would exceed the memory
        limit. The order of the tilings does not depend on the number of threads.

    Returns
    -------
    Tilings
        An iterator over `Tiling` objects. At the end of the iteration, ``complete`` is True if all
        tilings were found. If the search ended early, ``stopped_by`` is ``"limit"`` or
        ``"timeout"``.

    Raises
    ------
    RequestError
        If the problem is invalid, or an option is out of range.
    MemoryLimitError
        If the placements or the requested engine need more memory than allowed.

    See Also
    --------
    tilewright.solving.search.Search : a search with progress and limits.

    Examples
    --------
    >>> found = tilings("4x15", "pentominoes", unique=True)
    >>> len(list(found)), found.complete
    (368, True)
    >>> some = tilings("6x10", "pentominoes", limit=5)
    >>> len(list(some)), some.complete, some.stopped_by
    (5, False, 'limit')
    """
    from tilewright.solving.search.enumeration import Search, Tilings

    # The search goes on with these limits when this function has returned.
    kept = current_deadline().inner
    return Tilings(
        Search(
            problem,
            unique=unique,
            limit=limit,
            seed=seed,
            engine=engine,
            symmetric=symmetric,
            timeout=max(kept.left, 1e-9),
            max_memory=kept.memory,
            threads=kept.threads,
            progress=kept.listener or None,
        )
    )


@overload
def solve(
    problem: Problem | Puzzle | Board | str | os.PathLike[str],
    *pieces: PieceLike,
    required: Literal[True],
    seed: SeedLike = ...,
    engine: EngineName = ...,
    symmetric: Symmetric | None = ...,
    **options: Unpack[RequestOptions],
) -> Tiling: ...


@overload
def solve(
    problem: Problem | Puzzle | Board | str | os.PathLike[str],
    *pieces: PieceLike,
    required: bool = ...,
    seed: SeedLike = ...,
    engine: EngineName = ...,
    symmetric: Symmetric | None = ...,
    **options: Unpack[RequestOptions],
) -> Tiling | None: ...


@limited
@takes_request
def solve(
    problem: Problem,
    *,
    required: bool = False,
    seed: SeedLike = None,
    engine: EngineName = "auto",
    symmetric: Symmetric | None = None,
    **limits: Unpack[ThreadLimits],
) -> Tiling | None:
    """Find one tiling.

    If the first engine does not find the answer quickly, a second engine races against it. The
    number of steps, not the time, decides the race, so the answer is reproducible unless the SAT
    solver wins. With `seed`, the SAT solver does not take part in the race. With `engine`, only the
    given engine runs. If a theorem shows how to tile the board, the tiling is constructed
    (`tilewright.solving.theorems.tromino_tiling`).

    Parameters
    ----------
    problem, *pieces
        See `tilings`.
    required : bool
        Raise an error instead of returning None.
    seed, engine, symmetric, timeout, max_memory, progress, threads
        See `tilings`.

    Returns
    -------
    Tiling or None
        The tiling, or None if there is no tiling (with ``symmetric``, no symmetric tiling).

    Raises
    ------
    NoTilingError
        If no tiling exists and `required` is True. If the reason is simple, the message states the
        reason.
    TimeLimitError
        If the time limit is reached before the answer is known.
    MemoryLimitError
        If the placements or the requested engine need more memory than allowed.
    RequestError
        If the problem is invalid, or an option is out of range.

    Examples
    --------
    >>> print(solve("2x3", "L3=2").text())
    AAB
    ABB
    >>> solve("1x3", "domino", required=True)
    Traceback (most recent call last):
    tilewright.errors.NoTilingError: there is no tiling of 1x3; the board has 3 cells, but the pieces cover 2
    """  # noqa: E501
    from tilewright.errors import NoTilingError
    from tilewright.solving.search.enumeration import Search

    search = Search(
        problem,
        limit=1,
        seed=seed,
        engine=engine,
        symmetric=symmetric,
        **passed_on(),
    )
    tiling = next(iter(search), None)
    if tiling is None and not search.complete:
        raise current_deadline().error_before("a tiling was found")
    if tiling is None and required:
        kind = "tiling" if symmetric is None else f"tiling with the symmetry {symmetric}"
        raise NoTilingError(
            "; ".join([f"there is no {kind} of {problem.board}", *search.reasons[:1]])
        )
    return tiling


def choose(
    problem: Problem | Puzzle | Board | Cover | str | os.PathLike[str],
    *pieces: PieceLike,
    one: bool = False,
    **rules: Unpack[ProblemRules],
) -> tuple[EngineName, str]:
    """Return the best engine for finding all tilings (or one tiling, if `one` is True), and a short
    reason.

    Parameters
    ----------
    problem : Problem, Puzzle, Board, str or path
        A problem in any form that `tilewright.read` accepts, or a compiled problem.
    *pieces : Piece, str, array or list
        The pieces, if `problem` is only a board.
    one : bool
        Whether to choose an engine for a single tiling.

    Raises
    ------
    RequestError
        If the problem is invalid.

    Examples
    --------
    >>> engine, reason = choose("6x10 pentominoes")
    >>> engine
    'scan'
    """
    from tilewright.model.cover import Cover, compile_cover
    from tilewright.solving.search import choice

    if not isinstance(problem, Cover):
        problem = compile_cover(provided("read_request")(problem, pieces, rules))
    return choice.choose(problem, one=one)
