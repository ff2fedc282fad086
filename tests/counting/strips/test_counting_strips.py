"""Strips and symmetry: recurrences against terms they were not fitted to, Burnside against
listing."""

from __future__ import annotations

import math
import re
import tracemalloc
from fractions import Fraction
from typing import Literal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import naive_count
from strategies import problems, tileable_problems
from tilewright.counting import Strip, count, count_up_to_symmetry, strip, weighted_count
from tilewright.counting.strips.boards import Along
from tilewright.counting.strips.recurrences import (
    Series,
    fraction_modulo,
    small_primes,
)
from tilewright.counting.tuning import Tuning
from tilewright.errors import EngineError, MemoryLimitError
from tilewright.model.problem import Problem
from tilewright.model.space.lattice import Turn
from tilewright.solving.search import Search
from tilewright.system.work.progress import StatesProgress
from tried import examples

#: Terms are boards of their own, however soon the state graph would be there.
BOARDS = Tuning(quick=0.0, boards_share=math.inf)
STRIPS = [
    (1, ["dominoes+", "I3+"]),
    (2, ["dominoes+"]),
    (3, ["dominoes+"]),
    (4, ["trominoes+"]),
    (5, ["L3+"]),
    (3, ["pentominoes+"]),
    (4, ["L4+", "domino+"]),
    (4, ["monomino+", "L3+"]),
]


@pytest.mark.parametrize(("width", "pieces"), STRIPS, ids=lambda value: str(value))
def test_recurrences_reproduce_terms_they_were_not_fitted_to(width: int, pieces: list[str]) -> None:
    found = strip(width, *pieces)
    assert found.recurrence is not None
    terms = found.terms(3 * found.states * found.period + 20)
    assert naive_count.recurrence_holds(found.recurrence, terms, found.holds_from)
    assert terms[:9] == [1, *(count(Problem(f"{width}x{n}", *pieces)) for n in range(1, 9))]


@pytest.mark.parametrize("pieces", [["P5+"], ["L4+"], ["Y5+", "P5+"]], ids=str)
def test_far_terms_are_0_where_nothing_but_the_empty_strip_is_tiled(pieces: list[str]) -> None:
    far = 10**12
    for modulus in (0, 1, 2, 97, 97 * 101, 1 << 40, 10**30):
        assert strip(4, *pieces, turn="fixed").term(far, modulus) == 0
    found = strip(4, *pieces, turn="fixed")
    assert found.terms(12) == [1, *[0] * 11]
    assert found.generating_function() == ([1], [1])


def test_far_terms_that_stay_short_take_no_memory() -> None:
    assert strip(1, "monomino+").term(10**12) == 1
    assert strip(1, "dominoes+").term(10**15) == 1
    # Two shapes that each fill a line: 2^n. The same lengths are too long for these.
    with pytest.raises(MemoryLimitError, match="has about 301,"):
        strip(1, "monomino+", empty=True, max_memory=1 << 20).term(10**12)


def test_a_length_of_any_size_is_answered_or_refused() -> None:
    found, beyond = strip(2, "dominoes+"), 10**400
    assert found.term(beyond, 97) == found.term(beyond, 97 * 101) % 97
    for ask in (found.term, found.terms, strip(2, "dominoes+").terms):
        with pytest.raises(MemoryLimitError, match=r"of length 10\^400 has about 10\^399 digits"):
            ask(beyond)


@pytest.mark.parametrize(("width", "pieces"), STRIPS[:5], ids=lambda value: str(value))
def test_generating_functions_expand_to_the_terms(width: int, pieces: list[str]) -> None:
    found = strip(width, *pieces)
    fraction = found.generating_function()
    assert fraction is not None
    upper, lower = fraction
    series: list[int] = []
    for n in range(40):
        known = sum(c * series[n - k] for k, c in enumerate(lower[1 : n + 1], start=1))
        series.append((upper[n] if n < len(upper) else 0) - known)
    assert series == found.terms(40)


def test_the_recurrence_is_the_shortest() -> None:
    # 8 x n by dominoes: 70 states, order 16 (A028470).
    assert strip(8, "dominoes+").degree == 16
    assert strip(2, "dominoes+").recurrence == (1, 1)
    # A233428, Formula: order 15 in steps of five columns.
    assert strip(3, "pentominoes+").degree == 75


