"""Rules beyond covering: what they mean, how they are written, and that every answer keeps them."""

import itertools
import json
import random
import re

import numpy as np
import pytest

import naive_rules
import tilewright as tw
from cases import random_case
from tilewright.search import Search

#: Problems in which pieces show digits on cells without marks.
DIGITS = "0123"


def marked(number: int) -> tw.Problem:
    """A small board for dominoes that show digits, each any number of times."""
    rng = random.Random(number)
    pairs = rng.sample(list(itertools.combinations_with_replacement(DIGITS, 2)), 3)
    board = rng.choice(["2x3", "1x6", "1x5", "cylinder:2x3", "torus:2x2"])
    empty = 1 if board == "1x5" else None
    return tw.Problem(
        board,
        *[f"{first}/{second}+" for first, second in pairs],
        marks_agree={digit: [""] for digit in DIGITS},
        empty=empty,
    )


def test_counts_that_are_published() -> None:
    """Fault-free tilings by dominoes (R. L. Graham) and by L-trominoes (OEIS A084479)."""
    free = tw.rules.fault_free()
    assert tw.count("5x6", "domino=15", rules=[free]) == 6
    assert tw.count("6x6", "domino=18", rules=[free]) == 0
    across = [tw.rules.fault_free("columns")]
    assert [tw.count(f"5x{n}", "L3+", rules=across) for n in (3, 6)] == [0, 72]
    assert tw.count("5x6", "L3+", rules=[free]) == 8


@pytest.mark.parametrize("number", range(24))
def test_every_tiling_is_found_and_keeps_the_rules(number: int) -> None:
    """On every lattice and surface: the tilings without rules, filtered by the twin."""
    rng = random.Random(number)
    plain = random_case(number).problem()
    if plain.faults() or Search(plain, limit=200).count() >= 200:
        return
    problem = plain.with_rules(rules=naive_rules.random_rules(rng, plain))
    assert problem.faults() == []
    every = list(tw.tilings(plain))
    expected = [tiling for tiling in every if naive_rules.keeps(problem, tiling)]
    found = list(tw.tilings(problem))
    assert set(found) == set(expected), problem
    assert len(found) == len(expected) == tw.count(problem)
    assert [tiling for tiling in every if not tiling.faults(problem)] == expected
    one = tw.solve(problem)
    assert (one is None) == (not expected)
    assert one is None or one in expected


@pytest.mark.parametrize("number", range(12))
def test_marks_that_pieces_show(number: int) -> None:
    rng = random.Random(number)
    plain = marked(number)
    everywhere = "-".join(",".join(map(str, cell)) for cell in np.argwhere(plain.board.mask))
    # With a rule that always holds, tilings have marks.
    every = list(tw.tilings(plain, rules=[f"sum {everywhere} >= 0"]))
    assert len(set(every)) == len(every)
    problem = plain.with_rules(rules=naive_rules.random_rules(rng, plain, marks=True))
    if not problem.reads_marks:
        return
    expected = {tiling for tiling in every if naive_rules.keeps(problem, tiling)}
    found = list(tw.tilings(problem))
    assert set(found) == expected, problem
    assert len(found) == len(expected) == tw.count(problem)
    assert {tiling for tiling in every if not tiling.faults(problem)} == expected


def test_a_piece_may_lie_both_ways_round() -> None:
    """Two ways to lay a domino 1-2 on the same cells are two tilings if a rule reads the digits."""
    problem = tw.Problem("1x2", "1/2", marks_agree={"1": [""], "2": [""]})
    assert tw.count(problem) == 1
    both = list(tw.tilings(problem, rules=["sum 0,0 >= 0"]))
    assert sorted(tiling.marks.tolist() for tiling in both) == [[["1", "2"]], [["2", "1"]]]
    [one] = tw.tilings(problem, rules=["sum 0,0 > 1"])
    assert one.marks.tolist() == [["2", "1"]]
    assert tw.Tiling.from_json(json.loads(json.dumps(one.to_json()))) == one
    assert one.transform("rotate 180").marks.tolist() == [["1", "2"]]


def test_rules_are_values_and_words() -> None:
    rules = [
        tw.rules.tiles(7),
        tw.rules.tiles((5, 7)),
        tw.rules.fault_free(),
        tw.rules.fault_free("columns"),
        tw.rules.no_crossroads(),
        tw.rules.apart(),
        tw.rules.sum([(0, 0), (0, 1)], "<", 5),
        tw.rules.sum([(0, 0), (0, 1)], "=", 5),
        tw.rules.sum([(0, 0), (0, 1)], ">", 5),
        tw.rules.equal([(0, 0), (0, 1)]),
        tw.rules.unequal([(0, 0), (0, 1)]),
        tw.rules.clues({(0, 0): 4, (1, 1): "P5"}),
        tw.rules.clues({(0, 0): 4}, one_each=True),
    ]
    assert len(set(rules)) == len(rules)
    for rule in rules:
        assert tw.rules.parse(rule.word()) == rule
    problem = tw.Problem("5x6", "pentominoes+", rules=[rules[0], rules[2], rules[0]])
    assert problem.rules == (rules[0], rules[2])
    assert tw.Problem.from_json(json.loads(json.dumps(problem.to_json()))) == problem
    assert problem != problem.without_rules() == tw.Problem("5x6", "pentominoes+")
    assert problem == tw.Problem("5x6", "pentominoes+", rules=["fault-free", "tiles 7"])


def test_a_puzzle_file_stores_rules(tmp_path) -> None:  # type: ignore[no-untyped-def]
    problem = tw.Problem("4x4", "tetrominoes+", rules=["apart", "clues 0,0=T4"])
    for name in ("puzzle.txt", "puzzle.json"):
        tw.write(problem, tmp_path / name)
        assert tw.read(tmp_path / name) == problem
    assert "\nrule: clues 0,0=T4\n" in (tmp_path / "puzzle.txt").read_text()
    with pytest.raises(tw.RequestError, match="does not support the rule 'apart'"):
        tw.write(problem, tmp_path / "puzzle.dlx")


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("tiles", "invalid rule 'tiles'; write 'tiles 7' or 'tiles 5..7'"),
        ("sums 0,0 = 3", "unknown rule 'sums 0,0 = 3'"),
        ("sum 0,0 < 0", "invalid rule 'sum 0,0 < 0'"),
        ("tiles 7..5", "least <= most, got 7 and 5"),
        ("sum 0,0-9,9 = 3", "the cell 9,9 is not on the board"),
        ("equal 0,0", "no piece has marks"),
        ("clues 0,0=P5", "the problem has no piece 'P5'"),
        ("fault-free layers", "squares have only the lines rows, columns"),
    ],
)
def test_wrong_rules_are_named(rule: str, message: str) -> None:
    with pytest.raises(tw.ProblemError, match=re.escape(message)):
        tw.count("4x4", "tetrominoes+", rules=[rule])


def test_rules_need_a_place() -> None:
    with pytest.raises(tw.ProblemError, match="flat board of squares"):
        tw.count("torus:4x4", "dominoes+", rules=["no-crossroads"])
    with pytest.raises(tw.ProblemError, match="flat board of squares, triangles or cubes"):
        tw.count("hex:3x3", "trihexes+", rules=["fault-free"])
