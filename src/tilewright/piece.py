"""Piece: a polyomino with how it may turn, how many copies there are, and its marks."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tilewright.arguments import shown, text, whole
from tilewright.catalog import FAMILIES, family, family_size, near_misses, resolve
from tilewright.errors import PieceError, PolyominoError, RequestError, quoted
from tilewright.polyomino import Polyomino, read_drawing, unchecked
from tilewright.symmetry import SYMMETRIES, TURNS, Turn, check_turn

__all__ = ["Oriented", "Piece", "images", "parse_pieces", "turned"]

#: An orientation of a piece: its cells in sorted order and the mark of each ("" for none).
Oriented = tuple[Polyomino, tuple[str, ...]]

_WORD = re.compile(r"(?P<base>.*?)(?:@(?P<turn>[a-z-]+))?(?P<count>\+|=.*)?", re.DOTALL)
#: The largest bounding box that is drawn in a name.
_DRAWN = 4096
#: The most rows or columns of a piece: cells are numbered in one machine word.
_EXTENT = 1 << 24
_NUMBERED = re.compile(r"[A-Za-z]([6-9]|1[0-2])")
# No number of the grammar is longer than 18 digits; Python refuses to convert very long ones.
_COUNT = re.compile(r"=([0-9]{1,18})(\.\.([0-9]{0,18}))?")
_TAGGED = re.compile(r"([A-Za-z])([1-9])((?:\.[0-9]+)?)")


@dataclass(frozen=True, slots=True)
class Piece:
    """A polyomino with how it may turn, how many copies there are, and its marks.

    Parameters
    ----------
    polyomino : Polyomino
    name : str
        What to call it in pictures and messages; by default its drawing, if that is not too large.
    least, most : int
        How many copies a tiling uses; `most` is None for any number.
    turn : {"free", "one-sided", "fixed"}, optional
        None takes the turn of the problem.
    marks : tuple of str
        The mark of each cell, in the order of ``polyomino.cells``: a letter or digit, or "" for none.
        Empty if the piece has no marks at all.

    Raises
    ------
    PieceError
        If the copies make no sense, or there is not one mark for each cell.

    Examples
    --------
    >>> Piece.parse("L3=1..4")
    Piece(polyomino=Polyomino(cells=((0, 0), (1, 0), (1, 1))), name='L3', least=1, most=4, turn=None, marks=())
    """

    polyomino: Polyomino
    name: str = ""
    least: int = 1
    most: int | None = 1
    turn: Turn | None = None
    marks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.polyomino, Polyomino):
            raise PieceError(f"a piece is made of a Polyomino, not of {shown(self.polyomino)}")
        object.__setattr__(self, "marks", _marks(self.marks))
        if not self.name:
            box = self.polyomino.rows * self.polyomino.columns
            object.__setattr__(self, "name", _drawing(self) if box <= _DRAWN else _summary(self.polyomino))
        if self.turn is not None:
            check_turn(self.turn)
        whole(self.least, "the number of copies", 0, error=PieceError, where=self.name)
        if self.most is not None and self.least > whole(
            self.most, "the number of copies", error=PieceError, where=self.name
        ):
            raise PieceError(
                f"at least {self.least} but at most {self.most} copies cannot be", where=self.name
            )
        if self.marks and len(self.marks) != len(self.polyomino):
            raise PieceError(
                f"{len(self.polyomino)} cells need {len(self.polyomino)} marks, not {len(self.marks)}",
                where=self.name,
            )
        for mark in self.marks:
            if mark and (len(mark) != 1 or not mark.isalnum()):
                raise PieceError(f"a mark is one letter or digit, not {quoted(mark)}", where=self.name)

    @classmethod
    def parse(cls, word: str, turn: Turn = "free") -> Piece:
        """Read a word that names exactly one piece.

        Raises
        ------
        PieceError
            If it names none or several.
        """
        pieces = parse_pieces(word, turn)
        if len(pieces) != 1:
            raise PieceError(f"this names {len(pieces)} pieces, one is wanted", where=word)
        return pieces[0]

    def orientations(self, turn: Turn = "free") -> tuple[Oriented, ...]:
        """Return the distinct images of the piece with its marks, sorted.

        Parameters
        ----------
        turn : {"free", "one-sided", "fixed"}
            The turn of the problem, for a piece that has none of its own.

        Raises
        ------
        PieceError
            If `turn` is no way of turning.
        """
        return _orientations(self.polyomino, self.marks, self.turn or check_turn(turn))

    def word(self) -> str:
        """Return the word of the grammar for this piece: its name if the catalog knows it, else its drawing."""
        if self.most is None:
            count = "+" if self.least == 0 else f"={self.least}.."
        elif self.least == self.most:
            count = "" if self.least == 1 else f"={self.least}"
        else:
            count = f"={self.least}..{self.most}"
        return self.base() + count

    def base(self) -> str:
        """Return the word without its number of copies."""
        turn = f"@{self.turn}" if self.turn else ""
        return (self.name if _names_itself(self) else _drawing(self)) + turn

    def _repr_svg_(self) -> str:
        from tilewright.drawing import notebook_svg

        return notebook_svg(self)


def _marks(given: object) -> tuple[str, ...]:
    """Return the marks of the cells; none at all if no cell has one."""
    if not isinstance(given, Iterable):
        raise PieceError(f"marks are letters, one for each cell, not {shown(given)}")
    marks = tuple(text(mark, "a mark", error=PieceError) for mark in given)
    return marks if any(marks) else ()


@functools.lru_cache(maxsize=8192)
def _orientations(polyomino: Polyomino, marks: tuple[str, ...], turn: Turn) -> tuple[Oriented, ...]:
    shape = (polyomino, marks or ("",) * len(polyomino))
    return tuple(sorted({turned(shape, element) for element in TURNS[turn]}))


def turned(oriented: Oriented, element: int) -> Oriented:
    """Return the image of cells and their marks under one of the eight symmetries."""
    polyomino, marks = oriented
    (a, b), (c, d) = SYMMETRIES[element].tolist()
    moved = sorted(
        ((a * row + b * column, c * row + d * column), mark)
        for (row, column), mark in zip(polyomino.cells, marks, strict=True)
    )
    top = moved[0][0][0]
    left = min(column for (_, column), _ in moved)
    cells = tuple((row - top, column - left) for (row, column), _ in moved)
    return unchecked(cells), tuple(mark for _, mark in moved)


def images(pieces: Sequence[Piece], turn: Turn) -> list[frozenset[bytes]]:
    """Return for each piece its distinct images, each as a key: two keys are equal iff the images are.

    The same as `Piece.orientations`, without an object for each: by array operations, for whole
    families at once.

    Parameters
    ----------
    pieces : sequence of Piece
    turn : {"free", "one-sided", "fixed"}
        For those that have no turn of their own.

    Raises
    ------
    PieceError
        If a piece has 2^24 rows or columns, or more.
    """
    groups: dict[tuple[int, Turn], list[int]] = {}
    for number, piece in enumerate(pieces):
        groups.setdefault((len(piece.polyomino), piece.turn or turn), []).append(number)
        if max(piece.polyomino.rows, piece.polyomino.columns) >= _EXTENT:
            raise PieceError(f"a piece has less than {_EXTENT} rows and columns", where=piece.name)
    letters = {"": 0}
    found: list[frozenset[bytes]] = [frozenset()] * len(pieces)
    for (size, own_turn), members in groups.items():
        cells = np.array([pieces[number].polyomino.cells for number in members], dtype=np.int64)
        marks = np.zeros((len(members), size), dtype=np.int64)
        for row, number in enumerate(members):
            if pieces[number].marks:
                marks[row] = [letters.setdefault(mark, len(letters)) for mark in pieces[number].marks]
        keys = []
        for element in TURNS[own_turn]:
            moved = cells @ SYMMETRIES[element].T.astype(np.int64)
            moved -= moved.min(axis=1, keepdims=True)
            codes = np.sort((marks * _EXTENT + moved[:, :, 0]) * _EXTENT + moved[:, :, 1], axis=1)
            keys.append(codes.view(f"V{codes.itemsize * size}").ravel().tolist())
        for number, distinct in zip(members, zip(*keys, strict=True), strict=True):
            found[number] = frozenset(distinct)
    return found


def _drawing(piece: Piece) -> str:
    marks = dict.fromkeys(piece.polyomino.cells, "") | dict(
        zip(piece.polyomino.cells, piece.marks, strict=False)
    )
    lines = (
        "".join(
            (marks[row, column] or "#") if (row, column) in marks else "."
            for column in range(piece.polyomino.columns)
        ).rstrip(".")
        for row in range(piece.polyomino.rows)
    )
    drawing = "/".join(lines)
    return drawing if set(drawing) & set("#/") else drawing + "/"


def _summary(polyomino: Polyomino) -> str:
    return f"{len(polyomino)} cells in {polyomino.rows}x{polyomino.columns}"


def _names_itself(piece: Piece) -> bool:
    """Whether the name, as a word of the grammar, means one copy of just this piece."""
    try:
        named = parse_pieces(piece.name, "one-sided")
    except RequestError:
        return False
    return named == (Piece(piece.polyomino, piece.name),) and not piece.marks


def parse_pieces(word: str, turn: Turn = "free") -> tuple[Piece, ...]:
    """Read one word of the grammar of pieces.

    A word is a whole set by its plural (``trominoes``), letters of a family
    (``tetromino:IILSTTZ``), numbers of a family (``hexomino:1,12``), a size-tagged letter
    (``L3``), ``monomino`` or ``domino``, or a drawing (``##/.#``; letters in it are marks). It may
    be followed by ``@free``, ``@one-sided`` or ``@fixed``, and by how many: ``=3`` three, ``=1..4`` a
    range, ``=1..`` at least one, ``+`` any number.

    Parameters
    ----------
    word : str
    turn : {"free", "one-sided", "fixed"}
        Decides what a whole set is: under ``one-sided``, ``tetrominoes`` is the seven IJLOSTZ.

    Raises
    ------
    PieceError
        If the word cannot be read; near misses are suggested.

    Examples
    --------
    >>> [(p.name, p.least) for p in parse_pieces("tetromino:IILSTTZ", "one-sided")]
    [('I4', 2), ('L4', 1), ('S4', 1), ('T4', 2), ('Z4', 1)]
    >>> parse_pieces("pentomines")
    Traceback (most recent call last):
    tilewright.errors.PieceError: there is no piece or set 'pentomines'; did you mean pentominoes or pentomino?
    """
    text(word, "a piece", error=PieceError)
    # The spaces of a drawing are cells that are not there.
    match = _WORD.fullmatch(word.rstrip() if "#" in word else word.strip())
    if match is None or not match["base"]:
        raise PieceError(f"a piece is a name or a drawing, and {quoted(word)} has neither")
    try:
        own_turn = check_turn(match["turn"]) if match["turn"] else None
    except PieceError as error:
        raise PieceError(error.message, where=word) from None
    least, most = _copies(match["count"], word)
    counted: dict[str, Piece] = {}
    for piece in _named(match["base"], own_turn or turn, word):
        if piece.name in counted:
            earlier = counted[piece.name]
            total = None if most is None or earlier.most is None else earlier.most + most
            counted[piece.name] = replace(earlier, least=earlier.least + least, most=total)
        else:
            counted[piece.name] = replace(piece, least=least, most=most, turn=own_turn)
    return tuple(counted.values())


def _copies(text: str | None, word: str) -> tuple[int, int | None]:
    if text is None:
        return 1, 1
    if text == "+":
        return 0, None
    match = _COUNT.fullmatch(text)
    if match is None:
        raise PieceError(
            f"{quoted(text)} is not a number of copies; it is '=3' (three), '=1..4' (a range), '=1..' (at least one) "
            "or '+' (any number)",
            where=word,
        )
    least = int(match[1])
    if match[2] is None:
        return least, least
    most = int(match[3]) if match[3] else None
    if most is not None and least > most:
        raise PieceError(f"at least {least} but at most {most} copies cannot be", where=word)
    return least, most


def _named(base: str, turn: Turn, word: str) -> Iterator[Piece]:
    """Yield each piece that a base names, as often as it names it, named with its size."""
    if "#" in base or "/" in base:
        yield _drawn(base, word)
        return
    singular, colon, members = base.partition(":")
    found = family_size(singular)
    if found is None:
        tagged = _TAGGED.fullmatch(base)
        if tagged and int(tagged[2]) <= 5:
            yield _piece(int(tagged[2]), tagged[1] + tagged[3], word)
            return
        if numbered := _NUMBERED.fullmatch(base):
            name = FAMILIES[int(numbered[1])][0]
            raise PieceError(
                f"letters end with the pentominoes; larger pieces have numbers: '{name}:1'", where=word
            )
        misses = near_misses(singular)
        hint = (
            f"; did you mean {' or '.join(misses[:2])}?" if misses else "; `tilewright pieces` lists the sets"
        )
        raise PieceError(
            f"there is no piece or set {quoted(base)}{hint}", where=word if word != base else None
        )
    size, plural = found
    if colon:
        if not members:
            raise PieceError(
                f"which {FAMILIES[size][1]}? Write letters or numbers after '{singular}:'", where=word
            )
        separated = "," in members or members[0].isdigit() or "." in members
        for member in members.split(",") if separated else members:
            yield _piece(size, member, word)
    elif plural:
        for name, polyomino in family(size, turn):
            yield Piece(polyomino, _full_name(size, name))
    elif size <= 2:
        yield _piece(size, "O" if size == 1 else "I", word)
    else:
        raise PieceError(
            f"which {singular}? Write '{FAMILIES[size][1]}' for the whole set, or '{singular}:"
            f"{family(size)[0][0]}' for one",
            where=word,
        )


def _piece(size: int, member: str, word: str) -> Piece:
    try:
        name, polyomino = resolve(size, member)
    except PieceError as error:
        raise PieceError(error.message, where=word) from None
    return Piece(polyomino, _full_name(size, name))


def _full_name(size: int, name: str) -> str:
    """Name a member of a family so that the name stands alone."""
    if size <= 2 and "." not in name:
        return FAMILIES[size][0]
    if name[0].isdigit():
        return f"{FAMILIES[size][0]}:{name}"
    letter, dot, orientation = name.partition(".")
    return f"{letter}{size}{dot}{orientation}"


def _drawn(base: str, word: str) -> Piece:
    try:
        cells = read_drawing(base)
    except PolyominoError as error:
        place = f", {error.where}" if error.where and error.where != base else ""
        raise PieceError(error.message, where=word + place) from None
    # In reading order, as the cells of a polyomino are.
    return Piece(Polyomino(tuple(cells)), marks=tuple(cells.values()))
