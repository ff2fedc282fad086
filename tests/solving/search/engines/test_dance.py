"""The dance engine against its slow twin, published counts, and itself in small steps."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_cover
from strategies import exact_covers, problems
from tilewright.errors import EngineError, FormatError
from tilewright.formats.exactcover import ExactCover, as_exact_cover
from tilewright.formats.solvers.knuth import read_xcc, write_xcc
from tilewright.model.board import Board
from tilewright.model.cover import Cover, compile_cover, decode
from tilewright.model.problem import Problem
from tilewright.solving.search import ExactSearch, Search, exact_cover
from tilewright.solving.search.engines.dance.engine import DanceEngine
from tilewright.solving.search.engines.dance.layout import Layout, layout_cover, layout_exact
from tilewright.solving.search.engines.dance.run import DanceRun, MaskRun
from tilewright.solving.search.running.bounds import tighten_bounds
from tilewright.solving.search.running.protocol import Engine, EngineRun, Status
from tried import examples
from without_library import printed, printed_without_library

TWELVE = [("3x20", 8), ("4x15", 1472), ("8x8-3,3-3,4-4,3-4,4", 520)]


def queens(size: int) -> ExactCover:
    """Rows and columns are primary, diagonals secondary."""
    lines = range(2 * size - 1)
    return ExactCover.build(
        (
            [f"r{r}", f"c{c}", f"a{r + c}", f"b{r - c + size - 1}"]
            for r in range(size)
            for c in range(size)
        ),
        [f"r{i}" for i in range(size)] + [f"c{i}" for i in range(size)],
        [f"a{i}" for i in lines] + [f"b{i}" for i in lines],
    )


def rows(run: EngineRun, budget: int = 1 << 16) -> Iterator[tuple[int, ...]]:
    """Run to the end and give what is found, sorted inside."""
    status = Status.MORE
    while status is not Status.DONE:
        status = run.advance(budget)
        for row in run.take().tolist():
            kept = tuple(number for number in row if number >= 0)
            assert row == [*kept, *[-1] * (len(row) - len(kept))]
            yield tuple(sorted(kept))


def tilings(cover: Cover, **options: Any) -> list[tuple[int, ...]]:
    return list(rows(DanceEngine(cover, **options).start()))


@given(exact_covers())
@examples(200)
def test_same_as_naive_twin(cover: ExactCover) -> None:
    found = list(exact_cover(cover))
    assert sorted(found) == naive_cover.solutions(cover)
    assert all(cover.faults(chosen) == [] for chosen in found)


@given(exact_covers(), st.integers(1, 5), st.integers(1, 4))
def test_small_steps_and_small_buffers_give_the_same_in_the_same_order(
    cover: ExactCover, budget: int, capacity: int
) -> None:
    engine = DanceEngine(cover)
    assert list(rows(engine.start(capacity=capacity), budget)) == list(rows(engine.start()))


@given(exact_covers(), st.integers(0, 60), st.integers(0, 60))
def test_the_rest_of_the_rest_is_what_was_left(cover: ExactCover, before: int, again: int) -> None:
    engine = DanceEngine(cover)
    whole = list(rows(engine.start()))

    def cut(part: np.ndarray | None, steps: int) -> tuple[list[tuple[int, ...]], list[np.ndarray]]:
        run = engine.start(part)
        done = steps > 0 and run.advance(steps) is Status.DONE
        found = [tuple(sorted(n for n in row if n >= 0)) for row in run.take().tolist()]
        rest = run.rest()
        assert not (done and rest)
        assert sum(weight for _, weight in rest) <= 1 + 1e-9
        return found, [path for path, _ in rest]

    found, rest = cut(None, before)
    for part in rest:
        more, inner = cut(part, again)
        found += more
        found += itertools.chain(*(rows(engine.start(path)) for path in inner))
    assert found == whole


def test_no_moment_of_a_part_gives_away_what_was_searched() -> None:
    engine = DanceEngine(queens(5))
    first = engine.start()
    assert isinstance(first, MaskRun)
    first.advance(12)
    parts = [path for path, _ in first.rest()]
    assert len(parts) > 4
    for part in parts:
        whole = list(rows(engine.start(part)))
        run, found = engine.start(part), []
        while run.advance(1) is not Status.DONE:
            found += [tuple(sorted(n for n in row if n >= 0)) for row in run.take().tolist()]
            rest = [row for path, _ in run.rest() for row in rows(engine.start(path))]
            assert found + rest == whole


@given(exact_covers(), st.integers(0, 3), st.booleans())
def test_the_seed_changes_the_order_only(cover: ExactCover, seed: int, restarts: bool) -> None:
    found = list(exact_cover(cover, seed=seed, restarts=restarts))
    assert sorted(found) == sorted(exact_cover(cover))
    assert found == list(exact_cover(cover, seed=seed, restarts=restarts))


def test_queens_in_text_and_back() -> None:
    cover = read_xcc(write_xcc(queens(8)))
    assert len(list(exact_cover(cover))) == 92
    assert len(list(exact_cover(cover, limit=5))) == 5
    assert list(exact_cover(cover, limit=0)) == []
    with pytest.raises(EngineError, match="-1"):
        exact_cover(cover, limit=-1)
    orders = {next(exact_cover(cover, seed=seed)) for seed in range(5)}
    assert len(orders) > 1


def test_word_square_by_colors() -> None:
    """Words that cross agree on their letters: 3 x 3 word squares."""
    words = ["bit", "ice", "ten", "bet", "tin", "ace", "bat"]
    options = []
    for line in range(3):
        for word in words:
            options.append([f"A{line}", *(f"x{line}{i}:{letter}" for i, letter in enumerate(word))])
            options.append([f"D{line}", *(f"x{i}{line}:{letter}" for i, letter in enumerate(word))])
    cells = [f"x{r}{c}" for r in range(3) for c in range(3)]
    cover = ExactCover.build(options, [f"{way}{i}" for way in "AD" for i in range(3)], cells)
    squares = set()
    for chosen in exact_cover(cover):
        letters = cover.coloring(chosen)
        squares.add(tuple("".join(letters[f"x{r}{c}"] for c in range(3)) for r in range(3)))
    assert squares == {
        across
        for across in itertools.product(words, repeat=3)
        if all("".join(column) in words for column in zip(*across, strict=True))
    }
    assert ("bit", "ice", "ten") in squares


def test_multiplicities_choose_subsets() -> None:
    cover = ExactCover.build([["a"]] * 12, ["a"], bounds={"a": (3, 5)})
    assert len(list(exact_cover(cover))) == 220 + 495 + 792
    cover = ExactCover.build([["a"]] * 10, ["a"], bounds={"a": (0, 1 << 20)})
    assert len(list(exact_cover(cover))) == 1024


def test_no_items_no_options_and_items_that_take_nothing() -> None:
    assert list(exact_cover(ExactCover.build([], []))) == [()]
    assert list(exact_cover(ExactCover.build([], ["a"]))) == []
    assert list(
        exact_cover(ExactCover.build([["a"], ["b"]], ["a", "b"], bounds={"a": (0, 0)}))
    ) == [(1,)]
    assert list(exact_cover(ExactCover.build([["a"]], ["a"], bounds={"a": (2, 3)}))) == []


@pytest.mark.parametrize(("board", "count"), TWELVE)
def test_twelve_pentominoes(board: str, count: int) -> None:
    assert len(tilings(compile_cover(Problem(board, "pentominoes")))) == count


def test_matchings_of_the_4x4_grid() -> None:
    """Dominoes with any cells empty; the number is in OEIS A028420."""
    assert len(tilings(compile_cover(Problem("4x4", "dominoes+", empty=16)))) == 10012


@given(problems(marks="ab"))
def test_tilings_are_those_of_the_exact_cover_problem(problem: Problem) -> None:
    cover = compile_cover(problem)
    found = tilings(cover)
    assert len(set(found)) == len(found)
    for chosen in found[:5]:
        assert decode(cover, np.array(chosen, dtype=np.int32)).faults(problem) == []
    if cover.size <= 9:
        cells = [f"c{i}" for i in range(cover.area)]
        names = [f"p{i}" for i in range(len(cover.least))]
        empty = [f"c{i}" for i in np.flatnonzero(cover.optional)]
        if len(empty) > 4:
            return
        twin = ExactCover.build(
            [
                [cells[i] for i in cover.item[cover.start[j] : cover.start[j + 1]]]
                + [names[cover.placement_piece[j]]]
                for j in range(cover.size)
            ]
            + [[cell, "empty"] for cell in empty],
            [*cells, *names, "empty"],
            bounds={
                name: (int(least), max(int(least), int(most)))
                for name, least, most in zip(names, cover.least, cover.most, strict=True)
            }
            | {"empty": (cover.empty_least, max(cover.empty_least, cover.empty_most))},
        )
        expected = [
            tuple(number for number in chosen if number < cover.size)
            for chosen in naive_cover.solutions(twin)
        ]
        assert sorted(found) == sorted(expected)


@given(problems())
def test_only_allowed_placements_are_used(problem: Problem) -> None:
    cover = compile_cover(problem)
    allowed = np.arange(cover.size) % 3 != 0
    expected = [chosen for chosen in tilings(cover) if allowed[list(chosen)].all()]
    assert sorted(tilings(cover, allowed=allowed)) == sorted(expected)


@given(problems())
def test_a_cover_written_as_exact_cover_has_as_many_solutions(problem: Problem) -> None:
    cover = compile_cover(problem)
    expected = tilings(cover)
    assert len(list(exact_cover(read_xcc(write_xcc(cover))))) == len(expected)
    # Option j is placement j; those that come after say that a cell stays empty.
    chosen = [
        tuple(j for j in found if j < cover.size) for found in exact_cover(as_exact_cover(cover))
    ]
    assert sorted(chosen) == sorted(expected)


@pytest.mark.parametrize(
    "problem",
    [
        Problem("??/??", "domino+"),
        Problem("?????", "I3+"),
        Problem("?????", "I3", empty=2),
        Problem("?####?", "hexomino:1=0..1", "I2+", "O1+", empty=(1, 1)),
        Problem("2x3", "L3=5"),
        Problem("3x3", "I4", "O1"),
        Problem("2x4", "I4", "####/"),
    ],
    ids=repr,
)
def test_odd_covers_as_exact_cover(problem: Problem) -> None:
    cover = compile_cover(problem)
    assert len(list(exact_cover(read_xcc(write_xcc(cover))))) == len(tilings(cover))


def test_only_covers_are_written() -> None:
    with pytest.raises(FormatError, match="`cover` must be an ExactCover or a Cover, got 'Problem"):
        write_xcc(Problem("2x2", "domino+"))  # type: ignore[arg-type]


def test_the_area_tightens_copies_and_empty_cells() -> None:
    bounds, _ = tighten_bounds(compile_cover(Problem("5x4", "I4=0..5", "T4=3..9", "O4=0..1")))
    assert bounds.least.tolist() == [0, 3, 0]
    assert bounds.most.tolist() == [2, 5, 1]
    bounds, _ = tighten_bounds(compile_cover(Problem("8x8", "pentominoes", empty=9)))
    assert bounds.empty.tolist() == [4, 4]
    assert not tighten_bounds(compile_cover(Problem("5x5", "pentominoes")))[1]


def test_share_grows_to_one() -> None:
    run = DanceEngine(compile_cover(Problem("8x8-3,3-3,4-4,3-4,4", "pentominoes"))).start()
    shares = [run.share]
    while run.advance(20_000) is not Status.DONE:
        shares.append(run.share)
    assert shares[0] == 0.0
    assert shares == sorted(shares)
    assert 0.2 < shares[len(shares) // 2] < 0.8
    assert run.share == 1.0


def test_stack_holds_a_packing() -> None:
    cover = compile_cover(Problem("6x10", "pentominoes"))
    run = DanceEngine(cover).start()
    run.advance(1000)
    covered = np.concatenate([cover.item[cover.start[j] : cover.start[j + 1]] for j in run.stack()])
    assert len(covered) == len(set(covered.tolist())) > 0


def test_restarts_find_one_and_then_all() -> None:
    cover = compile_cover(Problem("3x20", "pentominoes"))
    engine = DanceEngine(cover, seed=5, restarts=True)
    assert sorted(rows(engine.start())) == sorted(tilings(cover))
    run = engine.start()
    while not run.found:
        assert run.advance(500) is not Status.DONE
    first = [tuple(sorted(n for n in row if n >= 0)) for row in run.take().tolist()]
    rest = list(itertools.chain(*(rows(engine.start(path)) for path, _ in run.rest())))
    assert sorted(first + rest) == sorted(tilings(cover))
    assert list(rows(run)) == rest
    assert run.nodes > 0


def test_regions_of_a_wrong_area_are_left_early() -> None:
    """Hexominoes with the test of regions and without it: the same tilings, fewer nodes."""
    cover = compile_cover(Problem("5x6", "hexominoes=0..1"))
    engine = DanceEngine(cover)
    assert engine.layout.modulus == 6
    plain = DanceEngine(cover)
    plain.layout = replace(plain.layout, modulus=0)
    run, plain_run = engine.start(capacity=1 << 15), plain.start(capacity=1 << 15)
    assert run.advance(1 << 20) is plain_run.advance(1 << 20) is Status.DONE
    assert np.array_equal(run.take(), plain_run.take())
    assert run.found == 17740
    assert run.nodes < plain_run.nodes


def test_the_hexominoes_on_a_board_with_a_hole() -> None:
    """All 35, each once: in one order this may take minutes, in many orders it does not."""
    holes = [(row, column) for row in range(6, 9) for column in range(5, 10)]
    cover = compile_cover(Problem(Board.rectangle(15, 15, holes), "hexominoes"))
    run = DanceEngine(cover, restarts=True).start(capacity=1)
    while not run.found:
        assert run.advance(10_000) is not Status.DONE
    assert decode(cover, run.take()[0]).faults(cover.problem) == []


def test_many_items_and_deep_levels() -> None:
    """Keys are counted back when there are too many items to remember them, and the stack grows."""
    small = compile_cover(Problem("4x15", "pentominoes"))
    assert tilings(small, many_items=10) == tilings(small)
    run = DanceEngine(compile_cover(Problem("50x50", "dominoes+")), many_items=10).start(capacity=1)
    first = next(rows(run, 4000))
    assert len(first) == 1250
    assert 0.0 <= run.share < 1.0
    assert len(run.rest()) > 100


@given(exact_covers())
def test_counting_back_gives_the_same(cover: ExactCover) -> None:
    run = DanceEngine(cover, many_items=-1).start()
    assert list(rows(run)) == list(exact_cover(cover))


@pytest.mark.slow
def test_with_plain_kernels() -> None:
    """The kernel as plain Python gives the same, solution for solution."""
    program = """
