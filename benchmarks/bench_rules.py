"""Rules: what they cost, and that problems without rules lose nothing.

    TILEWRIGHT_BENCH_BEFORE=../first/src python -m benchmarks rules

The variable names the `src` folder of a checkout without rules; the two take turns at the
commands without rules.
"""

from __future__ import annotations

import statistics
import time
from functools import partial

from benchmarks.bench_editions import COMMANDS
from benchmarks.timing import editions, editions_in_turn, medians_in_turn, row
from tilewright.counting import count_details
from tilewright.model.problem import Problem
from tilewright.model.puzzle.kinds import Kind
from tilewright.puzzles import generate
from tilewright.solving.search import Search

#: Board, pieces and rules; the count is compared with that without rules.
COUNTED = [
    ("7x7", "hexominoes+ heptominoes+ octominoes+", "tiles 7"),
    ("8x8", "dominoes+", "fault-free"),
    ("10x10", "dominoes+", "fault-free columns"),
    ("6x10", "pentominoes", "no-crossroads"),
    ("6x6", "tetrominoes+", "apart"),
]
#: The same, found by the search.
FOUND = [("6x10", "pentominoes", "fault-free"), ("6x10", "pentominoes", "no-crossroads")]
#: Kinds of puzzles with rules or clues, and boards.
MADE: list[tuple[Kind, str]] = [
    ("shikaku", "10x10"),
    ("dominosa", "7x8"),
    ("tetrominous", "8x8"),
    ("pentominous", "6x10"),
    ("pips", "4x5"),
    ("pips", "5x6"),
]
SEEDS = 5
TURNS = 5


def _costs() -> list[str]:
    lines = [
        row("problem", "rule", "tilings", "without, ms", "with, ms", "ratio"),
        "| --- | --- | ---: | ---: | ---: | ---: |",
    ]
    for board, pieces, rule in COUNTED:
        both = [Problem(board, *pieces.split(), rules=rules) for rules in ([], [rule])]
        numbers = [count_details(each, threads=1).value for each in both]
        times = medians_in_turn([partial(count_details, each, threads=1) for each in both], 3)
        lines.append(_line(f"count {board} {pieces}", rule, numbers, times))
    for board, pieces, rule in FOUND:
        both = [Problem(board, *pieces.split(), rules=rules) for rules in ([], [rule])]
        numbers = [Search(each, threads=1, engine="dance").count() for each in both]
        assert numbers[1] == count_details(both[1], threads=1).value
        calls = [lambda p=each: Search(p, threads=1, engine="dance").count() for each in both]
        times = medians_in_turn(calls, 3)
        lines.append(_line(f"solve {board} {pieces} --all", rule, numbers, times))
    return lines


def _line(name: str, rule: str, numbers: list[int], times: list[float]) -> str:
    before, after = (f"{1000 * seconds:,.0f}" for seconds in times)
    ratio = f"{times[1] / times[0]:.2f}"
    return row(f"`{name}`", f"`{rule}`", f"{numbers[1]:,}", before, after, ratio)


def _makes() -> list[str]:
    lines = [row("kind", "board", "median, ms", "longest, ms"), "| --- | --- | ---: | ---: |"]
    for kind, board in MADE:
        generate(kind, board, seed=SEEDS)
        times = []
        for seed in range(SEEDS):
            begin = time.perf_counter()
            generate(kind, board, seed=seed)
            times.append(1000 * (time.perf_counter() - begin))
        lines.append(row(kind, board, f"{statistics.median(times):,.0f}", f"{max(times):,.0f}"))
    return lines


def _losses() -> list[str]:
    if len(editions()) < 2:
        return []
    lines = [row("command", "before, ms", "now, ms", "ratio"), "| --- | ---: | ---: | ---: |"]
    for command, times in editions_in_turn("bench_editions", COMMANDS, TURNS):
        before, now = (statistics.median(each) for each in times.values())
        name = command.removesuffix(" --threads 1")
        lines.append(row(f"`{name}`", f"{before:.3g}", f"{now:.3g}", f"{before / now:.2f}"))
    return ["", "Problems without rules, before there were rules and now:", "", *lines]


def report() -> str:
    """Return the section of the page of benchmarks."""
    return "\n".join(
        [
            "## Rules",
            "",
            "The same problem without and with a rule, on one thread. Medians:",
            "",
            *_costs(),
            "",
            f"Puzzles with one solution, made for {SEEDS} seeds each:",
            "",
            *_makes(),
            *_losses(),
            "",
        ]
    )