def test_a_recurrence_is_not_taken_from_zeros_near_the_beginning() -> None:
    prime = 10**9 + 7
    # 1, 0, 0, 0, 1, 1, 0, 0, 1, 2, …
    series = strip(1, "I4+", "I5+")._find_series_modulo_prime(prime)
    assert (series.numerator, series.denominator) == ((1,), (1, 0, 0, 0, prime - 1, prime - 1))


def test_far_terms() -> None:
    found = strip(4, "trominoes+")
    value = found.terms(301)[300]
    for modulus in (10**9 + 7, 998244353, 2**61, 10**30, 6, 12, 1):
        assert found.term(300, modulus) == value % modulus
    assert [found.term(0), found.term(0, 7), found.term(0, 1), found.term(1)] == [1, 1, 0, 0]
    far = found.term(10**12, 10**9 + 7)
    assert found.term(10**12, (10**9 + 7) * 998244353) % (10**9 + 7) == far
    assert found.term(10**12 + 1, 10**9 + 7) == 0
    assert found.term(2000) % (10**9 + 7) == found.term(2000, 10**9 + 7)


@examples(80)
@given(
    numerator=st.lists(st.integers(-5, 5), min_size=1, max_size=7),
    denominator=st.lists(st.integers(-3, 3), min_size=1, max_size=4),
    n=st.integers(0, 60),
)
def test_far_coefficients_are_those_of_the_series(
    numerator: list[int], denominator: list[int], n: int
) -> None:
    """Also where the numerator is longer than the denominator, and the recurrence begins later."""
    below = (1, *denominator)
    series: list[int] = []
    for i in range(n + 1):
        back = sum(below[j] * series[i - j] for j in range(1, min(i, len(denominator)) + 1))
        series.append((numerator[i] if i < len(numerator) else 0) - back)
    found = Series(tuple(numerator), below, 0)
    assert found.coefficient(n) == series[n]
    assert found.residue(n, 1009) == series[n] % 1009


def test_terms_that_are_too_long_are_refused_before_they_are_begun() -> None:
    found = strip(4, "trominoes+", max_memory=1 << 24)
    assert found.term(3000) == strip(4, "trominoes+").term(3000)
    with pytest.raises(
        MemoryLimitError, match="of length 6,000,000,000 has about 3,238,911,764 digits"
    ):
        found.term(6 * 10**9)
    with pytest.raises(MemoryLimitError, match="Count modulo a number instead"):
        found.terms(10**6)
    assert found.term(6 * 10**9, 1009) >= 0
    with pytest.raises(MemoryLimitError, match=r"more than the 64\.0 MiB allowed"):
        strip(8, "trominoes+", max_memory=1 << 26).term(3 * 10**8)


def test_a_sequence_that_ends_at_once_has_order_one() -> None:
    """L-trominoes do not lie in one row: 1, 0, 0, …, whatever lengths their area allows."""
    for found in (strip(1, "L3+"), strip(5, "X5+")):
        assert (found.degree, found.holds_from) == (1, 1)
        assert found.terms(8) == [1, 0, 0, 0, 0, 0, 0, 0]


def test_any_modulus_near_the_beginning_and_products_of_large_primes_far_out() -> None:
    found = strip(8, "trominoes+")
    assert found.term(12, 10**18) == found.term(12) % 10**18
    product = (10**9 + 7) * 998244353
    far = found.term(3 * 10**11, product)
    assert far % 998244353 == found.term(3 * 10**11, 998244353)
    assert far % (10**9 + 7) == found.term(3 * 10**11, 10**9 + 7)
    assert small_primes(product) in ([10**9 + 7, 998244353], [998244353, 10**9 + 7])
    assert small_primes(12) == small_primes(1) == small_primes((2**61 - 1) * 3) == []


