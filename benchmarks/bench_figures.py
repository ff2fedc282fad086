"""Figures: the search of `tilewright.shapes.figures` beside CP-SAT on the same question in a
window, and exclusions and superforms beside HiGHS.

    python -m benchmarks.bench_figures

CP-SAT minimizes the cells of a figure in a window of one size and does not ask for a connected one,
so it proves less. So does HiGHS for superforms. Needs the extra `sat`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import highspy
import numpy as np
from numpy.typing import NDArray

from benchmarks.timing import machine, row
from tilewright.formats.exactcover import ExactCover
from tilewright.model.piece import Piece, parse_pieces
from tilewright.shapes.figures import exclusion, figure, superform
from tilewright.solving.highs import linear_program, run_highs
from tilewright.solving.search import cheapest_cover

#: Two pieces, and the sides of a window that holds their smallest common figure.
PAIRS = (("F5", "L5", 6, 6), ("P5", "X5", 8, 8), ("I5", "V5", 8, 8))
#: Pieces that are excluded from squares, and the sides of these.
EXCLUSIONS = (("X5", 8), ("L3", 8), ("trominoes", 10), ("tetrominoes", 7), ("tetrominoes", 8))
#: Pieces of a superform, and the sides of a square that holds it.
SUPERFORMS = (("pentominoes", 5), ("hexominoes", 6))


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
        placement
        for piece in parse_pieces(words)
        for placement in placements(piece.word(), side, side)
    ]
    entries = [
        (number, row * side + column, 1.0)
        for number, placement in enumerate(own)
        for row, column in placement
    ]
    return least_sum(np.ones(side * side), [1.0] * len(own), entries)


def containing(words: str, side: int) -> int:
    """Return the fewest cells of a square that contain a placement of each piece, by HiGHS."""
    cost, least = [1.0] * side**2, list[float]()
    entries: list[tuple[int, int, float]] = []
    for piece in parse_pieces(words):
        # One placement of the piece is chosen; its cells are inside.
        first = len(least)
        least += [1.0, *[0.0] * side**2]
        entries += [(first + 1 + cell, cell, 1.0) for cell in range(side**2)]
        for placement in placements(piece.word(), side, side):
            entries.append((first, len(cost), 1.0))
            entries += [(first + 1 + r * side + c, len(cost), -1.0) for r, c in placement]
            cost.append(0.0)
    return least_sum(np.array(cost), least, entries)


def least_sum(
    cost: NDArray[np.float64], least: list[float], entries: list[tuple[int, int, float]]
) -> int:
    """Return the least cost of a choice of columns, such that each row has a sum that is large
    enough.
    """
    row, column, value = zip(*entries, strict=True)
    program = linear_program(
        cost,
        (np.zeros(len(cost)), np.ones(len(cost))),
        (np.array(least), np.full(len(least), np.inf)),
        (np.array(row), np.array(column), np.array(value)),
        least=True,
    )
    program.integrality_ = [highspy.HighsVarType.kInteger] * len(cost)
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


def superform_size(words: str) -> int:
    """Return the fewest cells that contain pieces."""
    return superform(words).size


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
    for words, side in SUPERFORMS:
        lines.append(
            compared(
                f"superform of the {words}; HiGHS in {side}x{side}",
                partial(superform_size, words),
                partial(containing, words, side),
            )
        )
    text = [
        "## Figures",
        "",
        f"Machine: {machine()}. CP-SAT and HiGHS look only inside a window, and their figures need "
        "not be connected.",
        "",
        *lines,
    ]
    return "\n".join(text)


if __name__ == "__main__":
    print(report())
