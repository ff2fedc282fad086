"""Puzzle: a problem to play, with a title.

The kind determines how a puzzle is played:

*sigil*      Fit a list of pieces on a board.
*calendar*   Fit the pieces so that the two cells of a date stay free.
*given*      Complete a board on which some pieces are already placed.
*hole*       Find the one cell that stays empty, with a list of pieces or with dots.
*dots*       Find the outlines of a tiling from the dots of its pieces.
"""

from __future__ import annotations

import functools
from dataclasses import InitVar, dataclass, field

from tilewright.model.board import Board
from tilewright.model.piece import Piece
from tilewright.model.problem import EMPTY_MARK, Problem
from tilewright.model.puzzle.kinds import PLAIN, Kind, Level
from tilewright.model.space.lattice import Turn, is_known
from tilewright.system.values.arguments import check_text
from tilewright.system.values.svg_repr import SvgRepr


@dataclass(frozen=True)
class Puzzle(SvgRepr):
    """A tiling problem that is played as a puzzle.

    Parameters
    ----------
    name : str
        The collection and the name, such as ``talos:tower-gates-5``. A puzzle without a name has a
        description in URL-safe characters instead (see `tilewright.model.puzzle.ids`).
    title : str
    board : Board
    pieces : tuple of str
        The pieces, in command-line notation.
    turn : {"free", "one-sided", "half-turn", "fixed"}
    source : str
        The source from which the puzzle was taken.
    tilings : int or None
        The published number of tilings up to symmetry.
    """

    name: str
    title: str
    board: Board
    pieces: tuple[str, ...]
    turn: Turn = "free"
    source: str = ""
    tilings: int | None = None
    kind: Kind = PLAIN
    #: The words of the pieces that are already placed (see `Placement.parse`).
    placed: tuple[str, ...] = ()
    #: The minimum and maximum number of cells that stay empty.
    empty: tuple[int, int] = (0, 0)
    #: The grade, if known: easy, medium, hard or expert.
    level: Level | None = field(default=None, compare=False)
    #: Whether wraps of a piece that cover the same cells count as different solutions (see
    #: `Problem`).
    by_wrap: bool = False
    #: The marks of the board that marks of pieces agree with, if not only with the same mark (see
    #: `Problem`).
    marks_agree: tuple[tuple[str, tuple[str, ...]], ...] = ()
    #: The words of the rules of the problem (see `tilewright.model.rules.rule_types.parse_rule`).
    conditions: tuple[str, ...] = ()
    #: Rules to print instead of the rules of the kind.
    rules: str = field(default="", compare=False)
    #: Whether the ID of the puzzle is printed.
    shows_id: bool = field(default=True, compare=False)
    #: The pieces, if some have names or colors of their own, or equal ones are listed apart, which
    #: `pieces` does not say.
    own_pieces: tuple[Piece, ...] = field(default=(), compare=False, repr=False)
    #: The problem, if it already exists.
    known: InitVar[Problem | None] = None

    def __post_init__(self, known: Problem | None) -> None:
        if known is not None:
            object.__setattr__(self, "_problem", known)
        for what, words in (
            ("name", self.name),
            ("title", self.title),
            ("source", self.source),
            ("rules", self.rules),
        ):
            check_text(words, f"the {what} of a puzzle")

    def __str__(self) -> str:
        """Return the title and the problem, followed by the clues: the board if it has marks, the
        placed pieces, and the rules.
        """
        board = self.board
        drawn = bool(board.alphabet)
        words = " ".join((board.prefix if drawn else str(board), *self.pieces)).strip()
        lines = [": ".join(filter(None, (self.name, self.title, words)))]
        lines += [board.text()] * drawn
        lines += [f"placed: {word}" for word in self.placed]
        lines += [f"rule: {word}" for word in self.conditions]
        return "\n".join(lines)

    @property
    def collection(self) -> str:
        """The name of the collection: the part of the name before the colon."""
        return self.name.partition(":")[0]

    @classmethod
    def of(cls, problem: Problem, *, title: str = "", kind: Kind | None = None) -> Puzzle:
        """Return an unnamed puzzle for a problem.

        Parameters
        ----------
        problem : Problem
        title : str, optional
            The title; by default, the size of the board.
        kind : str, optional
            The kind; by default, *given* if pieces are already placed, otherwise *sigil*.
        """
        empty = (problem.empty_least, problem.empty_most)
        board = problem.board
        if board.optional.any() and empty == (0, int(problem.optional.sum())):
            empty = (0, 0)
        elif empty == (0, 0):
            # Cells that may stay empty and must not: a puzzle has no other word for it.
            board = Board(
                board.mask,
                marks=board.marks,
                alphabet=board.alphabet,
                lattice=board.lattice,
                surface=board.surface,
            )
        agree = problem.marks_agree
        if empty == (0, 0) and problem.empty_most == 0:
            agree = {mark: marks for mark, marks in agree.items() if mark != EMPTY_MARK}
        known = is_known(board.lattice)
        data = problem.to_json() if known else {"names": problem.names}
        return cls(
            name="",
            title=title or " x ".join(map(str, board.shape)),
            board=board,
            pieces=tuple(problem.words()),
            turn=problem.turn,
            source="",
            kind=kind or ("given" if problem.placed else PLAIN),
            placed=tuple(problem.placed_words()),
            empty=empty,
            by_wrap=problem.by_wrap,
            marks_agree=tuple(agree.items()),
            conditions=tuple(rule.word() for rule in problem.rules),
            own_pieces=(
                tuple(part for parts in problem.parts for part in parts)
                if {"names", "colors", "parts"} & data.keys()
                else ()
            ),
            known=problem if board is problem.board and agree == problem.marks_agree else None,
        )

    def problem(self) -> Problem:
        """Return the problem to solve. Every call returns the same object."""
        return self._problem

    @functools.cached_property
    def _problem(self) -> Problem:
        return _problem(
            self.board.name,
            self.board,
            self.own_pieces or self.pieces,
            self.turn,
            self.placed,
            self.empty,
            self.by_wrap,
            self.marks_agree,
            self.conditions,
        )


@functools.lru_cache(maxsize=256)
def _problem(
    name: str,
    board: Board,
    pieces: tuple[Piece, ...] | tuple[str, ...],
    turn: Turn,
    placed: tuple[str, ...],
    empty: tuple[int, int],
    by_wrap: bool,
    marks_agree: tuple[tuple[str, tuple[str, ...]], ...],
    conditions: tuple[str, ...],
) -> Problem:
    """Return the problem of a puzzle, which is the same object if the puzzle has another name."""
    return Problem(
        board,
        *pieces,
        turn=turn,
        placed=placed,
        empty=None if empty == (0, 0) else empty,
        by_wrap=by_wrap,
        marks_agree=dict(marks_agree),
        rules=conditions,
    )
