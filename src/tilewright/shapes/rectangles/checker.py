"""Verify the claims of a certificate one after another, independently of the search.

Everything is computed again in the simplest way: images by turning cells, strips as sets of
integers, and composed rectangles by trying all cuts.
"""

from __future__ import annotations

import itertools
import json
import math
from abc import ABC
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.errors import FormatError
from tilewright.model.claims import (
    Claim,
    ClaimError,
    StateLimit,
    Unchecked,
    check_fields,
    check_name,
    judge,
)
from tilewright.model.space.polyform import Polyform
from tilewright.system.values.arguments import check_integer
from tilewright.system.work.deadline import check_time

#: The default for `most_states`.
MOST_STATES = 200_000

#: Fields that a claim may lack.
_OPTIONAL = ("lattice", "every", "order", "odd_order", "no_odd_order")
#: Fields that are true or false.
_FLAGS = ("endless", "complete", "every", "no_odd_order")

_Claim = dict[str, Any]
_Cells = tuple[tuple[int, ...], ...]
_Sides = tuple[int, ...]
#: Whether each size, rows x columns, is composed of others.
_Table = NDArray[np.bool_]


class _Form(NamedTuple):
    """A kind of claim: its meaning, its fields, and the function that verifies it."""

    words: Callable[[_Claim], str]
    fields: str
    check: Callable[[Any, _Claim], None]


def check_certificate(lines: Iterable[str], *, most_states: int = MOST_STATES) -> Iterator[Claim]:
    """Verify a certificate, and yield a result for each claim.

    Parameters
    ----------
    lines : iterable of str
        The lines of the certificate, as returned by
        `tilewright.shapes.rectangles.certificate_text`.
    most_states : int
        If the strip or side of a claim needs more states than this, the claim is not verified, and
        `Claim.holds` is None.

    Raises
    ------
    FormatError
        If a line does not contain a claim.
    RequestError
        If `most_states` is not a positive integer.

    Examples
    --------
    >>> claims = ['{"claim": "piece", "piece": "##", "name": "domino", "turn": "free"}',
    ...           '{"claim": "tiling", "rectangle": [1, 2], "labels": [[0, 0]]}',
    ...           '{"claim": "width", "width": 1, "lengths": [3]}']
    >>> for verdict in check_certificate(claims):
    ...     print(verdict.claim, verdict.holds, *verdict.why.split())
    the piece domino True
    a tiling of 1x2 True
    the lengths that can be tiled at width 1 False lengths that are not multiples of 3 can be tiled
    """
    most_states = check_integer(most_states, "most_states", 1)
    known: _Checker | None = None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        claim = _parse_claim(line, number)
        try:
            if claim["claim"] in ("piece", "set"):
                kind = _BoxChecker if claim.get("lattice") == "cube" else _RectangleChecker
                known = kind(claim, most_states)
            elif known is None:
                raise FormatError(
                    "the first claim must name a piece or a set", where=f"line {number}"
                )
            yield known.verify(claim, number)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            if isinstance(error, FormatError):
                raise
            raise FormatError(
                f"the claim is incomplete or invalid: {line[:100]!r}", where=f"line {number}"
            ) from None


def _parse_claim(line: str, number: int) -> _Claim:
    try:
        claim = json.loads(line)
    except ValueError as error:
        raise FormatError(f"invalid JSON: {error}", where=f"line {number}") from None
    if not isinstance(claim, dict) or not isinstance(claim.get("claim"), str):
        raise FormatError(
            "each line must be a JSON object with the key 'claim'", where=f"line {number}"
        )
    return claim


def sums_upto(last: int, generators: Iterable[int], parts: Iterable[int]) -> list[bool]:
    """Return for each length up to `last` whether it is a generator plus any sum of parts."""
    sums = [False] * (last + 1)
    generators, parts = set(generators), list(parts)
    for length in range(last + 1):
        sums[length] = length in generators or any(
            length >= one and sums[length - one] for one in parts
        )
    return sums


def is_sum(number: int, generators: Iterable[int]) -> bool:
    """Return True if a positive number is a sum of generators, with repetition."""
    return number > 0 and sums_upto(number, [0], generators)[number]


