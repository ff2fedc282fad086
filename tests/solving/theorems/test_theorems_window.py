"""Windows of Golomb's boards, against whole boards and on huge ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.errors import ConstructionError
from tilewright.model.space.labels import number_tiles
from tilewright.solving.theorems import (
    golomb,
    golomb_cell,
    golomb_colors,
    golomb_window,
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


BAD: list[tuple[Any, str]] = [
    (lambda: golomb_window(60, (0, 0), (2**60 - 3, 0, 4, 4)), "are not all on the board"),
    (lambda: golomb_window(5, (0, 0), (0, 0, 0, 4)), "at least one row"),
    (lambda: golomb_window(5, (0, 0), (0, 0, 4)), "must be (top, left, rows, columns)"),  # type: ignore[arg-type]
    (lambda: golomb_window(63, (0, 0), (0, 0, 4, 4)), "at most 62"),
    (lambda: golomb_window(62, (0, 0), (0, 0, 2**40, 2**40)), "of memory"),
]


@pytest.mark.parametrize(("call", "message"), BAD, ids=[message for _, message in BAD])
def test_a_bad_request_is_refused(call: Any, message: str) -> None:
    with pytest.raises(ConstructionError) as caught:
        call()
    assert message in str(caught.value)
