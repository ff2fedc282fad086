"""Golomb's theorem: whole boards, steps, single cells and colors, against the recursion."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_golomb as naive
from tilewright.errors import ConstructionError
from tilewright.model.space.labels import UNCOVERED
from tilewright.solving import theorems as construction
from tilewright.solving.theorems import (
    colors_of_tiles,
    golomb,
    golomb_cell,
    golomb_colors,
    golomb_steps,
    tromino_faults,
)
from tilewright.solving.theorems.arguments import label_dtype, tile_count

SMALL = [(n, hole) for n in (1, 2, 3, 4) for hole in np.ndindex(1 << n, 1 << n)]


@st.composite
def boards(draw: st.DrawFn, most: int = 7) -> tuple[int, tuple[int, int]]:
    n = draw(st.integers(1, most))
    return n, (draw(st.integers(0, (1 << n) - 1)), draw(st.integers(0, (1 << n) - 1)))


def test_every_hole_up_to_16x16_gives_the_tiling_of_the_recursion() -> None:
    for n, hole in SMALL:
        labels = golomb(n, hole).labels
        assert np.array_equal(labels, naive.labels(n, hole)), (n, hole)
        assert labels[hole] == -1


def test_every_hole_up_to_32x32_is_properly_colored() -> None:
    for n, hole in [*SMALL, *((5, hole) for hole in np.ndindex(32, 32))]:
        labels = golomb(n, hole).labels
        three, four = golomb_colors(n, hole), golomb_colors(n, hole, touch="strong")
        assert set(np.unique(three)) <= {-1, 0, 1, 2}
        assert set(np.unique(four)) <= {-1, 0, 1, 2, 3}
        assert three[hole] == four[hole] == -1
        if n < 4:
            assert naive.improper(labels, three, corners=False) == []
            assert naive.improper(labels, four, corners=True) == []
        assert tromino_faults(labels, empty=1, colors=three) == []
        assert tromino_faults(labels, empty=1, colors=four, touch="strong") == []


def test_strongly_three_colors_do_for_4x4() -> None:
    for hole in np.ndindex(4, 4):
        assert len(set(np.unique(golomb_colors(2, hole, touch="strong"))) - {-1}) == 3


@pytest.mark.parametrize("n", [5, 8, 10])
def test_larger_boards_are_right_by_the_verifying_kernel(n: int) -> None:
    dice = np.random.default_rng(n)
    side = 1 << n
    holes = dice.integers(0, side, (12 if n < 10 else 4, 2)).tolist()
    holes += [[0, 0], [side - 1, 0], [side // 2, side // 2], [side // 2 - 1, side // 2]]
    for row, column in holes:
        labels = golomb(n, (row, column)).labels
        for touch in ("edge", "strong"):
            colors = golomb_colors(n, (row, column), touch=touch)
            assert tromino_faults(labels, empty=1, colors=colors, touch=touch) == []
        # In reading order, every number comes after all smaller ones.
        highest = np.maximum.accumulate(labels.ravel())
        assert highest[-1] == (labels.size - 4) // 3
        assert int(np.diff(highest).max()) == 1


@pytest.mark.parametrize("threads", [2, 3])
def test_several_threads_fill_a_large_board_as_one_does(threads: int) -> None:
    one, several = (golomb(11, (700, 1999), threads=each).labels for each in (1, threads))
    assert np.array_equal(one, several)


def test_labels_are_wider_from_2_to_the_17_on(monkeypatch: pytest.MonkeyPatch) -> None:
    assert golomb(3, (1, 2)).labels.dtype == label_dtype(tile_count(16)) == np.int32
    assert label_dtype(tile_count(17)) == np.int64
    monkeypatch.setattr(
        "tilewright.solving.theorems.induction.label_dtype", lambda count: np.dtype(np.int64)
    )
    for n, hole in SMALL:
        assert np.array_equal(golomb(n, hole).labels, naive.labels(n, hole)), (n, hole)


def test_the_steps_are_the_induction() -> None:
    for n, hole in SMALL:
        steps = list(golomb_steps(n, hole))
        assert len(steps) == n + 1
        assert np.array_equal(steps[-1], naive.by_level(n, hole)), (n, hole)
        for number, step in enumerate(steps):
            assert np.array_equal(
                step, np.where(steps[-1] < tile_count(number), steps[-1], UNCOVERED)
            )
    n, hole = 3, (2, 5)
    for number, step in enumerate(golomb_steps(n, hole)):
        covered = {
            cell
            for level, cells in naive.induction(n, hole)
            if level > n - number
            for cell in cells
        }
        assert set(zip(*np.nonzero(step >= 0), strict=True)) == covered
        assert step[hole] == -1
        assert int((step == UNCOVERED).sum()) == 63 - len(covered)


@given(boards(5), st.data())
def test_one_cell_is_as_on_the_board(
    board: tuple[int, tuple[int, int]], data: st.DataObject
) -> None:
    n, hole = board
    side = 1 << n
    cell = data.draw(
        st.tuples(st.integers(0, side - 1), st.integers(0, side - 1)).filter(lambda c: c != hole)
    )
    labels = golomb(n, hole).labels
    tile = golomb_cell(n, hole, cell)
    assert [tuple(place) for place in np.argwhere(labels == labels[cell]).tolist()] == list(
        tile.cells
    )
    assert tile.number == labels[cell]
    assert tile.color == golomb_colors(n, hole)[cell]
    assert (
        golomb_cell(n, hole, cell, touch="strong").color
        == golomb_colors(n, hole, touch="strong")[cell]
    )
    assert (tile.level, tile.cells) in naive.induction(n, hole)


@given(st.integers(1, 1100), st.data())
def test_the_cells_of_a_tile_agree_however_large_the_board(n: int, data: st.DataObject) -> None:
    places = st.tuples(st.integers(0, 2**n - 1), st.integers(0, 2**n - 1))
    hole = data.draw(places)
    cell = data.draw(places.filter(lambda c: c != hole))
    tile = golomb_cell(n, hole, cell)
    rows, columns = zip(*tile.cells, strict=True)
    assert cell in tile.cells and hole not in tile.cells
    assert max(rows) - min(rows) == max(columns) - min(columns) == 1
    assert 1 <= tile.level <= n
    assert {golomb_cell(n, hole, other) for other in tile.cells} == {tile}
    # The tile surrounds the center of its square.
    assert (
        max(rows) % (1 << tile.level) == max(columns) % (1 << tile.level) == 1 << (tile.level - 1)
    )


def test_colors_of_tiles_follow_the_labels() -> None:
    labels, colors = golomb(4, (3, 9)).labels, golomb_colors(4, (3, 9))
    by_tile = colors_of_tiles(labels, colors)
    inside = labels >= 0
    assert np.array_equal(by_tile[labels[inside]], colors[inside])
    assert tromino_faults(labels, colors=by_tile) == []


FAULTY = [
    ([[0, 0, 0], [1, 1, 1]], {}, "tile 0 is not an L-tromino"),
    (
        [[0, 0, 1], [0, 1, 2]],
        {},
        "cell 1,2 has label 2, but the 6 covered cells can contain only 2 trominoes",
    ),
    ([[0, 0, 1], [0, 1, -1]], {}, "5 cells are covered, but this number is not a multiple of 3"),
    ([[0, 0, 1], [0, 1, 1]], {"empty": 1}, "0 cells have no tile, expected 1"),
    (
        [[0, 0, 1], [0, 1, 1]],
        {"colors": np.array([1, 1])},
        "cell 0,1 touches another tile of the same color",
    ),
    (
        [[0, 0, 1], [0, 1, 1]],
        {"colors": np.array([[0, 2, 1], [0, 1, 1]])},
        "the tile of cell 0,0 has two colors",
    ),
    ([[1, 1, 0], [0, 0, 1]], {}, "tile 0 is not an L-tromino"),
    ([[0, 1, -1, -1], [1, 0, 0, -1], [-1, -1, 1, -1]], {}, "tile 0 is not an L-tromino"),
]


@pytest.mark.parametrize(("labels", "options", "fault"), FAULTY)
def test_faults_are_found(labels: list[list[int]], options: dict[str, Any], fault: str) -> None:
    assert fault in tromino_faults(np.array(labels), **options)


def test_a_corner_that_touches_is_a_fault_only_if_corners_count() -> None:
    labels = np.array([[0, 0, -1, -1], [0, -1, -1, -1], [-1, 1, 1, -1], [-1, 1, -1, -1]])
    labels[1, 0], labels[1, 1] = -1, 0  # now a cell of tile 0 shares only a corner with tile 1
    colors = np.where(labels >= 0, 0, -1)
    assert tromino_faults(labels, colors=colors) == [
        "cell 1,1 touches another tile of the same color"
    ]
    labels[2, 1], labels[3, 2] = -1, 1
    assert tromino_faults(labels, colors=np.where(labels >= 0, 0, -1)) == []
    assert tromino_faults(labels, colors=np.where(labels >= 0, 0, -1), touch="strong") != []


BAD: list[tuple[Any, str]] = [
    (lambda: golomb(0, (0, 0)), "`n` must be at least 1, got 0"),
    (lambda: golomb(-2, (0, 0)), "`n` must be at least 1, got -2"),
    (lambda: golomb(2.0, (0, 0)), "must be an integer, got '2.0' (float)"),  # type: ignore[arg-type]
    (lambda: golomb(3, (8, 0)), "cell 8,0 is outside the board, which has rows 0..7"),
    (lambda: golomb(3, (0, -1)), "cell 0,-1 is outside the board"),
    (
        lambda: golomb(3, ((1, 2), (3, 4))),
        "must be a cell (row, column), got '((1, 2), (3, 4))' (tuple)",
    ),  # type: ignore[arg-type]
    (lambda: golomb(10**5000, (1, 2)), "must be at most 7000, got 2^16609 and more"),
    (lambda: golomb(3, (1, 2, 3)), "must be a cell (row, column)"),  # type: ignore[arg-type]
    (lambda: golomb(3, (1, 2), threads=0), "`threads`"),
    (lambda: golomb(25, (1, 2)), "8192.0 TiB of memory"),
    (lambda: golomb(1000, (1, 2)), "2^2003 bytes of memory"),
    (lambda: golomb_cell(5, (1, 2), (1, 2)), "which no tromino covers"),
    (lambda: golomb_cell(1000, (1, 2), (0, 2**1000)), "cell 0,2^1000 is outside the board"),
    (lambda: golomb_colors(5, (1, 2), touch="corner"), "'edge' or 'strong'"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("call", "message"), BAD, ids=[message for _, message in BAD])
def test_a_bad_request_is_refused_with_the_numbers(call: Any, message: str) -> None:
    with pytest.raises(ConstructionError) as caught:
        call()
    assert message in str(caught.value)
    assert caught.value.exit_code == 2


WITHOUT_JIT = """
import numpy as np
import naive_golomb as naive
from tilewright.solving.theorems import (
    golomb, golomb_colors, golomb_window, tromino_faults,
)
for n, hole in ((1, (1, 0)), (2, (3, 1)), (3, (2, 6)), (4, (9, 4))):
    labels = golomb(n, hole).labels
    assert np.array_equal(labels, naive.labels(n, hole))
    for touch in ("edge", "strong"):
        assert tromino_faults(labels, empty=1, colors=golomb_colors(n, hole, touch=touch), touch=touch) == []
    assert np.array_equal(golomb_window(n, hole, (0, 0, 1 << n, 1 << n)).labels, labels)
print("ok")
"""  # noqa: E501


def test_the_kernels_are_right_with_the_jit_off() -> None:
    paths = os.pathsep.join([str(Path(__file__).parents[2] / "support"), *sys.path])
    environment = {**os.environ, "TILEWRIGHT_KERNELS": "python", "PYTHONPATH": paths}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", WITHOUT_JIT],
        capture_output=True,
        text=True,
        env=environment,
    )
    assert done.stdout == "ok\n", done.stderr


def test_importing_the_constructions_does_not_load_numba() -> None:
    code = "import sys, tilewright.solving.theorems; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_everything_public_is_documented() -> None:
    for name in construction.__all__:
        value = getattr(construction, name)
        if inspect.isfunction(value) or inspect.isclass(value):
            assert (value.__doc__ or "").strip(), name
