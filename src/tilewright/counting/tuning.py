"""Sizes that decide how quickly a count runs; they never change what it finds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tilewright.files import checkpoint

__all__ = ["USUAL", "Tuning"]


@dataclass(frozen=True)
class Tuning:
    """Sizes at which work is split, shared, told about or tried; the usual ones were measured.

    Attributes
    ----------
    first_try : int
        Bytes up to which a state graph is built without an estimate.
    kept_graph : int
        Bytes up to which a state graph is kept for the next count with the same pieces and width.
    shared_graph : int
        State graphs that are estimated to take fewer bytes are built by one thread: two took up to 1.4 times as long.
    room : int
        Places of a segment of a growing graph to begin with, a power of 2.
    spread_alone, spread_shared : int
        Successors that are spread before they are entered, by one thread alone and side by side.
    budget : int
        Successors after which a growing graph says where it is; nodes after which a listing does.
    deal_alone, deal_shared : int
        States whose successors are dealt at once, by one thread alone and by each of several: up to 2^16.
    branches : int
        Successors of each of them that there is room for, at least.
    shared_profile, shared_components, shared_weighted : int
        Layers with fewer states are dealt by one thread: waking another one takes as long as some ten thousand.
    shared_counts : int
        Layers of a graph with fewer words of counts are pulled by one thread.
    rows_at_once : int
        Edges times words times rows up to which all rows are pulled in one call.
    primes_at_once : int
        Primes that a weighted sum takes in one pass, at most.
    polynomial_terms : int
        Coefficients of the polynomials by piece up to which they are pulled along the rows of a state graph.
    limb_bits : int
        Bits of a limb of a layer's counts: sums of two, and the carry, are far from the end of a word.
    name_bits : int
        Bits that say by which move a state came, beside its number among those dealt at once.
    report_every : float
        Seconds between two reports of progress.
    quick : float
        Seconds: of a state graph that is estimated to take less, nothing else is estimated.
    boards_share : float
        Terms of a strip are counted as boards of their own if that is estimated to take less than this share of the time
        that the state graph takes.
    check_seconds : float
        Boards that are counted along the other lines for a check are estimated to take so many seconds in all, at most.
    foreseen_states : float
        Where more states are foreseen layer by layer, it is asked whether listing the tilings is quicker.
    listed : int
        Numbers below this are checked by listing the tilings; 0 for never.
    listing_seconds : float
        If that takes no longer.
    write : callable
        What writes a checkpoint: `tilewright.files.checkpoint.save`, or what takes the same.
    """

    first_try: int = 1 << 26
    kept_graph: int = 1 << 25
    shared_graph: int = 1 << 30
    room: int = 1 << 13
    spread_alone: int = 1 << 12
    spread_shared: int = 1 << 16
    budget: int = 1 << 21
    deal_alone: int = 1 << 14
    deal_shared: int = 1 << 16
    branches: int = 4
    shared_profile: int = 200_000
    shared_components: int = 30_000
    shared_weighted: int = 100_000
    shared_counts: int = 150_000
    rows_at_once: int = 20_000_000
    primes_at_once: int = 12
    polynomial_terms: int = 2000
    limb_bits: int = 60
    name_bits: int = 15
    report_every: float = 0.1
    quick: float = 1.0
    boards_share: float = 1.0
    check_seconds: float = 10.0
    foreseen_states: float = 1 << 25
    listed: int = 1_000_001
    listing_seconds: float = 10.0
    write: Callable[..., None] = checkpoint.save


#: What every count goes by unless told otherwise.
USUAL = Tuning()
