"""Piece: a polyform with its allowed turns, its number of copies, and its marks."""

from __future__ import annotations

import functools
import itertools
import math
import re
from collections.abc import Collection, Iterable, Iterator, Sequence, Set, ValuesView
from dataclasses import dataclass, field, fields, replace
from numbers import Number
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import PieceError, PolyominoError, RequestError, quoted
from tilewright.model.space.catalog import (
    FAMILIES,
    POLYFORMS,
    SETS,
    family,
    find_family,
    near_misses,
    resolve,
)
from tilewright.model.space.lattice import (
    CUBES,
    LATTICES,
    SQUARES,
    Cell,
    Lattice,
    Turn,
    box_word,
    check_turn,
)
from tilewright.model.space.polyform import Polyform, draw, read_drawing
from tilewright.model.space.surface import Surface
from tilewright.system.values.arguments import check_integer, check_text, format_value
from tilewright.system.values.recent import Recent
from tilewright.system.values.svg_repr import SvgRepr

#: An orientation of a piece: its cells in sorted order and the mark of each ("" for none).
Oriented = tuple[Polyform, tuple[str, ...]]

#: What a word names, its turn, and its number of copies.
_WORD = re.compile(r"(.*?)(@[a-z-]+)?(\+|=.*)?", re.DOTALL)
#: The largest bounding box that is drawn in a name.
_DRAWN = 4096
#: A piece has fewer than 2^(48 / dimension) rows and columns: cells are numbered in one machine
#: word.
_BITS = 48
#: What was made of a word, or of so many pieces, is kept for the next time.
_FEW = 64
#: A list of letters that is suggested has at most so many.
_LISTED = 40
_NUMBERED = re.compile(r"[A-Za-z]([6-9]|1[0-2])")
# No number of the grammar is longer than 18 digits; Python refuses to convert very long ones.
_COUNT = re.compile(r"=([0-9]{1,18})(\.\.([0-9]{0,18}))?")
#: A path that begins with a folder, or a file name with an ending that drawings do not have.
_PATH = re.compile(r"(?:\.{1,2}|~)?/(?!.*//).+|.*\w\.(?:txt|json|pieces)", re.DOTALL)
#: The dominoes with two numbers from 0 to N, each once.
_DOUBLE = re.compile(r"double-([0-9])")
#: Rectangles of up to N cells, with N in one of them; each way to place the number is a piece. A
#: mark is one letter, so areas from 10 are A to Z.
_RECTANGLES = re.compile(r"rectangles-([1-9]|[12][0-9]|3[0-5])")
#: All polyominoes of up to N cells.
_POLYOMINOES = re.compile(r"polyominoes-([1-9])")
#: A rectangle of squares or a box of cubes by its size, of at most so many cells.
_BRICK = re.compile(r"[0-9]{1,6}(?:[xX×][0-9]{1,6}){1,2}")
_LARGEST_BRICK = 1 << 16
#: Rows of a drawing in letters.
_LETTERED = re.compile(r"[A-Za-z. ]*")
#: A piece of one row, all of it numbers.
_NUMBERS = re.compile(r"[0-9]{2,}")
#: The size in the name of a piece that has a letter.
_SIZE = re.compile(r"^([A-Za-z])[1-9]((?:\.[0-9]+)?)$")
#: Copies as they are not written: a number after or before a name.
_TIMES_AFTER = re.compile(r"(?P<name>\w+?)(?:[*×]|x(?=[0-9]))(?P<times>[0-9]{1,9})")
_TIMES_BEFORE = re.compile(r"(?P<times>[0-9]{1,9})[*x×]?(?P<name>[A-Za-z]\w*)")
_TAGGED = re.compile(r"([A-Za-z])([1-9])((?:\.[0-9]+)?)")


