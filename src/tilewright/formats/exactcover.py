"""Exact cover problems with colors, multiplicities and costs, also made from tiling problems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import FormatError, RequestError, quoted
from tilewright.model.cover import Cover, compile_cover, decode
from tilewright.model.problem import Problem
from tilewright.model.space.lattice import cell_word
from tilewright.model.tiling import Tiling
from tilewright.system.values.arguments import check_integer, format_value
from tilewright.system.values.arrays import starts

#: The kernel counts in 32 bits and needs two of them for flags.
_LARGEST = (1 << 28) - 1


@dataclass(frozen=True, eq=False)
class ExactCover:
    """An exact cover problem with colors and multiplicities (XCC, MCC) and optional costs.

    A solution is a set of options. Each primary item must be in at least `least` and at most `most`
    of the chosen options. Chosen options that share a secondary item must assign the same color to
    the item. A secondary item without a color can be in at most one of the chosen options.

    Attributes
    ----------
    items : tuple of str
        The names of the items: primary items first, then secondary ones.
    least, most : (number of primary items,) int64
        The minimum and maximum number of chosen options that contain each primary item.
    start : (options + 1,) int64
        Option o contains the items ``item[start[o]:start[o + 1]]``.
    item : (entries,) int32
        Item numbers.
    color : (entries,) int32
        The color of each entry: 0 for no color, otherwise 1 plus the index of the color in
        `colors`.
    colors : tuple of str
        The names of the colors.
    cost : (options,) int64 or None
        The nonnegative cost of each option; None if options have no costs.
    ignored : int
        The number of options that were dropped because they contain no primary item.
    cover : Cover or None
        The compiled tiling problem that the exact cover problem was created from, if any.

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
    cover: Cover | None = None

    @classmethod
    def build(
        cls,
        options: Iterable[Iterable[str | int]],
        primary: Iterable[str | int],
        secondary: Iterable[str | int] = (),
        bounds: Mapping[Any, tuple[int, int]] | None = None,
        cost: Iterable[int] | None = None,
    ) -> ExactCover:
        """Return an exact cover problem with the given items and options.

        Parameters
        ----------
        options : iterable of iterables of str or int
            The items of each option. A secondary item with a color is written ``item:color``.
        primary, secondary : iterable of str or int
            The names of the items. An integer is converted to its decimal digits.
        bounds : dict, optional
            The minimum and maximum number of chosen options for primary items, as pairs ``(least,
            most)``. By default, each primary item must be in exactly one chosen option.
        cost : iterable of int, optional
            The cost of each option.

        Raises
        ------
        FormatError
            If a name is unknown or invalid, if an option contains an item twice or no primary item,
            or if `least` is greater than `most`.
        """
        builder = Builder()
        for name in primary:
            builder.add_item(_item_name(name), (bounds or {}).get(name, (1, 1)), f"item {name}")
        for name in secondary:
            builder.add_item(_item_name(name), None, f"item {name}")
        start, item, color = [0], list[int](), list[int]()
        for number, option in enumerate(options):
            where = f"option {number}"
            seen: set[int] = set()
            for word in option:
                which, tint = builder.entry(_item_name(word), where)
                if which in seen:
                    raise FormatError(f"duplicate item {quoted(builder.name(which))}", where=where)
                seen.add(which)
                item.append(which)
                color.append(tint)
            if not any(which < len(builder.bounds) for which in seen):
                raise FormatError(
                    "an option must have at least one primary item, got 0", where=where
                )
            start.append(len(item))
        prices = None if cost is None else np.array(list(cost), dtype=np.int64)
        if prices is not None and (prices.shape != (len(start) - 1,) or (prices < 0).any()):
            raise FormatError(
                f"`cost` must have {len(start) - 1} nonnegative integers, one for each option"
            )
        return builder.finish(
            np.array(start, dtype=np.int64),
            np.array(item, dtype=np.int32),
            np.array(color, dtype=np.int32),
            prices,
        )

    def __repr__(self) -> str:
        secondary = len(self.items) - self.primary
        return (
            f"<ExactCover of {self.primary} primary and {secondary} secondary items by "
            f"{self.size} options>"
        )

    @property
    def size(self) -> int:
        """The number of options."""
        return len(self.start) - 1

    @property
    def primary(self) -> int:
        """The number of primary items."""
        return len(self.least)

    def option(self, number: int) -> list[str]:
        """Return the items of an option as strings ``item`` or ``item:color``."""
        entries = range(int(self.start[number]), int(self.start[number + 1]))
        return [self._entry_word(entry) for entry in entries]

    def options(self) -> Iterator[list[str]]:
        """Return an iterator over the items of each option as strings."""
        return (self.option(number) for number in range(self.size))

    def tiling(self, chosen: Iterable[int]) -> Tiling:
        """Return the tiling that corresponds to a solution.

        Parameters
        ----------
        chosen : iterable of int
            The numbers of the chosen options, in any order. Negative numbers are skipped.

        Raises
        ------
        RequestError
            If the exact cover problem was not created from a tiling problem, or if the chosen
            options are not a solution.

        Examples
        --------
        >>> import tilewright as tw
        >>> from tilewright.solving.search import exact_cover
        >>> exact = as_exact_cover(tw.Problem("2x3", "L3=2"))
        >>> print(exact.tiling(next(exact_cover(exact))).text())
        AAB
        ABB
        """
        if self.cover is None:
            raise RequestError("only covers created by `as_exact_cover` correspond to tilings")
        numbers = [check_integer(option, "an option", None, self.size - 1) for option in chosen]
        numbers = [option for option in numbers if option >= 0]
        if faults := self.faults(numbers):
            raise RequestError(f"the options are not a solution: {faults[0]}")
        placed = [option for option in numbers if option < self.cover.size]
        return decode(self.cover, np.array(placed, dtype=np.int32))

    def to_scipy(self) -> Any:
        """Return the options and items as a SciPy sparse matrix.

        Returns
        -------
        scipy.sparse.csr_array, shape (options, items), int64
            An entry is 1 if the option contains the item. The columns are in the order of `items`,
            so the primary items come first. Colors are not part of the matrix.

        Raises
        ------
        RequestError
            If SciPy is not installed.
        """
        try:
            from scipy.sparse import csr_array
        except ImportError:
            raise RequestError(
                "SciPy is not installed. Install it with: pip install 'tilewright[scipy]'",
                where="scipy",
            ) from None
        ones = np.ones(len(self.item), dtype=np.int64)
        shape = (self.size, len(self.items))
        return csr_array((ones, self.item, self.start), shape=shape, copy=True)

    def coloring(self, chosen: Iterable[int]) -> dict[str, str]:
        """Return the color that the chosen options assign to each colored secondary item."""
        colors = {}
        for option in chosen:
            for entry in range(int(self.start[option]), int(self.start[option + 1])):
                if self.color[entry]:
                    colors[self.items[self.item[entry]]] = self.colors[self.color[entry] - 1]
        return colors

    def faults(self, chosen: Iterable[int]) -> list[str]:
        """Return the reasons why the chosen options are not a solution, or an empty list if they
        are a solution.
        """
        faults = []
        uses = np.zeros(len(self.items), dtype=np.int64)
        colors: dict[int, set[int]] = {}
        seen: set[int] = set()
        for option in chosen:
            if option in seen:
                faults.append(f"option {option} is chosen twice")
            seen.add(option)
            for entry in range(int(self.start[option]), int(self.start[option + 1])):
                uses[self.item[entry]] += 1
                colors.setdefault(int(self.item[entry]), set()).add(int(self.color[entry]))
        for number, name in enumerate(self.items[: self.primary]):
            if not self.least[number] <= uses[number] <= self.most[number]:
                bounds = bounds_text(int(self.least[number]), int(self.most[number]))
                faults.append(f"{name} is in {uses[number]} options, but must be in {bounds}")
        for number in range(self.primary, len(self.items)):
            if uses[number] > 1 and (len(colors[number]) > 1 or 0 in colors[number]):
                faults.append(
                    f"{self.items[number]} is in {uses[number]} options with different colors"
                )
        return faults

    def _entry_word(self, entry: int) -> str:
        name = self.items[self.item[entry]]
        color = self.color[entry]
        return f"{name}:{self.colors[color - 1]}" if color else name


