"""Options that several commands share, their groups in the help, and where options work."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path, PurePath
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    cast,
    dataclass_transform,
    get_type_hints,
)

from cyclopts import Group, Parameter, Token

from tilewright.errors import RequestError, quoted
from tilewright.system.values.arguments import read_number

if TYPE_CHECKING:
    from tilewright.model.cover import Unique
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

#: An argument such as BOARD; ``-`` is standard input.
Word = Annotated[str, Parameter(allow_leading_hyphen=True)]
#: BOARD and PIECES of a problem.
ProblemWord = Annotated[
    Word, Parameter(help="The board, or a named puzzle, which includes its pieces.")
]
PieceWord = Annotated[
    str, Parameter(help="The pieces. `tilewright --help` shows how to write pieces.")
]
#: A limit in seconds, and one of things that are found or tried.
Seconds = Annotated[float | None, SECONDS, Parameter(group=LIMITS, metavar="SECONDS")]
Limit = Annotated[Positive | None, Parameter(group=LIMITS)]
#: Options that mean the same in every command that has them.
Timeout = Annotated[
    Seconds,
    Parameter(
        help="Stop after this many seconds, or after a time with a unit, such as 10min or 2h."
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
Threads = Annotated[Limit, Parameter(help="Use at most this many threads. [default: one per core]")]
Seed = Annotated[
    Natural | None,
    Parameter(group=FIND, help="The seed for random choices. The same seed gives the same result."),
]
TurnWord = Annotated[
    Literal["free", "one-sided", "half-turn", "fixed"] | None,
    Parameter(
        group=FIND,
        help="How pieces may turn: rotated and flipped (free), only rotated (one-sided), only "
        "rotated by 180 degrees (half-turn), or not at all (fixed). "
        "[default: free, or one-sided for cubes]",
        show_choices=False,
        metavar="HOW",
    ),
]
#: What counts once: alone, the option means all symmetries.
UniqueWord = Annotated[
    Literal["rotations", "symmetries"] | None,
    Parameter(group=FIND, show_choices=False, metavar="[rotations]"),
]
Letters = Annotated[
    bool, Parameter(group=PICTURES, help="Label each tile with the name of its piece.")
]
PaletteWord = Annotated[
    Literal["tilewright", "okabe-ito", "muted", "light", "grays", "hatched"] | None,
    Parameter(
        group=PICTURES,
        help="The color palette of pictures. All palettes are safe for color-blind readers; "
        "hatched also has a pattern in each color, for black-and-white copies. "
        "[default: tilewright]",
    ),
]
#: The ``-o`` option; ``-`` is standard output.
OutPath = Annotated[
    Path | None, Parameter(alias="-o", allow_leading_hyphen=True, group=OUTPUT, metavar="FILE")
]


#: The rules of --rule that are about placements and cells, not about tilings.
_BY_WRAP, _MARKS_AGREE = "by-wrap", "marks-agree"


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
    only these cells may stay empty. [default: 0; on a board with '?', any number of these cells]
    """

    rule: Annotated[tuple[str, ...], Parameter(metavar="WORDS")] = ()
    """A rule that every tiling must follow. Repeat the option for more rules. The number of tiles:
    'tiles 5..7'. A tile must cross each straight line through the board: fault-free, or for lines
    in one direction 'fault-free rows', 'fault-free columns' or 'fault-free layers'. No four tiles
    may meet at a point: no-crossroads. No further piece fits on the empty cells: maximal. No two
    congruent tiles may share a side: apart. Conditions for the marks in some cells: 'sum 0,0-0,1 <
    5', 'equal 0,0-0,1', 'unequal 0,0-0,1'. The size or name of the piece on a cell: 'clues 0,0=4
    1,2=P5'. Which marks of pieces match which marks of the board: 'marks-agree a=xy 3=-' (- means
    no mark). With by-wrap, placements that wrap differently around joined sides count separately.
    """

    @property
    def by_wrap(self) -> bool:
        """Whether placements that wrap differently are different."""
        return _BY_WRAP in self.rule

    def words(self) -> tuple[str, ...]:
        """Return the words of the rules for tilings: those that restrict a set of them."""
        return tuple(
            word for word in self.rule if word.split()[:1] not in ([_BY_WRAP], [_MARKS_AGREE])
        )

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
        agree = [word for word in self.rule if word.split()[:1] == [_MARKS_AGREE]]
        if agree:
            from tilewright.model.puzzle import agreeing_marks

            marks = " ".join(word.split(_MARKS_AGREE, 1)[1].strip() for word in agree)
            rules["marks_agree"] = dict(agreeing_marks(marks, "--rule"))
        if words := self.words():
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
    """Explain the choices of the program, such as the engine, on standard error."""

    theme: Annotated[
        Literal["light", "dark", "auto"], Parameter(show_choices=False, metavar="THEME")
    ] = "light"
    """The theme of saved pictures: light, dark, or auto (an SVG that follows
    the reader's system). [default: light]
    """


#: An option of `Show` that a command does not have, as it would change nothing.
_NONE = Parameter(parse=False)


@options(COMMON)
class ShowPictures(Show):
    """How a command answers that saves pictures, and has nothing to explain."""

    verbose: Annotated[bool, _NONE] = False


@options(COMMON)
class ShowText(ShowPictures):
    """How a command answers that saves no picture, and has nothing to explain."""

    theme: Annotated[Literal["light", "dark", "auto"], _NONE] = "light"


@options(COMMON)
class ShowReasons(Show):
    """How a command answers that saves no picture, and explains its answer."""

    theme: Annotated[Literal["light", "dark", "auto"], _NONE] = "light"


