"""Puzzles for Matt Busche's solver Polycube: a box, and pieces drawn as rows of their names.

    D:xDim=4:yDim=4:zDim=1[:oneSide]
    L[:stationary=names]      rows of names and dots, from the top row down; "," separates layers
    ~L
    C:name=a[:type=S]:layout=x y z, x y z, …
    ~D

``#`` begins a comment. A box with several layers is a board of cubes. Each name is a piece that is
used once; stationary pieces stay where they are drawn. Holes of the board are a stationary piece
named ``hole``.

References
----------
M. Busche, *Solving Polyomino and Polycube Puzzles*, 2009, and its program Polycube.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import IO, Any

import numpy as np

from tilewright.errors import FormatError, RequestError, quoted
from tilewright.formats.format import LARGEST_BOX, Entry, Format, decoded
from tilewright.formats.puzzles.shapes import fixed_copies, make_piece, make_problem
from tilewright.model.board import Board
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.space.lattice import CUBES, SQUARES, Cell, Turn

_HOLE = "hole"
_DIGITS = 6


class _Reader:
    """Reads definitions line by line."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.line = 0
        self.size: tuple[int, int, int] | None = None
        self.turn: Turn = "free"
        # Cells (x, y, z) of each piece; y runs from the bottom up.
        self.cells: dict[str, list[Cell]] = {}
        self.stationary: set[str] = set()
        self.entries: list[Entry] = []
        self.drawing: int | None = None
        self.done: set[str] = set()

    def fail(self, message: str) -> FormatError:
        return FormatError(message, where=f"{self.where}, line {self.line}")

    def read(self, text: str) -> list[Entry]:
        """Return the puzzles of a text."""
        for number, full in enumerate(text.split("\n"), start=1):
            self.line = number
            line = full.partition("#")[0].strip()
            if not line:
                continue
            if self.drawing is not None:
                self._read_row(line)
                continue
            word, *settings = (part.strip() for part in line.split(":"))
            if word == "D":
                self._begin_puzzle(settings)
            elif self.size is None:
                raise self.fail("a puzzle must begin with 'D:xDim=…:yDim=…'")
            elif word == "L":
                self._begin_layer(settings)
            elif word == "C":
                self._piece(settings)
            elif word == "~D":
                self._end_puzzle()
            else:
                raise self.fail(f"a line must begin with D, L, C, ~L or ~D, got {quoted(word)}")
        if self.size is not None:
            raise self.fail("'~D' is missing at the end of the puzzle")
        if not self.entries:
            raise self.fail("the file contains no puzzle")
        return self.entries

    def _settings(self, settings: list[str], known: set[str]) -> dict[str, str]:
        values: dict[str, str] = {}
        for setting in settings:
            name, equals, value = (part.strip() for part in setting.partition("="))
            if name not in known or name in values:
                raise self.fail(
                    f"settings must be {', '.join(sorted(known))}, each once, got {quoted(name)}"
                )
            if not equals and name != "oneSide":
                raise self.fail(f"the value of {quoted(name)} is missing")
            values[name] = value or "1"
        return values

    def _read_integer(self, word: str) -> int:
        if not re.fullmatch(rf"-?\d{{1,{_DIGITS}}}", word, re.ASCII):
            raise self.fail(f"expected an integer of at most {_DIGITS} digits, got {quoted(word)}")
        return int(word)

    def _begin_puzzle(self, settings: list[str]) -> None:
        if self.size is not None:
            raise self.fail("unexpected 'D': '~D' of the puzzle before it is missing")
        values = self._settings(settings, {"xDim", "yDim", "zDim", "oneSide"})
        if not {"xDim", "yDim"} <= set(values):
            raise self.fail("xDim and yDim are required")
        width, height, depth = (
            self._read_integer(values.get(name, "1")) for name in ("xDim", "yDim", "zDim")
        )
        if min(width, height, depth) < 1 or width * height * depth > LARGEST_BOX:
            raise self.fail(
                f"a board must have 1 to {LARGEST_BOX} cells, got {width}x{height}x{depth}"
            )
        one_sided = values.get("oneSide", "0") != "0"
        if depth > 1 and one_sided:
            raise self.fail("oneSide is for puzzles of one layer: in space, pieces turn over")
        self.size = (width, height, depth)
        # Pieces of cubes rotate in space and are not mirrored.
        self.turn = "one-sided" if one_sided or depth > 1 else "free"
        self.cells, self.stationary, self.done = {}, set(), set()

    def _begin_layer(self, settings: list[str]) -> None:
        assert self.size is not None
        values = self._settings(settings, {"stationary"})
        self.stationary |= set(values.get("stationary", "").split())
        self.drawing = self.size[1] - 1

    def _read_row(self, line: str) -> None:
        assert self.drawing is not None
        if line.split()[0] == "~L":
            self.done = set(self.cells)
            self.drawing = None
            return
        for z, layer in enumerate(line.split(",")):
            for x, name in enumerate(layer.split()):
                if name == ".":
                    continue
                if name in self.done:
                    raise self.fail(f"duplicate piece {quoted(name)}")
                self.cells.setdefault(name, []).append((x, self.drawing, z))
        self.drawing -= 1

    def _piece(self, settings: list[str]) -> None:
        values = self._settings(settings, {"name", "type", "layout"})
        name = values.get("name", "")
        if not name or name in self.cells:
            raise self.fail(f"a piece must have a name that no other piece has, got {quoted(name)}")
        if values.get("type", "M") not in ("M", "S"):
            raise self.fail("the type of a piece must be M (movable) or S (stationary)")
        cells: list[Cell] = []
        for triple in values.get("layout", "").split(","):
            numbers = [self._read_integer(word) for word in triple.split()]
            if len(numbers) != 3:
                raise self.fail("a layout must be a list of 'x y z', separated by commas")
            cells.append(tuple(numbers))
        if len(set(cells)) < len(cells):
            raise self.fail(f"the piece {quoted(name)} has a cell twice")
        if values.get("type") == "S":
            self.stationary.add(name)
        self.cells[name] = cells
        self.done.add(name)

    def _end_puzzle(self) -> None:
        assert self.size is not None
        width, height, depth = self.size
        lattice = SQUARES if depth == 1 else CUBES
        if missing := self.stationary - set(self.cells):
            raise self.fail(f"the stationary piece {quoted(min(missing))} is not drawn")
        pieces: list[Piece] = []
        placed: list[tuple[str, list[Cell]]] = []
        holes: list[Cell] = []
        for name, points in self.cells.items():
            if depth == 1 and len({z for _, _, z in points}) > 1:
                raise self.fail(f"the piece {quoted(name)} has several layers, but zDim is 1")
            cells: list[Cell] = [
                (z, height - 1 - y, x)[3 - lattice.dimension :] for x, y, z in points
            ]
            if name in self.stationary and not all(
                0 <= x < width and 0 <= y < height and 0 <= z < depth for x, y, z in points
            ):
                raise self.fail(f"the stationary piece {quoted(name)} is not on the board")
            if name in self.stationary and name == _HOLE:
                holes = cells
                continue
            pieces.append(make_piece(cells, turn=self.turn, name=name, lattice=lattice))
            if name in self.stationary:
                placed.append((name, cells))
        try:
            mask = np.ones((depth, height, width)[3 - lattice.dimension :], dtype=bool)
            mask[tuple(np.array(holes, dtype=np.int64).reshape(-1, lattice.dimension).T)] = False
            bare = make_problem(Board(mask, lattice=lattice), pieces)
            problem = bare.with_rules(turn=self.turn, placed=_name_placed(bare, placed))
        except RequestError as error:
            raise self.fail(error.message) from None
        self.entries.append(Entry(problem=problem))
        self.size = None


