"""The least number of colors of one tiling, or a coloring with as many as asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright.arguments import check_integer, check_positive, format_value
from tilewright.coloring import bounds
from tilewright.coloring.certificate import check_coloring
from tilewright.coloring.exact import LOOKS, ColoringSearch, NoColoring, Numbers, balanced_numbers, decide
from tilewright.coloring.graph import Graph, Touch, by_first_appearance, graph
from tilewright.coloring.large import greedy, save_colors
from tilewright.coloring.result import Certificate, Coloring
from tilewright.errors import ColoringError, LimitError
from tilewright.progress import Progress
from tilewright.system.arrays import read_only
from tilewright.tiling import Tiling

__all__ = ["check_colors", "check_numbers", "color"]

#: Up to so many tiles the exact search comes before the search for a small reason.
_SMALL = 150
#: An effort of a million takes weeks.
_MOST_EFFORT = 1_000_000
#: Colors of a balanced coloring.
_MOST_BALANCED = 10_000
#: Around so many tiles of the rarest color a small reason is looked for.
_CENTERS = 24


@dataclass
class _Task:
    """What is known so far: a coloring with `colors`, and that `bound` are needed."""

    graph: Graph
    looks: int
    report: Callable[[str], object]
    coloring: NDArray[np.int32]
    colors: int
    bound: int
    certificate: Certificate | None
    method: str

    @property
    def settled(self) -> bool:
        return self.bound >= self.colors

    def better(self, coloring: NDArray[np.int32], method: str) -> None:
        colors = int(coloring.max(initial=-1)) + 1
        if colors < self.colors:
            self.coloring, self.colors, self.method = coloring, colors, method

    def needs(self, certificate: Certificate | None) -> bool:
        if certificate is None or certificate.colors <= self.bound:
            return False
        self.bound, self.certificate = certificate.colors, certificate
        return True


def color(
    tiling: Tiling | Graph | ArrayLike,
    touch: Touch = "edge",
    *,
    colors: int | None = None,
    balanced: bool = False,
    numbers: Sequence[int] | None = None,
    outside: bool = False,
    known: ArrayLike | None = None,
    effort: float = 1.0,
    progress: Callable[[Progress], object] | None = None,
) -> Coloring:
    r"""Color the tiles so that those that touch differ, with as few colors as can be, and say why.

    Parameters
    ----------
    tiling : Tiling, label array (rows, columns), or Graph
        Of any size; a tiling may be on any lattice and surface.
    touch : {"edge", "strong"} or int
        Tiles touch along an edge (in space, a face); or there or at a corner; or when two of their cells are
        within a distance d, as `graph` has it.
    colors : int, optional
        Color with so many at most (or say why that cannot be); the least number when not given.
    balanced : bool
        With `colors`: the numbers of tiles of any two colors differ by one at most.
    numbers : sequence of int, optional
        How many tiles have each color; their sum is the number of tiles.
    outside : bool
        The cells off the board count as one more tile. Its color is 0 in the answer, and it is not
        counted by `balanced` and `numbers`.
    known : array, optional
        A coloring known beforehand, such as one that a theorem gives: a color for each tile (n,) or
        for each cell (rows, columns). It is checked, and is where the search begins.
    effort : float
        How long each question is searched exactly: 1 is some seconds at most.
    progress : callable, optional
        Called with a `tilewright.progress.Progress` whenever another thing is tried: its phase says what.

    Returns
    -------
    Coloring
        `colors` is the least number if `proven`; else `lower_bound` says how far it may be from it.
        With `colors` given, a false `Coloring` says, with a certificate, that there is none.

    Raises
    ------
    ColoringError
        If the request makes no sense.
    LimitError
        If `effort` came first when `colors` were asked for.
    TilingError
        If it is not a tiling; all faults are named.

    Notes
    -----
    Lower bounds: a largest clique, an odd cycle, an odd wheel, a small critical subgraph. Upper
    bounds: smallest-last and saturation orders, Kempe chains. Where they do not meet, backtracking
    in saturation order (D. Brélaz, "New methods to color the vertices of a graph", Communications
    of the ACM 22, 1979) on what is left after vertices with few neighbors are taken away. All but
    the last are linear in the number of cells; for edges on a flat board of the plane four colors always do (K. Appel and
    W. Haken, 1977), if the tiles are connected; on a torus seven may be needed (P. J. Heawood, 1890).

    Examples
    --------
    >>> answer = color(Tiling.from_text("AAB\nDEB\nDCC"), touch="strong")
    >>> answer.colors, answer.proven, answer.coloring.tolist()
    (3, True, [0, 1, 1, 2, 0])
    """
    if not 0 < check_positive(effort, "the effort", error=ColoringError, where="effort") <= _MOST_EFFORT:
        raise ColoringError(
            f"the effort must be more than 0 and at most {_MOST_EFFORT}, not {effort}", where="effort"
        )
    if isinstance(tiling, Graph):
        touching = tiling
        touch, outside = touching.touch, touching.outside
    else:
        touching = graph(tiling, touch, outside=outside)
    looks = max(1000, int(LOOKS * effort))

    def report(phase: str) -> None:
        if progress is not None:
            progress(Progress(phase=phase))

    if colors is not None or balanced or numbers is not None:
        wanted = check_numbers(touching.tiles, colors, balanced, numbers, outside)
        answer = _with_numbers(touching, wanted, looks, report)
    else:
        begin = None
        if known is not None:
            if isinstance(tiling, Graph):
                raise ColoringError(
                    "a known coloring is checked against a tiling, not a graph", where="known"
                )
            begin = _known(tiling, touching, touch, known)
        answer = _least(touching, looks, report, begin)
    return _dressed(answer, touching, named=numbers is not None or (balanced and outside))


def check_colors(colors: int) -> int:
    """Return a number of colors that makes sense."""
    if isinstance(colors, bool) or not isinstance(colors, int | np.integer):
        raise ColoringError(f"the number of colors must be a whole number, not {colors!r}", where="colors")
    if colors < 1:
        raise ColoringError(f"there must be at least 1 color, not {colors}", where="colors")
    return int(colors)


def check_numbers(
    tiles: int, colors: int | None, balanced: bool, numbers: Sequence[int] | None, outside: bool = False
) -> Numbers:
    """Return how many tiles each color may have.

    Raises
    ------
    ColoringError
        If colors, balance and numbers contradict each other or the number of tiles.
    """
    if numbers is not None:
        if isinstance(numbers, str) or not isinstance(numbers, Iterable):
            raise ColoringError(
                f"a number of tiles for each color is wanted, not {format_value(numbers)}", where="numbers"
            )
        listed = [
            check_integer(number, "a number of tiles", error=ColoringError, where="numbers")
            for number in numbers
        ]
        if balanced:
            raise ColoringError(
                "either the numbers are given or they are balanced, not both", where="numbers"
            )
        if colors is not None and check_colors(colors) != len(listed):
            raise ColoringError(f"there are numbers for {len(listed)} colors, not {colors}", where="numbers")
        if not listed or min(listed) < 0:
            raise ColoringError("there must be a number of 0 or more for each color", where="numbers")
        if sum(listed) != tiles:
            raise ColoringError(
                f"the numbers {', '.join(map(str, listed))} sum to {sum(listed)}, but there are {tiles} tiles",
                where="numbers",
            )
        return Numbers(listed, listed, outside)
    if colors is None:
        raise ColoringError("balanced in how many colors? Give their number", where="colors")
    check_colors(colors)
    if balanced:
        if colors > _MOST_BALANCED:
            raise ColoringError(
                f"a balanced coloring has at most {_MOST_BALANCED} colors, not {colors}", where="colors"
            )
        return balanced_numbers(colors, tiles, outside)
    return Numbers.free(min(colors, max(tiles + outside, 1)), tiles, outside)


def _known(tiling: Tiling | ArrayLike, touching: Graph, touch: Touch, known: ArrayLike) -> NDArray[np.int32]:
    """Return a coloring known beforehand, checked, with the color of the outside (a new one) at the end."""
    labels = tiling.labels if isinstance(tiling, Tiling) else np.asarray(tiling)
    given = np.asarray(known)
    if given.shape == labels.shape and given.ndim > 1:
        inside = labels >= 0
        tiles = np.zeros(touching.tiles, dtype=np.int32)
        tiles[labels[inside]] = given[inside]
        if not np.array_equal(tiles[labels[inside]], given[inside]):
            raise ColoringError("the known coloring has two colors in one tile", where="known")
        given = tiles
    check_coloring(tiling, given, touch)
    used, renamed = np.unique(given, return_inverse=True)
    if touching.outside:
        renamed = np.append(renamed, len(used))
    return renamed.astype(np.int32)


def _orders(touching: Graph) -> tuple[NDArray[np.int32], NDArray[np.int32], int]:
    from tilewright.kernels.coloring.bounds import smallest_last

    order, position, degree = (np.empty(touching.size, dtype=np.int32) for _ in range(3))
    degeneracy = smallest_last(
        touching.start,
        touching.neighbor,
        order,
        position,
        degree,
        np.empty(touching.size + 1, dtype=np.int32),
    )
    return order, position, int(degeneracy)


def _least(
    touching: Graph, looks: int, report: Callable[[str], object], known: NDArray[np.int32] | None
) -> Coloring:
    """Close in on the least number of colors from both sides."""
    size = touching.size
    if size == 0:
        return Coloring(0, np.zeros(0, dtype=np.int32), touching.touch, True, 0, None)
    if len(touching.neighbor) == 0:
        alone = Certificate("clique", 1, (0,))
        return Coloring(1, np.zeros(size, dtype=np.int32), touching.touch, True, 1, alone)
    report("two colors")
    cycle, sides = bounds.odd_cycle(touching)
    if cycle is None:
        one = int(np.argmax(touching.degree > 0))
        pair = Certificate("clique", 2, (one, int(touching.neighbors(one)[0])))
        return Coloring(2, sides.astype(np.int32), touching.touch, True, 2, pair, "two colors")
    report("greedy colorings")
    order, position, degeneracy = _orders(touching)
    coloring, colors, method = greedy(touching, order)
    task = _Task(touching, looks, report, coloring, colors, 3, cycle, method)
    if known is not None:
        task.better(known, "theorem")
    report("a clique")
    task.needs(bounds.clique(touching, order, position, degeneracy, task.colors))
    if not task.settled and task.bound == 3:
        task.needs(bounds.odd_wheel(touching, 1))
    if not task.settled and task.bound == 4:
        task.needs(bounds.odd_wheel(touching, 2))
    if not task.settled:
        report("Kempe chains")
        saved = task.coloring.copy()
        save_colors(touching, saved, task.colors, task.bound)
        task.better(saved, "Kempe chains")
    if size > _SMALL:
        _raise_locally(task)
    _search(task)
    if size <= _SMALL:
        _raise_locally(task)
    return Coloring(
        task.colors,
        task.coloring,
        touching.touch,
        task.settled,
        task.bound,
        task.certificate,
        task.method,
    )


def _raise_locally(task: _Task) -> None:
    """Look for small reasons around the tiles that have the last color."""
    while not task.settled:
        task.report(f"a reason for {task.bound + 1} colors")
        last = np.flatnonzero(task.coloring == task.colors - 1)
        centers = last[np.linspace(0, len(last) - 1, min(_CENTERS, len(last))).astype(np.int64)]
        if not task.needs(bounds.local(task.graph, np.unique(centers).tolist(), task.bound + 1)):
            return


def _search(task: _Task) -> None:
    """Search exactly, from the lower bound upwards."""
    while not task.settled:
        task.report(f"a search with {task.bound} colors")
        answer, part = decide(task.graph, task.bound, task.looks)
        if answer is NoColoring.UNKNOWN:
            return
        if answer is NoColoring.NO:
            task.report("a small reason")
            task.needs(bounds.critical(task.graph, part, task.bound + 1, max(1000, task.looks // 200)))
        else:
            assert isinstance(answer, np.ndarray)
            task.better(answer, "exact")


def _with_numbers(touching: Graph, numbers: Numbers, looks: int, report: Callable[[str], object]) -> Coloring:
    """Color with given numbers, or find out why that cannot be."""
    colors = len(numbers.palette)
    least, most = numbers.palette[:, 0], numbers.palette[:, 1]
    if touching.size == 0:
        return Coloring(colors, np.zeros(0, dtype=np.int32), touching.touch, True, 0, None)
    order, position, degeneracy = _orders(touching)
    reason = bounds.clique(touching, order, position, degeneracy, colors + 1)
    if reason.colors <= colors == 2:
        cycle = bounds.odd_cycle(touching)[0]
        reason = cycle or reason
    elif reason.colors <= colors == 3:
        reason = bounds.odd_wheel(touching, 1) or reason
    if reason.colors > colors:
        return Coloring(colors, None, touching.touch, True, reason.colors, reason)
    limited = bool(least.any()) or bool((most < touching.tiles).any())
    if not limited:
        report(f"a search with {colors} colors")
        tried, count, method = greedy(touching, order)
        if count > colors:
            count = save_colors(touching, tried, count, colors)
            method = "Kempe chains"
        if count <= colors:
            return _found(touching, colors, tried, reason, method)
        answer, part = decide(touching, colors, looks)
        if answer is NoColoring.NO:
            reason = bounds.critical(touching, part, colors + 1, max(1000, looks // 200))
            return Coloring(colors, None, touching.touch, True, colors + 1, reason)
    else:
        report("a search with the numbers given")
        answer = ColoringSearch(touching, numbers).first(max(1000, looks // touching.size))
        if answer is NoColoring.NO:
            plain = decide(touching, colors, looks)
            if plain[0] is NoColoring.NO:
                reason = bounds.critical(touching, plain[1], colors + 1, max(1000, looks // 200))
                return Coloring(colors, None, touching.touch, True, colors + 1, reason)
            exhausted = Certificate(
                "exhausted",
                colors,
                tuple(range(touching.size)),
                (),
                tuple(least.tolist()),
                tuple(most.tolist()),
            )
            return Coloring(colors, None, touching.touch, True, reason.colors, exhausted)
    if answer is NoColoring.UNKNOWN:
        raise LimitError(
            f"whether {touching.tiles} tiles do with {colors} colors so was not settled after "
            f"{looks} looks at a tile; give more effort",
            where="effort",
        )
    assert isinstance(answer, np.ndarray)
    return _found(touching, colors, answer, reason, "exact")


def _found(
    touching: Graph, colors: int, coloring: NDArray[np.int32], reason: Certificate, method: str
) -> Coloring:
    used = int(coloring.max(initial=-1)) + 1
    return Coloring(colors, coloring, touching.touch, reason.colors >= used, reason.colors, reason, method)


def _dressed(answer: Coloring, touching: Graph, named: bool) -> Coloring:
    """Name the colors by first appearance, if they have no names yet, the outside first; count their tiles."""
    outside = 0 if touching.outside else None
    if answer.coloring is None:
        return replace(answer, outside=outside)
    coloring = answer.coloring[: touching.tiles]
    if not named:
        held = int(answer.coloring[-1]) if touching.outside else None
        coloring = by_first_appearance(coloring, held)
    tally = np.bincount(coloring, minlength=answer.colors)
    return replace(answer, coloring=read_only(coloring), outside=outside, numbers=tuple(tally.tolist()))
