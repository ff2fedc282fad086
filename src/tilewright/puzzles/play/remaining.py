"""Ways: the number of ways to finish a board, within a budget.

Ways that are images of each other under allowed turns of the whole board count once, because they
cannot be distinguished on an empty rectangle. As soon as a piece outside the middle is placed, they
are different.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.model.cover import Cover, compile_cover
from tilewright.model.problem import Problem
from tilewright.model.tiling import Tiling
from tilewright.puzzles.deduction import plain, sentence


@dataclass(frozen=True, slots=True)
class WaysLeft:
    """The number of remaining ways to finish a puzzle.

    Parameters
    ----------
    count : int
        The number of ways found to finish the puzzle. Tilings that differ only by a rotation of the
        whole board are counted once.
    exact : bool
        Whether `count` is exact. An inexact count is a lower bound.
    mirrored : bool
        Whether mirror images are counted separately, because the puzzle is symmetric but its pieces
        cannot be flipped. Puzzle books and ``--unique`` count mirror images once.
    """

    count: int
    exact: bool
    mirrored: bool = False

    @property
    def text(self) -> str:
        """A short description, such as ``7 solutions left`` or ``1,000 solutions or more``."""
        if not self.exact and self.count == 0:
            return plain(sentence("notFound"))
        return plain(sentence("left" if self.exact else "orMore", number=self.count))


@dataclass(frozen=True, slots=True)
class FirstTilings:
    """Some tilings of a problem, whether the list is complete, and whether earlier tilings are
    omitted.
    """

    tilings: tuple[Tiling, ...]
    complete: bool
    new: bool = False


def first_tilings(problem: Problem | Cover, limit: int, timeout: float) -> FirstTilings:
    """Return the first tilings of a problem, at most `limit`, within a time limit."""
    from tilewright.solving.search import Search

    search = Search(problem, limit=limit, timeout=timeout, threads=1)
    tilings = tuple(search)
    return FirstTilings(tilings, search.complete)


def ways(problem: Problem | Cover, timeout: float = 0.5, known: int | None = None) -> WaysLeft:
    """Count the ways to finish a problem: all of them if time allows.

    If the number of tilings up to symmetry is `known`, it is used without counting. If mirror
    images count separately here, it is a lower bound.
    """
    from tilewright.solving.search import different_tilings, is_mirrored

    cover = problem if isinstance(problem, Cover) else compile_cover(problem)
    if known is not None and not is_mirrored(cover):
        return WaysLeft(known, True)
    answer = different_tilings(cover, timeout=timeout)
    count = answer.count if answer.complete else max(answer.count, known or 0)
    return WaysLeft(count, answer.complete, answer.mirrored)
