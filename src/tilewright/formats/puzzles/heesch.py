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
from typing import IO, Any

from tilewright.errors import FormatError, RequestError, quoted
from tilewright.formats.format import Entry, Format, decoded
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


def _read(stream: IO[bytes], where: str) -> list[Entry]:
    return [read_shapes(decoded(stream, where, "shapes of heesch-sat"), where)]


def read_shapes(text: str, where: str, default_lattice: Lattice = SQUARES) -> Entry:
    """Return the shapes in a text; those without a letter are of one's own lattice."""
    lines = text.splitlines()
    pieces: list[Piece] = []
    lost, number = False, 0
    while number < len(lines):
        line = lines[number]
        number += 1
        if _NUMBERS.fullmatch(line.strip()):
            line = re.sub(r"[,;()\[\]]", " ", line).strip()
        place = f"{where}, line {number}"
        if not line.strip():
            continue
        match = _SHAPE.fullmatch(line)
        if match is None:
            grid = _GRIDS.get(line[:1])
            why = (
                f"shapes of {grid} are not supported here"
                if grid
                else "a shape must be written 'O? x y x y …'"
            )
            raise FormatError(f"{why}, got {quoted(line)}", where=place)
        values = [int(word) for word in match[3].split()]
        if len(values) % 2:
            raise FormatError(
                f"each cell must have two coordinates, x and y, got {len(values)} numbers",
                where=place,
            )
        lattice = _LATTICES[match[1]] if match[1] else default_lattice
        if lattice not in _LATTICES.values():
            raise FormatError(f"shapes of {lattice.cells} must be drawn or named", where=place)
        try:
            cells = [_cell(x, y, lattice) for x, y in zip(values[::2], values[1::2], strict=True)]
            pieces.append(make_piece(cells, lattice=lattice))
        except RequestError as error:
            raise FormatError(error.message, where=place) from None
        followed = number < len(lines) and _RESULT.fullmatch(lines[number]) is not None
        if not match[2] and (match[1] or followed):
            lost = True
            number = _skip(lines, number, where)
    if not pieces:
        raise FormatError("the file contains no shapes", where=where)
    return Entry(pieces=tuple(pieces), lost=("the results about the shapes",) if lost else ())


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


def _skip(lines: list[str], number: int, where: str) -> int:
    """Return the number of the line after a shape's results: one line, and patches that start with
    their length.
    """
    match = _RESULT.fullmatch(lines[number] if number < len(lines) else "")
    if match is None:
        raise FormatError(
            "a shape without '?' must be followed by its result, such as '~ 1 1 2' or 'I 1 0'",
            where=f"{where}, line {number + 1}",
        )
    sign, *counts = match[0][0], *match[0][1:].split()
    number += 1
    for _ in range(int(counts[-1]) if len(counts) == _WITH_PATCHES.get(sign) else 0):
        if number >= len(lines) or not re.fullmatch(r"\d{1,9}", lines[number].strip(), re.ASCII):
            raise FormatError("expected the size of a patch", where=f"{where}, line {number + 1}")
        number += 1 + int(lines[number])
        if number > len(lines):
            raise FormatError("the patch is incomplete", where=f"{where}, line {len(lines)}")
    return number


def _write(entries: list[Entry], options: Mapping[str, Any]) -> str:
    lines = []
    for entry in entries:
        for piece in entry.all_pieces():
            letter = next(
                (sign for sign, lattice in _LATTICES.items() if sign and lattice is piece.lattice),
                None,
            )
            if letter is None:
                raise FormatError(
                    "heesch files have shapes of squares, triangles and hexagons, not of "
                    f"{piece.lattice.cells}"
                )
            places = (_coordinates(cell, piece.lattice) for cell in piece.polyomino.cells)
            lines.append(f"{letter}? " + " ".join(f"{x} {y}" for x, y in places))
    return "\n".join(lines) + "\n"


HEESCH = Format(
    name="heesch",
    title="shapes in the format of heesch-sat",
    endings=(".heesch", ".txt"),
    holds=("pieces",),
    lattices=frozenset({SQUARES, TRIANGLES, HEXAGONS}),
    recognizes=lambda text: bool(re.match(r"[OHIKToD]\??\s+-?\d+\s+-?\d+", text)),
    read=_read,
    write=_write,
)
