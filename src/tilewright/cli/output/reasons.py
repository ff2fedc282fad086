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


def none_words(
    reasons: Sequence[str], proof: Weighting | None = None, symmetric: str | None = None
) -> list[str]:
    """Return the lines that say it; numbers in cells that do not repeat are shown, if they fit on a line.

    If only symmetric tilings were asked for, and nothing says that there are no others either, these are named.
    """
    which = f" that is symmetric under a {symmetric}" if symmetric and not reasons else ""
    lines = [f"There is no tiling{which}{': ' + '; '.join(reasons) if reasons else '.'}"]
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
