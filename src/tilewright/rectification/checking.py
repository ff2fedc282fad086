"""Verify the claims of a certificate, one after the other, sharing nothing with what found them.

Everything is done again in the plainest way: images of a piece by turning its cells, strips by sets of whole numbers, rectangles that are
made of others by trying all cuts.
"""

from __future__ import annotations

import itertools
import json
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tilewright.arguments import check_integer
from tilewright.deadline import check_time
from tilewright.errors import FormatError
from tilewright.proof.claims import ClaimError, StateLimit, Unchecked
from tilewright.rectification.checking_graph import StripGraph, is_sum

__all__ = ["CheckedClaim", "check_certificate"]

#: States of a strip that are found again at most, when it is not said how many.
_MOST_STATES = 200_000

_Claim = dict[str, Any]
_Cells = tuple[tuple[int, ...], ...]
_Sides = tuple[int, ...]
#: A claim in words, and what checks it.
_Check = tuple[str, Callable[[_Claim], None]]


@dataclass(frozen=True)
class CheckedClaim:
    """What became of one claim.

    Attributes
    ----------
    line : int
        In the file, from 1 on.
    piece : str
    claim : str
        In words.
    holds : bool or None
        None: it was not checked, as that takes too much.
    why : str
        What is wrong, or why it was not checked.
    states : bool
        Whether it was not checked as it has more states than `most_states`.
    """

    line: int
    piece: str
    claim: str
    holds: bool | None
    why: str = ""
    states: bool = False


def check_certificate(lines: Iterable[str], *, most_states: int = _MOST_STATES) -> Iterator[CheckedClaim]:
    r"""Yield a verdict for each claim.

    Parameters
    ----------
    lines : iterable of str
        As `tilewright.rectification.certificate_text` writes them.
    most_states : int
        Claims about strips and sides with more states are not checked; they are said to be open.

    Raises
    ------
    FormatError
        If a line is no claim.
    RequestError
        If `most_states` is no positive number.

    Examples
    --------
    >>> claims = ['{"claim": "piece", "piece": "##", "name": "domino", "turn": "free"}',
    ...           '{"claim": "tiling", "rectangle": [1, 2], "labels": [[0, 0]]}',
    ...           '{"claim": "width", "width": 1, "lengths": [3]}']
    >>> for verdict in check_certificate(claims):
    ...     print(verdict.claim, verdict.holds, *verdict.why.split())
    the piece domino True
    a tiling of 1x2 True
    the lengths of width 1 False lengths that are not multiples of 3 can be tiled
    """
    most_states = check_integer(most_states, "the most states", 1, where="most_states")
    known: _Checker | None = None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        claim = _read(line, number)
        try:
            if claim["claim"] in ("piece", "set"):
                kind = _BoxChecker if claim.get("lattice") == "cube" else _RectangleChecker
                known = kind(claim, most_states)
                yield CheckedClaim(number, known.name, f"the {claim['claim']} {known.name}", True)
                continue
            if known is None:
                raise FormatError("the first line says which piece it is about", where=f"line {number}")
            what, check = known.claim(claim, number)
            yield _judge(known, claim, what, check, number)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            if isinstance(error, FormatError):
                raise
            raise FormatError(f"this claim is not whole: {line[:100]!r}", where=f"line {number}") from None


def _judge(
    known: _Checker, claim: _Claim, what: str, check: Callable[[_Claim], None], line: int
) -> CheckedClaim:
    try:
        check(claim)
    except Unchecked as error:
        return CheckedClaim(line, known.name, what, None, str(error), isinstance(error, StateLimit))
    except ClaimError as error:
        return CheckedClaim(line, known.name, what, False, str(error))
    return CheckedClaim(line, known.name, what, True)


def _read(line: str, number: int) -> _Claim:
    try:
        claim = json.loads(line)
    except ValueError as error:
        raise FormatError(f"this is not JSON: {error}", where=f"line {number}") from None
    if not isinstance(claim, dict) or not isinstance(claim.get("claim"), str):
        raise FormatError("a line is an object with a 'claim'", where=f"line {number}")
    return claim


