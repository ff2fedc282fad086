"""Counting against the naive twin: numbers by every way, up to symmetry, by piece, weights, costs,
heat, ranks.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np

from naive_moves import Cell
from naive_problem import Tiling
from tilewright.counting import (
    cheapest,
    count_by_piece,
    count_details,
    count_up_to_symmetry,
    heat,
    placement_counts,
    tiling_set,
)
from tilewright.counting.answers.weights import weighted_count
from tilewright.counting.tuning import Tuning
from tilewright.errors import EngineError, NoTilingError
from trial import Trial, tiles


def check_counts(trial: Trial) -> None:
    """The number of tilings by every way of counting."""
    rng = trial.rng("counts")
    wanted = len(trial.twin.tilings)
    for scan in ("auto", "rows", "columns", "layers"):
        for folded in (True, False):
            threads = rng.choice([1, 2])
            try:
                answer = count_details(
                    trial.problem, direction=scan, folded=folded, threads=threads
                )
            except EngineError as error:
                # Not every board has lines in every direction.
                if scan == "auto" or f"cannot be scanned by {scan}" not in str(error):
                    raise
                continue
            trial.same(wanted, answer.value, "count", call=f"{scan=}, {folded=}, {threads=}")
    with contextlib.suppress(EngineError):
        answer = count_details(trial.problem, method="components", folded=rng.random() < 0.5)
        trial.same(wanted, answer.value, "count", call="method='components'")
    modulus = rng.choice([1, 2, 3, 10, 97, 1 << 31, (1 << 48) + 7, rng.randrange(1, 1 << 60)])
    answer = count_details(trial.problem, mod=modulus)
    trial.same(wanted % modulus, answer.value, "count", "--mod", str(modulus))


def check_second_counts(trial: Trial) -> None:
    """Counting a second time in another way finds the same, and says so."""
    for most_listed in (0, 1_000):
        answer = count_details(trial.problem, check=True, tuning=Tuning(listing_limit=most_listed))
        trial.same(
            len(trial.twin.tilings), answer.value, "count", "--check", call=f"{most_listed=}"
        )
        trial.same(True, bool(answer.checked), "count", "--check", call=f"{most_listed=}, checked")


def check_unique_counts(trial: Trial) -> None:
    """The number of classes by Burnside's lemma."""
    rng = trial.rng("unique")
    answer = count_up_to_symmetry(trial.problem, threads=rng.choice([1, 2]))
    trial.same(trial.twin.class_count, answer.value, "count", "--unique")
    fixed = Counter(
        sum(frozenset(image[t] for t in tiling) == tiling for tiling in trial.twin.tilings)
        for image in trial.twin.symmetries
    )
    trial.same(
        fixed, Counter(answer.fixed.values()), "count", "--unique", call="fixed by each symmetry"
    )
    again = count_up_to_symmetry(
        trial.problem, check=True, tuning=Tuning(listing_limit=rng.choice([0, 1_000]))
    )
    trial.same(trial.twin.class_count, again.value, "count", "--unique", "--check")


def check_by_piece(trial: Trial) -> None:
    """The numbers by how many copies of each piece, and the sums of weights at a random point."""
    rng = trial.rng("by piece")
    twin = trial.twin
    answer = count_by_piece(trial.problem, threads=rng.choice([1, 2]))
    with_empty = len(answer.names) > len(twin.pieces)
    wanted = Counter(
        twin.copies(t) + ((twin.empties(t),) if with_empty else ()) for t in twin.tilings
    )
    trial.same(
        dict(wanted), {key: n for key, n in answer.counts.items() if n}, "count", "--by-piece"
    )
    trial.same(
        True,
        with_empty or not any(map(twin.empties, twin.tilings)),
        "count",
        "--by-piece",
        call="empty",
    )
    some = [number for number in range(len(answer.names)) if rng.random() < 0.5]
    part = count_by_piece(trial.problem, names=[answer.names[number] for number in some])
    fewer: Counter[tuple[int, ...]] = Counter()
    for copies, number in wanted.items():
        fewer[tuple(copies[kind] for kind in some)] += number
    trial.same(
        dict(fewer),
        {k: n for k, n in part.counts.items() if n},
        "count",
        "--by-piece",
        call="names",
    )
    names = list(trial.problem.names)
    rates: list[int | Fraction] = [
        rng.choice(
            [
                0,
                1,
                2,
                -1,
                rng.randrange(-50, 50),
                Fraction(rng.randrange(-9, 9), rng.randrange(1, 9)),
                10**30,
            ]
        )
        for _ in names
    ]
    weights: dict[str, Any] = dict(zip(names, rates, strict=True))
    stays = Fraction(1)
    if trial.problem.empty_most > 0 and rng.random() < 0.7:
        stays = Fraction(rng.randrange(-9, 9), rng.randrange(1, 9))
        weights["empty"] = stays
    total = Fraction(0)
    for t in twin.tilings:
        product = stays ** twin.empties(t)
        for rate, number in zip(rates, twin.copies(t), strict=True):
            product *= Fraction(rate) ** number
        total += product
    words = [word for name, rate in weights.items() for word in ("--weight", f"{name}={rate}")]
    trial.same(
        total, weighted_count(trial.problem, weights, threads=rng.choice([1, 2])), "count", *words
    )
    if with_empty or "empty" not in weights:
        trial.same(total, answer.weighed(weights), "count", "--by-piece", *words, call="weighed")


