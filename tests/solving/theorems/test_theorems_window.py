"""Windows and pixels of Golomb's boards, against whole boards and on huge ones."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tilewright.drawing.model.palette import find_theme
from tilewright.errors import ConstructionError
from tilewright.model.space.labels import number_tiles
from tilewright.solving.theorems import (
    golomb,
    golomb_cell,
    golomb_colors,
    golomb_window,
    render_golomb,
)

HUGE = st.integers(0, 2**60 - 40)


@given(st.integers(1, 7), st.data())
def test_a_window_is_a_part_of_the_board(n: int, data: st.DataObject) -> None:
    side = 1 << n
    hole = (data.draw(st.integers(0, side - 1)), data.draw(st.integers(0, side - 1)))
    top, left = data.draw(st.integers(0, side - 1)), data.draw(st.integers(0, side - 1))
    rows, columns = data.draw(st.integers(1, side - top)), data.draw(st.integers(1, side - left))
    part = np.s_[top : top + rows, left : left + columns]
    window = (top, left, rows, columns)
    assert np.array_equal(
        golomb_window(n, hole, window).labels, number_tiles(golomb(n, hole).labels[part])
    )
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


def channels(color: str) -> list[int]:
    return list(bytes.fromhex(color[1:]))


def test_the_middle_of_a_cell_has_the_color_of_its_tile() -> None:
    n, hole = 6, (20, 33)
    for touch, count in (("edge", 3), ("strong", 4)):
        colors = golomb_colors(n, hole, touch=touch)  # type: ignore[arg-type]
        image = render_golomb(n, hole, max_pixels=512, touch=touch, theme="dark")  # type: ignore[arg-type]
        middle = image[4::8, 4::8]
        shades = [np.unique(middle[colors == color], axis=0).tolist() for color in range(count)]
        assert [len(shade) for shade in shades] == [1] * count
        assert len({tuple(shade[0]) for shade in shades}) == count
        assert middle[hole].tolist() == [*channels(find_theme("dark").hole), 255]
        assert (image[..., 3] == 255).all()


def test_lines_are_where_tiles_meet_and_nowhere_else() -> None:
    n, hole, size = 4, (5, 9), 64
    labels = golomb(n, hole).labels
    theme = find_theme("light")
    image = render_golomb(n, hole)
    assert image.shape == (16 * size, 16 * size, 4)
    line = (image[..., :3] == channels(theme.text)).all(axis=2)
    for row, column in np.ndindex(labels.shape):
        middle = row * size + size // 2
        assert not line[middle, column * size + size // 2]
        if column + 1 < 16:
            differ = labels[row, column] != labels[row, column + 1]
            edge = (column + 1) * size
            assert bool(line[middle, edge]) == bool(line[middle, edge - 1]) == differ
    # Half a line, three pixels of 64, along the edge of the board.
    assert line[0].all() and line[2].all() and not line[4, size // 2]


def test_the_inner_corner_of_a_tile_is_drawn() -> None:
    image = render_golomb(1, (1, 1), max_pixels=64)
    # The tile covers all but the lower right quarter; the corner at the center belongs to its first
    # cell.
    text, board = channels(find_theme("light").text), channels(find_theme("light").board)
    assert (
        image[31, 31, :3].tolist()
        == image[31, 40, :3].tolist()
        == image[40, 31, :3].tolist()
        == text
    )
    assert image[31, 20, :3].tolist() == image[20, 31, :3].tolist() == board


def largest(zoom: int, longest: int) -> int:
    """Return `max_pixels` for pictures in which a cell is 2^zoom pixels wide."""
    return longest << zoom if zoom >= 0 else (longest - 1) >> (-zoom - 1)


@given(st.integers(-3, 5), st.integers(0, 31), st.integers(0, 31), st.data())
def test_a_part_of_the_picture_is_that_part(
    zoom: int, top: int, left: int, data: st.DataObject
) -> None:
    n, hole = 5, (3, 9)
    bottom, right = data.draw(st.integers(top + 1, 32)), data.draw(st.integers(left + 1, 32))
    longest = max(bottom - top, right - left)
    assume(largest(zoom, longest) >= 1)
    window = (top, left, bottom - top, right - left)
    part = render_golomb(n, hole, window, max_pixels=largest(zoom, longest), touch="edge")
    whole = render_golomb(n, hole, max_pixels=largest(zoom, 32), touch="edge")
    first, last = (
        [math.floor(place * 2.0**zoom) for place in (top, left)],
        [math.ceil(place * 2.0**zoom) for place in (bottom, right)],
    )
    assert np.array_equal(part, whole[first[0] : last[0], first[1] : last[1]])


def linear(image: Any) -> Any:
    value = np.asarray(image, dtype=float) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


@pytest.mark.parametrize("level", [1, 2, 3, 5, 6])
def test_averages_are_honest(level: int) -> None:
    n, hole, size = 6, (20, 33), 1 << level
    fine = render_golomb(n, hole, max_pixels=64, touch="edge")
    coarse = render_golomb(n, hole, max_pixels=largest(-level, 64), touch="edge")
    assert coarse.shape == (64 >> level, 64 >> level, 4)
    mean = linear(fine[..., :3]).reshape(64 // size, size, 64 // size, size, 3).mean(axis=(1, 3))
    # The share of lines is the mean of all blocks.
    assert np.abs(linear(coarse[..., :3]) - mean).max() < 0.006 + 0.04 / size


def test_lines_keep_their_weight_when_they_are_too_fine_to_see() -> None:
    n, hole = 6, (20, 33)
    near = linear(render_golomb(n, hole, max_pixels=256)[..., :3]).mean()
    for zoom in (0, -1, -3):
        far = linear(render_golomb(n, hole, max_pixels=largest(zoom, 64))[..., :3]).mean()
        assert abs(far - near) < 0.012, zoom


def test_squares_that_are_too_small_are_drawn_as_cells() -> None:
    n, hole = 60, (2**59 + 5, 12345)
    fine = render_golomb(n, hole, max_pixels=256, min_pixels=8, touch="strong")
    assert np.array_equal(
        fine, render_golomb(5, (hole[0] >> 55, hole[1] >> 55), max_pixels=256, touch="strong")
    )
    assert np.array_equal(
        render_golomb(5, (3, 4), max_pixels=2048, min_pixels=8),
        render_golomb(5, (3, 4), max_pixels=2048),
    )


BAD: list[tuple[Any, str]] = [
    (lambda: golomb_window(60, (0, 0), (2**60 - 3, 0, 4, 4)), "are not all on the board"),
    (lambda: golomb_window(5, (0, 0), (0, 0, 0, 4)), "at least one row"),
    (lambda: golomb_window(5, (0, 0), (0, 0, 4)), "must be (top, left, rows, columns)"),  # type: ignore[arg-type]
    (lambda: golomb_window(63, (0, 0), (0, 0, 4, 4)), "at most 62"),
    (lambda: golomb_window(62, (0, 0), (0, 0, 2**40, 2**40)), "of memory"),
    (lambda: render_golomb(5, (0, 0), (0, 0, 0, 4)), "at least one row"),
    (lambda: render_golomb(5, (0, 0), min_pixels=3), "power of two"),
    (lambda: render_golomb(5, (0, 0), touch="corner"), "'edge' or 'strong'"),  # type: ignore[arg-type]
    (lambda: render_golomb(25, (0, 0), max_pixels=2**25), "of memory"),
    (lambda: render_golomb(70, (0, 0), (0, 0, 4, 4)), "at most 62"),
    (
        lambda: render_golomb(5, (0, 0), max_pixels=8, touch="strong"),
        "'strong' is not supported for averaged pixels",
    ),
]


@pytest.mark.parametrize(("call", "message"), BAD, ids=[message for _, message in BAD])
def test_a_bad_request_is_refused(call: Any, message: str) -> None:
    with pytest.raises(ConstructionError) as caught:
        call()
    assert message in str(caught.value)
