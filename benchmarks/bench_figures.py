"""Figures: the search of `tilewright.shapes.figures` beside CP-SAT on the same question in a
window.

    python -m benchmarks.bench_figures

CP-SAT minimizes the cells of a figure in a window of one size and does not ask for a connected one,
so it proves less. Needs the extra `sat`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from benchmarks.timing import machine, row
from tilewright.formats.exactcover import ExactCover
from tilewright.model.piece import Piece
from tilewright.shapes.figures import exclusion, figure
from tilewright.solving.search import cheapest_cover

#: Two pieces, and the sides of a window that holds their smallest common figure.
PAIRS = (("F5", "L5", 6, 6), ("P5", "X5", 8, 8), ("I5", "V5", 8, 8))
#: The sides of boards from which the X pentomino is excluded.
BOARDS = (6, 7, 8)


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


def hitting(word: str, side: int) -> ExactCover:
    """Return the problem of the fewest cells that meet each placement."""
    own = placements(word, side, side)
    items = [str(number) for number in range(len(own))]
    options: dict[tuple[int, int], list[str]] = {}
    for number, placement in enumerate(own):
        for cell in placement:
            options.setdefault(cell, []).append(str(number))
    bounds = dict.fromkeys(items, (1, side * side))
    return ExactCover.build(options.values(), items, bounds=bounds, cost=[1] * len(options))


def common_size(one: str, other: str) -> int | None:
    """Return the number of cells of the smallest common figure."""
    return figure(one, other).size


def exclusion_size(side: int) -> int:
    """Return the fewest cells that exclude the X pentomino."""
    return exclusion(f"{side}x{side}", "X5").size


def compared(name: str, own: Callable[[], int | None], cover: ExactCover) -> str:
    """Return a row: the answer, the seconds of both, and their ratio."""
    own()
    began = time.perf_counter()
    size = own()
    taken = time.perf_counter() - began
    began = time.perf_counter()
    best, _ = cheapest_cover(cover, engine="sat")
    other = time.perf_counter() - began
    assert best is not None
    assert best.cost == size, (name, best.cost, size)
    return row(name, f"{size} cells", f"{taken:.2f}", f"{other:.2f}", f"{other / taken:.1f}")


def report() -> str:
    """Return the section of the page."""
    lines = [
        row("question", "answer", "tilewright, s", "CP-SAT in a window, s", "ratio"),
        row("---", "---", "---:", "---:", "---:"),
    ]
    for one, other, rows, columns in PAIRS:
        lines.append(
            compared(
                f"{one} and {other}; CP-SAT in {rows}x{columns}",
                partial(common_size, one, other),
                common((one, other), rows, columns),
            )
        )
    for side in BOARDS:
        lines.append(
            compared(
                f"X5 excluded from {side}x{side}",
                partial(exclusion_size, side),
                hitting("X5", side),
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
