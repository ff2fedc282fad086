"""Where options work: one that has no effect beside the other options is an error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from pathlib import PurePath
from typing import NamedTuple

from tilewright.errors import RequestError

#: The short names of options.
_SHORT = {"-o": "--out", "-q": "--quiet", "-v": "--verbose", "-n": "--number", "-t": "--tiling"}
#: Endings of pictures with colors; of all pictures.
_COLORED = (".svg", ".png", ".pdf", ".gif", "-")
_PICTURES = (*_COLORED, ".txt")


class CommandLine(NamedTuple):
    """The options of a command line, and the ending of its ``-o`` file (``-``: standard output)."""

    options: frozenset[str]
    ending: str

    def __contains__(self, option: object) -> bool:
        return option in self.options

    @property
    def saved(self) -> bool:
        """Whether there is a file."""
        return "--out" in self.options

    @property
    def colored(self) -> bool:
        """Whether a picture with colors is saved."""
        return self.ending in _COLORED

    @property
    def pictured(self) -> bool:
        """Whether a picture is saved, with colors or in text."""
        return self.ending in _PICTURES

    @property
    def shown(self) -> bool:
        """Whether the answer is for people to see, on the terminal: `-q` does not make an option
        an error.
        """
        return not (self.saved or "--json" in self.options)


class Mode(NamedTuple):
    """Where options of some commands work, and what to say elsewhere."""

    commands: str
    options: str
    says: str
    works: Callable[[CommandLine], bool]


_COLORS = "works only with a picture in colors; add -o FILE.svg, .png or .pdf"
_PICTURE = "changes only pictures, and there is none; leave --json out, or add -o FILE.svg"
_CUT = (
    "--palette --color-by --patterns --paper --per-page --link --sort --no-grade --no-id "
    "--impossible"
)
#: Options of `color` that count or list colorings; with these, it shows no picture.
_COUNTED = frozenset({"--count-colorings", "--list-colorings", "--polynomial"})
_RULES = "--turn --placed --empty --by-wrap --tiles --fault-free --no-crossroads --apart --rule"

#: The options that do not work in every mode of their commands, unless the command itself says so.
MODES = (
    Mode(
        "print",
        "--theme",
        "works only in a picture; add -o FILE.svg, without --cut",
        lambda line: line.ending == ".svg" and "--cut" not in line,
    ),
    Mode(
        "make rectangles",
        "--theme",
        "works only in a picture; add -o FILE.svg or .png",
        lambda line: line.ending in (".svg", ".png", "-"),
    ),
    Mode("", "--theme", _COLORS, lambda line: line.colored),
    Mode(
        "solve",
        "--letters --palette --color-by --patterns",
        "an animation in the terminal has no such option; leave it or --animate out",
        lambda line: "--animate" not in line,
    ),
    Mode(
        "solve",
        "--per-page --title",
        "--most finds one packing; leave it out",
        lambda line: "--most" not in line,
    ),
    Mode(
        "sample",
        "--letters --color-by --patterns",
        "--heights draws a histogram; leave it out",
        lambda line: "--heights" not in line,
    ),
    Mode(
        "sample",
        "--palette",
        "works only with a picture; add -o FILE.svg",
        lambda line: "--heights" not in line or line.colored,
    ),
    Mode(
        "solve sample nth show",
        "--palette --color-by",
        _PICTURE,
        lambda line: line.colored or line.shown,
    ),
    Mode("solve sample nth show", "--patterns", _PICTURE, lambda line: line.pictured or line.shown),
    Mode(
        "solve sample nth show",
        "--letters",
        _PICTURE,
        lambda line: (line.pictured and line.ending != ".gif") or line.shown,
    ),
    Mode(
        "color",
        f"--touch --strong --outside --colors --sizes --balanced --effort --all --unique "
        f"--crossings --count-colorings --list-colorings --polynomial --limit --graph --letters "
        f"--threads {_RULES}",
        "--color-cells colors the cells of a board, not tilings; leave it out",
        lambda line: "--color-cells" not in line,
    ),
    Mode(
        "color",
        "--colors --sizes --balanced",
        "--polynomial is about any number of colors; leave it out",
        lambda line: (
            "--polynomial" not in line
            or bool(line.options & {"--count-colorings", "--list-colorings"})
        ),
    ),
    Mode(
        "color",
        "--effort",
        "works only for the coloring of one tiling; leave it out",
        lambda line: not line.options & _COUNTED and "--all" not in line,
    ),
    Mode(
        "color",
        "--limit",
        "needs --all or --list-colorings",
        lambda line: bool(line.options & {"--all", "--list-colorings"}),
    ),
    Mode(
        "color",
        "--palette",
        _PICTURE,
        lambda line: (
            line.colored or (line.shown and not line.options & _COUNTED and "--all" not in line)
        ),
    ),
    Mode(
        "color",
        "--patterns --letters",
        _PICTURE,
        lambda line: (
            line.pictured or (line.shown and not line.options & _COUNTED and "--all" not in line)
        ),
    ),
    Mode(
        "print",
        _CUT,
        "--cut saves outlines of the pieces, not pages; leave it out",
        lambda line: "--cut" not in line,
    ),
    Mode("print", "--floor", "needs --tray", lambda line: "--tray" in line),
    Mode(
        "print",
        "--color-by --letters --no-grade --no-id",
        "--how-many prints no such thing; leave it out",
        lambda line: "--how-many" not in line,
    ),
    Mode(
        "print",
        "--color-by",
        "colors the answer, which an SVG has not; name a .pdf file",
        lambda line: line.ending != ".svg",
    ),
    Mode(
        "print",
        "--cell-size",
        "a booklet has cells as large as fit; leave it out",
        lambda line: "--title-page" not in line,
    ),
    Mode("make", "--palette --color-by --patterns", _COLORS, lambda line: line.colored),
    Mode(
        "make",
        "--letters",
        "labels the answer; add --answer or -o FILE.svg",
        lambda line: (line.saved and line.ending != ".txt") or ("--answer" in line and line.shown),
    ),
    Mode(
        "make",
        "--answer",
        "prints the answer below the puzzle, and files have it anyway; leave it out",
        lambda line: line.shown,
    ),
    Mode(
        "make",
        "--title --sort --no-grade --no-id",
        _PICTURE,
        lambda line: line.saved or line.shown,
    ),
    Mode(
        "make",
        "--no-id",
        "a puzzle file has its ID; name a .svg or .pdf file",
        lambda line: line.ending != ".txt",
    ),
    Mode(
        "deficient",
        "--seed",
        "chooses the hole at random; leave it or --whole out",
        lambda line: "--whole" not in line,
    ),
    Mode(
        "golomb",
        "--touch --strong",
        "colors pictures; add -o FILE.svg",
        lambda line: line.colored or line.shown or "--json" in line or "--tile-at" in line,
    ),
    Mode(
        "golomb",
        "--out",
        "--tile-at prints one tile; leave it out",
        lambda line: "--tile-at" not in line,
    ),
    Mode(
        "deficient",
        "--touch",
        "colors pictures; add -o FILE.svg",
        lambda line: line.colored or line.shown,
    ),
    Mode(
        "plane",
        "--color-by --seamless",
        "draws the tiling of one piece; add -o FILE.svg",
        lambda line: line.colored and "--table" not in line,
    ),
    Mode(
        "convert",
        "--to --out --cell-size --kerf --clearance --corner-radius --spacing --sheet "
        "--height --floor",
        "--verify writes no file; leave it out",
        lambda line: "--verify" not in line,
    ),
)


def read_command_line(words: Sequence[str]) -> CommandLine:
    """Return the options of a command line."""
    pairs = [word.partition("=")[::2] for word in takewhile(lambda word: word != "--", words)]
    names = [_SHORT.get(name, name) for name, _ in pairs]
    out = ""
    for place, (name, value) in enumerate(zip(names, (value for _, value in pairs), strict=True)):
        if name == "--out":
            out = value or "".join(words[place + 1 : place + 2])
    ending = out if out == "-" else PurePath(out).suffix.lower()
    return CommandLine(frozenset(name for name in names if name.startswith("--")), ending)


def check_modes(words: Sequence[str], commands: Sequence[str]) -> None:
    """Raise for the first option of a command line that has no effect beside the others."""
    command = next((word for word in words if word in commands), None)
    if command is None or "--help" in words:
        return
    line = read_command_line(words)
    for mode in MODES:
        if mode.commands and command not in mode.commands.split():
            continue
        for option in mode.options.split():
            if option in line and not mode.works(line):
                raise RequestError(mode.says, where=option)