@dataclass(frozen=True, slots=True)
class Piece(SvgRepr):
    """A polyomino with its allowed turns, its number of copies and its marks.

    Parameters
    ----------
    polyomino : Polyomino, or Polyform of another lattice
        The cells in any form that `Polyomino` accepts (a list of cells, or a grid as an array), or
        a string that describes one piece, such as ``"L3"`` or ``"##/.#=2"``.
    name : str
        The name of the piece in pictures and messages. By default, a piece that is specified by its
        name keeps the name from the catalog. A piece that is not specified by name is named by its
        drawing or, if the drawing is too large, by a short description.
    least, most : int
        The minimum and maximum number of copies in a tiling; `most` is None if there is no maximum.
    turn : {"free", "one-sided", "half-turn", "fixed"}, optional
        How the piece may be turned; by default, the problem determines this.
    marks : tuple of str
        The mark of each cell, in the order of ``polyomino.cells``: a letter or digit, or "" if the
        cell has no mark. The tuple is empty if no cell has a mark.
    color : int, optional
        The color of the piece: its number in the palette, starting at 1. By default, the name of
        the piece determines its color.

    Raises
    ------
    PieceError
        If the number of copies is invalid, or if the number of marks differs from the number of
        cells.

    Examples
    --------
    >>> Piece.parse("L3=1..4")
    Piece(polyomino=Polyomino(cells=((0, 0), (1, 0), (1, 1))), name='L3', least=1, most=4, turn=None, marks=())
    >>> Piece(np.array([[1, 0, 0], [1, 1, 1]]), name="duck").name
    'duck'
    """  # noqa: E501

    polyomino: Polyform
    name: str = ""
    least: int = 1
    most: int | None = 1
    turn: Turn | None = None
    marks: tuple[str, ...] = ()
    color: int | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if isinstance(self.polyomino, str):
            # The word says what no argument says.
            parsed = Piece.parse(self.polyomino)
            object.__setattr__(self, "polyomino", parsed.polyomino)
            for each in fields(self)[1:]:
                if getattr(self, each.name) == each.default:
                    object.__setattr__(self, each.name, getattr(parsed, each.name))
        if not isinstance(self.polyomino, Polyform):
            if not isinstance(self.polyomino, Collection):
                raise PieceError(
                    "the shape of a piece must be a Polyomino or a list of cells, got "
                    f"{format_value(self.polyomino)}"
                )
            object.__setattr__(self, "polyomino", Polyform(self.polyomino))
        object.__setattr__(self, "marks", _check_marks(self.marks))
        check_text(self.name, "the name of a piece", error=PieceError)
        if not self.name:
            box = math.prod(self.polyomino.shape)
            object.__setattr__(
                self,
                "name",
                _draw_piece(self) if box <= _DRAWN else _describe_polyform(self.polyomino),
            )
        if self.turn is not None:
            check_turn(self.turn)
        check_integer(self.least, "the number of copies", 0, error=PieceError, where=self.name)
        if self.most is not None and self.least > check_integer(
            self.most, "the number of copies", error=PieceError, where=self.name
        ):
            raise PieceError(
                f"copies must satisfy least <= most, got {self.least} and {self.most}",
                where=self.name,
            )
        if self.marks and len(self.marks) != len(self.polyomino):
            raise PieceError(
                f"{len(self.polyomino)} cells need {len(self.polyomino)} marks, got "
                f"{len(self.marks)}",
                where=self.name,
            )
        if self.color is not None:
            check_integer(self.color, "the color number", 1, error=PieceError, where=self.name)
        for mark in self.marks:
            if mark and (len(mark) != 1 or not mark.isalnum()):
                raise PieceError(
                    f"a mark must be one letter or digit, got {quoted(mark)}", where=self.name
                )

    def __hash__(self) -> int:
        # Pieces that differ have other names nearly always, and the hash of a name is kept; that of
        # cells is not.
        return hash(self.name)

    @property
    def lattice(self) -> Lattice:
        """The lattice of the piece's cells."""
        return self.polyomino.lattice

    @property
    def surface(self) -> Surface:
        """The surface of a single piece, which is always flat."""
        return self.polyomino.surface

    def among(self, lattice: Lattice) -> Piece:
        """Return the piece in the form used on a given lattice. On cubes, a piece of squares
        becomes a solid piece. All other pieces are returned unchanged.
        """
        solid = _as_solid(self.polyomino, lattice)
        return self if solid is self.polyomino else replace(self, polyomino=solid)

    @classmethod
    def parse(cls, word: str, turn: Turn = "free", lattice: Lattice = SQUARES) -> Piece:
        """Parse a string that names exactly one piece (see `parse_pieces`).

        Raises
        ------
        PieceError
            If the string is invalid, or if it names several pieces.
        """
        pieces = parse_pieces(word, turn, lattice)
        if len(pieces) != 1:
            raise PieceError(f"expected one piece, got {len(pieces)}", where=word)
        return pieces[0]

    def orientations(self, turn: Turn = "free") -> tuple[Oriented, ...]:
        """Return the distinct orientations of the piece, including its marks, in sorted order.

        Parameters
        ----------
        turn : {"free", "one-sided", "half-turn", "fixed"}
            How the piece may be turned, unless it specifies its own turns.

        Raises
        ------
        PieceError
            If `turn` is invalid.
        """
        return _orientations(self.polyomino, self.marks, self.turn or check_turn(turn))

    def word(self) -> str:
        """Return the piece in command-line notation: its catalog name, or its drawing if the
        catalog does not contain it.
        """
        return self.base() + _copies_suffix(self.least, self.most)

    def base(self) -> str:
        """Return the piece in command-line notation, without the number of copies."""
        turn = f"@{self.turn}" if self.turn else ""
        return (self.name if _names_itself(self) else _draw_piece(self)) + turn


