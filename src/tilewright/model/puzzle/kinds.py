"""Kinds of puzzles, each an object in one table: how it is made, played, printed and offered.

A new kind is one more `PuzzleKind` in this table, or in a plug-in. Nothing else tests a kind by its
name: whoever makes, plays, prints or lists puzzles asks the object.
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

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
    "pips",
]
#: The levels of difficulty for a person, from easy to hard.
Level = Literal["easy", "medium", "hard", "expert"]
LEVELS: tuple[Level, ...] = ("easy", "medium", "hard", "expert")


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """The boards and pieces for making puzzles of a kind on one lattice.

    Parameters
    ----------
    title : str
        What the boards are made of, shown in lists of choices.
    lattice : str
        The name of the lattice.
    joined : bool
        Whether the boards have joined sides. Without an offer for these, the offer for flat boards
        is used.
    pieces : tuple of tuple of str
        Default lists of pieces; the first list that may fill the board is used.
    boards : tuple of (word, name)
        The boards to choose from; the second one is the default.
    choices : tuple of (words, name)
        The pieces to choose from, as the command reads them, and a name for the choice. Without
        words, `pieces` is used.
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
        The title of the puzzle, and what to do; ``{tiles}`` stands for the number of pieces in its
        solution.
    boards : mapping from level to tuple of str
        The boards for each level of the daily puzzles. They take turns. A kind with its
        own board has one empty word.
    week : tuple of level or None
        The level of its puzzle on each weekday, Monday first; None if it has none on that day.
    special : tuple of str
        The larger or stranger boards of its hard puzzles on Sundays. The kinds take turns.
    """

    title: str
    task: str
    boards: Mapping[Level, tuple[str, ...]]
    week: tuple[Level | None, ...]
    special: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzleKind:
    """What all puzzles of a kind have in common.

    Parameters
    ----------
    letter : str
        The letter of the kind in long IDs.
    title : str
        The title of a puzzle, before the size of its board.
    rules : str
        The rules, if no pieces are marked; ``{turn}`` stands for how pieces may turn.
    goal : str
        What a player must know in addition to the board and the pieces; ``{free}`` stands for the
        names of the cells that a date leaves uncovered.
    of_list, of_any : str
        The makers (``module:class``, see `tilewright.puzzles.making.maker.Maker`) of puzzles with a
        list of pieces, and of puzzles that use pieces as often as needed. If both are given, the
        pieces determine which one is used.
    turn : {"free", "one-sided", "fixed"}
        How pieces turn by default, if the board allows it
        (`tilewright.puzzles.default_turn`).
    offers : tuple of Offer
        The boards and pieces for each supported lattice.
    empty : int
        The number of cells that stay empty.
    all_pieces : bool
        Whether all pieces are to be used, unless their numbers of copies vary.
    given : bool
        Whether the board has pieces, dots or conditions that could be omitted.
    conditions : tuple of str
        The words of the rules that its tilings keep (`tilewright.rules`).
    calendar : str
        The calendar (in `tilewright.model.puzzle.calendar.CALENDARS`) that provides the board and
        the pieces for a date; empty if puzzles can have any board.
    outlines : bool
        Whether it is always played by drawing outlines, regardless of the numbers of copies
        (`tilewright.puzzles.play.rulebook`).
    shows_pieces : bool
        Whether the pieces are shown beside the board; False if the rules say which they are.
    about : str
        A description in a sentence, shown in lists of choices.
    daily : DailyOffer, optional
        The daily puzzles of this kind; None if there are none.
    """

    letter: str
    title: str
    rules: str
    goal: str = ""
    of_list: str = ""
    of_any: str = ""
    turn: Turn = "free"
    offers: tuple[Offer, ...] = ()
    empty: int = 0
    all_pieces: bool = False
    given: bool = True
    conditions: tuple[str, ...] = ()
    calendar: str = ""
    outlines: bool = False
    shows_pieces: bool = True
    about: str = ""
    daily: DailyOffer | None = None

    @property
    def own_board(self) -> bool:
        """Whether the kind has its own board and pieces, for a date."""
        return bool(self.calendar)

    def offer(self, lattice: str, *, joined: bool) -> Offer | None:
        """Return the boards and pieces for a lattice, with joined sides or without; None if the
        lattice is not supported.
        """
        offers = [offer for offer in self.offers if offer.lattice == lattice]
        return next(
            (offer for offer in offers if offer.joined == joined), offers[0] if offers else None
        )


_LETTERS = [*string.ascii_lowercase]
_FIT = "Fit the pieces on the board, {turn}."
_GIVENS = "tilewright.puzzles.kinds.givens:GivenPuzzles"
_DOTS = "tilewright.puzzles.kinds.dots:DotPuzzles"
_LABELS = "tilewright.puzzles.kinds.dominosa:LabelPuzzles"
_RECTANGLES = "tilewright.puzzles.kinds.shikaku:RectanglePuzzles"
_LETTERED = "tilewright.puzzles.kinds.pentominous:LetterPuzzles"
_REGIONS = "tilewright.puzzles.kinds.pips:RegionPuzzles"
_SIGILS = "tilewright.puzzles.kinds.sigils:SigilPuzzles"


def _lettered(letter: str, pieces: str, boards: str, daily: DailyOffer) -> PuzzleKind:
    """Return the kind of puzzle that divides a board into pieces, by letters in some cells."""
    return PuzzleKind(
        letter=letter,
        title=pieces.capitalize().replace("ominoes", "ominous"),
        rules=f"Divide the board into {pieces}. Two with a common side differ in shape, also when "
        "they are turned or flipped over. A letter says which piece covers its cell.",
        goal="Two pieces with a common side differ in shape. A letter says which piece covers its "
        "cell.",
        of_any=_LETTERED,
        offers=(Offer(pieces=((pieces,),), boards=_boxes(boards)),),
        conditions=("apart",),
        outlines=True,
        about=f"You divide the board into {pieces}. Two with a common side differ in shape, and "
        "letters say which pieces cover some cells.",
        daily=daily,
    )


def _boxes(words: str, *, surface: str = "", prefix: str = "") -> tuple[tuple[str, str], ...]:
    """Return boards that are given by their sides, with what they are called.

    >>> _boxes("4x5", prefix="torus:", surface="torus, ")
    (('torus:4x5', 'torus, 4 x 5'),)
    """
    return tuple((prefix + word, surface + word.replace("x", " x ")) for word in words.split())


_JOINED = (
    *_boxes("4x4 4x5", prefix="torus:", surface="torus, "),
    *_boxes("4x5 4x6", prefix="cylinder:", surface="cylinder, "),
    *_boxes("4x5", prefix="moebius:", surface="Möbius strip, "),
    *_boxes("4x5", prefix="klein:", surface="Klein bottle, "),
)

_BUILT_IN: dict[Kind, PuzzleKind] = {
    "dots": PuzzleKind(
        letter="d",
        title="Dots",
        rules=_FIT,
        of_any=_DOTS,
        offers=(
            Offer(
                pieces=(("trominoes",),),
                boards=_boxes("4x6 6x6 6x9 8x9 9x9 9x12 12x12"),
                choices=(("trominoes", "trominoes"), ("L3", "L trominoes"), ("I3", "I trominoes")),
            ),
        ),
        outlines=True,
        about="Each piece carries a dot in a known cell; some dots may be missing. You redraw the "
        "outlines.",
        daily=DailyOffer(
            "Daily dots",
            "Find {tiles} trominoes",
            {
                "easy": ("6x6", "6x9", "9x9"),
                "medium": ("6x9", "6x6", "9x9"),
                "hard": ("6x9", "6x6"),
            },
            ("easy", None, "medium", None, "medium", "hard", None),
            special=("12x12", "9x12"),
        ),
    ),
    "sigil": PuzzleKind(
        letter="s",
        title="Fit the pieces",
        rules="Fit all pieces on the board, {turn}.",
        all_pieces=True,
        of_any=_SIGILS,
        turn="one-sided",
        offers=(
            Offer(
                pieces=(("tetrominoes",),),
                boards=_boxes("4x4 4x5 4x6 4x7 6x6"),
                choices=(("tetrominoes", "tetrominoes"),),
            ),
            Offer(
                title="triangles",
                lattice="tri",
                pieces=(
                    ("tetriamonds",),
                    ("hexiamonds",),
                    ("pentiamonds",),
                    ("triamonds", "tetriamonds"),
                ),
                boards=(
                    *_boxes("3x4", prefix="tri:"),
                    ("tri:hexagon2", "hexagon with sides of 2"),
                    ("tri:triangle6", "triangle with sides of 6"),
                    *_boxes("4x6", prefix="tri:"),
                ),
                choices=(("tetriamonds", "of four triangles"), ("hexiamonds", "of six triangles")),
            ),
            Offer(
                title="hexagons",
                lattice="hex",
                pieces=(("trihexes", "tetrahexes"),),
                boards=(
                    *_boxes("4x4", prefix="hex:"),
                    ("hex:hexagon3", "hexagon with sides of 3"),
                    ("hex:triangle6", "triangle with sides of 6"),
                    *_boxes("4x5 4x7", prefix="hex:"),
                ),
                choices=(("trihexes tetrahexes", "of three and four hexagons"),),
            ),
            Offer(
                title="cubes",
                lattice="cube",
                pieces=(("tricubes", "tetracubes"),),
                boards=_boxes("2x3x3 2x3x4 3x3x3 2x4x4", prefix="cube:"),
                choices=(("tricubes tetracubes", "of three and four cubes"),),
            ),
            Offer(
                title="squares with joined sides",
                joined=True,
                pieces=(("tetrominoes",),),
                boards=_JOINED,
                choices=(("tetrominoes", "tetrominoes"),),
            ),
            Offer(
                title="triangles with joined sides",
                lattice="tri",
                joined=True,
                pieces=(("tetriamonds",), ("triamonds", "tetriamonds")),
                boards=_boxes("3x4 4x4", prefix="torus:tri:", surface="torus, "),
                choices=(("tetriamonds", "of four triangles"),),
            ),
            Offer(
                title="hexagons with joined sides",
                lattice="hex",
                joined=True,
                pieces=(("trihexes", "tetrahexes"),),
                boards=(
                    *_boxes("4x4 4x5", prefix="torus:hex:", surface="torus, "),
                    *_boxes("4x4 4x5", prefix="cylinder:hex:", surface="cylinder, "),
                ),
                choices=(("trihexes tetrahexes", "of three and four hexagons"),),
            ),
        ),
        daily=DailyOffer(
            "Fit the pieces",
            "Fill the board with all pieces",
            {"medium": ("tri:hexagon2", "hex:hexagon3"), "hard": ("4x7", "hex:4x5")},
            (None, "medium", None, "medium", None, None, "hard"),
        ),
        given=False,
        about="A list of pieces that fits on the board in only one way.",
    ),
    "given": PuzzleKind(
        letter="g",
        title="Finish it",
        rules=_FIT,
        of_list=_GIVENS,
        offers=(
            Offer(
                pieces=(("pentominoes=0..1",),),
                boards=_boxes("3x20 4x15 5x12 6x10"),
                choices=(("pentominoes", "the twelve pentominoes"),),
            ),
            Offer(
                title="triangles",
                lattice="tri",
                pieces=(("hexiamonds=0..1",), ("tetriamonds=0..3", "pentiamonds=0..3")),
                boards=(
                    *_boxes("4x9", prefix="tri:"),
                    ("tri:hexagon3", "hexagon with sides of 3"),
                    *_boxes("6x6", prefix="tri:"),
                ),
                choices=(("hexiamonds=0..1", "of six triangles, no two alike"),),
            ),
            Offer(
                title="hexagons",
                lattice="hex",
                pieces=(
                    ("tetrahexes=0..1",),
                    ("pentahexes=0..1",),
                    ("trihexes=0..3", "tetrahexes=0..3"),
                ),
                boards=(
                    *_boxes("4x6 4x7 5x5", prefix="hex:"),
                    ("hex:hexagon4", "hexagon with sides of 4"),
                ),
            ),
            Offer(
                title="cubes",
                lattice="cube",
                pieces=(
                    ("soma=0..1",),
                    ("pentominoes=0..1",),
                    ("tricubes=0..2", "tetracubes=0..2"),
                ),
                boards=_boxes("2x3x3 3x3x3 3x3x4 2x3x10 3x4x5", prefix="cube:"),
            ),
            Offer(
                title="squares with joined sides",
                joined=True,
                pieces=(("pentominoes=0..1",),),
                boards=(
                    *_boxes("5x8 6x10", prefix="torus:", surface="torus, "),
                    *_boxes("5x8 6x10", prefix="cylinder:", surface="cylinder, "),
                    *_boxes("5x8", prefix="moebius:", surface="Möbius strip, "),
                    *_boxes("5x8", prefix="klein:", surface="Klein bottle, "),
                ),
                choices=(("pentominoes=0..1", "pentominoes, no two alike"),),
            ),
            Offer(
                title="triangles with joined sides",
                lattice="tri",
                joined=True,
                pieces=(("hexiamonds=0..1",), ("tetriamonds=0..3", "pentiamonds=0..3")),
                boards=(
                    *_boxes("6x6", prefix="torus:tri:", surface="torus, "),
                    *_boxes("4x9", prefix="cylinder:tri:", surface="cylinder, "),
                ),
                choices=(("hexiamonds=0..1", "of six triangles, no two alike"),),
            ),
            Offer(
                title="hexagons with joined sides",
                lattice="hex",
                joined=True,
                pieces=(
                    ("tetrahexes=0..1",),
                    ("pentahexes=0..1",),
                    ("trihexes=0..3", "tetrahexes=0..3"),
                ),
                boards=(
                    *_boxes("4x6 4x7", prefix="torus:hex:", surface="torus, "),
                    *_boxes("4x7", prefix="cylinder:hex:", surface="cylinder, "),
                ),
            ),
        ),
        daily=DailyOffer(
            "Finish it",
            "Place the pieces that are left",
            dict.fromkeys(("easy", "medium", "hard"), ("6x10", "hex:4x7", "5x12", "tri:hexagon3")),
            (None, "easy", None, "medium", None, "hard", None),
            special=("cube:3x4x5", "torus:5x8", "hex:hexagon4", "moebius:5x8"),
        ),
        about="Pieces are taken off a tiling until just one way is left to put them back.",
    ),
    "hole": PuzzleKind(
        letter="h",
        title="Find the hole",
        rules=f"{_FIT} One cell stays empty: find it.",
        goal="One cell stays empty. Which one?",
        of_list=_GIVENS,
        of_any=_DOTS,
        offers=(
            Offer(
                pieces=(("L3",),),
                boards=_boxes("5x5 7x7 8x8 10x10"),
                choices=(("L3", "L trominoes"), ("trominoes", "trominoes")),
            ),
            Offer(
                title="triangles",
                lattice="tri",
                pieces=(
                    ("triamonds=0..3", "tetriamonds=0..2"),
                    ("pentiamonds=0..2", "hexiamonds=0..2"),
                ),
                boards=(
                    *_boxes("3x3", prefix="tri:"),
                    ("tri:hexagon2", "hexagon with sides of 2"),
                    ("tri:triangle5", "triangle with sides of 5"),
                ),
            ),
            Offer(
                title="hexagons",
                lattice="hex",
                pieces=(
                    ("trihexes=0..2", "tetrahexes=0..2"),
                    ("tetrahexes=0..2", "pentahexes=0..2"),
                ),
                boards=(
                    *_boxes("4x4", prefix="hex:"),
                    ("hex:hexagon3", "hexagon with sides of 3"),
                    *_boxes("5x5", prefix="hex:"),
                ),
            ),
            Offer(
                title="cubes",
                lattice="cube",
                pieces=(
                    ("tricubes=0..2", "tetracubes=0..2"),
                    ("pentominoes=0..2", "tetracubes=0..2"),
                ),
                boards=_boxes("2x3x3 3x3x3 3x3x4", prefix="cube:"),
            ),
            Offer(
                title="squares with joined sides",
                joined=True,
                pieces=(("tetrominoes=0..2",), ("trominoes=0..4", "tetrominoes=0..3")),
                boards=(
                    *_boxes("4x5 5x5", prefix="torus:", surface="torus, "),
                    *_boxes("5x5", prefix="cylinder:", surface="cylinder, "),
                    *_boxes("5x5", prefix="moebius:", surface="Möbius strip, "),
                    *_boxes("5x5", prefix="klein:", surface="Klein bottle, "),
                ),
            ),
        ),
        daily=DailyOffer(
            "Find the hole",
            "One cell stays empty: which one?",
            {
                "easy": ("7x7", "hex:hexagon3", "8x8", "tri:hexagon2"),
                "medium": ("hex:hexagon3", "tri:hexagon2"),
                "hard": ("7x7", "hex:hexagon3", "tri:hexagon2"),
            },
            ("easy", None, "medium", None, "hard", None, None),
            special=("cube:3x3x3", "klein:5x5", "torus:5x5"),
        ),
        empty=1,
        about="One cell stays empty: which one?",
    ),
    "dominosa": PuzzleKind(
        letter="n",
        title="Dominosa",
        rules="Draw the outlines of the dominoes. Each domino of the set is on the board once.",
        goal="Each domino of the set is on the board once.",
        of_list=_LABELS,
        offers=(
            Offer(
                pieces=tuple((f"double-{largest}",) for largest in range(1, 10)),
                boards=_boxes("4x5 5x6 6x7 7x8 8x9 10x11"),
                choices=(("", "the set that suits the board"),),
            ),
        ),
        outlines=True,
        given=False,
        about="The numbers of a whole set of dominoes, without the lines between them. You find "
        "each domino once.",
        daily=DailyOffer(
            "Dominosa",
            "Find {tiles} dominoes",
            {"easy": ("6x7", "7x8"), "hard": ("7x8", "6x7")},
            (None, "easy", None, None, None, "hard", None),
            special=("10x11",),
        ),
    ),
    "shikaku": PuzzleKind(
        letter="k",
        title="Shikaku",
        rules="Divide the board into rectangles. Each contains one number, the number of its "
        "cells.",
        goal="Each rectangle contains one number, the number of its cells.",
        of_any=_RECTANGLES,
        offers=(
            Offer(
                pieces=(("rectangles-9+",),),
                boards=_boxes("4x4 5x5 6x6 7x7 8x8 10x10 10x14"),
                choices=(
                    ("rectangles-9+", "rectangles of up to 9 cells"),
                    ("rectangles-6+", "rectangles of up to 6 cells"),
                ),
            ),
        ),
        outlines=True,
        shows_pieces=False,
        given=False,
        about="You divide the board into rectangles. Each contains one number, the number of its "
        "cells.",
        daily=DailyOffer(
            "Shikaku",
            "Divide the board into rectangles",
            {"easy": ("8x8", "7x7"), "medium": ("10x10", "8x8")},
            ("easy", None, None, "medium", None, None, None),
        ),
    ),
    "pentominous": _lettered(
        "m",
        "pentominoes",
        "5x5 6x10 5x8 8x10 10x10",
        DailyOffer(
            "Pentominous",
            "Divide the board into pentominoes",
            {"medium": ("5x5", "5x8"), "hard": ("5x8",)},
            (None, None, None, None, "medium", None, "hard"),
        ),
    ),
    "tetrominous": _lettered(
        "t",
        "tetrominoes",
        "4x4 6x6 8x8 6x10 10x10",
        DailyOffer(
            "Tetrominous",
            "Divide the board into tetrominoes",
            {"medium": ("6x6",)},
            (None, None, "medium", None, None, None, None),
        ),
    ),
    "pips": PuzzleKind(
        letter="p",
        title="Pips",
        rules="Lay all dominoes on the board.",
        goal="In each region, the numbers add up to its number, to less (<) or to more (>), or "
        "they are all equal (=) or all different (≠).",
        of_list=_REGIONS,
        offers=(
            Offer(
                pieces=(("double-6=0..1",),),
                boards=(
                    *_boxes("3x4 4x4 4x5 5x6 6x6"),
                    ("aztec:3", "diamond of 24 cells"),
                ),
                choices=(
                    ("double-6=0..1", "dominoes up to double six"),
                    ("double-3=0..1", "dominoes up to double three"),
                ),
            ),
        ),
        about="You lay dominoes so that the numbers in each region add up to its number, or are "
        "all equal or all different.",
        daily=DailyOffer(
            "Pips",
            "Lay {tiles} dominoes",
            {"easy": ("4x4", "4x5"), "medium": ("4x5", "aztec:3"), "hard": ("5x6", "aztec:3")},
            ("easy", "easy", "easy", "medium", "medium", "hard", "hard"),
        ),
    ),
    "calendar": PuzzleKind(
        letter="c",
        title="Calendar",
        rules="Fit the pieces on the board, {turn}, so that only the date can be seen.",
        goal="Cover everything but {free}.",
        of_list=_GIVENS,
        calendar="calendar",
        about="Cover all but a month and a day. The pieces already on the board leave only one "
        "way.",
        daily=DailyOffer(
            "A puzzle a day",
            "Cover all but today",
            {"easy": ("",), "medium": ("",), "hard": ("",)},
            ("easy", "easy", "easy", "medium", "medium", "medium", "hard"),
        ),
    ),
    "weekday": PuzzleKind(
        letter="w",
        title="Calendar with weekday",
        rules="Fit the pieces on the board, {turn}, so that only the date and its weekday can be "
        "seen.",
        goal="Cover everything but {free}.",
        of_list=_GIVENS,
        calendar="weekday",
        about="Cover all but a month, a day and its weekday. The pieces already on the board "
        "leave only one way.",
    ),
}


def _fault(name: str, kind: PuzzleKind) -> str:
    twin = next((twin for twin, entry in _BUILT_IN.items() if entry.letter == kind.letter), None)
    if twin is not None:
        return f"has the letter '{kind.letter}' of the kind '{twin}'"
    return "" if kind.letter in _LETTERS else f"has no letter from a to z, but '{kind.letter}'"


#: All kinds by their names: those of tilewright, and those of plug-ins.
KINDS: Table[Kind, PuzzleKind] = Table("tilewright.kinds", PuzzleKind, _BUILT_IN, _fault)
#: What a list of pieces for a board is, where nothing else is said of it.
PLAIN: Kind = "sigil"
