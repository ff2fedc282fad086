"""The number of tilings of a problem, and of squares of any side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, get_args

from tilewright.board import Board
from tilewright.counting.checkpoint import INTERVAL, CountCheckpoint
from tilewright.counting.orbits import UpToSymmetry, count_up_to_symmetry
from tilewright.counting.plans import Asked, Count, Job, checked, choose_plan
from tilewright.counting.request import checked_choice, checked_problem, checked_whole
from tilewright.counting.resources import Report, Resources
from tilewright.counting.scans import Lines
from tilewright.counting.tuning import Tuning
from tilewright.deadline import Deadline
from tilewright.lattices.lattice import Turn
from tilewright.piece import Piece
from tilewright.problem import Problem
from tilewright.progress import StatesProgress

__all__ = ["Count", "Square", "count", "count_details", "count_square"]

#: Moduli up to this are those of residues in machine words.
_LARGEST = 1 << 48
_LINES, _ASKED = get_args(Lines), get_args(Asked)


def count(
    problem: Problem | Board | str,
    *pieces: Piece | str,
    unique: bool = False,
    modulus: int = 0,
    check: bool = False,
    threads: int | None = None,
    max_memory: int | None = None,
    progress: Report | None = None,
    checkpoint: str | Path | None = None,
    timeout: float | None = None,
) -> int:
    """Count the tilings of a problem exactly.

    Parameters
    ----------
    problem : Problem, or Board or str
        A problem, or a board; then the pieces follow.
    unique : bool
        Count tilings that are images of each other under a symmetry of the problem as one.
    modulus : int
        Return the count modulo this number; 0 for the count itself.
    check : bool
        Count a second time in another way, by listing if the number is small: see `count_details`, which says how.
    threads : int, optional
        By default as many as there are cores; small problems use one.
    max_memory : int, optional
        Bytes that the engine may take; by default 80 % of what is free.
    progress : callable, optional
        Called with a `tilewright.progress.StatesProgress` now and then, between two steps. To stop there, raise KeyboardInterrupt: the
        checkpoint is kept.
    checkpoint : path, optional
        A file to keep what was done in, and to go on from; a state graph that grows is kept beside it, in a file with
        ``.states`` behind the name. When the count is finished, the file holds the number.
    timeout : float, optional
        Stop after so many seconds; the checkpoint is kept.

    Raises
    ------
    EngineError
        If there is no Problem, or a number is out of range or none.
    TimeLimitError
        If the time is up.
    ProblemError
        If the problem has faults.
    MemoryLimitError
        Before the limit would be passed.
    CheckpointError
        If the checkpoint is damaged, belongs to another problem, or is none.

    See Also
    --------
    count_details : the same with the states, the memory, and how it was counted.
    count_up_to_symmetry : the same with `unique`, and how many tilings each symmetry leaves as they are.

    Examples
    --------
    >>> count("9x12", "trominoes+")
    20574308184277971
    >>> count("6x10", "pentominoes", unique=True)
    2339

    Notes
    -----
    Dynamic programming over the cells (frontier method, broken profile); see docs/counting.md.
    """
    if unique:
        modulus = checked_whole(modulus, 0, "a modulus")
        value = count_up_to_symmetry(
            problem,
            *pieces,
            check=check,
            threads=threads,
            max_memory=max_memory,
            progress=progress,
            checkpoint=checkpoint,
            timeout=timeout,
        ).value
        return value % modulus if modulus else value
    return count_details(
        problem,
        *pieces,
        modulus=modulus,
        check=check,
        threads=threads,
        max_memory=max_memory,
        progress=progress,
        checkpoint=checkpoint,
        timeout=timeout,
    ).value


def count_details(
    problem: Problem | Board | str,
    *pieces: Piece | str,
    modulus: int = 0,
    threads: int | None = None,
    max_memory: int | None = None,
    progress: Report | None = None,
    checkpoint: str | Path | None = None,
    timeout: float | None = None,
    checkpoint_interval: float = INTERVAL,
    scan: Lines = "auto",
    folded: bool = True,
    method: Asked = "auto",
    check: bool = False,
    tuning: Tuning | None = None,
) -> Count:
    """Count the tilings of a problem exactly, and say how.

    Parameters
    ----------
    problem : Problem, or Board or str
        A problem, or a board; then the pieces follow.
    method : {"auto", "placements", "components"}
        What the frontier knows: which cells ahead are taken, or which cells of it are in one part. The second is for
        any number of all polyominoes of some sizes; by default it is used where it is estimated to be quicker.
    scan : {"auto", "rows", "columns", "layers"}
        Along which lines the cells are taken (``"layers"`` of a board of cubes); by default the way with the narrower
        frontier.
    folded : bool
        Hold mirror images as one state where the problem allows it.
    check : bool
        Count a second time in another way, and say which: by listing the tilings if they are at most a million, found
        within some seconds; else by the second opinion that the way of counting has, such as along the other lines.
    checkpoint_interval : float
        Seconds between two checkpoints, at least; more where writing would take more than a small share of the time.
    tuning : Tuning, optional
        Sizes that decide how quick it is, for tests and measurements.

    Others as for `count`.

    Raises
    ------
    EngineError, ProblemError, TimeLimitError, MemoryLimitError, CheckpointError
        As for `count`.

    Examples
    --------
    >>> found = count_details("6x10", "pentominoes", check=True)
    >>> found.value, found.method, found.checked
    (9356, 'layers', 'by listing: the search engine finds the same number')
    """
    with Deadline(timeout).holds():
        problem = checked_problem(problem, *pieces)
        scan = checked_choice(scan, "a scan", _LINES)
        method = checked_choice(method, "a method", _ASKED)
        modulus = checked_whole(modulus, 0, "a modulus")
        resources = Resources.of(
            threads,
            max_memory,
            progress,
            CountCheckpoint.of(
                checkpoint,
                checkpoint_interval,
                problem,
                "number",
                modulus,
                scan,
                folded,
                method,
                tuning=tuning,
            ),
            tuning,
        )
        # Beyond what residues in machine words can serve: from the number itself.
        far = modulus if modulus > _LARGEST else 0
        job = Job(problem, 0 if far else modulus, resources)
        result = job.step("count", lambda: choose_plan(job, scan, folded, method))
        resources.stay_within(result.states, result.nbytes, f"that is what the scan by {result.scan} takes")
        if check:
            result = checked(job, result, folded)
        return replace(result, value=result.value % far, modulus=far) if far else result


@dataclass(frozen=True)
class Square:
    """The number of tilings of one square.

    Attributes
    ----------
    side : int
    value : int
    method : str
        As in `tilewright.counting.Count`; empty for the square without cells.
    checked : str
        How the number was found a second time; empty if it was not.
    """

    side: int
    value: int
    method: str = ""
    checked: str = ""


def count_square(
    side: int,
    *pieces: Piece | str,
    turn: Turn | None = None,
    on: str = "",
    empty: bool = False,
    unique: bool = False,
    modulus: int = 0,
    threads: int | None = None,
    max_memory: int | None = None,
    progress: Callable[[StatesProgress], object] | None = None,
    scan: Literal["auto", "rows", "columns", "layers"] = "auto",
    check: bool = False,
) -> Square:
    """Count the tilings of the square with a side.

    Parameters
    ----------
    side : int
        0 or more. On no cells at all there is one tiling, without tiles, if no piece has to be there.
    *pieces, turn
        As for `tilewright.Problem`.
    on : str
        Words for lattice and surface that stand before the shape: ``hex:``, ``torus:``.
    empty : bool
        Whether any number of cells may stay empty.
    unique : bool
        Count up to the symmetries of the problem.
    modulus : int
        Count modulo this number; 0 for the number itself.
    threads, max_memory, progress, scan, check
        As for `tilewright.counting.count_details`.

    Raises
    ------
    RequestError
        If the problem has faults.
    """
    shape = max(side, 1)
    problem = Problem(f"{on}{shape}x{shape}", *pieces, turn=turn)
    if empty and side:
        problem = Problem(problem.board, *pieces, turn=turn, empty=problem.board.area)
    if not side:
        problem.check()
        value = int(all(piece.least == 0 for piece in problem.pieces))
        return Square(side, value % (modulus or 2))
    found: UpToSymmetry | Count
    if unique:
        found = count_up_to_symmetry(
            problem, threads=threads, max_memory=max_memory, progress=progress, check=check
        )
    else:
        found = count_details(
            problem,
            modulus=modulus,
            threads=threads,
            max_memory=max_memory,
            progress=progress,
            scan=scan,
            check=check,
        )
    return Square(side, found.value % (modulus or found.value + 1), found.method, found.checked)
