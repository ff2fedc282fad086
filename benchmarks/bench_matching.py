"""Dominoes and lozenges as matchings: counts, probabilities and random tilings.

python -m benchmarks matching
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from benchmarks.timing import row

TURNS = 3

Work = Callable[[], object]


def works() -> dict[str, tuple[Work, float]]:
    """Return what is timed, by name, with a goal in seconds."""
    from tilewright import counting
    from tilewright.model.cover import compile_cover
    from tilewright.model.problem import Problem
    from tilewright.solving.matching import (
        MatchingGraph,
        largest_matching,
        lozenge_shuffler,
        shuffler,
    )

    def graph(word: str, pieces: str = "dominoes+") -> MatchingGraph:
        made = MatchingGraph(compile_cover(Problem(word, pieces)))
        assert made.adjacency and made.side is not None
        return made

    million, square, hexagon = (
        graph("1000x1000"),
        graph("300x300"),
        graph("tri:hexagon200", "diamond+"),
    )
    diamond = graph("aztec:1000")

    def count(word: str, pieces: str = "dominoes+") -> Work:
        return lambda: counting.count(Problem(word, pieces))

    def heat(word: str) -> Work:
        return lambda: counting.heat(Problem(word, "dominoes+"))

    def one(made: object) -> object:
        return next(iter(made.draw(1, 1)))  # type: ignore[attr-defined]

    return {
        "one tiling of 1000x1000": (lambda: largest_matching(million), 0.2),
        "count 32x32": (count("32x32"), 0.01),
        "count 100x100": (count("100x100"), 0.05),
        "count 200x200": (count("200x200"), 0.2),
        "count `aztec:100`": (count("aztec:100"), 0.15),
        "count `torus:100x100`": (count("torus:100x100"), 1.0),
        "count `klein:100x100`": (count("klein:100x100"), 1.0),
        "count `tri:hexagon30 diamond+`": (count("tri:hexagon30", "diamond+"), 0.5),
        "probabilities of 100x100": (heat("100x100"), 0.1),
        "probabilities of 300x300": (heat("300x300"), 5.0),
        "a sample of `aztec:1000`": (lambda: one(shuffler(diamond)), 1.0),
        "a sample of 300x300": (lambda: one(shuffler(square)), 0.2),
        "a sample of `tri:hexagon200`": (lambda: one(lozenge_shuffler(hexagon)), 2.0),
    }


def seconds(work: Work, turns: int = TURNS) -> float:
    """Return the median of the processor seconds of a piece of work; the first call, which may
    compile, is not timed.
    """
    work()
    found = []
    for _ in range(turns):
        begin = time.process_time()
        work()
        found.append(time.process_time() - begin)
    return statistics.median(found)


def report() -> str:
    """Return the section of the page."""
    from tilewright import counting
    from tilewright.model.problem import Problem

    board = Problem("12x20", "dominoes+")
    frontier = seconds(lambda: counting.count(board))
    lines = [
        "## Dominoes and lozenges",
        "",
        f"Processor seconds, the median of {TURNS} runs, and how many times that a frontier count "
        "of 12x20 dominoes takes in the same run "
        f"({frontier:.4f} s).",
        "",
        row("work", "seconds", "goal", "times the frontier's 12x20"),
        row("---", "---:", "---:", "---:"),
    ]
    for name, (work, goal) in works().items():
        took = seconds(work)
        lines.append(row(name, f"{took:.3f}", goal, f"{took / frontier:.1f}"))
    return "\n".join([*lines, ""])
