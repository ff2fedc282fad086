"""Puzzles in the JSON of polysolve: a grid, a board, and shapes with mobility and amount.

References
----------
stdio2016, *polysolve*, https://github.com/stdio2016/polysolve. Its reader gives the defaults: a
shape may rotate, and is used once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from tilewright.errors import FormatError, quoted
from tilewright.formats.format import Entry, Format, json_reader, problem_writer
from tilewright.formats.puzzles.grids import GRIDS, Point, PointGrid, grid_of
from tilewright.formats.puzzles.shapes import (
    board_of,
    make_problem,
    most_copies,
    placed_pieces,
    turn_of,
)
from tilewright.formats.puzzles.tiles import Tile, tile_cover, tile_problem
from tilewright.model.board import Board
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.space.lattice import Cell, Turn

_TURNS: dict[str, Turn] = {"mirror": "free", "rotate": "one-sided", "translate": "fixed"}
_WORDS = {turn: word for word, turn in _TURNS.items()}
_LARGEST = 1 << 24
#: How deeply lists of tiles are nested at most.
_DEEPEST = 4


def _read(data: Any) -> list[Entry]:
    if not isinstance(data, dict):
        raise FormatError("a polysolve puzzle must be an object with 'grid', 'board' and 'shapes'")
    name = data.get("grid")
    if not isinstance(name, str) or name not in GRIDS:
        raise FormatError(f"'grid' must be one of {', '.join(GRIDS)}, got {quoted(name)}")
    grid = GRIDS[name]
    board, corner = board_of(_cells(data.get("board"), "the board", grid), grid.lattice)
    shapes = data.get("shapes")
    if not isinstance(shapes, list) or not shapes:
        raise FormatError("'shapes' must be a list with at least one shape")
    tiles = [_shape(shape, f"shape {number}", grid) for number, shape in enumerate(shapes, start=1)]
    tiles = [tile.moved(corner) if tile.stands else tile for tile in tiles]
    empty = None
    if data.get("mode") == "useall":
        tiles = [replace(tile, least=tile.most) for tile in tiles]
        empty = board.area
    title, notes = (
        word if isinstance(word := data.get(key, ""), str) else ""
        for key in ("description", "notes")
    )
    entry = Entry(
        name=title,
        notes=notes,
        lost=tuple(f"the {key}" for key in ("solutions", "placement") if data.get(key)),
    )
    moving = [tile for tile in tiles if not tile.stands]
    standing = [tile for tile in tiles if tile.stands]
    if not standing:
        return [replace(entry, problem=tile_problem(board, moving, empty))]
    pieces = [tile.pieces(board) for tile in moving]
    if any(len(tile.morphs) > 1 for tile in standing) or any(len(shapes) > 1 for shapes in pieces):
        names = " and ".join(tile.name or "a tile" for tile in standing)
        why = (
            f"{names}: only an exact cover problem can express stationary shapes together "
            "with alternative shapes. `tilewright solve` can solve the file, and `convert --to "
            "dlx` can convert it"
        )
        cover = tile_cover(tile_problem(board, moving, empty), moving, standing)
        return [replace(entry, cover=cover, refused=why)]
    problem = _place_stationary(board, [shapes[0] for shapes in pieces], standing, empty)
    return [replace(entry, problem=problem)]


def _place_stationary(
    board: Board, pieces: list[Piece], standing: list[Tile], empty: int | None
) -> Problem:
    """Return the problem with stationary tiles placed, as copies of equal pieces or new ones."""
    placed = []
    for tile in standing:
        (piece,) = tile.pieces(board)
        shape = piece.orientations("fixed")[0]
        index = next(
            (i for i, other in enumerate(pieces) if shape in other.orientations()), len(pieces)
        )
        if index == len(pieces):
            pieces.append(piece)
        else:
            other = pieces[index]
            most = None if other.most is None else other.most + 1
            pieces[index] = replace(other, least=other.least + 1, most=most)
        # By shape, since names may be ambiguous.
        placed.append((pieces[index].base(), list(tile.morphs[0])))
    return make_problem(board, pieces, placed=placed, empty=empty)


def _shape(shape: Any, what: str, grid: PointGrid) -> Tile:
    """Return a tile; one that is stationary stands."""
    if (
        not isinstance(shape, dict)
        or not isinstance(shape.get("morphs"), list)
        or not shape["morphs"]
    ):
        raise FormatError(f"{what} must be an object with a non-empty list 'morphs'")
    morphs = tuple(tuple(_cells(morph, what, grid)) for morph in shape["morphs"])
    mobility = shape.get("mobility", "rotate")
    if not isinstance(mobility, str) or (mobility != "stationary" and mobility not in _TURNS):
        raise FormatError(
            f"the mobility of {what} must be 'mirror', 'rotate', 'translate' or 'stationary', got "
            f"{quoted(mobility)}"
        )
    amount = shape.get("amount", 1)
    bounds: dict[str, Any] = amount if isinstance(amount, dict) else {"max": amount}
    most: Any = bounds.get("max", 1)
    least: Any = bounds.get("min", most)
    for count in (least, most):
        if type(count) is not int or not 0 <= count <= _LARGEST:
            raise FormatError(
                f"the amount of {what} must be an integer from 0 to {_LARGEST}, got {quoted(count)}"
            )
    label = shape.get("name", "")
    name = label if isinstance(label, str) else ""
    if mobility == "stationary":
        if (least, most) != (1, 1):
            raise FormatError(f"the amount of {what} must be 1, because the shape is stationary")
        return Tile(morphs, "fixed", name=name, stands=True)
    return Tile(morphs, _TURNS[mobility], least, most, name)


def _cells(shape: Any, what: str, grid: PointGrid) -> list[Cell]:
    """Return the cells of 'coords' (x, y) or of 'tiles', rows of 0 and 1 along x, in rows along y,
    and so on.

    Coordinates begin with the kind of a cell if the grid has several.
    """
    length = grid.dimension + (grid.kinds > 1)
    if isinstance(shape, dict) and isinstance(shape.get("coords"), list):
        points = [_coord(pair, what, length) for pair in shape["coords"]]
    elif isinstance(shape, dict) and isinstance(shape.get("tiles"), list):
        points = [_pad_point(path, what, length) for path in _set_tiles(shape["tiles"], what)]
    else:
        raise FormatError(f"{what} must have a list 'coords' or 'tiles'")
    if not points or len(set(points)) < len(points):
        raise FormatError(f"{what} must have at least one cell, without duplicates")
    if grid.kinds == 1:
        points = [(0, *point) for point in points]
    if any(not 0 <= point[0] < grid.kinds for point in points):
        raise FormatError(
            f"the first coordinate of {what} is the kind of cell, and must be 0 to {grid.kinds - 1}"
        )
    cells = grid.cells(np.array(points, dtype=np.int64))
    return [tuple(cell) for cell in cells.tolist()]


def _set_tiles(tiles: Any, what: str, depth: int = 1) -> Iterator[tuple[int, ...]]:
    """Yield the places of positive numbers in nested lists, the innermost one first."""
    nested = any(isinstance(tile, list) for tile in tiles)
    for number, tile in enumerate(tiles):
        if nested and isinstance(tile, list) and depth < _DEEPEST:
            yield from ((*path, number) for path in _set_tiles(tile, what, depth + 1))
        elif nested or not isinstance(tile, int):
            raise FormatError(f"the tiles of {what} must be rows of 0 and 1")
        elif tile > 0:
            yield (number,)


def _coord(pair: Any, what: str, length: int) -> tuple[int, ...]:
    whole = isinstance(pair, list) and all(
        isinstance(value, int) and abs(value) < _LARGEST for value in pair
    )
    if not whole or not pair:
        raise FormatError(
            f"the coordinates of {what} must be pairs [x, y] of integers, got {quoted(pair)}"
        )
    return _pad_point(tuple(pair), what, length)


def _pad_point(point: tuple[int, ...], what: str, length: int) -> tuple[int, ...]:
    """Return coordinates as many as the grid has; missing ones are 0, and those beyond must be."""
    if any(point[length:]):
        raise FormatError(
            f"{what} has {len(point)} coordinates {quoted(list(point))}, but the grid has {length}"
        )
    return (*point, *(0,) * length)[:length]


def _write(entry: Entry, problem: Problem) -> str:
    shapes = []
    standing = placed_pieces(problem)
    grid = grid_of(problem.board.lattice)
    cells = [tuple(cell) for cell in np.argwhere(problem.board.mask).tolist()]
    points = dict(zip(cells, grid.points(cells), strict=True))
    for index, piece in enumerate(problem.pieces):
        used = sum(owner == index for owner, _ in standing)
        least, most = max(piece.least - used, 0), most_copies(piece, problem) - used
        if most > 0:
            shape: dict[str, Any] = {
                "name": piece.name,
                "mobility": _WORDS[turn_of(piece, problem)],
            }
            shape["amount"] = least if least == most else {"min": least, "max": most}
            shapes.append(
                {**shape, "morphs": [{"coords": _coords(grid.points(piece.polyomino.cells), grid)}]}
            )
    for index, placed_cells in standing:
        # Placed pieces are stationary shapes.
        name = problem.pieces[index].name
        coords = _coords([points[cell] for cell in placed_cells], grid)
        shapes.append(
            {"name": name, "mobility": "stationary", "amount": 1, "morphs": [{"coords": coords}]}
        )
    if not shapes:
        raise FormatError("the problem must have at least one piece with at least one copy")
    sizes = [max(values) + 1 for values in zip(*points.values(), strict=True)]
    data = {
        "description": entry.name or str(problem.board),
        "grid": grid.name,
        "board": {"size": sizes[1:], "coords": _coords(points.values(), grid)},
        "shapes": shapes,
        **({"notes": entry.notes} if entry.notes else {}),
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _coords(points: Iterable[Point], grid: PointGrid) -> list[list[int]]:
    """Return points as coordinates, with their kind if the grid has several."""
    return [[*(point if grid.kinds > 1 else point[1:])] for point in points]


POLYSOLVE = Format(
    name="polysolve",
    title="a polysolve puzzle, in JSON",
    endings=(".json",),
    holds=("problem",),
    says=frozenset({"turn", "turns", "ranges", "placed", "names", "name", "notes"}),
    recognizes=lambda text: text.lstrip().startswith("{") and '"grid"' in text,
    read=json_reader("a polysolve puzzle", _read),
    write=problem_writer(_write),
    lattices=frozenset(grid.lattice for grid in GRIDS.values()),
)
