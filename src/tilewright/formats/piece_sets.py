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

from tilewright.errors import FormatError, RequestError, quoted
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

    def fail(self, message: str) -> FormatError:
        return _wrong(message, self.line)

    def check_keys(self, known: tuple[str, ...], what: str) -> None:
        """Raise an error if there is an unknown key."""
        for key in self.values:
            if key not in known:
                raise self.fail(
                    f"unknown key {quoted(key)}; the keys of {what} are {', '.join(known)}"
                )


def _wrong(message: str, line: int) -> FormatError:
    return FormatError(message, where=f"line {line}")


def read_piece_text(text: str) -> tuple[Piece | str, ...]:
    """Return the pieces or words in a text with or without a first line.

    Raises
    ------
    FormatError
        If a line is invalid; the error gives its number.
    """
    return read_piece_set(text) if text.startswith(FIRST) else read_words(text)


def read_piece_set(text: str) -> tuple[Piece | str, ...]:
    """Return the pieces of a text with a first line; words for those with alternatives."""
    blocks = list(_blocks(text))
    shared = blocks.pop(0) if blocks and not blocks[0].rows else _Block(2)
    shared.check_keys(_SHARED, "all pieces")
    lattice = LATTICES.get(shared.values.get("lattice", SQUARES.name))
    if lattice is None:
        raise FormatError(
            f"unknown lattice {quoted(shared.values['lattice'])}; the lattices are "
            f"{', '.join(LATTICES)}"
        )
    pieces: dict[str, Piece | str] = {}
    for block in blocks:
        for piece in _pieces(block, shared.values.get("turn", ""), lattice):
            name = piece if isinstance(piece, str) else piece.name
            if name in pieces:
                raise block.fail(
                    f"two pieces are named {quoted(name)}; rename one of them, or write copies: 2"
                )
            pieces[name] = piece
    if not pieces:
        raise FormatError("the file contains no pieces")
    return tuple(pieces.values())


def _blocks(text: str) -> Iterator[_Block]:
    """Yield the blocks of lines after the first line."""
    for first, lines in _split_at_blanks(text.partition("\n")[2]):
        block = _Block(first + 1)
        for number, line in enumerate(lines, start=block.line):
            match = _KEY.fullmatch(line.strip())
            if match is None:
                block.rows.append(line)
            elif block.rows:
                raise _wrong(
                    "the keys of a piece must come before the drawing; an empty line may be "
                    "missing",
                    number,
                )
            elif match[1] in block.values:
                raise _wrong(f"'{match[1]}' is given twice", number)
            else:
                block.values[match[1]] = (match[2] or "").strip()
        yield block


def _pieces(block: _Block, turn: str, lattice: Lattice) -> tuple[Piece | str, ...]:
    """Return the pieces of a block: several if it names a set, a word for one with alternatives."""
    block.check_keys(_OWN, "a piece")
    if not block.rows:
        raise block.fail("the drawing of the piece is missing")
    own_turn, copies, name, color = (
        block.values.get(key, default)
        for key, default in (("turn", turn), ("copies", ""), ("name", ""), ("color", ""))
    )
    if copies and not _COPIES.fullmatch(copies):
        raise block.fail(
            "copies must be a number, a range such as 1..4 or 1.., or + for any number, got "
            f"{quoted(copies)}"
        )
    word = "/".join(row.strip() if "#" not in row else row for row in block.rows)
    if len(block.rows) == 1 and (re.fullmatch(r"[.\w]", word) or is_row_of_marks(word)):
        word += "/"
    turned = f"@{own_turn}" if own_turn else ""
    word = word.replace("|", f"{turned}|") + turned
    word += copies if copies == "+" else f"={copies}" if copies else ""
    try:
        if "|" in word:
            if name or color:
                raise block.fail("a piece with alternatives cannot have a name or a color")
            return (Alternatives.parse(word, None, lattice).word(),)
        pieces = parse_pieces(word, None, lattice)
    except RequestError as error:
        raise block.fail(error.message) from None
    if name and len(pieces) > 1:
        raise block.fail(
            f"only a single piece can have a name, but {quoted(word)} means {len(pieces)} pieces"
        )
    if color and not (re.fullmatch(r"[0-9]{1,2}", color) and 1 <= int(color) <= _COLORS):
        raise block.fail(
            f"the color must be the number of a color in the palette, 1 to {_COLORS}, got "
            f"{quoted(color)}"
        )
    return tuple(
        replace(piece, name=name or piece.name, color=int(color) if color else None)
        for piece in pieces
    )


def read_words(text: str) -> tuple[str, ...]:
    r"""Return the words for the pieces in a text without a first line: words, drawings with empty
    lines between them, or the text itself if it draws pieces in letters.

    Examples
    --------
    >>> read_words("L3 ##/.#\nI3=2"), read_words("##\n.#\n\n###")
    (('L3', '##/.#', 'I3=2'), ('##/.#', '###'))
    """
    if is_drawn(text):
        words = [(line, "/".join(rows)) for line, rows in _split_at_blanks(text)]
    elif is_lettered(text):
        return (text.strip("\r\n").replace("\r\n", "\n"),)
    else:
        lines = enumerate(text.splitlines(), start=1)
        words = [(number, word) for number, line in lines for word in line.split()]
    if not words:
        raise FormatError("the file contains no pieces")
    for line, word in words:
        try:
            for alternative in word.split("|"):
                parse_pieces(alternative, None)
        except RequestError as error:
            raise _wrong(error.message, line) from None
    return tuple(word for _, word in words)


def is_drawn(text: str) -> bool:
    r"""Return whether a text without a first line draws its pieces or board row by row, instead of
    listing words.

    >>> [is_drawn(text) for text in ("##\n.#", "##/.#\n###", "L3\nI3", "###")]
    [True, False, False, False]
    """
    blocks = [rows for _, rows in _split_at_blanks(text)]
    if max(map(len, blocks), default=0) < 2 or not all(
        any("#" in row for row in rows) for rows in blocks
    ):
        return False
    rows = [row for rows in blocks for row in rows]
    return all(_ROW.fullmatch(row) for row in rows) and not any(map(_is_name, rows))


def is_lettered(text: str) -> bool:
    """Return whether a text draws its pieces in letters."""
    return bool(lettered_cells(text.strip("\r\n").replace("\r\n", "\n")))


def _split_at_blanks(text: str) -> Iterator[tuple[int, list[str]]]:
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


def is_named(piece: Piece) -> bool:
    """Return whether a piece has another name than the word for its shape."""
    return piece.name != piece.base().partition("@")[0]


def piece_set_text(pieces: Iterable[Piece]) -> str:
    """Return the text of a set of pieces."""
    blocks = [FIRST]
    for piece in pieces:
        lines = []
        if is_named(piece):
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
