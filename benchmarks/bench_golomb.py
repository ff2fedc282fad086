"""Golomb's boards: against filling with a constant, against the textbook recursion, and by
themselves.

Ratios are medians over pairs of runs that follow each other, in the CPU time of one thread.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import numba
import numpy as np

from benchmarks.timing import row
from tilewright.model.space.labels import number_tiles
from tilewright.solving.theorems import (
    deficient,
    golomb,
    golomb_cell,
    golomb_colors,
    golomb_window,
    tromino_faults,
)
from tilewright.solving.theorems.arguments import Touch

PAIRS = 9


@numba.njit(cache=True, nogil=True, fastmath=False)
def textbook(labels, top, left, size, hole_row, hole_column, label):
    """Tile a square by the recursion as every textbook has it; returns the next free label."""
    if size == 2:
        for row in range(top, top + 2):
            for column in range(left, left + 2):
                if row != hole_row or column != hole_column:
                    labels[row, column] = label
        return label + 1
    own = label
    label += 1
    half = size // 2
    for a in range(2):
        for b in range(2):
            row = top + a * half
            column = left + b * half
            if row <= hole_row < row + half and column <= hole_column < column + half:
                label = textbook(labels, row, column, half, hole_row, hole_column, label)
            else:
                corner_row = top + half - 1 + a
                corner_column = left + half - 1 + b
                labels[corner_row, corner_column] = own
                label = textbook(labels, row, column, half, corner_row, corner_column, label)
    return label


def clock(work: Callable[[], object]) -> float:
    start = time.thread_time()
    work()
    return time.thread_time() - start


def paired(work: Callable[[], object], other: Callable[[], object]) -> tuple[float, float, float]:
    """Return the median times of both in milliseconds, and the median of their ratios."""
    work()
    other()
    times = [(clock(work), clock(other)) for _ in range(PAIRS)]
    return (
        1e3 * statistics.median(one for one, _ in times),
        1e3 * statistics.median(two for _, two in times),
        statistics.median(one / two for one, two in times),
    )


def whole(n: int) -> str:
    """One row: the tiling against a new array of a constant, and the textbook recursion against the
    tiling.
    """
    side = 1 << n
    hole = (side // 3, side // 5)

    def constant() -> None:
        np.full((side, side), 7, dtype=np.int32)

    def tiling() -> None:
        golomb(n, hole, threads=1)

    def recursion() -> np.ndarray[tuple[int, int], np.dtype[np.int32]]:
        labels = np.empty((side, side), dtype=np.int32)
        labels[hole] = -1
        textbook(labels, 0, 0, side, hole[0], hole[1], 0)
        return labels

    fastest, fill, ratio = paired(tiling, constant)
    slow, _, times = paired(recursion, tiling)
    if n <= 12:
        assert np.array_equal(number_tiles(recursion()), golomb(n, hole).labels)
    return row(
        n, f"{fill:.1f} ms", f"{fastest:.1f} ms", f"{ratio:.2f}", f"{slow:.0f} ms", f"{times:.0f}"
    )


def both_cores(n: int) -> str:
    times: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(PAIRS):
        for threads, record in times.items():
            start = time.perf_counter()
            golomb(n, (1, 2), threads=threads)
            record.append(time.perf_counter() - start)
    one, two = (statistics.median(record) for record in times.values())
    return row(
        f"n = {n} on two threads", f"{two * 1e3:.1f} ms, {one / two:.2f} times as fast as on one"
    )


def own_process(program: str, **environment: str) -> list[float]:
    result = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **environment},
    )
    return [float(word) for word in result.stdout.split()]


def peak_memory(n: int) -> str:
    """The high-water mark before and after, in a process of its own."""
    program = f"""
import pathlib, re
from tilewright.solving.theorems import golomb
def peak():
    return int(re.search(r"VmHWM:\\s+(\\d+)", pathlib.Path("/proc/self/status").read_text())[1]) * 1024
golomb(8, (1, 2), threads=1).labels
before = peak()
labels = golomb({n}, (1, 2)).labels
print((peak() - before) / labels.nbytes, peak() / labels.nbytes)
"""  # noqa: E501
    array, all_of_it = own_process(program)
    return row(
        f"peak memory, n = {n}",
        f"{array:.4f} times the array; {all_of_it:.2f} times with Python and Numba in it",
    )


def compiling() -> str:
    """The first call of each kernel with an empty cache."""
    program = """
import time
import numpy as np
from tilewright.solving.theorems import *
def first(work):
    start = time.perf_counter()
    work()
    print(time.perf_counter() - start)
import numba
first(lambda: golomb(3, (1, 2)).labels)
first(lambda: golomb_window(60, (1, 2), (0, 0, 4, 4)))
first(lambda: golomb_colors(3, (1, 2), touch="strong"))
first(lambda: tromino_faults(golomb(3, (1, 2)).labels, colors=golomb_colors(3, (1, 2))))
"""
    with tempfile.TemporaryDirectory() as folder:
        times = own_process(program, NUMBA_CACHE_DIR=folder)
    names = ("board", "window", "strong colors", "verification")
    listed = ", ".join(
        f"{name} {seconds:.1f} s" for name, seconds in zip(names, times, strict=True)
    )
    return row("compiling, once for each installation", listed)


def median(work: Callable[[], object], repeats: int = PAIRS) -> float:
    """Return the median time in milliseconds of one thread."""
    work()
    return statistics.median(clock(work) for _ in range(repeats)) * 1e3


def parts() -> list[str]:
    far = (2**59 - 500, 2**59 - 512, 1024, 1024)
    hole = (123456789, 987654321)
    rows = [
        row(
            "labels of 1024 x 1024 cells of the 2^60 board",
            f"{median(lambda: golomb_window(60, hole, far)):.1f} ms",
        ),
        row("their three colors", f"{median(lambda: golomb_colors(60, hole, far)):.1f} ms"),
        row(
            "their four colors",
            f"{median(lambda: golomb_colors(60, hole, far, touch='strong')):.1f} ms",
        ),
    ]
    cell = median(lambda: golomb_cell(1000, hole, (2**999 + 5, 2**998 + 7)))
    rows.append(row("one cell of the 2^1000 board", f"{cell:.2f} ms"))
    labels = golomb(13, (3, 17)).labels
    touch: Touch
    for touch in ("edge", "strong"):
        colors = golomb_colors(13, (3, 17), touch=touch)

        def verify(touch: Touch = touch, colors: np.ndarray = colors) -> None:
            assert not tromino_faults(labels, empty=1, colors=colors, touch=touch)

        rows.append(
            row(
                f"verification of the 2^13 board with its coloring ({touch})",
                f"{median(verify, 3):.0f} ms",
            )
        )
    for side in (1000, 2000, 4000):

        def rectangle(side: int = side) -> None:
            deficient(side, side, (side // 2, side // 3))

        rows.append(row(f"deficient {side} x {side}", f"{median(rectangle, 5):.1f} ms"))
    return rows


def report() -> str:
    """Return this benchmark's section of the page."""
    lines = [
        "## Golomb's boards",
        "",
        "The tiling on one core, compared with `numpy.full` and with the compiled textbook "
        "recursion:",
        "",
        row("n", "fill", "tiling", "ratio", "recursion", "times the tiling"),
        row(*["---"] * 6),
        *(whole(n) for n in (12, 13, 14)),
        "",
        row("", ""),
        row("---", "---"),
        both_cores(13),
        peak_memory(14),
        *parts(),
        compiling(),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(report())