@dataclass(frozen=True)
class Alternatives:
    """A piece that is placed as one of several pieces, so that its tile has one of their shapes.

    Parameters
    ----------
    pieces : tuple of Piece
        The pieces to choose from. Their numbers of copies are ignored.
    least, most : int
        The minimum and maximum number of copies in a tiling; `most` is None if there is no maximum.
    """

    pieces: tuple[Piece, ...]
    least: int = 1
    most: int | None = 1

    @classmethod
    def parse(cls, word: str, turn: Turn | None, lattice: Lattice) -> Alternatives:
        """Parse strings for pieces that are joined by ``|``. A number of copies at the end applies
        to all of them.

        Raises
        ------
        PieceError
            If a string is invalid or names several pieces.
        """
        *words, last = word.split("|")
        alternatives: list[Piece] = []
        base, own_turn, _ = split_word(last)
        for single in (*words, base + own_turn):
            pieces = parse_pieces(single, turn, lattice)
            if len(pieces) != 1 or (pieces[0].least, pieces[0].most) != (1, 1):
                raise PieceError(
                    "alternatives must be single pieces, with the number of copies at the end, as "
                    f"in T4|P5=2, got {quoted(single)}",
                    where=word,
                )
            alternatives += pieces
        (counted,) = parse_pieces(last, turn, lattice)
        return cls(tuple(alternatives), counted.least, counted.most)

    def word(self) -> str:
        """Return the string that `parse` reads."""
        return "|".join(piece.base() for piece in self.pieces) + _copies_suffix(
            self.least, self.most
        )

    def as_pieces(self) -> list[Piece]:
        """Return the pieces to choose from, each with the allowed number of copies."""
        return [replace(piece, least=0, most=self.most) for piece in self.pieces]


def _copies_suffix(least: int, most: int | None) -> str:
    """Return a number of copies as the suffix of a string."""
    if most is None:
        return "+" if least == 0 else f"={least}.."
    if least == most:
        return "" if least == 1 else f"={least}"
    return f"={least}..{most}"


def add_mosts(mosts: Iterable[int | None]) -> int | None:
    """Return the sum of the maximum numbers of copies, or None if one of them is unlimited.

    >>> add_mosts([1, 2]), add_mosts([1, None])
    (3, None)
    """
    total = 0
    for most in mosts:
        if most is None:
            return None
        total += most
    return total


#: What functions accept as pieces: words, values, grids, and lists of those (see `listed_pieces`).
PieceLike = Piece | Polyform | str | NDArray[Any] | Sequence[Any]


def _check_marks(letters: object) -> tuple[str, ...]:
    """Return the marks of the cells; empty if no cell has a mark."""
    if not isinstance(letters, Iterable):
        raise PieceError(f"marks must be letters, one for each cell, got {format_value(letters)}")
    marks = tuple(check_text(mark, "a mark", error=PieceError) for mark in letters)
    return marks if any(marks) else ()


@functools.lru_cache(maxsize=8192)
def _orientations(polyform: Polyform, marks: tuple[str, ...], turn: Turn) -> tuple[Oriented, ...]:
    shape = (polyform, marks or ("",) * len(polyform))
    allowed = polyform.lattice.allowed(turn, np.array(polyform.cells))
    return tuple(sorted({turned(shape, element) for element in allowed}))


def turned(oriented: Oriented, element: int) -> Oriented:
    """Return the image of cells and their marks under a symmetry of the lattice."""
    polyform, marks = oriented
    moved = sorted(zip(polyform.lattice.turned(element, polyform.cells), marks, strict=True))
    return (
        Polyform._of_sorted(tuple(cell for cell, _ in moved), polyform.lattice),
        tuple(mark for _, mark in moved),
    )


def images(pieces: Sequence[Piece], turn: Turn) -> tuple[frozenset[bytes], ...]:
    """Return the distinct images of each piece as keys. Two keys are equal if and only if the
    images are equal.

    This is the same as `Piece.orientations`, but by array operations for whole families, without an
    object for each image. Raises `PieceError` for 2^24 or more rows or columns (2^16 for cubes).
    """
    sequence = tuple(pieces)
    return _known_images(sequence, turn) if len(sequence) <= _FEW else _image_keys(sequence, turn)


def _image_keys(pieces: tuple[Piece, ...], turn: Turn) -> tuple[frozenset[bytes], ...]:
    groups: dict[tuple[Lattice, int, tuple[int, ...]], list[int]] = {}
    for number, piece in enumerate(pieces):
        elements = piece.lattice.allowed(piece.turn or turn, np.array(piece.polyomino.cells))
        groups.setdefault((piece.lattice, len(piece.polyomino), elements), []).append(number)
        extent = 1 << _BITS // piece.lattice.dimension
        if max(piece.polyomino.shape) >= extent:
            raise PieceError(
                f"a piece must have fewer than {extent} rows and columns", where=piece.name
            )
    letters = {"": 0}
    keys_of: list[frozenset[bytes]] = [frozenset()] * len(pieces)
    for (lattice, size, elements), members in groups.items():
        cells = np.array([pieces[number].polyomino.cells for number in members], dtype=np.int64)
        marks = np.zeros((len(members), size), dtype=np.int64)
        for row, number in enumerate(members):
            if pieces[number].marks:
                marks[row] = [
                    letters.setdefault(mark, len(letters)) for mark in pieces[number].marks
                ]
        keys = []
        extent = 1 << _BITS // lattice.dimension
        for element in elements:
            moved = lattice.image(element, cells)
            moved -= lattice.corner(moved)
            codes = marks
            for axis in range(lattice.dimension):
                codes = codes * extent + moved[:, :, axis]
            codes = np.sort(codes, axis=1)
            keys.append(codes.view(f"V{codes.itemsize * size}").ravel().tolist())
        for number, distinct in zip(members, zip(*keys, strict=True), strict=True):
            keys_of[number] = frozenset(distinct)
    return tuple(keys_of)


