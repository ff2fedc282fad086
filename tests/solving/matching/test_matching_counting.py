"""Counts of tilings by two-cell pieces by determinants: closed forms, the frontier, and a dense
reference.
"""

from __future__ import annotations

import math
import random
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx, fmpz_mat

from tilewright import Board, Problem
from tilewright.counting import (
    count_by_piece,
    count_details,
    heat,
    placement_counts,
    weighted_count,
)
from tilewright.errors import MemoryLimitError, TimeLimitError
from tilewright.model.cover import compile_cover
from tilewright.model.piece import parse_pieces
from tilewright.solving.matching import MatchingGraph, likely_edges, shuffler, ways

PIECES = {"": "dominoes+", "tri:": "diamond+", "hex:": "dihex+"}
SURFACES = {
    "": ("", "cylinder:", "moebius:", "torus:", "klein:"),
    "tri:": ("", "cylinder:", "torus:"),
    "hex:": ("", "cylinder:", "torus:"),
}


def matchings(problem: Problem, **options: bool) -> list[int]:
    """Count by each way that there is."""
    return [way.count().value for way in ways(MatchingGraph(compile_cover(problem)), **options)]


def product(rows: list[arb], columns: list[arb], root: int) -> int:
    """Return the integer that a product over all pairs of a sum of squares is, after taking a
    root."""
    total = arb(0)
    for one in rows:
        for two in columns:
            total += (one * one + two * two).log()
    found = (total / root).exp()
    value = found.unique_fmpz()
    assert value is not None
    return int(value)


@pytest.fixture(autouse=True)
def _precision():
    before, ctx.prec = ctx.prec, 2000
    yield
    ctx.prec = before


def open_side(n: int) -> list[arb]:
    return [2 * (arb.pi() * k / (n + 1)).cos() for k in range(1, n + 1)]


def closed_side(n: int, twist: int) -> list[arb]:
    return [2 * (arb.pi() * (2 * k + twist) / n).sin() for k in range(n)]


def flipped_side(n: int) -> list[arb]:
    return [2 * (arb.pi() * (4 * k - 1) / (2 * n)).sin() for k in range(1, n + 1)]


@pytest.mark.parametrize("shape", [(2, 7), (8, 8), (13, 20), (24, 24), (40, 31)])
def test_rectangles_have_the_number_of_kasteleyn_temperley_and_fisher(shape):
    rows, columns = shape
    want = product(open_side(rows), open_side(columns), 4)
    assert set(matchings(Problem(f"{rows}x{columns}", "dominoes+"))) == {want}


@pytest.mark.slow
@pytest.mark.parametrize("side", [60, 100, 200])
def test_large_squares(side):
    ctx.prec = side * side // 2 + 1000
    assert ways(MatchingGraph(compile_cover(Problem(f"{side}x{side}", "dominoes+"))))[
        0
    ].count().value == product(open_side(side), open_side(side), 4)


@pytest.mark.parametrize("shape", [(6, 8), (5, 10), (12, 13), (20, 18)])
def test_cylinders(shape):
    rows, columns = shape
    want = product(open_side(rows), closed_side(columns, 1), 4)
    assert set(matchings(Problem(f"cylinder:{rows}x{columns}", "dominoes+"))) == {want}


