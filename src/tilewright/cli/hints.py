"""Commands to try instead: what to type if the numbers of copies cannot fill the board."""

from __future__ import annotations

import math
import shlex
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.values.problem import Problem

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
            f"Each piece is used once. To use each at most once, write {words[0]}{most}: "
            f"`{line.again('=0..')}`"
        )
    hint = (
        f"{'Each piece is used once, which covers' if once else 'The pieces cover'} {covered} of "
        f"{area} cells."
    )
    common = math.gcd(*(len(piece.polyomino) for piece in problem.pieces))
    if once and most_covered // common * common >= least_covered:
        size = len(problem.pieces[0].polyomino)
        exactly = ""
        if len(problem.pieces) == 1 and not area % size and problem.empty_most == 0:
            exactly = f" (for {area // size}, {words[0]}={area // size})"
        hint += f" For any number, write {words[0]}+{exactly}: `{line.again('+')}`"
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
        given = [self.command, self.board, *self.words]
        arguments = list(typed.get())
        if not _contains(arguments, given):
            arguments = given
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


def _contains(listed: Sequence[str], words: Sequence[str]) -> bool:
    """Whether words are in a list, in this order."""
    rest = iter(listed)
    return all(word in rest for word in words)
