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


def check(every: TilingSet, listed: list[Known], rng: random.Random, folder: Path) -> None:
    """Compare a set of all tilings of a problem with the list of them, in order."""
    problem = every.problem
    _same(every, listed)
    marginals = every.marginals()
    placements = sorted(marginals, key=Placement.word)
    cells = sorted(marginals.empty)
    some = every
    filtered = listed
    for _ in range(3):
        conditions, keeps = _condition(rng, problem, placements, cells)
        restricted = every.where(**conditions)
        mine = [tiling for tiling in listed if keeps(tiling)]
        _same(restricted, mine)
        assert bool(restricted) == bool(mine)
        # The number alone may be known without the graph.
        assert restricted._total == len(mine)
        narrower = some.where(**conditions)
        filtered, before = [tiling for tiling in filtered if keeps(tiling)], filtered
        _same(narrower, filtered)
        for found, wanted in (
            (some & restricted, [t for t in before if t in mine]),
            (some | restricted, [t for t in listed if t in before or t in mine]),
            (some - restricted, [t for t in before if t not in mine]),
            (restricted ^ some, [t for t in listed if (t in before) != (t in mine)]),
        ):
            _same(found, wanted)
        some = narrower
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
            lambda tiling: least <= sum(each.piece == name for each in tiling) <= least + 1,
        )
    if not placements:
        return {}, lambda tiling: True
    used = rng.sample(placements, min(len(placements), rng.choice([1, 1, 2])))
    if kind == "without":
        return {"without": used}, lambda tiling: tiling.isdisjoint(used)
    if kind == "both":
        return (
            {"placed": used[0], "without": [each.word() for each in used[1:]]},
            lambda tiling: used[0] in tiling and tiling.isdisjoint(used[1:]),
        )
    return {"placed": used}, lambda tiling: tiling.issuperset(used)


def _same(found: TilingSet, wanted: list[Known]) -> None:
    """Compare a set with the list of its tilings."""
    problem = found.problem
    assert found.count == len(wanted)
    got = list(found)
    assert [known(tiling) for tiling in got] == wanted
    for k, tiling in enumerate(got[:10]):
        assert found.index(tiling) == k
        assert found[k] == tiling == found[k - len(got)]
        assert tiling in found
    uses = Counter(each for tiling in wanted for each in tiling)
    marginals = found.marginals()
    assert (marginals.total, {p: n for p, n in marginals.items() if n}) == (len(wanted), dict(uses))
    board = set(map(tuple, np.argwhere(problem.board.mask).tolist()))
    empty = Counter(
        cell
        for tiling in wanted
        for cell in board - {cell for tile in tiling for cell in tile.cells}
    )
    assert {cell: n for cell, n in marginals.empty.items() if n} == dict(empty)
    always, never = found.essential()
    assert set(always) == {each for each, n in uses.items() if n == len(wanted)}
    assert set(never) == set(marginals) - set(uses)
    assert set(found.fixing()) == {each for each, n in uses.items() if n == 1}
    copies = Counter(
        (
            *(sum(each.piece == name for each in tiling) for name in problem.names),
            len(board) - sum(len(each.cells) for each in tiling),
        )
        for tiling in wanted
    )
    by_piece = found.by_piece()
    width = len(by_piece.names)
    summed: Counter[tuple[int, ...]] = Counter()
    for key, number in copies.items():
        summed[key[:width]] += number
    assert by_piece.counts == dict(summed)
    weights = {name: number + 2 for number, name in enumerate(problem.names)}
    total = sum(_product(weights[each.piece] for each in tiling) for tiling in wanted)
    assert found.weigh(dict(weights)) == total
    if not wanted:
        assert not found
        assert found[:] == []
        return
    costs = {name: (7 * number) % 5 - 1 for number, name in enumerate(problem.names)}
    sums = [sum(costs[each.piece] for each in tiling) for tiling in wanted]
    best = found.best(dict(costs))
    assert (best.cost, best.count) == (min(sums), sums.count(min(sums)))
    assert known(best.tiling) == wanted[sums.index(min(sums))]
    assert all(known(tiling) in wanted for tiling in found.sample(3, seed=1))
    if len(wanted) <= 12:
        fewest = found.critical()
        assert sum(tiling.issuperset(fewest) for tiling in wanted) == 1
        assert not fewest or all(
            sum(tiling.issuperset(few) for tiling in wanted) != 1
            for few in combinations(uses, len(fewest) - 1)
        )


def _product(numbers) -> int:  # type: ignore[no-untyped-def]
    total = 1
    for number in numbers:
        total *= number
    return total
