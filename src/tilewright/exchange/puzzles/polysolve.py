"""Puzzles in the JSON of polysolve: a grid, a board, and shapes with mobility and amount.

References
----------
stdio2016, *polysolve*, https://github.com/stdio2016/polysolve. Its reader gives the defaults: a shape may rotate, and is
used once.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import IO, Any

from tilewright.errors import FormatError, RequestError, quoted
from tilewright.exchange.format import Entry, Format, decoded, parsed_json
from tilewright.exchange.puzzles.shapes import board_of, make_piece, make_problem, most_copies, turn_of
from tilewright.lattices.lattice import Cell, Turn
from tilewright.piece import Piece

_TURNS: dict[str, Turn] = {"mirror": "free", "rotate": "one-sided", "translate": "fixed"}
_WORDS = {turn: word for word, turn in _TURNS.items()}
_LARGEST = 1 << 24


def _read(stream: IO[bytes], where: str) -> list[Entry]:
    data = parsed_json(decoded(stream, where, "a puzzle of polysolve"), where)
    try:
        return [_entry(data)]
    except RequestError as error:
        raise FormatError(str(error), where=where) from None


def _entry(data: Any) -> Entry:
    if not isinstance(data, dict):
        raise FormatError("a polysolve puzzle must be an object with 'grid', 'board' and 'shapes'")
    if data.get("grid") != "square":
        raise FormatError(f"'grid' must be 'square', got {quoted(data.get('grid'))}")
    board = _cells(data.get("board"), "the board")
    shapes = data.get("shapes")
    if not isinstance(shapes, list) or not shapes:
        raise FormatError("'shapes' must be a list of at least one shape")
    top, left = min(row for row, _ in board), min(column for _, column in board)
    pieces: list[Piece] = []
    standing: list[tuple[Piece, list[Cell]]] = []
    for number, shape in enumerate(shapes, start=1):
        piece, fixed = _shape(shape, f"shape {number}")
        if fixed is None:
            pieces.append(piece)
        else:
            standing.append((piece, [(row - top, column - left) for row, column in fixed]))
    placed = _stand(pieces, standing)
    problem = make_problem(board_of(board), pieces, placed=placed)
    name, notes = (
        word if isinstance(word := data.get(key, ""), str) else "" for key in ("description", "notes")
    )
    lost = ("the solutions, whose format is not documented",) if data.get("solutions") else ()
    return Entry(problem=problem, name=name, notes=notes, lost=lost)


def _stand(pieces: list[Piece], standing: list[tuple[Piece, list[Cell]]]) -> list[tuple[str, list[Cell]]]:
    """Turn stationary shapes into placed copies of equal pieces, or into new pieces; return where they are."""
    placed = []
    for piece, cells in standing:
        shape = piece.orientations("fixed")[0]
        index = next((i for i, other in enumerate(pieces) if shape in other.orientations()), len(pieces))
        if index == len(pieces):
            pieces.append(piece)
        else:
            other = pieces[index]
            most = None if other.most is None else other.most + 1
            pieces[index] = replace(other, least=other.least + 1, most=most)
        # By shape, since names may be ambiguous.
        placed.append((pieces[index].base(), cells))
    return placed


def _shape(shape: Any, what: str) -> tuple[Piece, list[Cell] | None]:
    """Return a piece, and its cells if it is stationary."""
    if not isinstance(shape, dict) or not isinstance(shape.get("morphs"), list) or not shape["morphs"]:
        raise FormatError(f"{what} must be an object with 'morphs', a list of at least one")
    if len(shape["morphs"]) > 1:
        raise FormatError(f"{what} must have one morph, got {len(shape['morphs'])}")
    cells = _cells(shape["morphs"][0], what)
    mobility = shape.get("mobility", "rotate")
    if mobility != "stationary" and mobility not in _TURNS:
        raise FormatError(
            f"the mobility of {what} must be 'mirror', 'rotate', 'translate' or 'stationary', got {quoted(mobility)}"
        )
    amount: Any = shape.get("amount", 1)
    least: Any
    most: Any
    if isinstance(amount, dict):
        most = amount.get("max", 1)
        least = amount.get("min", most)
    else:
        least = most = amount
    for count in (least, most):
        if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= _LARGEST:
            raise FormatError(
                f"the amount of {what} must be an integer from 0 to {_LARGEST}, got {quoted(count)}"
            )
    given = shape.get("name", "")
    name = given if isinstance(given, str) else ""
    if mobility == "stationary":
        if (least, most) != (1, 1):
            raise FormatError(f"the amount of {what} must be 1, since it is stationary")
        return make_piece(cells, name=name, turn="fixed"), cells
    return make_piece(cells, name=name, turn=_TURNS[mobility], least=least, most=most), None


def _cells(shape: Any, what: str) -> list[Cell]:
    """Return the cells (row, column) of 'coords' (x, y) or of 'tiles', rows of 0 and 1."""
    if isinstance(shape, dict) and isinstance(shape.get("coords"), list):
        cells = [_coord(pair, what) for pair in shape["coords"]]
    elif isinstance(shape, dict) and isinstance(shape.get("tiles"), list):
        tiles = shape["tiles"]
        rows = tiles if all(isinstance(row, list) for row in tiles) else [tiles]
        if any(not isinstance(tile, int) for row in rows for tile in row):
            raise FormatError(f"the tiles of {what} must be rows of 0 and 1")
        cells = [(y, x) for y, row in enumerate(rows) for x, tile in enumerate(row) if tile > 0]
    else:
        raise FormatError(f"{what} must have a list 'coords' or 'tiles'")
    if not cells or len(set(cells)) < len(cells):
        raise FormatError(f"{what} must have at least one cell, and no cell twice")
    return cells


def _coord(pair: Any, what: str) -> Cell:
    whole = isinstance(pair, list) and all(isinstance(value, int) and abs(value) < _LARGEST for value in pair)
    if not whole or not len(pair) >= 1 or any(pair[2:]):
        raise FormatError(f"the coordinates of {what} must be pairs [x, y] of integers, got {quoted(pair)}")
    return (pair[1] if len(pair) > 1 else 0), pair[0]


def _write(entries: list[Entry], options: Mapping[str, Any]) -> str:
    entry = entries[0]
    problem = entry.problem
    assert problem is not None
    shapes = []
    standing = [(problem.piece_index(each.piece) or 0, each.cells) for each in problem.placed]
    for index, piece in enumerate(problem.pieces):
        used = sum(owner == index for owner, _ in standing)
        least, most = max(piece.least - used, 0), most_copies(piece, problem) - used
        if most > 0:
            shape: dict[str, Any] = {"name": piece.name, "mobility": _WORDS[turn_of(piece, problem)]}
            shape["amount"] = least if least == most else {"min": least, "max": most}
            shapes.append({**shape, "morphs": [{"coords": _pairs(piece.polyomino.cells)}]})
    for index, cells in standing:
        # Placed pieces are stationary shapes.
        name = problem.pieces[index].name
        shapes.append(
            {"name": name, "mobility": "stationary", "amount": 1, "morphs": [{"coords": _pairs(cells)}]}
        )
    if not shapes:
        raise FormatError("the problem has no piece that may be used")
    rows, columns = problem.board.shape
    data = {
        "description": entry.name or str(problem.board),
        "grid": "square",
        "board": {"size": [columns, rows], "tiles": problem.board.mask.astype(int).tolist()},
        "shapes": shapes,
        **({"notes": entry.notes} if entry.notes else {}),
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _pairs(cells: tuple[Cell, ...]) -> list[list[int]]:
    return [[column, row] for row, column in cells]


POLYSOLVE = Format(
    name="polysolve",
    title="a puzzle of polysolve, in JSON",
    endings=(".json",),
    holds=("problem",),
    says=frozenset({"turn", "turns", "ranges", "placed", "names", "name", "notes"}),
    recognizes=lambda text: text.lstrip().startswith("{") and '"grid"' in text,
    read=_read,
    write=_write,
)