from test_dance import queens, rows
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.solving.search.engines.dance.engine import DanceEngine, exact_cover
from tilewright.formats.exactcover import ExactCover
print(list(exact_cover(queens(5))))
cover = ExactCover.build([["a", "s:1"], ["a", "s:2"], ["b", "s:1"], ["a"]], ["a", "b"], ["s"], {"a": (1, 2)})
print(list(exact_cover(cover)))
print(list(rows(DanceEngine(compile_cover(Problem("5x3-2,1", "I4=0..3", "L3+", "dominoes=1..2", empty=2))).start())))
print(list(rows(DanceEngine(compile_cover(Problem("5x4", "pentomino:LPTY", "I5=0..4"))).start())))
print(list(rows(DanceEngine(compile_cover(Problem("3x4", "hexominoes=0..2")), seed=1, restarts=True).start())))
"""  # noqa: E501
    assert printed_without_library(program) == printed(program)


def test_dance_is_an_engine() -> None:
    engine: Engine = DanceEngine(compile_cover(Problem("3x20", "pentominoes")))
    run: EngineRun = engine.start()
    assert (engine.name, engine.depth, run.found) == ("dance", 12, 0)


@pytest.mark.parametrize(
    ("board", "pieces", "number"),
    [
        ("tri:4x9", "hexiamonds", 148),
        ("hex:4x6", "hexahex:1+ hexahex:40+", None),
        ("cube:3x3x4", "hexacube:5+", 80),
        ("torus:4x6", "#####/#+", 360),
        ("cylinder:6x4", "hexomino:1+ hexomino:5+", 37),
        ("klein:4x6", "#####/#+", None),
        ("6x4", "#.#/#.#/#.#=4", 1),
        ("2x12", "#.#/#.#/#.#+ ###/###+", None),
    ],
)
def test_areas_of_regions_are_those_of_the_lattice_and_say_nothing_of_pieces_in_parts(
    board: str, pieces: str, number: int | None
) -> None:
    problem = Problem(board, *pieces.split())
    found = {
        engine: sorted(tiling.labels.tobytes() for tiling in Search(problem, engine=engine))
        for engine in ("scan", "dance")
    }
    assert found["dance"] == found["scan"]
    assert number is None or len(found["dance"]) == number


@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("cube:2x2x5", "pentomino:LPUV"),
        pytest.param("cube:3x3x3", "soma", marks=pytest.mark.slow),
        ("4x5", "tetrominoes"),
        ("5x5", "pentomino:LPUVY"),
    ],
)
def test_options_as_words_are_searched_in_the_same_tree(board: str, pieces: str) -> None:
    same_tree(layout_cover(compile_cover(Problem(board, pieces))))


def test_words_find_what_regions_rule_out_with_little_more() -> None:
    """Where areas of regions say something, options as words are searched without them."""
    layout = layout_cover(compile_cover(Problem("tri:6x6", "hexiamonds")))
    assert layout.modulus == 6
    nothing = np.zeros(0, dtype=np.int32)
    runs = DanceRun(layout, nothing, 1 << 14), MaskRun(layout, nothing, 1 << 14)
    for run in runs:
        assert run.advance(1 << 30) is Status.DONE
    regions, words = runs
    assert np.array_equal(regions.take(), words.take())
    assert regions.found == 624
    assert regions.nodes <= words.nodes < 1.1 * regions.nodes


@pytest.mark.parametrize(("size", "solutions"), [(5, 10), (6, 4), (8, 92), (12, 14200)])
def test_items_that_are_covered_at_most_once_are_bits_of_words_too(
    size: int, solutions: int
) -> None:
    """The eight queens have 46 items, the twelve 70: in one word, and in two."""
    layout = layout_exact(queens(size))
    if size < 12:
        same_tree(layout)
    assert MaskRun.takes(layout)
    assert (
        ExactSearch(queens(size)).count() == solutions == sum(1 for _ in exact_cover(queens(size)))
    )


@given(exact_covers())
def test_random_problems_are_searched_in_the_same_tree(cover: ExactCover) -> None:
    options = [[word.partition(":")[0] for word in option] for option in cover.options()]
    names = cover.items[: cover.primary], cover.items[cover.primary :]
    layout = layout_exact(ExactCover.build(options, *names))
    if layout.size:
        assert MaskRun.takes(layout)
        nothing = np.zeros(0, dtype=np.int32)
        plain, words = DanceRun(layout, nothing), MaskRun(layout, nothing)
        for run in (plain, words):
            assert run.advance(1 << 30) is Status.DONE
        assert plain.nodes == words.nodes
        assert np.array_equal(plain.take(), words.take())


def same_tree(layout: Layout) -> None:
    assert MaskRun.takes(layout)
    nothing = np.zeros(0, dtype=np.int32)
    plain, words = DanceRun(layout, nothing, 1 << 14), MaskRun(layout, nothing, 1 << 14)
    for run in (plain, words):
        assert run.advance(1 << 30) is Status.DONE
    whole = words.take()
    assert plain.nodes == words.nodes
    assert np.array_equal(plain.take(), whole)
    # Cut anywhere, what is left is the rest.
    for budget in (1, 2, 3, 10, 57, 200, 1001):
        run = MaskRun(layout, nothing, 1 << 14)
        run.advance(budget)
        rows = [run.take()]
        for part, share in run.rest():
            assert 0 < share <= 1
            piece = MaskRun(layout, part, 1 << 14)
            while piece.advance(13) is Status.MORE:
                pass
            rows.append(piece.take())
        assert np.array_equal(np.concatenate(rows), whole)
