"""The scan engine: against a reference, in small steps, divided, with plain kernels, on boards of
any size.
"""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_search
import strategies
from plain_kernels import plain
from tilewright.errors import EngineError
from tilewright.kernels.scan import layout as layout_kernels
from tilewright.model.cover import Cover, compile_cover, decode
from tilewright.model.problem import Problem
from tilewright.solving.search.engines.scan.narrow import ScanEngine
from tilewright.solving.search.engines.scan.wide import ScanWideEngine
from tilewright.solving.search.running.protocol import EngineRun, Status
from tilewright.system.values.arrays import SharedTables

ENGINES = [ScanEngine, ScanWideEngine]


def run_all(run: EngineRun, budget: int = 1 << 16) -> np.ndarray:
    """All rows of a run, taken whenever it comes back."""
    rows = []
    while True:
        status = run.advance(budget)
        rows.append(run.take())
        if status is Status.DONE:
            return np.concatenate(rows)


def as_sets(rows: np.ndarray) -> list[frozenset[int]]:
    return [frozenset(row[row >= 0].tolist()) for row in rows]


def tiles(cover: Cover, rows: np.ndarray) -> list[naive_search.Tiles]:
    return [naive_search.as_tiles(decode(cover, row)) for row in rows]


@pytest.mark.parametrize("engine", ENGINES)
@given(problem=strategies.problems(marks="ab"))
def test_finds_what_the_twin_finds(engine, problem: Problem) -> None:
    cover = compile_cover(problem)
    found = tiles(cover, run_all(engine(cover).start()))
    assert len(found) == len(set(found))
    assert set(found) == naive_search.all_tilings(problem)


@pytest.mark.parametrize("engine", ENGINES)
@given(problem=strategies.problems(), seed=st.integers(0, 5), budget=st.integers(1, 9))
def test_seeds_small_steps_and_buffers_change_nothing(
    engine, problem: Problem, seed: int, budget: int
) -> None:
    cover = compile_cover(problem)
    whole = as_sets(run_all(engine(cover).start()))
    drawn = as_sets(run_all(engine(cover, seed=seed).start(capacity=2), budget))
    again = as_sets(run_all(engine(cover, seed=seed).start()))
    assert drawn == again
    assert sorted(map(sorted, drawn)) == sorted(map(sorted, whole))


@pytest.mark.parametrize("engine", ENGINES)
@given(problem=strategies.problems(), steps=st.integers(1, 40))
def test_parts_are_the_whole_in_order(engine, problem: Problem, steps: int) -> None:
    made = engine(compile_cover(problem))
    whole = as_sets(run_all(made.start()))
    run = made.start()
    status = run.advance(steps)
    cut = as_sets(run.take())
    if status is not Status.DONE:
        rest = run.rest()
        assert sum(weight for _, weight in rest) <= 1.0 + 1e-9
        cut += [row for path, _ in rest for row in as_sets(run_all(made.start(path)))]
    assert cut == whole


@pytest.mark.parametrize("engine", ENGINES)
def test_share_grows_to_one_and_the_stack_is_a_partial_tiling(engine) -> None:
    cover = compile_cover(Problem("3x20", "pentominoes"))
    run = engine(cover).start()
    shares = []
    while run.advance(500) is not Status.DONE:
        run.take()
        shares.append(run.share)
        chosen = run.stack()
        cells = np.concatenate([cover.item[cover.start[j] : cover.start[j + 1]] for j in chosen])
        assert len(np.unique(cells)) == len(cells) == 5 * len(chosen)
    assert run.share == 1.0
    assert 0.0 < shares[0] < 0.9
    assert shares == sorted(shares)
    assert len(set(shares)) > 10


