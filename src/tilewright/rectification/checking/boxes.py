"""Claims about the boxes of a solid piece."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from functools import cache
from typing import Any

from tilewright.errors import FormatError
from tilewright.rectification.checking.graphs import StripGraph, is_sum
from tilewright.rectification.checking.verdicts import TooMuch, Wrong, number, numbers

__all__ = ["KnownBoxes"]

_Cell = tuple[int, int, int]
_Cells = tuple[_Cell, ...]


class KnownBoxes:
    """A solid piece, and what the claims about it have shown so far."""

    def __init__(self, claim: dict[str, Any], most_states: int) -> None:
        if claim["turn"] not in ("free", "one-sided"):
            raise ValueError
        cells = _drawn(claim["piece"])
        self.name = str(claim["name"])
        self.images = _images(cells, flipped=claim["turn"] == "free")
        self.size = len(cells)
        self.most = most_states
        self.edge: list[int] | None = None  # sums of these are the lengths that an edge can have
        self.bars: dict[tuple[int, int], list[int]] = {}
        self.filled: set[_Cell] = set()
        self.none: set[_Cell] = set()
        self.open = False  # whether something that others rest on was not checked or does not hold

    def claim(self, claim: dict[str, Any], line: int) -> tuple[str, Any]:
        """Return a claim in words, and what checks it."""
        kind = claim["claim"]
        if kind == "edge":
            return f"the edges, to a depth of {_size(claim['depth'], 2)}", self._edge
        if kind == "bar":
            return f"the lengths of section {_size(claim['section'], 2)}", self._bar
        if kind == "filling":
            return f"a tiling of {_size(claim['box'], 3)}", self._filling
        if kind == "none":
            return f"no tiling of {_size(claim['box'], 3)}", self._none
        if kind == "boxes":
            return "the list of prime boxes", self._boxes
        raise FormatError(f"there is no claim {kind!r} about boxes", where=f"line {line}")

    def _graph(self, section: Iterable[Any], open_sides: bool = False) -> StripGraph:
        """Return the states of a bar; with open sides tiles may stick out beyond the last layer and the last row."""
        layers, rows = numbers(section)
        area = layers * rows
        placed: list[set[int]] = [set() for _ in range(area)]
        for image in self.images:
            high, deep = (1 + max(cell[axis] for cell in image) for axis in (0, 1))
            for top in range(layers if open_sides else layers - high + 1):
                for front in range(rows if open_sides else rows - deep + 1):
                    inside = sorted(
                        (column, (top + layer) * rows + front + row)
                        for layer, row, column in image
                        if top + layer < layers and front + row < rows
                    )
                    if inside:
                        left, first = inside[0]
                        placed[first].add(
                            sum(1 << ((column - left) * area + place) for column, place in inside)
                        )
        return StripGraph(placed, self.most)

    def _edge(self, claim: dict[str, Any]) -> None:
        lengths = numbers(claim["lengths"])
        try:
            graph = self._graph(claim["depth"], open_sides=True)
            graph.check(lengths)
        except (Wrong, TooMuch):
            self.open = True
            raise
        if bool(claim["endless"]) != graph.endless():
            raise Wrong(f"a walk without an end is {'not ' if claim['endless'] else ''}there")
        self.edge = lengths

    def _bar(self, claim: dict[str, Any]) -> None:
        one, other = numbers(claim["section"])
        lengths = numbers(claim["lengths"])
        if one > other:
            raise ValueError
        if lengths or self.edge is None or (is_sum(one, self.edge) and is_sum(other, self.edge)):
            self._graph((one, other)).check(lengths)
        self.bars[one, other] = lengths

    def _filling(self, claim: dict[str, Any]) -> None:
        layers, rows, columns = numbers(claim["box"])
        labels = claim["labels"]
        if not layers <= rows <= columns:
            raise Wrong("the sides of a box are named from the shortest to the longest")
        if (
            len(labels) != layers
            or any(len(layer) != rows for layer in labels)
            or any(len(line) != columns for layer in labels for line in layer)
        ):
            raise Wrong("the labels are of another size")
        tiles: dict[int, list[_Cell]] = {}
        for cell in itertools.product(range(layers), range(rows), range(columns)):
            tiles.setdefault(labels[cell[0]][cell[1]][cell[2]], []).append(cell)
        for cells in tiles.values():
            if _shifted(cells) not in self.images:
                raise Wrong(f"the tile at {','.join(map(str, cells[0]))} is not an image of the piece")
        self.filled.add((layers, rows, columns))

    def _none(self, claim: dict[str, Any]) -> None:
        box = _sides(claim["box"])
        if self._graph(box[:2]).ends(box[2])[box[2]]:
            raise Wrong("it can be tiled")
        self.none.add(box)

    def _boxes(self, claim: dict[str, Any]) -> None:
        listed = [_sides(box) for box in claim["boxes"]]

        @cache
        def made(box: _Cell) -> bool:
            return box in self.filled or cut(box)

        @cache
        def cut(box: _Cell) -> bool:
            return any(made(one) and made(other) for one, other in _cuts(box))

        for box in listed:
            if box not in self.filled:
                raise Wrong(f"{_size(box, 3)} has no tiling here")
            if cut(box):
                raise Wrong(f"{_size(box, 3)} is cut into two that are tiled")
        if missing := self.filled - set(listed):
            raise Wrong(f"{_size(min(missing), 3)} has a tiling but is not listed")
        for one, other in itertools.combinations_with_replacement(range(1, number(claim["sides"], 0) + 1), 2):
            if (one, other) not in self.bars:
                raise TooMuch(f"the lengths of section {one}x{other} were not checked")
        for section, lengths in self.bars.items():
            for length in lengths:
                if not made(_sides((*section, length))):
                    raise Wrong(f"{_size((*section, length), 3)} is not made of those listed")
        if claim["complete"]:
            if self.open:
                raise TooMuch("it rests on claims that were not checked or do not hold")
            if self.edge != []:
                raise Wrong("nothing says why the list is complete")
        for key, odd in (("order", False), ("odd_order", True)):
            if claim[key] is not None:
                self._order(int(claim[key]), listed, key.replace("_", " "), odd)

    def _order(self, named: int, listed: list[_Cell], what: str, odd: bool) -> None:
        """Find out whether the least number of copies, or the least odd one, is this."""
        copies = [one * other * third // self.size for one, other, third in listed]
        least = min((n for n in copies if n % 2 or not odd), default=None)
        if least != named:
            raise Wrong(f"the {what} is {least}, not {named}")
        for fewer in range(1, named, 2 if odd else 1):
            for box in _boxes_of(fewer * self.size):
                if box in self.none or (
                    self.edge is not None and not all(is_sum(side, self.edge) for side in box)
                ):
                    continue
                if box[:2] not in self.bars:
                    raise TooMuch(f"{_size(box, 3)}, of fewer than {named} copies, was not checked")
                if is_sum(box[2], self.bars[box[:2]]):
                    raise Wrong(f"{_size(box, 3)} has fewer than {named} copies")


def _boxes_of(volume: int) -> list[_Cell]:
    """Return all boxes of a volume."""
    return [
        (one, other, volume // one // other)
        for one in range(1, volume + 1)
        if volume % one == 0
        for other in range(one, volume // one + 1)
        if volume // one % other == 0 and other <= volume // one // other
    ]


def _cuts(box: _Cell) -> Iterable[tuple[_Cell, _Cell]]:
    """Yield the two boxes on the sides of each straight cut."""
    one, other, third = box
    for side, rest in ((one, (other, third)), (other, (one, third)), (third, (one, other))):
        for part in range(1, side):
            yield _sides((part, *rest)), _sides((side - part, *rest))


def _sides(box: Iterable[Any]) -> _Cell:
    one, other, third = sorted(numbers(box))
    return one, other, third


def _size(sides: Any, dimension: int) -> str:
    if len(sides) != dimension:
        raise ValueError
    return "x".join(map(str, numbers(sides)))


def _drawn(drawing: str) -> _Cells:
    cells = tuple(
        (layer, row, column)
        for layer, lines in enumerate(drawing.split("//"))
        for row, line in enumerate(lines.split("/"))
        for column, letter in enumerate(line)
        if letter == "#"
    )
    if not cells:
        raise ValueError
    return cells


def _shifted(cells: Iterable[_Cell]) -> _Cells:
    listed = list(cells)
    least = [min(cell[axis] for cell in listed) for axis in range(3)]
    return tuple(sorted((a - least[0], b - least[1], c - least[2]) for a, b, c in listed))


def _images(cells: _Cells, *, flipped: bool) -> set[_Cells]:
    """Return all images under quarter turns about two axes, and in a mirror."""
    found: set[_Cells] = set()
    waiting = [_shifted(cells)]
    while waiting:
        image = waiting.pop()
        if image in found:
            continue
        found.add(image)
        waiting.append(_shifted((a, c, -b) for a, b, c in image))
        waiting.append(_shifted((b, -a, c) for a, b, c in image))
        if flipped:
            waiting.append(_shifted((a, b, -c) for a, b, c in image))
    return found