def _name_placed(
    problem: Problem, placed: list[tuple[str, list[Cell]]]
) -> list[tuple[str, list[Cell]]]:
    """Give placed pieces the name of the piece that they are copies of."""
    owners = {
        shape: piece.name
        for piece in problem.pieces
        for shape, _ in piece.orientations(problem.turn)
    }
    lattice = problem.board.lattice
    return [
        (owners[make_piece(cells, name=name, lattice=lattice).polyomino], cells)
        for name, cells in placed
    ]


def _read(stream: IO[bytes], where: str) -> list[Entry]:
    return _Reader(where).read(decoded(stream, where, "a puzzle of Polycube"))


def _write(entries: list[Entry], options: Mapping[str, Any]) -> str:
    return "".join(_definition(entry) for entry in entries)


def _definition(entry: Entry) -> str:
    problem = entry.problem
    assert problem is not None
    *layers, rows, columns = problem.board.shape
    cubes = bool(layers)
    one_sided = all(_is_one_sided(piece, problem) for piece in problem.pieces)
    lines = [f"# {line}" for line in entry.name.splitlines()]
    if cubes and not one_sided:
        raise FormatError("Polycube does not mirror pieces of cubes. Use --turn one-sided.")
    depth = layers[0] if cubes else 1
    lines.append(
        f"D:xDim={columns}:yDim={rows}:zDim={depth}"
        + (":oneSide" if one_sided and not cubes else "")
    )
    standing = [
        (problem.piece_index(placement.piece) or 0, placement.cells) for placement in problem.placed
    ]
    copies = fixed_copies(problem, "Polycube")
    drawn: list[str] = []
    taken = {_HOLE, "."}
    names = []
    for index, (piece, number) in enumerate(zip(problem.pieces, copies, strict=True)):
        base = re.sub(r"[\s,:#~=.]", "", piece.name) or f"p{index}"
        for copy in range(number):
            name, suffix = base, copy + 1
            while name in taken:
                suffix += 1
                name = f"{base}_{suffix}"
            taken.add(name)
            names.append((index, name))
    fixed: list[list[Cell]] = [list(map(tuple, np.argwhere(~problem.board.mask).tolist()))]
    labels = [_HOLE]
    for index, cells in standing:
        name = next(name for owner, name in names if owner == index)
        names.remove((index, name))
        labels.append(name)
        fixed.append(list(cells))
    for name, cells_of_part in zip(labels, fixed, strict=True):
        if cells_of_part:
            lines.append(f"C:name={name}:type=S:layout={_layout(cells_of_part, rows)}")
    for index, name in names:
        if cubes:
            cells_of_part = list(problem.pieces[index].polyomino.cells)
            lines.append(f"C:name={name}:layout={_layout(cells_of_part, rows)}")
            continue
        for row in problem.pieces[index].polyomino.array().tolist():
            drawn.append(" ".join(name if cell else ".".ljust(len(name)) for cell in row).rstrip())
        drawn.append("")
    drawing = ["L", *drawn, "~L"] if drawn else []
    return "\n".join([*lines, *drawing, "~D"]) + "\n"


def _layout(cells: Iterable[Cell], rows: int) -> str:
    """Return cells as a list of ``x y z``."""
    spatial = ((*(0,) * (3 - len(cell)), *cell) for cell in cells)
    return ", ".join(f"{column} {rows - 1 - row} {layer}" for layer, row, column in spatial)


def _is_one_sided(piece: Piece, problem: Problem) -> bool:
    bare = Piece(piece.polyomino)
    return bare.orientations("one-sided") == bare.orientations(piece.turn or problem.turn)


def _list_features(problem: Problem) -> frozenset[str]:
    """Return what can be stored. Pieces can be one-sided only if all are."""
    plain = frozenset({"placed", "names", "ranges"})
    sided = all(_is_one_sided(piece, problem) for piece in problem.pieces)
    return plain | {"turn", "turns", "name"} if sided else plain | {"name"}


BUSCHE = Format(
    name="polycube",
    title="a puzzle of Busche's Polycube",
    endings=(".def", ".txt"),
    holds=("problem",),
    says=_list_features,
    recognizes=lambda text: re.search(r"^D\s*:\s*\w+\s*=", text, re.MULTILINE) is not None,
    read=_read,
    write=_write,
    many=True,
    lattices=frozenset({SQUARES, CUBES}),
)
