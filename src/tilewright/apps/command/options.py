"""Options that several commands share, and their groups in the help."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    TypeVar,
    cast,
    dataclass_transform,
    get_type_hints,
)

from cyclopts import Group, Parameter, Token

from tilewright.errors import RequestError, quoted

if TYPE_CHECKING:
    from tilewright.model.problem import ProblemRules

# The panels of the help of a command, in their order.

ARGUMENTS = Group("Arguments", sort_key=0)
FIND = Group("What to find", sort_key=1)
LIMITS = Group("Limits", sort_key=2)
OUTPUT = Group("Output", sort_key=3)
PICTURES = Group("Pictures", sort_key=4)
WORKSHOP = Group("Cutting and 3D printing", sort_key=5)
RUNS = Group("Long runs", sort_key=6)
COMMON = Group("Common options", sort_key=7)


_Class = TypeVar("_Class", bound=type)


@dataclass_transform(frozen_default=True)
def options(panel: Group) -> Callable[[_Class], _Class]:
    """Make a class a set of options: a frozen dataclass whose fields are options in a panel of the
    help.
    """

    def make_options(group: _Class) -> _Class:
        # Resolved once here; cyclopts would do it twice for each command line.
        group.__annotations__ = get_type_hints(group, include_extras=True)
        frozen: type = dataclass(frozen=True)(group)
        return cast(_Class, Parameter(name="*", group=panel)(frozen))

    return make_options


def _read_integer(wanted: object, tokens: Sequence[Token]) -> int:
    # cyclopts itself would round 2.5 to 2.
    word = tokens[0].value
    if not re.fullmatch(r"[+-]?\d+", word, re.ASCII):
        raise ValueError(f"must be an integer, got '{word}'")
    return read_number(word)


def read_number(word: str) -> int:
    """Return an integer of any length; Python's own limit is some thousand digits."""
    if len(word) < 4000:
        return int(word)
    from flint import fmpz

    return int(fmpz(word))


def _read_text(wanted: object, tokens: Sequence[Token]) -> str:
    word = tokens[0].value
    try:
        # A terminal may send UTF-8 although the locale cannot decode it.
        return word if word.isprintable() else os.fsencode(word).decode()
    except UnicodeError:
        raise ValueError(f"must be UTF-8 text, got {quoted(word)}") from None


#: Text that is only shown, such as a title.
Text = Annotated[str, Parameter(converter=_read_text, metavar="TEXT")]


def between(least: float, most: float = math.inf, unit: str = "") -> Parameter:
    """Return a validator for numbers from `least` to `most`, in a unit."""

    def check(wanted: object, value: Any) -> None:
        if value is not None and not least <= value <= most:
            allowed = f"at least {least}" if most == math.inf else f"{least} to {most}"
            got = f"{value:g}" if isinstance(value, float) else value
            raise ValueError(f"must be {allowed}{unit and f' {unit}'}, got {got}")

    return Parameter(validator=check)


def _in_units(what: str, units: dict[str, float]) -> Parameter:
    """Return a converter for numbers that may have a unit behind them."""

    def read(wanted: object, tokens: Sequence[Token]) -> float:
        word = tokens[0].value
        match = re.fullmatch(rf"(.*?)\s*({'|'.join(units)})", word, re.IGNORECASE)
        try:
            return float(match[1]) * units[match[2].lower()] if match else float(word)
        except ValueError:
            raise ValueError(
                f"must be a number of {what} or end with a unit ({', '.join(units)}), got "
                f"{quoted(word)}"
            ) from None

    return Parameter(converter=read)


#: Numbers in seconds and in millimeters, also with another unit.
SECONDS = _in_units("seconds", {"s": 1, "min": 60, "h": 3600})
MILLIMETERS = _in_units("millimeters", {"mm": 1, "cm": 10, "in": 25.4})


#: An integer without rounding; from 0 on; from 1 on.
Whole = Annotated[int, Parameter(converter=_read_integer, metavar="N")]
Natural = Annotated[Whole, between(0)]
Positive = Annotated[Whole, between(1)]

