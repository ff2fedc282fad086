"""Count by listing the tilings with a search engine, if this is faster, or as a second opinion on a
small number.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.resources import Resources
from tilewright.counting.tuning import USUAL, Tuning
from tilewright.errors import MemoryLimitError
from tilewright.model.cover import Cover, Unique
from tilewright.model.problem import Problem
from tilewright.system.values.arguments import counted
from tilewright.system.work.deadline import check_time
from tilewright.system.work.progress import Progress, SearchProgress

if TYPE_CHECKING:
    from tilewright.solving.search import Search

#: The engines that list tilings.
Lister = Literal["auto", "scan", "dance"]
#: What a state of a layer costs, in nanoseconds, if it fits into a word. With each further word, it
#: costs three times as much more (measured: 50 to 80, 120 to 330).
_STATE = 60.0
#: What a tiling costs whose placements are used, compared with such a state.
_TALLY = 15.0
#: The search gets at least this share of the work of the layers, to find out how large it is, at
#: most as much, and in between this share of the expected states. It gets nothing if it is expected
#: to take this many times as long as the remaining layers.
_LEAST, _SHARE, _HOPELESS = 0.08, 0.05, 3.0
#: A search that is chosen may cost this many times as much as the layers before it, or more if this
#: share of the expected states allows it, up to this many times.
_PROMISED, _PART, _MOST = 32.0, 0.25, 64.0
#: A search that is expected to take at most this share of the expected states is always chosen, if
#: it costs at most this many times as much as the layers before it. The states may be overestimated
#: by far, before layers show how fast they grow. A longer search would take too long before layers
#: that do not fit into memory are refused.
_SURE, _BEARABLE = 1e-8, 1000.0
#: Each time that a search took longer than expected, what is expected of it counts this many times.
_DOUBT = 3.0
#: The share of the board after which layers are largest, if the number of copies of each bounded
#: piece is fixed, and if it varies; and where the two are compared for the last time.
_MIDDLE, _LATE, _LAST = 0.52, 0.75, 0.6
#: If layers still grow then, the share of the remaining board after which they are largest.
_SOON = 0.1
#: The two are compared each time the work of the layers has grown by this factor, if this many
#: times the work before the first comparison is left.
_AGAIN, _WORTH = 1.5, 5
#: Most nodes of a search that is tried before anything else, and of a step of a search.
_TRIED, _STEP = 1 << 15, 1 << 18
#: Rules with fewer sums are quickly prepared for layers.
_SUMS = 200


class ListingFinished(Exception):
    """The search listed all tilings before the layers were counted."""

    def __init__(self, found: int, why: str) -> None:
        super().__init__(why)
        self.found = found


class NoTilingProven(Exception):
    """A proof shows that there is no tiling, so the remaining layers are not needed."""


class ListingRace:
    """A search for all tilings, which competes with a count layer by layer.

    Work is measured in states. A search that is expected to take less work than the remaining
    layers continues for at most as long as expected, then the two are compared again. The expected
    nodes follow from the share of the tree that is done (Knuth, "Estimating the efficiency of
    backtrack programs", 1975). `most` is the largest expected number of states. `tally` gets the
    placements of the tilings, with `unique` those of one tiling of each class up to symmetry.
    """

    def __init__(
        self,
        cover: Cover,
        resources: Resources,
        most: float = math.inf,
        tally: Callable[[NDArray[np.int32]], None] | None = None,
        unique: bool = False,
        words: int = 1,
    ) -> None:
        self._cover, self._resources, self._most, self._tally = cover, resources, most, tally
        self._unique, self._state = unique, 3 * words - 2
        self._sizes, self._work, self._compared = [1], 0.0, 0.0
        varies = (cover.least < cover.most) & (cover.most < cover.area)
        self._middle = _LATE if varies.any() else _MIDDLE
        # If states do not record copies, there are few of them, and usually many tilings.
        self._first = resources.tuning.first_look * (1 if most == math.inf else 10)
        self._next = self._first
        self._budget, self._chosen, self._ahead = 0.0, False, math.inf
        # How often a search was chosen, but took longer than expected.
        self._broken = 0

    @cached_property
    def _search(self) -> Search:
        from tilewright.solving.search import Search, SearchTuning

        even = SearchTuning(
            first_budget=1 << 12,
            largest_budget=_STEP,
            report_every=0.0,
            estimate_every=0.0,
            patience=math.inf,
        )
        threads = self._resources.threads
        return Search(
            self._cover, threads=threads, unique=self._unique, progress=self._watch, tuning=even
        )

    @cached_property
    def reasons(self) -> list[str]:
        """The reasons why there is no tiling, as for a search; empty if no reason is found."""
        from tilewright.solving.proofs import Reasons

        reasons = Reasons(self._cover.problem, lambda: self._cover)
        reasons.weigh()
        return reasons.sentences

    def _watch(self, at: SearchProgress) -> None:
        if self._cost(at) > self._budget:
            self._search.stop()
        if self._chosen:
            self._tell(at)

    def _tell(self, at: SearchProgress) -> None:
        self._resources.reporter.tell("tilings", at.found, 0, 0, 0, unit="tiling")

    def _cost(self, at: SearchProgress) -> float:
        tally = 0.0 if self._tally is None else at.found * _TALLY
        return at.worked * self._search.node_time / _STATE + tally

    def _left(self) -> tuple[float, float]:
        """Return the work of the search so far, and the expected work that is left."""
        at = self._search.snapshot()
        done = self._cost(at)
        return done, done * (1.0 - at.share) / max(at.share, 1e-30)

    def _prove(self) -> None:
        """Raise `NoTilingProven` if there is a proof, which may take a second. It is looked for
        only if much work is expected, and no tiling was found.
        """
        at, foreseen = self._search.snapshot(), self._resources.tuning.foreseen_states
        spent = 16 * (self._work + self._cost(at))
        if not at.found and min(spent, self._ahead) > foreseen and self.reasons:
            raise NoTilingProven("; ".join(self.reasons))

    def _run(self, more: float) -> None:
        """Search for some more work; raise `ListingFinished` at the end."""
        done, left = self._left()
        self._budget = done + more
        try:
            if self._tally is None:
                self._search.count()
            else:
                for rows in self._search.batches():
                    self._tally(rows)
        except MemoryLimitError:
            # The tilings do not fit into memory, but the layers may.
            self._next = math.inf
            return
        check_time()
        if self._search.complete:
            if self._search.engine == "none":
                raise NoTilingProven("; ".join(self._search.reasons))
            at, ahead = self._search.snapshot(), self._ahead / self._state
            self._tell(at)
            nodes = at.worked * (done + left) / max(self._cost(at), 1.0)
            foreseen = f"about {nodes:.2g} nodes or " if left else ""
            why = (
                f"a search ended after {counted(at.worked, 'node')}; {foreseen}about {ahead:.2g} "
                "more states of layers were expected"
            )
            self._resources.explain(lambda: why)
            raise ListingFinished(at.found, why)

    def _explain(self) -> str:
        """Return what was expected when the layers and the search were compared."""
        searched = ""
        if "_search" in self.__dict__:
            at = self._search.snapshot()
            searched = (
                f"; a search of {counted(at.worked, 'node')} finished {at.share:.1%} of its tree"
            )
        return (
            f"after {self._compared / self._state:,.0f} states, about "
            f"{self._ahead / self._state:.2g} more were expected{searched}"
        )

    def look(self, done: int, area: int, states: int) -> None:
        """Look ahead after a layer; raise `ListingFinished` or `NoTilingProven` if there is an
        answer.
        """
        # Further counts modulo other primes continue as the first one ended.
        first = len(self._sizes)
        if done < first:
            return
        # The layers before a checkpoint are unknown.
        self._sizes += [round(states ** (layer / done)) for layer in range(first, done)]
        self._sizes.append(states)
        self._work += states * self._state
        if done == area and self._compared:
            self._resources.explain(self._explain)
        if done > _LAST * area or self._work < self._next:
            return
        self._next = _AGAIN * self._work
        ahead = min(expected_states(self._sizes, area, self._middle), self._most)
        self._ahead = self._state * ahead
        self._compared = self._work
        reporter = self._resources.reporter
        if self._ahead < _WORTH * self._first:
            return
        self._prove()
        spent, left = self._left()
        if spent == 0.0 or left < _HOPELESS * self._ahead:
            trial = min(max(_LEAST * self._work, _SHARE * self._ahead), self._work)
            self._run(max(trial - spent, 0.0))
        limit = min(max(_PROMISED * self._work, _PART * self._ahead), _MOST * self._work)
        limit = min(limit, self._ahead)
        spent, left = self._left()
        if left < min(_SURE * self._ahead, _BEARABLE * self._work):
            limit = max(limit, 2 * left)
        # What it costs is about as much as the layers at most.
        most = spent + 1.25 * limit
        doubt = _DOUBT**self._broken
        while doubt * left < limit and spent + left < most and self._next < math.inf:
            if not self._chosen:
                self._chosen = True
                reporter.begin()
            self._run(left)
            self._prove()
            spent, left = self._left()
        if self._chosen:
            self._chosen = False
            self._broken += 1
            reporter.begin(done)


class CopiesTally:
    """The number of tilings by the copies of each piece and by the empty cells, for the tilings
    that a search lists.
    """

    def __init__(self, cover: Cover) -> None:
        self._cover = cover
        self._sizes = np.array([len(piece.polyomino) for piece in cover.problem.pieces])
        self.counts: Counter[tuple[int, ...]] = Counter()

    def take(self, rows: NDArray[np.int32]) -> None:
        """Add tilings, given as rows of placement numbers."""
        kinds = len(self._sizes)
        # No placement (-1) is the last kind.
        piece = np.append(self._cover.placement_piece, kinds)[rows].astype(np.int64)
        piece += np.arange(len(rows))[:, None] * (kinds + 1)
        copies = np.bincount(piece.ravel(), minlength=len(rows) * (kinds + 1))
        copies = copies.reshape(len(rows), kinds + 1)
        copies[:, -1] = self._cover.area - copies[:, :-1] @ self._sizes
        for key, number in zip(*np.unique(copies, axis=0, return_counts=True), strict=True):
            self.counts[tuple(key.tolist())] += int(number)


def expected_states(sizes: Sequence[int], area: int, largest: float = _MIDDLE) -> float:
    """Return the expected number of states of all remaining layers, given the sizes of the layers
    so far. `largest` is the share of the board after which layers are expected to be largest.

    The logarithm is expected to be a parabola up to the largest layer, which continues the growth
    of the second half of the layers so far. After that, it is another parabola down to 0.
    """
    done = len(sizes) - 1
    half, last = done // 2, math.log(max(sizes[done], 1))
    growth = max(0.0, (last - math.log(max(sizes[half], 1))) / (done - half))
    middle = max(done + _SOON * (area - done), largest * area)
    rise = min(growth * (middle - done) / 2, 60.0)
    layers = np.arange(done + 1, area + 1)
    before = layers <= middle
    fall = np.where(before, rise, last + rise)
    distance = (layers - middle) / np.where(before, middle - done, area - middle)
    return float(np.exp(last + rise - fall * distance**2).sum())


def short_listing(cover: Cover) -> int | None:
    """Return the number of nodes of a search for all tilings, or None if there are too many or no
    search is tried.

    A search is tried if pieces show numbers, or if rules demand many sums, because most branches
    then end early, and the layers take long to prepare.
    """
    sums = 0 if cover.sums is None else len(cover.sums.least)
    if not cover.problem.reads_marks and sums < _SUMS:
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
