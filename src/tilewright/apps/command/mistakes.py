"""What is often typed, and what is meant: each is an error that says what to write."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence

from tilewright.errors import RequestError

#: The commands that can work in a run.
_RUNS = ("solve", "count", "color", "make", "plane", "rectangles")


#: Cells that are removed from a board, and the beginning of a board with a size.
_HOLES = re.compile(r"(?:-[0-9]+(?:,[0-9]+)+)+")
_SIZE = re.compile(r"(?:[a-z]+:)*[0-9]+[xX×][0-9]")

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
    ("make", "--count"): "--number",
    ("make", "--difficulty"): "--level",
    ("make", "--solution"): "--answer",
    ("solve", "--colors"): "tilewright color",
}


#: What an option that no command has, or not this one, is meant to do, and what does it. Of
#: several, the first whose option the command has; one without an option is for all commands.
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
        ("--checkpoint", "-o FILE saves the answer, --checkpoint the progress"),
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
    "symmetry distinct up-to-symmetry": (
        ("--unique", "--unique counts rotations and reflections once"),
    ),
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
    "time seconds max-time": (("--timeout", "--timeout SECONDS stops the work after that time"),),
}


def idea_of(command: str, option: str, known: Sequence[str]) -> str:
    """Return what an unknown option means and how to write it; empty if that is not known."""
    meant = next((ideas for words, ideas in _IDEAS.items() if option[2:] in words.split()), ())
    return next((said for needed, said in meant if not needed or needed in known), "")


def in_order(words: Sequence[str], commands: Sequence[str]) -> list[str]:
    """Return a command line that begins with its command: options may stand before it, and ``help``
    and ``version`` are words for options.
    """
    first, *others = words or [""]
    if first == "version" and not others:
        return ["--version"]
    if first == "help":
        return [*others[:1], "--help"]
    if first.startswith("-") and first not in ("--version", "--install-completion"):
        place = next((i for i, word in enumerate(words) if word in commands), 0)
        return [words[place], *words[:place], *words[place + 1 :]]
    return [*words]


def check_names(words: Sequence[str], commands: Sequence[str]) -> None:
    """Raise for the first word of a command line that is a usual mistake."""
    command = next((word for word in words if word in commands), None)
    if command is None:
        return
    after = list(words)[list(words).index(command) + 1 :]
    for old, said in _find_mistakes(command, after):
        raise RequestError(said, where=old)


def _find_mistakes(command: str, words: Sequence[str]) -> Iterator[tuple[str | None, str]]:
    """Yield the usual mistakes among the words after a command, with what to write."""
    for place, word in enumerate(words):
        if word == "--":
            return
        name, equals, value = word.partition("=")
        before = words[place - 1] if place else ""
        if _HOLES.fullmatch(word) and _SIZE.match(before):
            yield None, f"holes follow the board without a space: {before}{word}"
        if meant := _MEANT.get((command, name)) or _MEANT.get(("", name)):
            yield None, f"`{command}` has no `{name}`; use `{meant}`"
        if name == "--count" and command in ("solve", "sample"):
            rest = shlex.join(each for each in words if each != word)
            yield (
                None,
                f"`{command}` has no --count; to count the tilings, write `tilewright count "
                f"{rest}`",
            )
        if name == "--cluster" and command in _RUNS:
            value = value if equals else "".join(words[place + 1 : place + 2])
            if value.isdigit():
                yield (
                    None,
                    f"--cluster takes the address of a scheduler; for {value} workers, write "
                    f"`--workers {value}`",
                )
