"""Count by listing: where the states of a layer are more than the nodes of a search."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from tilewright.counting.run.resources import Resources
from tilewright.cover import Cover
from tilewright.deadline import check_time
from tilewright.errors import LimitError
from tilewright.progress import SearchProgress

__all__ = ["LISTING", "Lister", "ListingChoice", "ListingIsQuicker", "list_all", "other_engine"]

#: The engines that list tilings.
Lister = Literal["auto", "scan", "dance"]
#: What a checkpoint calls this way of counting.
LISTING = "listing"
#: A node of a search takes as long as so many states, and half as long again for what is foreseen badly.
_NODE = 6.0


class ListingIsQuicker(Exception):
    """The layers are left: it is foreseen that the tilings are listed sooner than counted."""


class ListingChoice:
    """Whether a count that goes layer by layer had better be a listing.

    Parameters
    ----------
    cover : Cover
    asked_from : float
        States that are foreseen from which on it is asked at all.
    """

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

        Parameters
        ----------
        done, area : int
            Layers so far, and all of them.
        states : int
            Those of the last one.

        Raises
        ------
        ListingIsQuicker

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
    """Return the number of tilings, found one after the other.

    Parameters
    ----------
    resources : Resources
        Its checkpoint keeps how far the search is; it goes on from there if there is one.
    why : str
        Why it is a listing: the checkpoint says so, too.

    Raises
    ------
    TimeLimitError, CheckpointError
    """
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
