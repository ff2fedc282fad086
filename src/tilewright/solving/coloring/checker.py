"""Verify colorings and certificates, independently of the code that finds them.

The contacts of tiles are computed again from the cells, by shifting the label array or comparing
cells. A claim that no coloring exists is verified by a plain recursion.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright.errors import ColoringError, LimitError
from tilewright.model.space.labels import OUTSIDE
from tilewright.model.space.lattice import Cell
from tilewright.model.space.surface import continued
from tilewright.model.tiling import Tiling, check_labels
from tilewright.solving.coloring.result import Certificate, Coloring
from tilewright.solving.coloring.touching import Graph, Touch, check_touch
from tilewright.system.values.arguments import check_integer

#: Most recursions of the trial of all colorings; takes some tens of seconds.
_MOST_TRIALS = 5_000_000
#: Most tiles of the trial of all colorings, which is the depth of the recursion.
_MOST_TRIED = 800


def check_coloring(
    tiling: Tiling | ArrayLike,
    coloring: ArrayLike,
    touch: Touch = "edge",
    *,
    outside: int | None = None,
    colors: int | None = None,
) -> None:
    """Raise an error unless every tile has a color and tiles that touch have different colors.

    Parameters
    ----------
    tiling : Tiling or label array
    coloring : (n,) int array
        The color of each tile.
    touch : {"edge", "strong"} or int
        Which pairs of tiles must have different colors; see `color`.
    outside : int, optional
        The color of the outside of the board, if the outside is colored.
    colors : int, optional
        Require colors from 0 to `colors` - 1.

    Raises
    ------
    ColoringError
        If the coloring is invalid. The message names two conflicting cells.

    Notes
    -----
    The function takes O(cells d^2) time: it compares the label array with a shifted copy for each
    offset.
    """
    distance = check_touch(touch)
    labels = check_labels(tiling)
    if outside is not None:
        outside = check_integer(outside, "outside", error=ColoringError)
    if colors is not None:
        colors = check_integer(colors, "colors", 0, error=ColoringError)
    tile_colors = np.asarray(coloring)
    tiles = int(labels.max(initial=-1)) + 1
    _check_given(tile_colors, tiles, colors)
    if tiles:
        shown = tiling if isinstance(tiling, Tiling) else Tiling(labels)
        _check_neighbors(_Cells.of(shown, distance), tile_colors, outside)


def _check_given(coloring: NDArray[Any], tiles: int, colors: int | None) -> None:
    """Raise an error unless there is a color below `colors` for each tile."""
    if coloring.shape != (tiles,) or (coloring.dtype.kind not in "iu" and tiles):
        raise ColoringError(
            f"the coloring must contain an integer for each of the {tiles} tiles, got "
            f"{coloring.dtype} of shape {coloring.shape}"
        )
    if tiles and int(coloring.min()) < 0:
        raise ColoringError(
            f"colors must be at least 0, got {coloring.min()} for tile {int(coloring.argmin())}"
        )
    if colors is not None and tiles and int(coloring.max()) >= colors:
        raise ColoringError(
            f"colors must be at most {colors - 1}, got {coloring.max()} for tile "
            f"{int(coloring.argmax())}"
        )


def _check_neighbors(cells: _Cells, coloring: NDArray[Any], outside: int | None) -> None:
    """Raise an error if two touching tiles have the same color."""
    # Negative labels index the table from its end: uncovered cells, empty cells, the outside.
    table = np.append(coloring.astype(np.int64), [-1, -1, -1 if outside is None else outside])
    labels, fill = cells.labels, table[cells.labels]
    for here, there in cells.touching():
        wrong = (labels[here] != labels[there]) & (fill[here] == fill[there]) & (fill[here] >= 0)
        if wrong.any():
            first = np.argwhere(wrong)[0].tolist()
            places = [
                tuple(
                    part.start + x * (part.step or 1) for part, x in zip(side, first, strict=True)
                )
                for side in (here, there)
            ]
            names = [
                f"tile {labels[place]}" if labels[place] >= 0 else "the outside" for place in places
            ]
            words = [",".join(str(x - cells.margin) for x in place) for place in places]
            raise ColoringError(
                f"{names[0]} and {names[1]} touch and both have the color {fill[places[0]]}",
                where=f"{words[0]} and {words[1]}",
            )


@dataclass(frozen=True)
class _Cells:
    """The labels of a tiling with a margin, which continues the board beyond joined sides, and the
    steps from a cell of each kind to those that it touches.
    """

    labels: NDArray[Any]
    margin: int
    steps: list[set[Cell]]

    @classmethod
    def of(cls, tiling: Tiling, distance: int) -> _Cells:
        """Return the cells of a tiling, for a distance of 0 (edges) or in king's moves."""
        lattice, labels = tiling.lattice, tiling.labels
        # No two cells are further apart than the longer side.
        moves = max(1, min(distance, max(labels.shape)))
        around = lattice.touching if distance else lattice.faces
        steps = []
        for kind in range(lattice.kinds):
            start = (*[0] * (lattice.dimension - 1), kind)
            reached = last = {start}
            for _ in range(moves):
                last = {
                    tuple(x + s for x, s in zip(place, step, strict=True))
                    for place in last
                    for step in around[place[-1] % lattice.kinds]
                } - reached
                reached = reached | last
            steps.append({(*place[:-1], place[-1] - kind) for place in reached - {start}})
        margin = lattice.reach * moves
        return cls(continued(labels, lattice, tiling.surface, margin), margin, steps)

    def touching(self) -> Iterator[tuple[tuple[slice, ...], tuple[slice, ...]]]:
        """Yield the places of cells and of others that they touch, as slices of `labels`; of each
        pair of cells once.
        """
        kinds = len(self.steps)
        for kind, steps in enumerate(self.steps):
            for step in sorted(step for step in steps if step > (0,) * len(step)):
                here: list[slice] = []
                there: list[slice] = []
                for x, size in zip(step, self.labels.shape, strict=True):
                    every = kinds if len(here) == len(step) - 1 else 1
                    begin = kind % every + max(0, -(-(-x - kind % every) // every)) * every
                    here.append(slice(begin, size - max(0, x), every))
                    there.append(slice(begin + x, min(size, size + x), every))
                yield tuple(here), tuple(there)


def check_certificate(
    tiling: Tiling | ArrayLike | Graph,
    certificate: Certificate | Coloring | None,
    touch: Touch = "edge",
    *,
    outside: bool = False,
) -> None:
    r"""Raise an error unless a certificate proves the required number of colors.

    Parameters
    ----------
    tiling : Tiling, label array or Graph
    certificate : Certificate or Coloring
        The certificate, or a `Coloring` that contains the certificate and `touch`.
    touch : {"edge", "strong"} or int
        Which pairs of tiles must have different colors; see `color`.
    outside : bool
        Whether the outside of the board is an additional vertex, numbered after the last tile.

    Raises
    ------
    ColoringError
        If the certificate is wrong. The message describes the error.
    LimitError
        If trying all colorings takes too long. An unverified certificate may still be correct.

    Examples
    --------
    >>> from tilewright.solving.coloring import color
    >>> pinwheel = Tiling.from_text("AAB\nDEB\nDCC")
    >>> answer = color(pinwheel)
    >>> answer.colors, str(answer.certificate)
    (3, 'tiles 0, 1, 3 all touch each other')
    >>> check_certificate(pinwheel, answer)
    """
    if isinstance(certificate, Coloring):
        touch, outside = certificate.touch, certificate.outside is not None
        certificate = certificate.certificate
    if certificate is None:
        raise ColoringError("the certificate of the coloring is missing")
    _check_parts(certificate)
    pairs, vertices = _touching_pairs(tiling, certificate, touch, outside)
    everything = [*certificate.vertices, *certificate.hub]
    if len(set(everything)) < len(everything):
        raise ColoringError(f"the certificate lists a tile twice: {sorted(everything)}")

    def need(one: int, two: int) -> None:
        if (min(one, two), max(one, two)) not in pairs:
            raise ColoringError(
                f"tiles {one} and {two} do not touch, but the certificate says that they do"
            )

    kind, count = certificate.kind, len(certificate.vertices)
    if kind == "clique":
        for one, two in combinations(certificate.vertices, 2):
            need(one, two)
        proven = count
    elif kind in ("odd cycle", "odd wheel"):
        for index, one in enumerate(certificate.vertices):
            need(one, certificate.vertices[index - 1])
            for middle in certificate.hub:
                need(one, middle)
        for one, two in combinations(certificate.hub, 2):
            need(one, two)
        if count % 2 == 0 or count < 3:
            raise ColoringError(f"a ring must have an odd number of tiles, got {count}")
        proven = 3 + len(certificate.hub)
    elif kind in ("critical", "subgraph"):
        colors = certificate.colors - 1
        if _colorable(everything, pairs, [0] * colors, [count] * colors, None):
            raise ColoringError(
                f"{colors} colors are enough for the {count} tiles of the certificate"
            )
        for vertex in everything if kind == "critical" else ():
            rest = [other for other in everything if other != vertex]
            between = {pair for pair in pairs if vertex not in pair}
            if not _colorable(rest, between, [0] * colors, [count] * colors, None):
                raise ColoringError(f"the certificate is not minimal: tile {vertex} can be removed")
        proven = certificate.colors
    elif kind == "exhausted":
        tiles = vertices
        if sorted(everything) != list(range(tiles + outside)):
            raise ColoringError(f"the certificate must list all {tiles} tiles")
        fixed = tiles if outside else None
        if _colorable(everything, pairs, certificate.least, certificate.most, fixed):
            raise ColoringError(
                "a coloring with the stated numbers of tiles exists, but the certificate says that "
                "there is none"
            )
        proven = certificate.colors
    else:
        raise ColoringError(f"unknown kind of certificate '{kind}'")
    if proven != certificate.colors:
        raise ColoringError(
            f"the certificate claims that {certificate.colors} colors are needed, but it proves "
            f"{proven}"
        )


def _check_parts(certificate: Certificate) -> None:
    """Raise an error unless a certificate has exactly the fields of its kind."""
    kind, numbers = certificate.kind, (certificate.least, certificate.most)
    integers = [
        *certificate.vertices,
        *certificate.hub,
        *certificate.least,
        *certificate.most,
        certificate.colors,
    ]
    if any(type(number) is not int or number < 0 for number in integers):
        raise ColoringError("a certificate must contain only non-negative integers")
    if len(certificate.hub) not in ((1, 2) if kind == "odd wheel" else (0,)):
        raise ColoringError(
            f"a certificate of the kind '{kind}' must not list {len(certificate.hub)} tiles in "
            "'hub'"
        )
    if any(len(sizes) != (certificate.colors if kind == "exhausted" else 0) for sizes in numbers):
        raise ColoringError(
            "'least' and 'most' must list a number for each color in a certificate of the "
            "kind 'exhausted'"
        )


def _touching_pairs(
    tiling: Tiling | ArrayLike | Graph, certificate: Certificate, touch: Touch, outside: bool
) -> tuple[set[tuple[int, int]], int]:
    """Return which vertices of the certificate touch, computed from the cells, and the number of
    tiles.
    """
    chosen = sorted({*certificate.vertices, *certificate.hub})
    if isinstance(tiling, Graph):
        members = set(chosen)
        if chosen and not 0 <= chosen[0] <= chosen[-1] < tiling.size:
            raise ColoringError(
                f"vertices must be 0 to {tiling.size - 1}, got {chosen[0]} to {chosen[-1]}"
            )
        edges = {
            (one, int(two))
            for one in chosen
            for two in tiling.neighbors(one).tolist()
            if one < two and two in members
        }
        return edges, tiling.tiles
    distance = check_touch(touch)
    labels = check_labels(tiling)
    tiles = int(labels.max(initial=-1)) + 1
    if chosen and not 0 <= chosen[0] <= chosen[-1] < tiles + outside:
        raise ColoringError(
            f"tiles must be 0 to {tiles + outside - 1}, got {chosen[0]} to {chosen[-1]}"
        )
    cells = _Cells.of(tiling if isinstance(tiling, Tiling) else Tiling(labels), distance)
    # The outside, whose label is -1, is the last vertex.
    table = np.full(tiles + 3, -1)
    table[[vertex if vertex < tiles else OUTSIDE for vertex in chosen]] = chosen
    vertex = table[cells.labels]
    edges = set()
    for here, there in cells.touching():
        one, two = vertex[here], vertex[there]
        both = (one != two) & (one >= 0) & (two >= 0)
        edges |= set(zip(one[both].tolist(), two[both].tolist(), strict=True))
    return {(min(pair), max(pair)) for pair in edges}, tiles


def _colorable(
    vertices: Sequence[int],
    pairs: set[tuple[int, int]],
    least: Sequence[int],
    most: Sequence[int],
    fixed: int | None,
) -> bool:
    """Try all colorings, always branching on a vertex with the fewest remaining colors."""
    if len(vertices) > _MOST_TRIED:
        raise LimitError(
            f"an exhaustive check supports at most {_MOST_TRIED} tiles, got {len(vertices)}"
        )
    trial = _Trial(vertices, pairs, least, most)
    if fixed is not None:
        trial.fix(fixed)
    return trial.extend()


class _Trial:
    """Tries all colorings of vertices in which each color is used `least` to `most` times."""

    def __init__(
        self,
        vertices: Sequence[int],
        pairs: set[tuple[int, int]],
        least: Sequence[int],
        most: Sequence[int],
    ) -> None:
        self.touched: dict[int, set[int]] = {vertex: set() for vertex in vertices}
        for one, two in pairs:
            self.touched[one].add(two)
            self.touched[two].add(one)
        self.least, self.most, self.left = least, most, list(most)
        self.possible = {vertex: set(range(len(most))) for vertex in vertices}
        self.waiting = set(vertices)
        self.opened: set[int] = set()
        self.trials = 0

    def fix(self, vertex: int) -> None:
        """Give the vertex of the outside color 0, which is not counted."""
        self.waiting.discard(vertex)
        self.opened.add(0)
        for other in self.touched[vertex]:
            self.possible[other].discard(0)

    def extend(self) -> bool:
        """Return whether the remaining vertices can be colored."""
        self.trials += 1
        if self.trials > _MOST_TRIALS:
            raise LimitError(f"the certificate could not be verified within {_MOST_TRIALS} trials")
        if not self.waiting:
            return True
        numbers = zip(self.least, self.most, self.left, strict=True)
        if sum(max(0, low - (high - rest)) for low, high, rest in numbers) > len(self.waiting):
            return False
        vertex = min(self.waiting, key=lambda v: (len(self.possible[v]), -len(self.touched[v]), v))
        self.waiting.discard(vertex)
        tried: set[tuple[int, int]] = set()
        for color in sorted(self.possible[vertex]):
            if not self.left[color]:
                continue
            fresh = color not in self.opened
            if fresh:
                # Unused colors with equal numbers are interchangeable.
                kind = self.least[color], self.most[color]
                if kind in tried:
                    continue
                tried.add(kind)
                self.opened.add(color)
            changed = [
                other
                for other in self.touched[vertex] & self.waiting
                if color in self.possible[other]
            ]
            for other in changed:
                self.possible[other].discard(color)
            self.left[color] -= 1
            done = self.extend()
            self.left[color] += 1
            for other in changed:
                self.possible[other].add(color)
            if fresh:
                self.opened.discard(color)
            if done:
                return True
        self.waiting.add(vertex)
        return False
