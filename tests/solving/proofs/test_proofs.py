"""Proofs that there is no tiling: by area, by unreachable cells, and by numbers in the cells."""

from __future__ import annotations

import itertools
import json
import random
import re
from dataclasses import replace

import numpy as np
import pytest
from flint import fmpz_mat
from hypothesis import assume, example, given
from hypothesis import strategies as st

import naive_search
import strategies
import tilewright as tw
from plain_kernels import plain
from tilewright.drawing import svg, terminal
from tilewright.errors import EngineError, RequestError, TimeLimitError
from tilewright.kernels.cover import regions as region_kernels
from tilewright.model.cover import Cover, compile_cover
from tilewright.model.problem import Problem
from tilewright.solving.proofs import WeightBound, draw_weighting, explain, weighting
from tilewright.solving.proofs.finding import find_weighting
from tilewright.solving.proofs.integer_lattice import VectorLattice
from tilewright.solving.proofs.reasons import area_reason, reach_reasons
from tilewright.solving.search import Search, SearchTuning, solve, tilings
from tilewright.system.work.deadline import Deadline
from tried import examples


@pytest.mark.parametrize(
    ("board", "pieces", "reason"),
    [
        ("6x11", ["pentominoes"], "the board has 66 cells, but the pieces cover 60"),
        ("2x5", ["L3=3"], "the board has 10 cells, but the pieces cover 9"),
        (
            "3x3",
            ["pentomino:XI=0..1"],
            "the board has 9 cells, and no choice of pieces covers exactly 9 cells, only multiples "
            "of 5",
        ),
        ("2x2", ["pentomino:XI"], "the board has 4 cells, but the pieces cover 10"),
        ("3x3", ["I4", "P5"], "the piece I4 must be used, but fits nowhere on the board"),
        (
            "2x2",
            ["01", "23"],
            "01/, 23/ must be used, but fit nowhere on the board with marks that agree; the rule",
        ),
        (
            "1#/##",
            ["##", "1/1"],
            "the piece 1/1 must be used, but fits nowhere on the board with marks that agree",
        ),
        ("1#/##", ["#1#", "#"], "the piece #1# must be used, but fits nowhere on the board"),
        (
            "1#1/#1#",
            ["1/=3", "##", "#"],
            "the piece ## must be used, but fits nowhere on the board with marks that agree",
        ),
        (
            "cylinder:#.#/",
            ["1#"],
            "the piece 1# must be used, but fits nowhere on the board with marks that agree",
        ),
        (
            "2x3",
            ["#/.#/..##@fixed+", "#=1..2"],
            "no choice of the pieces that fit on the board covers the board: #/.#/..## fits "
            "nowhere",
        ),
        (
            "3x3",
            ["I4=0..1", "I5=0..1", "O4=0..1"],
            "no choice of the pieces that fit on the board covers the board: I4, I5 fit nowhere",
        ),
        ("3x5-0,1-1,0", ["L3+", "domino+"], "no piece can cover the cell 0,0"),
        ("2x5-0,3-1,3", ["O4=1..2"], "the region of"),
        ("3x5", ["X5=3"], "no piece can cover the cell 0,0 or"),
    ],
)
def test_reasons(board: str, pieces: list[str], reason: str) -> None:
    assert any(re.search(reason, text) for text in explain(Problem(board, *pieces))), explain(
        Problem(board, *pieces)
    )


def test_marks_are_no_reason_where_a_piece_may_not_be_turned() -> None:
    (reason, *_) = explain(Problem("#/#", "1#", turn="fixed"))
    assert reason.endswith("must be used, but fits nowhere on the board")
    (reason, *_) = explain(Problem("#/#", "1#"))
    assert "fits nowhere on the board with marks that agree" in reason


@given(problem=strategies.problems(marks="a"))
def test_reasons_are_proofs(problem: Problem) -> None:
    if explain(problem):
        assert naive_search.all_tilings(problem) == set()


