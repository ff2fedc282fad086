"""Sets of tilings against the list of all tilings, and published numbers."""

from __future__ import annotations

import inspect
import random
from collections import Counter
from fractions import Fraction
from itertools import accumulate
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive_count
import tilewright as tw
from checks_sets import check, known
from naive_space import SPACES, random_space
from strategies import problems
from tilewright.counting.answers import diagrams
from tilewright.counting.frontier.labeled import LabeledGraph, build_labeled_graph
from tilewright.counting.resources import Resources
from tilewright.counting.sets.numbered import NumberedGraph
from tilewright.errors import (
    CheckpointError,
    EngineError,
    MemoryLimitError,
    NoTilingError,
    ProblemError,
    RequestError,
    TilingError,
)
from tilewright.model.placement import Placement
from tilewright.model.problem import Problem
from tilewright.system.files import checkpoint
from tilewright.system.work.deadline import Deadline


@given(problem=problems(area=10), seed=st.integers(0, 1 << 30))
@settings(max_examples=25)
def test_every_question_is_answered_as_from_the_list(
    problem: Problem, seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    every = tw.tiling_set(problem)
    listed = {
        frozenset(Placement(problem.names[piece], tuple(cells)) for piece, cells in tiles)
        for tiles in naive_count.tilings(problem)
    }
    order = [known(tiling) for tiling in every]
    assert set(order) == listed
    assert len(order) == len(listed)
    if len(listed) <= 300:
        check(every, order, random.Random(seed), tmp_path_factory.mktemp("set"))


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("lattice", "surface"), SPACES)
def test_sets_on_all_lattices_and_surfaces_with_rules(
    lattice: str, surface: str, tmp_path: Path
) -> None:
    rng = random.Random(f"sets {lattice} {surface}")
    for _ in range(4):
        space = random_space(rng, lattice, surface, wraps=False)
        problem = space.problem()
        if rng.random() < 0.5:
            problem = problem.with_rules(rules=[rng.choice(["apart", "tiles 1..4"])])
        every = tw.tiling_set(problem)
        if every.count > 200:
            continue
        listed = {known(tiling) for tiling in tw.tilings(problem)}
        order = [known(tiling) for tiling in every]
        assert set(order) == listed
        if len(order) == len(listed):
            check(every, order, rng, tmp_path)


def total(kept: LabeledGraph | None) -> int:
    """The number of tilings of a graph."""
    return 0 if kept is None else NumberedGraph.of(kept).total


def same_set_as_a_list(problem: Problem) -> None:
    """Compare the graph that the frontier method grows with that of a list."""
    kept = build_labeled_graph(problem, Resources())
    listed = diagrams.graph_of_list(problem, Resources())
    assert total(kept) == total(listed) == tw.count(problem)
    if kept is None or listed is None:
        return
    # The smallest graph has no more states than any other.
    assert listed.graph.states <= diagrams.unroll(kept).graph.states
    assert total(diagrams.combine(listed, kept, "xor")) == 0


@pytest.mark.parametrize(
    "words", [["5x6", "dominoes+"], ["4x5", "L4+", "T4+"], ["6x4", "L3+", "I3=0..2"]]
)
def test_a_list_becomes_the_same_set_as_the_frontier(words: list[str]) -> None:
    same_set_as_a_list(tw.read(*words))


@pytest.mark.parametrize(("lattice", "surface"), SPACES)
def test_lists_of_all_lattices_and_surfaces_with_rules(lattice: str, surface: str) -> None:
    rng = random.Random(f"lists {lattice} {surface}")
    for number in range(6):
        problem = random_space(rng, lattice, surface, wraps=number % 2 == 1).problem()
        if number % 3 == 0:
            problem = problem.with_rules(rules=[rng.choice(["apart", "tiles 1..4"])])
        same_set_as_a_list(problem)


def test_the_6x10_by_pentominoes() -> None:
    every = tw.tiling_set("6x10", "pentominoes")
    assert every.count == len(every) == 9356
    # 15 placements up to symmetry leave one solution.
    assert len(every.fixing()) == 4 * 15
    assert len(every.critical()) == 1
    marginals = every.marginals()
    assert sum(marginals.values()) == 12 * 9356
    word = "X5:0,2-1,1-1,2-1,3-2,2"
    assert every.where(placed=word).count == marginals[word]
    assert every.where(placed=word).count + every.where(without=word).count == 9356
    corner = every.where(placed=word)
    assert all(word in [each.word() for each in known(tiling)] for tiling in corner[:20])


def test_9x12_by_trominoes_has_all_answers_at_once() -> None:
    every = tw.tiling_set("9x12", "trominoes+")
    assert every.count == 20574308184277971
    assert every.index(every[12345678901234567]) == 12345678901234567
    assert sum(every.marginals().values()) == 36 * every.count
    few = every.where(copies={"I3": "0..2"})
    assert few.count == sum(
        number
        for (straight, _), number in tw.counting.count_by_piece("9x12", "trominoes+").counts.items()
        if straight <= 2
    )
    assert few.by_piece().total == few.count
    assert (every - few).count == every.count - few.count
    assert every.where(tiles=36).count == every.count


