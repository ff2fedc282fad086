"""The commands by name, and the help that lists them."""

from __future__ import annotations

from typing import NamedTuple

USAGE = "Usage: tilewright COMMAND [ARGUMENTS] [OPTIONS]"

HELP = """Find, count, color, draw, make and play exact polyomino tilings.

BOARD is rows x columns (6x10), a board with holes (8x8-3,3-3,4), a square with
a power of two as its side (2^5), an Aztec diamond (aztec:10), a hexagon of
triangles (tri:hexagon3) or a drawing ('###/#.#'). BOARD can also be a text
file, '-' for standard input, or a named puzzle (talos:tower-gates-5), which
includes its pieces.

PIECES are sets (pentominoes), letters of a family (tetromino:IILSTTZ), single
pieces (L3, 2x3), drawings ('##/.#') or a file of pieces. Each piece is used
exactly once; L3=3 uses three copies, L3=0..1 at most one, L3+ any number.

For example:

  tilewright solve 6x10 pentominoes
  tilewright count 9x12 trominoes+
  tilewright color 6x10 pentominoes
  tilewright play"""

EPILOGUE = """Exit codes: 0 answered, 1 proven to have no answer, 2 invalid request,
3 stopped by a limit, 130 interrupted."""


class Command(NamedTuple):
    """A command: its name, the function behind it, its arguments, and its line in ``tilewright
    --help``.
    """

    name: str
    target: str
    arguments: str
    line: str


#: The commands in the groups and the order of ``tilewright --help``.
GROUPS = {
    "Find and count": (
        Command(
            "solve",
            "find.solve:solve",
            "BOARD|FILE.dlx [PIECES...]",
            "Find tilings: one, some or all.",
        ),
        Command("count", "count.count:count", "BOARD [PIECES...]", "Count the tilings exactly."),
        Command(
            "sample",
            "find.sample:sample",
            "BOARD [PIECES...]",
            "Sample random tilings, all equally likely.",
        ),
        Command(
            "nth",
            "find.sample:nth",
            "BOARD [PIECES...] NUMBER|FILE",
            "Show the tiling with a given number, or the number of a tiling.",
        ),
        Command(
            "compile",
            "find.sample:compile_set",
            "BOARD|FILE [PIECES...]",
            "Compile all tilings into a set that can be queried quickly.",
        ),
        Command(
            "color",
            "find.color:color",
            "BOARD|FILE [PIECES...]",
            "Color tilings with the fewest colors.",
        ),
    ),
    "Draw and print": (
        Command(
            "show",
            "make.show:show",
            "FILE [NUMBERS...]",
            "Show the tilings in a file, or the progress of a run.",
        ),
        Command("pieces", "make.catalog:pieces", "[PIECES...]", "Show pieces and their names."),
        Command(
            "cut",
            "make.cut:cut",
            "[BOARD] PIECES... -o FILE",
            "Cut pieces with a laser, a 3D printer or scissors.",
        ),
        Command(
            "print",
            "make.print:print_puzzles",
            "PUZZLE... -o FILE",
            "Print puzzles as sheets and booklets.",
        ),
    ),
    "Make and play": (
        Command("puzzles", "make.catalog:puzzles", "[MATCH]", "List the named puzzles."),
        Command(
            "make",
            "make.make:make",
            "KIND [BOARD] [PIECES...]",
            "Make puzzles that have exactly one solution.",
        ),
        Command("grade", "find.grade:grade", "PUZZLE", "Grade how hard a puzzle is for a person."),
        Command(
            "hint", "find.hint:hint", "PUZZLE", "Show the next step of a puzzle, and explain it."
        ),
        Command(
            "design",
            "find.design:design",
            "BOARDS PIECES...",
            "Find sets of pieces that solve several boards.",
        ),
        Command("play", "make.play:play", "[PUZZLE]", "Play puzzles in the browser."),
        Command(
            "site", "make.site:site", "FOLDER", "Write the page as static files, for any web host."
        ),
    ),
    "Theorems": (
        Command(
            "golomb",
            "find.golomb:golomb",
            "N|BOARD",
            "Cover all but one cell of a board with L-trominoes.",
        ),
    ),
    "The plane and rectangles": (
        Command("plane", "find.plane:plane", "PIECE...", "Decide whether a piece tiles the plane."),
        Command(
            "rectangles",
            "find.rectangles:rectangles",
            "PIECE...",
            "Find all rectangles that a piece tiles.",
        ),
        Command(
            "figure",
            "find.figure:figure",
            "PIECE...",
            "Find the smallest figure that several pieces tile.",
        ),
    ),
    "Files and runs": (
        Command(
            "convert",
            "make.convert:convert",
            "SOURCE [PIECES...]",
            "Convert files from and to the formats of other programs.",
        ),
        Command(
            "verify",
            "find.verify:verify",
            "FILE [BOARD PIECES...]",
            "Verify a certificate, a tiling or a table.",
        ),
    ),
}
COMMANDS = tuple(command for commands in GROUPS.values() for command in commands)


def overview() -> str:
    """Return the text of ``tilewright --help``."""
    other = {
        "Other": (
            ("COMMAND --help", "Show the options of a command."),
            ("--install-completion", "Install completion for this shell."),
            ("--version", "Print the version."),
        )
    }
    groups = {
        **{
            title: [(command.name, command.line) for command in group]
            for title, group in GROUPS.items()
        },
        **other,
    }
    lines = [USAGE, "", HELP]
    for title, group in groups.items():
        longest = max(len(name) for name, _ in group)
        lines += ["", f"{title}:", "", *(f"  {name:{longest}}  {line}" for name, line in group)]
    return "\n".join([*lines, "", EPILOGUE])
