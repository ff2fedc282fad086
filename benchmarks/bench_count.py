"""Counting: the frontier engine against a dense profile program, and what large boards take."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from fractions import Fraction
from functools import partial

import numba
import numpy as np

from benchmarks.timing import medians_in_turn, process_seconds, row
from tilewright.counting import count_details
from tilewright.counting.answers.weights import weighted_count
from tilewright.counting.frontier.rows import forget_graphs
from tilewright.model.cover import compile_cover
from tilewright.model.problem import Problem
from tilewright.solving.matching import MatchingGraph, ways
from tilewright.system.platform.machine import available_memory


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
        fill(
            width,
            column + 1,
            window | (1 << column) | (1 << below) | (1 << (below + width)),
            weight,
            after,
        )
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


#: Taken once: on some machines new memory costs as much as the whole count.
_profiles: dict[int, tuple[np.ndarray, np.ndarray]] = {}


def dense_count(width: int, rows: int) -> int:
    size = 1 << (2 * width)
    if width not in _profiles:
        _profiles[width] = np.zeros(size, np.uint64), np.zeros(size, np.uint64)
    before, after = _profiles[width]
    return int(dense(width, rows, before, after))


def cold_count(problem: Problem) -> int:
    """Count without a state graph kept from an earlier count."""
    forget_graphs()
    return count_details(problem).value


def cold_sum(problem: Problem, weights: dict[str, int | Fraction]) -> Fraction | int:
    """Weigh without a state graph kept from an earlier count."""
    forget_graphs()
    return weighted_count(problem, weights)


#: Boards, pieces, and the published number.
LARGE = [
    ("9x12", "trominoes+", 20574308184277971),
    ("12x12", "trominoes+", 17735061025562799941630),
    ("15x15", "trominoes+", None),
    ("10x10", "tetrominoes+", 72713560548906621),
    ("8x10", "octominoes+", 385296986628990),
    ("13x14-3,5-10,2", "trominoes+", None),
    ("6x10", "pentominoes", 9356),
]
#: Boards and pieces of which the first one is weighed.
WEIGHED = [
    ("9x12", "trominoes+"),
    ("12x12", "trominoes+"),
    ("10x10", "tetrominoes+"),
    ("6x10", "pentominoes"),
]
#: Boards and pieces of two cells that the frontier counts, too, and larger ones.
MATCHED = [
    ("16x16", "dominoes+"),
    ("20x20", "dominoes+"),
    ("torus:12x12", "dominoes+"),
    ("hex:14x14", "dihex+"),
]
MATCHED_ONLY = [
    ("100x100", "dominoes+"),
    ("200x200", "dominoes+"),
    ("torus:100x100", "dominoes+"),
    ("klein:100x100", "dominoes+"),
    ("tri:hexagon30", "diamond+"),
]
#: Up to some minutes each: only with TILEWRIGHT_BENCH_LONG set. The last one takes 16 GiB with its
#: state graph; a machine with less free memory does it layer by layer, in 2.6 GiB and half an hour.
LONG = [
    ("12x12", "tetrominoes+", 13664822582333502156627512, None),
    ("10x10", "pentominoes+", 729748655181974778, None),
    ("17x18", "trominoes+", 27127975378658057298540263405161914033947040183059, 20 << 30),
]

CODE = """
import sys, time
from tilewright.counting import count_details, weighted_count
from tilewright.model.problem import Problem
began = time.perf_counter()
threads, max_memory = int(sys.argv[3]), int(sys.argv[4]) or None
found = count_details(Problem(sys.argv[1], sys.argv[2]), threads=threads, max_memory=max_memory)
# Not ru_maxrss, which begins with what the parent had.
most = next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
used = time.perf_counter() - began, time.process_time(), int(most) // 1024
print(found.value, *used, found.method, found.states)
"""


def measured(board: str, pieces: str, threads: int, memory: int | None = None) -> list[str]:
    """Count in a process of its own: value, seconds, processor seconds, MiB, method, states."""
    if memory is not None and memory > available_memory():
        memory = None
    command = [sys.executable, "-c", CODE, board, pieces, str(threads), str(memory or 0)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def cold_frontier(problem: Problem) -> int:
    """Count by the frontier, without a state graph kept from an earlier count."""
    forget_graphs()
    return count_details(problem, method="placements").value


def _matchings() -> list[str]:
    """Compare matchings with the frontier; then time what only matchings reach."""
    lines = [
        "",
        "Pieces of two cells, by matchings and by the frontier:",
        "",
        row("board", "pieces", "frontier, ms", "matching, ms", "times as fast"),
        row(*["---"] * 5),
    ]
    for board, pieces in MATCHED:
        problem = Problem(board, pieces)
        way = ways(MatchingGraph(compile_cover(problem)))
        assert way[0].count().value == cold_frontier(problem)

        def by_matching(problem: Problem = problem) -> int:
            return int(ways(MatchingGraph(compile_cover(problem)))[0].count().value)

        frontier, matching = medians_in_turn((partial(cold_frontier, problem), by_matching), 5)
        lines.append(
            row(
                board,
                pieces,
                f"{frontier * 1e3:.1f}",
                f"{matching * 1e3:.1f}",
                f"{frontier / matching:.1f}",
            )
        )
    lines += ["", row("board", "pieces", "s", "digits"), row(*["---"] * 4)]
    for board, pieces in MATCHED_ONLY:
        problem = Problem(board, pieces)
        (seconds,) = medians_in_turn((partial(count_details, problem),), 3)
        bits = count_details(problem).value.bit_length()
        lines.append(row(board, pieces, f"{seconds:.2f}", round(bits * 0.30103)))
    return lines


def report() -> str:
    problem = Problem("9x12", "trominoes+")
    expected = 20574308184277971
    assert dense_count(9, 12) == cold_count(problem) == expected
    ways = (
        (lambda: dense_count(9, 12)),
        (lambda: cold_count(problem)),
        (lambda: count_details(problem).value),
    )
    profile, cold, kept = medians_in_turn(ways, 101)
    lines = [
        "## Counting",
        "",
        "The 9x12 by trominoes. The dense program stores two rows as a bit mask and arrays over "
        "all 4^9 profiles",
        "(`benchmarks/bench_count.py`).",
        "",
        row("program", "ms", "times as fast"),
        row("---", "---", "---"),
        row("dense profiles, Numba", f"{profile * 1e3:.2f}", 1),
        row("tilewright", f"{cold * 1e3:.2f}", f"{profile / cold:.1f}"),
        row(
            "tilewright, with the state graph of an earlier count",
            f"{kept * 1e3:.2f}",
            f"{profile / kept:.1f}",
        ),
        "",
    ]
    seconds, _, output = process_seconds(["count", "9x12", "trominoes+"])
    assert output == str(expected)
    lines += [f"The whole command `tilewright count 9x12 trominoes+`: {seconds:.2f} s.", ""]
    lines += [
        row(
            "board",
            "pieces",
            "number",
            "1 thread, s",
            "2 threads, s",
            "MiB (2 threads)",
            "method",
            "states",
        ),
        row(*["---"] * 8),
    ]
    for board, pieces, number in LARGE:
        one = measured(board, pieces, 1)
        two = measured(board, pieces, 2)
        assert one[0] == two[0] and number in (None, int(one[0]))
        times = [f"{float(found[1]):.2f}" for found in (one, two)]
        lines.append(row(board, pieces, one[0], *times, two[3], *two[4:]))
    lines += [
        "",
        "A sum of weights, with weight 1/2 for the first piece, compared with the number:",
        "",
        row("board", "pieces", "number, s", "sum, s", "times as long"),
        row(*["---"] * 5),
    ]
    for board, pieces in WEIGHED:
        problem = Problem(board, pieces)
        weights: dict[str, int | Fraction] = {problem.names[0]: Fraction(1, 2)}
        plain, weighed = medians_in_turn(
            (partial(cold_count, problem), partial(cold_sum, problem, weights)), 5
        )
        lines.append(row(board, pieces, f"{plain:.3f}", f"{weighed:.3f}", f"{weighed / plain:.1f}"))
    lines += [*_matchings(), ""]
    if os.environ.get("TILEWRIGHT_BENCH_LONG"):
        lines += [
            "",
            row(
                "board",
                "pieces",
                "number",
                "all cores, s",
                "processor s",
                "MiB",
                "method",
                "states",
            ),
            row(*["---"] * 8),
        ]
        for board, pieces, number, memory in LONG:
            found = measured(board, pieces, os.cpu_count() or 1, memory)
            assert number == int(found[0])
            times = [f"{float(value):.0f}" for value in found[1:3]]
            lines.append(row(board, pieces, found[0], *times, *found[3:]))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    began = time.perf_counter()
    print(report())
    print(
        f"{time.perf_counter() - began:.0f} s, "
        f"{resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10} MiB"
    )
