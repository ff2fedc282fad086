"""Genres of puzzles that other sites have, too: what a clue says, and which puzzle follows.

Links describe a puzzle by a mask and by texts in cells, whatever their encoding. A `Genre` turns
these into a puzzle and back. The page reads the same table, ``apps/page/static/game/links.json``.
To support another genre, add an entry to the table and, if its pieces are not kept apart, a class.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from itertools import chain
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import FormatError, quoted
from tilewright.model.board import Board
from tilewright.model.piece import Piece, parse_pieces, shortest_words
from tilewright.model.problem import Problem
from tilewright.model.puzzle.ids import make_puzzle
from tilewright.model.puzzle.kinds import Kind
from tilewright.model.puzzle.puzzle import Puzzle
from tilewright.model.rules.rule_types import ANY, Clues, parse_rule
from tilewright.model.space.lattice import Cell, cell_word
from tilewright.model.space.surface import is_flat_squares

#: What is written in cells: areas, labels, letters of pieces, or `ANY`.
Texts: TypeAlias = dict[Cell, str]
#: The table that the page reads, too.
TABLE: dict[str, Any] = json.loads(
    resources.files("tilewright")
    .joinpath("apps/page/static/game/links.json")
    .read_text(encoding="utf-8")
)
#: The largest size of polyominoes without a clue, and of all polyominoes.
_HIDDEN, _LARGEST = 8, 9


@dataclass(frozen=True, slots=True)
class Genre:
    """A genre of puzzles: pieces of which those of the same class do not touch.

    Parameters
    ----------
    kind : str
        The kind of its puzzles, which is also the name of the genre in links.
    clue : str
        A pattern of the texts that are clues.
    expected : str
        The same for an error message.
    letters : str
        The letters of the pieces, in the order of their numbers in puzz.link. If there are none,
        the pieces are polyominoes of all sizes, and a clue is a size.
    size : int
        The number of cells of these pieces.
    apart : str
        The rule which pieces may not touch.
    whole : bool
        Whether the board is a rectangle without holes.
    hole : int, optional
        What stands for a cell outside the board in puzz.link.
    only_holes : bool
        Whether puzz.link says only which cells are outside the board.
    """

    kind: Kind
    clue: str
    expected: str
    letters: str = ""
    size: int = 1
    apart: str = ""
    whole: bool = False
    hole: int | None = None
    only_holes: bool = False

    def knows(self, text: str) -> bool:
        """Return True if a text in a cell is a clue."""
        return re.fullmatch(self.clue, text) is not None

    def fits(self, mask: NDArray[np.bool_], texts: Texts) -> bool:
        """Return True if known texts can be those of this genre, for links that do not name it."""
        if self.letters:
            drawn = not mask.all() if self.only_holes else bool(texts)
            return drawn and int(mask.sum()) % self.size == 0
        # Numbers that add up are areas.
        return bool(texts) and bool(mask.all()) and not GENRES["shikaku"].fits(mask, texts)

    def puzzle(self, mask: NDArray[np.bool_], texts: Texts) -> Puzzle:
        """Return the puzzle. Raise `FormatError` if the texts make no sense."""
        for cell, text in texts.items():
            if not self.knows(text):
                raise FormatError(
                    f"the cell {cell_word(cell)} has an unknown clue, {quoted(text)}; "
                    f"expected {self.expected}"
                )
        if self.whole and not mask.all():
            raise FormatError(f"the board of a {self.kind} must be a whole rectangle")
        return self._puzzle(mask, texts)

    def _puzzle(self, mask: NDArray[np.bool_], texts: Texts) -> Puzzle:
        clues = {
            cell: f"{text}{self.size}" if text in self.letters else _number(text)
            for cell, text in texts.items()
        }
        words = self._pieces(min(max(_HIDDEN, *_areas(clues.values()), 0), mask.size))
        rules = [self.apart, *([Clues(tuple(clues.items())).word()] if clues else [])]
        return make_puzzle(self.kind, Board(mask), words, conditions=tuple(rules))

    def _pieces(self, largest: int) -> tuple[str, ...]:
        """Return the pieces, of which there are any number."""
        named = (f"{letter}{self.size}+" for letter in self.letters)
        return tuple(named) or (f"polyominoes-{largest}+",)

    def texts(self, problem: Problem) -> Texts | None:
        """Return the texts in the cells of a problem, or None if it is not of this genre."""
        largest = max(len(piece.polyomino) for piece in problem.pieces)
        clues = [rule for rule in problem.rules if isinstance(rule, Clues)]
        whole = (
            largest <= _LARGEST
            and {*problem.pieces} == {*chain(*map(parse_pieces, self._pieces(largest)))}
            and not problem.board.marks.any()
            and parse_rule(self.apart) in problem.rules
            and len(clues) == len(problem.rules) - 1 <= 1
            and not any(rule.one_each for rule in clues)
        )
        texts = {
            cell: problem.names[problem.piece_index(clue) or 0][0]
            if isinstance(clue, str) and clue != ANY
            else str(clue)
            for rule in clues
            for cell, clue in rule.clues
        }
        return texts if whole and all(map(self.knows, texts.values())) else None


class Areas(Genre):
    """Rectangles that contain one clue each: the area, or no number."""

    def fits(self, mask: NDArray[np.bool_], texts: Texts) -> bool:
        """Return True if the areas add up to the area of a rectangle."""
        numbers = _areas(map(_number, texts.values()))
        unknown, rest = len(texts) - len(numbers), mask.size - sum(numbers)
        return bool(mask.all()) and (rest >= unknown if unknown else rest == 0)

    def _puzzle(self, mask: NDArray[np.bool_], texts: Texts) -> Puzzle:
        clues = {cell: _number(text) for cell, text in texts.items()}
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

    def texts(self, problem: Problem) -> Texts | None:
        """Return the clues of a rule, or numbers that are marks."""
        board, rules = problem.board, problem.rules
        if not rules:
            named = {f"rectangles-{area}+" for area in range(1, 36)}
            return _labels(board) if " ".join(shortest_words(problem.pieces)) in named else None
        clues = dict(rules[0].clues) if isinstance(rules[0], Clues) else {}
        texts = {cell: str(clue) for cell, clue in clues.items()}
        whole = (
            rules == (Clues(tuple(clues.items()), one_each=True),)
            and not board.marks.any()
            and all(map(self.knows, texts.values()))
            and all(map(_is_rectangle, problem.pieces))
            and {*rectangles_of(board.shape, clues.values())} <= {*problem.pieces}
        )
        return texts if whole else None


class Dominoes(Genre):
    """The numbers of a complete set of dominoes, without the outlines."""

    def fits(self, mask: NDArray[np.bool_], texts: Texts) -> bool:
        """Return True if the cells have the numbers of a complete set."""
        counts = Counter(texts.values())
        size = len(counts)
        return len(texts) == mask.sum() and counts == {
            str(number): size + 1 for number in range(size)
        }

    def _puzzle(self, mask: NDArray[np.bool_], texts: Texts) -> Puzzle:
        if not self.fits(mask, texts):
            raise FormatError("the cells must have the numbers of a complete set of dominoes")
        lines = np.full(mask.shape, ".")
        for cell, text in texts.items():
            lines[cell] = text
        board = Board.parse("/".join(map("".join, lines)) + "/" * (len(lines) == 1))
        return make_puzzle(self.kind, board, (f"double-{len(set(texts.values())) - 1}",))

    def texts(self, problem: Problem) -> Texts | None:
        """Return the marks of the board."""
        board = problem.board
        if problem.rules or not set(board.alphabet) <= {*"0123456789"}:
            return None
        whole = self.fits(board.mask, _labels(board)) and set(problem.pieces) == set(
            parse_pieces(f"double-{len(board.alphabet) - 1}")
        )
        return _labels(board) if whole else None


_CLASSES: dict[str, type[Genre]] = {"shikaku": Areas, "dominosa": Dominoes}
#: The genres that are supported, by name.
GENRES: dict[str, Genre] = {
    name: _CLASSES.get(name, Genre)(name, **entry) for name, entry in TABLE["genres"].items()
}


def unknown_genre(name: str, genres: Collection[str]) -> FormatError:
    """Return the error for a genre that a site does not have."""
    return FormatError(f"unknown genre {quoted(name)}. Supported: {', '.join(genres)}")


def texts_to_write(puzzle: Puzzle, site: str, genres: Mapping[str, Genre]) -> tuple[Genre, Texts]:
    """Return the genre of a puzzle for a link to a site, with the texts in its cells, or raise
    `FormatError`.
    """
    genre = genres.get(puzzle.kind)
    if genre is None:
        raise FormatError(
            f"{site} has no puzzles of the kind {puzzle.kind}. Supported: {', '.join(genres)}"
        )
    problem, board = puzzle.problem(), puzzle.board
    usual = is_flat_squares(board) and problem.turn == "free" and not problem.marks_agree
    bare = not problem.placed and not problem.empty_most and (board.mask.all() or not genre.whole)
    texts = genre.texts(problem) if usual and bare else None
    if texts is None:
        raise FormatError(
            f"{site} does not support the board, pieces or rules of this {puzzle.kind}"
        )
    return genre, texts


def _number(text: str) -> int | str:
    """Return the number that a text consists of, or the text."""
    return int(text) if text.isdigit() else text


def _areas(clues: Iterable[int | str]) -> list[int]:
    return [clue for clue in clues if isinstance(clue, int)]


def _labels(board: Board) -> Texts:
    """Return the numbers that are marks of a board."""
    letters = ("", *board.alphabet)
    cells: list[Cell] = [tuple(cell) for cell in np.argwhere(board.marks).tolist()]
    return {cell: str(int(letters[board.marks[cell]], 36)) for cell in cells}


def _is_rectangle(piece: Piece) -> bool:
    """Return True if a piece is a rectangle without marks, of which there are any number."""
    rows, columns = piece.polyomino.shape
    bare = len(piece.polyomino) == rows * columns and not piece.marks
    return bare and (piece.least, piece.most) == (0, None)


def rectangles_of(shape: tuple[int, ...], clues: Iterable[int | str]) -> list[Piece]:
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
