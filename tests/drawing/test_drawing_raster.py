"""Rasters: pictures as arrays of pixels, with room for lines and without."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst
from PIL import Image

from naive_drawing import average
from plain_kernels import plain
from tilewright.drawing import Picture, draw, png, raster
from tilewright.drawing.model.extent import THICK_WIDTH, THIN_WIDTH
from tilewright.drawing.model.palette import linear_light, rgb
from tilewright.drawing.model.picture import THICK, THIN
from tilewright.drawing.writers.bitmap import _table
from tilewright.errors import OutputError
from tilewright.kernels.drawing import raster as kernels

WHOLE = [[0, 0, 1, 1], [0, 2, 2, 1], [3, 3, 2, 4], [3, 5, 4, 4]]


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def test_large_boards_are_rasters_with_a_pixel_for_each_few_cells() -> None:
    labels = np.arange(300 * 400 // 2, dtype=np.int32).reshape(300, 200).repeat(2, axis=1)
    picture = draw(labels)
    image = opened(png(picture))
    assert image.size[0] > 4000
    small = opened(png(picture, width=300))
    assert 290 <= small.size[0] <= 310
    assert opened(png(picture, cell=2)).size[0] >= 800


def test_rasters_with_room_have_crisp_lines() -> None:
    picture = draw(WHOLE)
    pixels = raster(picture, 4 * 12)
    assert pixels.shape == (48, 48, 3)
    ink, fills = (
        rgb(picture.seam),
        {rgb(picture.palette.color(n)) for n in np.unique(picture.fill).tolist()},
    )
    assert set(map(tuple, pixels.reshape(-1, 3).tolist())) == {ink, *fills}
    for row, column in np.ndindex(4, 4):
        middle = pixels[row * 12 + 6, column * 12 + 6].tolist()
        assert tuple(middle) == rgb(picture.palette.color(int(picture.fill[row, column])))
        for y, x, there in (
            (row * 12, column * 12 + 6, picture.horizontal[row, column]),
            (row * 12 + 6, column * 12, picture.vertical[row, column]),
        ):
            assert (tuple(pixels[y, x].tolist()) == ink) == (there == THICK)


def cell_light(picture: Picture) -> np.ndarray:
    """The linear light of each cell, lines included, a cell at a time."""
    rows, columns = picture.shape
    special = {-1: picture.theme.background, -2: picture.theme.empty, -3: picture.theme.board}
    out = np.zeros((rows, columns, 3))
    for r, c in np.ndindex(rows, columns):
        weights = [
            (picture.horizontal[r, c], picture.horizontal[r + 1, c]),
            (picture.vertical[r, c], picture.vertical[r, c + 1]),
        ]

        def free(weight: int, width: float, weights: list[tuple[int, int]] = weights) -> float:
            return float(
                np.prod([1 - width / 2 * pair.count(weight) for pair in map(list, weights)])
            )

        number = int(picture.fill[r, c])
        color = special[number] if number < 0 else picture.palette.color(number)
        thick, thin = free(THICK, THICK_WIDTH), free(THIN, THIN_WIDTH)
        out[r, c] = (
            (1 - thick) * linear_light(picture.seam)
            + thick * (1 - thin) * linear_light(picture.theme.line)
            + thick * thin * linear_light(color)
        )
    return out


LABELS = npst.arrays(
    np.int32, st.tuples(st.integers(2, 7), st.integers(2, 7)), elements=st.integers(-3, 5)
)


@given(LABELS, st.data())
def test_rasters_without_room_are_averages_by_area(labels: np.ndarray, data: st.DataObject) -> None:
    picture = draw(labels, grid=True)
    height, width = data.draw(st.integers(1, 2 * len(labels) - 1)), data.draw(st.integers(1, 9))
    light = average(cell_light(picture), height, width)
    expected = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055) * 255
    assert np.abs(raster(picture, (height, width)).astype(float) - expected).max() <= 1.01


def test_averaging_with_plain_kernels() -> None:
    picture = draw([[0, 0, 1], [2, 1, 1], [2, -2, -2]])
    light = np.random.default_rng(1).random((6, 3)).astype(np.float32)
    lines = np.zeros((2, 3), dtype=np.float32)
    widths = np.array([0.03, 0.09], dtype=np.float32)
    images = [np.zeros((1, 2, 3), dtype=np.float32) for _ in range(2)]
    for kernel, image in zip((kernels.shrink, plain("drawing.raster").shrink), images, strict=True):
        kernel(
            picture.fill, picture.horizontal, picture.vertical, light, lines, widths, 1, 2, image
        )
    assert np.allclose(*images, atol=1e-6)
    assert images[0].min() > 0


def test_a_removed_cell_can_be_seen_at_any_size() -> None:
    labels = np.zeros((64, 64), dtype=np.int32)
    labels[40, 20] = -1
    pixels = raster(draw(labels, holes=True), 16)
    assert (np.asarray(pixels[10:12, 5:7]) == rgb("#3d3731")).all()


def test_a_label_array_can_be_given_as_it_is() -> None:
    assert raster(np.zeros((3, 5), dtype=np.int64), 50).shape == (30, 50, 3)
    for size in ((0, 5), 1 << 16):
        with pytest.raises(OutputError, match="an image must have 1 to"):
            raster(np.zeros((3, 3), dtype=np.int64), size)


def test_a_table_leaves_out_only_colors_that_are_nearly_others() -> None:
    """That differ little in red, in green and in blue."""
    assert _table(["#000000"], [0x0000FF, 0x080808, 0x090000]).tolist() == [0, 0x0000FF, 0x090000]
