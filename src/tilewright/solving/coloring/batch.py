"""Color thousands of tilings at once: a kernel processes whole batches of label arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import ColoringError, LimitError
from tilewright.model.space.labels import OUTSIDE
from tilewright.model.space.lattice import SQUARES, Lattice, as_lattice
from tilewright.model.space.surface import FLAT, Surface
from tilewright.model.tiling import Tiling
from tilewright.solving.coloring.exact import Numbers
from tilewright.solving.coloring.least import check_numbers
from tilewright.solving.coloring.touching import SIDEWAYS, Contacts, Touch, check_touch
from tilewright.system.platform.machine import useful_threads
from tilewright.system.values.arguments import format_value
from tilewright.system.values.arrays import read_only
from tilewright.system.work.deadline import check_time, report
from tilewright.system.work.limits import ThreadLimits, limited
from tilewright.system.work.progress import Progress

#: Tilings per call of the kernel.
_CHUNK = 512
#: Most steps for each number of colors of one tiling.
_STEPS = 2_000_000
#: Cells per batch of `stacks`.
_STACK_CELLS = 1 << 21


@dataclass(frozen=True, eq=False)
class BatchColors:
    """The result of `judge`.

    Attributes
    ----------
    colors : (m,) int32
        The minimum number of colors for each tiling. If a number of colors was requested, each
        entry is that number, or 0 if that number is not enough.
    coloring : (m, t) int32
        For each tiling, a coloring with the number of colors in ``colors``, padded with -1. All
        entries are -1 if no coloring exists.
    """

    colors: NDArray[np.int32]
    coloring: NDArray[np.int32]

    def __repr__(self) -> str:
        return f"<BatchColors of {len(self.colors)} tilings>"


@dataclass
class ColorCounts:
    """The result of `tally`.

    Attributes
    ----------
    touch, colors, balanced, sizes, outside
        The arguments of ``tally``, which are the same as for `color`.
    tilings : int
        The number of tilings.
    by_colors : dict of int to int
        For each number of colors, the number of tilings that need that many colors. If a number of
        colors was requested, the entry for this number counts the tilings that can be colored as
        requested, and entry 0 counts all other tilings.
    by_crossings : dict of int to int
        The number of tilings for each number of crossings (points where four tiles meet); empty
        unless the board is flat and made of squares.
    complete : bool
        Whether all tilings are included; False if there may be other tilings.
    """

    touch: Touch = "edge"
    colors: int | None = None
    balanced: bool = False
    sizes: tuple[int, ...] | None = None
    outside: bool = False
    tilings: int = 0
    by_colors: dict[int, int] = field(default_factory=dict)
    by_crossings: dict[int, int] = field(default_factory=dict)
    complete: bool = True

    def judge(
        self,
        labels: NDArray[np.signedinteger],
        *,
        lattice: Lattice | str = SQUARES,
        surface: Surface = FLAT,
        **limits: Unpack[ThreadLimits],
    ) -> BatchColors:
        """Apply `judge` to a batch of tilings, and add the results to the counts."""
        judged = judge(
            labels,
            self.touch,
            colors=self.colors,
            balanced=self.balanced,
            sizes=self.sizes,
            outside=self.outside,
            lattice=lattice,
            surface=surface,
            **limits,
        )
        flat = as_lattice(lattice) is SQUARES and not surface.joined
        self.add(judged.colors, crossings(labels) if flat else None)
        return judged

    def add(self, colors: NDArray[np.int32], points: NDArray[np.int32] | None) -> None:
        """Add the results of a batch to the counts. `points` contains the number of crossings of
        each tiling, if known.
        """
        self.tilings += len(colors)
        for table, values in ((self.by_colors, colors), (self.by_crossings, points)):
            if values is None:
                continue
            for value, count in zip(*np.unique(values, return_counts=True), strict=True):
                table[int(value)] = table.get(int(value), 0) + int(count)

    @property
    def limited(self) -> bool:
        """Whether a number of colors was requested."""
        return self.colors is not None or self.balanced or self.sizes is not None

    @property
    def colorable(self) -> int:
        """The number of tilings that can be colored as requested."""
        return self.tilings - self.by_colors.get(0, 0)

    def text(self, *, crossings: bool = False) -> str:
        """Return the counts as text, as printed by ``tilewright color --all``. With `crossings`,
        include the counts by number of crossings (points where four tiles meet).
        """
        if not self.tilings:
            return "There is no tiling." if self.complete else "No tiling was colored."
        lines = []
        if self.limited:
            lines.append(f"{self.colorable} of {self.tilings} are {self._request()}")
        elif not crossings:
            head = f"colors ({self.touch})"
            lines.append(f"{head}  tilings")
            lines += [
                f"{colors:>{len(head)}}  {count:>7}"
                for colors, count in sorted(self.by_colors.items())
            ]
        if crossings:
            head = "points where four tiles meet"
            lines.append(f"{head}  tilings")
            lines += [
                f"{points:>{len(head)}}  {count:>7}"
                for points, count in sorted(self.by_crossings.items())
            ]
        return "\n".join(lines)

    def _request(self) -> str:
        """Return a phrase for the request, such as ``strongly 3-colorable and balanced``."""
        colors = len(self.sizes) if self.sizes else self.colors
        manner = {
            "edge": f"{colors}-colorable along edges",
            "strong": f"strongly {colors}-colorable",
        }
        text = manner.get(str(self.touch), f"{colors}-colorable within distance {self.touch}")
        if self.sizes:
            return f"{text}, with {', '.join(map(str, self.sizes))} tiles of each color"
        return f"{text} and balanced" if self.balanced else text

    def to_json(self, *, crossings: bool = False) -> dict[str, Any]:
        """Return the counts as JSON values, as printed by ``tilewright color --all --json``.
        Numbers of tilings are written as strings of digits.
        """
        answer: dict[str, Any] = {"touch": self.touch, "outside": self.outside}
        if self.limited:
            answer |= {
                "colors": len(self.sizes) if self.sizes else self.colors,
                "balanced": self.balanced,
                "numbers": None if self.sizes is None else list(self.sizes),
                "colorable": str(self.colorable),
            }
        else:
            answer["by_colors"] = _count_colors(self.by_colors)
        if crossings:
            answer["by_crossings"] = _count_colors(self.by_crossings)
        return answer | {"tilings": str(self.tilings), "complete": self.complete}


def _count_colors(numbers: dict[int, int]) -> dict[str, str]:
    return {str(key): str(value) for key, value in sorted(numbers.items())}


def stacks(tilings: Iterable[Tiling]) -> Iterator[NDArray[np.int32]]:
    """Yield the tilings of one board as batches of label arrays, of shape (m, rows, columns) or (m,
    layers, rows, columns).
    """
    held: list[NDArray[np.signedinteger]] = []
    for tiling in tilings:
        if not isinstance(tiling, Tiling):
            raise ColoringError(f"expected a Tiling, got {format_value(tiling)}", where="tilings")
        held.append(tiling.labels)
        if len(held) * tiling.labels.size >= _STACK_CELLS:
            yield np.ascontiguousarray(np.stack(held), dtype=np.int32)
            held = []
    if held:
        yield np.ascontiguousarray(np.stack(held), dtype=np.int32)


@limited
def judge(
    labels: NDArray[np.signedinteger],
    touch: Touch = "edge",
    *,
    colors: int | None = None,
    balanced: bool = False,
    sizes: tuple[int, ...] | None = None,
    outside: bool = False,
    lattice: Lattice | str = SQUARES,
    surface: Surface = FLAT,
    **limits: Unpack[ThreadLimits],
) -> BatchColors:
    """For each tiling of a batch, find the minimum number of colors, or decide whether it can be
    colored as requested.

    Parameters
    ----------
    labels : (m, rows, columns) int array, or (m, layers, rows, columns) of cubes
        Label arrays of tilings of the same board, as yielded by `stacks`.
    touch, colors, balanced, sizes, outside
        See `color`.
    lattice : Lattice or str
    surface : Surface
        The lattice and the surface of the board.
    timeout, max_memory, progress, threads
        See `tilewright.system.work.limits`.

    Returns
    -------
    BatchColors

    Raises
    ------
    ColoringError
        If the request is invalid. The requested `sizes` must match every tiling.
    LimitError
        If a tiling is too hard to color.

    Notes
    -----
    Coloring a tiling with a dozen tiles takes about ten microseconds.

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
        return BatchColors(least, coloring)
    fixed = colors is not None or balanced or sizes is not None
    if fixed:
        tiles = np.unique(batch.max(axis=(1, 2))) + 1 if balanced or sizes is not None else [most]
        if len(tiles) > 1:
            raise ColoringError(
                f"the tilings have {tiles[0]} to {tiles[-1]} tiles; `balanced` and `sizes` "
                "require tilings "
                "with the same number of tiles",
                where="sizes",
            )
        wanted = check_numbers(int(tiles[0]), colors, balanced, sizes, outside)
    else:
        wanted = Numbers.free(most + outside, most, outside)
    palette = wanted.palette
    lowest = len(palette) if fixed else 1

    def work(begin: int) -> None:
        part = slice(begin, begin + _CHUNK)
        kernel(
            batch[part],
            offsets,
            outside,
            palette.copy(),
            lowest,
            _STEPS,
            least[part],
            coloring[part],
        )

    begins = range(0, len(batch), _CHUNK)
    threads = min(useful_threads(), len(begins))
    with ThreadPoolExecutor(threads) as pool:
        for done, _ in enumerate((pool.map if threads > 1 else map)(work, begins), start=1):
            check_time()
            report(Progress(phase="colors", unit="batch", done=done, total=len(begins)))
    if (least < 0).any():
        raise LimitError(
            f"{int((least < 0).sum())} of {len(batch)} tilings could not be colored within "
            f"{_STEPS} steps per tiling",
            where="colors",
        )
    if not fixed and not outside:
        least[batch.max(axis=(1, 2)) < 0] = 0
    return BatchColors(least, coloring)