def test_cells_that_do_not_add_up_are_seen_before_anything_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr("tilewright.model.cover.compile_cover")
    search = Search(Problem("4x4", "decominoes"))
    assert list(search) == []
    assert search.complete
    assert (search.engine, search.count()) == ("none", 0)
    assert search.reasons == ["the board has 16 cells, but the pieces cover 46550"]
    assert explain(search.problem) == search.reasons
    assert solve(search.problem) is None
    with pytest.raises(EngineError, match="unknown engine 'sat4'"):
        Search(search.problem, engine="sat4")


def test_copies_are_named_as_asked_for() -> None:
    assert explain(Problem("2x2", "L3=100")) == ["the board has 4 cells, but the pieces cover 300"]


def test_cells_of_placed_pieces_do_not_stay_empty() -> None:
    problem = Problem("2x2", "domino", empty=2, placed=["domino:0,0-0,1"])
    assert explain(problem) == []
    assert len(list(tilings(problem))) == 1
    problem = Problem("2x3", "domino", empty=4, placed=["domino:0,0-0,1"])
    assert len(list(tilings(problem))) == 1
    full = Problem("2x2", "domino=2", "monomino=0..1", empty=(1, 4), placed=["domino:0,0-0,1"])
    assert explain(full) == ["the board has 3 cells to cover, but the pieces cover at least 4"]


def test_of_many_pieces_that_fit_nowhere_some_are_named() -> None:
    problem = Problem("1x60", "pentominoes")
    assert explain(problem)[0] == (
        "the pieces F5, L5, N5, P5, T5 and 6 other pieces must be used, but fit nowhere on the "
        "board"
    )


def test_many_regions_are_looked_at_together() -> None:
    board = "##.###.####." * 4000
    reasons = explain(Problem(tw.Board.from_text(board), "I2+", "I4=0..6000"))
    assert len(reasons) == 3
    assert reasons[0].startswith("the region of 3 cells around 0,3 is cut off")


@pytest.mark.parametrize(
    ("board", "pieces", "proof"),
    [
        (
            "8x8-0,0-7,7",
            ["dominoes+"],
            "color the board like a chessboard, dark where row + column is even: each domino "
            "covers one dark cell, so 31 dominoes need 31 dark cells, but there are only 30",
        ),
        (
            "10x10",
            ["T4+"],
            "color the board like a chessboard, dark where row + column is even: each T4 covers "
            "an odd number of dark cells, so 25 pieces cover an odd number of dark cells in "
            "total, but there are 50",
        ),
        (
            "10x10",
            ["L4+"],
            "color every other column dark, starting with column 0: each L4 covers an odd number "
            "of dark cells, so 25 pieces cover an odd number of dark cells in total, but there "
            "are 50",
        ),
        (
            "10x10",
            ["I4+"],
            "color the cells dark where (row + column) mod 4 is 2 or 3: each I4 covers 2 dark "
            "cells, so 25 pieces need 50 dark cells, but there are only 49",
        ),
        (
            "8x8-0,0",
            ["I3+"],
            "color the cells dark where (row + column) mod 3 is 0: each I3 covers one dark cell, "
            "so 21 pieces need 21 dark cells, but there are only 20",
        ),
        (
            "4x5",
            ["tetrominoes"],
            "color the board like a chessboard, dark where row + column is even: T4 covers an odd "
            "number of dark cells and every other piece an even number, so 5 pieces cover an odd "
            "number of dark cells in total, but there are 10",
        ),
        (
            # All available copies are needed, as if they were required.
            "10x14",
            ["tetrominoes=0..7"],
            "color the board like a chessboard, dark where row + column is even: T4 covers an odd "
            "number of dark cells and every other piece an even number, so 35 pieces cover an odd "
            "number of dark cells in total, but there are 70",
        ),
        (
            "15x14",
            ["hexominoes"],
            "color the board like a chessboard, dark where row + column is even: hexominoes 3, 6, "
            "13, 17, 18, 19, 21, 24, 27, 32 and 34 cover an even number of dark cells and every "
            "other piece an odd number, so 35 pieces cover an even number of dark cells in total, "
            "but there are 105",
        ),
        (
            "4x4-1,0-1,2-3,0",
            ["I4+", "I3+"],
            "color 3 cells dark, as shown: each piece covers an even number of "
            "dark cells, so the "
            "pieces cover an even number of dark cells in total, but there are 3",
        ),
        (
            "4x3-1,1",
            ["I4+", "L3+"],
            "use the numbers shown: each piece covers a sum of the form 3k, so the pieces cover a "
            "sum of the form 3k, but the sum over the whole board is 10, which has the form 3k + 1",
        ),
    ],
)
def test_famous_arguments_are_found(board: str, pieces: list[str], proof: str) -> None:
    """The chessboard without two corners, T- and L-tetrominoes, the 35 hexominoes, and some without
    a name.
    """
    found = weighting(board, *pieces)
    assert found is not None
    assert found.text() == proof
    assert found.holds()
    assert explain(board, *pieces) == [proof]


