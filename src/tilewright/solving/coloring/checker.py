"""Verify colorings and certificates, independently of the code that finds them.

The contacts of tiles are computed again from the cells, by shifting the label array or comparing
cells. A claim that no coloring exists is verified by a plain recursion.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright.errors import ColoringError, LimitError
from tilewright.model.space.labels import EMPTY, OUTSIDE
from tilewright.model.space.lattice import Cell
from tilewright.model.space.surface import continued, is_flat_squares
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
    if tiles == 0:
        return
    if isinstance(tiling, Tiling) and not is_flat_squares(tiling):
        _check_neighbors(tiling, distance, tile_colors, outside)
        return
    _check_shifted(labels, distance, tile_colors, outside)


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


def _check_shifted(
    labels: NDArray[Any], distance: int, coloring: NDArray[Any], outside: int | None
) -> None:
    """Raise an error if two touching tiles of a flat board have the same color, using shifted
    arrays.
    """
    # No two cells are further apart than the longer side.
    reach = min(max(distance, 1), max(labels.shape))
    rows, columns = labels.shape
    if outside is not None:
        labels = np.pad(labels, reach, constant_values=-1)
        rows, columns = labels.shape
    fill = coloring.astype(np.int64)[np.maximum(labels, 0)]
    fill[labels < 0] = -1
    if outside is not None:
        fill[labels == -1] = outside
    for down in range(reach + 1):
        for right in range(-reach, reach + 1):
            if (down, right) <= (0, 0) or (distance == 0 and down and right):
                continue
            if down >= rows or abs(right) >= columns:
                continue
            here = (slice(0, rows - down), slice(max(0, -right), columns - max(0, right)))
            there = (slice(down, rows), slice(max(0, right), columns - max(0, -right)))
            wrong = (
                (labels[here] != labels[there]) & (fill[here] == fill[there]) & (fill[here] >= 0)
            )
            if wrong.any():
                row, column = np.argwhere(wrong)[0].tolist()
                column += max(0, -right)
                margin = reach if outside is not None else 0
                one, two = labels[row, column], labels[row + down, column + right]
                names = [f"tile {label}" if label >= 0 else "the outside" for label in (one, two)]
                raise ColoringError(
                    f"{names[0]} and {names[1]} touch and both have the color {fill[row, column]}",
                    where=f"{row - margin},{column - margin} and "
                    f"{row + down - margin},{column + right - margin}",
                )


def _touching_cells(
    tiling: Tiling, distance: int, chosen: Sequence[int] | None = None
) -> Iterator[tuple[int, int, Cell, Cell]]:
    """Yield pairs of touching tiles, with a cell of each tile; -1 stands for the outside."""
    lattice, labels = tiling.lattice, tiling.labels
    # No two cells are further apart than the longer side.
    distance = min(distance, max(labels.shape))
    margin = lattice.reach * max(distance, 1)
    around = continued(labels, lattice, tiling.surface, margin)
    first = labels >= 0 if chosen is None else np.isin(labels, chosen)
    for cell in map(tuple, np.argwhere(first).tolist()):
        reached, last = {cell}, {cell}
        for _ in range(max(distance, 1)):
            beside: set[Cell] = set()
            for place in last:
                kind = place[-1] % lattice.kinds
                steps = lattice.touching[kind] if distance else lattice.faces[kind]
                beside |= {tuple(x + s for x, s in zip(place, step, strict=True)) for step in steps}
            last = beside - reached
            reached |= beside
        for place in sorted(reached - {cell}):
            other = int(around[tuple(x + margin for x in place)])
            if other != labels[cell] and other != EMPTY:
                yield int(labels[cell]), other, cell, place


def _check_neighbors(
    tiling: Tiling, distance: int, coloring: NDArray[Any], outside: int | None
) -> None:
    """Raise an error if two touching tiles have the same color, on any lattice and surface."""
    for one, two, cell, place in _touching_cells(tiling, distance):
        color = outside if two == OUTSIDE else int(coloring[two])
        if color is not None and color == coloring[one]:
            neighbor = "the outside" if two == OUTSIDE else f"tile {two}"
            raise ColoringError(
                f"tile {one} and {neighbor} touch and both have the color {color}",
                where=f"{','.join(map(str, cell))} and {','.join(map(str, place))}",
            )


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
    members = set(chosen)
    shown = tiling if isinstance(tiling, Tiling) else Tiling(labels)
    named = (
        (one, tiles if two == OUTSIDE else two)
        for one, two, _, _ in _touching_cells(shown, distance, chosen)
    )
    return {(min(pair), max(pair)) for pair in named if members.issuperset(pair)}, tiles


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
