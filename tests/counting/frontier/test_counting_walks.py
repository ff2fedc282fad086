"""What the kept state graph gives: rank, unrank, samples, boundaries, costs, counts by piece."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import islice
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_count
from naive_space import SPACES, random_space
from strategies import problems, tileable_problems
from tilewright.counting import (
    ByPiece,
    cheapest,
    count,
    count_by_piece,
    heat,
    nth,
    rank,
    sample,
    tiling_set,
)
from tilewright.counting.answers.weights import weighted_count
from tilewright.errors import EngineError, NoTilingError, TilingError
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.model.space.labels import EMPTY
from tilewright.model.tiling import Tiling


@given(problems(area=9) | tileable_problems(marks="ab"), st.data())
def test_unrank_then_rank_is_the_identity(problem: Problem, data: st.DataObject) -> None:
    ranking = tiling_set(problem)
    assert ranking.count == naive_count.count(problem)
    if ranking.count:
        k = data.draw(st.integers(0, ranking.count - 1))
        tiling = ranking.nth(k)
        assert tiling.faults(problem) == []
        assert ranking.index(tiling) == k


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("4x4", ["dominoes+"]),
        ("6x3", ["trominoes+"]),
        ("3x7", ["dominoes+", "monomino=1"]),
        ("5x4-2,2-0,0", ["L3=1..3", "I3+", "domino+"]),
    ],
)
def test_every_tiling_has_one_number(board: str, pieces: list[str]) -> None:
    problem = Problem(board, *pieces)
    ranking = tiling_set(problem)
    listed = [ranking.nth(k) for k in range(ranking.count)]
    assert len(set(listed)) == ranking.count == naive_count.count(problem)
    assert [ranking.index(tiling) for tiling in listed] == list(range(ranking.count))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("lattice", "surface"), SPACES)
def test_ranks_where_sides_are_joined(lattice: str, surface: str) -> None:
    rng = random.Random(f"{lattice} {surface}")
    for _ in range(5):
        space = random_space(rng, lattice, surface, wraps=True)
        problem, listed = space.problem(), space.tilings
        ranking = tiling_set(problem)
        assert ranking.count == sum(space.weight(tiles) for tiles, _ in listed), problem
        first: dict[object, int] = {}
        for k, tiling in enumerate(ranking.each(range(min(ranking.count, 20)))):
            # Of tilings that differ in their wraps alone, the first is meant; without names, of
            # those of any pieces.
            assert ranking.index(tiling) == first.setdefault(space.known(tiling), k), problem
            bare = Tiling(tiling.labels, lattice=tiling.lattice, surface=tiling.surface)
            assert ranking.index(bare) <= k, problem
            assert ranking.nth(ranking.index(bare)) == bare, problem
        if ranking.count <= 20:
            assert set(first) == set(listed), problem


@pytest.mark.parametrize(
    ("words", "total"),
    [
        (("torus:2x3", "T4=0..1", "L4=0..1", "domino=1"), 12),
        (("torus:2x2", "O4+", "S4"), 1),
        (("torus:hex:2x2", "tetrahexes=0..1"), 3),
        # Several states at the end.
        (("torus:2x6", "O4=0..3", "S4=0..2", "I4=0..2"), 38),
    ],
)
def test_pieces_that_cover_the_same_cells_have_different_numbers(
    words: tuple[str, ...], total: int
) -> None:
    ranking = tiling_set(*words)
    first: dict[bytes, int] = {}
    for number, tiling in enumerate(ranking.each(range(total))):
        assert ranking.index(tiling) == number
        # A label array alone says which cells, not which pieces: that is the first tiling of these
        # cells.
        bare = Tiling(tiling.labels, lattice=tiling.lattice, surface=tiling.surface)
        assert ranking.index(bare) == first.setdefault(tiling.labels.tobytes(), number)
    assert ranking.count == total


@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("4x3", ["trominoes+", "monomino=0..3"]),
        # Fewer rows than columns: the cells are taken column by column.
        ("3x4", ["trominoes+", "monomino=0..3"]),
        ("3x4", ["S4+", "monomino+"]),
        ("3x4", ["S4=0..3", "monomino=0..12"]),
        ("2x4-0,3", ["trominoes+", "domino+", "monomino+"]),
        ("3x6-1,1", ["L3+", "I3=1..4", "domino+"]),
    ],
)
def test_the_order_is_the_documented_one(board: str, pieces: list[str]) -> None:
    problem = Problem(board, *pieces)
    cover = compile_cover(problem)
    numbers = {
        tuple(cover.item[cover.start[j] : cover.start[j + 1]].tolist()): int(cover.orientation[j])
        for j in range(cover.size)
    }
    rows, columns = cover.number.shape
    ranking = tiling_set(problem)
    keys = []
    for k in range(ranking.count):
        labels = ranking.nth(k).labels
        along = (labels if columns <= rows else labels.T).ravel()
        firsts = sorted(int(np.flatnonzero(along == t)[0]) for t in range(labels.max() + 1))
        keys.append(
            [numbers[tuple(cover.number[labels == along[first]].tolist())] for first in firsts]
        )
    assert keys == sorted(keys)
    assert len(keys) > 2


def test_nth_of_a_huge_set() -> None:
    problem = Problem("9x12", "trominoes+")
    tiling = nth(problem, 12345678901234567)
    assert tiling.faults(problem) == []
    assert rank(problem, tiling) == 12345678901234567


def test_samples_are_uniform() -> None:
    problem = Problem("4x6", "dominoes+")
    ranking = tiling_set(problem)
    assert ranking.count == 281
    numbers = {ranking.nth(k): k for k in range(281)}
    drawn = Counter(numbers[tiling] for tiling in ranking.sample(28_100, seed=5))
    square = sum((drawn[k] - 100) ** 2 / 100 for k in range(281))
    # 280 degrees of freedom: mean 280, standard deviation 23.7.
    assert 280 - 4 * 23.7 < square < 280 + 4 * 23.7


def test_samples_follow_the_seed() -> None:
    problem = Problem("6x6", "trominoes+")
    assert sample(problem, 5, seed=1) == sample(problem, 5, seed=1)
    assert sample(problem, 5, seed=1) != sample(problem, 5, seed=2)
    assert sample(problem, 0, seed=1) == []


def test_any_number_of_samples_comes_one_after_the_other() -> None:
    ranking = tiling_set(Problem("6x6", "trominoes+"))
    endless = ranking.numbers(10**15, seed=1)
    assert list(islice(endless, 5)) == list(ranking.numbers(5, seed=1))
    assert list(islice(ranking.each(ranking.numbers(10**15, seed=1)), 5)) == ranking.sample(
        5, seed=1
    )
    with pytest.raises(NoTilingError):
        tiling_set(Problem("3x3", "dominoes+")).numbers(1)


def test_heat_of_equal_cells_is_equal() -> None:
    found = heat(Problem("12x12", "dominoes+"))
    assert set(found.cells()[1:-1, 1:-1].ravel().tolist()) == {0.75}
    assert set(found.percents()[1:-1, 1:-1].ravel().tolist()) == {75}
    assert found.percents()[0].tolist() == [50, *[67] * 10, 50]
    # Halves go up, and a cell without a neighbor has no share.
    alone = heat(Problem("#./..", "monomino"))
    assert alone.percents().tolist() == [[-1, -1], [-1, -1]]


def test_what_cannot_be_asked() -> None:
    problem = Problem("2x2", "dominoes+")
    with pytest.raises(EngineError, match="; the 2 tilings are numbered from 0"):
        nth(problem, 2)
    with pytest.raises(EngineError, match="no tiling to sample"):
        sample(Problem("3x3", "dominoes+"), 1)
    with pytest.raises(TilingError):
        rank(problem, nth(Problem("2x3", "dominoes+"), 0))
    with pytest.raises(EngineError, match="no tiling"):
        heat(Problem("3x3", "dominoes+"))
    with pytest.raises(EngineError, match="no tiling"):
        cheapest(Problem("3x3", "dominoes+"), {})
    with pytest.raises(EngineError, match="'X'"):
        cheapest(problem, {"X": 1})


@given(problems(area=9) | tileable_problems(area=12, marks="ab"))
def test_boundaries_are_counted_exactly(problem: Problem) -> None:
    ranking = tiling_set(problem)
    if not 0 < ranking.count <= 3000:
        return
    found = heat(problem)
    right = np.zeros(found.right.shape, dtype=int)
    below = np.zeros(found.below.shape, dtype=int)
    for k in range(ranking.count):
        labels = ranking.nth(k).labels
        for counts, one, other in (
            (right, labels[:, :-1], labels[:, 1:]),
            (below, labels[:-1], labels[1:]),
        ):
            counts += (one != other) | (one == EMPTY)
    on = problem.board.mask
    assert (found.right == np.where(on[:, :-1] & on[:, 1:], right, -1)).all()
    assert (found.below == np.where(on[:-1] & on[1:], below, -1)).all()


def test_boundaries_of_a_large_number_of_tilings() -> None:
    found = heat(Problem("9x12", "trominoes+"))
    assert found.total == 20574308184277971
    assert (found.right == found.right[::-1, ::-1]).all()
    # Each tile of three cells hides two of the edges inside the board.
    inside = 8 * 12 + 9 * 11
    assert sum(found.right.ravel()) + sum(found.below.ravel()) == found.total * (inside - 2 * 36)
    assert found.cells().shape == (9, 12)


@given(problems(area=10) | tileable_problems(marks="ab"))
def test_by_piece_equals_enumeration(problem: Problem) -> None:
    assert count_by_piece(problem).counts == naive_count.by_piece(problem)


@given(problems(area=10) | tileable_problems(area=12, marks="ab"), st.data())
def test_weights_equal_enumeration(problem: Problem, data: st.DataObject) -> None:
    values = st.integers(-3, 3) | st.fractions(-2, 2, max_denominator=4)
    weights = {name: data.draw(values) for name in problem.names}
    expected = sum(
        prod(weights[problem.names[index]] for index, _ in tiles)
        for tiles in naive_count.tilings(problem)
    )
    assert weighted_count(problem, weights) == expected


@given(problems(area=9) | tileable_problems(area=12, marks="ab"), st.data())
def test_cheapest_equals_enumeration(problem: Problem, data: st.DataObject) -> None:
    tilings = list(naive_count.tilings(problem))
    costs = {name: data.draw(st.fractions(-3, 3, max_denominator=4)) for name in problem.names}
    if not tilings:
        return
    values = [
        sum((costs[problem.names[index]] for index, _ in tiles), Fraction(0)) for tiles in tilings
    ]
    found = cheapest(problem, costs)
    assert found.cost == min(values)
    assert found.count == values.count(min(values))
    assert found.tiling.faults(problem) == []
    assert sum((costs[name] for name in found.tiling.piece_names()), Fraction(0)) == found.cost


def test_by_piece_adds_up() -> None:
    found = count_by_piece(Problem("9x12", "trominoes+"))
    assert found.total == 20574308184277971
    assert found.counts[0, 36] == count(Problem("9x12", "L3+")) == 467966840
    assert found.counts[36, 0] == count(Problem("9x12", "I3+"))


def test_weights() -> None:
    problem = Problem("3x4", "trominoes+")
    by_piece = count_by_piece(problem)
    assert by_piece == ByPiece(("I3", "L3"), {(0, 4): 4, (2, 2): 16, (4, 0): 3})
    assert weighted_count(problem, {"I": 2, "L": Fraction(1, 2)}) == Fraction(4, 16) + 16 + 48
    assert by_piece.polynomial({"I3": "x"}) == "3*x^4 + 16*x^2*L3^2 + 4*L3^4"
    assert by_piece.polynomial({"I3": "x", "L3": "x"}) == "23*x^4"
    assert by_piece.polynomial({"I3": "x"}, {"L3": Fraction(1, 2)}) == "3*x^4 + 4*x^2 + 1/4"
    assert by_piece.polynomial({"L3": "y"}, {"I3": -1}) == "4*y^4 + 16*y^2 + 3"
    assert by_piece.polynomial({}, {"I3": 0, "L3": -1}) == "4"
    with pytest.raises(EngineError, match="unknown piece"):
        weighted_count(problem, {"T": 2})
