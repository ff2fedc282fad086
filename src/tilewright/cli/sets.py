"""Sets of tilings that the words of a command line describe, or that a file contains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.cli.limits import Limits, Watch
from tilewright.cli.options import Rules, refuse
from tilewright.cli.problems import read_problem

if TYPE_CHECKING:
    from tilewright.counting import TilingSet

#: The ending of the files of sets.
ENDING = ".tw"


def read_set(
    board: str, pieces: Sequence[str], rules: Rules, limits: Limits, watch: Watch
) -> TilingSet:
    """Return the tilings that the words of a command line mean: a file of a set, which rules
    restrict, or all tilings of a problem.
    """
    from tilewright.counting import compile as compile_tilings
    from tilewright.counting import load

    if not board.endswith(ENDING):
        problem = read_problem(board, pieces, rules)
        return compile_tilings(problem, max_memory=limits.memory(), progress=watch)
    refuse(
        (bool(pieces), "a file of a set has its own pieces", pieces[0] if pieces else ""),
        (rules.turn is not None, "a file of a set has its own turns", "--turn"),
        (rules.by_wrap, "is a property of the problem in the file", "--by-wrap"),
    )
    every = load(board, max_memory=limits.memory(), progress=watch)
    return every.where(
        placed=rules.placed,
        copies={} if rules.empty is None else {"empty": rules.empty},
        rules=rules.words(),
    )
