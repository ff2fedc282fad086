"""The faults of a tiling of a problem, as sentences. `Tiling.faults` is the public method.

The check shares no code with the engines or the compiled cover. It looks up the shape of each tile
among the orientations of the pieces.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.model.board import first_cell, has_cell
from tilewright.model.piece import Oriented, Piece
from tilewright.model.problem import Problem, laid_marks, letter_of
from tilewright.model.rules.rule_types import (
    SAME_WAY,
    Apart,
    Clues,
    LaidTiles,
    Maximal,
    Tiles,
    side_by_side,
)
from tilewright.model.rules.touching_marks import Fitting, TouchingTiles, can_be_shared_out
from tilewright.model.space.labels import EMPTY, OUTSIDE, cells_of_tiles, tile_cells
from tilewright.model.space.lattice import Cell, box_word, cell_word
from tilewright.model.space.polyform import Polyform
from tilewright.system.values.arrays import grouped, unique_rows

#: How many tiles are checked together: bounds the memory for tilings of any size.
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
    """Return the reasons why a well-numbered label array, with its pieces if known, is not a tiling
    of a problem.

    This makes a few passes over the cells. A million tiles take about a second.
    """
    if labels.shape != problem.board.shape:
        board, size = (box_word(shape) for shape in (problem.board.shape, labels.shape))
        return [f"the board is {board}, but the tiling is {size}"]
    faults = []
    mask = problem.board.mask
    for wrong, message in (
        ((labels != OUTSIDE) & ~mask, "the cell {} is in the tiling but not on the board"),
        ((labels == OUTSIDE) & mask, "the cell {} is on the board but not in the tiling"),
        ((labels == EMPTY) & mask & ~problem.optional, "the cell {} is empty, but must be covered"),
    ):
        if number := int(wrong.sum()):
            others = f" (and {number - 1} more)" if number > 1 else ""
            faults.append(message.format(first_cell(wrong)) + others)
    empties = int((labels == EMPTY).sum())
    if not problem.empty_least <= empties <= problem.empty_most and not faults:
        faults.append(
            f"{problem.empty_least} to {problem.empty_most} cells must be empty, got {empties}"
        )
    if faults:
        return faults
    several = problem.board.surface.joined or problem.marks_agree
    faults = (_several_tile_faults if several else _tile_faults)(problem, labels, owners, names)
    if faults or not problem.rules:
        return faults
    return _rule_faults(problem, labels, owners, names, marks)


def _room_faults(problem: Problem, labels: NDArray[Any]) -> list[str]:
    """Return where a further piece fits on empty cells of a flat board, if anywhere."""
    free = {tuple(cell) for cell in np.argwhere(problem.board.mask & (labels < 0)).tolist()}
    shapes = {
        shape.cells for piece in problem.pieces for shape, _ in piece.orientations(problem.turn)
    }
    for cells in sorted(shapes):
        for cell in sorted(free):
            step = [at - home for at, home in zip(cell, cells[0], strict=True)]
            there = tuple(tuple(x + by for x, by in zip(own, step, strict=True)) for own in cells)
            if free.issuperset(there) and any(_list_fitting(problem, [there], None, None)):
                return [f"a further piece fits on the empty cells {_word_of(there)}"]
    return []


def _rule_faults(
    problem: Problem,
    labels: NDArray[Any],
    owners: NDArray[Any] | None,
    names: Sequence[str],
    marks: NDArray[np.str_] | None,
) -> list[str]:
    """Return the faults of broken rules. If the tiles have no names, some choice of pieces must
    satisfy the rules.
    """
    if problem.reads_marks and marks is None:
        return ["the tiling has no marks, but a rule requires the marks of the tiles"]
    tiles = cells_of_tiles(labels)
    named = None if owners is None else [names[owner] for owner in owners[: len(tiles)].tolist()]
    fitting = _list_fitting(problem, tiles, named, marks)
    for number, cells in enumerate(tiles):
        if not fitting[number]:
            return [f"tile {number}, {_word_of(cells)}, does not show the marks of its piece"]
    faults = _placed_mark_faults(problem, marks)
    for rule in problem.rules:
        if isinstance(rule, Clues):
            allowed = [
                tuple(piece for piece in fits if rule.allows(problem, cells, piece))
                for cells, fits in zip(tiles, fitting, strict=True)
            ]
            if () in allowed:
                number = allowed.index(())
                faults.append(f"tile {number}, {_word_of(tiles[number])}, violates the clues")
            else:
                fitting = allowed
    for rule in problem.rules:
        if isinstance(rule, Tiles):
            group = rule.group(problem)
            inside = sum(group.issuperset(fits) for fits in fitting)
            if inside < sum(not group.isdisjoint(fits) for fits in fitting):
                return [
                    "the tiling does not name the pieces of its tiles, but a rule requires the "
                    "names"
                ]
            if (fault := rule.miscounted(inside)) is not None:
                faults.append(fault)
    laid = LaidTiles(
        problem,
        labels.ravel(),
        tiles,
        fitting,
        () if marks is None else tuple(marks.ravel().tolist()),
    )
    if any(isinstance(rule, Maximal) for rule in problem.rules):
        faults += _room_faults(problem, labels)
    for rule in problem.rules:
        if not isinstance(rule, Clues | Tiles) and (fault := rule.broken(laid)) is not None:
            faults.append(fault)
    if faults or named is not None:
        return faults
    # The cells of a tile determine whether it lies the same way, whatever its piece is.
    by_piece = [r for r in problem.rules if isinstance(r, Apart) and r.of != SAME_WAY]
    classes = [rule.classes(problem) for rule in by_piece]
    looks = [
        tuple(class_of(number, piece.polyomino.cells) for class_of in classes)
        for number, piece in enumerate(problem.pieces)
    ]
    if any(len({looks[piece] for piece in fits}) > 1 for fits in fitting):
        beside = [_list_neighbors(laid, rule.corners) for rule in by_piece]
        is_possible = TouchingTiles(looks, beside).can_be_shared_out(fitting, problem.pieces)
    else:
        is_possible = can_be_shared_out(Counter(fitting), problem.pieces)
    if is_possible:
        return []
    return [
        "no assignment of pieces to the tiles satisfies both the rules and the allowed numbers of "
        "copies"
    ]


def _list_fitting(
    problem: Problem,
    tiles: Sequence[tuple[Cell, ...]],
    named: Sequence[str] | None,
    marks: NDArray[np.str_] | None,
) -> list[Fitting]:
    """Return the pieces that each tile may be, according to its cells, name and marks, and the
    placed pieces.
    """
    ways = laid_marks(problem)
    placed = {frozenset(placement.cells): placement.piece for placement in problem.placed}
    fitting = []
    for number, cells in enumerate(tiles):
        name = placed.get(frozenset(cells)) if named is None else named[number]
        index_of_name = None if name is None else problem.piece_index(name)
        fitting.append(
            tuple(
                index
                for index, shown_ways in ways(cells)
                if index_of_name in (None, index)
                and (marks is None or any(_is_shown(marks, way) for way in shown_ways))
            )
        )
    return fitting


def _placed_mark_faults(problem: Problem, marks: NDArray[np.str_] | None) -> list[str]:
    """Return the faults of placed pieces that show different marks, if rules depend on marks."""
    if marks is None or not problem.reads_marks:
        return []
    return [
        f"the tiling does not contain the placed piece {placement.word()}"
        for placement in problem.placed
        if placement.marks
        and not _is_shown(marks, zip(placement.cells, placement.marks, strict=True))
    ]


def _list_neighbors(laid: LaidTiles, corners: bool) -> dict[int, set[int]]:
    """Return the tiles that share a side with each tile, or with `corners` at least a corner."""
    beside: dict[int, set[int]] = {number: set() for number in range(len(laid.tiles))}
    for first, second in laid.labels[side_by_side(laid.board, corners=corners)].tolist():
        if min(first, second) >= 0 and first != second:
            beside[first].add(second)
            beside[second].add(first)
    return beside


def _is_shown(marks: NDArray[np.str_], way: Iterable[tuple[Cell, str]]) -> bool:
    """Return whether cells have these marks."""
    return all(str(marks[cell]) == mark for cell, mark in way)


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
    faults = []
    start, cells = tile_cells(labels)
    for tiles in _group_by_size(
        np.diff(start), {len(piece.polyomino) for piece in problem.pieces}, strangers
    ):
        for shape, members in _group_by_shape(problem, start, cells, tiles):
            index = known.get(shape)
            if index is None:
                strangers.setdefault(_draw_shape(shape), []).extend(members.tolist())
                continue
            copies[index] += len(members)
            if owners is not None:
                numbers = np.unique(owners[members]).tolist()
                faults += [
                    f"tile {members[(owners[members] == number).argmax()]} is called "
                    f"{names[number]}, but has the shape of {problem.names[index]}"
                    for number in numbers
                    if problem.piece_index(names[number]) != index
                ]
    for number, (drawing, alike) in enumerate(strangers.items()):
        if number == _LISTED:
            faults.append(
                f"{len(strangers) - _LISTED} more tile shapes are not pieces of the problem"
            )
            break
        others = f" (and {len(alike) - 1} more)" if len(alike) > 1 else ""
        faults.append(
            f"tile {min(alike)}{others} is {drawing}, which is not a piece of the problem"
        )
    faults += _copy_faults(problem, copies.tolist(), copies.tolist())
    for placement in problem.placed:
        inside = all(has_cell(problem.board, cell) for cell in placement.cells)
        label = int(labels[placement.cells[0]]) if inside else EMPTY
        if label < 0 or cells[start[label] : start[label + 1]].tolist() != sorted(
            np.ravel_multi_index(tuple(np.array(placement.cells).T), labels.shape).tolist()
        ):
            faults.append(f"the tiling does not contain the placed piece {placement.word()}")
    return faults


def _several_tile_faults(
    problem: Problem, labels: NDArray[Any], owners: NDArray[Any] | None, names: Sequence[str]
) -> list[str]:
    """Return the faults of tiles that may be several pieces, because of joined sides or agreeing
    marks.
    """
    ways = laid_marks(problem)
    faults = []
    fitting: dict[frozenset[Cell], tuple[int, ...]] = {}
    for number, tile in enumerate(cells_of_tiles(labels)):
        cells = frozenset(tile)
        able = tuple(index for index, _ in ways(tile))
        if not able:
            faults.append(
                f"tile {number} is {_word_of(cells)}, which is not a piece of the problem"
            )
            continue
        if owners is not None:
            name = names[owners[number]]
            named = problem.piece_index(name)
            if named in able:
                able = (named,)
            else:
                shapes = " or ".join(problem.names[index] for index in able)
                faults.append(f"tile {number} is called {name}, but has the shape of {shapes}")
        fitting[cells] = able
    for placement in problem.placed:
        cells, index = frozenset(placement.cells), problem.piece_index(placement.piece)
        if index is None or index not in fitting.get(cells, ()):
            faults.append(f"the tiling does not contain the placed piece {placement.word()}")
        else:
            fitting[cells] = (index,)
    groups = Counter(fitting.values())
    faults += _copy_faults(
        problem,
        [groups[index,] for index in range(len(problem.pieces))],
        [
            sum(groups[able] for able in groups if index in able)
            for index in range(len(problem.pieces))
        ],
    )
    if not faults and not can_be_shared_out(groups, problem.pieces):
        faults.append(
            "no assignment of pieces to the tiles satisfies the allowed numbers of copies"
        )
    return faults


def _copy_faults(
    problem: Problem, certain: Sequence[int], possible: Sequence[int]
) -> Iterator[str]:
    """Yield the faults of pieces with too few possible tiles or too many certain tiles."""
    for piece, sure, able in zip(problem.pieces, certain, possible, strict=True):
        if able < piece.least or (piece.most is not None and sure > piece.most):
            number = able if able < piece.least else sure
            least, most = piece.least, piece.most
            expected = (
                f"at least {least}"
                if most is None
                else f"{least} to {most}"
                if least < most
                else least
            )
            yield f"{number} copies of {piece.name} are used, expected {expected}"


def _word_of(cells: Iterable[Cell]) -> str:
    return "-".join(cell_word(cell) for cell in sorted(cells))


def _draw_shape(shape: Oriented) -> str:
    polyform, marks = shape
    if math.prod(polyform.shape) <= _DRAWN:
        return Piece(polyform, marks=marks).name
    return f"{len(polyform)} cells in {box_word(polyform.shape)}"


def _group_by_size(
    sizes: NDArray[np.int64], wanted: set[int], strangers: dict[str, list[int]]
) -> list[NDArray[np.int64]]:
    """Return tiles of equal size in chunks. Tiles whose size no piece has are added to
    ``strangers``.
    """
    groups = []
    for size in np.unique(sizes).tolist():
        tiles = np.flatnonzero(sizes == size)
        if size in wanted:
            groups += [tiles[first : first + _CHUNK] for first in range(0, len(tiles), _CHUNK)]
        else:
            strangers[f"{size} {'cells' if size > 1 else 'cell'} large"] = tiles.tolist()
    return groups


def _group_by_shape(
    problem: Problem, start: NDArray[np.int64], cells: NDArray[np.int64], tiles: NDArray[np.int64]
) -> list[tuple[Oriented, NDArray[np.int64]]]:
    """Sort tiles of equal size by shape and marks."""
    size = int(start[tiles[0] + 1] - start[tiles[0]])
    board = problem.board
    places = np.unravel_index(cells[start[tiles, None] + np.arange(size)], board.shape)
    marks = board.marks[places].astype(np.int64)
    coordinates = np.stack(places, axis=2)
    coordinates -= board.lattice.corner(coordinates)
    extents = tuple((coordinates.max(axis=(0, 1)) + 1).tolist())
    alphabet = len(board.alphabet) + 1
    digits = np.ravel_multi_index(tuple(np.moveaxis(coordinates, 2, 0)), extents) * alphabet + marks
    examples, which = unique_rows(digits)
    bounds, order = grouped(which, len(examples))
    kinds: list[tuple[Oriented, NDArray[np.int64]]] = []
    for number, example in enumerate(examples.tolist()):
        shape = Polyform([*map(tuple, coordinates[example].tolist())], board.lattice)
        letters = tuple(letter_of(problem, mark) for mark in marks[example].tolist())
        kinds.append(((shape, letters), tiles[order[bounds[number] : bounds[number + 1]]]))
    return kinds
