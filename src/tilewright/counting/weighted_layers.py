"""Weighted sums layer by layer, for any problem: the frontier of cells taken ahead, with residues for counts."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import prod

import numpy as np
from numpy.typing import NDArray

from tilewright import checkpoint as saved
from tilewright.counting.dealing import BATCH, Dealers
from tilewright.counting.engine import cell_images, fits_area, reason, scan_of
from tilewright.counting.layers import Part, Room, count_frontier
from tilewright.counting.memory import allowed_memory, stay_within
from tilewright.counting.moves import Moves, Options, options_of
from tilewright.counting.primes import combine
from tilewright.counting.progress import Reporter
from tilewright.counting.scale import Residues, Scale, Weighted, in_passes, primes_for
from tilewright.counting.scans import board_scans, mirrors
from tilewright.cover import Cover
from tilewright.errors import EngineError
from tilewright.kernels.frontier_deal import deal, deal_wide
from tilewright.kernels.frontier_weighted import gather_weighted, reduce_sums

__all__ = ["weigh_by_layers"]

#: Bits that say by which move a state came, beside its number in a batch.
_NAMED = 31 - BATCH
#: Layers with fewer states are dealt by one thread.
_SHARED = 100_000


def weigh_by_layers(
    cover: Cover,
    weights: Sequence[Fraction],
    *,
    threads: int,
    max_memory: int | None,
    reporter: Reporter,
) -> Fraction:
    """Return the sum over all tilings of the product of the weights of their pieces.

    Parameters
    ----------
    cover : Cover
    weights : sequence of Fraction
        Those of the pieces, and behind them that of a cell that stays empty.

    Raises
    ------
    MemoryLimitError
        Before the limit would be passed.
    """
    whole = options_of(cover)
    heavy = np.array([weight != 0 for weight in weights])
    # What weighs nothing is left out, with all tilings that use it.
    options = _chosen(whole, heavy[whole.kind])
    if not fits_area(options):
        return Fraction(0)
    way, moves = scan_of(cover, options, "auto", _mirrored(cover, options, weights))
    scale = Scale.of(_kinds(moves, weights), options.area)
    primes = primes_for(scale, moves.edges)
    why = reason(options, moves, way.name)
    residues, moduli = [], []
    for part, chosen in in_passes(primes):
        residue = Residues(chosen)
        reporter.part = part
        outcome = count_frontier(
            _Weights(moves, weights, residue),
            allowed=allowed_memory(max_memory),
            threads=threads,
            reporter=reporter,
            why=why,
        )
        stay_within(outcome.states, outcome.nbytes, max_memory, why)
        moduli.append(prod(chosen))
        residues.append(sum(outcome.counts.values()) % moduli[-1])
    return scale.value(residues, moduli)


def _chosen(options: Options, chosen: NDArray[np.bool_]) -> Options:
    """Return some of the options only."""
    sizes = np.diff(options.start)
    return replace(
        options,
        start=np.concatenate([[0], np.cumsum(sizes[chosen])]).astype(np.int64),
        item=options.item[np.repeat(chosen, sizes)],
        kind=options.kind[chosen],
        copies=options.copies[chosen],
        label=options.label[chosen],
    )


def _mirrored(cover: Cover, options: Options, weights: Sequence[Fraction]) -> bool:
    """Whether mirror images weigh the same, in each scan in which the board is its own mirror image."""
    number = {weight: place for place, weight in enumerate(dict.fromkeys(weights))}
    weight = np.array([number[value] for value in weights])[options.kind]
    return all(
        mirrors(_chosen(options, weight == one), cell_images(way))
        for way in board_scans(cover.cells, folded=True)
        for one in number.values()
    )


def _kinds(moves: Moves, weights: Sequence[Fraction]) -> list[Weighted]:
    """Return the kinds that have moves."""
    options = moves.options
    layer = np.repeat(np.arange(moves.area), np.diff(moves.start))
    used = options.kind[moves.option]
    sizes = np.diff(options.start)[moves.option]
    kinds = []
    for kind in sorted(set(used.tolist())):
        mine = used == kind
        size = int(sizes[mine][0])
        kinds.append(
            Weighted(
                weights[kind],
                size,
                int(np.bincount(layer[mine]).max()),
                int(options.least[kind]),
                min(int(options.most[kind]), options.area // size),
            )
        )
    return kinds


class _Weights:
    """A `tilewright.counting.layers.Frontier` whose counts are weighted sums modulo a few primes."""

    def __init__(self, moves: Moves, weights: Sequence[Fraction], residues: Residues) -> None:
        self.moves, self.residues = moves, residues
        self.area = moves.area
        self.first = moves.first
        self.shared = _SHARED
        self._prime = residues.prime
        self._one, self._weights = residues.of([Fraction(1)]), residues.of(weights)
        self._dealers = Dealers(len(moves.first), moves.edges)

    def fingerprint(self) -> str:
        """Return what tells this sum from others."""
        moves = self.moves
        return saved.fingerprint(
            moves.table, moves.start, moves.words, moves.first, self._prime, self._weights
        )

    def largest(self, counts: NDArray[np.uint64]) -> int:
        """Return nothing of interest: residues do not grow."""
        return 0

    def full(self, parts: Sequence[Part]) -> bool:
        """Whether another word is needed: never."""
        return False

    def step(self, c: int, parts: list[Part], pool: ThreadPoolExecutor, room: Room) -> tuple[list[Part], int]:
        """Return layer c + 1, in as many parts as `room` has threads, and the bytes held besides layer c."""
        moves, primes = self.moves, len(self.residues.primes)
        table, tree, word = moves.layer(c), moves.tree(c), moves.words[c + 1]
        kinds = moves.options.kind[moves.option[moves.start[c] : moves.start[c + 1]]]
        weight = np.concatenate([self._one, self._weights[kinds]])
        named = len(table).bit_length()
        if named > _NAMED:
            raise EngineError(
                f"{len(table):,} placements begin at one cell; weights are for less than {1 << _NAMED:,}"
            )
        advance = deal if len(self.first) == 1 else deal_wide
        if c == 0:
            # The one way to begin, modulo each of the primes.
            parts = [Part(part.keys, np.repeat(part.counts, primes, axis=1), 0) for part in parts]
        dealing = partial(advance, table, tree, word, named)
        gather = partial(gather_weighted, weight, named)
        following, nbytes = self._dealers.next_layer(dealing, parts, self.largest, pool, room, gather)
        list(pool.map(lambda part: reduce_sums(part.counts, self._prime), following))
        return following, nbytes

    def numbers(self, counts: NDArray[np.uint64]) -> list[int]:
        """Return the sums of some states modulo the product of the primes."""
        return [combine(residues, self.residues.primes) for residues in counts.tolist()]

    def copies(self, key: Sequence[int]) -> tuple[tuple[int, int], ...] | None:
        """Return the copies of the counted kinds of a state after the last layer; None if it is no tiling."""
        return tuple(sorted(self.moves.copies(key).items())) if self.moves.accepts(key) else None