#: The BOARD argument; ``-`` is standard input.
BoardWord = Annotated[str, Parameter(allow_leading_hyphen=True)]
#: BOARD and PIECES of a problem.
ProblemWord = Annotated[
    str,
    Parameter(
        allow_leading_hyphen=True, help="The board, or a named puzzle, which includes its pieces."
    ),
]
PieceWord = Annotated[
    str, Parameter(help="The pieces. `tilewright --help` shows how to write pieces.")
]
#: Options that mean the same in every command that has them.
Timeout = Annotated[
    float | None,
    SECONDS,
    Parameter(
        group=LIMITS,
        metavar="SECONDS",
        help="Stop after this many seconds, or a time with a unit, such as 10min or 2h.",
    ),
]
#: A length; it may have the unit mm, cm or in.
Length = Annotated[float | None, MILLIMETERS, Parameter(metavar="MM")]
MaxMemory = Annotated[
    str | None,
    Parameter(
        group=LIMITS,
        metavar="SIZE",
        help="Use at most this much memory, such as 500M or 2G. [default: 80% of the free memory]",
    ),
]
Threads = Annotated[
    Positive | None,
    Parameter(group=LIMITS, help="Use at most this many threads. [default: one per core]"),
]
Seed = Annotated[
    Natural | None,
    Parameter(group=FIND, help="Seed for the random choices. The same seed gives the same result."),
]
TurnWord = Annotated[
    Literal["free", "one-sided", "fixed"] | None,
    Parameter(
        group=FIND,
        help="How pieces may turn: rotated and flipped (free), only rotated (one-sided), or not "
        "at all (fixed). "
        "[default: free, or one-sided for cubes]",
        show_choices=False,
        metavar="HOW",
    ),
]
Letters = Annotated[
    bool, Parameter(group=PICTURES, help="Label each tile with the name of its piece.")
]
#: The ``-o`` option; ``-`` is standard output.
OutPath = Annotated[
    Path | None, Parameter(alias="-o", allow_leading_hyphen=True, group=OUTPUT, metavar="FILE")
]


@options(FIND)
class Rules:
    """The rules of a problem, beside board and pieces."""

    turn: TurnWord = None

    placed: Annotated[tuple[str, ...], Parameter(metavar="PIECE:CELLS|FILE")] = ()
    """A piece that is already on the board, such as L3:0,0-1,0-1,1, or a file with a half-filled
    board: a letter for each placed piece, dots for the rest. Repeat the option for more pieces.
    """

    empty: Annotated[str | None, Parameter(metavar="N|N..M")] = None
    """How many cells may stay empty: at most N, or from N to M. If the board has cells marked '?',
    only those may. [default: 0, or any number of cells marked '?']
    """

    by_wrap: bool = False
    """On boards with joined sides, count placements that cover the same cells but wrap differently
    as different.
    """

    tiles: Annotated[str | None, Parameter(metavar="N|N..M")] = None
    """Only tilings with N tiles, or with N to M tiles."""

    fault_free: Annotated[
        Literal["all", "rows", "columns", "layers"] | None,
        Parameter(metavar="[LINES]", show_choices=False),
    ] = None
    """Only tilings in which a tile crosses every straight line through the board: all lines, or
    only those between rows, between columns or between layers of cubes. [without a value: all]
    """

    no_crossroads: bool = False
    """Only tilings in which no four tiles meet in a point."""

    apart: bool = False
    """Only tilings in which no two congruent tiles share a side."""

    rule: Annotated[tuple[str, ...], Parameter(metavar="WORDS")] = ()
    """A further rule in words, such as 'sum 0,0-0,1 < 5', 'equal 0,0-0,1', 'unequal 0,0-0,1' or
    'clues 0,0=4 1,2=P5'; or the marks of the board that marks of pieces agree with, 'marks-agree
    a=xy 3=-' (- is no mark). Repeat the option for more rules.
    """

    def words(self) -> tuple[str, ...]:
        """Return the words of the rules beyond covering."""
        lines = "" if self.fault_free == "all" else f" {self.fault_free}"
        rules = (
            f"tiles {self.tiles}" if self.tiles is not None else "",
            f"fault-free{lines}" if self.fault_free is not None else "",
            "no-crossroads" if self.no_crossroads else "",
            "apart" if self.apart else "",
        )
        return (*filter(None, rules), *self.rule)

    def refuse(self, why: str) -> None:
        """Raise an error if a rule is given where there is no problem."""
        for name, value in vars(self).items():
            if value not in (None, False, ()):
                raise RequestError(why, where=f"--{name.replace('_', '-')}")

    def arguments(self) -> ProblemRules:
        """Return the rules as arguments of the library, without those that are not given."""
        rules: ProblemRules = {}
        if self.turn is not None:
            rules["turn"] = self.turn
        if self.placed:
            rules["placed"] = self.placed
        if self.empty is not None:
            rules["empty"] = self.empty
        if self.by_wrap:
            rules["by_wrap"] = True
        agree = [word for word in self.rule if word.split()[:1] == ["marks-agree"]]
        if agree:
            from tilewright.model.puzzle import agreeing_marks

            marks = " ".join(word.split("marks-agree", 1)[1].strip() for word in agree)
            rules["marks_agree"] = dict(agreeing_marks(marks, "--rule"))
        if words := tuple(word for word in self.words() if word not in agree):
            rules["rules"] = words
        return rules


