"""Genres of puzzles that other sites have, too: what a clue says, and which puzzle follows.

Links describe a puzzle by a mask and by clues in cells, whatever their encoding. A `Genre` turns
these into a puzzle and back. To support another genre, add an object to `GENRES`, and an entry to
the table of the page (``apps/page/static/game/links.js``).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import FormatError, quoted
from tilewright.model.board import Board
from tilewright.model.piece import Piece, parse_pieces, shortest_words
from tilewright.model.problem import Problem
from tilewright.model.puzzle.ids import make_puzzle
from tilewright.model.puzzle.kinds import Kind
from tilewright.model.puzzle.puzzle import Puzzle
from tilewright.model.rules.rule_types import ANY, SAME_WAY, SIZE, Apart, Clues
from tilewright.model.space.lattice import Cell, cell_word
from tilewright.model.space.surface import is_flat_squares

#: An area or a label, the name of a piece, or `ANY`.
Clue: TypeAlias = int | str
ClueMap: TypeAlias = dict[Cell, Clue]
#: The largest size of polyominoes without a clue, and of all polyominoes.
_HIDDEN, _LARGEST = 8, 9


@dataclass(frozen=True, slots=True)
class Genre(ABC):
    """A genre of puzzles.

    Parameters
    ----------
    kind : str
        The kind of its puzzles, which is also the name of the genre in links.
    """

    kind: Kind

    #: What stands for a cell outside the board in puzz.link; None if every board is whole.
    hole: ClassVar[int | None] = None
    #: Whether puzz.link says only which cells are outside the board.
    only_holes: ClassVar[bool] = False

    @property
    def names(self) -> tuple[str, ...] | None:
        """The pieces that the numbers of puzz.link stand for. The empty tuple if a number stands
        for itself; None if puzz.link does not have the genre.
        """
        return ()

    @abstractmethod
    def clue(self, text: str) -> Clue | None:
        """Return what a text in a cell says, or None if it is not a clue."""

    def read(self, texts: Mapping[Cell, str]) -> ClueMap:
        """Return what texts in cells say. Raise `FormatError` if one of them is not a clue."""
        clues: ClueMap = {}
        for cell, text in texts.items():
            clue = self.clue(text)
            if clue is None:
                raise FormatError(f"the cell {cell_word(cell)} has an unknown clue, {quoted(text)}")
            clues[cell] = clue
        return clues

    def text(self, clue: Clue) -> str:
        """Return the text of a clue in a cell."""
        return str(clue)

    @abstractmethod
    def fits(self, mask: NDArray[np.bool_], clues: Mapping[Cell, Clue]) -> bool:
        """Return True if clues can be those of this genre, for links that do not name it."""

    @abstractmethod
    def puzzle(self, mask: NDArray[np.bool_], clues: ClueMap) -> Puzzle:
        """Return the puzzle. Raise `FormatError` if the clues make no sense."""

    @abstractmethod
    def clues(self, problem: Problem) -> ClueMap | None:
        """Return the clues of a problem, or None if it is not of this genre."""


class Areas(Genre):
    """Rectangles that contain one clue each: the area, or no number."""

    def clue(self, text: str) -> Clue | None:
        """Return an area or `ANY`."""
        return ANY if text in ("", ANY) else _number(text) or None

    def fits(self, mask: NDArray[np.bool_], clues: Mapping[Cell, Clue]) -> bool:
        """Return True if the areas add up to the area of a rectangle."""
        numbers, cells = _areas(clues.values()), mask.size
        unknown = len(clues) - len(numbers)
        rest = cells - sum(numbers)
        return bool(mask.all()) and (rest >= unknown if unknown else rest == 0)

    def puzzle(self, mask: NDArray[np.bool_], clues: ClueMap) -> Puzzle:
        """Return a puzzle with the rectangles that fit on the board."""
        if not mask.all():
            raise FormatError(f"the board of a {self.kind} must be a whole rectangle")
        pieces = rectangles_of(mask.shape, clues.values())
        if not pieces:
            raise FormatError(
                "none of the clues is the area of a rectangle that fits on the board"
                if clues
                else "there are no clues"
            )
        words = tuple(f"{piece.name}+" for piece in pieces)
        rule = Clues(tuple(clues.items()), one_each=True)
        return make_puzzle(self.kind, Board(mask), words, conditions=(rule.word(),))

    def clues(self, problem: Problem) -> ClueMap | None:
        """Return the clues of a rule, or numbers that are marks."""
        if not problem.board.mask.all():
            return None
        if not problem.rules:
            named = {f"rectangles-{area}+" for area in range(1, 36)}
            marked = " ".join(shortest_words(problem.pieces)) in named
            return _labels(problem.board) if marked else None
        rule, *others = problem.rules
        if others or not isinstance(rule, Clues) or not rule.one_each or problem.board.marks.any():
            return None
        clues = dict(rule.clues)
        whole = (
            all(clue == ANY or isinstance(clue, int) for clue in clues.values())
            and all(_is_rectangle(piece) for piece in problem.pieces)
            and set(rectangles_of(problem.board.shape, clues.values())) <= set(problem.pieces)
        )
        return clues if whole else None


@dataclass(frozen=True, slots=True)
class Letters(Genre):
    """Pieces of a set of which equal ones do not touch; a clue is the letter of the piece.

    Parameters
    ----------
    pieces : str
        The set of pieces.
    """

    pieces: str

    hole = 12

    @property
    def names(self) -> tuple[str, ...]:
        """The pieces in the order of their letters."""
        return tuple(piece.name for piece in parse_pieces(self.pieces))

    def clue(self, text: str) -> Clue | None:
        """Return the name of a piece or `ANY`."""
        if text in ("", ANY):
            return ANY
        return next((name for name in self.names if text.upper() in (name, name[0])), None)

    def text(self, clue: Clue) -> str:
        """Return a letter."""
        return str(clue)[0]

    def fits(self, mask: NDArray[np.bool_], clues: Mapping[Cell, Clue]) -> bool:
        """Return True if the pieces can have the area of the board."""
        size = len(parse_pieces(self.pieces)[0].polyomino)
        return bool(clues) and int(mask.sum()) % size == 0

    def puzzle(self, mask: NDArray[np.bool_], clues: ClueMap) -> Puzzle:
        """Return a puzzle with any number of each piece."""
        words = tuple(f"{name}+" for name in self.names)
        return _kept_apart(self.kind, mask, words, Apart(), clues)

    def clues(self, problem: Problem) -> ClueMap | None:
        """Return the pieces that clues name."""
        clues = _clues_apart(problem, f"{self.pieces}+", Apart())
        if clues is None or not all(isinstance(clue, str) for clue in clues.values()):
            return None
        return {
            cell: clue if clue == ANY else problem.names[problem.piece_index(str(clue)) or 0]
            for cell, clue in clues.items()
        }


class OnlyHoles(Genre):
    """Trominoes that do not touch others of the same shape and orientation. There are no clues."""

    hole = 7
    only_holes = True

    def clue(self, text: str) -> None:
        """Return None, since there are no clues."""
        return

    def fits(self, mask: NDArray[np.bool_], clues: Mapping[Cell, Clue]) -> bool:
        """Return False: other genres have boards without clues, too."""
        return False

    def puzzle(self, mask: NDArray[np.bool_], clues: ClueMap) -> Puzzle:
        """Return a puzzle with any number of each tromino."""
        words = tuple(f"{piece.name}+" for piece in parse_pieces("trominoes"))
        return _kept_apart(self.kind, mask, words, Apart(SAME_WAY), {})

    def clues(self, problem: Problem) -> ClueMap | None:
        """Return no clues."""
        return None if _clues_apart(problem, "trominoes+", Apart(SAME_WAY)) != {} else {}


class PolyominoSizes(Genre):
    """Polyominoes that do not touch others of the same size; a clue is the size."""

    def clue(self, text: str) -> Clue | None:
        """Return a size or `ANY`."""
        number = _number(text)
        if number is None:
            return ANY if text in ("", ANY) else None
        return number if 1 <= number <= _LARGEST else None

    def fits(self, mask: NDArray[np.bool_], clues: Mapping[Cell, Clue]) -> bool:
        """Return False: the clues may be those of `Areas`, too."""
        return False

    def puzzle(self, mask: NDArray[np.bool_], clues: ClueMap) -> Puzzle:
        """Return a puzzle with any number of each polyomino."""
        if not mask.all():
            raise FormatError(f"the board of a {self.kind} must be a whole rectangle")
        largest = min(max(_HIDDEN, *_areas(clues.values()), 0), mask.size)
        words = (f"polyominoes-{largest}+",)
        return _kept_apart(self.kind, mask, words, Apart(SIZE), clues)

    def clues(self, problem: Problem) -> ClueMap | None:
        """Return the sizes."""
        largest = max(len(piece.polyomino) for piece in problem.pieces)
        if largest > _LARGEST or not problem.board.mask.all():
            return None
        clues = _clues_apart(problem, f"polyominoes-{largest}+", Apart(SIZE))
        if clues is None or not all(
            clue == ANY or isinstance(clue, int) for clue in clues.values()
        ):
            return None
        return clues


class Dominoes(Genre):
    """The numbers of a complete set of dominoes, without the outlines."""

    @property
    def names(self) -> None:
        """None, since puzz.link does not have the genre."""
        return

    def clue(self, text: str) -> Clue | None:
        """Return a number of a domino."""
        return _number(text) if len(text) == 1 else None

    def fits(self, mask: NDArray[np.bool_], clues: Mapping[Cell, Clue]) -> bool:
        """Return True if the cells have the numbers of a complete set."""
        counts = Counter(clues.values())
        size = len(counts)
        return (
            len(clues) == mask.sum() == size * (size + 1)
            and set(counts) == {*range(size)}
            and set(counts.values()) == {size + 1}
        )

    def puzzle(self, mask: NDArray[np.bool_], clues: ClueMap) -> Puzzle:
        """Return a puzzle with the numbers as marks."""
        if not self.fits(mask, clues):
            raise FormatError("the cells must have the numbers of a complete set of dominoes")
        lines = [
            "".join(str(clues.get((row, column), ".")) for column in range(mask.shape[1]))
            for row in range(mask.shape[0])
        ]
        board = Board.parse("/".join(lines) + "/" * (len(lines) == 1))
        return make_puzzle(self.kind, board, (f"double-{len(set(clues.values())) - 1}",))

    def clues(self, problem: Problem) -> ClueMap | None:
        """Return the marks of the board."""
        board = problem.board
        if problem.rules or not set(board.alphabet) <= {*"0123456789"}:
            return None
        clues = _labels(board)
        whole = self.fits(board.mask, clues) and set(problem.pieces) == set(
            parse_pieces(f"double-{len(board.alphabet) - 1}")
        )
        return clues if whole else None


#: The genres that are supported.
GENRES: tuple[Genre, ...] = (
    Areas("shikaku"),
    Letters("pentominous", "pentominoes"),
    Letters("tetrominous", "tetrominoes"),
    Dominoes("dominosa"),
    OnlyHoles("heteromino"),
    PolyominoSizes("fillomino"),
)


def genre_named(name: str, genres: Collection[Genre] = GENRES) -> Genre | None:
    """Return the genre with a name, or None."""
    return next((genre for genre in genres if genre.kind == name), None)


def clues_to_write(puzzle: Puzzle, site: str, genres: Collection[Genre]) -> tuple[Genre, ClueMap]:
    """Return the genre of a puzzle for a link to a site, with the clues, or raise `FormatError`."""
    genre = genre_named(puzzle.kind, genres)
    if genre is None:
        known = ", ".join(genre.kind for genre in genres)
        raise FormatError(f"{site} has no puzzles of the kind {puzzle.kind}. Supported: {known}")
    problem = puzzle.problem()
    usual = is_flat_squares(problem.board) and problem.turn == "free" and not problem.marks_agree
    bare = not problem.placed and not problem.empty_most
    clues = genre.clues(problem) if usual and bare else None
    if clues is None:
        raise FormatError(
            f"{site} does not support the board, pieces or rules of this {puzzle.kind}"
        )
    return genre, clues


def _kept_apart(
    kind: Kind, mask: NDArray[np.bool_], words: tuple[str, ...], apart: Apart, clues: ClueMap
) -> Puzzle:
    """Return a puzzle with pieces that are kept apart."""
    rules: list[Apart | Clues] = [apart, *([Clues(tuple(clues.items()))] if clues else [])]
    return make_puzzle(kind, Board(mask), words, conditions=tuple(rule.word() for rule in rules))


def _clues_apart(problem: Problem, pieces: str, apart: Apart) -> ClueMap | None:
    """Return the clues of a problem with these pieces, kept apart; None if there is more to it."""
    clues = [rule for rule in problem.rules if isinstance(rule, Clues)]
    whole = (
        set(problem.pieces) == set(parse_pieces(pieces))
        and not problem.board.marks.any()
        and apart in problem.rules
        and len(clues) == len(problem.rules) - 1 <= 1
        and not any(rule.one_each for rule in clues)
    )
    return {cell: clue for rule in clues for cell, clue in rule.clues} if whole else None


def _number(text: str) -> int | None:
    """Return the number that a text consists of, or None."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else None