#: Of sets of a few pieces that were asked for before.
_known_images = functools.lru_cache(maxsize=256)(_image_keys)


def find_name(name: str, names: Sequence[str]) -> int | None:
    """Return the index of the piece with this name, or with this letter or number if it is unique.

    Examples
    --------
    >>> [find_name(name, ("I3", "L3", "I4", "hexomino:12")) for name in ("I4", "L", "12", "I")]
    [2, 1, 3, None]
    """
    if name in names:
        return names.index(name)
    short = [_SIZE.sub(r"\1\2", full_name.rpartition(":")[2]) for full_name in names]
    return short.index(name) if short.count(name) == 1 else None


def _draw_piece(piece: Piece) -> str:
    polyform = piece.polyomino
    marks = piece.marks or ("",) * len(polyform)
    characters = {cell: mark or "#" for cell, mark in zip(polyform.cells, marks, strict=True)}
    drawing = draw(characters, polyform.shape)
    return piece.lattice.prefix + (drawing if set(drawing) & set("#/") else drawing + "/")


def _describe_polyform(polyform: Polyform) -> str:
    return f"{len(polyform)} cells in {box_word(polyform.shape)}"


def _names_itself(piece: Piece) -> bool:
    """Whether the name, parsed as a piece, means one copy of this piece."""
    try:
        named = parse_pieces(piece.name, "one-sided", piece.lattice)
    except RequestError:
        return False
    return named == (Piece(piece.polyomino, piece.name),) and not piece.marks


def parse_pieces(
    word: str, turn: Turn | None = "free", lattice: Lattice = SQUARES
) -> tuple[Piece, ...]:
    """Parse a string that names one or more pieces.

    The string can be a set (``trominoes``, ``soma``), letters of a family (``tetromino:IILSTTZ``,
    ``soma:VL``), numbers of a family (``hexomino:1,12``), a letter with a size (``L3``),
    ``monomino``, ``domino``, or a drawing (``##/.#``). Letters and digits in a drawing are marks. A
    string of digits is a single row: ``35`` is a domino with the numbers 3 and 5. ``double-6``
    names the 28 dominoes from ``00`` to ``66``. ``rectangles-9`` names the rectangles of up to 9
    cells, with the area of each marked on one of its cells: there is one piece for each choice of
    this cell, up to symmetry. Areas from 10 are letters from A to Z. ``polyominoes-4`` names the
    polyominoes of up to 4 cells. ``2x3`` is a rectangle of squares, and ``1x2x2`` is a box of cubes. A
    drawing may begin with a lattice: ``hex:##/.#``. A drawing with several lines of letters
    describes one piece for each letter, and the letter becomes the name of the piece. A word may
    end with ``@free``, ``@one-sided``, ``@half-turn`` or ``@fixed``, and with the number of copies: ``=3`` (three),
    ``=1..4`` (a range), ``=1..`` (at least one) or ``+`` (any number). Strings joined by ``|`` are
    parsed as `Alternatives`.

    Parameters
    ----------
    word : str
    turn : {"free", "one-sided", "half-turn", "fixed"}
        How pieces may be turned. The allowed turns determine the members of a set: with
        ``one-sided``, ``tetrominoes`` means the seven pieces IJLOSTZ. If `turn` is None, the
        default turn of the lattice is used.
    lattice : Lattice
        The lattice of the board, used for drawings that do not name a lattice. On cubes,
        polyominoes are solid pieces, so mirror images are equal.

    Raises
    ------
    PieceError
        If the string is invalid. The error message suggests similar names.

    Examples
    --------
    >>> [(p.name, p.least) for p in parse_pieces("tetromino:IILSTTZ", "one-sided")]
    [('I4', 2), ('L4', 1), ('S4', 1), ('T4', 2), ('Z4', 1)]
    >>> parse_pieces("pentomines")
    Traceback (most recent call last):
    tilewright.errors.PieceError: there is no piece or set 'pentomines'; did you mean pentominoes or pentomino?
    """  # noqa: E501
    check_text(word, "a piece", error=PieceError)
    turn = None if turn is None else check_turn(turn)
    return _parsed.get(
        (word, turn, lattice),
        lambda: _parse_word(word, turn, lattice),
        lambda pieces: len(pieces) <= _FEW,
    )


#: Of words that were read before.
_parsed: Recent[tuple[str, Turn | None, Lattice], tuple[Piece, ...]] = Recent(256)


