"""What is wrong with a tiling of a problem, in words; `Tiling.faults` is the public method.

The check shares nothing with the engines or with the compiled cover: it looks up each tile's shape
among the orientations of the pieces.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise, repeat, takewhile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.lattices.labels import EMPTY, OUTSIDE, tile_cells
from tilewright.lattices.lattice import Cell
from tilewright.lattices.polyform import Polyform
from tilewright.values.board import first_cell
from tilewright.values.conditions import Clues, LaidTiles
from tilewright.values.piece import Oriented, Piece
from tilewright.values.problem import (
    Problem,
    can_lie,
    cell_word,
    is_on_board,
    laid_marks,
    letter_of,
    placed_cells,
)

#: How many tiles are looked at together: bounds the memory for tilings of any size.
_CHUNK = 1 << 18
#: How many kinds of wrong tiles are listed one by one.
_LISTED = 10
#: How large a bounding box is drawn in a message.
_DRAWN = 64


def tiling_faults(
    problem: Problem,
    labels: NDArray[Any],
    owners: NDArray[Any] | None,
    names: Sequence[str],
    marks: NDArray[np.str_] | None = None,
) -> list[str]:
    """Return in what a well-numbered label array fails to be a tiling of a problem, with its pieces
    if they are known.

    The cost is a few passes over the cells: a million tiles take about a second.
    """
    if labels.shape != problem.board.shape:
        board, own = ("x".join(map(str, shape)) for shape in (problem.board.shape, labels.shape))
        return [f"the board is {board}, but the tiling is {own}"]
    found = []
    mask = problem.board.mask
    for wrong, message in (
        ((labels != OUTSIDE) & ~mask, "is in the tiling, but not on the board"),
        ((labels == OUTSIDE) & mask, "is on the board, but not in the tiling"),
        ((labels == EMPTY) & mask & ~problem.optional, "is empty, but must be covered"),
    ):
        if number := int(wrong.sum()):
            others = f" (and {number - 1} more)" if number > 1 else ""
            found.append(f"the cell {first_cell(wrong)} {message}{others}")
    empties = int((labels == EMPTY).sum())
    if not problem.empty_least <= empties <= problem.empty_most and not found:
        found.append(
            f"{problem.empty_least} to {problem.empty_most} cells must be empty, got {empties}"
        )
    if found:
        return found
    several = problem.board.surface.joined or problem.marks_agree
    found = (_several_tile_faults if several else _tile_faults)(problem, labels, owners, names)
    if found or not problem.rules:
        return found
    return _rule_faults(problem, labels, owners, names, marks)


def _rule_faults(
    problem: Problem,
    labels: NDArray[Any],
    owners: NDArray[Any] | None,
    names: Sequence[str],
    marks: NDArray[np.str_] | None,
) -> list[str]:
    """Say which rules are broken by tiles that are pieces of the problem."""
    if problem.reads_marks and marks is None:
        return ["the tiling does not say which marks its tiles show, but a rule depends on them"]
    start, flat = tile_cells(labels)
    places = list(
        zip(*(axis.tolist() for axis in np.unravel_index(flat, labels.shape)), strict=True)
    )
    tiles = [tuple(places[first:last]) for first, last in pairwise(start.tolist())]
    shown = () if marks is None else tuple(marks.ravel().tolist())
    pieces: list[int] = []
    for number, cells in enumerate(tiles):
        able = [
            index
            for index in range(len(problem.pieces))
            if can_lie(problem, index, cells)
            and (owners is None or problem.piece_index(names[owners[number]]) == index)
            and (not problem.reads_marks or _shows(problem, index, cells, marks))
        ]
        if not able:
            return [f"tile {number}, {_word_of(cells)}, does not show the marks of its piece"]
        pieces.append(able[0])
    looks = [piece.polyomino.canonical("free") for piece in problem.pieces]
    laid = LaidTiles(
        problem.board, labels.ravel(), tuple(looks[piece] for piece in pieces), tuple(pieces), shown
    )
    found = []
    for rule in problem.rules:
        if isinstance(rule, Clues):
            wrong = [
                number
                for number, (cells, piece) in enumerate(zip(tiles, pieces, strict=True))
                if not rule.allows(problem, cells, piece)
            ]
            if wrong:
                found.append(f"tile {wrong[0]}, {_word_of(tiles[wrong[0]])}, breaks the clues")
        elif (fault := rule.broken(laid)) is not None:
            found.append(fault)
    return found


def _shows(
    problem: Problem, index: int, cells: tuple[Cell, ...], marks: NDArray[np.str_] | None
) -> bool:
    """Return True if a piece can show these marks on these cells, wherever sides are joined."""
    assert marks is not None
    own = {cell: str(marks[cell]) for cell in cells}
    return any(
        all(own[cell] == mark for cell, mark in shown)
        for shown in laid_marks(problem, index, cells)
    )


def _tile_faults(
    problem: Problem, labels: NDArray[Any], owners: NDArray[Any] | None, names: Sequence[str]
) -> list[str]:
    known = {
        shape: index
        for index, piece in enumerate(problem.pieces)
        for shape in piece.orientations(problem.turn)
    }
    copies = np.zeros(len(problem.pieces), dtype=np.int64)
    strangers: dict[str, list[int]] = {}
    found = []
    start, cells = tile_cells(labels)
    for tiles in _groups(
        np.diff(start), {len(piece.polyomino) for piece in problem.pieces}, strangers
    ):
        for shape, members in _kinds(problem, start, cells, tiles):
            index = known.get(shape)
            if index is None:
                strangers.setdefault(_look(shape), []).extend(members.tolist())
                continue
            copies[index] += len(members)
            if owners is not None:
                given = np.unique(owners[members]).tolist()
                found += [
                    f"tile {members[(owners[members] == number).argmax()]} is called "
                    f"{names[number]}, but has the shape of {problem.names[index]}"
                    for number in given
                    if problem.piece_index(names[number]) != index
                ]
    for number, (drawing, alike) in enumerate(strangers.items()):
        if number == _LISTED:
            found.append(
                f"{len(strangers) - _LISTED} more shapes of tiles are not pieces of the problem"
            )
            break
        others = f" (and {len(alike) - 1} more)" if len(alike) > 1 else ""
        found.append(f"tile {min(alike)}{others} is {drawing}, which is not a piece of the problem")
    for index, piece in enumerate(problem.pieces):
        if copies[index] < piece.least or (piece.most is not None and copies[index] > piece.most):
            most = "any number" if piece.most is None else piece.most
            found.append(
                f"{copies[index]} copies of {piece.name} are used, expected {piece.least} to {most}"
            )
    for placement in problem.placed:
        inside = all(is_on_board(problem, cell) for cell in placement.cells)
        label = int(labels[placement.cells[0]]) if inside else EMPTY
        if label < 0 or cells[start[label] : start[label + 1]].tolist() != sorted(
            np.ravel_multi_index(tuple(np.array(placement.cells).T), labels.shape).tolist()
        ):
            found.append(f"the tiling lacks the placed piece {placement.word()}")
    return found


def _several_tile_faults(
    problem: Problem, labels: NDArray[Any], owners: NDArray[Any] | None, names: Sequence[str]
) -> list[str]:
    """Say what is wrong with the tiles where sides are joined or marks agree with several: each is
    looked up where its piece can lie.

    The same cells may be of several pieces. Then the names decide; without names, some choice of
    pieces has to be right.
    """
    indexes = range(len(problem.pieces))
    laid = (
        [placed_cells(problem, index) for index in indexes]
        if problem.board.surface.joined
        else None
    )
    found = []
    fitting: dict[frozenset[Cell], tuple[int, ...]] = {}
    start, flat = tile_cells(labels)
    places = list(
        zip(*(axis.tolist() for axis in np.unravel_index(flat, labels.shape)), strict=True)
    )
    for number, (first, last) in enumerate(pairwise(start.tolist())):
        cells = frozenset(places[first:last])
        able = tuple(
            index
            for index in indexes
            if (cells in laid[index] if laid else can_lie(problem, index, tuple(sorted(cells))))
        )
        if not able:
            found.append(f"tile {number} is {_word_of(cells)}, which is not a piece of the problem")
            continue
        if owners is not None:
            name = names[owners[number]]
            named = problem.piece_index(name)
            if named in able:
                able = (named,)
            else:
                own = " or ".join(problem.names[index] for index in able)
                found.append(f"tile {number} is called {name}, but has the shape of {own}")
        fitting[cells] = able
    for placement in problem.placed:
        cells, index = frozenset(placement.cells), problem.piece_index(placement.piece)
        if index is None or index not in fitting.get(cells, ()):
            found.append(f"the tiling lacks the placed piece {placement.word()}")
        else:
            fitting[cells] = (index,)
    groups = Counter(fitting.values())
    for index, piece in enumerate(problem.pieces):
        certain, possible = groups[index,], sum(groups[able] for able in groups if index in able)
        if possible < piece.least or (piece.most is not None and certain > piece.most):
            number = possible if possible < piece.least else certain
            most = "any number" if piece.most is None else piece.most
            found.append(
                f"{number} copies of {piece.name} are used, expected {piece.least} to {most}"
            )
    if not found and not _can_be_shared_out(groups, problem.pieces):
        found.append(
            "no assignment of pieces to the tiles uses the allowed number of copies of each piece"
        )
    return found


def _can_be_shared_out(groups: Counter[tuple[int, ...]], pieces: Sequence[Piece]) -> bool:
    """Return True if each tile can be one of the pieces that fit it, so that each piece has its
    number of copies.

    If all tiles can be given pieces without any being used too often, and all copies that are
    needed can be given tiles, then both can be done at once (N. S. Mendelsohn and A. L. Dulmage,
    Canad. J. Math. 10, 1958).

    Parameters
    ----------
    groups : Counter of tuple of int
        How many tiles fit just these pieces.
    pieces : sequence of Piece
    """
    tiles, least = groups.total(), [piece.least for piece in pieces]
    most = [tiles if piece.most is None else piece.most for piece in pieces]
    return _most_matched(groups, most) == tiles and _most_matched(groups, least) == sum(least)


def _most_matched(groups: Counter[tuple[int, ...]], room: Sequence[int]) -> int:
    """Return how many tiles can get one of their pieces at most, with the given number of copies of
    each piece.
    """
    left = list(room)
    given: Counter[tuple[tuple[int, ...], int]] = Counter()

    def give(group: tuple[int, ...]) -> bool:
        """Give a piece to one more tile, if others have to take another one for it: along a
        shortest augmenting path.
        """
        before: dict[int, tuple[int, ...]] = {}
        reached: dict[tuple[int, ...], int | None] = {group: None}
        queue = [group]
        for here in queue:
            for piece in here:
                if piece in before:
                    continue
                before[piece] = here
                if left[piece]:
                    left[piece] -= 1
                    step: int | None = piece
                    while step is not None:
                        owner = before[step]
                        given[owner, step] += 1
                        step = reached[owner]
                        if step is not None:
                            given[owner, step] -= 1
                    return True
                for other in groups:
                    if other not in reached and given[other, piece]:
                        reached[other] = piece
                        queue.append(other)
        return False

    return sum(
        sum(1 for _ in takewhile(give, repeat(group, number))) for group, number in groups.items()
    )


def _word_of(cells: Iterable[Cell]) -> str:
    return "-".join(cell_word(cell) for cell in sorted(cells))


def _look(shape: Oriented) -> str:
    polyform, marks = shape
    if math.prod(polyform.shape) <= _DRAWN:
        return Piece(polyform, marks=marks).name
    return f"{len(polyform)} cells in {'x'.join(map(str, polyform.shape))}"


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
    board = problem.board
    places = np.unravel_index(cells[start[tiles, None] + np.arange(size)], board.shape)
    marks = board.marks[places].astype(np.int64)
    own = np.stack(places, axis=2)
    own -= board.lattice.corner(own)
    extents, alphabet = tuple((own.max(axis=(0, 1)) + 1).tolist()), len(board.alphabet) + 1
    digits = np.ravel_multi_index(tuple(np.moveaxis(own, 2, 0)), extents) * alphabet + marks
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
    _, examples, which = np.unique(key, return_index=True, return_inverse=True)
    order = np.argsort(which.ravel(), kind="stable")
    bounds = np.searchsorted(which.ravel()[order], np.arange(len(examples) + 1))
    kinds: list[tuple[Oriented, NDArray[np.int64]]] = []
    for number, example in enumerate(examples.tolist()):
        shape = Polyform([*map(tuple, own[example].tolist())], board.lattice)
        letters = tuple(letter_of(problem, mark) for mark in marks[example].tolist())
        kinds.append(((shape, letters), tiles[order[bounds[number] : bounds[number + 1]]]))
    return kinds
