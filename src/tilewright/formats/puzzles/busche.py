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

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from tilewright.errors import FormatError, quoted
from tilewright.formats.format import LARGEST_BOX, Entry, Format, at, text_reader, turns_otherwise
from tilewright.formats.puzzles.shapes import (
    fixed_copies,
    make_piece,
    make_problem,
    name_placed,
    placed_pieces,
)
from tilewright.model.board import Board
from tilewright.model.piece import Piece
from tilewright.model.problem import Problem
from tilewright.model.space.lattice import CUBES, SQUARES, Cell, Turn

_HOLE = "hole"
_DIGITS = 6


#: The axes of the box.
_SIDES = ("xDim", "yDim", "zDim")


class _Reader:
    """Reads definitions line by line."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        #: Sides (width, height, depth) of the puzzle that is read; None outside of one.
        self.size: tuple[int, ...] | None = None
        self.turn: Turn = "free"
        #: Cells (x, y, z) of each piece; y runs from the bottom up.
        self.cells: dict[str, list[Cell]] = {}
        self.stationary: set[str] = set()
        #: The y of the next row of a drawing; None outside of one.
        self.row: int | None = None
        #: The pieces that no further layer may draw.
        self.done: set[str] = set()

    def read(self, text: str) -> list[Entry]:
        """Return the puzzles of a text."""
        number = 0
        for number, line in enumerate(text.split("\n"), start=1):
            with at(f"line {number}"):
                if bare := line.partition("#")[0].strip():
                    self._read_line(bare)
        with at(f"line {number}"):
            if self.size is not None:
                raise FormatError("'~D' is missing at the end of the puzzle")
            if not self.entries:
                raise FormatError("the file contains no puzzle")
        return self.entries

    def _read_line(self, line: str) -> None:
        if self.row is not None:
            self.row = self._read_row(line, self.row)
            return
        word, *settings = (part.strip() for part in line.split(":"))
        if word == "D":
            self._begin_puzzle(settings)
        elif self.size is None:
            raise FormatError("a puzzle must begin with 'D:xDim=…:yDim=…'")
        elif word == "L":
            self.stationary |= {
                *_read_settings(settings, {"stationary"}).get("stationary", "").split()
            }
            self.row = self.size[1] - 1
        elif word == "C":
            self._piece(settings)
        elif word == "~D":
            self.entries.append(Entry(problem=self._problem(*self.size)))
            self.size = None
        else:
            raise FormatError(f"a line must begin with D, L, C, ~L or ~D, got {quoted(word)}")

    def _begin_puzzle(self, settings: list[str]) -> None:
        if self.size is not None:
            raise FormatError("unexpected 'D': the previous puzzle does not end in '~D'")
        values = _read_settings(settings, {*_SIDES, "oneSide"})
        if not {"xDim", "yDim"} <= set(values):
            raise FormatError("xDim and yDim are required")
        size = tuple(_read_integer(values.get(name, "1")) for name in _SIDES)
        if min(size) < 1 or math.prod(size) > LARGEST_BOX:
            raise FormatError(
                f"a board must have 1 to {LARGEST_BOX} cells, got {'x'.join(map(str, size))}"
            )
        one_sided = values.get("oneSide", "0") != "0"
        if size[2] > 1 and one_sided:
            raise FormatError(
                "oneSide requires a puzzle with one layer, because pieces can be flipped in space"
            )
        # Pieces of cubes rotate in space and are not mirrored.
        self.turn = "one-sided" if one_sided or size[2] > 1 else "free"
        self.size, self.cells, self.stationary, self.done = size, {}, set(), set()

    def _read_row(self, line: str, y: int) -> int | None:
        """Read a row of a drawing; return the y of the next one, or None after the last one."""
        if line.split()[0] == "~L":
            self.done = set(self.cells)
            return None
        for z, layer in enumerate(line.split(",")):
            for x, name in enumerate(layer.split()):
                if name in self.done:
                    raise FormatError(f"duplicate piece {quoted(name)}")
                if name != ".":
                    self.cells.setdefault(name, []).append((x, y, z))
        return y - 1

    def _piece(self, settings: list[str]) -> None:
        values = _read_settings(settings, {"name", "type", "layout"})
        name, kind = values.get("name", ""), values.get("type", "M")
        if not name or name in self.cells:
            raise FormatError(f"a piece must have a unique name, got {quoted(name)}")
        if kind not in ("M", "S"):
            raise FormatError("the type of a piece must be M (movable) or S (stationary)")
        cells: list[Cell] = [
            tuple(map(_read_integer, triple.split()))
            for triple in values.get("layout", "").split(",")
        ]
        if any(len(cell) != 3 for cell in cells):
            raise FormatError("a layout must be a list of cells 'x y z', separated by commas")
        if len(set(cells)) < len(cells):
            raise FormatError(f"the piece {quoted(name)} lists the same cell twice")
        if kind == "S":
            self.stationary.add(name)
        self.cells[name] = cells
        self.done.add(name)

    def _problem(self, width: int, height: int, depth: int) -> Problem:
        """Return the problem of the puzzle that is read."""
        lattice = SQUARES if depth == 1 else CUBES
        if missing := self.stationary - set(self.cells):
            raise FormatError(f"the stationary piece {quoted(min(missing))} must have a layout")
        pieces: list[Piece] = []
        placed: dict[str, list[Cell]] = {}
        holes: list[Cell] = []
        for name, points in self.cells.items():
            if depth == 1 and len({z for _, _, z in points}) > 1:
                raise FormatError(f"the piece {quoted(name)} has several layers, but zDim is 1")
            cells: list[Cell] = [
                (z, height - 1 - y, x)[3 - lattice.dimension :] for x, y, z in points
            ]
            if name in self.stationary:
                if not all(
                    0 <= x < width and 0 <= y < height and 0 <= z < depth for x, y, z in points
                ):
                    raise FormatError(f"the stationary piece {quoted(name)} is not on the board")
                if name == _HOLE:
                    holes = cells
                    continue
                placed[name] = cells
            pieces.append(make_piece(cells, turn=self.turn, name=name, lattice=lattice))
        mask = np.ones((depth, height, width)[3 - lattice.dimension :], dtype=bool)
        mask[tuple(np.array(holes, dtype=np.int64).reshape(-1, lattice.dimension).T)] = False
        problem = make_problem(Board(mask, lattice=lattice), pieces)
        return problem.with_rules(turn=self.turn, placed=name_placed(problem, placed.values()))


def _read_settings(settings: list[str], known: set[str]) -> dict[str, str]:
    values: dict[str, str] = {}
    for setting in settings:
        name, equals, value = (part.strip() for part in setting.partition("="))
        if name not in known or name in values:
            raise FormatError(
                f"settings must be {', '.join(sorted(known))}, with each setting given once, got "
                f"{quoted(name)}"
            )
        if not equals and name != "oneSide":
            raise FormatError(f"the value of {quoted(name)} is missing")
        values[name] = value or "1"
    return values


def _read_integer(word: str) -> int:
    if not re.fullmatch(rf"-?\d{{1,{_DIGITS}}}", word, re.ASCII):
        raise FormatError(f"expected an integer of at most {_DIGITS} digits, got {quoted(word)}")
    return int(word)


def _write(entries: list[Entry], _: Mapping[str, Any]) -> str:
    return "".join(
        _definition(entry.problem, entry.name) for entry in entries if entry.problem is not None
    )


def _definition(problem: Problem, title: str) -> str:
    depth, rows, columns = (1, *problem.board.shape)[-3:]
    cubes = problem.board.lattice is CUBES
    one_sided = _is_one_sided(problem)
    lines = [f"# {line}" for line in title.splitlines()]
    if cubes and not one_sided:
        raise FormatError("Polycube does not mirror pieces of cubes. Use --turn one-sided.")
    lines.append(
        f"D:xDim={columns}:yDim={rows}:zDim={depth}"
        + (":oneSide" if one_sided and not cubes else "")
    )
    taken = {_HOLE, "."}
    names: list[list[str]] = []
    for index, (piece, number) in enumerate(
        zip(problem.pieces, fixed_copies(problem, "Polycube"), strict=True)
    ):
        base = re.sub(r"[\s,:#~=.]", "", piece.name) or f"p{index}"
        names.append([])
        for copy in range(number):
            name, suffix = base, copy + 1
            while name in taken:
                suffix += 1
                name = f"{base}_{suffix}"
            taken.add(name)
            names[-1].append(name)
    fixed = [(_HOLE, [*map(tuple, np.argwhere(~problem.board.mask).tolist())])]
    fixed += [(names[index].pop(0), cells) for index, cells in placed_pieces(problem)]
    for name, cells in fixed:
        if cells:
            lines.append(f"C:name={name}:type=S:layout={_layout(cells, rows)}")
    drawn: list[str] = []
    for piece, names_of_piece in zip(problem.pieces, names, strict=True):
        for name in names_of_piece:
            if cubes:
                lines.append(f"C:name={name}:layout={_layout(piece.polyomino.cells, rows)}")
                continue
            for row in piece.polyomino.array().tolist():
                words = (name if cell else ".".ljust(len(name)) for cell in row)
                drawn.append(" ".join(words).rstrip())
            drawn.append("")
    drawing = ["L", *drawn, "~L"] if drawn else []
    return "\n".join([*lines, *drawing, "~D"]) + "\n"


def _layout(cells: Iterable[Cell], rows: int) -> str:
    """Return cells as a list of ``x y z``."""
    spatial = ((*(0,) * (3 - len(cell)), *cell) for cell in cells)
    return ", ".join(f"{column} {rows - 1 - row} {layer}" for layer, row, column in spatial)


def _is_one_sided(problem: Problem) -> bool:
    """Return True if no piece is turned over. Pieces can be one-sided only if all are."""
    return not any(turns_otherwise(piece, problem, "one-sided") for piece in problem.pieces)


def _list_features(problem: Problem) -> frozenset[str]:
    plain = frozenset({"placed", "names", "ranges", "name"})
    return plain | {"turn", "turns"} if _is_one_sided(problem) else plain


BUSCHE = Format(
    name="polycube",
    title="a puzzle for Busche's Polycube",
    endings=(".def", ".txt"),
    holds=("problem",),
    says=_list_features,
    recognizes=lambda text: re.search(r"^D\s*:\s*\w+\s*=", text, re.MULTILINE) is not None,
    read=text_reader("a puzzle of Polycube", lambda text: _Reader().read(text)),
    write=_write,
    many=True,
    lattices=frozenset({SQUARES, CUBES}),
)
