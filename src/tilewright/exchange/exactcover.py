"""Exact cover problems with colors, multiplicities and costs; every tiling problem as one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tilewright.cover import Cover
from tilewright.errors import FormatError, quoted

__all__ = ["ExactCover", "as_exact_cover"]

#: The kernel counts in 32 bits, with room for two flags.
_LARGEST = (1 << 28) - 1


@dataclass(frozen=True, eq=False)
class ExactCover:
    """An exact cover problem with colors and multiplicities (XCC, MCC), and costs if it has any.

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
    cost : (options,) int64 or None
        What each option costs, from 0 on; None if nothing is said of costs.
    ignored : int
        Options of the text that no solution has, as they hold no primary item.

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
    cost: NDArray[np.int64] | None = None
    ignored: int = 0

    @classmethod
    def build(
        cls,
        options: Iterable[Iterable[str]],
        primary: Iterable[str],
        secondary: Iterable[str] = (),
        bounds: dict[str, tuple[int, int]] | None = None,
        cost: Iterable[int] | None = None,
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
        cost : iterable of int, optional
            What each option costs.

        Raises
        ------
        FormatError
            If a name is unknown or not allowed, if an option holds an item twice or no primary item,
            or if ``least > most``.
        """
        builder = Builder()
        for name in primary:
            builder.add_item(name, (bounds or {}).get(name, (1, 1)), f"item {name}")
        for name in secondary:
            builder.add_item(name, None, f"item {name}")
        start, item, color = [0], list[int](), list[int]()
        for number, option in enumerate(options):
            where = f"option {number}"
            seen: set[int] = set()
            for word in option:
                which, tint = builder.entry(word, where)
                if which in seen:
                    raise FormatError(f"the item {quoted(builder.name(which))} is there twice", where=where)
                seen.add(which)
                item.append(which)
                color.append(tint)
            if not any(which < len(builder.bounds) for which in seen):
                raise FormatError("an option must have a primary item, and this one has none", where=where)
            start.append(len(item))
        prices = None if cost is None else np.array(list(cost), dtype=np.int64)
        if prices is not None and (prices.shape != (len(start) - 1,) or (prices < 0).any()):
            raise FormatError(f"costs are {len(start) - 1} numbers from 0 on, one for each option")
        return builder.finish(
            np.array(start, dtype=np.int64),
            np.array(item, dtype=np.int32),
            np.array(color, dtype=np.int32),
            prices,
        )

    def __repr__(self) -> str:
        secondary = len(self.items) - self.primary
        return (
            f"<ExactCover of {self.primary} primary and {secondary} secondary items by {self.size} options>"
        )

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
                bounds = bounds_text(int(self.least[number]), int(self.most[number]))
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


def bounds_text(least: int, most: int, between: str = " to ") -> str:
    """Write how often an item is held: one number, or two with a word between them."""
    return f"{least}" if least == most else f"{least}{between}{most}"


class Builder:
    """The items and options so far: checks each name where it stands."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.bounds: list[tuple[int, int]] = []
        self.colors: dict[str, int] = {}

    def add_item(self, name: str, bounds: tuple[int, int] | None, where: str) -> None:
        """Add an item; no bounds makes it a secondary one."""
        if not name or ":" in name or "|" in name or name.split() != [name]:
            raise FormatError(
                f"{quoted(name)} is no name of an item: it must have no space, ':' or '|'", where=where
            )
        if name in self.numbers:
            raise FormatError(f"the item {quoted(name)} is named twice", where=where)
        self.numbers[name] = len(self.numbers)
        if bounds is None:
            return
        least, most = bounds
        if not 0 <= least <= most:
            raise FormatError(f"the item {quoted(name)} has at least {least} and at most {most}", where=where)
        if most > _LARGEST:
            raise FormatError(
                f"the item {quoted(name)} has at most {most}; up to {_LARGEST} is possible", where=where
            )
        self.bounds.append(bounds)

    def name(self, number: int) -> str:
        """Return the name of an item."""
        return list(self.numbers)[number]

    def entry(self, word: str, where: str) -> tuple[int, int]:
        """Return the item and the color (0 for none) that a word of an option means."""
        name, colon, color = word.partition(":")
        number = self.numbers.get(name)
        if number is None:
            raise FormatError(f"there is no item {quoted(name)}", where=where)
        if colon and number < len(self.bounds):
            raise FormatError(f"{quoted(word)}: only secondary items have colors", where=where)
        if colon and (not color or color.split() != [color]):
            raise FormatError(f"{quoted(word)} has no color after the colon", where=where)
        return number, self.colors.setdefault(color, len(self.colors) + 1) if colon else 0

    def finish(
        self,
        start: NDArray[np.int64],
        item: NDArray[np.int32],
        color: NDArray[np.int32],
        cost: NDArray[np.int64] | None = None,
        ignored: int = 0,
    ) -> ExactCover:
        """Return the problem with these options."""
        bounds = np.array(self.bounds, dtype=np.int64).reshape(-1, 2)
        least, most = bounds[:, 0].copy(), bounds[:, 1].copy()
        return ExactCover(
            tuple(self.numbers), least, most, start, item, color, tuple(self.colors), cost, ignored
        )


def as_exact_cover(cover: Cover) -> ExactCover:
    """Return the exact cover problem that a tiling problem is: its solutions are the tilings.

    Cells are items named ``row,column``, pieces are named as in tilings (with ``'`` at the end if that is taken).
    Option j is placement j; options behind them say that a cell stays empty. A piece that any number of copies may
    be of is no item, one that is there at most once a secondary one; a cell that may stay empty is a secondary
    item, too, unless the number of such cells matters.

    Examples
    --------
    >>> from tilewright.cover import compile_cover
    >>> from tilewright.problem import Problem
    >>> exact = as_exact_cover(compile_cover(Problem("2x2", "dominoes+")))
    >>> list(exact.options())
    [['0,0', '0,1'], ['0,0', '1,0'], ['0,1', '1,1'], ['1,0', '1,1']]
    """
    area, copies = cover.area, len(cover.least)
    sizes = np.array([len(piece.polyomino) for piece in cover.problem.pieces], dtype=np.int64)
    least = np.ones(area + copies + 1, dtype=np.int64)
    most = least.copy()
    least[area:-1], most[area:-1] = cover.least, np.maximum(cover.most, cover.least)
    limited = (cover.least > 0) | (cover.most < area // sizes)
    counted = (cover.empty_least, cover.empty_most) != (0, int(cover.optional.sum()))
    kept = np.concatenate([np.ones(area, dtype=bool), limited, [counted]])
    secondary = np.concatenate(
        [cover.optional & (not counted), (least == 0)[area:-1] & (most == 1)[area:-1], [False]]
    )
    held = limited[cover.placement_piece]
    item = np.insert(cover.item, cover.start[1:][held], area + cover.placement_piece[held])
    length = np.diff(cover.start) + held
    slack = counted
    without = cover.size > 0 and not np.logical_or.reduceat(~secondary[item], _starts(length)[:-1]).all()
    if without or not (kept & ~secondary).any():
        # Each option, and the whole, needs a primary item: here a cell that stays empty has an option of its own.
        secondary[:area] = False
        slack = True
    empties = np.flatnonzero(cover.optional) if slack else np.zeros(0, dtype=np.int64)
    if counted:
        least[-1], most[-1] = cover.empty_least, max(cover.empty_least, cover.empty_most)
        item = np.concatenate(
            [item, np.column_stack([empties, np.full(len(empties), area + copies)]).ravel()]
        )
    else:
        item = np.concatenate([item, empties])
    length = np.concatenate([length, np.full(len(empties), 1 + counted)])
    order = np.concatenate([np.flatnonzero(kept & ~secondary), np.flatnonzero(kept & secondary)])
    place = np.zeros(len(kept), dtype=np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    names = _item_names(cover)
    primary = int((kept & ~secondary).sum())
    return ExactCover(
        items=tuple(names[number] for number in order.tolist()),
        least=least[order[:primary]],
        most=most[order[:primary]],
        start=_starts(length),
        item=place[item],
        color=np.zeros(len(item), dtype=np.int32),
    )


def _starts(length: NDArray[np.integer]) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(length)]).astype(np.int64)


def _item_names(cover: Cover) -> list[str]:
    """Return the names of the cells, of the pieces, and of the cells that stay empty."""
    names = [",".join(map(str, cell)) for cell in cover.cells.tolist()]
    taken = set(names)
    for name in (*cover.problem.names, "empty"):
        own = "".join("-" if letter in ":|" or letter.isspace() else letter for letter in name)
        while own in taken:
            own += "'"
        taken.add(own)
        names.append(own)
    return names
