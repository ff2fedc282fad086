"""Kinds of puzzles. Each kind is an object in one table, which says how puzzles are made, played,
printed and offered.

A new kind is an entry in ``data/kinds.json``, or a `PuzzleKind` in a plug-in. No other code tests
the name of a kind. Code that makes, plays, prints or lists puzzles uses the object.
"""

from __future__ import annotations

import json
import string
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from tilewright.model.space.lattice import Turn
from tilewright.system.values.plugins import Table

#: The names in `KINDS`, as type checkers read them.
Kind = Literal[
    "sigil",
    "calendar",
    "weekday",
    "given",
    "hole",
    "dots",
    "dominosa",
    "shikaku",
    "pentominous",
    "tetrominous",
    "heteromino",
    "fillomino",
    "pips",
]
#: The levels of difficulty for a person, from easy to hard.
Level = Literal["easy", "medium", "hard", "expert"]
LEVELS: tuple[Level, ...] = ("easy", "medium", "hard", "expert")


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """The boards and pieces offered for making puzzles of one kind on one lattice.

    Parameters
    ----------
    title : str
        The name of the cells, such as ``squares``, as shown in lists of choices.
    lattice : str
        The name of the lattice.
    joined : bool
        Whether the boards have joined sides. If a lattice has no entry for boards with joined
        sides, its entry for flat boards is used.
    pieces : tuple of tuple of str
        The candidates for the default list of pieces; the first list that can fill the board is
        used.
    boards : tuple of (word, name)
        The boards to choose from; the second one is the default.
    choices : tuple of (words, name)
        The pieces to choose from, in command-line notation, and a name for each choice. If a choice
        does not name any pieces, `pieces` is used.
    """

    title: str = "squares"
    lattice: str = "square"
    joined: bool = False
    pieces: tuple[tuple[str, ...], ...]
    boards: tuple[tuple[str, str], ...]
    choices: tuple[tuple[str, str], ...] = (("", "pieces that suit the board"),)


@dataclass(frozen=True, slots=True)
class DailyOffer:
    """The daily puzzles of a kind.

    Parameters
    ----------
    title, task : str
        The title of the daily puzzle, and the text of the task. ``{tiles}`` stands for the number
        of pieces in the solution.
    boards : mapping from level to tuple of str
        The boards for each level of the daily puzzles; puzzles of the same level take turns using
        these boards. If the kind has its own board, the list contains only an empty string.
    week : tuple of tuple of level
        The levels of the puzzles on each weekday, starting with Monday; empty if there is no puzzle
        on that day.
    special : tuple of str
        The boards of the hard Sunday puzzles, which are larger or more unusual. The kinds that have
        Sunday boards take turns from week to week.
    """

    title: str
    task: str
    boards: Mapping[Level, tuple[str, ...]]
    week: tuple[tuple[Level, ...], ...]
    special: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleKind:
    """The properties that all puzzles of a kind have in common.

    Parameters
    ----------
    letter : str
        The letter that stands for the kind in long IDs.
    title : str
        The title of a puzzle, without the board size that is appended to it.
    rules : str
        The text of the rules for pieces without marks. ``{turn}`` stands for a sentence about the
        allowed turns, and ``{largest}`` for the number of cells of the largest piece.
    goal : str
        The part of the goal that does not follow from the board and the pieces. ``{free}`` stands
        for the names of the cells that a date leaves uncovered, and ``{largest}`` for the number
        of cells of the largest piece.
    of_list, of_any : str
        The classes that make puzzles with a list of pieces, and puzzles that use each piece any
        number of times. Each class is written as ``module:class`` (see
        `tilewright.puzzles.making.maker.Maker`). If both classes are given, the pieces determine
        which one is used.
    turn : {"free", "one-sided", "half-turn", "fixed"}
        How pieces may be turned by default, if the board allows it
        (`tilewright.puzzles.default_turn`).
    offers : tuple of Offer
        The boards and pieces for each supported lattice.
    levels : mapping from level to str
        The levels of the puzzles of this kind. Each level has a board on which a puzzle of this
        level is found quickly. For a kind with its own board, the board is an empty string.
    empty : int
        The number of cells that stay empty.
    holes : bool
        Whether some cells of the requested board become holes of the board of the puzzle.
    all_pieces : bool
        Whether all pieces must be used. Pieces may still be left out if their numbers of copies can
        vary.
    given : bool
        Whether puzzles of this kind contain placed pieces, dots or conditions, some of which may be
        unnecessary for a unique solution.
    conditions : tuple of str
        The rules that the tilings must satisfy, as strings (`tilewright.rules`).
    calendar : str
        The calendar (in `tilewright.model.puzzle.calendar.CALENDARS`) that provides the board and
        the pieces for a date; empty if puzzles can have any board.
    outlines : bool
        Whether puzzles are always played by drawing outlines, regardless of the numbers of copies
        (`tilewright.puzzles.play.rulebook`).
    shows_pieces : bool
        Whether the pieces are shown beside the board; False if the text of the rules names them.
    explains_clues : bool
        Whether the text of the rules explains the clues.
    editor : str
        How users set clues by hand on the page; empty if clues cannot be set by hand. The string is
        the name of an entry in ``EDITORS`` (``views/maker/editors.js``). For some entries, the name
        is followed by the pieces and the possible clues.
    about : str
        A one-sentence description, shown in lists of choices.
    daily : DailyOffer, optional
        The daily puzzles of this kind, or None if there are none.
    """

    letter: str
    title: str
    rules: str
    goal: str = ""
    of_list: str = ""
    of_any: str = ""
    turn: Turn = "free"
    offers: tuple[Offer, ...] = ()
    levels: Mapping[Level, str] = field(default_factory=dict)
    empty: int = 0
    holes: bool = False
    all_pieces: bool = False
    given: bool = True
    conditions: tuple[str, ...] = ()
    calendar: str = ""
    outlines: bool = False
    shows_pieces: bool = True
    explains_clues: bool = False
    editor: str = ""
    about: str = ""
    daily: DailyOffer | None = None

    @property
    def own_board(self) -> bool:
        """Whether the kind has its own board and pieces, which depend on a date."""
        return bool(self.calendar)

    def offer(self, lattice: str, *, joined: bool) -> Offer | None:
        """Return the boards and pieces for a lattice, with or without joined sides, or None if the
        lattice is not supported.
        """
        offers = [offer for offer in self.offers if offer.lattice == lattice]
        return next(
            (offer for offer in offers if offer.joined == joined), offers[0] if offers else None
        )


