"""Windows and pixels of Golomb's boards, against whole boards and on huge ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.construction import golomb_cell, golomb_colors, golomb_labels, golomb_window, render_golomb
from tilewright.errors import ConstructionError
from tilewright.labels import number_tiles

HUGE = st.integers(0, 2**60 - 40)


@given(st.integers(1, 7), st.data())
def test_a_window_is_a_part_of_the_board(n: int, data: st.DataObject) -> None:
    side = 1 << n
    hole = (data.draw(st.integers(0, side - 1)), data.draw(st.integers(0, side - 1)))
    top, left = data.draw(st.integers(0, side - 1)), data.draw(st.integers(0, side - 1))
    rows, columns = data.draw(st.integers(1, side - top)), data.draw(st.integers(1, side - left))
    part = np.s_[top : top + rows, left : left + columns]
    window = (top, left, rows, columns)
    assert np.array_equal(golomb_window(n, hole, window).labels, number_tiles(golomb_labels(n, hole)[part]))
    for touch in ("edge", "strong"):
        assert np.array_equal(
            golomb_colors(n, hole, window, touch=touch), golomb_colors(n, hole, touch=touch)[part]
        )


@given(st.tuples(HUGE, HUGE), st.tuples(HUGE, HUGE), st.booleans())
def test_a_window_of_the_2_to_the_60_board_agrees_with_its_cells(
    hole: tuple[int, int], corner: tuple[int, int], near: bool
) -> None:
    top, left = (max(0, hole[0] - 3), max(0, hole[1] - 3)) if near else corner
    window = (top, left, 6, 7)
    labels = golomb_window(60, hole, window).labels
    colors = {touch: golomb_colors(60, hole, window, touch=touch) for touch in ("edge", "strong")}
    for y, x in np.ndindex(labels.shape):
        cell = (top + y, left + x)
        if cell == hole:
            assert labels[y, x] == colors["edge"][y, x] == colors["strong"][y, x] == -1
            continue
        tile = golomb_cell(60, hole, cell)
        mine = {(top + r, left + c) for r, c in np.argwhere(labels == labels[y, x]).tolist()}
        assert mine == {(r, c) for r, c in tile.cells if 0 <= r - top < 6 and 0 <= c - left < 7}
        assert colors["edge"][y, x] == tile.color
        assert colors["strong"][y, x] == golomb_cell(60, hole, cell, touch="strong").color


COLORS = ((200, 0, 0), (0, 200, 0), (0, 0, 200), (90, 90, 90))


def test_without_lines_a_pixel_is_a_color() -> None:
    n, hole = 6, (20, 33)
    colors = golomb_colors(n, hole)
    image = render_golomb(n, hole, zoom=2, height=256, width=256, line=0, colors=COLORS, hole_color=(1, 2, 3))
    table = np.array([*COLORS, (1, 2, 3)])
    assert np.array_equal(image[..., :3], table[np.kron(colors, np.ones((4, 4), dtype=int))])
    assert (image[..., 3] == 255).all()


def test_lines_are_where_tiles_meet_and_nowhere_else() -> None:
    n, hole, size = 4, (5, 9), 16
    labels = golomb_labels(n, hole)
    white = ((255, 255, 255),) * 3
    image = render_golomb(
        n,
        hole,
        zoom=4,
        height=256,
        width=256,
        line=0.125,
        colors=white,
        line_color=(0, 0, 0),
        hole_color=(255, 255, 255),
    )
    black = image[..., 0] == 0
    for row, column in np.ndindex(labels.shape):
        if column + 1 < 16:
            differ = labels[row, column] != labels[row, column + 1]
            middle = row * size + size // 2
            assert (
                bool(black[middle, (column + 1) * size])
                == bool(black[middle, (column + 1) * size - 1])
                == differ
            )
        assert not black[row * size + size // 2, column * size + size // 2]
    # Half a line, one pixel of sixteen, along the edge of the board.
    assert black[0].all() and not black[1, size // 2]


def test_the_inner_corner_of_a_tile_is_drawn() -> None:
    image = render_golomb(
        1, (1, 1), zoom=5, height=64, width=64, line=0.25, line_color=(0, 0, 0), hole_color=(9, 9, 9)
    )
    # The tile covers all but the lower right quarter; the corner at the center belongs to its first cell.
    assert image[31, 31, :3].tolist() == image[31, 40, :3].tolist() == image[40, 31, :3].tolist() == [0, 0, 0]
    assert image[31, 20, :3].tolist() == image[20, 31, :3].tolist() != [0, 0, 0]


@given(
    st.integers(-3, 6), st.integers(-50, 600), st.integers(-50, 600), st.integers(1, 40), st.integers(1, 40)
)
def test_a_part_of_the_picture_is_that_part(zoom: int, top: int, left: int, height: int, width: int) -> None:
    n, hole = 4, (3, 9)
    side = max(1, (16 << zoom) if zoom >= 0 else 16 >> -zoom)
    whole = render_golomb(n, hole, zoom=zoom, height=side, width=side)
    part = render_golomb(n, hole, zoom=zoom, top=top, left=left, height=height, width=width)
    expected = np.zeros_like(part)
    rows, columns = np.arange(top, top + height), np.arange(left, left + width)
    inside_rows, inside_columns = (rows >= 0) & (rows < side), (columns >= 0) & (columns < side)
    expected[np.ix_(inside_rows, inside_columns)] = whole[np.ix_(rows[inside_rows], columns[inside_columns])]
    assert np.array_equal(part, expected)


def linear(image: Any) -> Any:
    value = np.asarray(image, dtype=float) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


@pytest.mark.parametrize("level", [1, 2, 3, 5, 6])
def test_averages_are_honest(level: int) -> None:
    n, hole = 6, (20, 33)
    fine = render_golomb(n, hole, zoom=0, height=64, width=64, line=0)
    coarse = render_golomb(n, hole, zoom=-level, height=64 >> level, width=64 >> level, line=0)
    size = 1 << level
    mean = linear(fine[..., :3]).reshape(64 // size, size, 64 // size, size, 3).mean(axis=(1, 3))
    assert np.abs(linear(coarse[..., :3]) - mean).max() < 0.006


def test_lines_keep_their_weight_when_they_are_too_fine_to_see() -> None:
    n, hole, line = 6, (20, 33), 0.125
    near = linear(render_golomb(n, hole, zoom=4, height=1024, width=1024, line=line)[..., :3]).mean()
    for zoom in (0, -1, -3):
        size = max(1, 64 << zoom if zoom >= 0 else 64 >> -zoom)
        far = linear(render_golomb(n, hole, zoom=zoom, height=size, width=size, line=line)[..., :3]).mean()
        assert abs(far - near) < 0.012, zoom


def test_squares_that_are_too_small_are_drawn_as_cells() -> None:
    n, hole = 60, (2**59 + 5, 12345)
    fine = render_golomb(n, hole, zoom=-52, min_pixels=8, height=300, width=300)
    assert np.array_equal(
        fine, render_golomb(5, (hole[0] >> 55, hole[1] >> 55), zoom=3, height=300, width=300)
    )
    assert np.array_equal(
        render_golomb(5, (3, 4), zoom=6, min_pixels=8, height=99, width=99),
        render_golomb(5, (3, 4), zoom=6, height=99, width=99),
    )


def test_outside_the_board_is_transparent() -> None:
    image = render_golomb(3, (0, 0), zoom=1, top=-4, left=-6, height=30, width=30)
    opaque = np.zeros((30, 30), dtype=bool)
    opaque[4:20, 6:22] = True
    assert np.array_equal(image[..., 3] == 255, opaque)
    assert not render_golomb(3, (0, 0), zoom=1, top=1000, left=-6, height=5, width=5).any()


BAD: list[tuple[Any, str]] = [
    (lambda: golomb_window(60, (0, 0), (2**60 - 3, 0, 4, 4)), "are not all on the board"),
    (lambda: golomb_window(5, (0, 0), (0, 0, 0, 4)), "at least one row"),
    (lambda: golomb_window(5, (0, 0), (0, 0, 4)), "must be (top, left, rows, columns)"),  # type: ignore[arg-type]
    (lambda: golomb_window(63, (0, 0), (0, 0, 4, 4)), "at most 62"),
    (lambda: golomb_window(62, (0, 0), (0, 0, 2**40, 2**40)), "of memory"),
    (lambda: render_golomb(5, (0, 0), height=0), "at least one pixel"),
    (lambda: render_golomb(5, (0, 0), zoom=-6), "smaller than a pixel"),
    (lambda: render_golomb(5, (0, 0), min_pixels=3), "power of two"),
    (lambda: render_golomb(5, (0, 0), line=2), "must be from 0 to 1 (in cells)"),
    (lambda: render_golomb(5, (0, 0), colors=COLORS[:2]), "at least 3 colors, got 2"),
    (lambda: render_golomb(5, (0, 0), touch="strong", colors=COLORS[:3]), "at least 4 colors"),
    (lambda: render_golomb(5, (0, 0), height=10**7, width=10**7), "of memory"),
    (lambda: render_golomb(70, (0, 0)), "at most 62"),
    (
        lambda: render_golomb(5, (0, 0), zoom=-1, touch="strong"),
        "'strong' is not supported for averaged pixels",
    ),
]


@pytest.mark.parametrize(("call", "message"), BAD, ids=[message for _, message in BAD])
def test_a_bad_request_is_refused(call: Any, message: str) -> None:
    with pytest.raises(ConstructionError) as caught:
        call()
    assert message in str(caught.value)
