"""Rectangles by L-trominoes, with or without a hole: against exact counts and the verifying
kernel."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_golomb as naive
from tilewright.counting import count
from tilewright.errors import ConstructionError
from tilewright.model.problem import Problem
from tilewright.model.tiling import Tiling
from tilewright.solving import theorems as construction
from tilewright.solving.search import solve
from tilewright.solving.theorems import Obstruction, tromino_faults
from tilewright.solving.theorems import deficient_rectangles as inside

SIDES = range(1, 15)


def deficient(rows: int, columns: int, hole: tuple[int, int] | None = None) -> Tiling | None:
    """The tiling, of the whole rectangle if there is no hole."""
    return construction.deficient(rows, columns, hole, whole=hole is None)


def obstruction(rows: int, columns: int, hole: tuple[int, int] | None = None) -> Obstruction | None:
    """The reason, of the whole rectangle if there is no hole."""
    return construction.obstruction(rows, columns, hole, whole=hole is None)


@cache
def counted(rows: int, columns: int, hole: tuple[int, int] | None) -> int:
    return naive.count(rows, columns, hole)


def test_a_hole_that_is_not_given_is_random_and_the_same_for_a_seed() -> None:
    boards = [construction.deficient(5, 8, seed=seed) for seed in range(20)]
    holes = {
        tuple(np.argwhere(board.labels == -1)[0].tolist()) for board in boards if board is not None
    }
    assert len(holes) > 3
    assert construction.deficient(5, 8, seed=7) == construction.deficient(5, 8, seed=7)
    assert construction.deficient(6, 6) is None
    assert "35 cells remain" in str(construction.obstruction(6, 6))
    assert len(construction.golomb(3)) == 21
    assert construction.golomb(3, seed=1) == construction.golomb(3, seed=1)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("rows", SIDES)
def test_every_rectangle_up_to_14x14_and_every_hole_has_a_tiling_or_a_reason(rows: int) -> None:
    for columns in SIDES:
        for hole in [None, *np.ndindex(rows, columns)]:
            tiling, reason = deficient(rows, columns, hole), obstruction(rows, columns, hole)
            assert (tiling is None) == (reason is not None), (rows, columns, hole)
            if tiling is not None:
                assert tromino_faults(tiling.labels, empty=int(hole is not None)) == [], (
                    rows,
                    columns,
                    hole,
                )
                assert tiling.faults() == []
                assert hole is None or tiling.labels[hole] == -1


def quarter(rows: int, columns: int) -> list[tuple[int, int] | None]:
    """No hole, and one hole of each class under reflections, which preserve counts."""
    return [None, *((r, c) for r in range((rows + 1) // 2) for c in range((columns + 1) // 2))]


def test_the_reasons_are_right_by_exact_counts() -> None:
    for rows in range(1, 9):
        for columns in range(rows, 12):
            for hole in quarter(rows, columns):
                if (rows * columns - (hole is not None)) % 3 == 0:
                    word = f"{rows}x{columns}" + ("" if hole is None else f"-{hole[0]},{hole[1]}")
                    tilings = 1 if word == "1x1-0,0" else count(Problem(word, "L3+"))
                    assert (obstruction(rows, columns, hole) is None) == (tilings > 0), word
                    if rows * columns <= 36:
                        assert tilings == counted(rows, columns, hole), word


@pytest.mark.parametrize("word", ["5x5-1,2", "5x8-2,1", "2x8-0,2", "3x9", "7x7-0,1", "5x11-2,3"])
def test_search_agrees(word: str) -> None:
    size, _, hole = word.partition("-")
    rows, columns = map(int, size.split("x"))
    place = tuple(map(int, hole.split(","))) if hole else None
    found = solve(Problem(word, "L3+"))
    assert (found is None) == (deficient(rows, columns, place) is None)  # type: ignore[arg-type]


def test_known_counts_of_the_twin() -> None:
    # 2 x 3 has 2 tilings; 4 x 4 without a corner has 4, 5 x 5 without one 16 (by hand for the first
    # two).
    assert counted(2, 3, None) == 2
    assert counted(2, 2, (0, 0)) == 1
    assert counted(3, 5, None) == counted(3, 3, None) == 0
    assert counted(5, 9, None) > 0


def test_reasons_are_the_same_for_the_turned_board() -> None:
    for rows in range(1, 9):
        for columns in range(1, 9):
            for row, column in np.ndindex(rows, columns):
                one, other = (
                    obstruction(rows, columns, (row, column)),
                    obstruction(columns, rows, (column, row)),
                )
                assert (one is None) == (other is None)
                if one is not None and other is not None:
                    assert one.kind == other.kind
                    assert sorted(one.cells) == sorted((c, r) for r, c in other.cells)


def test_the_argument_of_marked_cells_holds() -> None:
    for size, hole in (((5, 5), (1, 2)), ((3, 7), None), ((7, 3), None), ((3, 3), None)):
        reason = obstruction(*size, hole)
        assert reason is not None and reason.kind == "marked cells"
        marked = set(reason.cells)
        cells = {(r, c) for r in range(size[0]) for c in range(size[1])} - {hole}
        for r, c in cells:
            for shape in naive.ORIENTATIONS:
                assert len({(r + dy, c + dx) for dy, dx in shape} & marked) <= 1
        assert len(marked - {hole}) > len(cells) // 3
        assert str(len(marked)) in str(reason)


def test_the_argument_of_the_corner_holds() -> None:
    for size, hole in (((5, 8), (2, 1)), ((5, 8), (2, 6)), ((11, 5), (9, 2))):
        reason = obstruction(*size, hole)
        assert reason is not None and reason.kind == "corner"
        end, *corners = reason.cells
        cells = {(r, c) for r in range(size[0]) for c in range(size[1])} - {hole}
        tiles = [
            {(r + dy, c + dx) for dy, dx in shape}
            for r, c in np.ndindex(size)
            for shape in naive.ORIENTATIONS
        ]
        tiles = [tile for tile in tiles if tile <= cells]
        over_end = [tile for tile in tiles if end in tile]
        assert len(over_end) == 2
        for tile in over_end:
            assert any(
                not [other for other in tiles if corner in other and not other & tile]
                for corner in corners
            )


def test_a_wide_board_of_two_rows() -> None:
    for column in range(14):
        assert (deficient(2, 14, (1, column)) is None) == (column % 3 == 2)
        assert (deficient(14, 2, (column, 0)) is None) == (column % 3 == 2)
    reason = obstruction(2, 14, (0, 5))
    assert reason is not None
    assert "10 cells are left of the hole's column" in str(reason)


@given(
    st.integers(2, 120).filter(lambda side: side % 3),
    st.integers(2, 120).filter(lambda side: side % 3),
    st.data(),
)
def test_larger_deficient_rectangles(rows: int, columns: int, data: st.DataObject) -> None:
    hole = (data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, columns - 1)))
    tiling = deficient(rows, columns, hole)
    if tiling is None:
        reason = obstruction(rows, columns, hole)
        assert reason is not None and (rows * columns % 3 == 2 or min(rows, columns) in (2, 5))
    else:
        assert tromino_faults(tiling.labels, empty=1) == []
        assert tiling.labels[hole] == -1


@given(st.integers(1, 130), st.integers(1, 130))
def test_whole_rectangles(rows: int, columns: int) -> None:
    tiling = deficient(rows, columns)
    odd = rows % 2 and columns % 2
    expected = (
        rows * columns % 3 == 0 and min(rows, columns) > 1 and not (min(rows, columns) == 3 and odd)
    )
    assert (tiling is not None) == expected
    assert tiling is None or tromino_faults(tiling.labels, empty=0) == []


def test_large_rectangles_of_every_residue() -> None:
    for rows, columns, hole in (
        (1000, 1000, (123, 777)),
        (1001, 1007, (500, 503)),
        (997, 1000, (0, 999)),
        (5, 5000, (2, 4997)),
        (4096, 4, (17, 2)),
        (999, 1001, None),
        (1200, 7, None),
    ):
        tiling = deficient(rows, columns, hole)
        assert tiling is not None
        assert tromino_faults(tiling.labels, empty=int(hole is not None)) == []


def test_every_drawing_is_a_tiling_and_is_needed() -> None:
    used = set()
    for drawing in inside._DRAWINGS:
        labels = inside._read_drawing(drawing)
        assert tromino_faults(labels) == []
        assert int((labels < 0).sum()) in (1, 4)
    for rows, columns in ((5, 5), (5, 8), (5, 11), (7, 7)):
        for hole in np.ndindex(rows, columns):
            if obstruction(rows, columns, hole) is None:
                area = np.full((rows, columns), -1, dtype=np.int32)
                original = inside._small_board

                def note(*size: int, original: Any = original) -> Any:
                    image = original(*size)
                    used.add(
                        (image.shape, int((image < 0).sum()), int(image.max()), image.tobytes())
                    )
                    return image

                inside._small_board = note  # type: ignore[assignment]
                try:
                    inside._Filler().without(area, *map(int, hole))
                finally:
                    inside._small_board = original
    kinds = set()
    for shape, _, _, data in used:
        image = np.frombuffer(data, np.int64).reshape(shape)
        images = [image, image[::-1], image[:, ::-1], image[::-1, ::-1]]
        images += [each.T for each in images]
        kinds.update(
            drawing
            for drawing in inside._DRAWINGS
            for each in images
            if each.shape == inside._read_drawing(drawing).shape
            and np.array_equal(each, inside._read_drawing(drawing))
        )
    assert kinds == set(inside._DRAWINGS)


BAD: list[tuple[Any, str]] = [
    (lambda: deficient(0, 5), "`rows` must be at least 1, got 0"),
    (lambda: deficient(5, -1), "`columns` must be at least 1, got -1"),
    (lambda: deficient(5, 2.5), "`columns` must be an integer, got '2.5' (float)"),  # type: ignore[arg-type]
    (lambda: deficient(5, 5, (5, 0)), "cell 5,0 is outside the board"),
    (lambda: deficient(5, 5, ((0, 0), (1, 1))), "must be a cell (row, column)"),  # type: ignore[arg-type]
    (lambda: deficient(10**7, 10**7 + 2, None), "of memory"),
]


@pytest.mark.parametrize(("call", "message"), BAD, ids=[message for _, message in BAD])
def test_a_bad_request_is_refused(call: Any, message: str) -> None:
    with pytest.raises(ConstructionError) as caught:
        call()
    assert message in str(caught.value)


WITHOUT_JIT = """
from tilewright.solving.theorems import deficient, tromino_faults
for rows, columns, hole in ((11, 11, (5, 5)), (7, 10, (6, 0)), (5, 8, (1, 3)), (9, 15, None), (2, 5, (0, 4))):
    assert tromino_faults(deficient(rows, columns, hole, whole=hole is None).labels, empty=int(hole is not None)) == []
print("ok")
"""  # noqa: E501


def test_right_with_the_jit_off() -> None:
    environment = {
        **os.environ,
        "TILEWRIGHT_KERNELS": "python",
        "PYTHONPATH": str(Path(__file__).parents[2] / "support"),
    }
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_JIT], capture_output=True, text=True, env=environment
    )
    assert done.stdout == "ok\n", done.stderr
