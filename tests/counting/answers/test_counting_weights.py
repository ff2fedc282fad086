"""Weights: sums over tilings by the states that counts have, against numbers by piece, enumeration
and a product formula.
"""

from __future__ import annotations

import json
from fractions import Fraction
from math import gcd, prod

import flint
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import naive_count
from strategies import TURNS, polyominoes, problems, tileable_problems
from tilewright.apps.command import run
from tilewright.counting import count, count_by_piece
from tilewright.counting.answers.weights import weigh_by_layers, weigh_by_rows, weighted_count
from tilewright.counting.frontier.repeats import find_repeat
from tilewright.counting.numbers.residues import Residues, Scale, Weighted, coprime_base, primes_for
from tilewright.counting.resources import Resources
from tilewright.counting.tuning import Tuning
from tilewright.errors import EngineError, MemoryLimitError
from tilewright.model.cover import compile_cover
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.tiling import EMPTY
from tilewright.solving.search import tilings
from tilewright.system.work.progress import StatesProgress
from tried import examples
from without_library import printed, printed_without_library

Exact = int | Fraction

WEIGHTS = (
    st.integers(-3, 3)
    | st.fractions(-2, 2, max_denominator=6)
    | st.sampled_from(
        [10**12, -(10**15) - 37, Fraction(1, 1000), Fraction(-(2**70), 3**9), 2**31 - 1]
    )
)


@st.composite
def weights(draw: st.DrawFn, problem: Problem) -> dict[str, Exact]:
    """Draw weights for some of the pieces, and for empty cells."""
    names = [*problem.names, *(["empty"] if problem.empty_most else [])]
    return {name: draw(WEIGHTS) for name in names if draw(st.integers(0, 3))}


@st.composite
def rectangles(draw: st.DrawFn) -> Problem:
    """Draw a problem whose rows repeat, more of them than a piece reaches."""
    width = draw(st.integers(1, 4))
    rows, columns = draw(st.permutations([width, draw(st.integers(width + 3, 8))]))
    shapes = draw(st.lists(polyominoes(3), min_size=1, max_size=3, unique=True))
    listed = [
        Piece(shape, f"P{number}", 0, None, draw(st.sampled_from([None, "fixed"])))
        for number, shape in enumerate(shapes)
    ]
    problem = Problem(
        f"{rows}x{columns}",
        *listed,
        turn=draw(TURNS),
        empty=draw(st.sampled_from([0, rows * columns])),
    )
    assume(not problem.faults())
    return problem


def factors(problem: Problem, weights: dict[str, Exact]) -> list[Fraction]:
    """Return the weights of the pieces, and that of an empty cell."""
    return [Fraction(weights.get(name, 1)) for name in (*problem.names, "empty")]


def by_layers(problem: Problem, weights: dict[str, Exact], threads: int = 1) -> Exact:
    return weigh_by_layers(compile_cover(problem), factors(problem, weights), Resources(threads))


def by_rows(
    problem: Problem, weights: dict[str, Exact], threads: int = 1, axis: int | None = None
) -> Exact | None:
    repeat = find_repeat(problem, axis)
    assert repeat is not None
    *each, empty = factors(problem, weights)
    shapes = [
        factor
        for piece, factor in zip(problem.pieces, each, strict=True)
        for _ in piece.orientations(problem.turn)
    ]
    return weigh_by_rows(repeat, [*shapes, empty], Resources(threads))


#: Graphs that begin small and grow on all threads; layers that are shared and dealt a few states at
#: a time.
SMALL = Tuning(
    first_try=1,
    kept_graph=0,
    shared_graph=0,
    room=4,
    spread_alone=16,
    spread_shared=64,
    budget=100,
    deal_alone=3,
    deal_shared=2,
    branches=1,
    shared_weighted=2,
    shared_counts=2,
    rows_at_once=1,
    primes_at_once=2,
)


