"""Faults: everything that is wrong with a problem, or with a tiling of it, in words.

`Problem.faults` and `Tiling.faults` are the doors. The check of a tiling shares nothing with the
engines or with the compiled cover: it looks up each tile's shape among the orientations of the pieces.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tilewright.piece import Oriented, Piece, images
from tilewright.placement import Placement
from tilewright.polyomino import Cell, Polyomino
from tilewright.tiling import EMPTY, OUTSIDE, Tiling, tile_cells

if TYPE_CHECKING:
    from tilewright.problem import Problem

__all__ = ["problem_faults", "tiling_faults"]

#: How many tiles are looked at together: bounds the memory for tilings of any size.
_CHUNK = 1 << 18
#: How many kinds of wrong tiles are listed one by one.
_LISTED = 10
#: How large a bounding box is drawn in a message.
_DRAWN = 64


def problem_faults(problem: Problem) -> list[str]:
    """Return everything that is wrong with a request; empty if an engine may take it."""
    found = [*_piece_faults(problem)]
    least, most = problem.empty_least, problem.empty_most
    if least < 0 or least > most:
        found.append(f"at least {least} but at most {most} empty cells cannot be")
    elif most > (available := int(problem.optional.sum())):
        found.append(f"{most} cells may stay empty, but only {available} cells are there for it")
    return found + _placed_faults(problem)


def _piece_faults(problem: Problem) -> list[str]:
    if not problem.pieces:
        return ["there are no pieces; name at least one"]
    found = [
        f"{number} different pieces have the name '{name}'"
        for name, number in Counter(piece.name for piece in problem.pieces).items()
        if number > 1
    ]
    owners: dict[bytes, int] = {}
    clashes: set[tuple[int, int]] = set()
    for index, looks in enumerate(images(problem.pieces, problem.turn)):
        for image in looks:
            owner = owners.setdefault(image, index)
            if owner != index:
                clashes.add((owner, index))
    return found + [
        f"the pieces {problem.pieces[owner].base()} and {problem.pieces[index].base()} have an orientation in "
        "common, so a tiling could not tell them apart"
        for owner, index in sorted(clashes)
    ]


def _placed_faults(problem: Problem) -> list[str]:
    found = []
    taken: dict[Cell, Placement] = {}
    used: Counter[int] = Counter()
    for placement in problem.placed:
        word = placement.word()
        index = problem.piece_index(placement.piece)
        if index is None:
            found.append(f"{word}: there is no piece '{placement.piece}' in the problem")
        else:
            used[index] += 1
        wrong = []
        for cell in dict.fromkeys(placement.cells):
            row, column = cell
            if not _on_board(problem, cell):
                wrong.append(f"{word}: the cell {row},{column} is not on the board")
            elif cell in taken:
                wrong.append(f"{word}: the cell {row},{column} is taken by {taken[cell].word()}")
            taken[cell] = placement
        wrong += [
            f"{word}: the cell {row},{column} is named {times} times"
            for (row, column), times in Counter(placement.cells).items()
            if times > 1
        ]
        # Whether the piece could look so is a question only for cells that it could have.
        if index is not None and not wrong and not _fits(problem, index, placement.cells):
            wrong.append(f"{word}: these cells, with their marks, are not an orientation of the piece")
        found += wrong
    for index, number in used.items():
        most = problem.pieces[index].most
        if most is not None and number > most:
            found.append(
                f"{number} copies of {problem.pieces[index].name} are placed, but there are at most {most}"
            )
    return found


def _on_board(problem: Problem, cell: Cell) -> bool:
    row, column = cell
    rows, columns = problem.board.shape
    return 0 <= row < rows and 0 <= column < columns and bool(problem.board.mask[cell])


def _fits(problem: Problem, index: int, cells: tuple[Cell, ...]) -> bool:
    marks = tuple(_letter(problem, int(problem.board.marks[cell])) for cell in cells)
    return (Polyomino(cells), marks) in problem.pieces[index].orientations(problem.turn)


def _letter(problem: Problem, mark: int) -> str:
    return problem.board.alphabet[mark - 1] if mark else ""


def tiling_faults(problem: Problem, tiling: Tiling) -> list[str]:
    """Return in what a well-numbered label array fails to be a tiling of a problem.

    The cost is a few passes over the cells: a million tiles take about a second.
    """
    if tiling.shape != problem.board.shape:
        return ["the board is {}x{}, the tiling is {}x{}".format(*problem.board.shape, *tiling.shape)]
    found = []
    mask, labels = problem.board.mask, tiling.labels
    for wrong, message in (
        ((labels != OUTSIDE) & ~mask, "is not on the board, but the tiling has it"),
        ((labels == OUTSIDE) & mask, "is on the board, but the tiling leaves it out"),
        ((labels == EMPTY) & mask & ~problem.optional, "is empty, but must be covered"),
    ):
        if number := int(wrong.sum()):
            row, column = divmod(int(wrong.argmax()), tiling.shape[1])
            others = f" (and {number - 1} more)" if number > 1 else ""
            found.append(f"the cell {row},{column} {message}{others}")
    empties = int((labels == EMPTY).sum())
    if not problem.empty_least <= empties <= problem.empty_most and not found:
        found.append(f"{empties} cells are empty, not {problem.empty_least} to {problem.empty_most}")
    return found or _tile_faults(problem, tiling)


def _tile_faults(problem: Problem, tiling: Tiling) -> list[str]:
    known = {
        shape: index
        for index, piece in enumerate(problem.pieces)
        for shape in piece.orientations(problem.turn)
    }
    copies = np.zeros(len(problem.pieces), dtype=np.int64)
    strangers: dict[str, list[int]] = {}
    found = []
    start, cells = tile_cells(tiling.labels)
    for tiles in _groups(np.diff(start), {len(piece.polyomino) for piece in problem.pieces}, strangers):
        for shape, members in _kinds(problem, start, cells, tiles):
            index = known.get(shape)
            if index is None:
                strangers.setdefault(_look(shape), []).extend(members.tolist())
                continue
            copies[index] += len(members)
            if tiling.piece is not None:
                given = np.unique(tiling.piece[members]).tolist()
                right = {problem.names[index], problem.pieces[index].name}
                found += [
                    f"tile {members[(tiling.piece[members] == number).argmax()]} is called "
                    f"{tiling.names[number]}, but is {problem.names[index]}"
                    for number in given
                    if tiling.names[number] not in right
                ]
    for number, (drawing, alike) in enumerate(strangers.items()):
        if number == _LISTED:
            found.append(f"{len(strangers) - _LISTED} more kinds of tiles are no piece of the problem")
            break
        others = f" (and {len(alike) - 1} more)" if len(alike) > 1 else ""
        found.append(f"tile {min(alike)}{others} is {drawing}, which is no piece of the problem")
    for index, piece in enumerate(problem.pieces):
        if copies[index] < piece.least or (piece.most is not None and copies[index] > piece.most):
            most = "any number" if piece.most is None else piece.most
            found.append(f"{copies[index]} copies of {piece.name} are used, not {piece.least} to {most}")
    for placement in problem.placed:
        inside = all(_on_board(problem, cell) for cell in placement.cells)
        rows, columns = np.array(placement.cells).T
        label = int(tiling.labels[rows[0], columns[0]]) if inside else EMPTY
        if label < 0 or cells[start[label] : start[label + 1]].tolist() != sorted(
            (rows * tiling.shape[1] + columns).tolist()
        ):
            found.append(f"the piece placed at {placement.word()} is not there")
    return found


def _look(shape: Oriented) -> str:
    polyomino, marks = shape
    if polyomino.rows * polyomino.columns <= _DRAWN:
        return Piece(polyomino, marks=marks).name
    return f"{len(polyomino)} cells in {polyomino.rows}x{polyomino.columns}"


def _groups(
    sizes: NDArray[np.int64], wanted: set[int], strangers: dict[str, list[int]]
) -> list[NDArray[np.int64]]:
    """Return tiles of equal size in chunks; tiles of a size that no piece has are strangers."""
    groups = []
    for size in np.unique(sizes).tolist():
        tiles = np.flatnonzero(sizes == size)
        if size in wanted:
            groups += [tiles[first : first + _CHUNK] for first in range(0, len(tiles), _CHUNK)]
        else:
            strangers[f"{size} {'cells' if size > 1 else 'cell'} large"] = tiles.tolist()
    return groups


def _kinds(
    problem: Problem, start: NDArray[np.int64], cells: NDArray[np.int64], tiles: NDArray[np.int64]
) -> list[tuple[Oriented, NDArray[np.int64]]]:
    """Sort tiles of equal size by their shape with its marks."""
    size = int(start[tiles[0] + 1] - start[tiles[0]])
    rows, columns = np.divmod(cells[start[tiles, None] + np.arange(size)], problem.board.shape[1])
    marks = problem.board.marks[rows, columns].astype(np.int64)
    rows -= rows.min(axis=1, keepdims=True)
    columns -= columns.min(axis=1, keepdims=True)
    width, alphabet = int(columns.max()) + 1, len(problem.board.alphabet) + 1
    digits = (rows * width + columns) * alphabet + marks
    base = int(digits.max()) + 1
    key = digits[:, 0]
    most = base
    for position in range(1, size):
        if most >= 2**62 // base:
            # Number the keys anew before the next digit would overflow them.
            key = np.unique(key, return_inverse=True)[1].ravel()
            most = len(tiles)
        key = key * base + digits[:, position]
        most *= base
    _, first, which = np.unique(key, return_index=True, return_inverse=True)
    order = np.argsort(which.ravel(), kind="stable")
    bounds = np.searchsorted(which.ravel()[order], np.arange(len(first) + 1))
    kinds = []
    for number, example in enumerate(first.tolist()):
        shape = Polyomino(tuple(zip(rows[example].tolist(), columns[example].tolist(), strict=True)))
        letters = tuple(_letter(problem, mark) for mark in marks[example].tolist())
        kinds.append(((shape, letters), tiles[order[bounds[number] : bounds[number + 1]]]))
    return kinds