class _Checker(ABC):
    """A piece or a set of pieces, and what the claims about it have shown so far."""

    dimension: int

    def __init__(self, claim: _Claim, most_states: int) -> None:
        self.joint = claim["claim"] == "set"
        drawings, names = (
            (claim["pieces"], claim["names"]) if self.joint else ([claim["piece"]], [claim["name"]])
        )
        if claim["turn"] not in ("free", "one-sided") or len(drawings) != len(names) or not drawings:
            raise ValueError
        listed = [_drawn(drawing, self.dimension) for drawing in drawings]
        self.name = ", ".join(map(str, names))
        self.flipped = claim["turn"] == "free"
        self.piece = listed[0]
        self.groups = [_images(cells, flipped=self.flipped) for cells in listed]
        self.images = set().union(*self.groups)
        if len(self.images) < sum(map(len, self.groups)):
            raise ValueError  # a piece twice
        self.size = len(self.piece)
        self.most = most_states
        self.side: list[int] | None = None  # sums of these are the lengths that a side, or an edge, can have
        self.open = False  # whether something that others rest on was not checked or does not hold
        self._last: tuple[tuple[_Sides, bool], StripGraph] | None = None

    @abstractmethod
    def claim(self, claim: _Claim, line: int) -> _Check:
        """Return a claim in words, and what checks it; a FormatError if there is no such claim."""

    def _rest(self, check: Callable[..., Any], *arguments: Any) -> Any:
        """Do what later claims rest on."""
        try:
            return check(*arguments)
        except ClaimError:
            self.open = True
            raise

    def _rested(self) -> None:
        """Raise if something does not hold on which a claim rests."""
        if self.open:
            raise Unchecked("it rests on claims that were not checked or do not hold")

    def _graph(self, *section: int, joint: bool = False, open_sides: bool = False) -> StripGraph:
        """Return the states of a strip or a bar."""
        return StripGraph(self.groups, section, self.most, joint=joint, open_sides=open_sides)

    def _check_side(self, claim: _Claim, depth: Iterable[Any]) -> None:
        """Find out which lengths a side can have, or an edge, as far as the cells along it are concerned."""
        lengths = _numbers(claim["lengths"])
        section = _numbers(depth)
        graph = self._rest(lambda: self._graph(*section, open_sides=True))
        self._rest(graph.check, lengths)
        if bool(claim["endless"]) != graph.endless():
            raise ClaimError(f"a walk without an end is {'not ' if claim['endless'] else ''}there")
        self.side = lengths

    def _can_have(self, *sides: int) -> bool:
        """Return whether a side, or an edge, can have all these lengths."""
        return self.side is None or all(is_sum(side, self.side) for side in sides)

    def _cells_tiled(self, labels: Any, sides: _Sides) -> set[int]:
        """Check a tiling, and return the numbers of the pieces in it."""
        tiles: dict[int, list[tuple[int, ...]]] = {}
        for cell, label in _labeled(labels, sides):
            tiles.setdefault(label, []).append(cell)
        used = set()
        for cells in tiles.values():
            image = _shifted(cells)
            if image not in self.images:
                what = "any piece" if self.joint else "the piece"
                raise ClaimError(f"the tile at {','.join(map(str, cells[0]))} is not an image of {what}")
            used.add(next(which for which, own in enumerate(self.groups) if image in own))
        return used

    def _cannot_be_tiled(self, *sides: int, joint: bool = False) -> None:
        """Find out that a rectangle or a box, given by its sides from the shortest on, has no tiling."""
        *section, length = sides
        key = tuple(section), joint
        # Of one section there are often several, one after the other.
        if self._last is None or self._last[0] != key:
            self._last = None
            self._last = key, self._rest(lambda: self._graph(*section, joint=joint))
        if self._last[1].ends(length)[length]:
            self.open = True
            raise ClaimError("it can be tiled")