def _parse_word(word: str, turn: Turn | None, lattice: Lattice) -> tuple[Piece, ...]:
    # The spaces of a drawing are cells that are not there.
    given = word.rstrip() if "#" in word or "\n" in word.strip() else word.strip()
    prefix, colon, rest = given.partition(":")
    if colon and (prefix in LATTICES.built_in or (not _is_set(prefix) and prefix in LATTICES)):
        given, lattice = rest, LATTICES[prefix]
    base, turn_word, copies = split_word(given)
    if not base:
        raise PieceError(f"a piece must be a name or a drawing, got {quoted(word)}")
    try:
        own_turn = check_turn(turn_word[1:]) if turn_word else None
    except PieceError as error:
        raise PieceError(error.message, where=word) from None
    least, most = _read_copies(copies, word)
    counted: dict[str, Piece] = {}
    for piece in _pieces_of_name(base, own_turn or turn, word, lattice):
        if piece.name in counted:
            earlier = counted[piece.name]
            total = add_mosts((earlier.most, most))
            counted[piece.name] = replace(earlier, least=earlier.least + least, most=total)
        else:
            counted[piece.name] = replace(piece, least=least, most=most, turn=own_turn)
    return tuple(counted.values())


def _is_set(word: str) -> bool:
    """Whether a word before a colon is a family or a set, and therefore not the lattice of a
    plug-in.
    """
    return word in SETS or find_family(word) is not None


def shortest_words(pieces: Sequence[Piece]) -> tuple[str, ...]:
    """Return pieces as strings: the name of a numbered set if they form one, and otherwise one
    string for each piece.

    >>> shortest_words(parse_pieces("double-6")), shortest_words(parse_pieces("double-1")[:2])
    (('double-6',), ('00/', '01/'))
    >>> shortest_words(parse_pieces("double-2=0..1"))
    ('double-2=0..1',)
    >>> shortest_words(parse_pieces("rectangles-9+"))
    ('rectangles-9+',)
    >>> shortest_words(parse_pieces("polyominoes-4+"))
    ('polyominoes-4+',)
    """
    mark = max((mark for piece in pieces for mark in piece.marks), default="")
    largest = int(mark, 36) if re.fullmatch("[0-9A-Z]", mark) else 0
    sizes = sorted({len(piece.polyomino) for piece in pieces})
    if not mark and len(sizes) > 1 and sizes == [*range(1, len(sizes) + 1)]:
        largest = len(sizes)
    for name in (
        f"double-{largest}",
        f"double-{largest}=0..1",
        f"rectangles-{largest}",
        f"rectangles-{largest}+",
        f"polyominoes-{largest}",
        f"polyominoes-{largest}+",
    ):
        base = name.removesuffix("+").removesuffix("=0..1")
        known = any(form.fullmatch(base) for form in (_DOUBLE, _RECTANGLES, _POLYOMINOES))
        if known and parse_pieces(name) == tuple(pieces):
            return (name,)
    return tuple(piece.word() for piece in pieces)


def gives_copies(word: str) -> bool:
    """Return whether a string for pieces ends with a number of copies.

    >>> [gives_copies(word) for word in ("L3", "L3=2", "L3@fixed+", "hex:##/.#=1..")]
    [False, True, True, True]
    """
    return bool(split_word(word.strip())[2])


def listed_pieces(source: PieceLike) -> list[Piece | str]:
    """Return the pieces of an argument one by one: the words of a string, or the elements of a
    list. The words are not parsed.

    Parameters
    ----------
    given : Piece, Polyform, str, array or list
        A string contains one or more words. An array is the grid of one piece, with three axes for
        cubes. A list contains pieces in any of these forms, or the cells or the grid of one piece
        (see `Polyomino`).

    Raises
    ------
    PieceError
        If `given` has another type, or a string could be one drawing or several pieces.

    Examples
    --------
    >>> listed_pieces(["L3+ I3+", "X5"])
    ['L3+', 'I3+', 'X5']
    >>> [piece.name for piece in listed_pieces(np.array([[1, 1, 0], [0, 1, 1]]))]
    ['##/.##']
    """
    if isinstance(source, str):
        return [*_split_words(source)]
    if isinstance(source, Piece):
        return [source]
    if isinstance(source, Polyform):
        return [Piece(source)]
    if isinstance(source, np.ndarray):
        return [Piece(Polyform(source, CUBES if source.ndim == 3 else SQUARES))]
    if isinstance(source, Set | Iterator | ValuesView):
        source = [*source]
    if isinstance(source, list | tuple) and source:
        if all(map(_is_row, source)):
            solid = all(type(cell) is tuple and len(cell) == 3 for cell in source)
            return [Piece(Polyform(source, CUBES if solid else SQUARES))]
        if not any(isinstance(entry, Number) for entry in source):
            return [piece for entry in source for piece in listed_pieces(entry)]
    elif isinstance(source, list | tuple):
        return []
    raise PieceError(
        "`pieces` must be words such as 'L3', Pieces, Polyominoes or arrays, or a list of those, "
        f"got {format_value(source)}",
        where="pieces",
    )


