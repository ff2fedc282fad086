"""Command lines that nobody means, and standard streams in every state: what the command must bear.

The options are those that the commands have, so that a new one is among them at once.
"""

from __future__ import annotations

import contextlib
import io
import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO, get_args
from unittest import mock

from tilewright.apps.command import run
from tilewright.apps.command.commands import COMMANDS
from tilewright.apps.command.parser import make_app

#: A puzzle with a name, and problems in files.
HELD = ("talos:hub-gates-1", "puzzle.txt", "board.txt L3+ monomino+")
#: What stands before all options, if nothing is wrong: small problems only.
RIGHT = {
    "solve": ("3x4 L3+", "2x2 L3+", "- dominoes+", *HELD, "exact.dlx", "-"),
    "count": ("3x4 L3+", "4xN dominoes+ --upto 9", "NxN L3+ --upto 3", "- dominoes+", "2x2 L3+"),
    "sample": ("4x4 dominoes+", "2x2 L3+", "-- - dominoes+"),
    "nth": ("4x4 dominoes+ 3", "2x2 L3+ 0", "2x3 L3+", "2x3 L3+ tiling.txt", "2x3 L3+ -"),
    "color": ("tiling.txt", "3x4 L3+ --all", "2x2 L3+", "-"),
    "golomb": ("3", "2 --hole 0,0 --steps", "60 --tile-at 5,7", "0", "5x7-0,2", "4x4"),
    "hint": (HELD[0], "2x3 L3=2", *HELD[1:]),
    "cut": ("L3 -o x.svg", "2x4 L3=2 I2 -o x.dxf", "tetrominoes -o x.pdf", HELD[0]),
    "make": ("dots 3x3", "given board.txt", "hole 4x4", "sigil 3x4", "calendar"),
    "grade": (HELD[0], "2x3 L3=2", *HELD[1:]),
    "print": (HELD[0], "2x4 L3=2 I2", *HELD[1:], "dots:4x6-easy -o x.pdf"),
    "play": ("", "4x4 dominoes+", "talos:hub-gates-1", "puzzle.txt"),
    "pieces": ("", "tetrominoes", "L3 X5"),
    "puzzles": ("", "hub", "calendar:10", "calendar:10-06 --solutions"),
    "convert": (
        "board.txt --to board",
        "puzzle.txt -o x.json",
        "4x4 dominoes+ --to dlx",
        "- --from board",
    ),
    "show": ("tiling.txt", "tiling.txt 0", "tilings.jsonl 1 0", "-", "run"),
    "plane": ("Y5", "hex:##/#", "tetrominoes --table"),
    "rectangles": ("L3", "I4 X5", "T4 --max-width 3"),
    "verify": ("verdicts.jsonl", "primes.jsonl", "tiling.txt", "tilings.jsonl", "-", "run"),
}

