"""Golomb's boards: against filling with a constant, against the textbook recursion, and by themselves.

    python benchmarks/bench_golomb.py [n ...]

Ratios are medians over pairs of runs that follow each other, in the CPU time of one thread. Only that the
answers agree is asserted.
"""

from __future__ import annotations

import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import numba
import numpy as np

from tilewright.construction import (
    deficient,
    golomb_bands,
    golomb_cell,
    golomb_colors,
    golomb_labels,
    golomb_window,
    render_golomb,
    tromino_faults,
)
from tilewright.tiling import number_tiles

PAIRS = 9


@numba.njit(cache=True, nogil=True, fastmath=False)
def textbook(labels, top, left, size, hole_row, hole_column, label):
    """Tile a square by the recursion as every textbook has it; returns the next free label."""
    if size == 1:
        return label
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
    """Return the median times of both and the median of their ratios."""
    work()
    other()
    times = [(clock(work), clock(other)) for _ in range(PAIRS)]
    return (
        statistics.median(one for one, _ in times),
        statistics.median(two for _, two in times),
        statistics.median(one / two for one, two in times),
    )


def whole(n: int, dtype: type) -> None:
    side = 1 << n
    hole = (side // 3, side // 5)
    out = np.empty((side, side), dtype=dtype)
    for numbering in ("reading", "proof"):
        mine, constant, ratio = paired(
            lambda numbering=numbering: golomb_labels(n, hole, out=out, numbering=numbering, threads=1),
            lambda: out.fill(7),
        )
        print(
            f"n = {n}, {np.dtype(dtype)}, {numbering:7}: {mine * 1e3:7.1f} ms, fill with a constant "
            f"{constant * 1e3:6.1f} ms, ratio {ratio:.2f}"
        )

    def recursion() -> None:
        out[hole] = -1
        textbook(out, 0, 0, side, hole[0], hole[1], 0)

    slow, mine, ratio = paired(recursion, lambda: golomb_labels(n, hole, out=out, threads=1))
    print(f"n = {n}, {np.dtype(dtype)}, textbook recursion: {slow * 1e3:.1f} ms, {ratio:.1f} times as long")
    if n <= 12:
        expected = golomb_labels(n, hole, dtype=dtype)
        recursion()
        assert np.array_equal(number_tiles(out), expected)


def both_cores(n: int) -> None:
    side = 1 << n
    out = np.empty((side, side), dtype=np.int32)
    times: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(PAIRS):
        for threads, record in times.items():
            start = time.perf_counter()
            golomb_labels(n, (1, 2), out=out, threads=threads)
            record.append(time.perf_counter() - start)
    one, two = (statistics.median(record) for record in times.values())
    print(
        f"n = {n}: one thread {one * 1e3:.1f} ms, two {two * 1e3:.1f} ms on the clock, {one / two:.2f} times as fast"
    )


def peak_memory(n: int) -> None:
    """In a process of its own: the high-water mark before and after."""
    program = f"""
import pathlib, re
from tilewright.construction import golomb_labels
def peak():
    return int(re.search(r"VmHWM:\\s+(\\d+)", pathlib.Path("/proc/self/status").read_text())[1]) * 1024
golomb_labels(8, (1, 2), threads=1)
before = peak()
labels = golomb_labels({n}, (1, 2))
print((peak() - before) / labels.nbytes, peak() / labels.nbytes)
"""
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    array, all_of_it = map(float, result.stdout.split())
    print(
        f"n = {n}: peak memory {array:.4f} times the array, {all_of_it:.2f} times with Python and Numba in it"
    )


def median(work: Callable[[], object], repeats: int = PAIRS) -> float:
    work()
    return statistics.median(clock(work) for _ in range(repeats)) * 1e3


def parts() -> None:
    far = (2**59 - 500, 2**59 - 512, 1024, 1024)
    hole = (123456789, 987654321)
    print(f"window of 1024 x 1024 of the 2^60 board: {median(lambda: golomb_window(60, hole, far)):.1f} ms,")
    print(f"    three colors {median(lambda: golomb_colors(60, hole, far)):.1f} ms,", end=" ")
    print(f"four {median(lambda: golomb_colors(60, hole, far, touch='strong')):.1f} ms")
    for zoom in (5, 0, -3, -40):
        work = lambda zoom=zoom: render_golomb(60, hole, zoom=zoom, top=12345, left=54321)  # noqa: E731
        print(f"1024 x 1024 pixels at zoom {zoom}: {median(work):.1f} ms")
    cell = median(lambda: golomb_cell(1000, hole, (2**999 + 5, 2**998 + 7)))
    print(f"one cell of the 2^1000 board: {cell * 1e3:.0f} microseconds")
    labels = golomb_labels(13, (3, 17))
    for touch in ("edge", "strong"):
        colors = golomb_colors(13, (3, 17), touch=touch)
        assert not tromino_faults(labels, empty=1, colors=colors, touch=touch)
        work = lambda touch=touch, colors=colors: tromino_faults(labels, empty=1, colors=colors, touch=touch)  # noqa: E731
        print(f"verification of the 2^13 board, coloring ({touch}) included: {median(work, 3):.0f} ms")
    for side in (1000, 2000, 4000):
        hole = (side // 2, side // 3) if side % 3 else None
        print(
            f"deficient {side} x {side}: {median(lambda side=side, hole=hole: deficient(side, side, hole), 3):.0f} ms"
        )


def bands(n: int) -> None:
    start = time.perf_counter()
    tiles = -1
    for band in golomb_bands(n, (5, 7)):
        tiles = max(tiles, int(band[-1, ::97].max()))
    print(
        f"all bands of the 2^{n} board: {time.perf_counter() - start:.1f} s on the clock, labels up to {tiles} and more"
    )


def main() -> None:
    print(
        f"{platform.processor() or platform.machine()}, Python {platform.python_version()}, Numba {numba.__version__}"
    )
    for n in [int(word) for word in sys.argv[1:]] or [12, 13, 14]:
        whole(n, np.int32)
        whole(n, np.int64)
    both_cores(13)
    peak_memory(14)
    parts()
    bands(16)


if __name__ == "__main__":
    main()