def read_palette(word: str | None) -> dict[str, Any]:
    """Return a palette as arguments of the library."""
    if word == "hatched":
        return {"palette": "grays", "patterns": True}
    return {"palette": word, "patterns": False}


@options(PICTURES)
class PictureColors:
    """The colors of saved pictures."""

    palette: PaletteWord = None

    color_by: Literal["piece", "orientation", "parity", "height", "touch"] | None = None
    """Color tiles by piece, orientation (with parity) or height, or so that touching tiles differ
    (touch). [default: orientation for dominoes, touch for copies of any other single piece,
    otherwise piece]
    """

    def arguments(self) -> dict[str, Any]:
        """Return the colors as arguments of the library."""
        return {**read_palette(self.palette), "color_by": self.color_by}


@options(OUTPUT)
class Poster:
    """Several pictures on each page of a PDF."""

    per_page: Annotated[Whole | None, between(1, 1000)] = None
    """With -o FILE.pdf: the number of pictures per page. [default: 1]"""

    title: Text = ""
    """With --per-page: the title above the pictures."""

    def pages(self, title: str = "") -> dict[str, Any]:
        """Return the options of the PDF, with a title if none is given; none for other files."""
        return (
            {}
            if self.per_page is None
            else {"per_page": self.per_page, "title": self.title or title}
        )


@options(LIMITS)
class LimitOptions:
    """The limits of work."""

    timeout: Timeout = None

    max_memory: MaxMemory = None


def classes(unique: Literal["rotations", "symmetries"] | None) -> Unique:
    """Return what counts once, as the library names it."""
    return "rotations" if unique == "rotations" else unique is not None


def refuse(*conflicts: tuple[object, str, str | None]) -> None:
    """Raise an error for the first conflict that holds: (condition, message, place)."""
    for holds, message, where in conflicts:
        if holds:
            raise RequestError(message, where=where)


# Where options work: one that has no effect beside the other options is an error.

#: The short names of options.
_SHORT = {"-o": "--out", "-q": "--quiet", "-v": "--verbose", "-n": "--number"}


class Rule(NamedTuple):
    """Where options work, and what to say elsewhere; see `options.toml`."""

    commands: frozenset[str]
    options: tuple[str, ...]
    beside: frozenset[str]
    needs: frozenset[str]
    says: str

    def refuses(self, words: frozenset[str]) -> str | None:
        """Return the first option of a command line that the rule refuses; None if it has none."""
        if (self.beside and not self.beside & words) or self.needs & words:
            return None
        return next((option for option in self.options if option in words), None)


@cache
def _tables() -> dict[str, list[dict[str, str]]]:
    import tomllib

    return tomllib.loads(Path(__file__).with_name("options.toml").read_text(encoding="utf-8"))


def _words(entry: dict[str, str], key: str) -> frozenset[str]:
    return frozenset(entry.get(key, "").split())


@cache
def option_rules() -> list[Rule]:
    """Return the rules."""
    return [
        Rule(
            _words(rule, "commands"),
            tuple(rule["options"].split()),
            _words(rule, "beside"),
            _words(rule, "needs"),
            rule["says"],
        )
        for rule in _tables()["rules"]
    ]


def check_moved(word: str) -> None:
    """Raise for a command that there was; the error says what to write instead."""
    for entry in _tables()["moved"]:
        if entry["command"] == word:
            raise RequestError(f"the command `{word}` no longer exists; use {entry['write']}")


def find_idea(command: str, option: str, known: Sequence[str]) -> str:
    """Return what an unknown option means and how to write it; empty if that is not known."""
    for entry in _tables()["ideas"]:
        needs = entry.get("needs")
        if option[2:] in _words(entry, "words") and (needs is None or needs in known):
            return entry["says"]
    return ""


def read_command_line(words: Sequence[str]) -> frozenset[str]:
    """Return the options of a command line, the ending of its ``-o`` file (``-`` is standard
    output), and ``shown`` if the answer is printed for people: `-q` does not make an option an
    error.
    """
    pairs = [word.partition("=")[::2] for word in takewhile(lambda word: word != "--", words)]
    said = {_SHORT.get(name, name) for name, _ in pairs if name.startswith("-") and name != "-"}
    for place, (name, value) in enumerate(pairs):
        if name in ("-o", "--out"):
            out = value or "".join(words[place + 1 : place + 2])
            said.add(out if out == "-" else PurePath(out).suffix.lower())
    if not said & {"--out", "--json"}:
        said.add("shown")
    return frozenset(said)


def check_options(words: Sequence[str], commands: Sequence[str]) -> None:
    """Raise for the first option of a command line that has no effect beside the others."""
    command = next((word for word in words if word in commands), None)
    if command is None or "--help" in words:
        return
    said = read_command_line(words)
    if not said - {"shown", "--json", "--quiet", "--verbose"}:
        return
    typed = [word.partition("=")[0] for word in takewhile(lambda word: word != "--", words)]
    for entry in _tables()["meant"]:
        meant_in, options = _words(entry, "commands"), _words(entry, "options")
        wrong = next((name for name in typed if name in options), None)
        if wrong is not None and (not meant_in or command in meant_in):
            raise RequestError(f"`{command}` has no `{wrong}`; use {entry['write']}")
    for rule in option_rules():
        if rule.commands and command not in rule.commands:
            continue
        if (option := rule.refuses(said)) is not None:
            raise RequestError(rule.says, where="-o" if option == "--out" else option)
