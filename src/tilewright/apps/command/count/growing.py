"""Boards with an N in them, and pieces that grow with them: ``4xN``, ``2Nx2N``, ``hexagonN``,
``N-ominoes+``.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tilewright.errors import RequestError
from tilewright.model.board import Board
from tilewright.model.space.catalog import POLYFORMS
from tilewright.model.space.lattice import CUBES, HEXAGONS, SQUARES, TRIANGLES, Lattice

#: A number with N: N, 2N, N+1, (2N-1).
_FORM = r"(?:\d{0,9}[nN](?:[+-]\d{1,9})?|\(\d{0,9}[nN](?:[+-]\d{1,9})?\))"
_ANY = rf"(?:{_FORM}|\d+)"
#: The prefix of a shape: surface and lattice.
_ON = r"(?P<on>(?:[a-z]+:)*)"
_HOLES = rf"(?P<holes>(?:-(?:\d+|\({_FORM}\))(?:,(?:\d+|\({_FORM}\)))+)*)"
_BOX = re.compile(rf"{_ON}(?P<sides>{_ANY}(?:[xX×]{_ANY})+){_HOLES}")
_SHAPE = re.compile(rf"{_ON}(?P<name>triangle|hexagon|star|2\^)(?P<sides>{_ANY}){_HOLES}")
_HEXAGON = re.compile(rf"{_ON}(?P<name>hexagon)(?P<sides>{_ANY},{_ANY},{_ANY}){_HOLES}")
_AZTEC = re.compile(rf"(?P<on>)(?P<name>aztec:)(?P<sides>{_ANY}){_HOLES}")
_ONE = re.compile(_FORM)
_SIDE = re.compile(r"\(?(\d*)[nN]([+-]\d+)?\)?")
#: All rectangles, as a table.
TABLE = re.compile(_ON + r"(?:[nN][xX×][mM]|[mM][xX×][nN])")
#: In PIECES: all pieces of N cells, a straight piece of N cells, and N copies.
_SET = re.compile(rf"({_FORM})-(ominoes|iamonds|hexes|cubes)(.*)")
_BAR = re.compile(r"I(\d*N|\(\d*N(?:[+-]\d+)?\))(.*)")
_COPIES = re.compile(r"(.*=)(.*N.*)", re.DOTALL)
#: BoardLengths tried for the first board with all of its holes.
_HOLES_TRIED = 100
_LATTICE: dict[str, Lattice] = {
    "ominoes": SQUARES,
    "iamonds": TRIANGLES,
    "hexes": HEXAGONS,
    "cubes": CUBES,
}


@dataclass(frozen=True)
class GrowingSide:
    """A number ``times * N + plus``."""

    times: int
    plus: int

    @classmethod
    def read(cls, word: str) -> GrowingSide:
        """Return the side that a word means, with or without an N."""
        match = _SIDE.fullmatch(word)
        if match is None:
            return cls(0, int(word))
        return cls(int(match[1] or 1), int(match[2] or 0))

    def at(self, n: int) -> int:
        """Return the number for a length."""
        return self.times * n + self.plus

    @property
    def word(self) -> str:
        """The number, with an N for the length."""
        if not self.times:
            return str(self.plus)
        return f"{self.times if self.times > 1 else ''}N{f'{self.plus:+}' if self.plus else ''}"


@dataclass(frozen=True)
class Growing:
    """A board with an N in it.

    Attributes
    ----------
    word : str
        The board as it was typed.
    on : str
        The prefix for lattice and surface.
    sides : tuple of GrowingSide
        The sides of a box, or the numbers of a shape.
    shape : str
        The name of the shape; empty for a box.
    holes : str
        The holes, as they were typed.
    """

    word: str
    on: str
    sides: tuple[GrowingSide, ...]
    shape: str = ""
    holes: str = ""

    @classmethod
    def read(cls, word: str) -> Growing | None:
        """Return the board; None if a word has no N, or is not a board with its sizes."""
        for form, cut in ((_BOX, r"[xX×]"), (_SHAPE, ","), (_HEXAGON, ","), (_AZTEC, ",")):
            match = form.fullmatch(word)
            if match is not None and _ONE.search(match["sides"]):
                sides = tuple(map(GrowingSide.read, re.split(cut, match["sides"])))
                if any(
                    _SIDE.fullmatch(side) and side.strip("(")[0] == "0"
                    for side in re.split(cut, match["sides"])
                ):
                    raise RequestError("the number before N must be at least 1", where=word)
                return cls(
                    word, match["on"], sides, match.groupdict().get("name", ""), match["holes"]
                )
        return None

    @cached_property
    def first(self) -> int:
        """The first N, from 0, for which there is a board: no side is negative, and the holes are
        on it.
        """
        least = 0 if not self.shape or self.shape == "2^" else 1
        first = max(
            [0, *(-((side.plus - least) // side.times) for side in self.sides if side.times)]
        )
        for n in range(first, first + _HOLES_TRIED) if self.holes else ():
            with contextlib.suppress(RequestError):
                Board.parse(self.board(n))
                return n
        return first

    @property
    def begin(self) -> int:
        """The first N for which the board has cells, if no side is always 0."""
        return self.first + (1 if self.is_empty(self.first) else 0)

    def is_empty(self, n: int) -> bool:
        """Whether the board contains no cells."""
        return not self.shape and any(side.at(n) == 0 for side in self.sides)

    def board(self, n: int) -> str:
        """Return the board for a length."""
        sides = ("," if self.shape else "x").join(str(side.at(n)) for side in self.sides)
        holes = _ONE.sub(lambda number: str(GrowingSide.read(number[0]).at(n)), self.holes)
        return f"{self.on}{self.shape}{sides}{holes.replace('(', '').replace(')', '')}"

    @property
    def axis(self) -> int | None:
        """Along which axis a strip grows; None if the board is no strip."""
        growing = [axis for axis, side in enumerate(self.sides) if side.times]
        return growing[0] if len(growing) == 1 and not self.shape and not self.holes else None

    @property
    def strip(self) -> str:
        """The strip of all lengths, such as 4xN for 4x2N+1."""
        sides = ("N" if side.times else str(side.plus) for side in self.sides)
        return f"{self.on}{'x'.join(sides)}"

    def stretched(self, step: int, shift: int) -> str:
        """Return the board with ``step * N + shift`` in the place of N."""
        sides = (
            GrowingSide(side.times * step, side.plus + side.times * shift).word
            for side in self.sides
        )
        return f"{self.on}{self.shape}{(',' if self.shape else 'x').join(sides)}{self.holes}"

    @property
    def square(self) -> bool:
        """Whether the board is NxN."""
        return not self.shape and not self.holes and self.sides == (GrowingSide(1, 0),) * 2


def grows(words: Sequence[str]) -> bool:
    """Return True if pieces have an N for the length."""
    return any(
        _SET.fullmatch(word) or _BAR.fullmatch(word) or _COPIES.fullmatch(word) for word in words
    )


def pieces_at(words: Sequence[str], n: int) -> list[str]:
    """Return the pieces for a length.

    Raises
    ------
    RequestError
        If there is no set of pieces of this size.
    """
    return [_piece_at(word, n) for word in words]


def _piece_at(word: str, n: int) -> str:
    if match := _SET.fullmatch(word):
        sizes, size = POLYFORMS[_LATTICE[match[2]]], GrowingSide.read(match[1]).at(n)
        if size not in sizes:
            raise RequestError(
                f"for N = {n}, the pieces of the set would have {size} cells, but sets exist "
                f"only for 1 to {max(sizes)} cells. Use --at N or --upto N with a smaller N",
                where=word,
            )
        return sizes[size][1] + match[3]
    if match := _BAR.fullmatch(word):
        cells = GrowingSide.read(match[1]).at(n)
        if cells < 1:
            raise RequestError(
                f"for N = {n}, each piece must have at least one cell, got {cells}", where=word
            )
        return "#" * cells + match[2]
    if match := _COPIES.fullmatch(word):
        return match[1] + _ONE.sub(
            lambda number: str(max(0, GrowingSide.read(number[0]).at(n))), match[2]
        )
    return word