def crossings(labels: NDArray[np.signedinteger]) -> NDArray[np.int32]:
    """Return the number of points where four tiles meet, for each tiling.

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
    """  # noqa: E501
    from tilewright.kernels.coloring.batch import crossings as kernel

    batch = _batch(labels, (2, 3))
    batch = batch.reshape(-1, *batch.shape[-2:])
    points = np.zeros(len(batch), dtype=np.int32)
    kernel(batch, points)
    return points


def _batch(labels: object, dimensions: tuple[int, ...]) -> NDArray[np.int32]:
    """Return label arrays in the form that the kernels read."""
    array = np.asarray(labels)
    if array.ndim not in dimensions or array.dtype.kind not in "iu":
        raise ColoringError(
            "`labels` must be an array of integers of shape (m, rows, columns), got "
            f"{array.dtype} of "
            f"shape {array.shape}",
            where="labels",
        )
    return read_only(np.ascontiguousarray(array, dtype=np.int32))


def tally(
    batches: Iterable[NDArray[np.int32]],
    touch: Touch = "edge",
    *,
    lattice: Lattice | str = SQUARES,
    surface: Surface = FLAT,
    **options: Any,
) -> ColorCounts:
    """Count the tilings by the number of colors that they need, or count the tilings that can be
    colored as requested.

    Parameters
    ----------
    batches : iterable of (m, rows, columns) arrays
        Batches of label arrays, as yielded by `stacks`.
    touch, lattice, surface, **options
        See `judge`.

    Examples
    --------
    >>> from tilewright import Problem, tilings
    >>> packings = tilings(Problem("3x20", "pentominoes"), unique=True)
    >>> tally(stacks(packings), "strong").by_colors
    {3: 2}
    """
    result = ColorCounts(touch, **options)
    for batch in batches:
        result.judge(batch, lattice=lattice, surface=surface)
    return result
