"""A second opinion on a small number: listing the tilings, by an engine that shares nothing with this one."""

from __future__ import annotations

from typing import Protocol

from tilewright.problem import Problem

__all__ = ["LISTED", "Lister", "Listing", "recount"]

#: What is said of a number that was found by listing, too.
LISTED = "by listing: the search engine finds the same number"

#: Numbers up to this are checked by listing, if that takes no longer than so many seconds.
FEW = 1_000_000
SECONDS = 10.0


class Listing(Protocol):
    """A search for all tilings, such as `tilewright.search.Search`."""

    @property
    def complete(self) -> bool:
        """Whether all tilings have been found."""
        ...

    def count(self) -> int:
        """Find the tilings, and return how many there are."""
        ...


class Lister(Protocol):
    """What makes a search; `tilewright.search.Search` is one."""

    def __call__(self, problem: Problem, /, *, unique: bool, limit: int, timeout: float) -> Listing:
        """Return a search that ends at `limit` tilings or after `timeout` seconds."""
        ...


def recount(
    problem: Problem, value: int, lister: Lister, *, modulus: int = 0, unique: bool = False
) -> int | None:
    """Return the number of tilings by listing them; None if they are many or it takes long.

    Parameters
    ----------
    value : int
        The number that was found by counting, modulo `modulus` (0 for the number itself).
    lister : callable
        `tilewright.search.Search`.
    unique : bool
        Whether to list one tiling of each class of images.
    """
    if value > FEW and not modulus:
        return None
    # One more than there should be is enough to know that the two disagree.
    limit = FEW if modulus else value + 1
    listing = lister(problem, unique=unique, limit=limit, timeout=SECONDS)
    found = listing.count()
    if not listing.complete and (modulus or found < limit):
        return None
    return found % modulus if modulus else found
