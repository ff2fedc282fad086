"""Exact cover problems and the text format of Knuth's programs: reading and writing.

Problems and tilings read and write themselves (`Problem.to_json`, `Tiling.text`, …); this module is
about exact cover with colors and multiplicities, which is more than tilings can say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import FormatError

__all__ = ["ExactCover", "read_xcc", "write_xcc"]

_BOUNDS = re.compile(r"(?:(\d+):)?(\d+)\|(.*)", re.ASCII)
#: The kernel counts in 32 bits, with room for two flags.
_LARGEST = (1 << 28) - 1


@dataclass(frozen=True, eq=False)
class ExactCover:
    """An exact cover problem with colors and multiplicities (XCC, MCC).

    Choose options so that each primary item is in `least` to `most` of them, and that the options
    which share a secondary item all give it the same color. A secondary item without a color in some
    option is in no other chosen option.

    Attributes
    ----------
    items : tuple of str
        The names: primary items first, then the secondary ones.
    least, most : (number of primary items,) int64
        How many chosen options hold each primary item.
    start : (options + 1,) int64
        Option o holds ``item[start[o]:start[o + 1]]``.
    item : (entries,) int32
        Item numbers, in the order of the text.
    color : (entries,) int32
        0 for none, else 1 + index into `colors`.
    colors : tuple of str
        The names of the colors.

    Examples
    --------
    >>> cover = ExactCover.build([["a", "b"], ["a"], ["b"]], ["a", "b"])
    >>> cover.size
    3
    """

    items: tuple[str, ...]
    least: NDArray[np.int64]
    most: NDArray[np.int64]
    start: NDArray[np.int64]
    item: NDArray[np.int32]
    color: NDArray[np.int32]
    colors: tuple[str, ...] = ()

    @classmethod
    def build(
        cls,
        options: Iterable[Iterable[str]],
        primary: Iterable[str],
        secondary: Iterable[str] = (),
        bounds: dict[str, tuple[int, int]] | None = None,
    ) -> ExactCover:
        """Make a problem from names.

        Parameters
        ----------
        options : iterable of iterables of str
            Items, or ``item:color`` for a secondary item with a color.
        primary, secondary : iterable of str
            The items.
        bounds : dict, optional
            ``(least, most)`` for primary items that are not to be in exactly one option.

        Raises
        ------
        FormatError
            If a name is unknown or not allowed, if an option holds an item twice or no primary item,
            or if ``least > most``.
        """
        builder = _Builder()
        for name in primary:
            builder.add_item(name, (bounds or {}).get(name, (1, 1)), f"item {name}")
        for name in secondary:
            builder.add_item(name, None, f"item {name}")
        for number, option in enumerate(options):
            builder.add_option([(word, f"option {number}") for word in option], f"option {number}")
        return builder.finish()

    @property
    def size(self) -> int:
        """Number of options."""
        return len(self.start) - 1

    @property
    def primary(self) -> int:
        """Number of primary items."""
        return len(self.least)

    def option(self, number: int) -> list[str]:
        """Return the words of an option, ``item`` or ``item:color``."""
        entries = range(int(self.start[number]), int(self.start[number + 1]))
        return [self._word(entry) for entry in entries]

    def options(self) -> Iterator[list[str]]:
        """Return the words of each option."""
        return (self.option(number) for number in range(self.size))

    def coloring(self, chosen: Iterable[int]) -> dict[str, str]:
        """Return the color that a set of options gives to each secondary item that has one."""
        found = {}
        for option in chosen:
            for entry in range(int(self.start[option]), int(self.start[option + 1])):
                if self.color[entry]:
                    found[self.items[self.item[entry]]] = self.colors[self.color[entry] - 1]
        return found

    def faults(self, chosen: Iterable[int]) -> list[str]:
        """Return why a set of options is no solution; empty if it is one."""
        found = []
        uses = np.zeros(len(self.items), dtype=np.int64)
        given: dict[int, set[int]] = {}
        seen: set[int] = set()
        for option in chosen:
            if option in seen:
                found.append(f"option {option} is there twice")
            seen.add(option)
            for entry in range(int(self.start[option]), int(self.start[option + 1])):
                uses[self.item[entry]] += 1
                given.setdefault(int(self.item[entry]), set()).add(int(self.color[entry]))
        for number, name in enumerate(self.items[: self.primary]):
            if not self.least[number] <= uses[number] <= self.most[number]:
                bounds = _bounds(int(self.least[number]), int(self.most[number]))
                found.append(f"{name} is in {uses[number]} options, but must be in {bounds}")
        for number in range(self.primary, len(self.items)):
            if uses[number] > 1 and (len(given[number]) > 1 or 0 in given[number]):
                found.append(
                    f"{self.items[number]} is in {uses[number]} options that do not agree on a color"
                )
        return found

    def _word(self, entry: int) -> str:
        name = self.items[self.item[entry]]
        color = self.color[entry]
        return f"{name}:{self.colors[color - 1]}" if color else name


def read_xcc(text: str) -> ExactCover:
    """Read an exact cover problem in Knuth's text format.

    Lines that begin with ``|`` are comments. The first other line names the items, the secondary ones
    after a ``|`` that stands alone. A primary item may have bounds before its name: ``2:3|a`` is in two
    or three options, ``2|a`` in exactly two. Each further line is an option: items, those that are
    secondary with ``:color`` if they have one.

    Raises
    ------
    FormatError
        With the line and the column.

    Examples
    --------
    >>> cover = read_xcc('''| a toy example
    ... p q r | x y
    ... p q x y:A
    ... p r x:A y
    ... p x:B
    ... q x:A
    ... r y:B
    ... ''')
    >>> cover.primary, cover.size, cover.colors
    (3, 5, ('A', 'B'))

    References
    ----------
    D. E. Knuth, *The Art of Computer Programming*, volume 4B, section 7.2.2.1; his programs DLX2,
    DLX3, SSXCC and SSMCC read this format.
    """
    builder = _Builder()
    named = False
    for line_number, line in enumerate(text.splitlines(), start=1):
        words = [
            (match[0], f"line {line_number}, column {match.start() + 1}")
            for match in re.finditer(r"\S+", line)
        ]
        if not words or line.startswith("|"):
            continue
        if not named:
            named = True
            _read_items(words, builder)
        else:
            builder.add_option(words, f"line {line_number}, column 1")
    if not named:
        raise FormatError("there is no line of items", where="line 1, column 1")
    return builder.finish()


def write_xcc(cover: ExactCover, comment: str = "") -> str:
    """Write a problem in Knuth's text format; `read_xcc` reads it back.

    Parameters
    ----------
    comment : str, optional
        Written on top, as comment lines.
    """
    lines = [f"| {line}" for line in comment.splitlines()]
    words = []
    for name, least, most in zip(cover.items, cover.least.tolist(), cover.most.tolist(), strict=False):
        words.append(name if (least, most) == (1, 1) else f"{_bounds(least, most, ':')}|{name}")
    if len(cover.items) > cover.primary:
        words += ["|", *cover.items[cover.primary :]]
    lines.append(" ".join(words))
    lines += [" ".join(option) for option in cover.options()]
    return "\n".join(lines) + "\n"


def _bounds(least: int, most: int, between: str = " to ") -> str:
    return f"{least}" if least == most else f"{least}{between}{most}"


def _read_items(words: list[tuple[str, str]], builder: _Builder) -> None:
    secondary = False
    for word, where in words:
        if word == "|":
            if secondary:
                raise FormatError("a second '|'; one divides primary from secondary items", where=where)
            secondary = True
            continue
        name = word
        bounds = None if secondary else (1, 1)
        if match := _BOUNDS.fullmatch(word):
            if secondary:
                raise FormatError(f"'{word}': only primary items have bounds", where=where)
            most, name = int(match[2]), match[3]
            bounds = (int(match[1]) if match[1] else most, most)
        builder.add_item(name, bounds, where)


class _Builder:
    """The items and options read so far."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.bounds: list[tuple[int, int]] = []
        self.start = [0]
        self.item: list[int] = []
        self.color: list[int] = []
        self.colors: dict[str, int] = {}

    def add_item(self, name: str, bounds: tuple[int, int] | None, where: str) -> None:
        """Add an item; no bounds makes it a secondary one."""
        if not name or ":" in name or "|" in name or name.split() != [name]:
            raise FormatError(
                f"'{name}' is no name of an item: it must have no space, ':' or '|'", where=where
            )
        if name in self.numbers:
            raise FormatError(f"the item '{name}' is named twice", where=where)
        self.numbers[name] = len(self.numbers)
        if bounds is None:
            return
        least, most = bounds
        if not 0 <= least <= most:
            raise FormatError(f"the item '{name}' has at least {least} and at most {most}", where=where)
        if most > _LARGEST:
            raise FormatError(
                f"the item '{name}' has at most {most}; up to {_LARGEST} is possible", where=where
            )
        self.bounds.append(bounds)

    def add_option(self, words: list[tuple[str, str]], where: str) -> None:
        """Add an option of (word, place) pairs."""
        seen: set[int] = set()
        primary = len(self.bounds)
        for word, place in words:
            name, colon, color = word.partition(":")
            number = self.numbers.get(name)
            if number is None:
                raise FormatError(f"there is no item '{name}'", where=place)
            if number in seen:
                raise FormatError(f"the item '{name}' is there twice", where=place)
            if colon and number < primary:
                raise FormatError(f"'{word}': only secondary items have colors", where=place)
            if colon and (not color or color.split() != [color]):
                raise FormatError(f"'{word}' has no color after the colon", where=place)
            seen.add(number)
            self.item.append(number)
            self.color.append(self.colors.setdefault(color, len(self.colors) + 1) if colon else 0)
        if not any(number < primary for number in seen):
            raise FormatError("an option must have a primary item, and this one has none", where=where)
        self.start.append(len(self.item))

    def finish(self) -> ExactCover:
        """Return the problem."""
        bounds = np.array(self.bounds, dtype=np.int64).reshape(-1, 2)
        return ExactCover(
            items=tuple(self.numbers),
            least=bounds[:, 0].copy(),
            most=bounds[:, 1].copy(),
            start=np.array(self.start, dtype=np.int64),
            item=np.array(self.item, dtype=np.int32),
            color=np.array(self.color, dtype=np.int32),
            colors=tuple(self.colors),
        )