@given(problems(area=12, marks="ab") | tileable_problems(area=16, marks="ab"), st.data())
def test_sums_are_those_of_the_numbers_by_piece(problem: Problem, data: st.DataObject) -> None:
    given = data.draw(weights(problem))
    known = count_by_piece(problem)
    expected = known.weighed({name: value for name, value in given.items() if name in known.names})
    assert weighted_count(problem, given) == expected


@given(rectangles(), st.data())
def test_rows_that_repeat(problem: Problem, data: st.DataObject) -> None:
    given = data.draw(weights(problem))
    known = count_by_piece(problem)
    expected = known.weighed(given)
    assert weighted_count(problem, given) == expected
    assert by_layers(problem, given) == expected
    assert by_rows(problem, given) in (expected, None)


@examples(30)
@given(rectangles() | problems(area=12) | tileable_problems(area=16, marks="ab"), st.data())
def test_any_number_of_threads_in_small_steps(problem: Problem, data: st.DataObject) -> None:
    given = data.draw(weights(problem))
    known = count_by_piece(problem)
    expected = known.weighed({name: value for name, value in given.items() if name in known.names})
    for threads in (1, 2, 3):
        assert weighted_count(problem, given, threads=threads, tuning=SMALL) == expected


@examples(40)
@given(tileable_problems(area=12, marks="ab") | problems(area=10), st.data())
def test_sums_are_those_over_the_tilings_that_the_search_finds(
    problem: Problem, data: st.DataObject
) -> None:
    given = data.draw(weights(problem))
    expected: Exact = 0
    for tiling in tilings(problem):
        product: Exact = prod(given.get(name, 1) for name in tiling.piece_names())
        expected += product * given.get("empty", 1) ** int((tiling.labels == EMPTY).sum())
    assert weighted_count(problem, given) == expected


@pytest.mark.parametrize(
    ("board", "words", "options"),
    [
        # Holes, and limited copies.
        ("6x7-2,3-5,5", ("trominoes+", "monomino=1..4"), {}),
        ("3x20", ("pentominoes",), {}),
        # Each turn is a piece of its own, so mirror images need not weigh the same.
        ("5x8", ("tetrominoes+",), {"turn": "one-sided"}),
        ("6x8-0,0-0,7", ("tetrominoes+",), {"turn": "fixed"}),
        ("8x5", ("trominoes+",), {"turn": "fixed"}),
        # Cells that stay empty.
        ("6x6", ("L3+", "I2+"), {"empty": 36}),
        ("6x6", ("L3+", "I2+"), {"empty": (2, 5)}),
        # Pieces already placed count.
        ("5x6", ("trominoes+",), {"placed": ["I3:2,1-2,2-2,3"]}),
        ("6x6", ("L3=2..", "I3+"), {"placed": ["L3:0,0-0,1-1,0", "I3:5,0-5,1-5,2"]}),
        # A frontier of more than one word.
        ("66x4", ("#" * 66 + "=1..3", "#" * 33 + "=2.."), {"turn": "free"}),
    ],
)
def test_kinds_of_problems(board: str, words: tuple[str, ...], options: dict[str, object]) -> None:
    problem = Problem(board, *words, **options)  # type: ignore[arg-type]
    known = count_by_piece(problem)
    first, last = known.names[0], known.names[-1]
    listed: list[dict[str, Exact]] = [
        {},
        {first: 2},
        {first: -1, last: Fraction(2, 3)},
        {name: number for number, name in enumerate(known.names, 2)},
        {first: 0},
        {first: 10**12, last: Fraction(-1, 1000)},
        {name: Fraction(1, 10**6) for name in known.names},
    ]
    for chosen in listed:
        for threads in (1, 2):
            assert weighted_count(problem, chosen, threads=threads) == known.weighed(chosen)


def test_empty_cells_count_where_all_copies_are_fixed() -> None:
    problem = Problem("4x4", "L3=4", empty=4)
    number = len(list(tilings(problem)))
    assert count_by_piece(problem).counts == {(4, 4): number}
    assert weighted_count(problem, {"L3": 2, "empty": 3}) == number * 2**4 * 3**4