def bounds_text(least: int, most: int, between: str = " to ") -> str:
    """Return bounds as text: one number, or two with `between` between them."""
    return f"{least}" if least == most else f"{least}{between}{most}"


def _item_name(item: object) -> str:
    """Return the name of an item that is a string or an integer."""
    if isinstance(item, str):
        return item
    if isinstance(item, Integral) and not isinstance(item, bool):
        return str(int(item))
    raise FormatError(f"an item must be a string or an integer, got {format_value(item)}")


class Builder:
    """Collects items and options, and checks each name."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.bounds: list[tuple[int, int]] = []
        self.colors: dict[str, int] = {}

    def add_item(self, name: str, bounds: tuple[int, int] | None, where: str) -> None:
        """Add a primary item with bounds, or a secondary item without."""
        if not name or ":" in name or "|" in name or name.split() != [name]:
            raise FormatError(
                f"invalid item name {quoted(name)}: spaces, ':' and '|' are not allowed",
                where=where,
            )
        if name in self.numbers:
            raise FormatError(f"duplicate item {quoted(name)}", where=where)
        self.numbers[name] = len(self.numbers)
        if bounds is None:
            return
        least, most = bounds
        if not 0 <= least <= most:
            raise FormatError(
                f"the bounds of item {quoted(name)} must satisfy 0 <= least <= most, got {least} "
                "and "
                f"{most}",
                where=where,
            )
        if most > _LARGEST:
            raise FormatError(
                f"the upper bound of item {quoted(name)} must be at most {_LARGEST}, got {most}",
                where=where,
            )
        self.bounds.append(bounds)

    def name(self, number: int) -> str:
        """Return the name of an item."""
        return list(self.numbers)[number]

    def entry(self, word: str, where: str) -> tuple[int, int]:
        """Return item and color (0 for none) of a word in an option."""
        name, colon, color = word.partition(":")
        number = self.numbers.get(name)
        if number is None:
            raise FormatError(f"unknown item {quoted(name)}", where=where)
        if colon and number < len(self.bounds):
            raise FormatError(f"{quoted(word)}: only secondary items can have colors", where=where)
        if colon and (not color or color.split() != [color]):
            raise FormatError(f"{quoted(word)}: the color after the colon is missing", where=where)
        return number, self.colors.setdefault(color, len(self.colors) + 1) if colon else 0

    def finish(
        self,
        start: NDArray[np.int64],
        item: NDArray[np.int32],
        color: NDArray[np.int32],
        cost: NDArray[np.int64] | None = None,
        ignored: int = 0,
    ) -> ExactCover:
        """Return the exact cover problem with these options."""
        bounds = np.array(self.bounds, dtype=np.int64).reshape(-1, 2)
        least, most = bounds[:, 0].copy(), bounds[:, 1].copy()
        return ExactCover(
            tuple(self.numbers), least, most, start, item, color, tuple(self.colors), cost, ignored
        )


def as_exact_cover(cover: Cover | Problem) -> ExactCover:
    """Convert a tiling problem, compiled or not, to an exact cover problem whose solutions are the
    tilings.

    The items for cells are named ``row,column``, and the items for pieces have the names of the
    pieces (with ``'`` appended if a name is already in use). Option j corresponds to placement j.
    The options for placements are followed by one option for each cell that may stay empty. A piece
    with no limit on its copies is not an item, and a piece used at most once is a secondary item. A
    cell that may stay empty is also a secondary item, unless the number of such cells is limited.

    Examples
    --------
    >>> from tilewright.model.problem import Problem
    >>> exact = as_exact_cover(Problem("2x2", "dominoes+"))
    >>> list(exact.options())
    [['0,0', '0,1'], ['0,0', '1,0'], ['0,1', '1,1'], ['1,0', '1,1']]
    """
    if isinstance(cover, Problem):
        cover = compile_cover(cover)
    if not isinstance(cover, Cover):
        raise RequestError(
            f"expected a Problem or a compiled problem, got {format_value(cover)}; "
            "tilewright.read(…) reads a problem from strings"
        )
    cover.problem.refuse_rules("an exact cover problem")
    area, copies = cover.area, len(cover.least)
    least = np.ones(area + copies + 1, dtype=np.int64)
    most = least.copy()
    least[area:-1], most[area:-1] = cover.least, np.maximum(cover.most, cover.least)
    limited = (cover.least > 0) | (cover.most < area // cover.shapes.size)
    counted = (cover.empty_least, cover.empty_most) != (0, int(cover.optional.sum()))
    is_item = np.concatenate([np.ones(area, dtype=bool), limited, [counted]])
    secondary = np.concatenate(
        [cover.optional & (not counted), (least == 0)[area:-1] & (most == 1)[area:-1], [False]]
    )
    is_limited = limited[cover.placement_piece]
    item = np.insert(
        cover.item, cover.start[1:][is_limited], area + cover.placement_piece[is_limited]
    )
    length = np.diff(cover.start) + is_limited
    slack = counted
    without = (
        cover.size > 0 and not np.logical_or.reduceat(~secondary[item], starts(length)[:-1]).all()
    )
    if without or not (is_item & ~secondary).any():
        # Every option, and the problem, needs a primary item, so each cell that stays empty gets an
        # option.
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
    order = np.concatenate(
        [np.flatnonzero(is_item & ~secondary), np.flatnonzero(is_item & secondary)]
    )
    place = np.zeros(len(is_item), dtype=np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    names = _item_names(cover)
    primary = int((is_item & ~secondary).sum())
    return ExactCover(
        items=tuple(names[number] for number in order.tolist()),
        least=least[order[:primary]],
        most=most[order[:primary]],
        start=starts(length),
        item=place[item],
        color=np.zeros(len(item), dtype=np.int32),
        cover=cover,
    )


def _item_names(cover: Cover) -> list[str]:
    """Return the names of cells, pieces, and the item for empty cells."""
    names = [cell_word(cell) for cell in cover.cells.tolist()]
    taken = set(names)
    for name in (*cover.problem.names, "empty"):
        short_name = "".join(
            "-" if letter in ":|" or letter.isspace() else letter for letter in name
        )
        while short_name in taken:
            short_name += "'"
        taken.add(short_name)
        names.append(short_name)
    return names
