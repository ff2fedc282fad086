"""Weighted sums layer by layer, for any problem: the frontier of cells taken ahead, with residues for counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod

import numpy as np
from numpy.typing import NDArray

from tilewright.counting.layers.profile import BrokenProfile
from tilewright.counting.layers.schedule import count_layers
from tilewright.counting.run.resources import Resources
from tilewright.counting.scan.moves import Moves, Options, options_of
from tilewright.counting.scan.scans import board_scans, mirrors
from tilewright.counting.values.residues import LayerResidues, Residues, in_passes
from tilewright.counting.values.scale import Scale, Weighted, primes_for
from tilewright.counting.ways.choice import cell_images, fits_area, reason, scan_of
from tilewright.cover import Cover

__all__ = ["weigh_by_layers"]


def weigh_by_layers(cover: Cover, weights: Sequence[Fraction], resources: Resources) -> Fraction:
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
    tuning = resources.tuning
    profile = BrokenProfile(moves, tuning.shared_weighted)
    residues, moduli = [], []
    for part, chosen in in_passes(primes, tuning.primes_at_once):
        resources.reporter.part = part
        values = LayerResidues(Residues(chosen), weights, profile.kinds, tuning.name_bits)
        outcome = count_layers(profile, resources, values, why=why)
        resources.stay_within(outcome.states, outcome.nbytes, why)
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
