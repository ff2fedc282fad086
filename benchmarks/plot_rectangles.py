"""Plot the states of a strip, their memory and time by its width, as
``docs/images/rectangles-states.svg``.

``python -m benchmarks.plot_rectangles`` measures and draws; it takes about a minute.
"""

from __future__ import annotations

import sys
import time

from benchmarks.plot_growth import panel, write
from tilewright.model.piece import Piece
from tilewright.model.space.polyform import Polyomino
from tilewright.shapes.rectangles.strips import StripLengths, explore

#: Pieces, the greatest width of each, color.
PIECES = {
    "L3": (18, "#099477"),
    "L4": (14, "#c19218"),
    "P5": (14, "#5256bf"),
    "Y5": (13, "#ab2f51"),
}


def measure() -> list[dict[str, float | str]]:
    """Find the states of each width, and the lengths from them."""
    found: list[dict[str, float | str]] = []
    for name, (last, _) in PIECES.items():
        polyomino = Piece.parse(name).polyomino
        assert isinstance(polyomino, Polyomino)
        images = polyomino.orientations()
        StripLengths(explore([images], (2,), max_memory=1 << 30))  # compiles the kernels
        for width in range(2, last + 1):
            held = 0

            def most(_done: int, _states: int, nbytes: int) -> None:
                nonlocal held
                held = max(held, nbytes)

            began = time.process_time()
            walks = explore([images], (width,), max_memory=3 << 30, progress=most)
            StripLengths(walks)
            seconds = time.process_time() - began
            found.append(
                {
                    "pieces": name,
                    "width": width,
                    "states": walks.found,
                    "bytes": held,
                    "seconds": seconds,
                }
            )
            print(found[-1], file=sys.stderr, flush=True)
    return found


def main() -> None:
    """Measure and write the picture."""
    rows = measure()
    colors = {name: color for name, (_, color) in PIECES.items()}
    axis = "width of the strip, cells"
    parts = panel(rows, "states", "states that are reached", 60, 0, 7, colors=colors, axis=axis)
    parts += panel(rows, "bytes", "bytes held", 480, 4, 9, colors=colors, axis=axis)
    parts += panel(
        rows,
        "seconds",
        "seconds, with the lengths that follow",
        900,
        -4,
        2,
        colors=colors,
        axis=axis,
    )
    write(parts, "rectangles-states.svg")


if __name__ == "__main__":
    main()