class StripGraph:
    """The states of a strip or a bar after full columns.

    A state is an integer: a bit for each used group (in a joint graph), then a bit for each covered
    cell beyond the last full column. With open sides, tiles may extend beyond the last row and
    layer.
    """

    def __init__(
        self,
        groups: Sequence[Collection[_Cells]],
        section: Sequence[int],
        most: int,
        *,
        joint: bool = False,
        open_sides: bool = False,
    ) -> None:
        self._width = math.prod(section)
        if not self._width:
            raise ValueError
        self._bits = len(groups) if joint else 0
        self._placed: list[set[int]] = [set() for _ in range(self._width)]
        for number, images in enumerate(groups):
            used = 1 << number if joint else 0
            for image in images:
                self._add_placements(image, section, used, open_sides=open_sides)
        columns: dict[int, set[int]] = {}
        self.after: dict[int, set[int]] = {}
        waiting = [0]
        while waiting:
            state = waiting.pop()
            if state in self.after:
                continue
            if len(self.after) >= most:
                raise StateLimit(
                    f"there are more than {most:,} "
                    f"states{', with the pieces used' if joint else ''}"
                )
            check_time()
            used = state & ~(-1 << self._bits)
            cells = state - used
            if not joint:
                self.after[state] = self._columns(cells)
            else:
                if cells not in columns:
                    columns[cells] = self._columns(cells)
                self.after[state] = {following | used for following in columns[cells]}
            waiting += self.after[state]

    def _add_placements(
        self, image: _Cells, section: Sequence[int], used: int, *, open_sides: bool
    ) -> None:
        """Add all placements of an image, grouped by the row of the first cell."""
        extents = [1 + max(cell[axis] for cell in image) for axis in range(len(section))]
        ends = [
            side if open_sides else side - extent + 1
            for side, extent in zip(section, extents, strict=True)
        ]
        for offset in itertools.product(*map(range, ends)):
            inside = []
            for *across, column in image:
                place = [a + b for a, b in zip(offset, across, strict=True)]
                if all(at < side for at, side in zip(place, section, strict=True)):
                    row = place[0] if len(place) == 1 else place[0] * section[1] + place[1]
                    inside.append((column, row))
            if inside:
                left, first = min(inside)
                mask = sum(1 << ((column - left) * self._width + row) for column, row in inside)
                self._placed[first].add(mask << self._bits | used)

    def _columns(self, cells: int) -> set[int]:
        """Return the states after the first column is filled, with the groups of pieces that fill
        it.
        """
        bits, beyond = self._bits, -1 << self._bits
        full = ((1 << self._width) - 1) << bits
        filled = {cells}
        for row in range(self._width):
            bit = 1 << row + bits
            filled = {
                one | placed
                for one in filled
                for placed in ([0] if one & bit else self._placed[row])
                if not one & placed & beyond
            }
        shift = self._width + bits
        return {one >> shift << bits | one & ~beyond for one in filled if one & full == full}

    def ends(self, last: int) -> list[bool]:
        """Return for each length up to `last` whether the strip can end there (in a joint graph,
        with all groups).
        """
        end = (1 << self._bits) - 1
        now = {0}
        ends = [not end]
        for _ in range(last):
            check_time()
            now = {after for state in now for after in self.after[state]}
            ends.append(end in now)
        return ends

    def _predecessors(self) -> dict[int, list[int]]:
        """Return the predecessors of each state."""
        before: dict[int, list[int]] = {state: [] for state in self.after}
        for state, after in self.after.items():
            for one in after:
                before[one].append(state)
        return before

    def endless(self) -> bool:
        """Return whether there is an infinite walk."""
        before = self._predecessors()
        left = {state: len(after) for state, after in self.after.items()}
        waiting = [state for state, number in left.items() if not number]
        ended = 0
        while waiting:
            ended += 1
            for state in before[waiting.pop()]:
                left[state] -= 1
                if not left[state]:
                    waiting.append(state)
        return ended < len(self.after)

    def check(self, lengths: list[int]) -> None:
        """Verify that the strip can end at the sums of these lengths, and at no other length."""
        before = self._predecessors()
        closing: set[int] = set()
        waiting = list(before[0])
        while waiting:
            state = waiting.pop()
            if state not in closing:
                closing.add(state)
                waiting += before[state]
        if not lengths:
            if closing:
                raise ClaimError("at least one length of the strip can be tiled")
            return
        period = math.gcd(*lengths)
        residue = {0: 0}
        waiting = [0]
        while waiting:
            state = waiting.pop()
            for one in self.after[state] & closing:
                if one not in residue:
                    residue[one] = (residue[state] + 1) % period
                    waiting.append(one)
                elif residue[one] != (residue[state] + 1) % period:
                    raise ClaimError(f"lengths that are not multiples of {period} can be tiled")
        self._compare([0], lengths, max(lengths))

    def check_joint(self, lengths: list[int], parts: list[int]) -> None:
        """Verify that the strip can end with all groups at a length plus a sum of parts, and at no
        other length. Parts are known lengths.
        """
        if not lengths:
            if (1 << self._bits) - 1 in self.after:
                raise ClaimError("at least one length of the strip can be tiled")
            return
        if not parts:
            raise ClaimError("the pieces cannot tile any length of the strip")
        period = math.gcd(*parts)
        if any(length % period for length in lengths):
            raise ClaimError(f"lengths that are not multiples of {period} cannot be tiled")
        self._compare(lengths, parts, max(lengths))

    def _compare(self, lengths: list[int], parts: list[int], least: int) -> None:
        """Verify the lengths at which the strip can end, up to the point where they become
        periodic.
        """
        # From as many consecutive lengths as the smallest part, all others follow.
        period = math.gcd(*parts)
        last = run = 0
        sums = [0 in lengths]
        while run * period < min(parts) or last < least:
            last += 1
            sums.append(last in lengths or any(last >= one and sums[last - one] for one in parts))
            if last % period == 0:
                run = run + 1 if sums[last] else 0
        for length, ends in enumerate(self.ends(last)):
            if ends != sums[length]:
                raise ClaimError(f"the length {length} can{'' if ends else 'not'} be tiled")


