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


class Given(NamedTuple):
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
    works: Callable[[Given], bool]


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
        lambda given: given.ending == ".svg" and "--cut" not in given,
    ),
    Mode(
        "make rectangles",
        "--theme",
        "works only in a picture; add -o FILE.svg or .png",
        lambda given: given.ending in (".svg", ".png", "-"),
    ),
    Mode("", "--theme", _COLORS, lambda given: given.colored),
    Mode(
        "solve",
        "--letters --palette --color-by --patterns",
        "an animation in the terminal has no such option; leave it or --animate out",
        lambda given: "--animate" not in given,
    ),
    Mode(
        "solve",
        "--per-page --title",
        "--most finds one packing; leave it out",
        lambda given: "--most" not in given,
    ),
    Mode(
        "sample",
        "--letters --color-by --patterns",
        "--heights draws a histogram; leave it out",
        lambda given: "--heights" not in given,
    ),
    Mode(
        "sample",
        "--palette",
        "works only with a picture; add -o FILE.svg",
        lambda given: "--heights" not in given or given.colored,
    ),
    Mode(
        "solve sample nth show",
        "--palette --color-by",
        _PICTURE,
        lambda given: given.colored or given.shown,
    ),
    Mode(
        "solve sample nth show", "--patterns", _PICTURE, lambda given: given.pictured or given.shown
    ),
    Mode(
        "solve sample nth show",
        "--letters",
        _PICTURE,
        lambda given: (given.pictured and given.ending != ".gif") or given.shown,
    ),
    Mode(
        "color",
        f"--touch --strong --outside --colors --sizes --balanced --effort --all --unique "
        f"--crossings --count-colorings --list-colorings --polynomial --limit --graph --letters "
        f"--threads {_RULES}",
        "--color-cells colors the cells of a board, not tilings; leave it out",
        lambda given: "--color-cells" not in given,
    ),
    Mode(
        "color",
        "--colors --sizes --balanced",
        "--polynomial is about any number of colors; leave it out",
        lambda given: (
            "--polynomial" not in given
            or bool(given.options & {"--count-colorings", "--list-colorings"})
        ),
    ),
    Mode(
        "color",
        "--effort",
        "works only for the coloring of one tiling; leave it out",
        lambda given: not given.options & _COUNTED and "--all" not in given,
    ),
    Mode(
        "color",
        "--limit",
        "needs --all or --list-colorings",
        lambda given: bool(given.options & {"--all", "--list-colorings"}),
    ),
    Mode(
        "color",
        "--palette",
        _PICTURE,
        lambda given: (
            given.colored or (given.shown and not given.options & _COUNTED and "--all" not in given)
        ),
    ),
    Mode(
        "color",
        "--patterns --letters",
        _PICTURE,
        lambda given: (
            given.pictured
            or (given.shown and not given.options & _COUNTED and "--all" not in given)
        ),
    ),
    Mode(
        "print",
        _CUT,
        "--cut saves outlines of the pieces, not pages; leave it out",
        lambda given: "--cut" not in given,
    ),
    Mode("print", "--floor", "needs --tray", lambda given: "--tray" in given),
    Mode(
        "print",
        "--color-by --letters --no-grade --no-id",
        "--how-many prints no such thing; leave it out",
        lambda given: "--how-many" not in given,
    ),
    Mode(
        "print",
        "--color-by",
        "colors the answer, which an SVG has not; name a .pdf file",
        lambda given: given.ending != ".svg",
    ),
    Mode(
        "print",
        "--cell-size",
        "a booklet has cells as large as fit; leave it out",
        lambda given: "--title-page" not in given,
    ),
    Mode("make", "--palette --color-by --patterns", _COLORS, lambda given: given.colored),
    Mode(
        "make",
        "--letters",
        "labels the answer; add --answer or -o FILE.svg",
        lambda given: (
            (given.saved and given.ending != ".txt") or ("--answer" in given and given.shown)
        ),
    ),
    Mode(
        "make",
        "--answer",
        "prints the answer below the puzzle, and files have it anyway; leave it out",
        lambda given: given.shown,
    ),
    Mode(
        "make",
        "--title --sort --no-grade --no-id",
        _PICTURE,
        lambda given: given.saved or given.shown,
    ),
    Mode(
        "make",
        "--no-id",
        "a puzzle file has its ID; name a .svg or .pdf file",
        lambda given: given.ending != ".txt",
    ),
    Mode(
        "deficient",
        "--seed",
        "chooses the hole at random; leave it or --whole out",
        lambda given: "--whole" not in given,
    ),
    Mode(
        "golomb",
        "--touch --strong",
        "colors pictures; add -o FILE.svg",
        lambda given: given.colored or given.shown or "--json" in given or "--tile-at" in given,
    ),
    Mode(
        "golomb",
        "--max-pixels --min-pixels --out",
        "--tile-at prints one tile; leave it out",
        lambda given: "--tile-at" not in given,
    ),
    Mode(
        "deficient",
        "--touch",
        "colors pictures; add -o FILE.svg",
        lambda given: given.colored or given.shown,
    ),
    Mode(
        "golomb",
        "--min-pixels",
        "works only in a PNG; add -o FILE.png",
        lambda given: given.ending == ".png",
    ),
    Mode(
        "golomb",
        "--max-pixels",
        "works only in a PNG or GIF; add -o FILE.png",
        lambda given: given.ending in (".png", ".gif"),
    ),
    Mode(
        "plane",
        "--color-by --seamless",
        "draws the tiling of one piece; add -o FILE.svg",
        lambda given: given.colored and "--table" not in given,
    ),
    Mode(
        "convert",
        "--to --out --cell-size --kerf --clearance --corner-radius --spacing --sheet "
        "--height --floor",
        "--verify writes no file; leave it out",
        lambda given: "--verify" not in given,
    ),
)


def read_given(words: Sequence[str]) -> Given:
    """Return the options of a command line."""
    pairs = [word.partition("=")[::2] for word in takewhile(lambda word: word != "--", words)]
    names = [_SHORT.get(name, name) for name, _ in pairs]
    out = ""
    for place, (name, value) in enumerate(zip(names, (value for _, value in pairs), strict=True)):
        if name == "--out":
            out = value or "".join(words[place + 1 : place + 2])
    ending = out if out == "-" else PurePath(out).suffix.lower()
    return Given(frozenset(name for name in names if name.startswith("--")), ending)


def check_modes(words: Sequence[str], commands: Sequence[str]) -> None:
    """Raise for the first option of a command line that has no effect beside the others."""
    command = next((word for word in words if word in commands), None)
    if command is None or "--help" in words:
        return
    given = read_given(words)
    for mode in MODES:
        if mode.commands and command not in mode.commands.split():
            continue
        for option in mode.options.split():
            if option in given and not mode.works(given):
                raise RequestError(mode.says, where=option)