LONG = "a" * 300
HUGE = "9" * 40
_NUMBERS = "0 -1 1 2 1.5 1e999 -inf nan x ١٢ 0x10 1_000 1, ,1 1/0 0..0 3..1 I3=1/0 L3=x L3=1e99"
NUMBERS = [*_NUMBERS.split(), "", " ", HUGE, f"-{HUGE}", f"{HUGE},{HUGE}", "9" * 5000]
_NAMES = """
. .. / - -- x .svg x.svg x.json x.JSONL x.jsonl x.pdf x.PNG x.txt x.gif x.npy x.exe folder folder/x.svg missing.txt
missing/x.svg binary.bin empty.txt board.txt/x loop locked/x.svg locked/x.txt
/dev/full /dev/null /proc/self/mem /proc/x.svg
"""  # noqa: E501
NAMES = [*_NAMES.split(), "", " ", LONG, f"{LONG}.svg", f"{LONG}.jsonl", f"folder/{LONG}.txt"]
NAMES += ["a/" * 3000, "sur\udcffrogate.svg", "sur\udcffrogate.txt", "bell\a.png"]
NAMES += ["line\nbreak.txt", "picture 💥.svg"]
_BOARDS = """
0x0 -1x4 6x x 6x10x3 99999x99999 2^99 2^-1 2^ ６x１０ 💥 1e3x4 8x8-3 8x8-9,9 3x3-0,0-0,0 ? /# #/ ab# NxN 0xN nx4 4xn
tri: tri:2x3 hex:hexagon2 hex:hexagon0 cube:2x2x2 cube:2x2 torus:3x4 torus:1x1 torus:hex:2x3 klein:2x4 moebius:x
cylinder:2xN torus:tri:2x2 plane:3x3 calendar: calendar:13-45 calendar:2-30 calendar:today talos: tower-gates-5 TALOS:HUB-GATES-1 id: id:AAAA :
"""  # noqa: E501
BOARDS = [*_BOARDS.split(), "6 x 10", "#" * 3000, "\u202e4x4", "\udcff", "id:\udcff"]
BOARDS += ["id:" + "A" * 5000, f"{HUGE}x3", f"{HUGE}xN"]
_PIECES = """
L3= L3=-1 L3=4..2 L3=1.. Q IIL pentomino: pentomino:ZZ! octomino:9999 ##/.#@ ##/.#=x =3 + L3++ #o#/ #/.# o I9999 I0 hex:trihexes triamonds+ soma cube:soma tri:I3 pentacubes
monomino=999999999 L3@fixed=2 L3:0,0 TROMINOES dominos polyomino -L3 --L3 💥
"""  # noqa: E501
PIECES = [*_PIECES.split(), "L 3", f"L3={HUGE}", "\udcff+", "#" * 200, "X" * 300]

#: So that a puzzle that is rare is given up soon.
_ALWAYS = {
    "make": ["--timeout", "0.3"],
    "plane": ["--timeout", "0.3"],
    "rectangles": ["--timeout", "0.3"],
}
#: What a command may end with: 70, and what Python ends with after a traceback, are not among them.
CODES = frozenset((0, 1, 2, 3, 130, 141))


@dataclass(frozen=True)
class Option:
    """An option as it is typed, and values that suit its type more or less; none at all for a
    flag."""

    name: str
    values: list[str]


def options(command: str) -> list[Option]:
    """Return the options of a command."""
    arguments = make_app()[command].assemble_argument_collection()
    return [
        Option(name, [] if name.startswith("--no-") else _values(argument.hint, name))
        for argument in arguments
        if argument.parse
        for name in argument.names
        if name.startswith("-")
    ]


def _values(hint: object, name: str) -> list[str]:
    if hint is bool:
        return []
    choices = [str(choice) for part in (hint, *get_args(hint)) for choice in get_args(part) or ()]
    if "Literal" in str(hint):
        return [choice for choice in choices if not choice.startswith("<")]
    if "Path" in str(hint):
        return NAMES
    if "int" in str(hint) or "float" in str(hint):
        # As many threads as that are another question.
        return [word for word in NUMBERS if name != "--threads" or len(word) < 4]
    return [*NUMBERS, *BOARDS, *PIECES, "L3=2", "1,1", "x=1", "tiling.txt"]


def lines(number: int, seed: int) -> list[list[str]]:
    """Return so many hostile command lines, in turn of all commands."""
    draw = random.Random(seed)
    names = [name for name, *_ in COMMANDS]
    known = {name: options(name) for name in names}
    return [_line(names[index % len(names)], known, draw) for index in range(number)]


def _line(command: str, known: dict[str, list[Option]], draw: random.Random) -> list[str]:
    words = draw.choice(RIGHT.get(command, ("",))).split()
    kind = draw.random()
    if kind < 0.4 and words:
        words[draw.randrange(len(words))] = draw.choice(
            draw.choice([NAMES, NUMBERS, BOARDS, PIECES])
        )
    elif kind < 0.5:
        words.insert(
            draw.randint(0, len(words)), draw.choice(draw.choice([NAMES, NUMBERS, BOARDS, PIECES]))
        )
    elif kind < 0.55 and words:
        del words[draw.randrange(len(words))]
    for _ in range(draw.choice([0, 1, 1, 2, 3])):
        if not known[command]:
            break
        option = draw.choice(known[command])
        words.append(option.name)
        if option.values and (kind := draw.random()) < 0.95:
            words.append(
                draw.choice(option.values if kind < 0.85 else draw.choice([NAMES, NUMBERS, BOARDS]))
            )
    if draw.random() < 0.15:
        words.append(
            draw.choice(["--json", "-q", "-v", "--frobnicate", "--help", "--json=3", "-qq", "--"])
        )
    return [command, *words, *_ALWAYS.get(command, [])]