@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("6x10", ["pentominoes"]),  # there are tilings
        ("5x5", ["Y5+"]),  # there are none, but a sum with negative coefficients exists
        ("10x10-0,0", ["I3+"]),
        ("4x4", ["trominoes+"]),  # excluded by area
        ("2x2", ["I5=0..1", "O4"]),  # one of the pieces fits nowhere
    ],
)
def test_where_there_is_no_such_argument_none_is_found(board: str, pieces: list[str]) -> None:
    problem = Problem(board, *pieces)
    assert area_reason(problem) or find_weighting(compile_cover(problem)) is None


@pytest.mark.parametrize(
    ("words", "empty"),
    [(("cube:6x6x6", "I4=53"), 4), (("cube:7x7x7", "####/####=42"), 7), (("5x5", "Y5+"), 0)],
)
def test_a_bound_is_a_proof_that_is_verified(words: tuple[str, ...], empty: int) -> None:
    problem = Problem(*words, empty=empty)
    bound = weighting(problem)
    assert isinstance(bound, WeightBound)
    assert bound.holds()
    assert tw.verify(bound)
    assert explain(problem) == [bound.text()]
    saved = json.loads(json.dumps(bound.to_json()))
    assert WeightBound.from_json(problem, saved).holds()
    forged = WeightBound(problem, np.zeros_like(bound.weights))
    assert not forged.holds()
    assert not tw.verify(forged)


@examples(150)
@example(problem=Problem("?/?/?", "#=0..1", "#/a+"))
@given(problem=strategies.problems(marks="a"))
def test_there_is_a_weighting_exactly_if_no_sum_of_placements_is_the_board(
    problem: Problem,
) -> None:
    assume(not area_reason(problem) and compile_cover(problem).size > 0)
    bound = weighting(problem)
    if bound is not None:
        assert naive_search.all_tilings(problem) == set()
        assert bound.holds()
    found = find_weighting(compile_cover(problem))
    assert (found is None) == _is_sum(compile_cover(problem))


def _is_sum(cover: Cover) -> bool:
    """Whether the board is an integer combination of placements with the right number of copies.

    By the Hermite normal form of all placements, with a column for every cell and piece.
    """
    sizes = [len(piece.polyomino) for piece in cover.problem.pieces]
    room = (
        cover.area
        - cover.empty_most
        - sum(int(n) * size for n, size in zip(cover.most, sizes, strict=True))
    )
    # If all available copies just fill the board, all are needed.
    least = cover.least if room else cover.most
    kinds = [k if least[k] == cover.most[k] else -1 for k in range(len(least))]
    kinds.append(len(kinds) if cover.empty_least == cover.empty_most else -1)
    copies = [*least.tolist(), cover.empty_most]
    free = {size for size, kind in zip(sizes, kinds, strict=False) if kind < 0}
    if kinds[-1] >= 0 and len(free) == 1:
        # Pieces of one size cover what the others leave.
        known = sum(
            n * size for n, size, kind in zip(copies, [*sizes, 1], kinds, strict=True) if kind >= 0
        )
        first = next(k for k, kind in enumerate(kinds) if kind < 0)
        kinds = [first if kind < 0 else kind for kind in kinds]
        copies[first] = (cover.area - known) // free.pop()
    rows = []
    for j in range(cover.size):
        row = [0] * (cover.area + len(kinds))
        for cell in cover.item[cover.start[j] : cover.start[j + 1]].tolist():
            row[cell] = 1
        kind = kinds[int(cover.placement_piece[j])]
        if kind >= 0:
            row[cover.area + kind] = 1
        rows.append(row)
    for cell in np.flatnonzero(cover.optional).tolist() if cover.empty_most else []:
        row = [0] * (cover.area + len(kinds))
        row[cell] = 1
        if kinds[-1] >= 0:
            row[cover.area + kinds[-1]] = 1
        rows.append(row)
    board = [1] * cover.area + [copies[k] if k in kinds else 0 for k in range(len(kinds))]

    def form(matrix: list[list[int]]) -> list[list[int]]:
        reduced = [[int(entry) for entry in row] for row in fmpz_mat(matrix).hnf().tolist()]
        return [row for row in reduced if any(row)]

    return form(rows) == form([*rows, board])


