"""Warming up: kernels are compiled when they are first used, and kept on disk; here all that there are, at once.

What compiles a kernel is a use of it: each part is a few small problems, asked with the same functions as large ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from tilewright.progress import Progress

if TYPE_CHECKING:
    from tilewright.coloring import Touch

__all__ = ["PARTS", "warm_up"]


def _search() -> None:
    from tilewright.matching import highest_tiling
    from tilewright.problem import Problem
    from tilewright.proof import barrier
    from tilewright.search import Search, solve

    for engine in ("scan", "dance"):
        for unique in (False, True):
            sum(1 for _ in Search(Problem("4x5", "pentominoes=0..1"), unique=unique, engine=engine))
        solve(Problem("4x4", "L3+", "monomino=1"), engine=engine, seed=1)
    # With a memory that grows, and without handing out tilings.
    Search(Problem("6x10", "pentominoes")).count()
    # A window of more than 64 cells; with a memory that grows, too.
    Search(Problem("33x33", "I3+"), engine="scan", limit=2).count()
    Search(Problem("36x36", "T4+"), engine="scan").step(2000)
    Search(Problem("4x5", "pentominoes=0..1", empty=(0, 5)), unique=True, engine="dance").count()
    # Matchings, with two colors and without, and why there is none.
    for board in ("4x4", "6x6-0,0-5,5", "torus:5x5-0,0", "torus:5x5"):
        problem = Problem(board, "dominoes+", empty=(0, 1))
        solve(problem, engine="matching")
        barrier(problem)
    barrier("3x3", "dominoes+")
    domino = solve("2x2", "dominoes+")
    assert domino is not None
    highest_tiling(domino)
    # Each cell and each piece exactly once: options as machine words.
    Search(Problem("4x5", "pentomino:LPUV"), engine="dance").count()


def _puzzles() -> None:
    from tilewright.generation import warm_up as warm_up_generation
    from tilewright.problem import Problem
    from tilewright.search import Search

    warm_up_generation()
    # Hints for solids and large boards need states of several machine words.
    Search(Problem("cube:3x3x3", "soma", turn="one-sided"), engine="scan", limit=1).count()


def _counting() -> None:
    from tilewright import counting
    from tilewright.problem import Problem

    rows = Problem("4x6", "trominoes+")
    counting.count(rows)
    counting.count(rows, modulus=7)
    counting.count(Problem("12x12", "trominoes+"))
    counting.count(Problem("5x12", "pentominoes"))
    counting.count_details(Problem("4x4", "tetrominoes+"), method="components")
    # A frontier of more than 64 cells, by rows and by layers.
    for copies in ("+", "=12"):
        counting.count(Problem("9x12", f"#########{copies}"))
    # Where lines go round, states are folded by their moves.
    counting.count(Problem("torus:4x4", "dominoes+"))
    # Pieces of two cells: with two colors, with one, and with complex numbers.
    counting.count(Problem("20x20", "dominoes+"))
    counting.count(Problem("moebius:17x17-0,0", "dominoes+"))
    counting.count(Problem("klein:13x14", "dominoes+"))
    counting.count(Problem("20x20", "dominoes+"), unique=True)
    counting.weigh(Problem("18x18", "##+", "#/#+", turn="fixed"), {"##": 2})
    counting.heat(Problem("20x20", "dominoes+"))
    for board in ("20x20", "5x5-2,2", "moebius:5x6", "moebius:5x5-0,0"):
        counting.heat(Problem(board, "dominoes+"), exact=False)
    # Random tilings by each method: shuffling, and the inverse of real and of complex numbers.
    for board in ("24x24", "25x25-12,12", "moebius:25x25-0,0"):
        counting.sample(Problem(board, "dominoes+"))
    counting.sample(Problem("tri:hexagon20", "diamond+"))
    counting.count_up_to_symmetry(Problem("4x4", "L3+", "monomino+"))
    counting.count_by_piece(Problem("4x4", "I3+", "L3+", "monomino=0..4"))
    counting.count_by_piece(rows)
    counting.weigh(rows, {"I3": 2})
    counting.weigh(Problem("4x4", "tetrominoes=0..4"), {"I4": 2})
    counting.cheapest(rows, {"I3": 2})
    counting.heat(rows)
    ranking = counting.Ranking(rows)
    ranking.rank(next(iter(ranking.tilings([0]))))
    assert counting.strip(4, "trominoes+").recurrence is not None


def _colorings() -> None:
    from tilewright.coloring import (
        chromatic_polynomial,
        color,
        colorings,
        count_colorings,
        crossings,
        judge,
    )
    from tilewright.construction import golomb, golomb_colors
    from tilewright.problem import Problem
    from tilewright.search import Search, solve

    tiling = solve(Problem("6x10", "pentominoes"))
    assert tiling is not None
    touches: tuple[Touch, ...] = ("edge", "strong", 2)
    for touch in touches:
        color(tiling, touch)
    color(tiling, "strong", colors=3)
    count_colorings(tiling, "edge", colors=3)
    sum(1 for _ in colorings(tiling, "edge", colors=3))
    chromatic_polynomial(tiling, "edge")
    from tilewright.cover import decode_batch

    search = Search(Problem("4x5", "pentominoes=0..1"))
    for batch in search.batches():
        labels, _ = decode_batch(search.cover, batch)
        judge(labels, "strong")
        crossings(labels)
    large = golomb(8, (0, 0))
    color(large, "edge", known=golomb_colors(8, (0, 0)))
    color(large, "strong")


def _construction() -> None:
    import numpy as np

    from tilewright import construction
    from tilewright.drawing import draw, png, svg

    hole = (3, 5)
    for strong in (False, True):
        construction.golomb_colors(5, hole, touch="strong" if strong else "edge")
    construction.golomb_window(60, hole, (0, 0, 8, 8))
    construction.golomb_cells(5, hole, [(0, 0)])
    construction.render_golomb(5, hole, height=64, width=64)
    construction.deficient(20, 20, hole)
    large = construction.golomb(9, hole)
    colors = construction.golomb_colors(9, hole)
    construction.tromino_faults(large.labels, empty=1, colors=colors)
    # Labels of more tiles than 32 bits can tell apart.
    construction.tromino_faults(construction.golomb(9, hole, dtype=np.int64).labels, empty=1, colors=colors)
    png(draw(large), width=300)
    svg(draw(construction.golomb(7, hole)))


def _tessellation() -> None:
    from tilewright.tessellation import fewest_colors, plane

    for word in (
        "P5",
        "X5",
        "Y5",
        ".#../####/.#../.#..",
        "##/.##/..#/..##/..#",
        ".##/##/##/.#",
        "hex:##/##/#",
        "tri:#####",
        "heptiamond:10",
    ):
        plane(word)
    fewest_colors(plane("P5"))


def _rectangles() -> None:
    from tilewright.rectification import rectangles

    rectangles("L3")
    rectangles("V5")
    rectangles("I3", "L3", both=True, max_width=4)


#: The parts, in the order in which they are warmed up: what each is called, and what uses its kernels.
PARTS: dict[str, Callable[[], None]] = {
    "search": _search,
    "puzzles": _puzzles,
    "counting": _counting,
    "colorings": _colorings,
    "construction": _construction,
    "tessellation": _tessellation,
    "rectangles": _rectangles,
}


def warm_up(
    parts: Iterable[str] = PARTS, progress: Callable[[Progress], object] = lambda progress: None
) -> None:
    """Compile kernels, if that was never done on this machine.

    Parameters
    ----------
    parts : iterable of str
        Which (`PARTS`); all by default.
    progress : callable
        Called with a `tilewright.progress.Progress` before each part, its phase, and once at the end.
    """
    listed = list(parts)
    for number, part in enumerate(listed):
        progress(Progress(phase=part, unit="part", done=number, total=len(listed)))
        PARTS[part]()
    progress(Progress(unit="part", done=len(listed), total=len(listed)))
