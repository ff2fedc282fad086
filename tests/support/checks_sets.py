"""Every question to a set of tilings, answered from the list of its tilings."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np

import tilewright as tw
from tilewright.counting import TilingSet
from tilewright.model.placement import Placement
from tilewright.model.tiling import Tiling

Known = frozenset[Placement]


def known(tiling: Tiling) -> Known:
    """A tiling as its placements."""
    return frozenset(Placement(name, cells) for name, cells in tiling)


def check(every: TilingSet, tilings: list[Known], rng: random.Random, folder: Path) -> None:
    """Compare a set of all tilings of a problem with the list of them, in order."""
    problem = every.problem
    _same(every, tilings)
    marginals = every.marginals()
    placements = sorted(marginals, key=Placement.word)
    cells = sorted(marginals.empty)
    narrowed = every
    filtered = tilings
    for _ in range(3):
        conditions, keeps = _condition(rng, problem, placements, cells)
        restricted = every.where(**conditions)
        mine = [tiling for tiling in tilings if keeps(tiling)]
        _same(restricted, mine)
        assert bool(restricted) == bool(mine)
        # The number alone may be known without the graph.
        assert restricted._total == len(mine)
        narrowest = narrowed.where(**conditions)
        filtered, before = [tiling for tiling in filtered if keeps(tiling)], filtered
        _same(narrowest, filtered)
        for combined, wanted in (
            (narrowed & restricted, [t for t in before if t in mine]),
            (narrowed | restricted, [t for t in tilings if t in before or t in mine]),
            (narrowed - restricted, [t for t in before if t not in mine]),
            (restricted ^ narrowed, [t for t in tilings if (t in before) != (t in mine)]),
        ):
            _same(combined, wanted)
        narrowed = narrowest
        if mine:
            restricted.save(folder / "set.tw")
            _same(tw.load(folder / "set.tw"), mine)


def _condition(rng, problem, placements, cells):  # type: ignore[no-untyped-def]
    """A condition for `where`, and whether a tiling meets it."""
    board = set(map(tuple, np.argwhere(problem.board.mask).tolist()))

    def empties(tiling: Known) -> set[tuple[int, ...]]:
        return board - {cell for tile in tiling for cell in tile.cells}

    kind = rng.choice(["placed", "without", "empty", "tiles", "copies", "both"])
    if kind == "empty" and cells:
        cell = rng.choice(cells)
        return {"empty": cell}, lambda tiling: cell in empties(tiling)
    if kind == "tiles":
        least = rng.randrange(problem.board.area + 1)
        bounds = (least, least + rng.randrange(3))
        return {"tiles": bounds}, lambda tiling: bounds[0] <= len(tiling) <= bounds[1]
    if kind == "copies":
        name, least = rng.choice(problem.names), rng.randrange(3)
        return (
            {"copies": {name: f"{least}..{least + 1}"}},
            lambda tiling: least <= sum(tile.piece == name for tile in tiling) <= least + 1,
        )
    if not placements:
        return {}, lambda tiling: True
    used = rng.sample(placements, min(len(placements), rng.choice([1, 1, 2])))
    if kind == "without":
        return {"without": used}, lambda tiling: tiling.isdisjoint(used)
    if kind == "both":
        return (
            {"placed": used[0], "without": [tile.word() for tile in used[1:]]},
            lambda tiling: used[0] in tiling and tiling.isdisjoint(used[1:]),
        )
    return {"placed": used}, lambda tiling: tiling.issuperset(used)


def _same(tiling_set: TilingSet, wanted: list[Known]) -> None:
    """Compare a set with the list of its tilings."""
    problem = tiling_set.problem
    assert tiling_set.count == len(wanted)
    got = list(tiling_set)
    assert [known(tiling) for tiling in got] == wanted
    for k, tiling in enumerate(got[:10]):
        assert tiling_set.index(tiling) == k
        assert tiling_set[k] == tiling == tiling_set[k - len(got)]
        assert tiling in tiling_set
    uses = Counter(tile for tiling in wanted for tile in tiling)
    marginals = tiling_set.marginals()
    assert (marginals.total, {p: n for p, n in marginals.items() if n}) == (len(wanted), dict(uses))
    board = set(map(tuple, np.argwhere(problem.board.mask).tolist()))
    empty = Counter(
        cell
        for tiling in wanted
        for cell in board - {cell for tile in tiling for cell in tile.cells}
    )
    assert {cell: n for cell, n in marginals.empty.items() if n} == dict(empty)
    always, never = tiling_set.essential()
    assert set(always) == {tile for tile, n in uses.items() if n == len(wanted)}
    assert set(never) == set(marginals) - set(uses)
    assert set(tiling_set.fixing()) == {tile for tile, n in uses.items() if n == 1}
    copies = Counter(
        (
            *(sum(tile.piece == name for tile in tiling) for name in problem.names),
            len(board) - sum(len(tile.cells) for tile in tiling),
        )
        for tiling in wanted
    )
    by_piece = tiling_set.by_piece()
    width = len(by_piece.names)
    summed: Counter[tuple[int, ...]] = Counter()
    for key, number in copies.items():
        summed[key[:width]] += number
    assert by_piece.counts == dict(summed)
    weights = {name: number + 2 for number, name in enumerate(problem.names)}
    total = sum(_product(weights[tile.piece] for tile in tiling) for tiling in wanted)
    assert tiling_set.weigh(dict(weights)) == total
    if not wanted:
        assert not tiling_set
        assert tiling_set[:] == []
        return
    costs = {name: (7 * number) % 5 - 1 for number, name in enumerate(problem.names)}
    sums = [sum(costs[tile.piece] for tile in tiling) for tiling in wanted]
    best = tiling_set.best(dict(costs))
    assert (best.cost, best.count) == (min(sums), sums.count(min(sums)))
    assert known(best.tiling) == wanted[sums.index(min(sums))]
    assert all(known(tiling) in wanted for tiling in tiling_set.sample(3, seed=1))
    if len(wanted) <= 12:
        fewest = tiling_set.critical()
        assert sum(tiling.issuperset(fewest) for tiling in wanted) == 1
        assert not fewest or all(
            sum(tiling.issuperset(fewer) for tiling in wanted) != 1
            for fewer in combinations(uses, len(fewest) - 1)
        )


def _product(numbers) -> int:  # type: ignore[no-untyped-def]
    total = 1
    for number in numbers:
        total *= number
    return total