@examples(100)
@given(
    modulus=st.sampled_from([0, 2, 3, 4, 6, 8, 9]),
    vectors=st.lists(st.lists(st.integers(-4, 4), min_size=4, max_size=4), min_size=1, max_size=6),
    times=st.lists(st.integers(-3, 3), min_size=6, max_size=6),
)
def test_a_lattice_holds_all_sums_and_its_characters_vanish_on_them(
    modulus: int, vectors: list[list[int]], times: list[int]
) -> None:
    lattice = VectorLattice(modulus)
    for vector in vectors:
        lattice.add(dict(enumerate(vector)))
    total = [
        sum(t * vector[i] for t, vector in zip(times, vectors, strict=False)) for i in range(4)
    ]
    assert lattice.reduce(dict(enumerate(total))) == ({}, None)
    if modulus:
        characters = list(lattice.characters(4, 50))
        for y in characters:
            for vector in vectors:
                assert sum(a * b for a, b in zip(y, vector, strict=True)) % modulus == 0
        # A vector on which all characters vanish is in the lattice.
        unit = {0: 1}
        vanish = all(y[0] % modulus == 0 for y in characters)
        assert (lattice.reduce(unit)[1] is None) == vanish


def test_a_wrong_weighting_does_not_hold() -> None:
    found = weighting("8x8-0,0-7,7", "dominoes+")
    assert found is not None
    weights = found.weights.copy()
    weights[3, 3] += 1
    assert not replace(found, weights=weights).holds()
    assert not replace(found, covered=found.total).holds()


def test_a_search_that_finds_nothing_looks_for_a_proof() -> None:
    """The search on these boards would never end."""
    tuning = SearchTuning(patience=0.05)
    for threads in (1, 2):
        search = Search(Problem("22x22", "T4+"), threads=threads, tuning=tuning)
        assert list(search) == []
        assert (search.complete, search.stopped_by) == (True, None)
        assert search.weighting is not None
        assert search.reasons == [search.weighting.text()]
        assert search.snapshot().share == 1.0
    counted = Search(Problem("22x22", "T4+"), tuning=tuning)
    assert counted.count() == 0
    assert counted.complete
    assert tw.solve("22x22", "T4+") is None


def test_a_search_that_ends_at_once_has_the_proof_when_asked() -> None:
    search = Search(Problem("6x6", "T4+"))
    assert search.weighting is None
    assert list(search) == []
    assert search.reasons
    assert search.weighting is not None
    found = Search(Problem("4x4", "T4+"))
    assert len(list(found)) == 2
    assert (found.reasons, found.weighting) == ([], None)


def test_large_problems_are_judged_by_patterns() -> None:
    """Above 20,000 placements, only patterns are tried."""
    problem = Problem("110x110-0,0-109,109", "dominoes+")
    assert compile_cover(problem).size > 20_000
    found = find_weighting(compile_cover(problem))
    assert found is not None
    assert "there are only 6,048" in found.text()
    assert find_weighting(compile_cover(Problem("110x110", "dominoes+"))) is None


def test_pictures() -> None:
    marked = weighting("10x10", "I4+")
    assert marked is not None
    picture = draw_weighting(marked)
    assert picture.heading == "There is no tiling"
    assert picture.lead.startswith(
        "Color the cells dark where (row + column) mod 4 is 2 or 3: each I"
    )
    assert np.array_equal(picture.fill, marked.weights.astype(int))
    numbered = weighting("4x3-1,1", "I4+", "L3+")
    assert numbered is not None
    assert [text.text for text in draw_weighting(numbered).texts] == list("0201" + "1" * 7)
    assert "There is no tiling" in terminal(draw_weighting(numbered), color="none")
    assert svg(draw_weighting(numbered)) == numbered._repr_svg_()


