"""Colorings: thousands of packings, whole commands, and boards of millions of tiles, beside
NetworkX and CP-SAT.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial

import numpy as np

import tilewright as tw
from benchmarks.timing import median_seconds, process_seconds, row
from tilewright.solving.coloring import Coloring, check_coloring, color, graph, judge, stacks
from tilewright.solving.coloring.touching import Touch
from tilewright.solving.theorems import golomb, golomb_colors


def clock(work: Callable[[], object]) -> float:
    """Return the CPU seconds of one call, all threads together."""
    start = time.process_time()
    work()
    return time.process_time() - start


def packings() -> np.ndarray:
    (batch,) = stacks(tw.tilings(tw.Problem("6x10", "pentominoes")))
    return batch


def clusters(side: int, seed: int = 1) -> np.ndarray:
    """Return a random tiling by trees of cells, four to a tile on average."""
    rng = np.random.default_rng(seed)
    draws = rng.random((side, side))
    parent = np.arange(side * side).reshape(side, side)
    left, up = draws < 0.375, (draws >= 0.375) & (draws < 0.75)
    left[:, 0] = up[0] = False
    parent[left] -= 1
    parent[up] -= side
    flat = parent.ravel()
    while not np.array_equal(flat, flat[flat]):
        flat = flat[flat]
    return np.unique(flat, return_inverse=True)[1].reshape(side, side).astype(np.int32)


def cp_sat(labels: np.ndarray, colors: int) -> bool:
    """Ask CP-SAT whether one tiling is strongly colorable."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    tiles = int(labels.max()) + 1
    value = [model.new_int_var(0, colors - 1, "") for _ in range(tiles)]
    for one, two in graph(labels, "strong").edges().tolist():
        model.add(value[one] != value[two])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver.solve(model) == cp_model.OPTIMAL


def batches() -> list[str]:
    batch = packings()
    lines = [row("9,356 packings of the 6x10", "ms", "µs for each"), row("---", "---:", "---:")]
    questions: list[tuple[str, Callable[[], object]]] = [
        ("least number of colors, edge", lambda: judge(batch, "edge")),
        ("least number of colors, strong", lambda: judge(batch, "strong")),
        ("strongly 3-colorable", lambda: judge(batch, "strong", colors=3)),
        (
            "strongly 3-colorable and balanced",
            lambda: judge(batch, "strong", colors=3, balanced=True),
        ),
    ]
    for name, work in questions:
        seconds = median_seconds(work, 9)
        lines.append(row(name, f"{1e3 * seconds:.0f}", f"{1e6 * seconds / len(batch):.1f}"))
    assert int((judge(batch, "strong", colors=3).colors == 3).sum()) == 376
    sample = batch[:: len(batch) // 60]
    rounds = [clock(lambda: judge(sample, "strong", colors=3, threads=1)) for _ in range(9)]
    ours = statistics.median(rounds) / len(sample)
    started = time.process_time()
    theirs = [cp_sat(labels, 3) for labels in sample]
    peer = (time.process_time() - started) / len(sample)
    assert theirs == (judge(sample, "strong", colors=3).colors == 3).tolist()
    lines.append(row("strongly 3-colorable, CP-SAT, one by one", "", f"{1e6 * peer:.0f}"))
    return [
        *lines,
        "",
        f"CP-SAT takes {peer / ours:.0f} times as long as one thread of the kernel (60 packings).",
    ]


def commands() -> list[str]:
    lines = [row("whole command, warm", "s", "answer"), row("---", "---:", "---")]
    for words in (
        "color 6x10 pentominoes --all --unique --touch strong --colors 3",
        "color 6x10 pentominoes --all --unique --touch strong -q",
        "color 2^12-5,7 L3+ -q",
    ):
        seconds, _, answer = process_seconds(words.split(), 3)
        lines.append(row(f"`{words}`", f"{seconds:.2f}", answer.splitlines()[-1].strip()))
    return lines


def large() -> list[str]:
    lines = [
        row("board", "tiles", "touch", "CPU s", "colors", "at least", "method"),
        row("---", "---:", "---", "---:", "---:", "---:", "---"),
    ]

    def line(
        name: str, labels: np.ndarray, touch: Touch, repeats: int = 3, **options: object
    ) -> None:
        answers: list[Coloring] = []
        times = [
            clock(lambda: answers.append(color(labels, touch, **options)))  # type: ignore[arg-type]
            for _ in range(repeats)
        ]
        answer = answers[0]
        assert answer.coloring is not None
        check_coloring(labels, answer.coloring, touch)
        cells = [
            name,
            f"{labels.max() + 1:,}",
            touch,
            f"{statistics.median(times):.2f}",
            answer.colors,
        ]
        lines.append(row(*cells, answer.lower_bound, answer.method))

    color(clusters(40), "edge")
    random = clusters(1024)
    for touch in ("edge", "strong", 2):
        line("random, 1024x1024", random, touch)
    hole = (5, 7)
    board = golomb(12, hole).labels
    line("Golomb, 4096x4096", board, "edge", known=golomb_colors(12, hole))
    line("Golomb, 4096x4096", board, "strong", known=golomb_colors(12, hole, touch="strong"))
    line("the same, without the theorem", board, "edge", 1)
    line("the same, without the theorem", board, "strong", 1)
    return lines


def peers() -> list[str]:
    """NetworkX on one graph: the whole of ours (with a proof) against a greedy coloring of
    theirs.
    """
    import networkx

    labels = clusters(128, 2)
    drawn = graph(labels).to_networkx()
    lines = [row("random, 128x128, edge", "CPU s", "colors"), row("---", "---:", "---:")]
    answer = color(labels)
    ours = statistics.median(clock(lambda: color(labels)) for _ in range(5))
    lines.append(row("tilewright, from the labels to the proof", f"{ours:.3f}", answer.colors))

    def greedy(strategy: str, found: list[dict[int, int]]) -> None:
        found.append(networkx.greedy_color(drawn, strategy=strategy))

    for strategy in ("smallest_last", "DSATUR"):
        found: list[dict[int, int]] = []
        seconds = clock(partial(greedy, strategy, found))
        lines.append(
            row(f"NetworkX, greedy, {strategy}", f"{seconds:.2f}", 1 + max(found[0].values()))
        )
    return lines


def compiling() -> str:
    """Return how long the kernels take to compile, once for each installation."""
    program = (
        "import time, numpy as np; from tilewright.solving.coloring import color, judge; from "
        "tilewright.kernels.cover import decode; "
        "t = time.process_time(); color(np.arange(64).reshape(8, 8) // 3, 2); one = "
        "time.process_time() - t; "
        "t = time.process_time(); judge(np.arange(8).reshape(1, 2, 4)); print(one, "
        "time.process_time() - t)"
    )
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", program],
            env={"NUMBA_CACHE_DIR": folder, "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        )
    one, many = map(float, done.stdout.split())
    return f"Compiling, once: {one:.1f} s for one tiling, {many:.1f} s more for batches."


def report() -> str:
    """Return the section of the page of benchmarks."""
    parts = [
        "## Colorings",
        "",
        *batches(),
        "",
        *commands(),
        "",
        *large(),
        "",
        *peers(),
        "",
        compiling(),
        "",
    ]
    return "\n".join(parts)
