"""Pictures of the page beside stored ones: where they differ for who looks at them.

Text may be drawn a bit differently, or two pixels beside its place, as versions of Chromium do it.
A dot, a ring, or letters that cannot be read are seen.
"""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import Page

#: How far what is drawn may be from its place, in pixels.
SHIFT = 2
#: How much a color may differ from all that are so near, of 255.
OFF = 32
#: Pictures are compared in squares of so many pixels, which overlap by half.
SQUARE = 20
#: A square has changed if so many of its pixels have.
LEAST = 12


def shot(page: Page) -> Image.Image:
    """Return what the window shows."""
    with Image.open(io.BytesIO(page.screenshot(animations="disabled"))) as image:
        return image.convert("RGB")


def changed(stored: Image.Image, new: Image.Image) -> NDArray[np.bool_]:
    """Return which squares of two pictures of one size differ."""
    assert stored.size == new.size
    # A pixel that is as it was, or nearly so, is like its place.
    box = ImageChops.difference(stored, new).point(lambda value: 255 * (value > OFF)).getbbox()
    off = np.zeros((new.height, new.width), dtype=bool)
    if box:
        left, top, right, bottom = box
        margin = (left - SHIFT, top - SHIFT, right + SHIFT, bottom + SHIFT)
        one, two = stored.crop(margin), new.crop(margin)
        inner = (_unlike(one, two) | _unlike(two, one))[SHIFT:-SHIFT, SHIFT:-SHIFT]
        off[top:bottom, left:right] = inner
    half = SQUARE // 2
    padded = np.pad(off, ((0, -len(off) % half), (0, -off.shape[1] % half)))
    rows, columns = (length // half for length in padded.shape)
    counts = padded.reshape(rows, half, columns, half).sum(axis=(1, 3))
    squares: NDArray[np.bool_] = (
        counts[:-1, :-1] + counts[1:, :-1] + counts[:-1, 1:] + counts[1:, 1:] >= LEAST
    )
    return squares


def _unlike(one: Image.Image, other: Image.Image) -> NDArray[np.bool_]:
    """Return which pixels of a picture have a color that is not near that place in the other."""
    size = 2 * SHIFT + 1
    low, high = (
        np.asarray(other.filter(rank(size)), dtype=np.int16)
        for rank in (ImageFilter.MinFilter, ImageFilter.MaxFilter)
    )
    colors = np.asarray(one, dtype=np.int16)
    unlike: NDArray[np.bool_] = ((colors < low - OFF) | (colors > high + OFF)).any(axis=2)
    return unlike


class Strip:
    """Pictures of one size, side by side in a file. What they share is stored once.

    Parameters
    ----------
    path : Path
        A WebP file.
    width : int
        The width of each picture.
    """

    def __init__(self, path: Path, width: int) -> None:
        self._path = path
        self._width = width

    def read(self) -> list[Image.Image]:
        """Return the pictures; none if there is no file."""
        if not self._path.exists():
            return []
        with Image.open(self._path) as strip:
            return [
                strip.convert("RGB").crop((left, 0, left + self._width, strip.height))
                for left in range(0, strip.width, self._width)
            ]

    def write(self, pictures: list[Image.Image]) -> None:
        """Write the pictures, with 32 levels of each color: files are half as large."""
        self._path.parent.mkdir(exist_ok=True)
        levels = row(pictures).point(lambda value: round(round(value / 255 * 31) * 255 / 31))
        levels.save(self._path, lossless=True, quality=100)


def row(pictures: list[Image.Image]) -> Image.Image:
    """Return pictures side by side."""
    return _joined(pictures, down=False)


def marked(stored: Image.Image, new: Image.Image) -> Image.Image:
    """Return a stored picture, the new one, and the new one with the squares that have changed."""
    squares = np.kron(changed(stored, new), np.ones((SQUARE // 2, SQUARE // 2), dtype=bool))
    mask = Image.fromarray(squares).crop((-SQUARE // 4, -SQUARE // 4, *new.size))
    red = Image.new("RGB", new.size, "red")
    return row(
        [
            stored,
            new,
            Image.composite(Image.blend(new, red, 0.5), new, mask.crop((0, 0, *new.size))),
        ]
    )


def column(pictures: list[Image.Image]) -> Image.Image:
    """Return pictures one below the other."""
    return _joined(pictures, down=True)


def _joined(pictures: list[Image.Image], *, down: bool) -> Image.Image:
    widths, heights = ([picture.size[side] for picture in pictures] for side in (0, 1))
    size = (max(widths), sum(heights)) if down else (sum(widths), max(heights))
    joined = Image.new("RGB", size)
    at = 0
    for picture in pictures:
        joined.paste(picture, (0, at) if down else (at, 0))
        at += picture.height if down else picture.width
    return joined
