"""Pieces as text that people can write: words, drawings, or drawings with names, colors, copies and
turns.

Words stand one per line or side by side; an empty line separates drawings. The first line of a set
with names says what it is. Each piece is a block of lines, with an empty line before it: lines
``key: value``, then the drawing of the piece, or a word such as ``L3``. A block of keys alone at
the beginning is for all pieces.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from tilewright.errors import FormatError, PieceError, RequestError, quoted
from tilewright.model.piece import (
    Alternatives,
    Piece,
    is_row_of_marks,
    lettered_cells,
    parse_pieces,
)
from tilewright.model.space.lattice import LATTICES, SQUARES, Lattice

FIRST = "tilewright pieces"
_KEY = re.compile(r"([A-Za-z][\w-]*):(?:[ \t]+(.*))?")
_COPIES = re.compile(r"\+|[0-9]+(\.\.[0-9]*)?")
_ROW = re.compile(r"[\w#. ]+")
#: The keys of a piece, and those for all pieces.
_OWN = ("name", "color", "copies", "turn", "note")
_SHARED = ("lattice", "turn", "note")
#: A piece can have as many colors as a palette has.
_COLORS = 12


@dataclass
class _Block:
    """The lines of a piece."""

    line: int
    values: dict[str, str] = field(default_factory=dict)
    rows: list[str] = field(default_factory=list)


def read_piece_set(text: str, where: str) -> tuple[Piece | str, ...]:
    """Return the pieces of a text; words for those with alternatives.

    Raises
    ------
    FormatError
        If a line is invalid; the message gives its number.
    """
    blocks = list(_blocks(text, where))
    shared = blocks.pop(0).values if blocks and not blocks[0].rows else {}
    _check_keys(shared, _SHARED, where, 2)
    lattice = LATTICES.get(shared.get("lattice", SQUARES.name))
    if lattice is None:
        raise FormatError(
            f"unknown lattice {quoted(shared['lattice'])}; the lattices are {', '.join(LATTICES)}",
            where=where,
        )
    pieces: dict[str, Piece | str] = {}
    for block in blocks:
        for piece in _pieces(block, shared.get("turn", ""), lattice, where):
            name = piece if isinstance(piece, str) else piece.name
            if name in pieces:
                raise FormatError(
                    f"two pieces are called {quoted(name)}; rename one of them, or write copies: 2",
                    where=f"{where}, line {block.line}",
                )
            pieces[name] = piece
    if not pieces:
        raise FormatError("the file contains no pieces", where=where)
    return tuple(pieces.values())


def _blocks(text: str, where: str) -> Iterator[_Block]:
    """Yield the blocks of lines after the first line."""
    block: _Block | None = None
    for number, line in enumerate(text.splitlines()[1:], start=2):
        if not line.strip():
            if block is not None:
                yield block
            block = None
            continue
        block = block or _Block(number)
        match = _KEY.fullmatch(line.strip())
        if match is None:
            block.rows.append(line.rstrip())
        elif block.rows:
            raise FormatError(
                "the keys of a piece come before its drawing; is an empty line missing?",
                where=f"{where}, line {number}",
            )
        elif match[1] in block.values:
            raise FormatError(f"'{match[1]}' is given twice", where=f"{where}, line {number}")
        else:
            block.values[match[1]] = (match[2] or "").strip()
    if block is not None:
        yield block


def _check_keys(values: Iterable[str], known: tuple[str, ...], where: str, line: int) -> None:
    for key in values:
        if key not in known:
            what = "a piece" if known is _OWN else "all pieces"
            raise FormatError(
                f"unknown key {quoted(key)}; the keys of {what} are {', '.join(known)}",
                where=f"{where}, line {line}",
            )


def _pieces(block: _Block, turn: str, lattice: Lattice, where: str) -> tuple[Piece | str, ...]:
    """Return the pieces of a block: several if it names a set, a word for one with alternatives."""
    place = f"{where}, line {block.line}"
    _check_keys(block.values, _OWN, where, block.line)
    if not block.rows:
        raise FormatError("the piece has no drawing", where=place)
    own_turn, copies = block.values.get("turn", turn), block.values.get("copies", "")
    if copies and not _COPIES.fullmatch(copies):
        raise FormatError(
            "copies must be a number, a range such as 1..4 or 1.., or + for any number, got "
            f"{quoted(copies)}",
            where=place,
        )
    word = "/".join(row.strip() if "#" not in row else row for row in block.rows)
    if len(block.rows) == 1 and (re.fullmatch(r"[.\w]", word) or is_row_of_marks(word)):
        word += "/"
    turned = f"@{own_turn}" if own_turn else ""
    word = word.replace("|", f"{turned}|") + turned
    word += copies if copies == "+" else f"={copies}" if copies else ""
    name, color = block.values.get("name", ""), block.values.get("color", "")
    if "|" in word and (name or color):
        raise FormatError("a piece with alternatives has no name or color of its own", where=place)
    try:
        if "|" in word:
            return (Alternatives.parse(word, None, lattice).word(),)
        pieces = parse_pieces(word, None, lattice)
    except RequestError as error:
        raise FormatError(error.message, where=place) from None
    if name and len(pieces) > 1:
        raise FormatError(
            f"a name is for one piece, but {quoted(word)} are {len(pieces)}", where=place
        )
    if color and not (re.fullmatch(r"[0-9]{1,2}", color) and 1 <= int(color) <= _COLORS):
        raise FormatError(
            f"the color must be the number of a color in the palette, 1 to {_COLORS}, got "
            f"{quoted(color)}",
            where=place,
        )
    return tuple(
        replace(piece, name=name or piece.name, color=int(color) if color else None)
        for piece in pieces
    )


def read_words(text: str, where: str) -> tuple[str, ...]:
    r"""Return the words for the pieces in a text without a first line: words, drawings with empty
    lines between them, or the text itself if it draws pieces in letters.

    Raises
    ------
    FormatError
        If a word or drawing is invalid; the message gives its line.

    Examples
    --------
    >>> read_words("L3 ##/.#\nI3=2", "list.txt"), read_words("##\n.#\n\n###", "shapes.txt")
    (('L3', '##/.#', 'I3=2'), ('##/.#', '###'))
    """
    if is_drawn(text):
        words = [(line, "/".join(rows)) for line, rows in _drawn_blocks(text)]
    elif is_lettered(text, where):
        return (text.strip("\r\n").replace("\r\n", "\n"),)
    else:
        lines = enumerate(text.splitlines(), start=1)
        words = [(number, word) for number, line in lines for word in line.split()]
    if not words:
        raise FormatError("the file contains no pieces", where=where)
    for line, word in words:
        try:
            for alternative in word.split("|"):
                parse_pieces(alternative, None)
        except RequestError as error:
            raise FormatError(error.message, where=f"{where}, line {line}") from None
    return tuple(word for _, word in words)


def is_drawn(text: str) -> bool:
    r"""Return whether a text without a first line draws its pieces or board row by row, instead of
    listing words.

    >>> [is_drawn(text) for text in ("##\n.#", "##/.#\n###", "L3\nI3", "###")]
    [True, False, False, False]
    """
    blocks = [rows for _, rows in _drawn_blocks(text)]
    if max(map(len, blocks), default=0) < 2 or not all(
        any("#" in row for row in rows) for rows in blocks
    ):
        return False
    rows = [row for rows in blocks for row in rows]
    return all(_ROW.fullmatch(row) for row in rows) and not any(map(_is_name, rows))


def is_lettered(text: str, where: str) -> bool:
    """Return whether a text draws its pieces in letters."""
    try:
        return bool(lettered_cells(text.strip("\r\n").replace("\r\n", "\n")))
    except PieceError as error:
        raise FormatError(error.message, where=where) from None


def _drawn_blocks(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows between empty lines, and the line of the first one."""
    rows: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        if line.strip():
            rows.append(line.rstrip())
        elif rows:
            yield number - len(rows), rows
            rows = []


def _is_name(row: str) -> bool:
    """Return whether a row of a drawing is the name of a piece."""
    if "#" in row:
        return False
    try:
        return bool(parse_pieces(row.strip(), None))
    except RequestError:
        return False


def piece_set_text(pieces: Iterable[Piece]) -> str:
    """Return the text of a set of pieces."""
    blocks = [FIRST]
    for piece in pieces:
        lines = []
        if piece.name != piece.base().partition("@")[0]:
            lines.append(f"name: {piece.name}")
        if piece.color is not None:
            lines.append(f"color: {piece.color}")
        base = piece.base()
        count = piece.word().removeprefix(base)
        if count:
            lines.append(f"copies: {count.removeprefix('=')}")
        if piece.turn is not None:
            lines.append(f"turn: {piece.turn}")
        blocks.append("\n".join([*lines, base.partition("@")[0]]))
    return "\n\n".join(blocks) + "\n"
