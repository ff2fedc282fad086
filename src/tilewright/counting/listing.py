"""Ask the search engine instead: list the tilings where that is quicker, or as a second opinion on a small number."""

from __future__ import annotations

import time
from functools import cached_property
from typing import Literal

from tilewright.counting.resources import Resources
from tilewright.counting.tuning import USUAL, Tuning
from tilewright.cover import Cover
from tilewright.deadline import check_time
from tilewright.errors import LimitError
from tilewright.problem import Problem
from tilewright.progress import Progress, SearchProgress
from tilewright.system import compiling

__all__ = [
    "LISTED",
    "LISTING",
    "Lister",
    "ListingChoice",
    "ListingIsQuicker",
    "disagreement",
    "list_all",
    "other_engine",
    "recount",
]

#: The engines that list tilings.
Lister = Literal["auto", "scan", "dance"]
#: What a checkpoint calls this way of counting.
LISTING = "listing"
#: A node of a search takes as long as so many states, and half as long again for what is foreseen badly.
_NODE = 6.0


class ListingIsQuicker(Exception):
    """The layers are left: it is foreseen that the tilings are listed sooner than counted."""


class ListingChoice:
    """Whether a count that goes layer by layer had better be a listing."""

    def __init__(self, cover: Cover, asked_from: float) -> None:
        self._cover = cover
        self._asked_from = asked_from
        self._before = 1

    @cached_property
    def nodes(self) -> float:
        """About how many nodes a search has; infinity if they are too many to be of use."""
        from tilewright.search import Search

        return Search(self._cover, threads=1).estimated_nodes()

    def look(self, done: int, area: int, states: int) -> None:
        """Look ahead after a layer.

        Notes
        -----
        What is to come is foreseen as a triangle: the number grows once more as it did last, and falls to 1 from there.
        That is too few while it grows quickly, and too many behind the middle, where nothing is asked any more.
        """
        growth = max(1.0, states / self._before)
        self._before = max(states, 1)
        ahead = states * growth * (area - done) / 2
        if 2 * done <= area and ahead >= self._asked_from and self.nodes * _NODE < ahead:
            nodes, total = (float(f"{number:.1g}") for number in (self.nodes, ahead))
            raise ListingIsQuicker(
                f"a search of some {nodes:,.0f} nodes takes less than the {total:,.0f} states that are foreseen"
            )


def other_engine(cover: Cover) -> Lister:
    """Return the name of an engine that is not the one that lists a problem by default."""
    from tilewright.search import choose

    return "scan" if choose(cover)[0] == "dance" else "dance"


def list_all(cover: Cover, resources: Resources, engine: Lister = "auto", why: str = "") -> int:
    """Return the number of tilings, found one after the other."""
    from tilewright.search import Search, SearchTuning

    reporter, saving = resources.reporter, resources.saving
    reporter.begin()

    def tell(so_far: SearchProgress) -> None:
        reporter.tell("tilings", so_far.found, 0, 0, 0, unit="tiling")
        if saving is not None and saving.due(0):
            save()

    def save() -> None:
        if saving is not None:
            kept = listing.pack()
            saving.save(LISTING, listing.fingerprint(), {**kept.values, "why": why}, kept.arrays)

    pace = SearchTuning(report_every=resources.tuning.report_every, largest_budget=resources.tuning.budget)
    listing = Search(cover, threads=resources.threads, engine=engine, progress=tell, tuning=pace)
    check_time()
    if saving is not None and saving.way == LISTING:
        earlier = saving.take(listing.fingerprint())
        assert earlier is not None
        with saving.naming():
            listing.unpack(earlier)
    try:
        found = listing.count()
        check_time()
    except (KeyboardInterrupt, LimitError):
        # What was found is kept for a run with more time.
        save()
        raise
    if not listing.complete:
        raise AssertionError(f"a listing ended early, by {listing.stopped_by}; please report this")
    return found


#: What is said of a number that was found by listing, too.
LISTED = "by listing: the search engine finds the same number"


def recount(
    problem: Problem, value: int, *, modulus: int = 0, unique: bool = False, tuning: Tuning = USUAL
) -> int | None:
    """Return the number of tilings by listing them; None if they are many or it takes long."""
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