def test_placements_say_how_they_lie_where_rules_read_marks() -> None:
    agree = {"1": [""], "2": [""]}
    every = tw.tiling_set("1x2", "1/2", marks_agree=agree, rules=["sum 0,0 >= 1"])
    words = [each.word() for each in every.marginals()]
    assert every.count == 2
    assert sorted(words) == ["1/2:0,0=1-0,1=2", "1/2:0,0=2-0,1=1"]
    assert [every.where(placed=word).count for word in words] == [1, 1]
    assert every.where(placed="1/2:0,0-0,1").count == 2


def test_samples_by_weight_are_fair() -> None:
    every = tw.tiling_set("2x6", "dominoes+", "monomino=0..2", empty=0)
    weights = {"monomino": Fraction(1, 2)}
    drawn = Counter(every.sample(40_000, seed=3, weight=weights))
    shares = {t: Fraction(1, 2) ** sum(p.piece == "monomino" for p in known(t)) for t in every}
    assert drawn.keys() == shares.keys()
    total = sum(shares.values())
    square = sum(
        float((drawn[tiling] - 40_000 * share / total) ** 2 / (40_000 * share / total))
        for tiling, share in shares.items()
    )
    # Five standard deviations of chi-square.
    freedom = len(shares) - 1
    assert square < freedom + 5 * (2 * freedom) ** 0.5


class Chosen(random.Random):
    """Draws given shares of the whole, at which tilings begin."""

    def __init__(self, shares: list[Fraction]) -> None:
        super().__init__(0)
        self.shares = iter(shares)
        self.last = False

    def randrange(self, total: int, *more: Any) -> int:  # type: ignore[override]
        """Return the first number of a share, or the last one before it."""
        number = next(self.shares) * total
        assert number.denominator == 1
        return int(number) - self.last


def same_ranges(every: tw.TilingSet, weights: dict[str, int | Fraction]) -> None:
    """Each tiling has as large a range of numbers as its weight asks for, in the order of
    tilings.
    """
    exact = [Fraction(weights.get(name, 1)) for name in every.problem.names]
    sizes = [
        prod((Fraction(weights.get(p.piece, 1)) for p in known(tiling)), start=Fraction(1))
        for tiling in every
    ]
    if not sum(sizes):
        with pytest.raises(NoTilingError):
            every.sample(1, 1, weight=weights)
        return
    ends = [end / sum(sizes) for end in accumulate(sizes)]
    begins = [0, *ends[:-1]]
    graph = every._numbered_graph
    assert graph is not None
    drawn = [number for number, size in enumerate(sizes) if size]
    first = Chosen([Fraction(begins[number]) for number in drawn])
    last = Chosen([ends[number] for number in drawn])
    last.last = True
    for generator in (first, last):
        assert [*graph.draw(len(drawn), exact, generator)] == drawn


@pytest.mark.parametrize(("lattice", "surface"), SPACES)
def test_weights_are_exact(lattice: str, surface: str) -> None:
    rng = random.Random(f"weights {lattice} {surface}")
    choices = (0, 1, 2, Fraction(1, 3), Fraction(5, 7), 10**9, Fraction(1, 10**13), 2**70 + 1)
    for _ in range(6):
        problem = random_space(rng, lattice, surface, wraps=False).problem()
        every = tw.tiling_set(problem)
        if 0 < every.count <= 200:
            same_ranges(every, {name: rng.choice(choices) for name in problem.names})


@pytest.mark.parametrize(
    ("words", "weights"),
    [
        (["2x6", "dominoes+", "monomino"], {"monomino": Fraction(1, 2)}),
        (["2x9", "##+", "#/#+"], {"##": Fraction(1, 10**6)}),
        (["3x4", "L3|domino=1..", "I3+"], {"I3": 3}),
        (["3x4", "trominoes+"], {"I3": 3}),
    ],
)
def test_weights_of_long_boards_and_of_several_shapes(
    words: list[str], weights: dict[str, int | Fraction]
) -> None:
    problem = tw.Problem(*words, turn="fixed") if "##+" in words else tw.read(*words)
    same_ranges(tw.tiling_set(problem), weights)


def test_samples_by_weight_are_numbered() -> None:
    """The command prints these numbers."""
    every = tw.tiling_set("4x4", "trominoes+", "monomino")
    numbers = [*every.numbers(50, 7, weight={"I3": 5})]
    assert [*every.each(numbers)] == every.sample(50, 7, weight={"I3": 5})
    assert numbers != [*every.numbers(50, 7)]


def test_an_empty_set_answers() -> None:
    none = tw.tiling_set("3x3", "dominoes+")
    assert (none.count, len(none), list(none), bool(none)) == (0, 0, [], False)
    assert none.essential().always == ()
    assert none.fixing() == ()
    assert none.by_piece().counts == {}
    some = tw.tiling_set("3x3", "dominoes+", empty=(1, 3))
    assert (some.where(copies={"empty": 5}).count, some.where(copies={"domino": 9}).count) == (0, 0)
    assert some.where(copies={"empty": "2.."}).count == some.where(copies={"domino": 3}).count
    for ask in (none.sample, none.critical, none.heat, lambda: none.best({})):
        with pytest.raises(NoTilingError):
            ask()


