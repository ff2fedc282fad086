"""Squares: the number for each side, 0 included."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tilewright.counting.answers.orbits import UpToSymmetry, count_up_to_symmetry
from tilewright.counting.answers.totals import Count, count_details
from tilewright.lattices.lattice import Turn
from tilewright.piece import Piece
from tilewright.problem import Problem
from tilewright.progress import StatesProgress

__all__ = ["Square", "count_square"]


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
