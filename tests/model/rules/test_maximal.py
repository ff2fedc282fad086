"""Partial tilings to which no further piece can be added."""

from __future__ import annotations

import itertools
import random

import pytest

import tilewright as tw
from tilewright.apps.page.sheets import describe
from tilewright.errors import ProblemError, RequestError
from tilewright.model.problem import Problem
from tilewright.model.puzzle import Puzzle

#: OEIS A288028: maximal matchings of the 3 x n grid graph.
MATCHINGS = (2, 5, 22, 75, 264, 941, 3286, 11623, 40960)
#: OEIS A280984, from n = 2: the fewest dominoes on an n x n board to which none can be added.
FEWEST = (2, 3, 6, 9, 12)
SHAPES = {"domino": "##", "L3": "##/#.", "I3": "###", "O4": "##/##", "monomino": "#"}


def maximal(board: str, *pieces: str, **options: object) -> Problem:
    area = tw.Board.parse(board).area
    rules = ["maximal", *options.pop("rules", [])]  # type: ignore[misc, has-type]
    return Problem(board, *pieces, empty=(0, area), rules=rules, **options)  # type: ignore[arg-type]


def test_published_numbers() -> None:
    for columns, number in enumerate(MATCHINGS, start=1):
        assert tw.count(maximal(f"3x{columns}", "dominoes+")) == number
    assert tw.count(maximal("3x12", "dominoes+")) == 1792981
    for size, fewest in enumerate(FEWEST, start=2):
        board = f"{size}x{size}"
        found = tw.solve(maximal(board, "dominoes+", rules=[f"tiles {fewest}"]))
        assert found is not None
        assert tw.solve(maximal(board, "dominoes+", rules=[f"tiles 0..{fewest - 1}"])) is None


def grown(cells: set[tuple[int, int]], shapes: list[str]) -> int:
    """The number of maximal sets of placements, by trying all sets of disjoint ones."""
    places = set()
    for shape in shapes:
        rows = [line.replace(".", "") for line in shape.split("/")]
        spots = [(r, c) for r, row in enumerate(rows) for c in range(len(row))]
        for _ in range(4):
            spots = [(c, -r) for r, c in spots]
            for (r, c), (y, x) in itertools.product(cells, spots[:1]):
                moved = frozenset((a + r - y, b + c - x) for a, b in spots)
                if moved <= cells:
                    places.add(moved)
    listed = sorted(places, key=sorted)

    def go(number: int, covered: frozenset[tuple[int, int]]) -> int:
        if number == len(listed):
            return all(place & covered for place in listed)
        place = listed[number]
        found = go(number + 1, covered)
        return found if place & covered else found + go(number + 1, covered | place)

    return go(0, frozenset())


def test_counts_searches_and_checks_agree_with_trying() -> None:
    dice = random.Random(71)
    for _ in range(25):
        rows, columns = dice.randint(1, 3), dice.randint(2, 4)
        cells = set(itertools.product(range(rows), range(columns)))
        holes = sorted(dice.sample(sorted(cells), dice.randint(0, 1)))
        names = dice.sample(sorted(SHAPES), dice.randint(1, 2))
        board = f"{rows}x{columns}" + "".join(f"-{r},{c}" for r, c in holes)
        problem = maximal(board, *(f"{name}+" for name in names))
        wanted = grown(cells - set(holes), [SHAPES[name] for name in names])
        assert tw.count(problem) == wanted
        found = [*tw.tilings(problem, engine="dance")]
        assert len(found) == wanted
        assert not any(tiling.faults(problem) for tiling in found)
        every = tw.tilings(problem.but(rules=()))
        assert sum(not tiling.faults(problem) for tiling in every) == wanted


@pytest.mark.parametrize(
    ("board", "piece"), [("tri:2x2", "triamonds+"), ("hex:2x3", "dihex+"), ("aa##/##a#", "##+")]
)
def test_checks_agree_with_counts_on_other_boards(board: str, piece: str) -> None:
    problem = maximal(board, piece)
    kept = [not tiling.faults(problem) for tiling in tw.tilings(problem.but(rules=()))]
    assert 0 < tw.count(problem) == sum(kept) < len(kept)


def test_what_the_rule_needs_is_said_in_one_line() -> None:
    for board, piece, message in (
        ("4x4", "domino=3", "maximal: requires any number of each piece, such as domino+"),
        ("torus:4x4", "domino+", "maximal: requires a flat board"),
    ):
        with pytest.raises(ProblemError, match=message.replace("+", r"\+")):
            tw.count(maximal(board, piece))
    with pytest.raises(RequestError, match="the page does not support the rule 'maximal'"):
        describe(Puzzle.of(maximal("2x3", "I3+")))
    (fault,) = tw.solve("2x3", "I3+", empty=(3, 3)).faults(maximal("2x3", "I3+"))
    assert fault.startswith("a further piece fits on the empty cells")
