"""The steps of a deduction: their kinds, their words, the resulting grades, and the state of a
deduction.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from tilewright.model.naming import naming
from tilewright.model.piece import Piece
from tilewright.model.puzzle import Level
from tilewright.model.space.lattice import Cell
from tilewright.puzzles.deduction.sentences import Words, plain

if TYPE_CHECKING:
    from tilewright.kernels.deduction.grade import PositionArrays

StepKind = Literal["cell", "piece", "rule", "region", "blocked", "symmetry", "trial", "guess"]
#: The kinds by the numbers that they have in the kernels.
KINDS: dict[int, StepKind] = {
    1: "cell",
    2: "piece",
    9: "rule",
    10: "region",
    11: "blocked",
    12: "symmetry",
    13: "trial",
    14: "guess",
}
_EASY: frozenset[StepKind] = frozenset({"cell", "piece", "rule"})
_MEDIUM: frozenset[StepKind] = frozenset({*_EASY, "region", "blocked", "symmetry"})
_HARD: frozenset[StepKind] = frozenset({*_MEDIUM, "trial"})
#: The grades, from easy to hard, and the kinds of step that each allows.
GRADES: dict[Level, frozenset[StepKind]] = {
    "easy": _EASY,
    "medium": _MEDIUM,
    "hard": _HARD,
    "expert": frozenset({*_HARD, "guess"}),
}
#: The weight of each kind of step in the score.
WEIGHT: dict[StepKind, int] = {
    "cell": 1,
    "piece": 1,
    "rule": 2,
    "region": 4,
    "blocked": 5,
    "symmetry": 3,
    "trial": 12,
    "guess": 60,
}


def called(pieces: Sequence[Piece], index: int) -> str:
    """Return the name of a piece for sentences: the letter or name, with the size only if needed.

    Examples
    --------
    >>> from tilewright import Problem
    >>> pieces = Problem("8x8", "U5", "L4=2", "L5", "#o#+", "###/###=1", "domino", "hexomino:5").pieces
    >>> [called(pieces, index) for index in range(len(pieces))]
    ['the U', 'an L of 4 cells', 'the L of 5 cells', 'an I', 'the 2 x 3 rectangle', 'the domino', 'the hexomino']
    """  # noqa: E501
    piece, nouns = pieces[index], [naming(other.name).noun for other in pieces]
    noun, size = nouns[index], len(piece.polyomino)
    alike = [other for other, name in zip(pieces, nouns, strict=True) if name == noun]
    if any(len(other.polyomino) != size for other in alike):
        alike = [other for other in alike if len(other.polyomino) == size]
        noun = f"{noun} of {size} cells"
    if piece.most == 1 and len(alike) == 1:
        return f"the {noun}"
    # The names of these letters begin with a vowel: an L, but a U.
    vowels = "aefhilmnorsx" if len(nouns[index]) == 1 else "aeiou"
    return f"{'an' if noun[0].lower() in vowels else 'a'} {noun}"


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction.

    Parameters
    ----------
    kind : str
        The kind of the step.
    words : Words
        The reason for the step, as the parts of a sentence. In `text`, cells are written as
        ``row,column``, counted from 0.
    chosen : tuple of int
        The placements that every solution contains. If `is_choice` is True, a solution can also be
        reached by other placements.
    removed : tuple of int
        The placements that no solution contains.
    cells : tuple of cells
        The cells to highlight on the board.
    """

    kind: StepKind
    words: Words
    chosen: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    cells: tuple[Cell, ...] = ()

    @property
    def text(self) -> str:
        """The reason for the step as text."""
        return plain(self.words)

    def __str__(self) -> str:
        return self.text

    def to_json(self) -> dict[str, Any]:
        """Return the kind of step, the reason and the cells to highlight as JSON values."""
        return {"kind": self.kind, "text": self.text, "cells": [list(cell) for cell in self.cells]}

    @property
    def is_choice(self) -> bool:
        """Whether the step chooses one of several placements that all lead to a solution."""
        return self.kind == "trial" and bool(self.chosen)


@dataclass(frozen=True, slots=True)
class Grade:
    """The difficulty of a puzzle for a human solver.

    Parameters
    ----------
    level : str
        The easiest of `GRADES` that includes every required kind of step.
    score : int
        The sum of the weights of the steps.
    counts : dict
        The number of steps of each kind.
    steps : tuple of Step
        The steps up to the first guess.
    """

    level: Level
    score: int
    counts: dict[StepKind, int]
    steps: tuple[Step, ...] = field(repr=False, default=())

    def __str__(self) -> str:
        kinds = ", ".join(f"{count} {kind}" for kind, count in self.counts.items())
        return (
            f"{self.level}: score {self.score} ({kinds})"
            if kinds
            else f"{self.level}: score {self.score}"
        )

    def to_json(self) -> dict[str, Any]:
        """Return the grade as JSON values, with the keys of ``tilewright grade --json``.

        Examples
        --------
        >>> import tilewright as tw
        >>> tw.grade("talos:hub-gates-1").to_json()["level"]
        'medium'
        """
        return {
            "level": self.level,
            "score": self.score,
            "counts": dict(self.counts),
            "steps": [step.to_json() for step in self.steps],
        }


@dataclass(eq=False, slots=True)
class Candidates:
    """The state of a deduction: the chosen placements, and the placements that may still be
    chosen.
    """

    #: (v,): the placements that may still be chosen; placement p is bit ``p % 64`` of word ``p //
    #: 64``.
    alive: NDArray[np.uint64]
    #: (a,): the covered cells.
    covered: NDArray[np.bool_]
    #: (k + m,): copies of each of k pieces, then what is chosen of each of m sums.
    used: NDArray[np.int64]
    #: (v,): the placements that are chosen.
    taken: NDArray[np.uint64]
    #: (2,): where the search for the next step is, see `tilewright.kernels.deduction.grade`.
    at: NDArray[np.int64]

    @property
    def arrays(self) -> tuple[NDArray[np.uint64], NDArray[np.bool_], NDArray[np.int64]]:
        """The arguments of the kernels."""
        return self.alive, self.covered, self.used

    @property
    def state(self) -> PositionArrays:
        """All arrays, in the form that other kernels read."""
        from tilewright.kernels.deduction.grade import PositionArrays

        return PositionArrays(*self.arrays, self.taken, self.at)

    @property
    def chosen(self) -> list[int]:
        """The chosen placements."""
        return members(self.taken).tolist()  # type: ignore[no-any-return]

    def allows(self, placement: int) -> bool:
        """Return whether a placement may still be chosen."""
        return bool(int(self.alive[placement >> 6]) >> (placement & 63) & 1)

    def exclude(self, placements: Iterable[int]) -> None:
        """Remove placements."""
        for placement in placements:
            self.alive[placement >> 6] &= ~np.uint64(1 << (placement & 63))

    def become(self, other: Candidates) -> None:
        """Copy another position of the same problem into this one."""
        for mine, its in zip(self.state, other.state, strict=True):
            mine[:] = its

    def copy(self) -> Candidates:
        """Return an independent copy."""
        return Candidates(*(array.copy() for array in self.state))


def members(bits: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return the numbers of the set bits, in ascending order."""
    return np.unpackbits(bits.astype("<u8").view(np.uint8), bitorder="little").nonzero()[0]
