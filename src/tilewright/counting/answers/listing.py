"""Count by listing the tilings with a search engine, if this is faster, or as a second opinion on a
small number.
"""

from __future__ import annotations

import time
from functools import cached_property
from typing import Literal

from tilewright.counting.resources import Resources
from tilewright.counting.tuning import USUAL, Tuning
from tilewright.model.cover import Cover, Unique
from tilewright.model.problem import Problem
from tilewright.system.work.deadline import check_time
from tilewright.system.work.progress import Progress, SearchProgress

#: The engines that list tilings.
Lister = Literal["auto", "scan", "dance"]
#: A node of a search costs as much as this many states, including half as much again for bad
#: estimates.
_NODE = 6.0
#: Most nodes of a search that is tried before anything else.
_TRIED = 1 << 15


class ListingIsQuicker(Exception):
    """Listing is expected to be faster than the rest of the layers."""


class NoTilingProven(Exception):
    """A proof shows that there is no tiling, so the remaining layers are not needed."""


class ListingChoice:
    """Decides during a count layer by layer whether listing is better, or a proof that there is no
    tiling.
    """

    def __init__(self, cover: Cover, asked_from: float) -> None:
        self._cover = cover
        self._asked_from = asked_from
        self._before = 1

    @cached_property
    def nodes(self) -> float:
        """The estimated nodes of a search; infinity if they are too many."""
        from tilewright.solving.search import Search

        return Search(self._cover, threads=1).estimated_nodes()

    @cached_property
    def reasons(self) -> list[str]:
        """The reasons why there is no tiling, as for a search; empty if no reason is found."""
        from tilewright.solving.proofs import Reasons

        reasons = Reasons(self._cover.problem, lambda: self._cover)
        reasons.weigh()
        return reasons.sentences

    def look(self, done: int, area: int, states: int) -> None:
        """Look ahead after a layer; raise `ListingIsQuicker` or `NoTilingProven` if the rest is
        expected to take long.

        The expected states form a triangle: the number grows at the current rate for one more step,
        then falls to 1. This estimate is too low while the number grows fast. It is too high in the
        second half, where no decisions are made.
        """
        growth = max(1.0, states / self._before)
        self._before = max(states, 1)
        ahead = states * growth * (area - done) / 2
        if 2 * done > area or ahead < self._asked_from:
            return
        if self.reasons:
            raise NoTilingProven("; ".join(self.reasons))
        if self.nodes * _NODE < ahead:
            nodes, total = (float(f"{number:.1g}") for number in (self.nodes, ahead))
            raise ListingIsQuicker(
                f"a search with about {nodes:,.0f} nodes is faster than counting with about "
                f"{total:,.0f} states"
            )


def short_listing(cover: Cover) -> int | None:
    """Return the number of nodes of a search for all tilings, or None if there are too many or no
    search is tried.

    A search is tried if pieces show numbers that must add up, because most branches then end
    earlier than estimates predict.
    """
    if not cover.problem.reads_marks:
        return None
    from tilewright.solving.search.enumeration import short_search

    search = short_search(cover, _TRIED)
    search.count()
    return search.snapshot().nodes if search.complete else None


def other_engine(cover: Cover) -> Lister:
    """Return an engine other than the one that lists a problem by default."""
    from tilewright.solving.search import choose

    return "scan" if choose(cover)[0] == "dance" else "dance"


def count_by_listing(cover: Cover, resources: Resources, engine: Lister = "auto") -> int:
    """Return the number of tilings by listing them."""
    from tilewright.solving.search import Search, SearchTuning

    reporter = resources.reporter
    reporter.begin()

    def tell(so_far: SearchProgress) -> None:
        reporter.tell("tilings", so_far.found, 0, 0, 0, unit="tiling")

    pace = SearchTuning(
        report_every=resources.tuning.report_every, largest_budget=resources.tuning.budget
    )
    listing = Search(cover, threads=resources.threads, engine=engine, progress=tell, tuning=pace)
    check_time()
    number = listing.count()
    check_time()
    if not listing.complete:
        raise AssertionError(
            f"the search stopped before it listed all tilings ({listing.stopped_by}); "
            "please report this bug"
        )
    return number


#: How a number was verified by listing.
LISTED = "listing all tilings with a search engine gives the same number"


def recount(
    problem: Problem,
    value: int,
    *,
    modulus: int = 0,
    unique: Unique = False,
    tuning: Tuning = USUAL,
) -> int | None:
    """Return the number of tilings by listing them, or None if there are too many or it takes too
    long.
    """
    if value >= tuning.listing_limit and not modulus:
        return None
    from tilewright.solving.search import Search

    # One tiling too many shows a disagreement.
    limit = tuning.listing_limit if modulus else value + 1
    if not limit:
        return None
    began = time.monotonic()

    def look(_: Progress) -> None:
        if time.monotonic() - began > tuning.listing_seconds:
            listing.stop()

    listing = Search(problem, unique=unique, limit=limit, progress=look)
    number = listing.count()
    if not listing.complete and (modulus or number < limit):
        return None
    return number % modulus if modulus else number


def disagreement(what: str, first: int, second: int | None, method: str) -> AssertionError:
    """Return the error for a second count that gives another number."""
    return AssertionError(
        f"two counts{what} disagree: {first} and {second} ({method}); please report this bug"
    )
