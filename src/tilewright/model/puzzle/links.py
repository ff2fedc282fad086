"""Links of puzz.link: addresses that contain a whole puzzle.

``https://puzz.link/p?shikaku/6/6/s66j4.g8n4h4g`` names the genre, the columns, the rows and the
clues, row by row. A clue is a hexadecimal digit, or a sign and several digits; ``.`` is a clue
without a number. A letter from ``g`` to ``z`` skips 1 to 20 cells.

To support another genre, add a `Genre` to `GENRES`.

References
----------
pzprjs, https://github.com/robx/pzprjs, the program behind puzz.link, defines the encoding.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from tilewright.errors import FormatError, RequestError, quoted
from tilewright.model.board import Board
from tilewright.model.piece import Piece, parse_pieces, shortest_words
from tilewright.model.problem import Problem
from tilewright.model.puzzle.ids import LARGEST_AREA, LONGEST, make_puzzle
from tilewright.model.puzzle.kinds import Kind
from tilewright.model.puzzle.puzzle import Puzzle
from tilewright.model.rules.rule_types import ANY, Apart, Clues
from tilewright.model.space.lattice import Cell
from tilewright.model.space.surface import is_flat_squares

_SITE = "https://puzz.link/p?"
_ADDRESS = re.compile(r"\s*https?://\S+\s*", re.ASCII)
_SIDE = re.compile(r"[0-9]{1,4}", re.ASCII)
#: Rectangles with their area as a mark.
_MARKED = re.compile(r"rectangles-[1-9]\+")
_NUMBER = re.compile(
    r"(?P<digit>[0-9a-f])|-(?P<two>[0-9a-f]{2})|\+(?P<three>[0-9a-f]{3})|(?P<open>\.)|(?P<skip>[g-z])",
    re.ASCII,
)
#: The number of a clue without a number, and of a cell that is not on the board.
_OPEN, _HOLE = -1, 12
_BEFORE_SKIPS, _LONGEST_SKIP = ord("g") - 1, 20


@dataclass(frozen=True, slots=True)
class Genre:
    """A genre of puzz.link.

    Parameters
    ----------
    name : str
        Its name in links.
    kind : str
        The kind of its puzzles.
    pieces : str
        The set of pieces that clues name, by their order; empty if a clue is the area of a
        rectangle.
    """

    name: str
    kind: Kind
    pieces: str = ""

    def read(self, shape: tuple[int, int], numbers: Iterable[tuple[int, int]]) -> Puzzle:
        """Return the puzzle of a board with numbers in cells, which are counted row by row.

        Raises
        ------
        FormatError
            If a number is not a clue of this genre.
        """
        mask = np.ones(shape, dtype=bool)
        clues: dict[Cell, int | str] = {}
        named = self._named()
        for place, number in numbers:
            cell = divmod(place, shape[1])
            if named and number == _HOLE:
                mask[cell] = False
            elif number == _OPEN:
                clues[cell] = ANY
            elif named and number >= len(named):
                raise FormatError(f"the cell {cell[0]},{cell[1]} has an unknown clue, {number}")
            else:
                clues[cell] = named[number].name if named else number
        rules: list[Apart | Clues] = [Apart()] if named else []
        if clues:
            rules.append(Clues(tuple(clues.items()), one_each=not named))
        pieces = named or _rectangles(shape, clues.values())
        if not pieces:
            raise FormatError(
                "none of the clues is the area of a rectangle that fits on the board"
                if clues
                else "there are no clues"
            )
        return make_puzzle(
            self.kind,
            Board(mask),
            tuple(f"{piece.name}+" for piece in pieces),
            conditions=tuple(rule.word() for rule in rules),
        )

    def write(self, puzzle: Puzzle) -> Iterator[int | None]:
        """Yield the number of each cell of a puzzle, row by row; None if there is none."""
        problem, named = puzzle.problem(), [piece.name for piece in self._named()]
        clues = _clues(problem)
        for cell in np.ndindex(*problem.board.shape):
            clue = clues.get(cell)
            if not problem.board.mask[cell]:
                yield _HOLE
            elif clue == ANY:
                yield _OPEN
            elif isinstance(clue, str):
                yield named.index(problem.names[problem.piece_index(clue) or 0])
            else:
                yield clue

    def can_write(self, problem: Problem) -> bool:
        """Return True if a problem has the board, pieces and rules of the genre."""
        if not is_flat_squares(problem.board) or problem.turn != "free" or problem.marks_agree:
            return False
        if problem.placed or problem.empty_most:
            return False
        return _has_names(problem, self.pieces) if self.pieces else _has_areas(problem)

    def _named(self) -> tuple[Piece, ...]:
        return parse_pieces(self.pieces) if self.pieces else ()


#: The genres that are supported.
GENRES = (
    Genre("shikaku", "shikaku"),
    Genre("pentominous", "pentominous", "pentominoes"),
    Genre("tetrominous", "tetrominous", "tetrominoes"),
)


def is_link(word: str) -> bool:
    """Return True if a word is the address of a web page."""
    return _ADDRESS.fullmatch(word) is not None


def read_link(link: str) -> Puzzle:
    """Return the puzzle that is encoded in a puzz.link address. Nothing is downloaded.

    Raises
    ------
    FormatError
        If the link is damaged, or its genre is not supported.

    Examples
    --------
    >>> read_link("https://puzz.link/p?tetrominous/4/4/n3m").conditions
    ('apart', 'clues 2,0=S4')
    """
    where = quoted(link)[1:-1]
    if len(link) > LONGEST:
        raise FormatError(f"a link must have at most {LONGEST} characters", where=where)
    name, *parts = link.strip().partition("?")[2].split("/")
    if len(parts) < 3 or not all(map(_SIDE.fullmatch, parts[:2])):
        raise FormatError(
            f"expected a genre, columns, rows and clues, as in {_SITE}shikaku/6/6/…", where=where
        )
    genre = next((genre for genre in GENRES if genre.name == name.removesuffix("_edit")), None)
    if genre is None:
        known = ", ".join(genre.name for genre in GENRES)
        raise FormatError(f"unknown genre {quoted(name)}. Supported: {known}", where=where)
    columns, rows = map(int, parts[:2])
    if not 1 <= rows * columns <= LARGEST_AREA:
        raise FormatError(
            f"the board must have 1 to {LARGEST_AREA} cells, got {columns} x {rows}", where=where
        )
    try:
        return genre.read((rows, columns), _decode(parts[2], rows * columns))
    except RequestError as error:
        raise FormatError(error.message, where=where) from None


def puzzle_link(puzzle: Puzzle) -> str:
    """Return the puzz.link address of a puzzle.

    Raises
    ------
    FormatError
        If no supported puzz.link genre matches the puzzle.

    Examples
    --------
    >>> puzzle_link(read_link("https://puzz.link/p?tetrominous/4/4/n3m"))
    'https://puzz.link/p?tetrominous/4/4/n3m'
    """
    genre = next((genre for genre in GENRES if genre.kind == puzzle.kind), None)
    if genre is None:
        known = ", ".join(genre.kind for genre in GENRES)
        raise FormatError(f"puzz.link has no puzzles of the kind {puzzle.kind}. Supported: {known}")
    if not genre.can_write(puzzle.problem()):
        raise FormatError(
            f"puzz.link does not support the board, pieces or rules of this {puzzle.kind}"
        )
    rows, columns = puzzle.board.shape
    return f"{_SITE}{genre.name}/{columns}/{rows}/{_encode(genre.write(puzzle))}"


def _clues(problem: Problem) -> dict[Cell, int | str]:
    """Return the clues of a problem: those of its rule, or numbers that are marks."""
    board = problem.board
    letters = ("", *board.alphabet)
    marked = {
        cell: int(letters[board.marks[cell]])
        for cell in map(tuple, np.argwhere(board.marks).tolist())
    }
    ruled = [rule.at for rule in problem.rules if isinstance(rule, Clues)]
    return {**marked, **(ruled[0] if ruled else {})}


def _has_names(problem: Problem, pieces: str) -> bool:
    """Return True if clues name pieces of a set, and equal pieces do not touch."""
    clues = [rule for rule in problem.rules if isinstance(rule, Clues)]
    aparts = sum(isinstance(rule, Apart) for rule in problem.rules)
    return (
        set(problem.pieces) == set(parse_pieces(f"{pieces}+"))
        and not problem.board.marks.any()
        and aparts == 1
        and len(clues) == len(problem.rules) - 1 <= 1
        and not any(rule.one_each for rule in clues)
        and all(isinstance(clue, str) for rule in clues for _, clue in rule.clues)
    )


def _has_areas(problem: Problem) -> bool:
    """Return True if a board is divided into rectangles, each with one clue: its area or none."""
    if not problem.board.mask.all():
        return False
    if not problem.rules:
        return _MARKED.fullmatch(" ".join(shortest_words(problem.pieces))) is not None
    rule, *others = problem.rules
    if others or not isinstance(rule, Clues) or not rule.one_each or problem.board.marks.any():
        return False
    clues = [clue for _, clue in rule.clues]
    return (
        all(clue == ANY or isinstance(clue, int) for clue in clues)
        and all(_is_rectangle(piece) for piece in problem.pieces)
        and set(_rectangles(problem.board.shape, clues)) <= set(problem.pieces)
    )


def _is_rectangle(piece: Piece) -> bool:
    """Return True if a piece is a rectangle without marks, of which there are any number."""
    rows, columns = piece.polyomino.shape
    bare = len(piece.polyomino) == rows * columns and not piece.marks
    return bare and (piece.least, piece.most) == (0, None)


def _rectangles(shape: tuple[int, ...], clues: Iterable[int | str]) -> list[Piece]:
    """Return the rectangles with the area of a clue that fit on a board."""
    given = list(clues)
    areas = {clue for clue in given if isinstance(clue, int)}
    if ANY in given:
        rest = shape[0] * shape[1] - sum(clue for clue in given if isinstance(clue, int))
        areas.update(range(1, rest - given.count(ANY) + 2))
    low, high = sorted(shape)
    return [
        parse_pieces(f"{side}x{area // side}+")[0]
        for area in sorted(areas)
        for side in range(1, low + 1)
        if area % side == 0 and side * side <= area <= side * high
    ]


def _decode(text: str, cells: int) -> Iterator[tuple[int, int]]:
    """Yield the cells with a number, and their numbers."""
    cell = position = 0
    while position < len(text):
        found = _NUMBER.match(text, position)
        if found is None:
            raise FormatError(f"unexpected {quoted(text[position])} in the clues")
        position = found.end()
        if found["skip"]:
            cell += ord(found["skip"]) - _BEFORE_SKIPS
            continue
        if cell >= cells:
            raise FormatError(
                f"the clues continue after the {cells} cells of the board; walls are not supported"
            )
        yield cell, _OPEN if found["open"] else int(found[found.lastgroup or 0], 16)
        cell += 1


def _encode(numbers: Iterable[int | None]) -> str:
    """Return numbers and gaps as text."""
    parts: list[str] = []
    skipped = 0
    for number in [*numbers, _OPEN]:
        if number is None:
            skipped += 1
            continue
        while skipped:
            step = min(skipped, _LONGEST_SKIP)
            parts.append(chr(_BEFORE_SKIPS + step))
            skipped -= step
        sign = "" if number < 16 else "-" if number < 256 else "+"
        parts.append("." if number == _OPEN else f"{sign}{number:x}")
    return "".join(parts[:-1])
