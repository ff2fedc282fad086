"""Claims about the rectangles of a piece or of a set of pieces."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from typing import Any

from tilewright.deadline import check_time
from tilewright.errors import FormatError
from tilewright.rectification.checking.graphs import StripGraph, UsesGraph, is_sum
from tilewright.rectification.checking.verdicts import TooMuch, Wrong, number, numbers

__all__ = ["KnownRectangles"]

_Cells = tuple[tuple[int, int], ...]


class KnownRectangles:
    """A piece or a set of pieces, and what the claims about it have shown so far."""

    def __init__(self, claim: dict[str, Any], most_states: int) -> None:
        joint = claim["claim"] == "set"
        drawings, names = (claim["pieces"], claim["names"]) if joint else ([claim["piece"]], [claim["name"]])
        if claim["turn"] not in ("free", "one-sided") or len(drawings) != len(names) or not drawings:
            raise ValueError
        listed = [_drawn(drawing) for drawing in drawings]
        self.name = ", ".join(map(str, names))
        self.flipped = claim["turn"] == "free"
        self.piece = listed[0]
        self.groups = [_images(cells, flipped=self.flipped) for cells in listed]
        self.images = set().union(*self.groups)
        if len(self.images) < sum(map(len, self.groups)):
            raise ValueError  # a piece twice
        self.weighable = self.images  # what covers 0 of all weights: tiles, or pairs of them
        self.joint = joint
        self.size = len(listed[0])
        self.most = most_states
        self.side: tuple[list[int], int] | None = None  # lengths that a side can have: generators, period
        self.closed = False
        self.weights: list[tuple[list[list[int]], int]] = []
        self.widths: dict[int, list[int]] = {}
        self.tiled: set[tuple[int, int]] = set()
        self.none: set[tuple[int, int]] = set()
        self.ended = False
        self.every: dict[int, list[int]] = {}  # the same for tilings with every piece of a set
        self.tiled_by_every: set[tuple[int, int]] = set()
        self.none_by_every: set[tuple[int, int]] = set()
        self.ended_by_every = False
        self.listed = False  # whether the list for any pieces is complete
        self._strip: tuple[int, StripGraph] | None = (
            None  # the width of which a rectangle was looked at last, and its states
        )
        self.open = False  # whether something that others rest on was not checked or does not hold

    def claim(self, claim: dict[str, Any], line: int) -> tuple[str, Any]:
        """Return a claim in words, and what checks it."""
        kind = claim["claim"]
        if claim.get("every"):
            return self._claim_of_every(claim, kind, line)
        if kind == "side":
            return f"the sides, to a depth of {number(claim['depth'])}", self._side
        if kind == "pairs" and not self.joint:
            return "tiles come in pairs", self._pairs
        if kind == "weights":
            return f"weights modulo {number(claim['modulus'], 2)}", self._weights
        if kind == "width":
            return f"the lengths of width {number(claim['width'])}", self._width
        if kind == "tiling":
            return f"a tiling of {_size(claim)}", self._tiling
        if kind == "none":
            return f"no tiling of {_size(claim)}", self._none
        if kind == "ending":
            return "larger rectangles are made of smaller ones", self._ending
        if kind == "primes":
            return _list(claim), self._primes
        raise FormatError(f"there is no claim {kind!r}", where=f"line {line}")

    def _claim_of_every(self, claim: dict[str, Any], kind: str, line: int) -> tuple[str, Any]:
        """Return a claim about tilings with every piece in words, and what checks it."""
        if not self.joint:
            raise FormatError("every piece is said of a set", where=f"line {line}")
        if kind == "width":
            return f"the lengths of width {number(claim['width'])} with every piece", self._width_of_every
        if kind == "tiling":
            return f"a tiling of {_size(claim)} with every piece", self._tiling_of_every
        if kind == "none":
            return f"no tiling of {_size(claim)} with every piece", self._none_of_every
        if kind == "ending":
            return "larger rectangles with every piece are made of smaller ones", self._ending_of_every
        if kind == "primes":
            return f"{_list(claim)} with every piece", self._primes_of_every
        raise FormatError(f"there is no claim {kind!r} about every piece", where=f"line {line}")

    def _rest(self, check: Any, *arguments: Any) -> Any:
        """Do what later claims rest on."""
        try:
            return check(*arguments)
        except (Wrong, TooMuch):
            self.open = True
            raise

    def _graph(self, width: int, open_end: bool = False) -> StripGraph:
        """Return the states of a strip; with an open end tiles may stick out beyond the last row."""
        placed: list[set[int]] = [set() for _ in range(width)]
        for image in self.images:
            height = 1 + max(row for row, _ in image)
            for top in range(width if open_end else width - height + 1):
                cells = sorted((column, row + top) for row, column in image if row + top < width)
                left, first = cells[0]
                placed[first].add(sum(1 << ((column - left) * width + row) for column, row in cells))
        return StripGraph(placed, self.most)

    def _side(self, claim: dict[str, Any]) -> None:
        lengths = numbers(claim["lengths"])
        graph = self._rest(self._graph, number(claim["depth"]), True)
        self._rest(graph.check, lengths)
        if bool(claim["endless"]) != graph.endless():
            raise Wrong(f"a walk without an end is {'not ' if claim['endless'] else ''}there")
        self.side = lengths, math.gcd(*lengths)
        self.closed = not lengths

    def _pairs(self, claim: dict[str, Any]) -> None:
        """Find out whether whatever covers the pocket of a tile has that tile in its own, and looks with it as claimed."""
        row, column = (number(part, 0) for part in claim["pocket"])
        pairs = [_images(_drawn(drawing), flipped=self.flipped) for drawing in claim["shapes"]]
        if not pairs:
            raise ValueError
        try:
            self._pair_up((row, column), number(claim["depth"], 0), set().union(*pairs))
        except Wrong:
            self.open = True
            raise
        self.weighable = set().union(*pairs)

    def _pair_up(self, pocket: tuple[int, int], depth: int, pairs: set[_Cells]) -> None:
        tile = set(self.piece)
        if pocket in tile or pocket[0] > max(r for r, _ in tile) or pocket[1] > max(c for _, c in tile):
            raise Wrong("the pocket is not within the bounding box of the piece")
        turned = []
        cells, own = list(self.piece), pocket
        for _ in range(4):
            cells, own = [(c, -r) for r, c in cells], (own[1], -own[0])
            turned.append((cells, own))
            if self.flipped:
                turned.append(([(r, -c) for r, c in cells], (own[0], -own[1])))
        pockets: dict[_Cells, set[tuple[int, int]]] = {}
        for cells, own in turned:
            top, left = min(r for r, _ in cells), min(c for _, c in cells)
            pockets.setdefault(_shifted(cells), set()).add((own[0] - top, own[1] - left))
        if any(len(owns) > 1 for owns in pockets.values()):
            raise Wrong("a symmetry of the piece takes the pocket to another cell")

        def covers(cell: tuple[int, int], taken: set[tuple[int, int]]) -> Iterable[tuple[set[Any], Any]]:
            for image, (own,) in pockets.items():
                for r, c in image:
                    down, right = cell[0] - r, cell[1] - c
                    moved = {(r + down, c + right) for r, c in image}
                    if not moved & taken:
                        yield moved, (own[0] + down, own[1] + right)

        def impossible(cells: set[tuple[int, int]], depth: int) -> bool:
            # Where no tile can cover a cell between these, they are in no rectangle.
            check_time()
            high, wide = [r for r, _ in cells], [c for _, c in cells]
            inside = itertools.product(range(min(high), max(high) + 1), range(min(wide), max(wide) + 1))
            ways = [[other for other, _ in covers(cell, cells)] for cell in inside if cell not in cells]
            if not ways or not depth:
                return [] in ways
            return all(impossible(cells | other, depth - 1) for other in min(ways, key=len))

        for other, own in covers(pocket, tile):
            both = tile | other
            if impossible(both, depth):
                continue
            if own not in tile:
                raise Wrong("what covers the pocket may have another tile in its own")
            if _shifted(both) not in pairs:
                raise Wrong("two tiles may look otherwise together")

    def _weights(self, claim: dict[str, Any]) -> None:
        block = [[number(value, 0) for value in row] for row in claim["values"]]
        modulus, size = number(claim["modulus"], 2), len(block)
        if not block or any(len(row) != size for row in block):
            raise ValueError
        for image in self.weighable:
            for down in range(size):
                for right in range(size):
                    covered = sum(block[(r + down) % size][(c + right) % size] for r, c in image)
                    if covered % modulus:
                        self.open = True
                        raise Wrong(f"a tile at {down},{right} covers {covered}")
        self.weights.append((block, modulus))

    def _width(self, claim: dict[str, Any]) -> None:
        width, lengths = number(claim["width"]), numbers(claim["lengths"])
        if not lengths and self.side is not None and not is_sum(width, self.side[0]):
            self.widths[width] = []
            return
        graph = self._rest(self._graph, width)
        self._rest(graph.check, lengths)
        self.widths[width] = lengths

    def _tiling(self, claim: dict[str, Any]) -> None:
        rows, columns = _sides(claim["rectangle"])
        self._tiles(claim)
        self.tiled |= {(rows, columns), (columns, rows)}

    def _tiles(self, claim: dict[str, Any]) -> set[int]:
        """Check a tiling, and return the numbers of the pieces in it."""
        rows, columns = _sides(claim["rectangle"])
        labels = claim["labels"]
        if len(labels) != rows or any(len(line) != columns for line in labels):
            raise Wrong("the labels are of another size")
        tiles: dict[int, list[tuple[int, int]]] = {}
        for row, line in enumerate(labels):
            for column, label in enumerate(line):
                tiles.setdefault(label, []).append((row, column))
        used = set()
        for cells in tiles.values():
            image = _shifted(cells)
            if image not in self.images:
                what = "any piece" if self.joint else "the piece"
                raise Wrong(f"the tile at {cells[0][0]},{cells[0][1]} is not an image of {what}")
            used.add(next(which for which, own in enumerate(self.groups) if image in own))
        return used

    def _none(self, claim: dict[str, Any]) -> None:
        rows, columns = _sides(claim["rectangle"])
        short, long = sorted((rows, columns))
        # Of one width there are often several, one after the other.
        if self._strip is None or self._strip[0] != short:
            self._strip = None
            self._strip = short, self._rest(self._graph, short)
        if self._strip[1].ends(long)[long]:
            self.open = True
            raise Wrong("it can be tiled")
        self.none |= {(rows, columns), (columns, rows)}

    def _allowed(self, one: int, other: int) -> bool:
        """Whether nothing rules out a rectangle."""
        if self.side is not None and not (is_sum(one, self.side[0]) and is_sum(other, self.side[0])):
            return False
        return self._weighed(one, other)

    def _weighed(self, one: int, other: int) -> bool:
        """Whether no weights rule out a rectangle."""
        for block, modulus in self.weights:
            # Rows and columns that are equal are counted, not added one by one.
            period = len(block)
            for rows, columns in ((one, other), (other, one)):
                times_r = [(rows - i + period - 1) // period for i in range(period)]
                times_c = [(columns - i + period - 1) // period for i in range(period)]
                total = sum(
                    block[i][j] * times_r[i] * times_c[j] for i in range(period) for j in range(period)
                )
                if total % modulus:
                    return False
        return True

    def _made(self, size: int) -> list[list[bool]]:
        """Return which rectangles up to a size are made of those with a tiling, by all cuts."""
        made = [[False] * (size + 1) for _ in range(size + 1)]
        for rows in range(1, size + 1):
            check_time()
            for columns in range(1, size + 1):
                made[rows][columns] = (
                    (rows, columns) in self.tiled
                    or any(
                        made[part][columns] and made[rows - part][columns] for part in range(1, rows // 2 + 1)
                    )
                    or any(
                        made[rows][part] and made[rows][columns - part] for part in range(1, columns // 2 + 1)
                    )
                )
        return made

    def _made_with_every(self, size: int, parts: list[list[bool]]) -> list[list[bool]]:
        """Return which rectangles up to a size are one with a tiling with every piece, or have one and a part on two sides of a cut."""
        made = [[False] * (size + 1) for _ in range(size + 1)]
        for rows in range(1, size + 1):
            check_time()
            for columns in range(1, size + 1):
                made[rows][columns] = (
                    (rows, columns) in self.tiled_by_every
                    or any(made[part][columns] and parts[rows - part][columns] for part in range(1, rows))
                    or any(made[rows][part] and parts[rows][columns - part] for part in range(1, columns))
                )
        return made

    def _ending(self, claim: dict[str, Any]) -> None:
        self._end(claim, self.widths, self.none)
        self.ended = True

    def _ending_of_every(self, claim: dict[str, Any]) -> None:
        self._end(claim, self.every, self.none_by_every, every=True)
        self.ended_by_every = True

    def _end(
        self,
        claim: dict[str, Any],
        widths: dict[int, list[int]],
        none: set[tuple[int, int]],
        *,
        every: bool = False,
    ) -> None:
        """Find out whether all beyond these widths and these single rectangles is ruled out or made of smaller ones."""
        bound, step = number(claim["bound"], 0), number(claim["step"])
        if self.open:
            raise TooMuch("it rests on claims that were not checked or do not hold")
        if max([0, *widths]) > bound or any(max(pair) > bound for pair in none):
            raise Wrong("the bound is too small")
        periods = [len(block) * modulus for block, modulus in self.weights]
        # Where no side can have both its corners, nothing is possible, at any size.
        if self.side is not None and not self.closed:
            lengths, period = self.side
            periods.append(period)
            if any(not is_sum(period * n, lengths) for n in range(bound // period + 1, bound + step + 1)):
                raise Wrong("the sides that are possible do not repeat beyond the bound")
        if step % math.lcm(*periods):
            raise Wrong(f"what is ruled out does not repeat after {step}")
        last = bound + step
        parts = self._made(last)
        made = self._made_with_every(last, parts) if every else parts
        beyond = range(bound + 1, last + 1)
        # Of the widths above, all lengths are known.
        others = [one for one in range(1, last + 1) if one not in widths]
        for one in others:
            for other in others:
                if not made[one][other] and (one, other) not in none and self._allowed(one, other):
                    raise Wrong(f"{one}x{other} is neither made of others nor ruled out")
        # A part of width `step` can be cut off whatever is larger.
        for one in others:
            if not parts[step][one] and any(self._allowed(one, other) for other in beyond):
                raise Wrong(f"no {step}x{one} can be cut off")
        if not parts[step][step] and any(self._allowed(one, other) for one in beyond for other in beyond):
            raise Wrong(f"no {step}x{step} can be cut off")

    def _primes(self, claim: dict[str, Any]) -> None:
        listed = [_sides(sides) for sides in claim["rectangles"]]
        made = self._made(max([long for _, long in listed], default=0))
        for short, long in listed:
            if (short, long) not in self.tiled:
                raise Wrong(f"{short}x{long} has no tiling here")
            if any(made[part][long] and made[short - part][long] for part in range(1, short)) or any(
                made[short][part] and made[short][long - part] for part in range(1, long)
            ):
                raise Wrong(f"{short}x{long} is cut into two that are tiled")
        if missing := [pair for pair in self.tiled if pair[0] <= pair[1] and pair not in listed]:
            raise Wrong(f"{missing[0][0]}x{missing[0][1]} has a tiling but is not listed")
        widths = number(claim["widths"], 0)
        if widths > _upto(self.widths):
            raise TooMuch(f"width {_upto(self.widths) + 1} was not checked")
        for width in self.widths:
            size = max([1, *self.widths[width]])
            made = self._made(max(size, width))
            for length in self.widths[width]:
                if not made[width][length]:
                    raise Wrong(f"{width}x{length} is not made of those listed")
        if self.open:
            raise TooMuch("it rests on claims that were not checked or do not hold")
        if claim["complete"] and not (self.ended or self.closed):
            raise Wrong("nothing says why the list is complete")
        self.listed = bool(claim["complete"])
        if self.joint:
            return
        if claim.get("no_odd_order"):
            self._all_even(listed, bool(claim["complete"]))
        for key, odd in (("order", False), ("odd_order", True)):
            copies = [short * long // self.size for short, long in listed]
            least = min((n for n in copies if n % 2 or not odd), default=None)
            if claim[key] is None:
                continue
            if least is None or int(claim[key]) != least:
                raise Wrong(f"the {key.replace('_', ' ')} is {least}, not {claim[key]}")
            if claim["complete"]:
                continue
            for one in range(widths + 1, least * self.size // (widths + 1) + 1):
                for other in range(one, (least * self.size - 1) // one + 1):
                    if (
                        (one * other // self.size % 2 or not odd)
                        and not {one, other} & self.widths.keys()
                        and (one, other) not in self.none
                        and self._allowed(one, other)
                    ):
                        raise Wrong(f"{one}x{other}, of fewer than {least} copies, is not ruled out")

    def _all_even(self, listed: list[tuple[int, int]], complete: bool) -> None:
        """Find out whether no rectangle has an odd number of copies, and by the weights alone if the list is not complete."""
        twice = 2 * self.size
        if odd := [pair for pair in listed if math.prod(pair) % twice]:
            raise Wrong(f"{odd[0][0]}x{odd[0][1]} has an odd number of copies")
        if complete:
            return
        period = math.lcm(twice, *(len(block) * modulus for block, modulus in self.weights))
        for one in range(1, period + 1):
            check_time()
            for other in range(one, period + 1):
                if one * other % twice == self.size and self._weighed(one, other):
                    raise Wrong(f"nothing rules out {one}x{other}, of an odd number of copies")

    def _width_of_every(self, claim: dict[str, Any]) -> None:
        width, lengths = number(claim["width"]), numbers(claim["lengths"])
        if width not in self.widths:
            self.open = True
            raise TooMuch(f"the lengths of width {width} with any pieces were not checked")
        parts = self.widths[width]
        if parts or lengths:
            graph = self._rest(UsesGraph, self.groups, width, self.most)
            self._rest(graph.check_every, lengths, parts)
        self.every[width] = lengths

    def _tiling_of_every(self, claim: dict[str, Any]) -> None:
        rows, columns = _sides(claim["rectangle"])
        used = self._tiles(claim)
        if missing := set(range(len(self.groups))) - used:
            raise Wrong(f"piece {min(missing) + 1} of the set is not in it")
        self.tiled |= {(rows, columns), (columns, rows)}
        self.tiled_by_every |= {(rows, columns), (columns, rows)}

    def _none_of_every(self, claim: dict[str, Any]) -> None:
        rows, columns = _sides(claim["rectangle"])
        short, long = sorted((rows, columns))
        graph = self._rest(UsesGraph, self.groups, short, self.most)
        if graph.ends(long)[long]:
            self.open = True
            raise Wrong("it can be tiled")
        self.none_by_every |= {(rows, columns), (columns, rows)}

    def _primes_of_every(self, claim: dict[str, Any]) -> None:
        listed = [_sides(sides) for sides in claim["rectangles"]]
        size = max([long for _, long in listed], default=0)
        parts = self._made(size)
        made = self._made_with_every(size, parts)
        for short, long in listed:
            if (short, long) not in self.tiled_by_every:
                raise Wrong(f"{short}x{long} has no tiling here")
            if any(made[part][long] and parts[short - part][long] for part in range(1, short)) or any(
                made[short][part] and parts[short][long - part] for part in range(1, long)
            ):
                raise Wrong(f"{short}x{long} is cut into one with every piece and a part")
        if missing := [pair for pair in self.tiled_by_every if pair[0] <= pair[1] and pair not in listed]:
            raise Wrong(f"{missing[0][0]}x{missing[0][1]} has a tiling but is not listed")
        widths = number(claim["widths"], 0)
        if widths > _upto(self.every):
            raise TooMuch(f"width {_upto(self.every) + 1} was not checked")
        for width in self.every:
            size = max([width, *self.every[width]])
            made = self._made_with_every(size, self._made(size))
            for length in self.every[width]:
                if not made[width][length]:
                    raise Wrong(f"{width}x{length} is not made of those listed")
        if self.open:
            raise TooMuch("it rests on claims that were not checked or do not hold")
        if claim["complete"] and not (self.closed or (self.ended_by_every and self.listed)):
            raise Wrong("nothing says why the list is complete")


def _upto(widths: dict[int, list[int]]) -> int:
    """Return up to where all widths are known."""
    width = 0
    while width + 1 in widths:
        width += 1
    return width


def _drawn(drawing: str) -> _Cells:
    cells = tuple(
        (row, column)
        for row, line in enumerate(drawing.split("/"))
        for column, letter in enumerate(line)
        if letter == "#"
    )
    if not cells:
        raise ValueError
    return cells


def _list(claim: dict[str, Any]) -> str:
    """Say what a list is: beyond the widths of one that is open, some may be made of others that are not known."""
    if claim["complete"]:
        return "the list of prime rectangles"
    return f"the list of prime rectangles to width {number(claim['widths'], 0)}"


def _size(claim: dict[str, Any]) -> str:
    rows, columns = _sides(claim["rectangle"])
    return f"{rows}x{columns}"


def _sides(sides: Iterable[Any]) -> tuple[int, int]:
    one, other = numbers(sides)
    return one, other


def _shifted(cells: Iterable[tuple[int, int]]) -> _Cells:
    listed = list(cells)
    top, left = min(row for row, _ in listed), min(column for _, column in listed)
    return tuple(sorted((row - top, column - left) for row, column in listed))


def _images(cells: _Cells, *, flipped: bool) -> set[_Cells]:
    images = set()
    for _ in range(4):
        cells = tuple((column, -row) for row, column in cells)
        images.add(_shifted(cells))
        if flipped:
            images.add(_shifted((row, -column) for row, column in cells))
    return images