def _is_row(value: object) -> bool:
    """Whether a value is a cell or the row of a grid, which contains only numbers."""
    if isinstance(value, np.ndarray):
        return value.ndim == 1
    return (
        isinstance(value, list | tuple)
        and bool(value)
        and all(isinstance(x, Number) for x in value)
    )


def _split_words(text: str) -> list[str]:
    """Split a string into words for pieces. A drawing that contains spaces is one word."""
    words = text.split()
    # Next to the end of a row, a space is a cell of a drawing.
    if (
        len(words) < 2
        or "\n" in text
        or any(word.startswith("/") or word.endswith("/") for word in words)
    ):
        return [text]
    if all("#" in word for word in words) and not any(
        any(split_word(word)[1:]) for word in words[:-1]
    ):
        raise PieceError(
            f"{quoted(text)} is ambiguous: draw missing cells of one piece as '.', and write "
            f"several pieces as a list: {words}"
        )
    return words


def split_word(word: str) -> tuple[str, str, str]:
    """Split a word for pieces into the base, the turn and the number of copies.

    >>> split_word("L3@fixed=2"), split_word("pentominoes")
    (('L3', '@fixed', '=2'), ('pentominoes', '', ''))
    """
    match = _WORD.fullmatch(word)
    assert match is not None  # each part may be empty
    return match[1], match[2] or "", match[3] or ""


def with_suffix(word: str, suffix: str) -> str:
    """Return a word for pieces with another turn or number of copies, replacing those in the
    suffix.

    >>> with_suffix("L3@fixed=2", "+"), with_suffix("L3|I3=2", "@fixed")
    ('L3@fixed+', 'L3@fixed|I3@fixed=2')
    """
    _, turn, copies = split_word(f"#{suffix}")
    words = [split_word(alternative) for alternative in word.split("|")]
    named = "|".join(base + (turn or own_turn) for base, own_turn, _ in words)
    return named + (copies or words[-1][2])


def _read_copies(text: str, word: str) -> tuple[int, int | None]:
    if not text:
        return 1, 1
    if text == "+":
        return 0, None
    match = _COUNT.fullmatch(text)
    if match is None:
        if re.fullmatch(r"=[0-9]+(\.\.[0-9]*)?", text):
            raise PieceError(
                "invalid number of copies: at most 18 digits are allowed",
                where=word,
            )
        raise PieceError(
            f"invalid number of copies {quoted(text)}; write '=3' for three, '=1..4' for a range, "
            "'=1..' for at least one, or '+' for any number",
            where=word,
        )
    least = int(match[1])
    if match[2] is None:
        return least, least
    most = int(match[3]) if match[3] else None
    if most is not None and least > most:
        raise PieceError(f"copies must satisfy least <= most, got {least} and {most}", where=word)
    return least, most


def _pieces_of_name(base: str, turn: Turn | None, word: str, lattice: Lattice) -> Iterator[Piece]:
    """Yield each piece that a base names, once for each time it is named. The names include the
    size.
    """
    if drawings := _drawings(base):
        for drawing in drawings:
            yield _piece_of_drawing(drawing, word, lattice)
        return
    if "\n" in base:
        # Solid pieces are drawn flat.
        flat = SQUARES if lattice.dimension == 3 else lattice
        if lettered := lettered_cells(base, flat):
            for letter, cells in lettered.items():
                yield Piece(_as_solid(Polyform(cells, flat), lattice), letter)
            return
    if every := _POLYOMINOES.fullmatch(base):
        for size in range(1, int(every[1]) + 1):
            yield from _pieces_of_name(FAMILIES[size][1], turn, word, lattice)
        return
    if _BRICK.fullmatch(base):
        yield _make_brick([int(side) for side in re.split("[xX×]", base)], word, lattice)
        return
    singular, colon, members = base.partition(":")
    if singular in SETS:
        yield from _pieces_of_set(singular, members if colon else None, word, lattice)
        return
    known = find_family(singular)
    lettered_piece = None if known else _TAGGED.fullmatch(base)
    if lettered_piece and int(lettered_piece[2]) <= 5:
        known = SQUARES, int(lettered_piece[2]), False
        colon, members = ":", lettered_piece[1] + lettered_piece[3]
    if known is None:
        raise _unknown_piece(base, word)
    of_lattice, size, plural = known
    many = POLYFORMS[of_lattice][size][1]
    if colon:
        if not members:
            raise PieceError(
                f"which {many}? Write letters or numbers after '{singular}:'", where=word
            )
        is_list = (
            "," in members or members[0].isdigit() or "." in members or of_lattice is not SQUARES
        )
        names: Sequence[str] = members.split(",") if is_list else members
    elif plural:
        # Solid pieces are turned over in space: the mirror image of a plane one is the same piece.
        solid = of_lattice is SQUARES and lattice.dimension == 3
        for name, polyform in family(
            size, "free" if solid else turn or of_lattice.turn, of_lattice
        ):
            yield Piece(_as_solid(polyform, lattice), _full_name(size, name, of_lattice))
        return
    else:
        names = [name for name, _ in family(size, "free", of_lattice)]
        if len(names) > 1:
            raise PieceError(
                f"which {singular}? Write '{many}' for the whole set, or '{singular}:{names[0]}' "
                "for one piece",
                where=word,
            )
    for name in names:
        yield _piece_of_family(size, name, word, of_lattice, lattice)