def test_pieces_that_weigh_nothing_drop_out() -> None:
    assert weighted_count("9x12", "trominoes+", {"I": 0}) == count("9x12", "L3+") == 467966840
    assert weighted_count("9x12", "trominoes+", {"I": 0, "L": 0}) == 0
    assert weighted_count("4x4-0,0-3,3", "dominoes+", "L3=0..2", {"L3": 0}) == count(
        "4x4-0,0-3,3", "dominoes+"
    )
    # A piece that must be used, or that is placed already, drops out with all tilings.
    assert weighted_count("3x4", "L3=1..", "I3+", {"L3": 0}) == 0
    placed = Problem("3x4", "trominoes+", placed=["I3:0,0-0,1-0,2"])
    assert weighted_count(placed, {"I": 0}) == 0
    assert weighted_count(placed, {"I": 2}) == count_by_piece(placed).weighed({"I": 2}) > 0


def test_no_tilings_weigh_nothing() -> None:
    assert weighted_count("5x5", "trominoes+", {"I": 7}) == 0
    assert weighted_count("4x4-0,0-0,1-0,2", "T4+", "I5+", "I4=2", {"T4": Fraction(1, 3)}) == 0
    assert weighted_count("3x5", "dominoes+", {}) == 0


def test_a_whole_sum_is_an_integer() -> None:
    assert type(weighted_count("2x3", "trominoes+", {"I": Fraction(1, 2)})) is Fraction
    assert type(weighted_count("2x3", "trominoes+", {"I": Fraction(4, 2)})) is int
    assert type(weighted_count("2x3", "trominoes+", {})) is int


