"""Pieces for tiles without names: whether each tile can be assigned one of the pieces that fit
it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat, takewhile
from typing import TypeAlias

from tilewright.model.piece import Piece
from tilewright.model.space.lattice import connected_parts

#: The numbers of the pieces that fit a tile, in ascending order.
Fitting: TypeAlias = tuple[int, ...]
#: The number of tiles for each set of fitting pieces.
_Tally: TypeAlias = frozenset[tuple[Fitting, int]]

#: The maximum number of tiles examined to list the ways to assign shapes to a group of tiles.
_MOST_WORK = 300_000
#: The maximum number of combinations of these ways that are examined.
_MOST_SUMS = 2_000


def can_be_shared_out(groups: Mapping[Fitting, int], pieces: Sequence[Piece]) -> bool:
    """Return whether each tile can be assigned a piece that fits it, so that each piece has an
    allowed number of copies.

    If all tiles can be given pieces without any being used too often, and all copies that are
    needed can be given tiles, then both can be done at once. Source: N. S. Mendelsohn and A. L.
    Dulmage, Canadian Journal of Mathematics 10, 1958.

    Parameters
    ----------
    groups : mapping from tuple of int to int
        The number of tiles for each set of fitting pieces.
    pieces : sequence of Piece
    """
    tiles, least = sum(groups.values()), [piece.least for piece in pieces]
    most = [tiles if piece.most is None else piece.most for piece in pieces]
    return _most_matched(groups, most) == tiles and _most_matched(groups, least) == sum(least)


def _most_matched(groups: Mapping[Fitting, int], room: Sequence[int]) -> int:
    """Return how many tiles can be assigned a fitting piece, given the number of copies of each
    piece.
    """
    left = list(room)
    matched: Counter[tuple[Fitting, int]] = Counter()

    def give(group: Fitting) -> bool:
        """Assign a piece to one more tile, along a shortest augmenting path."""
        before: dict[int, Fitting] = {}
        reached: dict[Fitting, int | None] = {group: None}
        queue = [group]
        for here in queue:
            for piece in here:
                if piece in before:
                    continue
                before[piece] = here
                if left[piece]:
                    left[piece] -= 1
                    step: int | None = piece
                    while step is not None:
                        owner = before[step]
                        matched[owner, step] += 1
                        step = reached[owner]
                        if step is not None:
                            matched[owner, step] -= 1
                    return True
                for owner in groups:
                    if owner not in reached and matched[owner, piece]:
                        reached[owner] = piece
                        queue.append(owner)
        return False

    return sum(
        sum(1 for _ in takewhile(give, repeat(group, number))) for group, number in groups.items()
    )


@dataclass(frozen=True)
class TouchingTiles:
    """Tiles that may not touch tiles of the same class, according to several rules.

    Attributes
    ----------
    looks : sequence of tuple
        For each piece, its class according to each rule; None if it may touch every tile.
    beside : sequence of mapping from int to set of int
        For each rule, the tiles that touch a tile.
    """

    looks: Sequence[tuple[Hashable, ...]]
    beside: Sequence[Mapping[int, set[int]]]

    def can_be_shared_out(self, fitting: Sequence[Fitting], pieces: Sequence[Piece]) -> bool:
        """Return False if it is proven that no choice of a fitting piece for each tile keeps
        tiles of the same class apart and uses the allowed number of copies of each piece.

        The tiles that may have several classes form groups that do not touch each other. For each
        group, all assignments of classes to tiles are listed. If this takes too many steps, the
        tiles of the group are allowed to touch, so a choice that breaks the rule may be accepted.

        Parameters
        ----------
        fitting : sequence of tuple of int
            The pieces that fit each tile.
        pieces : sequence of Piece
        """
        known = self._narrow(dict(enumerate(fitting)), range(len(fitting)))
        if known is None:
            return False
        groups = [
            {tile: known.pop(tile) for tile in group}
            for group in connected_parts(
                [tile for tile in known if len(self._shapes(known[tile])) > 1],
                lambda tile: sorted(set().union(*(beside[tile] for beside in self.beside))),
            )
        ]
        ways_of_groups = [self._list_tallies(group) for group in groups]
        if not all(ways_of_groups):
            return False
        sums = {_count_fits(known)}
        for group, ways in zip(groups, ways_of_groups, strict=True):
            if len(sums) * len(ways) > _MOST_SUMS:
                ways = {_count_fits(group)}
            sums = {_add_tallies(total, way) for total in sums for way in ways}
        return any(can_be_shared_out(dict(total), pieces) for total in sums)

    def _shapes(self, fits: Fitting) -> dict[tuple[Hashable, ...], Fitting]:
        """Return the pieces of each combination of classes."""
        shapes: dict[tuple[Hashable, ...], Fitting] = {}
        for piece in fits:
            look = self.looks[piece]
            shapes[look] = (*shapes.get(look, ()), piece)
        return shapes

    def _narrow(
        self, fitting: dict[int, Fitting], tiles: Iterable[int]
    ) -> dict[int, Fitting] | None:
        """Repeatedly remove classes that neighbors must have. Return None if no piece is left for
        a tile.
        """
        narrowed, queue = dict(fitting), list(tiles)
        for tile in queue:
            shapes = self._shapes(narrowed[tile])
            if len(shapes) > 1:
                continue
            [look] = shapes
            for rule, kind in enumerate(look):
                for neighbor in self.beside[rule][tile] & narrowed.keys() if kind else ():
                    rest = tuple(fit for fit in narrowed[neighbor] if self.looks[fit][rule] != kind)
                    if not rest:
                        return None
                    if rest != narrowed[neighbor]:
                        narrowed[neighbor] = rest
                        queue.append(neighbor)
        return narrowed

    def _list_tallies(self, group: dict[int, Fitting]) -> set[_Tally]:
        """Return the number of tiles for each set of fitting pieces, for each assignment of classes
        to tiles.
        """
        tallies: set[_Tally] = set()
        waiting = [group]
        for _ in range(_MOST_WORK // len(group)):
            if not waiting:
                return tallies
            here = waiting.pop()
            shapes = {tile: self._shapes(fits) for tile, fits in here.items()}
            open_tiles = [tile for tile in here if len(shapes[tile]) > 1]
            if not open_tiles:
                tallies.add(_count_fits(here))
                continue
            tile = min(open_tiles, key=lambda number: len(shapes[number]))
            tried = (self._narrow(here | {tile: fits}, [tile]) for fits in shapes[tile].values())
            waiting += [narrowed for narrowed in tried if narrowed is not None]
        return {_count_fits(group)}


def _count_fits(fitting: Mapping[int, Fitting]) -> _Tally:
    return frozenset(Counter(fitting.values()).items())


def _add_tallies(left: _Tally, right: _Tally) -> _Tally:
    return frozenset((Counter(dict(left)) + Counter(dict(right))).items())