def check_costs(trial: Trial) -> None:
    """The least cost of a tiling, and how many have it."""
    rng = trial.rng("costs")
    twin = trial.twin
    names = list(trial.problem.names)
    rates = [
        rng.choice([0, 1, 2, -3, Fraction(rng.randrange(-9, 9), rng.randrange(1, 9))])
        for _ in names
    ]
    stays = rng.choice([0, 1, -1])
    costs = {**dict(zip(names, rates, strict=True)), "empty": stays}
    words = [word for name, rate in costs.items() for word in ("--cost", f"{name}={rate}")]
    tiling_costs = [
        sum(
            (r * n for r, n in zip(rates, twin.copies(t), strict=True)),
            Fraction(stays * twin.empties(t)),
        )
        for t in twin.tilings
    ]
    if not tiling_costs:
        with contextlib.suppress(NoTilingError):
            trial.same("no tiling", cheapest(trial.problem, costs), "count", *words)
        return
    best = cheapest(trial.problem, costs)
    trial.same(
        (min(tiling_costs), tiling_costs.count(min(tiling_costs))),
        (best.cost, best.count),
        "count",
        *words,
    )
    seen = [frozenset(tile[:2] for tile in t) for t in twin.tilings]
    lying = tiles(best.tiling)
    trial.same(
        min(tiling_costs),
        tiling_costs[seen.index(lying)],
        "count",
        *words,
        call="cost of the tiling",
    )


def check_usage(trial: Trial) -> None:
    """How many tilings use each placement, and how many have each edge as a boundary."""
    twin = trial.twin
    total, numbers = placement_counts(trial.problem)
    trial.same(len(twin.tilings), total, "count", "--heat", call="placement_counts total")
    wanted = Counter(tile for tiling in twin.tilings for tile in tiling)
    got = {tile: number for tile, number in zip(trial.placements, numbers, strict=True) if number}
    trial.same(dict(wanted), got, "count", "--heat", call="placement_counts")
    if not twin.tilings:
        return
    usage = heat(trial.problem)
    trial.same(len(twin.tilings), usage.total, "count", "--heat")
    cells = [
        cell
        for _, cell in sorted(
            (number, cell) for cell, number in np.ndenumerate(usage.number) if number >= 0
        )
    ]
    expected = {
        (cell, other): sum(_apart(tiling, cell, other) for tiling in twin.tilings)
        for cell in twin.letter
        for other in twin.space.beside(cell)
        if cell < other
    }
    pairs = [tuple(sorted((cells[one], cells[two]))) for one, two in usage.pairs.tolist()]
    trial.same(len(pairs), len(set(pairs)), "count", "--heat", call="edges, different")
    trial.same(
        expected,
        dict(zip(pairs, usage.boundaries.tolist(), strict=True)),
        "count",
        "--heat",
        call="boundaries",
    )


def _apart(tiling: Tiling, one: Cell, two: Cell) -> bool:
    """Whether no tile covers both cells."""
    return not any(one in cells and two in cells for _, cells, _ in tiling)


def check_ranks(trial: Trial) -> None:
    """The k-th tiling, the number of a tiling, and random ones are those of the list."""
    rng = trial.rng("ranks")
    twin = trial.twin
    ranking = tiling_set(trial.problem)
    trial.same(len(twin.tilings), ranking.count, "nth", "0", call="tiling_set(…).count")
    numbers = (
        range(ranking.count) if ranking.count <= 100 else rng.sample(range(ranking.count), 100)
    )
    tilings = [ranking.nth(k) for k in numbers]
    got = Counter(map(tiles, tilings))
    trial.same(Counter(), got - twin.seen, "nth", "0", call="tiling_set(…)[k], tilings that differ")
    if not trial.case.by_wrap:
        trial.same(
            list(numbers), [ranking.index(t) for t in tilings], "nth", "0", call="rank(nth(k))"
        )
    if not twin.tells_apart:
        known = {tiles(t): number for t, number in zip(tilings, numbers, strict=True)}
        for tiling in [t for t in known if t in twin.seen][:5]:
            trial.same(
                known[tiling],
                ranking.index(trial.tiling(tiling)),
                "nth",
                str(known[tiling]),
                call="rank",
            )
    if twin.tilings:
        seed = rng.randrange(1000)
        drawn = [tiles(t) for t in ranking.sample(5, seed=seed)]
        trial.same(set(), set(drawn) - set(twin.seen), "sample", "-n", "5", "--seed", str(seed))
        trial.same(
            drawn,
            [tiles(t) for t in ranking.sample(5, seed=seed)],
            "sample",
            "--seed",
            str(seed),
            call="again",
        )