def _drawings(base: str) -> list[str]:
    """Return the drawings that a base contains or stands for; empty if it names pieces."""
    if "#" in base or "/" in base:
        return [base]
    if _NUMBERS.fullmatch(base):
        return [f"{base}/"]
    if double := _DOUBLE.fullmatch(base):
        numbers = map(str, range(int(double[1]) + 1))
        pairs = itertools.combinations_with_replacement(numbers, 2)
        return [f"{low}{high}/" for low, high in pairs]
    rectangles = _RECTANGLES.fullmatch(base)
    return [*_numbered_rectangles(int(rectangles[1]))] if rectangles else []


def _unknown_piece(base: str, word: str) -> PieceError:
    """Return the error for an unknown base, with suggestions."""
    if numbered := _NUMBERED.fullmatch(base):
        name = FAMILIES[int(numbered[1])][0]
        return PieceError(
            "only pieces of up to five cells have letters; larger pieces have numbers, such as "
            f"'{name}:1'",
            where=word,
        )
    if "|" in base:
        return PieceError(
            f"{base} is one piece with several shapes, which is supported only in problems with a "
            "board; to allow each shape for every tile, list the shapes: "
            f"{base.replace('|', ' ')}"
        )
    advice, hint = None, _suggest_copies(base)
    if not hint:
        misses = near_misses(base.partition(":")[0])[:2] or _suggest_members(base)
        if is_row_of_marks(base):
            misses = [*misses[:1], f"{base}/ (a row of marks)"]
        hint = f"did you mean {' or '.join(misses[:3])}?" if misses else ""
        advice = None if misses else "`tilewright pieces` lists the sets"
    return PieceError(
        f"unknown piece or set {quoted(base)}" + (f"; {hint}" if hint else ""),
        where=word if word != base else None,
        advice=advice,
    )


def _make_brick(sides: Sequence[int], word: str, lattice: Lattice) -> Piece:
    """Return the rectangle or box with these sides, named after them."""
    name, size = box_word(sides), math.prod(sides)
    if not 1 <= size <= _LARGEST_BRICK:
        raise PieceError(
            f"a rectangle must have 1 to {_LARGEST_BRICK} cells, got {size}",
            where=word if word != name else None,
        )
    flat = SQUARES if len(sides) == 2 else CUBES
    cells = tuple(itertools.product(*map(range, sides)))
    return Piece(_as_solid(Polyform._of_sorted(cells, flat), lattice), name)


def is_row_of_marks(word: str) -> bool:
    """Return whether an unknown word can be a row of marks, which repeats one letter."""
    return 1 < len(word) <= _LISTED and word.isalpha() and len({*word}) == 1


def lettered_cells(text: str, lattice: Lattice = SQUARES) -> dict[str, list[Cell]]:
    r"""Return the cells of each letter in a text whose letters draw pieces; empty if the text is
    something else, such as a list of names.

    Raises
    ------
    PieceError
        If the cells of a letter are not connected.

    Examples
    --------
    >>> lettered_cells("A\nAA\n\nB"), lettered_cells("soma\ndomino")
    ({'A': [(0, 0), (1, 0), (1, 1)], 'B': [(3, 0)]}, {})
    """
    rows = text.rstrip().split("\n")
    names = {name for row in rows for name in row.split()}
    if (
        len(rows) < 2
        or not all(map(_LETTERED.fullmatch, rows))
        or any(name in SETS or find_family(name) for name in names)
    ):
        return {}
    cells_of: dict[str, list[Cell]] = {}
    for row, line in enumerate(rows):
        for column, letter in enumerate(line):
            if letter.isalpha():
                cells_of.setdefault(letter, []).append((row, column))
    apart = next(
        (letter for letter, cells in cells_of.items() if not lattice.connected(cells)), None
    )
    if apart is None:
        return cells_of
    if all(len({*row} - {*". "}) <= 1 for row in rows):
        raise PieceError(
            f"the cells of the letter {apart} are not connected; use a different letter for each "
            "piece, or # for pieces without names"
        )
    return {}


def area_mark(area: int) -> str:
    """Return an area of up to 35 cells as one letter.

    >>> area_mark(9), area_mark(10), area_mark(35)
    ('9', 'A', 'Z')
    """
    return np.base_repr(area, 36)


