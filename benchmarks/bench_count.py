"""Counting: the frontier engine against a dense profile program, and what large boards take."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time

import numba
import numpy as np

from benchmarks.timing import median_seconds, process_seconds, row
from tilewright.counting import count_details
from tilewright.counting.by_rows import forget_graphs
from tilewright.problem import Problem


# Not cached on disk: Numba cannot load a function that calls itself from its cache.
@numba.njit(nogil=True)
def fill(width, column, window, weight, after):
    """Cover the first row of a window of three by depth-first search over the six trominoes."""
    while column < width and (window >> column) & 1:
        column += 1
    if column == width:
        after[window >> width] += weight
        return
    below = column + width
    free_below = not (window >> below) & 1
    if free_below and not (window >> (below + width)) & 1:
        fill(width, column + 1, window | (1 << column) | (1 << below) | (1 << (below + width)), weight, after)
    if column + 1 < width:
        free_right = not (window >> (column + 1)) & 1
        free_corner = not (window >> (below + 1)) & 1
        if free_right and column + 2 < width and not (window >> (column + 2)) & 1:
            fill(width, column + 3, window | (7 << column), weight, after)
        if free_right and free_below:
            fill(width, column + 2, window | (3 << column) | (1 << below), weight, after)
        if free_right and free_corner:
            fill(width, column + 2, window | (3 << column) | (2 << below), weight, after)
        if free_below and free_corner:
            fill(width, column + 1, window | (1 << column) | (3 << below), weight, after)
    if column > 0 and free_below and not (window >> (below - 1)) & 1:
        fill(width, column + 1, window | (1 << column) | (3 << (below - 1)), weight, after)


@numba.njit(nogil=True)
def dense(width, rows, before, after):
    """Count tromino tilings row by row with an array over all 4^width profiles of two rows."""
    before[:] = 0
    before[0] = 1
    for _ in range(rows):
        after[:] = 0
        for profile in range(before.size):
            if before[profile]:
                fill(width, 0, profile, before[profile], after)
        before, after = after, before
    return before[0]


def dense_count(width: int, rows: int) -> int:
    before = np.zeros(1 << (2 * width), dtype=np.uint64)
    return int(dense(width, rows, before, np.zeros_like(before)))


def cold_count(problem: Problem) -> int:
    """Count without a state graph kept from an earlier count."""
    forget_graphs()
    return count_details(problem).value


#: Boards, pieces, and the published number.
LARGE = [
    ("9x12", "trominoes+", 20574308184277971),
    ("12x12", "trominoes+", 17735061025562799941630),
    ("15x15", "trominoes+", None),
    ("10x10", "tetrominoes+", 72713560548906621),
]
#: Minutes each: only with TILEWRIGHT_BENCH_LONG set.
LONG = [
    ("12x12", "tetrominoes+", 13664822582333502156627512),
    ("10x10", "pentominoes+", 729748655181974778),
    ("17x18", "trominoes+", None),
]

CODE = """
import resource, sys, time
from tilewright.counting import count_details
from tilewright.problem import Problem
began = time.perf_counter()
found = count_details(Problem(sys.argv[1], sys.argv[2]), threads=int(sys.argv[3]))
print(found.value, time.perf_counter() - began, time.process_time(),
      resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, found.method, found.states)
"""


def measured(board: str, pieces: str, threads: int) -> list[str]:
    """Count in a process of its own: value, seconds, processor seconds, MiB, method, states."""
    command = [sys.executable, "-c", CODE, board, pieces, str(threads)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def report() -> str:
    problem = Problem("9x12", "trominoes+")
    expected = 20574308184277971
    assert dense_count(9, 12) == cold_count(problem) == expected
    profile = median_seconds(lambda: dense_count(9, 12), 15)
    cold = median_seconds(lambda: cold_count(problem), 15)
    kept = median_seconds(lambda: count_details(problem).value, 15)
    lines = [
        "## Counting",
        "",
        "9x12 by trominoes. The dense program keeps a profile of two rows as a bit mask and arrays over all 4^9",
        "profiles; each transition is found by depth-first search (`benchmarks/bench_count.py`).",
        "",
        row("program", "ms", "times as fast"),
        row("---", "---", "---"),
        row("dense profiles, Numba", f"{profile * 1e3:.2f}", 1),
        row("tilewright, from nothing", f"{cold * 1e3:.2f}", f"{profile / cold:.1f}"),
        row(
            "tilewright, state graph kept from an earlier count", f"{kept * 1e3:.2f}", f"{profile / kept:.1f}"
        ),
        "",
    ]
    seconds, _, output = process_seconds(["count", "9x12", "trominoes+"])
    assert output == str(expected)
    lines += [f"The whole command `tilewright count 9x12 trominoes+`: {seconds:.2f} s.", ""]
    lines += [
        row(
            "board", "pieces", "number", "1 thread, s", "2 threads, s", "MiB (2 threads)", "method", "states"
        ),
        row(*["---"] * 8),
    ]
    for board, pieces, number in LARGE:
        one = measured(board, pieces, 1)
        two = measured(board, pieces, 2)
        assert one[0] == two[0] and number in (None, int(one[0]))
        seconds = [f"{float(found[1]):.2f}" for found in (one, two)]
        lines.append(row(board, pieces, one[0], *seconds, two[3], *two[4:]))
    if os.environ.get("TILEWRIGHT_BENCH_LONG"):
        lines += [
            "",
            row("board", "pieces", "number", "all cores, s", "processor s", "MiB", "method", "states"),
            row(*["---"] * 8),
        ]
        for board, pieces, number in LONG:
            found = measured(board, pieces, os.cpu_count() or 1)
            assert number in (None, int(found[0]))
            seconds = [f"{float(value):.0f}" for value in found[1:3]]
            lines.append(row(board, pieces, found[0], *seconds, *found[3:]))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    began = time.perf_counter()
    print(report())
    print(
        f"{time.perf_counter() - began:.0f} s, {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10} MiB"
    )