def _areas(clues: Iterable[Clue]) -> list[int]:
    return [clue for clue in clues if isinstance(clue, int)]


def _labels(board: Board) -> ClueMap:
    """Return the numbers that are marks of a board."""
    letters = ("", *board.alphabet)
    cells: list[Cell] = [tuple(cell) for cell in np.argwhere(board.marks).tolist()]
    return {cell: int(letters[board.marks[cell]], 36) for cell in cells}


def _is_rectangle(piece: Piece) -> bool:
    """Return True if a piece is a rectangle without marks, of which there are any number."""
    rows, columns = piece.polyomino.shape
    bare = len(piece.polyomino) == rows * columns and not piece.marks
    return bare and (piece.least, piece.most) == (0, None)


def rectangles_of(shape: tuple[int, ...], clues: Iterable[Clue]) -> list[Piece]:
    """Return the rectangles with the area of a clue that fit on a board."""
    given = list(clues)
    areas = set(_areas(given))
    if ANY in given:
        rest = shape[0] * shape[1] - sum(_areas(given))
        areas.update(range(1, rest - given.count(ANY) + 2))
    low, high = sorted(shape)
    return [
        parse_pieces(f"{side}x{area // side}+")[0]
        for area in sorted(areas)
        for side in range(1, low + 1)
        if area % side == 0 and side * side <= area <= side * high
    ]
