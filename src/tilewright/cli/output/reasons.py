"""Say that there is no tiling, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.proof import Reasons

if TYPE_CHECKING:
    from tilewright.problem import Problem
    from tilewright.proof import Weighting

__all__ = ["none_words", "say_none"]

#: Tables of numbers are printed up to so many characters in a line.
_LINE = 100


def none_words(reasons: Sequence[str], proof: Weighting | None = None) -> list[str]:
    """Return the lines that say it; numbers in cells that do not repeat are shown, if they fit on a line."""
    lines = [f"There is no tiling{': ' + '; '.join(reasons) if reasons else '.'}"]
    if proof is not None and proof.pattern is None:
        table = proof.table().splitlines()
        if len(table[0]) <= _LINE:
            lines += table
    return lines


def say_none(problem: Problem, *, quiet: bool = False) -> None:
    """Print that a problem has no tiling, which is known already, with the reason, if there is one that is seen."""
    reasons = Reasons(problem)
    reasons.weigh()
    print("\n".join(none_words(reasons.listed, None if quiet else reasons.weighting)))