@pytest.mark.parametrize("shape", [(4, 4), (6, 8), (14, 10)])
def test_tori(shape):
    rows, columns = shape
    three = sum(
        product(closed_side(rows, a), closed_side(columns, b), 4)
        for a, b in ((0, 1), (1, 0), (1, 1))
    )
    # The fourth product has a factor 0.
    assert set(matchings(Problem(f"torus:{rows}x{columns}", "dominoes+"))) == {three // 2}


@pytest.mark.parametrize("shape", [(4, 4), (6, 8), (12, 10)])
def test_moebius_strips_and_klein_bottles_of_lu_and_wu(shape):
    rows, columns = shape
    half = [2 * (arb.pi() * k / (rows + 1)).cos() for k in range(1, rows // 2 + 1)]
    assert set(matchings(Problem(f"moebius:{rows}x{columns}", "dominoes+"))) == {
        product(half, flipped_side(columns), 2)
    }
    ring = [2 * (arb.pi() * (2 * k - 1) / rows).sin() for k in range(1, rows // 2 + 1)]
    assert set(matchings(Problem(f"klein:{rows}x{columns}", "dominoes+"))) == {
        product(ring, flipped_side(columns), 2)
    }


@pytest.mark.parametrize(
    ("board", "tilings"),
    [
        ("moebius:50x2", 156886956080403),
        ("klein:50x2", 198924689265126),
        ("moebius:40x3", 9762438871509407),
    ],
)
def test_long_lines_that_are_joined_upside_down_are_counted_by_matchings(board, tilings):
    # The frontier has about a cell for each of the rows, however few columns there are.
    whole = Board.parse(board)
    for element in (0, 2, 4):
        found = count_details(Problem(whole.transform(element), "dominoes+"), max_memory="100M")
        assert (found.value, found.method) == (tilings, "matching")


def aztec(n: int) -> Problem:
    """The board of all squares inside |x| + |y| < n + 1."""
    place = np.abs(np.arange(2 * n) + 0.5 - n)
    return Problem(Board(place[:, None] + place[None, :] <= n), "dominoes+")


@pytest.mark.parametrize("n", [1, 2, 5, 16, 30])
def test_aztec_diamonds(n):
    assert set(matchings(aztec(n))) == {1 << n * (n + 1) // 2}


@pytest.mark.parametrize("n", [1, 2, 3, 8, 12])
def test_hexagons_of_triangles_have_the_number_of_macmahon(n):
    boxes = math.prod(
        (i + j + k - 1) for i in range(1, n + 1) for j in range(1, n + 1) for k in range(1, n + 1)
    )
    fewer = math.prod(
        (i + j + k - 2) for i in range(1, n + 1) for j in range(1, n + 1) for k in range(1, n + 1)
    )
    assert set(matchings(Problem(f"tri:hexagon{n}", "diamond+"))) == {boxes // fewer}


def random_board(draw: random.Random, most: int = 6) -> Problem:
    """A random part of a board of any lattice and surface, on which tilings are counted in all
    ways, with an even number of cells.
    """
    prefix = draw.choice(list(PIECES))
    surface = draw.choice(SURFACES[prefix])
    rows, columns = draw.randint(1, most), draw.randint(1, most)
    columns *= 2 if prefix == "tri:" else 1
    whole = Board.parse(f"{surface}{prefix}{rows}x{columns}")
    mask = whole.mask.copy()
    cells = np.argwhere(mask).tolist()
    holes = draw.randint(0, len(cells) // 3)
    holes += (len(cells) - holes) % 2
    for cell in draw.sample(cells, min(holes, len(cells) - 1)):
        mask[tuple(cell)] = False
    board = Board(mask, lattice=whole.lattice, surface=whole.surface)
    return Problem(board, PIECES[prefix], by_wrap=draw.random() < 0.3)


def agree(seed: int, most: int) -> None:
    problem = random_board(random.Random(seed), most)
    want = count_details(problem, method="placements").value
    found = matchings(problem) + matchings(problem, turned=True)
    assert found and set(found) == {want}, (seed, problem.board.text(), want, found)


@pytest.mark.parametrize("begin", range(0, 120, 20))
def test_random_boards_with_holes_on_every_lattice_and_surface(begin):
    for seed in range(begin, begin + 20):
        agree(seed, 6)


@pytest.mark.slow
@pytest.mark.parametrize("begin", range(1000, 3000, 100))
def test_many_random_boards(begin):
    for seed in range(begin, begin + 100):
        agree(seed, 8)


def test_the_determinant_of_the_whole_matrix():
    for seed in range(200, 260):
        problem = random_board(random.Random(seed))
        graph = MatchingGraph(compile_cover(problem))
        for way in ways(graph):
            drawing = way.program.drawing
            if drawing.complex or way.pfaffians > 1:
                continue
            dense = [[0] * graph.size for _ in range(graph.size)]
            phases = drawing.phases(drawing.terms[0]).tolist()
            for (a, b), phase in zip(drawing.order[drawing.ends].tolist(), phases, strict=True):
                dense[a][b] += 1 - phase
                dense[b][a] -= 1 - phase
            assert way.count().value ** 2 == int(fmpz_mat(dense).det())


def test_large_boards_are_counted_by_matchings_and_small_ones_as_before():
    found = count_details("24x24", "dominoes+", check=True)
    assert found.method == "matching"
    assert found.checked == "determinants with cells ordered by columns give the same number"
    assert found.value == product(open_side(24), open_side(24), 4)
    assert "all pieces have two cells, so one determinant of 12 rows" in found.why
    assert count_details("8x8", "dominoes+").method == "rows"
    assert count_details("torus:12x12", "dominoes+").method == "matching"
    assert count_details("24x24", "dominoes+", mod=1000).value == found.value % 1000


@pytest.mark.parametrize(
    ("words", "options"),
    [
        (("9x30", "dominoes+", "L3=0..1"), {}),
        (("10x10", "dominoes+"), {"direction": "rows"}),
        (("10x10", "dominoes+"), {"method": "placements"}),
    ],
)
def test_other_methods_stay_where_matchings_do_not_apply_or_another_is_requested(words, options):
    assert count_details(*words, **options).method != "matching"


def test_a_second_count_where_only_one_order_is_possible():
    problem = Problem("moebius:17x17-0,0", "dominoes+")
    found = count_details(problem, check=True)
    assert found.method == "matching"
    assert found.checked == "determinants with the cells in the opposite order give the same number"


def test_limits_of_memory_and_time():
    with pytest.raises(
        MemoryLimitError,
        match=r"a matrix with 150 rows needs about [0-9.]+ MiB, more than the 11.0 MiB allowed",
    ):
        count_details("300x300", "dominoes+", max_memory="11M")
    with pytest.raises(TimeLimitError):
        count_details("300x300", "dominoes+", timeout=1e-6)


def test_progress_is_told():
    told = []
    count_details("60x60", "dominoes+", progress=told.append)
    assert {(each.phase, each.unit) for each in told} == {
        ("matching", "cell"),
        ("matching", "prime"),
    }
    assert told[-1].done == told[-1].total


def oriented(board: Board) -> Problem:
    """Two pieces for the two directions of dominoes."""
    return Problem(board, "##+", "#/#+", turn="fixed")


@pytest.mark.parametrize("seed", range(40))
def test_weights_of_pieces_of_any_sign(seed):
    draw = random.Random(seed)
    surface = draw.choice(SURFACES[""])
    rows, columns = draw.randint(2, 5), draw.randint(2, 6)
    problem = oriented(Board.parse(f"{surface}{rows}x{columns}"))
    weights = [draw.choice((1, 2, -3, 5, 10**160)), draw.choice((7, 1, -1, 3, -(10**400)))]
    cover = compile_cover(problem)
    want = count_by_piece(problem).weighed(dict(zip(problem.names, weights, strict=True)))
    edges = [weights[piece] for piece in cover.placement_piece.tolist()]
    found = ways(MatchingGraph(cover))
    assert {way.weigh(edges).value for way in found} == {want}
    for way in found:
        if way.program.bipartite:
            counts = way.polynomial(cover.placement_piece == 0)
            tiles = rows * columns // 2
            assert {(k, tiles - k): n for k, n in enumerate(counts) if n} == count_by_piece(
                problem
            ).counts


def test_weights_and_numbers_by_piece_of_large_boards():
    problem = oriented(Board.parse("12x12"))
    polynomial = count_by_piece(problem)
    assert polynomial.total == product(open_side(12), open_side(12), 4)
    one, two = problem.names
    half = Fraction(1, 2)
    huge = 10**160
    for weights in (
        {one: 2, two: 3},
        {one: half},
        {one: -1, two: 2},
        {one: huge, two: Fraction(1, huge)},
    ):
        assert weighted_count(problem, weights) == polynomial.weighed(weights)
    assert weighted_count(problem, {one: 0}) == 1


@pytest.mark.parametrize("begin", range(0, 80, 20))
def test_how_many_tilings_use_each_piece_at_each_place(begin):
    for seed in range(begin, begin + 20):
        problem = random_board(random.Random(seed), 5)
        total, want = placement_counts(problem)
        for way in ways(MatchingGraph(compile_cover(problem))):
            if total and way.uses_seconds() < math.inf:
                assert way.uses(total) == want


def test_heat_of_a_board_beyond_the_frontier():
    found = heat("30x30", "dominoes+")
    assert found.total == product(open_side(30), open_side(30), 4)
    # Turning and mirroring the board changes nothing.
    assert (found.right == found.right[::-1]).all() and (found.right == found.below.T).all()
    corner = found.total - found.right[0, 0]
    assert 2 * corner == found.total


def test_ragged_boards_have_the_same_number_along_rows_and_columns():
    for seed in range(4):
        draw = random.Random(seed)
        mask = np.zeros((40, 40), dtype=bool)
        for _ in range(4000):
            row, column, down = draw.randrange(39), draw.randrange(39), draw.random() < 0.5
            pair = (slice(row, row + 2), column) if down else (row, slice(column, column + 2))
            if not mask[pair].any():
                mask[pair] = True
        found = matchings(Problem(Board(mask), "dominoes+"))
        assert len(set(found)) == 1 and found[0] > 0


@pytest.mark.parametrize("board", ["1100x1100", "torus:1100x1100"])
def test_boards_wider_than_any_float_of_states_are_limited_like_others(board: str) -> None:
    with pytest.raises(TimeLimitError):
        count_details(Problem(board, "dominoes+"), timeout=0.05)


@pytest.mark.parametrize(
    ("board", "pieces", "how"),
    [
        ("10x12", "dominoes+", "domino shuffling of order 10"),
        ("aztec:5", "dominoes+", "domino shuffling of order 5"),
        ("9x11-4,4", "dominoes+", "inverting the matrix"),
        ("10x10-2,2-2,3-3,2-6,6-6,7-7,7", "dominoes+", "inverting the matrix"),
        ("cylinder:8x9", "dominoes+", "inverting the matrix"),
        ("tri:hexagon4", "diamond+", "domino shuffling"),
        ("hex:6x7", "dihex+", "inverting the matrix"),
    ],
)
def test_shares_of_edges_agree_with_exact_numbers(board, pieces, how):
    exact, likely = (heat(board, pieces, exact=exact) for exact in (True, False))
    assert exact.exact and not likely.exact and how in likely.how
    assert exact.total == likely.total
    np.testing.assert_allclose(
        likely.boundaries, [n / exact.total for n in exact.boundaries], atol=1e-12
    )
    for one, other in zip(likely.shares(), exact.shares(), strict=True):
        np.testing.assert_allclose(one, other, atol=1e-12)
    assert (likely.percents() == exact.percents()).all()


@pytest.mark.parametrize(
    "board",
    [
        "torus:6x6", "torus:4x8", "torus:6x8-1,1-2,3-2,4-4,5", "torus:8x8-1,1-1,2-3,3-4,4-5,0-0,5", "klein:6x6",  # noqa: E501
        "klein:6x5", "moebius:5x6", "moebius:6x7", "cylinder:7x6", "5x5-2,2",
    ],
)  # fmt: skip
def test_the_inverse_on_every_surface(board):
    problem = Problem(board, "dominoes+")
    graph = MatchingGraph(compile_cover(problem))
    total, uses = placement_counts(problem)
    found = likely_edges(graph, None, 1 << 30)
    np.testing.assert_allclose(found, [number / total for number in uses], atol=1e-12)


def test_shares_where_some_pieces_are_parallel_or_weighted():
    problem = Problem(
        "6x6",
        *parse_pieces("##+", "fixed"),
        *parse_pieces("#/#+", "fixed"),
        *parse_pieces("dominoes+", "fixed"),
        turn="fixed",
    )
    graph = MatchingGraph(compile_cover(problem))
    weights = np.where(graph.cover.placement_piece == 0, 3.0, 1.0)
    whole = weighted_count(problem, {"##": 3})
    found = shuffler(graph, weights).probabilities()
    np.testing.assert_allclose(found, likely_edges(graph, weights, 1 << 30), atol=1e-12)
    first = found[graph.cover.placement_piece == 0].sum()
    expected = sum(
        copies[0] * 3 ** copies[0] * number
        for copies, number in count_by_piece(problem).counts.items()
    )
    assert abs(first - expected / whole) < 1e-10


def test_shares_that_do_not_add_up_are_not_used():
    """Elimination in floating point fails on an Aztec diamond; shuffling does not."""
    graph = MatchingGraph(compile_cover(Problem(aztec(60).board, "dominoes+")))
    found = likely_edges(graph, None, 1 << 30)
    sums = np.zeros(graph.size)
    np.add.at(sums, graph.ends[:, 0], found)
    np.add.at(sums, graph.ends[:, 1], found)
    assert abs(sums - 1).max() > 1e-6
    likely = heat(aztec(60))
    assert "domino shuffling of order 60" in likely.how
    assert abs(likely.boundaries.sum() - (len(likely.pairs) - 60 * 61)) < 1e-9


def test_a_sum_below_0_keeps_its_sign_if_some_weights_are_above_0():
    """On 2 x 3, one tiling has three upright dominoes, and two have one."""
    problem = oriented(Board.parse("2x3"))
    cover = compile_cover(problem)
    edges = [(2, -1)[piece] for piece in cover.placement_piece.tolist()]
    assert {way.weigh(edges).value for way in ways(MatchingGraph(cover))} == {-1 - 2 * 2**2}
