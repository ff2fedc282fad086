"""Moving pictures: animated GIF, and drawing in place on a terminal."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterable, Iterator
from typing import IO

from tilewright.drawing.ansi import Depth
from tilewright.drawing.bitmap import indexed
from tilewright.drawing.inks import Inks
from tilewright.drawing.picture import Picture
from tilewright.drawing.terminal import Size, terminal
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
    from PIL import Image

    frames = iter(pictures)
    first = next(frames, None)
    if first is None:
        raise OutputError("an animation needs at least one picture")
    pixels = cell or max(2, min(28, 640 // max(first.shape)))
    inks = Inks(first)

    def images() -> Iterator[Image.Image]:
        """Yield frames, the one at hand held back until it is known whether it is the last."""
        held: Image.Image | None = None
        size = None
        for picture in _chain(first, frames):
            image, _ = indexed(picture, pixels, inks)
            size = size or image.shape
            if image.shape != size:
                raise OutputError(
                    f"the pictures of an animation have one size; one has {image.shape[1]}x{image.shape[0]} pixels, "
                    f"the first {size[1]}x{size[0]}"
                )
            if held is not None:
                yield held
            held = Image.fromarray(image)
            held.putpalette(inks.table.tobytes())
            held.info["duration"] = duration
        if held is not None:
            held.info["duration"] = max(hold, duration)
            yield held

    stream = io.BytesIO()
    made = images()
    start = next(made)
    start.save(stream, format="GIF", save_all=True, append_images=made, loop=0, disposal=1, optimize=False)
    return stream.getvalue()


def _chain(first: Picture, rest: Iterable[Picture]) -> Iterator[Picture]:
    yield first
    yield from rest


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
        for picture in pictures:
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
