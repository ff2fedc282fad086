"""Sizes that decide how fast a count runs; they never change its result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tilewright.system.files import checkpoint


@dataclass(frozen=True)
class Tuning:
    """Sizes at which work is divided, shared, reported or tried; the defaults were measured."""

    #: State graphs up to this many bytes are built without an estimate.
    first_try: int = 1 << 26
    #: State graphs up to this many bytes are kept for the next count with the same pieces and
    #: width.
    kept_graph: int = 1 << 25
    #: Smaller graphs (estimated bytes) are built by one thread: two took up to 1.4 times as long.
    shared_graph: int = 1 << 30
    #: Initial places of a segment of a growing graph, a power of 2.
    room: int = 1 << 13
    #: Successors spread before they are entered, by one thread and by several.
    spread_alone: int = 1 << 12
    spread_shared: int = 1 << 16
    #: Successors of a growing graph, or nodes of a listing, between two reports.
    budget: int = 1 << 21
    #: States expanded at once, by one thread and by each of several: up to 2^16.
    deal_alone: int = 1 << 14
    deal_shared: int = 1 << 16
    #: Room for at least this many successors of each of them.
    branches: int = 4
    #: Layers with fewer states are expanded by one thread: waking another takes as long as some ten
    #: thousand.
    shared_profile: int = 200_000
    shared_components: int = 30_000
    shared_weighted: int = 100_000
    #: Layers of a graph with fewer words of counts are pulled by one thread.
    shared_counts: int = 150_000
    #: Edges times words times rows up to which all rows are pulled in one call.
    rows_at_once: int = 20_000_000
    #: The largest number of primes in one pass of a weighted sum.
    primes_at_once: int = 12
    #: Polynomials by piece with up to this many coefficients are pulled along the rows of a state
    #: graph.
    polynomial_terms: int = 2000
    #: Bits of a limb of a layer's counts: sums of two and the carry fit in a word.
    limb_bits: int = 60
    #: Bits for the move that led to a state, beside its number in a batch.
    name_bits: int = 15
    #: Seconds between two reports of progress.
    report_every: float = 0.1
    #: If a state graph is estimated to take fewer seconds, nothing else is estimated.
    quick: float = 1.0
    #: Terms of a strip are counted as single boards if that takes less than this share of the state
    #: graph's time.
    boards_share: float = 1.0
    #: The largest estimated time in seconds of a check along the other lines.
    check_seconds: float = 10.0
    #: After this many states of layers, listing the tilings is considered.
    first_look: float = 100_000.0
    #: With more expected states, a proof that there is no tiling is looked for.
    foreseen_states: float = 1 << 25
    #: Smaller numbers are checked by listing the tilings (0: never), if that takes no longer than
    #: `listing_seconds`.
    listing_limit: int = 1_000_001
    listing_seconds: float = 10.0
    #: What writes a checkpoint.
    write: Callable[..., None] = checkpoint.save


#: The defaults.
USUAL = Tuning()
