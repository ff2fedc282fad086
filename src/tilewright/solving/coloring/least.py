"""The minimum number of colors of one tiling, with a proof: lower bounds, and colorings of large
graphs in linear time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright.errors import ColoringError, LimitError
from tilewright.model.space.surface import is_flat_squares
from tilewright.model.tiling import Tiling
from tilewright.solving.coloring.checker import check_coloring
from tilewright.solving.coloring.exact import (
    LOOKS,
    ColoringSearch,
    NoColoring,
    Numbers,
    VertexOrder,
    balanced_numbers,
    decide_colors,
    largest_clique,
    smallest_last,
)
from tilewright.solving.coloring.result import Certificate, Coloring
from tilewright.solving.coloring.touching import Graph, Touch, by_first_appearance, graph
from tilewright.solving.theorems import golomb, golomb_colors
from tilewright.system.values.arguments import check_integer, check_positive, format_value
from tilewright.system.values.arrays import read_only
from tilewright.system.work.deadline import check_time, current_deadline, report
from tilewright.system.work.limits import ProgressLimits, limited
from tilewright.system.work.progress import Progress
from tilewright.system.work.question import ask

#: Most steps of the search for a largest clique; takes a few seconds.
_FIRST_CLIQUE_STEPS = 200_000_000
#: Vertices of the balls in which a small subgraph is searched for.
_BALLS = (24, 60, 150)
#: Visits of vertices that decide about one of them.
_BALL_LOOKS = 2_000_000
#: Longest Kempe chain in the first rounds. Later rounds have few vertices left and follow longer
#: ones.
_SHORT = 1_000
#: Most vertices of all chains of one round.
_ROUND = 5_000_000
#: Rounds without progress before giving up.
_PATIENCE = 30
#: Vertices that are recolored around one that resists.
_RECOLORED = (40, 120, 400)
#: For at most this many tiles, the exact search comes before the search for a small reason.
_SMALL = 150
#: A larger effort would take weeks.
_MOST_EFFORT = 1_000_000
#: Most colors of a balanced coloring.
_MOST_BALANCED = 10_000
#: Tiles of the rarest color around which a small reason is searched for.
_CENTERS = 24


def clique(graph: Graph, order: VertexOrder, enough: int) -> Certificate:
    """Return a largest clique, or a clique of `enough` vertices, or the largest clique found before
    the time limit.
    """
    vertices = largest_clique(graph, order, enough, _FIRST_CLIQUE_STEPS)
    return Certificate("clique", len(vertices), tuple(sorted(vertices)))


def odd_cycle(graph: Graph) -> tuple[Certificate | None, NDArray[np.int32]]:
    """Return an odd cycle and depths, or None and a coloring with two colors."""
    from tilewright.kernels.coloring.bounds import odd_cycle as find

    depth, cycle = np.empty(graph.size, dtype=np.int32), np.empty(graph.size, dtype=np.int32)
    length = find(graph.start, graph.neighbor, depth, cycle)
    if length == 0:
        return None, depth & 1
    vertices = tuple(cycle[:length].tolist())
    if length == 3:
        return Certificate("clique", 3, tuple(sorted(vertices))), depth
    return Certificate("odd cycle", 3, vertices), depth


def odd_wheel(graph: Graph, hubs: int) -> Certificate | None:
    """Return an odd cycle with one or two vertices that touch all vertices of the cycle, or
    None.
    """
    from tilewright.kernels.coloring.bounds import odd_wheel as find

    hub, cycle = np.empty(2, dtype=np.int32), np.empty(graph.size, dtype=np.int32)
    widest = int(graph.degree.max(initial=0))
    length = find(graph.start, graph.neighbor, hubs, widest, hub, cycle)
    if length == 0:
        return None
    rim = tuple(cycle[:length].tolist())
    if length == 3:
        return Certificate("clique", hubs + 3, tuple(sorted([*rim, *hub[:hubs].tolist()])))
    return Certificate("odd wheel", hubs + 3, rim, tuple(hub[:hubs].tolist()))


def shrink_subgraph(
    graph: Graph, vertices: NDArray[np.int32], colors: int, looks: int
) -> Certificate:
    """Shrink a set of vertices that needs `colors` colors, as long as the rest still needs them.

    Halves, quarters, and finally single vertices are removed in turn. Each test may visit `looks`
    vertices. If this is not enough, the vertices are kept.
    """
    needed = vertices
    sure = True
    size = max(1, len(needed) // 2)
    while True:
        begin = 0
        while begin < len(needed):
            rest = np.concatenate([needed[:begin], needed[begin + size :]])
            answer = _colorable(graph.induced(rest), colors - 1, looks) if len(rest) else None
            if answer is NoColoring.NO:
                needed = rest
                continue
            if answer is NoColoring.UNKNOWN and size == 1:
                sure = False
            begin += size
        if size == 1:
            break
        size = max(1, size // 2)
    if len(needed) == colors:
        return Certificate("clique", colors, tuple(needed.tolist()))
    return Certificate("critical" if sure else "subgraph", colors, tuple(needed.tolist()))


def find_local_subgraph(
    graph: Graph, centers: Iterable[int], colors: int
) -> NDArray[np.int32] | None:
    """Search balls of growing size around some vertices for a ball that needs `colors` colors."""
    for center in centers:
        for vertices in _balls(graph, center, _BALLS, whole=False):
            if _colorable(graph.induced(vertices), colors - 1, _BALL_LOOKS) is NoColoring.NO:
                return vertices
    return None


def _balls(
    graph: Graph, center: int, sizes: Sequence[int], *, whole: bool
) -> Iterator[NDArray[np.int32]]:
    """Yield sorted balls of growing size around a vertex, up to all vertices that it reaches. Each
    has at most as many vertices as a size, or at least as many if each vertex is added with all of
    its neighbors (`whole`).
    """
    ball, inside, grown = [center], {center}, 0
    for size in sizes:
        while len(ball) < size and grown < len(ball):
            near = [other for other in graph.neighbors(ball[grown]).tolist() if other not in inside]
            ball += near if whole else near[: size - len(ball)]
            inside.update(ball)
            grown += whole or len(ball) < size
        yield np.array(sorted(ball), dtype=np.int32)
        if grown >= len(ball):
            return


def _colorable(graph: Graph, colors: int, looks: int) -> NDArray[np.int32] | NoColoring:
    search = ColoringSearch(graph, Numbers.free(colors, graph.size))
    return search.first(max(1000, looks // max(graph.size, 1)))


def greedy(graph: Graph, order: NDArray[np.int32]) -> tuple[NDArray[np.int32], int, str]:
    """Return the better of two greedy colorings, its number of colors, and its name, in linear
    time.

    Smallest last needs at most one color more than the degeneracy; for planar graphs, six.
    Saturation is DSATUR (Brélaz 1979).
    """
    from tilewright.kernels.coloring import large as kernels

    first = np.full(graph.size, -1, dtype=np.int32)
    colors = int(kernels.greedy(graph.start, graph.neighbor, order, first))
    second = np.empty(graph.size, dtype=np.int32)
    other = int(kernels.saturated(graph.start, graph.neighbor, order, second))
    if 0 < other < colors or (
        other == colors and np.sum(second == colors - 1) < np.sum(first == colors - 1)
    ):
        return second, other, "saturation"
    return first, colors, "smallest last"


def save_colors(graph: Graph, color: NDArray[np.int32], colors: int, enough: int) -> int:
    """Remove the last color, then the next one, down to `enough` colors. Return the remaining
    number of colors.

    A vertex gets a free color, or two colors are swapped on the chains that block a color (A. B.
    Kempe, "On the geographical problem of the four colours", American Journal of Mathematics 2,
    1879). If this fails, a random chain is swapped for the next round. Vertices that still resist
    are recolored with their surroundings by the exact search.
    """
    while enough < colors <= 63:
        attempt = color.copy()
        if not _remove_last_color(graph, attempt, colors - 1):
            break
        color[:] = attempt
        colors -= 1
    return colors


def _remove_last_color(graph: Graph, color: NDArray[np.int32], last: int) -> bool:
    from tilewright.kernels.coloring.large import recolor

    chain, seen = np.empty(graph.size, dtype=np.int32), np.zeros(graph.size, dtype=np.int32)
    state = np.zeros(3, dtype=np.int64)
    left = int(np.sum(color == last))
    stuck = 0
    turn = 0
    while left and stuck < _PATIENCE:
        state[0] = state[2] = 0
        if state[1] > 1 << 30:
            state[1] = 0
            seen[:] = 0
        longest = _SHORT if turn < 3 else max(_SHORT, _ROUND // (left * (last + 1) ** 2))
        looked = 0
        while state[0] < graph.size:
            check_time()
            looked += recolor(
                graph.start, graph.neighbor, color, last, chain, seen, state, longest, 4096, turn
            )
            if turn == 0 and looked >= 8192 and state[2] * 2 > looked:
                # Most vertices resist, so chains cannot save this color.
                return False
        now = int(state[2])
        stuck = stuck + 1 if now >= left else 0
        if turn == 0 and now > 1000 and now * 2 > left:
            return False
        left = now
        turn += 1
    resisting = np.flatnonzero(color == last).tolist()
    return all(_recolor_ball(graph, color, vertex, last) for vertex in resisting)


def _recolor_ball(graph: Graph, color: NDArray[np.int32], center: int, colors: int) -> bool:
    """Recolor the vertices around a vertex without using the last color, while all other vertices
    keep their colors.
    """
    for vertices in _balls(graph, center, _RECOLORED, whole=True):
        inside = set(vertices.tolist())
        piece = graph.induced(vertices)
        numbers = Numbers.free(colors, piece.size)
        # The neighbors of the ball make colors distinguishable.
        numbers.palette[:, 2] = -1
        search = ColoringSearch(piece, numbers)
        for index, vertex in enumerate(vertices.tolist()):
            for neighbor in graph.neighbors(vertex).tolist():
                if neighbor not in inside and color[neighbor] < colors:
                    search.forbid(index, int(color[neighbor]))
        coloring = search.first(max(1000, 10_000_000 // piece.size))
        if isinstance(coloring, np.ndarray):
            color[vertices] = coloring
            return True
    return False


@dataclass
class LeastColors:
    """The question of the minimum number of colors, answered when a coloring meets the lower
    bound.
    """

    graph: Graph
    looks: int
    known: NDArray[np.int32] | None = None
    #: The best coloring so far, with `colors` colors.
    coloring: NDArray[np.int32] | None = None
    colors: int = 0
    method: str = ""
    bound: int = 0
    certificate: Certificate | None = None

    def run(self) -> None:
        """Run the steps in order until the lower bound equals the number of colors."""
        size = self.graph.size
        self.colors = size + 1
        if not len(self.graph.neighbor):
            if size:
                self.raise_bound(Certificate("clique", 1, (0,)))
            self.take_coloring(np.zeros(size, dtype=np.int32), "exact")
        local, exact = [self.raise_locally], [self.search]
        steps = [self.two_colors, self.color_greedily, self.find_wheel, self.follow_chains]
        for step in [*steps, *(local + exact if size > _SMALL else exact + local)]:
            if self.settled:
                return
            check_time()
            step()

    def answer(self, stopped: str = "") -> Coloring:
        """Return the best coloring so far, and the lower bound."""
        if self.coloring is None:
            raise current_deadline().error_before("a coloring was found")
        answer = Coloring(
            self.colors,
            self.coloring,
            self.graph.touch,
            self.settled,
            self.bound,
            self.certificate,
            self.method,
        )
        return _normalize_colors(answer, self.graph)

    @property
    def settled(self) -> bool:
        """Whether it is proven that fewer colors are not enough."""
        return self.bound >= self.colors

    def take_coloring(self, coloring: NDArray[np.int32], method: str) -> None:
        """Keep a coloring if it has fewer colors."""
        colors = int(coloring.max(initial=-1)) + 1
        if colors < self.colors:
            self.coloring, self.colors, self.method = coloring, colors, method

    def raise_bound(self, certificate: Certificate | None) -> None:
        """Keep a certificate if it is for more colors."""
        if certificate is not None and certificate.colors > self.bound:
            self.bound, self.certificate = certificate.colors, certificate

    def take_subgraph(self, vertices: NDArray[np.int32], looks: int) -> None:
        """Keep vertices that need one color more than the lower bound, and then reduce them to a
        few.
        """
        colors = self.bound + 1
        # The bound counts, should the time be up.
        self.raise_bound(Certificate("subgraph", colors, tuple(vertices.tolist())))
        report(Progress(phase="a small reason"))
        self.certificate = shrink_subgraph(self.graph, vertices, colors, looks)

    def two_colors(self) -> None:
        """Find two colors, or an odd cycle."""
        report(Progress(phase="two colors"))
        cycle, sides = odd_cycle(self.graph)
        if cycle is None:
            one = int(np.argmax(self.graph.degree > 0))
            cycle = Certificate("clique", 2, (one, int(self.graph.neighbors(one)[0])))
            self.take_coloring(sides.astype(np.int32), "two colors")
        self.raise_bound(cycle)

    def color_greedily(self) -> None:
        """Color in linear time, and find a clique."""
        report(Progress(phase="greedy colorings"))
        order = smallest_last(self.graph)
        coloring, _, method = greedy(self.graph, order.vertices)
        self.take_coloring(coloring, method)
        if self.known is not None:
            self.take_coloring(self.known, "theorem")
        report(Progress(phase="a clique"))
        self.raise_bound(clique(self.graph, order, self.colors))

    def find_wheel(self) -> None:
        """Find an odd wheel, which is a ring around one vertex or two vertices."""
        for hubs in (1, 2):
            if not self.settled and self.bound == hubs + 2:
                self.raise_bound(odd_wheel(self.graph, hubs))

    def follow_chains(self) -> None:
        """Swap colors along Kempe chains."""
        assert self.coloring is not None
        report(Progress(phase="Kempe chains"))
        # Each color less counts, should the time be up.
        while not self.settled:
            saved = self.coloring.copy()
            save_colors(self.graph, saved, self.colors, self.colors - 1)
            before = self.colors
            self.take_coloring(saved, "Kempe chains")
            if self.colors == before:
                return

    def raise_locally(self) -> None:
        """Search for small certificates around the tiles with the last color."""
        while not self.settled:
            report(Progress(phase=f"a reason for {self.bound + 1} colors"))
            last = np.flatnonzero(self.coloring == self.colors - 1)
            centers = last[np.linspace(0, len(last) - 1, min(_CENTERS, len(last))).astype(np.int64)]
            ball = find_local_subgraph(self.graph, np.unique(centers).tolist(), self.bound + 1)
            if ball is None:
                return
            self.take_subgraph(ball, _BALL_LOOKS)

    def search(self) -> None:
        """Search exhaustively, trying each number of colors from the lower bound up."""
        while not self.settled:
            report(Progress(phase=f"a search with {self.bound} colors"))
            answer, part = decide_colors(self.graph, self.bound, self.looks)
            if answer is NoColoring.UNKNOWN:
                return
            if answer is NoColoring.NO:
                self.take_subgraph(part, max(1000, self.looks // 200))
            else:
                assert isinstance(answer, np.ndarray)
                self.take_coloring(answer, "exact")


@limited
def color(
    tiling: Tiling | Graph | ArrayLike,
    touch: Touch = "edge",
    *,
    colors: int | None = None,
    balanced: bool = False,
    sizes: Sequence[int] | None = None,
    outside: bool = False,
    known: ArrayLike | None = None,
    effort: float = 1.0,
    **limits: Unpack[ProgressLimits],
) -> Coloring:
    r"""Color a tiling with as few colors as possible, so that touching tiles have different colors,
    and prove the minimum.

    Parameters
    ----------
    tiling : Tiling, label array (rows, columns), or Graph
        A tiling of any size on any lattice and surface. `tilewright.color` also accepts a problem,
        a string (``"6x10 pentominoes"``) or a file, and colors the first tiling.
    touch : {"edge", "strong"} or int
        With ``"edge"``, tiles touch if they share an edge (for cubes, a face). With ``"strong"``,
        tiles also touch if they share a corner. With a number d, tiles touch if two of their cells
        are within d king's moves.
    colors : int, optional
        Use at most this many colors, or prove that this is impossible. By default, find the minimum
        number of colors.
    balanced : bool
        Require that the numbers of tiles of any two colors differ by at most one. This option
        requires `colors`.
    sizes : sequence of int, optional
        The number of tiles of each color. The sizes must add up to the number of tiles.
    outside : bool
        Whether to treat the cells outside the board as an additional tile. The outside always has
        color 0, and `balanced` and `sizes` ignore it.
    known : array, optional
        A known coloring, as an array with one color per tile, or with one color per cell in the
        shape of the board. The known coloring is verified, and the search starts from it.
    effort : float
        A factor that scales the amount of exact search. With ``effort=1``, each search takes at
        most a few seconds.
    timeout, max_memory, progress
        See `tilewright.system.work.limits`. When the time limit is reached, the best coloring so
        far is returned. ``progress`` is called at the start of each phase.

    Returns
    -------
    Coloring
        The coloring. The number `colors` is the minimum if `proven` is True; otherwise, the minimum
        is at least `lower_bound`. If the argument `colors` was given and no such coloring exists,
        ``bool(coloring)`` is False, and the certificate proves this.

    Raises
    ------
    ColoringError
        If the request is invalid.
    LimitError
        If `effort` is not enough to find a coloring with `colors` colors, or to prove that none
        exists.
    TimeLimitError
        If the time limit is reached before a coloring is found.
    TilingError
        If the array is not a tiling. The message lists all faults.

    Notes
    -----
    Lower bounds come from a largest clique, an odd cycle, an odd wheel or a small critical
    subgraph. Upper bounds come from coloring in smallest-last order and in saturation order, and
    from Kempe chains. If the bounds differ, vertices with few neighbors are removed, and the rest
    is colored by backtracking in saturation order (D. Brélaz, "New methods to color the vertices of
    a graph", Communications of the ACM 22, 1979). Apart from the search, the time is linear in the
    number of cells.

    If only shared edges count as contacts, four colors are always enough for connected tiles on a
    flat board in the plane (K. Appel and W. Haken, 1977). On a torus, up to seven colors may be
    needed (P. J. Heawood, 1890).

    Examples
    --------
    >>> answer = color(Tiling.from_text("AAB\nDEB\nDCC"), touch="strong")
    >>> answer.colors, answer.proven, answer.coloring.tolist()
    (3, True, [0, 1, 1, 2, 0])
    """
    if not 0 < check_positive(effort, "effort", error=ColoringError) <= _MOST_EFFORT:
        raise ColoringError(
            f"`effort` must be more than 0 and at most {_MOST_EFFORT}, got {effort}", where="effort"
        )
    if isinstance(tiling, Graph):
        touching = tiling
        touch, outside = touching.touch, touching.outside
    else:
        touching = graph(tiling, touch, outside=outside)
    looks = max(1000, int(LOOKS * effort))

    if colors is not None or balanced or sizes is not None:
        wanted = check_numbers(touching.tiles, colors, balanced, sizes, outside)
        answer = _normalize_colors(
            _color_with_numbers(touching, wanted, looks),
            touching,
            named=sizes is not None or (balanced and outside),
        )
    else:
        begin = None
        if known is None and isinstance(tiling, Tiling) and touch in ("edge", "strong"):
            known = _by_theorem(tiling, touch)
        if known is not None:
            if isinstance(tiling, Graph):
                raise ColoringError(
                    "`known` requires a tiling, not a Graph: the cells are needed to verify it",
                    where="known",
                )
            begin = _verify_known(tiling, touching, touch, known)
        answer = ask(LeastColors(touching, looks, begin))
    return replace(answer, tiling=tiling) if isinstance(tiling, Tiling) else answer


def _by_theorem(tiling: Tiling, touch: Literal["edge", "strong"]) -> NDArray[np.int8] | None:
    """Return the coloring of Golomb's theorem for Golomb's tiling, or None for any other tiling."""
    if not is_flat_squares(tiling) or tiling.labels.shape[0] != tiling.labels.shape[1]:
        return None
    labels = tiling.labels
    rows, columns = labels.shape
    power = rows.bit_length() - 1
    holes = np.flatnonzero(labels.ravel() < 0)
    if rows != 1 << power or power < 1 or len(holes) != 1 or 3 * len(tiling) != labels.size - 1:
        return None
    hole = divmod(int(holes[0]), columns)
    if not np.array_equal(np.where(labels < 0, -1, labels), golomb(power, hole).labels):
        return None
    return golomb_colors(power, hole, touch=touch)


def check_colors(colors: object) -> int:
    """Return a number of colors, or raise an error if it is invalid."""
    return check_integer(colors, "colors", 1, error=ColoringError)


def check_numbers(
    tiles: int,
    colors: int | None,
    balanced: bool,
    sizes: Sequence[int] | None,
    outside: bool = False,
) -> Numbers:
    """Return the number of tiles that each color may have."""
    if sizes is not None:
        if isinstance(sizes, str) or not isinstance(sizes, Iterable):
            raise ColoringError(
                f"must list the number of tiles of each color, got {format_value(sizes)}",
                where="sizes",
            )
        counts = [
            check_integer(number, "each of `sizes`", error=ColoringError, where="sizes")
            for number in sizes
        ]
        if balanced:
            raise ColoringError("pass either `sizes` or `balanced`, not both", where="sizes")
        if colors is not None and check_colors(colors) != len(counts):
            raise ColoringError(
                f"expected {colors} sizes, one for each color, got {len(counts)}", where="sizes"
            )
        if not counts or min(counts) < 0:
            raise ColoringError("must contain a nonnegative number for each color", where="sizes")
        if sum(counts) != tiles:
            raise ColoringError(
                f"{', '.join(map(str, counts))} add up to {sum(counts)}, but the tiling has "
                f"{tiles} tiles",
                where="sizes",
            )
        return Numbers(counts, counts, outside)
    if colors is None:
        raise ColoringError("specify the number of colors", where="colors")
    check_colors(colors)
    if balanced:
        if colors > _MOST_BALANCED:
            raise ColoringError(
                f"a balanced coloring must have at most {_MOST_BALANCED} colors, got {colors}",
                where="colors",
            )
        return balanced_numbers(colors, tiles, outside)
    return Numbers.free(min(colors, max(tiles + outside, 1)), tiles, outside)


def _verify_known(
    tiling: Tiling | ArrayLike, touching: Graph, touch: Touch, known: ArrayLike
) -> NDArray[np.int32]:
    """Return a known coloring after verification, with a new color for the outside at the end."""
    labels = tiling.labels if isinstance(tiling, Tiling) else np.asarray(tiling)
    coloring = np.asarray(known)
    if coloring.shape == labels.shape and coloring.ndim > 1:
        inside = labels >= 0
        tiles = np.zeros(touching.tiles, dtype=np.int32)
        tiles[labels[inside]] = coloring[inside]
        if not np.array_equal(tiles[labels[inside]], coloring[inside]):
            raise ColoringError(
                "the known coloring assigns two colors to the same tile", where="known"
            )
        coloring = tiles
    check_coloring(tiling, coloring, touch)
    used, renamed = np.unique(coloring, return_inverse=True)
    if touching.outside:
        renamed = np.append(renamed, len(used))
    return renamed.astype(np.int32)


def _color_with_numbers(touching: Graph, numbers: Numbers, looks: int) -> Coloring:
    """Find a coloring with given numbers of tiles, or the reason why that is impossible."""
    colors = len(numbers.palette)
    least, most = numbers.palette[:, 0], numbers.palette[:, 1]
    if touching.size == 0:
        return Coloring(colors, np.zeros(0, dtype=np.int32), touching.touch, True, 0, None)
    order = smallest_last(touching)
    reason = clique(touching, order, colors + 1)
    if reason.colors <= colors == 2:
        reason = odd_cycle(touching)[0] or reason
    elif reason.colors <= colors == 3:
        reason = odd_wheel(touching, 1) or reason

    def impossible(why: Certificate, bound: int) -> Coloring:
        return Coloring(colors, None, touching.touch, True, bound, why)

    def found(coloring: NDArray[np.int32], method: str) -> Coloring:
        used, bound = int(coloring.max(initial=-1)) + 1, reason.colors
        return Coloring(colors, coloring, touching.touch, bound >= used, bound, reason, method)

    if reason.colors > colors:
        return impossible(reason, reason.colors)
    limited = bool(least.any()) or bool((most < touching.tiles).any())
    if limited:
        report(Progress(phase="a search with the given numbers"))
        answer = ColoringSearch(touching, numbers).first(max(1000, looks // touching.size))
    else:
        report(Progress(phase=f"a search with {colors} colors"))
        tried, count, method = greedy(touching, order.vertices)
        if count > colors:
            count = save_colors(touching, tried, count, colors)
            method = "Kempe chains"
        if count <= colors:
            return found(tried, method)
        answer, part = decide_colors(touching, colors, looks)
    if isinstance(answer, np.ndarray):
        return found(answer, "exact")
    if answer is NoColoring.UNKNOWN:
        raise LimitError(
            f"a coloring of {touching.tiles} tiles with {colors} colors was neither found nor "
            "proven impossible within "
            "the given effort. Increase `effort`.",
            where="effort",
        )
    plain: NDArray[np.int32] | NoColoring = NoColoring.NO
    if limited:
        plain, part = decide_colors(touching, colors, looks)
    if plain is NoColoring.NO:
        reason = shrink_subgraph(touching, part, colors + 1, max(1000, looks // 200))
        return impossible(reason, colors + 1)
    exhausted = Certificate(
        "exhausted",
        colors,
        tuple(range(touching.size)),
        least=tuple(least.tolist()),
        most=tuple(most.tolist()),
    )
    return impossible(exhausted, reason.colors)


def _normalize_colors(answer: Coloring, touching: Graph, named: bool = False) -> Coloring:
    """Rename colors by first appearance unless they are fixed, and count the tiles of each
    color.
    """
    outside = 0 if touching.outside else None
    if answer.coloring is None:
        return replace(answer, outside=outside)
    coloring = answer.coloring[: touching.tiles]
    if not named:
        held = int(answer.coloring[-1]) if touching.outside else None
        coloring = by_first_appearance(coloring, held)
    tally = np.bincount(coloring, minlength=answer.colors)
    return replace(
        answer, coloring=read_only(coloring), outside=outside, sizes=tuple(tally.tolist())
    )
