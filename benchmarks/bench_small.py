"""Small problems: from words to the last tiling, and where the time goes.

    python -m benchmarks small

With ``TILEWRIGHT_BENCH_BEFORE`` naming the `src` folder of another checkout, that one is measured,
too: the two take turns.
"""

from __future__ import annotations

import math
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.timing import editions, editions_in_turn, row, serve
from tilewright.model.cover import compile_cover

TURNS = 5
#: Each is called so often in a turn that it takes about this long.
SECONDS = 0.1

Work = Callable[[], object]


def works() -> dict[str, Work]:
    """Return what is timed, by name; each makes its problem anew."""
    import tilewright as tw

    def tilings(*words: str, unique: bool = False) -> Work:
        return lambda: sum(1 for _ in tw.tilings(tw.Problem(*words), unique=unique, threads=1))

    def symmetries(*words: str) -> Work:
        return lambda: compile_cover(tw.Problem(*words)).symmetries()

    return {
        "3x20, all 8 tilings": tilings("3x20", "pentominoes"),
        "4x15, 368 unique": tilings("4x15", "pentominoes", unique=True),
        "8x8 without its middle 2x2, 65 unique": tilings(
            "8x8-3,3-3,4-4,3-4,4", "pentominoes", unique=True
        ),
        "5x12, 1,010 unique": tilings("5x12", "pentominoes", unique=True),
        "6x10, 2,339 unique": tilings("6x10", "pentominoes", unique=True),
        "`cube:3x3x3 soma`, one": lambda: tw.solve("cube:3x3x3", "soma", threads=1),
        "`tri:4x9 hexiamonds`, all unique": tilings("tri:4x9", "hexiamonds", unique=True),
        "`cube:2x3x10 pentominoes`, 12 unique": tilings("cube:2x3x10", "pentominoes", unique=True),
        "`cube:2x5x6 pentominoes`, 264 unique": tilings("cube:2x5x6", "pentominoes", unique=True),
        "`12x12 L3+`, one (a theorem)": lambda: tw.solve("12x12", "L3+"),
        "cover of 3x20, with its symmetries": symmetries("3x20", "pentominoes"),
        "cover of `torus:6x10 pentominoes`": symmetries("torus:6x10", "pentominoes"),
        "cover of `cube:3x3x3 soma`": symmetries("cube:3x3x3", "soma"),
    }


def stages(board: str, unique: bool) -> dict[str, float]:
    """Return the processor microseconds of each step on the way, the least of many."""
    from tilewright.model.cover import decode_tilings
    from tilewright.model.problem import Problem
    from tilewright.solving.proofs import Reasons
    from tilewright.solving.search import Search
    from tilewright.solving.search.choice import choose
    from tilewright.solving.search.engines.scan.layout import lay_out, scan_order
    from tilewright.solving.search.engines.scan.narrow import ScanEngine
    from tilewright.solving.search.running.symmetry_breaking import break_symmetry

    least: dict[str, float] = {}
    for _ in range(200):
        last = time.process_time()

        def note(stage: str) -> None:
            nonlocal last
            now = time.process_time()
            least[stage] = min(least.get(stage, math.inf), (now - last) * 1e6)
            last = time.process_time()

        problem = Problem(board, "pentominoes")
        problem.check()
        note("problem")
        cover = compile_cover(problem)
        note("placements")
        Reasons(problem)
        note("reasons")
        cover.symmetries()
        note("symmetries")
        order = scan_order(cover)
        breaking = break_symmetry(cover, order.position)
        note("pivot")
        layout = lay_out(cover, breaking.allowed, None, order)
        note("scan order")
        engine = ScanEngine(cover, breaking.allowed, None, layout=layout)
        run = engine.start()
        note("tables")
        while not run.advance(1 << 24):
            pass
        note("search")
        rows, _ = breaking.select(run.take(), unique=unique)
        note("images")
        sum(1 for _ in decode_tilings(cover, rows))
        note("tilings")
        choose(cover)
        last = time.process_time()
        sum(1 for _ in Search(Problem(board, "pentominoes"), unique=unique, threads=1))
        note("all")
    least["the rest: handing out, clocks, interrupts"] = least["all"] - sum(
        us for stage, us in least.items() if stage != "all"
    )
    return least


def main() -> None:
    """Serve one edition."""
    serve(works(), SECONDS)


def report() -> str:
    """Return the section of the page of benchmarks."""
    lines = [
        "## Small problems",
        "",
        "Processor time of one thread, from the words of the problem to the last tiling: median "
        "and minimum." + (" Two editions took turns." if len(editions()) > 1 else ""),
        "",
        row("problem", *(f"{edition}, ms | least" for edition in editions())),
        "| --- |" + " ---: | ---: |" * len(editions()),
    ]
    for name, times in editions_in_turn("bench_small", works(), TURNS):
        lines.append(
            row(
                name,
                *(f"{statistics.median(each):.3g} | {min(each):.3g}" for each in times.values()),
            )
        )
    boards = {"3x20, all": ("3x20", False), "4x15, unique": ("4x15", True)}
    boards["8x8 without its middle, unique"] = ("8x8-3,3-3,4-4,3-4,4", True)
    spent = {name: stages(*board) for name, board in boards.items()}
    lines += [
        "",
        "The time of each step in µs (minimum):",
        "",
        row("stage", *spent),
        "| --- |" + " ---: |" * len(spent),
    ]
    lines += [
        row(stage, *(f"{each[stage]:.0f}" for each in spent.values()))
        for stage in spent["3x20, all"]
    ]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    print(report())
