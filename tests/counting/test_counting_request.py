"""What the public functions of counting refuse, and what they say would be right."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from tilewright import counting
from tilewright.counting.frontier.estimates import estimate_inside, estimate_labeled
from tilewright.counting.frontier.labeled import build_labeled_graph
from tilewright.counting.frontier.repeats import find_repeat
from tilewright.counting.resources import Resources
from tilewright.counting.tuning import Tuning
from tilewright.errors import (
    MemoryLimitError,
    ProblemError,
    RequestError,
    TilewrightError,
    TilingError,
    TimeLimitError,
)
from tilewright.system.platform.machine import useful_threads
from tilewright.system.work.progress import StatesProgress

SMALL = tw.Problem("4x4", "dominoes+")
LIMITED = tw.Problem("4x5-0,0-3,4", "L3=2..6", "domino=0..9")
FAULTY = tw.Problem("4x4", "L3", "I3", placed=["L3:0,0-0,1-1,0", "L3:0,0-0,1-1,1"])


def first_of_all(*request: Any, **options: Any) -> tw.Tiling:
    """Return the first tiling of a set."""
    return counting.tiling_set(*request, **options).nth(0)


#: Each public function that takes limits of memory and time, asked about a problem.
LIMITED_FUNCTIONS: list[Callable[..., Any]] = [
    tw.count,
    first_of_all,
    counting.count_details,
    counting.count_by_piece,
    counting.count_up_to_symmetry,
    counting.heat,
    lambda *request, **limits: counting.weighted_count(*request, weight={}, **limits),
    lambda *request, **limits: counting.cheapest(*request, cost={}, **limits),
]
#: And those that are not told of memory in small problems.
FUNCTIONS: list[Callable[..., Any]] = [
    *LIMITED_FUNCTIONS,
    tw.sample,
    counting.placement_counts,
    lambda *request, **limits: tw.count(*request, unique=True, **limits),
    lambda *request, **limits: tw.nth(*request, number=0, **limits),
]


@pytest.mark.parametrize(
    "function",
    [*FUNCTIONS, lambda *request: tw.rank(*request, tiling=tw.Tiling.from_text("A"))],
)
def test_tilings_are_those_of_a_problem(function: Callable[..., Any]) -> None:
    for wrong, message in (
        ("4x4", "(no|which) pieces"),
        (tw.Board.parse("4x4"), "no pieces"),
        (3, r"`board` must be a Board, .* got '3' \(int\)"),
        (None, "`board` must be a Board"),
    ):
        with pytest.raises(RequestError, match=message):
            function(wrong)
    with pytest.raises(ProblemError, match="is already covered by"):
        function(FAULTY)


@pytest.mark.parametrize(
    ("function", "more"),
    [
        (tw.count, ()),
        (tw.sample, (3, 1)),
        (tw.nth, (17,)),
        (tw.rank, (tw.nth(SMALL, 17),)),
        (lambda *words: counting.tiling_set(*words).nth(17), ()),
        (counting.count_by_piece, ()),
        (counting.count_up_to_symmetry, ()),
        (counting.placement_counts, ()),
        (lambda *words: counting.heat(*words).right.tolist(), ()),
        (counting.cheapest, ({"I2": 3},)),
        (counting.weighted_count, ({"I2": Fraction(1, 2)},)),
        (lambda *words: counting.count_details(*words).value, ()),
    ],
)
def test_every_function_takes_a_problem_or_its_words(
    function: Callable[..., Any], more: tuple[object, ...]
) -> None:
    found = function(SMALL, *more)
    assert function("4x4", "dominoes+", *more) == found
    assert function(tw.Board.parse("4x4"), tw.Piece.parse("I2+"), *more) == found
    with pytest.raises(
        TilewrightError, match=r"already has pieces|not 'dominoes\+'|'dominoes\+' \(str\)"
    ):
        function(SMALL, "dominoes+", *more)
    with pytest.raises(TilewrightError):
        function("4x4", [7], *more)


def test_what_stands_behind_may_be_named() -> None:
    assert (
        tw.sample("4x4", "dominoes+", number=3, seed=1)
        == tw.sample(SMALL, 3, 1)
        == tw.sample(SMALL, 3, seed=1)
    )
    assert tw.sample("4x4", "dominoes+", seed=1) == tw.sample(SMALL, seed=1)
    assert tw.nth("4x4", "dominoes+", number=17) == tw.nth(SMALL, number=17)
    assert tw.rank("4x4", "dominoes+", tiling=tw.nth(SMALL, 17)) == 17
    assert counting.cheapest("4x4", "domino+", cost={"domino": 2}).cost == 16


@pytest.mark.parametrize("function", LIMITED_FUNCTIONS)
@pytest.mark.parametrize("problem", [SMALL, LIMITED])
def test_a_limit_of_memory_holds_for_small_problems_too(
    function: Callable[..., Any], problem: tw.Problem
) -> None:
    for _ in range(2):
        with pytest.raises(MemoryLimitError, match=r"needs? .* more than the 100 bytes allowed"):
            function(problem, max_memory=100)
        function(problem, max_memory=1 << 26)


def test_a_limit_is_the_same_for_what_is_kept_from_an_earlier_count() -> None:
    problem = tw.Problem("6x30", "trominoes+")
    needed = counting.count_details(problem).nbytes
    for _ in range(2):
        with pytest.raises(MemoryLimitError):
            tw.count(problem, max_memory=needed // 4)


@pytest.mark.parametrize("function", LIMITED_FUNCTIONS)
def test_limits_are_whole_numbers(function: Callable[..., Any]) -> None:
    for wrong, message in (
        ("1X", "`max_memory` must be an amount of memory such as 500M or 2G, got '1X'"),
        (0, "`max_memory` must be at least 1, got 0"),
        (2.5e9, r"must be an integer, got '2500000000.0' \(float\)"),
    ):
        with pytest.raises(tw.RequestError, match=message):
            function(SMALL, max_memory=wrong)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: tw.count(SMALL, mod=-3), "`mod` must be at least 0, got -3"),
        (lambda: tw.count(SMALL, mod="7"), "`mod` must be an integer, got '7'"),
        (lambda: tw.count(SMALL, threads=0), "`threads` must be at least 1, got 0"),
        (lambda: tw.count(SMALL, threads=1.5), "`threads` must be an integer"),
        (lambda: tw.sample(SMALL, -1), "`number` must be at least 0, got -1"),
        (lambda: tw.sample(SMALL, 2.0), "`number` must be an integer, got '2.0'"),
        (lambda: tw.sample(SMALL, seed=-1), "`seed` must be at least 0, got -1"),
        (lambda: tw.sample(SMALL, seed="x"), "`seed` must be an integer, got 'x'"),
        (lambda: tw.nth(SMALL, -1), "`number` must be at least 0, got -1"),
        (lambda: tw.nth(SMALL), "the argument `number` is missing"),
        (lambda: tw.nth("4x4", "dominoes+"), "the argument `number` is missing"),
        (lambda: tw.nth(SMALL, 3, number=4), "unexpected argument '3'"),
        (lambda: tw.nth(SMALL, 3, 4), "unexpected argument"),
        (lambda: tw.sample(SMALL, 1, 2, 3), r"Write sample\(problem, number=…, seed=…\)"),
        (lambda: tw.rank("4x4", "dominoes+"), "`tiling` is missing"),
        (lambda: tw.rank("4x4", "dominoes+", 17), "`tiling` must be a Tiling"),
        (lambda: counting.cheapest("4x4", "dominoes+"), "a dict from names to numbers"),
        (
            lambda: tw.nth(SMALL, 36),
            "there is no tiling with number 36; the 36 tilings are numbered from 0",
        ),
        (lambda: tw.nth(SMALL, "3"), "`number` must be an integer, got '3'"),
        (lambda: tw.rank(SMALL, "ABAB"), r"`tiling` must be a Tiling, got 'ABAB' \(str\)"),
        (
            lambda: tw.rank(SMALL, tw.Tiling.from_text("AB\nAB")),
            "the board is 4x4, but the tiling is 2x2",
        ),
        (
            lambda: counting.weighted_count(SMALL, {"domino": 0.5}),
            r"Fraction\(1, 2\), got '0.5' \(float\)",
        ),
        (
            lambda: counting.weighted_count(SMALL, {"T": 1}),
            "unknown piece 'T'. The pieces are domino",
        ),
        (
            lambda: counting.weighted_count(SMALL, {"domino": 1, "I2": 1}),
            "'I2' means the piece domino, which already has a value",
        ),
        (
            lambda: counting.weighted_count(SMALL, [("I", 1)]),
            "the weights of the pieces must be a dict",
        ),
        (
            lambda: counting.cheapest(SMALL, {"I2": "1"}),
            "the cost of domino must be an int or a Fraction",
        ),
        (lambda: counting.cheapest(SMALL, {"T": 1}), "unknown piece 'T'"),
        (lambda: counting.cheapest(SMALL, {"I2": 2**60}), "must be less than 2"),
        (lambda: counting.strip(0, "L3+"), "`width` must be at least 1, got 0"),
        (lambda: counting.strip("4", "L3+"), "`width` must be an integer, got '4'"),
        (
            lambda: counting.strip(4, "L3+", along="x"),
            "`along` must be 'rows' or 'columns', got 'x'",
        ),
        (lambda: counting.strip(4, "L3=2"), "unlimited copies of each piece"),
        (lambda: counting.strip(2, "I2+").terms(-1), "`n` must be at least 0, got -1"),
        (lambda: counting.strip(2, "I2+").term(2.5), "`n` must be an integer, got '2.5'"),
        (lambda: counting.strip(2, "I2+").term(2, -1), "`mod` must be at least 0, got -1"),
        (
            lambda: counting.count_details(SMALL, direction="up"),
            "`direction` must be 'auto', 'rows', 'columns', 'layers' or 'cells', got 'up'",
        ),
    ],
)
def test_what_is_wrong_is_said(ask: Callable[[], Any], message: str) -> None:
    with pytest.raises((RequestError, TilingError), match=message) as caught:
        ask()
    assert isinstance(caught.value, TilewrightError)
    assert caught.value.exit_code == 2


def test_numbers_of_numpy_are_numbers() -> None:
    number = np.int64(7)
    assert tw.count(SMALL, mod=number) == 36 % 7
    assert tw.sample(SMALL, number, seed=number) == tw.sample(SMALL, 7, seed=7)
    assert tw.rank(SMALL, tw.nth(SMALL, number)) == 7
    assert counting.weighted_count(SMALL, {"domino": np.int32(2)}) == 36 * 2**8
    assert counting.weighted_count(SMALL, {"I2": Fraction(1, 2)}) == Fraction(36, 2**8)


def test_a_modulus_may_be_of_any_size() -> None:
    problem = tw.Problem("9x12", "trominoes+")
    whole = tw.count(problem)
    for modulus in (1, 2, 10**9 + 7, 2**48, 2**48 + 1, 10**16, 10**30):
        assert tw.count(problem, mod=modulus) == whole % modulus


def test_a_limit_of_memory_is_that_of_all_layers() -> None:
    # Marks or numbers of tilings need the graph of each layer: it is refused before it is larger.
    for function in (first_of_all, counting.heat):
        with pytest.raises(MemoryLimitError) as caught:
            function(tw.Problem("9x9-0,0", "trominoes+", "domino=0..2"), max_memory=3 << 20)
        found = re.search(r"need ([\d.]+) MiB.*more than the 3.0 MiB allowed", str(caught.value))
        assert found is not None
        assert 3 <= float(found[1]) < 4
    with pytest.raises(MemoryLimitError, match=r"only 1\.0 KiB are allowed"):
        counting.strip(4, "trominoes+", max_memory=1024).terms(100)


def test_samples_too_large_are_refused_at_once() -> None:
    ranking = counting.tiling_set(SMALL, max_memory=1 << 20)
    with pytest.raises(
        MemoryLimitError, match=r"20,000 tilings need about .*; request about \d+ at a time"
    ):
        ranking.sample(20_000)
    with pytest.raises(MemoryLimitError, match="tilings need about"):
        tw.sample(SMALL, 10**20)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("board", "pieces", "what"),
    [
        ("30x30", ["dominoes+"], "each row has 30 cells"),
        ("20x300", ["pentominoes+"], "each column has 20 cells"),
        # Not a rectangle, or with limited copies: the wide part of the board is looked at.
        ("30x30-0,0-0,1", ["dominoes+"], "each row has 30 cells"),
        ("24x24", ["L3+", "I3+", "domino=0..3"], "each row has 24 cells"),
        ("26x26-13,13-12,13", ["domino=0..338"], "each row has 26 cells"),
        # All pieces are limited: a graph that grows too quickly is not grown to the end.
        ("30x30", ["domino=0..449", "monomino=2"], "the frontier is 30 cells wide"),
    ],
)
def test_what_is_far_too_large_is_refused_at_once(board: str, pieces: list[str], what: str) -> None:
    problem = tw.Problem(board, *pieces)
    for function in (
        first_of_all,
        # Of dominoes on any board, it is asked by matchings.
        *(() if pieces == ["dominoes+"] else (counting.heat,)),
        lambda problem, **limit: counting.cheapest(problem, {}, **limit),
    ):
        with pytest.raises(
            MemoryLimitError,
            match=rf"the labeled state graph has about .* states and needs .* .* allowed; .*{what}",
        ):
            function(problem, max_memory=1 << 28)


@pytest.mark.parametrize("board", ["16x16", "16x16-0,0-0,1"])
def test_what_is_estimated_is_about_what_is_taken(board: str) -> None:
    problem = tw.Problem(board, "dominoes+")
    repeat = find_repeat(problem, 0)
    ahead = estimate_labeled(repeat) if repeat else estimate_inside(problem, 0)
    kept = build_labeled_graph(problem, Resources())
    assert ahead is not None
    assert kept is not None
    assert kept.graph.states / 3 < ahead.graph_states < 3 * kept.graph.states


def test_progress_of_a_ranking_ends_with_the_counts() -> None:
    told: list[StatesProgress] = []
    first_of_all(LIMITED, progress=told.append)
    assert [progress.phase for progress in told[:1]] == ["states"]
    assert (told[-1].phase, told[-1].done, told[-1].total) == ("counts", 18, 18)


def test_the_counts_of_all_rows_are_estimated() -> None:
    with pytest.raises(
        MemoryLimitError, match=r"the counts of 3,000 rows of 924 states need about"
    ):
        first_of_all("12x3000", "dominoes+", max_memory=1 << 27)
    assert counting.tiling_set("12x30", "dominoes+", max_memory=1 << 27).count


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("board", ["12x14", "13x13-0,0"])
def test_every_function_takes_a_limit_of_time(function: Callable[..., object], board: str) -> None:
    with pytest.raises(
        TimeLimitError, match=r"timeout: the time limit of 1e-09 seconds was reached"
    ):
        function(board, "tetrominoes+", timeout=1e-9)
    with pytest.raises(RequestError, match="timeout"):
        function("4x4", "tetrominoes+", timeout=-1)


def test_each_question_to_a_strip_has_its_time() -> None:
    found = counting.strip(8, "tetrominoes+", timeout=1e-9)
    for ask in (
        lambda: found.term(9),
        lambda: found.terms(4),
        lambda: found.degree,
        lambda: found.recurrence,
    ):
        with pytest.raises(
            TimeLimitError, match=r"timeout: the time limit of 1e-09 seconds was reached"
        ):
            ask()
    with pytest.raises(RequestError, match="timeout"):
        counting.strip(8, "tetrominoes+", timeout=-1)


@pytest.mark.parametrize("board", ["9x9", "7x8-0,0"])
def test_far_more_threads_than_cores_are_not_started(board: str) -> None:
    words = (board, "trominoes+", "I4+")
    # However small, every layer and every row is shared by all threads there are.
    tuning = Tuning(
        first_try=0,
        kept_graph=0,
        shared_graph=0,
        shared_counts=0,
        shared_profile=0,
        report_every=0.0,
    )
    before, running = threading.active_count(), list[int]()
    many = counting.count_details(
        *words,
        threads=10**6,
        tuning=tuning,
        progress=lambda _: running.append(threading.active_count()),
    )
    assert many.value == counting.count(*words, threads=1)
    assert 1 <= max(running) - before <= useful_threads(10**6)
