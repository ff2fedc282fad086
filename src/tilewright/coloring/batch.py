"""Judge thousands of tilings: a kernel sees whole batches of label arrays, and no Python runs for each of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tilewright.arguments import format_value
from tilewright.coloring.exact import Numbers
from tilewright.coloring.graph import SIDEWAYS, Contacts, Touch, check_touch
from tilewright.coloring.least import check_numbers
from tilewright.errors import ColoringError, LimitError
from tilewright.labels import OUTSIDE
from tilewright.lattices.lattice import SQUARES, Lattice, as_lattice
from tilewright.lattices.surface import FLAT, Surface
from tilewright.system.arrays import read_only
from tilewright.system.cores import cores
from tilewright.tiling import Tiling

__all__ = ["Judgment", "Tally", "crossings", "judge", "stacks", "tally"]

#: Tilings of one call of the kernel.
_CHUNK = 512
#: Steps for each number of colors of one tiling.
_STEPS = 2_000_000
#: Cells of a stack that `stacks` makes.
_STACK_CELLS = 1 << 21


@dataclass(frozen=True, eq=False)
class Judgment:
    """What `judge` says about a batch.

    Attributes
    ----------
    colors : (m,) int32
        The least number of colors of each tiling; with given numbers, that number, or 0 where there
        is no such coloring.
    coloring : (m, t) int32
        Such a coloring of each tiling, -1 padded (and -1 where there is none).
    """

    colors: NDArray[np.int32]
    coloring: NDArray[np.int32]

    def __repr__(self) -> str:
        return f"<Judgment of {len(self.colors)} tilings>"


@dataclass
class Tally:
    """What `tally` says about an enumeration.

    Attributes
    ----------
    tilings : int
        How many there were.
    by_colors : dict of int to int
        How many need each number of colors; with given numbers, how many can (that number) and
        cannot (0) be colored so.
    by_crossings : dict of int to int
        How many have each number of points where four tiles meet; of flat boards of squares.
    """

    tilings: int = 0
    by_colors: dict[int, int] = field(default_factory=dict)
    by_crossings: dict[int, int] = field(default_factory=dict)

    def add(self, colors: NDArray[np.int32], points: NDArray[np.int32] | None) -> None:
        """Count a batch; without `points`, where four tiles meet is not asked."""
        self.tilings += len(colors)
        for table, values in ((self.by_colors, colors), (self.by_crossings, points)):
            if values is None:
                continue
            for value, count in zip(*np.unique(values, return_counts=True), strict=True):
                table[int(value)] = table.get(int(value), 0) + int(count)


def stacks(tilings: Iterable[Tiling]) -> Iterator[NDArray[np.int32]]:
    """Stack the label arrays of tilings of one board into (m, rows, columns) batches; of cubes, (m, layers, rows, columns)."""
    held: list[NDArray[np.signedinteger]] = []
    for tiling in tilings:
        if not isinstance(tiling, Tiling):
            raise ColoringError(f"a batch is made of tilings, not of {format_value(tiling)}", where="tilings")
        held.append(tiling.labels)
        if len(held) * tiling.labels.size >= _STACK_CELLS:
            yield np.ascontiguousarray(np.stack(held), dtype=np.int32)
            held = []
    if held:
        yield np.ascontiguousarray(np.stack(held), dtype=np.int32)


def judge(
    labels: NDArray[np.signedinteger],
    touch: Touch = "edge",
    *,
    colors: int | None = None,
    balanced: bool = False,
    numbers: tuple[int, ...] | None = None,
    outside: bool = False,
    threads: int | None = None,
    lattice: Lattice | str = SQUARES,
    surface: Surface = FLAT,
) -> Judgment:
    """Find the least number of colors of each of many tilings, or which of them can be colored so.

    Parameters
    ----------
    labels : (m, rows, columns) int array, or (m, layers, rows, columns) of cubes
        Label arrays of tilings of one board, as the enumeration yields them.
    touch, colors, balanced, numbers, outside
        As for `color`.
    threads : int, optional
        How many threads; all cores when not given.
    lattice : Lattice or str
    surface : Surface
        Of what the cells are, and how sides are joined.

    Returns
    -------
    Judgment

    Raises
    ------
    ColoringError
        If the request makes no sense (numbers must fit every tiling).
    LimitError
        If one of the tilings is too hard.

    Notes
    -----
    Some ten microseconds for each tiling of a dozen tiles.

    Examples
    --------
    >>> batch = np.array([[[0, 0, 1, 1]], [[0, 1, 2, 2]]], dtype=np.int32)
    >>> judge(batch).colors.tolist(), judge(batch, colors=1).colors.tolist()
    ([2, 2], [0, 0])
    """
    from tilewright.kernels.coloring.adjacency import steps
    from tilewright.kernels.coloring.batch import judge as kernel

    distance = check_touch(touch)
    cells = as_lattice(lattice)
    batch = _batch(labels, (1 + cells.dimension,))
    distance = min(distance, max(batch.shape[1:], default=1))
    if len(batch) and (cells is not SQUARES or surface.joined):
        contacts = Contacts(batch[0] != OUTSIDE, cells, surface, distance)
        batch, offsets = read_only(contacts.side_by_side(batch, outside)), SIDEWAYS
    else:
        offsets = steps(distance)
    most = int(batch.max(initial=-1)) + 1
    least = np.zeros(len(batch), dtype=np.int32)
    coloring = np.full((len(batch), most), -1, dtype=np.int32)
    if most == 0 or len(batch) == 0:
        return Judgment(least, coloring)
    fixed = colors is not None or balanced or numbers is not None
    if fixed:
        sizes = np.unique(batch.max(axis=(1, 2))) + 1 if balanced or numbers is not None else [most]
        if len(sizes) > 1:
            raise ColoringError(
                f"the tilings have {sizes[0]} to {sizes[-1]} tiles; balance and numbers are for tilings "
                "with equally many",
                where="numbers",
            )
        wanted = check_numbers(int(sizes[0]), colors, balanced, numbers, outside)
    else:
        wanted = Numbers.free(most + outside, most, outside)
    palette = wanted.palette
    lowest = len(palette) if fixed else 1

    def work(begin: int) -> None:
        part = slice(begin, begin + _CHUNK)
        kernel(batch[part], offsets, outside, palette.copy(), lowest, _STEPS, least[part], coloring[part])

    _in_threads(work, len(batch), threads)
    if (least < 0).any():
        raise LimitError(
            f"{int((least < 0).sum())} of {len(batch)} tilings were not settled within {_STEPS} steps each",
            where="colors",
        )
    if not fixed and not outside:
        least[batch.max(axis=(1, 2)) < 0] = 0
    return Judgment(least, coloring)


def _in_threads(work: object, total: int, threads: int | None) -> None:
    assert callable(work)
    begins = range(0, total, _CHUNK)
    count = min(threads or cores(), len(begins))
    if count <= 1:
        for begin in begins:
            work(begin)
        return
    with ThreadPoolExecutor(count) as pool:
        for done in [pool.submit(work, begin) for begin in begins]:
            done.result()


def crossings(labels: NDArray[np.signedinteger]) -> NDArray[np.int32]:
    """Count the points where four tiles meet, in each of many tilings.

    Parameters
    ----------
    labels : (m, rows, columns) or (rows, columns) int array

    Returns
    -------
    (m,) int32

    Examples
    --------
    >>> crossings(np.array([[0, 0, 1], [2, 3, 1]])).tolist(), crossings(np.array([[0, 1], [2, 3]])).tolist()
    ([0], [1])
    """
    from tilewright.kernels.coloring.batch import crossings as kernel

    batch = _batch(labels, (2, 3))
    batch = batch.reshape(-1, *batch.shape[-2:])
    points = np.zeros(len(batch), dtype=np.int32)
    kernel(batch, points)
    return points


def _batch(labels: object, dimensions: tuple[int, ...]) -> NDArray[np.int32]:
    """Return label arrays as the kernels take them."""
    array = np.asarray(labels)
    if array.ndim not in dimensions or array.dtype.kind not in "iu":
        raise ColoringError(
            f"a batch is an array of whole numbers of the shape (m, rows, columns), not {array.dtype} of "
            f"shape {array.shape}",
            where="labels",
        )
    return read_only(np.ascontiguousarray(array, dtype=np.int32))


def tally(
    batches: Iterable[NDArray[np.int32]],
    touch: Touch = "edge",
    *,
    colors: int | None = None,
    balanced: bool = False,
    numbers: tuple[int, ...] | None = None,
    outside: bool = False,
    threads: int | None = None,
    lattice: Lattice | str = SQUARES,
    surface: Surface = FLAT,
) -> Tally:
    """Count how many tilings of an enumeration need each number of colors, or can be colored so.

    Parameters
    ----------
    batches : iterable of (m, rows, columns) arrays
        `stacks` makes them of tilings.
    touch, colors, balanced, numbers, outside, threads, lattice, surface
        As for `judge`.

    Examples
    --------
    >>> from tilewright import Problem, tilings
    >>> packings = tilings(Problem("3x20", "pentominoes"), unique=True)
    >>> tally(stacks(packings), "strong").by_colors
    {3: 2}
    """
    result = Tally()
    for batch in batches:
        judged = judge(
            batch,
            touch,
            colors=colors,
            balanced=balanced,
            numbers=numbers,
            outside=outside,
            threads=threads,
            lattice=lattice,
            surface=surface,
        )
        flat = as_lattice(lattice) is SQUARES and not surface.joined
        result.add(judged.colors, crossings(batch) if flat else None)
    return result