def test_json() -> None:
    found = weighting("4x3-1,1", "I4+", "L3+")
    assert found is not None
    assert json.loads(json.dumps(found.to_json())) == {
        "rule": None,
        "modulus": 3,
        "weights": [[0, 2, 0], [1, 0, 1], [1, 1, 1], [1, 1, 1]],
        "values": {"I4": 0, "L3": 0},
        "covered": 0,
        "total": 1,
    }
    assert found.table() == "0 2 0\n1 . 1\n1 1 1\n1 1 1"


def test_a_limit_of_time_holds_while_regions_are_found() -> None:
    cover = compile_cover(Problem("4x6", "trominoes+"))
    assert reach_reasons(cover) == []
    with Deadline(1e-9).holds(), pytest.raises(TimeLimitError):
        reach_reasons(cover)


@given(problem=strategies.problems())
def test_cells_hang_together_by_placements(problem: Problem) -> None:
    cover = compile_cover(problem)
    expected = list(range(cover.area))
    for first, after in itertools.pairwise(cover.start.tolist()):
        joined = {expected[cell] for cell in cover.item[first:after].tolist()}
        expected = [min(joined) if region in joined else region for region in expected]
    regions = sorted(set(expected))
    for join, number in (
        (region_kernels.join, region_kernels.number),
        (plain("cover.regions").join, plain("cover.regions").number),
    ):
        parent = np.arange(cover.area, dtype=np.int32)
        half = join(0, cover.size // 2, cover.start, cover.item, parent, cover.area)
        count = join(cover.size // 2, cover.size, cover.start, cover.item, parent, half)
        number(parent)
        assert count == len(regions)
        assert parent.tolist() == [regions.index(region) for region in expected]


def test_zeros_everywhere_prove_that_a_needed_piece_has_no_place() -> None:
    found = weighting("2x3", "#/.#/..##@fixed+", "#=1..2")
    assert found is not None
    assert found.holds()
    assert not found.marks
    assert found.text().startswith("write 0, 0 in the cells where (row + column) mod 2 is 0, 1: ")


def drawn_with_marks(number: int) -> Problem | None:
    """Draw a problem with marks that pieces may not have, on a board of which cells may stay
    empty."""
    dice = random.Random(number)
    width = dice.randint(2, 6)
    rows = [
        "".join(dice.choice("###a?A.") for _ in range(width)) for _ in range(dice.randint(1, 3))
    ]
    pieces = dice.sample(["##", "#a", "aa", "A#", "##/#", "a#/#", "###"], dice.randint(1, 2))
    words = [piece + dice.choice(["+", "=1..", "=0..2", "", "=2"]) for piece in pieces]
    try:
        problem = Problem(
            "/".join(rows),
            *words,
            empty=dice.choice([None, 1, 2, (0, 2), (1, 3), (2, 3)]),
            marks_agree=dice.choice([None, None, {"a": ["", "a"]}, {"": ["a", ""]}]),
        )
        problem.check()
    except RequestError:
        return None
    return problem


def test_marks_are_no_reason_where_cells_may_stay_empty() -> None:
    assert tw.explain("#a#######", "##+", empty=(2, 3)) == []
    assert tw.count("#a#######", "##+", empty=(2, 3)) == 4
    (reason,) = tw.explain("aa#a###", "##+", empty=1)
    assert reason.startswith(
        "no piece has the mark a, but 3 cells do, and at most 1 may stay empty"
    )
    solved = reasons = 0
    for problem in filter(None, map(drawn_with_marks, range(400))):
        number = Search(compile_cover(problem)).count()
        assert tw.count(problem) == number, problem.words()
        if found := tw.explain(problem):
            assert not number, (problem.board, problem.words(), found)
        solved, reasons = solved + bool(number), reasons + bool(found)
    assert solved > 20
    assert reasons > 50