@pytest.mark.parametrize(
    "where", [{"tiles": 9}, {"copies": {"empty": 5}}, {"placed": "domino:0,0-0,1", "tiles": 1}]
)
def test_an_empty_set_is_saved(where: dict[str, Any], tmp_path: Path) -> None:
    none = tw.tiling_set("3x3", "dominoes+", empty=(1, 3)).where(**where)
    none.save(tmp_path / "none.set")
    loaded = tw.load(tmp_path / "none.set")
    assert (loaded.count, [*loaded], loaded.problem) == (0, [], none.problem)
    assert (none | loaded).count == 0


def test_what_cannot_be_asked_is_said() -> None:
    every = tw.tiling_set("4x4", "dominoes+")
    other = tw.tiling_set("4x5", "dominoes+")
    for ask, message in (
        (lambda: every.where(placed="L3:0,0-0,1-1,0"), "unknown piece 'L3'. The pieces are domino"),
        (lambda: every.where(placed="domino:0,0-1,1"), "domino cannot be placed at domino:0,0-1,1"),
        (lambda: every.where(placed="domino:0,4-0,5"), "the board does not contain the cell 0,4"),
        (lambda: every.where(empty=(9, 9)), "the board does not contain the cell 9,9"),
        (lambda: every.where(copies={"X5": 1}), "unknown piece 'X5'"),
        (lambda: every.where(tiles="many"), "written as N or N..M, such as 2..4, got 'many'"),
        (lambda: every & other, "different problems"),
    ):
        with pytest.raises(ProblemError, match=message.replace(".", r"\.")):
            ask()
    pips = tw.tiling_set("1x2", "1/2", marks_agree={"1": [""], "2": [""]})
    with pytest.raises(ProblemError, match="pass the rule when the problem is compiled"):
        pips.where(rules=["sum 0,0 = 2"])
    with pytest.raises(IndexError, match="the 36 tilings are numbered from 0"):
        every[36]
    with pytest.raises(TilingError):
        every.index(other[0])
    assert other[0] not in every
    assert "word" not in every
    with pytest.raises(EngineError, match="more than 0 placements"):
        every.critical(most=0)
    with pytest.raises(OverflowError, match="count"):
        len(tw.tiling_set("20x20", "dominoes+"))


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    every = tw.tiling_set("4x4", "trominoes+", "monomino")
    path = tmp_path / "set.tw"
    every.save(path)
    assert tw.load(path).count == 344
    with pytest.raises(RequestError, match="this is a set of tilings or a checkpoint"):
        tw.count(path)
    whole = path.read_bytes()
    rng = random.Random(5)
    for _ in range(60):
        damaged = bytearray(whole)
        damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
        path.write_bytes(damaged)
        with pytest.raises(CheckpointError):
            tw.load(path)
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(CheckpointError):
        tw.load(path)
    with pytest.raises(CheckpointError, match="cannot read the file: No such file"):
        tw.load(tmp_path / "missing.tw")


def test_files_with_right_checksums_and_wrong_graphs_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "set.tw"
    real = checkpoint.save
    rng = np.random.default_rng(1)

    def saved(name: str, by: int) -> Path:
        """Save a set with one number of an array changed, under the right checksums."""

        def save(path, kind, mark, values, arrays):  # type: ignore[no-untyped-def]
            changed = arrays[name].copy()
            changed.ravel()[rng.integers(changed.size)] += by
            real(path, kind, mark, values, {**arrays, name: changed})

        with monkeypatch.context() as patched:
            patched.setattr(checkpoint, "save", save)
            tw.tiling_set("3x4", "trominoes+").save(path)
        return path

    for name in ("offset", "start", "target", "label", "cells", "placement"):
        for _ in range(8):
            for by in (-1000, 1000):
                with pytest.raises(CheckpointError):
                    tw.load(saved(name, by))
        # What is accepted may be another set, but a walk through it stays inside.
        for by in (-7, -1, 1, 5) * 2:
            try:
                found = tw.load(saved(name, by))
            except CheckpointError:
                continue
            assert found.count >= 0


def test_a_set_keeps_its_own_limits_and_not_those_around_it() -> None:
    with Deadline(memory=1000).holds():
        every = tw.tiling_set("4x5", "dominoes+")
    assert every.count == 95


def test_a_set_that_is_asked_by_another_one_keeps_its_own_limits() -> None:
    small = tw.tiling_set("8x9", "dominoes+", "L3+", max_memory=1000)
    every = tw.tiling_set("8x8", "dominoes+", "L3+", progress=lambda progress: small.count)
    with pytest.raises(MemoryLimitError, match="1000 bytes"):
        assert every.count


def test_the_signature_of_a_question_names_its_limits() -> None:
    every = tw.tiling_set("2x2", "dominoes+")
    assert [*inspect.signature(every.critical).parameters] == ["most", "timeout", "max_memory"]
    assert [*inspect.signature(every.index).parameters] == ["tiling"]
