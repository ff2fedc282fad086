"""Kinds of puzzles, each an object in one table: how it is made, played, printed and offered.

A new kind is one more `PuzzleKind` in `KIND_OF`. Nothing else tests a kind by its name: whoever makes, plays, prints or
lists puzzles asks the object.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tilewright.lattices.symmetry import Turn

__all__ = ["KIND_OF", "LEVELS", "PLAIN", "Kind", "Level", "PuzzleKind"]

#: The names in `KIND_OF`, as type checkers read them.
Kind = Literal["sigil", "calendar", "given", "hole", "dots"]
#: How hard a puzzle is for a person, from easy to hard.
Level = Literal["easy", "medium", "hard", "expert"]
LEVELS: tuple[Level, ...] = ("easy", "medium", "hard", "expert")


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleKind:
    """What all puzzles of a kind have in common.

    Parameters
    ----------
    letter : str
        Its letter in long IDs.
    title : str
        What a puzzle is called, before the size of its board.
    rules : str
        What to do, if no pieces are marked; ``{turn}`` is how they turn.
    goal : str
        What is to be known of it while it is played, beside its board and pieces.
    of_list, of_any : str
        The makers (``module:class``, see `tilewright.generation.maker.Maker`) of puzzles whose pieces are a list, and of
        those whose pieces are drawn from, as often as needed. With both, what the pieces look like decides.
    turn : {"free", "one-sided", "fixed"}
        How pieces turn, where nothing else is said.
    pieces : tuple of str
        What it is made of, where nothing else is said.
    empty : int
        How many cells stay empty.
    given : bool
        Whether there is something on the board, pieces or dots, that could be left out.
    turned : bool
        Whether solutions that are each other with the whole board turned are one when it is made.
    own_board : bool
        Whether it brings its board and its pieces, and has a date.
    outlines : bool
        Whether it is played by drawing outlines, whatever its pieces are.
    summary, about : str
        What there is to do, in a few words, and what it is, in a sentence: for those who choose.
    boards : tuple of str
        Boards to choose from; the second is the first choice.
    choices : tuple of (words, name)
        Pieces to choose from: words of the grammar, and what they are called.
    week : tuple of (board, level)
        What is made for each day of the week, Monday first; none if it is no daily puzzle.
    daily : (str, str)
        What the daily puzzle is called, and what there is to do; ``{tiles}`` is the number of pieces in its solution.
    """

    letter: str
    title: str
    rules: str
    goal: str = ""
    of_list: str = ""
    of_any: str = ""
    turn: Turn = "free"
    pieces: tuple[str, ...] = ()
    empty: int = 0
    given: bool = True
    turned: bool = False
    own_board: bool = False
    outlines: bool = False
    summary: str = ""
    about: str = ""
    boards: tuple[str, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    week: tuple[tuple[str, Level | None], ...] = ()
    daily: tuple[str, str] = ("", "")


_FIT = "Fit the pieces on the board, {turn}."
_GIVENS = "tilewright.generation.givens:GivenPuzzles"
_DOTS = "tilewright.generation.patterns:DotPuzzles"
_SIGILS = "tilewright.generation.sigils:SigilPuzzles"

KIND_OF: dict[Kind, PuzzleKind] = {
    "dots": PuzzleKind(
        letter="d",
        title="Dots",
        rules=_FIT,
        of_any=_DOTS,
        pieces=("trominoes",),
        outlines=True,
        summary="draw the outlines in again",
        about="Each piece carries a dot in a known cell; some dots may be missing. You draw the outlines in again.",
        boards=("4x6", "6x6", "6x9", "8x9", "9x9", "9x12", "12x12"),
        choices=(("trominoes", "trominoes"), ("L3", "L trominoes"), ("I3", "I trominoes")),
        # A little harder every day.
        week=(
            ("6x6", "easy"),
            ("6x6", "medium"),
            ("6x9", "easy"),
            ("6x9", "medium"),
            ("6x6", "hard"),
            ("9x9", "medium"),
            ("9x9", "easy"),
        ),
        daily=("Daily dots", "Find {tiles} trominoes"),
    ),
    "sigil": PuzzleKind(
        letter="s",
        title="Sigil",
        rules="Fit all pieces on the board, {turn}.",
        of_any=_SIGILS,
        turn="one-sided",
        pieces=("tetrominoes",),
        given=False,
        turned=True,
        summary="fit a list of pieces",
        about="A list of pieces that fits on the board in one way.",
        boards=("4x4", "4x5", "4x6", "4x7", "6x6"),
        choices=(("tetrominoes", "tetrominoes"),),
    ),
    "given": PuzzleKind(
        letter="g",
        title="Finish it",
        rules=_FIT,
        of_list=_GIVENS,
        pieces=("pentominoes=0..1",),
        summary="some pieces are placed",
        about="Pieces are taken off a tiling until just one way is left to put them back.",
        boards=("3x20", "4x15", "5x12", "6x10"),
        choices=(("pentominoes", "the twelve pentominoes"),),
    ),
    "hole": PuzzleKind(
        letter="h",
        title="Find the hole",
        rules=f"{_FIT} One cell stays empty: find it.",
        goal="One cell stays empty. Which one?",
        of_list=_GIVENS,
        of_any=_DOTS,
        pieces=("L3",),
        empty=1,
        summary="one cell stays empty",
        about="One cell stays empty: which one?",
        boards=("5x5", "7x7", "8x8", "10x10"),
        choices=(("L3", "L trominoes"), ("trominoes", "trominoes")),
    ),
    "calendar": PuzzleKind(
        letter="c",
        title="Calendar",
        rules="Fit the pieces on the board, {turn}, so that only the date can be seen.",
        goal="Cover everything but the month and the day.",
        of_list=_GIVENS,
        own_board=True,
        summary="one solution for a date",
        about="Cover all but a month and a day; given pieces leave one way.",
        week=(("", None),) * 7,
        daily=("A puzzle a day", "Cover all but today"),
    ),
}
#: What a list of pieces for a board is, where nothing else is said of it.
PLAIN: Kind = "sigil"
