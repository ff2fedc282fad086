"""Random tilings by two-cell pieces: all equally likely, by domino shuffling."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from naive_matching import all_matchings, chi_square
from tilewright import Board, Problem
from tilewright.apps.command.app import run
from tilewright.counting import count, sample
from tilewright.errors import EngineError, MemoryLimitError, NoTilingError, TilewrightError
from tilewright.model.cover import compile_cover
from tilewright.model.piece import parse_pieces
from tilewright.solving.matching import (
    MatchingGraph,
    divider,
    lozenge_shuffler,
    shuffler,
    shuffling_steps,
)
from tilewright.solving.matching import nested_dissection as dividing


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


@pytest.mark.parametrize("word", ["1,1,1", "1,2,3", "2,1,3", "3,2,1", "2,2,2", "2,3,1"])
@pytest.mark.parametrize("near", [1e-11, 0.2])
def test_lozenges_of_hexagons(word, near):
    """Choices that are too close to call are made with fractions; with a large `near`, many are."""
    graph = MatchingGraph(compile_cover(Problem(f"tri:hexagon{word}", "diamond+")))
    found = lozenge_shuffler(graph)
    assert found is not None and found.how.endswith("exactly uniform")
    tilings = all_matchings(graph)
    drawn = Counter(
        tuple(edges.tolist()) for edges in replace(found, near=near).draw(60 * len(tilings), seed=2)
    )
    assert chi_square(drawn, dict.fromkeys(tilings, 1 / len(tilings))) < 4


@pytest.mark.parametrize("word", ["tri:hexagon3-1,4-1,5", "tri:3x4-0,0-0,1", "5x5-2,2", "hex:3x4"])
def test_boards_that_are_no_hexagons(word):
    pieces = "diamond+" if "tri" in word else "dihex+" if "hex:" in word else "dominoes+"
    assert lozenge_shuffler(MatchingGraph(compile_cover(Problem(word, pieces)))) is None


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("word", "pieces", "small"),
    [
        ("4x4", "dominoes+", 1), ("5x5-2,2", "dominoes+", 1), ("tri:hexagon2", "diamond+", 48), ("hex:3x4", "dihex+", 1),  # noqa: E501
        ("hex:3x4", "dihex+", 48), ("cylinder:3x4", "dominoes+", 48), ("moebius:3x4", "dominoes+", 48),  # noqa: E501
        ("klein:4x4", "dominoes+", 48), ("torus:4x4", "dominoes+", 48),
    ],
)  # fmt: skip
def test_any_board_is_cut_in_two(word, pieces, small):
    graph = MatchingGraph(compile_cover(Problem(word, pieces)))
    found = divider(graph)
    assert found is not None
    found = replace(found, small=small, fallback=False)
    tilings = all_matchings(graph)
    drawn = Counter(tuple(edges.tolist()) for edges in found.draw(max(200, len(tilings)), seed=7))
    assert chi_square(drawn, dict.fromkeys(tilings, 1 / len(tilings))) < 4


def test_choices_by_numbers_of_matchings_where_floating_point_fails():
    graph = MatchingGraph(compile_cover(Problem("4x4", "dominoes+")))
    found = replace(divider(graph), error=0.0)
    tilings = all_matchings(graph)
    drawn = Counter(tuple(edges.tolist()) for edges in found.draw(108, seed=3))
    assert chi_square(drawn, dict.fromkeys(tilings, 1 / len(tilings))) < 4


def test_a_run_goes_on_where_floating_point_fails(monkeypatch):
    """Choices up to the failure stay: to begin anew would change how likely matchings are."""
    graph = MatchingGraph(compile_cover(Problem("4x4", "dominoes+")))
    tilings = all_matchings(graph)
    divide = dividing._Run._divide

    def failing(run, cells):
        # Only half of the matchings come this far.
        if run.edges and min(run.edges) == 0:
            raise dividing._ImpreciseError
        return divide(run, cells)

    monkeypatch.setattr(dividing._Run, "_divide", failing)
    found = replace(divider(graph), small=1)
    drawn = Counter(tuple(edges.tolist()) for edges in found.draw(360, seed=3))
    assert chi_square(drawn, dict.fromkeys(tilings, 1 / len(tilings))) < 4


@pytest.mark.parametrize("board", ["12x12-0,0-0,1-5,5-6,7", "hex:8x8"])
def test_a_tiling_is_refused_if_its_probability_is_not_that_of_all_others(board: str) -> None:
    graph = MatchingGraph(
        compile_cover(Problem(board, "dihex+" if board.startswith("hex") else "dominoes+"))
    )
    found = divider(graph)
    total = found._total
    assert total == count(graph.cover.problem)
    next(found.draw(1, 1))
    wrong = replace(found)
    wrong.__dict__["_total"] = total + total // 10**9 + 1
    with pytest.raises(EngineError, match="not precise enough"):
        next(wrong.draw(1, 1))


@pytest.mark.parametrize("board", ["torus:6x6", "cylinder:4x6", "moebius:5x6", "klein:6x6"])
def test_joined_sides_are_chosen_alike_in_floating_point_and_by_numbers(board: str) -> None:
    """So nothing changes where floating point fails."""
    found = divider(MatchingGraph(compile_cover(Problem(board, "dominoes+"))))
    counted, wrong = replace(found), replace(found)
    counted.__dict__["_joined"] = None
    # With wrong Pfaffians, the probabilities are not those of numbers of matchings.
    joined = found._joined
    wrong.__dict__["_joined"] = replace(
        joined, sizes=[size * (1.1 + k) for k, size in enumerate(joined.sizes)]
    )
    drawn = [[edges.tolist() for edges in one.draw(20, seed=4)] for one in (found, counted, wrong)]
    assert drawn[0] == drawn[1] == drawn[2]


@pytest.mark.parametrize("make", [shuffler, divider])
@pytest.mark.parametrize("word", ["4x4", "3x4", "torus:4x4", "5x5-2,2"])
def test_tilings_are_drawn_by_weight(make, word):
    problem = Problem(
        word,
        *parse_pieces("##+", "fixed"),
        *parse_pieces("#/#+", "fixed"),
        *parse_pieces("dominoes+", "fixed"),
        turn="fixed",
    )
    graph = MatchingGraph(compile_cover(problem))
    weights = np.array([3.0, 1.0, 0.5])[graph.cover.placement_piece]
    found = make(graph, weights)
    if found is None:
        assert make is shuffler and word in ("torus:4x4", "5x5-2,2")
        return
    sizes = Counter()
    for edges in all_matchings(graph):
        sizes[sum(graph.cover.placement_piece[list(edges)] == 0)] += float(
            np.prod(weights[list(edges)])
        )
    total = sizes.total()
    drawn = Counter(
        int((graph.cover.placement_piece[edges] == 0).sum()) for edges in found.draw(300, seed=5)
    )
    assert chi_square(drawn, {key: size / total for key, size in sizes.items()}) < 4


def test_weights_of_the_public_function():
    problem = Problem("4x5", "##+", "#/#+", turn="fixed")
    tilings = sample(problem, weight={"##": 0, "#/#": 2}, number=3, seed=1)
    for tiling in tilings:
        assert not tiling.faults(problem)
        assert all(cells[0][1] == cells[1][1] for _, cells in tiling)
    with pytest.raises(NoTilingError):
        sample("3x3-0,0", "##+", "#/#+", turn="fixed", weight={"##": 0})
    with pytest.raises(EngineError, match=r"must not be negative, but the weight of"):
        sample("3x4", "##+", turn="fixed", weight={"##": -1})
    (tiling,) = sample("3x4", "L3+", weight={"L3": 2})
    assert len(tiling) == 4
    with pytest.raises(EngineError, match="factor"):
        sample("4x4", "##+", "#/#+", turn="fixed", weight={"##": 10**9})


@pytest.mark.parametrize("word", ["5x5-2,2", "torus:4x4", "hex:4x4", "3x3x2"])
def test_boards_that_do_not_fit(word):
    if word == "3x3x2":
        problem = Problem("cube:3x3x2", "dicube+")
    else:
        problem = Problem(word, "dihex+" if "hex" in word else "dominoes+")
    assert shuffler(MatchingGraph(compile_cover(problem))) is None


def test_large_boards_are_drawn_by_shuffling():
    problem = Problem("40x50", "dominoes+")
    one, two = sample(problem, number=2, seed=3)
    assert not one.faults(problem) and not two.faults(problem) and one != two
    assert sample(problem, number=2, seed=3) == [one, two]
    assert sample(problem, seed=4) != [one]
    with pytest.raises(NoTilingError):
        sample("40x50-0,0-0,2", "dominoes+")
    with pytest.raises(MemoryLimitError, match="random tilings of this board needs"):
        sample(problem, max_memory="300K")


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
    assert (
        steps[:9] == list(shuffling_steps(9, seed=4))
        and steps[8] != list(shuffling_steps(9, seed=5))[8]
    )
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
    assert "have no numbers" in capsys.readouterr().err
    assert run(["sample", "40x40-0,0-39,39", "dominoes+"]) == 1


def small_boards(kind: str, boards: int) -> list[MatchingGraph]:
    """Random small boards that have few matchings, by what draws them."""
    draw = random.Random(kind)
    if kind == "lozenges":
        sides = [
            (a, b, c)
            for a in range(1, 4)
            for b in range(1, 4)
            for c in range(1, 4)
            if a + b + c > 3
        ]
        words = [
            f"tri:hexagon{a},{b},{c}" for a, b, c in draw.sample(sides, min(boards, len(sides)))
        ]
        return [MatchingGraph(compile_cover(Problem(word, "diamond+"))) for word in words]
    found: list[MatchingGraph] = []
    while len(found) < boards:
        space = draw.choice(
            ["", "tri:"]
            if kind == "dominoes"
            else ["", "", "hex:", "hex:", "cylinder:", "torus:", "moebius:"]
        )
        rows, columns = draw.randint(2, 5), draw.randint(2, 6) * (2 if space == "tri:" else 1)
        holes = draw.sample(
            [(r, c) for r in range(rows) for c in range(columns)], draw.randint(0, 4)
        )
        word = f"{space}{rows}x{columns}" + "".join(f"-{r},{c}" for r, c in holes)
        piece = {"tri:": "diamond+", "hex:": "dihex+"}.get(space, "dominoes+")
        try:
            problem = Problem(word, piece)
            graph = MatchingGraph(compile_cover(problem))
        except TilewrightError:
            continue
        if graph.size and 2 <= count(problem) <= 30 and DRAWERS[kind](graph) is not None:
            found.append(graph)
    return found


DRAWERS = {"dominoes": shuffler, "lozenges": lozenge_shuffler, "inverse": divider}


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(DRAWERS))
def test_samples_of_many_small_boards_are_uniform(kind):
    found = []
    for number, graph in enumerate(small_boards(kind, 30)):
        tilings = all_matchings(graph)
        drawn = Counter(
            tuple(e.tolist()) for e in DRAWERS[kind](graph).draw(12 * len(tilings), seed=number)
        )
        found.append(chi_square(drawn, dict.fromkeys(tilings, 1 / len(tilings))))
    assert len(found) >= 24
    assert max(found) < 5
    assert abs(sum(found)) < 3.5 * len(found) ** 0.5