def kasteleyn(rows: int, columns: int, across: int, down: int) -> int:
    """Return the sum of across^horizontal * down^vertical over the domino tilings of an even board,
    by a product.

    P. W. Kasteleyn, *The statistics of dimers on a lattice I*, Physica 27 (1961); H. N. V.
    Temperley, M. E. Fisher, *Dimer problem in statistical mechanics*, Phil. Mag. 6 (1961).
    """
    before = flint.ctx.prec
    flint.ctx.prec = 4000
    try:
        product = flint.arb(1)
        for j in range(1, rows // 2 + 1):
            for k in range(1, columns // 2 + 1):
                vertical = flint.arb.cos_pi_fmpq(flint.fmpq(j, rows + 1)) * 2 * down
                horizontal = flint.arb.cos_pi_fmpq(flint.fmpq(k, columns + 1)) * 2 * across
                product *= vertical * vertical + horizontal * horizontal
        found = product.unique_fmpz()
    finally:
        flint.ctx.prec = before
    assert found is not None
    return int(found)


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (4, 6), (8, 8), (10, 6), (12, 12)])
@pytest.mark.parametrize(
    ("across", "down"), [(1, 1), (2, 3), (1, 10), (1000, 7), (10**12, 10**9 + 7)]
)
def test_dominoes_that_lie_and_stand(rows: int, columns: int, across: int, down: int) -> None:
    problem = Problem(f"{rows}x{columns}", "##+", "#/#+", turn="fixed")
    lying, standing = problem.names
    given = {lying: across, standing: down}
    expected = kasteleyn(rows, columns, across, down)
    assert weighted_count(problem, given) == expected
    assert by_layers(problem, given) == expected
    assert by_rows(problem, given, axis=0) in (expected, None)
    # Halves of both: each of the tiles halves the sum.
    halves = {lying: Fraction(across, 2), standing: Fraction(down, 2)}
    assert weighted_count(problem, halves) == Fraction(expected, 2 ** (rows * columns // 2))


def test_large_boards() -> None:
    # Straight ones count evenly or oddly: 9x12 has this many more even ones.
    known = count_by_piece(Problem("9x12", "trominoes+"))
    assert weighted_count("9x12", "trominoes+", {"L": -1}) == known.weighed({"L": -1})
    assert weighted_count("9x12", "trominoes+", {"I": Fraction(1, 2)}) == known.weighed(
        {"I": Fraction(1, 2)}
    )
    assert weighted_count("12x12", "trominoes+", {}) == 17735061025562799941630
    # All pieces alike: as many factors as there are tiles.
    assert (
        weighted_count("12x12", "trominoes+", {"I": 3, "L": 3}) == 17735061025562799941630 * 3**48
    )
    assert by_layers(Problem("10x10-0,0-9,9", "dominoes+"), {"domino": 5}, threads=2) == 0


@given(
    st.lists(
        st.tuples(
            WEIGHTS.filter(bool),
            st.integers(1, 4),
            st.integers(1, 5),
            st.integers(0, 2),
            st.integers(0, 6),
        ),
        min_size=1,
        max_size=4,
    ),
    st.integers(1, 12),
)
def test_a_sum_is_no_larger_than_its_scale_says(
    listed: list[tuple[Exact, int, int, int, int]], area: int
) -> None:
    kinds = [
        Weighted(Fraction(weight), size, ways, least, least + more)
        for weight, size, ways, least, more in listed
    ]

    def sums(area: int, used: tuple[int, ...]) -> tuple[Fraction, Fraction, list[Fraction]]:
        """Return the sum over all sequences of moves, that of the absolute values, and the
        products.
        """
        if not area:
            whole = all(kind.least <= number for kind, number in zip(kinds, used, strict=True))
            return Fraction(whole), Fraction(whole), [Fraction(1)] * whole
        total, absolute, products = Fraction(0), Fraction(0), list[Fraction]()
        for number, kind in enumerate(kinds):
            if kind.size <= area and used[number] < kind.most:
                after = (*used[:number], used[number] + 1, *used[number + 1 :])
                one, other, each = sums(area - kind.size, after)
                total += kind.ways * kind.weight * one
                absolute += kind.ways * abs(kind.weight) * other
                products += {kind.weight * product for product in each}
        return total, absolute, products

    area = min(area, 6)
    total, absolute, products = sums(area, (0,) * len(kinds))
    bounds = Scale.of(kinds, area)
    assert all((product / bounds.content).denominator == 1 for product in products)
    assert absolute / bounds.content < 2**bounds.bits
    primes = primes_for(bounds, 5)
    assert prod(primes[:-1]) > 2 ** (bounds.bits + 1)
    value = total.numerator
    residues = [value * pow(total.denominator, -1, prime) % prime for prime in primes]
    assert bounds.value(residues, primes) == total


@given(st.lists(st.integers(1, 10**6), max_size=6))
def test_the_coprime_base(numbers: list[int]) -> None:
    base = coprime_base(numbers)
    assert all(gcd(one, other) == 1 for i, one in enumerate(base) for other in base[:i])
    for number in numbers:
        for factor in base:
            while number % factor == 0:
                number //= factor
        assert number == 1


def test_a_wrong_residue_is_found() -> None:
    bounds = Scale.of([Weighted(Fraction(2, 3), 2, 2, 0, 8)], 16)
    primes = primes_for(bounds, 4)
    right = [int(5 * 2**8 * pow(3, -8, prime)) % prime for prime in primes]
    assert bounds.value(right, primes) == 5 * Fraction(2, 3) ** 8
    for place in range(len(primes)):
        wrong = list(right)
        wrong[place] ^= 1
        with pytest.raises(AssertionError, match="the residues of a sum disagree"):
            bounds.value(wrong, primes)


def test_residues_in_the_form_of_the_kernels() -> None:
    primes = [2**29 - 3, 101]
    residues = Residues(primes)
    assert residues.of([Fraction(1, 7)])[0].tolist() == [(pow(7, -1, p) << 32) % p for p in primes]
    for prime, inverse in residues.prime.T.tolist():
        assert prime * inverse % 2**32 == 2**32 - 1


def test_pieces_may_be_named_in_any_way() -> None:
    for weights in ({"I": 2, "L": Fraction(1, 2)}, {"I3": 2, "L3": Fraction(1, 2)}):
        assert weighted_count("3x4", "trominoes+", weight=weights) == Fraction(257, 4)


def test_more_moves_at_a_cell_than_have_names() -> None:
    with pytest.raises(
        EngineError, match="8 placements begin at one cell, but weighted counts support fewer"
    ):
        weighted_count("5x5-0,0", "tetrominoes+", {"I": 2}, tuning=Tuning(name_bits=3))


def test_memory_is_estimated_beforehand() -> None:
    wide = Problem("14x14", "tetrominoes+")
    with pytest.raises(MemoryLimitError, match="because each row has 14 cells"):
        weighted_count(wide, {"I": 2}, max_memory=50 << 20)
    for problem in (Problem("9x12", "trominoes+"), Problem("9x12-0,0-8,11-4,4", "trominoes+")):
        with pytest.raises(MemoryLimitError, match=r"more than the 1\.0 KiB allowed"):
            weighted_count(problem, {"I": 2}, max_memory=1 << 10)
    # Too little for the state graph of the rows; layer by layer there is enough.
    problem = Problem("8x8", "tetrominoes+")
    told: list[StatesProgress] = []
    assert weighted_count(
        problem, {"I": 3}, max_memory=4 << 20, progress=told.append
    ) == weighted_count(problem, {"I": 3})
    assert told[-1].unit == "cell"


@pytest.mark.parametrize(
    "board", ["12x9", pytest.param("12x12", marks=pytest.mark.slow), "9x10-0,0-0,9-8,0"]
)
def test_progress_and_stopping(board: str) -> None:
    problem = Problem(board, "trominoes+")
    told: list[StatesProgress] = []
    expected = weighted_count(problem, {"I": 10**9}, progress=told.append)
    assert [progress.phase for progress in told][-1] == "counts"
    assert told[-1].done == told[-1].total
    assert all(progress.done <= progress.total for progress in told if progress.phase == "counts")
    assert all(progress.states > 0 for progress in told)
    assert {progress.unit for progress in told} <= {"state", "row", "cell"}
    # More primes than are gone through at once.
    assert {progress.part[:12] for progress in told if progress.phase == "counts"} >= {
        "primes 1 to "
    }

    def stop(progress: StatesProgress) -> None:
        if progress.phase == "counts" and progress.done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        weighted_count(problem, {"I": 10**9}, progress=stop)
    assert weighted_count(problem, {"I": 10**9}) == expected


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["count", "12x12", "trominoes+", "--weight", "I=0"]) == 0
    assert capsys.readouterr().out == "2033502499954\n"
    assert run(["count", "3x4", "trominoes+", "--weight", "I3=1/2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["weighed"], found["count"]) == ("131/16", "23")
    assert "by_piece" not in found
    assert run(["count", "3x4", "trominoes+", "--weight", "I=1/2", "--by-piece", "--json"]) == 0
    both = json.loads(capsys.readouterr().out)
    assert (both["weighed"], both["count"], len(both["by_piece"])) == ("131/16", "23", 3)
    # Whether there is a tiling decides, not the sum.
    assert run(["count", "4x4", "dominoes+", "--weight", "domino=0"]) == 0
    assert run(["count", "5x5", "dominoes+", "--weight", "domino=2"]) == 1
    assert capsys.readouterr().out == "0\n0\n"
    assert run(["count", "12x12", "tetrominoes+", "--weight", "I=2", "--timeout", "0.001"]) == 3
    assert "seconds was reached" in capsys.readouterr().err


@pytest.mark.slow
def test_with_plain_kernels() -> None:
    code = (
        "from tilewright.counting import weighted_count\n"
        "from fractions import Fraction\n"
        "print(weighted_count('4x6', 'trominoes+', {'I': Fraction(-1, 2)}))\n"
        "print(weighted_count('4x6-0,0-3,5-1,1', 'L3+', 'I3=0..2', {'I3': 10**12}, threads=2))\n"
    )
    sums = printed(code)
    assert printed_without_library(code) == sums
    naive = Problem("4x6", "trominoes+")
    expected = sum(
        prod(Fraction(-1, 2) if naive.names[index] == "I3" else 1 for index, _ in tiles)
        for tiles in naive_count.tilings(naive)
    )
    assert sums.splitlines()[0] == str(expected)