def _numbered_rectangles(largest: int) -> Iterator[str]:
    """Yield drawings of rectangles with the area in one cell, one drawing for each cell up to
    symmetry.

    >>> [*_numbered_rectangles(4)]
    ['1/', '2#', '3##', '#3#', '4###', '#4##', '4#/##']
    """
    for area in range(1, largest + 1):
        for rows in range(1, area + 1):
            columns, rest = divmod(area, rows)
            if rest or rows > columns:
                continue
            for row, column in itertools.product(range((rows + 1) // 2), range((columns + 1) // 2)):
                if rows < columns or row <= column:
                    cells = ["#" * columns] * rows
                    cells[row] = f"{'#' * column}{area_mark(area)}{'#' * (columns - column - 1)}"
                    yield "/".join(cells) + ("/" if area == 1 else "")


def _pieces_of_set(name: str, members: str | None, word: str, lattice: Lattice) -> Iterator[Piece]:
    """Yield the given members of a named set, or all members if none is given."""
    own_lattice, drawings = SETS[name]
    for member in drawings if members is None else members.replace(",", ""):
        if member not in drawings:
            raise PieceError(
                f"unknown piece {quoted(member)} in {name}; the letters are {''.join(drawings)}",
                where=word,
            )
        polyform = _as_solid(Polyform.from_text(drawings[member], own_lattice), lattice)
        yield Piece(polyform, f"{name}:{member}")


def letters_hint(words: Sequence[str]) -> str:
    """Return how letters of a family are written in one word; empty if the words are not letters of
    one family.

    >>> letters_hint(["L", "J", "T", "Z", "I"])
    'write the letters of a family in one word: tetromino:LJTZI'
    """
    if len(words) < 2 or not all(len(word) == 1 and word.isalpha() for word in words):
        return ""
    members = _suggest_members("".join(words))
    return f"write the letters of a family in one word: {' or '.join(members)}" if members else ""


def _suggest_copies(base: str) -> str:
    """Return the correct notation for copies, for words such as ``L3*4``, ``L3x8``, ``4xL3`` or
    ``5s``.
    """
    after, before = _TIMES_AFTER.fullmatch(base), _TIMES_BEFORE.fullmatch(base)
    if (match := after or before) is None:
        return ""
    name, number = match["name"], match["times"]
    try:
        _parse_word(name, "free", SQUARES)
        return f"{number} copies are written {name}={number}"
    except PieceError:
        letter = name.upper()
        meant = [
            f"{letter}{size}={number}"
            for size in (3, 4, 5)
            if letter in {x for x, _ in family(size)}
        ]
        if meant:
            return f"{number} copies are written {' or '.join(meant)}"
    return f"write the number of copies after the name of a piece, as in L3={number}"


def _suggest_members(base: str) -> list[str]:
    """Return the words that would name members of a family for single letters."""
    letters = base.upper()
    if len(letters) > _LISTED:
        return []
    families = [(size, {name for name, _ in family(size, "one-sided")}) for size in (4, 5, 3)]
    return [
        f"{FAMILIES[size][0]}:{letters}"
        for size, members in families
        if members.issuperset(letters)
    ]


def _piece_of_family(
    size: int, member: str, word: str, of_lattice: Lattice, lattice: Lattice
) -> Piece:
    try:
        name, polyform = resolve(size, member, of_lattice)
    except PieceError as error:
        raise PieceError(error.message, where=word) from None
    return Piece(_as_solid(polyform, lattice), _full_name(size, name, of_lattice))


def _as_solid(polyform: Polyform, lattice: Lattice) -> Polyform:
    """Return squares as a layer of cubes or balls if the board consists of those. All other pieces
    are unchanged.
    """
    if lattice.dimension == 2 or polyform.lattice is not SQUARES:
        return polyform
    return Polyform._of_sorted(tuple((0, *cell) for cell in polyform.cells), lattice)


def _full_name(size: int, name: str, lattice: Lattice) -> str:
    """Return a name for a member of a family that does not need the family as context."""
    singular = POLYFORMS[lattice][size][0]
    if lattice is SQUARES and size <= 2 and "." not in name:
        return singular
    if name == "1" and len(family(size, "one-sided", lattice)) == 1:
        return singular
    if name[0].isdigit():
        return f"{singular}:{name}"
    letter, dot, orientation = name.partition(".")
    return f"{letter}{size}{dot}{orientation}"


def is_path(word: str) -> bool:
    """Return whether a word is a path and not a drawing. A drawing rarely lacks a ``#``.

    >>> [is_path(word) for word in ("./shapes.txt", "pieces/mine.txt", "##/.#", "ab/.a", "cube:./ab//b")]
    [True, True, False, False, False]
    """  # noqa: E501
    return "#" not in word and _PATH.fullmatch(word) is not None


def _piece_of_drawing(base: str, word: str, lattice: Lattice) -> Piece:
    if is_path(base):
        raise PieceError(
            f"{quoted(word)} is a path, not a piece; to read a file, use tilewright.read or the "
            "command line"
        )
    try:
        cells = read_drawing(base, lattice)
    except PolyominoError as error:
        place = f", {error.where}" if error.where and error.where != base else ""
        raise PieceError(error.message, where=word + place) from None
    # In reading order, as the cells of a polyform are.
    return Piece(Polyform(tuple(cells), lattice), marks=tuple(cells.values()))
