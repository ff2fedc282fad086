"""Hex codes of shapes by Karl Dahlke: one byte per row, from the bottom, high bit on the left.

``f840`` is the Y hexomino: ``#####`` with ``.#`` above. ``+`` after a byte is a ninth cell,
``{80}`` a second byte, and ``_`` joins the shapes of a set.

References
----------
K. Dahlke, *Tiling rectangles with polyominoes*, http://www.eklhad.net/polyomino/.
"""

from __future__ import annotations

import re

from tilewright.errors import FormatError, quoted
from tilewright.formats.format import Entry, Format, at, text_reader
from tilewright.formats.puzzles.shapes import make_piece
from tilewright.model.piece import Piece

_ROW = re.compile(r"([0-9a-fA-F]{2})(\+|\{[0-9a-fA-F]{2}\})?")
_WIDEST = 16


def read_hex_code(code: str) -> Piece:
    """Return the piece of a hex code.

    >>> print(read_hex_code("f840").polyomino)
    .#
    #####
    """
    if "!" in code:
        raise FormatError(
            f"{quoted(code)} has a second layer; polycubes are not supported in hex codes"
        )
    rows, end = [], 0
    while match := _ROW.match(code, end):
        wide = 0x80 if match[2] == "+" else int(match[2][1:3], 16) if match[2] else 0
        rows.append(int(match[1], 16) << 8 | wide)
        end = match.end()
    if end < len(code) or not any(rows):
        raise FormatError(
            f"{quoted(code)} is not a hex code. Write two digits for each row, as in f840"
        )
    cells = [
        (len(rows) - 1 - row, column)
        for row, bits in enumerate(rows)
        for column in range(_WIDEST)
        if bits & (1 << (_WIDEST - 1 - column))
    ]
    return make_piece(cells)


def hex_code(piece: Piece) -> str:
    """Return the hex code of a piece.

    >>> hex_code(Piece.parse("Y5"))
    '4040c040'
    """
    shape = piece.polyomino
    if shape.columns > _WIDEST:
        raise FormatError(
            f"pieces must be at most {_WIDEST} cells wide in a hex code, got {piece.name} with "
            f"{shape.columns}"
        )
    code = ""
    for row in shape.array()[::-1].tolist():
        bits = sum(1 << (_WIDEST - 1 - column) for column, cell in enumerate(row) if cell)
        second = bits & 0xFF
        code += f"{bits >> 8:02x}" + (
            "" if not second else "+" if second == 0x80 else f"{{{second:02x}}}"
        )
    return code


def _read(text: str) -> list[Entry]:
    pieces = []
    for number, line in enumerate(text.splitlines(), start=1):
        for match in re.finditer(r"[^\s_]+", line):
            with at(f"line {number}, column {match.start() + 1}"):
                pieces.append(read_hex_code(match[0]))
    if not pieces:
        raise FormatError("the file contains no hex codes")
    return [Entry(pieces=tuple(pieces))]


DAHLKE = Format(
    name="dahlke",
    title="hex codes of shapes",
    endings=(".hex",),
    holds=("pieces",),
    read=text_reader("hex codes", _read),
    write=lambda entries, _: "".join(
        "_".join(map(hex_code, entry.all_pieces())) + "\n" for entry in entries
    ),
    many=True,
)
