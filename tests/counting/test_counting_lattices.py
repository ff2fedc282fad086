"""Counting on all lattices and surfaces: every question against the search, and published
numbers."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from strategies import drawn_problems
from tilewright import counting
from tilewright.apps.command import run
from tilewright.counting.frontier.repeats import find_repeat
from tilewright.counting.tuning import Tuning
from tilewright.errors import EngineError
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.solving.search import Search
from tilewright.system.work.progress import StatesProgress
from tried import examples

#: Boards with a few thousand tilings at most: lines that repeat, lines that close, sides that are
#: joined, holes.
SMALL = [
    ("torus:2x2", "dominoes+"),
    ("torus:3x4", "L3+ monomino+"),
    ("torus:3x6", "trominoes+"),
    ("cylinder:6x4", "dominoes+"),
    ("cylinder:4x5", "L3+ domino+"),
    ("cylinder:7x3", "I3+ L3+"),
    ("moebius:4x4", "dominoes+"),
    ("klein:4x4", "dominoes+"),
    ("tri:3x4", "triamonds+"),
    ("tri:2x5", "triamonds+ diamonds+"),
    ("tri:hexagon2", "tetriamonds+"),
    ("hex:6x3", "trihexes+"),
    ("hex:hexagon3", "dihexes+ monohex"),
    ("cube:2x3x4", "domino+"),
    ("cube:2x2x6", "trominoes+"),
    ("cube:5x2x2", "domino+"),
    ("cylinder:hex:5x3", "trihexes+"),
    ("cylinder:tri:4x3", "triamonds+"),
    ("torus:hex:3x4", "dihexes+"),
    ("torus:tri:3x3", "diamonds+"),
]
#: So large tori take a second or so.
SOON = 10**8


def published() -> list[object]:
    rows: list[object] = []
    for line in (
        (Path(__file__).parents[1] / "known" / "surfaces.tsv")
        .read_text(encoding="utf-8")
        .splitlines()
    ):
        surface, size, pieces, value, _, convention, *_ = line.split("\t")
        match = re.match(r"(\d+)x(\d+)", size)
        if match is None or pieces != "domino" or int(value) > SOON:
            continue
        board = f"{surface.split()[0]}:{match[1]}x{match[2]}"
        rows.append(pytest.param(board, int(value), id=f"{board} {convention[:8]}"))
    return rows


@pytest.mark.parametrize(("board", "value"), published())
def test_numbers_by_dominoes_are_the_published_ones(board: str, value: int) -> None:
    """All of these tell ways to go round apart."""
    assert counting.count(Problem(board, "dominoes+", by_wrap=True)) == value


def test_the_published_numbers_are_many() -> None:
    assert len(published()) > 80


def test_numbers_that_only_counting_reaches() -> None:
    # A335586, A103997; https://oeis.org.
    assert counting.count("torus:10x10", "dominoes+") == 11203604497408
    assert counting.count("moebius:10x12", "dominoes+") == 312007855309063
    assert counting.count("tri:4x9", "hexiamonds", unique=True) == 74
    assert counting.count("cube:3x3x3", "soma", unique=True) == 240


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("board", "words"), SMALL)
def test_every_question_is_answered_as_the_search_answers_it(board: str, words: str) -> None:
    problem = Problem(board, *words.split())
    names = ("rows", "columns") if len(problem.board.shape) == 2 else ("layers", "rows", "columns")
    search = Search(problem)
    tilings = list(search)
    total = len(tilings)
    assert search.complete
    assert 0 < total < 20_000
    for scan in names:
        for folded in (True, False):
            assert counting.count_details(problem, direction=scan, folded=folded).value == total  # type: ignore[arg-type]
    assert (
        counting.count_details(problem, check=True, tuning=Tuning(listing_limit=0)).value == total
    )
    assert counting.count(problem, unique=True) == Search(problem, unique=True).count()

    by_piece = counting.count_by_piece(problem)
    assert by_piece.total == total
    assert counting.count_by_piece(problem, tuning=Tuning(polynomial_terms=0)) == by_piece
    weights = {problem.names[0]: 3}
    assert counting.weighted_count(problem, weights) == by_piece.weighed(weights)
    least = counting.cheapest(problem, weights)
    assert least.cost == min(3 * copies[0] for copies in by_piece.counts)

    ranking = counting.tiling_set(problem)
    inorder = list(ranking.each(range(total)))
    assert {tiling.labels.tobytes() for tiling in inorder} == {
        tiling.labels.tobytes() for tiling in tilings
    }
    assert [ranking.index(inorder[k]) for k in (0, total // 2, total - 1)] == [
        0,
        total // 2,
        total - 1,
    ]

    heat = counting.heat(problem)
    boundaries = np.zeros(len(heat.pairs), dtype=int)
    cells = tuple(compile_cover(problem).cells.T)
    for tiling in tilings:
        one, other = tiling.labels[cells][heat.pairs].T
        boundaries += (one != other) | (one < 0)
    assert heat.boundaries.tolist() == boundaries.tolist()


@examples(20)
@given(drawn_problems())
def test_counts_are_those_of_the_search(problem: Problem) -> None:
    total = Search(problem).count()
    assert counting.count(problem) == total
    assert counting.count_by_piece(problem).total == total
    assert counting.count(problem, unique=True) == Search(problem, unique=True).count()
    assert counting.tiling_set(problem).count == total


def test_edges_lead_over_joined_sides() -> None:
    assert len(counting.heat("torus:3x3", "trominoes+").pairs) == 18
    assert len(counting.heat("cylinder:3x3", "trominoes+").pairs) == 15
    assert len(counting.heat("tri:2x2", "diamonds+").pairs) == 8
    assert len(counting.heat("cube:2x2x2", "domino+").pairs) == 12


def test_lines_repeat_where_they_do() -> None:
    repeating = {
        board: find_repeat(Problem(board, *words))
        for board, words in {
            "cylinder:9x4": ("trominoes+",),
            "hex:3x9": ("trihexes+",),
            "tri:3x9": ("triamonds+",),
            "cube:2x3x9": ("trominoes+",),
            "torus:4x9": ("trominoes+",),
            "moebius:4x9": ("trominoes+",),
        }.items()
    }
    found = {
        board: repeat and (repeat.lines, repeat.width, repeat.length)
        for board, repeat in repeating.items()
    }
    assert found == {
        "cylinder:9x4": ("rows", 4, 9),
        "hex:3x9": ("columns", 3, 9),
        "tri:3x9": ("columns", 6, 9),
        "cube:2x3x9": ("columns", 6, 9),
        "torus:4x9": None,
        "moebius:4x9": None,
    }


@pytest.mark.parametrize(
    ("on", "width", "along", "words"),
    [
        ("cylinder:", 4, "rows", ("trominoes+",)),
        ("cylinder:", 3, "rows", ("dominoes+", "L3+")),
        ("hex:", 2, "columns", ("trihexes+",)),
        ("hex:", 3, "rows", ("dihexes+",)),
        ("tri:", 1, "columns", ("triamonds+", "diamonds+")),
        ("tri:", 2, "rows", ("triamonds+",)),
        ("cylinder:hex:", 3, "rows", ("trihexes+",)),
    ],
)
def test_strips_of_other_lattices_and_cylinders(
    on: str, width: int, along: str, words: tuple[str, ...]
) -> None:
    found = counting.strip(width, *words, along=along, on=on)  # type: ignore[arg-type]
    boards = [f"{on}{n}x{width}" if along == "rows" else f"{on}{width}x{n}" for n in range(1, 8)]
    assert found.terms(8) == [1, *(counting.count(board, *words) for board in boards)]
    assert found.recurrence is not None
    listed = [(n, value) for n, value in enumerate(found.terms(8)) if n % found.period == 0]
    assert isinstance(found.check(listed), str)
    one_by_one = counting.strip(
        width, *words, along=along, on=on, tuning=Tuning(quick=0.0, boards_share=1e9)
    )  # type: ignore[arg-type]
    assert one_by_one.terms(8) == found.terms(8)


def test_what_closes_on_itself_is_no_strip() -> None:
    for on, along in (("torus:", "rows"), ("cylinder:", "columns"), ("klein:", "rows")):
        with pytest.raises(EngineError, match="are closed"):
            counting.strip(4, "trominoes+", on=on, along=along)  # type: ignore[arg-type]
    with pytest.raises(EngineError, match="cannot be scanned by layers"):
        counting.count_details("4x4", "dominoes+", direction="layers")


@pytest.mark.parametrize(
    ("words", "code", "printed"),
    [
        ("count torus:6x6 dominoes+", 0, "90176"),
        ("count torus:2x2 dominoes+ --rule by-wrap", 0, "8"),
        ("count tri:4x9 hexiamonds --unique", 0, "74"),
        ("count torus:5x5 dominoes+", 1, "0"),
        ("count cylinder:Nx4 trominoes+ --at 9", 0, "1268233"),
        ("count hex:NxN trihexes+ --at 3", 0, "11"),
    ],
)
def test_the_command_counts_on_all_of_them(
    words: str, code: int, printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words.split()) == code
    assert capsys.readouterr().out.split("\n")[0] == printed


def test_the_command_says_how_often_edges_are_boundaries(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["count", "hex:3x3", "trihexes+", "--heat"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    assert run(["count", "cube:2x2x2", "domino+", "--heat", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["count"], len(found["edges"])) == ("9", 12)
    assert found["edges"][0] == {"cells": [[0, 0, 0], [0, 0, 1]], "boundaries": "6"}


def test_symmetries_of_a_torus_are_counted_once_for_all_that_are_alike() -> None:
    told: list[StatesProgress] = []
    found = counting.count_up_to_symmetry(
        "torus:4x4", "dominoes+", progress=told.append, tuning=Tuning(report_every=0.0)
    )
    assert len(found.fixed) == 8 * 16
    assert found.value == Search(Problem("torus:4x4", "dominoes+"), unique=True).count()
    assert len({progress.part for progress in told}) < 40
