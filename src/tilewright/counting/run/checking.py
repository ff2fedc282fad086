"""A second opinion on a small number: listing the tilings, by an engine that shares nothing with this one."""

from __future__ import annotations

import time

from tilewright.counting.run.tuning import USUAL, Tuning
from tilewright.problem import Problem
from tilewright.progress import Progress
from tilewright.system import compiling

__all__ = ["LISTED", "disagreement", "recount"]

#: What is said of a number that was found by listing, too.
LISTED = "by listing: the search engine finds the same number"


def recount(
    problem: Problem, value: int, *, modulus: int = 0, unique: bool = False, tuning: Tuning = USUAL
) -> int | None:
    """Return the number of tilings by listing them; None if they are many or it takes long.

    Parameters
    ----------
    value : int
        The number that was found by counting, modulo `modulus` (0 for the number itself).
    unique : bool
        Whether to list one tiling of each class of images.
    tuning : Tuning
        What is many, and what is long.
    """
    if value >= tuning.listed and not modulus:
        return None
    # The other engine is asked by its public class, and only here.
    from tilewright.search import Search

    # One more than there should be is enough to know that the two disagree.
    limit = tuning.listed if modulus else value + 1
    if not limit:
        return None
    began = time.monotonic()

    def restart() -> None:
        # What the compiler takes, once on a machine, says nothing about the problem.
        nonlocal began
        began = time.monotonic()

    def look(_: Progress) -> None:
        if time.monotonic() - began > tuning.listing_seconds:
            listing.stop()

    listing = Search(problem, unique=unique, limit=limit, progress=look)
    with compiling.asking(restart):
        found = listing.count()
    if not listing.complete and (modulus or found < limit):
        return None
    return found % modulus if modulus else found


def disagreement(what: str, first: int, second: int | None, how: str) -> AssertionError:
    """Return the error that says that a number is not what a second count finds."""
    return AssertionError(f"two counts{what} disagree: {first} and {second} ({how}); please report this")
