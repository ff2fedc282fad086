"""Shapes in the format of heesch-sat: a line ``O? x y x y …`` for each polyomino.

``H?`` is a shape of hexagons, in axial coordinates, and ``I?`` one of triangles: those with their
center at ``3a 3b`` point one way, those at ``3a+1 3b+1`` the other. Lines without the question mark
are followed by results and patches, which are skipped.

A shape without a letter is a polyomino or, among the pieces for a board of another lattice, a shape
of that lattice. Its numbers can have commas and parentheses between them.

References
----------
C. S. Kaplan, "Heesch numbers of unmarked polyforms", *Contributions to Discrete Mathematics* 17
(2022), and its program heesch-sat, https://github.com/isohedral/heesch-sat.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tilewright.errors import FormatError, quoted
from tilewright.formats.format import Entry, Format, at, text_reader
from tilewright.formats.puzzles.shapes import make_piece
from tilewright.model.piece import Piece
from tilewright.model.space.lattice import HEXAGONS, SQUARES, TRIANGLES, Cell, Lattice

#: The lattices of shapes by their letters.
_LATTICES = {"": SQUARES, "O": SQUARES, "H": HEXAGONS, "I": TRIANGLES}
#: Others, which are not supported.
_GRIDS = {
    "K": "kites",
    "o": "octagons and squares",
    "T": "triangles and hexagons",
}
#: A shape without a letter, and a line of results.
_NUMBERS = re.compile(r"\??\s*[(\[]*-?\d{1,5}(?:[\s,;()\[\]]+-?\d{1,5})+[\s,;)\]]*", re.ASCII)
_RESULT = re.compile(r"[?O!~I#$](?:\s+\d{1,9}){0,3}\s*", re.ASCII)
#: How many numbers a result has with the number of its patches, which older versions leave out.
_WITH_PATCHES = {"~": 3, "I": 2, "#": 2, "!": 1, "O": 1, "$": 1}
_SHAPE = re.compile(r"([OHI]?)(\??)((?:\s*-?\d{1,5}\s+-?\d{1,5})+)\s*", re.ASCII)


def has_only_numbers(text: str) -> bool:
    """Return True if the first lines of a text are shapes without letters.

    >>> [has_only_numbers(text) for text in ("0 0 1 0", "? 0 0", "(0,0),(1,0)", "0 0 1", "L3")]
    [True, True, True, False, False]
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if text and text[-1] not in "\n\r" and len(lines) > 1:
        del lines[-1]  # it may be cut off
    shapes = [line for line in lines if not _RESULT.fullmatch(line) or line.startswith("?")]
    return bool(shapes) and all(
        _NUMBERS.fullmatch(line) and len(re.findall(r"\d+", line)) % 2 == 0 for line in shapes
    )


def read_shapes(text: str, default_lattice: Lattice = SQUARES) -> Entry:
    """Return the shapes in a text; those without a letter are of one's own lattice."""
    lines = text.splitlines()
    pieces: list[Piece] = []
    lost, number = False, 0
    while number < len(lines):
        line = lines[number]
        number += 1
        if not line.strip():
            continue
        with at(f"line {number}"):
            sign, question, piece = _read_shape(line, default_lattice)
        pieces.append(piece)
        followed = number < len(lines) and _RESULT.fullmatch(lines[number]) is not None
        if not question and (sign or followed):
            lost = True
            number = _skip(lines, number)
    if not pieces:
        raise FormatError("the file contains no shapes")
    return Entry(pieces=tuple(pieces), lost=("the results about the shapes",) if lost else ())


def _read_shape(line: str, default_lattice: Lattice) -> tuple[str, str, Piece]:
    """Return the letter of a line, its question mark and its piece."""
    if _NUMBERS.fullmatch(line.strip()):
        line = re.sub(r"[,;()\[\]]", " ", line).strip()
    match = _SHAPE.fullmatch(line)
    if match is None:
        grid = _GRIDS.get(line[:1])
        why = (
            f"tilewright does not support shapes of {grid}"
            if grid
            else "a shape must be written 'O? x y x y …'"
        )
        raise FormatError(f"{why}, got {quoted(line)}")
    sign, question, numbers = match.groups()
    values = [int(word) for word in numbers.split()]
    if len(values) % 2:
        raise FormatError(
            f"each cell must have two coordinates, x and y, got {len(values)} numbers"
        )
    lattice = _LATTICES[sign] if sign else default_lattice
    if lattice not in _LATTICES.values():
        raise FormatError(f"shapes of {lattice.cells} must be drawn or named")
    cells = [_cell(x, y, lattice) for x, y in zip(values[::2], values[1::2], strict=True)]
    return sign, question, make_piece(cells, lattice=lattice)


def _cell(x: int, y: int, lattice: Lattice) -> Cell:
    """Return the cell at these coordinates."""
    if lattice is not TRIANGLES:
        return y, x
    kind = x % 3
    if kind == 2 or y % 3 != kind:
        raise FormatError(f"a triangle must be at 3a 3b or 3a+1 3b+1, got {x} {y}")
    return y // 3, 2 * (x // 3) + kind


def _coordinates(cell: Cell, lattice: Lattice) -> tuple[int, int]:
    """Return the coordinates x and y of a cell."""
    row, column = cell
    if lattice is not TRIANGLES:
        return column, row
    column, kind = divmod(column, 2)
    return 3 * column + kind, 3 * row + kind


def _skip(lines: list[str], number: int) -> int:
    """Return the number of the line after a shape's results and patches."""
    match = _RESULT.fullmatch(lines[number] if number < len(lines) else "")
    if match is None:
        raise FormatError(
            "a shape without '?' must be followed by its result, such as '~ 1 1 2' or 'I 1 0'",
            where=f"line {number + 1}",
        )
    sign, *counts = match[0][0], *match[0][1:].split()
    number += 1
    for _ in range(int(counts[-1]) if len(counts) == _WITH_PATCHES.get(sign) else 0):
        if number >= len(lines) or not re.fullmatch(r"\d{1,9}", lines[number].strip(), re.ASCII):
            raise FormatError("expected the size of a patch", where=f"line {number + 1}")
        number += 1 + int(lines[number])
        if number > len(lines):
            raise FormatError("the patch is incomplete", where=f"line {len(lines)}")
    return number


def _write(entries: list[Entry], _: Mapping[str, Any]) -> str:
    signs = {lattice: sign for sign, lattice in _LATTICES.items() if sign}
    lines = []
    for piece in (piece for entry in entries for piece in entry.all_pieces()):
        if piece.lattice not in signs:
            raise FormatError(
                "heesch files support shapes of squares, triangles and hexagons, not of "
                f"{piece.lattice.cells}"
            )
        places = (_coordinates(cell, piece.lattice) for cell in piece.polyomino.cells)
        lines.append(f"{signs[piece.lattice]}? " + " ".join(f"{x} {y}" for x, y in places))
    return "\n".join(lines) + "\n"


HEESCH = Format(
    name="heesch",
    title="shapes in the heesch-sat format",
    endings=(".heesch", ".txt"),
    holds=("pieces",),
    lattices=frozenset({SQUARES, TRIANGLES, HEXAGONS}),
    recognizes=lambda text: bool(re.match(r"[OHIKToD]\??\s+-?\d+\s+-?\d+", text)),
    read=text_reader("shapes of heesch-sat", lambda text: [read_shapes(text)]),
    write=_write,
)
