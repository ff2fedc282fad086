"""Ways: in how many ways a problem can be finished, within a budget."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.problem import Problem
from tilewright.tiling import Tiling

__all__ = ["Ways", "first_tilings", "ways"]


@dataclass(frozen=True, slots=True)
class Ways:
    """How many ways are left.

    Parameters
    ----------
    count : int
        As many were found.
    exact : bool
        Whether that is all of them. If not, there are at least `count`; ``0`` then says nothing.
    """

    count: int
    exact: bool

    @property
    def text(self) -> str:
        """For a person: ``7 ways left``, ``at least 1000 ways left``, ``not known yet``."""
        if not self.exact and self.count == 0:
            return "not known in this time"
        number = f"{self.count:,}" if self.exact else f"at least {self.count:,}"
        return f"{number} {'way' if self.count == 1 else 'ways'} left"


@dataclass(frozen=True, slots=True)
class Found:
    """Some tilings of a problem, and whether they are all."""

    tilings: tuple[Tiling, ...]
    complete: bool


def first_tilings(problem: Problem, limit: int, seconds: float) -> Found:
    """Return the first tilings of a problem, at most `limit`, within a time."""
    from tilewright.search import Search

    search = Search(problem, limit=limit, timeout=seconds, threads=1)
    found = tuple(search)
    return Found(found, search.complete)


def ways(problem: Problem, seconds: float = 0.5) -> Ways:
    """Count the ways to finish a problem: all of them if time allows.

    Parameters
    ----------
    problem : Problem
        With what is placed already.
    seconds : float
        Budget of time.
    """
    from tilewright.search import Search

    search = Search(problem, timeout=seconds, threads=1)
    number = search.count()
    return Ways(number, search.complete)
