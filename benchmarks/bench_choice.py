"""The choice between scan and dance: a grid of problems with both engines, on one thread.

    python -m benchmarks choice
    python -m benchmarks.bench_choice hexominoes 5x12

The second form runs only problems that have all of these words in theirs. Each engine searches for
all tilings until the end, `MOST` tilings or `SECONDS` of processor time. The last columns are how
much faster the chosen engine is (below 1: slower), and what was compared: times to the end, or
tilings per second.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from benchmarks.timing import row
from tilewright.model.cover import Cover, compile_cover
from tilewright.model.problem import Problem
from tilewright.solving.search import Search
from tilewright.solving.search.choice import EngineName
from tilewright.system.work.progress import SearchProgress

SECONDS = 3.0
MOST = 10_000_000
#: Problems that both engines finish sooner are left out.
SHORTEST = 0.02
ENGINES: tuple[EngineName, ...] = ("scan", "dance")

_SETS = ("trominoes", "tetrominoes", "pentominoes", "hexominoes", "heptominoes", "octominoes")


def grid() -> Iterator[tuple[str, str]]:
    """Yield boards and pieces, as words."""
    for size, name in enumerate(_SETS, start=3):
        for width in range(3, 13):
            # About 60 and 100 cells, in multiples of the pieces.
            for area in (60, 100) if width in (4, 5, 6, 8, 10) else (60,):
                length = max(width, round(area / width))
                while length * width % size:
                    length += 1
                yield f"{width}x{length}", f"{name}+"
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
        for size, name in (
            (3, "tricubes+"),
            (4, "tetracubes+"),
            (5, "pentacubes+"),
            (5, "pentominoes+"),
        ):
            if volume % size == 0:
                yield f"cube:{box}", name
    yield "cube:3x3x3", "soma"
    for board in ("4x5", "4x10", "5x8", "6x6", "6x10", "8x10"):
        rows, columns = map(int, board.split("x"))
        for size, name in (
            (3, "trihexes+"),
            (4, "tetrahexes+"),
            (5, "pentahexes+"),
            (6, "hexahexes+"),
        ):
            if rows * columns % size == 0:
                yield f"hex:{board}", name
    for board in ("4x9", "6x6", "3x12", "6x8", "4x12"):
        rows, columns = map(int, board.split("x"))
        for size, name in (
            (4, "tetriamonds+"),
            (5, "pentiamonds+"),
            (6, "hexiamonds+"),
            (8, "octiamonds+"),
        ):
            if 2 * rows * columns % size == 0:
                yield f"tri:{board}", name
    for board in ("3x12", "4x9", "6x6"):
        yield f"tri:{board}", "hexiamonds"
    for board in ("torus:5x12", "torus:6x10", "cylinder:6x10"):
        yield board, "pentominoes"
        yield board, "pentominoes+"
    for board, pieces in (
        ("torus:8x8", "tetrominoes+"),
        ("torus:10x10", "pentominoes+"),
        ("torus:10x10", "Y5+"),
        ("cylinder:8x10", "tetrominoes+"),
        ("6x12", "L4+ hexominoes+"),
        ("7x8", "tetrominoes+ hexominoes+"),
        ("8x10", "pentominoes+ hexominoes+"),
        ("7x8", "tetrominoes+ octominoes+"),
        ("9x9-0,0-4,4-8,8", "hexominoes+"),
        ("30x30", "hexominoes+"),
        ("12x14", "hexominoes=0..1"),
        ("15x15", "hexominoes=0..1 pentominoes=0..1"),
        ("hex:10x11", "pentahexes"),
    ):
        yield board, pieces


@dataclass(frozen=True)
class Run:
    """What an engine did, and in how many seconds of processor time."""

    found: int
    complete: bool
    seconds: float

    @property
    def rate(self) -> float:
        """Tilings per second, never 0."""
        return max(self.found, 0.1) / self.seconds

    def __str__(self) -> str:
        return f"{self.found:,} in {self.seconds:.2f} s{'' if self.complete else '+'}"


def run(cover: Cover, engine: EngineName) -> Run:
    """Search with an engine, until a limit."""
    begin = time.process_time()

    def watch(progress: SearchProgress) -> None:
        if time.process_time() - begin > SECONDS:
            search.stop()

    search = Search(cover, engine=engine, threads=1, limit=MOST, progress=watch)
    found = search.count()
    return Run(found, search.complete, max(time.process_time() - begin, 1e-3))


def gain(first: Run, second: Run) -> tuple[float, str]:
    """Return how many times faster the first run is, and what was compared."""
    if first.complete or second.complete:
        # One that was stopped would take longer still.
        return second.seconds / first.seconds, "the end"
    return first.rate / second.rate, "tilings"


def table(words: Iterable[str], show: Callable[[str], object] = lambda line: None) -> list[str]:
    """Return the lines of the table; `show` is called with each."""
    words, lines = list(words), []
    for line in (
        "| problem | scan | dance | chosen | gain | compared |",
        "| --- | ---: | ---: | --- | ---: | --- |",
    ):
        lines.append(line)
        show(line)
    for board, pieces in dict.fromkeys(grid()):
        if not all(word in f"{board} {pieces}" for word in words):
            continue
        cover = compile_cover(Problem(board, *pieces.split()))
        chosen = Search(cover, threads=1).engine
        runs = {engine: run(cover, engine) for engine in ENGINES}
        if chosen not in runs or max(one.seconds for one in runs.values()) < SHORTEST:
            continue
        other = next(engine for engine in ENGINES if engine != chosen)
        times, compared = gain(runs[chosen], runs[other])
        lines.append(
            row(f"{board} {pieces}", *map(str, runs.values()), chosen, f"{times:.2g}", compared)
        )
        show(lines[-1])
    return lines


def report() -> str:
    """Return the section of the page of benchmarks."""
    return "\n".join(["## Choice of the engine", "", *table([])])


if __name__ == "__main__":
    table(sys.argv[1:], lambda line: print(line, flush=True))
