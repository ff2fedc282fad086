"""Weighting: numbers in the cells that no tiling can agree with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.cover import Cover, compile_cover
from tilewright.lattices.catalog import FAMILIES
from tilewright.problem import Problem
from tilewright.proof.relations import Copies, Pattern
from tilewright.svg_repr import SvgRepr

__all__ = ["Weighting"]

#: What one and what several of a family are called.
_FAMILY = {names[0]: names for names in FAMILIES.values()}


@dataclass(frozen=True, eq=False)
class Weighting(SvgRepr):
    """Numbers in the cells of a board, chosen so that every copy of a piece covers the same sum wherever it lies.

    The pieces together then cover a sum that is known before any is placed. If the numbers on the board
    have another one, there is no tiling: every argument by coloring is of this kind, and anybody can check it.

    Attributes
    ----------
    problem : Problem
    weights : (rows, columns) object
        A whole number for each cell, of any size; 0 for cells that are not on the board.
    modulus : int
        Sums are compared modulo this; 0 if they are compared as they are.
    values : tuple of int
        What a placement of each piece covers.
    copies : tuple of int
        How many copies of each piece are used; -1 if that differs, or is known only of some together.
    known : int or None
        How many pieces there are in all, if every tiling has the same number.
    covered, total : int
        What all pieces (and the cells that stay empty) cover together, and what there is on the board.
    pattern : Pattern or None
        The classes of cells that have the same number, if they repeat.
    """

    problem: Problem
    weights: NDArray[np.object_] = field(repr=False)
    modulus: int
    values: tuple[int, ...]
    copies: tuple[int, ...]
    known: int | None
    covered: int
    total: int
    pattern: Pattern | None

    @classmethod
    def of(
        cls,
        cover: Cover,
        copies: Copies,
        weights: NDArray[np.object_],
        values: Sequence[int],
        modulus: int,
        pattern: Pattern | None,
    ) -> Weighting:
        """Make one from a number for each cell (a,) and a value for each group of copies."""
        board = np.zeros(cover.number.shape, dtype=object)
        board[tuple(cover.cells.T)] = weights
        covered = sum(value * number for value, number in zip(values, copies.number, strict=True))
        total = sum(weights.tolist())
        group = copies.group.tolist()
        everything = sum(copies.number) - (copies.number[copies.empties] if copies.empties >= 0 else 0)
        alone = [g >= 0 and group.count(g) == 1 for g in group]
        return cls(
            cover.problem,
            board,
            modulus,
            tuple(values[g] if g >= 0 else 0 for g in group),
            tuple(copies.number[g] if one else -1 for g, one in zip(group, alone, strict=True)),
            everything if min(group) >= 0 else None,
            covered % modulus if modulus else covered,
            total % modulus if modulus else total,
            pattern,
        )

    def holds(self) -> bool:
        """Check it: look at every placement, and compare what they cover with the board."""
        cover = compile_cover(self.problem)
        weights = self.weights[tuple(cover.cells.T)]
        sums = np.add.reduceat(weights[cover.item], cover.start[:-1]) if cover.size else np.zeros(0, object)
        differ = sums - np.array(self.values, dtype=object)[cover.placement_piece]
        if self.modulus:
            differ %= self.modulus
        return not differ.any() and self.covered != self.total

    def __repr__(self) -> str:
        return f"<Weighting of {self.problem.board}: {self.text()}>"

    @property
    def marks(self) -> bool:
        """Whether all numbers are 0 or 1: then a cell is marked or not."""
        return set(self.weights.ravel().tolist()) <= {0, 1}

    def text(self) -> str:
        """Say it in a sentence, without a full stop.

        Examples
        --------
        >>> from tilewright.proof import weighting
        >>> print(weighting("10x10", "I4+").text())
        mark the cells where (row + column) mod 4 is 2 or 3: each I4 covers 2 of them, so 25 pieces cover 50, but there are 49
        """
        pieces = "the pieces" if self.known is None else f"{self.known:,} pieces"
        return (
            f"{self._rule()}: {self._values()}, so {pieces} cover {self._amount(self.covered)}, "
            f"but {self._board()}"
        )

    def table(self) -> str:
        """Write the numbers as lines of text, ``.`` for what is not on the board; layers of cubes are parted by empty lines."""
        mask = self.problem.board.mask
        words = np.where(mask, self.weights.astype(str), ".")
        width = max(len(word) for word in words.ravel().tolist())
        layers = words if words.ndim == 3 else words[None]
        return "\n\n".join(
            "\n".join(" ".join(word.rjust(width) for word in row) for row in layer)
            for layer in layers.tolist()
        )

    def to_json(self) -> dict[str, Any]:
        """Return what JSON can hold."""
        return {
            "rule": None if self.pattern is None else self.pattern.text(),
            "modulus": self.modulus,
            "weights": self.weights.tolist(),
            "values": dict(zip(self.problem.names, self.values, strict=True)),
            "covered": self.covered,
            "total": self.total,
        }

    def _rule(self) -> str:
        """Say which number is where."""
        if self.pattern is None:
            return (
                f"mark the {np.count_nonzero(self.weights)} cells shown"
                if self.marks
                else "take the numbers shown"
            )
        cells = np.argwhere(self.problem.board.mask)
        _, first = np.unique(self.pattern.classes_of(*cells.T), return_index=True)
        by_class = self.weights[tuple(cells[first].T)].tolist()
        if not self.pattern.modulus:
            width = self.pattern.columns
            rows = [by_class[i : i + width] for i in range(0, len(by_class), width)]
            block = "/".join("".join(map(str, row)) for row in rows)
            if self.marks:
                return f"repeat the block {block} over the board and mark the cells with a 1"
            return f"repeat the block of numbers {'/'.join(' '.join(map(str, row)) for row in rows)} over the board"
        formula = self.pattern.text()
        if self.marks:
            return f"mark the cells where {formula} is {_or([i for i, one in enumerate(by_class) if one])}"
        numbers = ", ".join(map(str, by_class))
        return f"number the cells {numbers} where {formula} is {', '.join(map(str, range(len(by_class))))}"

    def _values(self) -> str:
        """Say what each piece covers."""
        names = self.problem.names
        them = " of them" if self.marks else ""
        kinds: dict[int, list[str]] = {}
        for name, value, copies in zip(names, self.values, self.copies, strict=True):
            if copies:
                kinds.setdefault(value, []).append(name)
        if len(kinds) == 1:
            ((value, same),) = kinds.items()
            return f"each {same[0] if len(same) == 1 else 'piece'} covers {self._amount(value)}{them}"
        ordered = sorted(kinds.items(), key=lambda pair: len(pair[1]))
        said = [
            f"{_and(same)} {'covers' if len(same) == 1 else 'cover'} {self._amount(value)}{them}"
            for value, same in ordered[:-1]
        ]
        return f"{', '.join(said)}, every other piece covers {self._amount(ordered[-1][0])}{them}"

    def _amount(self, value: int) -> str:
        """Say how much is covered."""
        if self.modulus == 2:
            return f"an {'odd' if value else 'even'} {'number' if self.marks else 'sum'}"
        if self.marks:
            return self._number(value) if self.modulus or value else "none"
        return f"a sum {'that is' if self.modulus else 'of'} {self._number(value)}"

    def _number(self, value: int) -> str:
        """Say a number, or all that have a remainder."""
        return (
            f"a multiple of {self.modulus}{f' plus {value}' if value else ''}"
            if self.modulus
            else f"{value:,}"
        )

    def _board(self) -> str:
        """Say how much there is."""
        number = sum(self.weights.ravel().tolist())
        more = f", {self._number(self.total)}" if self.modulus > 2 else ""
        if self.marks:
            return f"there {'is' if number == 1 else 'are'} {number:,}{more}"
        if self.modulus == 2:
            more = f", which is {'odd' if self.total else 'even'}"
        return f"the board's is {number:,}{more}"


def _and(words: list[str]) -> str:
    """Name pieces; of those that are called by their family and a number, the family once."""
    families = {word.rpartition(":")[0] for word in words}
    if len(families) == 1 and (names := _FAMILY.get(families.pop())):
        words = [word.rpartition(":")[2] for word in words]
        words[0] = f"{names[0] if len(words) == 1 else names[1]} {words[0]}"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _or(numbers: list[int]) -> str:
    return " or ".join(map(str, numbers))
