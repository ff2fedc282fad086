"""The number of tilings of a problem, and of squares of any side."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, get_args

from tilewright.counting.answers.plans import Count, Job, MethodChoice, choose_plan, verify_count
from tilewright.counting.checkpoint import INTERVAL
from tilewright.counting.frontier.scans import Lines
from tilewright.counting.resources import Resources, check_at_least
from tilewright.counting.tuning import Tuning
from tilewright.errors import EngineError
from tilewright.model.board import Board
from tilewright.model.cover import Unique, check_unique
from tilewright.model.piece import PieceLike
from tilewright.model.problem import Problem
from tilewright.model.requests import takes_request
from tilewright.model.space.lattice import Turn
from tilewright.system.values.arguments import check_choice
from tilewright.system.work.limits import ThreadLimits, limited, passed_on

if TYPE_CHECKING:
    from tilewright.counting.answers.by_piece import EqualPieces
    from tilewright.counting.answers.orbits import UpToSymmetry

#: Moduli up to this are counted with residues in machine words.
_LARGEST = 1 << 48
_LINES, _METHODS = get_args(Lines), get_args(MethodChoice)


@limited
@takes_request
def count(
    problem: Problem,
    *,
    unique: Unique = False,
    mod: int = 0,
    distinct_pieces: bool = False,
    check: bool = False,
    checkpoint: str | Path | None = None,
    **limits: Unpack[ThreadLimits],
) -> int:
    """Count the tilings of a problem exactly.

    Parameters
    ----------
    problem : Problem, Puzzle, Board, str or path
        A problem in any form that `tilewright.read` accepts: a board followed by pieces, a string,
        a puzzle or a file.
    unique : bool or "rotations"
        Count two tilings as one if a symmetry of the problem maps one to the other. With
        ``"rotations"``, mirror images count as different tilings.
    mod : int
        The modulus of the count, or 0 for the exact count.
    distinct_pieces : bool
        Treat equal pieces that are listed several times (``"L3", "L3"``, or in a file) as different
        pieces, so that swapping two of them gives a different tiling. Copies requested by a number
        (``"L3=2"``) remain identical.
    check : bool
        Verify the result with a second counting method (see `count_details`).
    checkpoint : path, optional
        Save progress to this file, and resume from it if it exists. An unfinished state graph is
        saved in a second file, whose name ends in ``.states``. When the count is finished, the file
        contains the result.
    timeout, max_memory, progress, threads
        See `tilewright.system.work.limits`.

    Raises
    ------
    EngineError
        If the request does not describe a problem, if a number is invalid or out of range, or if
        `distinct_pieces` is combined with `unique` or with a placed piece that equals other pieces.
    TimeLimitError
        If the time limit is reached.
    ProblemError
        If the problem is invalid.
    MemoryLimitError
        If the count would exceed the memory limit.
    CheckpointError
        If the file is damaged, belongs to another problem, or is not a checkpoint.

    See Also
    --------
    count_details : also returns the states, the memory, and the method.
    count_up_to_symmetry : also returns how many tilings each symmetry fixes.

    Examples
    --------
    >>> count("9x12", "trominoes+")
    20574308184277971
    >>> count("6x10", "pentominoes", unique=True)
    2339
    >>> count("4x4", "tetrominoes+", unique=True), count("4x4", "tetrominoes+", unique="rotations")
    (22, 37)
    >>> count("2x3", "L3", "L3"), count("2x3", "L3", "L3", distinct_pieces=True)
    (2, 4)

    Notes
    -----
    The method is dynamic programming over the cells (the frontier, or broken-profile, method); see
    docs/explanation/counting.md.
    """
    if check_unique(unique):
        if distinct_pieces:
            raise EngineError("`distinct_pieces` cannot be combined with `unique`")
        mod = check_at_least(mod, 0, "`mod`")
        from tilewright.counting.answers.orbits import count_up_to_symmetry

        value = count_up_to_symmetry(
            problem,
            unique=unique,
            check=check,
            checkpoint=checkpoint,
            **passed_on(),
        ).value
        return value % mod if mod else value
    return count_details(
        problem,
        mod=mod,
        distinct_pieces=distinct_pieces,
        check=check,
        checkpoint=checkpoint,
        **passed_on(),
    ).value


@limited
@takes_request
def count_details(
    problem: Problem,
    *,
    mod: int = 0,
    distinct_pieces: bool = False,
    checkpoint: str | Path | None = None,
    checkpoint_interval: float = INTERVAL,
    direction: Lines = "auto",
    folded: bool = True,
    method: MethodChoice = "auto",
    check: bool = False,
    tuning: Tuning | None = None,
    **limits: Unpack[ThreadLimits],
) -> Count:
    """Count the tilings of a problem exactly, and return the number and the method used.

    Parameters not listed here are the same as for `count`.

    Parameters
    ----------
    problem : Problem, Puzzle, Board, str or path
        A problem in any form that `tilewright.read` accepts: a board followed by pieces, a string,
        a puzzle or a file.
    method : {"auto", "placements", "components"}
        The information stored in a state of the frontier: which of the next cells are covered, or
        which cells of the frontier are connected. For ``"components"``, the pieces must be all the
        polyominoes of one or more sizes, each used any number of times. By default, the method with
        the shorter estimated time is used.
    direction : {"auto", "rows", "columns", "layers", "cells"}
        The lines along which cells are processed (``"layers"`` only for cubes), or ``"cells"`` to
        process them one by one in an order that keeps the frontier of a branching board narrow. By
        default, the direction with the narrowest frontier is used.
    folded : bool
        Merge states that are mirror images of each other, if the problem allows it.
    check : bool
        Verify the number with a second count. If there are at most a million tilings and a search
        can list them within seconds, the search verifies the number. If a search would take too
        long, the number is verified by another method, such as counting in the other direction.
    checkpoint_interval : float
        The minimum time between two checkpoints, in seconds. The interval grows if writing
        checkpoints takes too large a share of the time.
    tuning : Tuning, optional
        Internal settings that affect only the speed; meant for tests and benchmarks.

    Raises
    ------
    EngineError, ProblemError, TimeLimitError, MemoryLimitError, CheckpointError
        The errors are the same as for `count`.

    Examples
    --------
    >>> found = count_details("6x10", "pentominoes", check=True)
    >>> found.value, found.method, found.checked
    (9356, 'listing', 'listing all tilings with the engine dance gives the same number')
    """
    direction = check_choice(direction, "`direction`", _LINES, error=EngineError)
    method = check_choice(method, "`method`", _METHODS, error=EngineError)
    modulus = check_at_least(mod, 0, "`mod`")
    equal = _equal_pieces(problem) if distinct_pieces else None
    if equal is not None and equal.names:
        if check or direction != "auto" or method != "auto":
            raise EngineError(
                f"{equal.names[0]} is listed several times with a variable number of copies. "
                "Equal pieces can be counted separately only without `check`, `direction` and "
                "`method`"
            )
        return _count_by_copies(
            problem,
            equal,
            modulus,
            checkpoint=checkpoint,
            checkpoint_interval=checkpoint_interval,
            tuning=tuning,
        )
    how = ("number", modulus, direction, folded, method)
    resources = Resources.saved(checkpoint, checkpoint_interval, tuning, problem, *how)
    # Larger moduli do not fit in machine words: reduce the number itself.
    far = modulus if modulus > _LARGEST else 0
    job = Job(problem, 0 if far else modulus, resources)
    result = job.run_step("count", lambda: choose_plan(job, direction, folded, method))
    resources.stay_within(result.states, result.nbytes, f"the board was scanned by {result.scan}")
    if check:
        result = verify_count(job, result, folded)
    if equal is not None:
        value = result.value * equal.times
        modulus = result.modulus
        result = replace(result, value=value % modulus if modulus else value, merged=result.value)
    if not far:
        return result
    merged = None if result.merged is None else result.merged % far
    return replace(result, value=result.value % far, modulus=far, merged=merged)


def _equal_pieces(problem: Problem) -> EqualPieces:
    from tilewright.counting.answers.by_piece import EqualPieces

    return EqualPieces(problem)


def _count_by_copies(problem: Problem, equal: EqualPieces, modulus: int, **options: Any) -> Count:
    """Count with equal pieces distinguished, if their numbers of copies vary."""
    from tilewright.counting.answers.by_piece import count_by_piece

    began = time.perf_counter()
    by_piece = count_by_piece(problem, names=equal.names, **options)
    value, merged = equal.total(by_piece.counts), by_piece.total
    return Count(
        value=value % modulus if modulus else value,
        method="by piece",
        scan="auto",
        seconds=time.perf_counter() - began,
        modulus=modulus,
        why="the number of copies of equal pieces varies",
        merged=merged % modulus if modulus else merged,
    )


@dataclass(frozen=True)
class Square:
    """The number of tilings of a square, the method (as in `Count`), and how it was verified."""

    side: int
    value: int
    method: str = ""
    checked: str = ""

    def __str__(self) -> str:
        return f"{self.side}x{self.side}: {self.value} tilings"


@limited
def count_square(
    side: int,
    *pieces: PieceLike,
    turn: Turn | None = None,
    on: str = "",
    empty: bool = False,
    unique: Unique = False,
    mod: int = 0,
    direction: Lines = "auto",
    check: bool = False,
    **limits: Unpack[ThreadLimits],
) -> Square:
    """Count the tilings of a square.

    Parameters
    ----------
    side : int
        0 or more. The empty board has one tiling without tiles if no piece must be used.
    *pieces, turn
        As for `tilewright.Problem`.
    on : str
        The prefix for the lattice and surface: ``hex:``, ``torus:``.
    empty : bool
        Whether any number of cells may stay empty.
    unique : bool or "rotations"
        Whether to count up to the symmetries of the problem, or up to its rotations.
    mod : int
        Count modulo this number, or return the number itself if it is 0.
    threads, max_memory, progress, direction, check
        As for `tilewright.counting.count_details`.

    Raises
    ------
    RequestError
        If the problem is invalid.
    """
    board = Board.parse(f"{on}{max(side, 1)}x{max(side, 1)}")
    problem = Problem(board, *pieces, turn=turn, empty=board.area if empty and side else 0)
    if not side:
        problem.check()
        value = int(all(piece.least == 0 for piece in problem.pieces))
        return Square(side, value % (mod or 2))
    result: UpToSymmetry | Count
    if unique:
        from tilewright.counting.answers.orbits import count_up_to_symmetry

        result = count_up_to_symmetry(problem, unique=unique, check=check)
    else:
        result = count_details(problem, mod=mod, direction=direction, check=check)
    return Square(side, result.value % (mod or result.value + 1), result.method, result.checked)