@dataclass
class _List:
    """What was shown about rectangles that are tiled with any pieces, or with every piece of a set."""

    widths: dict[int, list[int]] = field(default_factory=dict)
    tiled: set[_Sides] = field(default_factory=set)
    none: set[_Sides] = field(default_factory=set)
    ended: bool = False


class _RectangleChecker(_Checker):
    """A checker of what is claimed about rectangles."""

    dimension = 2

    def __init__(self, claim: _Claim, most_states: int) -> None:
        super().__init__(claim, most_states)
        self.weighable = self.images  # what covers 0 of all weights: tiles, or pairs of them
        self.weights: list[tuple[list[list[int]], int]] = []
        self.any, self.every = _List(), _List()
        self.listed = False  # whether the list for any pieces is complete

    @property
    def closed(self) -> bool:
        """Whether no side can have both its corners: then nothing is possible, at any size."""
        return self.side == []

    def claim(self, claim: _Claim, line: int) -> _Check:
        """Return a claim in words, and what checks it; a FormatError if there is no such claim."""
        kind, every = claim["claim"], bool(claim.get("every"))
        if every and not self.joint:
            raise FormatError("every piece is said of a set", where=f"line {line}")
        with_every = " with every piece" if every else ""
        if kind == "width":
            return f"the lengths of width {_number(claim['width'])}{with_every}", self._width
        if kind == "tiling":
            return f"a tiling of {_size(claim['rectangle'], 2)}{with_every}", self._tiling
        if kind == "none":
            return f"no tiling of {_size(claim['rectangle'], 2)}{with_every}", self._none
        if kind == "ending":
            return f"larger rectangles{with_every} are made of smaller ones", self._ending
        if kind == "primes":
            # Beyond the widths of a list that is open, some may be made of others that are not known.
            upto = "" if claim["complete"] else f" to width {_number(claim['widths'], 0)}"
            return f"the list of prime rectangles{upto}{with_every}", self._primes
        if every:
            raise FormatError(f"there is no claim {kind!r} about every piece", where=f"line {line}")
        if kind == "side":
            depth = _number(claim["depth"])
            return f"the sides, to a depth of {depth}", lambda claim: self._check_side(claim, [depth])
        if kind == "pairs" and not self.joint:
            return "tiles come in pairs", self._pairs
        if kind == "weights":
            return f"weights modulo {_number(claim['modulus'], 2)}", self._weights
        raise FormatError(f"there is no claim {kind!r}", where=f"line {line}")

    def _own(self, claim: _Claim) -> _List:
        """Return the list that a claim is about."""
        return self.every if claim.get("every") else self.any

    def _pairs(self, claim: _Claim) -> None:
        """Find out whether whatever covers the pocket of a tile has that tile in its own, and looks with it as claimed."""
        row, column = (_number(part, 0) for part in claim["pocket"])
        pairs = [_images(_drawn(drawing, 2), flipped=self.flipped) for drawing in claim["shapes"]]
        if not pairs:
            raise ValueError
        shapes = set().union(*pairs)
        self._rest(self._pair_up, (row, column), _number(claim["depth"], 0), shapes)
        self.weighable = shapes

    def _pockets(self, pocket: tuple[int, int]) -> dict[_Cells, tuple[int, int]]:
        """Return all images of the piece, each with the cell of its pocket."""
        pockets: dict[_Cells, tuple[int, int]] = {}
        turned, (row, column) = list(self.piece), pocket
        for _ in range(4):
            turned, (row, column) = [(c, -r) for r, c in turned], (column, -row)
            for sign in (1, -1) if self.flipped else (1,):
                cells = [(r, sign * c) for r, c in turned]
                own = row - min(r for r, _ in cells), sign * column - min(c for _, c in cells)
                if pockets.setdefault(_shifted(cells), own) != own:
                    raise ClaimError("a symmetry of the piece takes the pocket to another cell")
        return pockets

    def _pair_up(self, pocket: tuple[int, int], depth: int, pairs: set[_Cells]) -> None:
        tile = set(self.piece)
        if pocket in tile or pocket[0] > max(r for r, _ in tile) or pocket[1] > max(c for _, c in tile):
            raise ClaimError("the pocket is not within the bounding box of the piece")
        pockets = self._pockets(pocket)

        def covers(cell: tuple[int, int], taken: set[tuple[int, ...]]) -> Iterator[tuple[set[Any], Any]]:
            for image, own in pockets.items():
                for r, c in image:
                    down, right = cell[0] - r, cell[1] - c
                    moved = {(r + down, c + right) for r, c in image}
                    if not moved & taken:
                        yield moved, (own[0] + down, own[1] + right)

        def impossible(cells: set[tuple[int, ...]], depth: int) -> bool:
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
                raise ClaimError("what covers the pocket may have another tile in its own")
            if _shifted(both) not in pairs:
                raise ClaimError("two tiles may look otherwise together")

    def _weights(self, claim: _Claim) -> None:
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
                        raise ClaimError(f"a tile at {down},{right} covers {covered}")
        self.weights.append((block, modulus))

    def _width(self, claim: _Claim) -> None:
        width, lengths = _number(claim["width"]), _numbers(claim["lengths"])
        own = self._own(claim)
        if own is self.any:
            if lengths or self._can_have(width):
                graph = self._rest(self._graph, width)
                self._rest(graph.check, lengths)
        else:
            if width not in self.any.widths:
                self.open = True
                raise Unchecked(f"the lengths of width {width} with any pieces were not checked")
            parts = self.any.widths[width]
            if parts or lengths:
                graph = self._rest(lambda: self._graph(width, joint=True))
                self._rest(graph.check_joint, lengths, parts)
        own.widths[width] = lengths

    def _tiling(self, claim: _Claim) -> None:
        sides = _sides(claim["rectangle"], 2)
        own = self._own(claim)
        used = self._cells_tiled(claim["labels"], sides)
        if own is self.every and (missing := set(range(len(self.groups))) - used):
            raise ClaimError(f"piece {min(missing) + 1} of the set is not in it")
        for each in (self.any, own):
            each.tiled |= {sides, sides[::-1]}

    def _none(self, claim: _Claim) -> None:
        sides = _sides(claim["rectangle"], 2)
        own = self._own(claim)
        self._cannot_be_tiled(*sorted(sides), joint=own is self.every)
        own.none |= {sides, sides[::-1]}

    def _allowed(self, one: int, other: int) -> bool:
        """Return whether nothing rules out a rectangle."""
        return self._can_have(one, other) and self._weighed(one, other)

    def _weighed(self, one: int, other: int) -> bool:
        """Return whether no weights rule out a rectangle."""
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

    def _made(self, size: int, own: _List) -> tuple[list[list[bool]], list[list[bool]]]:
        """Return which rectangles up to a size a list has, by all cuts, and which may be laid beside them.

        A rectangle is made if it has a tiling, or if one that is made and a part are on two sides of a cut.
        """
        made = [[False] * (size + 1) for _ in range(size + 1)]
        parts = self._made(size, self.any)[0] if own is self.every else made
        for rows in range(1, size + 1):
            check_time()
            for columns in range(1, size + 1):
                made[rows][columns] = (rows, columns) in own.tiled or _is_cut(made, parts, rows, columns)
        return made, parts

    def _ending(self, claim: _Claim) -> None:
        """Find out whether all beyond the widths and single rectangles is ruled out or made of smaller ones."""
        bound, step = _number(claim["bound"], 0), _number(claim["step"])
        own = self._own(claim)
        self._rested()
        if max([0, *own.widths]) > bound or any(max(pair) > bound for pair in own.none):
            raise ClaimError("the bound is too small")
        self._check_repeats(bound, step)
        last = bound + step
        made, parts = self._made(last, own)
        beyond = range(bound + 1, last + 1)
        # Of the widths above, all lengths are known.
        others = [one for one in range(1, last + 1) if one not in own.widths]
        for one in others:
            for other in others:
                if not made[one][other] and (one, other) not in own.none and self._allowed(one, other):
                    raise ClaimError(f"{one}x{other} is neither made of others nor ruled out")
        # A part of width `step` can be cut off whatever is larger.
        for one in others:
            if not parts[step][one] and any(self._allowed(one, other) for other in beyond):
                raise ClaimError(f"no {step}x{one} can be cut off")
        if not parts[step][step] and any(self._allowed(one, other) for one in beyond for other in beyond):
            raise ClaimError(f"no {step}x{step} can be cut off")
        own.ended = True

    def _check_repeats(self, bound: int, step: int) -> None:
        """Find out whether what is ruled out repeats after a step, beyond a bound."""
        periods = [len(block) * modulus for block, modulus in self.weights]
        if self.side:
            period = math.gcd(*self.side)
            periods.append(period)
            if any(not is_sum(period * n, self.side) for n in range(bound // period + 1, bound + step + 1)):
                raise ClaimError("the sides that are possible do not repeat beyond the bound")
        if step % math.lcm(*periods):
            raise ClaimError(f"what is ruled out does not repeat after {step}")

    def _primes(self, claim: _Claim) -> None:
        own = self._own(claim)
        listed = [_sides(sides, 2) for sides in claim["rectangles"]]
        made, parts = self._made(max([long for _, long in listed], default=0), own)
        for short, long in listed:
            if (short, long) not in own.tiled:
                raise ClaimError(f"{short}x{long} has no tiling here")
            if _is_cut(made, parts, short, long):
                what = "one with every piece and a part" if own is self.every else "two that are tiled"
                raise ClaimError(f"{short}x{long} is cut into {what}")
        if missing := [pair for pair in own.tiled if pair[0] <= pair[1] and pair not in listed]:
            raise ClaimError(f"{missing[0][0]}x{missing[0][1]} has a tiling but is not listed")
        widths = _number(claim["widths"], 0)
        known = next(width for width in itertools.count() if width + 1 not in own.widths)
        if widths > known:
            raise Unchecked(f"width {known + 1} was not checked")
        for width, lengths in own.widths.items():
            made, _ = self._made(max([1, width, *lengths]), own)
            for length in lengths:
                if not made[width][length]:
                    raise ClaimError(f"{width}x{length} is not made of those listed")
        self._rested()
        ended = own.ended and (own is self.any or self.listed)
        if claim["complete"] and not (ended or self.closed):
            raise ClaimError("nothing says why the list is complete")
        if own is self.any:
            self.listed = bool(claim["complete"])
        if not self.joint:
            self._orders(claim, listed, widths)

    def _orders(self, claim: _Claim, listed: Sequence[_Sides], widths: int) -> None:
        """Find out whether nothing of fewer copies than the orders can have been missed."""
        if claim.get("no_odd_order"):
            self._all_even(listed, bool(claim["complete"]))
        for key, odd in (("order", False), ("odd_order", True)):
            if claim[key] is None:
                continue
            least = _check_least(claim[key], listed, self.size, key.replace("_", " "), odd=odd)
            if claim["complete"]:
                continue
            for one in range(widths + 1, least * self.size // (widths + 1) + 1):
                for other in range(one, (least * self.size - 1) // one + 1):
                    if (
                        (one * other // self.size % 2 or not odd)
                        and not {one, other} & self.any.widths.keys()
                        and (one, other) not in self.any.none
                        and self._allowed(one, other)
                    ):
                        raise ClaimError(f"{one}x{other}, of fewer than {least} copies, is not ruled out")

    def _all_even(self, listed: Sequence[_Sides], complete: bool) -> None:
        """Find out whether no rectangle has an odd number of copies, and by the weights alone if the list is not complete."""
        twice = 2 * self.size
        if odd := [pair for pair in listed if math.prod(pair) % twice]:
            raise ClaimError(f"{odd[0][0]}x{odd[0][1]} has an odd number of copies")
        if complete:
            return
        period = math.lcm(twice, *(len(block) * modulus for block, modulus in self.weights))
        for one in range(1, period + 1):
            check_time()
            for other in range(one, period + 1):
                if one * other % twice == self.size and self._weighed(one, other):
                    raise ClaimError(f"nothing rules out {one}x{other}, of an odd number of copies")


class _BoxChecker(_Checker):
    """A checker of what is claimed about the boxes of a solid piece."""

    dimension = 3

    def __init__(self, claim: _Claim, most_states: int) -> None:
        if claim["claim"] == "set":
            raise ValueError
        super().__init__(claim, most_states)
        self.bars: dict[_Sides, list[int]] = {}
        self.filled: set[_Sides] = set()
        self.none: set[_Sides] = set()

    def claim(self, claim: _Claim, line: int) -> _Check:
        """Return a claim in words, and what checks it; a FormatError if there is no such claim."""
        kind = claim["claim"]
        if kind == "edge":
            depth = claim["depth"]
            return f"the edges, to a depth of {_size(depth, 2)}", lambda claim: self._check_side(claim, depth)
        if kind == "bar":
            return f"the lengths of section {_size(claim['section'], 2)}", self._bar
        if kind == "filling":
            return f"a tiling of {_size(claim['box'], 3)}", self._filling
        if kind == "none":
            return f"no tiling of {_size(claim['box'], 3)}", self._none
        if kind == "boxes":
            return "the list of prime boxes", self._boxes
        raise FormatError(f"there is no claim {kind!r} about boxes", where=f"line {line}")

    def _bar(self, claim: _Claim) -> None:
        section = _sides(claim["section"], 2)
        lengths = _numbers(claim["lengths"])
        if section[0] > section[1]:
            raise ValueError
        if lengths or self._can_have(*section):
            self._graph(*section).check(lengths)
        self.bars[section] = lengths

    def _filling(self, claim: _Claim) -> None:
        box = _sides(claim["box"], 3)
        if list(box) != sorted(box):
            raise ClaimError("the sides of a box are named from the shortest to the longest")
        self._cells_tiled(claim["labels"], box)
        self.filled.add(box)

    def _none(self, claim: _Claim) -> None:
        box = tuple(sorted(_sides(claim["box"], 3)))
        self._cannot_be_tiled(*box)
        self.none.add(box)

    def _boxes(self, claim: _Claim) -> None:
        listed = [tuple(sorted(_sides(box, 3))) for box in claim["boxes"]]

        @cache
        def made(box: _Sides) -> bool:
            return box in self.filled or cut(box)

        @cache
        def cut(box: _Sides) -> bool:
            return any(made(one) and made(other) for one, other in _cuts(box))

        for box in listed:
            if box not in self.filled:
                raise ClaimError(f"{_size(box, 3)} has no tiling here")
            if cut(box):
                raise ClaimError(f"{_size(box, 3)} is cut into two that are tiled")
        if missing := self.filled - set(listed):
            raise ClaimError(f"{_size(min(missing), 3)} has a tiling but is not listed")
        sides = range(1, _number(claim["sides"], 0) + 1)
        for one, other in itertools.combinations_with_replacement(sides, 2):
            if (one, other) not in self.bars:
                raise Unchecked(f"the lengths of section {one}x{other} were not checked")
        for section, lengths in self.bars.items():
            for length in lengths:
                if not made(tuple(sorted((*section, length)))):
                    raise ClaimError(f"{_size((*section, length), 3)} is not made of those listed")
        if claim["complete"]:
            self._rested()
            if self.side != []:
                raise ClaimError("nothing says why the list is complete")
        for key, odd in (("order", False), ("odd_order", True)):
            if claim[key] is not None:
                least = _check_least(claim[key], listed, self.size, key.replace("_", " "), odd=odd)
                self._check_fewer(least, odd=odd)

    def _check_fewer(self, copies: int, *, odd: bool) -> None:
        """Find out whether no box has fewer copies, or an odd number of fewer."""
        for fewer in range(1, copies, 2 if odd else 1):
            for box in _boxes_of(fewer * self.size):
                if box in self.none or not self._can_have(*box):
                    continue
                if box[:2] not in self.bars:
                    raise Unchecked(f"{_size(box, 3)}, of fewer than {copies} copies, was not checked")
                if is_sum(box[2], self.bars[box[:2]]):
                    raise ClaimError(f"{_size(box, 3)} has fewer than {copies} copies")


def _is_cut(made: list[list[bool]], parts: list[list[bool]], rows: int, columns: int) -> bool:
    """Return whether a straight cut leaves one that is made and a part."""
    own, beside = made[rows], parts[rows]
    # Where both are of one kind, half of the cuts are all.
    half = 2 if made is parts else 1
    return any(
        made[part][columns] and parts[rows - part][columns] for part in _first_parts(rows, half)
    ) or any(own[part] and beside[columns - part] for part in _first_parts(columns, half))


def _first_parts(side: int, half: int) -> range:
    return range(1, side // 2 + 1 if half == 2 else side)


def _check_least(named: Any, listed: Sequence[_Sides], size: int, what: str, *, odd: bool) -> int:
    """Return the least number of copies, or the least odd one, which has to be the one that is named."""
    copies = [math.prod(sides) // size for sides in listed]
    least = min((number for number in copies if number % 2 or not odd), default=None)
    if least is None or int(named) != least:
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
    """Yield the two boxes on the sides of each straight cut."""
    one, other, third = box
    for side, rest in ((one, (other, third)), (other, (one, third)), (third, (one, other))):
        for part in range(1, side):
            yield tuple(sorted((part, *rest))), tuple(sorted((side - part, *rest)))


def _number(value: object, least: int = 1) -> int:
    """Return an integer of a claim; there is no sense in a smaller one."""
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise ValueError
    return value


def _numbers(values: Iterable[object]) -> list[int]:
    """Return positive integers of a claim."""
    return [_number(value) for value in values]


def _sides(sides: Iterable[Any], dimension: int) -> _Sides:
    listed = tuple(_numbers(sides))
    if len(listed) != dimension:
        raise ValueError
    return listed


def _size(sides: Iterable[Any], dimension: int) -> str:
    return "x".join(map(str, _sides(sides, dimension)))


def _labeled(labels: Any, sides: _Sides) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Yield each cell with its label."""
    if not sides:
        yield (), labels
        return
    if len(labels) != sides[0]:
        raise ClaimError("the labels are of another size")
    for at, inside in enumerate(labels):
        for cell, label in _labeled(inside, sides[1:]):
            yield (at, *cell), label


def _drawn(drawing: str, dimension: int) -> _Cells:
    """Return the cells of a drawing, with layers if it is of cubes."""
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


def _shifted(cells: Iterable[tuple[int, ...]]) -> _Cells:
    """Return cells moved to where the least of each coordinate is 0."""
    listed = list(cells)
    least = [min(axis) for axis in zip(*listed, strict=True)]
    return tuple(sorted(tuple(a - b for a, b in zip(cell, least, strict=True)) for cell in listed))


def _images(cells: _Cells, *, flipped: bool) -> set[_Cells]:
    """Return all images under quarter turns of each two axes that follow each other, and in a mirror."""
    found: set[_Cells] = set()
    waiting = [_shifted(cells)]
    while waiting:
        image = waiting.pop()
        if image in found:
            continue
        found.add(image)
        for axis in range(len(image[0]) - 1):
            waiting.append(
                _shifted((*c[:axis], c[axis + 1], -c[axis], *c[axis + 2 :]) for c in image)  # a quarter turn
            )
        if flipped:
            waiting.append(_shifted((*c[:-1], -c[-1]) for c in image))
    return found
