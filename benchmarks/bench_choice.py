"""The choice between scan and dance: a grid of problems with both engines, on one thread.

    python -m benchmarks choice [WORD]

Only problems whose words contain WORD are run, if it is given. Each engine searches for all tilings until the end, `MOST`
tilings or `SECONDS` of processor time. The last columns are how much faster the chosen engine is (below 1: slower), and
what was compared: times to the end, tilings per second, or parts of the tree per second if neither finds a tiling.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.timing import row
from tilewright.cover import Cover, compile_cover
from tilewright.problem import Problem
from tilewright.progress import SearchProgress
from tilewright.search import Search, choose
from tilewright.search.choice import EngineName

SECONDS = 3.0
MOST = 10_000_000
ENGINES: tuple[EngineName, ...] = ("scan", "dance")

_SETS = ("trominoes", "tetrominoes", "pentominoes", "hexominoes", "heptominoes", "octominoes")
_SOME = {
    "one-sided": ["pentominoes"],
    "fixed": ["tetrominoes+", "pentominoes+"],
}


def grid() -> Iterator[tuple[str, str]]:
    """Yield boards and pieces, as words."""
    for size, name in enumerate(_SETS, start=3):
        for width in range(3, 13):
            # About 60 and 100 cells, in multiples of the pieces.
            for area in (60, 100) if width in (4, 5, 6, 8, 10) else (60,):
                length = round(area / width)
                while length * width % size:
                    length += 1
                yield f"{width}x{max(length, width)}" if length * width % size == 0 else "", f"{name}+"
    for board in ("3x20", "4x15", "5x12", "6x10", "8x8-3,3-3,4-4,3-4,4"):
        yield board, "pentominoes"
    for width, length in ((4, 15), (5, 12), (6, 10), (8, 9), (10, 12)):
        yield f"{width}x{length}", "hexominoes=0..1"
    for width, length in ((4, 14), (5, 14), (7, 8), (7, 10)):
        yield f"{width}x{length}", "heptominoes=0..1"
    for width, length in ((4, 14), (5, 16), (6, 8), (8, 8)):
        yield f"{width}x{length}", "octominoes=0..1"
    for width, length in ((5, 8), (6, 10), (8, 10)):
        yield f"{width}x{length}", "tetrominoes=0..2 pentominoes=0..2"
    for piece in ("L4", "T4", "Y5", "P5", "L5", "W5", "F5", "N5"):
        for board in ("5x20", "8x10", "10x10", "12x15"):
            yield board, f"{piece}+"
    for board, pieces in (
        ("6x10", "I3+ L3+ I4+ O4+ L4+"),
        ("8x9", "L3+ hexominoes=0..1"),
        ("6x8", "P5+ hexominoes+"),
        ("6x12", "L3+ hexominoes+"),
        ("5x12", "pentominoes+ hexominoes+"),
        ("7x9", "trominoes+ heptominoes+"),
    ):
        yield board, pieces
    for box in ("2x3x4", "2x4x6", "3x4x4", "3x3x4", "4x4x4", "3x4x5", "2x5x6", "2x3x10", "4x5x6"):
        volume = math.prod(map(int, box.split("x")))
        if volume == 60:
            yield f"cube:{box}", "pentominoes"
        for size, name in ((3, "tricubes+"), (4, "tetracubes+"), (5, "pentacubes+"), (5, "pentominoes+")):
            if volume % size == 0:
                yield f"cube:{box}", name
    yield "cube:3x3x3", "soma"
    for board in ("4x5", "4x10", "5x8", "6x6", "6x10", "8x10"):
        rows, columns = map(int, board.split("x"))
        for size, name in ((3, "trihexes+"), (4, "tetrahexes+"), (5, "pentahexes+"), (6, "hexahexes+")):
            if rows * columns % size == 0:
                yield f"hex:{board}", name
    for board in ("4x9", "6x6", "3x12", "6x8", "4x12"):
        rows, columns = map(int, board.split("x"))
        for size, name in ((4, "tetriamonds+"), (5, "pentiamonds+"), (6, "hexiamonds+"), (8, "octiamonds+")):
            if 2 * rows * columns % size == 0:
                yield f"tri:{board}", name
    for board in ("3x12", "4x9", "6x6"):
        yield f"tri:{board}", "hexiamonds"
    for board in ("torus:5x12", "torus:6x10", "cylinder:6x10"):
        yield board, "pentominoes"
        yield board, "pentominoes+"


@dataclass(frozen=True)
class Run:
    """What an engine did, and in how many seconds of processor time."""

    found: int
    share: float
    complete: bool
    seconds: float


def run(cover: Cover, engine: EngineName) -> Run:
    """Search with an engine, until a limit."""
    begin = time.process_time()

    def watch(progress: SearchProgress) -> None:
        if time.process_time() - begin > SECONDS:
            search.stop()

    search = Search(cover, engine=engine, threads=1, limit=MOST, progress=watch, timeout=10 * SECONDS)
    found = search.count()
    return Run(found, search.snapshot().share, search.complete, time.process_time() - begin)


def gain(first: Run, second: Run) -> tuple[float, str]:
    """Return how many times faster the first run is, and what was compared."""
    if first.complete and second.complete:
        return second.seconds / first.seconds, "the end"
    if first.complete or second.complete:
        # The other one would take longer still.
        return (second.seconds / first.seconds, "the end (at least)") if first.complete else (
            second.seconds / first.seconds,
            "the end (at most)",
        )
    if first.found or second.found:
        return first.found / first.seconds / max(second.found / second.seconds, 1e-3), "tilings"
    return first.share / first.seconds / max(second.share / second.seconds, 1e-30), "share"


def main(words: list[str]) -> list[str]:
    """Return the lines of the table."""
    lines = [
        "| problem | orientations | span | depth | scan | dance | chosen | gain | compared |",
        "| --- | ---: | ---: | ---: | ---: | ---: | --- | ---: | --- |",
    ]
    seen: set[tuple[str, str]] = set()
    for board, pieces in grid():
        if (board, pieces) in seen or not board or not all(word in f"{board} {pieces}" for word in words):
            continue
        seen.add((board, pieces))
        from tilewright.search.scan.layout import lay_out

        cover = compile_cover(Problem(board, *pieces.split()))
        layout = lay_out(cover)
        chosen, _ = choose(cover)
        runs = {engine: run(cover, engine) for engine in ENGINES}
        if chosen not in runs:
            continue
        other = next(engine for engine in ENGINES if engine != chosen)
        times, compared = gain(runs[chosen], runs[other])
        cells = [f"{r.found:,} in {r.seconds:.2f} s{'' if r.complete else '+'}" for r in runs.values()]
        lines.append(
            row(f"{board} {pieces}", layout.orientations, layout.span, layout.depth, *cells, chosen, f"{times:.2g}", compared)
        )
        print(lines[-1], flush=True)
    return lines


if __name__ == "__main__":
    print("\n".join(main(sys.argv[1:])))