def test_wide_strips_have_a_degree_and_far_terms() -> None:
    found = strip(8, "trominoes+")
    assert found.exact is None
    assert found.recurrence is None
    assert 3 < found.degree <= found.states * found.period
    near = found.term(60)
    assert near == count(Problem("8x60", "trominoes+"))
    modulus = 10**9 + 7
    # The same term by the polynomials modulo the prime, and modulo a number that is none.
    prime = found._find_series_modulo_prime(modulus)
    assert prime.residue(60 // found.period, modulus) == near % modulus
    with pytest.raises(EngineError, match="prime below"):
        found.term(3 * 10**11, 2**49)


@pytest.mark.parametrize("modulus", [720, 2**31, 10**9, 3**20])
def test_any_modulus_without_the_exact_recurrence(modulus: int) -> None:
    found = strip(6, "trominoes+")
    first = found._find_series_modulo_prime(10**9 + 7)
    modular = fraction_modulo(found.source, first, found.states, modulus)
    for n in (0, 1, 90, 10**15):
        term = modular.residue(n // found.period, modulus)
        assert term == found.term(n - n % found.period, modulus)


def test_terms_nearer_than_a_recurrence_need_none() -> None:
    found = strip(9, "trominoes+")
    assert found.term(300, 10**9 + 7) == found.term(300) % (10**9 + 7)
    assert not found._modular
    # Once the recurrence is known, it serves them, too.
    far = found._find_series_modulo_prime(10**9 + 7)
    assert found.term(9000, 10**9 + 7) == far.residue(9000, 10**9 + 7)


def test_strips_need_unlimited_pieces() -> None:
    with pytest.raises(EngineError, match="unlimited copies of each piece"):
        strip(4, "trominoes")
    with pytest.raises(EngineError, match="`n` must be at least 0"):
        strip(2, "dominoes+").term(-1)
    with pytest.raises(MemoryLimitError):
        strip(14, "pentominoes+", max_memory=1 << 20).term(100)
    assert isinstance(strip(2, "dominoes+"), Strip)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("width", "pieces"), [*STRIPS, (6, ["hexominoes+"])], ids=lambda value: str(value)
)
@pytest.mark.parametrize("along", ["columns", "rows"])
def test_boards_one_by_one_have_the_terms(
    width: int, pieces: list[str], along: Literal["columns", "rows"]
) -> None:
    expected = strip(width, *pieces, along=along).terms(8)
    found = strip(width, *pieces, along=along, tuning=BOARDS)
    assert found.terms(8) == [found.term(n) for n in range(8)] == expected
    assert [found.term(n, 7) for n in range(8)] == [value % 7 for value in expected]
    assert not found.has_graph


@pytest.mark.sampled(2)
@pytest.mark.parametrize("memory", [None, 1 << 26])
def test_short_lengths_of_wide_strips_need_no_state_graph(memory: int | None) -> None:
    found = strip(30, "dominoes+", max_memory=memory)
    # A028468 and A004003 by columns: boards of 30 rows are boards of 30 columns.
    assert found.term(8) == count("30x8", "dominoes+") == 12457255314954679645007780869
    assert found.term(8, 10**20) == 12457255314954679645007780869 % 10**20
    assert found.terms(5) == [strip(n, "dominoes+").term(30) if n else 1 for n in range(5)]
    assert not found.has_graph
    # Pieces that do not turn tell rows from columns.
    bars = strip(200, "#/#/#+", "#+", turn="fixed", along="rows")
    assert bars.term(3) == strip(3, "#/#/#+", "#+", turn="fixed").term(200) == 2**200
    assert strip(300, "dominoes+", empty=True).term(2) == strip(2, "dominoes+", empty=True).term(
        300
    )
    assert strip(8, "octominoes+", max_memory=memory).term(5) == strip(5, "octominoes+").term(8)
    for ask in (lambda strip: strip.term(300), lambda strip: strip.term(10**12, 7)):
        with pytest.raises(
            MemoryLimitError,
            match=r"300 cells wide. Single short lengths can often be counted without the whole",
        ):
            ask(strip(300, "dominoes+", max_memory=1 << 30))


def test_a_narrow_strip_has_its_terms_from_the_state_graph() -> None:
    found = strip(8, "trominoes+")
    found.term(6)
    assert found.has_graph


def test_progress_says_what_is_found() -> None:
    told: list[StatesProgress] = []
    found = strip(6, "trominoes+", progress=told.append)
    assert found.recurrence is None or found.degree
    found.term(500)
    phases = dict.fromkeys((progress.phase, progress.unit) for progress in told)
    assert list(phases) == [("states", "state"), ("recurrence", "term"), ("counts", "term")]
    last = [progress for progress in told if progress.phase == "counts"][-1]
    assert (last.done, last.total, last.left) == (500, 500, 0)
    assert all(
        progress.done <= progress.total for progress in told if progress.phase == "recurrence"
    )


def test_empty_cells_on_a_strip() -> None:
    found = strip(2, "dominoes+", empty=True)
    assert found.terms(6)[5] == naive_count.count(Problem("2x5", "dominoes+", empty=10))


@examples(80)
@given(problems(area=9, marks="ab") | problems(area=12) | tileable_problems(area=12, marks="ab"))
@example(Problem("##/??", "#/#@fixed+"))
@example(Problem("?#/?#", "##+", turn="fixed"))
def test_up_to_symmetry_equals_enumeration(problem: Problem) -> None:
    found = count_up_to_symmetry(problem)
    if found.fixed["identity"] > 2000:
        return
    assert found.fixed["identity"] == naive_count.count(problem)
    assert found.value == naive_count.classes(problem)
    assert found.value == Search(problem, unique=True, threads=1).count()


@pytest.mark.parametrize(
    ("board", "pieces", "turn", "total"),
    [
        pytest.param("6x10", ["pentominoes"], "free", 2339, marks=pytest.mark.slow),
        ("5x12", ["pentominoes"], "free", 1010),
        ("3x20", ["pentominoes"], "free", 2),
        ("4x4", ["tetromino:LJ", "tetromino:LJ"], "one-sided", 1),
    ],
)
def test_up_to_symmetry_of_known_ones(board: str, pieces: list[str], turn: str, total: int) -> None:
    problem = Problem(board, *pieces, turn=turn)  # type: ignore[arg-type]
    assert count_up_to_symmetry(problem).value == total
    checked = count_up_to_symmetry(problem, check=True)
    assert (checked.value, checked.checked[:11]) == (total, "listing all")


def test_a_large_number_up_to_symmetry_is_checked_in_part() -> None:
    found = count_up_to_symmetry(Problem("8x8", "dominoes+"), check=True)
    assert (found.value, found.fixed["identity"]) == (1629189, 12988816)
    assert found.checked.startswith("only the total number of tilings was verified: counting by")
    alone = count_up_to_symmetry(
        Problem("4x4", "dominoes+"), check=True, tuning=Tuning(listing_limit=0)
    )
    assert (alone.value, alone.checked[:9]) == (9, "only the ")


def test_a_strip_that_is_far_too_wide_is_refused_at_once() -> None:
    tracemalloc.start()
    try:
        with pytest.raises(
            MemoryLimitError, match=r"about .* states; .*The strip is 14 cells wide"
        ) as caught:
            strip(14, "pentominoes+", max_memory=1 << 30).generating_function()
        # It was not tried out: what was held is a small part of what may be.
        assert tracemalloc.get_traced_memory()[1] < 1 << 28
    finally:
        tracemalloc.stop()
    assert "only 1.0 GiB are allowed" in caught.value.message


#: The prefix of a board, whether its lines have two sides, and sets of pieces.
_SPACES = [
    (
        "",
        False,
        [["dominoes+"], ["L3+", "monomino+"], ["trominoes+"], ["T4+", "I2+"], ["#.#+", "I2+"]],
    ),
    ("cylinder:", False, [["dominoes+"], ["trominoes+"], ["L3+", "monomino+"]]),
    ("hex:", False, [["dihexes+"], ["trihexes+"], ["trihexes+", "monohex+"]]),
    ("tri:", False, [["diamonds+"], ["triamonds+", "diamonds+"]]),
    ("cube:", True, [["dicubes+"], ["tricubes+"], ["L3+", "I3+"], ["dicubes+", "monocube+"]]),
]


@st.composite
def weighted_strips(draw: st.DrawFn) -> Strip:
    """Draw a strip or a bar of cubes, perhaps with weights."""
    on, solid, sets = draw(st.sampled_from(_SPACES))
    words = draw(st.sampled_from(sets))
    turn: Turn | None = draw(st.sampled_from([None, "one-sided", "fixed"]))
    width = (draw(st.integers(1, 2)), draw(st.integers(1, 2))) if solid else draw(st.integers(1, 4))
    every: list[Along] = ["rows", "columns", "layers"]
    ways = every[: 1 if on == "cylinder:" else 3 if solid else 2]
    along, empty = draw(st.sampled_from(ways)), draw(st.booleans())
    names = [piece.name for piece in strip(width, *words, turn=turn, on=on, along="rows").pieces]
    weight = st.sampled_from([0, 1, 2, -3, Fraction(1, 2), Fraction(-2, 3)])
    weights: dict[str, int | Fraction] = draw(
        st.dictionaries(st.sampled_from([*names, *(["empty"] if empty else [])]), weight)
    )
    return strip(width, *words, turn=turn, on=on, along=along, empty=empty, weight=weights)


@examples(60)
@given(weighted_strips())
def test_terms_of_the_state_graph_are_those_of_boards(found: Strip) -> None:
    assert found.graph.states
    assert found.terms(5) == [found.boards.count(n) for n in range(5)]


def test_terms_of_states_of_several_words() -> None:
    found = strip(3, "trominoes+", f"{'#' * 24}+")
    assert found.graph.states
    assert found.terms(12) == [found.boards.count(n) for n in range(12)]


@pytest.mark.slow
@settings(max_examples=400)
@given(weighted_strips())
def test_terms_of_many_strips(found: Strip) -> None:
    assert found.graph.states
    assert found.terms(6) == [found.boards.count(n) for n in range(6)]


@examples(60)
@given(weighted_strips())
def test_far_terms_are_those_of_the_generating_function(found: Strip) -> None:
    fraction = found.generating_function()
    assert fraction is not None
    upper, lower = fraction
    series: list[int | Fraction] = []
    for n in range(len(upper) + 8):
        known = sum(c * series[n - k] for k, c in enumerate(lower[1 : n + 1], start=1))
        series.append((upper[n] if n < len(upper) else 0) - known)
    assert series == found.terms(len(series))
    assert found.term(len(series) - 1) == series[-1]


def test_bars_of_cubes() -> None:
    found = strip((3, 3), "dicubes+", on="cube:")
    assert found.name == "cube:3x3xN"
    assert found.terms(5) == [count(f"cube:3x3x{n}", "dicubes+") if n else 1 for n in range(5)]
    assert found.terms(5) == strip((3, 3), "dicubes+", on="cube:", along="layers").terms(5)
    assert found.term(1_000_000, 100_000_007) == 30808124
    # 2x2xN: A006253.
    assert strip((2, 2), "dicubes+", on="cube:").terms(9) == [
        1,
        2,
        9,
        32,
        121,
        450,
        1681,
        6272,
        23409,
    ]
    # Pieces that do not turn tell the axes apart.
    bars = [
        strip((1, 2), "#/#+", "#+", on="cube:", turn="fixed", along=way)
        for way in ("layers", "rows")
    ]
    assert [bar.term(4) for bar in bars] == [
        count(board, "#/#+", "#+", turn="fixed") for board in ("cube:4x1x2", "cube:1x4x2")
    ]
    assert (
        found.check([(n, found.term(n)) for n in range(3)])
        == "counting by layers gives the same numbers"
    )


@pytest.mark.parametrize("by", [-1, 1])
def test_a_check_sees_a_wrong_number(by: int) -> None:
    found = strip(4, "dominoes+")
    with pytest.raises(AssertionError, match="for n = 3"):
        found.check([(2, 5), (3, 11 + by)])


def test_from_where_a_recurrence_up_to_symmetry_holds() -> None:
    """The square has more symmetries than its neighbors, so it is an exception."""
    found = strip(2, "dominoes+", "monomino+").up_to_symmetry()
    assert found.recurrence is not None
    assert (found.degree, found.holds_from) == (11, 14)
    terms = [found.term(n) for n in range(40)]
    assert terms[:5] == [
        1,
        *(
            count_up_to_symmetry(Problem(f"2x{n}", "dominoes+", "monomino+")).value
            for n in range(1, 5)
        ),
    ]
    assert naive_count.recurrence_holds(found.recurrence, terms, found.holds_from)
    assert not naive_count.recurrence_holds(found.recurrence, terms, found.holds_from - 1)


def test_a_long_recurrence_is_written_with_its_first_terms_and_its_last() -> None:
    left, _ = str(strip(8, "dominoes+").latex()).split(r"\quad", 1)
    assert re.findall(r"a\(n-(\d+)\)", left) == [*map(str, range(1, 12)), "16"]
    assert left.count(r"\cdots") == 1


def test_weights_on_strips_far_out() -> None:
    found = strip(2, "dominoes+", "monomino+", weight={"monomino": 2})
    assert found.recurrence == (6, 4, -1)
    assert found.terms(4) == [1, 5, 34, 223]
    # Without monominoes, and with every weight 1.
    assert strip(2, "dominoes+", "monomino+", weight={"monomino": 0}).recurrence == (1, 1)
    assert strip(2, "dominoes+", weight={"domino": 1}).recurrence == (1, 1)
    half = strip(3, "trominoes+", weight={"I3": Fraction(1, 2)})
    assert half.term(60) == weighted_count("3x60", "trominoes+", weight={"I3": Fraction(1, 2)})
    assert half.latex() is not None and r"\frac{" in str(half.latex())
    minus = strip(4, "trominoes+", weight={"L3": -1})
    assert [minus.term(n, 10**9 + 7) for n in (300, 3000)] == [
        minus.term(n) % (10**9 + 7) for n in (300, 3000)
    ]
    with pytest.raises(EngineError, match="integer weights"):
        half.term(60, 7)
    with pytest.raises(EngineError, match="no second method"):
        half.check([(3, half.term(3))])
    with pytest.raises(EngineError, match=r"unknown piece 'X5'\. The pieces are domino"):
        strip(2, "dominoes+", weight={"X5": 2})


def test_the_sides_of_a_strip_fit_its_lattice() -> None:
    with pytest.raises(EngineError, match="a strip of cubes needs two sides of a box"):
        strip(3, "dicubes+", on="cube:")
    with pytest.raises(EngineError, match="one width"):
        strip((3, 3), "dominoes+")
    with pytest.raises(EngineError, match="got 3 numbers"):
        strip((3, 3, 3), "dicubes+", on="cube:")


def test_a_kept_graph_serves_only_its_own_pieces() -> None:
    """Around a cylinder of two columns, two turns of one piece cover the same cells; two fixed
    pieces do, too, and differ.
    """
    for turns in (("free", "fixed"), ("fixed", "free")):
        numbers = {turn: count(Problem("cylinder:12x2", "trominoes+", turn=turn)) for turn in turns}
        assert numbers == {"free": 153, "fixed": 8721}
    cover = Problem("cylinder:6x2", "trominoes+", turn="fixed")
    assert count(cover) == Search(cover).count()


@pytest.mark.parametrize(
    ("width", "pieces", "along", "empty"),
    [
        (4, ["dominoes+"], "columns", False),
        (3, ["trominoes+"], "rows", False),
        (2, ["##/#.+", "domino+"], "columns", True),
    ],
)
def test_fault_free_strips_are_counted_as_their_boards_are(
    width: int, pieces: list[str], along: Along, empty: bool
) -> None:
    whole = strip(width, *pieces, along=along, empty=empty, turn="fixed")
    for lines in ("", "rows", "columns"):
        sequence = whole.fault_free(lines)
        counted = [
            count(
                Problem(
                    f"{width}x{n}" if along == "columns" else f"{n}x{width}",
                    *pieces,
                    turn="fixed",
                    empty=(0, width * n if empty else 0),
                    rules=[f"fault-free {lines}".strip()],
                )
            )
            for n in range(1, 7)
        ]
        assert sequence.terms(7) == [1, *counted]
        assert sequence.recurrence is not None
        far = sequence.terms(60)
        for n in range(max(sequence.holds_from, sequence.degree), 60):
            before = [far[n - 1 - k] for k in range(sequence.degree)]
            assert far[n] == sum(c * a for c, a in zip(sequence.recurrence, before, strict=True))


def test_published_numbers_of_fault_free_strips() -> None:
    """By L trominoes, without a fault across 5x3n (OEIS A084479); by dominoes (R. L. Graham)."""
    assert strip(5, "L3+").fault_free("columns").terms(10)[3::3] == [0, 72, 384]
    assert strip(5, "dominoes+").fault_free().term(6) == 6
    assert strip(6, "dominoes+").fault_free().term(6) == 0


@pytest.mark.parametrize("on", ["hex:", "cylinder:"])
def test_fault_free_strips_are_flat_and_square(on: str) -> None:
    with pytest.raises(EngineError, match="fault-free strips require squares"):
        strip(3, "domino+" if on != "hex:" else "hex:##+", on=on, along="rows").fault_free()
    with pytest.raises(EngineError, match="lines"):
        strip(3, "domino+").fault_free("layers")
