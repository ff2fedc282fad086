"""How many tilings there are."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from tilewright.board import Board
from tilewright.counting.checking import LISTED, Lister, recount
from tilewright.counting.engine import Count, Engine, checked_count, fits_area, reason
from tilewright.counting.memory import stay_within
from tilewright.counting.progress import Report, Reporter
from tilewright.counting.request import check_limits, checked_problem, checked_whole
from tilewright.counting.saving import INTERVAL, Saving
from tilewright.errors import EngineError
from tilewright.piece import Piece
from tilewright.problem import Problem

__all__ = ["Count", "available_threads", "count", "count_details", "fits_area", "reason"]


def count(
    problem: Problem | Board | str,
    *pieces: Piece | str,
    modulus: int = 0,
    threads: int | None = None,
    max_memory: int | None = None,
    progress: Report | None = None,
    checkpoint: str | Path | None = None,
) -> int:
    """Count the tilings of a problem exactly.

    Parameters
    ----------
    problem : Problem, or Board or str
        A problem, or a board; then the pieces follow.
    modulus : int
        Return the count modulo this number; 0 for the count itself.
    threads : int, optional
        By default as many as there are cores; small problems use one.
    max_memory : int, optional
        Bytes that the engine may take; by default 80 % of what is free.
    progress : callable, optional
        Called with a `Progress` now and then, between two steps. To stop there, raise KeyboardInterrupt: the
        checkpoint is kept.
    checkpoint : path, optional
        A file to keep what was done in, and to go on from; a state graph that grows is kept beside it, in a file with
        ``.states`` behind the name. When the count is finished, the file holds the number.

    Raises
    ------
    EngineError
        If there is no Problem, or a number is out of range or none.
    ProblemError
        If the problem has faults.
    MemoryLimitError
        Before the limit would be passed.
    CheckpointError
        If the checkpoint is damaged, belongs to another problem, or is none.

    Examples
    --------
    >>> count("9x12", "trominoes+")
    20574308184277971

    Notes
    -----
    Dynamic programming over the cells (frontier method, broken profile); see docs/counting.md.
    """
    return count_details(
        problem,
        *pieces,
        modulus=modulus,
        threads=threads,
        max_memory=max_memory,
        progress=progress,
        checkpoint=checkpoint,
    ).value


def count_details(
    problem: Problem | Board | str,
    *pieces: Piece | str,
    modulus: int = 0,
    threads: int | None = None,
    max_memory: int | None = None,
    progress: Report | None = None,
    checkpoint: str | Path | None = None,
    checkpoint_interval: float = INTERVAL,
    scan: str = "auto",
    folded: bool = True,
    method: str = "auto",
    check: bool = False,
    lister: Lister | None = None,
) -> Count:
    """Count the tilings of a problem exactly, and say how.

    Parameters
    ----------
    problem : Problem, or Board or str
        A problem, or a board; then the pieces follow.
    method : {"auto", "placements", "components"}
        What the frontier knows: which cells ahead are taken, or which cells of it are in one part. The second is for
        any number of all polyominoes of some sizes; by default it is used where it is foreseen to be quicker.
    scan : {"auto", "rows", "columns"}
        Along which lines the cells are taken; by default the way with the narrower frontier.
    folded : bool
        Hold mirror images as one state where the problem allows it.
    check : bool
        Count a second time in another way, and say which: by listing the tilings if there is a `lister` and they are
        at most a million, found within some seconds; else along the other lines if that is not much
        wider, else backwards along the same.
    lister : callable, optional
        What lists tilings for `check`: `tilewright.search.Search`.
    checkpoint_interval : float
        Seconds between two checkpoints, at least; more where writing would take more than a small share of the time.

    Others as for `count`.

    Raises
    ------
    EngineError, ProblemError, MemoryLimitError, CheckpointError
        As for `count`.

    Examples
    --------
    >>> from tilewright.search import Search
    >>> found = count_details("6x10", "pentominoes", check=True, lister=Search)
    >>> found.value, found.method, found.checked
    (9356, 'layers', 'by listing: the search engine finds the same number')
    """
    problem = checked_problem(problem, *pieces)
    if scan not in ("auto", "rows", "columns"):
        raise EngineError(f"a scan is 'auto', 'rows' or 'columns', not {scan!r}")
    if method not in ("auto", "placements", "components"):
        raise EngineError(f"a method is 'auto', 'placements' or 'components', not {method!r}")
    modulus = checked_whole(modulus, 0, "a modulus")
    check_limits(threads, max_memory)
    if modulus > 1 << 48:
        # Beyond what residues in machine words can serve: from the number itself.
        whole = count_details(
            problem,
            threads=threads,
            max_memory=max_memory,
            progress=progress,
            checkpoint=checkpoint,
            checkpoint_interval=checkpoint_interval,
            scan=scan,
            folded=folded,
            method=method,
            check=check,
            lister=lister,
        )
        return replace(whole, value=whole.value % modulus, modulus=modulus)
    engine = Engine(
        problem,
        modulus=modulus,
        threads=available_threads() if threads is None else threads,
        max_memory=max_memory,
        reporter=Reporter(progress),
        saving=Saving.of(checkpoint, checkpoint_interval, problem, "number", modulus, scan, folded, method),
    )
    result = engine.run(scan, folded, method)
    stay_within(result.states, result.nbytes, max_memory, f"that is what the scan by {result.scan} takes")
    if not check:
        return result
    again = None if lister is None else recount(problem, result.value, lister, modulus=modulus)
    if again is not None:
        return checked_count(result, again, LISTED)
    return engine.check(result, folded)


def available_threads() -> int:
    """Return how many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