def furnish(folder: Path) -> None:
    """Make the files that the lines speak of."""
    (folder / "folder").mkdir()
    (folder / "board.txt").write_text("####\n####\n####\n##..\n")
    (folder / "puzzle.txt").write_text("tilewright puzzle\npieces: L3+\n\n###\n###\n")
    (folder / "tiling.txt").write_text("AAB\nABB\n")
    (folder / "exact.dlx").write_text("a b c\na b\nc\na\nb c\n")
    (folder / "tilings.jsonl").write_text('{"labels": [[0, 0, 1], [0, 1, 1]]}\n' * 2)
    (folder / "verdicts.jsonl").write_text('{"verdict": "tiles"}\n[]\n')
    (folder / "primes.jsonl").write_text('{"piece": "L3", "claim": "tiled"}\nnot JSON\n')
    (folder / "binary.bin").write_bytes(bytes(range(256)) * 9)
    (folder / "empty.txt").write_bytes(b"")
    (folder / "loop").symlink_to("loop")
    (folder / "locked").mkdir(mode=0o500)


#: What standard input can be, and what the other two can be.
INPUTS = ("board", "empty", "binary", "closed")
OUTPUTS = ("open", "closed", "broken", "full")


@dataclass(frozen=True)
class Outcome:
    """What a command line came to; what a stream held that was not open is empty."""

    code: int
    out: str
    err: str


def outcome(words: list[str], stdin: str, stdout: str, stderr: str) -> Outcome:
    """Run a command line in this process, on streams of its own."""
    with contextlib.ExitStack() as stack:
        out, read_out = _writer(stdout, stack)
        err, read_err = _writer(stderr, stack)
        reader = _reader(stdin, stack)
        with (
            mock.patch.object(sys, "stdin", reader),
            mock.patch.object(sys, "stdout", out),
            mock.patch.object(sys, "stderr", err),
            # `tilewright play` goes on until Ctrl-C: here the server ends as soon as it would
            # begin.
            mock.patch("tilewright.apps.site.serving.serve", lambda *_, **__: None),
            # Nor is everything compiled again and again.
        ):
            code = run(words)
            for stream in {sys.stdin, sys.stdout, sys.stderr} - {reader, out, err}:
                stack.callback(stream.close)
            # As Python does at the end of a process.
            sys.stdout.flush()
        return Outcome(code, read_out(), read_err())


def _reader(state: str, stack: contextlib.ExitStack) -> TextIO | None:
    if state == "closed":
        return None
    data = {"board": b"2x3\n", "empty": b"", "binary": bytes(range(256))}[state]
    return stack.enter_context(io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))


def _writer(state: str, stack: contextlib.ExitStack) -> tuple[TextIO | None, Callable[[], str]]:
    """Return a stream, and what tells the text in it as long as it is open."""
    if state == "closed":
        return None, str
    if state == "open":
        file = stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115
        number = os.dup(file.fileno())
    elif state == "broken":
        reader, number = os.pipe()
        os.close(reader)
    else:
        number = os.open("/dev/full", os.O_WRONLY)
    stream = io.TextIOWrapper(io.FileIO(number, "w"), encoding="utf-8", write_through=True)
    stack.callback(_close, stream)

    def text() -> str:
        stream.flush()
        file.seek(0)
        # Some commands write pictures to it.
        return file.read().decode(errors="replace")

    return stream, text if state == "open" else str


def _close(stream: TextIO) -> None:
    with contextlib.suppress(OSError):
        stream.close()


def states() -> Iterator[tuple[str, str, str]]:
    """Yield every state of the three streams."""
    for stdin in INPUTS:
        for stdout in OUTPUTS:
            for stderr in OUTPUTS:
                yield stdin, stdout, stderr
