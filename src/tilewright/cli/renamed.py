"""Names of options before 1.0. Each is an error that names the new one; the CHANGELOG has the same table."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tilewright.errors import RequestError

#: The commands that take a board and pieces with rules, and those that can work in a run.
_PROBLEMS = ("solve", "count", "sample", "nth", "rank", "color", "convert")
_RUNS = ("solve", "count", "color", "make", "plane", "rectangles")


class Renamed(NamedTuple):
    """A name that is gone, in some commands, and what to write now (several, if that depends)."""

    commands: tuple[str, ...]
    old: str
    new: tuple[str, ...]
    note: str = ""

    @property
    def message(self) -> str:
        """Say what to write now."""
        if not self.new:
            return f"`{self.old}` is gone: {self.note}."
        said = " or ".join(f"`{each}`" for each in self.new)
        return f"`{self.old}` is now {said}{f' ({self.note})' if self.note else ''}."


RENAMED = (
    Renamed(_PROBLEMS, "--place", ("--placed",)),
    Renamed(("show",), "--place", ("--containing",)),
    Renamed(_RUNS, "--tls-ca", ("--cluster-config FILE",)),
    Renamed(_RUNS, "--tls-cert", ("--cluster-config FILE",)),
    Renamed(_RUNS, "--tls-key", ("--cluster-config FILE",)),
    Renamed(("count",), "--modulo", ("--mod",)),
    Renamed(("count",), "--scan", ("--direction",)),
    Renamed(("color",), "--edge", ("--touch edge",)),
    Renamed(("color",), "--distance", ("--touch K",)),
    Renamed(("color",), "--modulus", ("--color-cells",)),
    Renamed(("color",), "--numbers", ("--sizes",)),
    Renamed(("color",), "--count", ("--count-colorings",)),
    Renamed(("color",), "--list", ("--list-colorings",)),
    Renamed(("color",), "--histogram", (), "it is the default; leave it out"),
    Renamed(("golomb", "deficient"), "--coloring", ("--touch edge",)),
    Renamed(("golomb",), "--at", ("--tile-at",)),
    Renamed(("golomb",), "--width", ("--max-pixels",)),
    Renamed(("golomb",), "--finest", ("--min-pixels",)),
    Renamed(("plane",), "--tiles", ("--max-tiles",)),
    Renamed(("plane",), "--coronas", ("--max-coronas",)),
    Renamed(("plane",), "--colors", ("--color-by",)),
    Renamed(("plane", "rectangles"), "check", ("tilewright verify FILE",)),
    Renamed(("atlas",), "--limit", ("--per-fact",), "seconds; --limit is always a number of answers"),
    Renamed(("rectangles",), "--widths", ("--max-width",)),
    Renamed(("rectangles",), "--max-states", ("tilewright verify FILE --max-states",)),
    Renamed(("make",), "--count", ("-n", "--number")),
    Renamed(("puzzles",), "--table", ("--solutions",)),
    Renamed(("convert",), "--check", ("--verify",)),
    Renamed(("convert",), "--with", ("--problem",)),
    Renamed(("convert",), "--cells", ("--grid",)),
    Renamed(("convert",), "--radius", ("--corner-radius",)),
    Renamed(
        ("convert",), "--gap", ("--spacing", "--clearance"), "between parts in .dxf, around pieces in .stl"
    ),
    Renamed(("convert", "print"), "--cell", ("--cell-size",)),
)


#: What is often typed in some commands ("" for all), and what to write instead.
_MEANT = {
    ("", "--time"): "--timeout",
    ("", "--timelimit"): "--timeout",
    ("", "--time-limit"): "--timeout",
    ("", "--output"): "--out",
    ("solve", "-n"): "--limit",
    ("solve", "--number"): "--limit",
    ("color", "-n"): "--limit",
    ("sample", "--limit"): "--number",
    ("make", "--limit"): "--number",
    ("solve", "--colors"): "tilewright color",
}


#: What an option that no command has, or not this one, is meant to do, and what does it. Of several, the first whose option the
#: command has; one without an option is for all commands.
_IDEAS: dict[str, tuple[tuple[str, str], ...]] = {
    "gif animate animation movie": (
        ("--animate", "an animation is a file: -o FILE.gif"),
        ("--steps", "an animation is a file: --steps -o FILE.gif"),
        ("", "`tilewright solve … -o FILE.gif` animates a search"),
    ),
    "svg png pdf image picture file output-file": (
        ("--out", "a picture is a file: -o FILE.svg, .png or .pdf"),
    ),
    "save store write resume": (
        ("--checkpoint", "-o FILE saves the answer, --checkpoint FILE the progress"),
        ("--out", "-o FILE saves the answer"),
    ),
    "paper paper-size format size": (
        ("--paper", "--paper takes a4, letter or another size"),
        ("", "`tilewright print … --paper a4 -o FILE.pdf` prints on paper"),
    ),
    "pieces piece tiles with": (("", "the pieces follow the board, as in 6x10 pentominoes"),),
    "holes hole remove missing without-cells": (
        ("", "cells are removed after the board, as in 8x8-3,3-3,4"),
    ),
    "rotate rotation rotations turns": (
        ("--turn", "--turn one-sided rotates pieces, --turn fixed does not"),
    ),
    "flip flips reflect mirror reflections no-flip one-sided fixed free": (
        ("--turn", "--turn free also flips pieces, --turn one-sided does not"),
    ),
    "symmetry distinct up-to-symmetry": (("--unique", "--unique counts rotations and reflections once"),),
    "random shuffle": (
        ("--seed", "--seed N is another random choice"),
        ("", "`tilewright sample` is random"),
    ),
    "labels names label": (("--letters", "--letters labels each tile with its piece"),),
    "colors colours colour": (
        ("--color-by", "--color-by and --palette decide the colors"),
        ("--palette", "--palette decides the colors"),
    ),
    "max most-tilings first": (("--limit", "--limit N stops after N tilings"),),
    "jobs cores processes parallel": (("--threads", "--threads N uses N cores"),),
    "time seconds max-time": (("--timeout", "--timeout SECONDS stops in time"),),
}


def idea_of(command: str, option: str, known: Sequence[str]) -> str:
    """Return what an unknown option means and how to write it; empty if that is not known."""
    meant = next((ideas for words, ideas in _IDEAS.items() if option[2:] in words.split()), ())
    return next((said for needed, said in meant if not needed or needed in known), "")


def check_names(words: Sequence[str], commands: Sequence[str]) -> None:
    """Raise for the first word of a command line that is an old name or a usual mistake."""
    command = next((word for word in words if word in commands), None)
    if command is None:
        return
    after = list(words)[list(words).index(command) + 1 :]
    for old, said in _found(command, after):
        raise RequestError(said, where=old)


def _found(command: str, words: Sequence[str]) -> Iterator[tuple[str | None, str]]:
    """Yield the old names among the words after a command, with what to write now."""
    known = {each.old: each for each in RENAMED if command in each.commands}
    for place, word in enumerate(words):
        if word == "--":
            return
        name, equals, value = word.partition("=")
        renamed = known.get(name)
        if renamed is not None and (name.startswith("-") or place == 0):
            yield None, renamed.message
        if meant := _MEANT.get((command, name)) or _MEANT.get(("", name)):
            yield None, f"`{command}` has no `{name}`; use `{meant}`"
        if name == "--count" and command in ("solve", "sample"):
            rest = shlex.join(each for each in words if each != word)
            yield None, f"`{command}` has no --count; to count the tilings, write `tilewright count {rest}`"
        if name == "--cluster" and command in _RUNS:
            value = value if equals else "".join(words[place + 1 : place + 2])
            if value.isdigit():
                yield (
                    None,
                    f"`--cluster {value}` is now `--workers {value}`; --cluster takes the address of a scheduler.",
                )


def changelog_table() -> str:
    """Return the table of old and new names that stands in the CHANGELOG."""
    lines = ["| command | old | new |", "| --- | --- | --- |"]
    for commands, old, new, note in RENAMED:
        said = " or ".join(f"`{each}`" for each in new) + (f" ({note})" if new and note else "")
        lines.append(f"| {', '.join(commands)} | `{old}` | {said or note} |")
    lines.append(f"| {', '.join(_RUNS)} | `--cluster N` | `--workers N` |")
    return "\n".join(lines)
