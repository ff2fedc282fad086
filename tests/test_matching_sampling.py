"""Random tilings by two-cell pieces: all equally likely, by domino shuffling."""

from __future__ import annotations

import json
from collections import Counter

import numpy as np
import pytest

from tilewright import Board, Problem
from tilewright.cli.app import run
from tilewright.counting import count, sample
from tilewright.cover import compile_cover
from tilewright.errors import EngineError, MemoryLimitError, NoTilingError
from tilewright.matching import MatchingGraph, shuffler, shuffling_steps


def aztec(n: int) -> Board:
    """All squares inside |x| + |y| < n + 1."""
    place = np.abs(np.arange(2 * n) + 0.5 - n)
    return Board(place[:, None] + place[None, :] <= n)


@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("4x4", "dominoes+"),
        ("3x4", "dominoes+"),
        ("6x3", "dominoes+"),
        ("5x4-0,0-0,1", "dominoes+"),
        ("4x5-1,1-1,2", "dominoes+"),
        (aztec(2), "dominoes+"),
        (aztec(3), "dominoes+"),
        ("tri:hexagon2", "diamond+"),
        ("2x7", "dominoes+"),
    ],
)
def test_all_tilings_are_equally_likely(board, pieces):
    problem = Problem(board, pieces)
    found = shuffler(MatchingGraph(compile_cover(problem)))
    assert found is not None
    tilings = count(problem)
    expected = 100
    drawn = Counter(tuple(edges.tolist()) for edges in found.draw(expected * tilings, seed=5))
    assert len(drawn) == tilings
    chi_square = sum((number - expected) ** 2 / expected for number in drawn.values())
    # Chi-square has tilings - 1 degrees of freedom: four standard deviations.
    assert abs(chi_square - (tilings - 1)) < 4 * (2 * (tilings - 1)) ** 0.5


def test_fixed_pieces_and_marks_remove_edges():
    problem = Problem("4x4", "##+", "#/#+", turn="fixed", placed=[("##", [(1, 1), (1, 2)])])
    found = shuffler(MatchingGraph(compile_cover(problem)))
    assert found is not None
    drawn = Counter(tuple(edges.tolist()) for edges in found.draw(2000, seed=1))
    assert len(drawn) == count(problem)


@pytest.mark.parametrize("word", ["5x5-2,2", "torus:4x4", "hex:4x4", "3x3x2"])
def test_boards_that_do_not_fit(word):
    if word == "3x3x2":
        problem = Problem("cube:3x3x2", "dicube+")
    else:
        problem = Problem(word, "dihex+" if "hex" in word else "dominoes+")
    assert shuffler(MatchingGraph(compile_cover(problem))) is None


def test_large_boards_are_drawn_by_shuffling():
    problem = Problem("40x50", "dominoes+")
    one, two = sample(problem, n=2, seed=3)
    assert not one.faults(problem) and not two.faults(problem) and one != two
    assert sample(problem, n=2, seed=3) == [one, two]
    assert sample(problem, seed=4) != [one]
    with pytest.raises(NoTilingError):
        sample("40x50-0,0-0,2", "dominoes+")
    with pytest.raises(MemoryLimitError, match="domino shuffling of order 44 needs"):
        sample(problem, max_memory="100K")


def test_the_aztec_diamond_is_drawn_with_exact_coin_flips():
    found = shuffler(MatchingGraph(compile_cover(Problem(aztec(40), "dominoes+"))))
    assert found is not None
    assert found.whole and found.how == "domino shuffling, exactly uniform"
    (edges,) = found.draw(1, seed=1)
    assert len(edges) == 40 * 41


def test_the_steps_of_one_run():
    steps = list(shuffling_steps(30, seed=4))
    assert [tiling.shape[0] for tiling in steps] == list(range(2, 62, 2))
    for order, tiling in enumerate(steps, start=1):
        assert not tiling.faults(Problem(f"aztec:{order}", "dominoes+"))
    assert steps[:9] == list(shuffling_steps(9, seed=4)) and steps[8] != list(shuffling_steps(9, seed=5))[8]
    assert [steps[-1]] == sample("aztec:30", "dominoes+", seed=4)
    assert list(shuffling_steps(0)) == []
    with pytest.raises(EngineError, match="`order` must be at least 0"):
        shuffling_steps(-1)


def test_all_tilings_are_equally_likely_at_each_step():
    runs = [list(shuffling_steps(3, seed)) for seed in range(3200)]
    for order, tilings in ((1, 2), (2, 8), (3, 64)):
        drawn = Counter(run[order - 1] for run in runs)
        assert len(drawn) == tilings
        expected = 3200 / tilings
        chi_square = sum((number - expected) ** 2 / expected for number in drawn.values())
        assert chi_square < tilings - 1 + 4 * (2 * (tilings - 1)) ** 0.5


def test_the_command_says_how(capsys):
    assert run(["sample", "40x40", "dominoes+", "--seed", "1", "-v", "--json"]) == 0
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert len(answer["tilings"]) == 1 and "number" not in answer["tilings"][0]
    assert "domino shuffling in an Aztec diamond of order 39" in err
    assert run(["sample", "40x40", "dominoes+", "-q"]) == 2
    assert "too large to number its tilings" in capsys.readouterr().err
    assert run(["sample", "40x40-0,0-39,39", "dominoes+"]) == 1
