"""What is often typed, and what is meant: each is an error that says what to write."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.errors import RequestError

if TYPE_CHECKING:
    from tilewright.model.problem import Problem


# Commands to try instead: what to type if the numbers of copies cannot fill the board.

#: The words of the command line that is run, for commands that are suggested.
typed: ContextVar[tuple[str, ...]] = ContextVar("typed", default=())


def copies_hint(problem: Problem, command: str, board: str, words: Sequence[str]) -> str:
    """Return what to type if the pieces cannot fill the board because of their numbers; empty
    otherwise.
    """
    if not words or any(piece.most is None for piece in problem.pieces):
        return ""
    area = problem.board.area
    covered = sum((piece.most or 0) * len(piece.polyomino) for piece in problem.pieces)
    most_covered, least_covered = area - problem.empty_least, area - problem.empty_most
    once = not any("=" in word for word in words)
    if least_covered <= covered <= most_covered or (covered > most_covered and not once):
        return ""
    line = _Line(command, board, words)
    if covered > most_covered:
        most = f"=0..{words.count(words[0])}"
        return (
            f"Each piece is used once. To use each piece at most once, write {words[0]}{most}: "
            f"`{line.again('=0..')}`"
        )
    hint = (
        f"Each piece is used once, which covers {covered} of {area} cells."
        if once
        else f"The pieces cover {covered} of {area} cells."
    )
    common = math.gcd(*(len(piece.polyomino) for piece in problem.pieces))
    if once and most_covered // common * common >= least_covered:
        size = len(problem.pieces[0].polyomino)
        exactly = ""
        if len(problem.pieces) == 1 and not area % size and problem.empty_most == 0:
            exactly = f" (for {area // size}, {words[0]}={area // size})"
        hint += f" For any number of copies, write {words[0]}+{exactly}: `{line.again('+')}`"
    left = area - covered
    if not problem.has_optional and (left <= covered or "`" not in hint):
        more = "; to" if "`" in hint else " To"
        hint += (
            f"{more} leave {left} cell{'' if left == 1 else 's'} empty: `{line.again('', left)}`"
        )
    return hint if "`" in hint else ""


@dataclass(frozen=True)
class _Line:
    """A command line with a board and pieces, to be suggested with a change."""

    command: str
    board: str
    words: Sequence[str]

    def again(self, copies: str, empty: int | None = None) -> str:
        """Return the line with these copies after each word for pieces (``=0..`` is at most as
        many), or other empty cells.
        """
        left = list(self.words)
        named: set[str] = set()
        command_words = [self.command, self.board, *self.words]
        arguments = list(typed.get())
        if not _contains(arguments, command_words):
            arguments = command_words
        line, skip = [], False
        for word in arguments[1:] if arguments[0] == self.command else arguments:
            if skip or (empty is not None and word.startswith("--empty")):
                skip = word == "--empty"
            elif left and word == left[0]:
                left.pop(0)
                if not copies:
                    line.append(word)
                elif word not in named:
                    most = self.words.count(word) if copies.endswith("..") else ""
                    line.append(word if word.endswith("+") else f"{word}{copies}{most}")
                named.add(word)
            else:
                line.append(word)
        ending = [] if empty is None else ["--empty", str(empty)]
        return f"tilewright {self.command} {shlex.join([*line, *ending])}"


def _contains(sequence: Sequence[str], words: Sequence[str]) -> bool:
    """Whether words are in a list, in this order."""
    rest = iter(sequence)
    return all(word in rest for word in words)


#: Cells that are removed from a board, and the beginning of a board with a size.
_HOLES = re.compile(r"(?:-[0-9]+(?:,[0-9]+)+)+")
_SIZE = re.compile(r"(?:[a-z]+:)*[0-9]+[xX×][0-9]")


def put_command_first(words: Sequence[str], commands: Sequence[str]) -> list[str]:
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
    for old, advice in _find_mistakes(command, after):
        raise RequestError(advice, where=old)


def _find_mistakes(command: str, words: Sequence[str]) -> Iterator[tuple[str | None, str]]:
    """Yield the usual mistakes among the words after a command, with what to write."""
    for place, word in enumerate(words):
        if word == "--":
            return
        name = word.partition("=")[0]
        before = words[place - 1] if place else ""
        if _HOLES.fullmatch(word) and _SIZE.match(before):
            yield None, f"holes follow the board without a space: {before}{word}"
        if name == "--count" and command in ("solve", "sample"):
            rest = shlex.join(argument for argument in words if argument != word)
            yield (
                None,
                f"`{command}` has no --count; to count the tilings, write `tilewright count "
                f"{rest}`",
            )
