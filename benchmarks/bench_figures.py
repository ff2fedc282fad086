"""Figures: the search of `tilewright.shapes.figures` beside CP-SAT on the same question in a
window, and exclusions beside HiGHS.

    python -m benchmarks.bench_figures

CP-SAT minimizes the cells of a figure in a window of one size and does not ask for a connected one,
so it proves less. Needs the extra `sat`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import highspy
import numpy as np

from benchmarks.timing import machine, row
from tilewright.formats.exactcover import ExactCover
from tilewright.model.piece import Piece, parse_pieces
from tilewright.shapes.figures import exclusion, figure
from tilewright.solving.highs import linear_program, run_highs
from tilewright.solving.search import cheapest_cover

#: Two pieces, and the sides of a window that holds their smallest common figure.
PAIRS = (("F5", "L5", 6, 6), ("P5", "X5", 8, 8), ("I5", "V5", 8, 8))
#: Pieces that are excluded from squares, and the sides of these.
EXCLUSIONS = (("X5", 8), ("L3", 8), ("trominoes", 10), ("tetrominoes", 7), ("tetrominoes", 8))


def placements(word: str, rows: int, columns: int) -> list[list[tuple[int, int]]]:
    """Return the cells of each placement of a piece in a rectangle."""
    return [
        [(row + down, column + right) for row, column in form.cells]
        for form in Piece.parse(word).polyomino.orientations("free")
        for down in range(rows - form.rows + 1)
        for right in range(columns - form.columns + 1)
    ]


def common(words: tuple[str, str], rows: int, columns: int) -> ExactCover:
    """Return the problem of the smallest figure in a window: each cell is covered in each layer,
    and an outer cell covers it in both.
    """
    cells = [(row, column) for row in range(rows) for column in range(columns)]

    def item(cell: tuple[int, int], layer: int) -> str:
        return f"{cell[0]},{cell[1]}/{layer}"

    items = [item(cell, layer) for cell in cells for layer in range(2)]
    options = [[item(cell, 0), item(cell, 1)] for cell in cells]
    costs = [0] * len(cells)
    for layer, word in enumerate(words):
        for placement in placements(word, rows, columns):
            any_tile = [] if layer else ["tiles"]
            options.append([item(cell, layer) for cell in placement] + any_tile)
            costs.append(0 if layer else len(placement))
    return ExactCover.build(
        options, [*items, "tiles"], bounds={"tiles": (1, len(cells))}, cost=costs
    )


def hitting(words: str, side: int) -> int:
    """Return the fewest cells that meet each placement, by HiGHS on a program without more."""
    own = [
        [row * side + column for row, column in placement]
        for piece in parse_pieces(words)
        for placement in placements(piece.word(), side, side)
    ]
    cells = side * side
    group = np.repeat(np.arange(len(own)), [*map(len, own)])
    entry = np.concatenate([np.array(placement) for placement in own])
    program = linear_program(
        np.ones(cells),
        (np.zeros(cells), np.ones(cells)),
        (np.ones(len(own)), np.full(len(own), np.inf)),
        (group, entry, np.ones(len(entry))),
        least=True,
    )
    program.integrality_ = [highspy.HighsVarType.kInteger] * cells
    solver, optimal = run_highs(program, np.inf)
    assert optimal
    size: int = round(solver.getInfo().objective_function_value)
    return size


def common_size(one: str, other: str) -> int | None:
    """Return the number of cells of the smallest common figure."""
    return figure(one, other).size


def exclusion_size(words: str, side: int) -> int:
    """Return the fewest cells that exclude pieces."""
    return exclusion(f"{side}x{side}", words).size


def cheapest(cover: ExactCover) -> int | None:
    """Return the least cost of a cover, by CP-SAT."""
    best, _ = cheapest_cover(cover, engine="sat")
    return None if best is None else best.cost


def compared(name: str, own: Callable[[], int | None], peer: Callable[[], int | None]) -> str:
    """Return a row: the answer, the processor seconds of both, and their ratio."""
    own()
    began = time.process_time()
    size = own()
    taken = time.process_time() - began
    began = time.process_time()
    other_size = peer()
    other = time.process_time() - began
    assert other_size == size, (name, other_size, size)
    return row(name, f"{size} cells", f"{taken:.2f}", f"{other:.2f}", f"{other / taken:.1f}")


def report() -> str:
    """Return the section of the page."""
    lines = [
        row("question", "answer", "tilewright, s", "CP-SAT or HiGHS, s", "ratio"),
        row("---", "---", "---:", "---:", "---:"),
    ]
    for one, other, rows, columns in PAIRS:
        lines.append(
            compared(
                f"{one} and {other}; CP-SAT in {rows}x{columns}",
                partial(common_size, one, other),
                partial(cheapest, common((one, other), rows, columns)),
            )
        )
    for words, side in EXCLUSIONS:
        lines.append(
            compared(
                f"{words} excluded from {side}x{side}; HiGHS",
                partial(exclusion_size, words, side),
                partial(hitting, words, side),
            )
        )
    text = [
        "## Figures",
        "",
        f"Machine: {machine()}. CP-SAT looks only inside a window, and its figures need not be "
        "connected.",
        "",
        *lines,
    ]
    return "\n".join(text)


if __name__ == "__main__":
    print(report())
