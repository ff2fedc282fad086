"""Rectangles of every size: how long the lists take, and how many states each width has.

    python -m benchmarks.bench_rectangles [PIECE WIDTH]

Times are CPU times of this process, kernels compiled before; without arguments the lists that
close, all pentominoes, all prime rectangles of the hexominoes with a short side, and the widths of
the Y-pentomino up to 11.
"""

from __future__ import annotations

import resource
import sys
import time

from benchmarks.timing import machine, row
from tilewright import rectangles
from tilewright.model.piece import parse_pieces
from tilewright.shapes.rectangles import Effort

#: Lists that are complete, and the seconds that each should take at most.
CLOSED = {"L3": 5, "L4": 5, "L5": 5, "P5": 5, "hexomino:5": 5, "hexomino:12": 5}
#: The shorter side up to which all prime rectangles of the hexominoes are found.
_SHORT = 12


def lists() -> list[str]:
    """Return a table of lists that are complete."""
    lines = [row("piece", "CPU seconds", "wanted below", "primes"), row("---", "---", "---", "---")]
    for word, wanted in CLOSED.items():
        rectangles(word)
        began = time.process_time()
        found = rectangles(word)
        taken = time.process_time() - began
        assert found.complete
        lines.append(
            row(word, f"{taken:.2f}", wanted, " ".join(f"{a}x{b}" for a, b in found.primes))
        )
    began = time.process_time()
    found_all = [rectangles(piece) for piece in parse_pieces("pentominoes")]
    tiling = sum(one.rectifiable is True for one in found_all)
    taken = time.process_time() - began
    lines.append(row("pentominoes", f"{taken:.2f}", 180, f"{tiling} of 12 tile a rectangle"))
    began = time.process_time()
    effort = Effort(searched=0, hunting=(1.0, 0.0))
    listed = [
        rectangles(piece, max_width=_SHORT, effort=effort) for piece in parse_pieces("hexominoes")
    ]
    assert all(one.complete or one.widths >= _SHORT for one in listed)
    primes = sum(short <= _SHORT for one in listed for short, _ in one.primes)
    taken = time.process_time() - began
    return [
        *lines,
        row(f"hexominoes, short side to {_SHORT}", f"{taken:.2f}", 600, f"{primes} in all"),
    ]


def widths(word: str, last: int) -> list[str]:
    """Return a table of what each width of a piece takes."""
    began = time.process_time()
    found = rectangles(word, max_width=last)
    taken = time.process_time() - began
    lines = [
        row("width", "states found", "between two ends", "seconds", "MiB", "lengths"),
        row("---", "---", "---", "---", "---", "---"),
    ]
    for strip in found.strips:
        cells = (
            f"{strip.found:,}",
            f"{strip.states:,}",
            f"{strip.seconds:.2f}",
            f"{strip.nbytes / 2**20:.1f}",
        )
        lines.append(
            row(strip.width, *cells, " ".join(map(str, strip.lengths.generators)) or "none")
        )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return [
        *lines,
        "",
        f"{word} to width {last}: {taken:.1f} s of CPU, peak of the process {peak:.0f} MiB",
    ]


def report() -> str:
    """Return what `python -m benchmarks` prints."""
    return "\n".join(["## Rectangles", "", *lists(), "", *widths("Y5", 11)])


if __name__ == "__main__":
    print(machine())
    if len(sys.argv) == 3:
        print("\n".join(widths(sys.argv[1], int(sys.argv[2]))))
    else:
        print(report())