class _Checker(ABC):
    """A piece or a set of pieces, and the results that the claims so far have proven."""

    dimension: int
    #: What is tiled, in words and in claims.
    noun: str
    forms: ClassVar[dict[str, _Form]]

    def __init__(self, claim: _Claim, most_states: int) -> None:
        self.joint = claim["claim"] == "set"
        drawings, names = (
            (claim["pieces"], claim["names"]) if self.joint else ([claim["piece"]], [claim["name"]])
        )
        if (
            claim["turn"] not in ("free", "one-sided")
            or len(drawings) != len(names)
            or not drawings
        ):
            raise ValueError
        pieces = [_parse_drawing(drawing, self.dimension) for drawing in drawings]
        self.name = ", ".join(map(str, names))
        self._named_pieces = list(zip(names, pieces, strict=True))
        self._turn = claim["turn"]
        self.flipped = claim["turn"] == "free"
        self.piece = pieces[0]
        self.groups = [_images(cells, flipped=self.flipped) for cells in pieces]
        self.images = set().union(*self.groups)
        if len(self.images) < sum(map(len, self.groups)):
            raise ValueError  # a piece twice
        self.size = len(self.piece)
        self.most = most_states
        self.side: list[int] | None = None  # the lengths of a side or an edge are sums of these
        self.open = False  # whether something that later claims depend on failed
        self.any, self.every = _List(), _List()
        self._last: tuple[tuple[_Sides, bool], StripGraph] | None = None

    def verify(self, claim: _Claim, line: int) -> Claim:
        """Verify a claim, or raise FormatError if it is unknown."""
        kind, every = claim["claim"], self.dimension == 2 and bool(claim.get("every"))
        if every and not self.joint:
            raise FormatError("'every' is supported only for a set of pieces", where=f"line {line}")
        form = self.forms.get(kind)
        if form is None or (every and "every" not in form.fields.split()):
            about = " about boxes" if self.dimension == 3 else " with 'every'" if every else ""
            raise FormatError(f"unknown claim {kind!r}{about}", where=f"line {line}")

        def check() -> None:
            fields = form.fields.split()
            needed = [name for name in fields if name not in _OPTIONAL]
            check_fields(claim, ("claim", *fields), f"a claim '{kind}'", needed)
            for name in _FLAGS:
                if name in claim and type(claim[name]) is not bool:
                    raise ClaimError(f"'{name}' must be true or false")
            form.check(self, claim)

        return judge(form.words(claim), check, line=line, piece=self.name)

    def check_names(self, claim: _Claim) -> None:
        """Verify that no piece has the name of another piece."""
        if claim.get("lattice", "square") != ("square", "cube")[self.dimension - 2]:
            raise ClaimError(f"unknown lattice {claim['lattice']!r}")
        for name, cells in self._named_pieces:
            check_name(
                name, Polyform(cells, "cube" if self.dimension == 3 else "square"), self._turn
            )

    def _require(self, check: Callable[..., Any], *arguments: Any) -> Any:
        """Call a check on which later claims depend."""
        try:
            return check(*arguments)
        except ClaimError:
            self.open = True
            raise

    def _check_premises(self) -> None:
        """Raise Unchecked if something that a claim depends on was not verified."""
        if self.open:
            raise Unchecked("the claim depends on other claims that failed or were not verified")

    def _graph(self, *section: int, joint: bool = False, open_sides: bool = False) -> StripGraph:
        """Return the states of a strip or a bar."""
        return StripGraph(self.groups, section, self.most, joint=joint, open_sides=open_sides)

    def _list_of(self, claim: _Claim) -> _List:
        """Return the list that a claim is about."""
        return self.every if claim.get("every") else self.any

    def _check_side(self, claim: _Claim) -> None:
        """Verify the lengths that a side or an edge can have, as far as they follow from the cells
        along it.
        """
        lengths, depth = _numbers(claim["lengths"]), claim["depth"]
        section = _numbers(depth if self.dimension == 3 else [depth])
        graph = self._require(lambda: self._graph(*section, open_sides=True))
        self._require(graph.check, lengths)
        if bool(claim["endless"]) != graph.endless():
            raise ClaimError(
                f"an infinite walk {'does not exist' if claim['endless'] else 'exists'}"
            )
        self.side = lengths

    def _can_have(self, *sides: int) -> bool:
        """Return whether sides or edges can have all these lengths."""
        return self.side is None or all(is_sum(side, self.side) for side in sides)

    def _cells_tiled(self, labels: Any, sides: _Sides) -> set[int]:
        """Verify a tiling, and return the numbers of the pieces in it."""
        tiles: dict[int, list[tuple[int, ...]]] = {}
        for cell, label in _labeled_cells(labels, sides):
            tiles.setdefault(label, []).append(cell)
        used = set()
        for cells in tiles.values():
            image = _to_origin(cells)
            if image not in self.images:
                what = "any piece" if self.joint else "the piece"
                raise ClaimError(
                    f"the tile at {','.join(map(str, cells[0]))} is not an image of {what}"
                )
            used.add(next(which for which, group in enumerate(self.groups) if image in group))
        return used

    def _cannot_be_tiled(self, *sides: int, joint: bool = False) -> None:
        """Verify that a rectangle or a box, given by its ascending sides, has no tiling."""
        *section, length = sides
        key = tuple(section), joint
        # Consecutive claims often share a section.
        if self._last is None or self._last[0] != key:
            self._last = None
            self._last = key, self._require(lambda: self._graph(*section, joint=joint))
        if self._last[1].ends(length)[length]:
            self.open = True
            raise ClaimError("a length listed as impossible can be tiled")

    def _check_lengths(self, claim: _Claim) -> None:
        """Verify the lengths of a strip or a bar."""
        section = (_number(claim["width"]),) if self.dimension == 2 else _sides(claim["section"], 2)
        lengths, tilings = _numbers(claim["lengths"]), self._list_of(claim)
        if list(section) != sorted(section):
            raise ValueError
        if tilings is self.any:
            if lengths or self._can_have(*section):
                graph = self._require(self._graph, *section)
                self._require(graph.check, lengths)
        else:
            if section not in self.any.lengths:
                self.open = True
                raise Unchecked(
                    f"the lengths that can be tiled at width {section[0]} with any pieces of the "
                    "set were not verified"
                )
            parts = self.any.lengths[section]
            if parts or lengths:
                graph = self._require(lambda: self._graph(*section, joint=True))
                self._require(graph.check_joint, lengths, parts)
        tilings.lengths[section] = lengths

    def _check_tiling(self, claim: _Claim) -> None:
        sides = _sides(claim[self.noun], self.dimension)
        if self.dimension == 3 and list(sides) != sorted(sides):
            raise ClaimError(f"the sides of the box {_size(sides)} must be in ascending order")
        tilings = self._list_of(claim)
        used = self._cells_tiled(claim["labels"], sides)
        if tilings is self.every and (missing := set(range(len(self.groups))) - used):
            raise ClaimError(f"piece {min(missing) + 1} of the set is not used in the tiling")
        for updated in (self.any, tilings):
            updated.tiled |= {sides, sides[::-1]}

    def _check_none(self, claim: _Claim) -> None:
        sides = tuple(sorted(_sides(claim[self.noun], self.dimension)))
        tilings = self._list_of(claim)
        self._cannot_be_tiled(*sides, joint=tilings is self.every)
        tilings.none |= {sides, sides[::-1]}

    def _check_listed(
        self, primes: list[_Sides], tilings: _List, is_cut: Callable[[_Sides], bool]
    ) -> None:
        """Verify that the listed sizes have tilings and are prime, and that none is missing."""
        if len(set(primes)) < len(primes):
            raise ClaimError(f"a {self.noun} is listed twice")
        for sides in primes:
            if sides not in tilings.tiled:
                raise ClaimError(f"the certificate contains no tiling of {_size(sides)}")
            if is_cut(sides):
                raise ClaimError(
                    f"{_size(sides)} is not prime, because a cut divides it into smaller sizes"
                )
        ascending = {sides for sides in tilings.tiled if list(sides) == sorted(sides)}
        if missing := ascending.difference(primes):
            raise ClaimError(f"{_size(min(missing))} has a tiling but is not in the list")


