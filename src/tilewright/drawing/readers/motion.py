"""Moving pictures: animated GIF, and drawing in place on a terminal."""

from __future__ import annotations

import io
import struct
import time
from collections.abc import Callable, Iterable
from typing import IO

import numpy as np
from numpy.typing import NDArray

from tilewright.drawing.model.picture import Picture, check_pictures
from tilewright.drawing.readers.ansi import Depth
from tilewright.drawing.readers.bitmap import indexed
from tilewright.drawing.readers.inks import Inks
from tilewright.drawing.readers.terminal import Size, terminal
from tilewright.errors import OutputError

__all__ = ["animate", "gif"]

_HIDE, _SHOW = "\x1b[?25l", "\x1b[?25h"


def gif(
    pictures: Iterable[Picture], *, cell: int | None = None, duration: int = 100, hold: int = 2000
) -> bytes:
    """Return pictures as an animated GIF that repeats for ever.

    All frames share one color table, and each holds only the rectangle that changed.

    Parameters
    ----------
    pictures : iterable of Picture
        All of one shape.
    cell : int, optional
        Pixels of a cell, by default 28 or fewer on large boards.
    duration : int
        Milliseconds of each frame (GIF counts hundredths of a second).
    hold : int
        Milliseconds of the last one.

    Raises
    ------
    OutputError
        If there is no picture, or they differ in shape.
    """
    frames = check_pictures(pictures)
    first = next(frames, None)
    if first is None:
        raise OutputError("an animation needs at least one picture")
    pixels = cell or max(2, min(28, int(640 / max(*first.size, 1))))
    inks = Inks(first)
    shown, _ = indexed(first, pixels, inks)
    stream = io.BytesIO()
    stream.write(_gif_head(shown.shape, inks.table))
    # A frame is written when the next one is known: frames that show the same are one that lasts.
    waiting, corner, lasts = shown, (0, 0), duration
    for picture in frames:
        image, _ = indexed(picture, pixels, inks)
        if image.shape != shown.shape:
            raise OutputError(
                f"the pictures of an animation have one size; one has {image.shape[1]}x{image.shape[0]} pixels, "
                f"the first {shown.shape[1]}x{shown.shape[0]}"
            )
        changed = image != shown
        if not changed.any():
            lasts += duration
            continue
        stream.write(_gif_frame(waiting, corner, lasts))
        rows, columns = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
        corner = int(rows[0]), int(columns[0])
        waiting = np.ascontiguousarray(image[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
        shown, lasts = image, duration
    stream.write(_gif_frame(waiting, corner, max(lasts, hold)))
    stream.write(b";")
    return stream.getvalue()


def _gif_head(shape: tuple[int, ...], table: NDArray[np.uint8]) -> bytes:
    """Return the head of a GIF that repeats for ever: size, the one color table of 256, the loop."""
    colors = np.zeros((256, 3), dtype=np.uint8)
    colors[: len(table)] = table
    size = struct.pack("<HHBBB", shape[1], shape[0], 0xF7, 0, 0)
    return b"GIF89a" + size + colors.tobytes() + b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"


def _gif_frame(image: NDArray[np.uint8], corner: tuple[int, int], milliseconds: int) -> bytes:
    """Return a frame that is drawn over what is there, without the color table that Pillow gives to each."""
    from PIL import GifImagePlugin, Image

    hundredths = min(max(round(milliseconds / 10), 2), 65_535)
    control = struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 1 << 2, hundredths, 0, 0)
    # In mode L the pixels are written as they are.
    blocks = GifImagePlugin.getdata(Image.fromarray(image), (corner[1], corner[0]))
    return control + b"".join(blocks)


def animate(
    pictures: Iterable[Picture],
    stream: IO[str],
    *,
    milliseconds: int = 100,
    color: Depth = "truecolor",
    unicode: bool = True,
    width: int = 80,
    height: int | None = None,
    size: Size = "auto",
    sleep: Callable[[float], None] = time.sleep,
) -> int:
    """Draw pictures one over the other on a terminal, and return how many were drawn.

    Only lines that changed are written again. However it ends (Ctrl-C or an error included), the cursor is
    visible again and stands below the last picture.

    Parameters
    ----------
    pictures : iterable of Picture
    stream : text stream
        A terminal that understands the usual escape sequences.
    milliseconds : int
        How long each picture stays.
    color, unicode, width, height, size
        As for `terminal`.
    sleep : callable
        Waits the given number of seconds.
    """
    shown: list[str] = []
    count = 0
    stream.write(_HIDE)
    try:
        for picture in check_pictures(pictures):
            lines = terminal(
                picture, color=color, unicode=unicode, width=width, height=height, size=size
            ).split("\n")
            if height is not None and len(lines) >= height:
                # The cursor cannot go back above the top of the screen.
                lines = lines[: max(height - 1, 1)]
            stream.write(_update(shown, lines))
            stream.flush()
            shown = lines + [""] * (len(shown) - len(lines))
            count += 1
            sleep(milliseconds / 1000)
    finally:
        stream.write(_SHOW)
        stream.flush()
    return count


def _update(shown: list[str], lines: list[str]) -> str:
    """Return what turns the lines on the screen into others; the cursor is on the line below them."""
    if not shown:
        return "".join(f"{line}\n" for line in lines)
    parts = [f"\x1b[{len(shown)}F"]
    for number in range(max(len(shown), len(lines))):
        line = lines[number] if number < len(lines) else ""
        old = shown[number] if number < len(shown) else None
        parts.append("\n" if line == old else f"{line}\x1b[K\n")
    return "".join(parts)
