"""Counting by connected parts: against listing, against the frontier of placements, and against
published counts.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.counting.answers.number import count, count_details
from tilewright.counting.frontier.components import (
    Components,
    component_scan,
    estimate_components,
    part_sizes,
)
from tilewright.counting.frontier.layers import count_layers
from tilewright.counting.resources import Resources
from tilewright.counting.tuning import Tuning
from tilewright.errors import CheckpointError, EngineError, MemoryLimitError
from tilewright.model.board import Board
from tilewright.model.problem import Problem
from tilewright.system.work.progress import StatesProgress
from tried import examples

SETS = [
    "",
    "monominoes",
    "dominoes",
    "trominoes",
    "tetrominoes",
    "pentominoes",
    "hexominoes",
    "heptominoes",
    "octominoes",
]


def _count(mask: np.ndarray, sizes: Iterable[int], *, folded: bool = True) -> int:
    outcome = count_layers(Components(mask, sizes, folded=folded), Resources())
    return sum(outcome.counts.values())


def _parts(mask: np.ndarray, sizes: frozenset[int]) -> int:
    """Count the partitions of a small board by growing the part of its first free cell in every
    way.
    """
    rows, columns = mask.shape
    near = {
        (r, c): [
            (i, j)
            for i, j in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
            if 0 <= i < rows and 0 <= j < columns and mask[i, j]
        ]
        for r, c in np.argwhere(mask).tolist()
    }

    def rest(free: frozenset[tuple[int, int]]) -> int:
        if not free:
            return 1
        first = min(free)
        total = 0
        level = {frozenset([first])}
        for size in range(1, max(sizes) + 1):
            if size in sizes:
                total += sum(rest(free - part) for part in level)
            level = {
                part | {cell}
                for part in level
                for old in part
                for cell in near[old]
                if cell in free - part
            }
        return total

    return rest(frozenset(near))


@st.composite
def _boards(draw: st.DrawFn, area: int) -> np.ndarray:
    rows = draw(st.integers(1, 6))
    # A scan along long lines is refused by an estimate for boards of any height.
    columns = draw(st.integers(1, max(1, min(10, area // rows))))
    kinds = draw(st.sampled_from([[True], [True] * 8 + [False], [True, True, False]]))
    cells = draw(st.lists(st.sampled_from(kinds), min_size=rows * columns, max_size=rows * columns))
    cells[0] = True
    return np.array(cells).reshape(rows, columns)


@given(_boards(14), st.frozensets(st.integers(1, 14), min_size=1))
def test_parts_equal_listing(mask: np.ndarray, sizes: frozenset[int]) -> None:
    expected = _parts(mask, sizes)
    assert _count(mask, sizes) == expected
    assert _count(mask, sizes, folded=False) == expected
    assert _count(mask.T, sizes) == expected


@examples(50)
@given(_boards(30), st.frozensets(st.integers(1, 6), min_size=1, max_size=3))
def test_parts_equal_tilings_by_placements(mask: np.ndarray, sizes: frozenset[int]) -> None:
    problem = Problem(Board(mask), *(f"{SETS[size]}+" for size in sizes))
    expected = count_details(problem, method="placements").value
    for scan in ("rows", "columns"):
        for folded in (True, False):
            assert (
                count_details(problem, method="components", direction=scan, folded=folded).value
                == expected
            )


@examples(12)
@given(st.sampled_from([("5x7", 6), ("4x8", 7), ("3x10", 8)]), st.data())
def test_boards_with_holes_and_large_parts(case: tuple[str, int], data: st.DataObject) -> None:
    board, size = case
    mask = Board.parse(board).mask.copy()
    excess = mask.size % size + size * data.draw(st.integers(0, 1))
    for cell in data.draw(st.permutations(range(mask.size)))[:excess]:
        mask.flat[cell] = False
    problem = Problem(Board(mask), f"{SETS[size]}+")
    rows, columns = (
        count_details(problem, method="components", direction=scan).value
        for scan in ("rows", "columns")
    )
    assert rows == columns == count_details(problem, method="placements").value


@pytest.mark.parametrize(("board", "expected"), [("3x3", 10), ("4x5", 32412), ("5x6-2,2", None)])
def test_parts_that_touch_unseen_never_grow_together(board: str, expected: int | None) -> None:
    # A ring of eight cells around one is the smallest case where a pair two columns apart must be
    # remembered.
    problem = Problem(board, "octominoes+", "monomino+")
    value = count_details(problem, method="placements").value
    assert expected in (None, value)
    for scan in ("rows", "columns"):
        assert count_details(problem, method="components", direction=scan).value == value


@pytest.mark.parametrize(
    ("size", "value"), [(1, 1), (2, 12), (3, 1434), (4, 1691690), (5, 19719299768)]
)
def test_squares_into_any_parts(size: int, value: int) -> None:
    # OEIS A145835; the numbers up to 3 by listing, too.
    mask = np.ones((size, size), dtype=np.bool_)
    assert _count(mask, range(1, size * size + 1)) == value
    if size <= 3:
        assert _parts(mask, frozenset(range(1, size * size + 1))) == value


@pytest.mark.parametrize(
    ("words", "sizes"),
    [
        (("4x5", "tetrominoes+", "monomino+"), {1, 4}),
        (("3x4", "I3+", "L3+"), {3}),
        (("3x4", "I3=0..4", "L3=0..4"), {3}),
        (("3x4", "I3=0..3", "L3+"), None),
        (("3x4", "I3+", "L3=1.."), None),
        (("3x4", "I3+"), None),
        (("2x2", "trominoes+", "monomino+", "I5+"), {1, 3}),
        (("5x5-2,2", "hexominoes+"), {6}),
    ],
)
def test_when_tilings_are_partitions(words: tuple[str, ...], sizes: set[int] | None) -> None:
    assert part_sizes(Problem(*(word.strip("'") for word in words))) == sizes


def test_turns_marks_and_empty_cells_decide() -> None:
    assert part_sizes(Problem("4x4", "tetrominoes+", turn="one-sided")) == {4}
    assert part_sizes(Problem("4x4", "tetromino:ILOST+", turn="one-sided")) is None
    assert part_sizes(Problem("4x4", "tetrominoes+", turn="fixed")) == {4}
    assert part_sizes(Problem("4x4", "tetrominoes+", empty=4)) is None
    assert (
        part_sizes(Problem(Board.from_text("a###/####".replace("/", "\n")), "tetrominoes+")) is None
    )
    placed = Problem("4x5", "tetrominoes+", placed=["I4:0,0-0,1-0,2-0,3"])
    assert part_sizes(placed) == {4}
    assert (
        count_details(placed, method="components").value
        == count_details(placed, method="placements").value
    )


@pytest.mark.slow
def test_both_methods_check_each_other() -> None:
    problem = Problem("6x10", "hexominoes+")
    by_parts = count_details(problem, method="components", check=True)
    assert (by_parts.value, by_parts.method) == (15946621499, "components")
    assert by_parts.checked == "counting by placements gives the same number"
    assert by_parts.folded
    long = count_details(Problem("4x30", "hexominoes+"), method="placements", check=True)
    assert long.checked == "counting by connected parts gives the same number"
    # Here placements are too many, and the other lines are too wide.
    far = count_details(Problem("3x20", "decominoes+"), check=True)
    assert (far.method, far.checked) == (
        "components",
        "counting by columns from the other end, without symmetry, gives the same number",
    )
    with pytest.raises(EngineError, match="requires all polyominoes of one or more sizes"):
        count_details(Problem("4x4", "L4+"), method="components")
    with pytest.raises(EngineError, match="`method` must be"):
        count_details(problem, method="magic")


def test_the_better_method_is_estimated() -> None:
    for words, better in (
        (("6x10", "hexominoes+"), False),
        (("10x10", "pentominoes+"), False),
        (("7x14", "heptominoes+"), True),
        (("8x10", "octominoes+"), True),
    ):
        way = component_scan(Problem(*words))
        assert way is not None
        assert way.is_better(1 << 34) is better, words
    assert 2e6 < estimate_components(8, [8]).states < 1e7


def test_memory_limit_says_how_much_and_why() -> None:
    problem = Problem("7x9", "heptominoes+")
    with pytest.raises(
        MemoryLimitError, match=r"states need .*MiB.* scanning by columns.* 7 cells wide.* 7 cells"
    ):
        count_details(problem, method="components", max_memory=4 << 20)
    with pytest.raises(
        MemoryLimitError, match=r"each layer has about .* states and needs .* each row has 30 cells"
    ):
        count(Problem("35x30", "heptominoes+"))


def test_threads_and_modulus_change_nothing() -> None:
    problem = Problem("6x7", "heptominoes+")
    values = {count(problem, threads=threads) for threads in (1, 2, 3)}
    assert values == {count_details(problem, method="components", threads=2).value}
    (value,) = values
    assert count_details(problem, method="components", mod=1000).value == value % 1000


def test_numbers_longer_than_a_limb() -> None:
    problem = Problem("4x60", "trominoes+")
    assert (
        count_details(problem, method="components").value
        == count_details(problem, method="placements").value
    )


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "run"
    problem = Problem("6x8", "hexominoes+")
    expected = count(problem)

    def stop(progress: StatesProgress) -> None:
        if progress.done > progress.total // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count_details(
            problem,
            method="components",
            checkpoint=path,
            progress=stop,
            tuning=Tuning(report_every=0.0),
        )
    again: list[StatesProgress] = []
    found = count_details(problem, method="components", checkpoint=path, progress=again.append)
    assert found.value == expected
    assert again[0].done > 20
    with pytest.raises(CheckpointError, match="a different problem"):
        count_details(Problem("6x9", "hexominoes+"), method="components", checkpoint=path)


@pytest.mark.slow
def test_with_plain_kernels_the_answers_are_the_same() -> None:
    script = """
from tilewright.counting import count_details
from tilewright.model.problem import Problem
print(count_details(Problem("3x5-1,2", "heptominoes+", "monomino+"), method="components", threads=2).value)
"""  # noqa: E501
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        env={**os.environ, "TILEWRIGHT_KERNELS": "python"},
        capture_output=True,
        text=True,
        check=False,
    )
    expected = count(Problem("3x5-1,2", "heptominoes+", "monomino+"))
    assert result.stdout.strip() == str(expected), result.stderr


@pytest.mark.parametrize("direction", ["rows", "columns"])
@pytest.mark.parametrize(
    ("board", "expected"), [("1x20", 1), ("1x400", 1), ("1x21", 0), ("2x20", None)]
)
def test_shallow_boards_are_counted_along_both_sides(
    board: str, expected: int | None, direction: str
) -> None:
    found = count_details(Problem(board, "tetrominoes+"), method="components", direction=direction)
    assert found.value == (count(Problem(board, "tetrominoes+")) if expected is None else expected)