@pytest.mark.parametrize("engine", ENGINES)
def test_placements_that_are_not_allowed_are_not_used(engine) -> None:
    cover = compile_cover(Problem("4x5", "pentomino:LPNY=0..2"))
    whole = run_all(engine(cover).start())
    allowed = np.ones(cover.size, dtype=bool)
    allowed[whole[0, 0]] = False
    left = as_sets(run_all(engine(cover, allowed).start()))
    assert left == [row for row in as_sets(whole) if int(whole[0, 0]) not in row]


@pytest.mark.parametrize("engine", ENGINES)
def test_cells_that_must_stay_empty_but_are_all_taken(engine) -> None:
    """The only cell that may stay empty has a piece on it already, yet one cell must stay empty."""
    problem = Problem(_board("?##"), "monomino+", placed=["monomino:0,0"], empty=(1, 1))
    assert len(run_all(engine(compile_cover(problem)).start())) == 0
    assert naive_search.all_tilings(problem) == set()


KNOWN = [
    ("3x20", "pentominoes", 8),
    ("4x15", "pentominoes", 1472),
    ("5x12", "pentominoes", 4040),
    ("4x9", "trominoes+", 41813),
    ("7x7", "I3+ O4+", 2744),
    ("4x10", "domino+", 18061),
]


@pytest.mark.parametrize(("board", "words", "count"), KNOWN)
def test_known_counts(board: str, words: str, count: int) -> None:
    cover = compile_cover(Problem(board, *words.split()))
    assert len(run_all(ScanEngine(cover).start())) == count


def test_wide_known_count() -> None:
    assert (
        len(run_all(ScanWideEngine(compile_cover(Problem("4x15", "pentominoes"))).start())) == 1472
    )


def test_more_than_64_orientations_are_refused_by_one_word_and_done_by_many() -> None:
    # The trominoes to pentominoes have 74 orientations that fit in three rows.
    problem = Problem("3x5", "trominoes+", "tetrominoes+", "pentominoes+")
    with pytest.raises(EngineError, match="74 orientations"):
        ScanEngine(compile_cover(problem))
    found = tiles(compile_cover(problem), run_all(ScanWideEngine(compile_cover(problem)).start()))
    assert len(found) == len(set(found))
    assert set(found) == naive_search.all_tilings(problem)


def test_a_wide_window_is_refused_by_one_word() -> None:
    with pytest.raises(EngineError, match="window of 65 positions"):
        ScanEngine(compile_cover(Problem("16x16", "I5+")))


@pytest.mark.parametrize(
    ("board", "words"),
    [("20x20", "domino+"), ("3x100", "trominoes+"), ("2x1000", "domino+"), ("70x70", "O4+")],
)
def test_boards_of_any_size(board: str, words: str) -> None:
    problem = Problem(board, *words.split())
    cover = compile_cover(problem)
    try:
        engine = ScanEngine(cover)
    except EngineError:
        engine = ScanWideEngine(cover)
    run = engine.start(capacity=1)
    run.advance(100_000)
    tiling = decode(cover, run.take()[0])
    assert tiling.faults(problem) == []


def test_long_runs_of_holes_and_distant_regions() -> None:
    board = "##" + "." * 200 + "##" + "." * 63 + "##"
    problem = Problem(_board("\n".join([board, board])), "domino+")
    for engine in ENGINES:
        assert len(run_all(engine(compile_cover(problem)).start())) == 8


def test_dead_states_are_remembered() -> None:
    """A search that remembers takes fewer nodes, and the table grows with it."""
    cover = compile_cover(Problem("6x10", "pentominoes"))
    engine = ScanEngine(cover)
    forgetful = ScanEngine(cover)
    forgetful.nogoods.levels = 0
    first, second = engine.start(), forgetful.start()
    rows = run_all(first)
    np.testing.assert_array_equal(rows, run_all(second))
    assert first.nodes * 2 < second.nodes
    assert len(engine.nogoods.words) > 1 << 16