_LETTERS = [*string.ascii_lowercase]


def _as_tuples(value: Any) -> Any:
    """Return JSON values with tuples for lists."""
    return tuple(map(_as_tuples, value)) if isinstance(value, list) else value


def _fields(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of an object in the file."""
    return {name: _as_tuples(value) for name, value in entry.items()}


def _offer(entry: dict[str, Any]) -> Offer:
    """Return an offer from JSON, where a list of pieces is one string, and boards and choices have
    names.
    """
    fields = _fields(entry)
    fields["pieces"] = tuple(tuple(words.split()) for words in entry["pieces"])
    for name in {"boards", "choices"} & entry.keys():
        fields[name] = tuple(entry[name].items())
    return Offer(**fields)


def _daily(entry: dict[str, Any]) -> DailyOffer:
    fields = _fields(entry)
    fields["boards"] = _fields(entry["boards"])
    fields["week"] = tuple(tuple(levels.split()) for levels in entry["week"])
    return DailyOffer(**fields)


def _kind(entry: dict[str, Any]) -> PuzzleKind:
    offers = tuple(map(_offer, entry.get("offers", ())))
    daily = _daily(entry["daily"]) if "daily" in entry else None
    fields = _fields(entry) | {"offers": offers, "daily": daily}
    return PuzzleKind(**fields)


def _read_kinds() -> dict[Kind, PuzzleKind]:
    """Return the kinds in the file, in the same order."""
    text = (Path(__file__).parents[2] / "data" / "kinds.json").read_text(encoding="utf-8")
    return {name: _kind(entry) for name, entry in json.loads(text).items()}


_BUILT_IN = _read_kinds()


def _fault(name: str, kind: PuzzleKind) -> str:
    twin = next((twin for twin, entry in _BUILT_IN.items() if entry.letter == kind.letter), None)
    if twin is not None:
        return f"has the same letter '{kind.letter}' as the kind '{twin}'"
    return "" if kind.letter in _LETTERS else f"must have a letter from a to z, got '{kind.letter}'"


#: All kinds by their names: those of tilewright, and those of plug-ins.
KINDS: Table[Kind, PuzzleKind] = Table("tilewright.kinds", PuzzleKind, _BUILT_IN, _fault)
#: What a list of pieces for a board is, where nothing else is said of it.
PLAIN: Kind = "sigil"
