"""Plot how the states of tori grow beside those of rectangles, as ``docs/images/count-tori.svg``.

``python -m benchmarks.plot_surfaces`` counts both layer by layer, on one thread, and draws; it
takes a quarter of an hour, and 13 GiB for the last torus.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from benchmarks.plot_growth import COLORS, curves, panel, write
from tilewright.counting.answers.plans import ByLayers, Job
from tilewright.counting.resources import Resources
from tilewright.model.problem import Problem

#: Pieces, cells of each, widths.
FAMILIES = [
    ("dominoes", 2, range(2, 15)),
    ("trominoes", 3, range(3, 10)),
    ("tetrominoes", 4, range(2, 9)),
]


def measure() -> list[dict[str, float | str]]:
    """Count boards of each width, square or as much longer as the pieces need to fill them."""
    found: list[dict[str, float | str]] = []
    for name, size, widths in FAMILIES:
        for width in widths:
            length = next(n for n in range(width, width + size) if n * width % size == 0)
            for surface in ("", "torus:"):
                problem = Problem(f"{surface}{length}x{width}", f"{name}+")
                for _ in range(2 if width == widths[0] else 1):  # compiles the kernels
                    began = time.process_time()
                    count = ByLayers("auto", True, "").run(
                        Job(problem, 0, Resources(max_memory=16 << 30))
                    )
                    seconds = time.process_time() - began
                line = {
                    "pieces": name,
                    "surface": surface,
                    "width": width,
                    "length": length,
                    "states": count.states,
                    "bytes": count.nbytes,
                    "seconds": seconds,
                }
                found.append(line)
                print(json.dumps(line), file=sys.stderr, flush=True)
    return found


def main() -> None:
    """Measure (or read lines of JSON from the file named) and write the picture."""
    rows = (
        [json.loads(line) for line in Path(sys.argv[1]).read_text().splitlines()]
        if len(sys.argv) > 1
        else measure()
    )
    tori = [row for row in rows if row["surface"]]
    flat = [row for row in rows if not row["surface"]]
    colors = {
        name: color for name, color in COLORS.items() if any(row["pieces"] == name for row in tori)
    }
    parts: list[str] = []
    for key, title, left, low, high in (
        ("states", "states of the largest layer; dashed: rectangles", 60, 0, 9),
        ("bytes", "bytes held", 480, 5, 11),
        ("seconds", "seconds of one thread", 900, -3, 3),
    ):
        parts += panel(tori, key, title, left, low, high, colors=colors)
        parts += curves(flat, key, left, low, high, dashed=True, colors=colors)
    write(parts, "count-tori.svg")


if __name__ == "__main__":
    main()