@pytest.mark.skipif(sys.platform != "linux", reason="files in memory alone are Linux's")
def test_what_is_remembered_can_be_shared_with_other_processes() -> None:
    """Two engines, each with its own view of the file: the second has to search nothing that the
    first has found dead.
    """
    cover = compile_cover(Problem("6x10", "pentominoes"))
    file = SharedTables.create()
    assert file is not None
    alone, first, second = (ScanEngine(cover) for _ in range(3))
    first.share(SharedTables(file))
    second.share(SharedTables(file))
    runs = [engine.start() for engine in (alone, first, second)]
    rows = [run_all(run) for run in runs]
    os.close(file)
    for found in rows[1:]:
        np.testing.assert_array_equal(found, rows[0])
    assert runs[2].nodes * 2 < runs[1].nodes <= runs[0].nodes
    # Who comes later moves on to the table that the others have by then.
    assert len(second.nogoods.words) == len(first.nogoods.words) > 1 << 16
    # In a smaller file the table cannot grow so far.
    small = SharedTables.create(1 << 21)
    assert small is not None
    narrow = ScanEngine(cover)
    narrow.share(SharedTables(small))
    np.testing.assert_array_equal(run_all(narrow.start()), rows[0])
    assert len(narrow.nogoods.words) == 1 << 17
    os.close(small)


@pytest.mark.slow
def test_jit_off() -> None:
    """The kernels are right as plain Python, too."""
    program = """
import sys; sys.path[:0] = ["tests", "tests/support"]
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.solving.search.engines.scan.narrow import ScanEngine
from tilewright.solving.search.engines.scan.wide import ScanWideEngine
from test_scan import run_all, tiles
import naive_search
for problem in (Problem("3x4", "trominoes+"), Problem("3x5", "L3=1..3", "domino=2..3", empty=(1, 2)),
                Problem("2x5", "pentominoes=0..1")):
    for engine in (ScanEngine, ScanWideEngine):
        rows = run_all(engine(compile_cover(problem)).start(capacity=3), 50)
        found = tiles(compile_cover(problem), rows)
        assert len(found) == len(set(found)) and set(found) == naive_search.all_tilings(problem)
print("same")
"""  # noqa: E501
    environment = {**os.environ, "TILEWRIGHT_KERNELS": "python"}
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stdout == "same\n", result.stderr


def _board(text: str):
    from tilewright.model.board import Board

    return Board.from_text(text)


@pytest.mark.parametrize("engine", ENGINES)
def test_tilings_of_more_tiles_than_sixteen_bits_count(engine) -> None:
    problem = Problem("2x65540", "I2+", turn="fixed")
    cover = compile_cover(problem)
    made = engine(cover)
    run = made.start(capacity=16)
    assert run.advance(65_538) == Status.MORE
    assert len(run.stack()) > 65_530
    ((rest, share),) = run.rest()
    assert share == 0.0  # too deep to be told from nothing
    for rows in (run_all(run), run_all(made.start(rest, capacity=16))):
        assert len(rows) == 1
        assert decode(cover, rows[0]).faults(problem) == []


@given(
    shapes=st.lists(st.integers(0, 2**20 - 1).map(lambda cells: 2 * cells + 1), max_size=64),
    bits=st.integers(1, 7),
    parts=st.integers(3, 12),
)
def test_the_tables_of_a_window_leave_out_what_its_bits_block(
    shapes: list[int], bits: int, parts: int
) -> None:
    expected = [
        [
            sum(1 << o for o, shape in enumerate(shapes) if not shape >> (t * bits + 1) & entry)
            for entry in range(1 << bits)
        ]
        for t in range(parts)
    ]
    words = np.array(shapes, dtype=np.uint64)
    for fill in (layout_kernels.fill_table, plain("scan.layout").fill_table):
        table = np.full((parts, 1 << bits), (1 << 64) - 1, dtype=np.uint64)
        fill(words, bits, table)
        of_all = (1 << len(shapes)) - 1
        assert [[int(entry) & of_all for entry in row] for row in table.tolist()] == expected
