"""All tilings as the page lists them, compared with `tilewright.compile`."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest

import tilewright as tw
from games import puzzles, shown
from node import in_node
from tilewright.model.placement import Placement
from tilewright.model.puzzle import Puzzle

#: Problems with more cells or tilings are not compared.
LARGEST, MOST = 20, 1000


def words_of(tiling: tw.Tiling) -> list[str]:
    return sorted(Placement(*placement).word() for placement in tiling)


def check(cases: Iterable[tuple[tw.counting.TilingSet, dict[str, Any]]]) -> int:
    """Compare numbers, order, marginals and conditions; return how many problems have tilings."""
    rng = random.Random(0)
    asked: list[dict[str, Any]] = []
    every: list[tw.counting.TilingSet] = []
    named: list[dict[str, str]] = []
    for tilings, sheet in cases:
        problem = tilings.problem
        full = dict(zip(problem.names, (each["name"] for each in sheet["pieces"]), strict=True))
        used = [each for each, number in tilings.marginals().items() if number]
        conditions: list[list[tuple[Placement, bool]]] = [[]]
        for _ in range(3 if used else 0):
            some = [*rng.choice(tilings)][: rng.randint(1, 2)]
            conditions.append([(Placement(*each), True) for each in some])
            conditions[-1].append((rng.choice(used), False))
        chosen = [
            [(f"{full[each.piece]}:{each.word().rpartition(':')[2]}", on) for each, on in condition]
            for condition in conditions
        ]
        asked.append({"sheet": sheet, "chosen": chosen, "conditions": conditions})
        every.append(tilings)
        named.append(full)
    sent = [{"sheet": each["sheet"], "chosen": each["chosen"]} for each in asked]
    for case, tilings, full, got in zip(
        asked, every, named, in_node("listing.js", sent), strict=True
    ):
        name = case["sheet"]["id"]
        assert got["finished"], name
        assert got["count"] == tilings.count, name
        # As many solutions as the library and the player count, numbered in order.
        if tilings.count and not case["sheet"]["copies"]:
            assert got["solutions"] == tw.count(tilings.problem, unique=True), name
        firsts = list(dict.fromkeys(got["solution"]))
        assert firsts == list(range(got["solutions"])), name
        short = {long: own for own, long in full.items()}
        words = [
            Placement.parse(f"{short[piece]}:{cells}").word()
            for piece, _, cells in (word.rpartition(":") for word in got["words"])
        ]
        listed = [sorted(words[i] for i in tiling) for tiling in got["tilings"]]
        wanted = [words_of(tiling) for tiling in tilings]
        if case["sheet"]["copies"]:
            # Where sides are joined, a piece may lie on the same cells in several ways.
            listed.sort()
            wanted.sort()
        assert listed == wanted, name
        for condition, found in zip(case["conditions"], got["wheres"], strict=True):
            some = tilings.where(
                placed=[each for each, on in condition if on],
                without=[each for each, on in condition if not on],
            )
            marginals = {each.word(): number for each, number in some.marginals().items()}
            assert len(found["numbers"]) == some.count, (name, condition)
            assert dict(zip(words, found["uses"], strict=True)) == marginals, (name, condition)
            if not case["sheet"]["copies"]:
                assert found["numbers"] == [tilings.index(tiling) for tiling in some], name
    return sum(tilings.count > 0 for tilings in every)


def random_cases(seeds: range) -> Iterable[tuple[tw.counting.TilingSet, dict[str, Any]]]:
    for _, puzzle, sheet in puzzles(seeds):
        problem = puzzle.problem()
        if problem.by_wrap or problem.board.area > LARGEST:
            continue
        tilings = tw.tiling_set(problem)
        if tilings.count <= MOST:
            yield tilings, sheet


def test_small_puzzles_of_every_kind() -> None:
    assert check(random_cases(range(30))) > 8


@pytest.mark.slow
def test_many_puzzles() -> None:
    for first in range(1000, 3000, 100):
        check(random_cases(range(first, first + 100)))


def test_symmetric_boards() -> None:
    """Tilings are found from one placement of each orbit of a piece."""
    problems = [
        tw.Problem("3x20", "pentominoes"),
        tw.Problem("8x8-3,3-3,4-4,3-4,4", "pentominoes"),
        tw.Problem("4x6", "L4+", "S4", "O4", turn="one-sided"),
        tw.Problem("aztec:3", "dominoes+"),
        tw.Problem("tri:hexagon2", "diamond+"),
        tw.Problem("5x5", "L3+", "monomino"),
        tw.Problem("4x4", "L3", "I3", "L4", "O4", empty=(1, 2)),
    ]
    assert check((tw.tiling_set(each), shown(Puzzle.of(each))) for each in problems) >= 6


def test_too_many_tilings_are_not_listed() -> None:
    sheet = shown(Puzzle.of(tw.Problem("8x8", "dominoes+")))
    (answer,) = in_node("listing.js", [{"sheet": sheet, "chosen": []}])
    assert not answer["finished"]
    assert answer["count"] is None
    assert answer["least"] > 50_000