@options(COMMON)
class Show:
    """How a command answers: the same options in every command."""

    json: bool = False
    """Print the answer as JSON."""

    quiet: Annotated[bool, Parameter(alias="-q")] = False
    """Print only the answer: numbers, names or IDs."""

    verbose: Annotated[bool, Parameter(alias="-v")] = False
    """Explain on standard error what was chosen and why."""

    color: Annotated[
        Literal["auto", "always", "never"], Parameter(show_choices=False, metavar="WHEN")
    ] = "auto"
    """Use colors in the terminal. auto: on a terminal, unless NO_COLOR is set. [default: auto]"""

    theme: Annotated[
        Literal["light", "dark", "auto"], Parameter(show_choices=False, metavar="THEME")
    ] = "light"
    """The colors of saved pictures around their tiles: light, dark, or auto (an SVG that follows
    the reader's system). [default: light]
    """


@options(PICTURES)
class PictureColors:
    """The colors of saved pictures."""

    palette: Literal["tilewright", "okabe-ito", "muted", "light", "grays"] | None = None
    """The palette of saved pictures. All are safe for color-blind readers. [default: tilewright]"""

    color_by: Literal["piece", "orientation", "parity", "height", "touch"] | None = None
    """What decides the colors of tiles: their piece, orientation (with parity), height, or the
    tiles they touch. [default: dominoes by orientation, other copies of a single piece by touch,
    all others by piece]
    """

    patterns: bool = False
    """Also hatch each color, so that black-and-white copies stay readable (with --palette grays).
    """


@options(OUTPUT)
class Poster:
    """Several pictures on each page of a PDF."""

    per_page: Annotated[Whole | None, between(1, 1000)] = None
    """With -o FILE.pdf: pictures per page. [default: 1]"""

    title: Text = ""
    """With --per-page: the title above the pictures."""

    def check(self, out: Path | None) -> None:
        """Reject options that need pages."""
        pages = out is not None and out.suffix.lower() == ".pdf"
        refuse(
            (
                self.per_page is not None and not pages,
                "works only in a PDF; add -o FILE.pdf",
                "--per-page",
            ),
            (self.title and self.per_page is None, "needs --per-page", "--title"),
        )

    def pages(self, title: str = "") -> dict[str, Any]:
        """Return the options of the PDF, with a title if none is given; none for other files."""
        return (
            {}
            if self.per_page is None
            else {"per_page": self.per_page, "title": self.title or title}
        )


def refuse(*conflicts: tuple[object, str, str | None]) -> None:
    """Raise an error for the first conflict that holds: (condition, message, place)."""
    for holds, message, where in conflicts:
        if holds:
            raise RequestError(message, where=where)