@dataclass
class _List:
    """The proven results about rectangles or boxes: lengths by cross section, tilings, impossible
    sizes, and the ending.
    """

    lengths: dict[_Sides, list[int]] = field(default_factory=dict)
    tiled: set[_Sides] = field(default_factory=set)
    none: set[_Sides] = field(default_factory=set)
    ended: bool = False


class _RectangleChecker(_Checker):
    """A checker of claims about rectangles."""

    dimension, noun = 2, "rectangle"

    def __init__(self, claim: _Claim, most_states: int) -> None:
        super().__init__(claim, most_states)
        self.weighable = self.images  # what must have weight 0: tiles, or pairs
        self.weights: list[tuple[list[list[int]], int]] = []
        self.any_complete = False  # whether the list for any pieces is complete

    @property
    def closed(self) -> bool:
        """Whether no side length fits between two corners, so that no rectangle exists."""
        return self.side == []

    def _check_pairs(self, claim: _Claim) -> None:
        """Verify that tiles share their pockets in pairs with the claimed shapes."""
        if self.joint:
            raise ValueError
        row, column = (_number(part, 0) for part in claim["pocket"])
        pairs = [
            _images(_parse_drawing(drawing, 2), flipped=self.flipped) for drawing in claim["shapes"]
        ]
        if not pairs:
            raise ValueError
        shapes = set().union(*pairs)
        self._require(self._check_pairing, (row, column), _number(claim["depth"], 0), shapes)
        self.weighable = shapes

    def _pockets(self, pocket: tuple[int, int]) -> dict[_Cells, tuple[int, int]]:
        """Return all images of the piece, each with its pocket."""
        pockets: dict[_Cells, tuple[int, int]] = {}
        turned, (row, column) = list(self.piece), pocket
        for _ in range(4):
            turned, (row, column) = [(c, -r) for r, c in turned], (column, -row)
            for sign in (1, -1) if self.flipped else (1,):
                cells = [(r, sign * c) for r, c in turned]
                place = row - min(r for r, _ in cells), sign * column - min(c for _, c in cells)
                if pockets.setdefault(_to_origin(cells), place) != place:
                    raise ClaimError("a symmetry of the piece maps the pocket to another cell")
        return pockets

    def _check_pairing(self, pocket: tuple[int, int], depth: int, pairs: set[_Cells]) -> None:
        tile = set(self.piece)
        if (
            pocket in tile
            or pocket[0] > max(r for r, _ in tile)
            or pocket[1] > max(c for _, c in tile)
        ):
            raise ClaimError("the pocket is not a free cell in the bounding box of the piece")
        pockets = self._pockets(pocket)

        def covers(
            cell: tuple[int, int], taken: set[tuple[int, ...]]
        ) -> Iterator[tuple[set[Any], Any]]:
            for image, image_pocket in pockets.items():
                for r, c in image:
                    down, right = cell[0] - r, cell[1] - c
                    moved = {(r + down, c + right) for r, c in image}
                    if not moved & taken:
                        yield moved, (image_pocket[0] + down, image_pocket[1] + right)

        def impossible(cells: set[tuple[int, ...]], depth: int) -> bool:
            # If no tile can cover a cell between these, no rectangle contains them.
            check_time()
            high, wide = [r for r, _ in cells], [c for _, c in cells]
            inside = itertools.product(
                range(min(high), max(high) + 1), range(min(wide), max(wide) + 1)
            )
            ways = [
                [other for other, _ in covers(cell, cells)] for cell in inside if cell not in cells
            ]
            if not ways or not depth:
                return [] in ways
            return all(impossible(cells | other, depth - 1) for other in min(ways, key=len))

        for other, other_pocket in covers(pocket, tile):
            both = tile | other
            if impossible(both, depth):
                continue
            if other_pocket not in tile:
                raise ClaimError(
                    "another tile can cover the pocket of a tile without having that tile in its "
                    "own pocket"
                )
            if _to_origin(both) not in pairs:
                raise ClaimError("a pair can have a shape that is not listed")

    def _check_weights(self, claim: _Claim) -> None:
        block = [[_number(value, 0) for value in row] for row in claim["values"]]
        modulus, size = _number(claim["modulus"], 2), len(block)
        if not block or any(len(row) != size for row in block):
            raise ValueError
        for image in self.weighable:
            for down in range(size):
                for right in range(size):
                    covered = sum(block[(r + down) % size][(c + right) % size] for r, c in image)
                    if covered % modulus:
                        self.open = True
                        raise ClaimError(
                            f"a tile at {down},{right} has weight {covered}, not 0 modulo {modulus}"
                        )
        self.weights.append((block, modulus))

    def _is_allowed(self, one: int, other: int) -> bool:
        """Return whether nothing rules out a rectangle."""
        return self._can_have(one, other) and self._weights_allow(one, other)

    def _weights_allow(self, one: int, other: int) -> bool:
        """Return whether no weights rule out a rectangle."""
        for block, modulus in self.weights:
            # Equal rows and columns are counted, not added one by one.
            period = len(block)
            for rows, columns in ((one, other), (other, one)):
                times_r = [(rows - i + period - 1) // period for i in range(period)]
                times_c = [(columns - i + period - 1) // period for i in range(period)]
                total = sum(
                    block[i][j] * times_r[i] * times_c[j]
                    for i in range(period)
                    for j in range(period)
                )
                if total % modulus:
                    return False
        return True

    def _tables_of(self, size: int, rectangles: _List) -> tuple[_Table, _Table]:
        """Return tables of the sizes that a list can compose, and of the parts that may be cut
        off.
        """
        tiled = np.zeros((size + 1, size + 1), dtype=bool)
        parts = self._tables_of(size, self.any)[0] if rectangles is self.every else tiled
        for rows in range(1, size + 1):
            check_time()
            for columns in range(1, size + 1):
                tiled[rows, columns] = (rows, columns) in rectangles.tiled or _is_cut(
                    tiled, parts, rows, columns
                )
        return tiled, parts

    def _check_ending(self, claim: _Claim) -> None:
        """Verify that every larger rectangle is ruled out or can be composed of smaller
        rectangles.
        """
        bound, step = _number(claim["bound"], 0), _number(claim["step"])
        rectangles = self._list_of(claim)
        self._check_premises()
        widths = [width for (width,) in rectangles.lengths]
        if max([0, *widths]) > bound or any(max(pair) > bound for pair in rectangles.none):
            raise ClaimError("the bound is smaller than a width or rectangle in the certificate")
        self._check_repeats(bound, step)
        last = bound + step
        tiled, parts = self._tables_of(last, rectangles)
        beyond = range(bound + 1, last + 1)
        # The other widths are decided.
        others = [one for one in range(1, last + 1) if one not in widths]
        for one in others:
            for other in others:
                if (
                    not tiled[one, other]
                    and (one, other) not in rectangles.none
                    and self._is_allowed(one, other)
                ):
                    raise ClaimError(
                        f"{one}x{other} is neither composed of smaller rectangles nor ruled out"
                    )
        # A part of width `step` can be cut off every larger rectangle.
        for one in others:
            if not parts[step, one] and any(self._is_allowed(one, other) for other in beyond):
                raise ClaimError(
                    f"the certificate contains no tiling of {step}x{one}, which the proof cuts off"
                )
        if not parts[step, step] and any(
            self._is_allowed(one, other) for one in beyond for other in beyond
        ):
            raise ClaimError(
                f"the certificate contains no tiling of {step}x{step}, which the proof cuts off"
            )
        rectangles.ended = True

    def _check_repeats(self, bound: int, step: int) -> None:
        """Verify that the ruled-out sizes have the period `step` beyond the bound."""
        periods = [len(block) * modulus for block, modulus in self.weights]
        if self.side:
            period = math.gcd(*self.side)
            periods.append(period)
            if any(
                not is_sum(period * n, self.side)
                for n in range(bound // period + 1, bound + step + 1)
            ):
                raise ClaimError("the possible sides are not periodic beyond the bound")
        if step % math.lcm(*periods):
            raise ClaimError(f"the sizes that are ruled out do not repeat with period {step}")

    def _check_primes(self, claim: _Claim) -> None:
        rectangles = self._list_of(claim)
        primes = [_sides(sides, 2) for sides in claim["rectangles"]]
        tables = self._tables_of(max([long for _, long in primes], default=0), rectangles)
        self._check_listed(primes, rectangles, lambda sides: _is_cut(*tables, *sides))
        widths = _number(claim["widths"], 0)
        known = next(n for n in itertools.count() if (n + 1,) not in rectangles.lengths)
        if widths > known:
            raise Unchecked(f"the claim about width {known + 1} was not verified")
        for (width,), lengths in rectangles.lengths.items():
            tiled, _ = self._tables_of(max([1, width, *lengths]), rectangles)
            for length in lengths:
                if not tiled[width, length]:
                    raise ClaimError(
                        f"{width}x{length} can be tiled but is not composed of the listed "
                        "rectangles"
                    )
        self._check_premises()
        ended = rectangles.ended and (rectangles is self.any or self.any_complete)
        if claim["complete"] and not (ended or self.closed):
            raise ClaimError("the certificate does not prove that the list is complete")
        if not claim["complete"] and self.closed:
            raise ClaimError("the list is complete, but the claim says that it is not")
        if rectangles is self.any:
            self.any_complete = bool(claim["complete"])
        if not self.joint:
            self._check_orders(claim, primes, widths)

    def _check_orders(self, claim: _Claim, primes: Sequence[_Sides], widths: int) -> None:
        """Verify that no rectangle with fewer copies than the orders was missed."""
        complete = bool(claim["complete"])
        none_odd = not any(math.prod(pair) // self.size % 2 for pair in primes)
        if complete and bool(claim.get("no_odd_order")) != none_odd:
            raise ClaimError(f"'no_odd_order' must be {str(none_odd).lower()}")
        if claim.get("no_odd_order"):
            self._check_all_even(primes, bool(claim["complete"]))
        for key, odd in (("order", False), ("odd_order", True)):
            if claim.get(key) is None:
                if complete and primes and not (odd and none_odd):
                    raise ClaimError(f"the {key.replace('_', ' ')} is missing")
                continue
            least = _check_least(claim[key], primes, self.size, key.replace("_", " "), odd=odd)
            if complete:
                continue
            for one in range(widths + 1, least * self.size // (widths + 1) + 1):
                for other in range(one, (least * self.size - 1) // one + 1):
                    if (
                        (one * other // self.size % 2 or not odd)
                        and not {(one,), (other,)} & self.any.lengths.keys()
                        and (one, other) not in self.any.none
                        and self._is_allowed(one, other)
                    ):
                        raise ClaimError(
                            f"{one}x{other} with fewer than {least} copies is not ruled out"
                        )

    def _check_all_even(self, primes: Sequence[_Sides], complete: bool) -> None:
        """Verify that no rectangle has an odd number of copies, by the list or by weights."""
        twice = 2 * self.size
        if odd := [pair for pair in primes if math.prod(pair) % twice]:
            raise ClaimError(f"{odd[0][0]}x{odd[0][1]} is tiled with an odd number of copies")
        if complete:
            return
        period = math.lcm(twice, *(len(block) * modulus for block, modulus in self.weights))
        for one in range(1, period + 1):
            check_time()
            for other in range(one, period + 1):
                if one * other % twice == self.size and self._weights_allow(one, other):
                    raise ClaimError(
                        f"nothing rules out {one}x{other} with an odd number of copies"
                    )

    forms: ClassVar[dict[str, _Form]] = {
        "piece": _Form(
            lambda claim: f"the piece {claim['name']}",
            "piece name turn lattice",
            _Checker.check_names,
        ),
        "set": _Form(
            lambda claim: f"the set {', '.join(map(str, claim['names']))}",
            "pieces names turn",
            _Checker.check_names,
        ),
        "side": _Form(
            lambda claim: f"the possible sides at depth {_number(claim['depth'])}",
            "depth lengths endless",
            _Checker._check_side,
        ),
        "weights": _Form(
            lambda claim: f"weights modulo {_number(claim['modulus'], 2)}",
            "values modulus",
            _check_weights,
        ),
        "pairs": _Form(lambda _: "tiles come in pairs", "shapes pocket depth", _check_pairs),
        "width": _Form(
            lambda claim: (
                f"the lengths that can be tiled at width {_number(claim['width'])}"
                f"{_with_every(claim)}"
            ),
            "width lengths every",
            _Checker._check_lengths,
        ),
        "tiling": _Form(
            lambda claim: f"a tiling of {_size(claim['rectangle'], 2)}{_with_every(claim)}",
            "rectangle labels every",
            _Checker._check_tiling,
        ),
        "none": _Form(
            lambda claim: f"no tiling of {_size(claim['rectangle'], 2)}{_with_every(claim)}",
            "rectangle every",
            _Checker._check_none,
        ),
        "ending": _Form(
            lambda claim: f"larger rectangles{_with_every(claim)} are composed of smaller ones",
            "bound step every",
            _check_ending,
        ),
        "primes": _Form(
            lambda claim: (
                "the list of prime rectangles"
                + ("" if claim["complete"] else f" to width {_number(claim['widths'], 0)}")
                + _with_every(claim)
            ),
            "rectangles complete widths order odd_order no_odd_order every",
            _check_primes,
        ),
    }


def _with_every(claim: _Claim) -> str:
    return " with every piece" if claim.get("every") else ""


class _BoxChecker(_Checker):
    """A checker of claims about the boxes of a solid piece."""

    dimension, noun = 3, "box"

    def __init__(self, claim: _Claim, most_states: int) -> None:
        if claim["claim"] == "set":
            raise ValueError
        super().__init__(claim, most_states)

    def _check_boxes(self, claim: _Claim) -> None:
        boxes = [tuple(sorted(_sides(box, 3))) for box in claim["boxes"]]
        bars, filled = self.any.lengths, self.any.tiled

        @cache
        def is_filled(box: _Sides) -> bool:
            return box in filled or has_cut(box)

        @cache
        def has_cut(box: _Sides) -> bool:
            return any(is_filled(one) and is_filled(other) for one, other in _cuts(box))

        self._check_listed(boxes, self.any, has_cut)
        sides = range(1, _number(claim["sides"], 0) + 1)
        for one, other in itertools.combinations_with_replacement(sides, 2):
            if (one, other) not in bars:
                raise Unchecked(
                    f"the lengths that can be filled with section {one}x{other} were not verified"
                )
        for section, lengths in bars.items():
            for length in lengths:
                if not is_filled(tuple(sorted((*section, length)))):
                    raise ClaimError(
                        f"{_size((*section, length))} can be filled but is not composed of the "
                        "listed boxes"
                    )
        if claim["complete"]:
            self._check_premises()
        if claim["complete"] is not (self.side == []):
            raise ClaimError("the certificate does not prove whether the list is complete")
        for key, odd in (("order", False), ("odd_order", True)):
            if claim.get(key) is not None:
                least = _check_least(claim[key], boxes, self.size, key.replace("_", " "), odd=odd)
                self._check_fewer(least, odd=odd)

    def _check_fewer(self, copies: int, *, odd: bool) -> None:
        """Verify that no box has fewer (odd) copies."""
        for fewer in range(1, copies, 2 if odd else 1):
            for box in _boxes_of(fewer * self.size):
                if box in self.any.none or not self._can_have(*box):
                    continue
                if box[:2] not in self.any.lengths:
                    raise Unchecked(
                        f"no claim decides {_size(box, 3)}, which needs fewer than {copies} copies"
                    )
                if is_sum(box[2], self.any.lengths[box[:2]]):
                    raise ClaimError(
                        f"{_size(box, 3)} can be filled with fewer than {copies} copies"
                    )

    forms: ClassVar[dict[str, _Form]] = {
        "piece": _RectangleChecker.forms["piece"],
        "edge": _Form(
            lambda claim: f"the possible edges at depth {_size(claim['depth'], 2)}",
            "depth lengths endless",
            _Checker._check_side,
        ),
        "bar": _Form(
            lambda claim: (
                f"the lengths that can be filled with section {_size(claim['section'], 2)}"
            ),
            "section lengths",
            _Checker._check_lengths,
        ),
        "filling": _Form(
            lambda claim: f"a tiling of {_size(claim['box'], 3)}",
            "box labels",
            _Checker._check_tiling,
        ),
        "none": _Form(
            lambda claim: f"no tiling of {_size(claim['box'], 3)}",
            "box",
            _Checker._check_none,
        ),
        "boxes": _Form(
            lambda _: "the list of prime boxes",
            "boxes complete sides order odd_order",
            _check_boxes,
        ),
    }


def _is_cut(tiled: _Table, parts: _Table, rows: int, columns: int) -> bool:
    """Return whether a straight cut leaves a rectangle that can be composed and a part."""
    across = tiled[1:rows, columns] & parts[rows - 1 : 0 : -1, columns]
    down = tiled[rows, 1:columns] & parts[rows, columns - 1 : 0 : -1]
    return bool(across.any() or down.any())


def _check_least(named: Any, primes: Sequence[_Sides], size: int, what: str, *, odd: bool) -> int:
    """Return the smallest (odd) number of copies, or raise ClaimError if the claim states another
    number.
    """
    copies = [math.prod(sides) // size for sides in primes]
    least = min((number for number in copies if number % 2 or not odd), default=None)
    if least is None or named != str(least):
        raise ClaimError(f"the {what} is {least}, not {named}")
    return least


def _boxes_of(volume: int) -> list[_Sides]:
    """Return all boxes of a volume."""
    return [
        (one, other, volume // one // other)
        for one in range(1, volume + 1)
        if volume % one == 0
        for other in range(one, volume // one + 1)
        if volume // one % other == 0 and other <= volume // one // other
    ]


def _cuts(box: _Sides) -> Iterator[tuple[_Sides, _Sides]]:
    """Yield the two boxes on either side of each straight cut."""
    one, other, third = box
    for side, rest in ((one, (other, third)), (other, (one, third)), (third, (one, other))):
        for part in range(1, side):
            yield tuple(sorted((part, *rest))), tuple(sorted((side - part, *rest)))


def _number(value: object, least: int = 1) -> int:
    """Return an integer from a claim, or raise ValueError if it is less than `least`."""
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise ValueError
    return value


def _numbers(values: Iterable[object]) -> list[int]:
    """Return positive integers from a claim."""
    return [_number(value) for value in values]


def _sides(sides: Iterable[Any], dimension: int) -> _Sides:
    lengths = tuple(_numbers(sides))
    if len(lengths) != dimension:
        raise ValueError
    return lengths


def _size(sides: Sequence[Any], dimension: int | None = None) -> str:
    return "x".join(map(str, _sides(sides, dimension or len(sides))))


def _labeled_cells(labels: Any, sides: _Sides) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Yield each cell with its label."""
    if not sides:
        yield (), labels
        return
    if len(labels) != sides[0]:
        raise ClaimError("the label array does not have the size of the rectangle or box")
    for at, inside in enumerate(labels):
        for cell, label in _labeled_cells(inside, sides[1:]):
            yield (at, *cell), label


def _parse_drawing(drawing: str, dimension: int) -> _Cells:
    """Return the cells of a drawing, which has layers if it shows cubes."""
    layers = drawing.split("//") if dimension == 3 else [drawing]
    cells = tuple(
        (layer, row, column)[3 - dimension :]
        for layer, lines in enumerate(layers)
        for row, line in enumerate(lines.split("/"))
        for column, letter in enumerate(line)
        if letter == "#"
    )
    if not cells:
        raise ValueError
    return cells


def _to_origin(cells: Iterable[tuple[int, ...]]) -> _Cells:
    """Return cells moved so that the smallest value of each coordinate is 0."""
    positions = list(cells)
    least = [min(axis) for axis in zip(*positions, strict=True)]
    return tuple(
        sorted(tuple(a - b for a, b in zip(cell, least, strict=True)) for cell in positions)
    )


def _images(cells: _Cells, *, flipped: bool) -> set[_Cells]:
    """Return all images under quarter turns and, if flipped, reflections."""
    images: set[_Cells] = set()
    waiting = [_to_origin(cells)]
    while waiting:
        image = waiting.pop()
        if image in images:
            continue
        images.add(image)
        for axis in range(len(image[0]) - 1):
            waiting.append(
                _to_origin(
                    (*c[:axis], c[axis + 1], -c[axis], *c[axis + 2 :]) for c in image
                )  # a quarter turn
            )
        if flipped:
            waiting.append(_to_origin((*c[:-1], -c[-1]) for c in image))
    return images
